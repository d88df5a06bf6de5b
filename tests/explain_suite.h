/* cosim explain: dumps as other simulators write them, good, spoilt and damaged. */
#ifndef TESTS_EXPLAIN_SUITE_H
#define TESTS_EXPLAIN_SUITE_H

#include "cli/cmocka_tests.h"

extern const struct CMUnitTest explain_tests[];
extern const size_t explain_test_count;

#endif
