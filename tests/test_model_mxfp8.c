/*
 * MXFP8, judged four ways: by the published vectors, by the exact model over every code under every
 * scale and every FP16 magnitude under every peak's exponent, by the counts and bounds the format's
 * facts state, which were measured by somebody else's model, and by the host's own floating point.
 */
#include "model_suites.h"

#include "bfm/vectors.h"
#include "mxfp8_exact.h"
#include "sim/rng.h"

#include <math.h>
#include <stdio.h>

#define QUANT_FILE "tests/data/mxfp8_quant.txt"
#define QUANT_VECTORS 783
#define DEQUANT_FILE "tests/data/mxfp8_dequant.txt"
#define DEQUANT_VECTORS 638
#define WEIGHT_FILE "tests/data/fp16_weights.bin"
#define WEIGHTS 106401

#define FP16_INFINITY 0x7c00u
#define FP16_SIGN 0x8000u
#define FP32_SIGN 0x80000000u

static const char *const element_names[] = {[MXFP8_E5M2] = "E5M2", [MXFP8_E4M3] = "E4M3"};
static const char *const real_names[] = {[MXFP8_FP32] = "FP32", [MXFP8_FP16] = "FP16"};

typedef void quantiser(const uint32_t value[MXFP8_BLOCK], const struct mxfp8_options *options,
                       struct mxfp8_block *block);
typedef void dequantiser(const struct mxfp8_block *block, const struct mxfp8_options *options,
                         uint32_t value[MXFP8_BLOCK]);

/* ---- comparing -------------------------------------------------------------------------------- */

static void assert_same_block(const struct mxfp8_block *expected, const struct mxfp8_block *actual,
                              const uint32_t value[MXFP8_BLOCK],
                              const struct mxfp8_options *options) {
    if (expected->scale != actual->scale)
        fail_msg("%s to %s, rceil %d, poison_dis %d, value[0] %x: scale %02x, expected %02x",
                 real_names[options->real], element_names[options->element], options->rceil,
                 options->poison_dis, value[0], actual->scale, expected->scale);
    for (unsigned i = 0; i < MXFP8_BLOCK; i++) {
        if (expected->element[i] != actual->element[i])
            fail_msg("%s to %s, rceil %d, poison_dis %d, scale %02x: %x gave %02x, expected %02x",
                     real_names[options->real], element_names[options->element], options->rceil,
                     options->poison_dis, expected->scale, value[i], actual->element[i],
                     expected->element[i]);
    }
}

static void assert_same_values(const uint32_t expected[MXFP8_BLOCK],
                               const uint32_t actual[MXFP8_BLOCK], const struct mxfp8_block *block,
                               const struct mxfp8_options *options) {
    for (unsigned i = 0; i < MXFP8_BLOCK; i++) {
        if (expected[i] != actual[i])
            fail_msg("%s to %s, scale %02x: %02x gave %x, expected %x",
                     element_names[options->element], real_names[options->real], block->scale,
                     block->element[i], actual[i], expected[i]);
    }
}

static void assert_quantised_exactly(const uint32_t value[MXFP8_BLOCK],
                                     const struct mxfp8_options *options) {
    struct mxfp8_block expected, actual;
    mxfp8_exact_quantise(value, options, &expected);
    mxfp8_quantise(value, options, &actual);
    assert_same_block(&expected, &actual, value, options);
}

/* The n-th of the 8 ways to quantise from one kind of value. */
static struct mxfp8_options way(enum mxfp8_real real, unsigned n) {
    return (struct mxfp8_options){.real = real,
                                  .element = n & 1 ? MXFP8_E4M3 : MXFP8_E5M2,
                                  .rceil = n >> 1 & 1,
                                  .poison_dis = n >> 2 & 1};
}

/* ---- the published vectors -------------------------------------------------------------------- */

struct judging {
    quantiser *quantise;
    dequantiser *dequantise;
    unsigned lines;
};

