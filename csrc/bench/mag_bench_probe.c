/* One cycle in 64: no combinational way from inputs to a busy, from a ready or busy to a valid, from
 * a register access to anything but its answer. */
#include "bench/mag_bench_parts.h"

enum { LINKS_IN = MAG_PORTS + 2, LINKS_OUT = MAG_PORTS + 2 };

struct saved_link {
    uint32_t data[FLIT_WORDS];
    uint8_t valid, busy;
};

struct saved_axi {
    uint8_t aw_ready, w_ready, ar_ready, b_ready, r_ready; /* inputs of one side or the other */
    uint8_t aw_valid, w_valid, ar_valid, b_valid, r_valid;
};

struct saved {
    struct saved_link in[LINKS_IN], out[LINKS_OUT];
    struct saved_axi dram, rm, sm, ri;
    uint8_t mv_en, mv_addr, xf_en, xf_id, xf_addr;
    uint64_t mv_data;
    uint32_t xf_data;
};

static unsigned links_in(const struct mag_bench *b, struct link_pins pins[LINKS_IN]) {
    memcpy(pins, b->pins.noc_in, b->ports * sizeof *pins);
    pins[b->ports] = b->pins.agt_tx;
    pins[b->ports + 1] = b->pins.inj;
    return b->ports + 2;
}

static unsigned links_out(const struct mag_bench *b, struct link_pins pins[LINKS_OUT]) {
    memcpy(pins, b->pins.noc_out, b->ports * sizeof *pins);
    pins[b->ports] = b->pins.enc;
    pins[b->ports + 1] = b->pins.agt_rx;
    return b->ports + 2;
}

static void save_axi(const struct axi_pins *p, struct saved_axi *s) {
    *s = (struct saved_axi){.aw_ready = *p->aw.ready,
                            .w_ready = *p->w.ready,
                            .ar_ready = *p->ar.ready,
                            .b_ready = *p->b.ready,
                            .r_ready = *p->r.ready,
                            .aw_valid = *p->aw.valid,
                            .w_valid = *p->w.valid,
                            .ar_valid = *p->ar.valid,
                            .b_valid = *p->b.valid,
                            .r_valid = *p->r.valid};
}

static void save(const struct mag_bench *b, struct saved *s) {
    struct link_pins pins[LINKS_IN];
    const unsigned in = links_in(b, pins);
    for (unsigned i = 0; i < in; i++) {
        memcpy(s->in[i].data, pins[i].data, sizeof s->in[i].data);
        s->in[i].valid = *pins[i].valid;
    }
    const unsigned out = links_out(b, pins);
    for (unsigned i = 0; i < out; i++) {
        s->out[i].busy = *pins[i].busy;
    }
    save_axi(&b->pins.dram, &s->dram);
    save_axi(&b->pins.rm, &s->rm);
    save_axi(&b->pins.sm, &s->sm);
    save_axi(&b->pins.ri, &s->ri);
    s->mv_en = *b->pins.mv_cfg_en;
    s->mv_addr = *b->pins.mv_cfg_addr;
    s->mv_data = *b->pins.mv_cfg_data;
    s->xf_en = *b->pins.xf_cfg_en;
    s->xf_id = *b->pins.xf_cfg_id;
    s->xf_addr = *b->pins.xf_cfg_addr;
    s->xf_data = *b->pins.xf_cfg_data;
}

/* The slave outside accepts: `flip` 1 inverts, 0 restores. */
static void put_accept_slave(const struct axi_pins *p, const struct saved_axi *s, uint8_t flip) {
    *p->aw.ready = s->aw_ready ^ flip;
    *p->w.ready = s->w_ready ^ flip;
    *p->ar.ready = s->ar_ready ^ flip;
}

static void put_accept_master(const struct axi_pins *p, const struct saved_axi *s, uint8_t flip) {
    *p->b.ready = s->b_ready ^ flip;
    *p->r.ready = s->r_ready ^ flip;
}

static void put_acceptance(const struct mag_bench *b, const struct saved *s, uint8_t flip) {
    struct link_pins pins[LINKS_OUT];
    const unsigned out = links_out(b, pins);
    for (unsigned i = 0; i < out; i++) {
        *pins[i].busy = s->out[i].busy ^ flip;
    }
    put_accept_slave(&b->pins.dram, &s->dram, flip);
    put_accept_slave(&b->pins.rm, &s->rm, flip);
    put_accept_master(&b->pins.sm, &s->sm, flip);
    put_accept_master(&b->pins.ri, &s->ri, flip);
}

