/* Where the waves of a failure begin. */
#include "ring_suite.h"
#include "trace/fail_dir.h"

static uint64_t begin(uint64_t cycle, uint64_t since, unsigned window) {
    struct run_options options;
    const struct failure failure = {.set = true, .cycle = cycle, .since = since};
    options_init(&options);
    options.window_before = window;
    return fail_window_begin(&failure, &options);
}

static void a_failure_is_shown_with_the_cycles_before_it(void **state) {
    (void)state;
    assert_int_equal(begin(50000, 0, 1000), 49000);
    assert_int_equal(begin(700, 0, 1000), 0);
}

static void a_stall_is_shown_from_before_it_began(void **state) {
    (void)state;
    assert_int_equal(begin(33613, 29139, 1000), 28139);
    assert_int_equal(begin(2600, 23, 1000), 0);
}

static void a_window_goes_no_further_back_than_stays_small(void **state) {
    (void)state;
    assert_int_equal(begin(1000000, 5, 1000), 992000);
    assert_int_equal(begin(1000000, 5, 20000), 980000);
}

static void what_went_missing_just_now_shortens_nothing(void **state) {
    (void)state;
    assert_int_equal(begin(50000, 49999, 1000), 48999);
    assert_int_equal(begin(50000, 50000, 1000), 49000);
}

const struct CMUnitTest fail_window_tests[] = {
    cmocka_unit_test(a_failure_is_shown_with_the_cycles_before_it),
    cmocka_unit_test(a_stall_is_shown_from_before_it_began),
    cmocka_unit_test(a_window_goes_no_further_back_than_stays_small),
    cmocka_unit_test(what_went_missing_just_now_shortens_nothing),
};
const size_t fail_window_test_count = sizeof fail_window_tests / sizeof *fail_window_tests;
