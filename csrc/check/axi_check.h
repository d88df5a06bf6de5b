/* Watches one AXI4 interface, all five channels, both sides (wire 5): AXI-STABLE, AXI-4K,
 * AXI-SHAPE, AXI-WLAST, AXI-ORPHAN, AXI-IDORDER, AXI-STRB, AXI-RESET. It keeps the books of what is
 * outstanding, pairs W with AW in order, R with AR and B with AW per id, and hands over events by
 * address, so that a golden model never sees an id. It is the monitor of the interface: it records
 * the transfers in the event ring and the trace hash. Never drives a pin.
 *
 * After a failure that is waived it carries on as the memory does: a W burst ends at wlast or at
 * its AW's length, whichever comes first; what nothing owes is left out of the events. */
#ifndef CSRC_CHECK_AXI_CHECK_H
#define CSRC_CHECK_AXI_CHECK_H

#include "check/axi_cover.h"
#include "sim/sim.h"
#include "word.h"

enum {
    AXI_CHECK_BURSTS = 256, /* outstanding, per direction */
    AXI_CHECK_LEAD = 2048,  /* W beats before their AW, less one */
    AXI_CLAIM_BOUND = 64    /* cycles with awvalid low a complete W burst may wait for its AW */
};

enum axi_channel_index { AXI_AW, AXI_W, AXI_B, AXI_AR, AXI_R, AXI_CHANNELS };

/* What a watchdog needs to know of a channel. */
struct axi_channel {
    const char *where;
    uint64_t transfers;     /* since init */
    uint64_t last_transfer; /* cycle */
    bool valid, ready;      /* in the cycle last sampled; false in reset */
    bool held;              /* valid && !ready */
    uint64_t held_since;    /* first cycle of the offer; while held */
};

/* A W beat whose AW has transferred too. */
struct axi_write_beat {
    uint32_t ticket;
    unsigned index; /* of the beat in its burst */
    uint64_t addr;
    const uint32_t *data; /* 8 words */
    uint32_t strb;
    uint16_t burst; /* private */
};

/* What happened in one cycle. Pointers are valid until the next sample. */
struct axi_events {
    bool any;
    struct {
        bool valid;
        uint64_t addr;
        unsigned beats;
        uint8_t id;
    } read_issue, write_issue;
    struct {
        bool valid;
        uint64_t addr; /* of this word */
        const uint32_t *data;
        uint8_t id, resp;
        bool last;
    } read_beat;
    struct {
        bool valid;
        uint32_t ticket;
        uint64_t addr;
        uint8_t id, resp;
    } write_response;
    unsigned write_beats; /* 0-256, several when W led AW */
    struct axi_write_beat *write_beat;
};

struct axi_check_burst {
    uint64_t addr;
    uint32_t ticket;
    uint16_t beats, done; /* done: beats transferred */
    uint16_t next;        /* of the same id, younger; of the free list */
    uint8_t id;
    bool filled; /* write: its W burst is over */
};

/* Bursts outstanding in one direction. */
struct axi_check_side {
    struct axi_check_burst burst[AXI_CHECK_BURSTS];
    uint16_t head[256], tail[256]; /* per id, oldest first */
    uint16_t free;
    unsigned outstanding;
};

struct axi_check {
    struct sim *sim;
    struct axi_pins pins;
    bool full_strobes; /* AXI-STRB: every strobe set; init: true */
    /* The master is outside the design: it may hold a valid through a reset (wire 1), and what it
     * asks for may have any size and burst type (AXI-SHAPE, AXI-4K are not judged). Init: false. */
    bool master_outside;
    /* Optional: the word the slave says the R beat on the pins comes from, and the first address of
     * the write its B answers. Then AXI-IDORDER sees what ids and lengths alone cannot show. */
    const uint64_t *served_read, *served_write;
    struct axi_channel channel[AXI_CHANNELS];
    /* Private from here. */
    struct axi_check_side read, write;
    uint16_t unfilled[AXI_CHECK_BURSTS]; /* ring of write bursts with W beats missing, AW order */
    unsigned unfilled_head, unfilled_used;
    struct axi_check_lead {
        struct word data;
        uint32_t strb;
        bool last;
    } lead[AXI_CHECK_LEAD];
    unsigned lead_head, lead_used, lead_bursts; /* lead_bursts: complete ones */
    unsigned unclaimed;                         /* cycles the oldest complete one has waited */
    bool claim_reported;
    bool aw_pending, w_pending, b_pending, ar_pending, r_pending; /* held in the cycle before */
    struct axi_check_address {
        uint64_t addr;
        uint8_t id, len, size, burst;
    } aw_held, ar_held;
    struct {
        uint32_t data[8], strb;
        uint8_t last;
    } w_held;
    struct {
        uint8_t id, resp;
    } b_held;
    struct {
        uint32_t data[8];
        uint8_t id, resp, last;
    } r_held;
    struct axi_write_beat paired[256 + 1];
    struct axi_cover cover;
    uint16_t issued; /* write burst of this cycle's AW, for axi_check_set_ticket() */
};

/* `where`: names of the channels in the order of enum axi_channel_index, literals. */
void axi_check_init(struct axi_check *c, struct sim *sim, const char *const where[AXI_CHANNELS],
                    const struct axi_pins *pins);
/* Judges the cycle and fills *ev. */
void axi_check_sample(struct axi_check *c, struct axi_events *ev);
/* Names the write issued in this cycle; its later events, and those already in *ev, carry `ticket`.
 * Without it a ticket is 0. */
void axi_check_set_ticket(struct axi_check *c, struct axi_events *ev, uint32_t ticket);

/* Bursts outstanding: reads with R beats missing; writes whose B has not been accepted; of these,
 * writes whose AW transferred and W beats are missing. W beats still without AW. */
static inline unsigned axi_check_reads(const struct axi_check *c) {
    return c->read.outstanding;
}
static inline unsigned axi_check_writes(const struct axi_check *c) {
    return c->write.outstanding;
}
static inline unsigned axi_check_writes_unfilled(const struct axi_check *c) {
    return c->unfilled_used;
}
static inline unsigned axi_check_beats_led(const struct axi_check *c) {
    return c->lead_used;
}
/* All W beats of the oldest write of this id have transferred: its B is owed. */
bool axi_check_response_owed(const struct axi_check *c, uint8_t id);
/* Nothing outstanding in either direction. */
static inline bool axi_check_idle(const struct axi_check *c) {
    return c->read.outstanding == 0 && c->write.outstanding == 0 && c->lead_used == 0;
}

#endif
