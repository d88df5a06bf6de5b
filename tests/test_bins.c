/* The table of bins and what is printed of it: every bin has a name of its own, a hole is listed. */
#include "cli/bins_text.h"
#include "model_suites.h"

#include <stdlib.h>
#include <string.h>

static unsigned a_reachable_bin(void) {
    unsigned bin = 0;
    while (bin_unreachable(bin)) {
        bin++;
    }
    return bin;
}

static unsigned an_unreachable_bin(void) {
    for (unsigned bin = 0; bin < BIN_COUNT; bin++) {
        if (bin_unreachable(bin)) {
            return bin;
        }
    }
    return BIN_COUNT;
}

/* Every reachable bin was met once. */
static void meet_all(uint64_t hits[BIN_COUNT]) {
    for (unsigned bin = 0; bin < BIN_COUNT; bin++) {
        hits[bin] = bin_unreachable(bin) ? 0 : 1;
    }
}

/* What bins_show() prints; free() it. */
static char *shown(const uint64_t hits[BIN_COUNT], unsigned *holes) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    *holes = bins_show(hits, out);
    fclose(out);
    return text;
}

static void describe(unsigned bin, char name[160]) {
    struct text text = text_into(name, 160);
    bin_describe(bin, &text);
}

static void every_bin_has_a_name_of_its_own(void **state) {
    static char names[BIN_COUNT][160];
    (void)state;
    for (unsigned bin = 0; bin < BIN_COUNT; bin++) {
        describe(bin, names[bin]);
        assert_null(strstr(names[bin], "(null)"));
        assert_true(strlen(names[bin]) < 80 - strlen("  not met    "));
        for (unsigned other = 0; other < bin; other++) {
            assert_string_not_equal(names[bin], names[other]);
        }
    }
}

static void cells_and_bins_are_one_to_one(void **state) {
    (void)state;
    assert_int_equal(bin_at(BINS_MEM_PLAIN, 0, 0, 0, 0), 0);
    assert_int_equal(bin_at(BINS_MEM_PLAIN, 5, 2, 0, 0) + 1, bin_at(BINS_MEM_RUN, 0, 0, 0, 0));
    assert_int_equal(bin_group_of(bin_at(BINS_MEM_RUN, 4, 5, 3, 0)), BINS_MEM_RUN);
    assert_int_equal(bin_group_of(bin_at(BINS_MEM_RUN_PAGE, 0, 0, 0, 0)), BINS_MEM_RUN_PAGE);
}

static void a_run_that_met_all_has_no_hole(void **state) {
    static uint64_t hits[BIN_COUNT];
    unsigned holes;
    (void)state;
    meet_all(hits);
    char *text = shown(hits, &holes);
    assert_int_equal(holes, 0);
    assert_null(strstr(text, "not met"));
    assert_null(strstr(text, "FAIL"));
    free(text);
}

static void a_bin_that_was_not_met_is_listed_first(void **state) {
    static uint64_t hits[BIN_COUNT];
    char name[160], line[200];
    unsigned holes;
    (void)state;
    meet_all(hits);
    hits[a_reachable_bin()] = 0;
    describe(a_reachable_bin(), name);
    snprintf(line, sizeof line, "  not met    %s\n", name);
    char *text = shown(hits, &holes);
    assert_int_equal(holes, 1);
    assert_memory_equal(text, line, strlen(line));
    assert_non_null(strstr(text, "FAIL 1 bins"));
    free(text);
}

static void a_bin_met_against_its_reason_is_listed(void **state) {
    static uint64_t hits[BIN_COUNT];
    unsigned holes;
    (void)state;
    meet_all(hits);
    hits[an_unreachable_bin()] = 1;
    char *text = shown(hits, &holes);
    assert_int_equal(holes, 1);
    assert_non_null(strstr(text, "  met, yet"));
    assert_non_null(strstr(text, bin_unreachable(an_unreachable_bin())));
    free(text);
}

const struct CMUnitTest bins_tests[] = {
    cmocka_unit_test(every_bin_has_a_name_of_its_own),
    cmocka_unit_test(cells_and_bins_are_one_to_one),
    cmocka_unit_test(a_run_that_met_all_has_no_hole),
    cmocka_unit_test(a_bin_that_was_not_met_is_listed_first),
    cmocka_unit_test(a_bin_met_against_its_reason_is_listed),
};
const size_t bins_test_count = sizeof bins_tests / sizeof *bins_tests;
