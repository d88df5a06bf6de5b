/*
 * MXFP8 by its rules. The four float formats are one table, and every finite number passes through
 * one form, an integer times a power of two: decoding is exact, scaling adds to the exponent, and
 * all rounding is done in one place.
 */
#include "mxfp8.h"

#define SCALE_BIAS 127

/* Codes are given without the sign. Codes of finite numbers are in order of size. */
struct format {
    unsigned sign_bit;      /* its place */
    unsigned fraction_bits; /* below the exponent field */
    int bias;
    uint32_t max_finite;
    uint32_t infinity; /* 0: none */
    uint32_t nan;      /* the one that is written */
};

static const struct format element_format[] = {
    [MXFP8_E5M2] = {7, 2, 15, 0x7b, 0x7c, 0x7d},
    [MXFP8_E4M3] = {7, 3, 7, 0x7e, 0, 0x7f},
};
static const struct format real_format[] = {
    [MXFP8_FP32] = {31, 23, 127, 0x7f7fffff, 0x7f800000, 0x7fc00000},
    [MXFP8_FP16] = {15, 10, 15, 0x7bff, 0x7c00, 0x7e00},
};

/* A finite magnitude: sig * 2^exponent; sig is below 2^24. */
struct magnitude {
    uint32_t sig;
    int exponent;
};

static uint32_t magnitude_code(const struct format *format, uint32_t code) {
    return code & ((1u << format->sign_bit) - 1);
}

static uint32_t sign_code(const struct format *format, uint32_t code) {
    return code & 1u << format->sign_bit;
}

/* The exponent of what bit 0 of the fraction is worth in the lowest binade and below. */
static int lowest_unit(const struct format *format) {
    return 1 - format->bias - (int)format->fraction_bits;
}

static struct magnitude decode(const struct format *format, uint32_t finite) {
    const uint32_t hidden_one = 1u << format->fraction_bits;
    const uint32_t fraction = finite & (hidden_one - 1);
    const uint32_t field = finite >> format->fraction_bits;
    if (field == 0)
        return (struct magnitude){fraction, lowest_unit(format)};
    return (struct magnitude){hidden_one + fraction, lowest_unit(format) + (int)field - 1};
}

/* floor(log2) of a number that is not zero. */
static int binade(struct magnitude m) {
    int top = -1;
    for (uint32_t sig = m.sig; sig != 0; sig >>= 1)
        top++;
    return m.exponent + top;
}

/* m / 2^unit, to nearest, ties to even. Defined where that is below 2^25. */
static uint32_t in_units(struct magnitude m, int unit) {
    if (m.exponent >= unit)
        return m.sig << (m.exponent - unit);
    const int shift = unit - m.exponent;
    /* A sig is below 2^24: less than half a unit, whatever it is. */
    if (shift > 24)
        return 0;
    const uint32_t whole = m.sig >> shift;
    const uint32_t rest = m.sig & ((1u << shift) - 1);
    const uint32_t half = 1u << (shift - 1);
    return whole + (rest > half || (rest == half && whole % 2 == 1) ? 1 : 0);
}

/* The code nearest to m, or `overflow` when that is above the largest finite one. */
static uint32_t encode(const struct format *format, struct magnitude m, uint32_t overflow) {
    if (m.sig == 0)
        return 0;
    const int normal_unit = binade(m) - (int)format->fraction_bits;
    const int unit = normal_unit > lowest_unit(format) ? normal_unit : lowest_unit(format);
    const uint32_t binades = (uint32_t)(unit - lowest_unit(format));
    /* The hidden one of a normal number adds the 1 that its field has above `binades`; a number
     * rounded up to the next power of two carries into the field by itself. */
    const uint32_t code = (binades << format->fraction_bits) + in_units(m, unit);
    return code <= format->max_finite ? code : overflow;
}

/* The largest finite magnitude's code; *special: there is an Inf or a NaN. */
static uint32_t largest_finite(const struct format *format, const uint32_t value[MXFP8_BLOCK],
                               bool *special) {
    uint32_t largest = 0;
    *special = false;
    for (unsigned i = 0; i < MXFP8_BLOCK; i++) {
        const uint32_t code = magnitude_code(format, value[i]);
        if (code > format->max_finite)
            *special = true;
        else if (code > largest)
            largest = code;
    }
    return largest;
}

/* s, the exponent of the scale of a block whose largest finite magnitude is `m`. */
static int scale_exponent(const struct format *element, struct magnitude m, bool rceil) {
    if (m.sig == 0)
        return -SCALE_BIAS;
    int s = binade(m) - binade(decode(element, element->max_finite));
    /* Both element formats have their max normal at a significand of 1.75 = 7/4. */
    const uint32_t one = 1u << (binade(m) - m.exponent);
    if (rceil && 4 * m.sig > 7 * one)
        s++;
    /* Nothing reaches the upper end: FP32 ends at 2^128, and max normal is at least 2^8. */
    return s < -SCALE_BIAS ? -SCALE_BIAS : s;
}

static uint32_t quantise_value(const struct format *real, const struct format *element,
                               uint32_t value, int s) {
    const uint32_t code = magnitude_code(real, value);
    const uint32_t sign = sign_code(real, value) != 0 ? 1u << element->sign_bit : 0;
    if (code == real->infinity)
        return sign | element->max_finite;
    if (code > real->max_finite)
        return sign | element->nan;
    struct magnitude m = decode(real, code);
    m.exponent -= s;
    return sign | encode(element, m, element->max_finite);
}

void mxfp8_quantise(const uint32_t value[MXFP8_BLOCK], const struct mxfp8_options *options,
                    struct mxfp8_block *block) {
    const struct format *const real = &real_format[options->real];
    const struct format *const element = &element_format[options->element];
    bool special;
    const uint32_t largest = largest_finite(real, value, &special);
    if (special && !options->poison_dis) {
        block->scale = MXFP8_NAN_SCALE;
        for (unsigned i = 0; i < MXFP8_BLOCK; i++)
            block->element[i] = (uint8_t)element->nan;
        return;
    }
    const int s = scale_exponent(element, decode(real, largest), options->rceil);
    block->scale = (uint8_t)(s + SCALE_BIAS);
    for (unsigned i = 0; i < MXFP8_BLOCK; i++)
        block->element[i] = (uint8_t)quantise_value(real, element, value[i], s);
}

static uint32_t dequantise_element(const struct format *real, const struct format *element,
                                   uint8_t value, uint8_t scale) {
    const uint32_t code = magnitude_code(element, value);
    const uint32_t sign = sign_code(element, value) != 0 ? 1u << real->sign_bit : 0;
    const bool is_infinity = element->infinity != 0 && code == element->infinity;
    if (scale == MXFP8_NAN_SCALE || (code > element->max_finite && !is_infinity))
        return real->nan;
    if (is_infinity)
        return sign | real->infinity;
    struct magnitude m = decode(element, code);
    m.exponent += scale - SCALE_BIAS;
    return sign | encode(real, m, real->infinity);
}

void mxfp8_dequantise(const struct mxfp8_block *block, const struct mxfp8_options *options,
                      uint32_t value[MXFP8_BLOCK]) {
    const struct format *const real = &real_format[options->real];
    const struct format *const element = &element_format[options->element];
    for (unsigned i = 0; i < MXFP8_BLOCK; i++)
        value[i] = dequantise_element(real, element, block->element[i], block->scale);
}
