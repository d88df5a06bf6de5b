/* The transform slot: mag_xform with a bank between requesters (modules 1 and 2). */
#include "rtl_suites_xf.h"

#include "bench/xform_bench.h"
#include "dut/variants.h"
#include "slot_situations.h"

enum { RANDOM_CYCLES = 300000, MXFP7_LATENCY = 5, IDENTITY_LATENCY = 2 };

static void in_situation(struct sim *s, const struct dut_type *type,
                         void (*situation)(struct slot_core *)) {
    struct xform_bench *b = xform_bench_new(s, type);
    situation(&b->core);
    xform_bench_finish(b);
}

static void run_random(struct sim *s, const struct dut_type *type) {
    struct xform_bench *b = xform_bench_new(s, type);
    const uint64_t cycles = slot_core_random_cycles(&b->core, RANDOM_CYCLES);
    xform_bench_random(b, cycles);
    xform_bench_finish(b);
    s->seen.random_cycles += cycles;
    sim_expect_seen(s, "entries answered", b->core.check.stats.dones,
                    cycles / (1000 + 2 * s->options->done_bound));
    sim_expect_seen(s, "grants under contention", b->grant.contended, cycles / 40000);
}

/* ---- the grant ------------------------------------------------------------------------------ */

/* Every requester wants runs of 1 to `longest` whole entries all the time. */
static void all_requesters_contend(struct xform_bench *b, unsigned longest) {
    for (unsigned i = 0; i < b->driver.params.nreq; i++) {
        struct requester *r = &b->driver.requester[i];
        r->source.knobs = (struct entry_knobs){.run_min = 1,
                                               .run_max = longest,
                                               .bypass = 200,
                                               .overlap = 1000,
                                               .data = {1, 1, 1, 1, 1}};
        r->knobs = (struct requester_knobs){0};
        r->random_runs = true;
    }
}

static uint64_t runs_of_all(const struct xform_bench *b) {
    uint64_t runs = 0;
    for (unsigned i = 0; i < b->driver.params.nreq; i++) {
        runs += b->driver.requester[i].runs;
    }
    return runs;
}

/* Until the requesters together have completed that many runs, and finishes. */
static void contend_for(struct xform_bench *b, uint64_t runs) {
    while (runs_of_all(b) < runs) {
        sim_cycle(b->core.sim);
    }
    xform_bench_finish(b);
}

static bool fairness_is_owed(const struct sim *s) {
    return !s->options->seed_rules && !options_waived(s->options, CHECK_XF_FAIR);
}

static void grant_goes_round(struct sim *s, const struct dut_type *type) {
    struct xform_bench *b = xform_bench_new(s, type);
    const unsigned nreq = b->driver.params.nreq;
    all_requesters_contend(b, 4);
    contend_for(b, 100 * nreq);
    for (unsigned i = 0; i < nreq && fairness_is_owed(s); i++) {
        sim_expect_seen(s, "runs of a requester", b->driver.requester[i].runs, 90);
    }
    sim_expect_seen(s, "grants after another's run", b->grant.contended, 90 * (nreq - 1));
}

static void grant_goes_round_two_requesters(struct sim *s) {
    grant_goes_round(s, &dut_xform);
}
static void grant_goes_round_three_requesters(struct sim *s) {
    grant_goes_round(s, &dut_xform3);
}

/* One that asks now and then beside others that always do. */
static void rare_requester_is_served(struct sim *s) {
    struct xform_bench *b = xform_bench_new(s, &dut_xform3);
    all_requesters_contend(b, 6);
    b->driver.requester[1].knobs.wait_max = 300;
    contend_for(b, 500);
    if (fairness_is_owed(s)) {
        sim_expect_seen(s, "runs of the rare requester", b->driver.requester[1].runs, 20);
    }
}

