/* Something outside is withheld without limit: whatever does not need it completes, but for what is
 * on the same input behind something that does (memory protocol 1.1; modules 5: independence). What
 * completes is demanded while it is withheld; what waited, afterwards. */
#include "mag_mesh_scenarios.h"

/* ---- the work that has to complete ---------------------------------------------------------- */

enum { COPY_WORDS = 40, HOST_BEATS = 16 };

/* Ports as masks. */
struct work {
    unsigned memory, control, marked;    /* requests and flits into these */
    unsigned from_agent, from_interlink; /* flits that leave by these */
};

static unsigned all_ports(const struct mesh_test *t) {
    return (1u << t->b->ports) - 1;
}

/* A row by which a flit leaves that belongs to one of `ports`; false: there is none. */
static bool some_row(struct mesh_test *t, unsigned ports, uint8_t *row) {
    const unsigned first = rng_below(&t->noise, 16);
    for (unsigned i = 0; i < 16; i++) {
        const struct flit f = {.dst_y = (first + i) % 16};
        if (ports >> agent_model_row(t->b->agent_model, &f) & 1) {
            *row = f.dst_y;
            return true;
        }
    }
    return false;
}

/* Host, interlink and mover, within the agent and to another mesh. */
static void ask_everybody_else(struct mesh_test *t, unsigned round) {
    struct mag_bench *b = t->b;
    const uint64_t page = mesh_fresh(t), target = mesh_fresh(t);
    const unsigned other = (t->type->mover.mesh_id + 1) % 4;
    const struct mover_regs copy = mag_copy(
        page, mag_dram_addr(round % 2 ? other : t->type->mover.mesh_id, target), COPY_WORDS);
    mag_host_write(b, round % 16, page, HOST_BEATS, NULL, NULL);
    mag_host_read(b, round % 16, page, HOST_BEATS);
    mag_ri_write(b, round % 16, mag_dram_addr(round % 4, mesh_fresh(t)), HOST_BEATS, NULL, NULL);
    while (!mag_go(b, &copy)) {
        sim_cycle(t->s);
    }
}

static void ask_ports(struct mesh_test *t, unsigned round, const struct work *work) {
    uint8_t row;
    for (unsigned p = 0; p < t->b->ports; p++) {
        if (work->memory >> p & 1) {
            mesh_all_kinds(t, p);
        }
        if (work->control >> p & 1) {
            mesh_control(t, p, 1);
            mesh_control(t, p, 2);
        }
        if (work->marked >> p & 1) {
            mesh_marked(t, p, 3);
            mesh_marked(t, p, 4);
        }
    }
    for (unsigned i = 0; i < 4 && some_row(t, work->from_agent, &row); i++) {
        mesh_from_agent(t, row);
    }
    for (unsigned i = 0; i < 4 && some_row(t, work->from_interlink, &row); i++) {
        mesh_from_interlink(t, (round + i) % MAG_INJECTORS, row);
    }
}

static void ask_rounds(struct mesh_test *t, unsigned rounds, const struct work *work) {
    for (unsigned round = 0; round < rounds; round++) {
        ask_ports(t, round, work);
        ask_everybody_else(t, round);
    }
}

/* What is asked of everything after the resource is back. */
static void finish_with_everything(struct mesh_test *t) {
    const unsigned all = all_ports(t);
    const struct work work = {all, all, all, all, all};
    mag_withhold(t->b, 0);
    mag_settle(t->b);
    ask_rounds(t, 2, &work);
    mesh_finish(t);
}

struct counts {
    uint64_t answers, passed[AGENT_PATH_COUNT];
};

static struct counts asked(const struct mesh_test *t) {
    struct counts c = {.answers = t->words + t->acks};
    memcpy(c.passed, t->passed, sizeof c.passed);
    return c;
}

/* All of `due` but what waits: asked for before `waiting` was. */
static void expect_done(struct mesh_test *t, const struct counts *waiting) {
    struct counts due = asked(t);
    sim_expect_seen(t->s, "response flits while it is withheld", mag_answers(t->b),
                    due.answers - waiting->answers);
    for (unsigned path = 0; path < AGENT_PATH_COUNT; path++) {
        sim_expect_seen(t->s, "passed-on flits while it is withheld",
                        mesh_passed(t, (enum agent_path)path),
                        due.passed[path] - waiting->passed[path]);
    }
}

