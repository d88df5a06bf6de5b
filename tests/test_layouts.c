/* Layouts a driver makes with converting moves alone (docs/layouts.md): matrices transposed as a
 * whole, MXFP8 in two planes. The mover is the RTL, the bank a golden model behind the slot's; what
 * must be in memory is computed by models/transpose.h and models/mxfp8.h on the whole tensor. The same
 * with our banks behind the agent: test_mag_layouts.c. */
#include "mover_scenarios.h"
#include "mxfp8_planes.h"
#include "real_tensor.h"
#include "rtl_suites_mv.h"
#include "transposition.h"

enum {
    TRANSPOSE_ID = 1,
    MXFP8_OCCUPANTS = 4,
    PACKER_ID = MXFP8_OCCUPANTS + 1,
    MATRIX_MAX = 88 * 24 * 8
};

/* Where a scenario puts things. */
enum { SOURCE = 0x10000, RESULT = 0x110000, SCRATCH = 0x210000, AREA = 0x100000 };

static struct mover_bench *bench_with(struct sim *s, const struct bank_desc *bank) {
    return mover_bench_new(s, &dut_mover, bank);
}

/* Memory and slot at their fastest and slowest in turn. */
static void at_both_paces(struct mover_bench *b, unsigned round) {
    if (round % 2 == 0) {
        fast_surroundings(b);
    } else {
        slow_surroundings(b);
    }
}

static void run(struct mover_bench *b, const struct mover_regs *moves, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        mover_expect(b, &moves[i], MOVER_CODE_NONE);
    }
}

/* ---- transposition --------------------------------------------------------------------------- */

static struct transposition transposition_at(const struct mover_bench *b, struct matrix_shape shape,
                                             int32_t gap, unsigned id) {
    const unsigned in_row = transposition_padded(shape).columns * shape.bytes;
    const unsigned out_row = (shape.rows * shape.bytes + WORD_BYTES - 1) / WORD_BYTES * WORD_BYTES;
    return (struct transposition){
        .shape = shape,
        .from = own_dram(b, SOURCE),
        .to = own_dram(b, RESULT),
        .from_pitch = (int32_t)in_row + gap,
        .to_pitch = (int32_t)out_row + 2 * gap,
        .scratch = {own_dram(b, SCRATCH), own_dram(b, SCRATCH + AREA)},
        .id = id,
    };
}

static void load_rows(struct mover_bench *b, const struct transposition *t, const uint8_t *bytes) {
    const size_t row = (size_t)t->shape.columns * t->shape.bytes;
    for (unsigned r = 0; r < t->shape.rows; r++) {
        sparse_mem_load(&b->contents, t->from + (uint64_t)r * (unsigned)t->from_pitch,
                        bytes + r * row, row);
    }
}

/* The bytes of an area, whatever the words' borders are. */
static void bytes_at(const struct mover_bench *b, uint64_t addr, uint8_t *bytes, size_t size) {
    for (size_t i = 0; i < size; i++) {
        struct word word;
        mover_peek(b, addr + i, false, &word);
        const unsigned at = (unsigned)(addr + i) % WORD_BYTES;
        bytes[i] = (uint8_t)(word.w[at / 4] >> at % 4 * 8);
    }
}

static void expect_transposed(struct mover_bench *b, const struct transposition *t,
                              const uint8_t *bytes) {
    static uint8_t due[MATRIX_MAX], row[MATRIX_MAX];
    const size_t width = (size_t)t->shape.rows * t->shape.bytes;
    transpose(bytes, t->shape, due);
    for (unsigned c = 0; c < t->shape.columns; c++) {
        bytes_at(b, t->to + (uint64_t)c * (unsigned)t->to_pitch, row, width);
        sim_evaluated(b->sim, CHECK_MV_DATA);
        if (memcmp(row, due + c * width, width) != 0) {
            sim_fail(b->sim, CHECK_MV_DATA, "memory",
                     "row %u of the transpose of %u x %u elements of %u bytes is wrong", c,
                     t->shape.rows, t->shape.columns, t->shape.bytes);
            sim_cycle(b->sim);
        }
    }
}

