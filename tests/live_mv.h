/* One broken and one legal design per MV check, and further designs that break a mover; see live.h. */
#ifndef TESTS_LIVE_MV_H
#define TESTS_LIVE_MV_H

#include "sim/suite.h"

#define LIVE_MV(X)                                                                                 \
    X(MV_DATA, one_moved_bit_is_wrong, source_changes_under_the_move)                              \
    X(MV_SRC, a_source_word_is_written, destination_is_the_source)                                 \
    X(MV_TOUCH, a_burst_goes_a_page_too_far, destination_comes_in_scattered_pieces)                \
    X(MV_ORDER, a_word_is_read_before_the_grant, grant_comes_with_req_and_after_300_cycles)        \
    X(MV_FAULT, read_offered_9_cycles_after_an_error, read_offered_8_cycles_after_an_error)        \
    X(MV_PAD, one_padded_bit_is_wrong, frames_of_padding_at_every_width)                           \
    X(MV_BUSY, busy_falls_with_the_last_b, busy_falls_a_cycle_after_the_last_b)                    \
    X(MV_RATE, copy_pauses_for_84_cycles_in_4096, copy_pauses_for_83_cycles_in_4096)

extern const struct scenario live_mv_scenarios[];
extern const size_t live_mv_scenario_count;

#endif
