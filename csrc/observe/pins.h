/* The ports of a DUT by the names they have in its RTL, so that they can be recorded, restored and
 * looked up in a dump. Knows names, widths and storage; no meaning. */
#ifndef CSRC_OBSERVE_PINS_H
#define CSRC_OBSERVE_PINS_H

#include "dut/dut.h"

enum { PINS_MAX = 160, PIN_WORDS_MAX = 72, PIN_SPREAD_MAX = 8 };

struct pin {
    char name[24];                /* of the port, without range */
    bool input;                   /* of the DUT */
    unsigned bits;                /* declared width, at least 1 */
    unsigned bytes;               /* size of an element of `storage`: 1, 2, 4, 8 */
    void *storage;                /* bits 7:0 ... first; NULL when `spread` is used */
    unsigned spread;              /* one bit a byte: how many, 0 for an ordinary port */
    uint8_t *bit[PIN_SPREAD_MAX]; /* bit 0 first */
};

/* Every port of the DUT but its clock, in the order of the contract. Returns how many. */
unsigned pins_of(const struct dut *d, struct pin out[PINS_MAX]);
/* The value as 32-bit words, bits 31:0 first; bits above the width are zero. */
void pin_get(const struct pin *p, uint32_t *words);
/* Writes it into the storage; bits above the width are dropped. */
void pin_set(const struct pin *p, const uint32_t *words);
static inline unsigned pin_words(const struct pin *p) {
    return (p->bits + 31) / 32;
}

#endif
