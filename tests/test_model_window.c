/* Every verdict of a window's model: an illegal sequence that raises exactly it and the nearest
 * legal ones that stay quiet; then ideal windows of every shape, which must raise none, and the
 * same with one event spoiled. */
#include "check.h"
#include "ideal_window.h"
#include "model_memory_suite.h"
#include "window.h"

#include <string.h>

#define ADDR UINT64_C(0x0000012340)
#define FAR UINT64_C(0x1000000000) /* another mesh */
#define STORE (UINT64_C(1) << 39)
#define WHOLE 0xffffffffu

enum { OKAY = 0, SLVERR = 2, DECERR = 3 };

struct events {
    struct window_model *model;
    struct staging *store;
    uint64_t cycle;
    struct verdict verdict;
};

static struct events begin(enum window_kind kind, bool seed_rules) {
    struct events e = {.cycle = 1000};
    if (kind == WINDOW_INBOUND)
        e.store = staging_new(&(struct staging_config){.words = 4});
    e.model = window_model_new(
        &(struct window_config){.kind = kind, .staging = e.store, .seed_rules = seed_rules});
    assert_non_null(e.model);
    return e;
}

static struct events host(void) {
    return begin(WINDOW_HOST, false);
}

static struct events inbound(void) {
    return begin(WINDOW_INBOUND, false);
}

static void end(struct events *e) {
    window_model_free(e->model);
    staging_free(e->store);
}

static struct word number(uint32_t n) {
    struct word w = {{0}};
    for (unsigned i = 0; i < 8; i++)
        w.w[i] = n * 0x01010101u + i;
    return w;
}

static void legal(struct events *e, bool result) {
    if (!result)
        fail_msg("%s: %s | %s | %s", check_text(e->verdict.check), e->verdict.what,
                 e->verdict.request, e->verdict.progress);
}

static void illegal(struct events *e, bool result, enum check_id id) {
    if (result)
        fail_msg("legal, %s expected", check_text(id));
    if (e->verdict.check != id)
        fail_msg("%s: %s, but %s expected", check_text(e->verdict.check), e->verdict.what,
                 check_text(id));
    assert_true(e->verdict.what[0] != '\0');
}

/* ---- the slave and the memory ---------------------------------------------------------------- */

static struct window_burst burst(uint64_t addr, unsigned beats, uint8_t id) {
    return (struct window_burst){.addr = addr, .beats = beats, .id = id, .size = 5, .type = 1};
}

static void slave_ar(struct events *e, uint64_t addr, unsigned beats, uint8_t id) {
    const struct window_burst b = burst(addr, beats, id);
    window_model_accept_read(e->model, &b, e->cycle++);
}

static void slave_aw(struct events *e, uint64_t addr, unsigned beats, uint8_t id) {
    const struct window_burst b = burst(addr, beats, id);
    window_model_accept_write(e->model, &b, e->cycle++);
}

static void slave_w(struct events *e, uint32_t n, uint32_t strb) {
    const struct word w = number(n);
    window_model_accept_data(e->model, &w, strb, e->cycle++);
}

/* AW and its W beats with n, n + 1, ... */
static void slave_write(struct events *e, uint64_t addr, unsigned beats, uint8_t id, uint32_t n) {
    slave_aw(e, addr, beats, id);
    for (unsigned i = 0; i < beats; i++)
        slave_w(e, n + i, WHOLE);
}

static bool ar(struct events *e, uint64_t addr, unsigned beats) {
    return window_model_issue_read(e->model, addr, beats, e->cycle++, &e->verdict);
}

static void r(struct events *e, uint64_t addr, uint32_t n, uint8_t resp) {
    const struct word w = number(n);
    window_model_memory_data(e->model, addr, &w, resp, e->cycle++);
}

static bool aw(struct events *e, uint64_t addr, unsigned beats, uint32_t *handle) {
    return window_model_issue_write(e->model, addr, beats, e->cycle++, handle, &e->verdict);
}

static bool bad_aw(struct events *e, uint64_t addr, unsigned beats) {
    uint32_t handle;
    return aw(e, addr, beats, &handle);
}

static bool w(struct events *e, uint32_t handle, unsigned index, uint32_t n, uint32_t strb) {
    const struct word data = number(n);
    return window_model_issue_data(e->model, handle, index, &data, strb, e->cycle++, &e->verdict);
}

static void b(struct events *e, uint32_t handle, uint8_t resp) {
    window_model_memory_response(e->model, handle, resp, e->cycle++);
}

/* AW, its W beats with n, n + 1, ... and its B. */
static void memory_write(struct events *e, uint64_t addr, unsigned beats, uint32_t n,
                         uint8_t resp) {
    uint32_t handle;
    legal(e, aw(e, addr, beats, &handle));
    for (unsigned i = 0; i < beats; i++)
        legal(e, w(e, handle, i, n + i, WHOLE));
    b(e, handle, resp);
}

