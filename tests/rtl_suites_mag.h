/* Scenario tables of the whole agent, one of each kind a variant. */
#ifndef TESTS_RTL_SUITES_MAG_H
#define TESTS_RTL_SUITES_MAG_H

#include "sim/suite.h"

#define MAG_TABLES(variant)                                                                        \
    extern const struct scenario variant##_smoke_scenarios[];                                      \
    extern const size_t variant##_smoke_scenario_count;
MAG_TABLES(mag)
MAG_TABLES(mag1)
MAG_TABLES(mag2)
MAG_TABLES(mag3)
MAG_TABLES(mag4)
MAG_TABLES(mag5)
MAG_TABLES(mag1s)
#undef MAG_TABLES

#endif
