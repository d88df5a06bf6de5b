/* One broken and one legal design per AXI check; see live.h. */
#ifndef TESTS_LIVE_AXI_H
#define TESTS_LIVE_AXI_H

#include "sim/suite.h"

#define LIVE_AXI(X)                                                                                \
    X(AXI_STABLE, refused_aw_changes_its_address, every_offer_is_refused_for_500_cycles)           \
    X(AXI_4K, burst_is_not_split_at_a_page, bursts_end_exactly_on_a_page)                          \
    X(AXI_SHAPE, beats_of_16_bytes, reads_of_a_word_and_of_two_pages)                              \
    X(AXI_WLAST, last_on_the_third_of_eight, writes_of_every_length_and_split_ones)                \
    X(AXI_ORPHAN, data_is_claimed_after_65_cycles, data_is_claimed_after_64_cycles)                \
    X(AXI_IDORDER, memory_answers_the_younger_read, ids_are_interleaved_beat_by_beat)              \
    X(AXI_STRB, one_strobe_is_missing, strobes_are_all_set)                                        \
    X(AXI_WAIT, ar_waits_for_arready, every_ready_waits_for_its_valid)                             \
    X(AXI_RESET, arvalid_in_the_second_cycle_of_reset, reset_while_every_channel_offers)           \
    X(AXI_RANGE, one_address_bit_is_wrong, both_ends_of_a_window_and_mesh_bits)                    \
    X(AXI_DUP, one_ar_is_issued_twice, word_owed_to_three_reads)

extern const struct scenario live_axi_scenarios[];
extern const size_t live_axi_scenario_count;

#endif
