/* Versioned memory: what a read may and may not return, then random histories judged against a
 * brute-force search over every order the intervals allow; and the staging store made of it. */
#include "model_memory_suite.h"

#include "sim/rng.h"
#include "staging.h"
#include "versions.h"

#define PLACE UINT64_C(0x123456789abcdef0)
#define WHOLE 0xffffffffu

static struct word number(uint32_t n) {
    struct word w;
    for (unsigned i = 0; i < 8; i++)
        w.w[i] = n * 0x01010101u;
    return w;
}

static bool reads(const struct versions *v, uint32_t n, uint64_t from, uint64_t to) {
    const struct word w = number(n);
    return versions_may_read(v, PLACE, &w, from, to);
}

static uint32_t begin(struct versions *v, uint32_t n, uint32_t strb, uint64_t cycle) {
    const struct word w = number(n);
    return versions_begin(v, PLACE, &w, strb, cycle);
}

static void store(struct versions *v, uint32_t n, uint32_t strb, uint64_t from, uint64_t to) {
    versions_end(v, begin(v, n, strb, from), to);
}

/* ---- one write ------------------------------------------------------------------------------- */

static void an_unwritten_word_may_be_anything(void **state) {
    (void)state;
    struct versions *const v = versions_new(NULL, NULL);
    struct word out;
    assert_true(reads(v, 7, 0, 0));
    assert_false(versions_settled(v, PLACE, &out));
    assert_false(versions_newest(v, PLACE, &out));
    versions_free(v);
}

static bool sevens(void *context, uint64_t place, struct word *out) {
    *out = number(7);
    return place == *(const uint64_t *)context;
}

static void an_unwritten_word_may_be_what_the_caller_knows(void **state) {
    (void)state;
    uint64_t place = PLACE;
    struct versions *const v = versions_new(sevens, &place);
    struct word out;
    assert_true(reads(v, 7, 0, 0));
    assert_false(reads(v, 8, 0, 0));
    assert_true(versions_settled(v, PLACE, &out));
    assert_int_equal(out.w[0], 0x07070707);
    store(v, 8, 0x0000ffff, 10, 20);
    assert_true(versions_settled(v, PLACE, &out));
    assert_int_equal(out.w[3], 0x08080808);
    assert_int_equal(out.w[4], 0x07070707);
    assert_true(versions_may_read(v, PLACE, &out, 21, 21));
    assert_false(reads(v, 7, 21, 30));
    assert_true(reads(v, 7, 20, 30));
    versions_free(v);
}

static void a_write_is_possible_from_its_begin_and_certain_after_its_end(void **state) {
    (void)state;
    struct versions *const v = versions_new(NULL, NULL);
    store(v, 1, WHOLE, 10, 20);
    const uint32_t second = begin(v, 2, WHOLE, 100);
    assert_false(reads(v, 2, 21, 99));
    assert_true(reads(v, 1, 21, 99));
    assert_true(reads(v, 2, 21, 100));
    assert_true(reads(v, 1, 500, 600));
    assert_true(reads(v, 2, 500, 600));
    versions_end(v, second, 200);
    assert_true(reads(v, 1, 200, 600));
    assert_false(reads(v, 1, 201, 600));
    assert_true(reads(v, 2, 201, 600));
    assert_false(reads(v, 3, 201, 600));
    versions_free(v);
}

static void concurrent_writes_may_end_in_either_order(void **state) {
    (void)state;
    struct versions *const v = versions_new(NULL, NULL);
    const uint32_t a = begin(v, 1, WHOLE, 10), b = begin(v, 2, WHOLE, 15);
    versions_end(v, b, 20);
    versions_end(v, a, 30);
    struct word out;
    assert_true(reads(v, 1, 40, 50));
    assert_true(reads(v, 2, 40, 50));
    assert_false(versions_settled(v, PLACE, &out));
    store(v, 3, WHOLE, 31, 60);
    assert_false(reads(v, 1, 61, 61));
    assert_false(reads(v, 2, 61, 61));
    assert_true(versions_settled(v, PLACE, &out));
    assert_int_equal(out.w[0], 0x03030303);
    versions_free(v);
}

