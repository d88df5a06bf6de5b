/* The requesters' side of a memory port: when it calls a wait a stall, and what it says of it. It is
 * told transfers and needs neither RTL nor BFMs. */
#include "check/mem_stall.h"
#include "report_text.h"
#include "stall_suite.h"

#include <string.h>

enum { BOUND = 2000, MESH = 2, LOOK = 64 };

#define A ((struct position){2, 3})
#define B ((struct position){1, 4})
#define ELSEWHERE (UINT64_C(1) << 39 | UINT64_C(3) << 36)

static struct requester_watch watch;
static uint64_t cycle;

static void begin(bool requesters_wait) {
    const struct requester_watch_config config = {
        .books = {.mesh_id = MESH, .ap_decode = true},
        .requesters_wait = requesters_wait,
        .bound = BOUND,
    };
    cycle = 1000;
    assert_true(requester_watch_init(&watch, &config));
}

static void end(void) {
    requester_watch_free(&watch);
}

static void accept(struct position from, enum flit_type type, uint8_t txn,
                   const struct descriptor *d) {
    struct flit f = {.type = (uint8_t)type, .txn = txn, .src_x = from.x, .src_y = from.y};
    descriptor_pack(d, &f.payload);
    requester_watch_accept(&watch, &f, cycle++);
}

static void read(struct position from, uint64_t addr, unsigned words) {
    accept(from, FLIT_MEM_RD_REQ, 1,
           &(struct descriptor){.addr = addr, .len = (uint8_t)(words - 1)});
}

static void write(struct position from, uint8_t txn, unsigned words, unsigned data) {
    accept(from, FLIT_MEM_WR_REQ, txn,
           &(struct descriptor){.addr = 0x200, .len = (uint8_t)(words - 1)});
    for (unsigned i = 0; i < data; i++) {
        accept(from, FLIT_MEM_WR_DATA, 0, &(struct descriptor){0});
    }
}

static void answer(struct position to, uint8_t txn, unsigned word, bool last) {
    const struct flit f = {.type = FLIT_MEM_RD_RESP,
                           .dst_x = to.x,
                           .dst_y = to.y,
                           .txn = txn,
                           .rsvd = (uint8_t)word,
                           .last = last};
    requester_watch_emit(&watch, &f, cycle++);
}

/* Cycles of silence until the verdict; 0: none in three times the bound. */
static uint64_t silence(struct verdict *v) {
    const uint64_t last = cycle - 1;
    while (cycle < last + 3 * BOUND) {
        if (!requester_watch_tick(&watch, last, cycle++, v)) {
            return cycle - 1 - last;
        }
    }
    return 0;
}

static void a_dropped_read_is_a_stall_where_requesters_wait(void **state) {
    (void)state;
    struct verdict v;
    char why[200];
    begin(true);
    read(A, ELSEWHERE, 4);
    const uint64_t after = silence(&v);
    assert_in_range(after, BOUND, BOUND + LOOK);
    assert_int_equal(v.check, CHECK_SIM_STALL);
    assert_non_null(strstr(v.request, "MEM_RD_REQ (2,3) txn 0x01"));
    assert_true(requester_watch_fault(&watch, requester_watch_longest(&watch), why, sizeof why));
    assert_string_equal(why, "the read txn 0x01 of (2,3) was dropped at 1 000: it names aperture 0 "
                             "of mesh 3, aperture 0 of mesh 2 is served here");
    end();
}

static void nobody_waits_unless_it_is_said(void **state) {
    (void)state;
    struct verdict v;
    begin(false);
    read(A, ELSEWHERE, 4);
    write(B, 1, 2, 1);
    assert_int_equal(silence(&v), 0);
    assert_int_equal(transactions_open_count(watch.books), 1); /* not for ever one more */
    end();
}

static void an_answered_read_is_no_stall(void **state) {
    (void)state;
    struct verdict v;
    begin(true);
    read(A, 0x1000, 2);
    answer(A, 1, 0, false);
    answer(A, 1, 0, true);
    assert_int_equal(silence(&v), 0);
    end();
}

static void the_longest_waiting_is_the_one_without_a_flit_for_longest(void **state) {
    (void)state;
    begin(true);
    read(A, 0x1000, 2);
    read(B, 0x2000, 2);
    answer(A, 1, 0, false);
    assert_int_equal(requester_watch_longest(&watch)->accepted, 1001);
    assert_int_equal(requester_watch_find(&watch, 1000)->source.x, A.x);
    assert_null(requester_watch_find(&watch, 1002));
    end();
}

