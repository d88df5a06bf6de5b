/* Copy and fill (modules 4): shapes, places, padding, overlap. */
#include "mover_scenarios.h"

static void copy(struct mover_bench *b, struct walker source, struct walker destination) {
    struct mover_regs move = copy_of(source, destination);
    move.immediate = 0xa5c3965a;
    mover_expect(b, &move, MOVER_CODE_NONE);
}

static void fill(struct mover_bench *b, unsigned width, uint32_t value, struct walker w) {
    const struct mover_regs move = fill_of(width, value, w);
    mover_expect(b, &move, MOVER_CODE_NONE);
}

/* ---- lengths and places --------------------------------------------------------------------- */

void copies_of_every_length(struct mover_bench *b) {
    for (unsigned words = 1; words <= 140; words += words < 20 ? 1 : 13) {
        copy(b, words_of(own_dram(b, 0x1000), words), words_of(own_dram(b, 0x40000), words));
        fill(b, words % 3, words * 0x01020304, words_of(own_dram(b, 0x50000), words));
    }
    sim_expect_seen(b->sim, "moves compared as a whole", b->images, 2 * 29);
}

/* Bursts split at 4 KB on both sides, wherever they begin. */
void copies_at_every_place_in_a_page(struct mover_bench *b) {
    for (unsigned i = 0; i < 128; i += 5) {
        const uint64_t from = own_dram(b, 0x1000 + i * WORD_BYTES);
        const uint64_t to = own_dram(b, 0x80000 + (127 - i * 7 % 128) * WORD_BYTES);
        copy(b, words_of(from, 150), words_of(to, 150));
    }
    sim_expect_seen(b->sim, "moves compared as a whole", b->images, 26);
}

void long_copy_and_fill(struct mover_bench *b) {
    copy(b, words_of(own_dram(b, 0x7e0), 5000), words_of(own_dram(b, 0x400020), 5000));
    fill(b, 1, 0x12345678, words_of(own_dram(b, 0x300fe0), 5000));
    slow_surroundings(b);
    copy(b, words_of(own_dram(b, 0x7e0), 1500), words_of(own_dram(b, 0x400020), 1500));
    sim_expect_seen(b->sim, "words written", b->writes.words, 11500);
}

/* No word follows the one before: as many bursts as words, on one side or on both. */
void long_copies_of_single_words(struct mover_bench *b) {
    const struct walker apart = line_of(own_dram(b, 0x1000), 600, 64);
    const struct walker backwards = line_of(own_dram(b, 0x400000), 600, -32);
    const struct walker dense = words_of(own_dram(b, 0x200020), 600);
    for (unsigned i = 0; i < 2; i++) {
        copy(b, apart, backwards);
        copy(b, apart, dense);
        copy(b, dense, apart);
        fill(b, 0, 0x35 + i, backwards);
        slow_surroundings(b);
    }
    sim_expect_seen(b->sim, "moves compared as a whole", b->images, 8);
}

/* ---- the immediate -------------------------------------------------------------------------- */

void fills_at_three_widths(struct mover_bench *b) {
    static const uint32_t value[] = {0x84c2a1f3, 0, 0xffffffff, 0x00000001, 0x80000000, 0x0000ff00};
    for (unsigned width = 0; width < 3; width++) {
        for (unsigned i = 0; i < 6; i++) {
            fill(b, width, value[i], words_of(own_dram(b, 0x2000), 5));
            fill(b, width, value[i], plane_of(own_dram(b, 0x9000), 3, -96, 2, 0x2000));
        }
    }
    sim_expect_seen(b->sim, "moves compared as a whole", b->images, 36);
}

/* A fill's own walker may have bounds; its source walker, however wrong, is not looked at. */
void padding_at_three_widths(struct mover_bench *b) {
    for (unsigned width = 0; width < 3; width++) {
        struct mover_regs move =
            copy_of(words_of(own_dram(b, 0x100), 9), words_of(own_dram(b, 0x8000), 9));
        move.width = (uint8_t)width;
        move.immediate = 0x84c2a1f3;
        move.walker[0].dim[0].axis = 1;
        move.walker[0].dim[0].step = 1;
        move.walker[0].axis[0] = (struct walker_axis){-2, 5};
        mover_expect(b, &move, MOVER_CODE_NONE);
        move.mode = MOVER_FILL;
        move.walker[0] = (struct walker){.base = 3, .ndim = WALKER_NDIM_ILLEGAL};
        move.walker[1].dim[0].axis = 2;
        move.walker[1].dim[0].step = -1;
        move.walker[1].axis[1] = (struct walker_axis){6, 4};
        mover_expect(b, &move, MOVER_CODE_NONE);
    }
    sim_expect_seen(b->sim, "words written", b->writes.words, 3 * (9 + 4));
}

