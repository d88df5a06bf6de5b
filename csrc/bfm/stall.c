#include "bfm/stall.h"

struct stall_knobs stall_never(void) {
    return (struct stall_knobs){.pattern = STALL_NEVER};
}

struct stall_knobs stall_random(unsigned permille) {
    return (struct stall_knobs){.pattern = STALL_RANDOM, .permille = permille};
}

struct stall_knobs stall_bursts(unsigned stall_min, unsigned stall_max, unsigned free_min,
                                unsigned free_max) {
    return (struct stall_knobs){.pattern = STALL_BURSTS,
                                .stall_min = stall_min,
                                .stall_max = stall_max,
                                .free_min = free_min,
                                .free_max = free_max};
}

struct stall_knobs stall_alternate(void) {
    return (struct stall_knobs){.pattern = STALL_ALTERNATE};
}

struct stall_knobs stall_until_offer(unsigned delay_min, unsigned delay_max) {
    return (struct stall_knobs){
        .pattern = STALL_UNTIL_OFFER, .stall_min = delay_min, .stall_max = delay_max};
}

struct stall_knobs stall_long(void) {
    return stall_bursts(100, STALL_LONGEST, 1, 200);
}

void stall_randomise(struct stall_knobs *knobs, struct rng *rng, bool until_offer) {
    switch (rng_below(rng, until_offer ? 8 : 7)) {
    default:
        *knobs = stall_never();
        break;
    case 3:
        *knobs = stall_random(rng_range(rng, 1, 900));
        break;
    case 4:
        *knobs = stall_bursts(1, rng_range(rng, 1, 40), 1, rng_range(rng, 1, 60));
        break;
    case 5:
        *knobs = stall_alternate();
        break;
    case 6:
        *knobs = rng_chance(rng, 250) ? stall_long() : stall_random(rng_range(rng, 1, 200));
        break;
    case 7:
        *knobs = stall_until_offer(1, rng_range(rng, 1, 8));
        break;
    }
}

unsigned stall_longest(const struct stall_knobs *knobs) {
    switch (knobs->pattern) {
    case STALL_NEVER:
        return 0;
    case STALL_RANDOM:
        return knobs->permille == 0 ? 0 : STALL_LONGEST;
    case STALL_ALTERNATE:
        return 1;
    case STALL_BURSTS:
    case STALL_UNTIL_OFFER:
        break;
    }
    return knobs->stall_max;
}

static bool next_of_burst(struct stall *s) {
    const struct stall_knobs *k = &s->knobs;
    if (s->left == 0) {
        s->stalled = !s->stalled;
        s->left = s->stalled ? rng_range(&s->rng, k->stall_min, k->stall_max) : 0;
        if (s->left == 0) {
            s->stalled = false;
            s->left = rng_range(&s->rng, k->free_min, k->free_max);
        }
    }
    s->left--;
    return s->stalled;
}

static bool next_until_offer(struct stall *s, bool offered) {
    if (!offered) {
        s->waiting = false;
        return true;
    }
    if (!s->waiting) {
        const unsigned delay = rng_range(&s->rng, s->knobs.stall_min, s->knobs.stall_max);
        s->waiting = true;
        s->left = delay == 0 ? 0 : delay - 1;
    }
    if (s->left == 0) {
        return false;
    }
    s->left--;
    return true;
}

bool stall_next(struct stall *s, bool offered) {
    if (s->knobs.withheld) {
        return true;
    }
    switch (s->knobs.pattern) {
    case STALL_NEVER:
        break;
    case STALL_RANDOM:
        return rng_chance(&s->rng, s->knobs.permille);
    case STALL_BURSTS:
        return next_of_burst(s);
    case STALL_ALTERNATE:
        s->stalled = !s->stalled;
        return s->stalled;
    case STALL_UNTIL_OFFER:
        return next_until_offer(s, offered);
    }
    return false;
}
