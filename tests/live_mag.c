/* Proof that the checks of the agent's mesh side are live (live.h). The agent is ours and right;
 * what it shows is spoilt (mag_saboteur.h). Two ports, on the rows 1 and 2. */
#include "live_mag.h"

#include "live.h"
#include "mag_mesh_scenarios.h"
#include "mag_saboteur.h"

enum { ROW0 = 1, ROW1 = 2 };

static struct mesh_test *agent(struct sim *s) {
    return mesh_test_new(s, &dut_mag);
}

static void finish(struct mesh_test *t) {
    mag_finish(t->b);
}

/* ---- MAG-ROUTE ------------------------------------------------------------------------------- */

/* Takes a link's nth flit away and shows it on another one. */
static void move_flit(struct mag_saboteur *x, enum mag_output from, enum mag_output to) {
    if (mag_offers_nth(x, from, x->limit, &x->kept)) {
        spoilt_swallow(&x->out[from]);
        x->keeping = true;
    } else if (x->keeping && !x->done) {
        x->done = mag_show(x, to, &x->kept);
    }
}

static void move_to_port_0(struct mag_saboteur *x) {
    move_flit(x, MAG_OUT0 + 1, MAG_OUT0);
}

static void a_flit_leaves_by_another_port(struct sim *s) {
    mag_sabotage(s, move_to_port_0, 2);
    struct mesh_test *t = agent(s);
    for (unsigned i = 0; i < 4; i++) {
        mesh_from_agent(t, ROW1);
    }
    finish(t);
}

static void move_to_the_encapsulator(struct mag_saboteur *x) {
    move_flit(x, MAG_OUT_AGENT, MAG_OUT_ENC);
}

static void a_control_flit_reaches_the_encapsulator(struct sim *s) {
    mag_sabotage(s, move_to_the_encapsulator, 1);
    struct mesh_test *t = agent(s);
    mesh_control(t, 1, 0);
    finish(t);
}

static void move_to_the_agent(struct mag_saboteur *x) {
    move_flit(x, MAG_OUT_ENC, MAG_OUT_AGENT);
}

static void a_marked_flit_reaches_the_agent(struct sim *s) {
    mag_sabotage(s, move_to_the_agent, 1);
    struct mesh_test *t = agent(s);
    mesh_marked(t, 1, 0);
    finish(t);
}

static void show_the_request_to_the_agent(struct mag_saboteur *x) {
    if (x->keeping && !x->done) {
        x->done = mag_show(x, MAG_OUT_AGENT, &x->kept);
    }
    x->keeping |= mag_accepts(x, 0, &x->kept);
}

static void a_request_reaches_the_agent(struct sim *s) {
    mag_sabotage(s, show_the_request_to_the_agent, 0);
    struct mesh_test *t = agent(s);
    mesh_read_plain(t, 0, 0, mesh_fresh(t), 4);
    finish(t);
}

/* Two of the four ports stand on one row, and most rows have none. */
static void rows_of_one_port_two_ports_and_none(struct sim *s) {
    flits_for_every_node_leave_by_their_row(s, &dut_mag4);
}

/* ---- MAG-PRIO -------------------------------------------------------------------------------- */

/* Keeps a flit with this mark in its txn until `limit` others have left since. */
enum { LATE = 0x5a };

static void let_others_past(struct mag_saboteur *x) {
    struct spoilt_channel *out = &x->out[MAG_OUT0];
    struct flit f;
    if (mag_offers(x, MAG_OUT0, &f) && f.txn == LATE && f.type == FLIT_CU_INST) {
        x->kept = f;
        x->keeping = true;
        x->count = out->transfers + 1;
        spoilt_swallow(out);
    } else if (x->keeping && !x->done && out->transfers >= x->count + x->limit) {
        x->done = mag_show(x, MAG_OUT0, &x->kept);
    }
}

static struct flit late_flit(struct mesh_test *t) {
    struct flit f = mesh_noise(t);
    f.dst_y = ROW0;
    f.type = FLIT_CU_INST;
    f.txn = LATE;
    return f;
}

