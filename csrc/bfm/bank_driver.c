#include "bfm/bank_driver.h"

void bank_driver_init(struct bank_driver *d, struct sim *s, const struct slot_shapes *shapes,
                      const struct vectors *vectors) {
    struct rng rng;
    memset(d, 0, sizeof *d);
    d->sim = s;
    d->pins = &s->dut->pins.bank;
    d->id_mask = (1u << s->dut->type->xform.id_w) - 1;
    d->mode_mask = (1u << s->dut->type->xform.mode_w) - 1;
    d->steady_mode = (s->options->without & WITHOUT_MODE_CHANGE) != 0;
    sim_rng(s, &rng, "bank.entries");
    sim_rng(s, &d->rng, "bank.pace");
    rng_init(&d->idle, s->options->idle_seed, s->test, "bank.idle");
    entry_source_init(&d->source, shapes, vectors, s->dut->type->xform.mode_w, 0, &rng);
    entry_stream_init(&d->stream, shapes);
}

void bank_driver_learn(struct bank_driver *d) {
    entry_source_learn(&d->source);
}

void bank_driver_randomise(struct bank_driver *d, struct rng *rng) {
    static const unsigned waits[] = {0, 0, 5, 50};
    entry_knobs_randomise(&d->source.knobs, rng);
    d->wait_max = waits[rng_below(rng, 4)];
    d->source.rng.state = rng_next(rng);
    d->rng.state = rng_next(rng);
    entry_knobs_without(&d->source.knobs, d->sim->options->without);
    if (sim_without(d->sim, WITHOUT_GAPS)) {
        d->wait_max = 0;
    }
    d->random_runs = true;
}

static void begin_run(struct bank_driver *d) {
    if (d->run_asked) {
        entry_stream_begin(&d->stream, d->next, d->context);
        d->run_asked = false;
    } else {
        entry_source_begin_run(&d->source);
        entry_stream_begin(&d->stream, entry_source_next, &d->source);
    }
    d->running = true;
}

static void advance(struct bank_driver *d) {
    if (!d->running) {
        if (d->wait > 0) {
            d->wait--;
        } else if (d->run_asked || d->random_runs) {
            begin_run(d);
        }
    }
    if (d->running) {
        entry_stream_drive(&d->stream);
    } else {
        entry_stream_idle(&d->stream);
    }
}

static void put_selection(struct bank_driver *d) {
    const struct entry_stream *e = &d->stream;
    if (e->start) {
        *d->pins->id = e->id;
        *d->pins->mode = e->mode;
    } else if (!d->steady_mode && !e->steady) {
        const uint64_t bits = rng_next(&d->idle);
        *d->pins->id = (uint8_t)(bits & d->id_mask);
        *d->pins->mode = (uint8_t)((bits >> 8) & d->mode_mask);
    }
}

/* In reset starts and beats may be high: a stream is cut off anywhere. */
static void drive_in_reset(struct bank_driver *d) {
    const uint64_t bits = d->random_runs ? rng_next(&d->rng) : 0;
    d->running = false;
    d->wait = rng_range(&d->rng, 0, d->wait_max);
    entry_stream_init(&d->stream, d->stream.shapes);
    put_selection(d);
    *d->pins->start = bits & 1;
    *d->pins->beat_valid = (bits >> 1) & 1;
    rng_fill(&d->rng, d->pins->beat, 8);
}

void bank_driver_drive(struct bank_driver *d) {
    if (d->sim->in_reset) {
        drive_in_reset(d);
        return;
    }
    advance(d);
    put_selection(d);
    *d->pins->start = d->stream.start;
    *d->pins->beat_valid = d->stream.beat_valid;
    if (d->stream.beat_valid) {
        memcpy(d->pins->beat, d->stream.beat->w, sizeof d->stream.beat->w);
    } else {
        rng_fill(&d->idle, d->pins->beat, 8);
    }
}

void bank_driver_sample(struct bank_driver *d) {
    if (d->sim->in_reset || !d->running) {
        return;
    }
    entry_stream_sample(&d->stream, *d->pins->done);
    if (entry_stream_finished(&d->stream)) {
        d->running = false;
        d->wait = rng_range(&d->rng, 0, d->wait_max);
        d->runs++;
    }
}

void bank_driver_ask(struct bank_driver *d, entry_next *next, void *context) {
    d->run_asked = true;
    d->next = next;
    d->context = context;
    d->wait = 0;
}

void bank_driver_stop(struct bank_driver *d) {
    d->random_runs = false;
}

bool bank_driver_idle(const struct bank_driver *d) {
    return !d->running && !d->run_asked;
}
