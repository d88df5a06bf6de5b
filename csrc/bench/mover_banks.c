#include "bench/mover_banks.h"

#include "mxfp7.h"

/* Every bit of a word depends on every beat, on its place in the entry and on the mode. */
static void stir(const struct word *beats, unsigned count, unsigned mode, struct word *words,
                 unsigned words_out) {
    for (unsigned w = 0; w < words_out; w++) {
        for (unsigned i = 0; i < 8; i++) {
            uint32_t mixed = UINT32_C(0x9e3779b9) * (mode + 1) + w;
            for (unsigned b = 0; b < count; b++) {
                mixed = (mixed ^ beats[b].w[(i + w) % 8]) * UINT32_C(0x85ebca6b);
                mixed ^= mixed >> 13;
            }
            words[w].w[i] = mixed;
        }
    }
}

#define STIR(in, out)                                                                              \
    static void stir_##in##_##out(const struct word *beats, unsigned mode,                         \
                                  struct word words[BANK_WORDS_MAX]) {                             \
        stir(beats, in, mode, words, out);                                                         \
    }
STIR(1, 4)
STIR(16, 1)
STIR(16, 4)
STIR(1, 1)
STIR(3, 2)
STIR(2, 3)
STIR(5, 4)

#define OCCUPANT(in, out, of_depth)                                                                \
    {                                                                                              \
        .name = "stir", .in_beats = (in), .out_words = (out), .depth = (of_depth),                 \
        .convert = stir_##in##_##out                                                               \
    }

static const struct occupant many[] = {
    [MANY_MXFP7 - 1] = {.name = "mx_quant",
                        .in_beats = MXFP7_BEATS,
                        .out_words = MXFP7_WORDS,
                        .depth = 2,
                        .convert = mxfp7_quantise},
    [MANY_1_TO_4_SLOW - 1] = OCCUPANT(1, 4, 1),
    [MANY_16_TO_1 - 1] = OCCUPANT(16, 1, 2),
    [MANY_16_TO_4 - 1] = OCCUPANT(16, 4, 2),
    [MANY_1_TO_1 - 1] = OCCUPANT(1, 1, 2),
    [MANY_3_TO_2_SLOW - 1] = OCCUPANT(3, 2, 1),
    [MANY_2_TO_3 - 1] = OCCUPANT(2, 3, 2),
    [MANY_5_TO_4_SLOW - 1] = OCCUPANT(5, 4, 1),
    [MANY_1_TO_4 - 1] = OCCUPANT(1, 4, 2),
};

const struct bank_desc mover_bank_many = {
    .name = "many", .occupants = sizeof many / sizeof *many, .occupant = many};
const struct bank_desc mover_bank_identity = {.name = "identity", .every_id_bypasses = true};