/* A run streams without a pause when the flit comes. */
static struct mesh_test *stream_at_port_0(struct sim *s) {
    struct mesh_test *t = agent(s);
    mesh_read_run(t, 0, 1, mesh_fresh(t), 40);
    sim_cycles(s, 60);
    return t;
}

static void agent_flit_into_a_stream(struct sim *s) {
    struct mesh_test *t = stream_at_port_0(s);
    const struct flit f = late_flit(t);
    mesh_agent_send(t, &f);
    finish(t);
    sim_expect_seen(s, "engine flits let past",
                    agent_model_stats(t->b->agent_model)->worst_let_past, 2);
}

static void three_engine_flits_go_before_the_agents(struct sim *s) {
    mag_sabotage(s, let_others_past, 1);
    agent_flit_into_a_stream(s);
}

static void two_engine_flits_go_before_the_agents(struct sim *s) {
    agent_flit_into_a_stream(s);
}

static void three_engine_flits_go_before_the_interlinks(struct sim *s) {
    mag_sabotage(s, let_others_past, 1);
    struct mesh_test *t = stream_at_port_0(s);
    const struct flit f = late_flit(t);
    mesh_inject(t, 0, &f);
    finish(t);
}

static void three_interlink_flits_go_before_the_agents(struct sim *s) {
    mag_sabotage(s, let_others_past, 1);
    struct mesh_test *t = agent(s);
    const struct flit f = late_flit(t);
    for (unsigned i = 0; i < 80; i++) {
        mesh_from_interlink(t, 0, ROW0);
    }
    sim_cycles(s, 40);
    mesh_agent_send(t, &f);
    finish(t);
}

/* ---- MAG-AGENT ------------------------------------------------------------------------------- */

/* Takes the flit away and shows it `limit` cycles after it was accepted. */
static void show_after(struct mag_saboteur *x) {
    struct flit f;
    if (mag_accepts(x, 0, &f)) {
        x->kept = f;
        x->since = x->sim->cycle;
        x->keeping = true;
    }
    if (x->out[MAG_OUT_AGENT].offer != 0) {
        spoilt_swallow(&x->out[MAG_OUT_AGENT]);
    }
    if (x->keeping && x->sim->cycle == x->since + x->limit) {
        mag_show(x, MAG_OUT_AGENT, &x->kept);
    }
}

/* One at a time; with two ports its window ends PORTS + 4 cycles after the one that follows. */
static void control_flits_shown_after(struct sim *s, unsigned cycles) {
    mag_sabotage(s, show_after, cycles);
    struct mesh_test *t = agent(s);
    for (unsigned i = 0; i < 4; i++) {
        mesh_control(t, 0, 0);
        sim_cycles(s, 20);
    }
    finish(t);
}

static void a_control_flit_comes_a_cycle_late(struct sim *s) {
    control_flits_shown_after(s, 8);
}

static void a_control_flit_comes_in_the_last_cycle(struct sim *s) {
    control_flits_shown_after(s, 7);
}

static void a_control_flit_never_comes(struct sim *s) {
    control_flits_shown_after(s, 1000000);
}

/* Shows a flit that had to be dropped. */
static void show_once_free(struct mag_saboteur *x) {
    if (mag_accepts(x, 0, &x->kept)) {
        x->keeping = true;
    } else if (x->keeping && !x->done && !*x->pins.agt_rx.busy) {
        x->done = mag_show(x, MAG_OUT_AGENT, &x->kept);
    }
}

static void control_flit_to_a_full_mailbox(struct mesh_test *t, unsigned full_for) {
    mag_withhold(t->b, MAG_AGENT);
    mesh_control(t, 0, 0);
    sim_cycles(t->s, full_for);
    mag_withhold(t->b, 0);
    sim_cycles(t->s, 20);
}

static void a_dropped_flit_is_shown_later(struct sim *s) {
    mag_sabotage(s, show_once_free, 0);
    struct mesh_test *t = agent(s);
    control_flit_to_a_full_mailbox(t, 30);
    finish(t);
}

