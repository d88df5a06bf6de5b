/* Buckets, entries of a slot, and which flits of which links are requests, on pins without a
 * design. */
#include "observe/histogram.h"
#include "observe/slot_entries.h"
#include "observe/transaction_log.h"
#include "stats_suite.h"

#include "bank.h"

#include <string.h>

/* ---- histogram ------------------------------------------------------------------------------- */

static void bounds_are_1_2_5(void **state) {
    (void)state;
    static const uint64_t bound[] = {0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000};
    for (unsigned i = 0; i < sizeof bound / sizeof *bound; i++) {
        assert_int_equal(histogram_bound(i), bound[i]);
    }
    assert_true(histogram_bound(HISTOGRAM_BUCKETS - 1) == UINT64_MAX);
}

static void every_value_is_in_the_bucket_that_ends_at_or_above_it(void **state) {
    (void)state;
    static const struct {
        uint64_t value;
        unsigned bucket;
    } row[] = {{0, 0},
               {1, 1},
               {2, 2},
               {3, 3},
               {5, 3},
               {6, 4},
               {10, 4},
               {11, 5},
               {1000, 10},
               {1001, 11},
               {UINT64_MAX / 2, HISTOGRAM_BUCKETS - 1}};
    for (unsigned i = 0; i < sizeof row / sizeof *row; i++) {
        struct histogram h = {0};
        histogram_add(&h, row[i].value);
        assert_int_equal(h.bucket[row[i].bucket], 1);
    }
}

static void extremes_and_mean_are_exact(void **state) {
    (void)state;
    struct histogram a = {0}, b = {0}, none = {0};
    char mean[32];
    unsigned first, last;
    histogram_add(&a, 3);
    histogram_add(&a, 7);
    histogram_add(&b, 5000);
    histogram_merge(&a, &b);
    histogram_merge(&a, &none);
    assert_int_equal(a.count, 3);
    assert_int_equal(a.least, 3);
    assert_int_equal(a.most, 5000);
    histogram_mean_text(&a, mean);
    assert_string_equal(mean, "1 670.0");
    histogram_range(&a, &first, &last);
    assert_int_equal(histogram_bound(first), 5);
    assert_int_equal(histogram_bound(last), 5000);
    histogram_merge(&none, &a);
    assert_int_equal(none.least, 3);
}

/* ---- entries at a bank ----------------------------------------------------------------------- */

static const struct occupant eight_beats = {.name = "eight", .in_beats = 8, .out_words = 4};
static const struct bank_desc bank_of_eight = {
    .name = "eight", .occupants = 1, .occupant = &eight_beats};

struct bank_wires {
    uint8_t start, id, beat_valid, done;
    struct dut_type type;
    struct dut dut;
    struct slot_entries entries;
    uint64_t cycle;
};

static void bank_init(struct bank_wires *w) {
    memset(w, 0, sizeof *w);
    w->type.kind = DUT_BANK;
    w->type.bank_desc = &bank_of_eight;
    w->dut.type = &w->type;
    w->dut.pins.bank.start = &w->start;
    w->dut.pins.bank.id = &w->id;
    w->dut.pins.bank.beat_valid = &w->beat_valid;
    w->dut.pins.bank.done = &w->done;
    slot_entries_init(&w->entries, &w->dut);
}

/* A cycle of 's'tart, 'b'eat, 'd'one, 'x' start and beat, '.' nothing: the latency answered, or 0. */
static uint64_t bank_cycle(struct bank_wires *w, char what) {
    struct slot_entry answered;
    w->start = what == 's' || what == 'x';
    w->beat_valid = what == 'b' || what == 'x';
    w->done = what == 'd';
    return slot_entries_cycle(&w->entries, w->cycle++, &answered) ? answered.latency : 0;
}

/* The latencies of the entries answered, in order, 0 at the end. */
static void bank_run(struct bank_wires *w, const char *cycles, uint64_t latency[4]) {
    unsigned n = 0;
    memset(latency, 0, 4 * sizeof *latency);
    for (; *cycles; cycles++) {
        const uint64_t one = bank_cycle(w, *cycles);
        if (one > 0) {
            latency[n++] = one;
        }
    }
}

static void an_entry_takes_from_start_to_done(void **state) {
    (void)state;
    struct bank_wires w;
    uint64_t latency[4];
    bank_init(&w);
    bank_run(&w, "sbb.bb..d", latency);
    assert_int_equal(latency[0], 8);
    assert_int_equal(latency[1], 0);
}

