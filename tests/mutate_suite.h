/* Mutation testing without RTL: how mutants are put to trials, what is kept, what is reported. */
#ifndef TESTS_MUTATE_SUITE_H
#define TESTS_MUTATE_SUITE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

extern const struct CMUnitTest mutate_tests[];
extern const size_t mutate_test_count;

#endif
