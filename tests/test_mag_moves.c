/* The mover inside the agent: between memory, staging store and other meshes; faults, status, the
 * occupants' registers (modules 4, 5; transform slot, registers). The mover alone is proven in the
 * suites of its own; here it is what the agent makes of its transfers. */
#include "mag_asks.h"
#include "mag_memory_scenarios.h"

enum { STORE_ROOM = 600, ENTRIES = 18 };

/* Two places of the store that do not meet, where it has room enough; else places of memory. */
static uint64_t inside(const struct mag_bench *b, unsigned n) {
    return has_store(b, STORE_ROOM) ? store_word(b, n * (STORE_ROOM / 2)) : own(b, 50 + n);
}

static void late_responses(struct mag_bench *b) {
    b->dram.knobs.write_latency_min = b->remote.knobs.write_latency_min = 60;
    b->dram.knobs.write_latency_max = b->remote.knobs.write_latency_max = 90;
    b->dram.knobs.response_order = AXI_OUT_OF_ORDER;
    mag_knobs_changed(b);
}

/* An occupant whose own faults do not end a move before the walks do. */
static unsigned calm_id(const struct mag_bench *b) {
    return faultless(b, 1) ? 1 : 0;
}

/* ---- every direction ------------------------------------------------------------------------- */

void copies_run_in_all_directions(struct sim *s, const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    static const unsigned words[] = {1, 2, 7, 130, 260};
    must_move(b, mag_copy(own(b, 9), inside(b, 0), STORE_ROOM / 2));
    for (unsigned i = 0; i < 5; i++) {
        const unsigned n = words[i];
        struct mover_regs back = mag_copy(own(b, 0) + 0x20, inside(b, 0), n);
        back.walker[MOVER_SOURCE] = mag_line(own(b, 0) + n * WORD_BYTES, n, -WORD_BYTES);
        must_move(b, mag_copy(own(b, 0) + 0xfe0, own(b, 1) + 0x40, n));
        must_move(b, mag_copy(own(b, 0) + 0x20, inside(b, 0), n));
        must_move(b, mag_copy(inside(b, 0) + 0x20, inside(b, 1), n));
        must_move(b, mag_copy(inside(b, 1), own(b, 2) + 0xfc0, n));
        must_move(b, back);
        ask_read(b, last_port(b), inside(b, 0), n);
        ask_read(b, 0, own(b, 2) + 0xfc0, n);
        mag_settle(b);
    }
    mag_finish(b);
    sim_expect_seen(s, "moves", *b->pins.mv_done, 26);
}

void fills_reach_memory_store_and_other_meshes(struct sim *s, const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    late_responses(b);
    for (unsigned width = 0; width < 3; width++) {
        must_move(b, mag_fill_move(own(b, 0) + 0xfa0, 140, width, 0x13579bdf));
        must_move(b, mag_fill_move(inside(b, 0), 140, width, 0x2468ace0));
        must_move(b, mag_fill_move(mag_dram_addr(other_mesh(b, width), region(1)), 140, width,
                                   0xfedcba98));
        ask_read(b, 0, inside(b, 0), 140);
        ask_read(b, 0, own(b, 0), 256);
        mag_settle(b);
    }
    mag_finish(b);
    sim_expect_seen(s, "words to other meshes", b->remote_meter.count,
                    has_interlink(b) ? 3 * 140 : 0);
}

