/* Counts the situations of the whole agent that a run has met (models/bins.h, groups agent.*): who is at
 * memory together and one after the other, which addresses each asks for, which flits take which way
 * past what, and what a reset cuts off. What its ports, bank and interfaces are by themselves is
 * counted by their judges. Told by the bench; knows nothing of the RTL, never judges, never changes a
 * run. Called only in runs that count (sim_counts_bins). */
#ifndef CSRC_BENCH_MAG_COVER_H
#define CSRC_BENCH_MAG_COVER_H

#include "agent.h"

struct mag_bench;

/* The requester of the latest burst of a direction. */
struct mag_cover_turn {
    bool any;
    uint8_t id;
    uint64_t cycle;
};

struct mag_cover {
    uint32_t done;                            /* mv_done in the cycle before */
    struct mag_cover_turn turn[2];            /* reads, writes */
    uint32_t waited[2 * AGENT_PORTS_MAX + 4]; /* cycles the flit on a link has been held by busy */
};

/* A flit was accepted from the mesh, with the address it came with; it belongs to `client`. */
void mag_cover_in(struct mag_bench *b, unsigned port, enum agent_client client,
                  const struct flit *f);
/* A flit left into the mesh, after the agent's model was told. */
void mag_cover_out(struct mag_bench *b, unsigned port, enum agent_origin origin,
                   const struct flit *f);
/* Requester `id` issues a burst after all in `waited` have had one waiting since the burst before. */
void mag_cover_fair(const struct mag_bench *b, unsigned id, bool writes, uint8_t waited);
/* Every cycle outside reset, last. */
void mag_cover_cycle(struct mag_bench *b);
/* The first cycle of a reset, before anything is forgotten. */
void mag_cover_reset(struct mag_bench *b);

#endif
