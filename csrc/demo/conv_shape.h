/* The demo's 3x3 convolution, stride 1 inside zeros, and the numbers it is made of. */
#ifndef CSRC_DEMO_CONV_SHAPE_H
#define CSRC_DEMO_CONV_SHAPE_H

#include <math.h>
#include <stdint.h>

enum {
    CONV_H = 36,
    CONV_W = 32,
    CONV_C = 64, /* input channels */
    CONV_N = 32, /* output channels */
    CONV_TAPS = 9,
    CONV_BLOCK = 32, /* channels of a pixel that share a scale: one lane of an entry */
    CONV_BLOCKS = CONV_C / CONV_BLOCK,
    CONV_LANES = 4, /* of an entry: adjacent pixels, or adjacent output channels */
    CONV_IMAGE_VALUES = CONV_H * CONV_W * CONV_C,
    CONV_WEIGHT_VALUES = CONV_N * CONV_TAPS * CONV_C,
    CONV_OUTPUTS = CONV_H * CONV_W * CONV_N,
    /* Every MXFP7 value is a multiple of 2^-23: the smallest scale is 8 of them. */
    CONV_FRACTION = 23
};

/* FP16 bits, as they come: pixels [H][W][C], weights [N][3][3][C]. */
struct conv_tensors {
    const uint16_t *image, *weights;
};

/* An MXFP7 value in units of 2^-23: 63 * 15 * 2^31 at most. */
typedef int64_t conv_value;
/* Products of two of them and their sums, in units of 2^-46. Exact, so the order of the additions
 * does not matter and equal means equal in every bit. */
typedef __int128 conv_sum;

static inline double conv_sum_value(conv_sum sum) {
    return ldexp((double)sum, -2 * CONV_FRACTION);
}

#endif