/* The weights of one layer, seen as matrices of elements of `bytes` bytes. */
static void transposes(struct sim *s, unsigned bytes) {
    static const struct matrix_shape in_blocks[] = {
        {128, 64, 1}, {128, 32, 2}, {128, 16, 4}, {128, 8, 8}};
    struct mover_bench *b = bench_with(s, dut_bank_transpose.bank_desc);
    const uint8_t *tensor = real_bytes(s, "conv2d_13/Kernel");
    unsigned moves = 0;
    for (const struct matrix_shape *shape = in_blocks; shape < in_blocks + 4; shape++) {
        const struct matrix_shape turned[] = {*shape,          {shape->columns, shape->rows, bytes},
                                              {1, 1, bytes},   {1, 70, bytes},
                                              {70, 1, bytes},  {88, 24, bytes},
                                              {33, 31, bytes}, {15, 17, bytes}};
        for (unsigned i = 0; shape->bytes == bytes && i < sizeof turned / sizeof *turned; i++) {
            const struct transposition t =
                transposition_at(b, turned[i], (int32_t)(i % 3 * WORD_BYTES), TRANSPOSE_ID);
            struct mover_regs move[TRANSPOSITION_MOVES];
            const unsigned count = transposition_moves(&t, move);
            at_both_paces(b, i);
            load_rows(b, &t, tensor);
            run(b, move, count);
            expect_transposed(b, &t, tensor);
            moves += count;
        }
    }
    mover_finish(b);
    sim_expect_seen(s, "moves", b->moves, moves);
    sim_expect_seen(s, "transforms of eight matrices", moves, bytes > 4 ? 16 : bytes > 2 ? 24 : 32);
}

static void matrices_of_8_bits_are_transposed(struct sim *s) {
    transposes(s, 1);
}
static void matrices_of_16_bits_are_transposed(struct sim *s) {
    transposes(s, 2);
}
static void matrices_of_32_bits_are_transposed(struct sim *s) {
    transposes(s, 4);
}
static void matrices_of_64_bits_are_transposed(struct sim *s) {
    transposes(s, 8);
}

/* A matrix that lies as tiles, tile after tile, takes one move: tiles are fetched column by column of
 * tiles, and turned. */
static void a_matrix_of_tiles_takes_one_move(struct sim *s) {
    struct mover_bench *b = bench_with(s, dut_bank_transpose.bank_desc);
    const uint8_t *tensor = real_bytes(s, "conv2d_13/Kernel");
    for (unsigned mode = 0; mode < 4; mode++) {
        const unsigned down = 4, across = 5;
        struct mover_regs move = transform_of(b, TRANSPOSE_ID, 0, 0, down * across);
        move.xform_mode = (uint8_t)mode;
        move.walker[MOVER_SOURCE] = (struct walker){
            .base = own_dram(b, SOURCE),
            .ndim = 3,
            .dim = {{.count = (uint16_t)across, .stride = TRANSPOSE_BYTES},
                    {.count = (uint16_t)down, .stride = (int32_t)(across * TRANSPOSE_BYTES)},
                    {.count = TRANSPOSE_WORDS, .stride = WORD_BYTES}}};
        move.walker[MOVER_DESTINATION].base = own_dram(b, RESULT);
        sparse_mem_load(&b->contents, own_dram(b, SOURCE), tensor,
                        (size_t)down * across * TRANSPOSE_BYTES);
        run(b, &move, 1);
        for (unsigned i = 0; i < down * across; i++) {
            uint8_t due[TRANSPOSE_BYTES], tile[TRANSPOSE_BYTES];
            transpose(tensor + (size_t)(i / across * across + i % across) * TRANSPOSE_BYTES,
                      transpose_tile_shape(mode), due);
            bytes_at(b, own_dram(b, RESULT) + (i % across * down + i / across) * TRANSPOSE_BYTES,
                     tile, sizeof tile);
            sim_evaluated(s, CHECK_MV_DATA);
            if (memcmp(due, tile, sizeof due) != 0) {
                sim_fail(s, CHECK_MV_DATA, "memory", "tile %u of mode %u is wrong", i, mode);
            }
        }
    }
    mover_finish(b);
    sim_expect_seen(s, "moves", b->moves, 4);
}

/* ---- MXFP8 in two planes --------------------------------------------------------------------- */

/* The occupants of the mxfp8 bank, and the one of transpose behind them. */
static const struct bank_desc *bank_of_both(struct sim *s) {
    const struct bank_desc *mxfp8 = dut_bank_mxfp8.bank_desc,
                           *turner = dut_bank_transpose.bank_desc;
    struct bank_desc *both = sim_alloc(s, sizeof *both);
    struct occupant *occupant = sim_alloc(s, (MXFP8_OCCUPANTS + 1) * sizeof *occupant);
    memcpy(occupant, mxfp8->occupant, MXFP8_OCCUPANTS * sizeof *occupant);
    occupant[MXFP8_OCCUPANTS] = turner->occupant[0];
    *both = (struct bank_desc){
        .name = "mxfp8 and transpose", .occupants = MXFP8_OCCUPANTS + 1, .occupant = occupant};
    return both;
}

