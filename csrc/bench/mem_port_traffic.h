/* Constrained-random requests for a memory port: keeps the endpoints' queues filled with reads,
 * writes and what must be dropped, within the obligations the protocol puts on requesters. */
#ifndef CSRC_BENCH_MEM_PORT_TRAFFIC_H
#define CSRC_BENCH_MEM_PORT_TRAFFIC_H

#include "bench/mem_port_bench.h"
#include "bench/read_account.h"

/* Where requests point. */
enum address_area {
    AREA_SMALL,  /* a few words everybody shares */
    AREA_WINDOW, /* anywhere in a 64 GB window */
    AREA_PAGES,  /* around 4 KB boundaries */
    AREA_CARRY   /* around 2^k, k 5-35, just below and above */
};

struct traffic_knobs {
    unsigned endpoints; /* that send, 1-64 */
    unsigned writers;   /* of these, how many write: at most WR_SLOTS */
    unsigned weight_plain, weight_stream, weight_write; /* mix of requests */
    unsigned odd_permille;      /* requests replaced by orphan data, other types, long writes */
    unsigned aperture_permille; /* requests with address bit 39 set */
    unsigned peer_permille;     /* streaming reads that are multicast */
    unsigned queue_flits;       /* an endpoint is refilled below this many pending flits */
    unsigned max_plain_beats;   /* 1-256 */
    unsigned max_entries;       /* 1-255 */
    unsigned read_budget;       /* response flits outstanding at most, all endpoints */
    unsigned request_permille;  /* chance per cycle that a request is added */
    unsigned area_weight[4];    /* enum address_area */
    bool few_outstanding;       /* so few requests that the intake never has to hold one back */
};

struct mem_port_traffic {
    struct traffic_knobs knobs;
    struct rng rng;       /* of settings and of the contents of requests */
    struct rng when;      /* of who sends in which cycle, and of epochs */
    uint64_t page, carry; /* of the areas in use */
    struct read_account reads;
};

/* Installs the generator on the bench; it starts with random knobs. */
struct mem_port_traffic *mem_port_traffic_new(struct mem_port_bench *b);
/* Draws all knobs of traffic, source, sink and memory anew. */
void mem_port_traffic_randomise(struct mem_port_bench *b);
/* Random traffic for `cycles` cycles: epochs of random length, each with its own knobs, some of
 * them ended by a reset or by letting everything drain. */
void mem_port_traffic_run(struct mem_port_bench *b, uint64_t cycles);

#endif