void transforms_run_in_all_directions(struct sim *s, const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    must_move(b, mag_copy(own(b, 9), inside(b, 0), STORE_ROOM / 2));
    for (unsigned id = 0; id < 2; id++) {
        for (unsigned mode = 0; mode < 2; mode++) {
            const uint64_t away = mag_dram_addr(other_mesh(b, id), region(3));
            must_convert(b,
                         mag_transform(b, id, mode, own(b, 0) + 0xfc0, own(b, 1) + 0xfa0, ENTRIES));
            must_convert(b, mag_transform(b, id, mode, own(b, 0), inside(b, 1), ENTRIES));
            must_convert(b, mag_transform(b, id, mode, inside(b, 0), own(b, 2), ENTRIES));
            must_convert(b, mag_transform(b, id, mode, inside(b, 0), inside(b, 1), ENTRIES));
            must_convert(b, mag_transform(b, id, mode, inside(b, 0), away, ENTRIES));
            mag_read_run(b, last_port(b), 1, 0, inside(b, 1), ENTRIES, 4);
            mag_read_run(b, 0, 1, 0, own(b, 1) + 0xfa0, ENTRIES, 4);
            mag_settle(b);
        }
    }
    mag_finish(b);
    sim_expect_seen(s, "moves", *b->pins.mv_done, 21);
    sim_expect_seen(s, "answers", mag_answers(b), 4 * 2 * ENTRIES * 4);
}

/* ---- padding --------------------------------------------------------------------------------- */

/* The middle third of `words` elements is valid. */
static void bound(struct walker *w, unsigned words) {
    w->dim[0].axis = 2;
    w->dim[0].step = 1;
    w->axis[1] =
        (struct walker_axis){.base = (int16_t) - (int)(words / 3), .extent = (uint16_t)(words / 3)};
}

void padding_fills_words_and_skips_words_of_memory_and_store(struct sim *s,
                                                             const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    const uint64_t place[] = {own(b, 0) + 0xfc0, inside(b, 0), inside(b, 1), own(b, 1) + 0xfa0};
    must_move(b, mag_copy(own(b, 9), inside(b, 0), STORE_ROOM / 2));
    must_move(b, mag_copy(own(b, 10), inside(b, 1), STORE_ROOM / 2));
    for (unsigned i = 0; i < 16; i++) {
        struct mover_regs copy = mag_copy(place[i / 4], place[i % 4], 60);
        copy.width = (uint8_t)(i % 3);
        copy.immediate = 0xa5000000 | i;
        if (i / 4 != i % 4) {
            bound(&copy.walker[MOVER_SOURCE], 60);
            must_move(b, copy);
            bound(&copy.walker[MOVER_DESTINATION], 30); /* half of the padding is not written */
            must_move(b, copy);
            ask_read(b, i % b->ports, place[i % 4], 60);
        }
    }
    mag_finish(b);
    sim_expect_seen(s, "moves", *b->pins.mv_done, 2 + 2 * 12);
}

/* ---- faults ---------------------------------------------------------------------------------- */

static struct mover_regs good_move(const struct mag_bench *b, unsigned n) {
    const uint64_t to[] = {own(b, 30), inside(b, 0), mag_dram_addr(other_mesh(b, n), region(31))};
    return mag_copy(own(b, 32), to[n % 3], 20);
}

/* A refused move moves nothing, wherever it was to lead; the next one is not the worse for it. */
static void must_refuse(struct mag_bench *b, struct mover_regs bad, unsigned fault, unsigned n) {
    must_end(b, &bad, fault);
    must_move(b, good_move(b, n));
}

struct refusals {
    unsigned count;
    struct {
        struct mover_regs regs;
        unsigned fault;
    } move[16];
};

/* One more, to be spoilt by the caller. */
static struct mover_regs *add(struct refusals *list, struct mover_regs regs, unsigned fault) {
    list->move[list->count].regs = regs;
    list->move[list->count].fault = fault;
    return &list->move[list->count++].regs;
}