/* ---- the control agent ----------------------------------------------------------------------- */

/* A host that never reads: control flits at all ports are dropped, all of them, among memory
 * traffic that does not notice. */
void a_mailbox_nobody_drains_holds_no_memory_traffic(struct sim *s, const struct dut_type *type) {
    struct mesh_test *t = mesh_test_new(s, type);
    const unsigned all = all_ports(t), rounds = 12, flits = 10;
    const struct work work = {all, all, all, all, all};
    const struct counts nothing = {0};
    mag_withhold(t->b, MAG_AGENT);
    for (unsigned round = 0; round < rounds; round++) {
        for (unsigned p = 0; p < t->b->ports; p++) {
            for (unsigned i = 0; i < flits; i++) {
                mesh_control(t, p, 5 + i % 3);
            }
        }
        ask_rounds(t, 1, &work);
    }
    mesh_settle_independent(t, 0);
    expect_done(t, &nothing);
    sim_cycles(s, 16);
    sim_expect_seen(s, "control flits dropped", agent_model_stats(t->b->agent_model)->dropped,
                    (uint64_t)rounds * (flits + 2) * t->b->ports);
    finish_with_everything(t);
}

/* What was dropped stays dropped; what comes once the mailbox is drained arrives. */
void a_mailbox_drained_again_gets_what_comes_then(struct sim *s, const struct dut_type *type) {
    struct mesh_test *t = mesh_test_new(s, type);
    for (unsigned round = 0; round < 16; round++) {
        mag_withhold(t->b, MAG_AGENT);
        for (unsigned p = 0; p < t->b->ports; p++) {
            mesh_control(t, p, 1);
            mesh_control(t, p, 2);
            mesh_all_kinds(t, p);
        }
        mesh_settle_independent(t, 0);
        sim_cycles(s, 8 + round);
        mag_withhold(t->b, 0);
        sim_cycles(s, round % 4);
        for (unsigned p = 0; p < t->b->ports; p++) {
            mesh_control(t, p, 3);
            mesh_control(t, p, 4);
        }
        mag_settle(t->b);
    }
    mesh_finish(t);
    sim_expect_seen(s, "control flits dropped", agent_model_stats(t->b->agent_model)->dropped,
                    16 * 2 * t->b->ports);
}

/* ---- the encapsulator ------------------------------------------------------------------------ */

/* Marked flits wait at one port: requests that port accepted before are served, all other ports and
 * everybody else go on. */
static void encapsulator_holds(struct mesh_test *t, unsigned port) {
    const unsigned others = all_ports(t) & ~(1u << port);
    const struct work work = {others, others, 0, all_ports(t), all_ports(t)};
    const struct counts before = asked(t);
    struct counts waiting = {0};
    mag_withhold(t->b, MAG_ENC);
    mesh_read_plain(t, port, MESH_WRITER, mesh_fresh(t), 6);
    mesh_write(t, port, MESH_WRITER, mesh_fresh(t), 8);
    mesh_read_run(t, port, MESH_WRITER, mesh_fresh(t), 2);
    mesh_control(t, port, MESH_WRITER);
    for (unsigned i = 0; i < 6; i++) {
        mesh_marked(t, port, MESH_WRITER);
    }
    waiting.passed[AGENT_PATH_ENC] = t->passed[AGENT_PATH_ENC] - before.passed[AGENT_PATH_ENC];
    ask_rounds(t, 6, &work);
    mesh_settle_independent(t, mesh_interlink(t) ? 1u << port : 0);
    expect_done(t, &waiting);
    mag_withhold(t->b, 0);
    mag_settle(t->b);
}

void a_withheld_encapsulator_holds_only_what_is_behind_marked_flits(struct sim *s,
                                                                    const struct dut_type *type) {
    struct mesh_test *t = mesh_test_new(s, type);
    for (unsigned p = 0; p < t->b->ports && !s->options->seed_rules; p++) {
        encapsulator_holds(t, p);
    }
    finish_with_everything(t);
}

/* ---- one link -------------------------------------------------------------------------------- */

