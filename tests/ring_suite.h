/* What is kept of runs too long to repeat: ring files, snapshots, the second run of a failure. */
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

#endif
