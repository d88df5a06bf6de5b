/* See mxfp8_exact.h. Speed is no aim here. */
#include "mxfp8_exact.h"

#include <string.h>

#define UNIT 160 /* everything is counted in 2^-160 */
#define SCALE_LOWEST (-127)
#define SCALE_HIGHEST 127

/* ---- wide integers ---------------------------------------------------------------------------- */

struct exact exact_number(uint64_t whole, int exponent) {
    struct exact n = {{0}};
    const unsigned place = (unsigned)(exponent + UNIT);
    const unsigned limb = place / 64;
    n.limb[limb] = whole << place % 64;
    if (place % 64 != 0 && limb + 1 < EXACT_LIMBS)
        n.limb[limb + 1] = whole >> (64 - place % 64);
    return n;
}

int exact_compare(const struct exact *a, const struct exact *b) {
    for (unsigned i = EXACT_LIMBS; i-- > 0;) {
        if (a->limb[i] != b->limb[i])
            return a->limb[i] < b->limb[i] ? -1 : 1;
    }
    return 0;
}

struct exact exact_sum(const struct exact *a, const struct exact *b) {
    struct exact sum;
    unsigned carry = 0;
    for (unsigned i = 0; i < EXACT_LIMBS; i++) {
        const uint64_t partial = a->limb[i] + carry;
        sum.limb[i] = partial + b->limb[i];
        carry = partial < carry || sum.limb[i] < partial;
    }
    return sum;
}

struct exact exact_distance(const struct exact *a, const struct exact *b) {
    if (exact_compare(a, b) < 0)
        return exact_distance(b, a);
    struct exact rest;
    unsigned borrow = 0;
    for (unsigned i = 0; i < EXACT_LIMBS; i++) {
        rest.limb[i] = a->limb[i] - b->limb[i] - borrow;
        borrow = a->limb[i] < b->limb[i] || (a->limb[i] == b->limb[i] && borrow);
    }
    return rest;
}

struct exact exact_times(const struct exact *a, unsigned factor) {
    struct exact product = {{0}};
    for (unsigned i = 0; i < factor; i++)
        product = exact_sum(&product, a);
    return product;
}

/* ---- the formats ------------------------------------------------------------------------------ */

struct exact mxfp8_exact_real(enum mxfp8_real real, uint32_t code) {
    if (real == MXFP8_FP32) {
        const uint32_t exponent = code / 0x800000 % 256, fraction = code % 0x800000;
        if (exponent == 0)
            return exact_number(fraction, -149);
        return exact_number(0x800000 + fraction, (int)exponent - 150);
    }
    const uint32_t exponent = code / 0x400 % 32, fraction = code % 0x400;
    if (exponent == 0)
        return exact_number(fraction, -24);
    return exact_number(0x400 + fraction, (int)exponent - 25);
}

/* The magnitudes of the codes 0 to 7f in multiples of the smallest one, as if every code were
 * finite: two binades of the smallest step, then each binade of the next has twice the step. */
static void count_up(uint64_t units[128], unsigned codes_a_binade) {
    uint64_t value = 0, step = 1;
    for (unsigned code = 0; code < 128; code++) {
        units[code] = value;
        if (code >= 2 * codes_a_binade && code % codes_a_binade == 0)
            step *= 2;
        value += step;
    }
}

struct exact mxfp8_exact_element(enum mxfp8_element element, uint8_t code, uint8_t scale) {
    static uint64_t units[2][128];
    static const int smallest[] = {[MXFP8_E5M2] = -16, [MXFP8_E4M3] = -9};
    if (units[0][1] == 0) {
        count_up(units[MXFP8_E5M2], 4);
        count_up(units[MXFP8_E4M3], 8);
    }
    return exact_number(units[element][code % 128], smallest[element] + scale - 127);
}

/* Which of two numbers v is nearer to: 1 the one below, -1 the one above, 0 neither. */
static int nearer_to(const struct exact *below, const struct exact *v, const struct exact *above) {
    const struct exact sum = exact_sum(below, above);
    const struct exact twice = exact_sum(v, v);
    return exact_compare(&sum, &twice);
}

/* A row of numbers in rising order, by their codes. */
struct row {
    struct exact (*number)(const struct row *row, uint32_t code);
    unsigned format, scale;
    uint32_t last;      /* the largest finite code */
    uint32_t too_large; /* what stands for numbers nearer to code last + 1 */
};

static struct exact real_number(const struct row *row, uint32_t code) {
    return mxfp8_exact_real(row->format, code);
}

static struct exact element_number(const struct row *row, uint32_t code) {
    return mxfp8_exact_element(row->format, (uint8_t)code, (uint8_t)row->scale);
}

/* The code of the number in the row nearest to v, the even one of two as near. Numbers above the
 * last are judged as if the row went on. */
static uint32_t nearest(const struct row *row, const struct exact *v) {
    uint32_t low = 0, high = row->last + 1; /* number(low) <= v < number(high), or v is above */
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        const struct exact candidate = row->number(row, middle);
        if (exact_compare(&candidate, v) <= 0)
            low = middle;
        else
            high = middle;
    }
    const struct exact below = row->number(row, low), above = row->number(row, high);
    const int order = nearer_to(&below, v, &above);
    const uint32_t code = order < 0 || (order == 0 && low % 2 == 1) ? high : low;
    return code > row->last ? row->too_large : code;
}

