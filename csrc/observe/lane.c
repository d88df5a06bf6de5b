#include "observe/lane.h"

#include <stdio.h>
#include <string.h>

struct list {
    struct lane *at;
    unsigned count;
};

static struct lane *add(struct list *l, enum lane_kind kind, bool to_dut, const char *prefix,
                        const char *suffix) {
    struct lane *lane = &l->at[l->count++];
    memset(lane, 0, sizeof *lane);
    snprintf(lane->name, sizeof lane->name, "%s%s", prefix, suffix);
    lane->kind = kind;
    lane->to_dut = to_dut;
    return lane;
}

static void add_link(struct list *l, const char *name, const struct link_pins *p, bool to_dut) {
    struct lane *lane = add(l, LANE_LINK, to_dut, name, "");
    lane->valid = p->valid;
    lane->stop = p->busy;
    lane->link = p;
}

static void add_address(struct list *l, const char *prefix, const char *channel,
                        const struct axi_address_pins *p, bool to_dut) {
    struct lane *lane = add(l, LANE_AXI_ADDRESS, to_dut, prefix, channel);
    lane->valid = p->valid;
    lane->ready = p->ready;
    lane->address = p;
}

static void add_data(struct list *l, enum lane_kind kind, const char *prefix, const char *channel,
                     const struct axi_pins *p, const uint8_t *valid, const uint8_t *ready,
                     bool to_dut) {
    struct lane *lane = add(l, kind, to_dut, prefix, channel);
    lane->valid = valid;
    lane->ready = ready;
    lane->axi = p;
}

static void add_writes(struct list *l, const char *prefix, const struct axi_pins *p, bool slave) {
    add_address(l, prefix, "aw", &p->aw, slave);
    add_data(l, LANE_AXI_WRITE, prefix, "w", p, p->w.valid, p->w.ready, slave);
    add_data(l, LANE_AXI_RESPONSE, prefix, "b", p, p->b.valid, p->b.ready, !slave);
}

static void add_reads(struct list *l, const char *prefix, const struct axi_pins *p, bool slave) {
    add_address(l, prefix, "ar", &p->ar, slave);
    add_data(l, LANE_AXI_READ, prefix, "r", p, p->r.valid, p->r.ready, !slave);
}

static void add_slot(struct list *l, const uint8_t *beat_valid, const uint8_t *done, bool slave) {
    add(l, LANE_SLOT_BEAT, slave, "beat", "")->valid = beat_valid;
    add(l, LANE_SLOT_DONE, !slave, "done", "")->valid = done;
}

static void mem_port(struct list *l, const struct dut *d) {
    const struct mem_port_pins *p = &d->pins.mem_port;
    add_link(l, "mem_in", &p->in, true);
    add_link(l, "mem_out", &p->out, false);
    add_reads(l, "m_", &p->axi, false);
    add_writes(l, "m_", &p->axi, false);
}

static void xform(struct list *l, const struct dut *d) {
    add_slot(l, d->pins.xform.beat_valid, d->pins.xform.done, true);
}

static void bank(struct list *l, const struct dut *d) {
    add_slot(l, d->pins.bank.beat_valid, d->pins.bank.done, true);
}

static void mover(struct list *l, const struct dut *d) {
    const struct mover_pins *p = &d->pins.mover;
    add_reads(l, "m_", &p->axi, false);
    add_writes(l, "m_", &p->axi, false);
    add_slot(l, p->beat_valid, p->slot_done, false);
}

static void walker(struct list *l, const struct dut *d) {
    (void)l;
    (void)d;
}

static void mag(struct list *l, const struct dut *d) {
    static const char *const in[MAG_PORTS] = {"noc_in0", "noc_in1", "noc_in2", "noc_in3"};
    static const char *const out[MAG_PORTS] = {"noc_out0", "noc_out1", "noc_out2", "noc_out3"};
    const struct mag_pins *p = &d->pins.mag;
    for (unsigned i = 0; i < d->type->mag.ports; i++) {
        add_link(l, in[i], &p->noc_in[i], true);
        add_link(l, out[i], &p->noc_out[i], false);
    }
    add_link(l, "agt_rx", &p->agt_rx, false);
    add_link(l, "agt_tx", &p->agt_tx, true);
    add_link(l, "enc", &p->enc, false);
    add_link(l, "inj", &p->inj, true);
    add_reads(l, "dram_", &p->dram, false);
    add_writes(l, "dram_", &p->dram, false);
    add_reads(l, "sm_", &p->sm, true);
    add_writes(l, "sm_", &p->sm, true);
    add_writes(l, "rm_", &p->rm, false);
    add_writes(l, "ri_", &p->ri, true);
}

unsigned lanes_of(const struct dut *d, struct lane out[LANES_MAX]) {
    static void (*const list_of[])(struct list *, const struct dut *) = {
        [DUT_MEM_PORT] = mem_port, [DUT_XFORM] = xform,   [DUT_BANK] = bank,
        [DUT_MOVER] = mover,       [DUT_WALKER] = walker, [DUT_MAG] = mag};
    struct list l = {out, 0};
    list_of[d->type->kind](&l, d);
    return l.count;
}
