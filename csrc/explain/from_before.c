#include "explain/from_before.h"

#include <string.h>

void from_before_init(struct from_before *b, const struct explain_judge *judge,
                      const struct sim *s) {
    memset(b, 0, sizeof *b);
    b->judge = judge;
    b->lanes = lanes_of(s->dut, b->lane);
}

void from_before_cycle(struct from_before *b, struct sim *s) {
    const bool passed = b->stage == BEFORE_TRIAL && s->cycle - b->quiet_since > TRIAL_CYCLES;
    if (b->stage != BEFORE_NOTHING && (s->in_reset || passed)) {
        b->stage = BEFORE_NOTHING;
        b->sure_since = s->cycle;
    }
    b->in_the_middle |= b->stage == BEFORE_UNKNOWN;
}

static bool is_explained(const struct from_before *b, enum check_id id) {
    for (unsigned i = 0; i < b->judge->certain_count; i++) {
        if (b->judge->certain[i] == id) {
            return false;
        }
    }
    return true;
}

static bool all_idle(const struct from_before *b) {
    for (unsigned i = 0; i < b->lanes; i++) {
        if (lane_state(&b->lane[i]) != LANE_IDLE) {
            return false;
        }
    }
    return true;
}

/* Counters that are off say least, a stall says most. */
static int rank(enum check_id id) {
    return id == CHECK_SIM_STALL ? 2 : id != CHECK_MEM_COUNT;
}

static void keep(struct from_before *b, struct sim *s) {
    if (!b->first.set || rank(s->failure.check) > rank(b->first.check)) {
        b->first = s->failure;
    }
    memset(&s->failure, 0, sizeof s->failure);
}

/* Takes out what is not to be flagged; whether there was any. */
static bool count(struct from_before *b, struct sim *s) {
    bool any = false;
    for (unsigned i = 0; i < CHECK_COUNT; i++) {
        const uint64_t more = s->seen.failed[i] - b->failed[i];
        if (more > 0 && is_explained(b, (enum check_id)i)) {
            b->counted[i] += more;
            s->seen.failed[i] = b->failed[i];
            any = true;
        }
        b->failed[i] = s->seen.failed[i];
    }
    if (s->failure.set && is_explained(b, s->failure.check)) {
        keep(b, s);
    }
    return any;
}

void from_before_sort(struct from_before *b, struct sim *s, void *judging) {
    if (b->stage == BEFORE_NOTHING) {
        return;
    }
    if (count(b, s)) {
        b->stage = BEFORE_UNKNOWN;
    }
    b->quiet = all_idle(b) ? b->quiet + 1 : 0;
    if (b->stage == BEFORE_UNKNOWN && b->quiet >= QUIET_CYCLES) {
        b->judge->join(judging);
        b->stage = BEFORE_TRIAL;
        b->quiet = 0;
        b->quiet_since = s->cycle;
    }
}
