/* One broken and one legal design per MEM check; see live.h. */
#ifndef TESTS_LIVE_MEM_H
#define TESTS_LIVE_MEM_H

#include "sim/suite.h"

#define LIVE_MEM(X)                                                                                \
    X(MEM_DATA, one_payload_bit_is_wrong, memory_changes_under_the_reads)                          \
    X(MEM_LOST, one_word_is_dropped, words_come_late_and_far_apart)                                \
    X(MEM_EXTRA, one_flit_leaves_twice, like_requests_get_the_same_flits)                          \
    X(MEM_TXN, one_txn_bit_is_wrong, txn_sum_wraps_inside_the_run)                                 \
    X(MEM_WORD, one_word_index_is_wrong, entries_of_every_size)                                    \
    X(MEM_LAST, last_inside_an_entry, entries_and_bursts_of_one_word)                              \
    X(MEM_DST, one_response_goes_astray, requester_is_its_own_peer_twice)                          \
    X(MEM_SRC, one_source_is_wrong, port_with_other_coordinates)                                   \
    X(MEM_RSVD, marker_is_set_on_a_response, requests_carry_reserved_bits)                         \
    X(MEM_ENTRY, two_entries_change_places, other_flits_between_the_words_of_entries)              \
    X(MEM_PEERDIFF, peer_gets_another_word, memory_changes_under_a_multicast)                      \
    X(MEM_ACK, ack_before_its_response, ack_waits_for_2000_cycles)                                 \
    X(MEM_WDATA, one_written_bit_is_wrong, same_words_written_by_many)                             \
    X(MEM_WBIND, word_of_another_source_is_written, sources_interleave_flit_by_flit)               \
    X(MEM_WORDER, two_writes_of_a_source_change_places, data_leads_its_address_by_eight_beats)     \
    X(MEM_STARVE, ack_lets_an_entry_too_many_past, ack_lets_as_many_entries_past_as_allowed)       \
    X(MEM_INDEP, reads_stop_while_aw_is_withheld, everything_else_goes_on_with_each_withheld)      \
    X(MEM_DROP, refused_read_reaches_memory, requests_just_inside_what_is_served)                  \
    X(MEM_RATE, one_idle_cycle_in_4080, target_rate_exactly)                                       \
    X(MEM_COUNT, counters_five_cycles_late, counters_four_cycles_late_over_a_wrap)

extern const struct scenario live_mem_scenarios[];
extern const size_t live_mem_scenario_count;

#endif
