/* mcs_walker on its own (modules 4) against models/walker.h: facts about the descriptor in every
 * cycle, the current element in every cycle of a walk. */
#ifndef CSRC_BENCH_WALKER_BENCH_H
#define CSRC_BENCH_WALKER_BENCH_H

#include "mover.h"
#include "sim/sim.h"

struct walker_bench {
    struct sim *sim;
    unsigned which;         /* MOVER_SOURCE or MOVER_DESTINATION: which writes it takes */
    struct mover_regs regs; /* as written so far */
    uint64_t elements;      /* compared */
    unsigned gaps;          /* permille of the cycles of a walk without a step */
    struct rng rng;
    /* Private from here. */
    struct walker_pins pins;
    struct rng idle;
    bool write, load, step; /* asked for in the next cycle */
    unsigned addr;
    uint64_t data;
    bool walking; /* the pins describe `pos` */
    struct walker_pos pos;
};

struct walker_bench *walker_bench_new(struct sim *s, const struct dut_type *type, unsigned which);
/* One register write, in one cycle. */
void walker_write(struct walker_bench *b, unsigned addr, uint64_t data);
/* Every register of `w`, in a random order of dimensions, with writes for the other walker between
 * them; bits without a meaning are rubbish. */
void walker_set(struct walker_bench *b, const struct walker *w);
/* Loads and walks: `most` elements, or to the end and a few steps on. */
void walker_walk(struct walker_bench *b, uint64_t most);

#endif
