/* Rates of the whole agent (P; modules 4, 5), in exact cycles: zero-wait memory. */
#include "mag_asks.h"
#include "rtl_suites_mag_memory.h"

#include "dut/variants.h"

enum { WORDS = 4096, ENTRIES = 256, STREAMING = 2000 };

static void expect(struct sim *s, enum check_id check, const char *what, double value,
                   const char *unit, double target, bool at_most) {
    sim_measured(s, what, value, unit, target, at_most);
    sim_evaluated(s, check);
    if (at_most ? value > target : value < target) {
        sim_fail(s, check, "dram", "%s: %.4f %s, the target is %.4f", what, value, unit, target);
    }
}

static double cycles_of(const struct mag_meter *m) {
    return (double)(m->last - m->first + 1);
}

/* ---- the mover ------------------------------------------------------------------------------- */

/* First to last transfer on W, of a move that is not the first. */
static void words_per_cycle(struct sim *s, const char *what, const struct mover_regs *move) {
    struct mag_bench *b = mag_bench_new(s, &dut_mag);
    const struct mover_regs before = mag_copy(region(0), region(32), 3);
    must_end(b, &before, MOVER_CODE_NONE);
    mag_settle(b);
    mag_measure(b);
    must_end(b, move, MOVER_CODE_NONE);
    const struct mag_meter *w = &b->write_meter[MAG_MOVER];
    sim_expect_seen(s, "words written", w->count, WORDS);
    expect(s, CHECK_MV_RATE, what, (double)w->count / cycles_of(w), "words/cycle", 0.98, false);
    mag_finish(b);
}

static void copy_moves_a_word_every_cycle(struct sim *s) {
    const struct mover_regs copy = mag_copy(region(0), region(16), WORDS);
    words_per_cycle(s, "copy in the agent, pages aligned", &copy);
}

static void unaligned_copy_moves_a_word_every_cycle(struct sim *s) {
    const struct mover_regs copy = mag_copy(region(0) + 0x20, region(16) + 0xfc0, WORDS);
    words_per_cycle(s, "copy in the agent, unaligned", &copy);
}

static void fill_moves_a_word_every_cycle(struct sim *s) {
    const struct mover_regs fill = mag_fill_move(region(16), WORDS, 0, 0x5a);
    words_per_cycle(s, "fill in the agent", &fill);
}

/* First to last transfer on R. Of a bank in the place of mxfp7 nobody has promised a rate. */
static void mxfp7_entries_in_8_cycles(struct sim *s) {
    struct mag_bench *b = mag_bench_new(s, &dut_mag);
    const struct mover_regs convert = mag_transform(b, 1, 0, region(0), region(16), ENTRIES);
    mag_measure(b);
    const bool all = must_convert(b, convert);
    const struct mag_meter *r = &b->read_meter[MAG_MOVER];
    sim_expect_seen(s, "words read", r->count, all ? ENTRIES : 0);
    if (b->slot.desc != NULL && strcmp(b->slot.desc->name, "mxfp7") == 0) {
        expect(s, CHECK_MV_RATE, "transform in the agent, mxfp7", cycles_of(r) / ENTRIES,
               "cycles/entry", 8.1, true);
    }
    mag_finish(b);
}

/* ---- the ports ------------------------------------------------------------------------------- */

static uint64_t beats_of_all_ports(const struct mag_bench *b) {
    uint64_t beats = 0;
    for (unsigned p = 0; p < b->ports; p++) {
        beats += b->read_meter[p].count;
    }
    return beats;
}

static double worst_share(const struct mag_bench *b) {
    uint64_t least = UINT64_MAX;
    for (unsigned p = 0; p < b->ports; p++) {
        least = b->read_meter[p].count < least ? b->read_meter[p].count : least;
    }
    return (double)least * b->ports / (double)beats_of_all_ports(b);
}

/* Runs enough for more than that are queued at each port; what is measured is the R channel from
 * when all ports stream until STREAMING cycles later. */
static void four_ports_fill_the_read_channel_in_equal_parts(struct sim *s) {
    struct mag_bench *b = mag_bench_new(s, &dut_mag4);
    for (unsigned p = 0; p < b->ports; p++) {
        for (unsigned run = 0; run < 3; run++) {
            mag_read_run(b, p, run, 0, region(4 * p + run), 255, 4);
        }
    }
    sim_cycles(s, 100);
    mag_measure(b);
    sim_cycles(s, STREAMING);
    const uint64_t beats = beats_of_all_ports(b);
    const double share = worst_share(b);
    expect(s, CHECK_MEM_RATE, "four ports streaming, R channel", (double)beats / STREAMING,
           "beats/cycle", 0.95, false);
    expect(s, CHECK_MEM_RATE, "  the slowest port's part of its share", share, "", 0.9, false);
    mag_finish(b);
    sim_expect_seen(s, "streaming words", mag_answers(b), 4 * 3 * 255 * 4);
}

#define SCENARIO(function)                                                                         \
    { #function, function }

const struct scenario mag_rate_scenarios[] = {
    SCENARIO(copy_moves_a_word_every_cycle),
    SCENARIO(unaligned_copy_moves_a_word_every_cycle),
    SCENARIO(fill_moves_a_word_every_cycle),
    SCENARIO(mxfp7_entries_in_8_cycles),
    SCENARIO(four_ports_fill_the_read_channel_in_equal_parts),
};
const size_t mag_rate_scenario_count = sizeof mag_rate_scenarios / sizeof *mag_rate_scenarios;
