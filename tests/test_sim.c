/* The run itself: what may not change a trace does not (SIM-DETERMINISM, SIM-UNINIT, SIM-IDLE). */
#include "rtl_suites.h"
#include "rtl_suites_xf.h"

#include <string.h>

enum { CYCLES = 20000 };

static const struct scenario *find(const struct scenario *table, size_t count, const char *name) {
    for (size_t i = 0; i < count; i++) {
        if (strcmp(table[i].name, name) == 0) {
            return &table[i];
        }
    }
    return NULL;
}

/* Runs `random` of a suite in a given setting; a failure inside becomes this run's failure. */
static uint64_t trace_of(struct sim *s, const char *suite, const struct scenario *random,
                         enum register_fill fill, uint64_t idle_seed) {
    struct run_options o = *s->options;
    struct run_result r;
    o.cycles = CYCLES;
    o.fill = fill;
    o.idle_seed = idle_seed;
    scenario_run(suite, random, &o, NULL, &r, NULL);
    s->cycle += r.cycles;
    if (r.failure.set && !s->failure.set) {
        s->failure = r.failure;
    }
    return r.hash;
}

static void compare(struct sim *s, const char *suite, const struct scenario *table, size_t count) {
    const struct scenario *random = find(table, count, "random");
    uint64_t first = trace_of(s, suite, random, FILL_RANDOM, 1);
    const struct {
        enum check_id check;
        enum register_fill fill;
        uint64_t idle_seed;
        const char *what;
    } other[] = {
        {CHECK_SIM_DETERMINISM, FILL_RANDOM, 1, "the same seed again"},
        {CHECK_SIM_UNINIT, FILL_ZEROS, 1, "registers filled with zeros"},
        {CHECK_SIM_UNINIT, FILL_ONES, 1, "registers filled with ones"},
        {CHECK_SIM_IDLE, FILL_RANDOM, 2, "other garbage on idle payload pins"},
    };
    for (unsigned i = 0; i < sizeof other / sizeof *other && !s->failure.set; i++) {
        sim_evaluated(s, other[i].check);
        if (trace_of(s, suite, random, other[i].fill, other[i].idle_seed) != first) {
            sim_fail(s, other[i].check, suite, "%s gave another trace of transfers", other[i].what);
        }
    }
}

static void mem_port_trace_depends_on_the_seed_alone(struct sim *s) {
    compare(s, "mem_port", mem_port_scenarios, mem_port_scenario_count);
}

static void mem_port_ap_trace_depends_on_the_seed_alone(struct sim *s) {
    compare(s, "mem_port_ap", mem_port_ap_scenarios, mem_port_ap_scenario_count);
}

static void xform_trace_depends_on_the_seed_alone(struct sim *s) {
    compare(s, "xform", xform_scenarios, xform_scenario_count);
}

static void bank_trace_depends_on_the_seed_alone(struct sim *s) {
    compare(s, "bank", bank_scenarios, bank_scenario_count);
}

const struct scenario sim_scenarios[] = {
    {"mem_port_trace_depends_on_the_seed_alone", mem_port_trace_depends_on_the_seed_alone},
    {"mem_port_ap_trace_depends_on_the_seed_alone", mem_port_ap_trace_depends_on_the_seed_alone},
    {"xform_trace_depends_on_the_seed_alone", xform_trace_depends_on_the_seed_alone},
    {"bank_trace_depends_on_the_seed_alone", bank_trace_depends_on_the_seed_alone},
};
const size_t sim_scenario_count = sizeof sim_scenarios / sizeof *sim_scenarios;