static void overlapping_entries_are_answered_in_order(void **state) {
    (void)state;
    struct bank_wires w;
    uint64_t latency[4];
    bank_init(&w);
    bank_run(&w, "sbbbxbbdbb.d", latency);
    assert_int_equal(latency[0], 7);
    assert_int_equal(latency[1], 7);
    assert_int_equal(w.entries.abandoned, 0);
}

static void an_abandoned_entry_has_no_latency(void **state) {
    (void)state;
    struct bank_wires w;
    uint64_t latency[4];
    bank_init(&w);
    bank_run(&w, "sbbsbbbb.d", latency);
    assert_int_equal(latency[0], 6);
    assert_int_equal(latency[1], 0);
    assert_int_equal(w.entries.abandoned, 1);
}

static void the_occupant_says_how_many_beats_an_entry_has(void **state) {
    (void)state;
    struct bank_wires w;
    uint64_t latency[4];
    bank_init(&w);
    w.id = 1;
    bank_run(&w, "sbbbbsbbbbbbbbd", latency); /* the first has four of eight */
    assert_int_equal(latency[0], 9);
    assert_int_equal(w.entries.abandoned, 1);
    w.id = 2; /* unknown: the bypass */
    bank_run(&w, "sbbbbsbbbbdd", latency);
    assert_int_equal(latency[0], 10);
    assert_int_equal(latency[1], 6);
}

static void a_done_without_an_entry_is_nobodys(void **state) {
    (void)state;
    struct bank_wires w;
    uint64_t latency[4];
    bank_init(&w);
    bank_run(&w, "dsbbdbb", latency);
    assert_int_equal(latency[0], 0);
    slot_entries_reset(&w.entries);
    bank_run(&w, "d", latency);
    assert_int_equal(latency[0], 0);
}

/* ---- links ----------------------------------------------------------------------------------- */

struct link_wires {
    uint32_t in_data[FLIT_WORDS], out_data[FLIT_WORDS];
    uint8_t in_valid, in_busy, out_valid, out_busy;
    struct dut_type type;
    struct dut dut;
    struct sim sim;
    struct transaction_log log;
};

/* A port at (0,1), alone or the only one of an agent. */
static void links_init(struct link_wires *w, bool agent, bool interlink) {
    const struct link_pins in = {w->in_data, &w->in_valid, &w->in_busy};
    const struct link_pins out = {w->out_data, &w->out_valid, &w->out_busy};
    memset(w, 0, sizeof *w);
    w->type.kind = agent ? DUT_MAG : DUT_MEM_PORT;
    w->type.mag.ports = 1;
    w->type.mover.ilink = interlink;
    w->type.mag.y[0] = 1;
    if (agent) {
        w->dut.pins.mag.noc_in[0] = in;
        w->dut.pins.mag.noc_out[0] = out;
    } else {
        w->dut.pins.mem_port.in = in;
        w->dut.pins.mem_port.out = out;
    }
    w->dut.type = &w->type;
    w->sim.dut = &w->dut;
    transaction_log_open(&w->log, &w->sim);
}

static void links_cycle(struct link_wires *w, const struct flit *in, const struct flit *out) {
    w->in_valid = in != NULL;
    w->out_valid = out != NULL;
    if (in) {
        flit_pack(in, w->in_data);
    }
    if (out) {
        flit_pack(out, w->out_data);
    }
    transaction_log_cycle(&w->log);
    w->sim.cycle++;
}

static const struct flit read_one = {.type = FLIT_MEM_RD_REQ, .src_x = 3, .src_y = 4};
static const struct flit word_one = {
    .type = FLIT_MEM_RD_RESP, .dst_x = 3, .dst_y = 4, .src_y = 1, .last = 1};

static void what_is_held_has_not_come(void **state) {
    (void)state;
    struct link_wires w;
    links_init(&w, false, false);
    w.in_busy = 1;
    links_cycle(&w, &read_one, NULL);
    w.in_busy = 0;
    links_cycle(&w, &read_one, NULL);
    w.out_busy = 1;
    links_cycle(&w, NULL, &word_one);
    links_cycle(&w, NULL, &word_one);
    w.out_busy = 0;
    links_cycle(&w, NULL, &word_one);
    transaction_log_close(&w.log);
    assert_int_equal(w.log.rows, 1);
    assert_int_equal(w.log.row[0].t.accepted, 1);
    assert_int_equal(w.log.row[0].t.first, 4);
    assert_string_equal(transaction_outcome(&w.log.row[0]), "answered");
    transaction_log_free(&w.log);
}

