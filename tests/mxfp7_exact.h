/*
 * The second, independent MXFP7 quantiser: slow, and meant to be obviously right. It judges
 * models/mxfp7.c and shares neither code nor method with it: no table, no shift rule, no rounding
 * bit. Scales and codes are found by trying every candidate against the exact value, in integers.
 *
 * What it takes from the format's facts rather than from its definition: a scale whose exponent is
 * too small to encode keeps its mantissa; an exact tie goes towards zero under mantissa 13/8 and
 * away from zero under the other seven.
 */
#ifndef TESTS_MXFP7_EXACT_H
#define TESTS_MXFP7_EXACT_H

#include "word.h"

/* A magnitude and a scale in units of 2^-33, in which all of them are integers. */
uint64_t mxfp7_exact_magnitude(uint16_t value);
uint64_t mxfp7_exact_scale(uint8_t scale_byte);

/* The scale byte for a block whose largest 15-bit magnitude code is `peak`. */
uint8_t mxfp7_exact_scale_byte(uint16_t peak);

/* The multiple of `scale` nearest to `magnitude`, 0 to 63. *tie: two are equally near, and the
 * larger one is returned. */
unsigned mxfp7_exact_nearest(uint64_t magnitude, uint64_t scale, bool *tie);

/* The signed integer standing for an FP16 word under a scale byte. */
int mxfp7_exact_element(uint16_t value, uint8_t scale_byte);

/* One whole entry, packing 0 = A, 1 = B, bit by bit. */
void mxfp7_exact_quantise(const struct word beats[8], unsigned packing, struct word out[4]);

#endif
