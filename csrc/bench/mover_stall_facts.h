/* The bench of the mover explains a stall; private to csrc/bench. */
#ifndef CSRC_BENCH_MOVER_STALL_FACTS_H
#define CSRC_BENCH_MOVER_STALL_FACTS_H

#include "bench/mover_bench.h"
#include "check/mover_stall.h"

/* Once per cycle, before the watchdog: since when what is owed. `moved`: anything transferred. */
void mover_stall_note(struct mover_bench *b, bool moved);
/* Fills report and cause; not NULL. */
void mover_stall_report(const struct mover_bench *b, struct failure *f);

#endif
