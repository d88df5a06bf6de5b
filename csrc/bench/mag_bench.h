/* The whole memory agent between a mesh, a control agent, an interlink, a host and a memory, under
 * all its checks (modules 5).
 *
 * A scenario queues work (mag_request.h has the words for it), turns knobs (the BFMs are public),
 * lets cycles pass and ends with mag_finish(). Everything that moves is judged in the cycle it
 * moves; a scenario adds only what it wants to have seen.
 *
 * Obligations of the other side that a scenario keeps itself: a port's endpoint has one write open
 * at a time (its queue is in order, so queueing whole writes is enough); sources with an open write
 * at a port are at most WR_SLOTS; no two requesters' reads and writes need to be apart, any value
 * the word had is accepted; words of the staging store are written before they are read; xf_cfg_*
 * is left alone while a move may run. */
#ifndef CSRC_BENCH_MAG_BENCH_H
#define CSRC_BENCH_MAG_BENCH_H

#include "agent.h"
#include "bench/mag_cover.h"
#include "bench/mag_mover.h"
#include "bench/slot_core.h"
#include "bfm/axi_host.h"
#include "bfm/axi_mem.h"
#include "bfm/control_agent.h"
#include "bfm/link_sink.h"
#include "bfm/link_source.h"
#include "bfm/mover_driver.h"
#include "burst_fairness.h"
#include "check/axi_check.h"
#include "check/display_check.h"
#include "check/link_check.h"
#include "check/mag_watch.h"
#include "check/message_check.h"
#include "mem_port.h"
#include "sim/sim.h"
#include "staging.h"
#include "window.h"

enum { MAG_ENDPOINTS = 64, MAG_QUEUE = 512, MAG_INJECTORS = 4, MAG_PASS_QUEUE = 1024 };

/* Transfers since mag_measure(), for rates. */
struct mag_meter {
    uint64_t count, first, last; /* cycles of the first and the last one */
};

enum { MAG_COUNT_LAG = 4 };
/* mem_rd_count or mem_wr_count against what the ports do on dram_*. */
struct mag_count {
    uint64_t handshakes;                    /* since reset */
    uint64_t before[MAG_COUNT_LAG];         /* as they were 1..4 cycles ago */
    uint64_t inside_requests, inside_words; /* of the store, at the last reset */
};

/* A requester with a burst waiting for dram_*, as of the last look. */
struct mag_waiting {
    bool counting;
    uint64_t issued[MAG_REQUESTERS]; /* bursts of its direction, when counting began */
};

/* The read channels rm_* and ri_* do not have: nothing is ever valid there. */
struct mag_no_reads {
    uint8_t ar_valid, ar_ready, r_valid, r_ready, ar_other, r_other;
    uint64_t addr;
    uint32_t data[8];
};

struct mag_bench {
    struct sim *sim;
    const struct dut_type *type;
    struct mag_pins pins;
    unsigned ports;

    /* Outside the agent. Their knobs may be changed between cycles; then mag_knobs_changed(). */
    struct link_source in[MAG_PORTS]; /* one logical source an endpoint */
    struct link_sink out[MAG_PORTS];
    struct control_agent agent_rx;
    struct link_source agent_tx; /* one source: the control agent is one sender */
    struct link_source inject;   /* MAG_INJECTORS sources, interleaved as its knobs say */
    struct link_sink enc;
    struct axi_host host, inbound;               /* sm_*, ri_* (no reads) */
    struct axi_mem dram, remote;                 /* dram_*, rm_* */
    struct sparse_mem contents, remote_contents; /* behind dram_* and rm_* */
    struct mover_driver mover;
    struct slot_core slot; /* the bank's checks, and slot.config drives xf_cfg_* */
    struct position endpoint[MAG_ENDPOINTS];
    uint32_t withheld; /* MAG_*: what the scenario holds for good */
    bool scribble;     /* what is not read of a memory flit carries random bits */
    /* Called before the BFMs drive, to queue more work; NULL in directed scenarios. */
    void (*refill)(struct mag_bench *b);
    void *traffic;
    uint64_t fill_counter; /* makes write data unique */
    struct rng data;