/* The port's own reads and acks wait, a few; what comes in by it for others does not. */
static void link_holds(struct mesh_test *t, unsigned port) {
    const unsigned others = all_ports(t) & ~(1u << port);
    const struct work work = {others, all_ports(t), all_ports(t), others, others};
    const struct counts before = asked(t);
    mag_withhold(t->b, MAG_LINK(port));
    mesh_all_kinds(t, port);
    struct counts waiting = {.answers = t->words + t->acks - before.answers};
    ask_rounds(t, 6, &work);
    mesh_settle_independent(t, 0);
    expect_done(t, &waiting);
    mag_withhold(t->b, 0);
    mag_settle(t->b);
}

void a_withheld_link_holds_only_its_own_port(struct sim *s, const struct dut_type *type) {
    struct mesh_test *t = mesh_test_new(s, type);
    for (unsigned p = 0; p < t->b->ports && !s->options->seed_rules; p++) {
        link_holds(t, p);
    }
    finish_with_everything(t);
}

static uint64_t words_written(const struct mesh_test *t, unsigned port) {
    return mem_port_model_stats(t->b->port_model[port])->words_written;
}

/* A slot is held until its ack leaves: so many writes reach memory, past a read that waits. */
void writes_reach_memory_behind_a_withheld_link(struct sim *s, const struct dut_type *type) {
    struct mesh_test *t = mesh_test_new(s, type);
    const unsigned slots = type->mag.wr_slots;
    for (unsigned p = 0; p < t->b->ports && !s->options->seed_rules; p++) {
        mag_withhold(t->b, MAG_LINK(p));
        mesh_read_run(t, p, 40, mesh_fresh(t), 4);
        for (unsigned i = 0; i < slots; i++) {
            mesh_write(t, p, i, mesh_fresh(t), 8);
        }
        mesh_settle_independent(t, 0);
        sim_expect_seen(s, "words written while the link is withheld", words_written(t, p),
                        8 * slots);
        mag_withhold(t->b, 0);
        mag_settle(t->b);
    }
    finish_with_everything(t);
}

static void one_request(struct mesh_test *t, unsigned port, unsigned kind) {
    if (kind == 0) {
        mesh_read_plain(t, port, MESH_WRITER, mesh_fresh(t), 1);
    } else if (kind == 1) {
        mesh_read_run(t, port, MESH_WRITER, mesh_fresh(t), 1);
    } else {
        mesh_write(t, port, MESH_WRITER, mesh_fresh(t), 1);
    }
}

/* A request that is accepted right behind marked flits waits with them, but the host does not. */
void a_request_behind_a_marked_flit_waits_for_the_encapsulator(struct sim *s,
                                                               const struct dut_type *type) {
    enum { READS = 30, KINDS = 3, MARKED = 3 };
    struct mesh_test *t = mesh_test_new(s, type);
    for (unsigned i = 0; i < KINDS * MARKED; i++) {
        mag_withhold(t->b, MAG_ENC);
        for (unsigned p = 0; p < t->b->ports; p++) {
            for (unsigned n = 0; n <= i / KINDS; n++) {
                mesh_marked(t, p, MESH_WRITER);
            }
            one_request(t, p, i % KINDS);
        }
        for (unsigned read = 0; read < READS; read++) { /* longer than anybody may wait */
            mag_host_read(t->b, read % 16, mesh_fresh(t), 1);
            sim_cycles(s, 100);
        }
        mag_withhold(t->b, 0);
        mag_settle(t->b);
    }
    finish_with_everything(t);
}

/* Reads until the engine's intake is about full, then writes of one word among more of them. */
static void fill_engine(struct mesh_test *t, unsigned port, unsigned shift) {
    enum { ENTRIES = 16 };
    const struct mag_params *m = &t->type->mag;
    const unsigned most = m->wr_slots < 16 ? m->wr_slots : 16;
    for (unsigned i = 0; i + m->q_margin < m->q_depth + shift; i++) {
        mesh_read_run(t, port, MESH_WRITER, mesh_fresh(t), ENTRIES);
    }
    for (unsigned i = 0; i < most; i++) {
        mesh_write(t, port, MESH_WRITER, mesh_fresh(t), 1);
        mesh_read_run(t, port, MESH_WRITER, mesh_fresh(t), ENTRIES);
    }
}

/* The link takes next to nothing, so reads fill a port's engine: what is behind them on the same
 * input, a write that is accepted as well, waits with them. */
