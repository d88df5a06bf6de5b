/* The suites of the mover: which situation runs on which variant. */
#include "mover_scenarios.h"
#include "rtl_suites_mv.h"
#include "trace_compare.h"

enum { TRACE_CYCLES = 20000 };

static void in_situation(struct sim *s, const struct dut_type *type, const struct bank_desc *bank,
                         mover_situation *situation) {
    struct mover_bench *b = mover_bench_new(s, type, bank);
    situation(b);
    mover_finish(b);
}

#define ON(prefix, dut, bank, situation)                                                           \
    static void prefix##_##situation(struct sim *s) {                                              \
        in_situation(s, &(dut), &(bank), situation);                                               \
    }
#define ON_BOTH(situation)                                                                         \
    ON(full, dut_mover, mover_bank_many, situation)                                                \
    ON(odd, dut_mover_odd, mover_bank_many, situation)

ON_BOTH(random_moves)
ON_BOTH(random_faults)
ON_BOTH(random_long_moves)
ON_BOTH(every_state_is_disturbed)
ON(identity, dut_mover, mover_bank_identity, random_moves)
ON(identity, dut_mover, mover_bank_identity, every_occupant_in_lines)
ON(identity, dut_mover, mover_bank_identity, transform_in_place)
ON_BOTH(copies_of_every_length)
ON_BOTH(copies_at_every_place_in_a_page)
ON_BOTH(fills_at_three_widths)
ON_BOTH(padding_at_three_widths)
ON_BOTH(halo_is_padded_on_all_sides)
ON_BOTH(invalid_destinations_write_nothing)
ON_BOTH(moves_of_nothing_complete)
ON_BOTH(dimensions_0_to_6_with_rubbish_above)
ON_BOTH(strides_of_every_kind)
ON_BOTH(overlaps_by_every_distance)
ON_BOTH(other_meshes_alias_on_reads)
ON_BOTH(somebody_else_writes_the_source)
ON_BOTH(every_target)
ON(full, dut_mover, mover_bank_many, staging_from_first_to_last_word)
ON_BOTH(long_copy_and_fill)
ON_BOTH(long_copies_of_single_words)
ON_BOTH(moves_start_in_the_first_idle_cycle)
ON_BOTH(writes_while_busy_are_ignored)
ON_BOTH(undefined_bits_and_registers_mean_nothing)
ON_BOTH(registers_keep_their_values)
ON_BOTH(reset_clears_registers)
ON_BOTH(reset_at_every_moment_leaves_no_trace)
ON_BOTH(go_right_after_a_reset_finds_nothing_counted)
ON_BOTH(done_counts_every_move)
ON_BOTH(every_occupant_in_lines)
ON_BOTH(every_occupant_strided)
ON_BOTH(every_mode_reaches_the_occupant)
ON_BOTH(transforms_between_all_targets)
ON_BOTH(transform_in_place)
ON_BOTH(bank_without_declared_depth)
ON_BOTH(occupants_of_every_latency)
ON_BOTH(grants_of_every_latency)
ON_BOTH(entries_of_up_to_255_beats)
ON_BOTH(rubbish_in_a_transform)
ON_BOTH(unknown_modes)
ON_BOTH(unknown_width)
ON_BOTH(illegal_ndim)
ON_BOTH(counts_that_differ)
ON_BOTH(counts_that_agree)
ON_BOTH(misaligned)
ON_BOTH(bounded_transform)
ON_BOTH(slot_refusals)
ON_BOTH(first_fault_that_applies)
ON_BOTH(source_leaves_its_window)
ON_BOTH(destination_leaves_its_window)
ON(full, dut_mover, mover_bank_many, staging_past_its_end)
ON(full, dut_mover, mover_bank_many, apertures_not_served)
ON_BOTH(entry_across_the_end_of_a_window)
ON_BOTH(errors_on_every_beat_of_r)
ON_BOTH(errors_on_b)
ON_BOTH(bank_faults_at_every_moment)
ON_BOTH(bank_fault_is_cleared_with_the_go)
ON_BOTH(bank_fault_means_nothing_to_a_copy)
ON_BOTH(grant_is_withheld)
ON_BOTH(done_is_withheld)
ON_BOTH(r_is_withheld)
ON_BOTH(ar_is_withheld)
ON_BOTH(aw_is_withheld)
ON_BOTH(w_is_withheld)
ON_BOTH(b_is_withheld)
ON_BOTH(every_buffer_fills)
ON_BOTH(every_memory_habit)

static void full_trace_depends_on_the_seed_alone(struct sim *s) {
    static const struct scenario random = {"random", full_random_moves};
    trace_compare(s, "mover", &random, TRACE_CYCLES);
}
static void odd_trace_depends_on_the_seed_alone(struct sim *s) {
    static const struct scenario random = {"random_faults", odd_random_faults};
    trace_compare(s, "mover_odd", &random, TRACE_CYCLES);
}

