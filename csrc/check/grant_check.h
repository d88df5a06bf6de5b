/* The grant of a transform slot: XF-GRANT, XF-FAIR, SIM-STALL of a request nobody is in the way of,
 * and XF-DRIVE of our own requesters (modules 2). */
#ifndef CSRC_CHECK_GRANT_CHECK_H
#define CSRC_CHECK_GRANT_CHECK_H

#include "check/grant_cover.h"
#include "check/stall_chain.h"
#include "sim/sim.h"

enum { GRANT_REQUESTERS_MAX = 8 };

struct grant_check {
    struct sim *sim;
    const struct xform_pins *pins;
    unsigned nreq;
    uint8_t req, gnt; /* of the previous cycle; 0 after reset */
    bool waits[GRANT_REQUESTERS_MAX];
    uint64_t since[GRANT_REQUESTERS_MAX];  /* cycle in which req rose */
    uint64_t granted_since;                /* of the run under way: cycle in which gnt rose */
    unsigned passed[GRANT_REQUESTERS_MAX]; /* runs of others it waited for or is waiting for */
    bool behind[GRANT_REQUESTERS_MAX];     /* another one held the grant while it waited */
    unsigned free;         /* cycles in which somebody asked and nobody was granted */
    unsigned worst_passed; /* most runs let past one that waited */
    uint64_t worst_wait;   /* cycles */
    uint64_t grants;
    uint64_t contended;               /* grants to one that had waited for another's run to end */
    struct stall_explainer explainer; /* of a request nobody is in the way of */
    struct grant_cover cover;
};

void grant_check_init(struct grant_check *g, struct sim *s);
/* `presenting`: the requesters that mean to present a start or beat in this cycle, one bit each. */
void grant_check_sample(struct grant_check *g, unsigned presenting);

#endif
