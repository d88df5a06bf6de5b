#include "observe/pins.h"

#include <stdio.h>
#include <string.h>

struct list {
    struct pin *at;
    unsigned count;
    const char *prefix; /* of the names added next */
};

static struct pin *add(struct list *l, const char *name, bool input, unsigned bits) {
    struct pin *p = &l->at[l->count++];
    memset(p, 0, sizeof *p);
    snprintf(p->name, sizeof p->name, "%s%s", l->prefix, name);
    p->input = input;
    p->bits = bits;
    return p;
}

/* A port as the verilated model stores it. */
static void port(struct list *l, const char *name, bool input, unsigned bits, void *storage) {
    struct pin *p = add(l, name, input, bits);
    p->storage = storage;
    p->bytes = bits <= 8 ? 1 : bits <= 16 ? 2 : bits <= 32 || bits > 64 ? 4 : 8;
}

static void link(struct list *l, const struct link_pins *p, bool in, unsigned ports) {
    port(l, "_data", in, ports * 288, p->data);
    port(l, "_valid", in, 1, p->valid);
    port(l, "_busy", !in, 1, p->busy);
}

static void address(struct list *l, const char *channel, const struct axi_address_pins *p,
                    bool slave, unsigned id_bits) {
    char name[24];
    const struct {
        const char *suffix;
        unsigned bits;
        void *storage;
    } row[] = {{"id", id_bits, p->id}, {"addr", 40, p->addr},  {"len", 8, p->len},
               {"size", 3, p->size},   {"burst", 2, p->burst}, {"valid", 1, p->valid},
               {"ready", 1, p->ready}};
    for (unsigned i = 0; i < sizeof row / sizeof *row; i++) {
        snprintf(name, sizeof name, "%s%s", channel, row[i].suffix);
        port(l, name, slave == (i < 6), row[i].bits, row[i].storage);
    }
}

/* `slave`: the DUT is the slave of this interface. */
static void axi_write(struct list *l, const struct axi_pins *p, bool slave, unsigned id_bits) {
    address(l, "aw", &p->aw, slave, id_bits);
    port(l, "wdata", slave, 256, p->w.data);
    port(l, "wstrb", slave, 32, p->w.strb);
    port(l, "wlast", slave, 1, p->w.last);
    port(l, "wvalid", slave, 1, p->w.valid);
    port(l, "wready", !slave, 1, p->w.ready);
    port(l, "bid", !slave, id_bits, p->b.id);
    port(l, "bresp", !slave, 2, p->b.resp);
    port(l, "bvalid", !slave, 1, p->b.valid);
    port(l, "bready", slave, 1, p->b.ready);
}

static void axi_read(struct list *l, const struct axi_pins *p, bool slave, unsigned id_bits) {
    address(l, "ar", &p->ar, slave, id_bits);
    port(l, "rid", !slave, id_bits, p->r.id);
    port(l, "rdata", !slave, 256, p->r.data);
    port(l, "rresp", !slave, 2, p->r.resp);
    port(l, "rlast", !slave, 1, p->r.last);
    port(l, "rvalid", !slave, 1, p->r.valid);
    port(l, "rready", slave, 1, p->r.ready);
}

static void words(struct list *l, uint32_t *const word[4], unsigned count) {
    static const char *const name[4] = {"word0", "word1", "word2", "word3"};
    for (unsigned i = 0; i < count; i++) {
        port(l, name[i], false, 256, word[i]);
    }
}

static void mem_port(struct list *l, const struct dut *d) {
    const struct mem_port_pins *p = &d->pins.mem_port;
    port(l, "resetn", true, 1, p->resetn);
    l->prefix = "mem_in";
    link(l, &p->in, true, 1);
    l->prefix = "mem_out";
    link(l, &p->out, false, 1);
    l->prefix = "m_";
    axi_write(l, &p->axi, false, d->type->mem_port.id_w);
    axi_read(l, &p->axi, false, d->type->mem_port.id_w);
    l->prefix = "";
    port(l, "mem_rd_count", false, 16, p->rd_count);
    port(l, "mem_wr_count", false, 16, p->wr_count);
}

static void config(struct list *l, const struct xform_params *x, uint8_t *en, uint8_t *id,
                   uint8_t *addr, uint32_t *data, uint32_t *rdata, uint8_t *fault) {
    port(l, "cfg_en", true, 1, en);
    port(l, "cfg_id", true, x->id_w, id);
    port(l, "cfg_addr", true, 8, addr);
    port(l, "cfg_data", true, 32, data);
    port(l, "cfg_rdata", false, 32, rdata);
    port(l, "fault", false, 4, fault);
}

