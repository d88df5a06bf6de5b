/*
 * The MXFP7 quantiser, judged three ways: by the 600 vectors, by the exact-integer model over every
 * peak and every element a scale can meet, and by the counts the format's facts state, which were
 * measured by somebody else's model.
 */
#include "model_suites.h"

#include "bfm/vectors.h"
#include "mxfp7_exact.h"
#include "sim/rng.h"

#include <stdio.h>
#include <stdlib.h>

#define VECTOR_FILE "tests/data/mxfp7.txt"
#define WEIGHT_FILE "tests/data/fp16_weights.bin"
#define VECTORS 600
#define WEIGHTS 106401
#define MAGNITUDES 0x8000u

/* Calls `judge` with each vector of the file, and holds it to their number. */
static void for_each_vector(void (*judge)(const struct vector *vector)) {
    struct vectors vectors;
    char error[256];
    if (!vectors_load(&vectors, VECTOR_FILE, error))
        fail_msg("%s: run the tests from the repository's root", error);
    for (unsigned i = 0; i < vectors.count; i++)
        judge(&vectors.at[i]);
    assert_int_equal(vectors.count, VECTORS);
    vectors_free(&vectors);
}

static void assert_same_words(const struct word *expected, const struct word *actual,
                              const char *what, unsigned number) {
    for (unsigned w = 0; w < MXFP7_WORDS; w++) {
        char expected_text[WORD_TEXT_SIZE];
        char actual_text[WORD_TEXT_SIZE];
        if (word_equal(&expected[w], &actual[w]))
            continue;
        word_format(&expected[w], expected_text);
        word_format(&actual[w], actual_text);
        fail_msg("%s %u, word %u:\nexpected %s\nactual   %s", what, number, w, expected_text,
                 actual_text);
    }
}

static void judge_model(const struct vector *vector) {
    struct word words[MXFP7_WORDS];
    mxfp7_quantise(vector->beat, vector->mode, words);
    assert_same_words(vector->word, words, "line", vector->line);
}

static void judge_exact(const struct vector *vector) {
    struct word words[MXFP7_WORDS];
    mxfp7_exact_quantise(vector->beat, vector->mode, words);
    assert_same_words(vector->word, words, "line", vector->line);
}

static void every_vector_is_reproduced(void **state) {
    (void)state;
    for_each_vector(judge_model);
}

static void exact_model_reproduces_every_vector(void **state) {
    (void)state;
    for_each_vector(judge_exact);
}

/* ---- against the exact model ---------------------------------------------------------------- */

static void every_peak_gets_the_exact_scale(void **state) {
    (void)state;
    for (unsigned peak = 0; peak < MAGNITUDES; peak++) {
        const uint8_t expected = mxfp7_exact_scale_byte((uint16_t)peak);
        assert_int_equal(mxfp7_scale_byte((uint16_t)peak), expected);
        assert_int_equal(mxfp7_scale_byte((uint16_t)(peak | 0x8000)), expected);
    }
}

/* The nonzero peaks, rising, that get one scale byte. */
struct peaks {
    uint16_t peak[1024];
    unsigned count;
};

static void collect_peaks(struct peaks peaks[256]) {
    for (unsigned scale = 0; scale < 256; scale++)
        peaks[scale].count = 0;
    for (unsigned peak = 1; peak < MAGNITUDES; peak++) {
        struct peaks *const own = &peaks[mxfp7_exact_scale_byte((uint16_t)peak)];
        assert_in_range(own->count, 0, 1023);
        own->peak[own->count++] = (uint16_t)peak;
    }
}

static unsigned highest_peak(const struct peaks *peaks) {
    return peaks->peak[peaks->count - 1];
}