#define FULL(situation)                                                                            \
    { #situation, full_##situation }
#define ODD(situation)                                                                             \
    { #situation, odd_##situation }

const struct scenario mover_scenarios[] = {
    {"random", full_random_moves},
    {"random_faults", full_random_faults},
    {"random_long_moves", full_random_long_moves},
    FULL(every_state_is_disturbed),
    {"random_identity", identity_random_moves},
    FULL(trace_depends_on_the_seed_alone),
    {"identity_in_lines", identity_every_occupant_in_lines},
    {"identity_in_place", identity_transform_in_place},
    FULL(copies_of_every_length),
    FULL(copies_at_every_place_in_a_page),
    FULL(fills_at_three_widths),
    FULL(padding_at_three_widths),
    FULL(halo_is_padded_on_all_sides),
    FULL(invalid_destinations_write_nothing),
    FULL(moves_of_nothing_complete),
    FULL(dimensions_0_to_6_with_rubbish_above),
    FULL(strides_of_every_kind),
    FULL(overlaps_by_every_distance),
    FULL(other_meshes_alias_on_reads),
    FULL(somebody_else_writes_the_source),
    FULL(every_target),
    FULL(staging_from_first_to_last_word),
    FULL(long_copy_and_fill),
    FULL(long_copies_of_single_words),
    FULL(moves_start_in_the_first_idle_cycle),
    FULL(writes_while_busy_are_ignored),
    FULL(undefined_bits_and_registers_mean_nothing),
    FULL(registers_keep_their_values),
    FULL(reset_clears_registers),
    FULL(reset_at_every_moment_leaves_no_trace),
    FULL(go_right_after_a_reset_finds_nothing_counted),
    FULL(done_counts_every_move),
    FULL(every_occupant_in_lines),
    FULL(every_occupant_strided),
    FULL(every_mode_reaches_the_occupant),
    FULL(transforms_between_all_targets),
    FULL(transform_in_place),
    FULL(bank_without_declared_depth),
    FULL(occupants_of_every_latency),
    FULL(grants_of_every_latency),
    FULL(entries_of_up_to_255_beats),
    FULL(rubbish_in_a_transform),
    FULL(unknown_modes),
    FULL(unknown_width),
    FULL(illegal_ndim),
    FULL(counts_that_differ),
    FULL(counts_that_agree),
    FULL(misaligned),
    FULL(bounded_transform),
    FULL(slot_refusals),
    FULL(first_fault_that_applies),
    FULL(source_leaves_its_window),
    FULL(destination_leaves_its_window),
    FULL(staging_past_its_end),
    FULL(apertures_not_served),
    FULL(entry_across_the_end_of_a_window),
    FULL(errors_on_every_beat_of_r),
    FULL(errors_on_b),
    FULL(bank_faults_at_every_moment),
    FULL(bank_fault_is_cleared_with_the_go),
    FULL(bank_fault_means_nothing_to_a_copy),
    FULL(grant_is_withheld),
    FULL(done_is_withheld),
    FULL(r_is_withheld),
    FULL(ar_is_withheld),
    FULL(aw_is_withheld),
    FULL(w_is_withheld),
    FULL(b_is_withheld),
    FULL(every_buffer_fills),
    FULL(every_memory_habit),
};
const size_t mover_scenario_count = sizeof mover_scenarios / sizeof *mover_scenarios;

const struct scenario mover_odd_scenarios[] = {
    {"random", odd_random_moves},
    {"random_faults", odd_random_faults},
    {"random_long_moves", odd_random_long_moves},
    ODD(every_state_is_disturbed),
    ODD(trace_depends_on_the_seed_alone),
    ODD(copies_of_every_length),
    ODD(copies_at_every_place_in_a_page),
    ODD(fills_at_three_widths),
    ODD(padding_at_three_widths),
    ODD(halo_is_padded_on_all_sides),
    ODD(invalid_destinations_write_nothing),
    ODD(moves_of_nothing_complete),
    ODD(dimensions_0_to_6_with_rubbish_above),
    ODD(strides_of_every_kind),
    ODD(overlaps_by_every_distance),
    ODD(other_meshes_alias_on_reads),
    ODD(somebody_else_writes_the_source),
    ODD(every_target),
    ODD(long_copy_and_fill),
    ODD(long_copies_of_single_words),
    ODD(moves_start_in_the_first_idle_cycle),
    ODD(writes_while_busy_are_ignored),
    ODD(undefined_bits_and_registers_mean_nothing),
    ODD(registers_keep_their_values),
    ODD(reset_clears_registers),
    ODD(reset_at_every_moment_leaves_no_trace),
    ODD(go_right_after_a_reset_finds_nothing_counted),
    ODD(done_counts_every_move),
    ODD(every_occupant_in_lines),
    ODD(every_occupant_strided),
    ODD(every_mode_reaches_the_occupant),
    ODD(transforms_between_all_targets),
    ODD(transform_in_place),
    ODD(bank_without_declared_depth),
    ODD(occupants_of_every_latency),
    ODD(grants_of_every_latency),
    ODD(entries_of_up_to_255_beats),
    ODD(rubbish_in_a_transform),
    ODD(unknown_modes),
    ODD(unknown_width),
    ODD(illegal_ndim),
    ODD(counts_that_differ),
    ODD(counts_that_agree),
    ODD(misaligned),
    ODD(bounded_transform),
    ODD(slot_refusals),
    ODD(first_fault_that_applies),
    ODD(source_leaves_its_window),
    ODD(destination_leaves_its_window),
    ODD(entry_across_the_end_of_a_window),
    ODD(errors_on_every_beat_of_r),
    ODD(errors_on_b),
    ODD(bank_faults_at_every_moment),
    ODD(bank_fault_is_cleared_with_the_go),
    ODD(bank_fault_means_nothing_to_a_copy),
    ODD(grant_is_withheld),
    ODD(done_is_withheld),
    ODD(r_is_withheld),
    ODD(ar_is_withheld),
    ODD(aw_is_withheld),
    ODD(w_is_withheld),
    ODD(b_is_withheld),
    ODD(every_buffer_fills),
    ODD(every_memory_habit),
};
const size_t mover_odd_scenario_count = sizeof mover_odd_scenarios / sizeof *mover_odd_scenarios;
