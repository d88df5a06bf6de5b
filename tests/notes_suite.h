/* The suite of the harness's own signals. */
#ifndef TESTS_NOTES_SUITE_H
#define TESTS_NOTES_SUITE_H

#include "sim/suite.h"

extern const struct scenario notes_scenarios[];
extern const size_t notes_scenario_count;

#endif