static bool judge_quant(void *context, struct fields *fields, unsigned line) {
    struct judging *judging = context;
    struct mxfp8_vector v;
    struct mxfp8_block block;
    (void)line;
    if (!mxfp8_quant_vector_read(fields, &v))
        return false;
    judging->lines++;
    judging->quantise(v.value, &v.options, &block);
    assert_same_block(&v.block, &block, v.value, &v.options);
    return true;
}

static bool judge_dequant(void *context, struct fields *fields, unsigned line) {
    struct judging *judging = context;
    struct mxfp8_vector v;
    uint32_t value[MXFP8_BLOCK];
    (void)line;
    if (!mxfp8_dequant_vector_read(fields, &v))
        return false;
    judging->lines++;
    judging->dequantise(&v.block, &v.options, value);
    assert_same_values(v.value, value, &v.block, &v.options);
    return true;
}

static void judge_vectors(quantiser *quantise, dequantiser *dequantise) {
    struct judging judging = {quantise, dequantise, 0};
    char error[256];
    if (!vector_lines(QUANT_FILE, judge_quant, &judging, error))
        fail_msg("%s", error);
    assert_int_equal(judging.lines, QUANT_VECTORS);
    if (!vector_lines(DEQUANT_FILE, judge_dequant, &judging, error))
        fail_msg("%s", error);
    assert_int_equal(judging.lines, QUANT_VECTORS + DEQUANT_VECTORS);
}

static void every_vector_is_reproduced(void **state) {
    (void)state;
    judge_vectors(mxfp8_quantise, mxfp8_dequantise);
}

static void exact_model_reproduces_every_vector(void **state) {
    (void)state;
    judge_vectors(mxfp8_exact_quantise, mxfp8_exact_dequantise);
}

/* ---- dequantising: everything there is -------------------------------------------------------- */

static void fill_codes(struct mxfp8_block *block, unsigned first, unsigned scale) {
    block->scale = (uint8_t)scale;
    for (unsigned i = 0; i < MXFP8_BLOCK; i++)
        block->element[i] = (uint8_t)(first + i);
}

/* Calls `judge` with all 256 codes under all 256 scales, 32 codes a block. */
static void for_each_code(const struct mxfp8_options *options,
                          void (*judge)(const struct mxfp8_block *block,
                                        const struct mxfp8_options *options, void *context),
                          void *context) {
    for (unsigned scale = 0; scale < 256; scale++) {
        for (unsigned first = 0; first < 256; first += MXFP8_BLOCK) {
            struct mxfp8_block block;
            fill_codes(&block, first, scale);
            judge(&block, options, context);
        }
    }
}

static void judge_by_exact_model(const struct mxfp8_block *block,
                                 const struct mxfp8_options *options, void *context) {
    uint32_t expected[MXFP8_BLOCK], actual[MXFP8_BLOCK];
    (void)context;
    mxfp8_exact_dequantise(block, options, expected);
    mxfp8_dequantise(block, options, actual);
    assert_same_values(expected, actual, block, options);
}

static void every_code_under_every_scale_gets_the_exact_value(void **state) {
    (void)state;
    for (unsigned n = 0; n < 4; n++) {
        const struct mxfp8_options options = {.element = n & 1, .real = n >> 1};
        for_each_code(&options, judge_by_exact_model, NULL);
    }
}

static bool is_finite_element(enum mxfp8_element element, uint8_t code) {
    return code % 128 <= (element == MXFP8_E5M2 ? 0x7b : 0x7e);
}

static void judge_by_host(const struct mxfp8_block *block, const struct mxfp8_options *options,
                          void *context) {
    const int bias = options->element == MXFP8_E5M2 ? 15 : 7;
    const int fraction_bits = options->element == MXFP8_E5M2 ? 2 : 3;
    uint32_t actual[MXFP8_BLOCK];
    (void)context;
    mxfp8_dequantise(block, options, actual);
    for (unsigned i = 0; i < MXFP8_BLOCK && block->scale != MXFP8_NAN_SCALE; i++) {
        const uint8_t code = block->element[i];
        const int field = code % 128 >> fraction_bits;
        const double steps = code % (1 << fraction_bits) + (field > 0 ? 1 << fraction_bits : 0);
        if (!is_finite_element(options->element, code))
            continue;
        const float magnitude = (float)ldexp(steps, (field > 0 ? field : 1) - bias - fraction_bits +
                                                        block->scale - 127);
        const float expected = code >= 128 ? -magnitude : magnitude;
        uint32_t bits;
        memcpy(&bits, &expected, sizeof bits);
        assert_int_equal(actual[i], bits);
    }
}

