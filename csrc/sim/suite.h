/* Suites of scenarios, and how one scenario is run. */
#ifndef CSRC_SIM_SUITE_H
#define CSRC_SIM_SUITE_H

#include "sim/sim.h"

#include <signal.h>
#include <stddef.h>

/* One scenario: a function that drives a bench through a situation. It fails by failing checks. */
struct scenario {
    const char *name; /* situation_and_expectation */
    void (*run)(struct sim *s);
};

struct CMUnitTest;

/* A suite is scenarios (with RTL), plain cmocka tests (models) or a shell script (the program). */
struct suite {
    const char *name;
    const char *tops; /* contract modules inside the DUTs, space separated; "" without RTL */
    const struct scenario *scenarios;
    const size_t *scenario_count; /* NULL: none */
    const struct CMUnitTest *tests;
    const size_t *test_count; /* NULL: none */
    const char *script;       /* path from the root, NULL: none */
    bool measures;            /* its scenarios give figures for `make bench` */
};

static inline size_t suite_scenario_count(const struct suite *s) {
    return s->scenario_count ? *s->scenario_count : 0;
}
static inline size_t suite_test_count(const struct suite *s) {
    return s->test_count ? *s->test_count : 0;
}

/* All suites, in the order they are listed (tests/suites.c). */
extern const struct suite suites[];
extern const size_t suite_count;

/* What one run of one scenario gave. */
struct run_result {
    struct failure failure;
    struct evidence seen;
    uint64_t cycles;
    uint64_t hash;
    bool interrupted; /* Ctrl-C: the run was left early, its files are closed */
};

/* Set by the signal handler; every running scenario ends at its next cycle. */
extern volatile sig_atomic_t run_interrupted;

/* Runs a scenario once, in this process. `window` may be NULL. Nothing is printed. */
void scenario_run(const char *suite, const struct scenario *scenario,
                  const struct run_options *options, const struct wave_window *window,
                  struct run_result *result, struct event_ring *events_out);

#endif
