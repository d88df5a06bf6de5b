#include "transpose.h"

void transpose(const uint8_t *in, struct matrix_shape shape, uint8_t *out) {
    for (size_t row = 0; row < shape.rows; row++) {
        for (size_t column = 0; column < shape.columns; column++) {
            const size_t from = row * shape.columns + column;
            const size_t to = column * shape.rows + row;
            memcpy(out + to * shape.bytes, in + from * shape.bytes, shape.bytes);
        }
    }
}

struct matrix_shape transpose_tile_shape(unsigned mode) {
    static const struct matrix_shape shapes[] = {{16, 8, 1}, {8, 8, 2}, {8, 4, 4}, {4, 4, 8}};
    return shapes[mode & 3];
}

static void bytes_of(const struct word words[TRANSPOSE_WORDS], uint8_t bytes[TRANSPOSE_BYTES]) {
    for (unsigned i = 0; i < TRANSPOSE_BYTES; i++)
        bytes[i] = (uint8_t)(words[i / WORD_BYTES].w[i % WORD_BYTES / 4] >> 8 * (i % 4));
}

static void words_of(const uint8_t bytes[TRANSPOSE_BYTES], struct word words[TRANSPOSE_WORDS]) {
    memset(words, 0, TRANSPOSE_WORDS * sizeof *words);
    for (unsigned i = 0; i < TRANSPOSE_BYTES; i++)
        words[i / WORD_BYTES].w[i % WORD_BYTES / 4] |= (uint32_t)bytes[i] << 8 * (i % 4);
}

void transpose_tile(const struct word in[TRANSPOSE_WORDS], unsigned mode,
                    struct word out[TRANSPOSE_WORDS]) {
    uint8_t tile[TRANSPOSE_BYTES], transposed[TRANSPOSE_BYTES] = {0};
    bytes_of(in, tile);
    transpose(tile, transpose_tile_shape(mode), transposed);
    words_of(transposed, out);
}