static bool answer(struct events *e, uint8_t id, uint32_t n, uint8_t resp, bool last) {
    const struct word data = number(n);
    return window_model_answer_data(e->model, id, &data, resp, last, e->cycle++, &e->verdict);
}

static bool done(struct events *e, uint8_t id, uint8_t resp) {
    return window_model_answer_write(e->model, id, resp, e->cycle++, &e->verdict);
}

/* ---- reads ----------------------------------------------------------------------------------- */

static void a_read_burst_is_passed_on_and_answered(void **state) {
    (void)state;
    struct events e = host();
    slave_ar(&e, ADDR, 3, 4);
    assert_false(window_model_idle(e.model));
    legal(&e, ar(&e, ADDR, 2));
    legal(&e, ar(&e, ADDR + 64, 1));
    for (unsigned i = 0; i < 3; i++)
        r(&e, ADDR + 32 * i, i, OKAY);
    for (unsigned i = 0; i < 3; i++)
        legal(&e, answer(&e, 4, i, OKAY, i == 2));
    assert_true(window_model_idle(e.model));
    assert_int_equal(window_model_stats(e.model)->splits, 1);
    assert_int_equal(window_model_stats(e.model)->words_read, 3);
    end(&e);
}

static void an_answer_may_leave_in_the_cycle_of_the_memorys(void **state) {
    (void)state;
    struct events e = host();
    slave_ar(&e, ADDR, 1, 4);
    e.cycle--;
    legal(&e, ar(&e, ADDR, 1));
    r(&e, ADDR, 7, OKAY);
    e.cycle--;
    legal(&e, answer(&e, 4, 7, OKAY, true));
    end(&e);
}

static void one_burst_on_memory_may_serve_two(void **state) {
    (void)state;
    struct events e = host();
    slave_ar(&e, ADDR, 1, 1);
    slave_ar(&e, ADDR + 32, 1, 2);
    legal(&e, ar(&e, ADDR, 2));
    r(&e, ADDR, 1, OKAY);
    r(&e, ADDR + 32, 2, OKAY);
    legal(&e, answer(&e, 2, 2, OKAY, true));
    legal(&e, answer(&e, 1, 1, OKAY, true));
    slave_write(&e, ADDR, 1, 1, 1);
    slave_write(&e, ADDR + 32, 1, 2, 2);
    memory_write(&e, ADDR, 2, 1, OKAY);
    legal(&e, done(&e, 2, OKAY));
    legal(&e, done(&e, 1, OKAY));
    assert_true(window_model_idle(e.model));
    end(&e);
}

static void a_word_nobody_owes_is_not_read(void **state) {
    (void)state;
    struct events e = host();
    illegal(&e, ar(&e, ADDR, 1), CHECK_MAG_HOST);
    slave_ar(&e, ADDR, 2, 4);
    illegal(&e, ar(&e, ADDR, 3), CHECK_MAG_HOST);
    illegal(&e, ar(&e, ADDR, 1), CHECK_MAG_HOST);
    end(&e);
}

static void a_word_owed_twice_may_be_read_once_or_twice(void **state) {
    (void)state;
    struct events e = host();
    slave_ar(&e, ADDR, 1, 1);
    slave_ar(&e, ADDR, 1, 2);
    legal(&e, ar(&e, ADDR, 1));
    r(&e, ADDR, 1, OKAY);
    legal(&e, answer(&e, 2, 1, OKAY, true));
    legal(&e, ar(&e, ADDR, 1));
    illegal(&e, ar(&e, ADDR, 1), CHECK_MAG_HOST);
    r(&e, ADDR, 2, OKAY);
    legal(&e, answer(&e, 1, 2, OKAY, true));
    end(&e);
}

static void wrong_top_bits_are_alias(void **state) {
    (void)state;
    struct events e = host();
    slave_ar(&e, ADDR | FAR, 1, 4);
    illegal(&e, ar(&e, ADDR, 1), CHECK_MAG_ALIAS);
    slave_write(&e, ADDR | FAR, 1, 4, 1);
    illegal(&e, bad_aw(&e, ADDR, 1), CHECK_MAG_ALIAS);
    end(&e);
    e = inbound();
    slave_write(&e, ADDR | FAR, 1, 4, 1);
    illegal(&e, bad_aw(&e, ADDR | FAR, 1), CHECK_MAG_ALIAS);
    end(&e);
}

