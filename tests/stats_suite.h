/* The suites of what looks on at a run: requests, statistics, timelines. `stats_parts` knows no RTL. */
#ifndef TESTS_STATS_SUITE_H
#define TESTS_STATS_SUITE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

extern const struct CMUnitTest stats_tests[];
extern const size_t stats_test_count;
extern const struct CMUnitTest stats_parts_tests[];
extern const size_t stats_parts_test_count;

#endif
