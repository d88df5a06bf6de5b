/* Every shared resource asked for by all its clients in every cycle, while it is free, while it is
 * busy and while it toggles; the worst wait is measured (modules 5; memory protocol 1.1, 1.2). */
#include "mag_mesh_scenarios.h"

#include <stdio.h>

enum { PHASES = 4 };

/* How the resource behaves in each phase. The second is a stall longer than any turn. */
static struct stall_knobs phase_stall(unsigned phase) {
    switch (phase) {
    case 0:
        return stall_never();
    case 1:
        return stall_bursts(40, 80, 10, 40);
    case 2:
        return stall_alternate();
    default:
        return stall_random(500);
    }
}

static void one_source_at_a_time(struct mesh_test *t) {
    for (unsigned p = 0; p < t->b->ports; p++) {
        t->b->in[p].knobs.policy = LINK_DRAIN;
    }
}

static void measure_turns(struct mesh_test *t, const char *what) {
    const struct agent_stats *stats = agent_model_stats(t->b->agent_model);
    const unsigned bound = t->b->ports + 4;
    unsigned worst = 0;
    for (unsigned p = 0; p < t->b->ports; p++) {
        worst = stats->worst_turn[p] > worst ? stats->worst_turn[p] : worst;
    }
    sim_measured(t->s, what, worst, "cycles", bound, true);
}

/* ---- the agent, the encapsulator ------------------------------------------------------------- */

/* Nothing but flits for one client at every port, and then memory flits between them. */
static void flood(struct mesh_test *t,
                  void (*one)(struct mesh_test *t, unsigned port, unsigned endpoint)) {
    for (unsigned i = 0; i < 100; i++) {
        for (unsigned p = 0; p < t->b->ports; p++) {
            one(t, p, 0);
        }
    }
    mag_settle(t->b);
    for (unsigned i = 0; i < 60; i++) {
        for (unsigned p = 0; p < t->b->ports; p++) {
            one(t, p, 1);
            if (i % 6 == 0) {
                mesh_read_plain(t, p, 1, mesh_fresh(t), 2);
            }
            if (i % 6 == 3) {
                mesh_write(t, p, 1, mesh_fresh(t), 2);
            }
        }
    }
    mag_settle(t->b);
}

void all_ports_ask_for_the_agent_in_every_cycle(struct sim *s, const struct dut_type *type) {
    struct mesh_test *t = mesh_test_new(s, type);
    one_source_at_a_time(t);
    for (unsigned phase = 0; phase < PHASES; phase++) {
        const uint64_t sure = t->passed[AGENT_PATH_RX];
        t->b->agent_rx.sink.knobs.busy = phase_stall(phase);
        mag_knobs_changed(t->b);
        flood(t, mesh_control);
        if (phase > 0) {
            t->passed[AGENT_PATH_RX] = sure; /* best effort */
        }
    }
    mesh_finish(t);
    measure_turns(t, "a port's wait for its turn at the agent");
    sim_expect_seen(s, "control flits that found the agent busy",
                    agent_model_stats(t->b->agent_model)->dropped, 1);
}

void all_ports_ask_for_the_encapsulator_in_every_cycle(struct sim *s, const struct dut_type *type) {
    struct mesh_test *t = mesh_test_new(s, type);
    one_source_at_a_time(t);
    for (unsigned phase = 0; phase < PHASES; phase++) {
        t->b->enc.knobs.busy = phase_stall(phase);
        mag_knobs_changed(t->b);
        flood(t, mesh_marked);
    }
    mesh_finish(t);
    measure_turns(t, "a port's wait at the encapsulator");
    sim_measured(s, "  a marked flit's while it is free",
                 agent_model_stats(t->b->agent_model)->worst_enc_wait, "cycles", t->b->ports + 4,
                 true);
}

/* ---- one output ------------------------------------------------------------------------------ */