static void list_refusals(const struct mag_bench *b, unsigned n, struct refusals *list) {
    static const uint8_t modes[] = {1, 2, 3, 6, 7};
    const struct bank_geometry entry = bank_model_geometry(&b->slot.check.model, 1);
    const uint64_t to[] = {own(b, 2), inside(b, 1), mag_dram_addr(other_mesh(b, n), region(3))};
    const struct mover_regs copy = mag_copy(own(b, 0), to[n], 16);
    const struct mover_regs fill = mag_fill_move(to[n], 16, 0, 7);
    const struct mover_regs convert = mag_transform(b, 1, 0, own(b, 0), to[n], 4);
    for (unsigned i = 0; i < sizeof modes; i++) {
        add(list, copy, MOVER_CODE_MODE)->mode = modes[i];
    }
    add(list, copy, MOVER_CODE_WIDTH)->width = 3;
    add(list, fill, MOVER_CODE_WIDTH)->width = 3;
    add(list, copy, MOVER_CODE_COUNT)->walker[n % 2].ndim = 7;
    add(list, copy, MOVER_CODE_COUNT)->walker[1].dim[0].count++;
    add(list, convert, MOVER_CODE_COUNT)->walker[0].dim[0].count++;
    /* As many words as beats, where that is wrong. */
    const unsigned beats = 4 * entry.in_beats, more = convert.walker[1].dim[0].count + 1u;
    add(list, convert, MOVER_CODE_COUNT)->walker[1].dim[0].count =
        (uint16_t)(entry.in_beats != entry.out_words ? beats : more);
    add(list, copy, MOVER_CODE_ALIGN)->walker[n % 2].base |= UINT64_C(1) << n;
    add(list, copy, MOVER_CODE_ALIGN)->walker[1].dim[0].stride += 16;
    add(list, convert, MOVER_CODE_EXTENT)->walker[n % 2].axis[n / 2].extent = 1;
    if (b->slot.desc != NULL && !b->slot.desc->every_id_bypasses) {
        add(list, convert, MOVER_CODE_SLOT)->xform_id = (uint8_t)(b->slot.desc->occupants + 1);
    }
}

void every_fault_at_go_is_followed_by_a_good_move(struct sim *s, const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    for (unsigned n = 0; n < 3; n++) {
        struct refusals list = {0};
        list_refusals(b, n, &list);
        for (unsigned i = 0; i < list.count; i++) {
            must_refuse(b, list.move[i].regs, list.move[i].fault, i);
        }
    }
    mag_finish(b);
    sim_expect_seen(s, "moves", *b->pins.mv_done, 3 * 28);
}

/* Walks that leave their window, the store, or what is served, after `n` good words or at once. */
void every_window_fault_is_followed_by_a_good_move(struct sim *s, const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    const uint64_t top = (UINT64_C(1) << 36) - 4 * WORD_BYTES; /* the last 4 words of a window */
    const unsigned mesh = type->mover.mesh_id, id = calm_id(b);
    const uint64_t mine = mag_dram_addr(mesh, top);
    const uint64_t away = mag_dram_addr(other_mesh(b, 1), top);
    for (unsigned n = 0; n < 2; n++) {
        late_responses(b);
        must_refuse(b, mag_copy(mine, own(b, 0), 10 + 100 * n), MOVER_CODE_WINDOW, 0);
        must_refuse(b, mag_copy(own(b, 0), mine, 10 + 100 * n), MOVER_CODE_WINDOW, 1);
        must_refuse(b, mag_copy(own(b, 0), away, 10 + 100 * n), MOVER_CODE_WINDOW, 2);
        must_refuse(b, mag_copy(mine, inside(b, 0), 10 + 100 * n), MOVER_CODE_WINDOW, 1);
        must_refuse(b, mag_fill_move(mine, 5 + 200 * n, 0, 3), MOVER_CODE_WINDOW, 0);
        struct mover_regs down = mag_copy(own(b, 0), own(b, 1), 10);
        down.walker[1] = mag_line(mag_dram_addr(mesh, 3 * WORD_BYTES), 10, -WORD_BYTES);
        must_refuse(b, down, MOVER_CODE_WINDOW, n);
        must_refuse(b, mag_transform(b, id, 0, mine, own(b, 0), 8), MOVER_CODE_WINDOW, 2);
        must_refuse(
            b, mag_transform(b, id, 0, own(b, 0), mag_dram_addr(mesh, top - 4 * WORD_BYTES), 12),
            MOVER_CODE_WINDOW, 1);
    }
    mag_finish(b);
    sim_expect_seen(s, "moves", *b->pins.mv_done, 2 * 2 * 8);
}

