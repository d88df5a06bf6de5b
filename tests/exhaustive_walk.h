/* Entries that hold every pair of peak and element: blocks of one peak each, their other 31 values
 * walking through +0, -0, +1, -1 ... to both signs of the peak. Every entry comes in both packings.
 * Knows no pins. */
#ifndef TESTS_EXHAUSTIVE_WALK_H
#define TESTS_EXHAUSTIVE_WALK_H

#include "bfm/entry_plan.h"
#include "cli/exhaustive.h"

struct exhaustive_walk {
    struct exhaustive_peaks peaks;
    unsigned peak; /* of the next block; beyond peaks.last: all are made */
    unsigned at;   /* its next value: twice the magnitude, plus one for the negative one */
    unsigned turn; /* blocks made: where in a block its peak lies, and the peak's sign */
    bool repeat;   /* the entry at hand is still to come in packing B */
    uint64_t pairs, entries;
    struct entry_plan plan;
};

void exhaustive_walk_init(struct exhaustive_walk *walk, const struct exhaustive_peaks *peaks);
/* An entry_next whose context is the walk. */
bool exhaustive_walk_next(void *walk, struct entry_plan *plan);

#endif
