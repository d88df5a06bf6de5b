/* Every fault code, at GO and under way, each followed by good moves (modules 4). */
#include "mover_scenarios.h"

#define WINDOW_END (UINT64_C(1) << 36)

static struct mover_regs a_copy(const struct mover_bench *b, unsigned words) {
    return copy_of(words_of(own_dram(b, 0x1fe0), words), words_of(own_dram(b, 0x7020), words));
}

static struct mover_regs a_fill(const struct mover_bench *b) {
    return fill_of(0, 0x77, words_of(own_dram(b, 0x7020), 6));
}

static struct mover_regs a_transform(const struct mover_bench *b, unsigned entries) {
    return transform_of(b, 1, own_dram(b, 0x1fe0), own_dram(b, 0x7020), entries);
}

/* ---- at GO ---------------------------------------------------------------------------------- */

void unknown_modes(struct mover_bench *b) {
    static const uint8_t mode[] = {1, 2, 3, 6, 7};
    for (unsigned i = 0; i < 5; i++) {
        struct mover_regs move = a_copy(b, 5);
        move.mode = mode[i];
        move.width = (uint8_t)(i % 4);
        faults_and_recovers(b, &move, MOVER_CODE_MODE);
    }
}

/* Width 3 in copy and fill; a transform has no use for a width. */
void unknown_width(struct mover_bench *b) {
    struct mover_regs copy = a_copy(b, 5), fill = a_fill(b), transform = a_transform(b, 2);
    copy.width = fill.width = transform.width = 3;
    faults_and_recovers(b, &copy, MOVER_CODE_WIDTH);
    faults_and_recovers(b, &fill, MOVER_CODE_WIDTH);
    mover_expect(b, &transform, MOVER_CODE_NONE);
}

void illegal_ndim(struct mover_bench *b) {
    for (unsigned which = 0; which < 2; which++) {
        struct mover_regs copy = a_copy(b, 5), fill = a_fill(b), transform = a_transform(b, 2);
        copy.walker[which].ndim = fill.walker[which].ndim = transform.walker[which].ndim = 7;
        faults_and_recovers(b, &copy, MOVER_CODE_COUNT);
        faults_and_recovers(b, &transform, MOVER_CODE_COUNT);
        faults_and_recovers(b, &fill, which == 0 ? MOVER_CODE_NONE : MOVER_CODE_COUNT);
    }
}

static struct walker counts_of(uint64_t base, const uint16_t count[WALKER_DIMS], unsigned ndim) {
    struct walker w = {.base = base, .ndim = (uint8_t)ndim};
    for (unsigned d = 0; d < WALKER_DIMS; d++) {
        w.dim[d].count = count[d];
    }
    return w;
}

/* Exact products, of up to 96 bits: none is compared modulo anything. */
void counts_that_differ(struct mover_bench *b) {
    static const uint16_t count[][WALKER_DIMS] = {
        {2},
        {32768, 2},
        {65535, 65535, 65535, 65535, 65535, 65535},
        {65535, 65535, 65535, 65535, 65535, 65534},
        {32768, 32768, 32768, 32768, 32768, 32768},
        {32768, 32768, 32768, 32768, 16, 1},
        {4096, 65520, 0, 1, 3, 5},
    };
    static const uint16_t one[WALKER_DIMS] = {1, 1, 1, 1, 1, 1};
    for (unsigned i = 0; i < 7; i++) {
        for (unsigned j = 0; j <= i; j++) {
            struct mover_regs move = copy_of(counts_of(own_dram(b, 0), count[i], 6),
                                             counts_of(own_dram(b, 0), i == j ? one : count[j], 6));
            mover_expect(b, &move, MOVER_CODE_COUNT);
            move.walker[0] = counts_of(own_dram(b, 0), one, 6);
            mover_expect(b, &move, i == j ? MOVER_CODE_NONE : MOVER_CODE_COUNT);
        }
    }
    recovers(b);
    for (unsigned id = 0; id < 4; id++) {
        struct mover_regs move = transform_of(b, id, own_dram(b, 0), own_dram(b, 0x9000), 4);
        move.walker[0].dim[0].count++;
        faults_and_recovers(b, &move, MOVER_CODE_COUNT);
        move.walker[0].dim[0].count--;
        move.walker[1].dim[0].count++;
        faults_and_recovers(b, &move, MOVER_CODE_COUNT);
        move.walker[1].dim[0].count = 0;
        faults_and_recovers(b, &move, MOVER_CODE_COUNT);
    }
}

