/* One broken and one legal design, test or run per SIM check; see live.h. */
#ifndef TESTS_LIVE_SIM_H
#define TESTS_LIVE_SIM_H

#include "sim/suite.h"

#define LIVE_SIM(X)                                                                                \
    X(SIM_STALL, ack_is_lost, every_kind_of_item_waits_for_2000_cycles)                            \
    X(SIM_DISPLAY, message_is_printed_twice, every_message_behind_a_full_queue)                    \
    X(SIM_UNINIT, pauses_by_a_counter_without_reset, trace_depends_on_the_seed_alone)              \
    X(SIM_IDLE, pauses_by_what_idle_pins_carry, trace_depends_on_the_seed_alone)                   \
    X(SIM_END, beat_is_never_claimed, ends_behind_the_longest_latencies)                           \
    X(SIM_DETERMINISM, traffic_depends_on_how_often_it_ran, trace_depends_on_the_seed_alone)       \
    X(SIM_VACUOUS, one_check_is_never_evaluated, every_check_is_evaluated_once)

extern const struct scenario live_sim_scenarios[];
extern const size_t live_sim_scenario_count;

#endif
