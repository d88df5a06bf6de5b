/* Why a transform slot or a bare bank stands still: each root provoked, the report read (checks.md,
 * SIM-STALL). */
#include "test_stall_slot.h"

#include "bench/bank_bench.h"
#include "bench/xform_bench.h"
#include "dut/variants.h"
#include "expect_stall.h"
#include "saboteur.h"
#include "slot_situations.h"

enum { ENTRIES = 4, FOR_GOOD = 60000 };

static struct entry_plan plans[2][ENTRIES];
static struct planned runs[2];

/* Asks for a run of `count` entries of occupant `id`. */
static void ask(struct slot_core *core, unsigned who, unsigned id, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        plan_entry(core, &plans[who][i], id, 0);
    }
    runs[who] = (struct planned){plans[who], count, 0};
    core->ask(core, who, planned_next, &runs[who]);
}

/* ---- an occupant that never gives done ------------------------------------------------------- */

/* The first `knob` answers are given. */
static void answer_no_more(struct slot_saboteur *x, struct slot_outputs *shown) {
    if (shown->done && x->dones <= x->knob) {
        sabotage_answer_later(x, 0);
    }
    sabotage_withhold(x, shown);
}

static void silent_slot(struct sim *s) {
    struct xform_bench *b = xform_bench_new(s, &dut_xform);
    sabotage(s, answer_no_more, 1);
    ask(&b->core, 0, 1, 4);
    sim_cycles(s, 5);
    ask(&b->core, 1, 0, 1);
    xform_bench_finish(b);
}

void a_slot_occupant_gives_no_done(struct sim *s) {
    static const struct expected_stall e = {
        "silent_slot",
        silent_slot,
        CHECK_XF_SHAPE,
        "occupant 1 (mx_quant) gives no done: entry 1 of requester 0, mode 0x0, has all its 8 "
        "beats since 20",
        {"slot        requester 1 asks since 7: requester 0 holds the",
         "bank        entry 1 of requester 0, id 1 mode 0x0, started",
         "bank        entry 2 of requester 0, id 1 mode 0x0, started"},
        0};
    expect_stall(s, &e);
}

static void silent_bank(struct sim *s) {
    struct bank_bench *b = bank_bench_new(s, &dut_bank);
    sabotage(s, answer_no_more, 0);
    ask(&b->core, 0, 1, 3);
    bank_bench_finish(b);
}

void a_bare_bank_gives_no_done(struct sim *s) {
    static const struct expected_stall e = {
        "silent_bank",
        silent_bank,
        CHECK_XF_SHAPE,
        "occupant 1 (mx_quant) gives no done: entry 0 of the driver, mode 0x0, has all its 8 beats "
        "since 10",
        {"bank        entry 0 of the driver, id 1 mode 0x0, started",
         "bank        entry 1 of the driver, id 1 mode 0x0, started"},
        0};
    expect_stall(s, &e);
}

static void silent_bypass(struct sim *s) {
    struct xform_bench *b = xform_bench_new(s, &dut_xform);
    sabotage(s, answer_no_more, 0);
    ask(&b->core, 1, unknown_id(&b->core), 1);
    xform_bench_finish(b);
}

void an_unknown_id_gives_no_done(struct sim *s) {
    static const struct expected_stall e = {
        "silent_bypass",
        silent_bypass,
        CHECK_XF_SHAPE,
        "the bypass (id 15 names no occupant) gives no done: entry 0 of requester 1, mode 0x0, has "
        "all its 4 beats since 8",
        {"bank        entry 0 of requester 1, id 15 mode 0x0, started"},
        0};
    expect_stall(s, &e);
}

/* ---- a requester that does not go on --------------------------------------------------------- */

/* Requester 0 has one run, and keeps req up for so long once it is over; requester 1 asks. */
static void linger(struct sim *s, unsigned cycles) {
    struct xform_bench *b = xform_bench_new(s, &dut_xform);
    ask(&b->core, 0, 1, 2);
    while (b->driver.requester[0].state != REQUESTER_DONE) {
        sim_cycle(s);
    }
    b->driver.requester[0].linger = cycles;
    sim_cycles(s, 50);
    ask(&b->core, 1, 1, 2);
    xform_bench_finish(b);
}

static void lingers_for_good(struct sim *s) {
    linger(s, FOR_GOOD);
}

void a_requester_never_releases_the_slot(struct sim *s) {
    static const struct expected_stall e = {
        "lingers_for_good",
        lingers_for_good,
        CHECK_SIM_STALL,
        "outside: requester 0 holds the slot since 3 and presented nothing since the done of its "
        "entry 1 at 25",
        {"slot        requester 1 asks since 76: requester 0 holds",
         "holder      requester 0 is owed no done, and has presented"},
        0};
    expect_stall(s, &e);
}

/* Requester 0 is granted, and its first start, or a beat, does not come. */
static void pause(struct sim *s, unsigned delay, unsigned gap) {
    struct xform_bench *b = xform_bench_new(s, &dut_xform);
    ask(&b->core, 0, 1, 2);
    plans[0][0].delay = (uint16_t)delay;
    plans[0][0].gap[3] = (uint16_t)gap;
    sim_cycles(s, 20);
    ask(&b->core, 1, 1, 1);
    xform_bench_finish(b);
}