/* Long runs with long pauses: the others ask all the time and must wait. */
static void grant_is_held_for_a_whole_run(struct sim *s) {
    struct xform_bench *b = xform_bench_new(s, &dut_xform);
    all_requesters_contend(b, 12);
    struct requester *slow = &b->driver.requester[0];
    slow->source.knobs.delayed = 500;
    slow->source.knobs.delay_max = 80;
    slow->source.knobs.gapped = 500;
    slow->source.knobs.beat_gap = 200;
    slow->source.knobs.gap_max = 60;
    slow->knobs.linger_max = 20;
    contend_for(b, 100);
    sim_expect_seen(s, "grants after another's run", b->grant.contended, 20);
}

static void lone_requester_is_served_again_and_again(struct sim *s) {
    struct xform_bench *b = xform_bench_new(s, &dut_xform);
    all_requesters_contend(b, 2);
    b->driver.requester[0].random_runs = false;
    contend_for(b, 200);
    sim_expect_seen(s, "grants", b->grant.grants, 200);
}

/* Whoever holds no grant presents starts and beats in almost every cycle it surely may not. */
static void ungranted_beats_are_dropped(struct sim *s, const struct dut_type *type) {
    struct xform_bench *b = xform_bench_new(s, type);
    all_requesters_contend(b, 5);
    for (unsigned i = 0; i < b->driver.params.nreq; i++) {
        b->driver.requester[i].knobs.noise = 900;
        b->driver.requester[i].knobs.wait_max = 30;
        b->driver.requester[i].source.knobs.delayed = 300;
        b->driver.requester[i].source.knobs.delay_max = 20;
    }
    contend_for(b, 300);
    sim_expect_seen(s, "ungranted starts and beats", b->stage.drops, 4000);
    sim_expect_seen(s, "entries answered", b->core.check.stats.dones, 300);
}

static void ungranted_beats_are_dropped_two(struct sim *s) {
    ungranted_beats_are_dropped(s, &dut_xform);
}
static void ungranted_beats_are_dropped_three(struct sim *s) {
    ungranted_beats_are_dropped(s, &dut_xform3);
}

/* A run that ends with an abandoned entry; the next run, of either requester, is whole. */
static void abandoned_run_leaves_no_trace(struct sim *s) {
    struct xform_bench *b = xform_bench_new(s, &dut_xform);
    struct slot_core *core = &b->core;
    uint64_t answered = 0;
    for (unsigned beats = 0; core->shapes.may_abandon && beats < 8; beats++) {
        for (unsigned next = 0; next < 2; next++, answered += 2) {
            struct entry_plan plans[2], whole;
            const unsigned id = core->shapes.of[1].known ? 1 : 0;
            plan_entry(core, &plans[0], id, beats);
            plan_entry(core, &plans[1], id, beats);
            plan_entry(core, &whole, beats & 1 ? id : 0, beats + 1);
            plans[1].beats = (uint8_t)(beats % core->shapes.of[id].in_beats);
            slot_core_run_plans(core, 0, plans, 2);
            slot_core_run_plans(core, next, &whole, 1);
        }
    }
    xform_bench_finish(b);
    sim_expect_seen(s, "entries answered", core->check.stats.dones, answered);
}

static void default_bank_at_full_rate(struct slot_core *core) {
    for (unsigned id = 0; id < core->shapes.ids; id++) {
        if (core->shapes.of[id].known) {
            entries_at_full_rate(core, id, is_mxfp7(core) && id == 1 ? MXFP7_LATENCY : 0);
        }
    }
}

static void identity_at_full_rate(struct slot_core *core) {
    entries_at_full_rate(core, 0, IDENTITY_LATENCY);
    entries_at_full_rate(core, core->shapes.ids - 1, IDENTITY_LATENCY);
}

#define ON(dut, situation)                                                                         \
    static void dut##_##situation(struct sim *s) {                                                 \
        in_situation(s, &dut, situation);                                                          \
    }
#define ON_BOTH(situation) ON(dut_xform, situation) ON(dut_xform_identity, situation)

