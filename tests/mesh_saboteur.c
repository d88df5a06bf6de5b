#include "mesh_saboteur.h"

#include <string.h>

/* ---- what the agent shows -------------------------------------------------------------------- */

static void attach(struct mesh_saboteur *x) {
    const struct mag_pins *p = &x->sim->dut->pins.mag;
    x->bench = x->sim->bench;
    for (unsigned i = 0; i < x->bench->ports; i++) {
        x->link[MESH_OUT + i].pins = p->noc_out[i];
        x->link[MESH_OUT + i].there = true;
    }
    x->link[MESH_RX] = (struct spoilt_link){.pins = p->agt_rx, .there = true};
    x->link[MESH_ENC] = (struct spoilt_link){.pins = p->enc, .there = true};
}

static void look(struct spoilt_link *l, bool in_reset) {
    memcpy(l->data, l->pins.data, sizeof l->data);
    l->valid = *l->pins.valid;
    l->agent = MESH_AS_SHOWN;
    if (!l->valid || in_reset) {
        l->offer = 0;
        l->pending = false;
    } else if (!l->pending) {
        l->offer = ++l->offers;
    }
}

/* Whether the agent keeps its offer: as shown, or as the deed has it. */
static void settle(struct spoilt_link *l) {
    memcpy(l->pins.data, l->data, sizeof l->data);
    *l->pins.valid = l->valid;
    if (l->agent != MESH_AS_SHOWN) {
        *l->pins.busy = l->agent == MESH_KEEPS;
    }
    l->pending = l->offer != 0 && *l->pins.busy;
    l->transfers += l->offer != 0 && !l->pending;
}

static void spoil(void *self) {
    struct mesh_saboteur *x = self;
    const struct mag_pins *p = &x->sim->dut->pins.mag;
    if (!x->bench) {
        attach(x);
    }
    for (unsigned i = 0; i < MESH_LINKS; i++) {
        if (x->link[i].there) {
            look(&x->link[i], x->sim->in_reset);
        }
    }
    for (unsigned i = 0; i < x->bench->ports; i++) {
        x->in_busy[i] = *p->noc_in[i].busy;
    }
    x->bad_remote_req = *p->bad_remote_req;
    x->shut = 0;
    if (!x->sim->in_reset) {
        x->deed(x);
    }
}

static void restore(void *self) {
    struct mesh_saboteur *x = self;
    const struct mag_pins *p = &x->sim->dut->pins.mag;
    for (unsigned i = 0; i < MESH_LINKS; i++) {
        if (x->link[i].there) {
            settle(&x->link[i]);
        }
    }
    for (unsigned i = 0; i < x->bench->ports; i++) {
        *p->noc_in[i].busy = x->in_busy[i];
        if (x->shut >> i & 1) {
            *p->noc_in[i].valid = 0;
        }
    }
    *p->bad_remote_req = x->bad_remote_req;
    sim_settle(x->sim);
}

struct mesh_saboteur *mesh_sabotage(struct sim *s, void (*deed)(struct mesh_saboteur *x),
                                    unsigned limit) {
    struct mesh_saboteur *x = sim_alloc(s, sizeof *x);
    x->sim = s;
    x->deed = deed;
    x->limit = limit;
    x->hook = (struct saboteur){spoil, restore, x};
    s->saboteur = &x->hook;
    return x;
}

/* ---- for deeds ------------------------------------------------------------------------------- */

bool mesh_offers(const struct mesh_saboteur *x, enum mesh_link link, unsigned nth, struct flit *f) {
    if (x->link[link].offer != nth) {
        return false;
    }
    flit_unpack(x->link[link].pins.data, f);
    return true;
}

void mesh_change(struct mesh_saboteur *x, enum mesh_link link, const struct flit *f) {
    flit_pack(f, x->link[link].pins.data);
}

void mesh_swallow(struct mesh_saboteur *x, enum mesh_link link) {
    *x->link[link].pins.valid = 0;
    x->link[link].agent = MESH_GIVES;
}

bool mesh_show(struct mesh_saboteur *x, enum mesh_link link, const struct flit *f) {
    struct spoilt_link *l = &x->link[link];
    if (link != MESH_RX) {
        l->agent = MESH_KEEPS;
    }
    *l->pins.valid = 1;
    flit_pack(f, l->pins.data);
    return !*l->pins.busy;
}

void mesh_shut(struct mesh_saboteur *x, unsigned port) {
    *x->sim->dut->pins.mag.noc_in[port].busy = 1;
    x->shut |= (uint8_t)(1u << port);
}

bool mesh_accepts(const struct mesh_saboteur *x, unsigned port, struct flit *f) {
    const struct link_pins *in = &x->sim->dut->pins.mag.noc_in[port];
    if (!*in->valid || *in->busy) {
        return false;
    }
    flit_unpack(in->data, f);
    return true;
}
