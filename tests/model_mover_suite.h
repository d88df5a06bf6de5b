/* The suites of the golden models of walker and mover, and of the judge over them; no RTL. */
#ifndef TESTS_MODEL_MOVER_SUITE_H
#define TESTS_MODEL_MOVER_SUITE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

extern const struct CMUnitTest model_mover_tests[];
extern const size_t model_mover_test_count;
extern const struct CMUnitTest model_mover_judge_tests[];
extern const size_t model_mover_judge_test_count;

#endif
