#include "bench/mag_cover.h"

#include "bench/mag_bench_parts.h"
#include "bins.h"

static void hit(const struct mag_bench *b, enum bin_group group, unsigned c0, unsigned c1,
                unsigned c2) {
    sim_bin(b->sim, bin_at(group, c0, c1, c2, 0));
}

/* A port, the mover, the host window, ri_*. */
static unsigned who_is(unsigned id) {
    return mag_is_port(id) ? 0 : id - MAG_MOVER + 1;
}

/* ---- at memory ------------------------------------------------------------------------------- */

/* Reads and writes of the ports, of the mover and of the host window, writes of ri_*. */
enum { KINDS = 7 };

static void under_way(const struct mag_bench *b, bool kind[KINDS]) {
    memset(kind, 0, KINDS * sizeof *kind);
    for (unsigned id = 0; id < MAG_REQUESTERS; id++) {
        const unsigned who = who_is(id);
        kind[who < 3 ? 2 * who : 0] |= who < 3 && b->reads_out[id] > 0;
        kind[who < 3 ? 2 * who + 1 : 6] |= b->writes_out[id] > 0;
    }
}

static void count_together(const struct mag_bench *b) {
    bool kind[KINDS];
    unsigned pair = 0;
    under_way(b, kind);
    for (unsigned i = 0; i < KINDS; i++) {
        for (unsigned j = i + 1; j < KINDS; j++, pair++) {
            if (kind[i] && kind[j]) {
                hit(b, BINS_AGENT_TOGETHER, pair, 0, 0);
            }
        }
    }
}

static void count_turn(struct mag_bench *b, bool write, uint8_t id) {
    struct mag_cover_turn *t = &b->cover.turn[write];
    if (t->any) {
        const unsigned next = t->id == id ? 0 : 1 + who_is(id);
        hit(b, write ? BINS_AGENT_WRITES : BINS_AGENT_READS, who_is(t->id), next,
            b->sim->cycle != t->cycle + 1);
    }
    *t = (struct mag_cover_turn){true, id, b->sim->cycle};
}

void mag_cover_fair(const struct mag_bench *b, unsigned id, bool writes, uint8_t waited) {
    const unsigned others = (unsigned)__builtin_popcount(waited & ~(1u << id));
    hit(b, BINS_AGENT_FAIR, writes, who_is(id), others < 2 ? others : 2);
}

/* ---- addresses ------------------------------------------------------------------------------- */

enum asker { PORT_READS, PORT_WRITES, MOVER_FROM, MOVER_TO, HOST_READS, HOST_WRITES, RI_WRITES };

static void count_address(const struct mag_bench *b, enum asker who, uint64_t addr) {
    const bool own = (addr >> 36 & 3) == b->type->mover.mesh_id;
    unsigned where = own ? 0 : 1;
    if (addr >> 39 & 1) {
        const bool first = (addr >> 32 & 15) == 0;
        where = !own || !first ? 4 : 2;
        if (b->staging == NULL) {
            where = 5;
        } else if (where == 2 && staging_past_end(b->staging, addr)) {
            where = 3;
        }
    }
    hit(b, BINS_AGENT_ADDRESS, who, where, 0);
}

static void count_windows(const struct mag_bench *b) {
    if (b->host_events.read_issue.valid) {
        count_address(b, HOST_READS, b->host_events.read_issue.addr);
    }
    if (b->host_events.write_issue.valid) {
        count_address(b, HOST_WRITES, b->host_events.write_issue.addr);
    }
    if (b->inbound_events.write_issue.valid) {
        count_address(b, RI_WRITES, b->inbound_events.write_issue.addr);
    }
    if (*b->pins.mv_cfg_en && *b->pins.mv_cfg_addr == MOVER_REG_CONTROL &&
        *b->pins.mv_cfg_data >> 16 & 1 && !*b->pins.mv_busy) {
        const struct mover_regs *regs = &b->move.regs;
        if (regs->mode != MOVER_FILL) {
            count_address(b, MOVER_FROM, regs->walker[MOVER_SOURCE].base);
        }
        count_address(b, MOVER_TO, regs->walker[MOVER_DESTINATION].base);
    }
}

/* ---- flits ----------------------------------------------------------------------------------- */

/* MEM_RD_REQ, MEM_WR_REQ, MEM_WR_DATA, the answers, what is for compute units, all else. */
static unsigned type_of(const struct flit *f) {
    static const unsigned cell[] = {0, 1, 3, 3, 2, 4, 4, 4, 4};
    return f->type < sizeof cell / sizeof *cell ? cell[f->type] : 5;
}

