/* The vocabulary of the live tests of a memory port. */
#ifndef TESTS_LIVE_PORT_H
#define TESTS_LIVE_PORT_H

#include "bench/mem_port_bench.h"
#include "dut/variants.h"
#include "live.h"
#include "mem_saboteur.h"

/* Planted faults of tests/mutants/mut_mem_port.v. */
enum {
    MUT_BUSY_FOLLOWS_INPUT = 1,
    MUT_BUSY_STICKS = 2,
    MUT_BUSY_16_AFTER_RESET = 3, /* legal */
    MUT_AR_WAITS_FOR_READY = 4,
    MUT_AR_STOPS_WITH_AW = 5,
    MUT_MESSAGE_TWICE = 6,
    MUT_PAUSES_WITHOUT_RESET = 7,
    MUT_PAUSES_BY_IDLE_PINS = 8,
    MUT_BUSY_17_AFTER_RESET = 9,
    MUT_AR_FOLLOWS_READY = 10,
    MUT_VALID_FOLLOWS_BUSY = 11
};

static inline struct mem_port_bench *live_port(struct sim *s) {
    return mem_port_bench_new(s, &dut_mem_port);
}

static inline struct mem_port_bench *live_mutant(struct sim *s, uint8_t fault) {
    struct mem_port_bench *b = mem_port_bench_new(s, &dut_mut_mem_port);
    *s->dut->mutant = fault;
    return b;
}

/* A port under a deed. */
static inline struct mem_port_bench *live_spoilt(struct sim *s,
                                                 void (*deed)(struct mem_saboteur *x)) {
    mem_sabotage(s, deed);
    return live_port(s);
}

static inline void ask_plain(struct mem_port_bench *b, unsigned endpoint, uint8_t txn,
                             uint64_t addr, unsigned beats) {
    const struct descriptor d = {.addr = addr, .len = (uint8_t)(beats - 1)};
    mem_port_read(b, endpoint, txn, &d);
}

static inline void ask_run(struct mem_port_bench *b, unsigned endpoint, uint8_t txn, uint64_t addr,
                           unsigned entries, unsigned words) {
    const struct descriptor d = {.addr = addr,
                                 .flags = FLAG_STREAM,
                                 .count = (uint8_t)entries,
                                 .entry_words = (uint8_t)words};
    mem_port_read(b, endpoint, txn, &d);
}

/* A run for the requester and `peers` others. */
static inline void ask_multicast(struct mem_port_bench *b, unsigned endpoint, uint8_t txn,
                                 uint64_t addr, unsigned entries, unsigned words, unsigned peers) {
    struct descriptor d = {.addr = addr,
                           .flags = FLAG_STREAM,
                           .count = (uint8_t)entries,
                           .entry_words = (uint8_t)words,
                           .n_peer = (uint8_t)peers};
    for (unsigned i = 0; i < 3; i++) {
        d.peer[i] = b->endpoint[40 + i];
    }
    mem_port_read(b, endpoint, txn, &d);
}

/* Both kinds of reads and a write, from three endpoints, at fresh addresses for each `round`. */
static inline void ask_everything(struct mem_port_bench *b, unsigned round) {
    const uint64_t at = 0x100000 + (uint64_t)round * 0x4000;
    ask_plain(b, 3 * round % 60, (uint8_t)round, at, round % 16 + 1);
    ask_run(b, (3 * round + 1) % 60, (uint8_t)round, at + 0x1000, round % 5 + 1, round % 4 + 1);
    mem_port_write(b, round % 8, (uint8_t)round, at + 0x2000, round % 8 + 1);
}

/* The most a memory may do to a master and still be legal, without errors. */
static inline void slow_memory(struct mem_port_bench *b) {
    struct axi_mem_knobs *k = &b->memory.knobs;
    k->aw = k->w = k->ar = stall_until_offer(1, 8);
    k->r = k->b = stall_random(300);
    k->read_order = k->response_order = AXI_INTERLEAVED;
    k->read_latency_min = k->write_latency_min = 1;
    k->read_latency_max = k->write_latency_max = 90;
    mem_port_knobs_changed(b);
}

#endif
