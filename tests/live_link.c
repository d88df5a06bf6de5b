#include "live_link.h"

#include "live_port.h"

/* ---- LINK-HOLD, LINK-STABLE ------------------------------------------------------------------- */

static void traffic_into_a_busy_link(struct sim *s, struct stall_knobs busy) {
    struct mem_port_bench *b = live_port(s);
    b->sink.knobs.busy = busy;
    for (unsigned round = 0; round < 12; round++) {
        ask_everything(b, round);
    }
    mem_port_finish(b);
}

static void withdraw(struct mem_saboteur *x) {
    if (x->out.age == 1) {
        *x->pins.out.valid = 0;
    }
}

static void held_flit_is_withdrawn(struct sim *s) {
    mem_sabotage(s, withdraw);
    traffic_into_a_busy_link(s, stall_random(500));
}

static void flits_are_held_for_500_cycles(struct sim *s) {
    struct mem_port_bench *b = live_port(s);
    b->sink.knobs.busy = stall_bursts(500, 500, 1, 1);
    ask_run(b, 1, 0x20, 0x4000, 2, 4);
    ask_plain(b, 2, 0x30, 0x5000, 4);
    mem_port_write(b, 3, 0x40, 0x6000, 8);
    mem_port_finish(b);
    sim_expect_seen(s, "cycles", s->cycle, 13 * 500);
}

static void change_a_bit(struct mem_saboteur *x) {
    if (x->out.age == 1) {
        x->pins.out.data[0] ^= 1;
    }
}

static void held_flit_changes_a_bit(struct sim *s) {
    mem_sabotage(s, change_a_bit);
    traffic_into_a_busy_link(s, stall_random(500));
}

static void every_second_cycle_is_busy(struct sim *s) {
    traffic_into_a_busy_link(s, stall_alternate());
}

/* ---- LINK-COMB --------------------------------------------------------------------------------- */

/* Reads alone: their type does not trip the fault by itself, the probe has to. */
static void busy_follows_the_arriving_type(struct sim *s) {
    struct mem_port_bench *b = live_mutant(s, MUT_BUSY_FOLLOWS_INPUT);
    for (unsigned i = 0; i < 20; i++) {
        ask_plain(b, i, (uint8_t)i, 0x1000 * i, 16);
    }
    mem_port_finish(b);
}

/* The link is never busy, so only the probe can tell. */
static void valid_follows_mem_out_busy(struct sim *s) {
    struct mem_port_bench *b = live_mutant(s, MUT_VALID_FOLLOWS_BUSY);
    ask_run(b, 0, 1, 0x4000, 100, 4);
    mem_port_finish(b);
}

static void both_links_busy_now_and_then(struct sim *s) {
    struct mem_port_bench *b = live_port(s);
    b->sink.knobs.busy = stall_bursts(20, 90, 1, 30);
    for (unsigned i = 0; i < 100; i++) { /* more reads than the intake holds: busy rises */
        ask_plain(b, i % 50, (uint8_t)i, 0x1000 * i, 16);
    }
    mem_port_finish(b);
    sim_expect_seen(s, "cycles the source was held", b->judge.in_check.busy_since, 1);
}

/* ---- LINK-WEDGE -------------------------------------------------------------------------------- */

static void busy_sticks_after_five_flits(struct sim *s) {
    struct mem_port_bench *b = live_mutant(s, MUT_BUSY_STICKS);
    for (unsigned i = 0; i < 8; i++) {
        ask_plain(b, i, (uint8_t)i, 0x1000 * i, 4);
    }
    mem_port_finish(b);
}

static void busy_17_cycles_after_reset(struct sim *s) {
    struct mem_port_bench *b = live_mutant(s, MUT_BUSY_17_AFTER_RESET);
    sim_reset(s, 3);
    ask_plain(b, 0, 1, 0x1000, 4);
    mem_port_finish(b);
}

/* Twice the bound, too, when the intake is full and the link it would leave by is withheld. */
static void busy_16_cycles_after_reset_and_while_full(struct sim *s) {
    struct mem_port_bench *b = live_mutant(s, MUT_BUSY_16_AFTER_RESET);
    sim_reset(s, 1);
    mem_port_withhold(b, OUTSIDE_OUT);
    for (unsigned i = 0; i < 100; i++) {
        ask_plain(b, i % 50, (uint8_t)i, 0x1000 * i, 16);
    }
    sim_cycles(s, 2 * LINK_WEDGE_BOUND + 200);
    mem_port_withhold(b, 0);
    mem_port_finish(b);
}

/* ---- LINK-RESET -------------------------------------------------------------------------------- */

static void valid_in_second_cycle(struct mem_saboteur *x) {
    if (x->sim->in_reset && x->sim->reset_cycles == 2) {
        *x->pins.out.valid = 1;
    }
}

static void valid_in_the_second_cycle_of_reset(struct sim *s) {
    live_spoilt(s, valid_in_second_cycle);
    sim_reset(s, 3);
}

/* Something of before the reset leaves after it. */
static void valid_right_after(struct mem_saboteur *x) {
    if (x->sim->cycle > 50 && !x->sim->in_reset && x->sim->since_reset == 0) {
        *x->pins.out.valid = 1;
    }
}

static void flit_survives_a_reset(struct sim *s) {
    struct mem_port_bench *b = live_spoilt(s, valid_right_after);
    ask_run(b, 0, 1, 0x1000, 20, 4);
    sim_cycles(s, 60);
    sim_reset(s, 1);
    sim_cycles(s, 10);
}

/* Resets of one cycle and more meet flits that are being offered and flits that are held. */
static void reset_while_a_flit_is_offered(struct sim *s) {
    struct mem_port_bench *b = live_port(s);
    b->source.knobs.hold_in_reset = true;
    for (unsigned n = 1; n <= 40; n++) {
        b->sink.knobs.busy = n % 2 ? stall_never() : stall_random(700);
        ask_everything(b, n);
        ask_everything(b, n + 40);
        sim_cycles(s, 2 * n);
        sim_reset(s, n % 4 + 1);
    }
    mem_port_finish(b);
}

/* ---- the table --------------------------------------------------------------------------------- */

LIVE_LINK(LIVE_FUNCTION)

/* Further designs that break a rule in another way. */
#define ALSO(X)                                                                                    \
    X(LINK_COMB, valid_follows_mem_out_busy, both_links_busy_now_and_then)                         \
    X(LINK_WEDGE, busy_17_cycles_after_reset, busy_16_cycles_after_reset_and_while_full)           \
    X(LINK_RESET, flit_survives_a_reset, reset_while_a_flit_is_offered)

ALSO(LIVE_ALSO)

const struct scenario live_link_scenarios[] = {LIVE_LINK(LIVE_ROW) ALSO(LIVE_ALSO_ROW)};
const size_t live_link_scenario_count = sizeof live_link_scenarios / sizeof *live_link_scenarios;
