/* The walker (modules 4): addresses, axes and facts, element by element. */
#include "rtl_suites_mv.h"

#include "bench/walker_bench.h"
#include "dut/variants.h"
#include "mover_moves.h"

enum { RANDOM_CYCLES = 60000, WALK_MOST = 3000 };

static struct walker_bench *walker(struct sim *s, unsigned which) {
    return walker_bench_new(s, which == MOVER_SOURCE ? &dut_walker0 : &dut_walker1, which);
}

/* ---- random --------------------------------------------------------------------------------- */

static void random_walks(struct sim *s, unsigned which) {
    struct walker_bench *b = walker(s, which);
    const uint64_t cycles = s->options->cycles ? s->options->cycles : RANDOM_CYCLES;
    while (s->cycle < cycles) {
        const struct walker w =
            random_walker(&b->rng, rng_below(&b->rng, 8), rng_chance(&b->rng, 300) ? 12 : 4);
        b->gaps = 300 * rng_below(&b->rng, 3);
        walker_set(b, &w);
        if (w.ndim != WALKER_NDIM_ILLEGAL) {
            walker_walk(b, rng_range(&b->rng, 1, 400));
        }
        if (rng_chance(&b->rng, 50)) {
            sim_reset(s, rng_range(&b->rng, 1, 3));
        }
    }
    s->seen.random_cycles += s->cycle;
    sim_expect_seen(s, "elements compared", b->elements, cycles / 4);
}

/* ---- corners -------------------------------------------------------------------------------- */

/* Every dimension holds rubbish; only those below ndim and with a count above 1 are walked. */
static struct walker rubbish_walker(struct walker_bench *b, unsigned ndim) {
    struct walker w = random_walker(&b->rng, ndim, 2);
    for (unsigned a = 0; a < WALKER_AXES; a++) {
        w.axis[a].extent = 0;
    }
    return w;
}

static void whole(struct walker_bench *b, const struct walker *w) {
    walker_set(b, w);
    walker_walk(b, WALK_MOST);
}

static void walks_of_0_to_6_dimensions(struct sim *s, unsigned which) {
    struct walker_bench *b = walker(s, which);
    uint64_t elements = 0;
    for (unsigned ndim = 0; ndim <= WALKER_DIMS; ndim++) {
        struct walker w = rubbish_walker(b, ndim);
        for (unsigned d = 0; d < ndim; d++) {
            w.dim[d].count = (uint16_t)(2 + d % 3);
        }
        elements += slow_total(&w);
        whole(b, &w);
        b->gaps = 500;
    }
    sim_expect_seen(s, "elements compared", b->elements, elements);
}

static void counts_of_0_and_1_are_one_element(struct sim *s, unsigned which) {
    struct walker_bench *b = walker(s, which);
    for (unsigned ndim = 0; ndim <= WALKER_DIMS; ndim++) {
        const struct walker w = rubbish_walker(b, ndim);
        whole(b, &w);
    }
    sim_expect_seen(s, "elements compared", b->elements, 7);
}

static void strides_of_every_size_wrap_at_40_bits(struct sim *s, unsigned which) {
    static const int32_t stride[] = {0, 32, -32, INT32_MIN, INT32_MAX - 31, -4096, 1, -1};
    struct walker_bench *b = walker(s, which);
    for (unsigned i = 0; i < 64; i++) {
        struct walker w = rubbish_walker(b, 2);
        w.base = i & 1 ? ADDR_SIZE - 32 : 0;
        w.dim[0] = (struct walker_dim){.count = 3, .stride = stride[i % 8]};
        w.dim[1] = (struct walker_dim){.count = 5, .stride = stride[i / 8]};
        whole(b, &w);
    }
    sim_expect_seen(s, "elements compared", b->elements, 64 * 15);
}

/* The longest dimension there is, and a stride that goes round the address space many times. */
static void count_of_65535_is_walked_to_its_end(struct sim *s, unsigned which) {
    struct walker_bench *b = walker(s, which);
    struct walker w = rubbish_walker(b, 1);
    w.dim[0].count = 65535;
    w.dim[0].stride = INT32_MIN;
    w.dim[0].axis = 1;
    w.dim[0].step = INT16_MIN;
    w.axis[0] = (struct walker_axis){INT16_MAX, 65535};
    walker_set(b, &w);
    walker_walk(b, 65540);
    sim_expect_seen(s, "elements compared", b->elements, 65535);
}

/* An extent's first and last valid value, and the ones beyond, from either side, on both axes. */
static void bounds_are_exact(struct sim *s, unsigned which) {
    struct walker_bench *b = walker(s, which);
    for (int step = -3; step <= 3; step++) {
        for (int base = -4; base <= 6; base++) {
            struct walker w = rubbish_walker(b, 2);
            w.dim[0] = (struct walker_dim){.count = 4, .stride = 64, .axis = 1, .step = 1};
            w.dim[1] = (struct walker_dim){.count = 6,
                                           .stride = 32,
                                           .axis = (uint8_t)(base & 1 ? 1 : 2),
                                           .step = (int16_t)step};
            w.axis[0] = (struct walker_axis){(int16_t)base, 3};
            w.axis[1] = (struct walker_axis){(int16_t)(2 - base), (uint16_t)(step & 1 ? 0 : 5)};
            whole(b, &w);
        }
    }
    sim_expect_seen(s, "elements compared", b->elements, 7 * 11 * 24);
}