/* ---- quantising ------------------------------------------------------------------------------- */

enum class { FINITE, INFINITE, NOT_A_NUMBER };

static enum class real_class(enum mxfp8_real real, uint32_t code) {
    const uint32_t infinity = real == MXFP8_FP32 ? 0x7f800000 : 0x7c00;
    const uint32_t magnitude = code % (real == MXFP8_FP32 ? 0x80000000 : 0x8000);
    if (magnitude == infinity) return INFINITE;
    return magnitude < infinity ? FINITE : NOT_A_NUMBER;
}

static bool real_negative(enum mxfp8_real real, uint32_t code) {
    return code >> (real == MXFP8_FP32 ? 31 : 15) & 1;
}

static const uint8_t max_normal[] = {[MXFP8_E5M2] = 0x7b, [MXFP8_E4M3] = 0x7e};
static const uint8_t written_nan[] = {[MXFP8_E5M2] = 0x7d, [MXFP8_E4M3] = 0x7f};
/* Of the top binade: 2^15 and 2^8. */
static const uint8_t top_power[] = {[MXFP8_E5M2] = 0x78, [MXFP8_E4M3] = 0x78};

static int scale_of(const struct exact *largest, const struct mxfp8_options *o) {
    if (o->rceil) {
        for (int s = SCALE_LOWEST; s <= SCALE_HIGHEST; s++) {
            const struct exact limit =
                mxfp8_exact_element(o->element, max_normal[o->element], (uint8_t)(s + 127));
            if (exact_compare(largest, &limit) <= 0)
                return s;
        }
        return SCALE_HIGHEST;
    }
    for (int s = SCALE_HIGHEST; s > SCALE_LOWEST; s--) {
        const struct exact top =
            mxfp8_exact_element(o->element, top_power[o->element], (uint8_t)(s + 127));
        if (exact_compare(largest, &top) >= 0)
            return s;
    }
    return SCALE_LOWEST;
}

static uint8_t quantise_one(uint32_t value, const struct mxfp8_options *o, uint8_t scale) {
    const struct row row = {element_number, o->element, scale, max_normal[o->element],
                            max_normal[o->element]};
    uint32_t code = written_nan[o->element];
    switch (real_class(o->real, value)) {
    case FINITE: {
        const struct exact magnitude = mxfp8_exact_real(o->real, value);
        code = nearest(&row, &magnitude);
        break;
    }
    case INFINITE:
        code = max_normal[o->element];
        break;
    case NOT_A_NUMBER:
        break;
    }
    return (uint8_t)(code + (real_negative(o->real, value) ? 0x80 : 0));
}

void mxfp8_exact_quantise(const uint32_t value[MXFP8_BLOCK], const struct mxfp8_options *options,
                          struct mxfp8_block *block) {
    struct exact largest = {{0}};
    bool poisoned = false;
    for (unsigned i = 0; i < MXFP8_BLOCK; i++) {
        if (real_class(options->real, value[i]) != FINITE) {
            poisoned = poisoned || !options->poison_dis;
            continue;
        }
        const struct exact magnitude = mxfp8_exact_real(options->real, value[i]);
        if (exact_compare(&magnitude, &largest) > 0)
            largest = magnitude;
    }
    if (poisoned) {
        memset(block->element, written_nan[options->element], MXFP8_BLOCK);
        block->scale = 0xff;
        return;
    }
    block->scale = (uint8_t)(scale_of(&largest, options) + 127);
    for (unsigned i = 0; i < MXFP8_BLOCK; i++)
        block->element[i] = quantise_one(value[i], options, block->scale);
}

/* ---- dequantising ----------------------------------------------------------------------------- */

static bool element_infinite(enum mxfp8_element element, uint8_t code) {
    return element == MXFP8_E5M2 && code % 0x80 == 0x7c;
}

static bool element_nan(enum mxfp8_element element, uint8_t code) {
    return code % 0x80 > (element == MXFP8_E5M2 ? 0x7c : 0x7e);
}

static uint32_t dequantise_one(uint8_t code, uint8_t scale, const struct mxfp8_options *o) {
    const bool single = o->real == MXFP8_FP32;
    const uint32_t infinity = single ? 0x7f800000 : 0x7c00;
    const struct row row = {real_number, o->real, 0, infinity - 1, infinity};
    uint32_t sign = 0;
    if (scale == 0xff || element_nan(o->element, code))
        return single ? 0x7fc00000 : 0x7e00;
    if (code >= 0x80)
        sign = single ? 0x80000000 : 0x8000;
    if (element_infinite(o->element, code))
        return sign + infinity;
    const struct exact magnitude = mxfp8_exact_element(o->element, code, scale);
    return sign + nearest(&row, &magnitude);
}

void mxfp8_exact_dequantise(const struct mxfp8_block *block, const struct mxfp8_options *options,
                            uint32_t value[MXFP8_BLOCK]) {
    for (unsigned i = 0; i < MXFP8_BLOCK; i++)
        value[i] = dequantise_one(block->element[i], block->scale, options);
}
