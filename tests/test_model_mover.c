/* The mover's models without a clock: the walker against a slow one written differently, registers,
 * places, faults at GO and their precedence, and plans. */
#include "model_mover_suite.h"

#include "mover_moves.h"

/* ---- the walker ------------------------------------------------------------------ */

static void assert_walks_alike(const struct walker *w) {
    struct walker_pos pos = walker_begin();
    const uint64_t total = slow_total(w);
    assert_true(walker_total(w) == total);
    for (uint64_t n = 0; n < total; n++) {
        const struct walker_element got = walker_at(w, &pos), want = slow_element(w, n);
        assert_int_equal(got.addr, want.addr);
        assert_int_equal(got.axis[0], want.axis[0]);
        assert_int_equal(got.axis[1], want.axis[1]);
        assert_int_equal(got.valid, want.valid);
        assert_int_equal(walker_next(w, &pos), n + 1 < total);
    }
    assert_int_equal(walker_at(w, &pos).addr, w->base);
}

static void walker_agrees_with_a_slow_one(void **state) {
    struct rng rng;
    (void)state;
    rng_init(&rng, 4, "model.mover", "walker");
    for (unsigned ndim = 0; ndim <= WALKER_DIMS; ndim++)
        for (unsigned i = 0; i < 60; i++) {
            const struct walker w = random_walker(&rng, ndim, ndim > 4 ? 4 : 6);
            assert_walks_alike(&w);
        }
}

static void walker_counts_exactly(void **state) {
    struct walker w = {.ndim = 6};
    unsigned __int128 want = 1;
    (void)state;
    for (unsigned d = 0; d < WALKER_DIMS; d++) {
        w.dim[d].count = 65535;
        want *= 65535;
    }
    assert_true(walker_total(&w) == want);
    w.dim[3].count = 0;
    assert_true(walker_total(&w) == want / 65535);
    w.ndim = 0;
    assert_true(walker_total(&w) == 1);
}

static void walker_wraps_at_both_ends_of_the_address_space(void **state) {
    struct walker w = {.base = 0, .ndim = 1, .dim[0] = {.count = 3, .stride = -32}};
    struct walker_pos pos = walker_begin();
    (void)state;
    walker_next(&w, &pos);
    assert_int_equal(walker_at(&w, &pos).addr, ADDR_SIZE - 32);
    w.base = ADDR_SIZE - 32;
    w.dim[0].stride = 32;
    assert_int_equal(walker_at(&w, &pos).addr, 0);
    w.dim[0].stride = INT32_MIN;
    w.dim[0].count = 65535;
    w.base = 64;
    pos.idx[0] = 65534;
    /* 65534 * 2^31 = 2^47 - 2^32: below zero by that, modulo 2^40 it is 2^32 above. */
    assert_int_equal(walker_at(&w, &pos).addr, 64 + (UINT64_C(1) << 32));
}

static void walker_adds_all_dimensions_on_an_axis_exactly(void **state) {
    struct walker w = {.ndim = 6, .axis[1] = {.base = INT16_MIN, .extent = 5}};
    struct walker_pos pos;
    (void)state;
    for (unsigned d = 0; d < WALKER_DIMS; d++) {
        w.dim[d] = (struct walker_dim){.count = 65535, .axis = 2, .step = INT16_MAX};
        pos.idx[d] = 65534;
    }
    assert_int_equal(walker_at(&w, &pos).axis[1], INT64_C(6) * 65534 * 32767 - 32768);
    assert_false(walker_at(&w, &pos).valid);
    w.axis[1].extent = 0;
    assert_true(walker_at(&w, &pos).valid);
}

/* ---- registers ------------------------------------------------------------------------------ */

static void put_regs(void *to, unsigned addr, uint64_t data) {
    assert_int_equal(mover_regs_write(to, addr, data), addr == 0 && (data >> 16 & 1) != 0);
}

static void assert_same_walker(const struct walker *a, const struct walker *b) {
    assert_int_equal(a->base, b->base);
    assert_int_equal(a->ndim, b->ndim);
    for (unsigned d = 0; d < WALKER_DIMS; d++) {
        assert_int_equal(a->dim[d].count, b->dim[d].count);
        assert_int_equal(a->dim[d].stride, b->dim[d].stride);
        assert_int_equal(a->dim[d].axis, b->dim[d].axis);
        assert_int_equal(a->dim[d].step, b->dim[d].step);
    }
    for (unsigned i = 0; i < WALKER_AXES; i++) {
        assert_int_equal(a->axis[i].base, b->axis[i].base);
        assert_int_equal(a->axis[i].extent, b->axis[i].extent);
    }
}

