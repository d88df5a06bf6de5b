/* In which order trials are made against a mutant: what has killed many at little cost first, from what
 * is known of earlier mutants of the same lines, of the file and of the group. */
#ifndef CSRC_MUTATE_TRIAL_ORDER_H
#define CSRC_MUTATE_TRIAL_ORDER_H

#include "mutate/campaign.h"

struct trial_tally {
    unsigned made, killed;
};

/* What is known, a number a trial each. */
struct trial_past {
    const struct trial_tally *file, *group; /* of the mutants of this file, and of all */
    const unsigned *near;                   /* kills of the mutants nearest in the file */
    unsigned neighbours;                    /* how many those are */
};

/* Fills `order` with all trials, the most promising first. */
void trial_order(const struct trial *trial, unsigned trials, const struct trial_past *past,
                 unsigned *order);

#endif
