/* The demo's convolution without RTL: its reference against integers and against whole entries, and
 * its layout, moves and clusters, joined by the golden model of the mover, against the reference. */
#include "demo_suite.h"

#include "bfm/sparse_mem.h"
#include "demo/conv_cluster.h"
#include "demo/conv_reference.h"
#include "demo/tensors.h"
#include "sim/rng.h"

#include <stdlib.h>

enum { STAGE_WORDS = 4096, PEAK = 63 };

static struct conv_reference reference;

/* ---- tensors ---------------------------------------------------------------------------------- */

static struct tensors real;

static int load_real(void **state) {
    char error[256];
    (void)state;
    return tensors_load(&real, error) ? 0 : -1;
}

static int free_real(void **state) {
    (void)state;
    tensors_free(&real);
    return 0;
}

static struct conv_tensors real_tensors(void) {
    assert_true(real.values >= CONV_IMAGE_VALUES + CONV_WEIGHT_VALUES);
    return (struct conv_tensors){real.value, real.value + CONV_IMAGE_VALUES};
}

/* FP16 bits of an integer of at most 63: exact. */
static uint16_t fp16_of(int value) {
    unsigned magnitude = (unsigned)abs(value), exponent = 25;
    if (magnitude == 0) {
        return 0;
    }
    while (magnitude < 1024) {
        magnitude <<= 1;
        exponent--;
    }
    return (uint16_t)((value < 0 ? 0x8000u : 0) | exponent << 10 | (magnitude & 1023));
}

/* Integers that are exact in MXFP7: a block's peak is 63, so its scale is 1. */
static void draw_integers(struct rng *rng, int *value, uint16_t *bits, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        value[i] = i % CONV_BLOCK == 5 ? PEAK : (int)rng_below(rng, 2 * PEAK + 1) - PEAK;
        bits[i] = fp16_of(value[i]);
        assert_true(fp16_value(bits[i]) == (double)value[i]);
    }
}

/* ---- the reference ---------------------------------------------------------------------------- */

/* From the inputs' side: what each of them adds to which outputs. */
static void spread(const int *image, const int *weights, int *output) {
    for (int y = 0; y < CONV_H; y++) {
        for (int x = 0; x < CONV_W; x++) {
            for (int dy = -1; dy <= 1; dy++) {
                for (int dx = -1; dx <= 1; dx++) {
                    const int to_y = y - dy, to_x = x - dx, tap = 3 * (dy + 1) + dx + 1;
                    if (to_y < 0 || to_y >= CONV_H || to_x < 0 || to_x >= CONV_W) {
                        continue;
                    }
                    for (int n = 0; n < CONV_N; n++) {
                        int *out = &output[(to_y * CONV_W + to_x) * CONV_N + n];
                        for (int c = 0; c < CONV_C; c++) {
                            *out += image[(y * CONV_W + x) * CONV_C + c] *
                                    weights[(n * CONV_TAPS + tap) * CONV_C + c];
                        }
                    }
                }
            }
        }
    }
}

static void integers_convolve_exactly(void **state) {
    static int image[CONV_IMAGE_VALUES], weights[CONV_WEIGHT_VALUES], output[CONV_OUTPUTS];
    static uint16_t image_bits[CONV_IMAGE_VALUES], weight_bits[CONV_WEIGHT_VALUES];
    const struct conv_tensors tensors = {image_bits, weight_bits};
    struct rng rng;
    (void)state;
    rng_init(&rng, 1, "demo", "integers");
    draw_integers(&rng, image, image_bits, CONV_IMAGE_VALUES);
    draw_integers(&rng, weights, weight_bits, CONV_WEIGHT_VALUES);
    memset(output, 0, sizeof output);
    spread(image, weights, output);
    conv_reference_make(&tensors, &reference);
    for (unsigned i = 0; i < CONV_OUTPUTS; i++) {
        assert_true(conv_sum_value(reference.quantised[i]) == (double)output[i]);
        assert_true(reference.unquantised[i] == (double)output[i]);
    }
}

