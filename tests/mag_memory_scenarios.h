/* Scenarios of the agent's memory side: host window, staging store, other meshes, moves. Every one
 * takes the variant it runs on and follows its parameters: what a variant does not have (a store,
 * an interlink, more ports) is left out there. */
#ifndef TESTS_MAG_MEMORY_SCENARIOS_H
#define TESTS_MAG_MEMORY_SCENARIOS_H

#include "dut/variants.h"
#include "sim/sim.h"

/* X(variant, name); test_mag_host.c */
#define MAG_HOST_SCENARIOS(X, variant)                                                             \
    X(variant, host_bursts_of_every_length)                                                        \
    X(variant, host_bursts_end_exactly_on_a_page)                                                  \
    X(variant, host_readies_come_early_late_and_seldom)                                            \
    X(variant, host_data_comes_before_and_after_its_address)                                       \
    X(variant, host_strobes_and_ids_are_kept)                                                      \
    X(variant, a_burst_without_strobes_changes_nothing)                                            \
    X(variant, refused_host_bursts_keep_their_place_among_served_ones)                             \
    X(variant, refused_writes_of_other_meshes_keep_their_place)                                    \
    X(variant, writes_of_other_meshes_of_every_length)

/* The same, where ports, store or interlink make a difference. */
#define MAG_ANSWER_SCENARIOS(X, variant)                                                           \
    X(variant, host_addresses_of_other_meshes_and_apertures_go_out_unchanged)                      \
    X(variant, memory_errors_reach_the_host_on_their_beat)                                         \
    X(variant, memory_errors_are_ignored_by_the_ports)                                             \
    X(variant, memory_errors_reach_the_mesh_that_wrote)                                            \
    X(variant, an_error_stays_with_its_requester)                                                  \
    X(variant, answers_that_are_not_taken_wait_and_none_is_lost)                                   \
    X(variant, answers_to_other_meshes_keep_the_order_of_their_id)                                 \
    X(variant, reset_drops_host_bursts_and_those_held_through_it_are_served)                       \
    X(variant, every_requester_has_several_bursts_in_flight)

/* test_mag_memory.c */
#define MAG_STORE_SCENARIOS(X, variant)                                                            \
    X(variant, whole_store_is_written_and_read_by_everybody)                                       \
    X(variant, past_its_end_the_store_reads_zero_and_ignores_writes)                               \
    X(variant, writes_of_other_meshes_past_the_store_answer_slverr)                                \
    X(variant, store_contents_survive_reset)                                                       \
    X(variant, the_store_is_served_while_memory_is_withheld)                                       \
    X(variant, every_staging_fault_is_followed_by_a_good_move)

#define MAG_NO_STORE_SCENARIOS(X, variant)                                                         \
    X(variant, without_a_store_an_aperture_address_is_a_dram_offset)

/* 100,000 cycles: once is enough. */
#define MAG_WRAP_SCENARIOS(X, variant) X(variant, counters_wrap_after_65536_bursts)

#define MAG_MEMORY_SCENARIOS(X, variant)                                                           \
    X(variant, writes_of_other_meshes_keep_their_strobes)                                          \
    X(variant, requesters_turn_between_memory_store_and_other_meshes)                              \
    X(variant, everybody_uses_the_same_few_words)                                                  \
    X(variant, memory_shows_every_habit)                                                           \
    X(variant, a_withheld_host_channel_stops_the_host_only)                                        \
    X(variant, a_withheld_channel_of_other_meshes_stops_their_writes_only)                         \
    X(variant, a_withheld_way_to_other_meshes_stops_that_move_only)                                \
    X(variant, withheld_memory_reads_stop_reads_only)                                              \
    X(variant, withheld_memory_writes_stop_writes_only)                                            \
    X(variant, counters_add_up_the_ports_and_start_again_with_a_reset)

/* test_mag_moves.c, test_mag_tensor.c */
#define MAG_MOVE_SCENARIOS(X, variant)                                                             \
    X(variant, copies_run_in_all_directions)                                                       \
    X(variant, fills_reach_memory_store_and_other_meshes)                                          \
    X(variant, transforms_run_in_all_directions)                                                   \
    X(variant, padding_fills_words_and_skips_words_of_memory_and_store)                            \
    X(variant, every_fault_at_go_is_followed_by_a_good_move)                                       \
    X(variant, every_window_fault_is_followed_by_a_good_move)                                      \
    X(variant, every_error_response_is_fault_3_and_followed_by_a_good_move)                        \
    X(variant, whoever_reads_when_busy_falls_sees_the_result)                                      \
    X(variant, moves_to_other_meshes_meet_every_pace)                                              \
    X(variant, moves_follow_each_other_without_a_pause)                                            \
    X(variant, registers_written_while_busy_are_ignored_and_said_so)                               \
    X(variant, occupant_registers_answer_between_moves)                                            \
    X(variant, every_occupant_converts_as_its_registers_say)

#define MAG_TENSOR_SCENARIOS(X, variant)                                                           \
    X(variant, a_tensor_is_converted_where_its_entries_are_contiguous)                             \
    X(variant, a_tensor_is_converted_where_its_entries_are_strided)

/* test_mag_layouts.c; each with the bank it is about. */
#define MAG_PLANES_SCENARIOS(X, variant) X(variant, mxfp8_planes_are_made_and_read_back_by_moves)
#define MAG_TRANSPOSE_SCENARIOS(X, variant) X(variant, a_tensor_is_transposed_by_moves)

#define MAG_DECLARE_MEMORY(variant, name) void name(struct sim *s, const struct dut_type *type);
MAG_HOST_SCENARIOS(MAG_DECLARE_MEMORY, any)
MAG_ANSWER_SCENARIOS(MAG_DECLARE_MEMORY, any)
MAG_STORE_SCENARIOS(MAG_DECLARE_MEMORY, any)
MAG_NO_STORE_SCENARIOS(MAG_DECLARE_MEMORY, any)
MAG_WRAP_SCENARIOS(MAG_DECLARE_MEMORY, any)
MAG_MEMORY_SCENARIOS(MAG_DECLARE_MEMORY, any)
MAG_MOVE_SCENARIOS(MAG_DECLARE_MEMORY, any)
MAG_TENSOR_SCENARIOS(MAG_DECLARE_MEMORY, any)
MAG_PLANES_SCENARIOS(MAG_DECLARE_MEMORY, any)
MAG_TRANSPOSE_SCENARIOS(MAG_DECLARE_MEMORY, any)
#undef MAG_DECLARE_MEMORY

#endif
