/* What is kept of runs: ring files, snapshots, the second run of a failure, its window. */
#ifndef TESTS_RING_SUITE_H
#define TESTS_RING_SUITE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

extern const struct CMUnitTest ring_tests[];
extern const size_t ring_test_count;
extern const struct CMUnitTest snapshot_tests[];
extern const size_t snapshot_test_count;
extern const struct CMUnitTest fail_window_tests[];
extern const size_t fail_window_test_count;

#endif
