#include "bfm/slot_driver.h"

#include "dut/packed_pin.h"

#include <stdio.h>

void slot_driver_init(struct slot_driver *d, struct sim *s, const struct slot_shapes *shapes,
                      const struct vectors *vectors) {
    memset(d, 0, sizeof *d);
    d->sim = s;
    d->pins = &s->dut->pins.xform;
    d->params = s->dut->type->xform;
    d->steady_mode = (s->options->without & WITHOUT_MODE_CHANGE) != 0;
    rng_init(&d->idle, s->options->idle_seed, s->test, "slot.idle");
    for (unsigned i = 0; i < d->params.nreq; i++) {
        struct requester *r = &d->requester[i];
        char name[32];
        struct rng rng;
        snprintf(name, sizeof name, "slot.%u.entries", i);
        sim_rng(s, &rng, name);
        entry_source_init(&r->source, shapes, vectors, d->params.mode_w, i, &rng);
        snprintf(name, sizeof name, "slot.%u.pace", i);
        sim_rng(s, &r->rng, name);
        entry_stream_init(&r->stream, shapes);
    }
}

void slot_driver_learn(struct slot_driver *d) {
    for (unsigned i = 0; i < d->params.nreq; i++) {
        entry_source_learn(&d->requester[i].source);
    }
}

static void leave_out(const struct slot_driver *d, struct requester *r) {
    entry_knobs_without(&r->source.knobs, d->sim->options->without);
    if (sim_without(d->sim, WITHOUT_GAPS)) {
        r->knobs.wait_max = r->knobs.linger_max = 0;
    }
    if (sim_without(d->sim, WITHOUT_POKES)) {
        r->knobs.noise = 0;
    }
}

void slot_driver_randomise(struct slot_driver *d, struct rng *rng) {
    static const unsigned waits[] = {0, 0, 3, 20, 200};
    static const unsigned noises[] = {0, 0, 30, 300};
    const unsigned wait_max = waits[rng_below(rng, 5)];
    for (unsigned i = 0; i < d->params.nreq; i++) {
        struct requester *r = &d->requester[i];
        entry_knobs_randomise(&r->source.knobs, rng);
        r->knobs.wait_max = rng_below(rng, 2) ? wait_max : waits[rng_below(rng, 5)];
        r->knobs.linger_max = rng_below(rng, 3) == 0 ? rng_below(rng, 8) : 0;
        r->knobs.noise = noises[rng_below(rng, 4)];
        r->source.rng.state = rng_next(rng);
        r->rng.state = rng_next(rng);
        leave_out(d, r);
        r->random_runs = sim_sends(d->sim, i);
    }
}

/* ---- driving -------------------------------------------------------------------------------- */

static void begin_run(struct requester *r) {
    if (r->run_asked) {
        entry_stream_begin(&r->stream, r->next, r->context);
        r->run_asked = false;
    } else {
        entry_source_begin_run(&r->source);
        entry_stream_begin(&r->stream, entry_source_next, &r->source);
    }
    r->state = REQUESTER_ASKS;
}

/* Whether req is high in this cycle. */
static bool advance(struct requester *r) {
    if (r->state == REQUESTER_IDLE) {
        if (r->wait > 0) {
            r->wait--;
        } else if (r->run_asked || r->random_runs) {
            begin_run(r);
        }
    } else if (r->state == REQUESTER_DONE && r->linger-- == 0) {
        r->state = REQUESTER_IDLE;
        r->wait = rng_range(&r->rng, 0, r->knobs.wait_max);
    }
    return r->state != REQUESTER_IDLE;
}

/* A requester surely holds no grant when req is low for the second cycle, or while another one
 * holds it and keeps req up (a grant is never withdrawn then). Our slot also leaves the grant where
 * it is in the cycle in which req falls; another's may hand it on there (modules 2). */
static bool surely_ungranted(const struct slot_driver *d, unsigned who, uint8_t req) {
    const uint8_t self = (uint8_t)(1u << who);
    const struct requester *r = &d->requester[who];
    const uint8_t kept = d->sim->dut->type->foreign ? req : UINT8_MAX;
    return (!r->req_before && !(req & self)) || (d->holder_before & kept & (uint8_t)~self) != 0;
}

static void put_beat(struct slot_driver *d, unsigned who, const struct word *beat) {
    uint32_t *pins = d->pins->beat + 8 * who;
    if (beat) {
        memcpy(pins, beat->w, sizeof beat->w);
    } else {
        rng_fill(&d->idle, pins, 8);
    }
}

/* A start, a beat or both that must be dropped. */
static void make_noise(struct slot_driver *d, unsigned who, bool *start, bool *valid) {
    struct requester *r = &d->requester[who];
    const uint64_t bits = rng_next(&r->rng);
    struct word beat;
    *start = (bits & 3) != 0;
    *valid = (bits & 3) != 1;
    r->id = (uint8_t)((bits >> 8) & ((1u << d->params.id_w) - 1));
    r->mode = (uint8_t)((bits >> 16) & r->source.mode_mask);
    rng_fill(&r->rng, beat.w, 8);
    put_beat(d, who, *valid ? &beat : NULL);
}