static void registers_hold_every_field(void **state) {
    struct rng rng;
    (void)state;
    rng_init(&rng, 4, "model.mover", "registers");
    for (unsigned i = 0; i < 200; i++) {
        struct mover_regs regs = {0};
        const struct walker src = random_walker(&rng, (unsigned)rng_below(&rng, 8), 65536);
        const struct walker dst = random_walker(&rng, (unsigned)rng_below(&rng, 8), 65536);
        put_walker(put_regs, &regs, MOVER_SOURCE, &src, 9, 6);
        put_walker(put_regs, &regs, MOVER_DESTINATION, &dst, 3, 5);
        put_regs(&regs, 0x40, 0xdeadbeef89abcdef);
        put_regs(&regs, 0x00, control_data(5, 2, false) | 0xff00);
        put_regs(&regs, 0x08, UINT64_MAX);
        put_regs(&regs, 0x01, UINT64_MAX);
        assert_same_walker(&regs.walker[MOVER_SOURCE], &src);
        assert_same_walker(&regs.walker[MOVER_DESTINATION], &dst);
        assert_int_equal(regs.xform_id, 9);
        assert_int_equal(regs.xform_mode, 6);
        assert_int_equal(regs.immediate, 0x89abcdef);
        assert_int_equal(regs.mode, 5);
        assert_int_equal(regs.width, 2);
    }
}

static void dimension_waits_for_its_commit(void **state) {
    struct mover_regs regs = {0};
    (void)state;
    put_regs(&regs, 0x18, 1 | reg_bits(2, 3, 1) | reg_bits(7, 16, 4) | reg_bits(64, 32, 20));
    assert_int_equal(regs.walker[1].dim[2].count, 0);
    put_regs(&regs, 0x20, 1 | reg_bits(3, 16, 2));
    assert_int_equal(regs.walker[1].dim[2].count, 7);
    assert_int_equal(regs.walker[1].dim[2].stride, 64);
    put_regs(&regs, 0x20, 2 | reg_bits(4, 16, 2)); /* the same dimension again, other axis */
    assert_int_equal(regs.walker[1].dim[2].count, 7);
    assert_int_equal(regs.walker[1].dim[2].axis, 2);
    assert_int_equal(regs.walker[1].dim[2].step, 4);
    const struct mover_regs before = regs;
    for (unsigned which = 0; which < 2; which++)
        for (unsigned d = 6; d < 8; d++) {
            put_regs(&regs, 0x18, which | reg_bits(d, 3, 1) | reg_bits(0xffff, 16, 4));
            put_regs(&regs, 0x20, 1);
            assert_same_walker(&regs.walker[0], &before.walker[0]);
            assert_same_walker(&regs.walker[1], &before.walker[1]);
        }
}

static void immediate_repeats_at_the_element_width(void **state) {
    static const uint32_t want[] = {0xefefefef, 0xcdefcdef, 0x89abcdef};
    (void)state;
    for (uint8_t width = 0; width < 3; width++) {
        const struct mover_regs regs = {.width = width, .immediate = 0x89abcdef};
        const struct word pattern = mover_pattern(&regs);
        for (unsigned i = 0; i < 8; i++)
            assert_int_equal(pattern.w[i], want[width]);
    }
}

/* ---- places --------------------------------------------------------------------------------- */

static void assert_place(const struct mover_config *config, uint64_t addr, bool write,
                         enum mover_space space, uint64_t offset) {
    const struct mover_place place = mover_place_of(config, addr, write);
    assert_int_equal(place.space, space);
    assert_int_equal(place.offset, offset);
}

