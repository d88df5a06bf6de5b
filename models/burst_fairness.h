/* MAG-FAIR (modules 5, convergence): in any 64 bursts in a row during which R requesters, two or
 * more, always had a burst waiting, each of them issues at least 64/R - 4, 64/R rounded down. One
 * of these per direction: reads and writes have arbiters of their own. */
#ifndef MODELS_BURST_FAIRNESS_H
#define MODELS_BURST_FAIRNESS_H

#include "verdict.h"

#include <stdint.h>

enum { FAIRNESS_REQUESTERS = 8, FAIRNESS_WINDOW = 64, FAIRNESS_ALLOWED = 4 };

/* All zero: nothing seen yet. */
struct burst_fairness {
    uint8_t saturated;                   /* requesters of the present window, one bit each */
    uint8_t issued[FAIRNESS_REQUESTERS]; /* of the last FAIRNESS_WINDOW bursts or fewer */
    uint8_t ring[FAIRNESS_WINDOW];       /* who issued them */
    uint32_t used, next;
    uint64_t evaluations; /* windows judged */
    int worst_short;      /* the most bursts anybody was below 64/R; may be negative */
};

/* A burst of `requester` (0-7) was issued. `saturated`: who has had a burst waiting in every cycle
 * since the one before was issued, `requester` included if it has; a change starts a new window.
 * False: *v is filled, and the window starts anew. */
bool burst_fairness_issue(struct burst_fairness *f, unsigned requester, uint8_t saturated,
                          struct verdict *v);
/* Reset, or a pause in which nobody was waiting. */
void burst_fairness_restart(struct burst_fairness *f);

#endif
