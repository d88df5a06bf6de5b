/*
 * The MXFP7 quantiser by the rules of its number format: one multiplication by a tabled reciprocal
 * and one rounding bit per element. Bit-exactness includes that table's oddity at 13.
 */
#include "mxfp7.h"

#define MAGNITUDE_BITS 0x7fffu
#define HIDDEN_ONE 1024u
#define CODE_MAX 63
#define CODE_BITS 7
#define EXPONENT_MIN (-20)
#define EXPONENT_MAX 11
#define EXPONENT_OFFSET 20
#define SLOTS 32

/* 32768/m8 for m8 = 8 to 15, rounded, except 13: 2520.62 is truncated, and must stay so. */
static const uint16_t reciprocal[8] = {4096, 3641, 3277, 2979, 2731, 2520, 2341, 2185};

/* A magnitude: sig * 2^(e - 25). */
struct magnitude {
    uint32_t sig;
    int e;
};

static inline struct magnitude decode(uint16_t value) {
    const int field = (int)((value & MAGNITUDE_BITS) >> 10);
    const uint32_t fraction = value & (HIDDEN_ONE - 1);
    return (struct magnitude){.sig = fraction + (field != 0 ? HIDDEN_ONE : 0),
                              .e = field != 0 ? field : 1};
}

static int clamp_exponent(int es) {
    if (es < EXPONENT_MIN)
        return EXPONENT_MIN;
    return es > EXPONENT_MAX ? EXPONENT_MAX : es;
}

uint8_t mxfp7_scale_byte(uint16_t peak) {
    struct magnitude m = decode(peak);
    if (m.sig == 0)
        return MXFP7_ZERO_SCALE;
    while (m.sig < HIDDEN_ONE) {
        m.sig <<= 1;
        m.e--;
    }
    uint32_t m8 = (m.sig + 125) / 126;
    int es = m.e - 21;
    /* 16/8 is 2; 17/16 has no code, the next scale up is 9/8 of the next exponent. */
    if (m8 >= 16) {
        m8 -= 8;
        es++;
    }
    /* The clamp keeps m8: small peaks do not get the smallest scale. */
    return (uint8_t)((uint32_t)(clamp_exponent(es) + EXPONENT_OFFSET) << 3 | (m8 - 8));
}

/* Inlined into the loop over an entry, which runs once per entry of every simulation. */
static inline int quantise_element(uint16_t value, uint8_t scale_byte) {
    const struct magnitude m = decode(value);
    const uint32_t product = m.sig * reciprocal[scale_byte & 7];
    const int exact_shift = 37 + (scale_byte >> 3) - EXPONENT_OFFSET - m.e;
    /* A product is below 2^23: every shift from 24 on leaves nothing, not even a rounding bit. */
    const int shift = exact_shift < 31 ? exact_shift : 31;
    /* (product >> shift) plus the bit below, in one variable shift. */
    const int rounded = (int)(((product >> (shift - 1)) + 1) >> 1);
    const int q = rounded < CODE_MAX ? rounded : CODE_MAX;
    return (value & 0x8000) != 0 ? -q : q;
}

int mxfp7_element(uint16_t value, uint8_t scale_byte) {
    return quantise_element(value, scale_byte);
}

float mxfp7_scale_value(uint8_t scale_byte) {
    const uint64_t m8 = 8u + (scale_byte & 7u);
    return (float)(m8 << (scale_byte >> 3)) / (float)(8u << EXPONENT_OFFSET);
}

static unsigned slot_of(unsigned packing, unsigned lane, unsigned k) {
    return (packing & 1) == MXFP7_PACKING_B ? 4 * (k % 8) + lane : 8 * lane + k % 8;
}

static void unpack_lane(const struct word beats[MXFP7_BEATS], unsigned lane,
                        uint16_t value[MXFP7_BLOCK]) {
    for (unsigned k = 0; k < MXFP7_BLOCK; k += 2) {
        const uint32_t pair = beats[2 * lane + k / 16].w[k % 16 / 2];
        value[k] = (uint16_t)pair;
        value[k + 1] = (uint16_t)(pair >> 16);
    }
}

static uint8_t lane_scale(const uint16_t lane[MXFP7_BLOCK]) {
    uint16_t peak = 0;
    for (unsigned k = 0; k < MXFP7_BLOCK; k++) {
        const uint16_t magnitude = lane[k] & MAGNITUDE_BITS;
        peak = magnitude > peak ? magnitude : peak;
    }
    return mxfp7_scale_byte(peak);
}

/* The 32 codes of a word fill bits 255:32 without a gap, slot 0 on top. */
static void pack_slots(const uint8_t code[SLOTS], uint32_t scales, struct word *out) {
    uint64_t bits = 0;
    unsigned held = 0;
    unsigned next = 7;
    for (unsigned slot = 0; slot < SLOTS; slot++) {
        bits = bits << CODE_BITS | code[slot];
        held += CODE_BITS;
        if (held >= 32) {
            held -= 32;
            out->w[next--] = (uint32_t)(bits >> held);
        }
    }
    out->w[0] = scales;
}

void mxfp7_quantise(const struct word beats[MXFP7_BEATS], unsigned packing,
                    struct word out[MXFP7_WORDS]) {
    uint8_t code[MXFP7_WORDS][SLOTS];
    uint32_t scales = 0;
    for (unsigned lane = 0; lane < MXFP7_LANES; lane++) {
        uint16_t value[MXFP7_BLOCK];
        unpack_lane(beats, lane, value);
        const uint8_t scale = lane_scale(value);
        scales = scales << 8 | scale;
        for (unsigned k = 0; k < MXFP7_BLOCK; k++) {
            const int q = quantise_element(value[k], scale);
            code[k / 8][slot_of(packing, lane, k)] = (uint8_t)(q & 0x7f);
        }
    }
    for (unsigned w = 0; w < MXFP7_WORDS; w++)
        pack_slots(code[w], scales, &out[w]);
}

static int slot_code(const struct word *word, unsigned slot) {
    const unsigned low = 249 - CODE_BITS * slot;
    const unsigned index = low / 32;
    const uint64_t upper = index < 7 ? word->w[index + 1] : 0;
    const int code = (int)((upper << 32 | word->w[index]) >> (low % 32) & 0x7f);
    return code >= 64 ? code - 128 : code;
}

void mxfp7_dequantise(const struct word words[MXFP7_WORDS], unsigned packing,
                      float lanes[MXFP7_LANES][MXFP7_BLOCK]) {
    for (unsigned lane = 0; lane < MXFP7_LANES; lane++) {
        for (unsigned k = 0; k < MXFP7_BLOCK; k++) {
            const struct word *const word = &words[k / 8];
            const uint8_t scale = (uint8_t)(word->w[0] >> (24 - 8 * lane));
            lanes[lane][k] =
                (float)slot_code(word, slot_of(packing, lane, k)) * mxfp7_scale_value(scale);
        }
    }
}
