#include "saboteur.h"

#include <string.h>

static void read_pins(const struct slot_saboteur *x, struct slot_outputs *out) {
    out->gnt = x->pins.gnt ? *x->pins.gnt : 0;
    out->done = *x->pins.done;
    out->fault = *x->pins.fault;
    out->cfg_rdata = *x->pins.cfg_rdata;
    for (unsigned i = 0; i < BANK_WORDS_MAX; i++) {
        memcpy(out->word[i].w, x->pins.word[i], sizeof out->word[i].w);
    }
}

static void write_pins(const struct slot_saboteur *x, const struct slot_outputs *out) {
    if (x->pins.gnt) {
        *x->pins.gnt = out->gnt;
    }
    *x->pins.done = out->done;
    *x->pins.fault = out->fault;
    *x->pins.cfg_rdata = out->cfg_rdata;
    for (unsigned i = 0; i < BANK_WORDS_MAX; i++) {
        memcpy(x->pins.word[i], out->word[i].w, sizeof out->word[i].w);
    }
}

static void spoil(void *self) {
    struct slot_saboteur *x = self;
    read_pins(x, &x->real);
    if (x->sim->in_reset) {
        x->count = 0;
        return;
    }
    struct slot_outputs shown = x->real;
    x->dones += x->real.done;
    x->change(x, &shown);
    if (shown.fault != x->real.fault && *x->pins.cfg_addr == BANK_REG_FAULT) {
        shown.cfg_rdata = shown.fault;
    }
    write_pins(x, &shown);
}

static void restore(void *self) {
    const struct slot_saboteur *x = self;
    write_pins(x, &x->real);
}

static void take_slot_pins(struct slot_saboteur *x) {
    const struct xform_pins *p = &x->sim->dut->pins.xform;
    x->pins.req = p->req;
    x->pins.start = p->start;
    x->pins.beat_valid = p->beat_valid;
    x->pins.id = p->id.storage;
    x->pins.mode = p->mode.storage;
    x->pins.beat = p->beat;
    x->pins.cfg_en = p->cfg_en;
    x->pins.cfg_addr = p->cfg_addr;
    x->pins.gnt = p->gnt;
    x->pins.done = p->done;
    x->pins.fault = p->fault;
    x->pins.cfg_rdata = p->cfg_rdata;
    memcpy(x->pins.word, p->word, sizeof x->pins.word);
}

static void take_bank_pins(struct slot_saboteur *x) {
    const struct bank_pins *p = &x->sim->dut->pins.bank;
    x->pins.start = p->start;
    x->pins.beat_valid = p->beat_valid;
    x->pins.id = p->id;
    x->pins.mode = p->mode;
    x->pins.beat = p->beat;
    x->pins.cfg_en = p->cfg_en;
    x->pins.cfg_addr = p->cfg_addr;
    x->pins.done = p->done;
    x->pins.fault = p->fault;
    x->pins.cfg_rdata = p->cfg_rdata;
    memcpy(x->pins.word, p->word, sizeof x->pins.word);
}

struct slot_saboteur *sabotage(struct sim *s,
                               void (*change)(struct slot_saboteur *x, struct slot_outputs *shown),
                               unsigned knob) {
    struct slot_saboteur *x = sim_alloc(s, sizeof *x);
    x->hooks = (struct saboteur){spoil, restore, x};
    x->sim = s;
    x->change = change;
    x->knob = knob;
    if (s->dut->type->kind == DUT_XFORM) {
        take_slot_pins(x);
    } else {
        take_bank_pins(x);
    }
    read_pins(x, &x->real);
    memcpy(x->latest, x->real.word, sizeof x->latest);
    s->saboteur = &x->hooks;
    return x;
}

void sabotage_withhold(struct slot_saboteur *x, struct slot_outputs *shown) {
    const struct late_answer *head = &x->late[x->first];
    shown->done = x->count > 0 && head->due <= x->sim->cycle;
    if (shown->done) {
        memcpy(x->latest, head->word, sizeof x->latest);
        x->first = (x->first + 1) % LATE_ANSWERS;
        x->count--;
    }
    memcpy(shown->word, x->latest, sizeof shown->word);
}

void sabotage_answer_later(struct slot_saboteur *x, unsigned cycles) {
    struct late_answer *a = &x->late[(x->first + x->count++) % LATE_ANSWERS];
    a->due = x->sim->cycle + cycles;
    memcpy(a->word, x->real.word, sizeof a->word);
}
