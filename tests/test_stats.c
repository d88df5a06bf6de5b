/* Requests, statistics and timelines of real runs: figures against what the pins showed, totals that
 * must agree, pages that must be well-formed, a trace that must not change. */
#include "bench/mem_port_bench.h"
#include "bench/mem_port_traffic.h"
#include "dut/variants.h"
#include "observe/stats.h"
#include "observe/timeline.h"
#include "observe/transaction_table.h"
#include "observe/views.h"
#include "sim/suite.h"
#include "stats_suite.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { RANDOM_CYCLES = 20000, MOVES_MAX = 64 };

/* ---- somebody who looks on, and counts by himself -------------------------------------------- */

struct move {
    uint64_t cycle;
    bool in;
};

struct looker {
    struct sim *sim;
    unsigned lanes;
    struct lane lane[LANES_MAX];
    uint64_t cycles, moves[LANES_MAX];
    uint64_t answers; /* MEM_RD_RESP and MEM_WR_ACK that left */
    struct move move[MOVES_MAX];
    unsigned count;
    struct transaction_log log;
    struct stats stats;
    struct timeline timeline;
};

static struct looker *looker_new(void) {
    struct looker *l = test_calloc(1, sizeof *l);
    l->timeline.to = UINT64_MAX;
    return l;
}

static void looker_free(struct looker *l) {
    transaction_log_free(&l->log);
    test_free(l);
}

static bool transfers(const struct lane *l) {
    return *l->valid && !(l->stop && *l->stop) && !(l->ready && !*l->ready);
}

static void note_move(struct looker *l, const struct lane *lane) {
    struct flit f;
    if (lane->kind != LANE_LINK) {
        return;
    }
    flit_unpack(lane->link->data, &f);
    l->answers += !lane->to_dut && (f.type == FLIT_MEM_RD_RESP || f.type == FLIT_MEM_WR_ACK);
    if (l->count < MOVES_MAX) {
        l->move[l->count++] = (struct move){l->sim->cycle, lane->to_dut};
    }
}

static void look(void *self) {
    struct looker *l = self;
    enum lane_state state[LANES_MAX];
    for (unsigned i = 0; i < l->lanes; i++) {
        state[i] = lane_state(&l->lane[i]);
        if (!l->sim->in_reset && transfers(&l->lane[i])) {
            l->moves[i]++;
            note_move(l, &l->lane[i]);
        }
    }
    l->cycles += !l->sim->in_reset;
    transaction_log_cycle(&l->log);
    timeline_cycle(&l->timeline, state);
    if (l->sim->in_reset) {
        stats_reset_cycle(&l->stats);
    } else {
        stats_cycle(&l->stats, state);
    }
}

static void look_back(void *self) {
    struct looker *l = self;
    transaction_log_close(&l->log);
    timeline_close(&l->timeline);
}

static void hand_on(void *context, const struct transaction_row *row) {
    stats_transaction(context, row);
}

static void attach_looker(struct sim *s, void *context) {
    struct looker *l = context;
    l->sim = s;
    l->lanes = lanes_of(s->dut, l->lane);
    l->log.ended = hand_on;
    l->log.context = &l->stats;
    transaction_log_open(&l->log, s);
    stats_open(&l->stats, s, l->lane, l->lanes);
    timeline_open(&l->timeline, s, &l->log, l->lane, l->lanes);
    sim_observe(s, &(struct observer){.cycle = look, .end = look_back, .self = l});
}

static struct run_result run_with(void (*run)(struct sim *), void (*attached)(struct sim *, void *),
                                  void *context) {
    const struct scenario scenario = {"test", run};
    struct run_options options;
    struct run_result result;
    options_init(&options);
    options.attached = attached;
    options.attached_context = context;
    scenario_run("stats", &scenario, &options, NULL, &result, NULL);
    return result;
}

static struct looker *look_at(void (*run)(struct sim *)) {
    struct looker *l = looker_new();
    const struct run_result result = run_with(run, attach_looker, l);
    if (result.failure.set) {
        fail_msg("%s: %s", result.failure.where, result.failure.what);
    }
    return l;
}

/* ---- scenarios ------------------------------------------------------------------------------- */