/* 24 x 72: two whole blocks a row and one of eight values, on half a word. */
static struct mxfp8_planes planes_at(const struct mover_bench *b, enum mxfp8_real real,
                                     unsigned mode) {
    return (struct mxfp8_planes){.rows = 24,
                                 .columns = 72,
                                 .real = real,
                                 .mode = mode,
                                 .values = own_dram(b, SOURCE),
                                 .pitch = 0x1a0,
                                 .entries = own_staging(b, 0x40),
                                 .data = own_dram(b, RESULT),
                                 .scales = own_dram(b, RESULT + 0x8020)};
}

static void load_values(struct mover_bench *b, const struct mxfp8_planes *p,
                        const uint16_t *value) {
    const unsigned size = p->real == MXFP8_FP32 ? 4 : 2;
    for (unsigned r = 0; r < p->rows; r++) {
        for (unsigned c = 0; c < mxfp8_row_bytes(p) / size; c++) {
            const uint16_t bits = c < p->columns ? value[r * p->columns + c] : 0;
            const uint32_t as = size == 4 ? mxfp8_fp32_of(bits) : bits;
            const uint8_t bytes[] = {(uint8_t)as, (uint8_t)(as >> 8), (uint8_t)(as >> 16),
                                     (uint8_t)(as >> 24)};
            sparse_mem_load(&b->contents, p->values + r * (uint64_t)(unsigned)p->pitch + c * size,
                            bytes, size);
        }
    }
}

static void expect_bytes(struct mover_bench *b, uint64_t addr, const uint8_t *due, size_t size,
                         const char *what, unsigned block) {
    uint8_t now[MXFP8_BLOCK * 4];
    bytes_at(b, addr, now, size);
    sim_evaluated(b->sim, CHECK_MV_DATA);
    if (memcmp(now, due, size) != 0) {
        sim_fail(b->sim, CHECK_MV_DATA, "memory", "%s of block %u wrong: first byte %02x, not %02x",
                 what, block, now[0], due[0]);
        sim_cycle(b->sim);
    }
}

static void expect_planes(struct mover_bench *b, const struct mxfp8_planes *p,
                          const uint16_t *value) {
    for (unsigned i = 0; i < mxfp8_blocks(p); i++) {
        struct mxfp8_block block;
        uint8_t scale[WORD_BYTES] = {0};
        mxfp8_planes_block(p, value, i, &block);
        scale[0] = block.scale;
        expect_bytes(b, p->data + i * WORD_BYTES, block.element, MXFP8_BLOCK, "elements", i);
        expect_bytes(b, p->scales + i * WORD_BYTES, scale, WORD_BYTES, "the scale word", i);
    }
}

static void expect_values(struct mover_bench *b, const struct mxfp8_planes *p,
                          const uint16_t *value, uint64_t at, int32_t pitch) {
    const struct mxfp8_options options = mxfp8_planes_options(p);
    const unsigned size = p->real == MXFP8_FP32 ? 4 : 2, across = mxfp8_row_blocks(p);
    for (unsigned i = 0; i < mxfp8_blocks(p); i++) {
        struct mxfp8_block block;
        uint32_t back[MXFP8_BLOCK];
        uint8_t due[MXFP8_BLOCK * 4];
        mxfp8_planes_block(p, value, i, &block);
        mxfp8_dequantise(&block, &options, back);
        for (unsigned k = 0; k < MXFP8_BLOCK * size; k++) {
            due[k] = (uint8_t)(back[k / size] >> k % size * 8);
        }
        const uint64_t row = at + i / across * (uint64_t)(unsigned)pitch;
        expect_bytes(b, row + i % across * MXFP8_BLOCK * size, due, MXFP8_BLOCK * size, "values",
                     i);
    }
}

enum { BACK = 0x300000, BACK_PITCH = 0x1c0, PACKED = 0x280020, UNPACKED = 0x2a0000 };