static void an_abandoned_write_may_or_may_not_have_happened(void **state) {
    (void)state;
    struct versions *const v = versions_new(NULL, NULL);
    struct word out;
    store(v, 1, WHOLE, 10, 20);
    begin(v, 2, WHOLE, 30);
    versions_reset(v, 40);
    assert_true(reads(v, 1, 100, 100));
    assert_true(reads(v, 2, 100, 100));
    assert_false(versions_settled(v, PLACE, &out));
    store(v, 3, WHOLE, 41, 50);
    assert_false(reads(v, 1, 51, 51));
    assert_false(reads(v, 2, 51, 51));
    assert_true(reads(v, 3, 51, 51));
    versions_free(v);
}

static void unknown_data_may_be_anything_until_overwritten(void **state) {
    (void)state;
    struct versions *const v = versions_new(NULL, NULL);
    struct word out;
    store(v, 1, WHOLE, 10, 20);
    versions_end(v, versions_begin(v, PLACE, NULL, 1, 30), 40);
    struct word odd = number(1);
    odd.w[0] ^= 0xff;
    assert_true(versions_may_read(v, PLACE, &odd, 50, 50));
    odd.w[0] ^= 0xff00;
    assert_false(versions_may_read(v, PLACE, &odd, 50, 50));
    assert_false(versions_settled(v, PLACE, &out));
    assert_true(versions_newest(v, PLACE, &out));
    store(v, 2, WHOLE, 50, 60);
    assert_false(versions_may_read(v, PLACE, &odd, 61, 61));
    versions_free(v);
}

/* ---- bytes ----------------------------------------------------------------------------------- */

static void a_word_is_not_torn_between_whole_writes(void **state) {
    (void)state;
    struct versions *const v = versions_new(NULL, NULL);
    store(v, 1, WHOLE, 10, 20);
    begin(v, 2, WHOLE, 30);
    struct word torn = number(1);
    torn.w[7] = number(2).w[7];
    assert_false(versions_may_read(v, PLACE, &torn, 40, 50));
    store(v, 9, 1, 30, 60);
    assert_false(versions_may_read(v, PLACE, &torn, 61, 70));
    torn = number(2);
    torn.w[0] = (torn.w[0] & ~0xffu) | 9;
    assert_true(versions_may_read(v, PLACE, &torn, 61, 70));
    versions_free(v);
}

static void partial_writes_change_their_bytes_only(void **state) {
    (void)state;
    struct versions *const v = versions_new(NULL, NULL);
    store(v, 1, WHOLE, 10, 20);
    store(v, 2, 0x000000f0, 30, 40);
    struct word right = number(1);
    right.w[1] = number(2).w[1];
    assert_true(versions_may_read(v, PLACE, &right, 41, 41));
    assert_false(reads(v, 1, 41, 41));
    assert_false(reads(v, 2, 41, 41));
    assert_true(reads(v, 1, 40, 41));
    store(v, 3, WHOLE, 50, 60);
    assert_false(versions_may_read(v, PLACE, &right, 61, 61));
    right = number(3);
    right.w[1] = number(2).w[1];
    assert_false(versions_may_read(v, PLACE, &right, 61, 61));
    versions_free(v);
}

static void a_write_without_strobes_changes_nothing(void **state) {
    (void)state;
    struct versions *const v = versions_new(NULL, NULL);
    assert_int_equal(begin(v, 1, 0, 10), VERSIONS_NONE);
    versions_end(v, VERSIONS_NONE, 20);
    versions_abandon(v, VERSIONS_NONE, 20);
    assert_true(reads(v, 5, 30, 30));
    assert_int_equal(versions_kept(v), 0);
    versions_free(v);
}

/* ---- forgetting ------------------------------------------------------------------------------ */

static void what_no_read_can_see_is_dropped(void **state) {
    (void)state;
    struct versions *const v = versions_new(NULL, NULL);
    for (uint32_t n = 0; n < 10000; n++) {
        store(v, n & 255, WHOLE, 10 * n, 10 * n + 5);
        versions_forget(v, 10 * n);
    }
    assert_int_equal(versions_written(v), 10000);
    assert_true(versions_kept(v) < 5);
    assert_true(reads(v, 9999 & 255, 99999, 99999));
    assert_false(reads(v, 9998 & 255, 99999, 99999));
    versions_clear(v);
    assert_true(reads(v, 200, 0, 0));
    assert_int_equal(versions_kept(v), 0);
    versions_free(v);
}

