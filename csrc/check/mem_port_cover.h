/* Counts the situations of a memory port that a run has met (models/bins.h, groups mem.*): requests
 * and their crosses with what else is open, held and refused. Told of transfers by the judge, it
 * knows pins, the judges' books and nothing of the RTL; never judges, never changes a run. Called only in runs that
 * count (sim_counts_bins).
 *
 * "Open" is a request whose answer is not complete, in the cycle before the one counted. */
#ifndef CSRC_CHECK_MEM_PORT_COVER_H
#define CSRC_CHECK_MEM_PORT_COVER_H

#include "flit.h"
#include "transaction.h"

#include <stdbool.h>
#include <stdint.h>

struct mem_port_judge;
struct mem_port_params;

struct mem_port_cover {
    struct mem_port_params const *params;
    bool waited; /* the flit on mem_in was held by busy in the cycle before */
    bool answered;
    unsigned answer;      /* kind of the latest flit on mem_out */
    uint64_t answered_at; /* its cycle */
    bool ended;           /* a request's answer was complete */
    unsigned ended_kind;
    uint64_t ended_at;
};

void mem_port_cover_init(struct mem_port_cover *c, const struct mem_port_params *params);
/* At the first cycle of a reset, before the model forgets. */
void mem_port_cover_reset(struct mem_port_judge *j);
/* A flit left, after the books were told. */
void mem_port_cover_emit(struct mem_port_judge *j, const struct flit *f);
/* The answer of `t` is complete in this cycle. */
void mem_port_cover_ended(struct mem_port_judge *j, const struct transaction *t);
/* A flit was accepted, before model and books are told. */
void mem_port_cover_accept(struct mem_port_judge *j, const struct flit *f);
/* Every cycle outside reset, last. */
void mem_port_cover_cycle(struct mem_port_judge *j);

#endif