static void what_is_not_the_engines_is_left_out(void **state) {
    (void)state;
    struct link_wires w;
    struct flit marked = read_one, signal = word_one;
    marked.rsvd = 4;
    signal.src_y = 2; /* from another node: the interlink injected it */
    links_init(&w, true, true);
    links_cycle(&w, &marked, NULL);
    links_cycle(&w, &read_one, NULL);
    links_cycle(&w, NULL, &signal);
    links_cycle(&w, NULL, &word_one);
    transaction_log_close(&w.log);
    assert_int_equal(w.log.rows, 1);
    assert_int_equal(w.log.row[0].t.first, 3);
    assert_int_equal(w.log.unmatched, 0);
    transaction_log_free(&w.log);
}

static void marks_mean_nothing_without_an_interlink(void **state) {
    (void)state;
    struct link_wires w;
    struct flit marked = read_one;
    marked.rsvd = 4;
    links_init(&w, true, false);
    links_cycle(&w, &marked, NULL);
    links_cycle(&w, NULL, &word_one);
    transaction_log_close(&w.log);
    assert_int_equal(w.log.rows, 1);
    assert_int_equal(w.log.unmatched, 0);
    transaction_log_free(&w.log);
}

static void reset_and_the_end_cut_requests_off(void **state) {
    (void)state;
    struct link_wires w;
    links_init(&w, false, false);
    links_cycle(&w, &read_one, NULL);
    w.sim.in_reset = true;
    links_cycle(&w, &read_one, &word_one);
    links_cycle(&w, NULL, NULL);
    w.sim.in_reset = false;
    links_cycle(&w, &read_one, NULL);
    links_cycle(&w, NULL, NULL);
    transaction_log_close(&w.log);
    assert_int_equal(w.log.rows, 2);
    assert_string_equal(transaction_outcome(&w.log.row[0]), "reset");
    assert_int_equal(w.log.row[0].until, 1);
    assert_string_equal(transaction_outcome(&w.log.row[1]), "open");
    assert_int_equal(w.log.row[1].until, 5);
    transaction_log_free(&w.log);
}

static void count_row(void *context, const struct transaction_row *row) {
    uint64_t *answered = context;
    *answered += transaction_done(&row->t);
}

/* A request a cycle, each answered in the next. */
static void rows_beyond_the_most_are_counted(void **state) {
    (void)state;
    struct link_wires w;
    uint64_t answered = 0;
    links_init(&w, false, false);
    w.log.ended = count_row;
    w.log.context = &answered;
    links_cycle(&w, &read_one, NULL);
    for (unsigned i = 0; i < TRANSACTION_ROWS_MAX + 4; i++) {
        links_cycle(&w, &read_one, &word_one);
    }
    transaction_log_close(&w.log);
    assert_int_equal(w.log.rows, TRANSACTION_ROWS_MAX);
    assert_int_equal(w.log.left_out, 5);
    assert_int_equal(answered, TRANSACTION_ROWS_MAX + 4);
    transaction_log_free(&w.log);
}

const struct CMUnitTest stats_parts_tests[] = {
    cmocka_unit_test(bounds_are_1_2_5),
    cmocka_unit_test(every_value_is_in_the_bucket_that_ends_at_or_above_it),
    cmocka_unit_test(extremes_and_mean_are_exact),
    cmocka_unit_test(an_entry_takes_from_start_to_done),
    cmocka_unit_test(overlapping_entries_are_answered_in_order),
    cmocka_unit_test(an_abandoned_entry_has_no_latency),
    cmocka_unit_test(the_occupant_says_how_many_beats_an_entry_has),
    cmocka_unit_test(a_done_without_an_entry_is_nobodys),
    cmocka_unit_test(what_is_held_has_not_come),
    cmocka_unit_test(what_is_not_the_engines_is_left_out),
    cmocka_unit_test(marks_mean_nothing_without_an_interlink),
    cmocka_unit_test(reset_and_the_end_cut_requests_off),
    cmocka_unit_test(rows_beyond_the_most_are_counted),
};
const size_t stats_parts_test_count = sizeof stats_parts_tests / sizeof stats_parts_tests[0];
