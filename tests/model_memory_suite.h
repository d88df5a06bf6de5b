/* The suites of the golden models of an agent's memory: versioned words, requests served inside the
 * agent, the windows of host and interlink, the fairness of their bursts, and the books of requests
 * that people read; no RTL. */
#ifndef TESTS_MODEL_MEMORY_SUITE_H
#define TESTS_MODEL_MEMORY_SUITE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

extern const struct CMUnitTest model_versions_tests[];
extern const size_t model_versions_test_count;
extern const struct CMUnitTest model_mem_inside_tests[];
extern const size_t model_mem_inside_test_count;
extern const struct CMUnitTest model_window_tests[];
extern const size_t model_window_test_count;
extern const struct CMUnitTest model_burst_fairness_tests[];
extern const size_t model_burst_fairness_test_count;
extern const struct CMUnitTest model_transaction_tests[];
extern const size_t model_transaction_test_count;

#endif
