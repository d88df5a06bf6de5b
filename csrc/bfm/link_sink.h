/* Receives from one link: drives busy, sees {data, valid} (wire 1). busy never depends on the pins
 * of the same cycle. In reset busy is random. */
#ifndef CSRC_BFM_LINK_SINK_H
#define CSRC_BFM_LINK_SINK_H

#include "bfm/stall.h"
#include "flit.h"
#include "sim/sim.h"

struct link_sink_knobs {
    struct stall_knobs busy; /* busy.withheld: busy for good; STALL_UNTIL_OFFER is not for links */
    bool coupled; /* also busy while *own_send_blocked (see link_sink.own_send_blocked) */
};

struct link_sink {
    struct link_sink_knobs knobs; /* may be changed between cycles */
    struct sim *sim;
    struct link_pins pins;
    struct stall busy;
    /* Readiness that depends on the sink's own sends being accepted: read in drive, so it shows the
     * cycle before, e.g. the `stalled` of a link_source. NULL: never blocked. */
    const bool *own_send_blocked;
    const bool *blocked; /* busy while it is set, whatever the knobs say; NULL: never */
    uint64_t transfers;
};

/* `name` is a literal, e.g. "mem_out"; the random stream is "mem_out.busy". */
void link_sink_init(struct link_sink *s, struct sim *sim, const char *name,
                    const struct link_pins *pins, const bool *own_send_blocked);
/* A random legal setting without withheld; coupled only with `may_couple`. */
void link_sink_randomise(struct link_sink_knobs *knobs, struct rng *rng, bool may_couple);
/* Takes out of a setting what the options leave out. */
void link_sink_without(struct link_sink_knobs *knobs, uint32_t without);

void link_sink_drive(struct link_sink *s);
/* The flit that transferred in this cycle (9 words, the pins themselves), or NULL. */
const uint32_t *link_sink_sample(struct link_sink *s);

#endif
