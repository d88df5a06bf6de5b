/* MXFP8 in two planes by moves: the walks a driver sets, and what must then be in memory. The mxfp8
 * bank gives a block of 32 values as two words, elements and scale, at one address; a driver wants
 * all elements in one plane and the scales in another (docs/layouts.md). */
#ifndef TESTS_MXFP8_PLANES_H
#define TESTS_MXFP8_PLANES_H

#include "mover.h"
#include "mxfp8.h"

/* A matrix whose rows are cut into blocks of 32; the last block of a row may have fewer values, and
 * memory has zeros behind them. Addresses and pitches are multiples of 32 bytes. */
struct mxfp8_planes {
    unsigned rows, columns;
    enum mxfp8_real real;
    unsigned mode;    /* of the bank: E4M3, rceil, poison_dis */
    uint64_t values;  /* row r at values + r * pitch, each with mxfp8_row_bytes() of it readable */
    int32_t pitch;    /* bytes */
    uint64_t entries; /* scratch, 64 bytes a block: a plane of one, then the other */
    uint64_t data;    /* 32 bytes a block, row after row, without gaps */
    uint64_t scales;  /* a word a block, the scale at its byte 0; within 2 GB of data */
};

enum { MXFP8_PLANES_MOVES = 3, MXFP8_PLANES_DIRECT_MOVES = 2 };

/* Blocks of a row; bytes of a row with its last block filled up. */
unsigned mxfp8_row_blocks(const struct mxfp8_planes *p);
unsigned mxfp8_row_bytes(const struct mxfp8_planes *p);
static inline unsigned mxfp8_blocks(const struct mxfp8_planes *p) {
    return p->rows * mxfp8_row_blocks(p);
}

/* Quantises into `entries`, then copies the elements to `data` and the scale words to `scales`. */
void mxfp8_planes_moves(const struct mxfp8_planes *p, struct mover_regs moves[MXFP8_PLANES_MOVES]);
/* Without scratch: quantises twice, forwards over `data`, where each block's elements overwrite the
 * scale before, and backwards over `scales`, where each scale overwrites the elements before. The
 * word behind `data` and the word in front of `scales` are lost. */
void mxfp8_planes_direct_moves(const struct mxfp8_planes *p,
                               struct mover_regs moves[MXFP8_PLANES_DIRECT_MOVES]);
/* Back from both planes in one move: rows at `to`, `pitch` bytes apart, whole blocks each. */
struct mover_regs mxfp8_values_move(const struct mxfp8_planes *p, uint64_t to, int32_t pitch);

/* What block number `block` must become, by models/mxfp8.h: `value` are FP16 bits, row after row. */
struct mxfp8_options mxfp8_planes_options(const struct mxfp8_planes *p);
void mxfp8_planes_block(const struct mxfp8_planes *p, const uint16_t *value, unsigned block,
                        struct mxfp8_block *out);
/* The FP32 that has the value of an FP16. */
uint32_t mxfp8_fp32_of(uint16_t bits);

#endif
