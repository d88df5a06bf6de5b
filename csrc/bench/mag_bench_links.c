#include "bench/mag_bench_parts.h"

/* ---- begin: the settled state of the interfaces ---------------------------------------------- */

static const struct flit *offered(const struct link_pins *pins, struct flit *f) {
    if (!*pins->valid) {
        return NULL;
    }
    flit_unpack(pins->data, f);
    return f;
}

void mag_links_begin(struct mag_bench *b) {
    const struct mag_pins *p = &b->pins;
    struct flit tx, inj, rx;
    struct agent_cycle state = {.in_reset = b->sim->in_reset,
                                .agt_rx_busy = *p->agt_rx.busy,
                                .enc_busy = *p->enc.busy,
                                .bad_remote_req = *p->bad_remote_req};
    for (unsigned i = 0; i < b->ports; i++) {
        state.noc_in_busy |= (uint8_t)(*p->noc_in[i].busy << i);
        state.noc_out_busy |= (uint8_t)(*p->noc_out[i].busy << i);
    }
    state.agt_tx = offered(&p->agt_tx, &tx);
    state.inj = offered(&p->inj, &inj);
    state.agt_rx = offered(&p->agt_rx, &rx);
    agent_model_begin(b->agent_model, &state, b->sim->cycle);
}

/* ---- out ------------------------------------------------------------------------------------- */

static const char *const out_name[MAG_PORTS] = {"noc_out0", "noc_out1", "noc_out2", "noc_out3"};

static void mesh_out(struct mag_bench *b, unsigned port) {
    struct sim *s = b->sim;
    const uint32_t *bits = link_check_sample(&b->out_check[port], false);
    struct flit f;
    struct verdict v;
    if (!bits) {
        return;
    }
    b->now.moved = true;
    s->seen.flits++;
    mag_meter(&b->out_meter[port], s->cycle);
    flit_unpack(bits, &f);
    const enum agent_origin origin = agent_model_mesh_out(b->agent_model, port, &f, &v);
    if (v.check != CHECK_NONE) {
        sim_fail_verdict(s, out_name[port], &v, &f);
    }
    if (sim_counts_bins(s)) {
        mag_cover_out(b, port, origin, &f);
    }
    if (origin != AGENT_FROM_ENGINE) {
        b->now.passed_out[port]++;
        b->passed_now |= (uint8_t)(1u << port);
    } else if (!mem_port_model_emit(b->port_model[port], &f, s->cycle, &v)) {
        sim_fail_verdict(s, out_name[port], &v, &f);
    }
}

static void passed_on(struct mag_bench *b, struct link_check *check,
                      void (*tell)(struct agent_model *m, const struct flit *f,
                                   struct verdict *v)) {
    const uint32_t *bits = link_check_sample(check, false);
    struct flit f;
    struct verdict v;
    if (!bits) {
        return;
    }
    b->now.moved = true;
    b->sim->seen.flits++;
    flit_unpack(bits, &f);
    tell(b->agent_model, &f, &v);
    if (v.check != CHECK_NONE) {
        sim_fail_verdict(b->sim, check->where, &v, &f);
    }
}

void mag_links_out(struct mag_bench *b) {
    b->passed_now = 0;
    for (unsigned port = 0; port < b->ports; port++) {
        mesh_out(b, port);
    }
    passed_on(b, &b->rx_check, agent_model_agent_out);
    passed_on(b, &b->enc_check, agent_model_enc_out);
}

/* ---- in -------------------------------------------------------------------------------------- */

/* A DRAM address leads to the local offset, whichever mesh it names (modules 5): what the port's
 * model is told is what dram_* shows. */
static void alias(const struct mag_bench *b, struct flit *f) {
    struct descriptor d;
    if (f->type == FLIT_MEM_WR_DATA) {
        return;
    }
    descriptor_unpack(&f->payload, &d);
    if (b->staging == NULL || (d.addr >> 39 & 1) == 0) {
        f->payload.w[7] &= ~(UINT32_C(0xf) << 28); /* address bits 39:36 */
    }
}

static void mesh_in(struct mag_bench *b, unsigned port) {
    struct mem_port_model *m = b->port_model[port];
    const bool excused = b->sim->options->seed_rules && b->now.held[0] != 0;
    const bool room = *b->pins.noc_in[port].busy && !excused &&
                      agent_model_mesh_room(b->agent_model, port) && mem_port_model_room(m).room;
    const uint32_t *bits = link_check_sample(&b->in_check[port], room);
    struct flit f;
    if (!bits) {
        return;
    }
    b->now.moved = true;
    flit_unpack(bits, &f);
    const enum agent_client client = agent_model_mesh_in(b->agent_model, port, &f);
    if (sim_counts_bins(b->sim)) {
        mag_cover_in(b, port, client, &f);
    }
    if (client == AGENT_CLIENT_ENGINE) {
        alias(b, &f);
        mem_port_model_accept(m, &f, b->sim->cycle);
    }
}

static void passed_in(struct mag_bench *b, struct link_check *check, bool room,
                      void (*tell)(struct agent_model *m, const struct flit *f)) {
    const uint32_t *bits = link_check_sample(check, room);
    struct flit f;
    if (bits) {
        b->now.moved = true;
        flit_unpack(bits, &f);
        tell(b->agent_model, &f);
    }
}

void mag_links_in(struct mag_bench *b) {
    for (unsigned port = 0; port < b->ports; port++) {
        mesh_in(b, port);
    }
    passed_in(b, &b->tx_check, *b->pins.agt_tx.busy && agent_model_agent_room(b->agent_model),
              agent_model_agent_in);
    passed_in(b, &b->inj_check, *b->pins.inj.busy && agent_model_inj_room(b->agent_model),
              agent_model_inj_in);
}

/* ---- end ------------------------------------------------------------------------------------- */

void mag_links_end(struct mag_bench *b) {
    struct agent_load load[MAG_PORTS];
    struct verdict v;
    for (unsigned port = 0; port < b->ports; port++) {
        const struct mem_port_room room = mem_port_model_room(b->port_model[port]);
        const uint32_t may_hold =
            MAG_DRAM | MAG_LINK(port) |
            (agent_model_oldest(b->agent_model, AGENT_PATH_ENC, port).present ? MAG_ENC : 0);
        const bool held = (b->now.held[port] & may_hold) != 0 || !room.room;
        load[port] = (struct agent_load){.reads = room.unserved_reads,
                                         .writes = room.write_backlog,
                                         .stalled = held || (b->passed_now >> port & 1) != 0};
    }
    if (agent_model_end(b->agent_model, load)) {
        return;
    }
    while (agent_model_finding(b->agent_model, &v)) {
        sim_fail_verdict(b->sim, "mesh", &v, NULL);
    }
}

void mag_links_in_reset(struct mag_bench *b) {
    static const struct agent_load none[MAG_PORTS];
    mag_links_begin(b);
    for (unsigned port = 0; port < b->ports; port++) {
        mem_port_model_reset(b->port_model[port]);
        link_check_sample(&b->out_check[port], false);
        link_check_sample(&b->in_check[port], false);
    }
    link_check_sample(&b->rx_check, false);
    link_check_sample(&b->enc_check, false);
    link_check_sample(&b->tx_check, false);
    link_check_sample(&b->inj_check, false);
    agent_model_end(b->agent_model, none);
}
