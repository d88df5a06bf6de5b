/* What the occupants of the banks mxfp8, transpose and table compute, in front of a slot or bare:
 * published vectors, tiles and tables whose results are written down here, not predicted. */
#ifndef TESTS_OCCUPANT_DATA_H
#define TESTS_OCCUPANT_DATA_H

#include "bench/slot_core.h"

/* Every line of tests/data/mxfp8_*.txt; the options by mode as far as its width goes, the rest by
 * register; or all of them by register. */
void mxfp8_vectors_replay_by_mode(struct slot_core *core);
void mxfp8_vectors_replay_by_register(struct slot_core *core);

/* Tiles whose elements are numbered, and random ones, of all four element sizes; as above. */
void tiles_transpose_by_mode(struct slot_core *core);
void tiles_transpose_by_register(struct slot_core *core);

/* Fills the table, while no entry is under way. */
void table_load(struct slot_core *core);
void table_looks_up_what_was_loaded(struct slot_core *core);
/* Entries before the table is full: fault[1], until it is cleared, and zero for what is missing. */
void table_not_loaded_faults_until_cleared(struct slot_core *core);
void table_index_counts_and_wraps(struct slot_core *core);
void reset_forgets_the_table(struct slot_core *core);
/* done comes within 40 cycles of the beat. */
void table_latency(struct slot_core *core);

#endif
