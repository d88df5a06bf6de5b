/* Each check of the transform slot and its banks with what trips it and what just does not. Where
 * spoilt outputs reach, a spoiler of saboteur.h breaks a good design; elsewhere mut_xform does. */
#include "live_xf.h"

#include "bench/bank_bench.h"
#include "bench/xform_bench.h"
#include "dut/variants.h"
#include "mxfp7.h"
#include "rtl_suites_xf.h"
#include "saboteur.h"
#include "slot_contention.h"
#include "slot_situations.h"

#include <string.h>

/* The faults of tests/mutants/mut_xform.v. */
enum {
    RDATA_REGISTERED = 1,
    RDATA_HALF_A_CYCLE,
    LAST_PASSED_OVER,
    LOWEST_FIRST,
    UNGRANTED_PASSES,
    BEAT_TWICE,
    NO_STAGE,
    START_IS_MASKED,
    EIGHTH_BEAT_LOST,
    BEAT_CHANGED,
    WAY_OF_65_CYCLES,
    WAY_OF_64_CYCLES,
    MODE_AFTER_START
};

enum { ENTRIES = 24, SPOILT = 4 /* the done at which most spoilers begin */ };

/* ---- benches and entries -------------------------------------------------------------------- */

static struct xform_bench *slot(struct sim *s, const struct dut_type *type) {
    return xform_bench_new(s, type);
}

static struct xform_bench *mutant(struct sim *s, unsigned fault) {
    struct xform_bench *b = xform_bench_new(s, &dut_mut_xform);
    *s->dut->mutant = (uint8_t)fault;
    return b;
}

/* A bank as if it had no golden model: it is held to what it gave before. */
static const struct dut_type *unpredicted(struct sim *s, const struct dut_type *of) {
    struct dut_type *type = sim_alloc(s, sizeof *type);
    *type = *of;
    type->bank_desc = NULL;
    return type;
}

/* ENTRIES entries of `id` in one run, modes alternating, `gap` cycles before beat `at` of those
 * with odd numbers. */
static void run_entries(struct slot_core *core, unsigned id, bool overlap, unsigned at,
                        unsigned gap) {
    struct entry_plan plans[ENTRIES];
    for (unsigned i = 0; i < ENTRIES; i++) {
        plan_entry(core, &plans[i], id, i & 1 ? 0xff : 0);
        plans[i].overlap = overlap;
        plans[i].gap[at] = (uint16_t)(i > SPOILT && (i & 1) ? gap : 0);
    }
    slot_core_run_plans(core, 0, plans, ENTRIES);
}

static void run_smooth(struct slot_core *core, unsigned id) {
    run_entries(core, id, true, 0, 0);
}

/* One after the other: start in the cycle after done. */
static void run_single(struct slot_core *core, unsigned id) {
    run_entries(core, id, false, 0, 0);
}

static void in_situation(struct xform_bench *b, void (*situation)(struct slot_core *)) {
    situation(&b->core);
    xform_bench_finish(b);
}

/* Requesters that hold no grant present something in nearly every cycle. */
static void add_noise(struct xform_bench *b) {
    for (unsigned i = 0; i < b->driver.params.nreq; i++) {
        struct requester *r = &b->driver.requester[i];
        r->knobs.noise = 900;
        r->knobs.wait_max = 30;
        r->source.knobs.delayed = 300;
        r->source.knobs.delay_max = 20;
    }
}

/* ---- XF-DATA -------------------------------------------------------------------------------- */

static void flip_highest_bit(struct slot_saboteur *x, struct slot_outputs *shown) {
    shown->word[3].w[7] ^= x->dones >= SPOILT ? 0x80000000u : 0;
}

static void one_bit_of_a_word_flips(struct sim *s) {
    struct xform_bench *b = slot(s, &dut_xform);
    sabotage(s, flip_highest_bit, 0);
    run_smooth(&b->core, 1);
}

static void show_words_a_cycle_late(struct slot_saboteur *x, struct slot_outputs *shown) {
    struct word now[BANK_WORDS_MAX];
    memcpy(now, shown->word, sizeof now);
    memcpy(shown->word, x->latest, sizeof now);
    memcpy(x->latest, now, sizeof now);
}

static void words_come_a_cycle_after_done(struct sim *s) {
    struct bank_bench *b = bank_bench_new(s, &dut_bank);
    sabotage(s, show_words_a_cycle_late, 0);
    run_smooth(&b->core, 1);
}

/* The toy bank inverts words when a start allows it, and shows garbage in words above OUT_WORDS. */
static void words_nobody_is_owed_are_garbage(struct sim *s) {
    struct xform_bench *b = mutant(s, 0);
    for (unsigned id = 0; id <= 4; id++) {
        run_smooth(&b->core, id);
    }
    xform_bench_finish(b);
    sim_expect_seen(s, "entries answered", b->core.check.stats.dones, 5 * ENTRIES);
}

