/* Scenario tables of the memory port and of the harness itself. */
#ifndef TESTS_RTL_SUITES_H
#define TESTS_RTL_SUITES_H

#include "sim/suite.h"

extern const struct scenario mem_port_scenarios[];
extern const size_t mem_port_scenario_count;
extern const struct scenario mem_port_ap_scenarios[];
extern const size_t mem_port_ap_scenario_count;
extern const struct scenario mem_port_min_scenarios[];
extern const size_t mem_port_min_scenario_count;
extern const struct scenario mem_port_max_scenarios[];
extern const size_t mem_port_max_scenario_count;
extern const struct scenario mem_port_odd_scenarios[];
extern const size_t mem_port_odd_scenario_count;
extern const struct scenario mem_port_rate_scenarios[];
extern const size_t mem_port_rate_scenario_count;
extern const struct scenario sim_scenarios[];
extern const size_t sim_scenario_count;

#endif
