/* The run itself: what may not change a trace does not (SIM-DETERMINISM, SIM-UNINIT, SIM-IDLE). */
#include "rtl_suites.h"
#include "rtl_suites_xf.h"
#include "trace_compare.h"

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

static void compare(struct sim *s, const char *suite, const struct scenario *table, size_t count) {
    trace_compare(s, suite, find(table, count, "random"), CYCLES);
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
