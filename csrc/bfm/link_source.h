/* Drives one link: {data, valid} out, busy in (wire 1). Holds up to 64 logical sources, each a
 * queue of flits ready to go, and interleaves them; a source is anything the bench keeps in order,
 * usually one endpoint. It knows no flit fields and judges nothing.
 *
 * While valid is low the data pins carry fresh garbage from the idle stream.
 *
 * Reset: in the first cycle of a reset everything queued is dropped. The flit offered in that cycle
 * is withdrawn from the second cycle on, or, with `hold_in_reset`, held through reset and its
 * release, and what its source has queued behind it stays: a sender goes on with the burst it is in.
 * Flits pushed later in reset are kept; with `hold_in_reset` they are offered at once,
 * without it after the release. */
#ifndef CSRC_BFM_LINK_SOURCE_H
#define CSRC_BFM_LINK_SOURCE_H

#include "bfm/stall.h"
#include "flit.h"
#include "sim/sim.h"

enum { LINK_SOURCES = 64 };

/* Which source with a ready flit is next. */
enum link_policy {
    LINK_ROUND_ROBIN, /* the next one after the last, flit by flit */
    LINK_RANDOM,      /* any, flit by flit */
    LINK_DRAIN,       /* the same until its queue is empty, then the next one */
    LINK_BURSTS       /* the same for burst_min..burst_max flits or until empty, then any */
};

struct link_source_knobs {
    enum link_policy policy;
    unsigned burst_min, burst_max; /* flits, LINK_BURSTS */
    struct stall_knobs gap;        /* cycles in which no new flit is offered */
    unsigned gap_fixed;            /* idle cycles after every flit */
    bool hold_in_reset;            /* valid may be high in reset */
};

struct link_source {
    struct link_source_knobs knobs; /* may be changed between cycles */
    struct sim *sim;
    struct link_pins pins;
    struct rng choice, idle;
    struct stall gap;
    uint32_t (*queue)[FLIT_WORDS]; /* sources x depth */
    unsigned sources, depth;
    unsigned head[LINK_SOURCES], used[LINK_SOURCES];
    uint64_t ready;          /* bit per source with a flit queued */
    uint64_t total;          /* flits queued, the offered one included */
    unsigned current, burst; /* source of the last offer, flits left of its burst */
    unsigned wait;           /* cycles of gap_fixed left */
    bool offered;            /* `flit` is on the pins */
    bool stalled;            /* link_source_stalled(); may be another BFM's own_send_blocked */
    uint32_t flit[FLIT_WORDS];
    uint64_t transfers;
};

struct link_transfer {
    const uint32_t *flit; /* 9 words, valid until the next link_source_drive() */
    unsigned source;
};

/* `name` is a literal, e.g. "mem_in", and names the random streams ("mem_in.choice", "mem_in.gap",
 * "mem_in.idle"). `sources` 1-64, `depth` flits per source, at least 1. Memory is the run's. */
void link_source_init(struct link_source *s, struct sim *sim, const char *name,
                      const struct link_pins *pins, unsigned sources, unsigned depth);
/* A random legal setting. */
void link_source_randomise(struct link_source_knobs *knobs, struct rng *rng);
/* Takes out of a setting what the options leave out. */
void link_source_without(struct link_source_knobs *knobs, uint32_t without);

/* Queues one flit; false, and nothing happens, when the source has no space. */
bool link_source_push(struct link_source *s, unsigned source, const uint32_t flit[FLIT_WORDS]);
/* Flits that still fit, and flits not yet transferred (the offered one included). */
static inline unsigned link_source_space(const struct link_source *s, unsigned source) {
    return s->depth - s->used[source];
}
static inline unsigned link_source_pending(const struct link_source *s, unsigned source) {
    return s->used[source];
}
/* Nothing queued and nothing offered. */
static inline bool link_source_idle(const struct link_source *s) {
    return s->total == 0;
}
/* In the cycle last sampled a flit was offered and busy held it. */
static inline bool link_source_stalled(const struct link_source *s) {
    return s->stalled;
}

void link_source_drive(struct link_source *s);
/* True when a flit transferred in this cycle; then *t says which. */
bool link_source_sample(struct link_source *s, struct link_transfer *t);

#endif
