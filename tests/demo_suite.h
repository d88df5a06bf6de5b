/* The scenarios `make demo` shows. */
#ifndef TESTS_DEMO_SUITE_H
#define TESTS_DEMO_SUITE_H

#include "sim/suite.h"

extern const struct scenario demo_scenarios[];
extern const size_t demo_scenario_count;

#endif