static void every_element_under_every_scale_gets_the_exact_integer(void **state) {
    static struct peaks peaks[256];
    unsigned scales = 0;
    (void)state;
    collect_peaks(peaks);
    for (unsigned scale = 0; scale < 256; scale++) {
        if (peaks[scale].count == 0)
            continue;
        scales++;
        for (unsigned magnitude = 0; magnitude <= highest_peak(&peaks[scale]); magnitude++) {
            const uint16_t value = (uint16_t)magnitude;
            const int expected = mxfp7_exact_element(value, (uint8_t)scale);
            const int positive = mxfp7_element(value, (uint8_t)scale);
            const int negative = mxfp7_element(value | 0x8000, (uint8_t)scale);
            if (positive != expected || negative != -expected)
                fail_msg("value %04x, scale %02x: expected %d, got %d and %d", value, scale,
                         expected, positive, negative);
        }
    }
    assert_int_equal(scales, 250);
}

/* An element under a scale stands for one pair with each of that scale's peaks not below it. A
 * scale's peaks need not be neighbours (clamped exponents), so they are counted one by one. */
static unsigned peaks_not_below(const struct peaks *peaks, unsigned magnitude) {
    unsigned below = 0;
    while (below < peaks->count && peaks->peak[below] < magnitude)
        below++;
    return peaks->count - below;
}

struct pair_counts {
    uint64_t pairs, differ_from_half_away, differ_from_half_even, too_large;
};

static void count_pair(uint16_t magnitude, uint8_t scale, uint64_t weight,
                       struct pair_counts *counts) {
    const int q = mxfp7_element(magnitude, scale);
    bool tie;
    const int away =
        (int)mxfp7_exact_nearest(mxfp7_exact_magnitude(magnitude), mxfp7_exact_scale(scale), &tie);
    const int even = tie && away % 2 != 0 ? away - 1 : away;
    counts->pairs += weight;
    counts->differ_from_half_away += q != away ? weight : 0;
    counts->differ_from_half_even += q != even ? weight : 0;
    counts->too_large += q > away ? weight : 0;
}

static void pair_counts_are_those_measured_independently(void **state) {
    static struct peaks peaks[256];
    struct pair_counts counts = {0};
    (void)state;
    collect_peaks(peaks);
    for (unsigned scale = 0; scale < 256; scale++) {
        if (peaks[scale].count == 0)
            continue;
        for (unsigned magnitude = 0; magnitude <= highest_peak(&peaks[scale]); magnitude++)
            count_pair((uint16_t)magnitude, (uint8_t)scale,
                       peaks_not_below(&peaks[scale], magnitude), &counts);
    }
    assert_int_equal(counts.pairs, 536887295);
    assert_int_equal(counts.differ_from_half_away, 239315);
    assert_int_equal(counts.differ_from_half_even, 976399);
    assert_int_equal(counts.too_large, 0);
}

static void small_peaks_keep_their_mantissa_under_the_clamp(void **state) {
    unsigned peaks = 0;
    unsigned pairs = 0;
    unsigned other = 0;
    (void)state;
    for (unsigned peak = 1; peak <= 945; peak++) {
        const uint8_t scale = mxfp7_scale_byte((uint16_t)peak);
        assert_in_range(scale, 0, 7);
        if (scale == 0)
            continue;
        peaks++;
        for (unsigned magnitude = 0; magnitude <= peak; magnitude++) {
            pairs++;
            other +=
                mxfp7_element((uint16_t)magnitude, scale) != mxfp7_element((uint16_t)magnitude, 0);
        }
    }
    assert_int_equal(peaks, 882);
    assert_int_equal(pairs, 427021);
    assert_int_equal(other, 400520);
}

static void unclamped_peaks_use_the_top_of_the_range(void **state) {
    (void)state;
    for (unsigned peak = 946; peak < MAGNITUDES; peak++)
        assert_in_range(mxfp7_element((uint16_t)peak, mxfp7_scale_byte((uint16_t)peak)), 56, 63);
    for (unsigned peak = 1; peak <= 14; peak++)
        assert_int_equal(mxfp7_element((uint16_t)peak, mxfp7_scale_byte((uint16_t)peak)), 0);
}

