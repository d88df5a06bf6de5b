#include "check/stage_check.h"

#include "sim/failure.h"

#include <stdio.h>
#include <string.h>

enum { LATENCY_BOUND = 64 }; /* cycles on the way to the bank before it counts as lost */

void stage_check_init(struct stage_check *c, struct sim *s, const struct bank_pins *bank) {
    memset(c, 0, sizeof *c);
    c->sim = s;
    c->bank = bank;
}

void stage_check_reset(struct stage_check *c) {
    c->count = 0;
    memset(c->dropped, 0, sizeof c->dropped);
}

/* ---- naming what reached the bank ----------------------------------------------------------- */

static bool start_is_of(const struct stage_check *c, const struct presented *p) {
    return p->start && p->id == *c->bank->id && p->mode == *c->bank->mode;
}

static bool beat_is_of(const struct stage_check *c, const struct presented *p) {
    return p->beat_valid && memcmp(p->beat, c->bank->beat, sizeof p->beat) == 0;
}

static bool is_of(const struct stage_check *c, bool start, const struct presented *p) {
    return p && (start ? start_is_of(c, p) : beat_is_of(c, p));
}

/* The ungranted presentation that could stand on the bank's pins now, going by the time the way to
 * the bank has taken so far. */
static const struct presented *dropped_source(const struct stage_check *c, bool start) {
    const unsigned way = c->latency + 2;
    for (unsigned i = 0; i < STAGE_DROPPED; i++) {
        const struct presented *p = &c->dropped[i];
        if (c->sim->cycle - p->cycle <= way && is_of(c, start, p)) {
            return p;
        }
    }
    return NULL;
}

/* A start (or a beat) is on the bank's pins that was not due. */
static void unexpected(struct stage_check *c, bool start, const struct presented *now) {
    const char *const what = start ? "start" : "beat";
    const struct presented *dropped = dropped_source(c, start);
    if (dropped) {
        sim_fail(c->sim, CHECK_XF_DROPPED, "bank",
                 "the %s that requester %u presented at %llu without a grant reaches the bank",
                 what, dropped->who, (unsigned long long)dropped->cycle);
    } else if (is_of(c, start, now)) {
        sim_fail(c->sim, CHECK_XF_STAGE, "bank",
                 "the %s of requester %u reaches the bank in the cycle it is presented", what,
                 now->who);
    } else {
        sim_fail(c->sim, CHECK_XF_DROPPED, "bank",
                 "a %s reaches the bank that nobody presented, or for the second time", what);
    }
}

static void number_row(struct failure *f, const char *name, unsigned expected, unsigned actual) {
    char e[16], a[16];
    snprintf(e, sizeof e, "0x%x", expected);
    snprintf(a, sizeof a, "0x%x", actual);
    failure_field(f, name, e, a);
}

static void judge_start(struct stage_check *c, const struct presented *due,
                        const struct presented *now) {
    const bool start = *c->bank->start;
    if (start && !due->start) {
        unexpected(c, true, now);
    } else if (!start && due->start) {
        sim_fail(c->sim, CHECK_XF_STAGE, "bank", "the start presented at %llu does not come along",
                 (unsigned long long)due->cycle);
    } else if (start && !start_is_of(c, due)) {
        struct failure *f = sim_fail(c->sim, CHECK_XF_MODE, "bank",
                                     "start reaches the bank with another id or mode");
        number_row(f, "id", due->id, *c->bank->id);
        number_row(f, "mode", due->mode, *c->bank->mode);
    }
}

static void judge_beat(struct stage_check *c, const struct presented *due,
                       const struct presented *now) {
    const bool valid = *c->bank->beat_valid;
    if (valid && !due->beat_valid) {
        unexpected(c, false, now);
    } else if (!valid && due->beat_valid) {
        sim_fail(c->sim, CHECK_XF_STAGE, "bank", "the beat presented at %llu does not come along",
                 (unsigned long long)due->cycle);
    } else if (valid && !beat_is_of(c, due)) {
        if (dropped_source(c, false) || is_of(c, false, now)) {
            unexpected(c, false, now);
            return;
        }
        struct failure *f = sim_fail(c->sim, CHECK_XF_STAGE, "bank",
                                     "the beat presented at %llu reaches the bank changed",
                                     (unsigned long long)due->cycle);
        struct word presented, seen;
        memcpy(presented.w, due->beat, sizeof presented.w);
        memcpy(seen.w, c->bank->beat, sizeof seen.w);
        failure_word(f, "beat", &presented, &seen);
    }
}

/* ---- the stream ----------------------------------------------------------------------------- */

/* Nothing may take longer than the bound, whether it comes along then or not. */
static bool judge_lost(struct stage_check *c, const struct presented *due) {
    const bool lost = c->sim->cycle - due->cycle > LATENCY_BOUND;
    if (lost) {
        sim_fail(c->sim, CHECK_XF_STAGE, "bank",
                 "what requester %u presented at %llu has not reached the bank in %u cycles",
                 due->who, (unsigned long long)due->cycle, LATENCY_BOUND);
    }
    return lost;
}

static void judge_arrival(struct stage_check *c, const struct presented *now) {
    if (c->count == 0) {
        unexpected(c, *c->bank->start, now);
        return;
    }
    const struct presented *due = &c->item[c->first];
    const unsigned latency = (unsigned)(c->sim->cycle - due->cycle);
    judge_lost(c, due);
    if (latency > c->latency) {
        c->latency = latency;
    }
    judge_start(c, due, now);
    judge_beat(c, due, now);
    c->first = (c->first + 1) % STAGE_ITEMS;
    c->count--;
}

void stage_check_bank(struct stage_check *c, const struct presented *now) {
    sim_evaluated(c->sim, CHECK_XF_DROPPED);
    if (*c->bank->start || *c->bank->beat_valid) {
        judge_arrival(c, now);
    } else if (c->count > 0 && judge_lost(c, &c->item[c->first])) {
        c->count = 0;
    }
}

void stage_check_granted(struct stage_check *c, const struct presented *p) {
    if (c->count < STAGE_ITEMS) {
        c->item[(c->first + c->count++) % STAGE_ITEMS] = *p;
    }
}

void stage_check_dropped(struct stage_check *c, const struct presented *p) {
    c->dropped[c->drops++ % STAGE_DROPPED] = *p;
}

/* ---- the probe ------------------------------------------------------------------------------ */

void stage_view_take(const struct stage_check *c, struct stage_view *view) {
    view->start = *c->bank->start;
    view->beat_valid = *c->bank->beat_valid;
    view->id = *c->bank->id;
    view->mode = *c->bank->mode;
    memcpy(view->beat, c->bank->beat, sizeof view->beat);
}

void stage_view_judge(const struct stage_check *c, const struct stage_view *before) {
    struct stage_view after;
    stage_view_take(c, &after);
    sim_evaluated(c->sim, CHECK_XF_STAGE);
    const char *pin = NULL;
    if (after.start != before->start) {
        pin = "start";
    } else if (after.beat_valid != before->beat_valid) {
        pin = "beat_valid";
    } else if (before->start && (after.id != before->id || after.mode != before->mode)) {
        pin = "id or mode";
    } else if (before->beat_valid && memcmp(after.beat, before->beat, sizeof after.beat) != 0) {
        pin = "beat";
    }
    if (pin) {
        sim_fail(c->sim, CHECK_XF_STAGE, "bank",
                 "the bank's %s depends on what a requester presents in the same cycle", pin);
    }
}