/* Each answer carries something of the one before. */
static void leak_the_answer_before(struct slot_saboteur *x, struct slot_outputs *shown) {
    if (x->real.done) {
        x->mark = x->knob;
        x->knob = shown->word[0].w[0];
    }
    shown->word[1].w[5] ^= (uint32_t)x->mark;
}

static void leaks_where_nobody_predicts(struct sim *s) {
    struct xform_bench *b = slot(s, unpredicted(s, &dut_xform));
    sabotage(s, leak_the_answer_before, 0);
    an_entry_gives_the_same_words_again(&b->core);
}

static void repeats_where_nobody_predicts(struct sim *s) {
    in_situation(slot(s, unpredicted(s, &dut_xform)), an_entry_gives_the_same_words_again);
}

/* One entry: E5M2 and, once register 0x10 says so, E4M3, until a reset. */
static void registers_change_words_nobody_predicts(struct sim *s) {
    struct bank_bench *b = bank_bench_new(s, unpredicted(s, &dut_bank_mxfp8));
    struct word before, after;
    struct entry_plan plan;
    plan_entry(&b->core, &plan, 1, 0);
    slot_core_run_plans(&b->core, 0, &plan, 1);
    memcpy(before.w, b->driver.pins->word[0], sizeof before.w);
    config_write(&b->core.config, s, 1, 0x10, 1);
    for (unsigned i = 0; i < 2; i++) {
        slot_core_run_plans(&b->core, 0, &plan, 1);
        memcpy(after.w, b->driver.pins->word[0], sizeof after.w);
    }
    sim_reset(s, 1);
    for (unsigned i = 0; i < 2; i++) {
        slot_core_run_plans(&b->core, 0, &plan, 1);
    }
    bank_bench_finish(b);
    sim_expect_seen(s, "words a register changes", !word_equal(&before, &after), 1);
    sim_expect_seen(s, "words compared", s->seen.words, 4);
}

/* ---- XF-SHAPE ------------------------------------------------------------------------------- */

static void done_so_long_after_the_last_beat(struct slot_saboteur *x, struct slot_outputs *shown) {
    if (*x->pins.beat_valid & 1) {
        x->mark = x->sim->cycle;
    }
    if (x->real.done) {
        sabotage_answer_later(x, (unsigned)(x->mark + x->knob - x->sim->cycle));
    }
    sabotage_withhold(x, shown);
}

static struct xform_bench *run_with_late_dones(struct sim *s, unsigned cycles) {
    struct xform_bench *b = slot(s, &dut_xform);
    sabotage(s, done_so_long_after_the_last_beat, cycles);
    run_single(&b->core, 1);
    return b;
}

static void done_a_cycle_past_its_bound(struct sim *s) {
    run_with_late_dones(s, s->options->done_bound + 1);
}

static void done_at_its_bound(struct sim *s) {
    struct xform_bench *b = run_with_late_dones(s, s->options->done_bound);
    xform_bench_finish(b);
    sim_expect_seen(s, "entries answered", b->core.check.stats.dones, ENTRIES);
}

static void drop_a_done(struct slot_saboteur *x, struct slot_outputs *shown) {
    if (x->real.done && x->dones != SPOILT) {
        sabotage_answer_later(x, 0);
    }
    sabotage_withhold(x, shown);
}

static void a_done_is_dropped(struct sim *s) {
    struct xform_bench *b = slot(s, &dut_xform);
    sabotage(s, drop_a_done, 0);
    run_single(&b->core, 1);
}

static void double_a_done(struct slot_saboteur *x, struct slot_outputs *shown) {
    for (unsigned i = 0; x->real.done && i < 1u + (x->dones == SPOILT); i++) {
        sabotage_answer_later(x, i);
    }
    sabotage_withhold(x, shown);
}

static void a_done_is_doubled(struct sim *s) {
    struct bank_bench *b = bank_bench_new(s, &dut_bank);
    sabotage(s, double_a_done, 0);
    run_smooth(&b->core, 1);
}

static void done_before_the_last_beat(struct slot_saboteur *x, struct slot_outputs *shown) {
    if (*x->pins.start & 1) {
        x->seen = 0;
    } else if (*x->pins.beat_valid & 1) {
        x->seen++;
    }
    shown->done |= x->dones >= SPOILT && x->seen == 7;
}

static void a_done_is_early(struct sim *s) {
    struct xform_bench *b = slot(s, &dut_xform);
    sabotage(s, done_before_the_last_beat, 0);
    run_single(&b->core, 1);
}

/* ---- XF-HOLD -------------------------------------------------------------------------------- */

