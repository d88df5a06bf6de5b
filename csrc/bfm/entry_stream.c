#include "bfm/entry_stream.h"

#include <stddef.h>

enum { ABANDON_TAIL = 2 }; /* cycles a run is held after the last beat of an abandoned entry */

void entry_stream_init(struct entry_stream *e, const struct slot_shapes *shapes) {
    memset(e, 0, sizeof *e);
    e->shapes = shapes;
    e->ended = true;
}

void entry_stream_begin(struct entry_stream *e, entry_next *next, void *context) {
    e->next = next;
    e->context = context;
    e->start = e->beat_valid = e->steady = false;
    e->open = e->planned = e->ended = e->hanging = false;
    e->owed = 0;
    e->quiet = 0;
}

static bool doomed(const struct entry_stream *e, const struct entry_plan *plan) {
    return plan->beats < e->shapes->of[plan->id].in_beats;
}

static void present_beat(struct entry_stream *e) {
    if (e->gap > 0) {
        e->gap--;
        return;
    }
    const struct entry_plan *plan = &e->plan[e->at];
    e->beat_valid = true;
    e->beat = &plan->beat[e->given++];
    if (e->given == plan->beats) {
        e->open = false;
        e->hanging = doomed(e, plan);
    } else {
        e->gap = plan->gap[e->given];
    }
}

/* DEPTH 2 allows one earlier entry without done besides the one started; where ids of different
 * DEPTH meet, and with DEPTH 1, none. An abandoned entry is replaced in a cycle without a beat. */
static bool start_is_legal(const struct entry_stream *e, const struct entry_plan *plan) {
    if (e->open || (e->hanging && e->beat_valid)) {
        return false;
    }
    if (e->owed == 0) {
        return true;
    }
    const bool deep = e->owed_depth >= 2 && e->shapes->of[plan->id].depth >= 2;
    return e->shapes->may_overlap && plan->overlap && deep && e->owed < 2;
}

static void present_start(struct entry_stream *e) {
    e->at = !e->at;
    const struct entry_plan *plan = &e->plan[e->at];
    e->planned = false;
    e->start = true;
    e->id = plan->id;
    e->mode = plan->mode;
    e->steady = plan->steady;
    e->given = 0;
    e->gap = plan->gap[0];
    e->open = plan->beats > 0;
    e->hanging = !e->open;
    if (!doomed(e, plan)) {
        e->owed++;
        e->owed_depth = e->shapes->of[plan->id].depth;
    }
}

void entry_stream_drive(struct entry_stream *e) {
    e->start = e->beat_valid = false;
    if (e->open) {
        present_beat(e);
    }
    struct entry_plan *next = &e->plan[!e->at];
    if (!e->planned && !e->ended) {
        e->planned = e->next(e->context, next);
        e->ended = !e->planned;
        e->delay = next->delay;
    }
    if (e->planned && start_is_legal(e, next)) {
        if (e->delay > 0) {
            e->delay--;
        } else {
            present_start(e);
        }
    }
}

void entry_stream_idle(struct entry_stream *e) {
    e->start = e->beat_valid = e->steady = false;
}

void entry_stream_sample(struct entry_stream *e, bool done) {
    if (done && e->owed > 0) {
        e->owed--;
    }
    e->quiet = e->start || e->beat_valid ? 0 : e->quiet + 1;
}

bool entry_stream_finished(const struct entry_stream *e) {
    return e->ended && !e->open && e->owed == 0 && (!e->hanging || e->quiet >= ABANDON_TAIL);
}