static void random_requests(struct sim *s) {
    struct mem_port_bench *b = mem_port_bench_new(s, &dut_mem_port_ap);
    mem_port_traffic_new(b);
    mem_port_traffic_run(b, RANDOM_CYCLES);
    mem_port_finish(b);
}

/* One after the other: four words, a run of two entries of two words to two, a write of two. */
static void three_requests(struct sim *s) {
    struct mem_port_bench *b = mem_port_bench_new(s, &dut_mem_port);
    const struct descriptor plain = {.addr = 0x1000, .len = 3};
    struct descriptor run = {
        .addr = 0x2000, .flags = FLAG_STREAM, .count = 2, .entry_words = 2, .n_peer = 1};
    run.peer[0] = b->endpoint[2];
    mem_port_read(b, 0, 0x40, &plain);
    mem_port_settle(b);
    mem_port_read(b, 1, 0x10, &run);
    mem_port_settle(b);
    mem_port_write(b, 3, 7, 0x3000, 2);
    mem_port_finish(b);
}

/* Its words never leave: a SIM-STALL once nothing has moved for long enough. */
static void a_link_that_stays_busy(struct sim *s) {
    struct mem_port_bench *b = mem_port_bench_new(s, &dut_mem_port);
    const struct descriptor plain = {.addr = 0x1000, .len = 3};
    b->sink.knobs.busy.withheld = true;
    mem_port_read(b, 0, 0x40, &plain);
    mem_port_finish(b);
}

static void nothing_for_long(struct sim *s) {
    struct mem_port_bench *b = mem_port_bench_new(s, &dut_mem_port);
    sim_cycles(s, 3 * TIMELINE_STALL);
    mem_port_finish(b);
}

/* ---- figures --------------------------------------------------------------------------------- */

static const struct move *nth_move(const struct looker *l, bool in, unsigned n) {
    for (unsigned i = 0; i < l->count; i++) {
        if (l->move[i].in == in && n-- == 0) {
            return &l->move[i];
        }
    }
    fail_msg("too few flits moved");
    return NULL;
}

static void rows_hold_the_cycles_of_the_transfers(void **state) {
    (void)state;
    struct looker *l = look_at(three_requests);
    static const struct {
        enum transaction_kind kind;
        unsigned request, first, last; /* the how manieth flit in, out */
    } row[] = {
        {TRANSACTION_READ, 0, 0, 3}, {TRANSACTION_RUN, 1, 4, 11}, {TRANSACTION_WRITE, 2, 12, 12}};
    assert_int_equal(l->log.rows, 3);
    for (unsigned i = 0; i < 3; i++) {
        const struct transaction *t = &l->log.row[i].t;
        assert_int_equal(t->kind, row[i].kind);
        assert_int_equal(t->accepted, nth_move(l, true, row[i].request)->cycle);
        assert_int_equal(t->first, nth_move(l, false, row[i].first)->cycle);
        assert_int_equal(t->last, nth_move(l, false, row[i].last)->cycle);
    }
    assert_int_equal(l->log.row[2].t.last_data, nth_move(l, true, 4)->cycle);
    struct histogram run;
    assert_int_equal(latency_total(&l->stats, LATENCY_RUN_LAST, &run), 1);
    assert_int_equal(run.most, l->log.row[1].t.last - l->log.row[1].t.accepted);
    assert_int_equal(run.count, 1);
    looker_free(l);
}

static void totals_agree(void **state) {
    (void)state;
    struct looker *l = look_at(random_requests);
    const struct stats *s = &l->stats;
    uint64_t answered = 0, unanswered = 0, flits = 0, counted = 0;
    for (size_t i = 0; i < l->log.rows; i++) {
        const struct transaction *t = &l->log.row[i].t;
        flits += t->received;
        answered += transaction_done(t);
        unanswered += !transaction_done(t);
        assert_true(i == 0 || l->log.row[i - 1].t.accepted < t->accepted);
    }
    for (unsigned which = LATENCY_READ_LAST; which <= LATENCY_WRITE_ACK; which++) {
        struct histogram total;
        uint64_t in_buckets = 0;
        latency_total(s, (enum latency)which, &total);
        for (unsigned i = 0; i < HISTOGRAM_BUCKETS; i++) {
            in_buckets += total.bucket[i];
        }
        assert_int_equal(in_buckets, total.count);
        counted += which == LATENCY_RUN_FIRST ? 0 : total.count;
    }
    assert_true(answered > 100 && unanswered > 0);
    assert_int_equal(counted, answered);
    assert_int_equal(s->unanswered, unanswered);
    assert_int_equal(flits + l->log.unmatched, l->answers);
    assert_int_equal(l->log.unmatched, 0);
    looker_free(l);
}

