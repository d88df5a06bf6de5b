#include "mag_saboteur.h"

/* ---- what the agent shows -------------------------------------------------------------------- */

struct saved_address {
    uint64_t addr;
    uint8_t id, len, size, burst, valid;
};

struct saved_data {
    uint32_t data[8], strb;
    uint8_t last, valid;
};

struct mag_saved {
    struct {
        uint32_t data[FLIT_WORDS];
        uint8_t valid;
    } link[MAG_PORTS + 2];
    uint8_t busy[MAG_PORTS + 2];
    struct saved_address dram_aw, dram_ar, rm_aw;
    struct saved_data dram_w, rm_w;
    uint8_t dram_b, dram_r, rm_b;     /* readies of the agent as a master, */
    uint8_t sm_ready[3], ri_ready[2]; /* and as a slave: aw, w, ar */
    struct {
        uint8_t id, resp, valid;
    } sm_b, ri_b;
    struct {
        uint32_t data[8];
        uint8_t id, resp, last, valid;
    } sm_r;
    uint8_t busy_pin, fault, bank_fault, bad_remote;
    uint32_t done, rdata;
    uint16_t rd_count, wr_count;
};

/* Copies between a pin and its place, one way or the other. */
#define PIN(pin, place)                                                                            \
    do {                                                                                           \
        if (put) {                                                                                 \
            *(pin) = (place);                                                                      \
        } else {                                                                                   \
            (place) = *(pin);                                                                      \
        }                                                                                          \
    } while (0)

static void copy_words(uint32_t *pins, uint32_t *place, unsigned words, bool put) {
    memcpy(put ? pins : place, put ? place : pins, words * sizeof *pins);
}

static void copy_address(const struct axi_address_pins *p, struct saved_address *s, bool put) {
    PIN(p->addr, s->addr);
    PIN(p->id, s->id);
    PIN(p->len, s->len);
    PIN(p->size, s->size);
    PIN(p->burst, s->burst);
    PIN(p->valid, s->valid);
}

static void copy_data(const struct axi_pins *p, struct saved_data *s, bool put) {
    copy_words(p->w.data, s->data, 8, put);
    PIN(p->w.strb, s->strb);
    PIN(p->w.last, s->last);
    PIN(p->w.valid, s->valid);
}

static void copy_links(const struct mag_saboteur *x, bool put) {
    const struct mag_pins *p = &x->pins;
    struct mag_saved *s = x->saved;
    const unsigned ports = x->bench->ports;
    for (unsigned i = 0; i < ports + 2; i++) {
        const struct link_pins *out = i < ports    ? &p->noc_out[i]
                                      : i == ports ? &p->agt_rx
                                                   : &p->enc;
        const struct link_pins *in = i < ports ? &p->noc_in[i] : i == ports ? &p->agt_tx : &p->inj;
        copy_words(out->data, s->link[i].data, FLIT_WORDS, put);
        PIN(out->valid, s->link[i].valid);
        PIN(in->busy, s->busy[i]);
    }
}

static void copy_masters(const struct mag_saboteur *x, bool put) {
    const struct mag_pins *p = &x->pins;
    struct mag_saved *s = x->saved;
    copy_address(&p->dram.aw, &s->dram_aw, put);
    copy_address(&p->dram.ar, &s->dram_ar, put);
    copy_address(&p->rm.aw, &s->rm_aw, put);
    copy_data(&p->dram, &s->dram_w, put);
    copy_data(&p->rm, &s->rm_w, put);
    PIN(p->dram.b.ready, s->dram_b);
    PIN(p->dram.r.ready, s->dram_r);
    PIN(p->rm.b.ready, s->rm_b);
}

static void copy_slaves(const struct mag_saboteur *x, bool put) {
    const struct mag_pins *p = &x->pins;
    struct mag_saved *s = x->saved;
    PIN(p->sm.aw.ready, s->sm_ready[0]);
    PIN(p->sm.w.ready, s->sm_ready[1]);
    PIN(p->sm.ar.ready, s->sm_ready[2]);
    PIN(p->ri.aw.ready, s->ri_ready[0]);
    PIN(p->ri.w.ready, s->ri_ready[1]);
    PIN(p->sm.b.id, s->sm_b.id);
    PIN(p->sm.b.resp, s->sm_b.resp);
    PIN(p->sm.b.valid, s->sm_b.valid);
    PIN(p->ri.b.id, s->ri_b.id);
    PIN(p->ri.b.resp, s->ri_b.resp);
    PIN(p->ri.b.valid, s->ri_b.valid);
    copy_words(p->sm.r.data, s->sm_r.data, 8, put);
    PIN(p->sm.r.id, s->sm_r.id);
    PIN(p->sm.r.resp, s->sm_r.resp);
    PIN(p->sm.r.last, s->sm_r.last);
    PIN(p->sm.r.valid, s->sm_r.valid);
}

