/* Who an inbound flit belongs to, by which port an outbound one leaves, and that nothing happens to
 * it on the way (memory protocol 1, 1.1, 1.2; modules 5). */
#include "mag_mesh_scenarios.h"

/* ---- inbound: every type, every marker ------------------------------------------------------- */

enum { TYPES = 16, MARKERS = 8 };

/* A request that is served, with the marker it is to carry: it belongs to the engine only in a
 * build that does not look at rsvd[2]. Endpoint = type, so that a write's source has no other data.
 * */
static void send_request(struct mesh_test *t, unsigned port, unsigned type, uint8_t rsvd) {
    const struct descriptor d = {.addr = mesh_fresh(t)};
    struct flit f = {.type = (uint8_t)type, .rsvd = rsvd};
    descriptor_pack(&d, &f.payload);
    mesh_send(t, port, type, &f);
    if (agent_model_client(t->b->agent_model, &f) != AGENT_CLIENT_ENGINE) {
        return;
    }
    if (type == FLIT_MEM_RD_REQ) {
        t->words++;
        return;
    }
    f.type = FLIT_MEM_WR_DATA;
    f.last = 1;
    mag_fresh_word(t->b, type, &f.payload);
    mesh_send(t, port, type, &f);
    t->acks++;
}

static void send_type(struct mesh_test *t, unsigned port, unsigned type, uint8_t rsvd) {
    struct flit f = mesh_noise(t);
    f.type = (uint8_t)type;
    f.rsvd = rsvd;
    if (type == FLIT_MEM_RD_REQ || type == FLIT_MEM_WR_REQ) {
        send_request(t, port, type, rsvd);
    } else if (agent_model_client(t->b->agent_model, &f) != AGENT_CLIENT_ENGINE ||
               !mesh_leaves_out(t, WITHOUT_ORPHAN_DATA)) {
        mesh_send(t, port, type, &f);
    }
}

/* All ports at once, so that the clients they share are asked for by all of them. */
void every_type_with_every_marker_finds_its_client(struct sim *s, const struct dut_type *type) {
    struct mesh_test *t = mesh_test_new(s, type);
    for (unsigned i = 0; i < TYPES * MARKERS; i++) {
        for (unsigned p = 0; p < t->b->ports; p++) {
            send_type(t, p, i / MARKERS, i % MARKERS);
        }
    }
    mesh_finish(t);
    sim_expect_seen(s, "marked flits at the encapsulator", t->passed[AGENT_PATH_ENC],
                    mesh_interlink(t) ? TYPES * 4 * t->b->ports : 0);
}

/* One type after another over the same port, so that each client is behind each other one. */
void every_type_follows_every_other_type(struct sim *s, const struct dut_type *type) {
    struct mesh_test *t = mesh_test_new(s, type);
    for (unsigned p = 0; p < t->b->ports; p++) {
        t->b->in[p].knobs.policy = LINK_DRAIN;
    }
    for (unsigned i = 0, p = 0; i < TYPES * TYPES; i++, p = p + 1 < t->b->ports ? p + 1 : 0) {
        send_type(t, p, i / TYPES, (uint8_t)rng_below(&t->noise, MARKERS));
        send_type(t, p, i % TYPES, (uint8_t)rng_below(&t->noise, MARKERS));
        while (!link_source_idle(&t->b->in[p])) {
            sim_cycle(s);
        }
    }
    mesh_finish(t);
}

/* Flits like those a port sends itself, while it sends some: they are nobody's at a memory port but
 * the control agent's. */
void responses_and_acks_sent_to_a_port_reach_the_agent(struct sim *s, const struct dut_type *type) {
    struct mesh_test *t = mesh_test_new(s, type);
    for (unsigned round = 0; round < 40; round++) {
        for (unsigned p = 0; p < t->b->ports; p++) {
            struct flit f = {.dst_x = (uint8_t)type->mag.x[p],
                             .dst_y = (uint8_t)type->mag.y[p],
                             .type = FLIT_MEM_RD_RESP,
                             .txn = (uint8_t)round,
                             .last = round % 4 == 3,
                             .rsvd = round % 4};
            mag_fresh_word(t->b, p, &f.payload);
            mesh_send(t, p, round % 8, &f);
            f = (struct flit){.type = FLIT_MEM_WR_ACK, .txn = (uint8_t)round, .last = 1};
            mesh_send(t, p, round % 8, &f);
            if (round % 8 == 0) {
                mesh_all_kinds(t, p);
            }
        }
    }
    mesh_finish(t);
    sim_expect_seen(s, "flits at the control agent", mesh_passed(t, AGENT_PATH_RX),
                    80 * t->b->ports);
}