/* A pixel's 32 channels; zeros outside the row. */
static void pixel_words(const struct conv_tensors *t, unsigned block, int y, int x,
                        struct word word[2]) {
    static const uint16_t zeros[CONV_BLOCK];
    const bool inside = x >= 0 && x < CONV_W;
    const uint16_t *value =
        inside ? &t->image[((unsigned)(y * CONV_W + x) * CONV_BLOCKS + block) * CONV_BLOCK] : zeros;
    word_from_values(value, &word[0]);
    word_from_values(value + WORD_VALUES, &word[1]);
}

static void check_entry(const struct conv_tensors *t, unsigned block, int y, int x) {
    struct word beats[MXFP7_BEATS], words[MXFP7_WORDS];
    float lane[MXFP7_LANES][MXFP7_BLOCK];
    for (int l = 0; l < CONV_LANES; l++) {
        pixel_words(t, block, y, x + l, &beats[2 * l]);
    }
    mxfp7_quantise(beats, MXFP7_PACKING_A, words);
    mxfp7_dequantise(words, MXFP7_PACKING_A, lane);
    for (int l = 0; l < CONV_LANES; l++) {
        for (int k = 0; k < CONV_BLOCK; k++) {
            const int at = ((y * CONV_W + x + l) * CONV_BLOCKS + (int)block) * CONV_BLOCK + k;
            const bool inside = x + l >= 0 && x + l < CONV_W;
            const double expected = inside ? ldexp((double)reference.image[at], -CONV_FRACTION) : 0;
            assert_true((double)lane[l][k] == expected);
        }
    }
}

/* So the reference may quantise pixel by pixel what the copies hold in entries of four. */
static void pixels_quantise_alike_in_the_entries_of_all_three_shifts(void **state) {
    const struct conv_tensors tensors = real_tensors();
    (void)state;
    conv_reference_make(&tensors, &reference);
    for (int shift = -1; shift <= 1; shift++) {
        for (unsigned block = 0; block < CONV_BLOCKS; block++) {
            for (int y = 0; y < CONV_H; y++) {
                for (int x = shift; x < CONV_PITCH; x += CONV_LANES) {
                    check_entry(&tensors, block, y, x);
                }
            }
        }
    }
}

/* ---- layout, moves and clusters --------------------------------------------------------------- */

struct world {
    struct mover_config config;
    struct sparse_mem dram, staging;
};

static void convert(const struct word *beats, unsigned mode, struct word words[BANK_WORDS_MAX]) {
    mxfp7_quantise(beats, mode, words);
}

static const struct occupant quantiser = {.name = "mx_quant",
                                          .in_beats = MXFP7_BEATS,
                                          .out_words = MXFP7_WORDS,
                                          .depth = 2,
                                          .convert = convert};
static const struct bank_desc bank = {.name = "mxfp7", .occupants = 1, .occupant = &quantiser};

static struct word read_place(void *context, struct mover_place place) {
    struct world *world = context;
    struct word word;
    assert_true(place.space == MOVER_DRAM || place.space == MOVER_STAGING);
    sparse_mem_read(place.space == MOVER_DRAM ? &world->dram : &world->staging, place.offset,
                    &word);
    return word;
}

static void make_move(struct world *world, const struct conv_move *move) {
    struct mover_plan plan;
    unsigned words = 0;
    assert_int_equal(mover_go_fault(&world->config, &move->regs, false), MOVER_CODE_NONE);
    assert_int_equal(mover_plan_make(&world->config, &move->regs, 1 << 16, &plan), MOVER_PLAN_MADE);
    assert_false(plan.window_may);
    for (size_t i = 0; i < plan.write_count; i++) {
        const struct mover_place to = plan.writes[i].place;
        struct word value;
        assert_true(mover_plan_value(&world->config, &plan, i, read_place, world, &value));
        assert_true(to.space == MOVER_DRAM || to.space == MOVER_STAGING);
        sparse_mem_write(to.space == MOVER_DRAM ? &world->dram : &world->staging, to.offset, &value,
                         UINT32_MAX);
        words++;
    }
    assert_int_equal(words, move->words);
    assert_int_equal(plan.read_count / MXFP7_BEATS * (plan.mode == MOVER_TRANSFORM), move->entries);
    mover_plan_free(&plan);
}