static void addresses_lead_where_the_map_says(void **state) {
    const struct mover_config full = {.mesh_id = 2, .ilink = true, .stage = 100};
    const struct mover_config alone = {.mesh_id = 2, .stage = 100};
    const struct mover_config bare = {.mesh_id = 2, .ilink = true};
    (void)state;
    assert_place(&full, 0x2312345660, true, MOVER_DRAM, 0x312345660);
    assert_place(&full, 0x1312345660, false, MOVER_DRAM, 0x312345660);
    assert_place(&full, 0x1312345660, true, MOVER_REMOTE, 0x1312345660);
    assert_place(&alone, 0x1312345660, true, MOVER_DRAM, 0x312345660);
    assert_place(&full, 0xa000000000 + 99 * 32, true, MOVER_STAGING, 99 * 32);
    assert_place(&full, 0xa000000000 + 100 * 32, true, MOVER_NOWHERE, 0);
    assert_place(&full, 0xa080000000, false, MOVER_NOWHERE, 0);
    assert_place(&full, 0xa100000000, false, MOVER_NOWHERE, 0);
    assert_place(&full, 0x9000000000, false, MOVER_NOWHERE, 0);
    assert_place(&full, 0x9000000020, true, MOVER_REMOTE, 0x9000000020);
    assert_place(&alone, 0x9000000020, true, MOVER_NOWHERE, 0);
    assert_place(&bare, 0xa100000020, true, MOVER_DRAM, 0x100000020);
}

/* ---- faults at GO --------------------------------------------------------------------------- */

static void expect_code(const struct mover_regs *regs, enum mover_code code) {
    assert_int_equal(mover_go_fault(&mover_test_config, regs, false), code);
}

static void unknown_modes_are_fault_4(void **state) {
    (void)state;
    for (unsigned mode = 0; mode < 8; mode++) {
        const bool known = mode == 0 || mode == 4 || mode == 5;
        const struct mover_regs regs = regs_of(mode, line_of(OWN, 4, 32), line_of(OWN, 1, 32));
        struct mover_regs fit = regs;
        fit.walker[1].dim[0].count = mode == 5 ? 1 : 4;
        expect_code(&fit, known ? MOVER_CODE_NONE : MOVER_CODE_MODE);
    }
}

static void a_copy_with_every_fault_shows_them_in_order(void **state) {
    struct mover_regs regs = regs_of(3, line_of(OWN + 1, 4, 32), line_of(OWN, 4, 33));
    (void)state;
    regs.width = 3;
    regs.walker[0].ndim = 7;
    regs.walker[0].axis[0].extent = 5; /* no fault in a copy */
    expect_code(&regs, MOVER_CODE_MODE);
    regs.mode = MOVER_COPY;
    expect_code(&regs, MOVER_CODE_WIDTH);
    regs.width = 2;
    expect_code(&regs, MOVER_CODE_COUNT);
    regs.walker[0].ndim = 1;
    expect_code(&regs, MOVER_CODE_ALIGN);
    regs.walker[0].base = OWN;
    expect_code(&regs, MOVER_CODE_ALIGN);
    regs.walker[1].dim[0].stride = 64;
    expect_code(&regs, MOVER_CODE_NONE);
    assert_int_equal(mover_go_fault(&mover_test_config, &regs, true), MOVER_CODE_NONE);
}

static void a_transform_with_every_fault_shows_them_in_order(void **state) {
    struct mover_regs regs = regs_of(MOVER_TRANSFORM, line_of(OWN, 5, 32), line_of(OWN, 2, 48));
    (void)state;
    regs.width = 3; /* not examined in a transform */
    regs.xform_id = SPREAD;
    regs.walker[1].axis[1].extent = 1;
    regs.walker[1].ndim = 7;
    expect_code(&regs, MOVER_CODE_COUNT);
    regs.walker[1].ndim = 1;
    expect_code(&regs, MOVER_CODE_COUNT); /* five words are no multiple of two */
    regs.walker[0].dim[0].count = 6;
    expect_code(&regs, MOVER_CODE_COUNT); /* three entries, two places */
    regs.walker[1].dim[0].count = 3;
    expect_code(&regs, MOVER_CODE_ALIGN);
    regs.walker[1].dim[0].stride = 96;
    expect_code(&regs, MOVER_CODE_EXTENT);
    regs.walker[1].axis[1].extent = 0;
    expect_code(&regs, MOVER_CODE_NONE);
    assert_int_equal(mover_go_fault(&mover_test_config, &regs, true), MOVER_CODE_SLOT);
    /* Without a geometry counts are not judged, but alignment and extents still come first. */
    regs.xform_id = UNKNOWN;
    regs.walker[0].dim[0].count = 5;
    expect_code(&regs, MOVER_CODE_SLOT);
    regs.walker[0].axis[0].extent = 1;
    expect_code(&regs, MOVER_CODE_EXTENT);
    regs.walker[0].base += 16;
    expect_code(&regs, MOVER_CODE_ALIGN);
    regs.walker[0].ndim = 7;
    expect_code(&regs, MOVER_CODE_COUNT);
}