static void ask_for_output(struct mesh_test *t, unsigned port, uint8_t row, unsigned flits) {
    mesh_read_run(t, port, 1, mesh_fresh(t), 16);
    mesh_read_plain(t, port, 2, mesh_fresh(t), 24);
    mesh_write(t, port, 3, mesh_fresh(t), 8);
    for (unsigned i = 0; i < flits; i++) {
        mesh_from_agent(t, row);
        mesh_from_interlink(t, i % MAG_INJECTORS, row);
    }
}

/* First with gaps, so that each rank gets its turn; then without, so that each rank waits until
 * those above it are done. */
static void saturate_output(struct mesh_test *t, unsigned port) {
    uint8_t row;
    if (!mesh_row_of_port(t, port, &row)) {
        return;
    }
    for (unsigned phase = 0; phase < PHASES; phase++) {
        t->b->out[port].knobs.busy = phase_stall(phase);
        t->b->agent_tx.knobs.gap = stall_random(600);
        t->b->inject.knobs.gap = stall_random(400);
        mag_knobs_changed(t->b);
        ask_for_output(t, port, row, 40);
        mag_settle(t->b);
        t->b->agent_tx.knobs.gap = t->b->inject.knobs.gap = stall_never();
        ask_for_output(t, port, row, 20);
        mag_settle(t->b);
    }
    t->b->out[port].knobs.busy = stall_never();
}

void agent_interlink_and_engine_ask_for_one_output_in_every_cycle(struct sim *s,
                                                                  const struct dut_type *type) {
    struct mesh_test *t = mesh_test_new(s, type);
    for (unsigned p = 0; p < t->b->ports; p++) {
        saturate_output(t, p);
    }
    mesh_finish(t);
    const struct agent_stats *stats = agent_model_stats(t->b->agent_model);
    sim_measured(s, "flits of lower rank that went first", stats->worst_let_past, "flits", 2, true);
    sim_expect_seen(s, "flits compared with one of higher rank", stats->evaluations[CHECK_MAG_PRIO],
                    20);
}

/* An engine's flit is on the link, held, when the agent and the interlink come for the same link;
 * then an interlink's flit when the agent comes. */
void what_an_output_offers_stays_until_taken(struct sim *s, const struct dut_type *type) {
    struct mesh_test *t = mesh_test_new(s, type);
    for (unsigned p = 0; p < t->b->ports; p++) {
        uint8_t row;
        for (unsigned held = 0; held < 8 && mesh_row_of_port(t, p, &row); held++) {
            mag_withhold(t->b, MAG_LINK(p));
            if (held % 2) {
                mesh_from_interlink(t, 0, row);
            } else {
                mesh_write(t, p, 1, mesh_fresh(t), 1);
            }
            while (!*t->b->pins.noc_out[p].valid) {
                sim_cycle(s);
            }
            sim_cycles(s, held);
            mesh_from_agent(t, row);
            mesh_from_interlink(t, 1, row);
            mesh_from_agent(t, row);
            sim_cycles(s, 20);
            mag_withhold(t->b, 0);
            mag_settle(t->b);
        }
    }
    mesh_finish(t);
}

/* ---- the memory ------------------------------------------------------------------------------ */

enum { BURSTS = 40, COPY_WORDS = 1200 };

/* Reads and writes of every requester, so many that all of them always have one waiting: single
 * words at the ports, so that a port's bursts are no longer than they must be. */
static void ask_for_memory(struct mesh_test *t) {
    struct mag_bench *b = t->b;
    const uint64_t from = mesh_fresh(t), to = UINT64_C(0x8000000) + from;
    const struct mover_regs copy = mag_copy(from, to, COPY_WORDS);
    while (!mag_go(b, &copy)) {
        sim_cycle(t->s);
    }
    for (unsigned i = 0; i < BURSTS; i++) {
        for (unsigned p = 0; p < b->ports; p++) {
            mesh_read_plain(t, p, 1, mesh_fresh(t), 1);
            mesh_read_run(t, p, 2, mesh_fresh(t), 1);
            mesh_write(t, p, 3 + i % 2, mesh_fresh(t), 2);
        }
        while (!mag_host_write(b, i % 16, mesh_fresh(t), 4, NULL, NULL) ||
               !mag_host_read(b, i % 16, mesh_fresh(t), 4) ||
               !mag_ri_write(b, i % 16, mesh_fresh(t), 4, NULL, NULL)) {
            sim_cycle(t->s);
        }
    }
    mag_settle(b);
}