/* The first `good` words lie in the store. */
static void leave_the_store(struct mag_bench *b, unsigned good, unsigned n) {
    const unsigned stage = b->type->mover.stage;
    const uint64_t end = store_word(b, stage - good);
    must_refuse(b, mag_copy(end, own(b, 0), good + 5), MOVER_CODE_WINDOW, n);
    must_refuse(b, mag_copy(own(b, 0), end, good + 5), MOVER_CODE_WINDOW, n + 1);
    must_refuse(b, mag_fill_move(end, good + 1, 0, 9), MOVER_CODE_WINDOW, n + 2);
    ask_read(b, 0, store_word(b, 0), stage < 256 ? stage : 256);
}

void every_staging_fault_is_followed_by_a_good_move(struct sim *s, const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    const unsigned stage = has_store(b, 1) ? type->mover.stage : 0;
    if (stage > 0) {
        const unsigned mesh = type->mover.mesh_id;
        fill_store(b);
        leave_the_store(b, 0, 0);
        leave_the_store(b, 1, 1);
        leave_the_store(b, stage < 50 ? stage : 50, 2);
        for (unsigned index = 1; index < 16; index += 2) { /* apertures nobody serves */
            must_refuse(b, mag_copy(mag_aperture_addr(mesh, index, 0), own(b, 0), 3),
                        MOVER_CODE_WINDOW, index);
            must_refuse(b, mag_copy(own(b, 0), mag_aperture_addr(mesh, index, 0), 3),
                        MOVER_CODE_WINDOW, index);
        }
        /* Nobody reads from another mesh. */
        must_refuse(b, mag_copy(mag_aperture_addr(other_mesh(b, 0), 0, 0), own(b, 0), 3),
                    MOVER_CODE_WINDOW, 2);
    }
    mag_finish(b);
    sim_expect_seen(s, "moves", *b->pins.mv_done, stage > 0 ? 2 * (9 + 16 + 1) : 0);
}

static void with_errors(struct mag_bench *b, struct mover_regs move, unsigned reads,
                        unsigned writes, unsigned n) {
    b->dram.knobs.read_error_permille = reads;
    b->dram.knobs.write_error_permille = b->remote.knobs.write_error_permille = writes;
    must_end(b, &move, MOVER_CODE_RESPONSE);
    b->dram.knobs.read_error_permille = 0;
    b->dram.knobs.write_error_permille = b->remote.knobs.write_error_permille = 0;
    must_move(b, good_move(b, n));
}

/* Single bursts, so that the error is on the first, the middle or the last beat of the move; and
 * many, whose reads are under way when it comes. */
void every_error_response_is_fault_3_and_followed_by_a_good_move(struct sim *s,
                                                                 const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    const uint64_t away = mag_dram_addr(other_mesh(b, 0), region(3));
    const unsigned id = calm_id(b);
    for (unsigned at = AXI_ERROR_FIRST; at <= AXI_ERROR_ALL; at++) {
        b->dram.knobs.read_error_at = (enum axi_error_at)at;
        for (unsigned words = 7; words <= 300; words += 293) {
            with_errors(b, mag_copy(own(b, 0), own(b, 1), words), 1000, 0, 0);
            with_errors(b, mag_copy(own(b, 0), inside(b, 0), words < 90 ? words : 90), 1000, 0, 1);
        }
        with_errors(b, mag_transform(b, id, 0, own(b, 0), own(b, 1), 9), 1000, 0, 2);
        with_errors(b, mag_transform(b, id, 0, own(b, 0), inside(b, 1), 9), 1000, 0, 0);
        late_responses(b);
    }
    for (unsigned words = 1; words <= 300; words += 299) {
        with_errors(b, mag_copy(own(b, 0), own(b, 1), words), 0, 1000, 1);
        with_errors(b, mag_fill_move(own(b, 1) + 0xfe0, words, 0, 5), 0, 1000, 2);
        with_errors(b, mag_copy(own(b, 0), away, words), 0, 1000, 0);
    }
    with_errors(b, mag_transform(b, id, 1, own(b, 0), own(b, 1), 5), 0, 1000, 2);
    mag_finish(b);
    sim_expect_seen(s, "R errors", b->dram.stats.read_errors, 5 * 6);
    sim_expect_seen(s, "errors on rm_b", b->remote.stats.write_errors, has_interlink(b) ? 2 : 0);
}

