/* MAG-FAIR: whose share of the memory's bursts is too small, and what is no fault. */
#include "burst_fairness.h"
#include "model_memory_suite.h"

#include <string.h>

/* `turns`: one digit a burst, over and over; false as soon as one is judged unfair. */
static bool fair(struct burst_fairness *f, const char *turns, uint8_t saturated, unsigned bursts) {
    struct verdict v;
    for (unsigned i = 0; i < bursts; i++)
        if (!burst_fairness_issue(f, (unsigned)(turns[i % strlen(turns)] - '0'), saturated, &v)) {
            assert_int_equal(v.check, CHECK_MAG_FAIR);
            assert_true(v.what[0] != '\0');
            return false;
        }
    return true;
}

static void round_robin_is_fair(void **state) {
    (void)state;
    static const struct {
        const char *turns;
        uint8_t saturated;
    } row[] = {{"01", 0x03}, {"012", 0x07}, {"0123456", 0x7f}, {"01234567", 0xff}};
    for (unsigned i = 0; i < 4; i++) {
        struct burst_fairness f = {0};
        assert_true(fair(&f, row[i].turns, row[i].saturated, 500));
        assert_true(f.evaluations > 400);
        assert_true(f.worst_short <= 1);
    }
}

static void a_requester_below_its_share_is_caught(void **state) {
    (void)state;
    struct burst_fairness two = {0}, four = {0};
    assert_false(fair(&two, "000010", 0x03, 500));
    assert_false(fair(&four, "012012012", 0x0f, 500));
}

static void four_bursts_below_the_share_are_allowed(void **state) {
    (void)state;
    for (unsigned poor = 27; poor <= 28; poor++) {
        struct burst_fairness f = {0};
        struct verdict v;
        bool good = true;
        for (unsigned i = 0; i < FAIRNESS_WINDOW; i++)
            good &= burst_fairness_issue(&f, i < poor ? 1 : 0, 0x03, &v);
        assert_int_equal(good, poor == 28);
    }
}

static void one_requester_alone_is_not_judged(void **state) {
    (void)state;
    struct burst_fairness f = {0};
    assert_true(fair(&f, "0", 0x01, 500));
    assert_int_equal(f.evaluations, 0);
}

static void a_requester_that_paused_starts_a_new_window(void **state) {
    (void)state;
    struct burst_fairness f = {0};
    assert_true(fair(&f, "0", 0x03, 63));
    assert_true(fair(&f, "0", 0x01, 1));
    assert_true(fair(&f, "0", 0x03, 63));
    burst_fairness_restart(&f);
    assert_true(fair(&f, "0", 0x03, 63));
    assert_false(fair(&f, "0", 0x03, 1));
    assert_true(fair(&f, "0", 0x03, 63));
}

static void any_64_in_a_row_are_a_window(void **state) {
    (void)state;
    struct burst_fairness f = {0};
    assert_true(fair(&f, "01", 0x03, 40));
    assert_false(fair(&f, "0", 0x03, 40));
}

const struct CMUnitTest model_burst_fairness_tests[] = {
    cmocka_unit_test(round_robin_is_fair),
    cmocka_unit_test(a_requester_below_its_share_is_caught),
    cmocka_unit_test(four_bursts_below_the_share_are_allowed),
    cmocka_unit_test(one_requester_alone_is_not_judged),
    cmocka_unit_test(a_requester_that_paused_starts_a_new_window),
    cmocka_unit_test(any_64_in_a_row_are_a_window),
};
const size_t model_burst_fairness_test_count =
    sizeof model_burst_fairness_tests / sizeof model_burst_fairness_tests[0];
