/* Stalls of transform slot, bank, mover and the whole agent, each with its root. */
#ifndef TESTS_STALL_AGENT_SUITE_H
#define TESTS_STALL_AGENT_SUITE_H

#include "sim/suite.h"

extern const struct scenario stall_agent_scenarios[];
extern const size_t stall_agent_scenario_count;

#endif
