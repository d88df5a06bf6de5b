/* Golden model of the bank relu: what every entry turns into. It knows no pins and no cycles;
 * models/bank.h is its interface, docs/occupants.md explains it. */
#include "bank.h"

enum { REG_CEILING = 0x10, FAULT_NAN = 2 };

static void relu_write(uint32_t *state, unsigned addr, uint32_t data) {
    if (addr == REG_CEILING) {
        state[0] = data & 0x7fff;
    }
}

static uint32_t relu_read(const uint32_t *state, unsigned addr) {
    return addr == REG_CEILING ? state[0] : 0;
}

/* FP16 below zero is zero; above a ceiling that is not zero it is the ceiling. */
static uint32_t rectified(uint32_t x, uint32_t ceiling) {
    if (x >> 15) {
        return 0;
    }
    return ceiling != 0 && x > ceiling ? ceiling : x;
}

/* Sixteen FP16 values a word; w[0] of a word holds its bits 31:0. */
static unsigned relu(const uint32_t *state, const struct word *beats, unsigned mode,
                     struct word words[BANK_WORDS_MAX]) {
    unsigned fault = 0;
    (void)mode;
    for (unsigned i = 0; i < 8; i++) {
        const uint32_t low = beats[0].w[i] & 0xffff, high = beats[0].w[i] >> 16;
        words[0].w[i] = rectified(low, state[0]) | rectified(high, state[0]) << 16;
        if ((low & 0x7fff) > 0x7c00 || (high & 0x7fff) > 0x7c00) {
            fault = FAULT_NAN;
        }
    }
    return fault;
}

/* Ids 1, 2, ... in this order. */
static const struct occupant occupants[] = {
    {.name = "relu",
     .in_beats = 1,
     .out_words = 1,
     .depth = 1,
     .serve = relu,
     .faults = FAULT_NAN,
     .state_words = 1,
     .write = relu_write,
     .read = relu_read,
     .offsets = (const uint8_t[]){REG_CEILING},
     .offset_count = 1},
};

const struct bank_desc BANK_MODEL = {
    .name = "relu",
    .occupants = sizeof occupants / sizeof *occupants,
    .occupant = occupants,
    .bypass_depth = 1,
};
