/* Twelve wrong banks, each caught by the ID its fault deserves: alone and behind a slot, with its
 * golden model and, where that is possible, without. */
#ifndef TESTS_LIVE_BANKS_H
#define TESTS_LIVE_BANKS_H

#include "sim/suite.h"

extern const struct scenario live_banks_scenarios[];
extern const size_t live_banks_scenario_count;

#endif
