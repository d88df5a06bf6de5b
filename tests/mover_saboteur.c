#include "mover_saboteur.h"

/* ---- what the mover shows -------------------------------------------------------------------- */

static struct axi_saved save_address(const struct axi_address_pins *p) {
    return (struct axi_saved){.addr = *p->addr,
                              .id = *p->id,
                              .len = *p->len,
                              .size = *p->size,
                              .burst = *p->burst,
                              .valid = *p->valid};
}

static void put_address(const struct axi_address_pins *p, const struct axi_saved *saved) {
    *p->addr = saved->addr;
    *p->id = saved->id;
    *p->len = saved->len;
    *p->size = saved->size;
    *p->burst = saved->burst;
    *p->valid = saved->valid;
}

static void save(struct mover_saboteur *x) {
    const struct mover_pins *p = &x->pins;
    x->saved.aw = save_address(&p->axi.aw);
    x->saved.ar = save_address(&p->axi.ar);
    memcpy(x->saved.w_data, p->axi.w.data, sizeof x->saved.w_data);
    memcpy(x->saved.beat, p->beat, sizeof x->saved.beat);
    x->saved.w_strb = *p->axi.w.strb;
    x->saved.w_last = *p->axi.w.last;
    x->saved.w_valid = *p->axi.w.valid;
    x->saved.b_ready = *p->axi.b.ready;
    x->saved.r_ready = *p->axi.r.ready;
    x->saved.busy = *p->busy;
    x->saved.fault = *p->fault;
    x->saved.done = *p->done;
    x->saved.req = *p->req;
    x->saved.start = *p->start;
    x->saved.id = *p->id;
    x->saved.mode = *p->mode;
    x->saved.beat_valid = *p->beat_valid;
}

static void put_back(const struct mover_saboteur *x) {
    const struct mover_pins *p = &x->pins;
    put_address(&p->axi.aw, &x->saved.aw);
    put_address(&p->axi.ar, &x->saved.ar);
    memcpy(p->axi.w.data, x->saved.w_data, sizeof x->saved.w_data);
    memcpy(p->beat, x->saved.beat, sizeof x->saved.beat);
    *p->axi.w.strb = x->saved.w_strb;
    *p->axi.w.last = x->saved.w_last;
    *p->axi.w.valid = x->saved.w_valid;
    *p->axi.b.ready = x->saved.b_ready;
    *p->axi.r.ready = x->saved.r_ready;
    *p->busy = x->saved.busy;
    *p->fault = x->saved.fault;
    *p->done = x->saved.done;
    *p->req = x->saved.req;
    *p->start = x->saved.start;
    *p->id = x->saved.id;
    *p->mode = x->saved.mode;
    *p->beat_valid = x->saved.beat_valid;
}

/* ---- channels -------------------------------------------------------------------------------- */

static void look(struct mv_channel *c, bool in_reset) {
    c->hold = false;
    if (in_reset || !*c->valid) {
        c->offer = 0;
        c->pending = false;
    } else if (!c->pending) {
        c->offer = ++c->offers;
    }
}

/* After the deed and the sample: whether the mover keeps its offer. */
static void settle(struct mv_channel *c) {
    if (c->hold) {
        *c->ready = 0;
    }
    c->pending = c->offer != 0 && !*c->ready;
}

static void attach(struct mover_saboteur *x) {
    x->bench = x->sim->bench;
    x->pins = x->sim->dut->pins.mover;
    const struct axi_pins *a = &x->pins.axi;
    x->aw = (struct mv_channel){.valid = a->aw.valid, .ready = a->aw.ready};
    x->w = (struct mv_channel){.valid = a->w.valid, .ready = a->w.ready};
    x->ar = (struct mv_channel){.valid = a->ar.valid, .ready = a->ar.ready};
}

static void spoil(void *self) {
    struct mover_saboteur *x = self;
    if (!x->bench) {
        attach(x);
    }
    save(x);
    look(&x->aw, x->sim->in_reset);
    look(&x->w, x->sim->in_reset);
    look(&x->ar, x->sim->in_reset);
    if (!x->sim->in_reset) {
        x->deed(x);
    }
}

static void restore(void *self) {
    struct mover_saboteur *x = self;
    put_back(x);
    settle(&x->aw);
    settle(&x->w);
    settle(&x->ar);
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

/* ---- for deeds ------------------------------------------------------------------------------- */

void mv_hold_off(struct mv_channel *c) {
    *c->valid = 0;
    c->hold = true;
}

bool mv_show_read(struct mover_saboteur *x, uint64_t addr) {
    const struct axi_address_pins *ar = &x->pins.axi.ar;
    x->ar.hold = true;
    *ar->addr = addr;
    *ar->id = *ar->len = 0;
    *ar->size = 5;
    *ar->burst = 1;
    *ar->valid = 1;
    return *ar->ready;
}