static void places_do_not_mix(void **state) {
    (void)state;
    struct versions *const v = versions_new(NULL, NULL);
    for (uint64_t place = 0; place < 5000; place++) {
        const struct word w = number((uint32_t)place & 255);
        versions_end(v, versions_begin(v, place << 33, &w, WHOLE, place), place);
    }
    for (uint64_t place = 0; place < 5000; place++) {
        const struct word right = number((uint32_t)place & 255);
        const struct word wrong = number((uint32_t)(place + 1) & 255);
        assert_true(versions_may_read(v, place << 33, &right, 9000, 9000));
        assert_false(versions_may_read(v, place << 33, &wrong, 9000, 9000));
    }
    versions_free(v);
}

/* ---- against brute force --------------------------------------------------------------------- */

#define HISTORY 5

struct past_write {
    uint64_t begin, end; /* end: UINT64_MAX while under way */
    uint32_t n, strb;
    bool abandoned;
};

struct history {
    struct past_write write[HISTORY];
    unsigned count;
    uint64_t from, to;
    struct word value, untouched;
};

static struct word merged(struct word under, const struct past_write *w) {
    const struct word over = number(w->n);
    for (unsigned i = 0; i < 32; i++)
        if ((w->strb >> i & 1) != 0) {
            const uint32_t mask = 0xffu << i % 4 * 8;
            under.w[i / 4] = (under.w[i / 4] & ~mask) | (over.w[i / 4] & mask);
        }
    return under;
}

/* Extends an order of effects by any write that no other unplaced one must precede; after each
 * step the read may take place, unless a write that ended before it is still to come. */
static bool search(const struct history *h, unsigned placed, struct word word) {
    bool read_now = word_equal(&word, &h->value);
    for (unsigned i = 0; i < h->count; i++)
        if ((placed >> i & 1) == 0 && h->write[i].end < h->from && !h->write[i].abandoned)
            read_now = false;
    if (read_now)
        return true;
    for (unsigned i = 0; i < h->count; i++) {
        bool next = (placed >> i & 1) == 0 && h->write[i].begin <= h->to;
        for (unsigned j = 0; next && j < h->count; j++)
            next = (placed >> j & 1) != 0 || j == i || h->write[j].end >= h->write[i].begin;
        if (next && search(h, placed | 1u << i, merged(word, &h->write[i])))
            return true;
        /* An abandoned write may also be skipped. */
        if ((placed >> i & 1) == 0 && h->write[i].abandoned && search(h, placed | 1u << i, word))
            return true;
    }
    return false;
}

static bool known_untouched(void *context, uint64_t place, struct word *out) {
    (void)place;
    *out = *(const struct word *)context;
    return true;
}

static uint32_t random_strobes(struct rng *r, bool whole) {
    static const uint32_t some[] = {0x1, 0xffff, 0xffff0000, 0xfffffffe};
    return whole ? WHOLE : some[rng_below(r, 4)];
}

static struct word random_value(struct rng *r, const struct history *h) {
    struct word w = h->untouched;
    for (unsigned i = 0; i < 3; i++)
        if (h->count > 0 && rng_chance(r, 700))
            w = merged(w, &h->write[rng_below(r, h->count)]);
    return w;
}

/* Begins and ends writes in random order; returns the cycle in which the last thing happened. */
static uint64_t make_history(struct rng *r, struct versions *v, struct history *h, bool whole) {
    uint32_t handle[HISTORY];
    unsigned open = 0;
    uint64_t cycle = 10;
    h->count = 0;
    while (h->count < HISTORY && rng_chance(r, 900)) {
        cycle += rng_below(r, 3);
        if (rng_chance(r, 500)) {
            h->write[h->count] = (struct past_write){.begin = cycle,
                                                     .end = UINT64_MAX,
                                                     .n = rng_range(r, 1, 3),
                                                     .strb = random_strobes(r, whole)};
            handle[h->count] = begin(v, h->write[h->count].n, h->write[h->count].strb, cycle);
            open |= 1u << h->count++;
        }
        const unsigned i = rng_below(r, HISTORY);
        if ((open >> i & 1) == 0)
            continue;
        open &= ~(1u << i);
        h->write[i].end = cycle;
        h->write[i].abandoned = rng_chance(r, 200);
        if (h->write[i].abandoned)
            versions_abandon(v, handle[i], cycle);
        else
            versions_end(v, handle[i], cycle);
    }
    return cycle;
}