ON_BOTH(every_id_answers)
ON_BOTH(gap_at_every_position)
ON_BOTH(registers_state_the_bank)
ON_BOTH(writes_elsewhere_change_nothing)
ON_BOTH(words_stay_until_the_next_entry)
ON_BOTH(selection_counts_at_start_only)
ON_BOTH(overlapped_entries_keep_their_order)
ON_BOTH(entries_abandoned_at_every_beat)
ON_BOTH(reset_at_every_moment)
ON(dut_xform, vectors_replay)
ON(dut_xform, unknown_id_faults_until_cleared)
ON(dut_xform, clearing_at_every_moment)
ON(dut_xform, default_bank_at_full_rate)
ON(dut_xform_identity, identity_at_full_rate)

static void xform_random(struct sim *s) {
    run_random(s, &dut_xform);
}
static void xform3_random(struct sim *s) {
    run_random(s, &dut_xform3);
}
static void xform_identity_random(struct sim *s) {
    run_random(s, &dut_xform_identity);
}

const struct scenario xform_scenarios[] = {
    {"random", xform_random},
    {"random_three_requesters", xform3_random},
    {"every_id_answers", dut_xform_every_id_answers},
    {"vectors_replay_bit_exact", dut_xform_vectors_replay},
    {"gap_at_every_position_changes_nothing", dut_xform_gap_at_every_position},
    {"registers_state_the_bank", dut_xform_registers_state_the_bank},
    {"writes_elsewhere_change_nothing", dut_xform_writes_elsewhere_change_nothing},
    {"unknown_id_faults_until_cleared", dut_xform_unknown_id_faults_until_cleared},
    {"clearing_at_every_moment_set_beats_clear", dut_xform_clearing_at_every_moment},
    {"words_stay_until_the_next_entry", dut_xform_words_stay_until_the_next_entry},
    {"selection_counts_at_start_only", dut_xform_selection_counts_at_start_only},
    {"overlapped_entries_keep_their_order", dut_xform_overlapped_entries_keep_their_order},
    {"entries_abandoned_at_every_beat", dut_xform_entries_abandoned_at_every_beat},
    {"abandoned_run_leaves_no_trace", abandoned_run_leaves_no_trace},
    {"reset_at_every_moment_leaves_no_trace", dut_xform_reset_at_every_moment},
    {"grant_goes_round_two_requesters", grant_goes_round_two_requesters},
    {"grant_goes_round_three_requesters", grant_goes_round_three_requesters},
    {"grant_is_held_for_a_whole_run", grant_is_held_for_a_whole_run},
    {"rare_requester_is_served", rare_requester_is_served},
    {"lone_requester_is_served_again_and_again", lone_requester_is_served_again_and_again},
    {"ungranted_beats_are_dropped_two_requesters", ungranted_beats_are_dropped_two},
    {"ungranted_beats_are_dropped_three_requesters", ungranted_beats_are_dropped_three},
};
const size_t xform_scenario_count = sizeof xform_scenarios / sizeof *xform_scenarios;

const struct scenario xform_identity_scenarios[] = {
    {"random", xform_identity_random},
    {"every_id_is_the_bypass", dut_xform_identity_every_id_answers},
    {"gap_at_every_position_changes_nothing", dut_xform_identity_gap_at_every_position},
    {"registers_state_the_bank", dut_xform_identity_registers_state_the_bank},
    {"writes_elsewhere_change_nothing", dut_xform_identity_writes_elsewhere_change_nothing},
    {"words_stay_until_the_next_entry", dut_xform_identity_words_stay_until_the_next_entry},
    {"selection_counts_at_start_only", dut_xform_identity_selection_counts_at_start_only},
    {"overlapped_entries_keep_their_order", dut_xform_identity_overlapped_entries_keep_their_order},
    {"entries_abandoned_at_every_beat", dut_xform_identity_entries_abandoned_at_every_beat},
    {"reset_at_every_moment_leaves_no_trace", dut_xform_identity_reset_at_every_moment},
};
const size_t xform_identity_scenario_count =
    sizeof xform_identity_scenarios / sizeof *xform_identity_scenarios;

const struct scenario xform_rate_scenarios[] = {
    {"default_bank_at_full_rate", dut_xform_default_bank_at_full_rate},
    {"identity_at_full_rate", dut_xform_identity_identity_at_full_rate},
};
const size_t xform_rate_scenario_count = sizeof xform_rate_scenarios / sizeof *xform_rate_scenarios;
