/* Floating-point values where rounding, saturation and special cases begin: infinities, NaNs, zeros of
 * both signs, subnormals, the largest and smallest numbers, one unit around powers of two and around
 * rounding ties. Random bits meet them by luck only. Knows formats, no bank. */
#ifndef CSRC_BFM_EDGE_VALUES_H
#define CSRC_BFM_EDGE_VALUES_H

#include "sim/rng.h"

/* A sign, an exponent of exponent_bits, a fraction below it; 32 bits at most. */
struct float_format {
    unsigned exponent_bits, fraction_bits;
};
#define FORMAT_FP16 ((struct float_format){5, 10})
#define FORMAT_FP32 ((struct float_format){8, 23})

/* Such a value. Half of them keep the sign and exponent of `plain`, so that they matter beside values
 * of its size. */
uint32_t edge_value(struct rng *rng, struct float_format format, uint32_t plain);

#endif
