/* The suite of the link and AXI BFMs and checkers, without RTL. */
#ifndef TESTS_BFM_SUITE_H
#define TESTS_BFM_SUITE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

extern const struct CMUnitTest bank_card_tests[];
extern const size_t bank_card_test_count;
extern const struct CMUnitTest bfm_tests[];
extern const size_t bfm_test_count;

/* Those around the whole agent. */
extern const struct CMUnitTest bfm_host_tests[];
extern const size_t bfm_host_test_count;
extern const struct CMUnitTest bfm_control_tests[];
extern const size_t bfm_control_test_count;

#endif
