/* See live_banks.h. A wrong bank goes through the ordinary situations of a bank, in order, until the
 * first of them fails; what that failure is called is what somebody with such a bank would read. */
#include "live_banks.h"

#include "bench/bank_bench.h"
#include "bench/xform_bench.h"
#include "dut/variants.h"
#include "slot_situations.h"

/* The faults of tests/mutants/toy/xform_bank.v. */
enum fault {
    SOUND = 0,
    DONE_TWICE = 128,
    DONE_EARLY,
    WORDS_CHANGE_AFTER_DONE,
    FAULT_NOT_STICKY,
    MODE_SAMPLED_LATE,
    GEOMETRY_REGISTER_WRONG,
    ENTRY_LEAKS,
    BEAT_LOST_AFTER_GAP,
    ROUNDING_OFF_BY_ONE,
    LANES_SWAPPED,
    NEVER_DONE,
    RESET_KEEPS_STATE,
};

/* A bank to be tried, and how. */
struct trial {
    enum fault fault;
    bool in_slot;  /* else alone */
    bool modelled; /* else its golden model is taken away */
};

enum { RANDOM_CYCLES = 30000, NOTHING = CHECK_COUNT };

/* ---- the ordinary situations ---------------------------------------------------------------- */

/* Before the first cycle: what is read of the bank is the wrong one's. */
static void plant(struct sim *s, void *context) {
    const struct trial *trial = context;
    *s->dut->mutant = (uint8_t)trial->fault;
}

static const struct dut_type *trial_type(struct sim *s) {
    const struct trial *trial = s->options->attached_context;
    struct dut_type *type = sim_alloc(s, sizeof *type);
    *type = trial->in_slot ? dut_mut_xform : dut_mut_bank;
    if (!trial->modelled) {
        type->bank_desc = NULL;
    }
    return type;
}

/* In `situation`, or without one in random traffic. */
static void meet(struct sim *s, void (*situation)(struct slot_core *)) {
    const struct dut_type *type = trial_type(s);
    if (type->kind == DUT_XFORM) {
        struct xform_bench *b = xform_bench_new(s, type);
        if (situation) {
            situation(&b->core);
        } else {
            xform_bench_random(b, RANDOM_CYCLES);
        }
        xform_bench_finish(b);
    } else {
        struct bank_bench *b = bank_bench_new(s, type);
        if (situation) {
            situation(&b->core);
        } else {
            bank_bench_random(b, RANDOM_CYCLES);
        }
        bank_bench_finish(b);
    }
}

static void in_random_traffic(struct sim *s) {
    meet(s, NULL);
}

/* As listed for the toy bank in test_xform.c. */
#define ORDINARY(X)                                                                                \
    X(every_id_answers)                                                                            \
    X(gap_at_every_position)                                                                       \
    X(an_entry_gives_the_same_words_again)                                                         \
    X(registers_state_the_bank)                                                                    \
    X(words_stay_until_the_next_entry)                                                             \
    X(selection_counts_at_start_only)                                                              \
    X(unknown_id_faults_until_cleared)                                                             \
    X(every_unknown_id_is_bypassed)                                                                \
    X(clearing_at_every_moment)                                                                    \
    X(overlapped_entries_keep_their_order)                                                         \
    X(entries_one_by_one)                                                                          \
    X(entries_abandoned_at_every_beat)                                                             \
    X(reset_at_every_moment)                                                                       \
    X(ordinary_entries_follow_every_event)

#define FUNCTION(situation)                                                                        \
    static void meet_##situation(struct sim *s) {                                                  \
        meet(s, situation);                                                                        \
    }
#define ROW(situation) {#situation, meet_##situation},

ORDINARY(FUNCTION)

static const struct scenario ordinary[] = {ORDINARY(ROW){"random", in_random_traffic}};
enum { ORDINARY_COUNT = sizeof ordinary / sizeof *ordinary };

/* ---- a trial -------------------------------------------------------------------------------- */

