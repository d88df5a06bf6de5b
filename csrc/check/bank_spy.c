#include "check/bank_spy.h"

#include <stdio.h>

void bank_spy_init(struct bank_spy *spy, struct sim *s, const char *where,
                   const struct bank_pins *pins, const struct slot_shapes *shapes) {
    memset(spy, 0, sizeof *spy);
    spy->sim = s;
    spy->where = where;
    spy->pins = pins;
    spy->shapes = shapes;
    bank_model_init_foreign(&spy->model, shapes->of, shapes->ids);
}

static void see_beat(struct bank_spy *spy) {
    struct word beat;
    memcpy(beat.w, spy->pins->beat, sizeof beat.w);
    sim_evaluated(spy->sim, CHECK_XF_DRIVE);
    if (!bank_model_beat(&spy->model, &beat)) {
        sim_fail(spy->sim, CHECK_XF_DRIVE, spy->where,
                 "a beat reaches the bank without an open entry that wants one");
        return;
    }
    if (bank_model_beats_wanted(&spy->model) == 0 && spy->complete < BANK_DEPTH_MAX) {
        spy->last_beat[spy->complete++] = spy->sim->cycle;
    }
}

static void see_start(struct bank_spy *spy) {
    const unsigned id = *spy->pins->id;
    sim_evaluated(spy->sim, CHECK_XF_DRIVE);
    switch (bank_model_start(&spy->model, id, *spy->pins->mode)) {
    case BANK_START_TOO_EARLY:
        sim_fail(spy->sim, CHECK_XF_DRIVE, spy->where,
                 "start of id %u (DEPTH %u) while %u earlier entries are without done", id,
                 spy->shapes->of[id].depth, bank_model_pending(&spy->model));
        return;
    case BANK_START_UNDECLARED:
        sim_fail(spy->sim, CHECK_XF_DRIVE, spy->where,
                 "start before the open entry's last beat, on a bank that declares no DEPTH");
        return;
    default:
        return;
    }
}

static void see_done(struct bank_spy *spy) {
    struct bank_result result;
    if (!bank_model_done(&spy->model, &result) || spy->complete == 0) {
        return; /* the bank's fault, not its driver's */
    }
    const unsigned latency = (unsigned)(spy->sim->cycle - spy->last_beat[0]);
    const bool waited = spy->sim->cycle - spy->latest_done == spy->latest_words;
    if (!waited && latency > spy->latency) {
        spy->latency = latency;
    }
    spy->latest_done = spy->sim->cycle;
    spy->latest_words = result.out_words;
    spy->complete--;
    spy->last_beat[0] = spy->last_beat[1];
}

void bank_spy_sample(struct bank_spy *spy) {
    if (spy->sim->in_reset) {
        bank_model_reset(&spy->model);
        spy->complete = 0;
        spy->latest_words = 0;
        return;
    }
    if (*spy->pins->beat_valid) {
        see_beat(spy);
    }
    if (*spy->pins->start) {
        see_start(spy);
    }
    if (*spy->pins->done) {
        see_done(spy);
    }
    bank_model_end_cycle(&spy->model, 0);
}
