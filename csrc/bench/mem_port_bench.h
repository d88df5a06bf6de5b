/* A memory port between a mesh of endpoints and an AXI memory, under all its checks.
 *
 * A scenario queues requests on endpoints, turns knobs (source, sink, memory are public), lets
 * cycles pass and ends with mem_port_finish(). Everything that moves is judged in the cycle it
 * moves; a scenario adds only what it wants to have seen.
 */
#ifndef CSRC_BENCH_MEM_PORT_BENCH_H
#define CSRC_BENCH_MEM_PORT_BENCH_H

#include "bfm/axi_mem.h"
#include "bfm/link_sink.h"
#include "bfm/link_source.h"
#include "bfm/receive_queue.h"
#include "check/mem_port_judge.h"
#include "mem_port.h"
#include "sim/sim.h"

enum { MEM_PORT_ENDPOINTS = 64, MEM_PORT_QUEUE = 1024 };

/* Sees what a scenario does to the bench, in order, so that it can be done again. */
struct mem_port_tap {
    void (*flit)(void *self, unsigned endpoint, const uint32_t flit[FLIT_WORDS]);
    void (*knobs)(void *self);
    void (*reset)(void *self); /* in each cycle of it */
    void *self;
};

struct mem_port_bench {
    struct sim *sim;
    const struct dut_type *type;
    struct mem_port_pins pins;
    struct link_source source; /* one logical source an endpoint */
    struct link_sink sink;
    struct receive_queue receiver; /* see mem_port_receives() */
    struct axi_mem memory;
    struct sparse_mem contents;
    struct mem_port_judge judge;
    struct mem_port_model *model; /* the judge's */
    struct position endpoint[MEM_PORT_ENDPOINTS];
    uint8_t withheld; /* OUTSIDE_*: what the scenario holds for good */
    bool scribble;    /* what the port does not read of a flit carries random bits (modules 3) */
    /* Called before the BFMs drive, to queue more work; NULL in directed scenarios. */
    void (*refill)(struct mem_port_bench *b);
    void *traffic;
    const struct mem_port_tap *tap; /* NULL but when a run is recorded */
    uint64_t fill_counter;          /* makes write data unique */
    struct rng data, probe;
};

/* Makes the DUT and the bench, zero-wait memory, a free link, and resets for a few cycles. */
struct mem_port_bench *mem_port_bench_new(struct sim *s, const struct dut_type *type);

/* What the words of memory and of written data are: enum sparse_mode. Before any traffic. */
void mem_port_fill(struct mem_port_bench *b, enum sparse_mode mode);

/* To be called after the memory's or the sink's knobs were changed: the watchdog's bounds follow
 * what the knobs inject. */
void mem_port_knobs_changed(struct mem_port_bench *b);
/* Holds these resources (OUTSIDE_*) for good, and lets go of all others. */
void mem_port_withhold(struct mem_port_bench *b, uint8_t outside);

/* From now on every requester really waits: one without its answer while nothing moves is a
 * SIM-STALL, and a scenario that ends goes on until all are answered. */
void mem_port_requesters_wait(struct mem_port_bench *b);
/* Gives one endpoint a receive queue of `flits` that drains answer by answer, each when the last
 * flit of it is here. Once, before any traffic. */
void mem_port_receives(struct mem_port_bench *b, unsigned endpoint, unsigned flits);

/* Queues a read from an endpoint; the descriptor is sent as it is. The endpoint's queue has space
 * for MEM_PORT_QUEUE flits; false when it is full. */
bool mem_port_read(struct mem_port_bench *b, unsigned endpoint, uint8_t txn,
                   const struct descriptor *d);
/* Queues a write of `beats` (1-256) words of fresh data from an endpoint. */
bool mem_port_write(struct mem_port_bench *b, unsigned endpoint, uint8_t txn, uint64_t addr,
                    unsigned beats);
/* A write flit by flit: its descriptor, then `beats` times the next word. */
bool mem_port_write_request(struct mem_port_bench *b, unsigned endpoint, uint8_t txn, uint64_t addr,
                            unsigned beats);
bool mem_port_write_data(struct mem_port_bench *b, unsigned endpoint, uint8_t txn, bool last);
/* Queues any flit from an endpoint: src is filled in. */
bool mem_port_send(struct mem_port_bench *b, unsigned endpoint, struct flit *f);

/* Runs until nothing is queued or owed; a stall is the watchdog's to report. */
void mem_port_settle(struct mem_port_bench *b);
/* mem_port_settle, and nothing may be left anywhere (SIM-END). */
void mem_port_finish(struct mem_port_bench *b);
/* Starts the meters. */
void mem_port_measure(struct mem_port_bench *b);

#endif
