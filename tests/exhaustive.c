/* The exhaustive quantiser: the RTL against its golden model, entry by entry under the ordinary
 * checks of a bank, and the model against its definition (tests/mxfp7_exact.h), pair by pair. */
#include "cli/exhaustive.h"

#include "bench/bank_bench.h"
#include "check.h"
#include "dut/variants.h"
#include "exhaustive_walk.h"
#include "model_suites.h"
#include "mxfp7.h"
#include "mxfp7_exact.h"
#include "rtl_suites_xf.h"
#include "sim/wrap.h"

#include <stdio.h>

/* ---- through the RTL --------------------------------------------------------------------------- */

/* Of the run at hand: a scenario takes no argument. */
static struct {
    const struct exhaustive_peaks *peaks;
    struct exhaustive_result *result;
} job;

static void walk_through_the_bank(struct sim *s) {
    struct bank_bench *b = bank_bench_new(s, &dut_bank);
    struct exhaustive_walk walk;
    exhaustive_walk_init(&walk, job.peaks);
    slot_core_run(&b->core, 0, exhaustive_walk_next, &walk);
    bank_bench_finish(b);
    sim_expect_seen(s, "entries answered", b->core.check.stats.dones, walk.entries);
    job.result->pairs = walk.pairs;
    job.result->entries = walk.entries;
}

/* ---- through the definition --------------------------------------------------------------------- */

static void count_difference(struct exhaustive_result *r, unsigned peak, unsigned element) {
    if (r->differ++ == 0) {
        r->peak = peak;
        r->element = element;
    }
}

typedef int element_of(uint16_t value, uint8_t scale_byte);

/* `model` is mxfp7_element() but in tests of this judge. */
static void judge_peak(struct exhaustive_result *r, unsigned peak, element_of *model) {
    const uint8_t scale = mxfp7_scale_byte((uint16_t)peak);
    const bool right = scale == mxfp7_exact_scale_byte((uint16_t)peak);
    for (unsigned element = 0; element <= peak; element++) {
        const int code = model((uint16_t)element, scale);
        if (!right || code != mxfp7_exact_element((uint16_t)element, scale) ||
            -code != model((uint16_t)(element | 0x8000), scale)) {
            count_difference(r, peak, element);
        }
    }
}

/* ---- both --------------------------------------------------------------------------------------- */

const char *exhaustive_refusal(void) {
    const struct bank_desc *desc = dut_bank.bank_desc;
    if (!desc) {
        return "the bank has no model: give it rtl/banks/mxfp7/model.c as its model.c";
    }
    if (desc->occupants == 0 || desc->occupant[0].convert != mxfp7_quantise) {
        return "id 1 of the bank is not the MXFP7 quantiser, by its model.c";
    }
    return NULL;
}

void exhaustive_run(const struct exhaustive_peaks *peaks, const struct run_options *options,
                    struct exhaustive_result *result) {
    static const struct scenario scenario = {"pairs", walk_through_the_bank};
    struct run_result run;
    char report[8192];
    memset(result, 0, sizeof *result);
    job.peaks = peaks;
    job.result = result;
    scenario_run("exhaustive", &scenario, options, NULL, &run, NULL);
    result->cycles = run.cycles;
    result->failed = run.failure.set || run.interrupted;
    if (run.failure.set) {
        failure_format(&run.failure, report, sizeof report);
        printf("\nFAIL exhaustive, peaks 0x%04x to 0x%04x  cycle %s  %s on %s\n%s", peaks->first,
               peaks->last, text_grouped(run.failure.cycle), check_text(run.failure.check),
               run.failure.where, report);
    }
    for (unsigned peak = peaks->first; peak <= peaks->last; peak += peaks->step) {
        judge_peak(result, peak, mxfp7_element);
    }
}

/* ---- the slice of make check -------------------------------------------------------------------- */

static void every_997th_peak_with_every_element(struct sim *s) {
    static const struct exhaustive_peaks peaks = {
        .first = 1, .last = EXHAUSTIVE_PEAKS, .step = 997};
    struct exhaustive_result result = {0};
    job.peaks = &peaks;
    job.result = &result;
    walk_through_the_bank(s);
    sim_expect_seen(s, "pairs", result.pairs, 526482);
}