/* The first failure there is, or an unset one. */
static struct failure first_failure(struct sim *s, const struct trial *trial) {
    struct trial context = *trial;
    struct run_options options;
    struct run_result r = {0};
    options_init(&options);
    options.seed = s->options->seed;
    options.attached = plant;
    options.attached_context = &context;
    for (unsigned i = 0; i < ORDINARY_COUNT && !r.failure.set; i++) {
        scenario_run("live.banks", &ordinary[i], &options, NULL, &r, NULL);
        s->cycle += r.cycles;
    }
    return r.failure;
}

/* NOTHING: stays unseen, which is what a row that says so claims. */
static void try_bank(struct sim *s, const struct trial *trial, unsigned expected) {
    const struct failure first = first_failure(s, trial);
    const unsigned actual = first.set ? first.check : NOTHING;
    sim_evaluated(s, CHECK_SIM_VACUOUS);
    if (actual == expected) {
        return;
    }
    struct failure *f = sim_fail(s, CHECK_SIM_VACUOUS, "live", "a wrong bank is judged otherwise");
    failure_field(f, "check", expected == NOTHING ? "none" : check_text(expected),
                  actual == NOTHING ? "none" : check_text(actual));
    failure_field(f, "what", "", first.set ? first.what : "");
    failure_field(f, "request", "", first.set ? first.request : "");
}

/* ---- the table ------------------------------------------------------------------------------ */

/* X(name, fault, ID with the golden model, ID without): NOTHING where only a model can tell, because
 * the wrong words are the same whenever the entry is. */
#define BANKS(X)                                                                                   \
    X(sound, SOUND, NOTHING, NOTHING)                                                              \
    X(done_twice, DONE_TWICE, CHECK_XF_SHAPE, CHECK_XF_SHAPE)                                      \
    X(done_early, DONE_EARLY, CHECK_XF_SHAPE, CHECK_XF_SHAPE)                                      \
    X(words_change_after_done, WORDS_CHANGE_AFTER_DONE, CHECK_XF_HOLD, CHECK_XF_HOLD)              \
    X(fault_not_sticky, FAULT_NOT_STICKY, CHECK_XF_FAULT, CHECK_XF_FAULT)                          \
    X(mode_sampled_late, MODE_SAMPLED_LATE, CHECK_XF_MODE, CHECK_XF_MODE)                          \
    X(geometry_register_wrong, GEOMETRY_REGISTER_WRONG, CHECK_XF_REG, CHECK_XF_SHAPE)              \
    X(entry_leaks_into_the_next, ENTRY_LEAKS, CHECK_XF_DATA, CHECK_XF_DATA)                        \
    X(beat_lost_after_a_gap, BEAT_LOST_AFTER_GAP, CHECK_XF_GAP, CHECK_XF_GAP)                      \
    X(rounding_off_by_one, ROUNDING_OFF_BY_ONE, CHECK_XF_DATA, NOTHING)                            \
    X(lanes_swapped, LANES_SWAPPED, CHECK_XF_DATA, NOTHING)                                        \
    X(never_done, NEVER_DONE, CHECK_XF_SHAPE, CHECK_XF_SHAPE)                                      \
    X(reset_keeps_state, RESET_KEEPS_STATE, CHECK_XF_DATA, CHECK_XF_DATA)

#define TRIAL(function, fault, in_slot, modelled, expected)                                        \
    static void function(struct sim *s) {                                                          \
        try_bank(s, &(struct trial){fault, in_slot, modelled}, expected);                          \
    }
#define TRIALS(name, fault, with, without)                                                         \
    TRIAL(name##_alone, fault, false, true, with)                                                  \
    TRIAL(name##_alone_without_model, fault, false, false, without)                                \
    TRIAL(name##_in_slot, fault, true, true, with)                                                 \
    TRIAL(name##_in_slot_without_model, fault, true, false, without)
#define TRIAL_ROWS(name, fault, with, without)                                                     \
    {#name "_alone", name##_alone}, {#name "_alone_without_model", name##_alone_without_model},    \
        {#name "_in_slot", name##_in_slot},                                                        \
        {#name "_in_slot_without_model", name##_in_slot_without_model},

BANKS(TRIALS)

const struct scenario live_banks_scenarios[] = {BANKS(TRIAL_ROWS)};
const size_t live_banks_scenario_count = sizeof live_banks_scenarios / sizeof *live_banks_scenarios;
