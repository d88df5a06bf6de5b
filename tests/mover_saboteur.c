#include "mover_saboteur.h"

static void save_outputs(struct mover_saboteur *x) {
    const struct mover_pins *p = &x->pins;
    struct saved_pins *s = &x->saved;
    saved_pins_add_master(s, &p->axi);
    SAVED_PINS_ADD(s, p->busy);
    SAVED_PINS_ADD(s, p->fault);
    SAVED_PINS_ADD(s, p->done);
    SAVED_PINS_ADD(s, p->req);
    SAVED_PINS_ADD(s, p->start);
    SAVED_PINS_ADD(s, p->id);
    SAVED_PINS_ADD(s, p->mode);
    SAVED_PINS_ADD(s, p->beat_valid);
    saved_pins_add(s, p->beat, sizeof(struct word));
}

static void attach(struct mover_saboteur *x) {
    x->bench = x->sim->bench;
    x->pins = x->sim->dut->pins.mover;
    const struct axi_pins *a = &x->pins.axi;
    x->aw = spoilt_axi(a->aw.valid, a->aw.ready);
    x->w = spoilt_axi(a->w.valid, a->w.ready);
    x->ar = spoilt_axi(a->ar.valid, a->ar.ready);
    save_outputs(x);
}

static void spoil(void *self) {
    struct mover_saboteur *x = self;
    if (!x->bench) {
        attach(x);
    }
    saved_pins_save(&x->saved);
    spoilt_look(&x->aw, x->sim->in_reset);
    spoilt_look(&x->w, x->sim->in_reset);
    spoilt_look(&x->ar, x->sim->in_reset);
    if (!x->sim->in_reset) {
        x->deed(x);
    }
}

static void restore(void *self) {
    struct mover_saboteur *x = self;
    saved_pins_put_back(&x->saved);
    spoilt_settle(&x->aw);
    spoilt_settle(&x->w);
    spoilt_settle(&x->ar);
    if (x->loses_b) {
        *x->pins.axi.b.valid = 0;
        x->loses_b = false;
    }
    sim_settle(x->sim);
}

struct mover_saboteur *mover_sabotage(struct sim *s, void (*deed)(struct mover_saboteur *x),
                                      unsigned limit) {
    struct mover_saboteur *x = sim_alloc(s, sizeof *x);
    x->sim = s;
    x->deed = deed;
    x->limit = limit;
    x->hook = (struct saboteur){spoil, restore, x};
    s->saboteur = &x->hook;
    return x;
}

bool mv_show_read(struct mover_saboteur *x, uint64_t addr) {
    return spoilt_show_read(&x->ar, &x->pins.axi.ar, addr);
}
