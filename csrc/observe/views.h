/* What somebody wants to see of a run, and the observer that collects it: a table of requests, CSV,
 * statistics, a timeline. Live runs and dumps alike; never changes a trace. */
#ifndef CSRC_OBSERVE_VIEWS_H
#define CSRC_OBSERVE_VIEWS_H

#include "sim/sim.h"

#include <stdio.h>

struct view_options {
    bool table; /* a row a request and a summary a source, as text */
    bool stats; /* as text */
    const char *stats_svg, *csv, *timeline_svg; /* files; NULL: not wanted */
    const char *pins;                           /* every pin of every cycle, VCD */
    uint64_t from, to;                          /* cycles of the timeline, inclusive */
};

void view_options_init(struct view_options *o);
static inline bool view_options_any(const struct view_options *o) {
    return o->table || o->stats || o->stats_svg || o->csv || o->timeline_svg || o->pins;
}

struct views;

/* Never NULL. */
struct views *views_new(const struct view_options *o);
void views_free(struct views *v);
/* Looks at the run from now on: for run_options.attached. Only at the first run it is attached to,
 * so that the replay of a failure is not looked at again. */
void views_attach(struct sim *s, void *views);
/* After the run: text to `out`, files where they were asked for. False after one line on stderr
 * when a file could not be written. */
bool views_write(const struct views *v, const char *run, FILE *out);

#endif
