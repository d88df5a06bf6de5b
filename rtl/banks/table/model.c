/* Golden model of the table bank: id 1 looks every byte of a word up in a table of 256 bytes, which
 * is written through the register port. An entry started before all of it was written raises
 * fault[1]; bytes never written look up as zero. */
#include "bank.h"

enum { TABLE = 256, REG_INDEX = 0x10, REG_DATA = 0x14, REG_LOADED = 0x18, FAULT_NOT_LOADED = 2 };

struct table {
    uint32_t index;
    uint32_t loaded;       /* entries written since reset */
    uint32_t entry[TABLE]; /* bits 7:0; bit 8: written */
};

static void table_write(uint32_t *state, unsigned addr, uint32_t data) {
    struct table *const t = (struct table *)(void *)state;
    if (addr == REG_INDEX) {
        t->index = data & 0xff;
    } else if (addr == REG_DATA) {
        t->loaded += t->entry[t->index] == 0;
        t->entry[t->index] = 0x100 | (data & 0xff);
        t->index = (t->index + 1) & 0xff;
    }
}

static uint32_t table_read(const uint32_t *state, unsigned addr) {
    const struct table *const t = (const struct table *)(const void *)state;
    switch (addr) {
    case REG_INDEX:
        return t->index;
    case REG_DATA:
        return t->entry[t->index] & 0xff;
    case REG_LOADED:
        return t->loaded;
    default:
        return 0;
    }
}

static unsigned table_serve(const uint32_t *state, const struct word *beats, unsigned mode,
                            struct word words[BANK_WORDS_MAX]) {
    const struct table *const t = (const struct table *)(const void *)state;
    (void)mode;
    for (unsigned i = 0; i < 8; i++) {
        words[0].w[i] = 0;
        for (unsigned byte = 0; byte < 4; byte++) {
            const uint32_t looked_up = t->entry[beats[0].w[i] >> 8 * byte & 0xff] & 0xff;
            words[0].w[i] |= looked_up << 8 * byte;
        }
    }
    return t->loaded < TABLE ? FAULT_NOT_LOADED : 0;
}

static const struct occupant occupants[] = {
    {.name = "table",
     .in_beats = 1,
     .out_words = 1,
     .depth = 1,
     .serve = table_serve,
     .faults = FAULT_NOT_LOADED,
     .state_words = sizeof(struct table) / sizeof(uint32_t),
     .write = table_write,
     .read = table_read,
     .offsets = (const uint8_t[]){REG_INDEX, REG_DATA, REG_LOADED},
     .offset_count = 3},
};

const struct bank_desc BANK_MODEL = {
    .name = "table",
    .occupants = sizeof occupants / sizeof *occupants,
    .occupant = occupants,
};
