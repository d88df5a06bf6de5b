/* Golden model of the mxfp8 bank: blocks of 32 values between FP32 or FP16 and OCP MXFP8.
 *
 * A block in MXFP8 is two words: element i is byte i of the first, the scale is byte 0 of the second,
 * whose other bytes are written as zero and not read. Values lie in memory order, FP32 value i at
 * bytes 4i, FP16 value i at bytes 2i. Options are mode[2:0] OR register 0x10[2:0]: bit 0 E4M3 instead
 * of E5M2, bit 1 rceil, bit 2 poison_dis. */
#include "bank.h"
#include "mxfp8.h"

enum { REG_OPTIONS = 0x10, OPTION_E4M3 = 1, OPTION_RCEIL = 2, OPTION_POISON_DIS = 4, OPTIONS = 7 };

static void options_write(uint32_t *state, unsigned addr, uint32_t data) {
    if (addr == REG_OPTIONS) {
        state[0] = data & OPTIONS;
    }
}

static uint32_t options_read(const uint32_t *state, unsigned addr) {
    return addr == REG_OPTIONS ? state[0] : 0;
}

static struct mxfp8_options options_of(const uint32_t *state, unsigned mode, enum mxfp8_real real) {
    const unsigned set = mode | state[0];
    return (struct mxfp8_options){.element = set & OPTION_E4M3 ? MXFP8_E4M3 : MXFP8_E5M2,
                                  .real = real,
                                  .rceil = set & OPTION_RCEIL,
                                  .poison_dis = set & OPTION_POISON_DIS};
}

static void quantise(const uint32_t value[MXFP8_BLOCK], const struct mxfp8_options *options,
                     struct word words[BANK_WORDS_MAX]) {
    struct mxfp8_block block;
    mxfp8_quantise(value, options, &block);
    memset(words, 0, 2 * sizeof *words);
    for (unsigned i = 0; i < MXFP8_BLOCK; i++) {
        words[0].w[i / 4] |= (uint32_t)block.element[i] << i % 4 * 8;
    }
    words[1].w[0] = block.scale;
}

static void dequantise(const struct word *beats, const struct mxfp8_options *options,
                       uint32_t value[MXFP8_BLOCK]) {
    struct mxfp8_block block;
    for (unsigned i = 0; i < MXFP8_BLOCK; i++) {
        block.element[i] = (uint8_t)(beats[0].w[i / 4] >> i % 4 * 8);
    }
    block.scale = (uint8_t)beats[1].w[0];
    mxfp8_dequantise(&block, options, value);
}

static unsigned quantise_fp32(const uint32_t *state, const struct word *beats, unsigned mode,
                              struct word words[BANK_WORDS_MAX]) {
    const struct mxfp8_options options = options_of(state, mode, MXFP8_FP32);
    uint32_t value[MXFP8_BLOCK];
    for (unsigned i = 0; i < MXFP8_BLOCK; i++) {
        value[i] = beats[i / 8].w[i % 8];
    }
    quantise(value, &options, words);
    return 0;
}

static unsigned quantise_fp16(const uint32_t *state, const struct word *beats, unsigned mode,
                              struct word words[BANK_WORDS_MAX]) {
    const struct mxfp8_options options = options_of(state, mode, MXFP8_FP16);
    uint32_t value[MXFP8_BLOCK];
    for (unsigned i = 0; i < MXFP8_BLOCK; i++) {
        value[i] = beats[i / 16].w[i % 16 / 2] >> i % 2 * 16 & 0xffff;
    }
    quantise(value, &options, words);
    return 0;
}

static unsigned dequantise_fp32(const uint32_t *state, const struct word *beats, unsigned mode,
                                struct word words[BANK_WORDS_MAX]) {
    const struct mxfp8_options options = options_of(state, mode, MXFP8_FP32);
    uint32_t value[MXFP8_BLOCK];
    dequantise(beats, &options, value);
    for (unsigned i = 0; i < MXFP8_BLOCK; i++) {
        words[i / 8].w[i % 8] = value[i];
    }
    return 0;
}

static unsigned dequantise_fp16(const uint32_t *state, const struct word *beats, unsigned mode,
                                struct word words[BANK_WORDS_MAX]) {
    const struct mxfp8_options options = options_of(state, mode, MXFP8_FP16);
    uint32_t value[MXFP8_BLOCK];
    dequantise(beats, &options, value);
    for (unsigned i = 0; i < MXFP8_BLOCK; i += 2) {
        words[i / 16].w[i % 16 / 2] = value[i] | value[i + 1] << 16;
    }
    return 0;
}

#define OCCUPANT(name_, in, out, function)                                                         \
    {                                                                                              \
        .name = (name_), .in_beats = (in), .out_words = (out), .depth = 2, .serve = (function),    \
        .state_words = 1, .write = options_write, .read = options_read,                            \
        .offsets = (const uint8_t[]){REG_OPTIONS}, .offset_count = 1                               \
    }

static const struct occupant occupants[] = {
    OCCUPANT("mx8_q32", 4, 2, quantise_fp32),
    OCCUPANT("mx8_q16", 2, 2, quantise_fp16),
    OCCUPANT("mx8_d32", 2, 4, dequantise_fp32),
    OCCUPANT("mx8_d16", 2, 2, dequantise_fp16),
};

const struct bank_desc BANK_MODEL = {
    .name = "mxfp8",
    .occupants = sizeof occupants / sizeof *occupants,
    .occupant = occupants,
};
