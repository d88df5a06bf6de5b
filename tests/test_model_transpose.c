/*
 * Transposition, judged three ways: by tiles written down by hand, by a second implementation that
 * moves one bit at a time, and by undoing it.
 */
#include "model_suites.h"

#include "sim/rng.h"
#include "transpose.h"

#define MODES 4

static bool bit_at(const struct word *words, unsigned bit) {
    return words[bit / WORD_BITS].w[bit % WORD_BITS / 32] >> bit % 32 & 1;
}

static void set_bit(struct word *words, unsigned bit) {
    words[bit / WORD_BITS].w[bit % WORD_BITS / 32] |= 1u << bit % 32;
}

/* The second implementation: each bit of the result is fetched from where it must come from. Rows
 * of the input and element bits by mode, columns from the 1024 bits of a tile. */
static void fetch_bit_by_bit(const struct word in[4], unsigned mode, struct word out[4]) {
    static const unsigned rows[MODES] = {16, 8, 8, 4};
    const unsigned bits = 8u << mode;
    const unsigned columns = 1024 / bits / rows[mode];
    unsigned bit = 0;
    memset(out, 0, 4 * sizeof *out);
    for (unsigned column = 0; column < columns; column++) {
        for (unsigned row = 0; row < rows[mode]; row++) {
            for (unsigned i = 0; i < bits; i++, bit++) {
                if (bit_at(in, row * columns * bits + column * bits + i))
                    set_bit(out, bit);
            }
        }
    }
    assert_int_equal(bit, 1024);
}

static void assert_same_tile(const struct word expected[4], const struct word actual[4],
                             unsigned mode, const char *what) {
    for (unsigned w = 0; w < TRANSPOSE_WORDS; w++) {
        char expected_text[WORD_TEXT_SIZE];
        char actual_text[WORD_TEXT_SIZE];
        if (word_equal(&expected[w], &actual[w]))
            continue;
        word_format(&expected[w], expected_text);
        word_format(&actual[w], actual_text);
        fail_msg("%s, mode %u, word %u:\nexpected %s\nactual   %s", what, mode, w, expected_text,
                 actual_text);
    }
}

static void random_tile(struct rng *rng, struct word tile[4]) {
    for (unsigned i = 0; i < 32; i++)
        tile[i / 8].w[i % 8] = (uint32_t)rng_next(rng);
}

/* ---- by hand -------------------------------------------------------------------------------- */

/* Byte i of the tile holds i. Most significant digit, which is byte 31 of a word, first. */
static void counting_tile(struct word tile[4]) {
    static const char *const text[4] = {
        "1f1e1d1c1b1a191817161514131211100f0e0d0c0b0a09080706050403020100",
        "3f3e3d3c3b3a393837363534333231302f2e2d2c2b2a29282726252423222120",
        "5f5e5d5c5b5a595857565554535251504f4e4d4c4b4a49484746454443424140",
        "7f7e7d7c7b7a797877767574737271706f6e6d6c6b6a69686766656463626160",
    };
    for (unsigned w = 0; w < TRANSPOSE_WORDS; w++)
        assert_true(word_parse(text[w], WORD_HEX_DIGITS, &tile[w]));
}

static void counting_tiles_are_those_written_by_hand(void **state) {
    static const char *const text[MODES][4] = {
        {/* Two rows of 16 bytes a word: the first is column 0, bytes 00, 08, 10, ... of the tile. */
         "7971696159514941393129211911090178706860585048403830282018100800",
         "7b736b635b534b433b332b231b130b037a726a625a524a423a322a221a120a02",
         "7d756d655d554d453d352d251d150d057c746c645c544c443c342c241c140c04",
         "7f776f675f574f473f372f271f170f077e766e665e564e463e362e261e160e06"},
        {/* Two rows of 8 halves a word, from rows 16 bytes apart. */
         "7372636253524342333223221312030271706160515041403130212011100100",
         "7776676657564746373627261716070675746564555445443534252415140504",
         "7b7a6b6a5b5a4b4a3b3a2b2a1b1a0b0a79786968595849483938292819180908",
         "7f7e6f6e5f5e4f4e3f3e2f2e1f1e0f0e7d7c6d6c5d5c4d4c3d3c2d2c1d1c0d0c"},
        {/* One row of 8 singles a word, from rows 16 bytes apart. */
         "7372717063626160535251504342414033323130232221201312111003020100",
         "7776757467666564575655544746454437363534272625241716151407060504",
         "7b7a79786b6a69685b5a59584b4a49483b3a39382b2a29281b1a19180b0a0908",
         "7f7e7d7c6f6e6d6c5f5e5d5c4f4e4d4c3f3e3d3c2f2e2d2c1f1e1d1c0f0e0d0c"},
        {/* One row of 4 doubles a word, from rows 32 bytes apart. */
         "6766656463626160474645444342414027262524232221200706050403020100",
         "6f6e6d6c6b6a69684f4e4d4c4b4a49482f2e2d2c2b2a29280f0e0d0c0b0a0908",
         "7776757473727170575655545352515037363534333231301716151413121110",
         "7f7e7d7c7b7a79785f5e5d5c5b5a59583f3e3d3c3b3a39381f1e1d1c1b1a1918"},
    };
    struct word tile[4];
    (void)state;
    counting_tile(tile);
    for (unsigned mode = 0; mode < MODES; mode++) {
        struct word expected[4], actual[4];
        for (unsigned w = 0; w < TRANSPOSE_WORDS; w++)
            assert_true(word_parse(text[mode][w], WORD_HEX_DIGITS, &expected[w]));
        transpose_tile(tile, mode, actual);
        assert_same_tile(expected, actual, mode, "by hand");
        fetch_bit_by_bit(tile, mode, actual);
        assert_same_tile(expected, actual, mode, "bit by bit");
    }
}