static void a_lane_moves_is_held_or_idle_in_every_cycle(void **state) {
    (void)state;
    struct looker *l = look_at(random_requests);
    const struct stats *s = &l->stats;
    assert_int_equal(s->cycles, l->cycles);
    assert_int_equal(s->lanes, 7);
    for (unsigned i = 0; i < s->lanes; i++) {
        const uint64_t *n = s->lane[i].cycles;
        assert_int_equal(n[LANE_IDLE] + n[LANE_MOVES] + n[LANE_HELD], l->cycles);
        assert_int_equal(n[LANE_MOVES], l->moves[i]);
    }
    assert_true(s->gauges > 0);
    for (unsigned i = 0; i < s->gauges; i++) {
        uint64_t filled = 0;
        for (unsigned j = 0; j < FILLS; j++) {
            filled += s->gauge[i].filled[j];
        }
        assert_int_equal(s->gauge[i].level.count, l->cycles);
        assert_int_equal(filled, l->cycles);
    }
    looker_free(l);
}

static void columns_of_a_timeline_hold_every_transfer(void **state) {
    (void)state;
    struct looker *l = look_at(random_requests);
    const struct timeline *t = &l->timeline;
    assert_true(t->column_cycles > 1);
    for (unsigned i = 0; i < t->lanes; i++) {
        uint64_t moves = 0, held = 0;
        for (unsigned j = 0; j < TIMELINE_COLUMNS; j++) {
            moves += t->lane[i][j].moves;
            held += t->lane[i][j].held;
        }
        assert_int_equal(moves, l->moves[i]);
        assert_int_equal(held, l->stats.lane[i].cycles[LANE_HELD]);
    }
    looker_free(l);
}

static void a_range_of_a_timeline_holds_that_range(void **state) {
    (void)state;
    struct looker *l = looker_new();
    l->timeline.from = 5000;
    l->timeline.to = 5999;
    run_with(random_requests, attach_looker, l);
    assert_int_equal(l->timeline.first, 5000);
    assert_int_equal(l->timeline.last, 5999);
    assert_int_equal(l->timeline.column_cycles, 1);
    looker_free(l);
}

/* ---- stalls ---------------------------------------------------------------------------------- */

static void a_stall_is_marked_from_the_first_quiet_cycle(void **state) {
    (void)state;
    struct looker *l = looker_new();
    const struct run_result result = run_with(a_link_that_stays_busy, attach_looker, l);
    assert_true(result.failure.set);
    assert_int_equal(result.failure.check, CHECK_SIM_STALL);
    const struct timeline *t = &l->timeline;
    assert_int_equal(t->stalls, 1);
    uint64_t last_move = 0;
    for (unsigned i = 0; i < l->count; i++) {
        last_move = l->move[i].cycle;
    }
    assert_true(t->stall[0].from > last_move);
    assert_true(t->stall[0].from < last_move + 20); /* R beats after the request */
    assert_int_equal(t->stall[0].to, result.cycles - 1);
    assert_int_equal(t->failure.cycle, result.failure.cycle);
    looker_free(l);
}

static void quiet_without_work_is_no_stall(void **state) {
    (void)state;
    struct looker *l = look_at(nothing_for_long);
    assert_int_equal(l->timeline.stalls, 0);
    assert_int_equal(l->timeline.resets, 1);
    looker_free(l);
}

/* ---- files ----------------------------------------------------------------------------------- */

/* What a view writes, in memory. */
static char *written(void (*write)(const struct looker *l, FILE *out), const struct looker *l) {
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    assert_non_null(f);
    write(l, f);
    assert_int_equal(fclose(f), 0);
    assert_int_equal(strlen(text), size);
    return text;
}

static void write_timeline(const struct looker *l, FILE *out) {
    timeline_draw(&l->timeline, "a \"title\" with <marks> & more", out);
}