static void the_hosts_floating_point_gives_the_same_fp32(void **state) {
    (void)state;
    for (unsigned element = 0; element < 2; element++) {
        const struct mxfp8_options options = {.element = element, .real = MXFP8_FP32};
        for_each_code(&options, judge_by_host, NULL);
    }
}

/* What became of the finite codes under the finite scales. */
struct outcomes {
    unsigned total, zero_element, exact_normal, exact_subnormal, rounded, to_zero, to_infinity;
};

static void count_outcome(struct outcomes *o, const struct mxfp8_options *options, uint8_t code,
                          uint8_t scale, uint32_t result) {
    const bool single = options->real == MXFP8_FP32;
    const uint32_t magnitude = result & (single ? FP32_SIGN - 1 : FP16_SIGN - 1);
    const struct exact exact = mxfp8_exact_element(options->element, code, scale);
    const struct exact got = mxfp8_exact_real(options->real, magnitude);
    o->total++;
    if (code % 128 == 0)
        o->zero_element++;
    else if (magnitude == 0)
        o->to_zero++;
    else if (magnitude == (single ? 0x7f800000u : FP16_INFINITY))
        o->to_infinity++;
    else if (exact_compare(&exact, &got) != 0)
        o->rounded++;
    else if (magnitude < (single ? 0x800000u : 0x400u))
        o->exact_subnormal++;
    else
        o->exact_normal++;
}

static void count_block(const struct mxfp8_block *block, const struct mxfp8_options *options,
                        void *context) {
    uint32_t value[MXFP8_BLOCK];
    mxfp8_dequantise(block, options, value);
    for (unsigned i = 0; i < MXFP8_BLOCK; i++) {
        if (block->scale != MXFP8_NAN_SCALE &&
            is_finite_element(options->element, block->element[i]))
            count_outcome(context, options, block->element[i], block->scale, value[i]);
    }
}

static void dequantised_counts_are_those_measured_independently(void **state) {
    static const struct {
        struct mxfp8_options options;
        struct outcomes expected;
    } rows[] = {
        {{.element = MXFP8_E5M2, .real = MXFP8_FP32}, {63240, 510, 60712, 1058, 0, 0, 960}},
        {{.element = MXFP8_E4M3, .real = MXFP8_FP32}, {64770, 510, 63132, 568, 0, 0, 560}},
        {{.element = MXFP8_E5M2, .real = MXFP8_FP16}, {63240, 510, 7380, 2158, 484, 25128, 27580}},
        {{.element = MXFP8_E4M3, .real = MXFP8_FP16}, {64770, 510, 7560, 2004, 732, 25622, 28342}},
    };
    (void)state;
    for (unsigned n = 0; n < sizeof rows / sizeof *rows; n++) {
        struct outcomes got = {0};
        for_each_code(&rows[n].options, count_block, &got);
        assert_int_equal(got.total, rows[n].expected.total);
        assert_int_equal(got.zero_element, rows[n].expected.zero_element);
        assert_int_equal(got.exact_normal, rows[n].expected.exact_normal);
        assert_int_equal(got.exact_subnormal, rows[n].expected.exact_subnormal);
        assert_int_equal(got.rounded, rows[n].expected.rounded);
        assert_int_equal(got.to_zero, rows[n].expected.to_zero);
        assert_int_equal(got.to_infinity, rows[n].expected.to_infinity);
    }
}