/* The mailbox has room again in the last cycle of the flit's window: it may come after all. */
static void a_flit_is_shown_as_the_mailbox_opens(struct sim *s) {
    mag_sabotage(s, show_once_free, 0);
    struct mesh_test *t = agent(s);
    control_flit_to_a_full_mailbox(t, 7);
    control_flit_to_a_full_mailbox(t, 30);
    finish(t);
}

/* ---- MAG-HOL, MAG-TURN ----------------------------------------------------------------------- */

/* Shuts port 0 for `limit` cycles in a row, again and again. */
static void shut_for(struct mag_saboteur *x) {
    if (x->sim->since_reset > 40 && x->sim->cycle % 64 < x->limit) {
        mag_shut(x, 0);
    }
}

static void port_shut_for(struct sim *s, unsigned cycles, uint32_t withheld) {
    mag_sabotage(s, shut_for, cycles);
    struct mesh_test *t = agent(s);
    mag_withhold(t->b, withheld);
    for (unsigned i = 0; i < 30; i++) {
        mesh_read_plain(t, 0, 0, mesh_fresh(t), 2);
        mesh_control(t, 0, 1);
        sim_cycles(s, 11);
    }
    mag_withhold(t->b, 0);
    finish(t);
}

static void busy_agent_holds_a_port_for_7_cycles(struct sim *s) {
    port_shut_for(s, 7, MAG_AGENT);
}

static void busy_agent_holds_a_port_for_6_cycles(struct sim *s) {
    port_shut_for(s, 6, MAG_AGENT);
}

static void a_turn_takes_7_cycles(struct sim *s) {
    port_shut_for(s, 7, 0);
}

static void a_turn_takes_6_cycles(struct sim *s) {
    port_shut_for(s, 6, 0);
}

/* ---- MAG-ALIAS ------------------------------------------------------------------------------- */

static void remote_requests(struct sim *s, void (*deed)(struct mag_saboteur *x), unsigned limit) {
    mag_sabotage(s, deed, limit);
    struct mesh_test *t = agent(s);
    for (unsigned i = 0; i < 4; i++) {
        const uint64_t addr = mag_dram_addr(1 + i % 3, mesh_fresh(t));
        mesh_read_plain(t, i % 2, 0, addr, 2);
        sim_cycles(s, 400);
        mesh_write(t, i % 2, 1, addr, 2);
        mesh_read_run(t, i % 2, 2, mesh_fresh(t), 2);
        sim_cycles(s, 400);
    }
    finish(t);
}

static uint8_t *pulse(const struct mag_saboteur *x) {
    return x->pins.bad_remote_req;
}

static void hide_a_pulse(struct mag_saboteur *x) {
    x->count += *pulse(x);
    if (x->count == x->limit) {
        *pulse(x) = 0;
    }
}

static void one_pulse_is_missing(struct sim *s) {
    remote_requests(s, hide_a_pulse, 3);
}

/* All of them, by a shift register. */
static void delay_pulses(struct mag_saboteur *x) {
    static const unsigned most = 300;
    if (x->own == NULL) {
        x->own = sim_alloc(x->sim, most);
    }
    uint8_t *past = x->own;
    past[x->sim->cycle % most] = *pulse(x);
    *pulse(x) = past[(x->sim->cycle + most - x->limit) % most];
}

static void pulses_come_256_cycles_late(struct sim *s) {
    remote_requests(s, delay_pulses, 256);
}

static void pulses_come_299_cycles_late(struct sim *s) {
    remote_requests(s, delay_pulses, 299);
}

static void lengthen_a_pulse(struct mag_saboteur *x) {
    const bool now = *pulse(x);
    *pulse(x) |= x->keeping && ++x->count == x->limit;
    x->keeping = now;
}

static void a_pulse_lasts_two_cycles(struct sim *s) {
    remote_requests(s, lengthen_a_pulse, 2);
}

static void pulse_for_a_local_request(struct mag_saboteur *x) {
    *pulse(x) = x->keeping;
    struct flit f;
    x->keeping = mag_accepts(x, 0, &f) && f.type == FLIT_MEM_RD_REQ;
}

