#include "bfm/edge_values.h"

/* Zero, the smallest and the largest subnormal, the smallest and the largest number, infinity, a NaN of
 * either sort, and all ones. */
static uint32_t special(struct rng *rng, struct float_format f) {
    const uint32_t one = UINT32_C(1) << f.fraction_bits;
    const uint32_t infinity = ((UINT32_C(1) << f.exponent_bits) - 1) * one;
    const uint32_t value[] = {0,
                              1,
                              one - 1,
                              one,
                              infinity - 1,
                              infinity,
                              infinity + 1,
                              infinity + one / 2,
                              infinity + one - 1};
    return value[rng_below(rng, sizeof value / sizeof *value)];
}

/* Half a unit above a fraction of few bits, or nothing above it: ties and powers of two. */
static uint32_t middle(struct rng *rng, struct float_format f) {
    const unsigned kept = rng_below(rng, f.fraction_bits);
    const uint32_t unit = UINT32_C(1) << (f.fraction_bits - kept);
    const uint32_t fraction = (uint32_t)rng_next(rng) & ((UINT32_C(1) << f.fraction_bits) - 1);
    return (fraction & ~(unit - 1)) | (rng_below(rng, 4) ? unit / 2 : 0);
}

uint32_t edge_value(struct rng *rng, struct float_format f, uint32_t plain) {
    const uint32_t sign = UINT32_C(1) << (f.exponent_bits + f.fraction_bits);
    const uint32_t exponent = sign - (UINT32_C(1) << f.fraction_bits);
    const uint32_t step = rng_below(rng, 3) - 1;
    if (rng_below(rng, 2)) {
        return (uint32_t)(rng_next(rng) & sign) | special(rng, f);
    }
    return (plain & sign) | (((plain & exponent) + middle(rng, f) + step) & (sign - 1));
}
