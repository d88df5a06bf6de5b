/* See mxfp7_exact.h. Speed is no aim here. */
#include "mxfp7_exact.h"

#define UNIT 33 /* everything is counted in 2^-33 */
#define LARGEST_CODE 63

uint64_t mxfp7_exact_magnitude(uint16_t value) {
    const unsigned exponent = value >> 10 & 31;
    const uint64_t fraction = value & 1023;
    /* FP16: fraction * 2^-24, or (1024 + fraction) * 2^(exponent - 25). */
    if (exponent == 0)
        return fraction << (UNIT - 24);
    return (1024 + fraction) << exponent << (UNIT - 25);
}

/* (8 + mantissa)/8 * 2^exponent, for exponents from -30. */
static uint64_t scale_units(unsigned mantissa, int exponent) {
    return (uint64_t)(8 + mantissa) << (exponent - 3 + UNIT);
}

uint64_t mxfp7_exact_scale(uint8_t scale_byte) {
    return scale_units(scale_byte & 7u, (scale_byte >> 3) - 20);
}

uint8_t mxfp7_exact_scale_byte(uint16_t peak) {
    const uint64_t magnitude = mxfp7_exact_magnitude(peak);
    if (magnitude == 0)
        return 0xa0;
    /* All scales in rising order, as if exponents had no lower end; the first that covers the peak
     * with 63 steps. 63 * 2^-30 covers less than the smallest nonzero magnitude, so none is missed.
     */
    for (int exponent = -30; exponent <= 11; exponent++) {
        for (unsigned mantissa = 0; mantissa < 8; mantissa++) {
            if (magnitude <= LARGEST_CODE * scale_units(mantissa, exponent)) {
                const int encodable = exponent < -20 ? -20 : exponent;
                return (uint8_t)((encodable + 20) * 8 + (int)mantissa);
            }
        }
    }
    return 0xff;
}

unsigned mxfp7_exact_nearest(uint64_t magnitude, uint64_t scale, bool *tie) {
    unsigned nearest = 0;
    uint64_t smallest = magnitude;
    *tie = false;
    for (unsigned q = 1; q <= LARGEST_CODE; q++) {
        const uint64_t multiple = q * scale;
        const uint64_t distance =
            magnitude > multiple ? magnitude - multiple : multiple - magnitude;
        if (distance > smallest)
            break;
        *tie = distance == smallest;
        smallest = distance;
        nearest = q;
    }
    return nearest;
}

int mxfp7_exact_element(uint16_t value, uint8_t scale_byte) {
    const bool towards_zero = (scale_byte & 7) == 13 - 8;
    bool tie;
    unsigned q =
        mxfp7_exact_nearest(mxfp7_exact_magnitude(value), mxfp7_exact_scale(scale_byte), &tie);
    if (tie && towards_zero)
        q--;
    return value >> 15 ? -(int)q : (int)q;
}

static void write_bits(struct word *word, unsigned low, unsigned width, unsigned value) {
    for (unsigned i = 0; i < width; i++) {
        const unsigned bit = low + i;
        if (value >> i & 1)
            word->w[bit / 32] |= 1u << bit % 32;
    }
}

static uint16_t read_value(const struct word beats[8], unsigned lane, unsigned k) {
    uint16_t value = 0;
    for (unsigned i = 0; i < 16; i++) {
        const unsigned bit = 16 * (k % 16) + i;
        const struct word *const beat = &beats[lane * 2 + (k < 16 ? 0 : 1)];
        if (beat->w[bit / 32] >> bit % 32 & 1)
            value |= (uint16_t)(1u << i);
    }
    return value;
}

void mxfp7_exact_quantise(const struct word beats[8], unsigned packing, struct word out[4]) {
    memset(out, 0, 4 * sizeof *out);
    for (unsigned lane = 0; lane < 4; lane++) {
        uint16_t peak = 0;
        for (unsigned k = 0; k < 32; k++) {
            const uint16_t value = read_value(beats, lane, k) & 0x7fff;
            peak = value > peak ? value : peak;
        }
        const uint8_t scale = mxfp7_exact_scale_byte(peak);
        for (unsigned w = 0; w < 4; w++) {
            write_bits(&out[w], 24 - 8 * lane, 8, scale);
            for (unsigned i = 0; i < 8; i++) {
                const int q = mxfp7_exact_element(read_value(beats, lane, 8 * w + i), scale);
                const unsigned slot = packing == 0 ? lane * 8 + i : i * 4 + lane;
                write_bits(&out[w], 255 - 7 * slot - 6, 7, (unsigned)q & 0x7f);
            }
        }
    }
}