void every_requester_asks_for_the_memory_in_every_cycle(struct sim *s,
                                                        const struct dut_type *type) {
    struct mesh_test *t = mesh_test_new(s, type);
    struct axi_mem_knobs *k = &t->b->dram.knobs;
    for (unsigned phase = 0; phase < PHASES; phase++) {
        k->aw = k->w = k->ar = k->b = k->r =
            phase == 1 ? stall_bursts(60, 120, 1, 2) : phase_stall(phase);
        mag_knobs_changed(t->b);
        ask_for_memory(t);
    }
    mesh_finish(t);
    for (unsigned id = 0; id < MAG_REQUESTERS; id++) {
        const bool there = id >= MAG_MOVER || id < t->b->ports;
        sim_expect_seen(s, "bursts of each requester",
                        t->b->issued_reads[id] + t->b->issued_writes[id], there ? PHASES : 0);
    }
}

/* A memory that takes one burst after another, each so late that the one before is answered: who
 * gets it is the choice of the agent alone. */
enum { SLOW = 26 /* cycles a burst is offered before it is taken */, SHARE_BURSTS = 40 };

/* Single words at strides, so that the mover has as many bursts as everybody else. */
static struct mover_regs scattered(struct mesh_test *t, bool writes) {
    enum { WORDS = 128, STRIDE = 3 * WORD_BYTES };
    const uint64_t from = mesh_fresh(t), to = UINT64_C(0x10000000) + from;
    struct mover_regs move =
        writes ? mag_fill_move(to, WORDS, 2, 0x600df00d) : mag_copy(from, to, WORDS);
    move.walker[MOVER_SOURCE] = mag_line(from, WORDS, STRIDE);
    move.walker[MOVER_DESTINATION] = mag_line(to, WORDS, STRIDE);
    return move;
}

static void ask_for_shares(struct mesh_test *t, bool writes) {
    struct mag_bench *b = t->b;
    const struct mover_regs move = scattered(t, writes);
    while (!mag_go(b, &move)) {
        sim_cycle(t->s);
    }
    for (unsigned i = 0; i < SHARE_BURSTS; i++) {
        for (unsigned p = 0; p < b->ports; p++) {
            if (writes) {
                mesh_write(t, p, i % 4, mesh_fresh(t), 1);
            } else {
                mesh_read_plain(t, p, i % 4, mesh_fresh(t), 1);
            }
        }
        while (writes ? !mag_host_write(b, i % 16, mesh_fresh(t), 1, NULL, NULL) ||
                            !mag_ri_write(b, i % 16, mesh_fresh(t), 1, NULL, NULL)
                      : !mag_host_read(b, i % 16, mesh_fresh(t), 1)) {
            sim_cycle(t->s);
        }
    }
    mag_settle(b);
}

static void measure_shares(struct mesh_test *t) {
    const struct burst_fairness *reads = &t->b->read_fairness, *writes = &t->b->write_fairness;
    sim_measured(t->s, "reads fewer than its share of 64, at worst", reads->worst_short, "bursts",
                 FAIRNESS_ALLOWED, true);
    sim_measured(t->s, "writes fewer than its share of 64, at worst", writes->worst_short, "bursts",
                 FAIRNESS_ALLOWED, true);
}

void each_requester_gets_its_share_of_a_slow_memory(struct sim *s, const struct dut_type *type) {
    struct mesh_test *t = mesh_test_new(s, type);
    struct axi_mem_knobs *k = &t->b->dram.knobs;
    k->aw = k->ar = stall_until_offer(SLOW, SLOW);
    mag_knobs_changed(t->b);
    ask_for_shares(t, false);
    ask_for_shares(t, true);
    mesh_finish(t);
    measure_shares(t);
    if (!s->options->seed_rules && !mesh_leaves_out(t, WITHOUT_PLAIN)) {
        sim_expect_seen(s, "windows of 64 reads", t->b->read_fairness.evaluations, 1);
        sim_expect_seen(s, "windows of 64 writes", t->b->write_fairness.evaluations,
                        type->mag.wr_slots > 1 ? 1 : 0);
    }
}