/* One FP16 word: all bit patterns, or magnitudes near each other, or zeros of both signs. */
static uint16_t random_value(struct rng *rng, unsigned kind, unsigned exponent) {
    const uint16_t bits = (uint16_t)rng_next(rng);
    switch (kind) {
    case 0:
        return bits;
    case 1:
        return (uint16_t)((bits & 0x83ff) | exponent << 10);
    case 2:
        return (uint16_t)((bits & 0x83ff) | rng_below(rng, exponent + 1) << 10);
    default:
        return rng_chance(rng, 100) ? bits & 0x9fff : bits & 0x8000;
    }
}

static void random_entry(struct rng *rng, struct word beats[MXFP7_BEATS]) {
    memset(beats, 0, MXFP7_BEATS * sizeof *beats);
    for (unsigned lane = 0; lane < MXFP7_LANES; lane++) {
        const unsigned kind = rng_below(rng, 4);
        const unsigned exponent = rng_below(rng, 32);
        for (unsigned k = 0; k < MXFP7_BLOCK; k++)
            beats[2 * lane + k / 16].w[k % 16 / 2] |= (uint32_t)random_value(rng, kind, exponent)
                                                      << k % 2 * 16;
    }
}

static void random_entries_equal_the_exact_model_in_both_packings(void **state) {
    struct rng rng;
    (void)state;
    rng_init(&rng, 1, "model_mxfp7", "entries");
    for (unsigned n = 0; n < 3000; n++) {
        struct word beats[MXFP7_BEATS];
        struct word expected[MXFP7_WORDS];
        struct word actual[MXFP7_WORDS];
        random_entry(&rng, beats);
        mxfp7_exact_quantise(beats, n % 2, expected);
        mxfp7_quantise(beats, n % 2, actual);
        assert_same_words(expected, actual, "random entry", n);
    }
}

static void one_live_element_lands_in_its_slot_alone(void **state) {
    (void)state;
    for (unsigned n = 0; n < 2 * MXFP7_LANES * MXFP7_BLOCK; n++) {
        const unsigned packing = n % 2;
        const unsigned lane = n / 2 / MXFP7_BLOCK;
        const unsigned k = n / 2 % MXFP7_BLOCK;
        struct word beats[MXFP7_BEATS] = {0};
        struct word expected[MXFP7_WORDS];
        struct word actual[MXFP7_WORDS];
        beats[2 * lane + k / 16].w[k % 16 / 2] = 0xbc00u << k % 2 * 16;
        mxfp7_exact_quantise(beats, packing, expected);
        mxfp7_quantise(beats, packing, actual);
        assert_same_words(expected, actual, "element", n);
    }
}

static void only_bit_0_of_the_mode_selects_the_packing(void **state) {
    struct rng rng;
    struct word beats[MXFP7_BEATS];
    (void)state;
    rng_init(&rng, 1, "model_mxfp7", "mode");
    random_entry(&rng, beats);
    for (unsigned mode = 0; mode < 256; mode++) {
        struct word expected[MXFP7_WORDS];
        struct word actual[MXFP7_WORDS];
        mxfp7_exact_quantise(beats, mode % 2, expected);
        mxfp7_quantise(beats, mode, actual);
        assert_same_words(expected, actual, "mode", mode);
    }
}

/* ---- the worked lane ------------------------------------------------------------------------ */