static void write_stats(const struct looker *l, FILE *out) {
    stats_draw(&l->stats, "a \"title\" with <marks> & more", out);
}

static void write_csv(const struct looker *l, FILE *out) {
    transaction_csv_print(&l->log, out);
}

/* A text's start that is well-formed content: up to `<` or a reference that is whole. */
static const char *skip_text(const char *p) {
    while (*p && *p != '<') {
        if (*p == '&') {
            const char *end = strchr(p, ';');
            if (!end || end - p > 5) {
                return NULL;
            }
            p = end;
        }
        if ((unsigned char)*p < ' ' && *p != '\n') {
            return NULL;
        }
        p++;
    }
    return p;
}

/* One tag at `<`: its end, or NULL when attributes are not name="value". */
static const char *skip_tag(const char *p) {
    while (*p && *p != '>') {
        if (*p == '"') {
            p = strpbrk(p + 1, "\"<");
            if (!p || *p == '<' || !(p[1] == ' ' || p[1] == '>' || p[1] == '/' || p[1] == '?')) {
                return NULL;
            }
        } else if (*p == '=' && p[1] != '"') {
            return NULL;
        }
        p++;
    }
    return *p ? p + 1 : NULL;
}

/* Tags nest, attributes are quoted, nothing stands bare: enough XML to judge our own. */
static bool well_formed(const char *p) {
    char open[16][16];
    unsigned depth = 0, roots = 0;
    while ((p = skip_text(p)) && *p) {
        const char *name = p + 1 + (p[1] == '/'), *start = p;
        size_t length = 0;
        while (isalnum((unsigned char)name[length])) {
            length++;
        }
        p = skip_tag(p);
        if (!p || length >= 16 || (depth == 0 && roots > 0)) {
            return false;
        }
        if (start[1] == '?') {
            continue;
        }
        if (start[1] == '/') {
            if (depth == 0 || strlen(open[depth - 1]) != length ||
                memcmp(open[--depth], name, length) != 0) {
                return false;
            }
            roots += depth == 0;
        } else if (p[-2] != '/') {
            if (depth == 16 || length == 0) {
                return false;
            }
            snprintf(open[depth++], 16, "%.*s", (int)length, name);
        }
    }
    return p && depth == 0 && roots == 1;
}

static void the_judge_of_pages_knows_bad_ones(void **state) {
    (void)state;
    assert_true(well_formed("<?xml version=\"1.0\"?>\n<a b=\"1\"><c/>x &lt; y</a>\n"));
    static const char *const bad[] = {"",
                                      "<a>",
                                      "<a></b>",
                                      "<a></a><a></a>",
                                      "<a b=1></a>",
                                      "<a b=\"<\"></a>",
                                      "<a>&</a>",
                                      "<a>\x01</a>",
                                      "<a><b></a></b>",
                                      "<a b=\"1></a>"};
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (well_formed(bad[i])) {
            fail_msg("passes: %s", bad[i]);
        }
    }
}

static void expect_page(const struct looker *l, void (*write)(const struct looker *, FILE *),
                        const char *word) {
    char *page = written(write, l);
    assert_true(well_formed(page));
    assert_non_null(strstr(page, "<svg xmlns=\"http://www.w3.org/2000/svg\""));
    assert_non_null(strstr(page, word));
    assert_null(strstr(page, "href"));
    assert_null(strstr(page, "nan"));
    assert_null(strstr(page, "inf"));
    assert_true(strlen(page) < 2000000);
    free(page);
}

static void pages_are_well_formed_and_of_bounded_size(void **state) {
    (void)state;
    static void (*const runs[])(struct sim *) = {random_requests, three_requests, nothing_for_long};
    for (unsigned i = 0; i < 3; i++) {
        struct looker *l = look_at(runs[i]);
        expect_page(l, write_timeline, "mem_out");
        expect_page(l, write_stats, "mem_out");
        looker_free(l);
    }
}

static void a_page_shows_stall_and_failure(void **state) {
    (void)state;
    struct looker *l = looker_new();
    run_with(a_link_that_stays_busy, attach_looker, l);
    expect_page(l, write_timeline, "nothing moved for 2 ");
    expect_page(l, write_timeline, "SIM-STALL");
    expect_page(l, write_timeline, "not answered: open");
    looker_free(l);
}