static void change_a_word_after_done(struct slot_saboteur *x, struct slot_outputs *shown) {
    if (x->real.done) {
        x->mark = x->sim->cycle;
    }
    if (x->dones >= SPOILT && x->sim->cycle - x->mark == x->knob) {
        shown->word[0].w[0] ^= 1;
    }
}

/* The bypass at full rate is done every 4 cycles. */
static void word_changes_a_cycle_before_the_next_done(struct sim *s) {
    struct xform_bench *b = slot(s, &dut_xform_identity);
    sabotage(s, change_a_word_after_done, 3);
    run_smooth(&b->core, 0);
}

/* DEPTH 1: until the next start, whenever that is. */
static void word_changes_with_nothing_under_way(struct sim *s) {
    struct xform_bench *b = mutant(s, 0);
    run_single(&b->core, 1);
    sabotage(s, change_a_word_after_done, 400)->dones = SPOILT;
    ((struct slot_saboteur *)s->saboteur->self)->mark = s->cycle;
    sim_cycles(s, 500);
}

static void delay_one_done(struct slot_saboteur *x, struct slot_outputs *shown) {
    if (x->real.done) {
        sabotage_answer_later(x, x->dones == SPOILT);
    }
    sabotage_withhold(x, shown);
}

static void next_done_after_three_cycles(struct sim *s) {
    struct xform_bench *b = slot(s, &dut_xform_identity);
    sabotage(s, delay_one_done, 0);
    run_smooth(&b->core, 0);
}

/* Garbage from the cycle of a start to its done: DEPTH 1 allows that. */
static void garbage_from_start_to_done(struct slot_saboteur *x, struct slot_outputs *shown) {
    if (*x->pins.start & 1) {
        x->mark = 1;
    }
    if (x->real.done) {
        x->mark = 0;
    }
    for (unsigned i = 0; x->mark && i < BANK_WORDS_MAX; i++) {
        shown->word[i].w[i] ^= (uint32_t)x->sim->cycle | 1;
    }
}

static void words_change_as_soon_as_they_may(struct sim *s) {
    struct xform_bench *b = mutant(s, 0);
    run_smooth(&b->core, 0); /* DEPTH 2, done every 4 cycles, new words at once */
    sim_cycles(s, 20);
    sabotage(s, garbage_from_start_to_done, 0);
    for (unsigned id = 1; id <= 4; id++) {
        run_smooth(&b->core, id);
        sim_cycles(s, 20);
    }
    xform_bench_finish(b);
    sim_expect_seen(s, "entries answered", b->core.check.stats.dones, 5 * ENTRIES);
}

/* ---- XF-MODE -------------------------------------------------------------------------------- */

static void collect_beats(struct slot_saboteur *x) {
    if (*x->pins.start & 1) {
        x->seen = 0;
    }
    if ((*x->pins.beat_valid & 1) && x->seen < BANK_BEATS_MAX) {
        memcpy(x->beats[x->seen++].w, x->pins.beat, sizeof x->beats[0].w);
    }
}

/* At a bare bank `mark` remembers the mode of the cycle after start. */
static void quantise_with_a_later_mode(struct slot_saboteur *x, struct slot_outputs *shown) {
    if (x->knob) {
        x->mark = *x->pins.mode;
    }
    x->knob = *x->pins.start;
    collect_beats(x);
    if (x->real.done && x->dones >= SPOILT) {
        mxfp7_quantise(x->beats, (unsigned)x->mark & 1, shown->word);
    }
}

static void mode_of_the_cycle_after_start_is_used(struct sim *s) {
    struct bank_bench *b = bank_bench_new(s, &dut_bank);
    sabotage(s, quantise_with_a_later_mode, 0);
    run_single(&b->core, 1);
}

/* Answers as the bypass does, once id 0 stood on the pins after start. */
static void bypass_by_a_later_id(struct slot_saboteur *x, struct slot_outputs *shown) {
    collect_beats(x);
    if (*x->pins.start) {
        x->mark = 0;
    } else if (*x->pins.id == 0) {
        x->mark = 1;
    }
    if (x->mark && x->seen == 5) {
        shown->done = 1;
        memcpy(shown->word, x->beats, sizeof shown->word);
    }
}

static void later_mode_where_nobody_predicts(struct sim *s) {
    struct bank_bench *b = bank_bench_new(s, unpredicted(s, &dut_bank));
    struct entry_plan plans[ENTRIES];
    sabotage(s, quantise_with_a_later_mode, 0);
    plan_entry(&b->core, &plans[0], 1, 0);
    plans[0].overlap = false;
    for (unsigned i = 1; i < ENTRIES; i++) {
        plans[i] = plans[0];
        plans[i].steady = i < ENTRIES / 2;
    }
    plans[0].steady = true;
    slot_core_run_plans(&b->core, 0, plans, ENTRIES);
}

