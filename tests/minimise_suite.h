/* The suite `minimise`: failures of random traffic made small. */
#ifndef TESTS_MINIMISE_SUITE_H
#define TESTS_MINIMISE_SUITE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

extern const struct CMUnitTest minimise_tests[];
extern const size_t minimise_test_count;

#endif