static void quantising_options_mean_nothing_when_dequantising(void **state) {
    (void)state;
    for (unsigned first = 0; first < 256; first += MXFP8_BLOCK) {
        for (unsigned n = 0; n < 4; n++) {
            const struct mxfp8_options plain = {.element = n & 1, .real = n >> 1};
            const struct mxfp8_options both = {
                .element = n & 1, .real = n >> 1, .rceil = true, .poison_dis = true};
            struct mxfp8_block block;
            uint32_t expected[MXFP8_BLOCK], actual[MXFP8_BLOCK];
            fill_codes(&block, first, 0x7f);
            mxfp8_dequantise(&block, &plain, expected);
            mxfp8_dequantise(&block, &both, actual);
            assert_same_values(expected, actual, &block, &both);
        }
    }
}

/* ---- quantising FP16: everything there is ------------------------------------------------------ */

static void every_fp16_peak_gets_the_exact_scale(void **state) {
    (void)state;
    for (uint32_t peak = 0; peak < FP16_INFINITY; peak++) {
        uint32_t value[MXFP8_BLOCK] = {peak};
        value[1 + peak % (MXFP8_BLOCK - 1)] = FP16_SIGN | peak;
        for (unsigned n = 0; n < 4; n++) {
            const struct mxfp8_options options = way(MXFP8_FP16, n);
            assert_quantised_exactly(value, &options);
        }
    }
}

/* All magnitudes up to `peak` beside it, 31 a block, with alternating signs. */
static void judge_all_below(uint32_t peak, const struct mxfp8_options *options) {
    uint32_t magnitude = 0;
    while (magnitude <= peak) {
        uint32_t value[MXFP8_BLOCK] = {peak};
        for (unsigned i = 1; i < MXFP8_BLOCK && magnitude <= peak; i++)
            value[i] = magnitude++ | (i & 1 ? FP16_SIGN : 0);
        assert_quantised_exactly(value, options);
    }
}

/* The largest magnitude of each of the 40 binades, which rceil lifts, and, of those that have one,
 * the largest it does not lift. */
static void every_fp16_magnitude_under_every_peak_gets_the_exact_element(void **state) {
    unsigned binades = 0;
    (void)state;
    for (uint32_t peak = 1; peak < FP16_INFINITY;
         peak = peak < 0x3ff ? 2 * peak + 1 : peak + 0x400) {
        binades++;
        for (unsigned n = 0; n < 4; n++) {
            const struct mxfp8_options options = way(MXFP8_FP16, n);
            judge_all_below(peak, &options);
            if (options.rceil && peak >= 0x7ff)
                judge_all_below(peak - 0xff, &options);
        }
    }
    assert_int_equal(binades, 40);
}

static void the_upper_half_of_an_fp16_is_ignored(void **state) {
    (void)state;
    for (unsigned n = 0; n < 8; n++) {
        const struct mxfp8_options options = way(MXFP8_FP16, n);
        uint32_t plain[MXFP8_BLOCK], dirty[MXFP8_BLOCK];
        struct mxfp8_block expected, actual;
        for (unsigned i = 0; i < MXFP8_BLOCK; i++) {
            plain[i] = 0x7a00 - 0x3c1 * i;
            dirty[i] = plain[i] | 0xffff0000;
        }
        mxfp8_quantise(plain, &options, &expected);
        mxfp8_quantise(dirty, &options, &actual);
        assert_same_block(&expected, &actual, plain, &options);
    }
}

/* ---- quantising FP32 --------------------------------------------------------------------------- */

/* Fractions at and beside what decides: the ends of a binade, 1.75, and the ties of both formats
 * (the bits under 2 or 3 kept ones are 1000...). */
static uint32_t edge_fraction(struct rng *rng) {
    static const uint32_t low[] = {0,        1,        0x1fffff, 0x0fffff, 0x100000,
                                   0x100001, 0x07ffff, 0x080000, 0x080001, 0x7fffff};
    const uint32_t kept = rng_below(rng, 8) << 20;
    if (rng_chance(rng, 250))
        return (uint32_t)rng_next(rng) & 0x7fffff;
    return (kept + low[rng_below(rng, sizeof low / sizeof *low)]) & 0x7fffff;
}

