/* A spy on a bank's own pins: XF-DRIVE, whoever drives the bank keeps the bank's contract (lead of
 * start, beats per entry, DEPTH, abandoning; modules 1). */
#ifndef CSRC_CHECK_BANK_SPY_H
#define CSRC_CHECK_BANK_SPY_H

#include "bfm/entry_plan.h"
#include "sim/sim.h"

struct bank_spy {
    struct sim *sim;
    const char *where;
    const struct bank_pins *pins;
    const struct slot_shapes *shapes;
    struct bank_model model; /* of the shapes only */
    uint64_t
        last_beat[BANK_DEPTH_MAX]; /* cycles of the last beats of complete entries, oldest first */
    unsigned complete;
    /* The longest time from a last beat to its done, in cycles, of entries whose done did not have to
     * leave time for the words of the one before. */
    unsigned latency;
    uint64_t latest_done;
    unsigned latest_words; /* of that done; 0: none */
};

void bank_spy_init(struct bank_spy *spy, struct sim *s, const char *where,
                   const struct bank_pins *pins, const struct slot_shapes *shapes);
void bank_spy_sample(struct bank_spy *spy);

#endif
