/* The interfaces of a DUT as lanes: something is offered, and it moves or is held. What stats,
 * timelines and texts in a dump have in common. */
#ifndef CSRC_OBSERVE_LANE_H
#define CSRC_OBSERVE_LANE_H

#include "dut/dut.h"

enum { LANES_MAX = 40 };

enum lane_kind {
    LANE_LINK,         /* payload: link */
    LANE_AXI_ADDRESS,  /* payload: address */
    LANE_AXI_WRITE,    /* W; payload: axi */
    LANE_AXI_READ,     /* R; payload: axi */
    LANE_AXI_RESPONSE, /* B; payload: axi */
    LANE_SLOT_BEAT,    /* beats to a slot or bank: nothing ever holds them */
    LANE_SLOT_DONE     /* its answers, likewise */
};

struct lane {
    char name[12]; /* "mem_in", "m_ar", "noc_out1", "dram_r", "beat" */
    enum lane_kind kind;
    bool to_dut;          /* direction of the payload */
    const uint8_t *valid; /* any bit set: offered */
    const uint8_t *stop;  /* busy; NULL: never held */
    const uint8_t *ready; /* for AXI; NULL elsewhere */
    const struct link_pins *link;
    const struct axi_address_pins *address;
    const struct axi_pins *axi;
};

enum lane_state { LANE_IDLE, LANE_MOVES, LANE_HELD };

/* The lanes of a DUT in the order people read them: links, memory, slot. Returns how many. Channels
 * that do not exist (reads of rm_* and ri_*) are not among them. */
unsigned lanes_of(const struct dut *d, struct lane out[LANES_MAX]);

/* Of settled pins, before the rising edge. */
static inline enum lane_state lane_state(const struct lane *l) {
    if (!*l->valid) {
        return LANE_IDLE;
    }
    return (l->stop && *l->stop) || (l->ready && !*l->ready) ? LANE_HELD : LANE_MOVES;
}

#endif