static uint32_t edge_value(struct rng *rng, unsigned exponent) {
    return (uint32_t)(rng_next(rng) & FP32_SIGN) | exponent << 23 | edge_fraction(rng);
}

static void fp32_peaks_of_every_exponent_with_edges_below_are_exact(void **state) {
    static const uint32_t peaks[] = {0, 1, 0x5fffff, 0x600000, 0x600001, 0x7fffff};
    struct rng rng;
    (void)state;
    rng_init(&rng, 1, "model_mxfp8", "edges");
    for (unsigned exponent = 0; exponent < 255; exponent++) {
        for (unsigned n = 0; n < 4 * sizeof peaks / sizeof *peaks; n++) {
            const struct mxfp8_options options = way(MXFP8_FP32, n & 3);
            uint32_t value[MXFP8_BLOCK];
            for (unsigned i = 0; i < MXFP8_BLOCK; i++) {
                const unsigned below = rng_below(&rng, 36);
                value[i] = edge_value(&rng, exponent > below ? exponent - below : 0);
                /* Nothing above the peak that is meant. */
                if ((value[i] & (FP32_SIGN - 1)) > (exponent << 23 | peaks[n >> 2]))
                    value[i] &= FP32_SIGN;
            }
            value[rng_below(&rng, MXFP8_BLOCK)] = exponent << 23 | peaks[n >> 2];
            assert_quantised_exactly(value, &options);
        }
    }
}

/* Single bits of a subnormal, and all below them. */
static void fp32_subnormals_count_in_full(void **state) {
    (void)state;
    for (unsigned bit = 0; bit < 24; bit++) {
        for (unsigned n = 0; n < 4; n++) {
            const struct mxfp8_options options = way(MXFP8_FP32, n);
            uint32_t value[MXFP8_BLOCK];
            for (unsigned i = 0; i < MXFP8_BLOCK; i++)
                value[i] = (i & 1 ? FP32_SIGN : 0) | ((1u << bit) - (i >> 1 & 1)) >> (i >> 2);
            assert_quantised_exactly(value, &options);
        }
    }
}

static void random_bits_are_exact(void **state) {
    struct rng rng;
    (void)state;
    rng_init(&rng, 1, "model_mxfp8", "bits");
    for (unsigned n = 0; n < 4000; n++) {
        const struct mxfp8_options options = way(n >> 3 & 1 ? MXFP8_FP16 : MXFP8_FP32, n & 7);
        const unsigned narrow = rng_below(&rng, 3);
        uint32_t value[MXFP8_BLOCK];
        for (unsigned i = 0; i < MXFP8_BLOCK; i++) {
            value[i] = (uint32_t)rng_next(&rng);
            if (narrow && options.real == MXFP8_FP32)
                value[i] = (value[i] & 0x87ffffff) | 0x38000000;
            if (narrow && options.real == MXFP8_FP16)
                value[i] &= 0xbfff;
        }
        assert_quantised_exactly(value, &options);
    }
}

/* ---- what the facts state ---------------------------------------------------------------------- */

struct scale_range {
    uint8_t lowest, highest;
};

static void widen(struct scale_range *range, uint32_t peak, const struct mxfp8_options *options) {
    const uint32_t value[MXFP8_BLOCK] = {peak};
    struct mxfp8_block block;
    mxfp8_quantise(value, options, &block);
    if (block.scale < range->lowest)
        range->lowest = block.scale;
    if (block.scale > range->highest)
        range->highest = block.scale;
}

