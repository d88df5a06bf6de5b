#include "trace_compare.h"

static uint64_t trace_of(struct sim *s, const char *suite, const struct scenario *scenario,
                         const struct run_options *options) {
    struct run_result r;
    scenario_run(suite, scenario, options, NULL, &r, NULL);
    s->cycle += r.cycles;
    if (r.failure.set && !s->failure.set) {
        s->failure = r.failure;
    }
    return r.hash;
}

void trace_compare(struct sim *s, const char *suite, const struct scenario *scenario,
                   uint64_t cycles) {
    struct run_options o = *s->options;
    o.cycles = cycles;
    o.fill = FILL_RANDOM;
    o.idle_seed = 1;
    const uint64_t first = trace_of(s, suite, scenario, &o);
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
        o.fill = other[i].fill;
        o.idle_seed = other[i].idle_seed;
        sim_evaluated(s, other[i].check);
        if (trace_of(s, suite, scenario, &o) != first && !s->failure.set) {
            sim_fail(s, other[i].check, suite, "%s gave another trace of transfers", other[i].what);
        }
    }
}
