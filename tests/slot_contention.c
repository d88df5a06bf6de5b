#include "slot_contention.h"

void all_requesters_contend(struct xform_bench *b, unsigned longest) {
    for (unsigned i = 0; i < b->driver.params.nreq; i++) {
        struct requester *r = &b->driver.requester[i];
        r->source.knobs = (struct entry_knobs){.run_min = 1,
                                               .run_max = longest,
                                               .bypass = 200,
                                               .overlap = 1000,
                                               .data = {1, 1, 1, 1, 1}};
        r->knobs = (struct requester_knobs){0};
        r->random_runs = true;
    }
}

static uint64_t runs_of_all(const struct xform_bench *b) {
    uint64_t runs = 0;
    for (unsigned i = 0; i < b->driver.params.nreq; i++) {
        runs += b->driver.requester[i].runs;
    }
    return runs;
}

void contend_for(struct xform_bench *b, uint64_t runs) {
    while (runs_of_all(b) < runs) {
        sim_cycle(b->core.sim);
    }
    xform_bench_finish(b);
}
