/* The scenarios `make demo` shows, and the tests of the convolution they use, without RTL. */
#ifndef TESTS_DEMO_SUITE_H
#define TESTS_DEMO_SUITE_H

#include "cli/cmocka_tests.h"
#include "sim/suite.h"

extern const struct scenario demo_scenarios[];
extern const size_t demo_scenario_count;
extern const struct CMUnitTest demo_conv_tests[];
extern const size_t demo_conv_test_count;

#endif