/* Nothing is read where a base is misaligned, which is only looked at when the counts agree. */
static void expect_counts(struct mover_bench *b, const uint16_t from[WALKER_DIMS],
                          const uint16_t to[WALKER_DIMS], bool agree) {
    const struct mover_regs move = copy_of(counts_of(own_dram(b, 4), from, WALKER_DIMS),
                                           counts_of(own_dram(b, 0), to, WALKER_DIMS));
    mover_expect(b, &move, agree ? MOVER_CODE_ALIGN : MOVER_CODE_COUNT);
}

/* The same product of other factors, of the same ones in another order, and of all but one bit. */
void counts_that_agree(struct mover_bench *b) {
    static const uint16_t same[][2][WALKER_DIMS] = {
        {{4096, 65520, 0, 1, 3, 5}, {61440, 65520, 1, 0, 0, 0}},
        {{32768, 32768, 32768, 32768, 32768, 32768}, {65535, 1, 1, 1, 1, 1}},
        {{3, 5, 17, 257, 0, 32768}, {32768, 65535, 1, 1, 1, 1}},
        {{65535, 257, 7, 11, 13, 2}, {2, 17 * 257, 3 * 5 * 7, 257, 0, 143}},
        {{49152, 40960, 57344, 0, 0, 0}, {16384, 3 * 5, 7, 8192, 8192, 1}},
    };
    for (unsigned i = 0; i < 5; i++) {
        uint16_t turned[WALKER_DIMS];
        for (unsigned by = 1; by < WALKER_DIMS; by++) {
            for (unsigned d = 0; d < WALKER_DIMS; d++) {
                turned[d] = same[i][0][(d + by) % WALKER_DIMS];
            }
            expect_counts(b, same[i][0], turned, true);
        }
        expect_counts(b, same[i][0], same[i][1], i != 1);
        expect_counts(b, same[i][1], same[i][0], i != 1);
    }
    for (unsigned d = 0; d < WALKER_DIMS; d++) {
        for (unsigned bit = 0; bit < 16; bit++) {
            uint16_t from[WALKER_DIMS] = {3, 40000, 5, 1, 32768, 2}, to[WALKER_DIMS];
            memcpy(to, from, sizeof to);
            to[d] ^= (uint16_t)(1u << bit);
            expect_counts(b, from, to, (to[d] ? to[d] : 1) == from[d]);
        }
    }
    recovers(b);
}

/* Every low bit of a base and of a used stride; strides nobody steps by mean nothing. */
void misaligned(struct mover_bench *b) {
    const struct mover_regs good[] = {a_copy(b, 6), a_fill(b), a_transform(b, 2)};
    for (unsigned bit = 1; bit < 32; bit *= 2) {
        for (unsigned which = 0; which < 2; which++) {
            for (unsigned mode = 0; mode < 3; mode++) {
                const unsigned code = mode == 1 && which == 0 ? MOVER_CODE_NONE : MOVER_CODE_ALIGN;
                struct mover_regs move = good[mode];
                move.walker[which].base |= bit;
                mover_expect(b, &move, code);
                move = good[mode];
                move.walker[which].dim[0].stride += (int32_t)bit;
                mover_expect(b, &move, code);
                move = good[mode];
                move.walker[which].ndim = 2;
                move.walker[which].dim[1] =
                    (struct walker_dim){.count = bit & 1, .stride = (int32_t)bit};
                mover_expect(b, &move, MOVER_CODE_NONE);
            }
        }
    }
    recovers(b);
}

