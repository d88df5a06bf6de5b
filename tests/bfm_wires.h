/* How a test of BFMs without RTL runs: both ends of an interface are C, the DUT is nothing but wires.
 * Included once by a test file, which has the wires. */
#ifndef TESTS_BFM_WIRES_H
#define TESTS_BFM_WIRES_H

#include "bfm_suite.h"

#include "sim/suite.h"

/* All wires low. */
static void wires_clear(void);

static uint8_t wires_clk;

static void wires_eval(struct dut *d) {
    (void)d;
}

static struct dut wires_dut = {.clk = &wires_clk, .eval = wires_eval, .destroy = wires_eval};

static struct dut *wires_create(const struct dut_type *type, enum register_fill fill,
                                uint64_t seed) {
    (void)fill;
    (void)seed;
    wires_dut.type = type;
    wires_clear();
    return &wires_dut;
}

static const struct dut_type wires_type = {.name = "wires", .create = wires_create};

/* Runs `run` as a scenario of the run `seed`. */
static struct run_result run_seeded(void (*run)(struct sim *), uint64_t seed, uint64_t idle_seed) {
    const struct scenario scenario = {"test", run};
    struct run_options options;
    struct run_result result;
    options_init(&options);
    options.seed = seed;
    options.idle_seed = idle_seed;
    scenario_run("bfm.host", &scenario, &options, NULL, &result, NULL);
    return result;
}

static void expect_quiet(void (*run)(struct sim *)) {
    const struct run_result result = run_seeded(run, 1, 1);
    if (result.failure.set) {
        fail_msg("cycle %u, %s: %s", (unsigned)result.failure.cycle, result.failure.where,
                 result.failure.what);
    }
}

static void expect_report(void (*run)(struct sim *), enum check_id check, const char *where) {
    const struct run_result result = run_seeded(run, 1, 1);
    if (!result.failure.set) {
        fail_msg("nothing was reported on %s", where);
    }
    if (result.failure.check != check) {
        fail_msg("another check was raised: %s", result.failure.what);
    }
    assert_string_equal(result.failure.where, where);
}

#endif
