/* Spoils what a mover shows on its way to the bench, so that a check can be proven live. The mover
 * runs on unspoilt: what it offers and what is shown are two things.
 *
 * A deed is called in every cycle out of reset, when the outputs are settled; it looks at the counts
 * and writes output pins (x->pins). Afterwards they are put back. A valid that is changed by hand
 * goes unnoticed by the mover; mv_hold_off() and mv_show_read() make it wait. */
#ifndef TESTS_MOVER_SABOTEUR_H
#define TESTS_MOVER_SABOTEUR_H

#include "bench/mover_bench.h"

/* What the mover offers on AW, W or AR. */
struct mv_channel {
    unsigned offer;  /* number of the offer on the pins, from 1; 0: none */
    unsigned offers; /* so far */
    /* Private. */
    uint8_t *valid, *ready;
    bool pending, hold;
};

struct mover_saboteur {
    struct sim *sim;
    struct mover_bench *bench;
    struct mover_pins pins;
    struct mv_channel aw, w, ar;
    /* For the deed. */
    unsigned limit, count;
    uint64_t since;
    uint64_t kept;
    bool done;
    bool loses_b; /* the B of this cycle does not reach the mover */
    /* Private. */
    struct saboteur hook;
    void (*deed)(struct mover_saboteur *x);
    struct {
        struct axi_saved {
            uint64_t addr;
            uint8_t id, len, size, burst, valid;
        } aw, ar;
        uint32_t w_data[8], w_strb, beat[8], done;
        uint8_t w_last, w_valid, b_ready, r_ready, busy, fault;
        uint8_t req, start, id, mode, beat_valid;
    } saved;
};

/* Sets the deed of this run; before the bench is made. `limit` is the deed's own. */
struct mover_saboteur *mover_sabotage(struct sim *s, void (*deed)(struct mover_saboteur *x),
                                      unsigned limit);
/* The offer is not shown, and the mover does not get rid of it in this cycle. */
void mv_hold_off(struct mv_channel *c);
/* Shows a read of one word; the mover waits with its own. True when it transfers in this cycle. */
bool mv_show_read(struct mover_saboteur *x, uint64_t addr);

#endif