static void scale_bytes_stay_in_their_documented_ranges(void **state) {
    /* By way(): E5M2, E4M3, E5M2 rceil, E4M3 rceil. */
    static const struct scale_range single[] = {{0, 0xef}, {0, 0xf6}, {0, 0xf0}, {0, 0xf7}};
    static const struct scale_range half[] = {
        {0x58, 0x7f}, {0x5f, 0x86}, {0x58, 0x80}, {0x5f, 0x87}};
    (void)state;
    for (unsigned n = 0; n < 4; n++) {
        const struct mxfp8_options from_single = way(MXFP8_FP32, n);
        const struct mxfp8_options from_half = way(MXFP8_FP16, n);
        struct scale_range range = {0xff, 0};
        for (uint32_t exponent = 0; exponent < 255; exponent++) {
            widen(&range, exponent << 23 | 1, &from_single);
            widen(&range, exponent << 23 | 0x7fffff, &from_single);
        }
        assert_int_equal(range.lowest, single[n].lowest);
        assert_int_equal(range.highest, single[n].highest);
        range = (struct scale_range){0xff, 0};
        for (uint32_t peak = 1; peak < FP16_INFINITY; peak++)
            widen(&range, peak, &from_half);
        assert_int_equal(range.lowest, half[n].lowest);
        assert_int_equal(range.highest, half[n].highest);
    }
}

static void small_cases_have_their_documented_bytes(void **state) {
    static const struct {
        uint32_t value[2];
        bool rceil, poison_dis;
        enum mxfp8_element element;
        uint8_t scale, bytes[2], rest;
    } rows[] = {
        {{0x3ff00000}, false, false, MXFP8_E5M2, 0x70, {0x7b}, 0},
        {{0x3ff00000}, true, false, MXFP8_E5M2, 0x71, {0x78}, 0},
        {{0x3fe00000, 0x3f800000}, false, false, MXFP8_E5M2, 0x70, {0x7b, 0x78}, 0},
        {{0x3fe00000, 0x3f800000}, true, false, MXFP8_E5M2, 0x70, {0x7b, 0x78}, 0},
        {{0x43f00000, 0x3b000000}, false, false, MXFP8_E4M3, 0x7f, {0x7e, 0x01}, 0},
        {{0x43f00000, 0x3b000000}, true, false, MXFP8_E4M3, 0x80, {0x77, 0x00}, 0},
        {{0x7f800000, 0x3f800000}, false, false, MXFP8_E4M3, 0xff, {0x7f, 0x7f}, 0x7f},
        {{0x7f800000, 0x3f800000}, false, true, MXFP8_E4M3, 0x77, {0x7e, 0x78}, 0},
        /* Signs: of an Inf, of a NaN, of both zeros; and that a poisoned block has none. */
        {{0xff800000, 0xffc00000}, false, true, MXFP8_E5M2, 0x00, {0xfb, 0xfd}, 0},
        {{0xff800000, 0xffc00000}, true, true, MXFP8_E4M3, 0x00, {0xfe, 0xff}, 0},
        {{0xff800000, 0xffc00000}, false, false, MXFP8_E5M2, 0xff, {0x7d, 0x7d}, 0x7d},
        {{0x80000000, 0x00000000}, false, false, MXFP8_E5M2, 0x00, {0x80, 0x00}, 0},
        {{0xbf800000, 0x80000001}, true, false, MXFP8_E4M3, 0x77, {0xf8, 0x80}, 0},
        /* A signalling NaN is a NaN. */
        {{0x7f800001, 0x3f800000}, false, true, MXFP8_E5M2, 0x70, {0x7d, 0x78}, 0},
    };
    (void)state;
    for (unsigned n = 0; n < sizeof rows / sizeof *rows; n++) {
        const struct mxfp8_options options = {.element = rows[n].element,
                                              .real = MXFP8_FP32,
                                              .rceil = rows[n].rceil,
                                              .poison_dis = rows[n].poison_dis};
        const uint32_t value[MXFP8_BLOCK] = {rows[n].value[0], rows[n].value[1]};
        struct mxfp8_block expected = {.scale = rows[n].scale}, actual;
        memset(expected.element, rows[n].rest, sizeof expected.element);
        memcpy(expected.element, rows[n].bytes, sizeof rows[n].bytes);
        mxfp8_quantise(value, &options, &actual);
        assert_same_block(&expected, &actual, value, &options);
    }
}

