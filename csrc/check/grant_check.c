#include "check/grant_check.h"

#include <string.h>

enum {
    STALL_BOUND = 2000,
    /* A grant that appears this soon after a request may have been decided without it. */
    DECISION_CYCLES = 2
};

void grant_check_init(struct grant_check *g, struct sim *s) {
    memset(g, 0, sizeof *g);
    g->sim = s;
    g->pins = &s->dut->pins.xform;
    g->nreq = s->dut->type->xform.nreq;
}

static unsigned lowest(unsigned bits) {
    return (unsigned)__builtin_ctz(bits);
}

static void legality(struct grant_check *g, unsigned req, unsigned gnt) {
    sim_evaluated(g->sim, CHECK_XF_GRANT);
    if (gnt & (gnt - 1)) {
        sim_fail(g->sim, CHECK_XF_GRANT, "slot", "gnt is 0x%x: more than one requester", gnt);
    }
    const unsigned unasked = gnt & ~req & ~(unsigned)g->req;
    if (unasked) {
        sim_fail(g->sim, CHECK_XF_GRANT, "slot",
                 "requester %u is granted, and its req has been low for two cycles",
                 lowest(unasked));
    }
    const unsigned fresh_unasked = gnt & ~(unsigned)g->gnt & ~req;
    if (fresh_unasked && !unasked) {
        sim_fail(g->sim, CHECK_XF_GRANT, "slot", "requester %u becomes granted while req is low",
                 lowest(fresh_unasked));
    }
    const unsigned withdrawn = g->gnt & g->req & req & ~gnt;
    if (withdrawn) {
        sim_fail(g->sim, CHECK_XF_GRANT, "slot",
                 "the grant of requester %u is withdrawn while its req is high", lowest(withdrawn));
    }
}

/* A run begins with a grant that was not there, or was the tail of an earlier run. */
static unsigned begins(const struct grant_check *g, unsigned req, unsigned gnt) {
    return gnt & req & ~(g->gnt & g->req);
}

static void pass(struct grant_check *g, unsigned who) {
    g->passed[who]++;
    if (g->passed[who] > g->worst_passed) {
        g->worst_passed = g->passed[who];
    }
}

static void one_run_passed(struct grant_check *g, unsigned who, unsigned granted) {
    const uint64_t wait = g->sim->cycle - g->since[who];
    if (wait < DECISION_CYCLES) {
        return;
    }
    pass(g, who);
    if (g->passed[who] > g->nreq - 1) {
        sim_fail(
            g->sim, CHECK_XF_FAIR, "slot",
            "requester %u has waited %llu cycles, and requester %u begins run %u that goes before",
            who, (unsigned long long)wait, granted, g->passed[who]);
    }
}

static void one_wait_ends(struct grant_check *g, unsigned who) {
    const uint64_t wait = g->sim->cycle - g->since[who];
    sim_evaluated(g->sim, CHECK_XF_FAIR);
    g->contended += g->behind[who];
    if (wait > g->worst_wait) {
        g->worst_wait = wait;
    }
}

static void fairness(struct grant_check *g, unsigned req, unsigned gnt) {
    const unsigned beginning = begins(g, req, gnt);
    for (unsigned i = 0; i < g->nreq; i++) {
        const bool waits = (req & ~gnt) >> i & 1;
        if (waits && !g->waits[i]) {
            g->since[i] = g->sim->cycle;
            g->passed[i] = 0;
            g->behind[i] = false;
            if (gnt & req) {
                pass(g, i); /* it waits for the run under way, too */
            }
        }
        g->behind[i] |= waits && gnt != 0;
        if (g->waits[i] && !waits) {
            one_wait_ends(g, i);
        }
        g->waits[i] = waits;
        if (waits && beginning) {
            one_run_passed(g, i, lowest(beginning));
        }
    }
    g->grants += beginning != 0;
    g->granted_since = beginning != 0 ? g->sim->cycle : g->granted_since;
}

static void stall(struct grant_check *g, unsigned req, unsigned gnt) {
    g->free = req != 0 && gnt == 0 ? g->free + 1 : 0;
    sim_evaluated(g->sim, CHECK_SIM_STALL);
    if (g->free > STALL_BOUND) {
        struct failure *f = sim_fail(
            g->sim, CHECK_SIM_STALL, "slot",
            "requester %u has req high for %u cycles, nobody holds the grant, and none comes",
            lowest(req), STALL_BOUND);
        failure_missing_since(f, g->sim->cycle - g->free);
        g->free = 0;
        stall_explain(&g->explainer, f);
    }
}

void grant_check_sample(struct grant_check *g, unsigned presenting) {
    const unsigned req = *g->pins->req, gnt = *g->pins->gnt;
    if (g->sim->in_reset) {
        if (g->sim->reset_cycles == 1 && sim_counts_bins(g->sim)) {
            grant_cover_reset(g);
        }
        g->req = g->gnt = 0;
        g->free = 0;
        memset(g->waits, 0, sizeof g->waits);
        return;
    }
    if (gnt != g->gnt) {
        sim_event(g->sim, EVENT_GRANT, "slot", gnt, 0, NULL, 0);
    }
    legality(g, req, gnt);
    if (presenting & ~gnt) {
        sim_fail(g->sim, CHECK_XF_DRIVE, "slot", "requester %u presents its run without a grant",
                 lowest(presenting & ~gnt));
    }
    fairness(g, req, gnt);
    if (sim_counts_bins(g->sim)) {
        grant_cover_cycle(g);
    }
    g->req = (uint8_t)req;
    g->gnt = (uint8_t)gnt;
    stall(g, req, gnt);
}
