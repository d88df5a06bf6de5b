#include "mag_mesh_traffic.h"

#define FIRST_PAGE UINT64_C(0x400000)

struct mesh_test *mesh_test_new(struct sim *s, const struct dut_type *type) {
    struct mesh_test *t = sim_alloc(s, sizeof *t);
    t->s = s;
    t->type = type;
    sim_rng(s, &t->noise, "mesh noise");
    t->b = mag_bench_new(s, type);
    return t;
}

/* ---- the variant ----------------------------------------------------------------------------- */

bool mesh_apertures(const struct mesh_test *t) {
    return t->type->mover.stage != 0 && !mesh_leaves_out(t, WITHOUT_APERTURES);
}

bool mesh_row_of_port(const struct mesh_test *t, unsigned port, uint8_t *row) {
    for (unsigned y = 0; y < 16; y++) {
        const struct flit f = {.dst_y = (uint8_t)y};
        if (agent_model_row(t->b->agent_model, &f) == port) {
            *row = (uint8_t)y;
            return true;
        }
    }
    return false;
}

/* ---- memory ---------------------------------------------------------------------------------- */

uint64_t mesh_fresh(struct mesh_test *t) {
    return FIRST_PAGE + MESH_PAGE * t->pages++;
}

void mesh_read_plain(struct mesh_test *t, unsigned port, unsigned endpoint, uint64_t addr,
                     unsigned beats) {
    if (mesh_leaves_out(t, WITHOUT_PLAIN)) {
        return;
    }
    while (!mag_read_plain(t->b, port, endpoint, (uint8_t)t->reads, addr, beats)) {
        sim_cycle(t->s);
    }
    t->reads++;
    t->words += beats;
}

void mesh_read_run(struct mesh_test *t, unsigned port, unsigned endpoint, uint64_t addr,
                   unsigned entries) {
    if (mesh_leaves_out(t, WITHOUT_STREAM)) {
        return;
    }
    while (!mag_read_run(t->b, port, endpoint, (uint8_t)t->reads, addr, entries, ENTRY_WORDS_MAX)) {
        sim_cycle(t->s);
    }
    t->reads += entries;
    t->words += entries * ENTRY_WORDS_MAX;
}

void mesh_write(struct mesh_test *t, unsigned port, unsigned endpoint, uint64_t addr,
                unsigned beats) {
    const unsigned writer = t->type->mag.wr_slots == 1 ? MESH_WRITER : endpoint;
    while (!mag_write(t->b, port, writer, (uint8_t)t->acks, addr, beats, NULL)) {
        sim_cycle(t->s);
    }
    t->acks++;
}

void mesh_all_kinds(struct mesh_test *t, unsigned port) {
    enum { PLAIN = 20, RUN }; /* endpoints */
    mesh_read_plain(t, port, PLAIN, mesh_fresh(t), 6);
    mesh_read_run(t, port, RUN, mesh_fresh(t), 2);
    mesh_write(t, port, MESH_WRITER, mesh_fresh(t), 8);
}

/* ---- flits that are passed on ---------------------------------------------------------------- */

struct flit mesh_noise(struct mesh_test *t) {
    uint32_t bits[FLIT_WORDS];
    struct flit f;
    rng_fill(&t->noise, bits, FLIT_WORDS);
    flit_unpack(bits, &f);
    return f;
}

void mesh_send(struct mesh_test *t, unsigned port, unsigned endpoint, const struct flit *f) {
    struct flit sent = *f;
    while (!mag_send(t->b, port, endpoint, &sent)) {
        sim_cycle(t->s);
    }
    switch (agent_model_client(t->b->agent_model, f)) {
    case AGENT_CLIENT_AGENT:
        t->passed[AGENT_PATH_RX] += !(t->b->withheld & MAG_AGENT);
        break;
    case AGENT_CLIENT_ENC:
        t->passed[AGENT_PATH_ENC]++;
        break;
    case AGENT_CLIENT_ENGINE:
        break;
    }
}

static uint8_t control_type(struct mesh_test *t) {
    unsigned type;
    do {
        type = rng_below(&t->noise, 16);
    } while (mesh_is_memory(type));
    return (uint8_t)type;
}

void mesh_control(struct mesh_test *t, unsigned port, unsigned endpoint) {
    struct flit f = mesh_noise(t);
    f.type = control_type(t);
    f.rsvd &= 3;
    mesh_send(t, port, endpoint, &f);
}

void mesh_marked(struct mesh_test *t, unsigned port, unsigned endpoint) {
    struct flit f = mesh_noise(t);
    f.rsvd |= 4;
    if (!mesh_interlink(t)) {
        f.type = control_type(t);
    }
    mesh_send(t, port, endpoint, &f);
}

void mesh_agent_send(struct mesh_test *t, const struct flit *f) {
    while (!mag_agent_send(t->b, f)) {
        sim_cycle(t->s);
    }
    t->passed[AGENT_PATH_TX]++;
}

void mesh_inject(struct mesh_test *t, unsigned injector, const struct flit *f) {
    while (!mag_inject(t->b, injector, f)) {
        sim_cycle(t->s);
    }
    t->passed[AGENT_PATH_INJ]++;
}

void mesh_from_agent(struct mesh_test *t, uint8_t row) {
    struct flit f = mesh_noise(t);
    f.dst_y = row;
    mesh_agent_send(t, &f);
}

void mesh_from_interlink(struct mesh_test *t, unsigned injector, uint8_t row) {
    struct flit f = mesh_noise(t);
    f.dst_y = row;
    mesh_inject(t, injector, &f);
}

/* ---- ends ------------------------------------------------------------------------------------ */

static bool all_sent(const struct mesh_test *t, unsigned stuck) {
    const struct mag_bench *b = t->b;
    bool sent = axi_host_idle(&b->host) && axi_host_idle(&b->inbound) &&
                mover_driver_idle(&b->mover) &&
                (link_source_idle(&b->agent_tx) || stuck & MESH_STUCK_AGENT) &&
                (link_source_idle(&b->inject) || stuck & MESH_STUCK_INTERLINK);
    for (unsigned p = 0; p < b->ports; p++) {
        sent = sent && (link_source_idle(&b->in[p]) || (stuck >> p & 1));
    }
    return sent;
}

void mesh_settle_independent(struct mesh_test *t, unsigned stuck) {
    while (!all_sent(t, stuck) || !mag_independent_quiet(t->b)) {
        sim_cycle(t->s);
    }
}

void mesh_finish(struct mesh_test *t) {
    static const char *const path_name[AGENT_PATH_COUNT] = {
        [AGENT_PATH_RX] = "flits at the control agent",
        [AGENT_PATH_ENC] = "flits at the encapsulator",
        [AGENT_PATH_TX] = "flits of the control agent",
        [AGENT_PATH_INJ] = "flits of the interlink",
    };
    mag_finish(t->b);
    sim_expect_seen(t->s, "response flits", mag_answers(t->b), t->words + t->acks);
    for (unsigned path = 0; path < AGENT_PATH_COUNT; path++) {
        sim_expect_seen(t->s, path_name[path], mesh_passed(t, (enum agent_path)path),
                        t->passed[path]);
    }
}
