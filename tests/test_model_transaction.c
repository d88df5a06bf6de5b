/* The books of requests at a memory port's links: what is owed, what answers what. */
#include "model_memory_suite.h"
#include "transaction.h"

#include <string.h>

enum { ENDED_MAX = 16 };

struct books {
    struct transactions *t;
    struct transaction ended[ENDED_MAX];
    unsigned count;
    uint64_t cycle;
};

static void note_end(void *context, const struct transaction *t) {
    struct books *const b = context;
    assert_true(b->count < ENDED_MAX);
    b->ended[b->count++] = *t;
}

static void open_books(struct books *b, bool ap_decode) {
    memset(b, 0, sizeof *b);
    const struct transactions_config config = {
        .mesh_id = 2, .ap_decode = ap_decode, .ended = note_end, .context = b};
    b->t = transactions_new(&config);
    assert_non_null(b->t);
}

static void close_books(struct books *b) {
    transactions_free(b->t);
}

/* Endpoints are written as two digits: 23 is (2,3). Every flit takes the next cycle. */
static void request(struct books *b, uint8_t type, unsigned source, uint8_t txn,
                    const struct descriptor *d) {
    struct flit f = {
        .type = type, .txn = txn, .src_x = (uint8_t)(source / 10), .src_y = (uint8_t)(source % 10)};
    descriptor_pack(d, &f.payload);
    transactions_accept(b->t, &f, b->cycle++);
}

static void data(struct books *b, unsigned source) {
    const struct flit f = {
        .type = FLIT_MEM_WR_DATA, .src_x = (uint8_t)(source / 10), .src_y = (uint8_t)(source % 10)};
    transactions_accept(b->t, &f, b->cycle++);
}

static void word(struct books *b, unsigned to, uint8_t txn, uint8_t rsvd, bool last) {
    const struct flit f = {.type = FLIT_MEM_RD_RESP,
                           .dst_x = (uint8_t)(to / 10),
                           .dst_y = (uint8_t)(to % 10),
                           .txn = txn,
                           .rsvd = rsvd,
                           .last = last};
    transactions_emit(b->t, &f, b->cycle++);
}

static void ack(struct books *b, unsigned to, uint8_t txn) {
    const struct flit f = {.type = FLIT_MEM_WR_ACK,
                           .dst_x = (uint8_t)(to / 10),
                           .dst_y = (uint8_t)(to % 10),
                           .txn = txn,
                           .last = 1};
    transactions_emit(b->t, &f, b->cycle++);
}

static const struct descriptor two_words = {.addr = 0x1000, .len = 1};
static const struct descriptor run_2x2 = {
    .addr = 0x2000, .flags = FLAG_STREAM, .count = 2, .entry_words = 2};

static void a_plain_read_ends_with_its_last_word(void **state) {
    (void)state;
    struct books b;
    open_books(&b, false);
    b.cycle = 100;
    request(&b, FLIT_MEM_RD_REQ, 23, 0x40, &two_words);
    b.cycle = 120;
    word(&b, 23, 0x40, 0, false);
    assert_int_equal(b.count, 0);
    assert_int_equal(transactions_open_count(b.t), 1);
    assert_int_equal(transactions_open(b.t, 0)->received, 1);
    word(&b, 23, 0x40, 0, true);
    assert_int_equal(b.count, 1);
    const struct transaction *const t = &b.ended[0];
    assert_int_equal(t->number, 1);
    assert_int_equal(t->kind, TRANSACTION_READ);
    assert_int_equal(t->source.x, 2);
    assert_int_equal(t->source.y, 3);
    assert_int_equal(t->descriptor.addr, 0x1000);
    assert_int_equal(t->owed, 2);
    assert_int_equal(t->accepted, 100);
    assert_int_equal(t->first, 120);
    assert_int_equal(t->last, 121);
    assert_true(transaction_done(t));
    assert_int_equal(transactions_open_count(b.t), 0);
    assert_int_equal(transactions_unmatched(b.t), 0);
    close_books(&b);
}