static void xform(struct list *l, const struct dut *d) {
    const struct xform_pins *p = &d->pins.xform;
    const struct xform_params *x = &d->type->xform;
    port(l, "rst", true, 1, p->rst);
    port(l, "req", true, x->nreq, p->req);
    port(l, "start", true, x->nreq, p->start);
    port(l, "id", true, x->nreq * x->id_w, p->id.storage);
    port(l, "mode", true, x->nreq * x->mode_w, p->mode.storage);
    port(l, "beat", true, x->nreq * 256, p->beat);
    port(l, "beat_valid", true, x->nreq, p->beat_valid);
    port(l, "gnt", false, x->nreq, p->gnt);
    port(l, "done", false, 1, p->done);
    words(l, p->word, x->out_words);
    config(l, x, p->cfg_en, p->cfg_id, p->cfg_addr, p->cfg_data, p->cfg_rdata, p->fault);
}

static void bank(struct list *l, const struct dut *d) {
    const struct bank_pins *p = &d->pins.bank;
    const struct xform_params *x = &d->type->xform;
    port(l, "rst", true, 1, p->rst);
    port(l, "start", true, 1, p->start);
    port(l, "id", true, x->id_w, p->id);
    port(l, "mode", true, x->mode_w, p->mode);
    port(l, "beat", true, 256, p->beat);
    port(l, "beat_valid", true, 1, p->beat_valid);
    port(l, "need_beat", false, 1, p->need_beat);
    port(l, "done", false, 1, p->done);
    words(l, p->word, x->out_words);
    config(l, x, p->cfg_en, p->cfg_id, p->cfg_addr, p->cfg_data, p->cfg_rdata, p->fault);
}

static void mover(struct list *l, const struct dut *d) {
    const struct mover_pins *p = &d->pins.mover;
    const struct mover_params *m = &d->type->mover;
    port(l, "resetn", true, 1, p->resetn);
    port(l, "mv_cfg_en", true, 1, p->cfg_en);
    port(l, "mv_cfg_addr", true, 8, p->cfg_addr);
    port(l, "mv_cfg_data", true, 64, p->cfg_data);
    port(l, "mv_busy", false, 1, p->busy);
    port(l, "mv_fault", false, 4, p->fault);
    port(l, "mv_done", false, 32, p->done);
    l->prefix = "m_";
    axi_write(l, &p->axi, false, 4);
    axi_read(l, &p->axi, false, 4);
    l->prefix = "xf_";
    port(l, "req", false, 1, p->req);
    port(l, "gnt", true, 1, p->gnt);
    port(l, "start", false, 1, p->start);
    port(l, "id", false, m->xid_w, p->id);
    port(l, "mode", false, m->xmode_w, p->mode);
    port(l, "beat", false, 256, p->beat);
    port(l, "beat_valid", false, 1, p->beat_valid);
    port(l, "done", true, 1, p->slot_done);
    words(l, p->word, 4);
    for (unsigned i = 0; i < 4; i++) {
        l->at[l->count - 1 - i].input = true;
    }
    port(l, "fault", true, 4, p->slot_fault);
    l->prefix = "";
    port(l, "xcfg_id", false, m->xid_w, p->xcfg_id);
    port(l, "xcfg_addr", false, 8, p->xcfg_addr);
    port(l, "xcfg_rdata", true, 32, p->xcfg_rdata);
}

static void walker(struct list *l, const struct dut *d) {
    const struct walker_pins *p = &d->pins.walker;
    port(l, "resetn", true, 1, p->resetn);
    port(l, "cfg_en", true, 1, p->cfg_en);
    port(l, "cfg_addr", true, 8, p->cfg_addr);
    port(l, "cfg_data", true, 64, p->cfg_data);
    port(l, "load", true, 1, p->load);
    port(l, "step", true, 1, p->step);
    port(l, "addr", false, 40, p->addr);
    port(l, "in_bounds", false, 1, p->in_bounds);
    port(l, "last", false, 1, p->last);
    port(l, "base", false, 40, p->base);
    port(l, "counts", false, 96, p->counts);
    port(l, "bad_ndim", false, 1, p->bad_ndim);
    port(l, "misaligned", false, 1, p->misaligned);
    port(l, "bounded", false, 1, p->bounded);
}

/* One packed bit a port, which the binding spreads to bytes. */
static struct pin *spread(struct list *l, const char *name, bool input, unsigned ports) {
    struct pin *p = add(l, name, input, ports);
    p->spread = ports;
    return p;
}

