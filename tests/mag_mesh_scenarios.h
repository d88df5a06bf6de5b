/* Scenarios of the agent's mesh side (memory protocol 1, 6, 8, 9.3; modules 5). Every one takes the
 * variant it runs on and follows its parameters. */
#ifndef TESTS_MAG_MESH_SCENARIOS_H
#define TESTS_MAG_MESH_SCENARIOS_H

#include "mag_mesh_traffic.h"

/* X(variant, name) */
#define MAG_MESH(X, variant)                                                                       \
    X(variant, every_type_with_every_marker_finds_its_client)                                      \
    X(variant, every_type_follows_every_other_type)                                                \
    X(variant, responses_and_acks_sent_to_a_port_reach_the_agent)                                  \
    X(variant, completions_of_instructions_reach_the_agent)                                        \
    X(variant, flits_for_every_node_leave_by_their_row)                                            \
    X(variant, engines_answer_by_their_own_port)                                                   \
    X(variant, thousands_of_flits_keep_order_and_content_on_all_four_paths)                        \
    X(variant, identical_flits_leave_as_often_as_they_came)                                        \
    X(variant, every_bit_of_a_flit_is_passed_on)                                                   \
    X(variant, memory_control_and_marked_flits_share_every_port)                                   \
    X(variant, reset_empties_every_path)                                                           \
    X(variant, flits_offered_during_reset_transfer_once_after_it)

#define MAG_CU_DATA(X, variant)                                                                    \
    X(variant, local_bursts_sent_to_a_port_reach_the_agent)                                        \
    X(variant, remote_bursts_of_every_length_reach_the_encapsulator)                               \
    X(variant, remote_bursts_of_many_sources_interleave_flit_by_flit)                              \
    X(variant, remote_bursts_keep_every_header_field)                                              \
    X(variant, local_and_remote_bursts_of_one_source_part_at_the_port)                             \
    X(variant, bursts_from_another_mesh_reach_their_endpoint)                                      \
    X(variant, bursts_that_break_the_senders_rules_pass_unchanged)                                 \
    X(variant, bursts_that_a_receiver_must_reject_pass_unchanged)                                  \
    X(variant, a_burst_marked_in_part_is_split_by_its_markers)                                     \
    X(variant, signals_and_control_messages_of_every_code_reach_the_agent)

#define MAG_REFUSALS(X, variant)                                                                   \
    X(variant, orphan_data_at_every_port_is_dropped)                                               \
    X(variant, a_write_without_a_slot_blocks_nothing_but_writes)                                   \
    X(variant, dram_addresses_of_every_mesh_alias_to_the_local_offset)                             \
    X(variant, each_request_for_another_mesh_raises_one_pulse)                                     \
    X(variant, requests_of_all_ports_for_other_meshes_are_reported_together)                       \
    X(variant, requests_for_other_meshes_behind_a_full_intake_are_reported_once)                   \
    X(variant, error_responses_are_ignored_by_every_port)

#define MAG_WITH_STORE(X, variant)                                                                 \
    X(variant, reads_of_apertures_not_served_are_never_answered)                                   \
    X(variant, writes_to_apertures_not_served_are_dropped)                                         \
    X(variant, every_client_asks_for_the_staging_store_in_every_cycle)

#define MAG_WITHOUT_STORE(X, variant) X(variant, apertures_without_a_store_are_dram_offsets)

#define MAG_WITHHELD(X, variant)                                                                   \
    X(variant, a_mailbox_nobody_drains_holds_no_memory_traffic)                                    \
    X(variant, a_mailbox_drained_again_gets_what_comes_then)                                       \
    X(variant, a_withheld_encapsulator_holds_only_what_is_behind_marked_flits)                     \
    X(variant, a_withheld_link_holds_only_its_own_port)                                            \
    X(variant, writes_reach_memory_behind_a_withheld_link)                                         \
    X(variant, what_is_behind_reads_for_a_full_engine_waits_with_them)                             \
    X(variant, a_request_behind_a_marked_flit_waits_for_the_encapsulator)                          \
    X(variant, an_agent_flit_at_a_withheld_link_holds_no_interlink_flit)                           \
    X(variant, an_interlink_flit_at_a_withheld_link_holds_no_agent_flit)                           \
    X(variant, agent_encapsulator_and_links_withheld_together_leave_the_memory_alone)

#define MAG_SATURATED(X, variant)                                                                  \
    X(variant, all_ports_ask_for_the_agent_in_every_cycle)                                         \
    X(variant, all_ports_ask_for_the_encapsulator_in_every_cycle)                                  \
    X(variant, agent_interlink_and_engine_ask_for_one_output_in_every_cycle)                       \
    X(variant, what_an_output_offers_stays_until_taken)                                            \
    X(variant, every_requester_asks_for_the_memory_in_every_cycle)                                 \
    X(variant, each_requester_gets_its_share_of_a_slow_memory)                                     \
    X(variant, nobody_waits_for_a_fast_memory_while_others_go_on)

#define MAG_DECLARE(variant, name) void name(struct sim *s, const struct dut_type *type);
MAG_MESH(MAG_DECLARE, any)
MAG_CU_DATA(MAG_DECLARE, any)
MAG_REFUSALS(MAG_DECLARE, any)
MAG_WITH_STORE(MAG_DECLARE, any)
MAG_WITHOUT_STORE(MAG_DECLARE, any)
MAG_WITHHELD(MAG_DECLARE, any)
MAG_SATURATED(MAG_DECLARE, any)
#undef MAG_DECLARE

#endif