static void an_empty_range_is_said_to_be_empty(void **state) {
    (void)state;
    struct looker *l = looker_new();
    l->timeline.from = 1000000;
    run_with(three_requests, attach_looker, l);
    char *page = written(write_timeline, l);
    assert_true(well_formed(page));
    assert_non_null(strstr(page, "no cycle of the run"));
    free(page);
    looker_free(l);
}

/* The fields of one record (RFC 4180), or 0 when it is none; *next is what follows. */
static unsigned csv_record(const char *p, const char **next) {
    unsigned fields = 1;
    while (strncmp(p, "\r\n", 2) != 0) {
        if (*p == '\0' || *p == '\n' || *p == '\r') {
            return 0;
        }
        if (*p == '"') {
            p = strchr(p + 1, '"');
            if (!p || !(p[1] == ',' || p[1] == '\r')) {
                return 0;
            }
        }
        fields += *p++ == ',';
    }
    *next = p + 2;
    return fields;
}

static void csv_has_a_record_a_request(void **state) {
    (void)state;
    struct looker *l = look_at(random_requests);
    char *text = written(write_csv, l);
    const char *p = text;
    const unsigned columns = csv_record(p, &p);
    size_t records = 0;
    assert_int_equal(columns, 19);
    for (; *p; records++) {
        assert_int_equal(csv_record(p, &p), columns);
    }
    assert_int_equal(records, l->log.rows);
    free(text);
    looker_free(l);
}

static void csv_of_a_known_run_says_what_it_was(void **state) {
    (void)state;
    struct looker *l = look_at(three_requests);
    char *text = written(write_csv, l);
    char expected[400];
    const struct transaction *t = &l->log.row[1].t;
    const struct position peer = t->descriptor.peer[0];
    snprintf(expected, sizeof expected,
             "0,2,\"(%u,%u)\",run,0x10,0x0000002000,2,2,\"(%u,%u)\",%llu,%llu,%llu,%llu,%llu,8,8,0,"
             "0,answered\r\n",
             t->source.x, t->source.y, peer.x, peer.y, (unsigned long long)t->accepted,
             (unsigned long long)t->first, (unsigned long long)t->last,
             (unsigned long long)(t->first - t->accepted),
             (unsigned long long)(t->last - t->accepted));
    assert_non_null(strstr(text, expected));
    free(text);
    looker_free(l);
}

/* ---- who looks on changes nothing ------------------------------------------------------------ */

static void a_run_looked_at_is_the_same_run(void **state) {
    (void)state;
    struct view_options all;
    view_options_init(&all);
    all.table = all.stats = true;
    all.timeline_svg = "not written";
    struct views *views = views_new(&all);
    const struct run_result bare = run_with(random_requests, NULL, NULL);
    const struct run_result seen = run_with(random_requests, views_attach, views);
    assert_true(bare.hash == seen.hash);
    assert_int_equal(bare.cycles, seen.cycles);
    assert_memory_equal(bare.seen.evaluations, seen.seen.evaluations, sizeof bare.seen.evaluations);
    views_free(views);
}

const struct CMUnitTest stats_tests[] = {
    cmocka_unit_test(rows_hold_the_cycles_of_the_transfers),
    cmocka_unit_test(totals_agree),
    cmocka_unit_test(a_lane_moves_is_held_or_idle_in_every_cycle),
    cmocka_unit_test(columns_of_a_timeline_hold_every_transfer),
    cmocka_unit_test(a_range_of_a_timeline_holds_that_range),
    cmocka_unit_test(a_stall_is_marked_from_the_first_quiet_cycle),
    cmocka_unit_test(quiet_without_work_is_no_stall),
    cmocka_unit_test(the_judge_of_pages_knows_bad_ones),
    cmocka_unit_test(pages_are_well_formed_and_of_bounded_size),
    cmocka_unit_test(a_page_shows_stall_and_failure),
    cmocka_unit_test(an_empty_range_is_said_to_be_empty),
    cmocka_unit_test(csv_has_a_record_a_request),
    cmocka_unit_test(csv_of_a_known_run_says_what_it_was),
    cmocka_unit_test(a_run_looked_at_is_the_same_run),
};
const size_t stats_test_count = sizeof stats_tests / sizeof stats_tests[0];
