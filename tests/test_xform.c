/* The transform slot: mag_xform with a bank between requesters (modules 1 and 2). */
#include "rtl_suites_xf.h"

#include "bench/xform_bench.h"
#include "dut/variants.h"
#include "slot_contention.h"
#include "slot_situations.h"

#include <stdio.h>

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

enum { RETURNS = 6 };

/* Its run over, a requester asks at once for the next one, and all others ask `later` cycles after. */
static void holder_returns(struct xform_bench *b, unsigned holder, unsigned later) {
    struct entry_plan plan;
    struct planned run[SLOT_REQUESTERS_MAX];
    plan_entry(&b->core, &plan, 0, later);
    for (unsigned who = 0; who < b->driver.params.nreq; who++) {
        run[who] = (struct planned){&plan, 1, 0};
    }
    slot_core_run_plans(&b->core, holder, &plan, 1);
    slot_driver_ask(&b->driver, holder, planned_next, &run[holder]);
    sim_cycles(b->core.sim, later);
    for (unsigned who = 0; who < b->driver.params.nreq; who++) {
        if (who != holder) {
            slot_driver_ask(&b->driver, who, planned_next, &run[who]);
        }
    }
    slot_core_settle(&b->core);
}

/* Before, with and after its grant, or too late to go first. */
static void others_ask_as_the_holder_returns(struct sim *s) {
    struct xform_bench *b = xform_bench_new(s, &dut_xform3);
    const unsigned nreq = b->driver.params.nreq;
    for (unsigned i = 0; i < RETURNS * nreq; i++) {
        holder_returns(b, i % nreq, i / nreq);
    }
    xform_bench_finish(b);
    sim_expect_seen(s, "entries answered", b->core.check.stats.dones, RETURNS * nreq * (nreq + 1));
}

/* All of some ask in one cycle for a slot that was last held by any of all. */
static void some_ask_at_once(struct sim *s) {
    enum { FREE_CYCLES = 6 };
    struct xform_bench *b = xform_bench_new(s, &dut_xform3);
    const unsigned nreq = b->driver.params.nreq, sets = 1u << nreq;
    struct entry_plan plan;
    plan_entry(&b->core, &plan, 0, 0);
    for (unsigned i = 0; i < nreq * sets; i++) {
        struct planned run[SLOT_REQUESTERS_MAX];
        slot_core_run_plans(&b->core, i / sets, &plan, 1);
        sim_cycles(s, FREE_CYCLES);
        for (unsigned who = 0; who < nreq; who++) {
            run[who] = (struct planned){&plan, 1, 0};
            if (i % sets >> who & 1) {
                slot_driver_ask(&b->driver, who, planned_next, &run[who]);
            }
        }
        slot_core_settle(&b->core);
    }
    xform_bench_finish(b);
    sim_expect_seen(s, "entries answered", b->core.check.stats.dones,
                    nreq * sets + nreq * nreq * sets / 2);
}

/* The worst of what grant_goes_round() saw. */
static void longest_wait(struct sim *s, const struct dut_type *type) {
    struct xform_bench *b = xform_bench_new(s, type);
    const unsigned others = b->driver.params.nreq - 1;
    uint64_t began = 0, longest_run = 0;
    char what[56];
    all_requesters_contend(b, 4);
    for (uint64_t grants = 0; grants < 100 * (others + 1); grants = b->grant.grants) {
        sim_cycle(s);
        if (b->grant.grants != grants) {
            began = s->cycle;
        }
        longest_run = s->cycle - began > longest_run ? s->cycle - began : longest_run;
    }
    xform_bench_finish(b);
    snprintf(what, sizeof what, "%s: longest wait, %u requesters", type->name, others + 1);
    sim_measured(s, what, b->grant.worst_passed, "runs", others, true);
    sim_measured(s, what, (double)b->grant.worst_wait, "cycles",
                 (double)(others * (longest_run + 2) + 1), true);
    if (fairness_is_owed(s)) {
        sim_expect_seen(s, "runs of others during the longest wait", b->grant.worst_passed, others);
    }
}

