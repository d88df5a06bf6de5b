/* Golden model of the transpose bank: id 1 transposes a row-major tile of 1024 bits. The element size
 * is mode[1:0] OR register 0x10[1:0]: 8, 16, 32 or 64 bits. */
#include "bank.h"
#include "transpose.h"

enum { REG_SIZE = 0x10, SIZE_MASK = 3 };

static void size_write(uint32_t *state, unsigned addr, uint32_t data) {
    if (addr == REG_SIZE) {
        state[0] = data & SIZE_MASK;
    }
}

static uint32_t size_read(const uint32_t *state, unsigned addr) {
    return addr == REG_SIZE ? state[0] : 0;
}

static unsigned serve(const uint32_t *state, const struct word *beats, unsigned mode,
                      struct word words[BANK_WORDS_MAX]) {
    transpose_tile(beats, (mode | state[0]) & SIZE_MASK, words);
    return 0;
}

static const struct occupant occupants[] = {
    {.name = "transpose",
     .in_beats = TRANSPOSE_WORDS,
     .out_words = TRANSPOSE_WORDS,
     .depth = 2,
     .serve = serve,
     .state_words = 1,
     .write = size_write,
     .read = size_read,
     .offsets = (const uint8_t[]){REG_SIZE},
     .offset_count = 1},
};

const struct bank_desc BANK_MODEL = {
    .name = "transpose",
    .occupants = sizeof occupants / sizeof *occupants,
    .occupant = occupants,
};