/* ---- status ---------------------------------------------------------------------------------- */

static void until_busy_falls(struct mag_bench *b) {
    while (!mover_driver_idle(&b->mover) || !*b->pins.mv_busy) {
        sim_cycle(b->sim);
    }
    while (*b->pins.mv_busy) {
        sim_cycle(b->sim);
    }
}

/* In the very cycle in which busy is low for the first time everybody asks for the result. */
static void everybody_reads(struct mag_bench *b, uint64_t addr, unsigned words) {
    for (unsigned p = 0; p < b->ports; p++) {
        ask_read(b, p, addr, words);
        mag_read_run(b, p, 2, 9, addr, words / 4, 4);
    }
    if ((addr >> 39 & 1) == 0) {
        ask_host_read(b, 1, addr & ((UINT64_C(1) << 36) - 1), words);
    }
}

static void expect_in_memory(struct mag_bench *b, uint64_t from, uint64_t to, unsigned words) {
    for (unsigned i = 0; i < words; i++) {
        const struct word due = mag_dram_word(b, from + i * WORD_BYTES);
        const struct word now = mag_dram_word(b, to + i * WORD_BYTES);
        sim_evaluated(b->sim, CHECK_MV_BUSY);
        if (!word_equal(&due, &now)) {
            failure_word(sim_fail(b->sim, CHECK_MV_BUSY, "mv_busy",
                                  "busy fell before word %u of the move was in memory", i),
                         "word", &due, &now);
        }
    }
}

void whoever_reads_when_busy_falls_sees_the_result(struct sim *s, const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    late_responses(b);
    for (unsigned round = 0; round < 6; round++) {
        const struct mover_regs out = mag_copy(own(b, round), own(b, 20) + 0xfe0, 40);
        const struct mover_regs in = mag_copy(own(b, 10 + round), inside(b, 0), 40);
        b->dram.knobs.write_latency_min = 1 + 40 * (round % 3);
        mag_go(b, &out);
        until_busy_falls(b);
        everybody_reads(b, own(b, 20) + 0xfe0, 40);
        expect_in_memory(b, region(round), region(20) + 0xfe0, 40);
        mag_go(b, &in);
        until_busy_falls(b);
        everybody_reads(b, inside(b, 0), 40);
        mag_settle(b);
    }
    mag_finish(b);
    sim_expect_seen(s, "words read", mag_answers(b), 6 * 2 * 80 * b->ports);
}

static void expect_far_away(struct mag_bench *b, const struct word *data, uint64_t addr,
                            unsigned words) {
    for (unsigned i = 0; i < words; i++) {
        struct word now;
        sparse_mem_read(&b->remote_contents, addr + i * WORD_BYTES, &now);
        sim_evaluated(b->sim, CHECK_MAG_OUTWR);
        if (!word_equal(&now, &data[i])) {
            failure_word(sim_fail(b->sim, CHECK_MAG_OUTWR, "rm_w",
                                  "word %u of the move is not in the other mesh", i),
                         "word", &data[i], &now);
        }
    }
}