/* The agent sends instructions, the units answer whoever sent them: port 0's coordinate. */
void completions_of_instructions_reach_the_agent(struct sim *s, const struct dut_type *type) {
    struct mesh_test *t = mesh_test_new(s, type);
    for (unsigned i = 0; i < 32; i++) {
        const struct position unit = t->b->endpoint[i];
        struct flit f = mesh_noise(t);
        f.dst_x = unit.x;
        f.dst_y = unit.y;
        f.src_x = (uint8_t)type->mag.x[0];
        f.src_y = (uint8_t)type->mag.y[0];
        f.type = FLIT_CU_INST;
        mesh_agent_send(t, &f);
        const struct cu_ctrl query = {.op = 0, .index = (uint8_t)i};
        f.type = FLIT_CU_CTRL;
        f.last = 1;
        cu_ctrl_pack(&query, &f.payload);
        mesh_agent_send(t, &f);
    }
    mag_settle(t->b);
    for (unsigned i = 0; i < 32; i++) {
        const struct cu_ctrl reply = {.op = 2, .index = (uint8_t)i, .value = rng_next(&t->noise)};
        mag_signal(t->b, 0, i, (uint8_t)i, 0x80000000u + i);
        mag_ctrl(t->b, 0, i, &reply);
        t->passed[AGENT_PATH_RX] += 2;
    }
    mesh_finish(t);
}

/* ---- outbound: rows -------------------------------------------------------------------------- */

/* Every row, those with one port, two ports and none, and every column, by both inputs. */
void flits_for_every_node_leave_by_their_row(struct sim *s, const struct dut_type *type) {
    struct mesh_test *t = mesh_test_new(s, type);
    for (unsigned node = 0; node < 256; node++) {
        struct flit f = mesh_noise(t);
        f.dst_x = node % 16;
        f.dst_y = node / 16;
        f.type = node % 16;
        mesh_agent_send(t, &f);
        f = mesh_noise(t);
        f.dst_x = node % 16;
        f.dst_y = 15 - node / 16;
        mesh_inject(t, node % MAG_INJECTORS, &f);
    }
    mesh_finish(t);
    for (unsigned p = 0; p < t->b->ports; p++) {
        uint8_t row;
        if (mesh_row_of_port(t, p, &row)) {
            sim_expect_seen(s, "flits on the port's rows", t->b->out_meter[p].count, 32);
        }
    }
}

/* Requesters on any row are answered by the port they asked, not by the one on their row. */
void engines_answer_by_their_own_port(struct sim *s, const struct dut_type *type) {
    struct mesh_test *t = mesh_test_new(s, type);
    for (unsigned e = 0; e < MAG_ENDPOINTS; e++) {
        mesh_read_plain(t, e % t->b->ports, e, mesh_fresh(t), 2);
        mesh_from_agent(t, t->b->endpoint[e].y);
        mesh_from_interlink(t, e % MAG_INJECTORS, t->b->endpoint[e].y);
    }
    mesh_finish(t);
}

/* ---- pass-through ---------------------------------------------------------------------------- */

static void keep_all_paths_full(struct mesh_test *t, unsigned flits) {
    for (unsigned i = 0; i < flits; i++) {
        for (unsigned p = 0; p < t->b->ports; p++) {
            mesh_control(t, p, 0);
            mesh_marked(t, p, 1);
        }
        mesh_from_agent(t, (uint8_t)rng_below(&t->noise, 16));
        mesh_from_interlink(t, i % MAG_INJECTORS, (uint8_t)rng_below(&t->noise, 16));
    }
}