static void a_fill_does_not_look_at_the_source_walker(void **state) {
    struct mover_regs regs = regs_of(MOVER_FILL, line_of(OWN + 1, 9, 33), line_of(OWN, 4, 32));
    (void)state;
    regs.walker[0].ndim = 7;
    expect_code(&regs, MOVER_CODE_NONE);
    regs.walker[1].ndim = 7;
    expect_code(&regs, MOVER_CODE_COUNT);
    regs.walker[1].ndim = 1;
    regs.walker[1].base += 8;
    expect_code(&regs, MOVER_CODE_ALIGN);
}

static void counts_are_compared_beyond_64_bits(void **state) {
    struct mover_regs regs = {.mode = MOVER_COPY};
    (void)state;
    for (unsigned which = 0; which < 2; which++) {
        regs.walker[which].ndim = 6;
        for (unsigned d = 0; d < WALKER_DIMS; d++)
            regs.walker[which].dim[d].count = 32768; /* 2^90 */
    }
    expect_code(&regs, MOVER_CODE_NONE);
    regs.walker[1].dim[0].count = 16384; /* 2^89: equal modulo 2^64 */
    expect_code(&regs, MOVER_CODE_COUNT);
    regs.walker[1].ndim = 0; /* 1 against 2^90 */
    expect_code(&regs, MOVER_CODE_COUNT);
}

static void strides_that_never_step_may_be_misaligned(void **state) {
    struct mover_regs regs = regs_of(MOVER_COPY, line_of(OWN, 1, 7), line_of(OWN + 32, 0, -1));
    (void)state;
    regs.walker[0].dim[1] = (struct walker_dim){.count = 99, .stride = 3};
    expect_code(&regs, MOVER_CODE_NONE);
    regs.walker[0].ndim = 2;
    regs.walker[1] = line_of(OWN, 99, 32);
    expect_code(&regs, MOVER_CODE_ALIGN);
}

static void impossible_geometry_is_fault_8(void **state) {
    static const struct {
        uint32_t geometry;
        enum mover_code code;
    } row[] = {
        {0, MOVER_CODE_SLOT},          {0x00010100, MOVER_CODE_NONE},
        {0x00040100, MOVER_CODE_NONE}, {0x00050100, MOVER_CODE_SLOT},
        {0x00000100, MOVER_CODE_SLOT}, {0x00010000, MOVER_CODE_SLOT},
        {0x00010180, MOVER_CODE_SLOT}, {0x00010200, MOVER_CODE_COUNT},
    };
    struct mover_regs regs = regs_of(MOVER_TRANSFORM, line_of(OWN, 3, 32), line_of(OWN, 3, 128));
    (void)state;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        uint32_t geometry = row[i].geometry;
        const struct mover_config config = {
            .xid_w = 4, .xmode_w = 4, .geometry = given_geometry, .context = &geometry};
        assert_int_equal(mover_go_fault(&config, &regs, false), row[i].code);
    }
}

static void selection_bits_above_the_widths_are_fault_8(void **state) {
    struct mover_config config = mover_test_config;
    struct mover_regs regs = regs_of(MOVER_TRANSFORM, line_of(OWN, 3, 32), line_of(OWN, 3, 32));
    (void)state;
    config.xid_w = 2;
    config.xmode_w = 1;
    regs.xform_id = INVERT;
    assert_int_equal(mover_go_fault(&config, &regs, false), MOVER_CODE_NONE);
    regs.xform_mode = 2;
    assert_int_equal(mover_go_fault(&config, &regs, false), MOVER_CODE_SLOT);
    regs.xform_mode = 1;
    regs.xform_id = INVERT | 4;
    assert_int_equal(mover_go_fault(&config, &regs, false), MOVER_CODE_SLOT);
    config.xid_w = config.xmode_w = 8;
    regs.xform_id = INVERT;
    regs.xform_mode = 15;
    assert_int_equal(mover_go_fault(&config, &regs, false), MOVER_CODE_NONE);
}

