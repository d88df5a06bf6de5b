/* The mover's rate targets, for the tests that prove their check live. */
#ifndef TESTS_MOVER_RATES_H
#define TESTS_MOVER_RATES_H

#include "sim/sim.h"

/* 4,096 words, pages aligned, zero-wait memory: at least 0.98 words a cycle. */
void rate_of_a_copy(struct sim *s);

#endif