static void an_r_beat_carries_its_word_and_its_resp(void **state) {
    (void)state;
    struct events e = host();
    slave_ar(&e, ADDR, 4, 4);
    legal(&e, ar(&e, ADDR, 4));
    for (unsigned i = 0; i < 4; i++)
        r(&e, ADDR + 32 * i, i, i == 1 ? SLVERR : OKAY);
    illegal(&e, answer(&e, 4, 1, OKAY, false), CHECK_MAG_HOST);
    assert_non_null(strstr(e.verdict.hint, "word 2 of the same burst"));
    illegal(&e, answer(&e, 4, 1, OKAY, false), CHECK_MAG_HOST);
    illegal(&e, answer(&e, 4, 2, SLVERR, false), CHECK_MAG_HOST);
    illegal(&e, answer(&e, 4, 3, OKAY, false), CHECK_MAG_HOST);
    end(&e);
    e = host();
    slave_ar(&e, ADDR, 2, 4);
    legal(&e, ar(&e, ADDR, 2));
    r(&e, ADDR, 1, DECERR);
    r(&e, ADDR + 32, 2, SLVERR);
    legal(&e, answer(&e, 4, 99, DECERR, false)); /* data is free with an error */
    illegal(&e, answer(&e, 4, 2, DECERR, true), CHECK_MAG_HOST);
    end(&e);
}

static void an_r_beat_before_its_word_is_caught(void **state) {
    (void)state;
    struct events e = host();
    slave_ar(&e, ADDR, 1, 4);
    illegal(&e, answer(&e, 4, 1, OKAY, true), CHECK_MAG_HOST);
    illegal(&e, answer(&e, 4, 1, OKAY, true), CHECK_MAG_HOST);
    end(&e);
}

static void one_id_is_answered_in_order_and_ids_in_any(void **state) {
    (void)state;
    for (unsigned same = 0; same < 2; same++) {
        struct events e = host();
        slave_ar(&e, ADDR, 1, 1);
        slave_ar(&e, ADDR + 32, 1, same ? 1 : 2);
        legal(&e, ar(&e, ADDR, 2));
        r(&e, ADDR, 1, OKAY);
        r(&e, ADDR + 32, 2, OKAY);
        if (same)
            illegal(&e, answer(&e, 1, 2, OKAY, true), CHECK_MAG_HOST);
        else
            legal(&e, answer(&e, 2, 2, OKAY, true));
        end(&e);
    }
}

/* ---- writes ---------------------------------------------------------------------------------- */

static void a_write_burst_is_passed_on_and_answered(void **state) {
    (void)state;
    struct events e = host();
    slave_write(&e, ADDR, 3, 4, 10);
    memory_write(&e, ADDR, 1, 10, OKAY);
    memory_write(&e, ADDR + 32, 2, 11, OKAY);
    legal(&e, done(&e, 4, OKAY));
    assert_true(window_model_idle(e.model));
    end(&e);
}

static void w_may_lead_its_aw_on_the_slave(void **state) {
    (void)state;
    struct events e = host();
    slave_w(&e, 10, WHOLE);
    slave_w(&e, 11, WHOLE);
    slave_w(&e, 12, WHOLE);
    assert_true(window_model_idle(e.model));
    slave_aw(&e, ADDR, 2, 4);
    slave_aw(&e, ADDR + 64, 1, 5);
    memory_write(&e, ADDR, 3, 10, OKAY);
    legal(&e, done(&e, 5, OKAY));
    legal(&e, done(&e, 4, OKAY));
    end(&e);
}

static void data_and_strobes_arrive_unchanged(void **state) {
    (void)state;
    static const struct {
        uint32_t n, strb;
        bool right;
    } row[] = {{10, 0x0000fff0, true}, {11, 0x0000fff0, false}, {10, WHOLE, false}, {10, 0, false}};
    for (unsigned i = 0; i < 4; i++) {
        struct events e = host();
        uint32_t handle;
        slave_aw(&e, ADDR, 1, 4);
        slave_w(&e, 10, 0x0000fff0);
        legal(&e, aw(&e, ADDR, 1, &handle));
        const bool result = w(&e, handle, 0, row[i].n, row[i].strb);
        if (row[i].right)
            legal(&e, result);
        else
            illegal(&e, result, CHECK_MAG_HOST);
        end(&e);
    }
}

static void bytes_without_a_strobe_are_not_compared(void **state) {
    (void)state;
    struct events e = host();
    uint32_t handle;
    slave_aw(&e, ADDR, 1, 4);
    slave_w(&e, 10, 0x1);
    legal(&e, aw(&e, ADDR, 1, &handle));
    struct word data = number(11);
    data.w[0] = (data.w[0] & ~0xffu) | (number(10).w[0] & 0xff);
    legal(&e, window_model_issue_data(e.model, handle, 0, &data, 0x1, e.cycle++, &e.verdict));
    end(&e);
}

static void words_without_strobes_may_be_left_out(void **state) {
    (void)state;
    struct events e = host();
    uint32_t handle;
    slave_aw(&e, ADDR, 3, 4);
    slave_w(&e, 10, 0);
    slave_w(&e, 11, WHOLE);
    slave_w(&e, 12, 0);
    memory_write(&e, ADDR + 32, 1, 11, OKAY);
    legal(&e, done(&e, 4, OKAY));
    slave_aw(&e, ADDR, 1, 4);
    slave_w(&e, 10, 0);
    legal(&e, aw(&e, ADDR, 1, &handle));
    legal(&e, w(&e, handle, 0, 10, 0));
    illegal(&e, done(&e, 4, OKAY), CHECK_MAG_HOST); /* issued, so memory must answer */
    end(&e);
}

