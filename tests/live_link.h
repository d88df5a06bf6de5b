/* One broken and one legal design per LINK check; see live.h. */
#ifndef TESTS_LIVE_LINK_H
#define TESTS_LIVE_LINK_H

#include "sim/suite.h"

#define LIVE_LINK(X)                                                                               \
    X(LINK_HOLD, held_flit_is_withdrawn, flits_are_held_for_500_cycles)                            \
    X(LINK_STABLE, held_flit_changes_a_bit, every_second_cycle_is_busy)                            \
    X(LINK_COMB, busy_follows_the_arriving_type, both_links_busy_now_and_then)                     \
    X(LINK_WEDGE, busy_sticks_after_five_flits, busy_16_cycles_after_reset_and_while_full)         \
    X(LINK_RESET, valid_in_the_second_cycle_of_reset, reset_while_a_flit_is_offered)

extern const struct scenario live_link_scenarios[];
extern const size_t live_link_scenario_count;

#endif