static void stall_every_receiver(struct mesh_test *t, struct stall_knobs stall) {
    struct mag_bench *b = t->b;
    for (unsigned p = 0; p < b->ports; p++) {
        b->out[p].knobs.busy = stall;
    }
    b->enc.knobs.busy = stall;
    mag_knobs_changed(b);
}

/* Three quarters of a thousand flits on each path at every port, free and with receivers that
 * stall; a control flit is never lost while the agent is free. */
void thousands_of_flits_keep_order_and_content_on_all_four_paths(struct sim *s,
                                                                 const struct dut_type *type) {
    struct mesh_test *t = mesh_test_new(s, type);
    keep_all_paths_full(t, 250);
    mag_settle(t->b);
    stall_every_receiver(t, stall_random(400));
    keep_all_paths_full(t, 250);
    mag_settle(t->b);
    stall_every_receiver(t, stall_bursts(1, 12, 1, 12));
    keep_all_paths_full(t, 250);
    mesh_finish(t);
    sim_expect_seen(s, "flits passed on",
                    mesh_passed(t, AGENT_PATH_RX) + mesh_passed(t, AGENT_PATH_ENC) +
                        mesh_passed(t, AGENT_PATH_TX) + mesh_passed(t, AGENT_PATH_INJ),
                    750 * (2 * t->b->ports + 2));
}

/* Nobody can tell them apart: as many leave as came. */
void identical_flits_leave_as_often_as_they_came(struct sim *s, const struct dut_type *type) {
    struct mesh_test *t = mesh_test_new(s, type);
    struct flit f = mesh_noise(t), marked = mesh_noise(t);
    uint8_t row = 0;
    mesh_row_of_port(t, 0, &row);
    f.dst_y = row;
    f.type = FLIT_CU_SIGNAL;
    f.rsvd = 0;
    marked.type = FLIT_CU_DATA;
    marked.rsvd = 7;
    stall_every_receiver(t, stall_random(300));
    for (unsigned i = 0; i < 60; i++) {
        mesh_agent_send(t, &f);
        mesh_inject(t, i % MAG_INJECTORS, &f);
        for (unsigned p = 0; p < t->b->ports; p++) {
            mesh_send(t, p, 5, &f);
            mesh_send(t, p, 5, &marked);
        }
    }
    mesh_finish(t);
    sim_expect_seen(s, "flits on noc_out[0]", t->b->out_meter[0].count, 120);
}

/* All 288 bits of a flit, one at a time and all but one, on every path its fields allow. */
void every_bit_of_a_flit_is_passed_on(struct sim *s, const struct dut_type *type) {
    struct mesh_test *t = mesh_test_new(s, type);
    for (unsigned bit = 0; bit < 2 * FLIT_BITS; bit++) {
        uint32_t bits[FLIT_WORDS];
        struct flit f;
        memset(bits, bit < FLIT_BITS ? 0 : 0xff, sizeof bits);
        bits[bit % FLIT_BITS / 32] ^= UINT32_C(1) << bit % 32;
        flit_unpack(bits, &f);
        mesh_agent_send(t, &f);
        mesh_inject(t, 0, &f);
        if (!mesh_is_memory(f.type) || (mesh_interlink(t) && (f.rsvd & 4) != 0)) {
            mesh_send(t, bit % t->b->ports, 9, &f);
        }
    }
    mesh_finish(t);
}

/* ---- everything together --------------------------------------------------------------------- */

static void stall_at_random(struct mesh_test *t) {
    struct mag_bench *b = t->b;
    for (unsigned p = 0; p < b->ports; p++) {
        b->out[p].knobs.busy = stall_random(150);
        b->in[p].knobs =
            (struct link_source_knobs){.policy = LINK_RANDOM, .gap = stall_random(100)};
    }
    b->agent_rx.sink.knobs.busy = stall_bursts(1, 30, 1, 30);
    b->enc.knobs.busy = stall_random(500);
    mag_knobs_changed(b);
}

/* Memory traffic, control flits to an agent that is busy now and then, marked flits, and flits out:
 * what arrives at the agent is best effort, all else is complete. */