/* AW, W and B of other meshes at another pace in each round. */
static void pace_interlink(struct mag_bench *b, unsigned round) {
    struct axi_mem_knobs *k = &b->remote.knobs;
    k->aw = round & 1 ? stall_until_offer(20, 40) : stall_never();
    k->w = round & 2 ? stall_until_offer(1, 3) : stall_never();
    k->write_latency_max = 1 + 90 * round;
    k->write_order = (enum axi_write_order)round;
    k->lead_max = 20;
    k->response_order = AXI_OUT_OF_ORDER;
    mag_knobs_changed(b);
}

static void move_far_away(struct mag_bench *b, unsigned n, uint64_t to) {
    enum { WORDS = 150 };
    struct word data[WORDS];
    const struct mover_regs copy = mag_copy(own(b, n), to, WORDS);
    for (unsigned w = 0; w < WORDS; w++) {
        data[w] = mag_dram_word(b, region(n) + w * WORD_BYTES);
    }
    mag_go(b, &copy);
    until_busy_falls(b);
    expect_far_away(b, data, to, WORDS);
}

/* Absolute addresses, store or memory, all strobes, every B waited for. */
void moves_to_other_meshes_meet_every_pace(struct sim *s, const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    unsigned moves = 0;
    for (unsigned round = 0; round < 4 && has_interlink(b); round++) {
        pace_interlink(b, round);
        for (unsigned n = 0; n < 3; n++, moves++) {
            move_far_away(b, 4 * round + n, mag_dram_addr(other_mesh(b, n), region(round) + 0xfa0));
        }
        if (b->staging != NULL) {
            move_far_away(b, 4 * round + 3,
                          mag_aperture_addr(other_mesh(b, round), 0, 0x2345660 * round));
            moves++;
        }
    }
    mag_finish(b);
    sim_expect_seen(s, "words on rm_*", b->remote_meter.count, moves * 150);
}

/* The registers of the next move are written while this one runs; its GO takes the first free
 * cycle. Every place is the source of the next move. */
void moves_follow_each_other_without_a_pause(struct sim *s, const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    late_responses(b);
    const uint64_t away = mag_dram_addr(other_mesh(b, 0), region(5));
    for (unsigned round = 0; round < 3; round++) {
        const struct mover_regs move[] = {
            mag_copy(own(b, round), inside(b, 0), 33),
            mag_copy(inside(b, 0), own(b, 10) + 0xfe0, 33),
            mag_copy(own(b, 10) + 0xfe0, away, 33),
            mag_transform(b, 1, round & 1, own(b, 10), inside(b, 1), 2),
            mag_copy(inside(b, 1), own(b, 11), 8),
            mag_fill_move(inside(b, 0), 33, 2, round),
            mag_copy(inside(b, 0), inside(b, 1), 33),
        };
        for (unsigned i = 0; i < sizeof move / sizeof *move; i++) {
            while (!mag_go(b, &move[i])) {
                sim_cycle(s);
            }
        }
    }
    mag_finish(b);
    sim_expect_seen(s, "moves", *b->pins.mv_done, 21);
}

void registers_written_while_busy_are_ignored_and_said_so(struct sim *s,
                                                          const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    const struct mover_regs copy = mag_copy(own(b, 0), own(b, 1), 200);
    late_responses(b);
    mag_go(b, &copy);
    while (!*b->pins.mv_busy) {
        sim_cycle(s);
    }
    static const unsigned reg[] = {0x00, 0x10, 0x18, 0x20, 0x28, 0x40, 0x08};
    for (unsigned i = 0; i < 7; i++) {
        mag_mover_poke(b, reg[i], rng_next(&b->data) | 0x10000);
    }
    mag_wait_move(b);
    mag_mover_write(b, MOVER_REG_CONTROL, 0x10000); /* the same move once more */
    mag_wait_move(b);
    mag_finish(b);
    sim_expect_seen(s, "words moved", b->write_meter[MAG_MOVER].count, 400);
    sim_expect_seen(s, "MOVER_BUSY lines", sim_displays(s, "MOVER_BUSY"), 7);
}

