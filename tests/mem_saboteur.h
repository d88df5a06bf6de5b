/* Spoils what a memory port shows on its way to the bench, so that a check can be proven live. The
 * port runs on unspoilt: what it offers and what is shown are two things.
 *
 * A deed is called in every cycle, reset included, when the outputs are settled. It looks at the
 * channels' counts (spoilt_channel.h) and writes output pins (x->pins); afterwards they are put
 * back.
 */
#ifndef TESTS_MEM_SABOTEUR_H
#define TESTS_MEM_SABOTEUR_H

#include "bench/mem_port_bench.h"
#include "saved_pins.h"
#include "sim/sim.h"
#include "spoilt_channel.h"

struct mem_saboteur {
    struct sim *sim;
    struct mem_port_bench *bench;
    struct mem_port_pins pins;
    struct spoilt_channel out, aw, w, ar;
    /* For the deed. */
    bool done;
    unsigned count, limit;
    uint64_t since;
    bool keeping;
    struct flit kept;
    uint16_t past[8];
    /* Private. */
    struct saboteur hook;
    void (*deed)(struct mem_saboteur *x);
    struct saved_pins saved;
};

/* Sets the deed of this run; the bench may be made before or after. */
struct mem_saboteur *mem_sabotage(struct sim *s, void (*deed)(struct mem_saboteur *x));

/* Shows a flit; the port waits with its own. True when it transfers in this cycle. */
bool mem_show(struct mem_saboteur *x, const struct flit *f);
/* Shows a read of one word; the port waits with its own. True when it transfers in this cycle. */
bool mem_show_read(struct mem_saboteur *x, uint64_t addr);
/* Whether the port offers its nth flit in this cycle; then *f is that flit. */
bool mem_offers_flit(const struct mem_saboteur *x, unsigned nth, struct flit *f);
/* Replaces the flit that is offered. */
void mem_change_flit(struct mem_saboteur *x, const struct flit *f);

#endif