static void a_word_nobody_owes_is_not_written(void **state) {
    (void)state;
    struct events e = host();
    illegal(&e, bad_aw(&e, ADDR, 1), CHECK_MAG_HOST);
    slave_write(&e, ADDR, 2, 4, 10);
    memory_write(&e, ADDR, 2, 10, OKAY);
    illegal(&e, bad_aw(&e, ADDR, 1), CHECK_MAG_HOST);
    illegal(&e, bad_aw(&e, ADDR + 64, 1), CHECK_MAG_HOST);
    end(&e);
}

static void an_aw_before_its_data_is_indep(void **state) {
    (void)state;
    struct events e = host();
    slave_aw(&e, ADDR, 2, 4);
    slave_w(&e, 10, WHOLE);
    illegal(&e, bad_aw(&e, ADDR, 2), CHECK_MAG_INDEP);
    end(&e);
    e = begin(WINDOW_HOST, true);
    uint32_t handle;
    slave_aw(&e, ADDR, 2, 4);
    legal(&e, aw(&e, ADDR, 2, &handle));
    slave_w(&e, 10, WHOLE);
    legal(&e, w(&e, handle, 0, 10, WHOLE));
    illegal(&e, w(&e, handle, 1, 11, WHOLE), CHECK_MAG_HOST);
    end(&e);
}

static void a_b_comes_once_after_memorys_with_its_error(void **state) {
    (void)state;
    struct events e = host();
    slave_write(&e, ADDR, 2, 4, 10);
    illegal(&e, done(&e, 4, OKAY), CHECK_MAG_HOST);
    slave_aw(&e, ADDR, 2, 4);
    slave_w(&e, 10, WHOLE);
    illegal(&e, done(&e, 4, OKAY), CHECK_MAG_HOST);
    end(&e);
    static const struct {
        uint8_t first, second, resp;
        bool right;
    } row[] = {{OKAY, OKAY, OKAY, true},       {OKAY, OKAY, SLVERR, false},
               {OKAY, SLVERR, SLVERR, true},   {SLVERR, OKAY, OKAY, false},
               {SLVERR, DECERR, DECERR, true}, {SLVERR, DECERR, SLVERR, true},
               {SLVERR, OKAY, DECERR, false}};
    for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++) {
        e = host();
        slave_write(&e, ADDR, 2, 4, 10);
        memory_write(&e, ADDR, 1, 10, row[i].first);
        memory_write(&e, ADDR + 32, 1, 11, row[i].second);
        if (row[i].right)
            legal(&e, done(&e, 4, row[i].resp));
        else
            illegal(&e, done(&e, 4, row[i].resp), CHECK_MAG_HOST);
        illegal(&e, done(&e, 4, OKAY), CHECK_MAG_HOST);
        end(&e);
    }
}

static void bs_of_one_id_come_in_order(void **state) {
    (void)state;
    struct events e = host();
    slave_write(&e, ADDR, 1, 4, 10);
    slave_write(&e, ADDR + 64, 1, 4, 20);
    slave_write(&e, ADDR + 128, 1, 5, 30);
    memory_write(&e, ADDR + 128, 1, 30, OKAY);
    legal(&e, done(&e, 5, OKAY));
    memory_write(&e, ADDR + 64, 1, 20, OKAY);
    illegal(&e, done(&e, 4, OKAY), CHECK_MAG_HOST);
    end(&e);
}

static void writes_of_a_word_keep_the_order_of_their_id(void **state) {
    (void)state;
    for (unsigned same = 0; same < 2; same++) {
        struct events e = host();
        uint32_t handle;
        slave_write(&e, ADDR, 1, 4, 10);
        slave_write(&e, ADDR, 1, same ? 4 : 5, 20);
        legal(&e, aw(&e, ADDR, 1, &handle));
        if (same)
            illegal(&e, w(&e, handle, 0, 20, WHOLE), CHECK_MAG_HOST);
        else
            legal(&e, w(&e, handle, 0, 20, WHOLE));
        legal(&e, aw(&e, ADDR, 1, &handle));
        legal(&e, w(&e, handle, 0, 10, WHOLE));
        end(&e);
    }
}

static void like_writes_are_judged_in_the_designs_favour(void **state) {
    (void)state;
    struct events e = host();
    slave_write(&e, ADDR, 1, 4, 10);
    slave_write(&e, ADDR, 1, 5, 10);
    memory_write(&e, ADDR, 1, 10, OKAY);
    legal(&e, done(&e, 5, OKAY));
    illegal(&e, done(&e, 4, OKAY), CHECK_MAG_HOST);
    end(&e);
}

