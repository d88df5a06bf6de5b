/* How a test of BFMs without RTL runs: both ends of an interface are C, the DUT is nothing but wires.
 * Included once by a test file. */
#ifndef TESTS_BFM_WIRES_H
#define TESTS_BFM_WIRES_H

#include "bfm_suite.h"

#include "flit.h"
#include "sim/suite.h"

#include <string.h>

/* A link, an AXI4 interface, and the mover's registers. */
static struct {
    uint32_t data[FLIT_WORDS];
    uint8_t valid, busy;
    struct {
        uint8_t id, len, size, burst, valid, ready;
        uint64_t addr;
    } aw, ar;
    struct {
        uint32_t data[8], strb;
        uint8_t last, valid, ready;
    } w;
    struct {
        uint8_t id, resp, valid, ready;
    } b;
    struct {
        uint32_t data[8];
        uint8_t id, resp, last, valid, ready;
    } r;
    struct {
        uint8_t en, addr, busy;
        uint64_t data;
    } mv;
} wires;

__attribute__((unused)) static const struct link_pins link_wires = {wires.data, &wires.valid,
                                                                    &wires.busy};

#define ADDRESS_WIRES(x)                                                                           \
    {                                                                                              \
        &wires.x.id, &wires.x.addr, &wires.x.len, &wires.x.size, &wires.x.burst, &wires.x.valid,   \
            &wires.x.ready                                                                         \
    }
__attribute__((unused)) static const struct axi_pins axi_wires = {
    .aw = ADDRESS_WIRES(aw),
    .ar = ADDRESS_WIRES(ar),
    .w = {wires.w.data, &wires.w.strb, &wires.w.last, &wires.w.valid, &wires.w.ready},
    .b = {&wires.b.id, &wires.b.resp, &wires.b.valid, &wires.b.ready},
    .r = {&wires.r.id, wires.r.data, &wires.r.resp, &wires.r.last, &wires.r.valid, &wires.r.ready}};

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
    memset(&wires, 0, sizeof wires);
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
    scenario_run("bfm", &scenario, &options, NULL, &result, NULL);
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
    assert_true(result.seen.evaluations[check] > 0);
}

#endif
