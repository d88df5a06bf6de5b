/*
 * Transposition of matrices of whole bytes: out[column][row] = in[row][column].
 *
 * Elements lie row by row without gaps, element (row, column) of `columns` at
 * (row * columns + column) * bytes; the bytes inside an element keep their order. An iDMA pads the
 * rows of its result to whole beats; what pitch a matrix has in memory is not this file's business.
 *
 * A tile is 1024 bits, 4 words; byte 0 is bits 7:0 of word 0, byte 127 bits 255:248 of word 3.
 *
 *   mode                  0        1       2       3
 *   element, bits         8        16      32      64
 *   in, rows x columns    16 x 8   8 x 8   8 x 4   4 x 4
 *   out                   8 x 16   8 x 8   4 x 8   4 x 4
 */
#ifndef MODELS_TRANSPOSE_H
#define MODELS_TRANSPOSE_H

#include "word.h"

#define TRANSPOSE_WORDS 4
#define TRANSPOSE_BYTES (TRANSPOSE_WORDS * WORD_BYTES)

struct matrix_shape {
    unsigned rows, columns;
    unsigned bytes; /* of an element */
};

/* Writes the transpose of rows * columns elements; `in` and `out` do not overlap. */
void transpose(const uint8_t *in, struct matrix_shape shape, uint8_t *out);

/* What goes into a tile. Only bits 1:0 of `mode` are looked at. */
struct matrix_shape transpose_tile_shape(unsigned mode);

/* Transposes one tile; `in` and `out` may be the same. */
void transpose_tile(const struct word in[TRANSPOSE_WORDS], unsigned mode,
                    struct word out[TRANSPOSE_WORDS]);

#endif