static void a_local_request_is_reported(struct sim *s) {
    mag_sabotage(s, pulse_for_a_local_request, 0);
    struct mesh_test *t = agent(s);
    mesh_read_plain(t, 0, 0, mesh_fresh(t), 2);
    finish(t);
}

/* ---- MAG-REMOTE ------------------------------------------------------------------------------ */

static void marked_flits(struct sim *s, struct stall_knobs busy) {
    struct mesh_test *t = agent(s);
    t->b->enc.knobs.busy = busy;
    mag_knobs_changed(t->b);
    for (unsigned i = 0; i < 6; i++) {
        mesh_marked(t, i % 2, i);
    }
    finish(t);
}

static void flip_a_bit_for_the_encapsulator(struct mag_saboteur *x) {
    struct flit f;
    if (mag_offers_nth(x, MAG_OUT_ENC, 3, &f)) {
        f.payload.w[4] ^= 0x400;
        mag_change(x, MAG_OUT_ENC, &f);
    }
}

static void one_bit_of_a_marked_flit_is_wrong(struct sim *s) {
    mag_sabotage(s, flip_a_bit_for_the_encapsulator, 0);
    marked_flits(s, stall_never());
}

static void clear_the_marker(struct mag_saboteur *x) {
    struct flit f;
    if (mag_offers_nth(x, MAG_OUT_ENC, 3, &f)) {
        f.rsvd &= 3;
        mag_change(x, MAG_OUT_ENC, &f);
    }
}

static void a_marked_flit_loses_its_marker(struct sim *s) {
    mag_sabotage(s, clear_the_marker, 0);
    marked_flits(s, stall_never());
}

static void lose_the_last_marked_flit(struct mag_saboteur *x) {
    if (x->out[MAG_OUT_ENC].offer == 6) {
        spoilt_swallow(&x->out[MAG_OUT_ENC]);
    }
}

static void a_marked_flit_never_arrives(struct sim *s) {
    mag_sabotage(s, lose_the_last_marked_flit, 0);
    marked_flits(s, stall_never());
}

static void marked_flits_wait_for_500_cycles(struct sim *s) {
    marked_flits(s, stall_bursts(500, 500, 1, 1));
    sim_expect_seen(s, "cycles", s->cycle, 5 * 500);
}

/* ---- MAG-PASS -------------------------------------------------------------------------------- */

/* A few flits on all four paths. */
static void flits_on_all_paths(struct sim *s, void (*deed)(struct mag_saboteur *x)) {
    mag_sabotage(s, deed, 0);
    struct mesh_test *t = agent(s);
    for (unsigned i = 0; i < 6; i++) {
        mesh_from_interlink(t, 0, ROW0);
        mesh_from_agent(t, ROW1);
        mesh_control(t, 0, 0);
        mesh_marked(t, 1, 0);
    }
    finish(t);
}

static void repeat_a_flit(struct mag_saboteur *x, enum mag_output link) {
    if (mag_offers_nth(x, link, 2, &x->kept)) {
        x->keeping = true;
    } else if (x->keeping && !x->done && (link != MAG_OUT_AGENT || x->out[link].offer == 0)) {
        x->done = mag_show(x, link, &x->kept);
    }
}

static void repeat_at_port_0(struct mag_saboteur *x) {
    repeat_a_flit(x, MAG_OUT0);
}

static void an_interlink_flit_leaves_twice(struct sim *s) {
    flits_on_all_paths(s, repeat_at_port_0);
}

static void repeat_at_the_agent(struct mag_saboteur *x) {
    repeat_a_flit(x, MAG_OUT_AGENT);
}

static void a_control_flit_arrives_twice(struct sim *s) {
    flits_on_all_paths(s, repeat_at_the_agent);
}

static void lose_at_port_1(struct mag_saboteur *x) {
    if (x->out[MAG_OUT0 + 1].offer == 3) {
        spoilt_swallow(&x->out[MAG_OUT0 + 1]);
    }
}

static void an_agent_flit_is_lost(struct sim *s) {
    flits_on_all_paths(s, lose_at_port_1);
}