static void a_block_of_the_same_subnormal_is_clamped(void **state) {
    const struct mxfp8_options options = {.element = MXFP8_E5M2, .real = MXFP8_FP32};
    uint32_t value[MXFP8_BLOCK];
    struct mxfp8_block expected = {.scale = 0}, actual;
    (void)state;
    for (unsigned i = 0; i < MXFP8_BLOCK; i++) {
        value[i] = 0x00400000;
        expected.element[i] = 0x3c;
    }
    mxfp8_quantise(value, &options, &actual);
    assert_same_block(&expected, &actual, value, &options);
}

/* ---- error bounds ------------------------------------------------------------------------------ */

/* How many elements of a walk were where, and how many of them reached the bound. */
struct errors {
    unsigned normal, at_normal_bound, small, at_small_bound, saturated;
};

static void judge_error(uint32_t value, uint8_t code, uint8_t scale,
                        const struct mxfp8_options *options, struct errors *errors) {
    const bool e5m2 = options->element == MXFP8_E5M2;
    const uint8_t min_normal_code = e5m2 ? 0x04 : 0x08, max_normal_code = e5m2 ? 0x7b : 0x7e;
    const struct exact wanted = mxfp8_exact_real(options->real, value);
    const struct exact got = mxfp8_exact_element(options->element, code, scale);
    const struct exact min_normal = mxfp8_exact_element(options->element, min_normal_code, scale);
    const struct exact error = exact_distance(&wanted, &got);
    if (code % 128 == max_normal_code && exact_compare(&wanted, &got) > 0) {
        /* Below 1/8. */
        const struct exact eightfold = exact_times(&error, 8);
        errors->saturated++;
        assert_false(options->rceil);
        assert_true(exact_compare(&eightfold, &wanted) < 0);
    } else if (exact_compare(&wanted, &min_normal) >= 0) {
        const struct exact multiple = exact_times(&error, e5m2 ? 9 : 17);
        errors->normal++;
        errors->at_normal_bound += exact_compare(&multiple, &wanted) == 0;
        assert_true(exact_compare(&multiple, &wanted) <= 0);
    } else {
        const struct exact bound = exact_number(1, (e5m2 ? -17 : -10) + scale - 127);
        errors->small++;
        errors->at_small_bound += exact_compare(&error, &bound) == 0;
        assert_true(exact_compare(&error, &bound) <= 0);
    }
}

static void errors_stay_within_their_documented_bounds_and_reach_them(void **state) {
    (void)state;
    for (unsigned n = 0; n < 4; n++) {
        const struct mxfp8_options options = way(MXFP8_FP16, n);
        struct errors errors = {0};
        for (uint32_t magnitude = 0; magnitude < FP16_INFINITY; magnitude++) {
            /* The largest of all beside each: one scale. */
            const uint32_t value[MXFP8_BLOCK] = {FP16_INFINITY - 1, magnitude};
            struct mxfp8_block block;
            mxfp8_quantise(value, &options, &block);
            judge_error(magnitude, block.element[1], block.scale, &options, &errors);
        }
        assert_int_equal(errors.normal + errors.small + errors.saturated, FP16_INFINITY);
        assert_true(errors.at_normal_bound > 0);
        assert_true(errors.at_small_bound > 0);
        assert_int_equal(errors.saturated > 0, !options.rceil);
    }
}

/* ---- both ways --------------------------------------------------------------------------------- */

static void dequantised_values_survive_quantising_again(void **state) {
    struct rng rng;
    (void)state;
    rng_init(&rng, 1, "model_mxfp8", "again");
    for (unsigned n = 0; n < 4000; n++) {
        const struct mxfp8_options options = way(MXFP8_FP32, n & 3);
        const unsigned exponent = rng_below(&rng, 254);
        uint32_t value[MXFP8_BLOCK], once[MXFP8_BLOCK], twice[MXFP8_BLOCK];
        struct mxfp8_block block, again;
        for (unsigned i = 0; i < MXFP8_BLOCK; i++) {
            const unsigned below = rng_below(&rng, 20);
            value[i] = edge_value(&rng, exponent > below ? exponent - below : 0);
        }
        mxfp8_quantise(value, &options, &block);
        mxfp8_dequantise(&block, &options, once);
        mxfp8_quantise(once, &options, &again);
        mxfp8_dequantise(&again, &options, twice);
        assert_same_values(once, twice, &again, &options);
        /* A peak rounded down to 1.75 may get a smaller scale under rceil, never under floor. */
        if (!options.rceil)
            assert_same_block(&block, &again, once, &options);
    }
}