static void worked_lane_has_its_documented_words(void **state) {
    static const uint16_t value[8] = {0x4248, 0xbc00, 0x3350, 0x8000,
                                      0x3555, 0xc248, 0x0001, 0x2400};
    static const int q[8] = {62, -20, 4, 0, 7, -62, 0, 0};
    static const char *const first_word[2] = {
        "7db02000f080000000000000000000000000000000000000000000007da0a0a0",
        "7c00000d800000080000000000000e000008400000000000000000007da0a0a0",
    };
    struct word beats[MXFP7_BEATS] = {0};
    (void)state;
    for (unsigned k = 0; k < 8; k++) {
        beats[0].w[k / 2] |= (uint32_t)value[k] << k % 2 * 16;
        assert_int_equal(mxfp7_element(value[k], mxfp7_scale_byte(value[0])), q[k]);
    }
    assert_int_equal(mxfp7_scale_byte(value[0]), 0x7d);
    for (unsigned packing = 0; packing < 2; packing++) {
        struct word words[MXFP7_WORDS];
        char text[WORD_TEXT_SIZE];
        mxfp7_quantise(beats, packing, words);
        word_format(&words[0], text);
        assert_string_equal(text, first_word[packing]);
        for (unsigned w = 1; w < MXFP7_WORDS; w++) {
            word_format(&words[w], text);
            assert_string_equal(text, "00000000000000000000000000000000000000000000000000000000"
                                      "7da0a0a0");
        }
    }
}

static void zero_blocks_of_either_sign_get_scale_one(void **state) {
    struct word beats[MXFP7_BEATS];
    struct word words[MXFP7_WORDS];
    (void)state;
    memset(beats, 0, sizeof beats);
    for (unsigned i = 0; i < 8; i++)
        beats[3].w[i] = 0x80008000;
    mxfp7_quantise(beats, 0, words);
    for (unsigned w = 0; w < MXFP7_WORDS; w++) {
        const struct word expected = {{0xa0a0a0a0}};
        assert_true(word_equal(&words[w], &expected));
    }
}

/* ---- dequantising --------------------------------------------------------------------------- */

static uint16_t entry_value(const struct word beats[MXFP7_BEATS], unsigned lane, unsigned k) {
    return (uint16_t)(beats[2 * lane + k / 16].w[k % 16 / 2] >> k % 2 * 16);
}

/* In units of 2^-33; exact for everything a dequantised value can be. */
static int64_t units(float value) {
    return (int64_t)((double)value * 8589934592.0);
}

static int64_t value_units(uint16_t value) {
    const int64_t magnitude = (int64_t)mxfp7_exact_magnitude(value);
    return value >> 15 ? -magnitude : magnitude;
}

static void assert_within_half_a_step(const struct word beats[MXFP7_BEATS], unsigned packing) {
    struct word words[MXFP7_WORDS];
    float lanes[MXFP7_LANES][MXFP7_BLOCK];
    mxfp7_quantise(beats, packing, words);
    mxfp7_dequantise(words, packing, lanes);
    for (unsigned lane = 0; lane < MXFP7_LANES; lane++) {
        const uint8_t scale = (uint8_t)(words[0].w[0] >> (24 - 8 * lane));
        const int64_t step = (int64_t)mxfp7_exact_scale(scale);
        assert_int_equal(units(mxfp7_scale_value(scale)), step);
        for (unsigned k = 0; k < MXFP7_BLOCK; k++) {
            const int64_t got = units(lanes[lane][k]);
            const int64_t error = got - value_units(entry_value(beats, lane, k));
            assert_int_equal(got % step, 0);
            assert_true(2 * llabs(error) <= step);
        }
    }
}

static void dequantised_vectors_lie_within_half_a_step(const struct vector *vector) {
    assert_within_half_a_step(vector->beat, vector->mode);
}

static void dequantising_returns_every_value_within_half_a_step(void **state) {
    struct rng rng;
    (void)state;
    for_each_vector(dequantised_vectors_lie_within_half_a_step);
    rng_init(&rng, 1, "model_mxfp7", "dequantise");
    for (unsigned n = 0; n < 1000; n++) {
        struct word beats[MXFP7_BEATS];
        random_entry(&rng, beats);
        assert_within_half_a_step(beats, n % 2);
    }
}

