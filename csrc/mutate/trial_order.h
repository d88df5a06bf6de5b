/* In which order trials are made against the mutants of a file: what has killed many at little cost
 * first, from what is known of earlier mutants. */
#ifndef CSRC_MUTATE_TRIAL_ORDER_H
#define CSRC_MUTATE_TRIAL_ORDER_H

#include "mutate/campaign.h"

struct trial_tally {
    unsigned made, killed;
};

/* Fills `order` with all trials, the most promising first. `file` and `group` have one tally a trial,
 * of the mutants of this file and of all. */
void trial_order(const struct trial *trial, unsigned trials, const struct trial_tally *file,
                 const struct trial_tally *group, unsigned *order);

#endif