static void never_starts(struct sim *s) {
    pause(s, FOR_GOOD, 0);
}

void a_requester_never_uses_its_grant(struct sim *s) {
    static const struct expected_stall e = {
        "never_starts",
        never_starts,
        CHECK_SIM_STALL,
        "outside: requester 0 holds the slot since 3 and presented nothing at all since then",
        {"slot        requester 1 asks since 22: requester 0 holds",
         "holder      requester 0 is owed no done, and has presented"},
        0};
    expect_stall(s, &e);
}

static void stops_in_an_entry(struct sim *s) {
    pause(s, 0, FOR_GOOD);
}

void a_requester_stops_in_an_entry(struct sim *s) {
    static const struct expected_stall e = {
        "stops_in_an_entry",
        stops_in_an_entry,
        CHECK_SIM_STALL,
        "outside: requester 0 stopped after beat 3 of 8 of entry 0 at 7, and holds the slot since "
        "3",
        {"slot        requester 1 asks since 22: requester 0 holds",
         "bank        entry 0 of requester 0, id 1 mode 0x0, started"},
        0};
    expect_stall(s, &e);
}

static void driver_stops(struct sim *s) {
    struct bank_bench *b = bank_bench_new(s, &dut_bank);
    ask(&b->core, 0, 1, 2);
    plans[0][1].gap[5] = FOR_GOOD;
    bank_bench_finish(b);
}

void a_driver_stops_in_an_entry(struct sim *s) {
    static const struct expected_stall e = {
        "driver_stops",
        driver_stops,
        CHECK_SIM_STALL,
        "outside: the driver stopped after beat 5 of 8 of entry 1 at 15",
        {"bank        entry 1 of the driver, id 1 mode 0x0, started"},
        0};
    expect_stall(s, &e);
}

/* ---- a slot that does not grant --------------------------------------------------------------- */

static void grant_nobody(struct slot_saboteur *x, struct slot_outputs *shown) {
    (void)x;
    shown->gnt = 0;
}

static void no_grant(struct sim *s) {
    struct xform_bench *b = xform_bench_new(s, &dut_xform);
    sabotage(s, grant_nobody, 0);
    ask(&b->core, 1, 1, 1);
    sim_cycles(s, 30);
    ask(&b->core, 0, 1, 1);
    xform_bench_finish(b);
}

void a_slot_grants_nobody(struct sim *s) {
    static const struct expected_stall e = {
        "no_grant",
        no_grant,
        CHECK_SIM_STALL,
        "the slot grants nobody: requester 1 asks since 2, and nothing outside holds it",
        {"slot        requester 0 asks since 32: nobody holds the",
         "slot        requester 1 asks since 2: nobody holds the grant"},
        0};
    expect_stall(s, &e);
}

/* ---- two at once ------------------------------------------------------------------------------ */

/* Requester 0 stops in its second entry, and the first never gets its done. */
static void silent_and_stopped(struct sim *s) {
    struct xform_bench *b = xform_bench_new(s, &dut_xform);
    sabotage(s, answer_no_more, 0);
    ask(&b->core, 0, 1, 2);
    plans[0][1].gap[2] = FOR_GOOD;
    sim_cycles(s, 20);
    ask(&b->core, 1, 1, 1);
    xform_bench_finish(b);
}

void a_silent_occupant_goes_before_a_requester_that_stopped(struct sim *s) {
    static const struct expected_stall e = {
        "silent_and_stopped",
        silent_and_stopped,
        CHECK_XF_SHAPE,
        "occupant 1 (mx_quant) gives no done: entry 0 of requester 0, mode 0x0, has all its 8 "
        "beats since 12",
        {"slot        requester 1 asks since 22: requester 0 holds",
         "bank        entry 0 of requester 0, id 1 mode 0x0, started",
         "bank        entry 1 of requester 0, id 1 mode 0x0, started"},
        0};
    expect_stall(s, &e);
}

/* ---- none ------------------------------------------------------------------------------------- */

static void answer_after_500_cycles(struct slot_saboteur *x, struct slot_outputs *shown) {
    if (shown->done) {
        sabotage_answer_later(x, 500);
    }
    sabotage_withhold(x, shown);
}

static void slow_occupant(struct sim *s) {
    struct xform_bench *b = xform_bench_new(s, &dut_xform);
    sabotage(s, answer_after_500_cycles, 0);
    ask(&b->core, 0, 1, 1);
    ask(&b->core, 1, 1, 1);
    xform_bench_finish(b);
}

static void lingers_for_2900_cycles(struct sim *s) {
    linger(s, 2900);
}

static void starts_after_2900_cycles(struct sim *s) {
    pause(s, 2900, 0);
}

static void goes_on_after_2900_cycles(struct sim *s) {
    pause(s, 0, 2900);
}

void slots_that_only_take_long_do_not_stall(struct sim *s) {
    expect_no_stall(s, "slow_occupant", slow_occupant);
    expect_no_stall(s, "lingers_for_2900_cycles", lingers_for_2900_cycles);
    expect_no_stall(s, "starts_after_2900_cycles", starts_after_2900_cycles);
    expect_no_stall(s, "goes_on_after_2900_cycles", goes_on_after_2900_cycles);
}