static void judge_history(struct rng *r, bool whole, unsigned *legal, unsigned *lenient) {
    struct history h = {.untouched = number(4)};
    struct versions *const v = versions_new(known_untouched, &h.untouched);
    const uint64_t last = make_history(r, v, &h, whole);
    for (unsigned i = 0; i < 8; i++) {
        h.from = rng_range(r, 8, (uint32_t)last + 2);
        h.to = h.from + rng_below(r, 6);
        h.value = random_value(r, &h);
        const bool told = versions_may_read(v, PLACE, &h.value, h.from, h.to);
        const bool right = search(&h, 0, h.untouched);
        if (right && !told)
            fail_msg("a legal value was refused");
        *legal += right;
        *lenient += told && !right;
    }
    versions_free(v);
}

static void whole_writes_are_judged_exactly(void **state) {
    (void)state;
    struct rng r;
    unsigned legal = 0, lenient = 0;
    rng_init(&r, 1, "model.versions", "whole");
    for (unsigned i = 0; i < 3000; i++)
        judge_history(&r, true, &legal, &lenient);
    assert_int_equal(lenient, 0);
    assert_true(legal > 6000 && legal < 22000);
}

static void partial_writes_are_never_refused_and_seldom_let_off(void **state) {
    (void)state;
    struct rng r;
    unsigned legal = 0, lenient = 0;
    rng_init(&r, 2, "model.versions", "partial");
    for (unsigned i = 0; i < 3000; i++)
        judge_history(&r, rng_chance(&r, 500), &legal, &lenient);
    assert_true(legal > 6000 && legal < 22000);
    assert_true(lenient < 24000 / 50);
}

/* Dropping old values may not change a verdict on reads that begin after the horizon. */
static void forgetting_changes_no_later_verdict(void **state) {
    (void)state;
    struct rng r;
    rng_init(&r, 3, "model.versions", "forget");
    struct versions *const all = versions_new(NULL, NULL), *const few = versions_new(NULL, NULL);
    uint32_t handle[2][4];
    bool open[4] = {false};
    for (uint64_t cycle = 10; cycle < 2000; cycle++) {
        const unsigned i = rng_below(&r, 4);
        const uint32_t n = rng_range(&r, 1, 3), strb = random_strobes(&r, rng_chance(&r, 700));
        if (open[i] && rng_chance(&r, 500)) {
            versions_end(all, handle[0][i], cycle);
            versions_end(few, handle[1][i], cycle);
        } else if (!open[i]) {
            handle[0][i] = begin(all, n, strb, cycle);
            handle[1][i] = begin(few, n, strb, cycle);
        } else {
            continue;
        }
        open[i] = !open[i];
        versions_forget(few, cycle - 9);
        const uint64_t from = cycle - rng_below(&r, 9);
        struct word value = number(n);
        value.w[7] = number(rng_range(&r, 1, 3)).w[7];
        assert_int_equal(versions_may_read(all, PLACE, &value, from, cycle),
                         versions_may_read(few, PLACE, &value, from, cycle));
    }
    assert_true(versions_kept(few) < 40);
    assert_true(versions_kept(all) > 500);
    versions_free(all);
    versions_free(few);
}

/* ---- the staging store ----------------------------------------------------------------------- */

#define STORE (UINT64_C(1) << 39)
#define MESH(n) ((uint64_t)(n) << 36)

static void the_store_serves_aperture_0_of_its_own_mesh(void **state) {
    (void)state;
    struct staging *const s = staging_new(&(struct staging_config){.mesh_id = 2, .words = 5});
    assert_true(staging_serves(s, STORE | MESH(2)));
    assert_true(staging_serves(s, STORE | MESH(2) | 0xfffffff0));
    assert_false(staging_serves(s, MESH(2)));
    assert_false(staging_serves(s, STORE | MESH(1)));
    assert_false(staging_serves(s, STORE | MESH(2) | UINT64_C(1) << 32));
    assert_true(staging_serves_inbound(s, STORE | MESH(1)));
    assert_false(staging_serves_inbound(s, MESH(2)));
    assert_false(staging_past_end(s, STORE | MESH(2) | 4 * 32));
    assert_true(staging_past_end(s, STORE | MESH(2) | 5 * 32));
    staging_free(s);
    struct staging *const none = staging_new(&(struct staging_config){.mesh_id = 2});
    assert_false(staging_serves(none, STORE | MESH(2)));
    assert_false(staging_serves_inbound(none, STORE | MESH(2)));
    staging_free(none);
}