void bounded_transform(struct mover_bench *b) {
    for (unsigned i = 0; i < 4; i++) {
        for (unsigned extent = 1; extent < 65536; extent *= 16) {
            struct mover_regs move = a_transform(b, 2);
            move.walker[i & 1].axis[i >> 1].extent = (uint16_t)extent;
            mover_expect(b, &move, MOVER_CODE_EXTENT);
        }
    }
    recovers(b);
}

/* No such occupant, ids and modes wider than the bank's, impossible geometry, a fault already set. */
void slot_refusals(struct mover_bench *b) {
    static const uint32_t lie[] = {0x00000000, 0x00010000, 0x00040001, 0x000400ff, 0x00000800,
                                   0x00050800, 0x00ff0800, 0x00041001, 0x00040880};
    for (unsigned id = 0; id < 16; id++) {
        struct mover_regs move = a_transform(b, 2);
        const bool known = id < b->slot.shapes.ids && b->slot.shapes.of[id].known;
        move = transform_of(b, known ? id : 1, own_dram(b, 0), own_dram(b, 0x9000), 2);
        move.xform_id = (uint8_t)id;
        mover_expect(b, &move, known ? MOVER_CODE_NONE : MOVER_CODE_SLOT);
        move = a_transform(b, 2);
        move.xform_mode = (uint8_t)id;
        mover_expect(b, &move, id >> b->config.xmode_w ? MOVER_CODE_SLOT : MOVER_CODE_NONE);
    }
    const struct mover_regs move = a_transform(b, 2);
    for (unsigned i = 0; i < 9; i++) {
        b->slot.lies = true;
        b->slot.lie = lie[i];
        mover_expect(b, &move, MOVER_CODE_SLOT);
        b->slot.lies = false;
        recovers(b);
    }
    for (unsigned bit = 1; bit < 16; bit *= 2) {
        b->slot.fault = (uint8_t)bit;
        mover_expect(b, &move, MOVER_CODE_SLOT);
        b->slot.fault = 0;
        recovers(b);
    }
}

/* All at once, and one less each time: 4, 5, 1, 6, 7, 8. Width 3 is fault 5 in a copy only. */
void first_fault_that_applies(struct mover_bench *b) {
    struct mover_regs move = a_transform(b, 2);
    b->slot.fault = 2;
    move.width = 3;
    move.mode = 1;
    move.walker[0].base |= 4;
    move.walker[0].ndim = 7;
    move.walker[1].axis[1].extent = 9;
    mover_expect(b, &move, MOVER_CODE_MODE);
    move.mode = MOVER_COPY;
    mover_expect(b, &move, MOVER_CODE_WIDTH);
    move.mode = MOVER_TRANSFORM;
    mover_expect(b, &move, MOVER_CODE_COUNT);
    move.walker[0].ndim = 1;
    move.walker[1].dim[0].count++;
    mover_expect(b, &move, MOVER_CODE_COUNT);
    move.walker[1].dim[0].count--;
    mover_expect(b, &move, MOVER_CODE_ALIGN);
    move.walker[0].base &= ~UINT64_C(4);
    mover_expect(b, &move, MOVER_CODE_EXTENT);
    move.walker[1].axis[1].extent = 0;
    mover_expect(b, &move, MOVER_CODE_SLOT);
    b->slot.fault = 0;
    mover_expect(b, &move, MOVER_CODE_NONE);
    /* Without a valid geometry the counts cannot be judged. */
    move.walker[1].dim[0].count++;
    b->slot.lies = true;
    mover_expect(b, &move, MOVER_CODE_SLOT);
    b->slot.lies = false;
    recovers(b);
}

/* ---- fault 2 -------------------------------------------------------------------------------- */

