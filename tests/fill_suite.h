/* The suite `fill`: transfers do not depend on what registers hold before the first cycle. */
#ifndef TESTS_FILL_SUITE_H
#define TESTS_FILL_SUITE_H

#include "sim/suite.h"

extern const struct scenario fill_scenarios[];
extern const size_t fill_scenario_count;

#endif