static void a_run_is_owed_to_every_destination(void **state) {
    (void)state;
    struct books b;
    open_books(&b, false);
    struct descriptor d = run_2x2;
    d.n_peer = 2;
    d.peer[0] = (struct position){1, 2};
    d.peer[1] = (struct position){3, 3};
    request(&b, FLIT_MEM_RD_REQ, 11, 0xff, &d);
    static const unsigned to[] = {11, 12, 33};
    for (unsigned entry = 0; entry < 2; entry++)
        for (unsigned i = 0; i < 3; i++)
            for (uint8_t w = 0; w < 2; w++) {
                assert_int_equal(b.count, 0);
                word(&b, to[i], (uint8_t)(0xff + entry), w, w == 1);
            }
    assert_int_equal(b.count, 1);
    assert_int_equal(b.ended[0].kind, TRANSACTION_RUN);
    assert_int_equal(b.ended[0].owed, 12);
    assert_int_equal(transactions_unmatched(b.t), 0);
    close_books(&b);
}

static void a_destination_listed_twice_is_owed_twice(void **state) {
    (void)state;
    struct books b;
    open_books(&b, false);
    struct descriptor d = run_2x2;
    d.n_peer = 1;
    d.peer[0] = (struct position){1, 1};
    request(&b, FLIT_MEM_RD_REQ, 11, 0, &d);
    for (uint8_t entry = 0; entry < 2; entry++)
        for (unsigned copy = 0; copy < 2; copy++)
            for (uint8_t w = 0; w < 2; w++)
                word(&b, 11, entry, w, w == 1);
    assert_int_equal(b.count, 1);
    assert_int_equal(b.ended[0].received, 8);
    word(&b, 11, 1, 1, true);
    assert_int_equal(transactions_unmatched(b.t), 1);
    close_books(&b);
}

static void a_write_ends_with_its_ack(void **state) {
    (void)state;
    struct books b;
    open_books(&b, false);
    request(&b, FLIT_MEM_WR_REQ, 11, 7, &two_words);
    request(&b, FLIT_MEM_WR_REQ, 22, 7, &two_words);
    data(&b, 22);
    data(&b, 11);
    data(&b, 22);
    assert_int_equal(transactions_open(b.t, 0)->data_received, 1);
    assert_int_equal(transactions_open(b.t, 1)->data_received, 2);
    assert_int_equal(transactions_open(b.t, 1)->last_data, 4);
    ack(&b, 22, 7);
    assert_int_equal(b.count, 1);
    assert_int_equal(b.ended[0].number, 2);
    assert_int_equal(b.ended[0].kind, TRANSACTION_WRITE);
    assert_int_equal(b.ended[0].owed, 1);
    data(&b, 11);
    ack(&b, 11, 7);
    assert_int_equal(b.count, 2);
    assert_int_equal(b.ended[1].number, 1);
    close_books(&b);
}

/* The mesh may deliver a source's next write before the ack of the one before it has left. */
static void an_ack_prefers_the_write_whose_data_came(void **state) {
    (void)state;
    struct books b;
    open_books(&b, false);
    request(&b, FLIT_MEM_WR_REQ, 11, 7, &two_words);
    data(&b, 11);
    data(&b, 11);
    request(&b, FLIT_MEM_WR_REQ, 11, 7, &two_words);
    data(&b, 11);
    assert_int_equal(transactions_open(b.t, 0)->data_received, 2);
    assert_int_equal(transactions_open(b.t, 1)->data_received, 1);
    ack(&b, 11, 7);
    assert_int_equal(b.ended[0].number, 1);
    close_books(&b);
}

