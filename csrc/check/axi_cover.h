/* Counts the situations of an AXI interface that a run has met (models/bins.h, groups axi.*): shapes of
 * bursts, answers, waits and what is outstanding. Told of each cycle by axi_check; knows nothing of the
 * RTL, never judges, never changes a run. Called only in runs that count (sim_counts_bins). */
#ifndef CSRC_CHECK_AXI_COVER_H
#define CSRC_CHECK_AXI_COVER_H

#include <stdbool.h>
#include <stdint.h>

struct axi_check;
struct axi_events;

struct axi_cover {
    unsigned led; /* W beats without AW at the end of the cycle before */
    bool answered;
    uint8_t latest_id; /* of the latest R beat */
    bool latest_last;  /* and whether it ended its burst */
};

/* Outside reset, once *ev is filled. */
void axi_cover_sample(struct axi_check *c, const struct axi_events *ev);
/* The first cycle of a reset, before the books are forgotten. */
void axi_cover_reset(struct axi_check *c);

#endif