static void longest_wait_of_one(struct sim *s) {
    longest_wait(s, &dut_xform1);
}
static void longest_wait_of_two(struct sim *s) {
    longest_wait(s, &dut_xform);
}
static void longest_wait_of_three(struct sim *s) {
    longest_wait(s, &dut_xform3);
}
static void longest_wait_of_four(struct sim *s) {
    longest_wait(s, &dut_xform_identity4);
}
static void longest_wait_of_eight(struct sim *s) {
    longest_wait(s, &dut_xform8);
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

/* Reset while some wait, one runs and others present what must be dropped. */
static void reset_under_contention(struct sim *s, const struct dut_type *type) {
    struct xform_bench *b = xform_bench_new(s, type);
    if (s->options->without & WITHOUT_MID_RESET) {
        return;
    }
    all_requesters_contend(b, 2);
    for (unsigned i = 0; i < b->driver.params.nreq; i++) {
        b->driver.requester[i].knobs.noise = i & 1 ? 500 : 0;
        b->driver.requester[i].knobs.linger_max = i;
    }
    for (unsigned moment = 0; moment < 90; moment++) {
        sim_cycles(s, moment);
        sim_reset(s, 1 + moment % 3);
    }
    contend_for(b, 100);
    sim_expect_seen(s, "entries answered", b->core.check.stats.dones, 100);
}

static void reset_under_contention_three(struct sim *s) {
    reset_under_contention(s, &dut_xform3);
}
static void reset_under_contention_eight(struct sim *s) {
    reset_under_contention(s, &dut_xform8);
}

/* ---- corners of the parameters -------------------------------------------------------------- */

/* Modes of 1 and 8 bits, ids of 1 and 8 bits, 1 to 8 requesters, more occupants than one. */
static void corner_random(struct sim *s, const struct dut_type *type) {
    struct xform_bench *b = xform_bench_new(s, type);
    const uint64_t cycles = slot_core_random_cycles(&b->core, RANDOM_CYCLES / 4);
    xform_bench_random(b, cycles);
    xform_bench_finish(b);
    s->seen.random_cycles += cycles;
    sim_expect_seen(s, "entries answered", b->core.check.stats.dones,
                    cycles / (1000 + 2 * s->options->done_bound));
}

static void xform1_random(struct sim *s) {
    corner_random(s, &dut_xform1);
}
static void xform8_random(struct sim *s) {
    corner_random(s, &dut_xform8);
}
static void xform_identity4_random(struct sim *s) {
    corner_random(s, &dut_xform_identity4);
}
static void toy_random(struct sim *s) {
    corner_random(s, &dut_mut_xform);
}

static void ungranted_beats_are_dropped_eight(struct sim *s) {
    ungranted_beats_are_dropped(s, &dut_xform8);
}
static void ungranted_beats_are_dropped_four(struct sim *s) {
    ungranted_beats_are_dropped(s, &dut_xform_identity4);
}

#define ON(dut, situation)                                                                         \
    static void dut##_##situation(struct sim *s) {                                                 \
        in_situation(s, &(dut), situation);                                                        \
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
ON_BOTH(entries_one_by_one)
ON_BOTH(ordinary_entries_follow_every_event)
ON_BOTH(entries_of_every_sort)
ON_BOTH(registers_written_beside_an_open_entry)
ON(dut_xform, every_unknown_id_is_bypassed)
ON(dut_xform, vectors_replay)
ON(dut_xform, an_entry_gives_the_same_words_again)
ON(dut_xform, unknown_id_faults_until_cleared)
ON(dut_xform, clearing_at_every_moment)
ON(dut_xform, default_bank_at_full_rate)
ON(dut_xform_identity, identity_at_full_rate)

#define ON_CORNERS(situation) ON(dut_xform1, situation) ON(dut_xform8, situation)

ON_CORNERS(every_id_answers)
ON_CORNERS(selection_counts_at_start_only)
ON_CORNERS(overlapped_entries_keep_their_order)
ON_CORNERS(ordinary_entries_follow_every_event)
ON(dut_xform1, registers_state_the_bank)
ON(dut_xform8, every_unknown_id_is_bypassed)
ON(dut_xform_identity4, every_id_answers)
ON(dut_xform_identity4, registers_state_the_bank)
ON(dut_xform_identity4, ordinary_entries_follow_every_event)

/* Without a planted fault, with the toy bank: entries of 1, 3 and 16 beats and DEPTH 1. */
ON(dut_mut_xform, every_id_answers)
ON(dut_mut_xform, gap_at_every_position)
ON(dut_mut_xform, an_entry_gives_the_same_words_again)
ON(dut_mut_xform, registers_state_the_bank)
ON(dut_mut_xform, words_stay_until_the_next_entry)
ON(dut_mut_xform, selection_counts_at_start_only)
ON(dut_mut_xform, every_unknown_id_is_bypassed)
ON(dut_mut_xform, clearing_at_every_moment)
ON(dut_mut_xform, overlapped_entries_keep_their_order)
ON(dut_mut_xform, entries_one_by_one)
ON(dut_mut_xform, entries_abandoned_at_every_beat)
ON(dut_mut_xform, reset_at_every_moment)
ON(dut_mut_xform, ordinary_entries_follow_every_event)
ON(dut_mut_xform, entries_of_every_sort)
ON(dut_mut_xform, registers_written_beside_an_open_entry)

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
    {"repeated_entry_gives_the_same_words", dut_xform_an_entry_gives_the_same_words_again},
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
    {"every_unknown_id_is_bypassed", dut_xform_every_unknown_id_is_bypassed},
    {"entries_one_by_one", dut_xform_entries_one_by_one},
    {"ordinary_entries_follow_every_event", dut_xform_ordinary_entries_follow_every_event},
    {"entries_of_every_sort", dut_xform_entries_of_every_sort},
    {"registers_written_beside_an_open_entry", dut_xform_registers_written_beside_an_open_entry},
    {"reset_under_contention_three_requesters", reset_under_contention_three},
    {"grant_goes_round_two_requesters", grant_goes_round_two_requesters},
    {"grant_goes_round_three_requesters", grant_goes_round_three_requesters},
    {"grant_is_held_for_a_whole_run", grant_is_held_for_a_whole_run},
    {"others_ask_as_the_holder_returns", others_ask_as_the_holder_returns},
    {"some_ask_at_once", some_ask_at_once},
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
    {"entries_one_by_one", dut_xform_identity_entries_one_by_one},
    {"ordinary_entries_follow_every_event", dut_xform_identity_ordinary_entries_follow_every_event},
    {"entries_of_every_sort", dut_xform_identity_entries_of_every_sort},
    {"registers_written_beside_an_open_entry",
     dut_xform_identity_registers_written_beside_an_open_entry},
};
const size_t xform_identity_scenario_count =
    sizeof xform_identity_scenarios / sizeof *xform_identity_scenarios;

