/* Constrained-random system traffic for the whole agent, everything at once, within the obligations
 * the protocol puts on the other sides: endpoints at every port, control and marked flits, control
 * agent, interlink, host, ri_*, moves, occupant registers, every form of back-pressure, errors,
 * resets. Requesters use areas of their own and areas all share. */
#ifndef CSRC_BENCH_MAG_TRAFFIC_H
#define CSRC_BENCH_MAG_TRAFFIC_H

#include "bench/mag_request.h"
#include "bench/read_account.h"

/* Where requests point. */
enum mag_area {
    MAG_AREA_SHARED, /* a few words everybody uses */
    MAG_AREA_OWN,    /* 64 KB of the requester's own */
    MAG_AREA_WINDOW, /* anywhere in 64 GB */
    MAG_AREA_PAGES,  /* around 4 KB boundaries */
    MAG_AREA_CARRY,  /* around 2^k, k 12-35 */
    MAG_AREAS
};

struct mag_traffic_knobs {
    unsigned area_weight[MAG_AREAS];
    /* Endpoints, at each port. */
    unsigned endpoints, writers; /* that send; of these, those that write: at most WR_SLOTS */
    unsigned request_permille;   /* chance per port and cycle that something is added */
    unsigned weight_plain, weight_stream, weight_write, weight_control, weight_marked;
    unsigned odd_permille;      /* orphan data, long writes */
    unsigned peer_permille;     /* streaming reads that are multicast */
    unsigned mesh_permille;     /* addresses with any mesh id */
    unsigned staging_permille;  /* requests to the store (bit 39 where there is none) */
    unsigned aperture_permille; /* requests to apertures that are not served */
    unsigned queue_flits;       /* an endpoint is refilled below this many pending flits */
    unsigned max_plain_beats, max_entries, read_budget; /* budget: response flits a port owes */
    /* The others: chance per cycle. */
    unsigned agent_permille, inject_permille, host_permille, inbound_permille, move_permille;
    unsigned poke_permille; /* register writes of the mover at any time */
    unsigned host_odd_permille, host_nowhere_permille; /* of host bursts */
    unsigned max_burst;                                /* beats of host and ri_* bursts, 1-128 */
    unsigned max_move;                                 /* elements of a move, about */
    unsigned move_fault_permille;                      /* of moves: something is wrong with them */
};

struct mag_traffic {
    struct mag_traffic_knobs knobs;
    struct rng rng;  /* of settings and of the contents of what is sent */
    struct rng when; /* of who sends in which cycle, and of epochs */
    uint64_t page, carry;
    struct read_account reads[MAG_PORTS];
    uint64_t moves, requests, bursts; /* queued, for evidence */
};

/* What this run leaves out (WITHOUT=); whether a request may cross 4 KB. */
static inline bool mag_traffic_without(const struct mag_bench *b, uint32_t what) {
    return (b->sim->options->without & what) != 0;
}
static inline bool mag_traffic_splits(const struct mag_bench *b) {
    return !mag_traffic_without(b, WITHOUT_SPLIT_4K) && !b->sim->options->seed_rules;
}

/* Installs the generator on the bench, fills the store and starts with random knobs. */
struct mag_traffic *mag_traffic_new(struct mag_bench *b);
/* Draws all knobs of traffic and BFMs anew. */
void mag_traffic_randomise(struct mag_bench *b);
/* Traffic for `cycles` cycles: epochs of random length, each with its own knobs, some of them ended
 * by a reset or by letting everything drain. */
void mag_traffic_run(struct mag_bench *b, uint64_t cycles);

/* mag_traffic_address.c: a 32-byte aligned address for `bytes` bytes of DRAM, all in one 64 GB
 * window, as `requester` chooses it; 36 bits. */
uint64_t mag_traffic_offset(struct mag_bench *b, unsigned requester, uint64_t bytes);
/* A byte offset of the store for `words` words, rarely past its end. */
uint64_t mag_traffic_store_offset(struct mag_bench *b, unsigned words);

/* mag_traffic_move.c: queues a random move. */
void mag_traffic_move(struct mag_bench *b);

#endif
