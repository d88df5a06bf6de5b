/* One broken and one legal design per MAG check of the mesh side; see live.h. */
#ifndef TESTS_LIVE_MAG_H
#define TESTS_LIVE_MAG_H

#include "sim/suite.h"

#define LIVE_MAG(X)                                                                                \
    X(MAG_ROUTE, a_flit_leaves_by_another_port, rows_of_one_port_two_ports_and_none)               \
    X(MAG_PRIO, three_engine_flits_go_before_the_agents, two_engine_flits_go_before_the_agents)    \
    X(MAG_AGENT, a_control_flit_comes_a_cycle_late, a_control_flit_comes_in_the_last_cycle)        \
    X(MAG_HOL, busy_agent_holds_a_port_for_7_cycles, busy_agent_holds_a_port_for_6_cycles)         \
    X(MAG_TURN, a_turn_takes_7_cycles, a_turn_takes_6_cycles)                                      \
    X(MAG_ALIAS, one_pulse_is_missing, pulses_come_256_cycles_late)                                \
    X(MAG_REMOTE, one_bit_of_a_marked_flit_is_wrong, marked_flits_wait_for_500_cycles)             \
    X(MAG_PASS, an_interlink_flit_leaves_twice, identical_flits_on_all_paths)

extern const struct scenario live_mag_scenarios[];
extern const size_t live_mag_scenario_count;

#endif