/* Copies and fills of 12 words of which number `good` is the first one outside. */
static void leaves(struct mover_bench *b, unsigned which, uint64_t end, int32_t stride,
                   unsigned good) {
    struct walker w = line_of(end - (uint64_t)((int64_t)stride * (int)good), 12, stride);
    w.base &= WALKER_ADDR_MASK;
    struct mover_regs move = copy_of(w, words_of(own_dram(b, 0x9000), 12));
    if (which == MOVER_DESTINATION) {
        move = copy_of(words_of(own_dram(b, 0x1000), 12), w);
        const struct mover_regs fill = fill_of(2, good, w);
        mover_expect(b, &fill, MOVER_CODE_WINDOW);
    }
    mover_expect(b, &move, MOVER_CODE_WINDOW);
}

/* Up and down, by small and by large strides, from every mesh; base itself is always inside. */
static void leaves_window(struct mover_bench *b, unsigned which) {
    for (unsigned good = 1; good < 12; good += 2) {
        for (unsigned mesh = 0; mesh < 4; mesh++) {
            const uint64_t low = (uint64_t)mesh << 36;
            leaves(b, which, low + WINDOW_END, 32, good);
            leaves(b, which, low - 32, -32, good);
        }
        leaves(b, which, own_dram(b, WINDOW_END) + 0x40, INT32_MAX - 31, good);
        leaves(b, which, own_dram(b, 0) - 0x40, INT32_MIN, good);
        recovers(b);
    }
}

/* One valid element, whose address differs from its base's in a single bit of 39:36; what is walked
 * to get there is invalid. */
static void leaves_by_one_bit(struct mover_bench *b, unsigned which, uint64_t base) {
    for (unsigned bit = 36; bit < 40; bit++) {
        const unsigned index = 1u << (bit - 31);
        struct walker far = line_of(base, index + 1, INT32_MIN);
        struct walker near = words_of(own_dram(b, 0x9000), index + 1);
        far.dim[0].axis = 1;
        far.dim[0].step = 1;
        far.axis[0] = (struct walker_axis){(int16_t) - (int)index, 1};
        const struct mover_regs move = which == 0 ? copy_of(far, near) : copy_of(near, far);
        mover_expect(b, &move, MOVER_CODE_WINDOW);
    }
}

void source_leaves_its_window(struct mover_bench *b) {
    leaves_window(b, MOVER_SOURCE);
    leaves_by_one_bit(b, MOVER_SOURCE, own_dram(b, 0x400));
    leaves_by_one_bit(b, MOVER_SOURCE, own_staging(b, 0x400));
    recovers(b);
}

void destination_leaves_its_window(struct mover_bench *b) {
    leaves_window(b, MOVER_DESTINATION);
    leaves_by_one_bit(b, MOVER_DESTINATION, own_dram(b, 0x400));
    leaves_by_one_bit(b, MOVER_DESTINATION, own_staging(b, 0x400));
    recovers(b);
}

/* One word past the store and the last one inside; a walk back into it does not help. Then single
 * bits of the offset. */
void staging_past_its_end(struct mover_bench *b) {
    const uint64_t end = own_staging(b, b->config.stage * WORD_BYTES);
    if (b->config.stage == 0) {
        return;
    }
    for (unsigned which = 0; which < 2; which++) {
        for (unsigned good = 0; good < 12; good++) {
            leaves(b, which, end, 32, good);
        }
        struct walker only = words_of(end - WORD_BYTES, 1);
        struct mover_regs move = which == 0 ? copy_of(only, words_of(own_dram(b, 0x9000), 1))
                                            : copy_of(words_of(own_dram(b, 0x9000), 1), only);
        mover_expect(b, &move, MOVER_CODE_NONE);
        move.walker[which].base += WORD_BYTES;
        faults_and_recovers(b, &move, MOVER_CODE_WINDOW);
        for (uint64_t bit = WORD_BYTES; bit < UINT64_C(1) << 32; bit *= 2) {
            move.walker[which].base = own_staging(b, bit);
            mover_expect(b, &move,
                         bit < b->config.stage * WORD_BYTES ? MOVER_CODE_NONE : MOVER_CODE_WINDOW);
        }
    }
}

