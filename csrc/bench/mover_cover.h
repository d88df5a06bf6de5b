/* Counts the situations of a mover that a run has met (models/bins.h, groups mover.*): what is moved
 * from where to where by which walks, faults and what caused them, registers and resets. Told by the
 * bench of what its judge was told; knows nothing of the RTL, never judges, never changes a run. Called
 * only in runs that count (sim_counts_bins). */
#ifndef CSRC_BENCH_MOVER_COVER_H
#define CSRC_BENCH_MOVER_COVER_H

#include <stdint.h>

struct mover_bench;

/* Of the move under way, cells of their axes: copy, fill, transform, none of them; nothing at the
 * memory, reads, reads and writes, writes. */
unsigned mover_cover_mode(const struct mover_bench *b);
unsigned mover_cover_stage(const struct mover_bench *b);
/* A cycle outside reset: pins and events as sampled, before a register write of this cycle is told. */
void mover_cover_cycle(struct mover_bench *b);
/* A move ended with this code; the registers are still its own. */
void mover_cover_move(const struct mover_bench *b, uint8_t code);
/* The first cycle of a reset, before anything is forgotten. */
void mover_cover_reset(const struct mover_bench *b);

#endif