static void id_of_a_later_cycle_is_used(struct sim *s) {
    struct bank_bench *b = bank_bench_new(s, &dut_bank);
    sabotage(s, bypass_by_a_later_id, 0);
    run_single(&b->core, 1);
}

static void mode_reaches_the_bank_a_cycle_late(struct sim *s) {
    run_smooth(&mutant(s, MODE_AFTER_START)->core, 1);
}

static void selection_changes_in_every_cycle(struct sim *s) {
    in_situation(slot(s, &dut_xform8), selection_counts_at_start_only);
}

/* ---- XF-FAULT ------------------------------------------------------------------------------- */

/* Entries with an unknown id: the fault is set, stays over an entry of id 1, is cleared, and rises
 * again. */
static void raise_and_clear(struct slot_core *core) {
    for (unsigned round = 0; round < 12; round++) {
        struct entry_plan plans[2];
        plan_entry(core, &plans[0], unknown_id(core), round);
        plan_entry(core, &plans[1], 1, round);
        slot_core_run_plans(core, 0, plans, 2);
        config_write(&core->config, core->sim, round, BANK_REG_FAULT, round);
        sim_cycles(core->sim, 10);
    }
}

/* fault[0] shows `knob` cycles after the done of the entry that raised it. */
static void fault_after_its_done(struct slot_saboteur *x, struct slot_outputs *shown) {
    if (!(x->real.fault & 1)) {
        x->mark = 0;
    } else if (x->mark == 0 && x->real.done) {
        x->mark = x->sim->cycle + x->knob;
    }
    if (x->mark == 0 || x->sim->cycle < x->mark) {
        shown->fault &= 0xe;
    }
}

static void fault_a_cycle_after_its_done(struct sim *s) {
    struct xform_bench *b = slot(s, &dut_xform);
    sabotage(s, fault_after_its_done, 1);
    raise_and_clear(&b->core);
}

static void fault_with_its_done(struct sim *s) {
    struct xform_bench *b = slot(s, &dut_xform);
    sabotage(s, fault_after_its_done, 0);
    raise_and_clear(&b->core);
    xform_bench_finish(b);
}

static void hide_faults(struct slot_saboteur *x, struct slot_outputs *shown) {
    (void)x;
    shown->fault = 0;
}

static void fault_is_never_raised(struct sim *s) {
    struct xform_bench *b = slot(s, &dut_xform);
    sabotage(s, hide_faults, 0);
    raise_and_clear(&b->core);
}

static void lose_the_fault_with_the_next_done(struct slot_saboteur *x, struct slot_outputs *shown) {
    shown->fault &= x->dones % 2 == 0 ? 0 : 0xf;
}

static void fault_is_not_sticky(struct sim *s) {
    struct bank_bench *b = bank_bench_new(s, &dut_bank);
    sabotage(s, lose_the_fault_with_the_next_done, 0);
    raise_and_clear(&b->core);
}

static void keep_faults(struct slot_saboteur *x, struct slot_outputs *shown) {
    x->mark |= x->real.fault;
    shown->fault = (uint8_t)x->mark;
}

static void fault_is_not_cleared(struct sim *s) {
    struct xform_bench *b = slot(s, &dut_xform);
    sabotage(s, keep_faults, 0);
    raise_and_clear(&b->core);
}

/* Bits `knob` from the fourth done on. */
static void add_fault(struct slot_saboteur *x, struct slot_outputs *shown) {
    shown->fault |= x->dones >= SPOILT ? (uint8_t)x->knob : 0;
}

static void fault_without_cause(struct sim *s) {
    struct xform_bench *b = slot(s, &dut_xform);
    sabotage(s, add_fault, 1);
    run_smooth(&b->core, 1);
}

static void occupant_fault_without_cause(struct sim *s) {
    struct bank_bench *b = bank_bench_new(s, &dut_bank);
    sabotage(s, add_fault, 8);
    run_smooth(&b->core, 1);
}

/* A write clears the fault though an entry raises it in the same cycle: set beats clear. */
static void clear_beats_set(struct slot_saboteur *x, struct slot_outputs *shown) {
    if (x->mark) {
        shown->fault = 0;
    }
    x->mark = *x->pins.cfg_en && *x->pins.cfg_addr == BANK_REG_FAULT ? 1 : x->mark;
    if (!x->real.fault) {
        x->mark = 0;
    }
}

static void clear_beats_a_set_in_its_cycle(struct sim *s) {
    struct bank_bench *b = bank_bench_new(s, &dut_bank);
    sabotage(s, clear_beats_set, 0);
    clearing_at_every_moment(&b->core);
}

