/* The suite of stalls: every root provoked, named and let go in time. */
#ifndef TESTS_STALL_SUITE_H
#define TESTS_STALL_SUITE_H

#include "sim/suite.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

extern const struct scenario stall_scenarios[];
extern const size_t stall_scenario_count;

/* The requesters' side alone, without RTL. */
extern const struct CMUnitTest requester_tests[];
extern const size_t requester_test_count;

#endif