/* ---- refused bursts -------------------------------------------------------------------------- */

static void refused_bursts_move_nothing_and_answer_slverr(void **state) {
    (void)state;
    static const struct window_burst odd[] = {
        {ADDR, 2, 4, 4, 1}, {ADDR, 2, 4, 5, 0}, {ADDR, 2, 4, 5, 2}, {ADDR + 8, 2, 4, 5, 1}};
    for (unsigned i = 0; i < 4; i++) {
        struct events e = host();
        window_model_accept_read(e.model, &odd[i], e.cycle++);
        window_model_accept_write(e.model, &odd[i], e.cycle++);
        illegal(&e, ar(&e, odd[i].addr, 1), CHECK_MAG_HOST);
        assert_non_null(strstr(e.verdict.what, "must be refused"));
        illegal(&e, bad_aw(&e, odd[i].addr, 1), CHECK_MAG_HOST);
        legal(&e, answer(&e, 4, 77, SLVERR, false));
        illegal(&e, answer(&e, 4, 77, OKAY, true), CHECK_MAG_HOST);
        slave_w(&e, 1, WHOLE);
        slave_w(&e, 1, WHOLE);
        legal(&e, done(&e, 4, SLVERR));
        assert_true(window_model_idle(e.model));
        assert_int_equal(window_model_stats(e.model)->refused, 2);
        end(&e);
    }
}

static void a_refused_write_is_answered_after_its_data_and_with_an_error(void **state) {
    (void)state;
    for (unsigned late = 0; late < 2; late++) {
        struct events e = host();
        const struct window_burst odd = {ADDR, 1, 4, 3, 1};
        window_model_accept_write(e.model, &odd, e.cycle++);
        if (late)
            slave_w(&e, 1, WHOLE);
        illegal(&e, done(&e, 4, late ? OKAY : SLVERR), CHECK_MAG_HOST);
        end(&e);
    }
}

/* ---- writes from another mesh ---------------------------------------------------------------- */

static void inbound_writes_go_to_the_local_offset(void **state) {
    (void)state;
    struct events e = inbound();
    slave_write(&e, ADDR | FAR, 2, 4, 10);
    memory_write(&e, ADDR, 2, 10, OKAY);
    legal(&e, done(&e, 4, OKAY));
    slave_write(&e, ADDR | FAR, 1, 4, 10);
    illegal(&e, bad_aw(&e, ADDR + 32, 1), CHECK_MAG_INBOUND);
    uint32_t handle;
    legal(&e, aw(&e, ADDR, 1, &handle));
    illegal(&e, w(&e, handle, 0, 11, WHOLE), CHECK_MAG_INBOUND);
    illegal(&e, done(&e, 4, OKAY), CHECK_MAG_INBOUND);
    illegal(&e, done(&e, 4, OKAY), CHECK_MAG_INBOUND);
    end(&e);
}

static bool store_holds(const struct events *e, unsigned word, uint32_t n, uint64_t since) {
    const struct word value = number(n);
    return staging_may_hold(e->store, STORE + 32 * word, &value, since, e->cycle);
}

static void bit_39_selects_the_store(void **state) {
    (void)state;
    struct events e = inbound();
    slave_write(&e, STORE | FAR, 2, 4, 10);
    illegal(&e, bad_aw(&e, 0, 1), CHECK_MAG_INBOUND);
    assert_true(store_holds(&e, 0, 10, e.cycle));
    legal(&e, done(&e, 4, OKAY));
    assert_true(store_holds(&e, 1, 11, e.cycle));
    assert_false(store_holds(&e, 1, 12, e.cycle));
    slave_aw(&e, STORE, 1, 4);
    slave_w(&e, 30, 0x1);
    legal(&e, done(&e, 4, OKAY));
    assert_false(store_holds(&e, 0, 10, e.cycle));
    assert_int_equal(window_model_stats(e.model)->words_staged, 3);
    end(&e);
}

static void past_the_end_of_the_store_is_slverr(void **state) {
    (void)state;
    struct events e = inbound();
    slave_write(&e, STORE + 32 * 3, 2, 4, 10);
    illegal(&e, done(&e, 4, OKAY), CHECK_MAG_STAGE);
    slave_write(&e, STORE + 32 * 3, 1, 4, 20);
    illegal(&e, done(&e, 4, SLVERR), CHECK_MAG_STAGE);
    slave_write(&e, STORE + 32 * 3, 2, 4, 30);
    legal(&e, done(&e, 4, SLVERR));
    assert_true(store_holds(&e, 3, 30, e.cycle));
    assert_false(store_holds(&e, 3, 20, e.cycle));
    slave_aw(&e, STORE, 2, 4);
    slave_w(&e, 1, WHOLE);
    illegal(&e, done(&e, 4, OKAY), CHECK_MAG_INBOUND);
    end(&e);
}

