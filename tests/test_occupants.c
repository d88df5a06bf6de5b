/* The banks mxfp8, transpose and table, behind a slot and bare (modules 1 and 2): all the situations
 * of a bank, and what their occupants compute. */
#include "rtl_suites_xf.h"

#include "bench/bank_bench.h"
#include "bench/xform_bench.h"
#include "dut/variants.h"
#include "mxfp8_blocks.h"
#include "occupant_data.h"
#include "slot_contention.h"
#include "slot_situations.h"

enum { RANDOM_CYCLES = 200000, MXFP8_LATENCY = 6, TRANSPOSE_LATENCY = 2 };

/* ---- a bench of either kind ------------------------------------------------------------------ */

static bool is_bare(const struct sim *s) {
    return s->dut->type->kind == DUT_BANK;
}

static struct slot_core *bench_new(struct sim *s, const struct dut_type *type) {
    return type->kind == DUT_BANK ? &bank_bench_new(s, type)->core
                                  : &xform_bench_new(s, type)->core;
}

static void bench_random(struct slot_core *core, uint64_t cycles) {
    if (is_bare(core->sim)) {
        bank_bench_random((struct bank_bench *)core, cycles);
    } else {
        xform_bench_random((struct xform_bench *)core, cycles);
    }
}

static void bench_drain(struct slot_core *core) {
    if (is_bare(core->sim)) {
        bank_bench_drain((struct bank_bench *)core);
    } else {
        xform_bench_drain((struct xform_bench *)core);
    }
}

static void bench_finish(struct slot_core *core) {
    if (is_bare(core->sim)) {
        bank_bench_finish((struct bank_bench *)core);
    } else {
        xform_bench_finish((struct xform_bench *)core);
    }
}

static void in_situation(struct sim *s, const struct dut_type *type,
                         void (*situation)(struct slot_core *)) {
    struct slot_core *core = bench_new(s, type);
    situation(core);
    bench_finish(core);
}

/* ---- random traffic -------------------------------------------------------------------------- */

static void random_entries(struct slot_core *core) {
    struct sim *s = core->sim;
    const uint64_t cycles = slot_core_random_cycles(core, RANDOM_CYCLES);
    bench_random(core, cycles);
    s->seen.random_cycles += cycles;
    sim_expect_seen(s, "entries answered", core->check.stats.dones,
                    cycles / (1000 + 2 * s->options->done_bound));
}

/* Entries of the table by how it was loaded. */
struct loaded {
    const struct bank_model *bank;
    uint64_t full, partly, empty;
};

static void count_loaded(void *context, const struct bank_result *result, uint32_t *const *word) {
    enum { TABLE = 1, LOADED = 0x18, FULL = 256 };
    struct loaded *seen = context;
    uint32_t loaded = 0;
    (void)word;
    if (result->id != TABLE || !bank_model_reg_read(seen->bank, TABLE, LOADED, 0, &loaded)) {
        return;
    }
    if (loaded == FULL) {
        seen->full++;
    } else if (loaded > 0) {
        seen->partly++;
    } else {
        seen->empty++;
    }
}

/* In eight parts, each beginning with a full table: random writes seldom fill it before a reset. */
static void random_entries_of_a_table(struct slot_core *core) {
    enum { PARTS = 8 };
    struct sim *s = core->sim;
    struct loaded seen = {.bank = &core->check.model};
    const uint64_t due = s->options->cycles ? 0 : 100;
    const uint64_t cycles = slot_core_random_cycles(core, RANDOM_CYCLES);
    core->check.answer = count_loaded;
    core->check.context = &seen;
    for (unsigned part = 0; part < PARTS; part++) {
        bench_drain(core);
        table_load(core);
        bench_random(core, cycles / PARTS);
    }
    core->check.answer = NULL;
    s->seen.random_cycles += cycles;
    sim_expect_seen(s, "entries of a full table", seen.full, due);
    sim_expect_seen(s, "entries of a table not full", seen.partly, due);
    sim_expect_seen(s, "entries of an empty table", seen.empty, due);
}

/* ---- rates ----------------------------------------------------------------------------------- */

static void at_full_rate(struct slot_core *core, unsigned most_latency) {
    for (unsigned id = 0; id < core->shapes.ids; id++) {
        if (core->shapes.of[id].known) {
            entries_at_full_rate(core, id, most_latency);
        }
    }
}

static void mxfp8_at_full_rate(struct slot_core *core) {
    at_full_rate(core, MXFP8_LATENCY);
}

static void transpose_at_full_rate(struct slot_core *core) {
    at_full_rate(core, TRANSPOSE_LATENCY);
}

/* ---- scenarios ------------------------------------------------------------------------------- */