static void mesh_links(struct list *l, const char *prefix, const struct link_pins *links, bool in,
                       unsigned ports) {
    l->prefix = prefix;
    port(l, "_data", in, ports * 288, links[0].data);
    struct pin *valid = spread(l, "_valid", in, ports), *busy = spread(l, "_busy", !in, ports);
    for (unsigned i = 0; i < ports; i++) {
        valid->bit[i] = links[i].valid;
        busy->bit[i] = links[i].busy;
    }
}

static void mag_links(struct list *l, const struct dut *d) {
    const struct mag_pins *p = &d->pins.mag;
    mesh_links(l, "noc_in", p->noc_in, true, d->type->mag.ports);
    mesh_links(l, "noc_out", p->noc_out, false, d->type->mag.ports);
    l->prefix = "agt_rx";
    link(l, &p->agt_rx, false, 1);
    l->prefix = "agt_tx";
    link(l, &p->agt_tx, true, 1);
    l->prefix = "enc";
    link(l, &p->enc, false, 1);
    l->prefix = "inj";
    link(l, &p->inj, true, 1);
}

static void mag_axi(struct list *l, const struct dut *d) {
    const struct mag_pins *p = &d->pins.mag;
    l->prefix = "rm_";
    axi_write(l, &p->rm, false, 4);
    l->prefix = "ri_";
    axi_write(l, &p->ri, true, 4);
    l->prefix = "sm_";
    axi_write(l, &p->sm, true, 4);
    axi_read(l, &p->sm, true, 4);
    l->prefix = "dram_";
    axi_write(l, &p->dram, false, 4);
    axi_read(l, &p->dram, false, 4);
}

static void mag(struct list *l, const struct dut *d) {
    const struct mag_pins *p = &d->pins.mag;
    port(l, "resetn", true, 1, p->resetn);
    mag_links(l, d);
    mag_axi(l, d);
    l->prefix = "";
    port(l, "mv_cfg_en", true, 1, p->mv_cfg_en);
    port(l, "mv_cfg_addr", true, 8, p->mv_cfg_addr);
    port(l, "mv_cfg_data", true, 64, p->mv_cfg_data);
    port(l, "mv_busy", false, 1, p->mv_busy);
    port(l, "mv_fault", false, 4, p->mv_fault);
    port(l, "mv_done", false, 32, p->mv_done);
    l->prefix = "xf_";
    config(l, &d->type->xform, p->xf_cfg_en, p->xf_cfg_id, p->xf_cfg_addr, p->xf_cfg_data,
           p->xf_cfg_rdata, p->xf_fault);
    l->prefix = "";
    port(l, "mem_rd_count", false, 16, p->rd_count);
    port(l, "mem_wr_count", false, 16, p->wr_count);
    port(l, "bad_remote_req", false, 1, p->bad_remote_req);
}

unsigned pins_of(const struct dut *d, struct pin out[PINS_MAX]) {
    static void (*const list_of[])(struct list *, const struct dut *) = {
        [DUT_MEM_PORT] = mem_port, [DUT_XFORM] = xform,   [DUT_BANK] = bank,
        [DUT_MOVER] = mover,       [DUT_WALKER] = walker, [DUT_MAG] = mag};
    struct list l = {out, 0, ""};
    list_of[d->type->kind](&l, d);
    return l.count;
}

/* ---- values ---------------------------------------------------------------------------------- */

static void mask_top(const struct pin *p, uint32_t *words) {
    if (p->bits % 32 != 0) {
        words[p->bits / 32] &= (UINT32_C(1) << p->bits % 32) - 1;
    }
}

void pin_get(const struct pin *p, uint32_t *words) {
    memset(words, 0, pin_words(p) * sizeof *words);
    for (unsigned i = 0; i < p->spread; i++) {
        words[0] |= (uint32_t)(*p->bit[i] & 1) << i;
    }
    if (p->spread == 0) {
        const unsigned used = p->bits > 64 ? pin_words(p) * 4 : p->bytes;
        memcpy(words, p->storage, used < pin_words(p) * 4 ? used : pin_words(p) * 4);
        mask_top(p, words);
    }
}

void pin_set(const struct pin *p, const uint32_t *words) {
    uint32_t value[PIN_WORDS_MAX] = {0};
    for (unsigned i = 0; i < p->spread; i++) {
        *p->bit[i] = words[0] >> i & 1;
    }
    if (p->spread == 0) {
        memcpy(value, words, pin_words(p) * sizeof *words);
        mask_top(p, value);
        memcpy(p->storage, value, p->bits > 64 ? pin_words(p) * 4 : p->bytes);
    }
}
