#include "explain/dump_dut.h"

#include <stdio.h>
#include <stdlib.h>

enum { STORAGE = 1024, FLIT = 9, WORD = 8, NREQ_MOST = 8 };

struct dump_dut {
    struct dut dut;
    uint8_t clk;
    unsigned used;
    uint64_t storage[STORAGE];
};

/* Room for a port; the largest are 4 links of 9 words. */
static void *room(struct dump_dut *d, unsigned bytes) {
    void *at = &d->storage[d->used];
    d->used += (bytes + 7) / 8;
    if (d->used > STORAGE) {
        fprintf(stderr, "cosim: the ports of a dump need more than %d words\n", STORAGE);
        abort();
    }
    return at;
}

static uint8_t *narrow(struct dump_dut *d) {
    return room(d, 1);
}

static uint32_t *words(struct dump_dut *d, unsigned count) {
    return room(d, count * 4);
}

static void link(struct dump_dut *d, struct link_pins *p, uint32_t *data) {
    p->data = data;
    p->valid = narrow(d);
    p->busy = narrow(d);
}

static void address(struct dump_dut *d, struct axi_address_pins *p) {
    p->addr = room(d, 8);
    uint8_t **const pin[] = {&p->id, &p->len, &p->size, &p->burst, &p->valid, &p->ready};
    for (unsigned i = 0; i < sizeof pin / sizeof *pin; i++) {
        *pin[i] = narrow(d);
    }
}

static void axi(struct dump_dut *d, struct axi_pins *p) {
    address(d, &p->aw);
    address(d, &p->ar);
    p->w.data = words(d, WORD);
    p->w.strb = words(d, 1);
    p->r.data = words(d, WORD);
    uint8_t **const pin[] = {&p->w.last, &p->w.valid, &p->w.ready, &p->b.id,
                             &p->b.resp, &p->b.valid, &p->b.ready, &p->r.id,
                             &p->r.resp, &p->r.last,  &p->r.valid, &p->r.ready};
    for (unsigned i = 0; i < sizeof pin / sizeof *pin; i++) {
        *pin[i] = narrow(d);
    }
}

static void outputs(struct dump_dut *d, uint32_t *word[4]) {
    for (unsigned i = 0; i < 4; i++) {
        word[i] = words(d, WORD);
    }
}

static void bank(struct dump_dut *d, struct bank_pins *p) {
    uint8_t **const pin[] = {&p->rst,        &p->start,  &p->id,     &p->mode,
                             &p->beat_valid, &p->cfg_en, &p->cfg_id, &p->cfg_addr,
                             &p->need_beat,  &p->done,   &p->fault};
    for (unsigned i = 0; i < sizeof pin / sizeof *pin; i++) {
        *pin[i] = narrow(d);
    }
    p->beat = words(d, WORD);
    p->cfg_data = words(d, 1);
    p->cfg_rdata = words(d, 1);
    outputs(d, p->word);
}

static void mem_port(struct dump_dut *d) {
    struct mem_port_pins *p = &d->dut.pins.mem_port;
    p->resetn = narrow(d);
    link(d, &p->in, words(d, FLIT));
    link(d, &p->out, words(d, FLIT));
    axi(d, &p->axi);
    p->rd_count = room(d, 2);
    p->wr_count = room(d, 2);
}

/* As the verilated model stores a port of that many bits. */
static struct packed_pin packed(struct dump_dut *d, unsigned bits) {
    return (struct packed_pin){room(d, 8), bits <= 8 ? 1 : bits <= 16 ? 2 : bits <= 32 ? 4 : 8};
}

static void xform(struct dump_dut *d) {
    struct xform_pins *p = &d->dut.pins.xform;
    const struct xform_params *x = &d->dut.type->xform;
    uint8_t **const pin[] = {&p->rst,  &p->req,    &p->start,  &p->beat_valid, &p->gnt,
                             &p->done, &p->cfg_en, &p->cfg_id, &p->cfg_addr,   &p->fault};
    for (unsigned i = 0; i < sizeof pin / sizeof *pin; i++) {
        *pin[i] = narrow(d);
    }
    p->id = packed(d, x->nreq * x->id_w);
    p->mode = packed(d, x->nreq * x->mode_w);
    p->beat = words(d, NREQ_MOST * WORD);
    p->cfg_data = words(d, 1);
    p->cfg_rdata = words(d, 1);
    outputs(d, p->word);
    bank(d, &p->bank);
}