/* ---- occupants' registers -------------------------------------------------------------------- */

/* As the model has it; what the contract leaves open is not compared. */
static void every_register(struct mag_bench *b) {
    static const unsigned addr[] = {BANK_REG_FAULT, BANK_REG_GEOMETRY, BANK_REG_DEPTH, 0x08, 0xf8};
    struct config_driver *config = &b->slot.config;
    const unsigned ids = b->type->mover.xid_w < 4 ? 1u << b->type->mover.xid_w : 16;
    for (unsigned n = 0; n < 5 * ids; n++) {
        const uint32_t value = config_read(config, b->sim, n / 5, addr[n % 5]);
        uint32_t due = value;
        bank_model_reg_read(&b->slot.check.model, n / 5, addr[n % 5], 0, &due);
        sim_evaluated(b->sim, CHECK_XF_REG);
        if (value != due) {
            sim_fail(b->sim, CHECK_XF_REG, "xf_cfg_rdata",
                     "0x%02x of id %u reads 0x%08x, not 0x%08x", addr[n % 5], n / 5, value, due);
        }
        config_write(config, b->sim, n / 5, addr[n % 5], UINT32_MAX);
    }
}

/* Before, between and after moves the port is the outside's; during a move it is the mover's. */
void occupant_registers_answer_between_moves(struct sim *s, const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    every_register(b);
    for (unsigned i = 0; i < 3; i++) {
        must_convert(b, mag_transform(b, i % 2, i / 2, own(b, 0), own(b, 1), 5));
        every_register(b);
        must_move(b, mag_copy(own(b, 0), own(b, 1), 5));
        every_register(b);
    }
    b->slot.config.write_permille = 300;
    b->slot.config.write_undefined = true;
    for (unsigned i = 0; i < 4; i++) {
        sim_cycles(s, 50);
        must_convert(b, mag_transform(b, 1, 0, own(b, 0), own(b, 2), 6));
    }
    b->slot.config.write_permille = 0;
    every_register(b);
    sim_evaluated(s, CHECK_XF_FAULT);
    if (*b->pins.xf_fault != 0) {
        sim_fail(s, CHECK_XF_FAULT, "xf_fault", "0x%x without a cause", *b->pins.xf_fault);
    }
    mag_finish(b);
}

/* A few entries, into memory and store in turn. */
static void convert_by(struct mag_bench *b, unsigned id, unsigned round) {
    const uint64_t to = round % 2 ? inside(b, 1) : own(b, 1) + 0xfa0;
    const unsigned mode = round % (1u << b->type->mover.xmode_w);
    must_convert(b, mag_transform(b, id, mode, own(b, 2 + round), to, 5));
}

static void write_own_registers(struct mag_bench *b, unsigned id) {
    const struct bank_desc *desc = b->slot.desc;
    if (desc == NULL || id == 0 || id > desc->occupants) {
        return;
    }
    const struct occupant *o = &desc->occupant[id - 1];
    for (unsigned i = 0; i < o->offset_count; i++) {
        config_write(&b->slot.config, b->sim, id, o->offsets[i], (uint32_t)rng_next(&b->data));
    }
}

/* Every shape the bank has, into memory and store; what is written between moves counts from the next
 * move on. */
void every_occupant_converts_as_its_registers_say(struct sim *s, const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    unsigned moves = 0, ids = 0;
    for (unsigned id = 0; id < b->slot.shapes.ids && id < 16; id++) {
        for (unsigned round = 0; round < 4 && b->slot.shapes.of[id].known; round++, moves++) {
            write_own_registers(b, id);
            convert_by(b, id, round);
        }
        ids += b->slot.shapes.of[id].known;
    }
    mag_finish(b);
    sim_expect_seen(s, "moves", *b->pins.mv_done, moves);
    sim_expect_seen(s, "ids", ids, 1);
}
