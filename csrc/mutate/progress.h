/* How far a long run is and what is left: a line that changes on a terminal, a line a minute
 * elsewhere. On stderr, so that reports stay clean. */
#ifndef CSRC_MUTATE_PROGRESS_H
#define CSRC_MUTATE_PROGRESS_H

#include "mutate/fates.h"

#include <time.h>

struct progress {
    const char *label;                  /* NULL: nothing is shown */
    unsigned expected, known, survived; /* known: those from before included */
    unsigned stepped;                   /* in this run */
    struct timespec begun, shown;
};

void progress_begin(struct progress *p, const char *label);
/* One more to be run, or known already. */
void progress_expect(struct progress *p, enum fate fate);
/* One was run. */
void progress_step(struct progress *p, enum fate fate);
void progress_end(struct progress *p, bool complete);

#endif
