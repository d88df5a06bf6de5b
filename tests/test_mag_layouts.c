/* Layouts a driver makes with converting moves, in the whole agent with our banks: the host uploads a
 * real tensor, the mover converts it, the result is what the models make of the whole tensor
 * (docs/layouts.md; modules 4). The walks are judged with more shapes in test_layouts.c. */
#include "mag_asks.h"
#include "mag_memory_scenarios.h"
#include "mxfp8_planes.h"
#include "real_tensor.h"
#include "transposition.h"

static bool has_bank(const struct mag_bench *b, const char *name) {
    return b->slot.desc != NULL && strcmp(b->slot.desc->name, name) == 0;
}

static void run(struct mag_bench *b, const struct mover_regs *moves, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        must_move(b, moves[i]);
    }
}

static void expect_word(struct mag_bench *b, uint64_t offset, const struct word *due,
                        const char *what, unsigned n) {
    const struct word now = mag_dram_word(b, offset);
    sim_evaluated(b->sim, CHECK_MV_DATA);
    if (!word_equal(&now, due)) {
        failure_word(sim_fail(b->sim, CHECK_MV_DATA, "memory", "%s %u is wrong", what, n), "word",
                     due, &now);
        sim_cycle(b->sim);
    }
}

static struct word word_of(const uint8_t bytes[WORD_BYTES]) {
    struct word w = {{0}};
    for (unsigned i = 0; i < WORD_BYTES; i++) {
        w.w[i / 4] |= (uint32_t)bytes[i] << i % 4 * 8;
    }
    return w;
}

/* Bytes that end anywhere in a word: its other bytes stay as they are. */
static void upload_row(struct mag_bench *b, uint64_t offset, const uint8_t *bytes, unsigned size) {
    enum { ROW_WORDS = 32 };
    const unsigned words = (size + WORD_BYTES - 1) / WORD_BYTES;
    struct word data[ROW_WORDS];
    uint32_t strb[ROW_WORDS];
    for (unsigned w = 0; w < words; w++) {
        const unsigned left = size - w * WORD_BYTES;
        uint8_t full[WORD_BYTES] = {0};
        memcpy(full, bytes + w * WORD_BYTES, left < WORD_BYTES ? left : WORD_BYTES);
        data[w] = word_of(full);
        strb[w] = left < WORD_BYTES ? (UINT32_C(1) << left) - 1 : UINT32_MAX;
    }
    for (unsigned done = 0; done < words;) { /* bursts end with their page */
        const uint64_t at = offset + done * WORD_BYTES;
        const unsigned in_page = (unsigned)(PAGE - at % PAGE) / WORD_BYTES;
        const unsigned beats = words - done < in_page ? words - done : in_page;
        while (!mag_host_write(b, 0, at, beats, data + done, strb + done)) {
            sim_cycle(b->sim);
        }
        done += beats;
    }
}

/* ---- MXFP8 in two planes --------------------------------------------------------------------- */

enum { ROWS = 24, COLUMNS = 72, VALUES = ROWS * COLUMNS, PITCH = 0x100, OPTIONS_REGISTER = 0x10 };

static struct mxfp8_planes planes_at(const struct mag_bench *b, unsigned mode) {
    return (struct mxfp8_planes){.rows = ROWS,
                                 .columns = COLUMNS,
                                 .real = MXFP8_FP16,
                                 .mode = mode,
                                 .values = own(b, 0) + 0x20,
                                 .pitch = PITCH,
                                 .entries = has_store(b, 150) ? store_word(b, 5) : own(b, 1),
                                 .data = own(b, 2) + 0xfe0,
                                 .scales = own(b, 3) + 0x40};
}

