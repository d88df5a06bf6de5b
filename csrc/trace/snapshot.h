/* Copies of a running scenario, made by fork() every so many cycles and asleep: when the run fails,
 * one of them goes on from where it was made, with waves open, so that a failure after 10^9 cycles
 * has its window without running them again.
 *
 * A copy that runs on writes the wave file it is told to and nothing else: no observer of the run
 * sees it, its output goes nowhere. It dies with the process it was copied from.
 */
#ifndef CSRC_TRACE_SNAPSHOT_H
#define CSRC_TRACE_SNAPSHOT_H

#include "sim/suite.h"

struct snapshots;

/* What a copy found; in memory it shares with the run. */
struct replay {
    struct failure failure;
    struct event_ring events;
    uint64_t from;   /* cycle the copy was made in */
    uint64_t cycles; /* it came to */
};

/* Never NULL. */
struct snapshots *snapshots_new(void);
/* Adds them to the observers of a run whose DUT is attached: a copy every `period` cycles, the first
 * one after `period` cycles, since what is shorter is run again as fast. The last two are kept, so
 * that any window of up to `period` cycles before the present one can be replayed once there are
 * two. `in_copy` is called in a copy when it is made, to let go of what is the run's alone; may be
 * NULL. */
void snapshots_attach(struct snapshots *s, struct sim *sim, uint64_t period,
                      void (*in_copy)(void *context), void *context);
/* Whether there is a copy made before cycle `from` of the run, or in it. */
bool snapshots_before(const struct snapshots *s, uint64_t from);
/* Wakes the newest such copy for the window and waits until it has passed it. NULL with one line
 * in `error` when it did not get there; else what it found, valid until snapshots_free(). */
const struct replay *snapshots_replay(struct snapshots *s, const struct wave_window *window,
                                      char error[160]);
/* Ends the copies that are left. */
void snapshots_free(struct snapshots *s);

#endif
