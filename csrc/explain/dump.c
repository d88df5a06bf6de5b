#include "explain/dump.h"

#include "explain/dump_find.h"

#include <string.h>

/* ---- life ------------------------------------------------------------------------------------ */

static bool resolve(struct dump *d, const struct dump_request *q, struct text *t) {
    if (!dump_find_dut(d, q, t)) {
        return false;
    }
    const struct fst_signal *number = dump_find(d->reader, "COSIM", "cycle");
    d->numbered = number && number->bits >= 32 && number->bits <= 64;
    if (d->numbered) {
        d->number = fst_want(d->reader, number);
    }
    return dump_find_parameters(d, q, t);
}

bool dump_open(struct dump *d, const struct dump_request *q, char why[DUMP_WHY_SIZE]) {
    char reason[FST_WHY_SIZE];
    struct text t = text_into(why, DUMP_WHY_SIZE);
    memset(d, 0, sizeof *d);
    d->path = q->path;
    d->reader = fst_open(q->path, reason);
    if (!d->reader) {
        text_add(&t, "%s %s", q->path, reason);
        return false;
    }
    if (!resolve(d, q, &t)) {
        dump_close(d);
        return false;
    }
    struct sample first;
    d->sampler = sampler_new(d->reader, d->clock);
    const enum fst_next next = d->sampler ? sampler_next(d->sampler, &first, reason) : FST_DAMAGED;
    if (next != FST_CHANGE) {
        if (next == FST_END) {
            text_add(&t, "%s: clock %s never rises", q->path, q->clock);
        } else {
            text_add(&t, "%s %s", q->path, d->sampler ? reason : "cannot be read");
        }
        dump_close(d);
        return false;
    }
    d->first = first;
    if (!dump_take_parameters(d, q, &t)) {
        dump_close(d);
        return false;
    }
    return true;
}

void dump_close(struct dump *d) {
    sampler_free(d->sampler);
    fst_close(d->reader);
    d->sampler = NULL;
    d->reader = NULL;
}

/* ---- pins ----------------------------------------------------------------------------------- */

void dump_attach(struct dump *d, const struct dut *dut) {
    struct pin pin[PINS_MAX];
    pins_of(dut, pin);
    for (unsigned i = 0; i < d->pins; i++) {
        d->pin[i].pin = pin[i];
    }
}

/* ---- cycles ---------------------------------------------------------------------------------- */

static bool any_unknown(const struct dump *d, const struct dump_pin *p) {
    const uint32_t *unknown = sampler_unknown(d->sampler, p->wanted);
    for (unsigned i = 0; i < pin_words(&p->pin); i++) {
        const unsigned rest = p->pin.bits - i * 32;
        if (unknown[i] & (rest < 32 ? (UINT32_C(1) << rest) - 1 : UINT32_MAX)) {
            return true;
        }
    }
    return false;
}

static void look_at_control(struct dump *d) {
    d->unknown_control = false;
    for (unsigned i = 0; i < d->pins; i++) {
        const struct dump_pin *p = &d->pin[i];
        const bool low = strcmp(p->pin.name, "resetn") == 0;
        if (low || strcmp(p->pin.name, "rst") == 0) {
            const bool unknown = sampler_unknown(d->sampler, p->wanted)[0] & 1;
            d->in_reset = unknown || (sampler_value(d->sampler, p->wanted)[0] & 1) != low;
        } else if (p->role == PIN_CONTROL) {
            d->unknown_control |= any_unknown(d, p);
        }
    }
}

static void number_cycle(struct dump *d, const struct sample *sample) {
    const uint64_t next = d->cycle + 1;
    d->time = sample->time;
    d->cycle = sample->edge;
    if (d->numbered && sampler_unknown(d->sampler, d->number)[0] == 0) {
        const uint32_t *value = sampler_value(d->sampler, d->number);
        d->cycle = value[0] | (uint64_t)value[1] << 32;
        if (sample->edge > 0 && d->cycle < next) {
            d->cycle = next; /* nobody can work with time that goes back */
        }
    }
}

enum fst_next dump_next(struct dump *d, char why[DUMP_WHY_SIZE]) {
    char reason[FST_WHY_SIZE];
    struct sample sample = d->first;
    enum fst_next next = FST_CHANGE;
    if (d->started) {
        next = sampler_next(d->sampler, &sample, reason);
    }
    d->started = true;
    if (next == FST_DAMAGED) {
        snprintf(why, DUMP_WHY_SIZE, "%s %s", d->path, reason);
    } else if (next == FST_CHANGE) {
        number_cycle(d, &sample);
        look_at_control(d);
    }
    return next;
}

void dump_fill(struct dump *d) {
    for (unsigned i = 0; i < d->pins; i++) {
        pin_set(&d->pin[i].pin, sampler_value(d->sampler, d->pin[i].wanted));
    }
}

/* Payload that means something in this cycle: its valid is high, for packed ones its part's is. */
static bool matters(const struct dump *d, const struct dump_pin *p) {
    if (p->valid < 0) {
        return true;
    }
    const struct dump_pin *valid = &d->pin[p->valid];
    const uint32_t high = sampler_value(d->sampler, valid->wanted)[0];
    if (valid->pin.bits == 1 || p->pin.bits % valid->pin.bits != 0) {
        return high != 0;
    }
    const unsigned part = p->pin.bits / valid->pin.bits;
    const uint32_t *unknown = sampler_unknown(d->sampler, p->wanted);
    for (unsigned i = 0; i < p->pin.bits; i++) {
        if (unknown[i / 32] >> i % 32 & 1 && high >> i / part & 1) {
            return true;
        }
    }
    return false;
}

void dump_note_unknown(struct dump *d) {
    for (unsigned i = 0; i < d->pins; i++) {
        struct dump_pin *p = &d->pin[i];
        if (any_unknown(d, p) && matters(d, p) && p->unknown_cycles++ == 0) {
            p->unknown_first = d->cycle;
            p->unknown_first_time = d->time;
        }
    }
}