static void copy_status(const struct mag_saboteur *x, bool put) {
    const struct mag_pins *p = &x->pins;
    struct mag_saved *s = x->saved;
    PIN(p->mv_busy, s->busy_pin);
    PIN(p->mv_fault, s->fault);
    PIN(p->mv_done, s->done);
    PIN(p->xf_cfg_rdata, s->rdata);
    PIN(p->xf_fault, s->bank_fault);
    PIN(p->rd_count, s->rd_count);
    PIN(p->wr_count, s->wr_count);
    PIN(p->bad_remote_req, s->bad_remote);
}

static void copy_all(const struct mag_saboteur *x, bool put) {
    copy_links(x, put);
    copy_masters(x, put);
    copy_slaves(x, put);
    copy_status(x, put);
}

/* ---- offers ---------------------------------------------------------------------------------- */

static void look(struct mag_output_state *o, bool in_reset) {
    o->accept = ACCEPT_AS_IS;
    if (o->valid == NULL || in_reset || !*o->valid) {
        o->offer = 0;
        o->pending = false;
    } else if (!o->pending) {
        o->offer = ++o->offers;
    }
}

/* After the sample: what the agent sees of the other side, and whether it keeps its offer. */
static void settle(struct mag_output_state *o) {
    if (o->valid == NULL) {
        return;
    }
    if (o->accept != ACCEPT_AS_IS) {
        *o->gate = (o->accept == ACCEPT_YES) != o->gate_is_busy;
    }
    o->pending = o->offer != 0 && (*o->gate != 0) == o->gate_is_busy;
}

static struct mag_output_state link_output(const struct link_pins *p) {
    return (struct mag_output_state){.valid = p->valid, .gate = p->busy, .gate_is_busy = true};
}

static struct mag_output_state channel(uint8_t *valid, uint8_t *ready) {
    return (struct mag_output_state){.valid = valid, .gate = ready};
}

static void attach(struct mag_saboteur *x) {
    x->bench = x->sim->bench;
    x->pins = x->sim->dut->pins.mag;
    const struct mag_pins *p = &x->pins;
    for (unsigned i = 0; i < x->bench->ports; i++) {
        x->out[MAG_OUT0 + i] = link_output(&p->noc_out[i]);
    }
    x->out[MAG_OUT_AGENT] = link_output(&p->agt_rx);
    x->out[MAG_OUT_ENC] = link_output(&p->enc);
    x->out[MAG_OUT_DRAM_AW] = channel(p->dram.aw.valid, p->dram.aw.ready);
    x->out[MAG_OUT_DRAM_W] = channel(p->dram.w.valid, p->dram.w.ready);
    x->out[MAG_OUT_DRAM_AR] = channel(p->dram.ar.valid, p->dram.ar.ready);
    x->out[MAG_OUT_RM_AW] = channel(p->rm.aw.valid, p->rm.aw.ready);
    x->out[MAG_OUT_RM_W] = channel(p->rm.w.valid, p->rm.w.ready);
    x->out[MAG_OUT_SM_R] = channel(p->sm.r.valid, p->sm.r.ready);
    x->out[MAG_OUT_SM_B] = channel(p->sm.b.valid, p->sm.b.ready);
    x->out[MAG_OUT_RI_B] = channel(p->ri.b.valid, p->ri.b.ready);
}

static void spoil(void *self) {
    struct mag_saboteur *x = self;
    if (!x->bench) {
        attach(x);
    }
    copy_all(x, false);
    for (unsigned i = 0; i < MAG_OUTPUTS; i++) {
        look(&x->out[i], x->sim->in_reset);
    }
    if (!x->sim->in_reset) {
        x->deed(x);
    }
}

static void restore(void *self) {
    struct mag_saboteur *x = self;
    copy_all(x, true);
    for (unsigned i = 0; i < MAG_OUTPUTS; i++) {
        settle(&x->out[i]);
    }
    sim_settle(x->sim);
}

struct mag_saboteur *mag_sabotage(struct sim *s, void (*deed)(struct mag_saboteur *x),
                                  unsigned limit) {
    struct mag_saboteur *x = sim_alloc(s, sizeof *x);
    x->saved = sim_alloc(s, sizeof *x->saved);
    x->sim = s;
    x->deed = deed;
    x->limit = limit;
    x->hook = (struct saboteur){spoil, restore, x};
    s->saboteur = &x->hook;
    return x;
}

/* ---- for deeds ------------------------------------------------------------------------------- */

void mag_hold_off(struct mag_saboteur *x, enum mag_output output) {
    *x->out[output].valid = 0;
    x->out[output].accept = ACCEPT_NO;
}

bool mag_offered_flit(const struct mag_saboteur *x, unsigned port, struct flit *f) {
    if (x->out[MAG_OUT0 + port].offer == 0) {
        return false;
    }
    flit_unpack(x->pins.noc_out[port].data, f);
    return true;
}

void mag_show_flit(struct mag_saboteur *x, unsigned port, const struct flit *f) {
    flit_pack(f, x->pins.noc_out[port].data);
}
