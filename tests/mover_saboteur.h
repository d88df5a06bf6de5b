/* Spoils what a mover shows on its way to the bench, so that a check can be proven live. The mover
 * runs on unspoilt: what it offers and what is shown are two things.
 *
 * A deed is called in every cycle out of reset, when the outputs are settled; it looks at the
 * channels' counts (spoilt_channel.h) and writes output pins (x->pins). Afterwards they are put
 * back. */
#ifndef TESTS_MOVER_SABOTEUR_H
#define TESTS_MOVER_SABOTEUR_H

#include "bench/mover_bench.h"
#include "saved_pins.h"
#include "spoilt_channel.h"

struct mover_saboteur {
    struct sim *sim;
    struct mover_bench *bench;
    struct mover_pins pins;
    struct spoilt_channel aw, w, ar;
    /* For the deed. */
    unsigned limit, count;
    uint64_t since;
    uint64_t kept;
    bool done;
    bool loses_b; /* the B of this cycle does not reach the mover */
    /* Private. */
    struct saboteur hook;
    void (*deed)(struct mover_saboteur *x);
    struct saved_pins saved;
};

/* Sets the deed of this run; before the bench is made. `limit` is the deed's own. */
struct mover_saboteur *mover_sabotage(struct sim *s, void (*deed)(struct mover_saboteur *x),
                                      unsigned limit);
/* Shows a read of one word; the mover waits with its own. True when it transfers in this cycle. */
bool mv_show_read(struct mover_saboteur *x, uint64_t addr);

#endif