static void cleared_at_every_moment(struct sim *s) {
    struct bank_bench *b = bank_bench_new(s, &dut_bank);
    clearing_at_every_moment(&b->core);
    bank_bench_finish(b);
}

/* ---- XF-REG --------------------------------------------------------------------------------- */

/* The register on the pins reads no zero, most that the probe puts there do. */
static void rdata_is_right_at_the_edge_only(struct sim *s) {
    struct slot_core *core = &mutant(s, RDATA_HALF_A_CYCLE)->core;
    for (unsigned i = 0; i < 640; i++) {
        config_read(&core->config, s, 0, BANK_REG_GEOMETRY);
    }
}

static void rdata_comes_from_a_register(struct sim *s) {
    run_smooth(&mutant(s, RDATA_REGISTERED)->core, 1);
}

/* Bits of `mark` flip when register `knob` is on the pins. */
static void misread_a_register(struct slot_saboteur *x, struct slot_outputs *shown) {
    shown->cfg_rdata ^= *x->pins.cfg_addr == x->knob ? (uint32_t)x->mark : 0;
}

static void misread(struct sim *s, unsigned addr, uint32_t flipped) {
    struct xform_bench *b = slot(s, &dut_xform);
    sabotage(s, misread_a_register, addr)->mark = flipped;
    registers_state_the_bank(&b->core);
}

static void geometry_reads_wrong(struct sim *s) {
    misread(s, BANK_REG_GEOMETRY, 1u << 16);
}
static void depth_reads_wrong(struct sim *s) {
    misread(s, BANK_REG_DEPTH, 3);
}
static void fault_reads_unlike_the_pins(struct sim *s) {
    misread(s, BANK_REG_FAULT, 1);
}
static void undefined_offset_reads_something(struct sim *s) {
    misread(s, 0x83, 0x80000000u);
}

static void every_register_of_256_ids(struct sim *s) {
    in_situation(slot(s, &dut_xform8), registers_state_the_bank);
}

/* ---- XF-GRANT ------------------------------------------------------------------------------- */

static void contend_sabotaged(struct sim *s,
                              void (*change)(struct slot_saboteur *x, struct slot_outputs *shown)) {
    struct xform_bench *b = slot(s, &dut_xform3);
    all_requesters_contend(b, 3);
    sabotage(s, change, 0);
    contend_for(b, 40);
}

/* Whoever has held the grant for a cycle or longer loses it for one, whatever it is doing. */
static void withdraw(struct slot_saboteur *x, struct slot_outputs *shown) {
    const unsigned held = x->real.gnt & *x->pins.req;
    if (x->dones >= SPOILT && (held & x->knob)) {
        shown->gnt = 0;
    }
    x->knob = held;
}

static void grant_withdrawn_for_a_cycle(struct sim *s) {
    contend_sabotaged(s, withdraw);
}

static void grant_two(struct slot_saboteur *x, struct slot_outputs *shown) {
    if (x->dones >= SPOILT && x->real.gnt) {
        shown->gnt |= *x->pins.req & (uint8_t)(*x->pins.req - 1);
    }
}

static void two_hold_the_grant(struct sim *s) {
    contend_sabotaged(s, grant_two);
}

static void grant_unasked(struct slot_saboteur *x, struct slot_outputs *shown) {
    if (x->real.gnt == 0 && *x->pins.req == 0) {
        shown->gnt = 4;
    }
}

static void grant_to_one_that_did_not_ask(struct sim *s) {
    struct xform_bench *b = slot(s, &dut_xform3);
    sabotage(s, grant_unasked, 0);
    run_smooth(&b->core, 1);
    sim_cycles(s, 4);
}

static void grant_a_cycle_longer(struct slot_saboteur *x, struct slot_outputs *shown) {
    const uint8_t before = (uint8_t)x->mark;
    x->mark = x->real.gnt;
    shown->gnt = x->real.gnt ? x->real.gnt : before;
}

static void grant_stays_two_cycles_after_req(struct sim *s) {
    struct xform_bench *b = slot(s, &dut_xform3);
    sabotage(s, grant_a_cycle_longer, 0);
    run_smooth(&b->core, 1);
    sim_cycles(s, 4);
}

/* Every other grant is shown 60 cycles late and falls with req; the others fall a cycle after. */
static void grant_late_and_short(struct slot_saboteur *x, struct slot_outputs *shown) {
    if (x->real.gnt != (uint8_t)x->knob) {
        x->knob = x->real.gnt;
        x->seen++;
        x->mark = x->sim->cycle + (x->seen & 1 ? 60 : 0);
    }
    if (x->sim->cycle < x->mark) {
        shown->gnt = 0;
    } else if (x->seen & 1) {
        shown->gnt &= *x->pins.req;
    }
}