static void without_a_store_bit_39_is_dropped(void **state) {
    (void)state;
    struct events e = inbound();
    window_model_free(e.model);
    e.model = window_model_new(&(struct window_config){.kind = WINDOW_INBOUND});
    slave_write(&e, STORE | ADDR, 1, 4, 10);
    memory_write(&e, ADDR, 1, 10, OKAY);
    legal(&e, done(&e, 4, OKAY));
    end(&e);
}

static void by_seed_rules_inbound_is_not_judged(void **state) {
    (void)state;
    struct events e = begin(WINDOW_INBOUND, true);
    legal(&e, done(&e, 4, OKAY));
    slave_write(&e, ADDR, 1, 4, 10);
    legal(&e, bad_aw(&e, ADDR + 32, 1));
    illegal(&e, bad_aw(&e, ADDR | FAR, 1), CHECK_MAG_ALIAS);
    end(&e);
}

/* ---- what is outstanding --------------------------------------------------------------------- */

static void expect_item(const struct events *e, enum window_wait kind, uint8_t needs,
                        uint8_t may_wait) {
    char text[300];
    const struct window_item item = window_model_oldest(e->model, kind);
    assert_true(item.present);
    assert_int_equal(item.needs, needs);
    assert_int_equal(item.may_wait, may_wait);
    window_model_describe(e->model, kind, text, sizeof text);
    assert_true(text[0] != '\0');
}

static void expect_only(const struct events *e, enum window_wait kind) {
    char text[300];
    for (unsigned i = 0; i < WINDOW_WAIT_COUNT; i++) {
        if (i == kind)
            continue;
        assert_false(window_model_oldest(e->model, (enum window_wait)i).present);
        window_model_describe(e->model, (enum window_wait)i, text, sizeof text);
        assert_int_equal(text[0], '\0');
    }
}

static void a_read_waits_for_ar_then_r_then_the_master(void **state) {
    (void)state;
    struct events e = host();
    const uint8_t room = WINDOW_NEEDS_AR | WINDOW_NEEDS_R | WINDOW_NEEDS_SLAVE_R;
    slave_ar(&e, ADDR, 1, 4);
    expect_item(&e, WINDOW_READ_ISSUE, WINDOW_NEEDS_AR, room);
    expect_only(&e, WINDOW_READ_ISSUE);
    legal(&e, ar(&e, ADDR, 1));
    expect_only(&e, WINDOW_WAIT_COUNT);
    r(&e, ADDR, 1, OKAY);
    expect_item(&e, WINDOW_READ_ANSWER, WINDOW_NEEDS_SLAVE_R, WINDOW_NEEDS_SLAVE_R);
    expect_only(&e, WINDOW_READ_ANSWER);
    slave_ar(&e, ADDR + 64, 1, 5);
    expect_item(&e, WINDOW_READ_ISSUE, room, room);
    legal(&e, ar(&e, ADDR + 64, 1));
    legal(&e, answer(&e, 4, 1, OKAY, true));
    slave_ar(&e, ADDR + 128, 1, 6);
    legal(&e, ar(&e, ADDR + 128, 1));
    r(&e, ADDR + 128, 1, OKAY); /* another burst is ahead of it */
    expect_item(&e, WINDOW_READ_ANSWER, room, room);
    end(&e);
}

/* Two reads of one word: what memory gave for the first may answer the second, but need not. */
static void a_value_for_another_read_may_answer_but_need_not(void **state) {
    (void)state;
    struct events e = host();
    const uint8_t room = WINDOW_NEEDS_AR | WINDOW_NEEDS_R | WINDOW_NEEDS_SLAVE_R;
    slave_ar(&e, ADDR, 1, 4);
    legal(&e, ar(&e, ADDR, 1));
    slave_ar(&e, ADDR, 2, 5);
    r(&e, ADDR, 1, OKAY);
    legal(&e, answer(&e, 4, 1, OKAY, true));
    expect_item(&e, WINDOW_READ_ANSWER, room, room); /* an AR of its own is to come */
    legal(&e, ar(&e, ADDR, 2));
    expect_item(&e, WINDOW_READ_ANSWER, room, room); /* its own R is */
    r(&e, ADDR, 2, OKAY);
    expect_item(&e, WINDOW_READ_ANSWER, WINDOW_NEEDS_SLAVE_R, WINDOW_NEEDS_SLAVE_R);
    legal(&e, answer(&e, 5, 1, OKAY, false));
    expect_only(&e, WINDOW_WAIT_COUNT);
    r(&e, ADDR + 32, 3, OKAY);
    expect_item(&e, WINDOW_READ_ANSWER, WINDOW_NEEDS_SLAVE_R, WINDOW_NEEDS_SLAVE_R);
    legal(&e, answer(&e, 5, 3, OKAY, true));
    end(&e);
}