void memory_control_and_marked_flits_share_every_port(struct sim *s, const struct dut_type *type) {
    struct mesh_test *t = mesh_test_new(s, type);
    stall_at_random(t);
    for (unsigned i = 0; i < 40; i++) {
        for (unsigned p = 0; p < t->b->ports; p++) {
            mesh_all_kinds(t, p);
            mesh_control(t, p, 1);
            mesh_control(t, p, 2);
            mesh_marked(t, p, 3);
        }
        mesh_from_agent(t, (uint8_t)rng_below(&t->noise, 16));
        mesh_from_interlink(t, i % MAG_INJECTORS, (uint8_t)rng_below(&t->noise, 16));
    }
    t->passed[AGENT_PATH_RX] /= 4; /* at least so many, of those that are offered half the time */
    mesh_finish(t);
}

/* ---- reset ----------------------------------------------------------------------------------- */

/* Something on every path, to receivers of which some are withheld. */
static void fill_every_path(struct mesh_test *t) {
    for (unsigned p = 0; p < t->b->ports; p++) {
        mesh_all_kinds(t, p);
        for (unsigned i = 0; i < 4; i++) {
            mesh_control(t, p, 1);
            mesh_marked(t, p, 2);
        }
    }
    for (unsigned i = 0; i < 8; i++) {
        mesh_from_agent(t, (uint8_t)rng_below(&t->noise, 16));
        mesh_from_interlink(t, i % MAG_INJECTORS, (uint8_t)rng_below(&t->noise, 16));
    }
}

/* What is asked for from now on is demanded in full, of what was asked before nothing more. */
static void forget_what_was_asked(struct mesh_test *t) {
    t->words = mag_answers(t->b);
    t->acks = 0;
    for (unsigned path = 0; path < AGENT_PATH_COUNT; path++) {
        t->passed[path] = mesh_passed(t, (enum agent_path)path);
    }
}

/* Resets of 1 to 24 cycles, one after another with the paths emptying, full, and held by what is
 * outside; afterwards everything works. */
void reset_empties_every_path(struct sim *s, const struct dut_type *type) {
    struct mesh_test *t = mesh_test_new(s, type);
    static const uint32_t held[] = {0, MAG_AGENT, MAG_ENC, MAG_LINKS, MAG_ENC | MAG_LINKS};
    const bool resets = !mesh_leaves_out(t, WITHOUT_MID_RESET);
    for (unsigned i = 0; i < 24 && resets; i++) {
        mag_withhold(t->b, held[i % 5]);
        fill_every_path(t);
        sim_cycles(s, 3 + 5 * i % 37);
        sim_reset(s, 1 + i);
        mag_withhold(t->b, 0);
        sim_cycles(s, i % 3);
    }
    forget_what_was_asked(t);
    fill_every_path(t);
    mesh_finish(t);
}

static void hold_through_reset(struct mesh_test *t, bool hold) {
    for (unsigned p = 0; p < t->b->ports; p++) {
        t->b->in[p].knobs.hold_in_reset = hold;
    }
    t->b->agent_tx.knobs.hold_in_reset = hold;
    t->b->inject.knobs.hold_in_reset = hold;
}

/* What each input offers in the cycle before a reset ends transfers once, after it: each input has
 * one flit alone, pushed in the reset, and nothing is held outside. */
void flits_offered_during_reset_transfer_once_after_it(struct sim *s, const struct dut_type *type) {
    struct mesh_test *t = mesh_test_new(s, type);
    uint64_t flits = 0;
    if (mesh_leaves_out(t, WITHOUT_MID_RESET)) {
        return;
    }
    hold_through_reset(t, true);
    for (unsigned i = 0; i < 24; i++) {
        fill_every_path(t);
        sim_cycles(s, i);
        sim_reset(s, 1 + i % 5);
        forget_what_was_asked(t);
        const uint64_t before = t->b->agent_tx.transfers + t->b->inject.transfers;
        const uint64_t waiting = t->b->agent_tx.total + t->b->inject.total;
        mag_settle(t->b);
        flits += t->b->agent_tx.transfers + t->b->inject.transfers - before;
        sim_expect_seen(s, "flits held through reset",
                        t->b->agent_tx.transfers + t->b->inject.transfers - before, waiting);
    }
    mag_finish(t->b);
    sim_expect_seen(s, "flits held through resets", flits, 24);
}