static void two_open_writes_are_kept_as_they_were(void **state) {
    (void)state;
    begin(true);
    write(A, 1, 4, 2);
    write(A, 2, 2, 2);
    const struct open_writes *p = requester_watch_pair(&watch, A, 1000);
    assert_non_null(p);
    assert_int_equal(p->first.accepted, 1000);
    assert_int_equal(p->second.accepted, 1003);
    assert_int_equal(p->got_then, 2);
    assert_int_equal(p->first.got, 2);
    assert_int_equal(p->second.got, 2);
    assert_ptr_equal(requester_watch_pair(&watch, A, 1003), p);
    assert_null(requester_watch_pair(&watch, A, 1002));
    end();
}

static void writes_one_after_the_other_are_no_pair(void **state) {
    (void)state;
    begin(true);
    write(A, 1, 2, 2);
    write(B, 1, 2, 1);
    write(A, 2, 2, 2);
    assert_null(requester_watch_pair(&watch, A, 1000));
    assert_null(requester_watch_pair(&watch, B, 1003));
    requester_watch_reset(&watch);
    assert_false(requester_watch_waits(&watch));
    write(B, 2, 2, 1);
    assert_null(requester_watch_pair(&watch, B, cycle - 2));
    end();
}

/* A run of 3 entries of 2 words to A and its peer B, whose queue takes 4. */
static void run_for_two(void) {
    const struct descriptor d = {.addr = 0x1000,
                                 .flags = FLAG_STREAM,
                                 .count = 3,
                                 .entry_words = 2,
                                 .n_peer = 1,
                                 .peer = {B}};
    requester_watch_depth(&watch, B, 4);
    accept(A, FLIT_MEM_RD_REQ, 7, &d);
}

static void send_entry(struct position to, unsigned entry) {
    answer(to, (uint8_t)(7 + entry), 0, false);
    answer(to, (uint8_t)(7 + entry), 1, true);
}

static void a_peer_is_overcommitted_by_what_is_for_it_alone(void **state) {
    (void)state;
    struct overcommitted o;
    begin(false);
    run_for_two();
    for (unsigned entry = 0; entry < 2; entry++) {
        send_entry(A, entry);
        assert_false(requester_watch_overcommitted(&watch, &o)); /* not yet full */
        send_entry(B, entry);
    }
    assert_true(requester_watch_overcommitted(&watch, &o));
    assert_int_equal(o.at.x, B.x);
    assert_int_equal(o.depth, 4);
    assert_int_equal(o.asked, 6);
    assert_int_equal(o.here, 4);
    assert_int_equal(o.requests, 1);
    assert_int_equal(o.since, cycle - 1);
    send_entry(A, 2);
    send_entry(B, 2);
    assert_false(requester_watch_overcommitted(&watch, &o));
    end();
}

static void a_full_queue_with_nothing_to_come_is_not_overcommitted(void **state) {
    (void)state;
    struct overcommitted o;
    begin(false);
    requester_watch_depth(&watch, A, 2);
    read(A, 0x1000, 2);
    answer(A, 1, 0, false);
    assert_false(requester_watch_overcommitted(&watch, &o));
    answer(A, 1, 0, true);
    assert_false(requester_watch_overcommitted(&watch, &o));
    end();
}

static void what_is_open_is_listed_with_the_fault_of_each(void **state) {
    (void)state;
    char list[2400], cause[STALL_CAUSE_SIZE];
    struct stall_chain chain = stall_chain_into(list, sizeof list, cause);
    begin(true);
    mem_stall_list_open(&watch, &chain);
    assert_string_equal(list, "");
    read(A, ELSEWHERE, 4);
    for (unsigned i = 0; i < 6; i++) {
        read(B, 0x1000, 2);
    }
    mem_stall_list_open(&watch, &chain);
    report_unwrap(list);
    assert_non_null(strstr(list, "requester (2,3) waits for MEM_RD_REQ txn 0x01, sent at 1 000: 0 "
                                 "of 4 flits here; the read txn 0x01 of (2,3) was dropped at"));
    assert_non_null(strstr(list, "requester (1,4) waits for MEM_RD_REQ txn 0x01, sent at 1 001: 0 "
                                 "of 2 flits here requester"));
    assert_non_null(strstr(list, "... and 1 more"));
    end();
}

const struct CMUnitTest requester_tests[] = {
    cmocka_unit_test(a_dropped_read_is_a_stall_where_requesters_wait),
    cmocka_unit_test(nobody_waits_unless_it_is_said),
    cmocka_unit_test(an_answered_read_is_no_stall),
    cmocka_unit_test(the_longest_waiting_is_the_one_without_a_flit_for_longest),
    cmocka_unit_test(two_open_writes_are_kept_as_they_were),
    cmocka_unit_test(writes_one_after_the_other_are_no_pair),
    cmocka_unit_test(a_peer_is_overcommitted_by_what_is_for_it_alone),
    cmocka_unit_test(what_is_open_is_listed_with_the_fault_of_each),
    cmocka_unit_test(a_full_queue_with_nothing_to_come_is_not_overcommitted),
};
const size_t requester_test_count = sizeof requester_tests / sizeof *requester_tests;
