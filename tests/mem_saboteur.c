#include "mem_saboteur.h"

#include <string.h>

/* ---- what the port shows --------------------------------------------------------------------- */

static void save(struct mem_saboteur *x) {
    const struct mem_port_pins *p = &x->pins;
    const struct axi_pins *a = &p->axi;
    memcpy(x->saved.out, p->out.data, sizeof x->saved.out);
    memcpy(x->saved.w_data, a->w.data, sizeof x->saved.w_data);
    x->saved.w_strb = *a->w.strb;
    x->saved.aw_addr = *a->aw.addr;
    x->saved.ar_addr = *a->ar.addr;
    x->saved.rd_count = *p->rd_count;
    x->saved.wr_count = *p->wr_count;
    x->saved.out_valid = *p->out.valid;
    x->saved.in_busy = *p->in.busy;
    x->saved.aw_id = *a->aw.id;
    x->saved.aw_len = *a->aw.len;
    x->saved.aw_size = *a->aw.size;
    x->saved.aw_burst = *a->aw.burst;
    x->saved.aw_valid = *a->aw.valid;
    x->saved.ar_id = *a->ar.id;
    x->saved.ar_len = *a->ar.len;
    x->saved.ar_size = *a->ar.size;
    x->saved.ar_burst = *a->ar.burst;
    x->saved.ar_valid = *a->ar.valid;
    x->saved.w_last = *a->w.last;
    x->saved.w_valid = *a->w.valid;
    x->saved.b_ready = *a->b.ready;
    x->saved.r_ready = *a->r.ready;
}

static void put_back(const struct mem_saboteur *x) {
    const struct mem_port_pins *p = &x->pins;
    const struct axi_pins *a = &p->axi;
    memcpy(p->out.data, x->saved.out, sizeof x->saved.out);
    memcpy(a->w.data, x->saved.w_data, sizeof x->saved.w_data);
    *a->w.strb = x->saved.w_strb;
    *a->aw.addr = x->saved.aw_addr;
    *a->ar.addr = x->saved.ar_addr;
    *p->rd_count = x->saved.rd_count;
    *p->wr_count = x->saved.wr_count;
    *p->out.valid = x->saved.out_valid;
    *p->in.busy = x->saved.in_busy;
    *a->aw.id = x->saved.aw_id;
    *a->aw.len = x->saved.aw_len;
    *a->aw.size = x->saved.aw_size;
    *a->aw.burst = x->saved.aw_burst;
    *a->aw.valid = x->saved.aw_valid;
    *a->ar.id = x->saved.ar_id;
    *a->ar.len = x->saved.ar_len;
    *a->ar.size = x->saved.ar_size;
    *a->ar.burst = x->saved.ar_burst;
    *a->ar.valid = x->saved.ar_valid;
    *a->w.last = x->saved.w_last;
    *a->w.valid = x->saved.w_valid;
    *a->b.ready = x->saved.b_ready;
    *a->r.ready = x->saved.r_ready;
}

/* ---- channels -------------------------------------------------------------------------------- */

static struct spoilt_channel channel(uint8_t *valid, uint8_t *accept, uint8_t refusing) {
    return (struct spoilt_channel){.valid = valid, .accept = accept, .refusing = refusing};
}

static void attach(struct mem_saboteur *x) {
    x->bench = x->sim->bench;
    x->pins = x->sim->dut->pins.mem_port;
    const struct axi_pins *a = &x->pins.axi;
    x->out = channel(x->pins.out.valid, x->pins.out.busy, 1);
    x->aw = channel(a->aw.valid, a->aw.ready, 0);
    x->w = channel(a->w.valid, a->w.ready, 0);
    x->ar = channel(a->ar.valid, a->ar.ready, 0);
}

static void look(struct spoilt_channel *c, bool in_reset) {
    c->hold = false;
    if (in_reset || !*c->valid) {
        c->offer = 0;
        c->pending = false;
        return;
    }
    if (c->pending) {
        c->age++;
    } else {
        c->offer = ++c->offers;
        c->age = 0;
    }
}

/* After the deed and the sample: whether the port keeps its offer. */
static void settle(struct spoilt_channel *c) {
    if (c->hold) {
        *c->accept = c->refusing;
    }
    c->pending = c->offer != 0 && *c->accept == c->refusing;
    c->transfers += c->offer != 0 && !c->pending;
}

static void spoil(void *self) {
    struct mem_saboteur *x = self;
    if (!x->bench) {
        attach(x);
    }
    save(x);
    look(&x->out, x->sim->in_reset);
    look(&x->aw, x->sim->in_reset);
    look(&x->w, x->sim->in_reset);
    look(&x->ar, x->sim->in_reset);
    x->deed(x);
}

static void restore(void *self) {
    struct mem_saboteur *x = self;
    put_back(x);
    settle(&x->out);
    settle(&x->aw);
    settle(&x->w);
    settle(&x->ar);
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

void mem_hold_off(struct spoilt_channel *c) {
    *c->valid = 0;
    c->hold = true;
}

static bool show(struct spoilt_channel *c) {
    c->hold = true;
    *c->valid = 1;
    return *c->accept != c->refusing;
}

bool mem_show(struct mem_saboteur *x, const struct flit *f) {
    mem_change_flit(x, f);
    return show(&x->out);
}

bool mem_show_read(struct mem_saboteur *x, uint64_t addr) {
    const struct axi_address_pins *ar = &x->pins.axi.ar;
    *ar->addr = addr;
    *ar->id = *ar->len = 0;
    *ar->size = 5;
    *ar->burst = 1;
    return show(&x->ar);
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