static void grant_comes_late_and_falls_with_req(struct sim *s) {
    contend_sabotaged(s, grant_late_and_short);
}

/* ---- XF-FAIR -------------------------------------------------------------------------------- */

static void contend_unfairly(struct sim *s, unsigned fault) {
    struct xform_bench *b = mutant(s, fault);
    all_requesters_contend(b, 1);
    sim_cycles(s, 2000);
}

static void highest_requester_is_passed_over(struct sim *s) {
    contend_unfairly(s, LAST_PASSED_OVER);
}
static void lowest_requester_goes_first(struct sim *s) {
    contend_unfairly(s, LOWEST_FIRST);
}

static void every_other_requester_goes_first(struct sim *s) {
    struct xform_bench *b = slot(s, &dut_xform8);
    all_requesters_contend(b, 2);
    contend_for(b, 100);
    sim_expect_seen(s, "runs of others during the longest wait", b->grant.worst_passed, 7);
}

/* ---- XF-DROPPED ----------------------------------------------------------------------------- */

static void ungranted_beat_reaches_the_bank(struct sim *s) {
    struct xform_bench *b = mutant(s, UNGRANTED_PASSES);
    all_requesters_contend(b, 3);
    add_noise(b);
    sim_cycles(s, 2000);
}

static void beat_reaches_the_bank_twice(struct sim *s) {
    run_single(&mutant(s, BEAT_TWICE)->core, 1);
}

static void ungranted_beats_all_the_time(struct sim *s) {
    struct xform_bench *b = slot(s, &dut_xform8);
    all_requesters_contend(b, 3);
    add_noise(b);
    contend_for(b, 200);
    sim_expect_seen(s, "ungranted starts and beats", b->stage.drops, 10000);
}

/* ---- XF-STAGE ------------------------------------------------------------------------------- */

static void beats_reach_the_bank_in_their_own_cycle(struct sim *s) {
    run_smooth(&mutant(s, NO_STAGE)->core, 1);
}

/* Seen by the probe only: no entry of these starts in the cycle after another's start. */
static void start_depends_on_the_next_cycle(struct sim *s) {
    struct xform_bench *b = mutant(s, START_IS_MASKED);
    for (unsigned i = 0; i < 40; i++) {
        run_single(&b->core, 3);
    }
}

static void a_beat_never_reaches_the_bank(struct sim *s) {
    run_single(&mutant(s, EIGHTH_BEAT_LOST)->core, 0);
}
static void a_beat_reaches_the_bank_changed(struct sim *s) {
    run_single(&mutant(s, BEAT_CHANGED)->core, 0);
}
static void way_to_the_bank_of_65_cycles(struct sim *s) {
    run_single(&mutant(s, WAY_OF_65_CYCLES)->core, 0);
}

static void way_to_the_bank_of_64_cycles(struct sim *s) {
    struct xform_bench *b = mutant(s, WAY_OF_64_CYCLES);
    for (unsigned id = 0; id < 4; id++) {
        run_smooth(&b->core, id);
    }
    all_requesters_contend(b, 3);
    contend_for(b, 40);
    sim_expect_seen(s, "cycles to the bank", b->stage.latency, 64);
}

/* ---- XF-GAP --------------------------------------------------------------------------------- */

/* `mark` is set by a gap; `seen` beats were presented since start. */
static void look_for_a_gap(struct slot_saboteur *x) {
    if (*x->pins.start & 1) {
        x->mark = 0;
        x->seen = 0;
    } else if (*x->pins.beat_valid & 1) {
        x->seen++;
    } else if (x->seen >= x->knob && x->seen < 8) {
        x->mark = 1;
    }
}

static void spoil_entries_with_gaps(struct slot_saboteur *x, struct slot_outputs *shown) {
    if (x->real.done && x->mark) {
        shown->word[2].w[3] ^= 0x10;
    }
    look_for_a_gap(x);
}

static void gaps_change_the_words(struct sim *s) {
    struct xform_bench *b = slot(s, &dut_xform);
    sabotage(s, spoil_entries_with_gaps, 1);
    run_entries(&b->core, 1, false, 5, 1);
}

static void gap_after_start_changes_the_words(struct sim *s) {
    struct xform_bench *b = slot(s, &dut_xform);
    sabotage(s, spoil_entries_with_gaps, 0);
    run_entries(&b->core, 1, false, 0, 1);
}

/* A gap is counted as a beat. */
static void count_gaps_as_beats(struct slot_saboteur *x, struct slot_outputs *shown) {
    look_for_a_gap(x);
    shown->done |= x->mark && x->seen == 7;
}

static void gap_counts_as_a_beat(struct sim *s) {
    struct xform_bench *b = slot(s, &dut_xform);
    sabotage(s, count_gaps_as_beats, 1);
    run_entries(&b->core, 1, false, 3, 2);
}