/* Every FP16 is some FP32; what is made of it does not depend on which of them it comes as. */
static uint32_t fp32_of_fp16(uint16_t half) {
    const uint32_t sign = (uint32_t)(half & FP16_SIGN) << 16;
    const uint32_t magnitude = half & (FP16_SIGN - 1);
    const float value = ldexpf((float)(magnitude < 0x400 ? magnitude : (magnitude & 0x3ff) + 0x400),
                               (magnitude < 0x400 ? 1 : (int)(magnitude >> 10)) - 25);
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return sign | bits;
}

static void real_weights_are_exact_from_either_width(void **state) {
    FILE *const file = fopen(WEIGHT_FILE, "rb");
    static uint8_t bytes[2 * (WEIGHTS + MXFP8_BLOCK)];
    (void)state;
    if (file == NULL)
        fail_msg("cannot open %s: run the tests from the repository's root", WEIGHT_FILE);
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    assert_int_equal(size, 2 * WEIGHTS);
    for (size_t at = 0; at < WEIGHTS; at += MXFP8_BLOCK) {
        uint32_t half[MXFP8_BLOCK], single[MXFP8_BLOCK];
        for (size_t i = 0; i < MXFP8_BLOCK; i++) {
            half[i] = bytes[2 * (at + i)] | (uint32_t)bytes[2 * (at + i) + 1] << 8;
            single[i] = fp32_of_fp16((uint16_t)half[i]);
        }
        for (unsigned n = 0; n < 4; n++) {
            const struct mxfp8_options from_half = way(MXFP8_FP16, n);
            const struct mxfp8_options from_single = way(MXFP8_FP32, n);
            struct mxfp8_block expected, actual;
            mxfp8_exact_quantise(half, &from_half, &expected);
            mxfp8_quantise(half, &from_half, &actual);
            assert_same_block(&expected, &actual, half, &from_half);
            mxfp8_quantise(single, &from_single, &actual);
            assert_same_block(&expected, &actual, single, &from_single);
        }
    }
}

const struct CMUnitTest model_mxfp8_tests[] = {
    cmocka_unit_test(every_vector_is_reproduced),
    cmocka_unit_test(exact_model_reproduces_every_vector),
    cmocka_unit_test(every_code_under_every_scale_gets_the_exact_value),
    cmocka_unit_test(the_hosts_floating_point_gives_the_same_fp32),
    cmocka_unit_test(dequantised_counts_are_those_measured_independently),
    cmocka_unit_test(quantising_options_mean_nothing_when_dequantising),
    cmocka_unit_test(every_fp16_peak_gets_the_exact_scale),
    cmocka_unit_test(every_fp16_magnitude_under_every_peak_gets_the_exact_element),
    cmocka_unit_test(the_upper_half_of_an_fp16_is_ignored),
    cmocka_unit_test(fp32_peaks_of_every_exponent_with_edges_below_are_exact),
    cmocka_unit_test(fp32_subnormals_count_in_full),
    cmocka_unit_test(random_bits_are_exact),
    cmocka_unit_test(scale_bytes_stay_in_their_documented_ranges),
    cmocka_unit_test(small_cases_have_their_documented_bytes),
    cmocka_unit_test(a_block_of_the_same_subnormal_is_clamped),
    cmocka_unit_test(errors_stay_within_their_documented_bounds_and_reach_them),
    cmocka_unit_test(dequantised_values_survive_quantising_again),
    cmocka_unit_test(real_weights_are_exact_from_either_width),
};
const size_t model_mxfp8_test_count = sizeof model_mxfp8_tests / sizeof *model_mxfp8_tests;
