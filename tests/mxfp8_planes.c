/* See mxfp8_planes.h. */
#include "mxfp8_planes.h"

enum { QUANTISE_FP32 = 1, QUANTISE_FP16, DEQUANTISE_FP32, DEQUANTISE_FP16 }; /* ids of the bank */

static unsigned value_bytes(const struct mxfp8_planes *p) {
    return p->real == MXFP8_FP32 ? 4 : 2;
}

static int32_t block_bytes(const struct mxfp8_planes *p) {
    return (int32_t)(value_bytes(p) * MXFP8_BLOCK);
}

unsigned mxfp8_row_blocks(const struct mxfp8_planes *p) {
    return (p->columns + MXFP8_BLOCK - 1) / MXFP8_BLOCK;
}

unsigned mxfp8_row_bytes(const struct mxfp8_planes *p) {
    return mxfp8_row_blocks(p) * (unsigned)block_bytes(p);
}

static struct walker line(uint64_t base, unsigned count, int32_t stride) {
    return (struct walker){
        .base = base, .ndim = 1, .dim = {{.count = (uint16_t)count, .stride = stride}}};
}

/* Rows, blocks, words of a block. */
static struct walker values_walk(const struct mxfp8_planes *p) {
    return (struct walker){
        .base = p->values,
        .ndim = 3,
        .dim = {{.count = (uint16_t)p->rows, .stride = p->pitch},
                {.count = (uint16_t)mxfp8_row_blocks(p), .stride = block_bytes(p)},
                {.count = (uint16_t)(block_bytes(p) / WORD_BYTES), .stride = WORD_BYTES}}};
}

static struct mover_regs quantise(const struct mxfp8_planes *p, struct walker source,
                                  struct walker destination) {
    return (struct mover_regs){.mode = MOVER_TRANSFORM,
                               .walker = {source, destination},
                               .xform_id = p->real == MXFP8_FP32 ? QUANTISE_FP32 : QUANTISE_FP16,
                               .xform_mode = (uint8_t)p->mode};
}

static struct mover_regs copy(struct walker source, struct walker destination) {
    return (struct mover_regs){.mode = MOVER_COPY, .walker = {source, destination}};
}

void mxfp8_planes_moves(const struct mxfp8_planes *p, struct mover_regs moves[MXFP8_PLANES_MOVES]) {
    const unsigned n = mxfp8_blocks(p);
    moves[0] = quantise(p, values_walk(p), line(p->entries, n, 2 * WORD_BYTES));
    moves[1] = copy(line(p->entries, n, 2 * WORD_BYTES), line(p->data, n, WORD_BYTES));
    moves[2] =
        copy(line(p->entries + WORD_BYTES, n, 2 * WORD_BYTES), line(p->scales, n, WORD_BYTES));
}

void mxfp8_planes_direct_moves(const struct mxfp8_planes *p,
                               struct mover_regs moves[MXFP8_PLANES_DIRECT_MOVES]) {
    const unsigned n = mxfp8_blocks(p);
    const int64_t last_row = (int64_t)(p->rows - 1) * p->pitch;
    const int64_t last_block = (int64_t)(mxfp8_row_blocks(p) - 1) * block_bytes(p);
    struct walker backwards = values_walk(p);
    backwards.base = p->values + (uint64_t)(last_row + last_block);
    backwards.dim[0].stride = -p->pitch;
    backwards.dim[1].stride = -block_bytes(p);
    moves[0] = quantise(p, values_walk(p), line(p->data, n, WORD_BYTES));
    moves[1] =
        quantise(p, backwards,
                 line(p->scales + (n - 1) * (uint64_t)WORD_BYTES - WORD_BYTES, n, -WORD_BYTES));
}

struct mover_regs mxfp8_values_move(const struct mxfp8_planes *p, uint64_t to, int32_t pitch) {
    struct walker destination = values_walk(p);
    destination.base = to;
    destination.ndim = 2; /* an entry writes all words of its block */
    destination.dim[0].stride = pitch;
    const struct walker planes = {
        .base = p->data,
        .ndim = 2,
        .dim = {{.count = (uint16_t)mxfp8_blocks(p), .stride = WORD_BYTES},
                {.count = 2, .stride = (int32_t)(int64_t)(p->scales - p->data)}}};
    return (struct mover_regs){.mode = MOVER_TRANSFORM,
                               .walker = {planes, destination},
                               .xform_id =
                                   p->real == MXFP8_FP32 ? DEQUANTISE_FP32 : DEQUANTISE_FP16,
                               .xform_mode = (uint8_t)p->mode};
}

/* ---- what must be there ---------------------------------------------------------------------- */

struct mxfp8_options mxfp8_planes_options(const struct mxfp8_planes *p) {
    return (struct mxfp8_options){.element = p->mode & 1 ? MXFP8_E4M3 : MXFP8_E5M2,
                                  .real = p->real,
                                  .rceil = p->mode & 2,
                                  .poison_dis = p->mode & 4};
}

uint32_t mxfp8_fp32_of(uint16_t bits) {
    enum { REBIAS = 127 - 15, HIDDEN = 1 << 10 };
    const uint32_t sign = (uint32_t)(bits >> 15) << 31;
    uint32_t exponent = bits >> 10 & 31, fraction = bits & (HIDDEN - 1);
    if (exponent == 0 && fraction == 0) {
        return sign;
    }
    if (exponent == 31) {
        return sign | UINT32_C(0xff) << 23 | fraction << 13;
    }
    exponent += REBIAS;
    if (exponent == REBIAS) { /* subnormal: as a normal FP32 */
        for (exponent++; fraction < HIDDEN; exponent--) {
            fraction *= 2;
        }
        fraction -= HIDDEN;
    }
    return sign | exponent << 23 | fraction << 13;
}

void mxfp8_planes_block(const struct mxfp8_planes *p, const uint16_t *value, unsigned block,
                        struct mxfp8_block *out) {
    const struct mxfp8_options options = mxfp8_planes_options(p);
    const unsigned row = block / mxfp8_row_blocks(p),
                   first = block % mxfp8_row_blocks(p) * MXFP8_BLOCK;
    uint32_t of_block[MXFP8_BLOCK] = {0};
    for (unsigned i = 0; i < MXFP8_BLOCK && first + i < p->columns; i++) {
        const uint16_t bits = value[row * p->columns + first + i];
        of_block[i] = p->real == MXFP8_FP32 ? mxfp8_fp32_of(bits) : bits;
    }
    mxfp8_quantise(of_block, &options, out);
}