/* An image of 4 x 5 words inside a frame of padding, from a source that has no frame. */
void halo_is_padded_on_all_sides(struct mover_bench *b) {
    for (int halo = 0; halo <= 3; halo++) {
        const unsigned rows = 4 + 2 * (unsigned)halo, columns = 5 + 2 * (unsigned)halo;
        const int64_t corner = 0x10000 - halo * (5 * 32) - halo * 32;
        struct walker from = plane_of(own_dram(b, (uint64_t)corner), rows, 5 * 32, columns, 32);
        from.dim[0].axis = 1;
        from.dim[1].axis = 2;
        from.dim[0].step = from.dim[1].step = 1;
        from.axis[0] = (struct walker_axis){(int16_t)-halo, 4};
        from.axis[1] = (struct walker_axis){(int16_t)-halo, 5};
        copy(b, from, words_of(own_dram(b, 0x20000), rows * columns));
    }
    sim_expect_seen(b->sim, "words read", b->reads.words, 4 * 20);
}

void invalid_destinations_write_nothing(struct mover_bench *b) {
    for (unsigned extent = 1; extent < 9; extent++) {
        struct walker to = plane_of(own_dram(b, 0x30000), 3, 0x400, 8, 32);
        struct walker from = words_of(own_dram(b, 0x100), 24);
        to.dim[1].axis = 1;
        to.dim[1].step = 1;
        to.axis[0] = (struct walker_axis){-1, (uint16_t)extent};
        copy(b, from, to);
        from.dim[0].axis = 2;
        from.dim[0].step = 2;
        from.axis[1] = (struct walker_axis){-5, 30};
        copy(b, from, to);
        to.dim[2].axis = 2;
        to.dim[2].step = 1;
        to.axis[1] = (struct walker_axis){-1, (uint16_t)(9 - extent)};
        fill(b, 2, 0x5a5a1234, to);
    }
    sim_expect_seen(b->sim, "moves compared as a whole", b->images, 24);
}

/* Every element is invalid: nothing is read or written, and the move completes. */
void moves_of_nothing_complete(struct mover_bench *b) {
    struct walker nothing = words_of(own_dram(b, 0x30000), 40);
    nothing.axis[0] = (struct walker_axis){-1, 5};
    fill(b, 0, 1, nothing);
    copy(b, words_of(own_dram(b, 0), 40), nothing);
    copy(b, nothing, nothing);
    sim_expect_seen(b->sim, "moves", b->moves, 3);
    if (b->writes.words + b->reads.words > 0) {
        sim_fail(b->sim, CHECK_MV_PAD, "scenario", "a move of nothing moved something");
    }
    copy(b, nothing, words_of(own_dram(b, 0x1000), 40)); /* nothing but padding */
    sim_expect_seen(b->sim, "words written", b->writes.words, 40);
}

/* ---- dimensions and strides ----------------------------------------------------------------- */

void dimensions_0_to_6_with_rubbish_above(struct mover_bench *b) {
    for (unsigned ndim = 0; ndim <= WALKER_DIMS; ndim++) {
        struct walker from = {.base = own_dram(b, 0x1000), .ndim = (uint8_t)ndim};
        struct walker to = {.base = own_dram(b, 0x100000), .ndim = (uint8_t)ndim};
        int32_t pitch = WORD_BYTES;
        for (unsigned d = ndim; d-- > 0;) {
            const uint16_t count = (uint16_t)(d == 2 ? 0 : d == 3 ? 1 : 2 + d % 2);
            from.dim[d] = (struct walker_dim){.count = count, .stride = pitch};
            to.dim[ndim - 1 - d] = (struct walker_dim){.count = count, .stride = 3 * pitch};
            pitch *= count > 0 ? count : 1;
        }
        add_rubbish(b, &from);
        add_rubbish(b, &to);
        copy(b, from, to);
        fill(b, 0, ndim, to);
    }
    sim_expect_seen(b->sim, "moves compared as a whole", b->images, 14);
}

/* Zero, negative, and as large as they get: 2^31 bytes either way inside the 64 GB window. */
void strides_of_every_kind(struct mover_bench *b) {
    static const int32_t stride[] = {0, -32, 32, 4096, -4096, INT32_MIN, INT32_MAX - 31, 64};
    const uint64_t middle = UINT64_C(1) << 35;
    for (unsigned i = 0; i < 8; i++) {
        copy(b, line_of(own_dram(b, middle), 7, stride[i]),
             words_of(own_dram(b, 0x40000 + i * 0x400), 7));
        copy(b, words_of(own_dram(b, 0x2000), 7), line_of(own_dram(b, middle), 7, stride[i]));
        copy(b, plane_of(own_dram(b, middle), 3, stride[i], 3, stride[(i + 3) % 8]),
             plane_of(own_dram(b, 0x7000), 3, -96, 3, 32));
        fill(b, 2, i, plane_of(own_dram(b, middle), 3, stride[i], 3, stride[(i + 5) % 8]));
    }
    sim_expect_seen(b->sim, "moves", b->moves, 32);
}

