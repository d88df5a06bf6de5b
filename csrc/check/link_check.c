#include "check/link_check.h"

void link_check_init(struct link_check *c, struct sim *sim, const char *where,
                     const struct link_pins *pins, enum link_role role) {
    memset(c, 0, sizeof *c);
    c->sim = sim;
    c->where = where;
    c->pins = *pins;
    c->role = role;
    c->only_answers = role == LINK_DUT_SENDS;
}

static void fail_flits(struct failure *f, const uint32_t *expected, const uint32_t *actual) {
    struct flit e, a;
    if (f == NULL) {
        return;
    }
    flit_unpack(expected, &e);
    flit_unpack(actual, &a);
    failure_flits(f, &e, &a);
}

static void judge_stable(struct link_check *c) {
    sim_evaluated(c->sim, CHECK_LINK_STABLE);
    if (memcmp(c->flit, c->pins.data, sizeof c->flit) != 0) {
        struct failure *f = sim_fail(c->sim, CHECK_LINK_STABLE, c->where,
                                     "data changed while valid was high and busy held the flit");
        fail_flits(f, c->flit, c->pins.data);
    }
}

/* A reset edge forgets what was offered. Only a sender outside may offer in reset, and what it
 * offers from the second cycle on is held or withdrawn within the reset, never changed. */
static void sample_reset(struct link_check *c, bool valid) {
    const bool late = c->sim->reset_cycles >= 2;
    if (c->role == LINK_DUT_SENDS) {
        if (late) {
            sim_evaluated(c->sim, CHECK_LINK_RESET);
            if (valid) {
                sim_fail(c->sim, CHECK_LINK_RESET, c->where,
                         "valid is high in cycle %llu of reset; it must be low from the second",
                         (unsigned long long)c->sim->reset_cycles);
            }
        }
        c->pending = false;
    } else {
        if (c->pending && valid && late) {
            judge_stable(c);
        }
        c->pending = valid && late;
        if (c->pending) {
            memcpy(c->flit, c->pins.data, sizeof c->flit);
        }
    }
    c->held = c->busy = false;
    c->opened = false;
    c->wedged = 0;
}

static void judge_offer(struct link_check *c, bool valid) {
    if (c->only_answers && c->sim->since_reset == 0) {
        sim_evaluated(c->sim, CHECK_LINK_RESET);
        if (valid) {
            sim_fail(c->sim, CHECK_LINK_RESET, c->where,
                     "valid is high in the first cycle after reset, when nothing can have been "
                     "asked for yet");
        }
    }
    if (!c->pending) {
        return;
    }
    sim_evaluated(c->sim, CHECK_LINK_HOLD);
    if (!valid) {
        struct failure *f = sim_fail(c->sim, CHECK_LINK_HOLD, c->where,
                                     "valid was withdrawn before the flit transferred");
        fail_flits(f, c->flit, c->pins.data);
        return;
    }
    judge_stable(c);
}

static void judge_busy(struct link_check *c, bool busy, bool room_known) {
    struct sim *s = c->sim;
    if (!busy) {
        c->opened = true;
    }
    if (s->since_reset == LINK_BUSY_AFTER_RESET) {
        sim_evaluated(s, CHECK_LINK_WEDGE);
        if (!c->opened) {
            sim_fail(s, CHECK_LINK_WEDGE, c->where,
                     "busy is still high %d cycles after reset, though nothing was accepted yet",
                     LINK_BUSY_AFTER_RESET);
        }
    }
    if (!busy || !room_known) {
        c->wedged = 0;
        return;
    }
    sim_evaluated(s, CHECK_LINK_WEDGE);
    if (++c->wedged == LINK_WEDGE_BOUND) {
        sim_fail(s, CHECK_LINK_WEDGE, c->where,
                 "busy has been high for %d cycles in a row while there must be room",
                 LINK_WEDGE_BOUND);
    }
}

const uint32_t *link_check_sample(struct link_check *c, bool room_known) {
    struct sim *s = c->sim;
    const bool valid = *c->pins.valid, busy = *c->pins.busy;
    if (s->in_reset) {
        sample_reset(c, valid);
        return NULL;
    }
    judge_offer(c, valid);
    if (c->role == LINK_DUT_RECEIVES) {
        judge_busy(c, busy, room_known);
    }
    if (busy && !c->busy) {
        c->busy_since = s->cycle;
    }
    c->busy = busy;
    if (valid && busy) {
        if (!c->held) {
            c->held_since = s->cycle;
        }
        memcpy(c->flit, c->pins.data, sizeof c->flit);
        c->held = c->pending = true;
        return NULL;
    }
    c->held = c->pending = false;
    if (!valid) {
        return NULL;
    }
    c->transfers++;
    c->last_transfer = s->cycle;
    sim_event(s, EVENT_FLIT, c->where, 0, 0, c->pins.data, FLIT_WORDS);
    return c->pins.data;
}

static uint8_t own_output(const struct link_check *c) {
    return c->role == LINK_DUT_SENDS ? *c->pins.valid : *c->pins.busy;
}

void link_check_comb_before(struct link_check *c) {
    c->probe = own_output(c);
}

void link_check_comb_after(struct link_check *c) {
    sim_evaluated(c->sim, CHECK_LINK_COMB);
    if (own_output(c) != c->probe) {
        sim_fail(c->sim, CHECK_LINK_COMB, c->where,
                 "%s follows the inputs of the same cycle: it went from %u to %u when only inputs "
                 "other than clock and reset changed",
                 c->role == LINK_DUT_SENDS ? "valid" : "busy", c->probe, own_output(c));
    }
}