void mag_cover_in(struct mag_bench *b, unsigned port, enum agent_client client,
                  const struct flit *f) {
    const bool busy = client == AGENT_CLIENT_ENGINE  ? *b->pins.noc_out[port].busy
                      : client == AGENT_CLIENT_AGENT ? *b->pins.agt_rx.busy
                                                     : *b->pins.enc.busy;
    hit(b, BINS_AGENT_IN, client, type_of(f), busy);
    if (client == AGENT_CLIENT_ENGINE && f->type != FLIT_MEM_WR_DATA) {
        struct descriptor d;
        descriptor_unpack(&f->payload, &d);
        count_address(b, f->type == FLIT_MEM_RD_REQ ? PORT_READS : PORT_WRITES, d.addr);
    }
}

void mag_cover_out(struct mag_bench *b, unsigned port, enum agent_origin origin,
                   const struct flit *f) {
    const bool tx = agent_model_oldest(b->agent_model, AGENT_PATH_TX, port).present;
    const bool inj = agent_model_oldest(b->agent_model, AGENT_PATH_INJ, port).present;
    if (origin == AGENT_FROM_NOBODY) {
        return;
    }
    hit(b, BINS_AGENT_OUT, origin, (unsigned)tx + 2 * inj, 0);
    if (origin != AGENT_FROM_ENGINE) {
        const bool own_row = b->type->mag.y[port] == f->dst_y;
        hit(b, BINS_AGENT_ROW, origin - AGENT_FROM_AGENT, own_row ? 1 + (port > 0) : 0, 0);
    }
}

/* ---- links ----------------------------------------------------------------------------------- */

static void count_link(struct mag_bench *b, unsigned number, unsigned cell,
                       const struct link_pins *pins) {
    static const unsigned cycles[] = {0, 1, 15, UINT32_MAX};
    uint32_t *waited = &b->cover.waited[number];
    if (*pins->valid && *pins->busy) {
        ++*waited;
        return;
    }
    if (*pins->valid) {
        hit(b, BINS_AGENT_LINK, cell, bin_class(*waited, cycles), 0);
    }
    *waited = 0;
}

static void count_links(struct mag_bench *b) {
    const struct mag_pins *p = &b->pins;
    for (unsigned i = 0; i < b->ports; i++) {
        count_link(b, i, 0, &p->noc_in[i]);
        count_link(b, MAG_PORTS + i, 1, &p->noc_out[i]);
    }
    count_link(b, 2 * MAG_PORTS, 2, &p->agt_rx);
    count_link(b, 2 * MAG_PORTS + 1, 3, &p->agt_tx);
    count_link(b, 2 * MAG_PORTS + 2, 4, &p->enc);
    count_link(b, 2 * MAG_PORTS + 3, 5, &p->inj);
}

/* ---- the cycle ------------------------------------------------------------------------------- */

void mag_cover_cycle(struct mag_bench *b) {
    const struct axi_events *ev = &b->dram_events;
    count_together(b);
    if (ev->read_issue.valid && ev->read_issue.id < MAG_REQUESTERS) {
        count_turn(b, false, ev->read_issue.id);
    }
    if (ev->write_issue.valid && ev->write_issue.id < MAG_REQUESTERS) {
        count_turn(b, true, ev->write_issue.id);
    }
    count_windows(b);
    count_links(b);
    if (*b->pins.mv_done != b->cover.done) {
        hit(b, BINS_AGENT_CODE, *b->pins.mv_fault, 0, 0);
    }
    b->cover.done = *b->pins.mv_done;
}

void mag_cover_reset(struct mag_bench *b) {
    bool kind[KINDS];
    bool any = false;
    if (b->sim->cycle == 0) {
        return;
    }
    under_way(b, kind);
    for (unsigned i = 0; i < KINDS; i++) {
        if (kind[i]) {
            hit(b, BINS_AGENT_RESET, 1 + i, 0, 0);
            any = true;
        }
    }
    for (unsigned port = 0; port < b->ports; port++) {
        for (unsigned path = 0; path < AGENT_PATH_COUNT; path++) {
            if (agent_model_oldest(b->agent_model, (enum agent_path)path, port).present) {
                hit(b, BINS_AGENT_RESET, 1 + KINDS + path, 0, 0);
                any = true;
            }
        }
    }
    if (!mag_mover_idle(&b->move)) {
        hit(b, BINS_AGENT_RESET, 1 + KINDS + AGENT_PATH_COUNT, 0, 0);
    } else if (!any) {
        hit(b, BINS_AGENT_RESET, 0, 0, 0);
    }
    memset(&b->cover, 0, sizeof b->cover);
}
