/* What happened when, as a picture: a lane a source with its requests, a lane a channel with what
 * moved and what was held, stalls and the failing cycle marked.
 *
 * Of fixed size however long the run: lanes keep TIMELINE_COLUMNS columns of 1, 2, 4, ... cycles
 * each, and requests that are too many to be drawn one by one become levels.
 */
#ifndef CSRC_OBSERVE_TIMELINE_H
#define CSRC_OBSERVE_TIMELINE_H

#include "observe/lane.h"
#include "observe/transaction_log.h"
#include "sim/sim.h"

#include <stdio.h>

enum {
    TIMELINE_COLUMNS = 1200,
    TIMELINE_SPANS = 64,
    TIMELINE_STALL = 2000 /* cycles without a transfer: the watchdogs' bound (checks, SIM-STALL) */
};

struct timeline_column {
    uint32_t moves, held; /* cycles */
};

struct timeline_span {
    uint64_t from, to; /* cycles, inclusive */
};

struct timeline {
    const struct sim *sim;
    const struct transaction_log *log;
    uint64_t from, to;    /* what to show, inclusive */
    uint64_t first, last; /* cycles seen of it */
    bool any;
    uint32_t column_cycles;
    unsigned lanes;
    char name[LANES_MAX][12];
    struct timeline_column lane[LANES_MAX][TIMELINE_COLUMNS];
    uint64_t quiet_since; /* first cycle of the present span without a transfer */
    bool stalled;         /* the present span is the last of `stall` */
    unsigned stalls, resets;
    struct timeline_span stall[TIMELINE_SPANS], reset[TIMELINE_SPANS]; /* the first ones */
    struct failure failure;
};

/* Of a run whose DUT is attached; `t` is zero but for from and to. */
void timeline_open(struct timeline *t, const struct sim *s, const struct transaction_log *log,
                   const struct lane *lane, unsigned lanes);
/* Each cycle; `state` is that of each lane. */
void timeline_cycle(struct timeline *t, const enum lane_state *state);
/* Notes how the run ended. */
void timeline_close(struct timeline *t);
/* A self-contained SVG file; the log is closed. */
void timeline_draw(const struct timeline *t, const char *title, FILE *out);

#endif
