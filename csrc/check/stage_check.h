/* What becomes of what is presented at a slot (modules 2): XF-STAGE, under a grant it reaches the
 * bank's pins in order, unchanged, in a later cycle; XF-MODE, with its own id and mode; XF-DROPPED,
 * nothing else reaches them. */
#ifndef CSRC_CHECK_STAGE_CHECK_H
#define CSRC_CHECK_STAGE_CHECK_H

#include "sim/sim.h"

/* What one requester presented in one cycle. */
struct presented {
    uint64_t cycle;
    unsigned who;
    bool start, beat_valid;
    uint8_t id, mode;
    uint32_t beat[8];
};

enum { STAGE_ITEMS = 128, STAGE_DROPPED = 32 };

struct stage_check {
    struct sim *sim;
    const struct bank_pins *bank;
    struct presented item[STAGE_ITEMS]; /* granted, on their way; a ring */
    unsigned first, count;
    struct presented dropped[STAGE_DROPPED]; /* the latest ungranted ones; a ring */
    uint64_t drops;                          /* requester-cycles with an ungranted start or beat */
    unsigned latency;                        /* longest way to the bank, in cycles */
};

void stage_check_init(struct stage_check *c, struct sim *s, const struct bank_pins *bank);
void stage_check_reset(struct stage_check *c);
/* In a cycle, in this order: what was presented without a grant, requester by requester; */
void stage_check_dropped(struct stage_check *c, const struct presented *p);
/* the bank's pins, judged against what was presented in earlier cycles (and named by what the
 * holder presents in this one, `now`, NULL for nothing); */
void stage_check_bank(struct stage_check *c, const struct presented *now);
/* what was presented under the grant. */
void stage_check_granted(struct stage_check *c, const struct presented *p);

/* For the probe: what the bank sees, taken before and judged after the slot's inputs were varied.
 */
struct stage_view {
    bool start, beat_valid;
    uint8_t id, mode;
    uint32_t beat[8];
};
void stage_view_take(const struct stage_check *c, struct stage_view *view);
void stage_view_judge(const struct stage_check *c, const struct stage_view *before);

#endif