static void upload(struct world *world, uint64_t addr, const uint16_t *value, unsigned values) {
    struct word word;
    for (unsigned i = 0; i < values; i += WORD_VALUES) {
        word_from_values(&value[i], &word);
        sparse_mem_write(&world->dram, conv_host_addr(addr) + 2 * (uint64_t)i, &word, UINT32_MAX);
    }
}

static void build_world(struct world *world, const struct conv_layout *layout, unsigned mesh_id) {
    const struct conv_tensors tensors = real_tensors();
    struct conv_move move[CONV_MOVES];
    world->config = (struct mover_config){.mesh_id = (uint8_t)mesh_id,
                                          .ilink = true,
                                          .stage = STAGE_WORDS,
                                          .xid_w = 4,
                                          .xmode_w = 4,
                                          .bank = &bank};
    sparse_mem_init(&world->dram, SPARSE_TAGGED, 1);
    sparse_mem_init(&world->staging, SPARSE_TAGGED, 2);
    upload(world, layout->image, tensors.image, CONV_IMAGE_VALUES);
    upload(world, layout->weights, tensors.weights, CONV_WEIGHT_VALUES);
    conv_moves(layout, move);
    for (unsigned i = 0; i < CONV_MOVES; i++) {
        make_move(world, &move[i]);
    }
}

/* All words of a run; 13 is odd, so each comes once. */
static void deliver(struct world *world, struct conv_cluster *c, enum conv_operand operand,
                    unsigned window, struct conv_step step, uint64_t addr) {
    const unsigned words = CONV_RUN_ENTRIES * MXFP7_WORDS;
    conv_cluster_expect(c, operand, window, step);
    for (unsigned i = 0; i < words; i++) {
        const unsigned at = 13 * i % words;
        const struct word word = read_place(
            world, mover_place_of(&world->config, addr + at * (uint64_t)WORD_BYTES, false));
        const uint8_t txn = (uint8_t)(conv_txn(operand, window) + at / MXFP7_WORDS);
        assert_true(conv_cluster_receive(c, txn, at % MXFP7_WORDS, &word));
        assert_false(conv_cluster_receive(c, txn, at % MXFP7_WORDS, &word));
    }
}

static void sweep(struct world *world, const struct conv_layout *layout, struct conv_cluster *c) {
    unsigned window = 0;
    for (unsigned block = 0; block < CONV_BLOCKS; block++) {
        for (unsigned tap = 0; tap < CONV_TAPS; tap++) {
            deliver(world, c, CONV_KERNEL, window++ % CONV_WINDOWS,
                    (struct conv_step){block, tap, 0}, conv_kernel_addr(layout, block, tap));
            for (unsigned y = 0; y < CONV_H; y++) {
                deliver(world, c, CONV_PIXELS, window++ % CONV_WINDOWS,
                        (struct conv_step){block, tap, y}, conv_tap_addr(layout, block, tap, y));
            }
        }
    }
}

static void moved_and_fetched_the_result_is_the_reference(void **state) {
    static struct conv_cluster half[2];
    static conv_sum output[CONV_OUTPUTS];
    const struct conv_tensors tensors = real_tensors();
    struct world world;
    (void)state;
    conv_reference_make(&tensors, &reference);
    for (unsigned mesh_id = 0; mesh_id < 4; mesh_id += 3) {
        const struct conv_layout layout = conv_layout_of(mesh_id);
        build_world(&world, &layout, mesh_id);
        memset(output, 0, sizeof output);
        memset(half, 0, sizeof half);
        for (unsigned i = 0; i < 2; i++) {
            half[i].first_n = i * CONV_N / 2;
            half[i].count_n = CONV_N / 2;
            half[i].output = output;
            sweep(&world, &layout, &half[i]);
        }
        assert_memory_equal(output, reference.quantised, sizeof output);
        sparse_mem_free(&world.dram);
        sparse_mem_free(&world.staging);
    }
}

const struct CMUnitTest demo_conv_tests[] = {
    cmocka_unit_test(integers_convolve_exactly),
    cmocka_unit_test_setup_teardown(pixels_quantise_alike_in_the_entries_of_all_three_shifts,
                                    load_real, free_real),
    cmocka_unit_test_setup_teardown(moved_and_fetched_the_result_is_the_reference, load_real,
                                    free_real),
};
const size_t demo_conv_test_count = sizeof demo_conv_tests / sizeof *demo_conv_tests;
