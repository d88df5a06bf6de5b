/* Situations a bank meets, in front of a slot or bare: each drives entries and states what it must
 * have seen; the checks of the bench judge every cycle. */
#ifndef TESTS_SLOT_SITUATIONS_H
#define TESTS_SLOT_SITUATIONS_H

#include "bench/slot_core.h"

/* A whole entry of `id` with random data, as fast as DEPTH allows. */
void plan_entry(struct slot_core *core, struct entry_plan *plan, unsigned id, unsigned mode);
/* An id that names no occupant; 0 when every id is known. */
unsigned unknown_id(const struct slot_core *core);
/* The bank is the project's mxfp7 bank, by its model. */
bool is_mxfp7(const struct slot_core *core);

void every_id_answers(struct slot_core *core);
void vectors_replay(struct slot_core *core);
void gap_at_every_position(struct slot_core *core);
void an_entry_gives_the_same_words_again(struct slot_core *core);
void registers_state_the_bank(struct slot_core *core);
void writes_elsewhere_change_nothing(struct slot_core *core);
void unknown_id_faults_until_cleared(struct slot_core *core);
void every_unknown_id_is_bypassed(struct slot_core *core);
void clearing_at_every_moment(struct slot_core *core);
void words_stay_until_the_next_entry(struct slot_core *core);
void selection_counts_at_start_only(struct slot_core *core);
void overlapped_entries_keep_their_order(struct slot_core *core);
void entries_abandoned_at_every_beat(struct slot_core *core);
void entries_one_by_one(struct slot_core *core);
void reset_at_every_moment(struct slot_core *core);
/* Entries with unknown ids, clearing writes, abandoned entries and resets, each repeated more often
 * than anything in a bank has places, with ordinary entries of every kind behind them. */
void ordinary_entries_follow_every_event(struct slot_core *core);

/* slot_crosses.c: each kind of id, with and without gaps, a change of id and mode, an end; writes to
 * the bank's registers while an entry nobody will finish is open. */
void entries_of_every_sort(struct slot_core *core);
void registers_written_beside_an_open_entry(struct slot_core *core);

/* 300 entries of `id` in one run as fast as DEPTH 2 allows: XF-RATE unless one entry leaves every
 * max(N, OUT_WORDS, ceil((N+L+2)/2)) cycles, L measured at the bank (modules 1). `most_latency`
 * bounds L, 0 for no bound. Nothing to judge with DEPTH 1. */
void entries_at_full_rate(struct slot_core *core, unsigned id, unsigned most_latency);

#endif
