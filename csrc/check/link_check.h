/* Watches one link, both sides (wire 1): LINK-HOLD, LINK-STABLE, LINK-RESET, LINK-WEDGE, and
 * helpers for the LINK-COMB probe. It is the monitor of the link: it records the transfers in the
 * event ring and the trace hash. Never drives a pin, knows no flit fields. */
#ifndef CSRC_CHECK_LINK_CHECK_H
#define CSRC_CHECK_LINK_CHECK_H

#include "flit.h"
#include "sim/sim.h"

enum {
    LINK_BUSY_AFTER_RESET = 16, /* cycles */
    LINK_WEDGE_BOUND = 1024     /* cycles in a row */
};

enum link_role {
    LINK_DUT_SENDS,   /* the DUT drives data and valid */
    LINK_DUT_RECEIVES /* the DUT drives busy */
};

struct link_check {
    struct sim *sim;
    const char *where; /* literal, e.g. "mem_in" */
    struct link_pins pins;
    enum link_role role;
    /* LINK_DUT_SENDS: the DUT sends nothing unasked and nothing combinationally, so valid in the
     * first cycle after reset is a trace of earlier traffic. Set by init; clear it otherwise. */
    bool only_answers;
    /* State of the cycle last sampled, for watchdogs. */
    bool held;              /* valid && busy, outside reset */
    uint64_t held_since;    /* first cycle in which the flit was offered; while held */
    bool busy;              /* outside reset */
    uint64_t busy_since;    /* while busy */
    uint64_t transfers;     /* since init */
    uint64_t last_transfer; /* cycle, 0 before the first */
    /* Private. */
    uint32_t flit[FLIT_WORDS]; /* the held one */
    bool pending;              /* a flit was offered in the cycle before and did not transfer */
    bool opened;               /* busy was low since reset */
    unsigned wedged;           /* cycles busy in a row with room */
    uint8_t probe;
};

void link_check_init(struct link_check *c, struct sim *sim, const char *where,
                     const struct link_pins *pins, enum link_role role);
/* Judges the cycle. `room_known` (LINK_DUT_RECEIVES): the model knows that the DUT has room, so
 * busy has no excuse in this cycle. Returns the flit that transferred (9 words, the pins), or NULL.
 */
const uint32_t *link_check_sample(struct link_check *c, bool room_known);

/* LINK-COMB: the DUT's own output of this link (busy or valid) may not follow the inputs. Call
 * _before with the pins settled, _after when the inputs were varied and settled again. */
void link_check_comb_before(struct link_check *c);
void link_check_comb_after(struct link_check *c);

#endif