static void a_write_waits_for_aw_then_w_then_b_then_the_master(void **state) {
    (void)state;
    struct events e = host();
    uint32_t handle;
    const uint8_t memory = WINDOW_NEEDS_AW | WINDOW_NEEDS_W | WINDOW_NEEDS_B;
    slave_aw(&e, ADDR, 1, 4);
    expect_only(&e, WINDOW_WAIT_COUNT);
    slave_w(&e, 1, WHOLE);
    expect_item(&e, WINDOW_WRITE_ISSUE, WINDOW_NEEDS_AW, memory | WINDOW_NEEDS_SLAVE_B);
    expect_only(&e, WINDOW_WRITE_ISSUE);
    legal(&e, aw(&e, ADDR, 1, &handle));
    expect_item(&e, WINDOW_WRITE_DATA, WINDOW_NEEDS_W, memory);
    expect_only(&e, WINDOW_WRITE_DATA);
    legal(&e, w(&e, handle, 0, 1, WHOLE));
    expect_only(&e, WINDOW_WAIT_COUNT);
    slave_write(&e, ADDR + 64, 1, 5, 2);
    expect_item(&e, WINDOW_WRITE_ISSUE, memory, memory | WINDOW_NEEDS_SLAVE_B);
    const struct window_item before = window_model_oldest(e.model, WINDOW_WRITE_ISSUE);
    b(&e, handle, OKAY);
    assert_true(window_model_oldest(e.model, WINDOW_WRITE_ISSUE).progress != before.progress);
    expect_item(&e, WINDOW_WRITE_ANSWER, WINDOW_NEEDS_SLAVE_B, WINDOW_NEEDS_SLAVE_B);
    end(&e);
}

static void a_lost_answer_of_refused_and_staged_bursts_is_an_item(void **state) {
    (void)state;
    struct events e = inbound();
    const struct window_burst odd = {ADDR, 1, 4, 3, 1};
    slave_write(&e, STORE, 1, 5, 1);
    expect_item(&e, WINDOW_WRITE_ANSWER, WINDOW_NEEDS_SLAVE_B, WINDOW_NEEDS_SLAVE_B);
    legal(&e, done(&e, 5, OKAY));
    window_model_accept_write(e.model, &odd, e.cycle++);
    expect_only(&e, WINDOW_WAIT_COUNT);
    slave_w(&e, 1, WHOLE);
    expect_item(&e, WINDOW_WRITE_ANSWER, WINDOW_NEEDS_SLAVE_B, WINDOW_NEEDS_SLAVE_B);
    end(&e);
}

static void the_list_names_the_oldest_first(void **state) {
    (void)state;
    struct events e = host();
    char text[1000];
    slave_write(&e, ADDR, 1, 4, 1);
    slave_ar(&e, ADDR, 2, 7);
    slave_ar(&e, ADDR, 2, 8);
    assert_int_equal(window_model_reads(e.model), 2);
    assert_int_equal(window_model_writes(e.model), 1);
    window_model_list(e.model, text, sizeof text, 2);
    const char *const write = strstr(text, "write id 4"), *const read = strstr(text, "read id 7");
    assert_non_null(write);
    assert_non_null(read);
    assert_true(write < read);
    assert_non_null(strstr(text, "... and 1 more"));
    window_model_list(e.model, text, 20, 2);
    assert_true(strlen(text) < 20);
    end(&e);
}

static void reset_forgets_all_work(void **state) {
    (void)state;
    struct events e = host();
    uint32_t handle;
    slave_w(&e, 1, WHOLE);
    window_model_reset(e.model);
    slave_write(&e, ADDR, 2, 4, 10);
    slave_ar(&e, ADDR, 1, 4);
    legal(&e, aw(&e, ADDR, 2, &handle));
    legal(&e, w(&e, handle, 0, 10, WHOLE));
    window_model_reset(e.model);
    assert_true(window_model_idle(e.model));
    expect_only(&e, WINDOW_WAIT_COUNT);
    illegal(&e, done(&e, 4, OKAY), CHECK_MAG_HOST);
    illegal(&e, ar(&e, ADDR, 1), CHECK_MAG_HOST);
    slave_write(&e, ADDR, 1, 4, 20);
    memory_write(&e, ADDR, 1, 20, OKAY);
    legal(&e, done(&e, 4, OKAY));
    end(&e);
}

/* ---- windows of every shape ------------------------------------------------------------------ */

static void no_alarm_on_any_window_the_contract_allows(void **state) {
    (void)state;
    struct rng knobs;
    uint64_t words = 0, staged = 0, refused = 0, errors = 0;
    rng_init(&knobs, 1, "model.window", "shapes");
    for (uint64_t seed = 0; seed < 120; seed++) {
        const struct ideal_window_knobs k = ideal_window_random(&knobs);
        const struct ideal_window_result result = ideal_window_run(&k, seed, 100);
        if (result.alarms > 0)
            fail_msg("seed %llu, cycle %llu: %s %s | %s | %s", (unsigned long long)seed,
                     (unsigned long long)result.cycles, check_text(result.verdict.check),
                     result.verdict.what, result.verdict.request, result.verdict.progress);
        if (!result.idle)
            fail_msg("seed %llu: something is still owed", (unsigned long long)seed);
        words += result.stats.words_read + result.stats.words_written;
        staged += result.stats.words_staged;
        refused += result.stats.refused;
        errors += result.stats.errors;
    }
    assert_true(words > 50000 && staged > 2000 && refused > 300 && errors > 1000);
}

