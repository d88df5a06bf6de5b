/* Proof that the checks of the transform slot and its banks are live: X(CHECK, broken, legal), see
 * live.h. The scenarios are in live_xf.c. */
#ifndef TESTS_LIVE_XF_H
#define TESTS_LIVE_XF_H

#include "live.h"

#define LIVE_XF(X)                                                                                 \
    X(XF_DATA, one_bit_of_a_word_flips, words_nobody_is_owed_are_garbage)                          \
    X(XF_SHAPE, done_a_cycle_past_its_bound, done_at_its_bound)                                    \
    X(XF_HOLD, word_changes_a_cycle_before_the_next_done, words_change_as_soon_as_they_may)        \
    X(XF_MODE, mode_of_the_cycle_after_start_is_used, selection_changes_in_every_cycle)            \
    X(XF_FAULT, fault_a_cycle_after_its_done, fault_with_its_done)                                 \
    X(XF_REG, rdata_is_right_at_the_edge_only, every_register_of_256_ids)                          \
    X(XF_GRANT, grant_withdrawn_for_a_cycle, grant_comes_late_and_falls_with_req)                  \
    X(XF_FAIR, highest_requester_is_passed_over, every_other_requester_goes_first)                 \
    X(XF_DROPPED, ungranted_beat_reaches_the_bank, ungranted_beats_all_the_time)                   \
    X(XF_STAGE, beats_reach_the_bank_in_their_own_cycle, way_to_the_bank_of_64_cycles)             \
    X(XF_GAP, gaps_change_the_words, gaps_at_every_position)                                       \
    X(XF_DRIVE, a_beat_too_many, starts_as_early_as_each_depth_allows)                             \
    X(XF_RATE, every_done_a_little_late, slow_bank_at_its_own_rate)

#endif