static void scale_bytes_have_their_documented_values(void **state) {
    (void)state;
    assert_true(mxfp7_scale_value(0x00) == 0x1p-20f);
    assert_true(mxfp7_scale_value(0x07) == 0x1.ep-20f);
    assert_true(mxfp7_scale_value(MXFP7_ZERO_SCALE) == 1.0f);
    assert_true(mxfp7_scale_value(0x7d) == 0.05078125f);
    assert_true(mxfp7_scale_value(0xff) == 3840.0f);
}

static void dequantising_takes_every_code_under_every_scale(void **state) {
    (void)state;
    for (unsigned scale = 0; scale < 256; scale++) {
        for (int code = -64; code < 64; code++) {
            /* Slot 0 is lane 0, k = 0 in both packings; slot 31 is lane 3, k = 31. */
            struct word words[MXFP7_WORDS] = {0};
            float lanes[MXFP7_LANES][MXFP7_BLOCK];
            words[0].w[7] = ((uint32_t)code & 0x7f) << 25;
            words[0].w[0] = scale << 24;
            words[3].w[1] = (uint32_t)code & 0x7f;
            words[3].w[0] = scale;
            mxfp7_dequantise(words, scale & 1, lanes);
            assert_int_equal(units(lanes[0][0]), code * (int64_t)mxfp7_exact_scale((uint8_t)scale));
            assert_int_equal(units(lanes[3][31]), units(lanes[0][0]));
        }
    }
}

static void real_weights_equal_the_exact_model_and_keep_half_a_step(void **state) {
    FILE *const file = fopen(WEIGHT_FILE, "rb");
    static uint8_t bytes[2 * WEIGHTS + MXFP7_BEATS * WORD_BYTES];
    (void)state;
    if (file == NULL)
        fail_msg("cannot open %s: run the tests from the repository's root", WEIGHT_FILE);
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    assert_int_equal(size, 2 * WEIGHTS);
    for (size_t at = 0; at < size; at += MXFP7_BEATS * WORD_BYTES) {
        struct word beats[MXFP7_BEATS] = {0};
        struct word expected[MXFP7_WORDS];
        struct word actual[MXFP7_WORDS];
        for (size_t i = 0; i < MXFP7_BEATS * WORD_BYTES; i++)
            beats[i / WORD_BYTES].w[i % WORD_BYTES / 4] |= (uint32_t)bytes[at + i] << i % 4 * 8;
        mxfp7_exact_quantise(beats, 0, expected);
        mxfp7_quantise(beats, 0, actual);
        assert_same_words(expected, actual, "weights at byte", (unsigned)at);
        assert_within_half_a_step(beats, 1);
    }
}

const struct CMUnitTest model_mxfp7_tests[] = {
    cmocka_unit_test(every_vector_is_reproduced),
    cmocka_unit_test(exact_model_reproduces_every_vector),
    cmocka_unit_test(every_peak_gets_the_exact_scale),
    cmocka_unit_test(every_element_under_every_scale_gets_the_exact_integer),
    cmocka_unit_test(pair_counts_are_those_measured_independently),
    cmocka_unit_test(small_peaks_keep_their_mantissa_under_the_clamp),
    cmocka_unit_test(unclamped_peaks_use_the_top_of_the_range),
    cmocka_unit_test(random_entries_equal_the_exact_model_in_both_packings),
    cmocka_unit_test(one_live_element_lands_in_its_slot_alone),
    cmocka_unit_test(only_bit_0_of_the_mode_selects_the_packing),
    cmocka_unit_test(worked_lane_has_its_documented_words),
    cmocka_unit_test(zero_blocks_of_either_sign_get_scale_one),
    cmocka_unit_test(dequantising_returns_every_value_within_half_a_step),
    cmocka_unit_test(scale_bytes_have_their_documented_values),
    cmocka_unit_test(dequantising_takes_every_code_under_every_scale),
    cmocka_unit_test(real_weights_equal_the_exact_model_and_keep_half_a_step),
};
const size_t model_mxfp7_test_count = sizeof model_mxfp7_tests / sizeof *model_mxfp7_tests;