static void flip_at_port_1(struct mag_saboteur *x) {
    struct flit f;
    if (mag_offers_nth(x, MAG_OUT0 + 1, 3, &f)) {
        f.txn ^= 1;
        mag_change(x, MAG_OUT0 + 1, &f);
    }
}

static void an_agent_flit_changes_a_bit(struct sim *s) {
    flits_on_all_paths(s, flip_at_port_1);
}

static void swap_at_the_encapsulator(struct mag_saboteur *x) {
    if (mag_offers_nth(x, MAG_OUT_ENC, 2, &x->kept)) {
        spoilt_swallow(&x->out[MAG_OUT_ENC]);
    } else if (x->out[MAG_OUT_ENC].transfers >= 3 && !x->done) {
        x->done = mag_show(x, MAG_OUT_ENC, &x->kept);
    }
}

static void two_marked_flits_change_places(struct sim *s) {
    flits_on_all_paths(s, swap_at_the_encapsulator);
}

static void invent_a_flit(struct mag_saboteur *x) {
    const struct flit f = {.dst_y = ROW0, .src_x = 9, .type = FLIT_CU_CTRL, .txn = 0x77};
    if (x->out[MAG_OUT0].transfers == 2 && !x->done) {
        x->done = mag_show(x, MAG_OUT0, &f);
    }
}

static void a_flit_is_sent_by_nobody(struct sim *s) {
    flits_on_all_paths(s, invent_a_flit);
}

static void identical_flits_on_all_paths(struct sim *s) {
    identical_flits_leave_as_often_as_they_came(s, &dut_mag);
}

/* ---- table ----------------------------------------------------------------------------------- */

#define ALSO_MAG(X)                                                                                \
    X(MAG_ROUTE, a_control_flit_reaches_the_encapsulator, rows_of_one_port_two_ports_and_none)     \
    X(MAG_ROUTE, a_marked_flit_reaches_the_agent, rows_of_one_port_two_ports_and_none)             \
    X(MAG_ROUTE, a_request_reaches_the_agent, rows_of_one_port_two_ports_and_none)                 \
    X(MAG_PRIO, three_engine_flits_go_before_the_interlinks,                                       \
      two_engine_flits_go_before_the_agents)                                                       \
    X(MAG_PRIO, three_interlink_flits_go_before_the_agents, two_engine_flits_go_before_the_agents) \
    X(MAG_AGENT, a_control_flit_never_comes, a_control_flit_comes_in_the_last_cycle)               \
    X(MAG_AGENT, a_dropped_flit_is_shown_later, a_flit_is_shown_as_the_mailbox_opens)              \
    X(MAG_ALIAS, pulses_come_299_cycles_late, pulses_come_256_cycles_late)                         \
    X(MAG_ALIAS, a_pulse_lasts_two_cycles, pulses_come_256_cycles_late)                            \
    X(MAG_ALIAS, a_local_request_is_reported, pulses_come_256_cycles_late)                         \
    X(MAG_REMOTE, a_marked_flit_loses_its_marker, marked_flits_wait_for_500_cycles)                \
    X(MAG_REMOTE, a_marked_flit_never_arrives, marked_flits_wait_for_500_cycles)                   \
    X(MAG_PASS, a_control_flit_arrives_twice, identical_flits_on_all_paths)                        \
    X(MAG_PASS, an_agent_flit_is_lost, identical_flits_on_all_paths)                               \
    X(MAG_PASS, an_agent_flit_changes_a_bit, identical_flits_on_all_paths)                         \
    X(MAG_PASS, two_marked_flits_change_places, identical_flits_on_all_paths)                      \
    X(MAG_PASS, a_flit_is_sent_by_nobody, identical_flits_on_all_paths)

LIVE_MAG(LIVE_FUNCTION)
ALSO_MAG(LIVE_ALSO)

const struct scenario live_mag_scenarios[] = {LIVE_MAG(LIVE_ROW) ALSO_MAG(LIVE_ALSO_ROW)};
const size_t live_mag_scenario_count = sizeof live_mag_scenarios / sizeof *live_mag_scenarios;