    /* Golden models. */
    struct mem_port_model *port_model[MAG_PORTS];
    struct agent_model *agent_model;
    struct window_model *host_model, *inbound_model;
    struct staging *staging; /* NULL when STAGE is 0 */
    struct mag_mover move;   /* the mover's judge and what it does not see */

    /* Evidence. */
    struct mag_meter out_meter[MAG_PORTS];          /* flits */
    struct mag_meter read_meter[MAG_REQUESTERS];    /* R beats on dram_* by id */
    struct mag_meter write_meter[MAG_REQUESTERS];   /* W beats on dram_* by id */
    struct mag_meter remote_meter;                  /* W beats on rm_* */
    struct mag_meter sm_read_meter, sm_write_meter; /* R and W beats on sm_* */
    uint64_t issued_reads[MAG_REQUESTERS], issued_writes[MAG_REQUESTERS]; /* bursts on dram_* */
    struct burst_fairness read_fairness, write_fairness;

    /* Private from here (mag_bench_parts.h). */
    struct link_check in_check[MAG_PORTS], out_check[MAG_PORTS];
    struct link_check rx_check, tx_check, enc_check, inj_check;
    struct axi_check dram_check, remote_check, host_check, inbound_check;
    struct axi_events dram_events, remote_events, host_events, inbound_events;
    struct mag_watch watch;
    struct mag_watch_cycle now;              /* of this cycle, for the watchdog */
    uint64_t mover_moved_at;                 /* cycle of the mover's last transfer */
    uint64_t response_since[MAG_REQUESTERS]; /* see struct mag_stall_pins */
    bool lost_noted;                         /* a failure's report has its note */
    struct message_check message[MSG_COUNT]; /* of all ports together */
    struct display_check mover_display, slot_display;
    struct mag_count rd_count, wr_count;
    unsigned reads_out[MAG_REQUESTERS], writes_out[MAG_REQUESTERS]; /* bursts under way on dram_* */
    uint8_t passed_now; /* ports by which a flit of higher rank left in this cycle */
    uint64_t last_read_issue, last_write_issue;    /* cycles */
    uint64_t slow_writes_until;                    /* cycle */
    struct mag_waiting waiting[2][MAG_REQUESTERS]; /* reads, writes */
    struct mag_no_reads no_reads[2];
    struct mag_cover cover;
    struct rng probe;
};

/* Makes the DUT and the bench: zero-wait memory, free links, everything ready; resets for a few
 * cycles. */
struct mag_bench *mag_bench_new(struct sim *s, const struct dut_type *type);
/* What the words of DRAM and of written data are: enum sparse_mode. Before any traffic. */
void mag_fill(struct mag_bench *b, enum sparse_mode mode);

/* To be called after knobs were changed: the watchdog's bound follows what they inject. */
void mag_knobs_changed(struct mag_bench *b);
/* Holds these resources (MAG_*) for good, and lets go of all others. */
void mag_withhold(struct mag_bench *b, uint32_t outside);

/* Nothing is queued, owed or on its way. */
bool mag_quiet(const struct mag_bench *b);
/* Nothing is queued, owed or on its way but for what needs something that is withheld. Endpoints'
 * queues do not count: what is in them may be behind a flit that waits. */
bool mag_independent_quiet(const struct mag_bench *b);
/* Runs until mag_quiet(); a stall is the watchdog's to report. */
void mag_settle(struct mag_bench *b);
/* Runs until no register write is queued and mv_busy is low. */
void mag_wait_move(struct mag_bench *b);
/* mag_settle, and nothing may be left anywhere, counters and messages included (SIM-END). */
void mag_finish(struct mag_bench *b);
/* Starts the meters. */
void mag_measure(struct mag_bench *b);

/* Flits of all engines so far: words and acks. */
uint64_t mag_answers(const struct mag_bench *b);
/* A word of DRAM as it is now. */
struct word mag_dram_word(const struct mag_bench *b, uint64_t offset);

#endif