static void the_store_keeps_words_and_reads_zero_past_its_end(void **state) {
    (void)state;
    struct staging *const s = staging_new(&(struct staging_config){.words = 5});
    const struct word one = number(1), two = number(2), zero = number(0);
    struct word out;
    assert_true(staging_may_hold(s, STORE, &one, 0, 0));
    assert_false(staging_settled(s, STORE, &out));
    staging_write_end(s, staging_write_begin(s, STORE, &one, WHOLE, 10), 20);
    assert_true(staging_may_hold(s, STORE, &one, 30, 30));
    assert_false(staging_may_hold(s, STORE, &two, 30, 30));
    assert_true(staging_settled(s, STORE | MESH(1), &out));
    assert_true(word_equal(&out, &one));
    staging_example(s, STORE, &out);
    assert_true(word_equal(&out, &one));
    const uint64_t past = STORE | 5 * 32;
    assert_int_equal(staging_write_begin(s, past, &one, WHOLE, 40), VERSIONS_NONE);
    assert_false(staging_may_hold(s, past, &one, 50, 50));
    assert_true(staging_may_hold(s, past, &zero, 50, 50));
    assert_true(staging_settled(s, past, &out));
    assert_true(word_is_zero(&out));
    staging_free(s);
}

static void the_store_survives_reset_but_for_words_under_way(void **state) {
    (void)state;
    struct staging *const s = staging_new(&(struct staging_config){.words = 5});
    const struct word one = number(1), two = number(2), three = number(3);
    staging_write_end(s, staging_write_begin(s, STORE, &one, WHOLE, 10), 20);
    staging_write_begin(s, STORE, &two, WHOLE, 30);
    staging_write_abandon(s, staging_write_begin(s, STORE, &three, WHOLE, 30), 35);
    staging_reset(s, 40);
    staging_forget(s, 50);
    assert_true(staging_may_hold(s, STORE, &one, 50, 50));
    assert_true(staging_may_hold(s, STORE, &two, 50, 50));
    assert_true(staging_may_hold(s, STORE, &three, 50, 50));
    staging_write_end(s, staging_write_begin(s, STORE, &one, WHOLE, 60), 70);
    assert_true(staging_may_hold(s, STORE, &one, 71, 71));
    assert_false(staging_may_hold(s, STORE, &two, 71, 71));
    staging_free(s);
}

const struct CMUnitTest model_versions_tests[] = {
    cmocka_unit_test(an_unwritten_word_may_be_anything),
    cmocka_unit_test(an_unwritten_word_may_be_what_the_caller_knows),
    cmocka_unit_test(a_write_is_possible_from_its_begin_and_certain_after_its_end),
    cmocka_unit_test(concurrent_writes_may_end_in_either_order),
    cmocka_unit_test(an_abandoned_write_may_or_may_not_have_happened),
    cmocka_unit_test(unknown_data_may_be_anything_until_overwritten),
    cmocka_unit_test(a_word_is_not_torn_between_whole_writes),
    cmocka_unit_test(partial_writes_change_their_bytes_only),
    cmocka_unit_test(a_write_without_strobes_changes_nothing),
    cmocka_unit_test(what_no_read_can_see_is_dropped),
    cmocka_unit_test(places_do_not_mix),
    cmocka_unit_test(whole_writes_are_judged_exactly),
    cmocka_unit_test(partial_writes_are_never_refused_and_seldom_let_off),
    cmocka_unit_test(forgetting_changes_no_later_verdict),
    cmocka_unit_test(the_store_serves_aperture_0_of_its_own_mesh),
    cmocka_unit_test(the_store_keeps_words_and_reads_zero_past_its_end),
    cmocka_unit_test(the_store_survives_reset_but_for_words_under_way),
};
const size_t model_versions_test_count =
    sizeof model_versions_tests / sizeof model_versions_tests[0];
