/* Counts the situations of a transform slot's grant that a run has met (models/bins.h, groups slot.*):
 * who gets it from whom and past whom, what is presented without it, what a reset cuts off. Told of the
 * pins by the judge of the grant; knows nothing of the RTL, never judges, never changes a run. Called
 * only in runs that count (sim_counts_bins). */
#ifndef CSRC_CHECK_GRANT_COVER_H
#define CSRC_CHECK_GRANT_COVER_H

#include <stdbool.h>
#include <stdint.h>

struct grant_check;

struct grant_cover {
    uint8_t holder;    /* the latest one, one bit; 0: none since reset */
    uint64_t released; /* the cycle in which its run ended */
    unsigned entries;  /* started by it in its run */
    unsigned owed;     /* of them without done; abandoned ones count until the run is over */
    uint64_t done_at;  /* cycle of its latest done */
    bool runs;         /* req and gnt were high in the cycle before */
};

/* Outside reset, before the judge takes the cycle's pins. */
void grant_cover_cycle(struct grant_check *g);
/* The first cycle of a reset. */
void grant_cover_reset(struct grant_check *g);

#endif
