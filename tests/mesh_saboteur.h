/* Spoils what the agent shows on its flit links on its way to the bench, so that a check can be
 * proven live. The agent runs on unspoilt: what it offers and what is shown are two things.
 *
 * A deed is called in every cycle out of reset, when the outputs are settled. It looks at the
 * links' counts and writes output pins; afterwards they are put back. */
#ifndef TESTS_MESH_SABOTEUR_H
#define TESTS_MESH_SABOTEUR_H

#include "bench/mag_bench.h"
#include "sim/sim.h"

/* Links the agent sends on: noc_out of port p is MESH_OUT + p. */
enum mesh_link { MESH_OUT = 0, MESH_RX = MAG_PORTS, MESH_ENC, MESH_LINKS };

/* What the agent offers on one of them; transfers as the agent sees them. */
struct spoilt_link {
    struct link_pins pins;
    unsigned offer;     /* number of the offer on the pins, from 1; 0: none */
    unsigned offers;    /* so far */
    unsigned transfers; /* of cycles before this one */
    /* Private. */
    bool there, pending;
    enum { MESH_AS_SHOWN, MESH_KEEPS, MESH_GIVES } agent;
    uint32_t data[FLIT_WORDS];
    uint8_t valid;
};

struct mesh_saboteur {
    struct sim *sim;
    struct mag_bench *bench;
    struct spoilt_link link[MESH_LINKS];
    /* For the deed. */
    unsigned limit, count;
    uint64_t since;
    bool keeping, done;
    struct flit kept;
    /* Private. */
    struct saboteur hook;
    void (*deed)(struct mesh_saboteur *x);
    uint8_t shut, in_busy[MAG_PORTS], bad_remote_req;
};

/* Sets the deed of this run; before the bench is made. `limit` is the deed's own. */
struct mesh_saboteur *mesh_sabotage(struct sim *s, void (*deed)(struct mesh_saboteur *x),
                                    unsigned limit);

/* Whether the agent offers its nth flit on the link in this cycle; then *f is that flit. */
bool mesh_offers(const struct mesh_saboteur *x, enum mesh_link link, unsigned nth, struct flit *f);
/* Shows another flit in the place of the one that is offered. */
void mesh_change(struct mesh_saboteur *x, enum mesh_link link, const struct flit *f);
/* The offer is not shown; the agent gets rid of it in this cycle. */
void mesh_swallow(struct mesh_saboteur *x, enum mesh_link link);
/* Shows a flit; on noc_out and enc the agent waits with its own, on agt_rx it must offer none. True
 * when it transfers in this cycle. */
bool mesh_show(struct mesh_saboteur *x, enum mesh_link link, const struct flit *f);
/* noc_in_busy is shown high; the agent sees no flit there in this cycle. */
void mesh_shut(struct mesh_saboteur *x, unsigned port);
/* Whether a flit transfers into the port in this cycle; then *f is that flit. */
bool mesh_accepts(const struct mesh_saboteur *x, unsigned port, struct flit *f);

#endif
