/* The vocabulary of the scenarios of the mover. A situation gets a bench of either variant; the
 * judge and the memory compare watch whatever it runs (bench/mover_bench.h). */
#ifndef TESTS_MOVER_SCENARIOS_H
#define TESTS_MOVER_SCENARIOS_H

#include "bench/mover_banks.h"
#include "bench/mover_bench.h"
#include "bench/mover_traffic.h"
#include "dut/variants.h"
#include "mover_moves.h"

/* ---- moves ---------------------------------------------------------------------------------- */

/* Addresses: an offset in the own DRAM, in the own staging store, in the mesh after the own one. */
uint64_t own_dram(const struct mover_bench *b, uint64_t offset);
uint64_t own_staging(const struct mover_bench *b, uint64_t offset);
uint64_t next_mesh(const struct mover_bench *b, uint64_t offset);

/* Words without gaps. */
struct walker words_of(uint64_t base, unsigned count);
/* Two and three dimensions, outermost first. */
struct walker plane_of(uint64_t base, unsigned rows, int32_t pitch, unsigned columns,
                       int32_t stride);
/* Adds rubbish to what the walker does not use: dimensions, axes of no extent, strides of one. */
void add_rubbish(struct mover_bench *b, struct walker *w);
struct mover_regs copy_of(struct walker source, struct walker destination);
struct mover_regs fill_of(unsigned width, uint32_t value, struct walker destination);
/* `entries` of an occupant, source and destination without gaps. */
struct mover_regs transform_of(const struct mover_bench *b, unsigned id, uint64_t source,
                               uint64_t destination, unsigned entries);

/* A faulted move leaves nothing behind: a copy, a fill and a transform of another region. */
void recovers(struct mover_bench *b);
/* mover_expect(), and recovers(). */
void faults_and_recovers(struct mover_bench *b, const struct mover_regs *move, unsigned code);

/* Memory and slot as fast, and about as slow, as they may be. */
void fast_surroundings(struct mover_bench *b);
void slow_surroundings(struct mover_bench *b);

/* ---- situations ----------------------------------------------------------------------------- */

typedef void mover_situation(struct mover_bench *b);

/* test_mover_moves.c */
mover_situation copies_of_every_length, copies_at_every_place_in_a_page, fills_at_three_widths,
    padding_at_three_widths, halo_is_padded_on_all_sides, invalid_destinations_write_nothing,
    moves_of_nothing_complete, dimensions_0_to_6_with_rubbish_above, strides_of_every_kind,
    overlaps_by_every_distance, other_meshes_alias_on_reads, somebody_else_writes_the_source,
    every_target, staging_from_first_to_last_word, long_copy_and_fill, long_copies_of_single_words;
/* test_mover_control.c */
mover_situation moves_start_in_the_first_idle_cycle, writes_while_busy_are_ignored,
    undefined_bits_and_registers_mean_nothing, registers_keep_their_values, reset_clears_registers,
    reset_at_every_moment_leaves_no_trace, go_right_after_a_reset_finds_nothing_counted,
    done_counts_every_move;
/* test_mover_transform.c */
mover_situation every_occupant_in_lines, every_occupant_strided, every_mode_reaches_the_occupant,
    transforms_between_all_targets, transform_in_place, bank_without_declared_depth,
    occupants_of_every_latency, grants_of_every_latency, entries_of_up_to_255_beats,
    rubbish_in_a_transform;
/* test_mover_faults.c */
mover_situation unknown_modes, unknown_width, illegal_ndim, counts_that_differ, counts_that_agree,
    misaligned, bounded_transform, slot_refusals, first_fault_that_applies,
    source_leaves_its_window, destination_leaves_its_window, staging_past_its_end,
    apertures_not_served, entry_across_the_end_of_a_window, errors_on_every_beat_of_r, errors_on_b,
    bank_faults_at_every_moment, bank_fault_is_cleared_with_the_go,
    bank_fault_means_nothing_to_a_copy;
/* test_mover_resources.c */
mover_situation grant_is_withheld, done_is_withheld, r_is_withheld, ar_is_withheld, aw_is_withheld,
    w_is_withheld, b_is_withheld, every_buffer_fills, every_memory_habit;

/* test_mover_random.c */
mover_situation random_moves, random_faults, random_long_moves, every_state_is_disturbed;

#endif
