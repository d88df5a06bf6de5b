/* Constrained-random moves for a mover bench: descriptors of every shape over a few regions that
 * overlap and alias, faults of every kind, register writes while busy, moves started back to back,
 * and memory and slot under random settings. */
#ifndef CSRC_BENCH_MOVER_TRAFFIC_H
#define CSRC_BENCH_MOVER_TRAFFIC_H

#include "bench/mover_bench.h"

struct mover_mix {
    unsigned elements;      /* the most of one move, roughly */
    unsigned go_faults;     /* permille of the moves refused at GO */
    unsigned strays;        /* permille of the walkers that leave their window or store */
    unsigned bounded;       /* permille of the axes of copies and fills */
    unsigned bank_faults;   /* permille of the transforms before which the bank faulted */
    unsigned busy_writes;   /* permille of the moves with register writes while busy */
    unsigned again;         /* permille of the moves that are repeated by a GO alone */
    unsigned memory_errors; /* permille of the settings with error responses */
    unsigned entry_faults;  /* permille of the settings in which entries make the bank fault */
    unsigned pokes;         /* permille of the cycles in which somebody else writes a source */
};

struct mover_traffic {
    struct mover_bench *b;
    struct mover_mix mix;
    struct rng rng;
    struct rng pokes;       /* of what others write while a move is under way */
    unsigned until_setting; /* moves before memory and slot get another setting */
    struct mover_regs move; /* the latest */
};

void mover_mix_usual(struct mover_mix *mix);
/* A random move over `b`'s memory and bank. */
void mover_random_move(struct mover_traffic *t, struct mover_regs *move);
/* Installs itself as the bench's refill; the run owns it. */
struct mover_traffic *mover_traffic_new(struct mover_bench *b);
/* `cycles` of it, with resets in the middle unless the run's options leave them out. */
void mover_traffic_run(struct mover_traffic *t, uint64_t cycles);

#endif
