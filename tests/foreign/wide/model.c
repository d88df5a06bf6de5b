/* Golden model of the bank wide: every number of beats and of words, DEPTH 1 and 2. */
#include "bank.h"

enum { LANES = 8 };

/* Beat b of n lies n - 1 - b lanes further up in the sum, and k more in word k. */
static void sums(const struct word *beats, unsigned n, unsigned mode, struct word *words,
                 unsigned out) {
    const uint32_t mark = (mode & 0xff) * 0x01010101u;
    for (unsigned k = 0; k < out; k++) {
        for (unsigned lane = 0; lane < LANES; lane++) {
            uint32_t x = mark;
            for (unsigned b = 0; b < n; b++) {
                x ^= beats[b].w[(lane + 32 - (n - 1 - b) - k) % LANES];
            }
            words[k].w[lane] = x;
        }
    }
}

#define SHAPE(n, out)                                                                              \
    static void beats_##n##_words_##out(const struct word *beats, unsigned mode,                   \
                                        struct word words[BANK_WORDS_MAX]) {                       \
        sums(beats, n, mode, words, out);                                                          \
    }
#define ROW(n, out, deep)                                                                          \
    {                                                                                              \
        .name = "sum" #n, .in_beats = (n), .out_words = (out), .depth = (deep),                    \
        .convert = beats_##n##_words_##out                                                         \
    }

SHAPE(1, 1)
SHAPE(2, 4)
SHAPE(3, 1)
SHAPE(4, 2)
SHAPE(5, 3)
SHAPE(6, 4)
SHAPE(7, 1)
SHAPE(8, 2)
SHAPE(9, 3)
SHAPE(10, 4)
SHAPE(11, 1)
SHAPE(12, 2)
SHAPE(13, 3)
SHAPE(14, 4)
SHAPE(15, 1)
SHAPE(16, 4)

/* The limits first: ids of one bit reach the smallest shape only. */
static const struct occupant occupants[] = {
    ROW(1, 1, 2),  ROW(16, 4, 1), ROW(2, 4, 2),  ROW(3, 1, 1),  ROW(4, 2, 2),  ROW(5, 3, 1),
    ROW(6, 4, 2),  ROW(7, 1, 1),  ROW(8, 2, 2),  ROW(9, 3, 1),  ROW(10, 4, 2), ROW(11, 1, 1),
    ROW(12, 2, 2), ROW(13, 3, 1), ROW(14, 4, 2), ROW(15, 1, 1),
};

const struct bank_desc BANK_MODEL = {
    .name = "wide",
    .occupants = sizeof occupants / sizeof *occupants,
    .occupant = occupants,
    .bypass_depth = 1,
};
