/* Rates of the mover (P; modules 4), in exact cycles: zero-wait memory. */
#include "mover_rates.h"
#include "mover_scenarios.h"
#include "rtl_suites_mv.h"

enum { WORDS = 4096, PAGE = 128, ENTRIES = 256 }; /* PAGE: words in 4 KB */

static void expect(struct sim *s, const char *what, double value, const char *unit, double target,
                   bool at_most) {
    sim_measured(s, what, value, unit, target, at_most);
    sim_evaluated(s, CHECK_MV_RATE);
    if (at_most ? value > target : value < target) {
        sim_fail(s, CHECK_MV_RATE, "mover", "%s: %.4f %s, the target is %.4f", what, value, unit,
                 target);
    }
}

/* Words that follow each other are one burst up to the 4 KB boundary. */
static void expect_joined(struct sim *s, const char *channel, uint64_t bursts, uint64_t words) {
    sim_evaluated(s, CHECK_MV_RATE);
    if (bursts > words / PAGE + 1) {
        sim_fail(s, CHECK_MV_RATE, channel, "%llu bursts for %llu words without a gap",
                 (unsigned long long)bursts, (unsigned long long)words);
    }
}

static double cycles_of(const struct mover_meter *m) {
    return (double)(m->last - m->first + 1);
}

static struct mover_bench *measured(struct sim *s, const struct bank_desc *bank,
                                    struct mover_regs (*make)(const struct mover_bench *b)) {
    struct mover_bench *b = mover_bench_new(s, &dut_mover, bank);
    const struct mover_regs move = make(b);
    mover_expect(b, &move, MOVER_CODE_NONE);
    return b;
}

/* First to last transfer on W. */
static void words_per_cycle(struct sim *s, const char *what,
                            struct mover_regs (*make)(const struct mover_bench *b)) {
    struct mover_bench *b = measured(s, &mover_bank_many, make);
    sim_expect_seen(s, "words written", b->writes.words, WORDS);
    expect(s, what, (double)b->writes.words / cycles_of(&b->writes), "words/cycle", 0.98, false);
    expect_joined(s, "m_aw", b->memory.stats.writes, WORDS);
    mover_finish(b);
}

static struct mover_regs aligned_copy(const struct mover_bench *b) {
    return copy_of(words_of(own_dram(b, 0), WORDS), words_of(own_dram(b, 0x100000), WORDS));
}
static struct mover_regs unaligned_copy(const struct mover_bench *b) {
    return copy_of(words_of(own_dram(b, 0x20), WORDS), words_of(own_dram(b, 0x100fc0), WORDS));
}
static struct mover_regs row_copy(const struct mover_bench *b) {
    return copy_of(plane_of(own_dram(b, 0x20), 64, 0x900, 64, 32),
                   words_of(own_dram(b, 0x100000), WORDS));
}
static struct mover_regs padded_copy(const struct mover_bench *b) {
    struct mover_regs move = row_copy(b);
    move.walker[0].dim[1].axis = 1;
    move.walker[0].dim[1].step = 1;
    move.walker[0].axis[0] = (struct walker_axis){-1, 62};
    return move;
}
/* A burst of one word, then whole pages. */
static struct mover_regs short_start_copy(const struct mover_bench *b) {
    return copy_of(words_of(own_dram(b, 0xfe0), WORDS), words_of(own_dram(b, 0x100fe0), WORDS));
}
static struct mover_regs whole_fill(const struct mover_bench *b) {
    return fill_of(0, 0x5a, words_of(own_dram(b, 0x100fe0), WORDS));
}

void rate_of_a_copy(struct sim *s) {
    words_per_cycle(s, "copy, pages aligned", aligned_copy);
}
static void unaligned_copy_moves_a_word_every_cycle(struct sim *s) {
    words_per_cycle(s, "copy, pages apart by 30 words", unaligned_copy);
}
static void copy_of_rows_moves_a_word_every_cycle(struct sim *s) {
    words_per_cycle(s, "copy, 64 rows of 64 words", row_copy);
}
static void padded_copy_moves_a_word_every_cycle(struct sim *s) {
    words_per_cycle(s, "copy, 64 rows padded on both sides", padded_copy);
}
static void copy_with_a_short_start_moves_a_word_every_cycle(struct sim *s) {
    words_per_cycle(s, "copy, bursts of 1 word, then of 4 KB", short_start_copy);
}
static void fill_moves_a_word_every_cycle(struct sim *s) {
    words_per_cycle(s, "fill", whole_fill);
}

/* First to last transfer on R, whose first burst is of one word; the bank takes `latency` cycles from
 * the last beat to done. With DEPTH 2 an entry takes max(N, OUT_WORDS, ceil((N + latency + 2) / 2)) cycles (modules 1). */
static void entries_at_the_banks_rate(struct sim *s, const struct bank_desc *bank, unsigned id,
                                      unsigned latency, const char *what, double target) {
    struct mover_bench *b = mover_bench_new(s, &dut_mover, bank);
    b->slot.knobs.done_min = b->slot.knobs.done_max = latency;
    const struct mover_regs move =
        transform_of(b, id, own_dram(b, 0xfe0), own_dram(b, 0x100000), ENTRIES);
    mover_expect(b, &move, MOVER_CODE_NONE);
    sim_expect_seen(s, "entries", b->slot.stats.dones, ENTRIES);
    expect(s, what, cycles_of(&b->reads) / ENTRIES, "cycles/entry", target, true);
    expect_joined(s, "m_ar", b->memory.stats.reads, b->reads.words);
    mover_finish(b);
}

static void mxfp7_entries_in_8_cycles(struct sim *s) {
    entries_at_the_banks_rate(s, &mover_bank_many, MANY_MXFP7, 5, "transform, mxfp7, done after 5",
                              8.1);
}
static void identity_entries_in_4_cycles(struct sim *s) {
    entries_at_the_banks_rate(s, &mover_bank_identity, 1, 2, "transform, identity, done after 2",
                              4.1);
}

#define SCENARIO(function)                                                                         \
    { #function, function }

const struct scenario mover_rate_scenarios[] = {
    {"copy_moves_a_word_every_cycle", rate_of_a_copy},
    SCENARIO(unaligned_copy_moves_a_word_every_cycle),
    SCENARIO(copy_of_rows_moves_a_word_every_cycle),
    SCENARIO(padded_copy_moves_a_word_every_cycle),
    SCENARIO(copy_with_a_short_start_moves_a_word_every_cycle),
    SCENARIO(fill_moves_a_word_every_cycle),
    SCENARIO(mxfp7_entries_in_8_cycles),
    SCENARIO(identity_entries_in_4_cycles),
};
const size_t mover_rate_scenario_count = sizeof mover_rate_scenarios / sizeof *mover_rate_scenarios;