/* 16-bit steps and counts: sums of six products, none of which wraps. */
static void axis_values_never_wrap(struct sim *s, unsigned which) {
    struct walker_bench *b = walker(s, which);
    for (unsigned i = 0; i < 16; i++) {
        struct walker w = rubbish_walker(b, 6);
        for (unsigned d = 0; d < 6; d++) {
            w.dim[d].count = d == 5 ? 300 : 2;
            w.dim[d].axis = (uint8_t)(1 + (i >> d % 2 & 1));
            w.dim[d].step = i & 4 ? INT16_MIN : INT16_MAX;
        }
        w.axis[0] = w.axis[1] =
            (struct walker_axis){i & 8 ? INT16_MIN : INT16_MAX, i & 1 ? 65535 : 1};
        walker_set(b, &w);
        walker_walk(b, 1200);
    }
    sim_expect_seen(s, "elements compared", b->elements, 16 * 1200);
}

static void facts_of_single_bits(struct sim *s, unsigned which) {
    struct walker_bench *b = walker(s, which);
    for (unsigned bit = 0; bit < 40; bit++) {
        struct walker w = {.base = UINT64_C(1) << bit, .ndim = (uint8_t)(bit % 8)};
        for (unsigned d = 0; d < WALKER_DIMS; d++) {
            w.dim[d].count = (uint16_t)(1u << (bit + d) % 16);
            w.dim[d].stride = (int32_t)(1u << (bit + 5 * d) % 32);
        }
        w.axis[bit & 1].extent = (uint16_t)(1u << bit % 16);
        walker_set(b, &w);
        w.axis[bit & 1].extent = 0;
        walker_set(b, &w);
    }
    sim_expect_seen(s, "facts compared", s->seen.evaluations[CHECK_MV_FAULT], 40 * 30);
}

/* Registers are kept over walks and walks may be left in the middle. */
static void loading_again_starts_again(struct sim *s, unsigned which) {
    struct walker_bench *b = walker(s, which);
    struct walker w = rubbish_walker(b, 3);
    for (unsigned d = 0; d < 3; d++) {
        w.dim[d].count = 3;
    }
    walker_set(b, &w);
    for (unsigned stop = 0; stop < 30; stop++) {
        walker_walk(b, stop);
    }
    sim_expect_seen(s, "elements compared", b->elements, 30 * 29 / 2);
}

/* Whatever was set before: one element at address 0, inside, in none to six dimensions. */
static void reset_clears_registers(struct sim *s, unsigned which) {
    struct walker_bench *b = walker(s, which);
    for (unsigned i = 0; i < 28; i++) {
        struct walker w = random_walker(&b->rng, WALKER_DIMS, 4);
        for (unsigned d = 0; d < WALKER_DIMS; d++) {
            w.dim[d].count = 2;
        }
        walker_set(b, &w);
        sim_reset(s, 1 + i % 3);
        if (i & 1) { /* commits nothing of before */
            walker_write(b, MOVER_REG_COMMIT, rng_next(&b->rng));
        }
        const struct walker none = {.ndim = (uint8_t)(i / 4)};
        walker_write(b, MOVER_REG_WALKER, header_data(which, &none, 0, 0));
        walker_walk(b, 5);
    }
    sim_expect_seen(s, "elements compared", b->elements, 28);
}

#define ON_BOTH(situation)                                                                         \
    static void source_##situation(struct sim *s) {                                                \
        situation(s, MOVER_SOURCE);                                                                \
    }                                                                                              \
    static void destination_##situation(struct sim *s) {                                           \
        situation(s, MOVER_DESTINATION);                                                           \
    }
#define ROWS(situation)                                                                            \
    {"source_" #situation, source_##situation}, {                                                  \
        "destination_" #situation, destination_##situation                                         \
    }

ON_BOTH(random_walks)
ON_BOTH(walks_of_0_to_6_dimensions)
ON_BOTH(counts_of_0_and_1_are_one_element)
ON_BOTH(strides_of_every_size_wrap_at_40_bits)
ON_BOTH(count_of_65535_is_walked_to_its_end)
ON_BOTH(bounds_are_exact)
ON_BOTH(axis_values_never_wrap)
ON_BOTH(facts_of_single_bits)
ON_BOTH(loading_again_starts_again)
ON_BOTH(reset_clears_registers)

const struct scenario walker_scenarios[] = {
    ROWS(random_walks),
    ROWS(walks_of_0_to_6_dimensions),
    ROWS(counts_of_0_and_1_are_one_element),
    ROWS(strides_of_every_size_wrap_at_40_bits),
    ROWS(count_of_65535_is_walked_to_its_end),
    ROWS(bounds_are_exact),
    ROWS(axis_values_never_wrap),
    ROWS(facts_of_single_bits),
    ROWS(loading_again_starts_again),
    ROWS(reset_clears_registers),
};
const size_t walker_scenario_count = sizeof walker_scenarios / sizeof *walker_scenarios;
