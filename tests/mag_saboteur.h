/* Spoils what the agent shows on its way to the bench, so that a check can be proven live. The
 * agent runs on unspoilt: what it offers and what is shown are two things.
 *
 * A deed is called in every cycle out of reset, when the outputs are settled; it looks at the pins
 * and writes output pins (x->pins). Afterwards they are put back. A valid that is changed by hand
 * goes unnoticed by the agent; mag_hold_off() makes it wait. A channel that is shown what the agent
 * does not offer is the deed's own: it sets `accept`, what the agent is to see there instead. */
#ifndef TESTS_MAG_SABOTEUR_H
#define TESTS_MAG_SABOTEUR_H

#include "bench/mag_bench.h"

/* Outputs of the agent that are offered and may be refused. */
enum mag_output {
    MAG_OUT0, /* noc_out of port 0; + p for port p */
    MAG_OUT_AGENT = MAG_OUT0 + MAG_PORTS,
    MAG_OUT_ENC,
    MAG_OUT_DRAM_AW,
    MAG_OUT_DRAM_W,
    MAG_OUT_DRAM_AR,
    MAG_OUT_RM_AW,
    MAG_OUT_RM_W,
    MAG_OUT_SM_R,
    MAG_OUT_SM_B,
    MAG_OUT_RI_B,
    MAG_OUTPUTS
};

enum mag_accept { ACCEPT_AS_IS, ACCEPT_NO, ACCEPT_YES };

struct mag_output_state {
    unsigned offer;         /* number of the agent's offer on the pins, from 1; 0: none */
    unsigned offers;        /* so far */
    enum mag_accept accept; /* for this cycle; what the agent sees of the other side */
    /* Private. */
    uint8_t *valid, *gate;
    bool gate_is_busy, pending;
};

struct mag_saboteur {
    struct sim *sim;
    struct mag_bench *bench;
    struct mag_pins pins;
    struct mag_output_state out[MAG_OUTPUTS];
    /* For the deed. */
    unsigned limit, count;
    uint64_t since, kept;
    bool done;
    void *own;
    /* Private. */
    struct saboteur hook;
    void (*deed)(struct mag_saboteur *x);
    struct mag_saved *saved;
};

/* Sets the deed of this run; before the bench is made. `limit` is the deed's own. */
struct mag_saboteur *mag_sabotage(struct sim *s, void (*deed)(struct mag_saboteur *x),
                                  unsigned limit);
/* The agent's offer is not shown, and it does not get rid of it in this cycle. */
void mag_hold_off(struct mag_saboteur *x, enum mag_output output);
/* The flit a port offers, false without one; and another one shown in its place. */
bool mag_offered_flit(const struct mag_saboteur *x, unsigned port, struct flit *f);
void mag_show_flit(struct mag_saboteur *x, unsigned port, const struct flit *f);

#endif