/* Writes the stream pins of one requester. */
static void put_stream(struct slot_driver *d, unsigned who, uint8_t req, uint8_t *start,
                       uint8_t *valid) {
    struct requester *r = &d->requester[who];
    struct entry_stream *e = &r->stream;
    bool has_start = false, has_beat = false;
    if (r->state == REQUESTER_RUNS) {
        entry_stream_drive(e);
        has_start = e->start;
        has_beat = e->beat_valid;
        if (has_start) {
            r->id = e->id;
            r->mode = e->mode;
        }
        put_beat(d, who, has_beat ? e->beat : NULL);
    } else {
        entry_stream_idle(e);
        if (r->knobs.noise > 0 && (d->sim->in_reset || surely_ungranted(d, who, req)) &&
            rng_chance(&r->rng, r->knobs.noise)) {
            make_noise(d, who, &has_start, &has_beat);
        } else {
            put_beat(d, who, NULL);
        }
    }
    if (!has_start && !d->steady_mode && !e->steady) {
        const uint64_t bits = rng_next(&d->idle);
        r->id = (uint8_t)(bits & ((1u << d->params.id_w) - 1));
        r->mode = (uint8_t)((bits >> 8) & r->source.mode_mask);
    }
    *start |= (uint8_t)(has_start << who);
    *valid |= (uint8_t)(has_beat << who);
}

/* In reset everything may be high: a stream is cut off anywhere. */
static uint8_t drive_in_reset(struct requester *r) {
    r->state = REQUESTER_IDLE;
    r->wait = rng_range(&r->rng, 0, r->knobs.wait_max);
    entry_stream_init(&r->stream, r->stream.shapes);
    return r->random_runs && rng_chance(&r->rng, 500);
}

void slot_driver_drive(struct slot_driver *d) {
    uint8_t req = 0, start = 0, valid = 0;
    uint64_t id = 0, mode = 0;
    for (unsigned i = 0; i < d->params.nreq; i++) {
        struct requester *r = &d->requester[i];
        const unsigned high = d->sim->in_reset ? drive_in_reset(r) : advance(r);
        req |= (uint8_t)(high << i);
    }
    for (unsigned i = 0; i < d->params.nreq; i++) {
        struct requester *r = &d->requester[i];
        put_stream(d, i, req, &start, &valid);
        id |= (uint64_t)r->id << (i * d->params.id_w);
        mode |= (uint64_t)r->mode << (i * d->params.mode_w);
    }
    *d->pins->req = req;
    *d->pins->start = start;
    *d->pins->beat_valid = valid;
    packed_put(&d->pins->id, id);
    packed_put(&d->pins->mode, mode);
}

/* ---- sampling ------------------------------------------------------------------------------- */

static void sample_requester(struct requester *r, bool granted, bool done) {
    if (r->state == REQUESTER_ASKS && granted) {
        r->state = REQUESTER_RUNS;
    } else if (r->state == REQUESTER_RUNS) {
        entry_stream_sample(&r->stream, done && granted);
        if (entry_stream_finished(&r->stream)) {
            r->state = REQUESTER_DONE;
            r->linger = rng_range(&r->rng, 0, r->knobs.linger_max);
            r->runs++;
        }
    }
}

void slot_driver_sample(struct slot_driver *d) {
    const uint8_t req = *d->pins->req, gnt = *d->pins->gnt;
    const bool done = *d->pins->done;
    if (d->sim->in_reset) {
        d->holder_before = 0;
        for (unsigned i = 0; i < d->params.nreq; i++) {
            d->requester[i].req_before = false;
        }
        return;
    }
    d->holder_before = gnt & req;
    for (unsigned i = 0; i < d->params.nreq; i++) {
        d->requester[i].req_before = (req >> i) & 1;
        sample_requester(&d->requester[i], (gnt >> i) & 1, done);
    }
}

/* ---- steering ------------------------------------------------------------------------------- */

void slot_driver_ask(struct slot_driver *d, unsigned who, entry_next *next, void *context) {
    struct requester *r = &d->requester[who];
    r->run_asked = true;
    r->next = next;
    r->context = context;
    r->wait = 0;
}

void slot_driver_stop(struct slot_driver *d) {
    for (unsigned i = 0; i < d->params.nreq; i++) {
        d->requester[i].random_runs = false;
    }
}

bool slot_driver_idle(const struct slot_driver *d) {
    for (unsigned i = 0; i < d->params.nreq; i++) {
        if (d->requester[i].state != REQUESTER_IDLE || d->requester[i].run_asked) {
            return false;
        }
    }
    return true;
}

bool slot_driver_ungranted(const struct slot_driver *d) {
    for (unsigned i = 0; i < d->params.nreq; i++) {
        if (d->requester[i].req_before || d->requester[i].state != REQUESTER_IDLE) {
            return false;
        }
    }
    return true;
}

unsigned slot_driver_presenting(const struct slot_driver *d) {
    unsigned who = 0;
    for (unsigned i = 0; i < d->params.nreq && i < SLOT_REQUESTERS_MAX; i++) {
        const struct entry_stream *e = &d->requester[i].stream;
        who |= (unsigned)(e->start || e->beat_valid) << i;
    }
    return who;
}