static void like_requests_are_answered_oldest_first(void **state) {
    (void)state;
    struct books b;
    open_books(&b, false);
    request(&b, FLIT_MEM_RD_REQ, 11, 5, &two_words);
    request(&b, FLIT_MEM_RD_REQ, 11, 5, &two_words);
    word(&b, 11, 5, 0, false);
    word(&b, 11, 5, 0, true);
    assert_int_equal(b.count, 1);
    assert_int_equal(b.ended[0].number, 1);
    word(&b, 11, 5, 0, false);
    word(&b, 11, 5, 0, true);
    assert_int_equal(b.count, 2);
    assert_int_equal(b.ended[1].number, 2);
    close_books(&b);
}

/* A run may overtake a plain read of the same txn; word indices tell their flits apart. */
static void a_word_index_tells_a_run_from_a_plain_read(void **state) {
    (void)state;
    struct books b;
    open_books(&b, false);
    request(&b, FLIT_MEM_RD_REQ, 11, 5, &two_words);
    request(&b, FLIT_MEM_RD_REQ, 11, 5, &run_2x2);
    word(&b, 11, 6, 0, false); /* out of order: only the run has this txn */
    assert_int_equal(transactions_open(b.t, 0)->received, 0);
    assert_int_equal(transactions_open(b.t, 1)->received, 1);
    word(&b, 11, 5, 1, true);
    assert_int_equal(transactions_open(b.t, 1)->received, 2);
    close_books(&b);
}

static void dropped_reads_stay_open(void **state) {
    (void)state;
    struct books b;
    open_books(&b, true);
    const struct descriptor own = {.addr = UINT64_C(0xa000000000)};
    const struct descriptor other_mesh = {.addr = UINT64_C(0x9000000000)};
    const struct descriptor other_aperture = {.addr = UINT64_C(0xa100000000)};
    request(&b, FLIT_MEM_RD_REQ, 11, 0, &other_mesh);
    request(&b, FLIT_MEM_RD_REQ, 11, 1, &own);
    request(&b, FLIT_MEM_RD_REQ, 11, 2, &other_aperture);
    request(&b, FLIT_MEM_RD_REQ, 11, 3, &own);
    assert_int_equal(transactions_open_count(b.t), 4);
    for (unsigned i = 0; i < 4; i++) {
        const struct transaction *const t = transactions_open(b.t, i);
        assert_int_equal(t->number, i + 1);
        assert_int_equal(t->drop, i % 2 == 0 ? TRANSACTION_APERTURE : TRANSACTION_SERVED);
    }
    assert_null(transactions_open(b.t, 4));
    word(&b, 11, 0, 0, true);
    assert_int_equal(transactions_unmatched(b.t), 1);
    word(&b, 11, 1, 0, true);
    word(&b, 11, 3, 0, true);
    assert_int_equal(b.count, 2);
    assert_int_equal(transactions_open_count(b.t), 2);
    assert_int_equal(transactions_open(b.t, 1)->number, 3);
    close_books(&b);
}

static void apertures_are_memory_where_none_is_decoded(void **state) {
    (void)state;
    struct books b;
    open_books(&b, false);
    const struct descriptor d = {.addr = UINT64_C(0x9000000000)};
    request(&b, FLIT_MEM_RD_REQ, 11, 0, &d);
    word(&b, 11, 0, 0, true);
    assert_int_equal(b.count, 1);
    close_books(&b);
}

static void dropped_writes_end_with_their_data(void **state) {
    (void)state;
    struct books b;
    open_books(&b, true);
    const struct descriptor other_mesh = {.addr = UINT64_C(0x9000000000), .len = 1};
    const struct descriptor too_long = {.addr = 0x1000, .len = 8};
    request(&b, FLIT_MEM_WR_REQ, 11, 0, &other_mesh);
    data(&b, 11);
    assert_int_equal(b.count, 0);
    data(&b, 11);
    assert_int_equal(b.count, 1);
    assert_int_equal(b.ended[0].drop, TRANSACTION_APERTURE);
    assert_false(transaction_done(&b.ended[0]));
    request(&b, FLIT_MEM_WR_REQ, 11, 0, &too_long);
    for (unsigned i = 0; i < 9; i++)
        data(&b, 11);
    assert_int_equal(b.count, 2);
    assert_int_equal(b.ended[1].drop, TRANSACTION_LONG_WRITE);
    data(&b, 11);
    ack(&b, 11, 0);
    assert_int_equal(transactions_unmatched(b.t), 1);
    close_books(&b);
}