static void mover(struct dump_dut *d) {
    struct mover_pins *p = &d->dut.pins.mover;
    uint8_t **const pin[] = {&p->resetn,     &p->cfg_en,  &p->cfg_addr,   &p->busy,
                             &p->fault,      &p->req,     &p->gnt,        &p->start,
                             &p->id,         &p->mode,    &p->beat_valid, &p->slot_done,
                             &p->slot_fault, &p->xcfg_id, &p->xcfg_addr};
    for (unsigned i = 0; i < sizeof pin / sizeof *pin; i++) {
        *pin[i] = narrow(d);
    }
    p->cfg_data = room(d, 8);
    p->done = words(d, 1);
    p->beat = words(d, WORD);
    p->xcfg_rdata = words(d, 1);
    axi(d, &p->axi);
    outputs(d, p->word);
}

static void mag(struct dump_dut *d) {
    struct mag_pins *p = &d->dut.pins.mag;
    uint32_t *const in = words(d, MAG_PORTS * FLIT), *const out = words(d, MAG_PORTS * FLIT);
    for (unsigned i = 0; i < MAG_PORTS; i++) {
        link(d, &p->noc_in[i], in + i * FLIT);
        link(d, &p->noc_out[i], out + i * FLIT);
    }
    link(d, &p->agt_rx, words(d, FLIT));
    link(d, &p->agt_tx, words(d, FLIT));
    link(d, &p->enc, words(d, FLIT));
    link(d, &p->inj, words(d, FLIT));
    axi(d, &p->rm);
    axi(d, &p->ri);
    axi(d, &p->sm);
    axi(d, &p->dram);
    uint8_t **const pin[] = {&p->resetn,   &p->mv_cfg_en,     &p->mv_cfg_addr, &p->mv_busy,
                             &p->mv_fault, &p->xf_cfg_en,     &p->xf_cfg_id,   &p->xf_cfg_addr,
                             &p->xf_fault, &p->bad_remote_req};
    for (unsigned i = 0; i < sizeof pin / sizeof *pin; i++) {
        *pin[i] = narrow(d);
    }
    p->mv_cfg_data = room(d, 8);
    p->mv_done = words(d, 1);
    p->xf_cfg_data = words(d, 1);
    p->xf_cfg_rdata = words(d, 1);
    p->rd_count = room(d, 8);
    p->wr_count = room(d, 8);
    bank(d, &p->bank);
}

static void walker(struct dump_dut *d) {
    struct walker_pins *p = &d->dut.pins.walker;
    uint8_t **const pin[] = {&p->resetn,    &p->cfg_en, &p->cfg_addr, &p->load,       &p->step,
                             &p->in_bounds, &p->last,   &p->bad_ndim, &p->misaligned, &p->bounded};
    for (unsigned i = 0; i < sizeof pin / sizeof *pin; i++) {
        *pin[i] = narrow(d);
    }
    p->cfg_data = room(d, 8);
    p->addr = room(d, 8);
    p->base = room(d, 8);
    p->counts = words(d, 3);
}

static void stays(struct dut *d) {
    (void)d;
}

static void destroy(struct dut *d) {
    free(d->model);
}

struct dut *dump_dut_create(const struct dut_type *type, enum register_fill fill, uint64_t seed) {
    struct dump_dut *d = calloc(1, sizeof *d);
    (void)fill, (void)seed;
    if (!d) {
        fprintf(stderr, "cosim: out of memory\n");
        exit(2);
    }
    d->dut =
        (struct dut){.type = type, .model = d, .clk = &d->clk, .eval = stays, .destroy = destroy};
    switch (type->kind) {
    case DUT_MEM_PORT:
        mem_port(d);
        break;
    case DUT_XFORM:
        xform(d);
        break;
    case DUT_BANK:
        bank(d, &d->dut.pins.bank);
        break;
    case DUT_MOVER:
        mover(d);
        break;
    case DUT_MAG:
        mag(d);
        break;
    case DUT_WALKER:
        walker(d);
        break;
    }
    return &d->dut;
}