/* A memory as fast as can be and single words: bursts are granted in every cycle, and whoever is left
 * out is seen to wait (MAG-FAIR). */
void nobody_waits_for_a_fast_memory_while_others_go_on(struct sim *s, const struct dut_type *type) {
    enum { ROUNDS = 400, AHEAD = 16 };
    struct mesh_test *t = mesh_test_new(s, type);
    struct mag_bench *b = t->b;
    const struct mover_regs move = scattered(t, true);
    one_source_at_a_time(t);
    for (unsigned i = 0; i < ROUNDS; i++) {
        for (unsigned p = 0; p < b->ports; p++) {
            while (link_source_pending(&b->in[p], i % 8) > AHEAD) {
                sim_cycle(s);
            }
            mesh_write(t, p, i % 8, mesh_fresh(t), 1);
        }
        while (!mag_host_write(b, i % 16, mesh_fresh(t), 1, NULL, NULL) ||
               !mag_ri_write(b, i % 16, mesh_fresh(t), 1, NULL, NULL)) {
            sim_cycle(s);
        }
        if (mover_driver_idle(&b->mover) && mag_mover_idle(&b->move)) {
            mag_go(b, &move);
        }
    }
    mesh_finish(t);
}

/* ---- the staging store ----------------------------------------------------------------------- */

/* Its words in four parts, as far as there are so many: read by the ports, written by them, by the
 * mover, by the interlink. */
struct parts {
    uint64_t at[4]; /* byte addresses */
    unsigned words;
};

static struct parts parts_of_store(const struct mesh_test *t) {
    const unsigned quarter = t->type->mover.stage / 4;
    struct parts parts = {.words = quarter == 0 ? 1 : quarter < 8 ? quarter : 8};
    for (unsigned i = 0; i < 4; i++) {
        parts.at[i] = mag_staging_addr(t->b, (uint64_t)i * quarter * WORD_BYTES);
    }
    return parts;
}

static void ask_for_store(struct mesh_test *t, const struct parts *parts, unsigned round) {
    struct mag_bench *b = t->b;
    const struct mover_regs in = mag_copy(mesh_fresh(t), parts->at[2], parts->words);
    const struct mover_regs out = mag_copy(parts->at[0], mesh_fresh(t), parts->words);
    for (unsigned i = 0; i < 8; i++) {
        for (unsigned p = 0; p < b->ports; p++) {
            mesh_read_plain(t, p, 1 + 2 * (i % 4), parts->at[0], parts->words);
            mesh_write(t, p, 2 + 2 * (i % 2), parts->at[1], parts->words);
        }
        while (!mag_ri_write(b, i, parts->at[3], parts->words, NULL, NULL)) {
            sim_cycle(t->s);
        }
    }
    while (!mag_go(b, round % 2 ? &in : &out)) {
        sim_cycle(t->s);
    }
}

void every_client_asks_for_the_staging_store_in_every_cycle(struct sim *s,
                                                            const struct dut_type *type) {
    struct mesh_test *t = mesh_test_new(s, type);
    const bool store = mesh_apertures(t) && !mesh_leaves_out(t, WITHOUT_STAGING);
    const struct parts parts = parts_of_store(t);
    if (store) {
        mag_ri_write(t->b, 0, parts.at[0], parts.words, NULL, NULL);
        mag_settle(t->b);
    }
    for (unsigned round = 0; store && round < 8; round++) {
        for (unsigned p = 0; p < t->b->ports; p++) {
            t->b->out[p].knobs.busy = phase_stall(round % PHASES);
        }
        t->b->inbound.knobs.b = phase_stall(round % PHASES);
        mag_knobs_changed(t->b);
        ask_for_store(t, &parts, round);
        ask_for_store(t, &parts, round + 1);
    }
    mesh_finish(t);
}
