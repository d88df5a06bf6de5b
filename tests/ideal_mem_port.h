/* A memory port without a clock or pins: turns random requests into legal events in random order
 * and tells them to the golden model. Every shape of port the protocol allows is one setting of it,
 * so any verdict is a false alarm. It knows which request each of its flits is for; the model is
 * never told. */
#ifndef TESTS_IDEAL_MEM_PORT_H
#define TESTS_IDEAL_MEM_PORT_H

#include "mem_port.h"
#include "sim/rng.h"

enum ideal_memory {
    IDEAL_ZERO,    /* every word alike: nothing but order tells requests apart */
    IDEAL_FEW,     /* four different words */
    IDEAL_ADDRESS, /* the word tells its address */
    IDEAL_CHANGING /* a word differs each time it is read */
};

struct ideal_knobs {
    bool seed_rules; /* acks, plain words and writes in any order */
    bool serial;     /* one read at a time, in order */
    bool burst_per_entry;
    bool coalesce;          /* one burst serves words of several requests */
    bool share;             /* one read of a word serves every request that owes it */
    bool w_first, aw_first; /* W before its AW; AW before the write's data */
    bool split_writes;
    bool inside;   /* some requests are served by a store inside the agent */
    bool oddities; /* orphans, long writes, refused apertures, non-memory types */
    enum ideal_memory memory;
    unsigned wr_slots, sources, txns, hot_words; /* hot_words 0: the whole address space */
    unsigned max_entries, accept_permille, out_permille, axi_permille;
};

/* A flit, AXI address or beat on its way to the model, for a test that wants to spoil it. */
struct ideal_spoiler {
    void (*flit)(void *context, struct flit *f);
    void *context;
};

struct ideal_result {
    uint64_t requests, flits, cycles;
    uint64_t alarms;        /* calls that returned false */
    enum check_id first;    /* CHECK_NONE without alarm */
    struct verdict verdict; /* the first one */
    bool idle;              /* the model agrees that nothing is owed at the end */
    uint64_t due_missing;   /* diagnostics not due at the end, all codes */
};

/* Serves `requests` random requests to the end. Stops at the first verdict. */
struct ideal_result ideal_run(const struct ideal_knobs *knobs, uint64_t seed, unsigned requests,
                              const struct ideal_spoiler *spoiler, struct mem_port_stats *stats);

/* Knobs drawn at random. */
struct ideal_knobs ideal_random_knobs(struct rng *r);

#endif
