#include "live.h"

#include "check.h"

#include <stdio.h>

/* Runs one half with every rule on, whatever this run waives, and adds its cycles to this run. */
static void run_half(struct sim *s, const char *name, void (*run)(struct sim *),
                     struct run_result *result) {
    const struct scenario half = {name, run};
    struct run_options options;
    options_init(&options);
    options.seed = s->options->seed;
    scenario_run("live", &half, &options, NULL, result, NULL);
    s->cycle += result->cycles;
}

static void must_trip(struct sim *s, const struct live_pair *pair) {
    struct run_result r;
    run_half(s, pair->broken_name, pair->broken, &r);
    if (!r.failure.set) {
        sim_fail(s, CHECK_SIM_VACUOUS, "live", "%s stayed quiet on a broken design: %s",
                 check_text(pair->check), pair->broken_name);
    } else if (r.failure.check != pair->check) {
        struct failure *f = sim_fail(s, CHECK_SIM_VACUOUS, "live",
                                     "%s: the first failure carries another ID", pair->broken_name);
        failure_field(f, "check", check_text(pair->check), check_text(r.failure.check));
        failure_field(f, "what", "", r.failure.what);
    }
}

static void must_stay_quiet(struct sim *s, const struct live_pair *pair) {
    struct run_result r;
    run_half(s, pair->legal_name, pair->legal, &r);
    if (r.failure.set) {
        struct failure *f =
            sim_fail(s, r.failure.check, "live", "a legal extreme failed: %s", pair->legal_name);
        failure_field(f, "what", "", r.failure.what);
    } else if (r.seen.evaluations[pair->check] == 0) {
        sim_fail(s, CHECK_SIM_VACUOUS, "live", "%s was not evaluated in %s",
                 check_text(pair->check), pair->legal_name);
    }
}

void live_prove(struct sim *s, const struct live_pair *pair) {
    sim_evaluated(s, CHECK_SIM_VACUOUS);
    must_trip(s, pair);
    if (!s->failure.set) {
        must_stay_quiet(s, pair);
    }
}