const struct scenario xform_corner_scenarios[] = {
    {"one_requester_random", xform1_random},
    {"one_requester_every_id_answers", dut_xform1_every_id_answers},
    {"one_requester_selection_counts_at_start_only", dut_xform1_selection_counts_at_start_only},
    {"one_requester_entries_keep_their_order", dut_xform1_overlapped_entries_keep_their_order},
    {"one_requester_entries_follow_every_event", dut_xform1_ordinary_entries_follow_every_event},
    {"one_requester_registers_state_the_bank", dut_xform1_registers_state_the_bank},
    {"eight_requesters_random", xform8_random},
    {"eight_requesters_every_id_answers", dut_xform8_every_id_answers},
    {"eight_requesters_selection_counts_at_start_only", dut_xform8_selection_counts_at_start_only},
    {"eight_requesters_entries_keep_their_order", dut_xform8_overlapped_entries_keep_their_order},
    {"eight_requesters_entries_follow_every_event", dut_xform8_ordinary_entries_follow_every_event},
    {"eight_requesters_254_unknown_ids", dut_xform8_every_unknown_id_is_bypassed},
    {"eight_requesters_ungranted_beats_are_dropped", ungranted_beats_are_dropped_eight},
    {"eight_requesters_reset_under_contention", reset_under_contention_eight},
    {"identity_of_three_random", xform_identity4_random},
    {"identity_of_three_every_id_answers", dut_xform_identity4_every_id_answers},
    {"identity_of_three_registers_state_the_bank", dut_xform_identity4_registers_state_the_bank},
    {"identity_of_three_entries_follow_every_event",
     dut_xform_identity4_ordinary_entries_follow_every_event},
    {"identity_of_three_ungranted_beats_are_dropped", ungranted_beats_are_dropped_four},
};
const size_t xform_corner_scenario_count =
    sizeof xform_corner_scenarios / sizeof *xform_corner_scenarios;

const struct scenario xform_toy_scenarios[] = {
    {"random", toy_random},
    {"every_id_answers", dut_mut_xform_every_id_answers},
    {"gap_at_every_position_changes_nothing", dut_mut_xform_gap_at_every_position},
    {"repeated_entry_gives_the_same_words", dut_mut_xform_an_entry_gives_the_same_words_again},
    {"registers_state_the_bank", dut_mut_xform_registers_state_the_bank},
    {"words_stay_until_the_next_entry", dut_mut_xform_words_stay_until_the_next_entry},
    {"selection_counts_at_start_only", dut_mut_xform_selection_counts_at_start_only},
    {"every_unknown_id_is_bypassed", dut_mut_xform_every_unknown_id_is_bypassed},
    {"clearing_at_every_moment_set_beats_clear", dut_mut_xform_clearing_at_every_moment},
    {"depths_mix_in_order", dut_mut_xform_overlapped_entries_keep_their_order},
    {"entries_one_by_one", dut_mut_xform_entries_one_by_one},
    {"entries_abandoned_at_every_beat", dut_mut_xform_entries_abandoned_at_every_beat},
    {"reset_at_every_moment_leaves_no_trace", dut_mut_xform_reset_at_every_moment},
    {"ordinary_entries_follow_every_event", dut_mut_xform_ordinary_entries_follow_every_event},
    {"entries_of_every_sort", dut_mut_xform_entries_of_every_sort},
    {"registers_written_beside_an_open_entry",
     dut_mut_xform_registers_written_beside_an_open_entry},
};
const size_t xform_toy_scenario_count = sizeof xform_toy_scenarios / sizeof *xform_toy_scenarios;

const struct scenario xform_rate_scenarios[] = {
    {"longest_wait_of_one_requester", longest_wait_of_one},
    {"longest_wait_of_two_requesters", longest_wait_of_two},
    {"longest_wait_of_three_requesters", longest_wait_of_three},
    {"longest_wait_of_four_requesters", longest_wait_of_four},
    {"longest_wait_of_eight_requesters", longest_wait_of_eight},
    {"default_bank_at_full_rate", dut_xform_default_bank_at_full_rate},
    {"identity_at_full_rate", dut_xform_identity_identity_at_full_rate},
};
const size_t xform_rate_scenario_count = sizeof xform_rate_scenarios / sizeof *xform_rate_scenarios;
