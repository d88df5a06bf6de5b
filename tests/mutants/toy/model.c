/* Golden model of the toy bank (tests/mutants/toy/xform_bank.v): shapes and a DEPTH the project's
 * own banks do not have. */
#include "bank.h"

static void fold(const struct word *beats, unsigned mode, struct word words[BANK_WORDS_MAX]) {
    for (unsigned i = 0; i < 8; i++) {
        words[0].w[i] = beats[0].w[i] ^ beats[1].w[i] ^ (mode & 1 ? 0xffffffffu : 0);
    }
    words[1] = beats[2];
}

static void xor_all(const struct word *beats, unsigned mode, struct word words[BANK_WORDS_MAX]) {
    (void)mode;
    words[0] = beats[0];
    for (unsigned b = 1; b < 16; b++) {
        for (unsigned i = 0; i < 8; i++) {
            words[0].w[i] ^= beats[b].w[i];
        }
    }
}

static void spread(const struct word *beats, unsigned mode, struct word words[BANK_WORDS_MAX]) {
    (void)mode;
    for (unsigned i = 0; i < 4; i++) {
        words[i] = beats[0];
        words[i].w[0] = (beats[0].w[0] & ~0xffu) | ((beats[0].w[0] + i) & 0xffu);
    }
}

static const struct occupant occupants[] = {
    {.name = "fold", .in_beats = 3, .out_words = 2, .depth = 1, .convert = fold},
    {.name = "xor", .in_beats = 16, .out_words = 1, .depth = 1, .convert = xor_all},
    {.name = "spread", .in_beats = 1, .out_words = 4, .depth = 1, .convert = spread},
};

const struct bank_desc BANK_MODEL = {
    .name = "toy",
    .occupants = sizeof occupants / sizeof *occupants,
    .occupant = occupants,
};
