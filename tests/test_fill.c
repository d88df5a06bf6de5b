/* A short scenario of every variant with registers filled with two kinds of random bits, zeros and
 * ones: the same transfers in the same cycles (SIM-UNINIT). `make soak` does so for every scenario. */
#include "fill_suite.h"

#include "bench/mem_port_traffic.h"
#include "live_port.h"
#include "soak/fill.h"

#include <stdio.h>
#include <string.h>

enum { CYCLES = 2000 }; /* with traffic from the first cycle after reset on */

static const struct scenario *find(const char *suite, const char *scenario) {
    for (size_t i = 0; i < suite_count; i++) {
        for (size_t j = 0; j < suite_scenario_count(&suites[i]); j++) {
            if (strcmp(suites[i].name, suite) == 0 &&
                strcmp(suites[i].scenarios[j].name, scenario) == 0) {
                return &suites[i].scenarios[j];
            }
        }
    }
    return NULL;
}

static void same_for_every_fill(struct sim *s, const char *suite, const char *name) {
    const struct scenario *scenario = find(suite, name);
    struct run_options o = *s->options;
    struct run_result first;
    uint64_t cycles = 0;
    if (!scenario) {
        sim_fail(s, CHECK_SIM_END, "scenario", "there is no scenario %s.%s", suite, name);
        return;
    }
    o.cycles = CYCLES;
    sim_evaluated(s, CHECK_SIM_UNINIT);
    const char *differs = fill_compare(suite, scenario, &o, &first, &cycles);
    s->cycle += cycles;
    if (first.failure.set) {
        s->failure = first.failure;
    } else if (differs) {
        sim_fail(s, CHECK_SIM_UNINIT, suite, "%s gave another trace of transfers", differs);
    }
}

#define SUITES(X)                                                                                  \
    X(mem_port, random)                                                                            \
    X(mem_port_ap, random)                                                                         \
    X(mem_port_min, random)                                                                        \
    X(mem_port_max, random)                                                                        \
    X(mem_port_odd, random)                                                                        \
    X(xform, random)                                                                               \
    X(xform, random_three_requesters)                                                              \
    X(xform_corners, one_requester_random)                                                         \
    X(xform_corners, eight_requesters_random)                                                      \
    X(xform_corners, identity_of_three_random)                                                     \
    X(xform_identity, random)                                                                      \
    X(xform_mxfp8, random)                                                                         \
    X(xform_transpose, random)                                                                     \
    X(xform_table, random)                                                                         \
    X(bank, random)                                                                                \
    X(bank_identity, random)                                                                       \
    X(bank_mxfp8, random)                                                                          \
    X(bank_transpose, random)                                                                      \
    X(bank_table, random)                                                                          \
    X(mover, random)                                                                               \
    X(mover_odd, random)                                                                           \
    X(walker, source_random_walks)                                                                 \
    X(walker, destination_random_walks)                                                            \
    X(mag, the_first_requests_come_from_everybody_at_once)                                         \
    X(mag3, the_first_requests_come_from_everybody_at_once)                                        \
    X(mag, random)                                                                                 \
    X(mag1, random)                                                                                \
    X(mag2, random)                                                                                \
    X(mag3, random)                                                                                \
    X(mag4, random)                                                                                \
    X(mag5, random)                                                                                \
    X(mag1s, random)

#define FUNCTION(suite, name)                                                                      \
    static void suite##_##name(struct sim *s) {                                                    \
        same_for_every_fill(s, #suite, #name);                                                     \
    }
#define ROW(suite, name) {#suite "_" #name "_is_the_same_for_every_fill", suite##_##name},

SUITES(FUNCTION)

/* ---- what depends on them is seen -------------------------------------------------------------- */

static void pausing_port(struct sim *s) {
    struct mem_port_bench *b = live_mutant(s, MUT_PAUSES_WITHOUT_RESET);
    mem_port_traffic_new(b);
    mem_port_traffic_run(b, CYCLES);
    mem_port_finish(b);
}

static void a_counter_without_reset_is_seen(struct sim *s) {
    const struct scenario pauses = {"pauses", pausing_port};
    struct run_result first;
    uint64_t cycles = 0;
    sim_evaluated(s, CHECK_SIM_UNINIT);
    if (!fill_compare("fill", &pauses, s->options, &first, &cycles)) {
        sim_fail(s, CHECK_SIM_VACUOUS, "fill", "a counter without reset went unseen");
    }
    s->cycle += cycles;
}

/* The seed of the random fill alone, with the run's seed as it is. */
static void the_seed_of_the_fill_is_one_of_its_own(struct sim *s) {
    const struct scenario pauses = {"pauses", pausing_port};
    struct run_options o = *s->options;
    uint64_t hash[8];
    unsigned others = 0;
    o.fill = FILL_RANDOM;
    for (unsigned i = 0; i < 8; i++) {
        struct run_result r;
        o.fill_seed = i + 1;
        scenario_run("fill", &pauses, &o, NULL, &r, NULL);
        s->cycle += r.cycles;
        hash[i] = r.hash;
        others += hash[i] != hash[0];
    }
    sim_expect_seen(s, "traces that differ", others, 1);
}

const struct scenario fill_scenarios[] = {
    SUITES(ROW){"a_counter_without_reset_is_seen", a_counter_without_reset_is_seen},
    {"the_seed_of_the_fill_is_one_of_its_own", the_seed_of_the_fill_is_one_of_its_own},
};
const size_t fill_scenario_count = sizeof fill_scenarios / sizeof *fill_scenarios;
