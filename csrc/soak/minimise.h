/* Makes a failure of random traffic small: the shortest run from the fewest sources with the fewest
 * stimuli that still fails the same check at the same place. It works on the options of a run alone
 * (cycles, epochs, endpoints, without), so what it finds is a command; it knows no DUT and no bench.
 *
 * Delta debugging: parts are left out, in halves, quarters, ... one at a time, and stay out where the
 * failure stays. Deterministic: a pure function of scenario and options. */
#ifndef CSRC_SOAK_MINIMISE_H
#define CSRC_SOAK_MINIMISE_H

#include "sim/suite.h"

/* Called before each run with what is left out in it. May be NULL. */
typedef void minimise_step(const char *what, const struct run_result *best);

struct minimised {
    struct run_options options;     /* of the small run */
    struct run_result first, small; /* the run as it was given, the small one */
    unsigned runs;                  /* how many it took */
};

/* False, with the reason in `error`, when the scenario does not fail with these options, or fails
 * because it has seen too little (SIM-END of the scenario), or the failure did not recur. Ends early,
 * with what it has, when the run is interrupted. */
bool minimise(const char *suite, const struct scenario *scenario, const struct run_options *options,
              minimise_step *step, struct minimised *m, char error[256]);

/* Before and after in lines of 80 columns, and the command that runs it: for people. */
void minimised_text(const struct minimised *m, const char *test, char *text, size_t size);

#endif
