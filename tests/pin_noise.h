/* A bench for any DUT without BFMs or checks: every input but the clock is random in every cycle.
 * For tests of what looks at pins and does not judge them. */
#ifndef TESTS_PIN_NOISE_H
#define TESTS_PIN_NOISE_H

#include "observe/pins.h"
#include "sim/sim.h"

struct pin_noise {
    struct sim *sim;
    struct rng rng;
    struct pin pin[PINS_MAX];
    unsigned pins;
};

/* Attaches a DUT of this type; two gauges, "cycle parity" and "of five [x]", count with the cycle. */
struct pin_noise *pin_noise_new(struct sim *s, const struct dut_type *type);

#endif
