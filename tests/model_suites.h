/* The suites of the clock-free golden models, for the runner: one table and its length each. Tests
 * are run with the repository's root as working directory. */
#ifndef TESTS_MODEL_SUITES_H
#define TESTS_MODEL_SUITES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

extern const struct CMUnitTest model_flit_tests[];
extern const size_t model_flit_test_count;
extern const struct CMUnitTest model_mxfp7_tests[];
extern const size_t model_mxfp7_test_count;
extern const struct CMUnitTest model_mxfp8_tests[];
extern const size_t model_mxfp8_test_count;
extern const struct CMUnitTest model_transpose_tests[];
extern const size_t model_transpose_test_count;
extern const struct CMUnitTest exhaustive_tests[];
extern const size_t exhaustive_test_count;
extern const struct CMUnitTest vectors_tests[];
extern const size_t vectors_test_count;
extern const struct CMUnitTest model_bank_tests[];
extern const size_t model_bank_test_count;
extern const struct CMUnitTest bins_tests[];
extern const size_t bins_test_count;
extern const struct CMUnitTest model_occupant_tests[];
extern const size_t model_occupant_test_count;

#endif
