/* Golden model of the bank NAME: what every entry turns into. It knows no pins and no cycles;
 * models/bank.h is its interface, docs/occupants.md explains it. */
#include "bank.h"

/* The 16 bits of a 32-bit value that stay. */
static uint32_t half(uint32_t value, unsigned mode) {
    return mode & 1 ? value & 0xffff : value >> 16;
}

/* Sixteen 32-bit values become 16 bits each; w[0] of a word holds its bits 31:0. */
static void halves(const struct word *beats, unsigned mode, struct word words[BANK_WORDS_MAX]) {
    for (unsigned i = 0; i < 8; i++) {
        const uint32_t *const pair = &beats[i / 4].w[2 * i % 8];
        words[0].w[i] = half(pair[0], mode) | half(pair[1], mode) << 16;
    }
}

/* Ids 1, 2, ... in this order. */
static const struct occupant occupants[] = {
    {.name = "halves", .in_beats = 2, .out_words = 1, .depth = 1, .convert = halves},
};

const struct bank_desc BANK_MODEL = {
    .name = "NAME",
    .occupants = sizeof occupants / sizeof *occupants,
    .occupant = occupants,
    .bypass_depth = 1,
};