/* ---- overlap and aliases -------------------------------------------------------------------- */

/* A destination word may take any value its source word had during the move. */
void overlaps_by_every_distance(struct mover_bench *b) {
    for (int distance = -12; distance <= 12; distance++) {
        const uint64_t from = own_dram(b, 0x5000), to = from + (uint64_t)(distance * 32);
        copy(b, words_of(from, 40), words_of(to, 40));
        copy(b, line_of(from + 39 * 32, 40, -32), words_of(to, 40));
        copy(b, plane_of(from, 6, 32, 6, 6 * 32), plane_of(to, 6, 6 * 32, 6, 32));
    }
    sim_expect_seen(b->sim, "words written", b->writes.words, 25 * (80 + 36));
}

/* Reads of any mesh come from the own memory; without the interlink writes go there, too. */
void other_meshes_alias_on_reads(struct mover_bench *b) {
    for (unsigned mesh = 0; mesh < 4; mesh++) {
        const uint64_t window = (uint64_t)mesh << 36;
        copy(b, words_of(window | 0x6000, 20), words_of(own_dram(b, 0x6040), 20));
        copy(b, words_of(own_dram(b, 0x6000), 20), words_of(window | 0x6040, 20));
        copy(b, words_of(window | 0x6000, 20), words_of(window | 0x7000, 20));
    }
    if (b->config.stage == 0) {
        copy(b, words_of(UINT64_C(0x8f00006000), 20), words_of(UINT64_C(0x9f00007000), 20));
        copy(b, words_of(UINT64_C(0x0f00007000), 20), words_of(UINT64_C(0x8f00007040), 20));
    }
    sim_expect_seen(b->sim, "words written", b->writes.words, 240);
}

void somebody_else_writes_the_source(struct mover_bench *b) {
    const struct mover_regs move =
        copy_of(words_of(own_dram(b, 0x2000), 300), words_of(own_dram(b, 0x9000), 300));
    for (unsigned round = 0; round < 6; round++) {
        mover_set(b, &move);
        mover_go(b, &move);
        do {
            struct word word;
            rng_fill(&b->gap, word.w, 8);
            mover_poke(b, own_dram(b, 0x2000 + rng_below(&b->gap, 300) * WORD_BYTES), &word);
            sim_cycle(b->sim);
        } while (b->moves == round);
        slow_surroundings(b);
    }
    sim_expect_seen(b->sim, "words written", b->writes.words, 1800);
}

/* ---- targets -------------------------------------------------------------------------------- */

/* Each served place to each: DRAM, the staging store, another mesh and its staging store. */
void every_target(struct mover_bench *b) {
    const uint64_t place[] = {own_dram(b, 0x3000), own_staging(b, 0x400), next_mesh(b, 0x3000),
                              UINT64_C(1) << 39 | next_mesh(b, 0x400)};
    const bool served[] = {true, true, true, false}; /* to reads */
    for (unsigned from = 0; from < 4; from++) {
        for (unsigned to = 0; to < 4; to++) {
            if (served[from] || b->config.stage == 0) {
                copy(b, words_of(place[from], 30), words_of(place[to] + 0x800, 30));
                fill(b, 0, from, words_of(place[to], 3));
            }
        }
    }
    sim_expect_seen(b->sim, "words written", b->writes.words, 12 * 33);
}

void staging_from_first_to_last_word(struct mover_bench *b) {
    const unsigned words = (unsigned)b->config.stage;
    if (words == 0) {
        return;
    }
    copy(b, words_of(own_dram(b, 0x10000), words), words_of(own_staging(b, 0), words));
    copy(b, words_of(own_staging(b, 0), words), words_of(own_dram(b, 0x20020), words));
    copy(b, words_of(own_staging(b, (words - 1) * WORD_BYTES), 1), words_of(own_staging(b, 0), 1));
    for (unsigned bit = 1; bit < words; bit *= 2) {
        copy(b, words_of(own_dram(b, bit * WORD_BYTES), 1),
             words_of(own_staging(b, bit * WORD_BYTES), 1));
    }
    sim_expect_seen(b->sim, "words written", b->writes.words, 2 * words + 9);
}
