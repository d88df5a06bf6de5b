/* "Which bank am I?": what a bank's registers 0x04 and 0xFC state, read without a cycle passing, and
 * the one line that names it in reports. */
#ifndef CSRC_BENCH_BANK_CARD_H
#define CSRC_BENCH_BANK_CARD_H

#include "bank.h"
#include "dut/dut.h"

struct bank_card {
    unsigned ids;                          /* 2^ID_W */
    const struct bank_desc *desc;          /* NULL: a bank without a model */
    uint32_t shape[BANK_IDS_MAX];          /* register 0x04 of each id */
    uint32_t depth[BANK_IDS_MAX];          /* register 0xFC */
    struct bank_geometry of[BANK_IDS_MAX]; /* what they say */
    bool possible[BANK_IDS_MAX];           /* they say something a bank can be */
};

/* Reads the registers of the bank in `d` by driving its cfg port and settling, the clock as it is;
 * then the port is as it was. To be called out of reset and with no entry or move under way. False
 * when the DUT has no bank of its own. */
bool bank_card_read(struct dut *d, struct bank_card *card);

/* "relu: 1 relu 1 beat -> 1 word DEPTH 1": names from the model when there is one, else "no model";
 * ids of one shape share an item, the bypass at id 0 has none. Always terminated. */
void bank_card_text(const struct bank_card *card, char *buf, size_t size);

/* An id whose registers say another shape than the model does, or -1. The DEPTH counts only
 * with `depth_too`. */
int bank_card_disagrees(const struct bank_card *card, bool depth_too);
/* Both sides of it, "2 beats, 1 word, DEPTH 1" or "unknown". */
void bank_shape_text(const struct bank_geometry *g, char *buf, size_t size);

#endif