static enum check_id spoiled_id(enum window_spoil what, enum window_kind kind) {
    if (what == SPOIL_AR_MESH || what == SPOIL_AW_MESH)
        return CHECK_MAG_ALIAS;
    return kind == WINDOW_HOST ? CHECK_MAG_HOST : CHECK_MAG_INBOUND;
}

static void any_spoiled_event_is_caught_where_it_happens(void **state) {
    (void)state;
    unsigned spoiled = 0;
    for (uint64_t seed = 0; seed < 360; seed++) {
        struct rng r;
        rng_init(&r, seed, "model.window", "spoilt");
        struct ideal_window_knobs k = ideal_window_random(&r);
        k.errors = k.staging = false;
        k.spoil = (enum window_spoil)(1 + seed % (SPOIL_COUNT - 1));
        k.spoil_at = rng_below(&r, 20);
        const struct ideal_window_result result = ideal_window_run(&k, seed, 60);
        if (!result.spoiled)
            continue; /* a kind of event this window has none or few of */
        spoiled++;
        if (result.alarms == 0)
            fail_msg("seed %llu: spoil %u went unseen", (unsigned long long)seed, k.spoil);
        if (result.verdict.check != spoiled_id(k.spoil, k.kind))
            fail_msg("seed %llu: spoil %u called %s: %s", (unsigned long long)seed, k.spoil,
                     check_text(result.verdict.check), result.verdict.what);
    }
    assert_true(spoiled > 200);
}

const struct CMUnitTest model_window_tests[] = {
    cmocka_unit_test(a_read_burst_is_passed_on_and_answered),
    cmocka_unit_test(an_answer_may_leave_in_the_cycle_of_the_memorys),
    cmocka_unit_test(one_burst_on_memory_may_serve_two),
    cmocka_unit_test(a_word_nobody_owes_is_not_read),
    cmocka_unit_test(a_word_owed_twice_may_be_read_once_or_twice),
    cmocka_unit_test(wrong_top_bits_are_alias),
    cmocka_unit_test(an_r_beat_carries_its_word_and_its_resp),
    cmocka_unit_test(an_r_beat_before_its_word_is_caught),
    cmocka_unit_test(one_id_is_answered_in_order_and_ids_in_any),
    cmocka_unit_test(a_write_burst_is_passed_on_and_answered),
    cmocka_unit_test(w_may_lead_its_aw_on_the_slave),
    cmocka_unit_test(data_and_strobes_arrive_unchanged),
    cmocka_unit_test(bytes_without_a_strobe_are_not_compared),
    cmocka_unit_test(words_without_strobes_may_be_left_out),
    cmocka_unit_test(a_word_nobody_owes_is_not_written),
    cmocka_unit_test(an_aw_before_its_data_is_indep),
    cmocka_unit_test(a_b_comes_once_after_memorys_with_its_error),
    cmocka_unit_test(bs_of_one_id_come_in_order),
    cmocka_unit_test(writes_of_a_word_keep_the_order_of_their_id),
    cmocka_unit_test(like_writes_are_judged_in_the_designs_favour),
    cmocka_unit_test(refused_bursts_move_nothing_and_answer_slverr),
    cmocka_unit_test(a_refused_write_is_answered_after_its_data_and_with_an_error),
    cmocka_unit_test(inbound_writes_go_to_the_local_offset),
    cmocka_unit_test(bit_39_selects_the_store),
    cmocka_unit_test(past_the_end_of_the_store_is_slverr),
    cmocka_unit_test(without_a_store_bit_39_is_dropped),
    cmocka_unit_test(by_seed_rules_inbound_is_not_judged),
    cmocka_unit_test(a_read_waits_for_ar_then_r_then_the_master),
    cmocka_unit_test(a_value_for_another_read_may_answer_but_need_not),
    cmocka_unit_test(a_write_waits_for_aw_then_w_then_b_then_the_master),
    cmocka_unit_test(a_lost_answer_of_refused_and_staged_bursts_is_an_item),
    cmocka_unit_test(the_list_names_the_oldest_first),
    cmocka_unit_test(reset_forgets_all_work),
    cmocka_unit_test(no_alarm_on_any_window_the_contract_allows),
    cmocka_unit_test(any_spoiled_event_is_caught_where_it_happens),
};
const size_t model_window_test_count = sizeof model_window_tests / sizeof model_window_tests[0];
