/* A tensor of tests/data for a scenario: read once a run, given back with it. */
#ifndef TESTS_REAL_TENSOR_H
#define TESTS_REAL_TENSOR_H

#include "demo/tensors.h"
#include "sim/sim.h"

/* FP16 bits, and the same as bytes in memory order; those of the tensors behind it follow. A name that
 * is not there, or files that are not, fail the run. */
const uint16_t *real_values(struct sim *s, const char *name);
const uint8_t *real_bytes(struct sim *s, const char *name);

#endif
