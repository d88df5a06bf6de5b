/* A matrix transposed by moves alone: the walks a driver sets. Words go where the walkers send them,
 * elements inside of four words where the occupant `transpose` sends them (docs/layouts.md). Knows
 * registers of the mover and the transpose bank's contract; no pins, no memory, no model of either. */
#ifndef TESTS_TRANSPOSITION_H
#define TESTS_TRANSPOSITION_H

#include "mover.h"
#include "transpose.h"

enum { TRANSPOSITION_MOVES = 4 };

struct transposition {
    struct matrix_shape shape; /* of the source; elements of 1, 2, 4 or 8 bytes */
    uint64_t from, to;         /* byte addresses, multiples of 32 */
    /* Bytes from one row to the next, multiples of 32, not negative: of the source, and of the
     * result, whose rows are the source's columns. */
    int32_t from_pitch, to_pitch;
    uint64_t scratch[2]; /* transposition_scratch() bytes each, apart from all else */
    unsigned id;         /* of the occupant; its mode's two low bits are the element size */
};

/* What the source must have readable, a multiple of what one block takes: elements past the shape
 * are read, and end in bytes past the rows of the result or nowhere. */
struct matrix_shape transposition_padded(struct matrix_shape shape);
/* Bytes of each scratch area. */
uint64_t transposition_scratch(struct matrix_shape shape);
/* The moves, to be run in this order; how many. The last one writes every word of the result that
 * has an element of the shape, and no other; the others write scratch[]. */
unsigned transposition_moves(const struct transposition *t,
                             struct mover_regs moves[TRANSPOSITION_MOVES]);

#endif