static void reset_forgets_what_is_open(void **state) {
    (void)state;
    struct books b;
    open_books(&b, true);
    const struct descriptor other_mesh = {.addr = UINT64_C(0x9000000000)};
    request(&b, FLIT_MEM_RD_REQ, 11, 0, &two_words);
    request(&b, FLIT_MEM_RD_REQ, 11, 1, &other_mesh);
    transactions_reset(b.t);
    assert_int_equal(transactions_open_count(b.t), 0);
    word(&b, 11, 0, 0, false);
    assert_int_equal(transactions_unmatched(b.t), 1);
    request(&b, FLIT_MEM_RD_REQ, 11, 0, &two_words);
    assert_int_equal(transactions_open(b.t, 0)->number, 3);
    close_books(&b);
}

static void what_is_not_memory_is_nobodys(void **state) {
    (void)state;
    struct books b;
    open_books(&b, false);
    request(&b, FLIT_CU_DATA, 11, 0, &two_words);
    request(&b, FLIT_MEM_RD_RESP, 11, 0, &two_words);
    const struct flit f = {.type = FLIT_CU_SIGNAL};
    transactions_emit(b.t, &f, 1);
    assert_int_equal(transactions_open_count(b.t), 0);
    assert_int_equal(transactions_unmatched(b.t), 0);
    close_books(&b);
}

static void requests_are_described_in_a_line(void **state) {
    (void)state;
    struct books b;
    open_books(&b, false);
    struct descriptor d = run_2x2;
    d.n_peer = 1;
    d.peer[0] = (struct position){4, 5};
    request(&b, FLIT_MEM_RD_REQ, 23, 0x40, &d);
    request(&b, FLIT_MEM_WR_REQ, 23, 0x41, &two_words);
    char line[160];
    transaction_describe(transactions_open(b.t, 0), line, sizeof line);
    assert_string_equal(line, "MEM_RD_REQ (2,3) txn 0x40 addr 0x00_0000_2000 STREAM count 2 "
                              "words 2 peers (4,5)");
    transaction_describe(transactions_open(b.t, 1), line, sizeof line);
    assert_string_equal(line, "MEM_WR_REQ (2,3) txn 0x41 addr 0x00_0000_1000 words 2");
    close_books(&b);
}

const struct CMUnitTest model_transaction_tests[] = {
    cmocka_unit_test(a_plain_read_ends_with_its_last_word),
    cmocka_unit_test(a_run_is_owed_to_every_destination),
    cmocka_unit_test(a_destination_listed_twice_is_owed_twice),
    cmocka_unit_test(a_write_ends_with_its_ack),
    cmocka_unit_test(an_ack_prefers_the_write_whose_data_came),
    cmocka_unit_test(like_requests_are_answered_oldest_first),
    cmocka_unit_test(a_word_index_tells_a_run_from_a_plain_read),
    cmocka_unit_test(dropped_reads_stay_open),
    cmocka_unit_test(apertures_are_memory_where_none_is_decoded),
    cmocka_unit_test(dropped_writes_end_with_their_data),
    cmocka_unit_test(reset_forgets_what_is_open),
    cmocka_unit_test(what_is_not_memory_is_nobodys),
    cmocka_unit_test(requests_are_described_in_a_line),
};
const size_t model_transaction_test_count =
    sizeof model_transaction_tests / sizeof model_transaction_tests[0];
