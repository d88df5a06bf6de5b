/* Independence of initial register values: a scenario's transfers are the same whatever registers and
 * memories hold before the first cycle. */
#ifndef CSRC_SOAK_FILL_H
#define CSRC_SOAK_FILL_H

#include "sim/suite.h"

/* Runs a scenario with registers filled with random bits of two seeds, with zeros and with ones, and
 * compares the hashes of all transfers and their cycles. `first` gets the first run, which may itself
 * have failed; `cycles` those of all runs. Returns NULL when all are equal, else what differed. */
const char *fill_compare(const char *suite, const struct scenario *scenario,
                         const struct run_options *options, struct run_result *first,
                         uint64_t *cycles);

#endif