/* X(dut, name, situation) */
#define ORDINARY(X, dut)                                                                           \
    X(dut, every_id_answers, every_id_answers)                                                     \
    X(dut, gap_at_every_position_changes_nothing, gap_at_every_position)                           \
    X(dut, repeated_entry_gives_the_same_words, an_entry_gives_the_same_words_again)               \
    X(dut, registers_state_the_bank, registers_state_the_bank)                                     \
    X(dut, writes_elsewhere_change_nothing, writes_elsewhere_change_nothing)                       \
    X(dut, words_stay_until_the_next_entry, words_stay_until_the_next_entry)                       \
    X(dut, selection_counts_at_start_only, selection_counts_at_start_only)                         \
    X(dut, overlapped_entries_keep_their_order, overlapped_entries_keep_their_order)               \
    X(dut, entries_abandoned_at_every_beat, entries_abandoned_at_every_beat)                       \
    X(dut, reset_at_every_moment_leaves_no_trace, reset_at_every_moment)                           \
    X(dut, entries_one_by_one, entries_one_by_one)                                                 \
    X(dut, ordinary_entries_follow_every_event, ordinary_entries_follow_every_event)               \
    X(dut, entries_of_every_sort, entries_of_every_sort)                                           \
    X(dut, registers_written_beside_an_open_entry, registers_written_beside_an_open_entry)
#define STRANGERS(X, dut)                                                                          \
    X(dut, unknown_id_faults_until_cleared, unknown_id_faults_until_cleared)                       \
    X(dut, clearing_at_every_moment_set_beats_clear, clearing_at_every_moment)                     \
    X(dut, every_unknown_id_is_bypassed, every_unknown_id_is_bypassed)
#define MXFP8(X, dut)                                                                              \
    X(dut, random, random_entries)                                                                 \
    X(dut, vectors_replay_bit_exact_by_mode, mxfp8_vectors_replay_by_mode)                         \
    X(dut, vectors_replay_bit_exact_by_register, mxfp8_vectors_replay_by_register)                 \
    X(dut, peaks_of_every_size, mxfp8_peaks_of_every_size)                                         \
    X(dut, codes_under_every_scale, mxfp8_codes_under_every_scale)                                 \
    STRANGERS(X, dut)                                                                              \
    ORDINARY(X, dut)
#define TRANSPOSE(X, dut)                                                                          \
    X(dut, random, random_entries)                                                                 \
    X(dut, tiles_transpose_by_mode, tiles_transpose_by_mode)                                       \
    X(dut, tiles_transpose_by_register, tiles_transpose_by_register)                               \
    ORDINARY(X, dut)
#define TABLE(X, dut)                                                                              \
    X(dut, random, random_entries_of_a_table)                                                      \
    X(dut, table_looks_up_what_was_loaded, table_looks_up_what_was_loaded)                         \
    X(dut, table_not_loaded_faults_until_cleared, table_not_loaded_faults_until_cleared)           \
    X(dut, index_counts_and_wraps, table_index_counts_and_wraps)                                   \
    X(dut, reset_forgets_the_table, reset_forgets_the_table)                                       \
    STRANGERS(X, dut)                                                                              \
    ORDINARY(X, dut)

#define ON(dut, name, situation)                                                                   \
    static void dut##_##name(struct sim *s) {                                                      \
        in_situation(s, &dut_##dut, situation);                                                    \
    }
#define ROW(dut, name, situation) {#name, dut##_##name},

#define SUITE(dut, LIST, ...)                                                                      \
    LIST(ON, dut)                                                                                  \
    const struct scenario dut##_scenarios[] = {LIST(ROW, dut) __VA_ARGS__};                        \
    const size_t dut##_scenario_count = sizeof dut##_scenarios / sizeof *dut##_scenarios;

static void requesters_contend(struct sim *s, const struct dut_type *type) {
    struct xform_bench *b = xform_bench_new(s, type);
    all_requesters_contend(b, 5);
    for (unsigned i = 0; i < b->driver.params.nreq; i++) {
        b->driver.requester[i].knobs.noise = 900;
        b->driver.requester[i].knobs.wait_max = 30;
    }
    contend_for(b, 300);
    sim_expect_seen(s, "ungranted starts and beats", b->stage.drops, 4000);
    sim_expect_seen(s, "entries answered", b->core.check.stats.dones, 300);
}

static void mxfp8_under_contention(struct sim *s) {
    requesters_contend(s, &dut_xform_mxfp8);
}
static void table_under_contention(struct sim *s) {
    requesters_contend(s, &dut_xform_table);
}

SUITE(xform_mxfp8, MXFP8, {"three_requesters_contend", mxfp8_under_contention})
SUITE(bank_mxfp8, MXFP8)
SUITE(xform_transpose, TRANSPOSE)
#define TRANSPOSE_OF_WIDE_IDS(X, dut) TRANSPOSE(X, dut) STRANGERS(X, dut)
SUITE(bank_transpose, TRANSPOSE_OF_WIDE_IDS)
SUITE(xform_table, TABLE, {"two_requesters_contend", table_under_contention})
SUITE(bank_table, TABLE)

#define RATES(X)                                                                                   \
    X(xform_mxfp8, mxfp8_at_full_rate, mxfp8_at_full_rate)                                         \
    X(bank_mxfp8, mxfp8_alone_at_full_rate, mxfp8_at_full_rate)                                    \
    X(xform_transpose, transpose_at_full_rate, transpose_at_full_rate)                             \
    X(bank_transpose, transpose_alone_at_full_rate, transpose_at_full_rate)                        \
    X(bank_table, table_latency, table_latency)
RATES(ON)
const struct scenario occupant_rate_scenarios[] = {RATES(ROW)};
const size_t occupant_rate_scenario_count =
    sizeof occupant_rate_scenarios / sizeof *occupant_rate_scenarios;