/* Aperture indexes 1-15 of the own mesh, and what the interlink writes but nobody reads. */
void apertures_not_served(struct mover_bench *b) {
    if (b->config.stage == 0) {
        return;
    }
    for (unsigned index = 1; index < 16; index++) {
        const uint64_t from = own_staging(b, (uint64_t)index << 32);
        struct mover_regs move = copy_of(words_of(from, 5), words_of(own_dram(b, 0x9000), 5));
        mover_expect(b, &move, MOVER_CODE_WINDOW);
        move = copy_of(words_of(own_dram(b, 0x9000), 5), words_of(from, 5));
        mover_expect(b, &move, MOVER_CODE_WINDOW);
        move = fill_of(0, 1, words_of(from | UINT64_C(1) << 36, 5));
        mover_expect(b, &move, MOVER_CODE_WINDOW);
    }
    const uint64_t other = UINT64_C(1) << 39 | next_mesh(b, 0x40);
    struct mover_regs move = copy_of(words_of(other, 5), words_of(own_dram(b, 0x9000), 5));
    faults_and_recovers(b, &move, MOVER_CODE_WINDOW);
    move = fill_of(0, 1, words_of(other, 5));
    mover_expect(b, &move, b->config.ilink ? MOVER_CODE_NONE : MOVER_CODE_WINDOW);
    recovers(b);
}

/* Source entries whose beats, and destination entries whose words straddle the end. Where an
 * entry's first word is inside and a later one is not, both readings are right (mover.h). */
void entry_across_the_end_of_a_window(struct mover_bench *b) {
    const uint64_t end = own_dram(b, WINDOW_END);
    const struct bank_geometry *shape = &b->slot.shapes.of[1];
    for (unsigned back = 1; back <= 2 * shape->in_beats; back++) {
        const struct mover_regs move =
            transform_of(b, 1, end - back * WORD_BYTES, own_dram(b, 0x9000), 3);
        mover_expect(b, &move, MOVER_CODE_WINDOW);
    }
    for (unsigned back = 1; back <= 2 * shape->out_words; back++) {
        const struct mover_regs move =
            transform_of(b, 1, own_dram(b, 0x9000), end - back * WORD_BYTES, 3);
        mover_expect(b, &move, MOVER_CODE_WINDOW);
        if (b->config.stage > 0) {
            const uint64_t store = own_staging(b, b->config.stage * WORD_BYTES);
            const struct mover_regs into =
                transform_of(b, 1, own_dram(b, 0x9000), store - back * WORD_BYTES, 3);
            mover_expect(b, &into, MOVER_CODE_WINDOW);
        }
    }
    recovers(b);
}

/* ---- fault 3 -------------------------------------------------------------------------------- */

static void without_errors(struct mover_bench *b) {
    b->memory.knobs.read_error_permille = b->memory.knobs.write_error_permille = 0;
    recovers(b);
}

/* At the first, middle and last beat, of bursts of every size, every burst or one of many. */
void errors_on_every_beat_of_r(struct mover_bench *b) {
    for (unsigned at = 0; at < 5; at++) {
        for (unsigned words = 1; words < 1000; words = words * 3 + 1) {
            struct mover_regs move = a_copy(b, words);
            b->memory.knobs.read_error_at = (enum axi_error_at)at;
            b->memory.knobs.read_error_permille = 1000;
            mover_expect(b, &move, MOVER_CODE_RESPONSE);
            move = transform_of(b, words % 4, own_dram(b, 0), own_dram(b, 0x90000), words / 4 + 1);
            mover_expect(b, &move, MOVER_CODE_RESPONSE);
            without_errors(b);
        }
    }
    slow_surroundings(b);
    for (unsigned i = 0; i < 40; i++) {
        b->memory.knobs.read_error_at = (enum axi_error_at)(i % 5);
        b->memory.knobs.read_error_permille = 150;
        const struct mover_regs move = i & 1 ? a_transform(b, 60) : a_copy(b, 700);
        mover_run(b, &move);
    }
    without_errors(b);
    sim_expect_seen(b->sim, "moves with error responses", b->faults[MOVER_CODE_RESPONSE], 75);
}

