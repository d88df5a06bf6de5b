#include "mem_saboteur.h"

static void attach(struct mem_saboteur *x) {
    x->bench = x->sim->bench;
    x->pins = x->sim->dut->pins.mem_port;
    const struct axi_pins *a = &x->pins.axi;
    x->out = spoilt_link(&x->pins.out);
    x->aw = spoilt_axi(a->aw.valid, a->aw.ready);
    x->w = spoilt_axi(a->w.valid, a->w.ready);
    x->ar = spoilt_axi(a->ar.valid, a->ar.ready);
    saved_pins_add_output(&x->saved, &x->pins.out);
    saved_pins_add_input(&x->saved, &x->pins.in);
    saved_pins_add_master(&x->saved, a);
    SAVED_PINS_ADD(&x->saved, x->pins.rd_count);
    SAVED_PINS_ADD(&x->saved, x->pins.wr_count);
}

static void spoil(void *self) {
    struct mem_saboteur *x = self;
    if (!x->bench) {
        attach(x);
    }
    saved_pins_save(&x->saved);
    spoilt_look(&x->out, x->sim->in_reset);
    spoilt_look(&x->aw, x->sim->in_reset);
    spoilt_look(&x->w, x->sim->in_reset);
    spoilt_look(&x->ar, x->sim->in_reset);
    x->deed(x);
}

static void restore(void *self) {
    struct mem_saboteur *x = self;
    saved_pins_put_back(&x->saved);
    spoilt_settle(&x->out);
    spoilt_settle(&x->aw);
    spoilt_settle(&x->w);
    spoilt_settle(&x->ar);
    sim_settle(x->sim);
}

struct mem_saboteur *mem_sabotage(struct sim *s, void (*deed)(struct mem_saboteur *x)) {
    struct mem_saboteur *x = sim_alloc(s, sizeof *x);
    x->sim = s;
    x->deed = deed;
    x->hook = (struct saboteur){spoil, restore, x};
    s->saboteur = &x->hook;
    return x;
}

/* ---- for deeds ------------------------------------------------------------------------------- */

bool mem_show(struct mem_saboteur *x, const struct flit *f) {
    mem_change_flit(x, f);
    return spoilt_show(&x->out);
}

bool mem_show_read(struct mem_saboteur *x, uint64_t addr) {
    return spoilt_show_read(&x->ar, &x->pins.axi.ar, addr);
}

bool mem_offers_flit(const struct mem_saboteur *x, unsigned nth, struct flit *f) {
    if (x->out.offer != nth) {
        return false;
    }
    flit_unpack(x->pins.out.data, f);
    return true;
}

void mem_change_flit(struct mem_saboteur *x, const struct flit *f) {
    flit_pack(f, x->pins.out.data);
}
