#include "mag_saboteur.h"

/* ---- what the agent shows -------------------------------------------------------------------- */

static const struct link_pins *link_of(const struct mag_saboteur *x, enum mag_output link) {
    return link == MAG_OUT_AGENT ? &x->pins.agt_rx
           : link == MAG_OUT_ENC ? &x->pins.enc
                                 : &x->pins.noc_out[link - MAG_OUT0];
}

static void add_link(struct mag_saboteur *x, enum mag_output link, const struct link_pins *in) {
    x->out[link] = spoilt_link(link_of(x, link));
    saved_pins_add_output(&x->saved, link_of(x, link));
    saved_pins_add_input(&x->saved, in);
}

static void add_channels(struct mag_saboteur *x) {
    const struct mag_pins *p = &x->pins;
    x->out[MAG_OUT_DRAM_AW] = spoilt_axi(p->dram.aw.valid, p->dram.aw.ready);
    x->out[MAG_OUT_DRAM_W] = spoilt_axi(p->dram.w.valid, p->dram.w.ready);
    x->out[MAG_OUT_DRAM_AR] = spoilt_axi(p->dram.ar.valid, p->dram.ar.ready);
    x->out[MAG_OUT_RM_AW] = spoilt_axi(p->rm.aw.valid, p->rm.aw.ready);
    x->out[MAG_OUT_RM_W] = spoilt_axi(p->rm.w.valid, p->rm.w.ready);
    x->out[MAG_OUT_SM_R] = spoilt_axi(p->sm.r.valid, p->sm.r.ready);
    x->out[MAG_OUT_SM_B] = spoilt_axi(p->sm.b.valid, p->sm.b.ready);
    x->out[MAG_OUT_RI_B] = spoilt_axi(p->ri.b.valid, p->ri.b.ready);
    saved_pins_add_master(&x->saved, &p->dram);
    saved_pins_add_master(&x->saved, &p->rm);
    saved_pins_add_slave(&x->saved, &p->sm);
    saved_pins_add_slave(&x->saved, &p->ri);
}

static void add_status(struct mag_saboteur *x) {
    const struct mag_pins *p = &x->pins;
    SAVED_PINS_ADD(&x->saved, p->mv_busy);
    SAVED_PINS_ADD(&x->saved, p->mv_fault);
    SAVED_PINS_ADD(&x->saved, p->mv_done);
    SAVED_PINS_ADD(&x->saved, p->xf_cfg_rdata);
    SAVED_PINS_ADD(&x->saved, p->xf_fault);
    SAVED_PINS_ADD(&x->saved, p->rd_count);
    SAVED_PINS_ADD(&x->saved, p->wr_count);
    SAVED_PINS_ADD(&x->saved, p->bad_remote_req);
}

static void attach(struct mag_saboteur *x) {
    x->bench = x->sim->bench;
    x->pins = x->sim->dut->pins.mag;
    for (unsigned i = 0; i < x->bench->ports; i++) {
        add_link(x, MAG_OUT0 + i, &x->pins.noc_in[i]);
    }
    add_link(x, MAG_OUT_AGENT, &x->pins.agt_tx);
    add_link(x, MAG_OUT_ENC, &x->pins.inj);
    add_channels(x);
    add_status(x);
}

static void spoil(void *self) {
    struct mag_saboteur *x = self;
    if (!x->bench) {
        attach(x);
    }
    saved_pins_save(&x->saved);
    for (unsigned i = 0; i < MAG_OUTPUTS; i++) {
        if (x->out[i].valid) {
            spoilt_look(&x->out[i], x->sim->in_reset);
        }
    }
    x->shut = 0;
    if (!x->sim->in_reset) {
        x->deed(x);
    }
}

static void restore(void *self) {
    struct mag_saboteur *x = self;
    saved_pins_put_back(&x->saved);
    for (unsigned i = 0; i < MAG_OUTPUTS; i++) {
        if (x->out[i].valid) {
            spoilt_settle(&x->out[i]);
        }
    }
    for (unsigned i = 0; i < x->bench->ports; i++) {
        if (x->shut >> i & 1) {
            *x->pins.noc_in[i].valid = 0;
        }
    }
    sim_settle(x->sim);
}

struct mag_saboteur *mag_sabotage(struct sim *s, void (*deed)(struct mag_saboteur *x),
                                  unsigned limit) {
    struct mag_saboteur *x = sim_alloc(s, sizeof *x);
    x->sim = s;
    x->deed = deed;
    x->limit = limit;
    x->hook = (struct saboteur){spoil, restore, x};
    s->saboteur = &x->hook;
    return x;
}

/* ---- for deeds ------------------------------------------------------------------------------- */

bool mag_offers(const struct mag_saboteur *x, enum mag_output link, struct flit *f) {
    if (x->out[link].offer == 0) {
        return false;
    }
    flit_unpack(link_of(x, link)->data, f);
    return true;
}

bool mag_offers_nth(const struct mag_saboteur *x, enum mag_output link, unsigned nth,
                    struct flit *f) {
    return x->out[link].offer == nth && mag_offers(x, link, f);
}

void mag_change(struct mag_saboteur *x, enum mag_output link, const struct flit *f) {
    flit_pack(f, link_of(x, link)->data);
}

/* While agt_rx is busy the agent drops flits it would offer (modules 5): not made to wait there. */
bool mag_show(struct mag_saboteur *x, enum mag_output link, const struct flit *f) {
    mag_change(x, link, f);
    if (link != MAG_OUT_AGENT) {
        return spoilt_show(&x->out[link]);
    }
    *x->pins.agt_rx.valid = 1;
    return !*x->pins.agt_rx.busy;
}

void mag_shut(struct mag_saboteur *x, unsigned port) {
    *x->pins.noc_in[port].busy = 1;
    x->shut |= (uint8_t)(1u << port);
}

bool mag_accepts(const struct mag_saboteur *x, unsigned port, struct flit *f) {
    const struct link_pins *in = &x->pins.noc_in[port];
    if (!*in->valid || *in->busy) {
        return false;
    }
    flit_unpack(in->data, f);
    return true;
}
