/* A suite that is a shell script: it prints one line a case, "ok - NAME" or "not ok - NAME", which
 * become cmocka tests, so that every suite ends in the same totals and the same JUnit files. */
#ifndef CSRC_CLI_SCRIPT_SUITE_H
#define CSRC_CLI_SCRIPT_SUITE_H

#include "cli/cmocka_tests.h"

/* Runs `sh script` with COSIM set to this program and returns its cases (owned by the caller's
 * process, never freed); what else it prints goes to stdout. A script that cannot be run, prints no
 * case or fails without one saying so gives a failed case. */
const struct CMUnitTest *script_suite_run(const char *script, size_t *count);

#endif
