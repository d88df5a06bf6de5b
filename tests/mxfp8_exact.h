/*
 * The second, independent MXFP8: slow, and meant to be obviously right. It judges models/mxfp8.c
 * and shares neither code nor method with it: every number is an exact multiple of 2^-160 in a wide
 * integer, element codes get their values by counting up from zero, scales and roundings are found
 * by comparing with the candidates. No shift rule, no rounding bit, no carry.
 *
 * It rests on the definitions: nearest, ties to the even code; floor scale: the largest under which
 * the largest magnitude reaches the top binade; rceil scale: the smallest under which it does not
 * exceed max normal.
 */
#ifndef TESTS_MXFP8_EXACT_H
#define TESTS_MXFP8_EXACT_H

#include "mxfp8.h"

#define EXACT_LIMBS 5

/* A magnitude, a multiple of 2^-160 below 2^160; limb[0] is the lowest. */
struct exact {
    uint64_t limb[EXACT_LIMBS];
};

/* whole * 2^exponent; the caller keeps it in range. */
struct exact exact_number(uint64_t whole, int exponent);
/* <0, 0, >0 as in memcmp. */
int exact_compare(const struct exact *a, const struct exact *b);
struct exact exact_sum(const struct exact *a, const struct exact *b);
/* a - b, or b - a when that is larger. */
struct exact exact_distance(const struct exact *a, const struct exact *b);
struct exact exact_times(const struct exact *a, unsigned factor);

/* The magnitude of a finite FP32 or FP16 code, sign ignored. */
struct exact mxfp8_exact_real(enum mxfp8_real real, uint32_t code);
/* The magnitude of a finite element code under a scale byte other than 0xff, sign ignored. */
struct exact mxfp8_exact_element(enum mxfp8_element element, uint8_t code, uint8_t scale);

/* The whole operations, as mxfp8_quantise() and mxfp8_dequantise(). */
void mxfp8_exact_quantise(const uint32_t value[MXFP8_BLOCK], const struct mxfp8_options *options,
                          struct mxfp8_block *block);
void mxfp8_exact_dequantise(const struct mxfp8_block *block, const struct mxfp8_options *options,
                            uint32_t value[MXFP8_BLOCK]);

#endif