/* ---- plans ---------------------------------------------------------------------------------- */

static void make(const struct mover_regs *regs, struct mover_plan *plan) {
    assert_int_equal(mover_go_fault(&mover_test_config, regs, false), MOVER_CODE_NONE);
    assert_int_equal(mover_plan_make(&mover_test_config, regs, 100000, plan), MOVER_PLAN_MADE);
}

static void copy_steps_both_walkers_and_pads(void **state) {
    struct mover_regs regs =
        regs_of(MOVER_COPY, line_of(OWN - 64, 6, 32), line_of(OWN + 4096, 6, 64));
    struct mover_plan plan;
    (void)state;
    regs.walker[0].base = OWN + 64;
    regs.walker[0].dim[0].axis = 1;
    regs.walker[0].dim[0].step = 1;
    regs.walker[0].axis[0] = (struct walker_axis){.base = -2, .extent = 3};
    regs.walker[1].dim[0].axis = 2;
    regs.walker[1].dim[0].step = -1;
    regs.walker[1].axis[1] = (struct walker_axis){.base = 4, .extent = 4};
    make(&regs, &plan);
    assert_int_equal(plan.read_count, 6);
    assert_int_equal(plan.write_count, 6);
    for (unsigned i = 0; i < 6; i++) {
        assert_int_equal(plan.reads[i].padding, i < 2 || i > 4);
        assert_int_equal(plan.writes[i].pattern, i < 2 || i > 4);
        assert_int_equal(plan.writes[i].skipped, i == 0 || i == 5);
        assert_int_equal(plan.reads[i].place.offset, 64 + 32 * i);
        assert_int_equal(plan.writes[i].place.offset, 4096 + 64 * i);
    }
    mover_plan_free(&plan);
}

static void transform_writes_whole_entries(void **state) {
    struct mover_regs regs =
        regs_of(MOVER_TRANSFORM, line_of(OWN, 6, -32), line_of(OWN + 4096, 3, 128));
    struct mover_plan plan;
    (void)state;
    regs.walker[0].base = OWN + 1024;
    regs.xform_id = SPREAD;
    make(&regs, &plan);
    assert_int_equal(plan.read_count, 6);
    assert_int_equal(plan.write_count, 9);
    for (unsigned i = 0; i < 9; i++) {
        assert_int_equal(plan.writes[i].place.offset, 4096 + i / 3 * 128 + i % 3 * 32);
        assert_int_equal(plan.writes[i].source, i / 3 * 2);
        assert_int_equal(plan.writes[i].of_entry, i % 3);
        assert_false(plan.writes[i].any);
    }
    mover_plan_free(&plan);
}

static void window_fault_ends_the_plan_where_it_happens(void **state) {
    struct mover_regs regs =
        regs_of(MOVER_COPY, line_of(OWN + WINDOW_SIZE - 96, 10, 32), line_of(OWN, 10, 32));
    struct mover_plan plan;
    (void)state;
    make(&regs, &plan);
    assert_true(plan.window_must);
    assert_int_equal(plan.read_count, 3);
    assert_int_equal(plan.write_count, 3);
    mover_plan_free(&plan);

    regs = regs_of(MOVER_COPY, line_of(OWN, 10, 32), line_of(OWN + 64, 10, -32));
    make(&regs, &plan);
    assert_true(plan.window_must);
    assert_int_equal(plan.read_count, 10);
    assert_int_equal(plan.write_count, 3);
    mover_plan_free(&plan);

    /* 2^31-sized strides leave a 64 GB window after 32 steps, long before the walk ends. */
    regs = regs_of(MOVER_FILL, line_of(0, 1, 0), line_of(OWN, 65535, INT32_MIN));
    regs.walker[1].base = OWN + WINDOW_SIZE - 32;
    make(&regs, &plan);
    assert_true(plan.window_must);
    assert_int_equal(plan.write_count, 32);
    mover_plan_free(&plan);
}

