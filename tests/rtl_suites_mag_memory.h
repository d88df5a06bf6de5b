/* Scenario tables of the agent's memory side, one a variant, and of its rates. */
#ifndef TESTS_RTL_SUITES_MAG_MEMORY_H
#define TESTS_RTL_SUITES_MAG_MEMORY_H

#include "sim/suite.h"

#define MAG_TABLE(table)                                                                           \
    extern const struct scenario table##_scenarios[];                                              \
    extern const size_t table##_scenario_count;
MAG_TABLE(mag_memory)
MAG_TABLE(mag1_memory)
MAG_TABLE(mag2_memory)
MAG_TABLE(mag3_memory)
MAG_TABLE(mag4_memory)
MAG_TABLE(mag5_memory)
MAG_TABLE(mag1s_memory)
MAG_TABLE(mag_rate)
#undef MAG_TABLE

#endif
