/* N requesters at the pins of a transform slot (modules 2). Each raises req, waits for its grant,
 * presents a run of entries and lets go. In cycles in which it surely holds no grant it may present
 * starts and beats that must be dropped. Every output is decided from what was sampled in earlier
 * cycles: a requester drives from flops of its own. */
#ifndef CSRC_BFM_SLOT_DRIVER_H
#define CSRC_BFM_SLOT_DRIVER_H

#include "bfm/entry_source.h"
#include "bfm/entry_stream.h"
#include "sim/sim.h"

enum { SLOT_REQUESTERS_MAX = 8 };

/* What a requester is doing in this cycle. */
enum requester_state {
    REQUESTER_IDLE, /* req is low */
    REQUESTER_ASKS, /* req is high, no grant seen yet */
    REQUESTER_RUNS, /* the grant was seen in an earlier cycle */
    REQUESTER_DONE  /* its run is over, req is kept a little longer */
};

struct requester_knobs {
    unsigned wait_max;   /* cycles between its runs, drawn from 0 to this */
    unsigned linger_max; /* cycles req is kept after the earliest legal time to drop it */
    unsigned noise;      /* permille of ungranted cycles with a start or beat to be dropped */
};

struct requester {
    enum requester_state state;
    struct requester_knobs knobs;
    struct entry_source source;
    struct entry_stream stream;
    struct rng rng;
    bool random_runs; /* starts runs of its source on its own */
    bool run_asked;   /* one run of next(context) is asked for */
    entry_next *next;
    void *context;
    unsigned wait, linger;
    bool req_before;  /* req in the previous cycle */
    uint8_t id, mode; /* as last presented */
    uint64_t runs;    /* completed */
};

struct slot_driver {
    struct sim *sim;
    const struct xform_pins *pins;
    struct xform_params params;
    bool steady_mode;      /* id and mode stay as they were at the last start */
    uint8_t holder_before; /* gnt & req of the previous cycle */
    struct rng idle;       /* payload pins while their valid is low */
    struct requester requester[SLOT_REQUESTERS_MAX];
};

void slot_driver_init(struct slot_driver *d, struct sim *s, const struct slot_shapes *shapes,
                      const struct vectors *vectors);
/* Learns the bank's ids, once its shapes are known. */
void slot_driver_learn(struct slot_driver *d);
/* Draws what every requester does from now on; runs under way are finished as they are. */
void slot_driver_randomise(struct slot_driver *d, struct rng *rng);
void slot_driver_drive(struct slot_driver *d);
void slot_driver_sample(struct slot_driver *d);
/* Asks for one run of requester `who` whose entries come from next(context). */
void slot_driver_ask(struct slot_driver *d, unsigned who, entry_next *next, void *context);
/* No requester begins another run on its own. */
void slot_driver_stop(struct slot_driver *d);
/* No requester raises req or is asked to. */
bool slot_driver_idle(const struct slot_driver *d);
/* Nobody can hold the grant in the cycle being driven. */
bool slot_driver_ungranted(const struct slot_driver *d);
/* Requesters that present a start or beat of a run in this cycle, one bit each. */
unsigned slot_driver_presenting(const struct slot_driver *d);

#endif
