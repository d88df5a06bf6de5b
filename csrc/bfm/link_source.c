#include "bfm/link_source.h"

#include <assert.h>
#include <stdio.h>

static void stream(const struct sim *sim, struct rng *r, const char *name, const char *what) {
    char full[64];
    snprintf(full, sizeof full, "%s.%s", name, what);
    sim_rng(sim, r, full);
}

void link_source_init(struct link_source *s, struct sim *sim, const char *name,
                      const struct link_pins *pins, unsigned sources, unsigned depth) {
    assert(sources >= 1 && sources <= LINK_SOURCES && depth >= 1);
    char idle[64];
    memset(s, 0, sizeof *s);
    s->sim = sim;
    s->pins = *pins;
    s->sources = sources;
    s->depth = depth;
    s->current = sources - 1;
    s->knobs.burst_min = s->knobs.burst_max = 1;
    s->queue = sim_alloc(sim, (size_t)sources * depth * sizeof *s->queue);
    stream(sim, &s->choice, name, "choice");
    stream(sim, &s->gap.rng, name, "gap");
    snprintf(idle, sizeof idle, "%s.idle", name);
    rng_init(&s->idle, sim->options->idle_seed, sim->test, idle);
}

void link_source_randomise(struct link_source_knobs *knobs, struct rng *rng) {
    *knobs = (struct link_source_knobs){.policy = (enum link_policy)rng_below(rng, 4),
                                        .burst_min = 1,
                                        .burst_max = rng_range(rng, 1, 16),
                                        .hold_in_reset = rng_chance(rng, 500)};
    stall_randomise(&knobs->gap, rng, false);
    if (rng_chance(rng, 150)) {
        knobs->gap_fixed = rng_range(rng, 1, 4);
    }
}

void link_source_without(struct link_source_knobs *knobs, uint32_t without) {
    if (without & WITHOUT_GAPS) {
        knobs->gap = stall_never();
        knobs->gap_fixed = 0;
    }
    if (without & WITHOUT_ORPHAN_DATA) {
        knobs->hold_in_reset = false; /* it may be the middle of a write */
    }
}

bool link_source_push(struct link_source *s, unsigned source, const uint32_t flit[FLIT_WORDS]) {
    assert(source < s->sources);
    if (s->used[source] == s->depth) {
        return false;
    }
    unsigned at = s->head[source] + s->used[source];
    if (at >= s->depth) {
        at -= s->depth;
    }
    memcpy(s->queue[(size_t)source * s->depth + at], flit, sizeof s->flit);
    s->used[source]++;
    s->total++;
    s->ready |= UINT64_C(1) << source;
    return true;
}

static void pop(struct link_source *s, unsigned source) {
    if (++s->head[source] == s->depth) {
        s->head[source] = 0;
    }
    if (--s->used[source] == 0) {
        s->ready &= ~(UINT64_C(1) << source);
    }
    s->total--;
}

/* The first ready source after the last one, cyclically. */
static unsigned next_source(const struct link_source *s) {
    const uint64_t after = s->current == 63 ? 0 : s->ready & (~UINT64_C(0) << (s->current + 1));
    return (unsigned)__builtin_ctzll(after != 0 ? after : s->ready);
}

static unsigned any_source(struct link_source *s) {
    uint64_t left = s->ready;
    for (unsigned skip = rng_below(&s->choice, (uint32_t)__builtin_popcountll(left)); skip > 0;
         skip--) {
        left &= left - 1;
    }
    return (unsigned)__builtin_ctzll(left);
}

static unsigned choose(struct link_source *s) {
    const bool current_ready = (s->ready >> s->current) & 1;
    switch (s->knobs.policy) {
    case LINK_ROUND_ROBIN:
        break;
    case LINK_RANDOM:
        return any_source(s);
    case LINK_DRAIN:
        if (current_ready) {
            return s->current;
        }
        break;
    case LINK_BURSTS:
        if (s->burst == 0 || !current_ready) {
            s->burst = rng_range(&s->choice, s->knobs.burst_min, s->knobs.burst_max);
            s->current = any_source(s);
        }
        s->burst--;
        return s->current;
    }
    return next_source(s);
}

static bool may_offer(struct link_source *s) {
    s->gap.knobs = s->knobs.gap;
    const bool gap = stall_next(&s->gap, false);
    if (s->offered || s->total == 0 || (s->sim->in_reset && !s->knobs.hold_in_reset)) {
        return false;
    }
    if (s->wait > 0) {
        s->wait--;
        return false;
    }
    return !gap;
}

void link_source_drive(struct link_source *s) {
    if (may_offer(s)) {
        s->current = choose(s);
        memcpy(s->flit, s->queue[(size_t)s->current * s->depth + s->head[s->current]],
               sizeof s->flit);
        s->offered = true;
    }
    *s->pins.valid = s->offered;
    if (s->offered) {
        memcpy(s->pins.data, s->flit, sizeof s->flit);
    } else {
        rng_fill(&s->idle, s->pins.data, FLIT_WORDS);
    }
}

/* Everything queued goes, except what its source has behind an offered flit that is held through
 * the reset: a sender goes on with the burst it is in. */
static void drop(struct link_source *s) {
    const bool keep = s->offered && s->knobs.hold_in_reset;
    const unsigned kept = keep ? s->used[s->current] : 0;
    memset(s->used, 0, sizeof s->used);
    s->used[s->current] = kept;
    s->ready = keep ? UINT64_C(1) << s->current : 0;
    s->total = kept;
    s->wait = 0;
    s->burst = 0;
    s->offered = keep;
}

bool link_source_sample(struct link_source *s, struct link_transfer *t) {
    if (s->sim->in_reset) {
        s->stalled = false;
        if (s->sim->reset_cycles == 1) {
            drop(s);
        }
        return false;
    }
    s->stalled = s->offered && *s->pins.busy;
    if (!s->offered || s->stalled) {
        return false;
    }
    pop(s, s->current);
    s->offered = false;
    s->wait = s->knobs.gap_fixed;
    s->transfers++;
    s->sim->seen.sent++;
    t->flit = s->flit;
    t->source = s->current;
    return true;
}