static void lose_entries_with_gaps(struct slot_saboteur *x, struct slot_outputs *shown) {
    if (x->real.done && !x->mark) {
        sabotage_answer_later(x, 0);
    }
    sabotage_withhold(x, shown);
    look_for_a_gap(x);
}

static void gap_loses_the_done(struct sim *s) {
    struct xform_bench *b = slot(s, &dut_xform);
    sabotage(s, lose_entries_with_gaps, 1);
    run_entries(&b->core, 1, false, 7, 40);
}

static void gaps_at_every_position(struct sim *s) {
    in_situation(slot(s, &dut_xform), gap_at_every_position);
}

static void gaps_change_words_nobody_predicts(struct sim *s) {
    struct slot_core *core = &slot(s, unpredicted(s, &dut_xform))->core;
    struct entry_plan plans[3]; /* the same entry twice without and once with a gap */
    sabotage(s, spoil_entries_with_gaps, 1);
    plan_entry(core, &plans[0], 1, 0);
    plans[0].steady = true;
    plans[0].overlap = false;
    plans[2] = plans[1] = plans[0];
    plans[2].gap[6] = 1;
    slot_core_run_plans(core, 0, plans, 3);
}

static void gaps_where_nobody_predicts(struct sim *s) {
    in_situation(slot(s, unpredicted(s, &dut_xform)), gap_at_every_position);
}

/* ---- XF-DRIVE ------------------------------------------------------------------------------- */

static void a_beat_too_many(struct sim *s) {
    struct xform_bench *b = slot(s, &dut_xform);
    struct entry_plan plan;
    plan_entry(&b->core, &plan, 0, 0);
    plan.beats = 5;
    slot_core_run_plans(&b->core, 0, &plan, 1);
}

/* Our requester takes an id of DEPTH 1 for one of DEPTH 2. */
static void start_too_early_for_depth_1(struct sim *s) {
    struct xform_bench *b = mutant(s, 0);
    b->core.shapes.of[2].depth = 2;
    run_smooth(&b->core, 2);
}

/* Only the spy knows here that no id answers at 0xFC. */
static void abandons_where_no_depth_is_declared(struct sim *s) {
    struct bank_bench *b = bank_bench_new(s, &dut_bank);
    struct slot_core *core = &b->core;
    struct entry_plan plans[2];
    for (unsigned id = 0; id < core->shapes.ids; id++) {
        core->shapes.of[id].declares_depth = false;
    }
    bank_spy_init(&core->spy, s, core->spy.where, core->spy.pins, &core->shapes);
    plan_entry(core, &plans[0], 1, 0);
    plan_entry(core, &plans[1], 1, 0);
    plans[0].beats = 3;
    slot_core_run_plans(core, 0, plans, 2);
}

/* Our requester lets go right after its last beat. */
static void grant_given_back_before_done(struct sim *s) {
    struct xform_bench *b = slot(s, &dut_xform);
    struct entry_stream *stream = &b->driver.requester[0].stream;
    struct entry_plan plan;
    struct planned list = {&plan, 1, 0};
    plan_entry(&b->core, &plan, 1, 0);
    b->core.ask(&b->core, 0, planned_next, &list);
    while (stream->given < 8) {
        sim_cycle(s);
    }
    stream->owed = 0;
    sim_cycles(s, 20);
}

/* The toy bank mixes DEPTH 1 and 2, the mxfp7 bank has 2 only. */
static void starts_as_early_as_each_depth_allows(struct sim *s) {
    in_situation(mutant(s, 0), overlapped_entries_keep_their_order);
}

/* ---- XF-RATE -------------------------------------------------------------------------------- */

static void all_dones_later(struct slot_saboteur *x, struct slot_outputs *shown) {
    if (x->real.done) {
        sabotage_answer_later(x, x->knob);
    }
    sabotage_withhold(x, shown);
}

/* The bank is as fast as ever, what is behind it is not. */
static void every_done_a_little_late(struct sim *s) {
    struct xform_bench *b = slot(s, &dut_xform_identity);
    sabotage(s, all_dones_later, 2);
    entries_at_full_rate(&b->core, 0, 0);
}

static void bank_slower_than_it_promises(struct sim *s) {
    struct bank_bench *b = bank_bench_new(s, &dut_bank);
    sabotage(s, all_dones_later, 2);
    entries_at_full_rate(&b->core, 1, 5);
}

/* Its latency of 10 cycles allows an entry every 8. */
static void slow_bank_at_its_own_rate(struct sim *s) {
    struct bank_bench *b = bank_bench_new(s, &dut_bank_identity);
    sabotage(s, all_dones_later, 9);
    entries_at_full_rate(&b->core, 0, 10);
    bank_bench_finish(b);
}

