/* The suites of the golden model of the agent's mesh side; no RTL. */
#ifndef TESTS_MODEL_AGENT_SUITE_H
#define TESTS_MODEL_AGENT_SUITE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

extern const struct CMUnitTest model_agent_tests[];
extern const size_t model_agent_test_count;
extern const struct CMUnitTest model_agent_wrong_tests[];
extern const size_t model_agent_wrong_test_count;

#endif