static void staging_and_apertures_fault_at_run_time(void **state) {
    const uint64_t store = UINT64_C(0x9000000000);
    struct mover_regs regs = regs_of(MOVER_FILL, line_of(0, 1, 0), line_of(store + 62 * 32, 4, 32));
    struct mover_plan plan;
    (void)state;
    make(&regs, &plan);
    assert_true(plan.window_must);
    assert_int_equal(plan.write_count, 2);
    mover_plan_free(&plan);

    regs = regs_of(MOVER_COPY, line_of(store | UINT64_C(3) << 32, 4, 32), line_of(OWN, 4, 32));
    make(&regs, &plan);
    assert_true(plan.window_must);
    assert_int_equal(plan.read_count + plan.write_count, 0);
    mover_plan_free(&plan);

    /* The last entry reaches past the store: what of it lies inside may hold anything. */
    regs = regs_of(MOVER_TRANSFORM, line_of(OWN, 4, 32), line_of(store + 59 * 32, 2, 96));
    regs.xform_id = SPREAD;
    make(&regs, &plan);
    assert_true(plan.window_must);
    assert_int_equal(plan.write_count, 5);
    assert_false(plan.writes[2].any);
    assert_true(plan.writes[3].any);
    mover_plan_free(&plan);
}

static void padding_outside_the_window_only_may_fault(void **state) {
    struct mover_regs regs = regs_of(MOVER_COPY, line_of(OWN, 3, -32), line_of(OWN + 4096, 3, 32));
    struct mover_plan plan;
    (void)state;
    regs.walker[0].dim[0].axis = 1;
    regs.walker[0].dim[0].step = 1;
    regs.walker[0].axis[0].extent = 1;
    make(&regs, &plan);
    assert_true(plan.window_may);
    assert_false(plan.window_must);
    assert_int_equal(plan.write_count, 3);
    mover_plan_free(&plan);

    /* A source word that has no destination need not be read. */
    regs.walker[0].axis[0].extent = 0;
    regs.walker[1].dim[0].axis = 1;
    regs.walker[1].dim[0].step = 1;
    regs.walker[1].axis[0].extent = 1;
    make(&regs, &plan);
    assert_true(plan.window_may);
    assert_false(plan.window_must);
    assert_int_equal(plan.write_count, 3);
    mover_plan_free(&plan);
}

static void plan_refuses_more_than_its_limit(void **state) {
    const struct mover_regs regs = regs_of(MOVER_FILL, line_of(0, 1, 0), line_of(OWN, 65535, 32));
    struct mover_plan plan;
    (void)state;
    assert_int_equal(mover_plan_make(&mover_test_config, &regs, 1000, &plan), MOVER_PLAN_TOO_LONG);
    assert_null(plan.writes);
}

const struct CMUnitTest model_mover_tests[] = {
    cmocka_unit_test(walker_agrees_with_a_slow_one),
    cmocka_unit_test(walker_counts_exactly),
    cmocka_unit_test(walker_wraps_at_both_ends_of_the_address_space),
    cmocka_unit_test(walker_adds_all_dimensions_on_an_axis_exactly),
    cmocka_unit_test(registers_hold_every_field),
    cmocka_unit_test(dimension_waits_for_its_commit),
    cmocka_unit_test(immediate_repeats_at_the_element_width),
    cmocka_unit_test(addresses_lead_where_the_map_says),
    cmocka_unit_test(unknown_modes_are_fault_4),
    cmocka_unit_test(a_copy_with_every_fault_shows_them_in_order),
    cmocka_unit_test(a_transform_with_every_fault_shows_them_in_order),
    cmocka_unit_test(a_fill_does_not_look_at_the_source_walker),
    cmocka_unit_test(counts_are_compared_beyond_64_bits),
    cmocka_unit_test(strides_that_never_step_may_be_misaligned),
    cmocka_unit_test(impossible_geometry_is_fault_8),
    cmocka_unit_test(selection_bits_above_the_widths_are_fault_8),
    cmocka_unit_test(copy_steps_both_walkers_and_pads),
    cmocka_unit_test(transform_writes_whole_entries),
    cmocka_unit_test(window_fault_ends_the_plan_where_it_happens),
    cmocka_unit_test(staging_and_apertures_fault_at_run_time),
    cmocka_unit_test(padding_outside_the_window_only_may_fault),
    cmocka_unit_test(plan_refuses_more_than_its_limit),
};
const size_t model_mover_test_count = sizeof model_mover_tests / sizeof *model_mover_tests;