static void back_and_forth(struct sim *s, bool direct) {
    struct mover_bench *b = bench_with(s, dut_bank_mxfp8.bank_desc);
    const uint16_t *value = real_values(s, "conv2d_6/Kernel");
    unsigned blocks = 0;
    for (unsigned i = 0; i < 8; i++) {
        struct mxfp8_planes p = planes_at(b, i & 4 ? MXFP8_FP32 : MXFP8_FP16, i % 4);
        struct mover_regs move[MXFP8_PLANES_MOVES];
        at_both_paces(b, i);
        load_values(b, &p, value);
        if (direct) {
            mxfp8_planes_direct_moves(&p, move);
        } else {
            mxfp8_planes_moves(&p, move);
        }
        run(b, move, direct ? MXFP8_PLANES_DIRECT_MOVES : MXFP8_PLANES_MOVES);
        expect_planes(b, &p, value);
        move[0] = mxfp8_values_move(&p, own_dram(b, BACK), BACK_PITCH);
        run(b, move, 1);
        expect_values(b, &p, value, own_dram(b, BACK), BACK_PITCH);
        blocks += mxfp8_blocks(&p);
    }
    mover_finish(b);
    sim_expect_seen(s, "blocks", blocks, 8 * 72);
    sim_expect_seen(s, "moves", b->moves, 8 * (direct ? 3 : 4));
}

static void two_planes_are_made_through_scratch_and_read_back(struct sim *s) {
    back_and_forth(s, false);
}
static void two_planes_are_made_without_scratch_and_read_back(struct sim *s) {
    back_and_forth(s, true);
}

/* Scale words are a matrix of 32 columns of bytes of which the first is wanted: its transpose's first
 * row is the scale plane, a byte a block; and the other way round. */
static void scales_are_packed_into_bytes_and_unpacked_by_transposition(struct sim *s) {
    struct mover_bench *b = bench_with(s, bank_of_both(s));
    const uint16_t *value = real_values(s, "conv2d_6/Kernel");
    struct mxfp8_planes p = planes_at(b, MXFP8_FP16, 0);
    const unsigned n = mxfp8_blocks(&p);
    struct mover_regs move[TRANSPOSITION_MOVES];
    load_values(b, &p, value);
    mxfp8_planes_moves(&p, move);
    run(b, move, MXFP8_PLANES_MOVES);
    /* The last group of 32 scales is partial: zeros behind the words there are. */
    move[0] = fill_of(0, 0, words_of(p.scales + n * WORD_BYTES, -n % 32));
    run(b, move, 1);
    struct transposition pack = transposition_at(b, (struct matrix_shape){n, 1, 1}, 0, PACKER_ID);
    pack.from = p.scales;
    pack.to = own_dram(b, PACKED);
    run(b, move, transposition_moves(&pack, move));
    for (unsigned i = 0; i < (n + 31) / 32 * 32; i++) {
        struct mxfp8_block block = {.scale = 0};
        if (i < n) {
            mxfp8_planes_block(&p, value, i, &block);
        }
        expect_bytes(b, own_dram(b, PACKED) + i, &block.scale, 1, "the packed scale", i);
    }
    struct transposition unpack = transposition_at(b, (struct matrix_shape){1, n, 1}, 0, PACKER_ID);
    unpack.from = own_dram(b, PACKED);
    unpack.from_pitch = 0; /* the row stands for all 32 of its block: only byte 0 is read */
    unpack.to = own_dram(b, UNPACKED);
    run(b, move, transposition_moves(&unpack, move));
    p.scales = own_dram(b, UNPACKED);
    move[0] = mxfp8_values_move(&p, own_dram(b, BACK), BACK_PITCH);
    run(b, move, 1);
    expect_values(b, &p, value, own_dram(b, BACK), BACK_PITCH);
    mover_finish(b);
    sim_expect_seen(s, "moves", b->moves, 3 + 1 + 4 + 4 + 1);
}

#define SCENARIO(function)                                                                         \
    { #function, function }

const struct scenario layout_scenarios[] = {
    SCENARIO(matrices_of_8_bits_are_transposed),
    SCENARIO(matrices_of_16_bits_are_transposed),
    SCENARIO(matrices_of_32_bits_are_transposed),
    SCENARIO(matrices_of_64_bits_are_transposed),
    SCENARIO(a_matrix_of_tiles_takes_one_move),
    SCENARIO(two_planes_are_made_through_scratch_and_read_back),
    SCENARIO(two_planes_are_made_without_scratch_and_read_back),
    SCENARIO(scales_are_packed_into_bytes_and_unpacked_by_transposition),
};
const size_t layout_scenario_count = sizeof layout_scenarios / sizeof *layout_scenarios;