/* A row is two blocks and a quarter: the mover zeroes the memory of three, the host writes the rest. */
static void upload_values(struct mag_bench *b, const struct mxfp8_planes *p,
                          const uint16_t *value) {
    struct mover_regs zero = mag_fill_move(p->values, 0, 0, 0);
    zero.walker[MOVER_DESTINATION].ndim = 2;
    zero.walker[MOVER_DESTINATION].dim[0] = (struct walker_dim){.count = ROWS, .stride = PITCH};
    zero.walker[MOVER_DESTINATION].dim[1] = (struct walker_dim){
        .count = (uint16_t)(mxfp8_row_bytes(p) / WORD_BYTES), .stride = WORD_BYTES};
    must_move(b, zero);
    for (unsigned r = 0; r < ROWS; r++) {
        uint8_t bytes[2 * COLUMNS];
        for (unsigned i = 0; i < sizeof bytes; i++) {
            bytes[i] = (uint8_t)(value[r * COLUMNS + i / 2] >> i % 2 * 8);
        }
        upload_row(b, region(0) + 0x20 + r * PITCH, bytes, sizeof bytes);
    }
    mag_settle(b);
}

static void expect_planes(struct mag_bench *b, const struct mxfp8_planes *p,
                          const uint16_t *value) {
    for (unsigned i = 0; i < mxfp8_blocks(p); i++) {
        struct mxfp8_block block;
        mxfp8_planes_block(p, value, i, &block);
        const struct word elements = word_of(block.element), scale = {{block.scale}};
        expect_word(b, region(2) + 0xfe0 + i * WORD_BYTES, &elements, "the elements of block", i);
        expect_word(b, region(3) + 0x40 + i * WORD_BYTES, &scale, "the scale of block", i);
    }
}

static void expect_values(struct mag_bench *b, const struct mxfp8_planes *p, const uint16_t *value,
                          uint64_t offset, int32_t pitch) {
    const struct mxfp8_options options = mxfp8_planes_options(p);
    const unsigned across = mxfp8_row_blocks(p);
    for (unsigned i = 0; i < mxfp8_blocks(p); i++) {
        const uint64_t at = offset + i / across * (uint64_t)(unsigned)pitch + i % across * 64;
        struct mxfp8_block block;
        uint32_t back[MXFP8_BLOCK];
        struct word due[2] = {{{0}}};
        mxfp8_planes_block(p, value, i, &block);
        mxfp8_dequantise(&block, &options, back);
        for (unsigned k = 0; k < MXFP8_BLOCK; k++) {
            due[k / 16].w[k % 16 / 2] |= back[k] << k % 2 * 16;
        }
        expect_word(b, at, &due[0], "the first half of the values of block", i);
        expect_word(b, at + WORD_BYTES, &due[1], "the second half of the values of block", i);
    }
}

/* The host reads a word a scale, and keeps a byte a scale: what a move cannot do with this bank. Then
 * it makes scale words again, elsewhere. */
static void host_packs_and_unpacks_scales(struct mag_bench *b, struct mxfp8_planes *p) {
    enum { SCALES = ROWS * 3 };
    uint8_t packed[SCALES];
    struct word again[SCALES] = {{{0}}};
    ask_host_read(b, 0, region(3) + 0x40, SCALES);
    mag_settle(b);
    for (unsigned i = 0; i < SCALES; i++) {
        packed[i] = (uint8_t)mag_dram_word(b, region(3) + 0x40 + i * WORD_BYTES).w[0];
    }
    upload_row(b, region(4), packed, sizeof packed);
    mag_settle(b);
    for (unsigned i = 0; i < SCALES; i++) {
        const struct word w = mag_dram_word(b, region(4) + i / WORD_BYTES * WORD_BYTES);
        again[i].w[0] = w.w[i % WORD_BYTES / 4] >> i % 4 * 8 & 0xff;
    }
    p->scales = own(b, 5) + 0x20;
    mag_upload(b, region(5) + 0x20, again, SCALES);
}

