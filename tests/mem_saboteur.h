/* Spoils what a memory port shows on its way to the bench, so that a check can be proven live. The
 * port runs on unspoilt: what it offers and what is shown are two things.
 *
 * A deed is called in every cycle, reset included, when the outputs are settled. It looks at the
 * channels' counts and writes output pins (x->pins); afterwards they are put back. By itself a
 * changed valid goes unnoticed by the port: an offer that is hidden while the other side accepts
 * is lost, one that is made up is extra. mem_hold_off() makes the port wait.
 */
#ifndef TESTS_MEM_SABOTEUR_H
#define TESTS_MEM_SABOTEUR_H

#include "bench/mem_port_bench.h"
#include "sim/sim.h"

/* What the port offers on one of its outputs; transfers as the port sees them. */
struct spoilt_channel {
    unsigned offer;     /* number of the offer on the pins, from 1; 0: none */
    unsigned age;       /* cycles it has been there before this one */
    unsigned offers;    /* so far */
    unsigned transfers; /* of cycles before this one */
    /* Private. */
    uint8_t *valid, *accept;
    uint8_t refusing; /* level of *accept that holds an offer */
    bool pending, hold;
};

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
    struct {
        uint32_t out[FLIT_WORDS], w_data[8], w_strb;
        uint64_t aw_addr, ar_addr;
        uint16_t rd_count, wr_count;
        uint8_t out_valid, in_busy;
        uint8_t aw_id, aw_len, aw_size, aw_burst, aw_valid;
        uint8_t ar_id, ar_len, ar_size, ar_burst, ar_valid;
        uint8_t w_last, w_valid, b_ready, r_ready;
    } saved;
};

/* Sets the deed of this run; the bench may be made before or after. */
struct mem_saboteur *mem_sabotage(struct sim *s, void (*deed)(struct mem_saboteur *x));

/* The offer is not shown, and the port does not get rid of it in this cycle. */
void mem_hold_off(struct spoilt_channel *c);
/* Shows a flit; the port waits with its own. True when it transfers in this cycle. */
bool mem_show(struct mem_saboteur *x, const struct flit *f);
/* Shows a read of one word; the port waits with its own. True when it transfers in this cycle. */
bool mem_show_read(struct mem_saboteur *x, uint64_t addr);
/* Whether the port offers its nth flit in this cycle; then *f is that flit. */
bool mem_offers_flit(const struct mem_saboteur *x, unsigned nth, struct flit *f);
/* Replaces the flit that is offered. */
void mem_change_flit(struct mem_saboteur *x, const struct flit *f);

#endif