/* Offers of the outside: data and valid of links, responses of memory, the mover's registers. */
static void vary_offers(struct mag_bench *b, const struct saved *s) {
    struct link_pins pins[LINKS_IN];
    const unsigned in = links_in(b, pins);
    for (unsigned i = 0; i < in; i++) {
        rng_fill(&b->probe, pins[i].data, FLIT_WORDS);
        *pins[i].valid = !s->in[i].valid;
    }
    *b->pins.dram.r.valid = !s->dram.r_valid;
    *b->pins.dram.b.valid = !s->dram.b_valid;
    *b->pins.rm.b.valid = !s->rm.b_valid;
    *b->pins.sm.aw.valid = !s->sm.aw_valid;
    *b->pins.sm.w.valid = !s->sm.w_valid;
    *b->pins.sm.ar.valid = !s->sm.ar_valid;
    *b->pins.ri.aw.valid = !s->ri.aw_valid;
    *b->pins.ri.w.valid = !s->ri.w_valid;
    *b->pins.mv_cfg_en = !s->mv_en;
    *b->pins.mv_cfg_addr = (uint8_t)rng_next(&b->probe);
    *b->pins.mv_cfg_data = rng_next(&b->probe);
}

static void restore_offers(struct mag_bench *b, const struct saved *s) {
    struct link_pins pins[LINKS_IN];
    const unsigned in = links_in(b, pins);
    for (unsigned i = 0; i < in; i++) {
        memcpy(pins[i].data, s->in[i].data, sizeof s->in[i].data);
        *pins[i].valid = s->in[i].valid;
    }
    *b->pins.dram.r.valid = s->dram.r_valid;
    *b->pins.dram.b.valid = s->dram.b_valid;
    *b->pins.rm.b.valid = s->rm.b_valid;
    *b->pins.sm.aw.valid = s->sm.aw_valid;
    *b->pins.sm.w.valid = s->sm.w_valid;
    *b->pins.sm.ar.valid = s->sm.ar_valid;
    *b->pins.ri.aw.valid = s->ri.aw_valid;
    *b->pins.ri.w.valid = s->ri.w_valid;
    *b->pins.mv_cfg_en = s->mv_en;
    *b->pins.mv_cfg_addr = s->mv_addr;
    *b->pins.mv_cfg_data = s->mv_data;
    *b->pins.xf_cfg_en = s->xf_en;
    *b->pins.xf_cfg_id = s->xf_id;
    *b->pins.xf_cfg_addr = s->xf_addr;
    *b->pins.xf_cfg_data = s->xf_data;
}

struct valids {
    uint8_t valid[8];
};

static struct valids valids_of(const struct mag_pins *p) {
    return (struct valids){{*p->dram.aw.valid, *p->dram.w.valid, *p->dram.ar.valid, *p->rm.aw.valid,
                            *p->rm.w.valid, *p->sm.r.valid, *p->sm.b.valid, *p->ri.b.valid}};
}

static void judge_valids(struct mag_bench *b, const struct valids *before) {
    static const char *const name[8] = {"dram_aw", "dram_w", "dram_ar", "rm_aw",
                                        "rm_w",    "sm_r",   "sm_b",    "ri_b"};
    const struct valids after = valids_of(&b->pins);
    for (unsigned i = 0; i < 8; i++) {
        sim_evaluated(b->sim, CHECK_AXI_WAIT);
        if (after.valid[i] != before->valid[i]) {
            sim_fail(b->sim, CHECK_AXI_WAIT, name[i],
                     "valid follows a ready or busy input within the cycle");
        }
    }
}

/* agt_rx may show what it shows only while its busy is low (wire 1), so it is no part of this. */
static void links_before(struct mag_bench *b) {
    for (unsigned i = 0; i < b->ports; i++) {
        link_check_comb_before(&b->in_check[i]);
        link_check_comb_before(&b->out_check[i]);
    }
    link_check_comb_before(&b->tx_check);
    link_check_comb_before(&b->inj_check);
    link_check_comb_before(&b->enc_check);
}

static void judge_links(struct mag_bench *b, bool outputs) {
    for (unsigned i = 0; i < b->ports; i++) {
        link_check_comb_after(&b->in_check[i]);
        if (outputs) {
            link_check_comb_after(&b->out_check[i]);
        }
    }
    link_check_comb_after(&b->tx_check);
    link_check_comb_after(&b->inj_check);
    if (outputs) {
        link_check_comb_after(&b->enc_check);
    }
}

void mag_probe(void *bench) {
    struct mag_bench *b = bench;
    struct saved now = {0};
    const struct valids before = valids_of(&b->pins);
    save(b, &now);
    links_before(b);
    put_acceptance(b, &now, 1);
    sim_settle(b->sim);
    judge_links(b, true);
    judge_valids(b, &before);
    vary_offers(b, &now);
    if (!*b->pins.mv_busy) {
        slot_core_probe_vary(&b->slot);
    }
    sim_settle(b->sim);
    judge_links(b, false);
    if (!*b->pins.mv_busy) {
        slot_core_probe_judge(&b->slot, *b->pins.xf_fault);
    }
    put_acceptance(b, &now, 0);
    restore_offers(b, &now);
    sim_settle(b->sim);
}
