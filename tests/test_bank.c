/* A bare xform_bank (modules 1): the mxfp7 bank or the user's, and the identity bank. */
#include "rtl_suites_xf.h"

#include "bench/bank_bench.h"
#include "dut/variants.h"
#include "slot_situations.h"

enum { RANDOM_CYCLES = 300000, MXFP7_LATENCY = 5, IDENTITY_LATENCY = 2 };

static void in_situation(struct sim *s, const struct dut_type *type,
                         void (*situation)(struct slot_core *)) {
    struct bank_bench *b = bank_bench_new(s, type);
    situation(&b->core);
    bank_bench_finish(b);
}

static void run_random(struct sim *s, const struct dut_type *type) {
    struct bank_bench *b = bank_bench_new(s, type);
    const uint64_t cycles = slot_core_random_cycles(&b->core, RANDOM_CYCLES);
    bank_bench_random(b, cycles);
    bank_bench_finish(b);
    s->seen.random_cycles += cycles;
    sim_expect_seen(s, "entries answered", b->core.check.stats.dones,
                    cycles / (1000 + 2 * s->options->done_bound));
}

/* The start of an entry in the very cycle of the last beat of the one before, and every later
 * cycle up to its done. */
static void start_from_the_last_beat_on(struct slot_core *core) {
    uint64_t entries = 0;
    for (unsigned delay = 0; delay < 12; delay++) {
        struct entry_plan plans[6];
        for (unsigned i = 0; i < 6; i++, entries++) {
            const unsigned id = i % 3 == 2 ? 0 : 1;
            plan_entry(core, &plans[i], core->shapes.of[id].known ? id : 0, i);
            plans[i].delay = (uint16_t)delay;
        }
        slot_core_run_plans(core, 0, plans, 6);
    }
    sim_expect_seen(core->sim, "entries answered", core->check.stats.dones, entries);
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
        in_situation(s, &(dut), situation);                                                        \
    }
#define ON_BOTH(situation) ON(dut_bank, situation) ON(dut_bank_identity, situation)

ON_BOTH(every_id_answers)
ON_BOTH(gap_at_every_position)
ON_BOTH(registers_state_the_bank)
ON_BOTH(writes_elsewhere_change_nothing)
ON_BOTH(words_stay_until_the_next_entry)
ON_BOTH(selection_counts_at_start_only)
ON_BOTH(overlapped_entries_keep_their_order)
ON_BOTH(start_from_the_last_beat_on)
ON_BOTH(entries_abandoned_at_every_beat)
ON_BOTH(reset_at_every_moment)
ON_BOTH(entries_one_by_one)
ON_BOTH(ordinary_entries_follow_every_event)
ON_BOTH(entries_of_every_sort)
ON_BOTH(registers_written_beside_an_open_entry)
ON(dut_bank, every_unknown_id_is_bypassed)
ON(dut_bank, vectors_replay)
ON(dut_bank, an_entry_gives_the_same_words_again)
ON(dut_bank, unknown_id_faults_until_cleared)
ON(dut_bank, clearing_at_every_moment)
ON(dut_bank, default_bank_at_full_rate)
ON(dut_bank_identity, identity_at_full_rate)

static void bank_random(struct sim *s) {
    run_random(s, &dut_bank);
}
static void bank_identity_random(struct sim *s) {
    run_random(s, &dut_bank_identity);
}

const struct scenario bank_scenarios[] = {
    {"random", bank_random},
    {"every_id_answers", dut_bank_every_id_answers},
    {"vectors_replay_bit_exact", dut_bank_vectors_replay},
    {"gap_at_every_position_changes_nothing", dut_bank_gap_at_every_position},
    {"repeated_entry_gives_the_same_words", dut_bank_an_entry_gives_the_same_words_again},
    {"registers_state_the_bank", dut_bank_registers_state_the_bank},
    {"writes_elsewhere_change_nothing", dut_bank_writes_elsewhere_change_nothing},
    {"unknown_id_faults_until_cleared", dut_bank_unknown_id_faults_until_cleared},
    {"clearing_at_every_moment_set_beats_clear", dut_bank_clearing_at_every_moment},
    {"words_stay_until_the_next_entry", dut_bank_words_stay_until_the_next_entry},
    {"selection_counts_at_start_only", dut_bank_selection_counts_at_start_only},
    {"overlapped_entries_keep_their_order", dut_bank_overlapped_entries_keep_their_order},
    {"start_from_the_last_beat_on", dut_bank_start_from_the_last_beat_on},
    {"entries_abandoned_at_every_beat", dut_bank_entries_abandoned_at_every_beat},
    {"reset_at_every_moment_leaves_no_trace", dut_bank_reset_at_every_moment},
    {"entries_one_by_one", dut_bank_entries_one_by_one},
    {"every_unknown_id_is_bypassed", dut_bank_every_unknown_id_is_bypassed},
    {"ordinary_entries_follow_every_event", dut_bank_ordinary_entries_follow_every_event},
    {"entries_of_every_sort", dut_bank_entries_of_every_sort},
    {"registers_written_beside_an_open_entry", dut_bank_registers_written_beside_an_open_entry},
};
const size_t bank_scenario_count = sizeof bank_scenarios / sizeof *bank_scenarios;

const struct scenario bank_identity_scenarios[] = {
    {"random", bank_identity_random},
    {"every_id_is_the_bypass", dut_bank_identity_every_id_answers},
    {"gap_at_every_position_changes_nothing", dut_bank_identity_gap_at_every_position},
    {"registers_state_the_bank", dut_bank_identity_registers_state_the_bank},
    {"writes_elsewhere_change_nothing", dut_bank_identity_writes_elsewhere_change_nothing},
    {"words_stay_until_the_next_entry", dut_bank_identity_words_stay_until_the_next_entry},
    {"selection_counts_at_start_only", dut_bank_identity_selection_counts_at_start_only},
    {"overlapped_entries_keep_their_order", dut_bank_identity_overlapped_entries_keep_their_order},
    {"start_from_the_last_beat_on", dut_bank_identity_start_from_the_last_beat_on},
    {"entries_abandoned_at_every_beat", dut_bank_identity_entries_abandoned_at_every_beat},
    {"reset_at_every_moment_leaves_no_trace", dut_bank_identity_reset_at_every_moment},
    {"entries_one_by_one", dut_bank_identity_entries_one_by_one},
    {"ordinary_entries_follow_every_event", dut_bank_identity_ordinary_entries_follow_every_event},
    {"entries_of_every_sort", dut_bank_identity_entries_of_every_sort},
    {"registers_written_beside_an_open_entry",
     dut_bank_identity_registers_written_beside_an_open_entry},
};
const size_t bank_identity_scenario_count =
    sizeof bank_identity_scenarios / sizeof *bank_identity_scenarios;

const struct scenario bank_rate_scenarios[] = {
    {"default_bank_at_full_rate", dut_bank_default_bank_at_full_rate},
    {"identity_at_full_rate", dut_bank_identity_identity_at_full_rate},
};
const size_t bank_rate_scenario_count = sizeof bank_rate_scenarios / sizeof *bank_rate_scenarios;
