#include "expect_stall.h"

#include <stdio.h>
#include <string.h>

static struct run_result run(struct sim *s, const char *name, void (*function)(struct sim *s),
                             unsigned done_bound) {
    const struct scenario scenario = {name, function};
    struct run_options options;
    struct run_result r;
    options_init(&options);
    options.done_bound = done_bound != 0 ? done_bound : options.done_bound;
    scenario_run("stall", &scenario, &options, NULL, &r, NULL);
    s->cycle += r.cycles;
    sim_evaluated(s, CHECK_SIM_STALL);
    return r;
}

/* The first piece that does not follow the ones before it, or NULL. */
static const char *missing_link(const char *report, const char *const link[STALL_LINKS_MAX]) {
    for (unsigned i = 0; i < STALL_LINKS_MAX && link[i]; i++) {
        const char *at = strstr(report, link[i]);
        if (!at) {
            return link[i];
        }
        report = at + strlen(link[i]);
    }
    return NULL;
}

void expect_stall(struct sim *s, const struct expected_stall *e) {
    const struct run_result r = run(s, e->name, e->run, e->done_bound);
    const char *missing = missing_link(r.failure.report, e->link);
    if (!r.failure.set || r.failure.check != e->check) {
        sim_fail(s, CHECK_SIM_STALL, "stall", "%s did not end as predicted: %s", e->name,
                 r.failure.set ? r.failure.what : "no failure");
    } else if (strcmp(r.failure.cause, e->cause) != 0 || missing) {
        struct failure *f =
            sim_fail(s, CHECK_SIM_STALL, "stall", "%s: %s", e->name,
                     missing ? "a link is missing or in another place" : "another cause is named");
        if (f) {
            snprintf(f->request, sizeof f->request, "wanted: %s", missing ? missing : e->cause);
            snprintf(f->report, sizeof f->report, "%s", r.failure.report);
            snprintf(f->cause, sizeof f->cause, "%s", r.failure.cause);
        }
    }
}

void expect_no_stall(struct sim *s, const char *name, void (*function)(struct sim *s)) {
    const struct run_result r = run(s, name, function, 0);
    if (r.failure.set) {
        struct failure *f = sim_fail(s, r.failure.check, "stall", "%s: %s", name, r.failure.what);
        if (f) {
            snprintf(f->report, sizeof f->report, "%s", r.failure.report);
            snprintf(f->cause, sizeof f->cause, "%s", r.failure.cause);
        }
    }
}
