/* The scenarios of the walker and of the mover. */
#ifndef TESTS_RTL_SUITES_MV_H
#define TESTS_RTL_SUITES_MV_H

#include "sim/suite.h"

extern const struct scenario walker_scenarios[];
extern const size_t walker_scenario_count;
extern const struct scenario mover_scenarios[]; /* staging, interlink, mesh 0 */
extern const size_t mover_scenario_count;
extern const struct scenario mover_odd_scenarios[]; /* neither of both, mesh 3, narrow ids */
extern const size_t mover_odd_scenario_count;
extern const struct scenario mover_rate_scenarios[];
extern const size_t mover_rate_scenario_count;
extern const struct scenario layout_scenarios[]; /* the mover's, with banks of several kinds */
extern const size_t layout_scenario_count;

#endif
