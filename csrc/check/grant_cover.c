#include "check/grant_cover.h"

#include "bins.h"
#include "check/grant_check.h"

#include <string.h>

static void hit(const struct grant_check *g, enum bin_group group, unsigned a, unsigned b,
                unsigned c) {
    sim_bin(g->sim, bin_at(group, a, b, c, 0));
}

static unsigned others(unsigned bits) {
    const unsigned count = (unsigned)__builtin_popcount(bits);
    return count < 2 ? count : 2;
}

/* Requester 0, the highest one, one between. */
static unsigned place_of(const struct grant_check *g, unsigned who) {
    return who == 0 ? 0 : who + 1 == g->nreq ? 1 : 2;
}

static void begin_run(struct grant_check *g, unsigned req, unsigned run) {
    struct grant_cover *c = &g->cover;
    unsigned from = 0;
    if (c->holder && g->sim->cycle <= c->released + 2) {
        from = c->holder == run ? 2 : 1;
    }
    hit(g, BINS_SLOT_GRANT, from, others(req & ~run), place_of(g, (unsigned)__builtin_ctz(run)));
    c->holder = (uint8_t)run;
    c->entries = c->owed = 0;
}

/* One entry or more; whether its last done ended it, in this cycle or earlier, or nothing did. */
static void end_run(struct grant_check *g, unsigned req) {
    struct grant_cover *c = &g->cover;
    const unsigned end = c->owed > 0 ? 2 : g->sim->cycle == c->done_at + 1 ? 0 : 1;
    hit(g, BINS_SLOT_RUN, c->entries > 1, end, others(req));
    c->released = g->sim->cycle;
}

static void follow_run(struct grant_check *g, unsigned run) {
    struct grant_cover *c = &g->cover;
    if (*g->pins->start & run) {
        c->entries++;
        c->owed++;
    }
    if (*g->pins->done) {
        c->owed -= c->owed > 0;
        c->done_at = g->sim->cycle;
    }
}

/* Start, beat or both, while nobody holds the grant, another one does, or its own has not come yet. */
static void count_dropped(const struct grant_check *g, unsigned req, unsigned gnt) {
    const unsigned start = *g->pins->start & ~gnt, beat = *g->pins->beat_valid & ~gnt;
    for (unsigned left = start | beat; left; left &= left - 1) {
        const unsigned who = (unsigned)__builtin_ctz(left);
        const unsigned what = (start >> who & 1) + 2 * (beat >> who & 1) - 1;
        hit(g, BINS_SLOT_DROPPED, what, gnt != 0, req >> who & 1);
    }
}

void grant_cover_cycle(struct grant_check *g) {
    struct grant_cover *c = &g->cover;
    const unsigned req = *g->pins->req, gnt = *g->pins->gnt, run = req & gnt;
    count_dropped(g, req, gnt);
    if (c->runs && run != c->holder) {
        end_run(g, req);
    }
    if (run && (!c->runs || run != c->holder)) {
        begin_run(g, req, run);
    }
    if (run) {
        follow_run(g, run);
    }
    c->runs = run != 0;
}

void grant_cover_reset(struct grant_check *g) {
    struct grant_cover *c = &g->cover;
    if (g->sim->cycle > 0) {
        unsigned cell = g->req ? 1 : 0;
        if (c->runs) {
            cell = c->entries == 0 ? 2 : c->owed > 0 ? 3 : 4;
        }
        hit(g, BINS_SLOT_RESET, cell, others(g->req & ~(unsigned)g->gnt), 0);
    }
    memset(c, 0, sizeof *c);
}