/* Every option by mode or register, a block with an Inf among them. */
void mxfp8_planes_are_made_and_read_back_by_moves(struct sim *s, const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    const unsigned modes = 1u << (type->mover.xmode_w < 3 ? type->mover.xmode_w : 3);
    uint16_t value[VALUES];
    unsigned moves = 0;
    memcpy(value, real_values(s, "conv2d_6/Kernel"), sizeof value);
    value[5 * COLUMNS + 70] = 0x7c00;
    for (unsigned options = 0; options < 8 && has_bank(b, "mxfp8"); options++) {
        struct mxfp8_planes p = planes_at(b, options);
        struct mover_regs move[MXFP8_PLANES_MOVES + 1];
        const bool direct = options % 2 == 1; /* without scratch */
        const unsigned made = direct ? MXFP8_PLANES_DIRECT_MOVES : MXFP8_PLANES_MOVES;
        upload_values(b, &p, value);
        for (unsigned id = 1; id <= 4; id++) {
            config_write(&b->slot.config, s, id, OPTIONS_REGISTER, options & ~(modes - 1));
        }
        p.mode = options & (modes - 1);
        if (direct) {
            mxfp8_planes_direct_moves(&p, move);
        } else {
            mxfp8_planes_moves(&p, move);
        }
        run(b, move, made);
        p.mode = options;
        expect_planes(b, &p, value);
        if (direct) {
            host_packs_and_unpacks_scales(b, &p);
        }
        move[0] = mxfp8_values_move(&p, own(b, 6), 0x140);
        move[0].xform_mode &= (uint8_t)(modes - 1);
        run(b, move, 1);
        expect_values(b, &p, value, region(6), 0x140);
        moves += made + 2;
    }
    mag_finish(b);
    sim_expect_seen(s, "moves", *b->pins.mv_done, moves);
}

/* ---- transposition --------------------------------------------------------------------------- */

static void transpose_one(struct mag_bench *b, struct matrix_shape shape, const uint8_t *bytes) {
    static uint8_t due[16384];
    const unsigned row = shape.columns * shape.bytes, column = shape.rows * shape.bytes;
    const struct transposition t = {
        .shape = shape,
        .from = own(b, 0) + 0xfe0,
        .to = own(b, 2) + 0x40,
        .from_pitch = (int32_t)(transposition_padded(shape).columns * shape.bytes + WORD_BYTES),
        .to_pitch = (int32_t)((column + WORD_BYTES - 1) / WORD_BYTES * WORD_BYTES),
        .scratch = {own(b, 4), own(b, 6)},
        .id = 1,
    };
    struct mover_regs move[TRANSPOSITION_MOVES];
    for (unsigned r = 0; r < shape.rows; r++) {
        const uint64_t offset = region(0) + 0xfe0 + r * (uint64_t)(unsigned)t.from_pitch;
        upload_row(b, offset, bytes + r * row, row);
    }
    mag_settle(b);
    run(b, move, transposition_moves(&t, move));
    transpose(bytes, shape, due);
    for (unsigned i = 0; i < shape.columns * (column / WORD_BYTES); i++) {
        const struct word word = word_of(due + i * WORD_BYTES);
        expect_word(b, region(2) + 0x40 + i * WORD_BYTES, &word, "of the transpose word", i);
    }
}

/* 128 x 32 weights of FP16, and the same bytes as matrices of the other elements. */
void a_tensor_is_transposed_by_moves(struct sim *s, const struct dut_type *type) {
    static const struct matrix_shape shapes[] = {
        {128, 32, 2}, {128, 64, 1}, {64, 32, 4}, {16, 64, 8}};
    struct mag_bench *b = mag_bench_new(s, type);
    const uint8_t *bytes = real_bytes(s, "conv2d_13/Kernel");
    const bool has = has_bank(b, "transpose") && type->mover.xmode_w >= 2;
    for (unsigned i = 0; i < 4 && has; i++) {
        transpose_one(b, shapes[i], bytes);
    }
    mag_finish(b);
    sim_expect_seen(s, "moves", *b->pins.mv_done, has ? 4 + 4 + 3 + 2 : 0);
}