/* The first, the last, or any: single bursts, and one of a page and its neighbours. */
void errors_on_b(struct mover_bench *b) {
    for (unsigned words = 1; words < 600; words = words * 2 + 1) {
        const struct mover_regs move[] = {
            a_copy(b, words), fill_of(1, words, words_of(own_dram(b, 0x7020), words)),
            transform_of(b, words % 4, own_dram(b, 0), own_dram(b, 0x90000), words / 4 + 1)};
        for (unsigned i = 0; i < 3; i++) {
            b->memory.knobs.write_error_permille = 1000;
            mover_expect(b, &move[i], MOVER_CODE_RESPONSE);
            without_errors(b);
        }
    }
    slow_surroundings(b);
    for (unsigned i = 0; i < 40; i++) { /* of the longer ones in the midst of reads and writes */
        b->memory.knobs.write_error_permille = i < 20 ? 150 : 40;
        const struct mover_regs move =
            i & 1 ? a_transform(b, i < 20 ? 60 : 200) : a_copy(b, i < 20 ? 700 : 900);
        mover_run(b, &move);
    }
    without_errors(b);
    sim_expect_seen(b->sim, "moves with error responses", b->faults[MOVER_CODE_RESPONSE], 35);
}

/* ---- fault 8 under way ---------------------------------------------------------------------- */

/* Rises in cycle `moment` after GO, of a move that then has entries everywhere, or is over. */
void bank_faults_at_every_moment(struct mover_bench *b) {
    const struct mover_regs move = a_transform(b, 6);
    for (unsigned moment = 0; moment < 160; moment++) {
        mover_set(b, &move);
        mover_go(b, &move);
        while (b->used > 0) {
            sim_cycle(b->sim);
        }
        sim_cycles(b->sim, moment);
        b->slot.fault = (uint8_t)(1u << moment % 4);
        mover_settle(b);
        b->slot.fault = 0;
        if (moment % 8 == 0) {
            recovers(b);
        }
    }
    b->slot.knobs.fault_permille = 300;
    slow_surroundings(b);
    for (unsigned i = 0; i < 20; i++) {
        b->slot.knobs.fault_permille = 300;
        mover_run(b, &move);
        b->slot.fault = 0;
    }
    b->slot.knobs.fault_permille = 0;
    recovers(b);
    sim_expect_seen(b->sim, "moves the bank faulted", b->faults[MOVER_CODE_SLOT], 60);
}

/* A write to the bank's register 0x00 in the cycle of the GO: refused or not, both are right. */
void bank_fault_is_cleared_with_the_go(struct mover_bench *b) {
    const struct mover_regs move = a_transform(b, 6);
    for (unsigned bit = 1; bit < 16; bit *= 2) {
        mover_set(b, &move);
        mover_go(b, &move);
        b->slot.fault = (uint8_t)bit;
        while (b->used > 0) {
            sim_cycle(b->sim);
        }
        b->slot.fault = 0;
        mover_settle(b);
        recovers(b);
    }
}

void bank_fault_means_nothing_to_a_copy(struct mover_bench *b) {
    for (unsigned bit = 1; bit < 16; bit *= 2) {
        const struct mover_regs copy = a_copy(b, 40), fill = a_fill(b);
        mover_set(b, &copy);
        mover_go(b, &copy);
        while (b->used > 0) {
            sim_cycle(b->sim);
        }
        sim_cycles(b->sim, 4 * bit);
        b->slot.fault = (uint8_t)bit;
        mover_settle(b);
        mover_expect(b, &copy, MOVER_CODE_NONE);
        mover_expect(b, &fill, MOVER_CODE_NONE);
        b->slot.fault = 0;
    }
    sim_expect_seen(b->sim, "moves without a fault", b->faults[MOVER_CODE_NONE], 12);
}