static void the_model_keeps_to_its_definition_at_the_edges_of_scales(void **state) {
    static const unsigned peaks[] = {1, 2, 1023, 1024, 1134, 1135, 0x3c00, 0x7bff, 0x7fff};
    struct exhaustive_result result = {0};
    (void)state;
    for (unsigned i = 0; i < sizeof peaks / sizeof *peaks; i++) {
        judge_peak(&result, peaks[i], mxfp7_element);
    }
    assert_int_equal(result.differ, 0);
}

/* Ties away from zero under every mantissa, 13/8 included, where the format goes towards zero. */
static int always_away(uint16_t value, uint8_t scale_byte) {
    bool tie;
    const int q =
        (int)mxfp7_exact_nearest(mxfp7_exact_magnitude(value), mxfp7_exact_scale(scale_byte), &tie);
    return value >> 15 ? -q : q;
}

static void a_tie_rounded_the_other_way_is_counted(void **state) {
    enum { MANTISSA_12 = 0x3d80, MANTISSA_13 = 0x3e00 };
    struct exhaustive_result result = {0};
    (void)state;
    judge_peak(&result, MANTISSA_12, always_away);
    assert_int_equal(result.differ, 0);
    judge_peak(&result, MANTISSA_13, always_away);
    assert_true(result.differ > 0);
    assert_int_equal(result.peak, MANTISSA_13);
    assert_int_not_equal(mxfp7_element((uint16_t)result.element, mxfp7_scale_byte(MANTISSA_13)),
                         always_away((uint16_t)result.element, mxfp7_scale_byte(MANTISSA_13)));
}

/* All pairs of the peaks 1 to PEAKS, found again in the entries. */
enum { PEAKS = 70 };
struct found {
    bool pair[PEAKS + 1][PEAKS + 1][2][2]; /* peak, element, sign, packing */
};

static uint16_t value_of(const struct entry_plan *plan, unsigned lane, unsigned k) {
    return (uint16_t)(plan->beat[2 * lane + k / 16].w[k % 16 / 2] >> (k % 2 * 16));
}

static void find_pairs(struct found *found, const struct entry_plan *plan) {
    for (unsigned lane = 0; lane < MXFP7_LANES; lane++) {
        unsigned peak = 0;
        for (unsigned k = 0; k < MXFP7_BLOCK; k++) {
            const unsigned magnitude = value_of(plan, lane, k) & 0x7fffu;
            peak = magnitude > peak ? magnitude : peak;
        }
        assert_in_range(peak, 0, PEAKS);
        for (unsigned k = 0; k < MXFP7_BLOCK; k++) {
            const unsigned value = value_of(plan, lane, k);
            found->pair[peak][value & 0x7fff][value >> 15][plan->mode & 1] = true;
        }
    }
}

static void the_walk_makes_every_pair_with_both_signs_in_both_packings(void **state) {
    static const struct exhaustive_peaks peaks = {.first = 1, .last = PEAKS, .step = 1};
    static struct found found;
    struct exhaustive_walk walk;
    struct entry_plan plan;
    (void)state;
    exhaustive_walk_init(&walk, &peaks);
    while (exhaustive_walk_next(&walk, &plan)) {
        find_pairs(&found, &plan);
    }
    for (unsigned peak = 1; peak <= PEAKS; peak++) {
        for (unsigned n = 0; n < 4 * (peak + 1); n++) {
            assert_true(found.pair[peak][n / 4][n / 2 % 2][n % 2]);
        }
    }
    assert_int_equal(walk.pairs, (PEAKS * (PEAKS + 1)) / 2 + PEAKS);
}

const struct scenario exhaustive_scenarios[] = {
    {"every_997th_peak_with_every_element", every_997th_peak_with_every_element},
};
const size_t exhaustive_scenario_count = sizeof exhaustive_scenarios / sizeof *exhaustive_scenarios;

const struct CMUnitTest exhaustive_tests[] = {
    cmocka_unit_test(the_walk_makes_every_pair_with_both_signs_in_both_packings),
    cmocka_unit_test(a_tie_rounded_the_other_way_is_counted),
    cmocka_unit_test(the_model_keeps_to_its_definition_at_the_edges_of_scales),
};
const size_t exhaustive_test_count = sizeof exhaustive_tests / sizeof *exhaustive_tests;