void what_is_behind_reads_for_a_full_engine_waits_with_them(struct sim *s,
                                                            const struct dut_type *type) {
    enum { CYCLES = 4000, SHIFTS = 4 };
    struct mesh_test *t = mesh_test_new(s, type);
    for (unsigned i = 0; i < t->b->ports * SHIFTS; i++) {
        const unsigned port = i / SHIFTS;
        t->b->out[port].knobs.busy = stall_bursts(400, 450, 1, 1);
        mag_knobs_changed(t->b);
        fill_engine(t, port, i % SHIFTS);
        sim_cycles(s, CYCLES);
        t->b->out[port].knobs.busy = stall_never();
        mag_knobs_changed(t->b);
        mag_settle(t->b);
    }
    finish_with_everything(t);
}

/* ---- a passed-on flit at a withheld link ---------------------------------------------------- */

/* Flits of one input wait at a link: the other input is not behind them. */
static void one_input_waits(struct mesh_test *t, unsigned port, bool agent_waits) {
    const unsigned others = all_ports(t) & ~(1u << port);
    const struct work work = {others, all_ports(t), all_ports(t), agent_waits ? 0 : others,
                              agent_waits ? others : 0};
    const enum agent_path path = agent_waits ? AGENT_PATH_TX : AGENT_PATH_INJ;
    const struct counts before = asked(t);
    struct counts waiting = {0};
    uint8_t row;
    if (!mesh_row_of_port(t, port, &row)) {
        return;
    }
    mag_withhold(t->b, MAG_LINK(port));
    for (unsigned i = 0; i < 5; i++) {
        if (agent_waits) {
            mesh_from_agent(t, row);
        } else {
            mesh_from_interlink(t, 0, row);
        }
    }
    waiting.passed[path] = t->passed[path] - before.passed[path];
    ask_rounds(t, 4, &work);
    mesh_settle_independent(t, agent_waits ? MESH_STUCK_AGENT : MESH_STUCK_INTERLINK);
    expect_done(t, &waiting);
    mag_withhold(t->b, 0);
    mag_settle(t->b);
}

void an_agent_flit_at_a_withheld_link_holds_no_interlink_flit(struct sim *s,
                                                              const struct dut_type *type) {
    struct mesh_test *t = mesh_test_new(s, type);
    for (unsigned p = 0; p < t->b->ports && !s->options->seed_rules; p++) {
        one_input_waits(t, p, true);
    }
    finish_with_everything(t);
}

void an_interlink_flit_at_a_withheld_link_holds_no_agent_flit(struct sim *s,
                                                              const struct dut_type *type) {
    struct mesh_test *t = mesh_test_new(s, type);
    for (unsigned p = 0; p < t->b->ports && !s->options->seed_rules; p++) {
        one_input_waits(t, p, false);
    }
    finish_with_everything(t);
}

/* ---- all of them ----------------------------------------------------------------------------- */

/* The mesh takes nothing at all: host, interlink writes and the mover go on, and so do the ports'
 * writes as far as their acks. */
void agent_encapsulator_and_links_withheld_together_leave_the_memory_alone(
    struct sim *s, const struct dut_type *type) {
    struct mesh_test *t = mesh_test_new(s, type);
    if (s->options->seed_rules) {
        return;
    }
    mag_withhold(t->b, MAG_AGENT | MAG_ENC | MAG_LINKS);
    for (unsigned p = 0; p < t->b->ports; p++) {
        mesh_write(t, p, 0, mesh_fresh(t), 8);
        for (unsigned i = 0; i < 3; i++) {
            mesh_control(t, p, 1);
        }
    }
    for (unsigned round = 0; round < 10; round++) {
        ask_everybody_else(t, round);
    }
    mesh_settle_independent(t, 0);
    for (unsigned p = 0; p < t->b->ports; p++) {
        sim_expect_seen(s, "words written while the mesh takes nothing", words_written(t, p), 8);
    }
    sim_expect_seen(s, "moves completed while the mesh takes nothing", *t->b->pins.mv_done, 10);
    for (unsigned p = 0; p < t->b->ports; p++) {
        mesh_marked(t, p, 2);
    }
    sim_cycles(s, 40);
    finish_with_everything(t);
}
