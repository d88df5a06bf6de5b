/* Drives a bare bank (modules 1) as the agent would: one stream of entries, run after run, with
 * nobody to ask for a grant. */
#ifndef CSRC_BFM_BANK_DRIVER_H
#define CSRC_BFM_BANK_DRIVER_H

#include "bfm/entry_source.h"
#include "bfm/entry_stream.h"
#include "sim/sim.h"

struct bank_driver {
    struct sim *sim;
    const struct bank_pins *pins;
    unsigned id_mask, mode_mask;
    bool steady_mode; /* id and mode stay as they were at the last start */
    bool random_runs; /* begins runs of its source on its own */
    bool run_asked;
    bool running;
    unsigned wait_max; /* cycles between runs, drawn from 0 to this */
    unsigned wait;
    entry_next *next;
    void *context;
    struct entry_source source;
    struct entry_stream stream;
    struct rng rng, idle;
    uint64_t runs; /* completed */
};

void bank_driver_init(struct bank_driver *d, struct sim *s, const struct slot_shapes *shapes,
                      const struct vectors *vectors);
/* Learns the bank's ids, once its shapes are known. */
void bank_driver_learn(struct bank_driver *d);
void bank_driver_randomise(struct bank_driver *d, struct rng *rng);
void bank_driver_drive(struct bank_driver *d);
void bank_driver_sample(struct bank_driver *d);
/* Asks for one run whose entries come from next(context). */
void bank_driver_ask(struct bank_driver *d, entry_next *next, void *context);
/* No further run begins on its own. */
void bank_driver_stop(struct bank_driver *d);
/* No run is under way or asked for. */
bool bank_driver_idle(const struct bank_driver *d);

#endif
