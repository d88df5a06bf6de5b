/* Why work inside the memory agent stands still: the chain from the item that waits, over what it
 * waits for, to the root (checks.md, SIM-STALL). It is told by the watchdog which item that is, by
 * the models what is outstanding, and by the bench what stands on the pins.
 *
 * A holder counts as a root when it has held for longer than half the watchdog's bound. */
#ifndef CSRC_CHECK_MAG_STALL_H
#define CSRC_CHECK_MAG_STALL_H

#include "check/bank_check.h"
#include "check/mag_watch.h"
#include "check/mover_stall.h"

/* Something is offered on an AXI channel and not taken, since this cycle. */
struct mag_offered {
    bool held;
    uint64_t since;
    unsigned id; /* the requester it belongs to; MAG_REQUESTERS: not known */
};
/* The same of a flit on a link. */
struct mag_flit_offered {
    bool held;
    uint64_t since;
    struct flit flit;
};

/* The pins, at the moment of the report. */
struct mag_stall_pins {
    struct mag_offered ar, aw, w;   /* on dram_* */
    struct mag_offered rm_aw, rm_w; /* always the mover's */
    struct mag_flit_offered in[AGENT_PORTS_MAX], out[AGENT_PORTS_MAX];
    /* By requester: the memory has all of a write of its and owes the B, from this cycle on; later
     * than now: it owes none. */
    uint64_t response_since[MAG_REQUESTERS];
    const struct bank_check *bank;
    struct mover_stall mover; /* its regs, owed, number and last_moved; no holds */
    uint64_t lost;            /* control flits dropped so far */
};

struct mag_stall {
    const struct mag_watch *watch;
    const struct mag_watch_models *models;
    const struct mag_watch_cycle *now;
    const struct mag_stall_pins *pins;
    uint64_t cycle;
};

/* From the item the watchdog blamed, or when everything stands still from what waits longest. */
void mag_stall_explain(const struct mag_stall *x, struct stall_chain *chain);
/* From this item. */
void mag_stall_explain_item(const struct mag_stall *x, unsigned at, struct stall_chain *chain);
/* An entry at the bank is without its done: the move that waits for it, and the entry. */
void mag_stall_explain_bank(const struct mag_stall *x, struct stall_chain *chain);

/* The note that so many control flits were lost, and to which full mailbox; none without any. */
void mag_stall_lost(const struct mag_watch *w, uint64_t lost, struct stall_chain *chain);

#endif
