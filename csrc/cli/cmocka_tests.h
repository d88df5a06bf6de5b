/* cmocka.h with what it must be preceded by. */
#ifndef CSRC_CLI_CMOCKA_TESTS_H
#define CSRC_CLI_CMOCKA_TESTS_H

// clang-format off: cmocka.h needs these four first
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
// clang-format on

#endif