/* ---- the tables ----------------------------------------------------------------------------- */

/* More ways to trip a check: X(broken, CHECK, legal). */
#define LIVE_XF_MORE(X)                                                                            \
    X(words_come_a_cycle_after_done, XF_DATA, words_nobody_is_owed_are_garbage)                    \
    X(leaks_where_nobody_predicts, XF_DATA, registers_change_words_nobody_predicts)                \
    X(later_mode_where_nobody_predicts, XF_MODE, repeats_where_nobody_predicts)                    \
    X(a_done_is_dropped, XF_SHAPE, done_at_its_bound)                                              \
    X(a_done_is_doubled, XF_SHAPE, done_at_its_bound)                                              \
    X(a_done_is_early, XF_SHAPE, done_at_its_bound)                                                \
    X(word_changes_with_nothing_under_way, XF_HOLD, words_change_as_soon_as_they_may)              \
    X(next_done_after_three_cycles, XF_HOLD, words_change_as_soon_as_they_may)                     \
    X(id_of_a_later_cycle_is_used, XF_MODE, selection_changes_in_every_cycle)                      \
    X(mode_reaches_the_bank_a_cycle_late, XF_MODE, selection_changes_in_every_cycle)               \
    X(fault_is_never_raised, XF_FAULT, fault_with_its_done)                                        \
    X(fault_is_not_sticky, XF_FAULT, fault_with_its_done)                                          \
    X(fault_is_not_cleared, XF_FAULT, fault_with_its_done)                                         \
    X(fault_without_cause, XF_FAULT, fault_with_its_done)                                          \
    X(occupant_fault_without_cause, XF_FAULT, fault_with_its_done)                                 \
    X(clear_beats_a_set_in_its_cycle, XF_FAULT, cleared_at_every_moment)                           \
    X(rdata_comes_from_a_register, XF_REG, every_register_of_256_ids)                              \
    X(geometry_reads_wrong, XF_REG, every_register_of_256_ids)                                     \
    X(depth_reads_wrong, XF_REG, every_register_of_256_ids)                                        \
    X(fault_reads_unlike_the_pins, XF_REG, every_register_of_256_ids)                              \
    X(undefined_offset_reads_something, XF_REG, every_register_of_256_ids)                         \
    X(two_hold_the_grant, XF_GRANT, grant_comes_late_and_falls_with_req)                           \
    X(grant_to_one_that_did_not_ask, XF_GRANT, grant_comes_late_and_falls_with_req)                \
    X(grant_stays_two_cycles_after_req, XF_GRANT, grant_comes_late_and_falls_with_req)             \
    X(lowest_requester_goes_first, XF_FAIR, every_other_requester_goes_first)                      \
    X(beat_reaches_the_bank_twice, XF_DROPPED, ungranted_beats_all_the_time)                       \
    X(start_depends_on_the_next_cycle, XF_STAGE, way_to_the_bank_of_64_cycles)                     \
    X(a_beat_never_reaches_the_bank, XF_STAGE, way_to_the_bank_of_64_cycles)                       \
    X(a_beat_reaches_the_bank_changed, XF_STAGE, way_to_the_bank_of_64_cycles)                     \
    X(way_to_the_bank_of_65_cycles, XF_STAGE, way_to_the_bank_of_64_cycles)                        \
    X(gap_after_start_changes_the_words, XF_GAP, gaps_at_every_position)                           \
    X(gap_counts_as_a_beat, XF_GAP, gaps_at_every_position)                                        \
    X(gap_loses_the_done, XF_GAP, gaps_at_every_position)                                          \
    X(gaps_change_words_nobody_predicts, XF_GAP, gaps_where_nobody_predicts)                       \
    X(start_too_early_for_depth_1, XF_DRIVE, starts_as_early_as_each_depth_allows)                 \
    X(abandons_where_no_depth_is_declared, XF_DRIVE, starts_as_early_as_each_depth_allows)         \
    X(grant_given_back_before_done, XF_DRIVE, starts_as_early_as_each_depth_allows)                \
    X(bank_slower_than_it_promises, XF_RATE, slow_bank_at_its_own_rate)

#define MORE_FUNCTION(broken_run, check_name, legal_run)                                           \
    LIVE_PAIR(live_##broken_run, check_name, broken_run, legal_run)
#define MORE_ROW(broken_run, check_name, legal_run) {#broken_run, live_##broken_run},

LIVE_XF(LIVE_FUNCTION)
LIVE_XF_MORE(MORE_FUNCTION)

const struct scenario live_xf_scenarios[] = {LIVE_XF(LIVE_ROW) LIVE_XF_MORE(MORE_ROW)};
const size_t live_xf_scenario_count = sizeof live_xf_scenarios / sizeof *live_xf_scenarios;