static void matrices_that_are_no_tile_are_transposed(void **state) {
    static const uint8_t in[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18};
    /* 3 x 2 elements of 3 bytes. */
    static const uint8_t expected[] = {1, 2, 3, 7,  8,  9,  13, 14, 15,
                                       4, 5, 6, 10, 11, 12, 16, 17, 18};
    uint8_t out[sizeof in];
    (void)state;
    transpose(in, (struct matrix_shape){3, 2, 3}, out);
    assert_memory_equal(out, expected, sizeof expected);
    transpose(in, (struct matrix_shape){1, 18, 1}, out);
    assert_memory_equal(out, in, sizeof in);
    transpose(in, (struct matrix_shape){2, 1, 9}, out);
    assert_memory_equal(out, in, sizeof in);
}

/* ---- against the second implementation -------------------------------------------------------- */

static void every_bit_goes_where_the_second_implementation_puts_it(void **state) {
    (void)state;
    for (unsigned mode = 0; mode < MODES; mode++) {
        for (unsigned bit = 0; bit < 1024; bit++) {
            struct word tile[4] = {0}, expected[4], actual[4];
            set_bit(tile, bit);
            fetch_bit_by_bit(tile, mode, expected);
            transpose_tile(tile, mode, actual);
            assert_same_tile(expected, actual, mode, "one bit");
        }
    }
}

static void random_tiles_equal_the_second_implementation(void **state) {
    struct rng rng;
    (void)state;
    rng_init(&rng, 1, "model_transpose", "tiles");
    for (unsigned n = 0; n < 2000; n++) {
        struct word tile[4], expected[4], actual[4];
        random_tile(&rng, tile);
        fetch_bit_by_bit(tile, n % MODES, expected);
        transpose_tile(tile, n % MODES, actual);
        assert_same_tile(expected, actual, n % MODES, "random tile");
    }
}

static void only_bits_1_and_0_of_the_mode_are_looked_at(void **state) {
    struct rng rng;
    struct word tile[4];
    (void)state;
    rng_init(&rng, 1, "model_transpose", "mode");
    random_tile(&rng, tile);
    for (unsigned mode = 0; mode < 256; mode++) {
        struct word expected[4], actual[4];
        fetch_bit_by_bit(tile, mode % MODES, expected);
        transpose_tile(tile, mode, actual);
        assert_same_tile(expected, actual, mode, "mode");
    }
}

/* ---- undone ----------------------------------------------------------------------------------- */

static void transposing_with_swapped_shape_undoes_it(void **state) {
    struct rng rng;
    (void)state;
    rng_init(&rng, 1, "model_transpose", "shapes");
    for (unsigned n = 0; n < 500; n++) {
        const struct matrix_shape shape = {1 + rng_below(&rng, 40), 1 + rng_below(&rng, 40),
                                           1u << rng_below(&rng, 4)};
        const struct matrix_shape swapped = {shape.columns, shape.rows, shape.bytes};
        const size_t size = (size_t)shape.rows * shape.columns * shape.bytes;
        static uint8_t in[40 * 40 * 8], there[sizeof in], back[sizeof in];
        for (size_t i = 0; i < size; i++)
            in[i] = (uint8_t)rng_next(&rng);
        transpose(in, shape, there);
        transpose(there, swapped, back);
        assert_memory_equal(back, in, size);
    }
}

/* A square tile is its own inverse. One of R x C elements comes back when C's powers do: byte i of
 * mode 0 goes to 16i modulo 127, element i of mode 2 to 8i modulo 31. */
static void tiles_come_back_in_place_after_their_period(void **state) {
    static const unsigned period[MODES] = {7, 2, 5, 2};
    struct rng rng;
    (void)state;
    rng_init(&rng, 1, "model_transpose", "periods");
    for (unsigned mode = 0; mode < MODES; mode++) {
        struct word tile[4], moved[4];
        random_tile(&rng, tile);
        memcpy(moved, tile, sizeof tile);
        for (unsigned n = 0; n < period[mode]; n++) {
            assert_true(n == 0 || memcmp(moved, tile, sizeof tile) != 0);
            transpose_tile(moved, mode, moved);
        }
        assert_same_tile(tile, moved, mode, "period");
    }
}

static void shapes_of_the_modes_fill_a_tile(void **state) {
    (void)state;
    for (unsigned mode = 0; mode < MODES; mode++) {
        const struct matrix_shape shape = transpose_tile_shape(mode);
        assert_int_equal(shape.bytes, 1u << mode);
        assert_int_equal(shape.rows * shape.columns * shape.bytes, TRANSPOSE_BYTES);
    }
}

const struct CMUnitTest model_transpose_tests[] = {
    cmocka_unit_test(counting_tiles_are_those_written_by_hand),
    cmocka_unit_test(matrices_that_are_no_tile_are_transposed),
    cmocka_unit_test(every_bit_goes_where_the_second_implementation_puts_it),
    cmocka_unit_test(random_tiles_equal_the_second_implementation),
    cmocka_unit_test(only_bits_1_and_0_of_the_mode_are_looked_at),
    cmocka_unit_test(transposing_with_swapped_shape_undoes_it),
    cmocka_unit_test(tiles_come_back_in_place_after_their_period),
    cmocka_unit_test(shapes_of_the_modes_fill_a_tile),
};
const size_t model_transpose_test_count =
    sizeof model_transpose_tests / sizeof *model_transpose_tests;
