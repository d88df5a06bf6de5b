/* The AXI master of sm_* and ri_* against a memory, without RTL. Every habit is shown to happen and
 * to be legal; what a broken master or a broken slave does is shown to be seen. */
#include "bfm_wires.h"

#include "bfm/axi_host.h"
#include "bfm/axi_mem.h"
#include "check/axi_check.h"

#include <string.h>

static const struct axi_names names = AXI_NAMES("sm_");
static const char *const channels[AXI_CHANNELS] = AXI_NAMES("sm_");

/* ---- the AXI master against a memory --------------------------------------------------------- */

enum { ID_BITS = 4, ASKED_MAX = 600 };

struct asked_write {
    struct axi_host_request request;
    struct word data[AXI_HOST_BEATS];
    uint32_t strb[AXI_HOST_BEATS];
};

struct host_bench {
    struct sim *sim;
    struct axi_host host;
    struct sparse_mem contents;
    struct axi_mem mem;
    struct axi_check check;
    struct rng rng;
    struct asked_write *write;
    struct axi_host_request read[ASKED_MAX];
    unsigned asked_writes, asked_reads;                   /* queued */
    unsigned issued_writes, issued_reads;                 /* seen on AW and AR */
    unsigned beats_written, beats_read, answered;         /* seen on W with their AW, R, B */
    unsigned most_reads, most_writes;                     /* outstanding at a time */
    uint64_t first_aw, first_w, last_w, last_aw, last_ar; /* cycles, first: 0 before it */
    unsigned b_wait, longest_b_wait;
    void (*spoil)(struct host_bench *b); /* changes what the host drives */
};

static void host_drive(void *bench) {
    struct host_bench *b = bench;
    axi_host_drive(&b->host);
    axi_mem_drive(&b->mem);
    if (b->spoil != NULL && !b->sim->in_reset) {
        b->spoil(b);
    }
}

static void same_request(const struct axi_host_request *r, uint64_t addr, unsigned beats,
                         uint8_t id, uint8_t size, uint8_t burst) {
    assert_int_equal(addr, r->addr);
    assert_int_equal(beats, r->beats);
    assert_int_equal(id, r->id);
    assert_int_equal(size, r->size);
    assert_int_equal(burst, r->burst);
}

static void judge_write(struct host_bench *b, struct axi_events *ev) {
    if (ev->write_issue.valid) {
        assert_true(b->issued_writes < b->asked_writes);
        same_request(&b->write[b->issued_writes++].request, ev->write_issue.addr,
                     ev->write_issue.beats, ev->write_issue.id, wires.aw.size, wires.aw.burst);
        axi_check_set_ticket(&b->check, ev, b->issued_writes);
    }
    for (unsigned i = 0; i < ev->write_beats; i++) {
        const struct axi_write_beat *beat = &ev->write_beat[i];
        const struct asked_write *w = &b->write[beat->ticket - 1];
        assert_memory_equal(beat->data, w->data[beat->index].w, WORD_BYTES);
        assert_int_equal(beat->strb, w->strb[beat->index]);
        b->beats_written++;
    }
    b->answered += ev->write_response.valid;
}

static void note_times(struct host_bench *b) {
    const uint64_t now = b->sim->cycle;
    if (wires.aw.valid && wires.aw.ready) {
        b->first_aw = b->first_aw ? b->first_aw : now;
        b->last_aw = now;
    }
    if (wires.w.valid && wires.w.ready) {
        b->first_w = b->first_w ? b->first_w : now;
        b->last_w = now;
    }
    if (wires.ar.valid && wires.ar.ready) {
        b->last_ar = now;
    }
    b->b_wait = wires.b.valid && !wires.b.ready ? b->b_wait + 1 : 0;
    b->longest_b_wait = b->b_wait > b->longest_b_wait ? b->b_wait : b->longest_b_wait;
}

static void host_sample(void *bench) {
    struct host_bench *b = bench;
    struct axi_events ev;
    axi_check_sample(&b->check, &ev);
    judge_write(b, &ev);
    if (ev.read_issue.valid) {
        assert_true(b->issued_reads < b->asked_reads);
        same_request(&b->read[b->issued_reads++], ev.read_issue.addr, ev.read_issue.beats,
                     ev.read_issue.id, wires.ar.size, wires.ar.burst);
    }
    b->beats_read += ev.read_beat.valid;
    if (!b->sim->in_reset) {
        note_times(b);
    }
    const unsigned reads = axi_check_reads(&b->check), writes = axi_check_writes(&b->check);
    b->most_reads = reads > b->most_reads ? reads : b->most_reads;
    b->most_writes = writes > b->most_writes ? writes : b->most_writes;
    axi_host_sample(&b->host);
    axi_mem_sample(&b->mem);
}

static const struct bench_hooks host_hooks = {.drive = host_drive, .sample = host_sample};

static struct host_bench *host_bench_new(struct sim *s) {
    struct host_bench *b = sim_alloc(s, sizeof *b);
    b->sim = s;
    b->write = sim_alloc(s, ASKED_MAX * sizeof *b->write);
    sim_rng(s, &b->rng, "asked");
    sparse_mem_init(&b->contents, SPARSE_RANDOM, s->options->seed);
    sim_own(s, &b->contents, sparse_mem_free);
    axi_mem_init(&b->mem, s, &names, &axi_wires, ID_BITS, &b->contents);
    axi_host_init(&b->host, s, "sm", &axi_wires, ID_BITS);
    axi_check_init(&b->check, s, channels, &axi_wires);
    b->check.full_strobes = false;
    b->check.master_outside = true;
    sim_attach(s, &wires_type, &host_hooks, b);
    sim_reset(s, 2);
    return b;
}

/* A burst inside one 4 KB page of its own. */
static struct axi_host_request burst_of(struct host_bench *b, unsigned beats) {
    const uint64_t page = rng_below(&b->rng, 1 << 20);
    return axi_host_incr((uint8_t)rng_below(&b->rng, 1 << ID_BITS),
                         page * 4096 + rng_below(&b->rng, 129 - beats) * (uint64_t)WORD_BYTES,
                         beats);
}

static void ask_write(struct host_bench *b, unsigned beats) {
    struct asked_write *w = &b->write[b->asked_writes];
    const bool plain = rng_chance(&b->rng, 300);
    w->request = burst_of(b, beats);
    for (unsigned i = 0; i < beats; i++) {
        rng_fill(&b->rng, w->data[i].w, 8);
        w->strb[i] = plain ? UINT32_MAX : (uint32_t)rng_next(&b->rng);
    }
    b->asked_writes += axi_host_write(&b->host, &w->request, w->data, plain ? NULL : w->strb);
}

static void ask_read(struct host_bench *b, unsigned beats) {
    b->read[b->asked_reads] = burst_of(b, beats);
    b->asked_reads += axi_host_read(&b->host, &b->read[b->asked_reads]);
}

static void finish(struct host_bench *b) {
    for (unsigned i = 0; !axi_host_idle(&b->host); i++) {
        if (i > 300000) {
            fail_msg("the host stopped");
        }
        sim_cycle(b->sim);
    }
    assert_true(axi_check_idle(&b->check));
    assert_int_equal(b->issued_writes, b->asked_writes);
    assert_int_equal(b->issued_reads, b->asked_reads);
    assert_int_equal(b->answered, b->asked_writes);
    assert_int_equal(b->host.stats.responses, b->answered);
    assert_int_equal(b->host.stats.write_beats, b->beats_written);
    assert_int_equal(b->host.stats.read_beats, b->beats_read);
    assert_int_equal(b->host.stats.errors, b->mem.stats.read_errors + b->mem.stats.write_errors);
}

static struct { uint64_t data_led, address_led, errors, limited; } habits;

static void random_host(struct sim *s) {
    struct host_bench *b = host_bench_new(s);
    axi_host_randomise(&b->host.knobs, &b->rng);
    axi_mem_randomise(&b->mem.knobs, &b->rng, true);
    b->mem.knobs.response_order = b->mem.knobs.read_order = AXI_INTERLEAVED;
    for (unsigned i = 0; i < 40; i++) {
        ask_write(b, rng_chance(&b->rng, 50) ? 128 : rng_range(&b->rng, 1, 10));
        ask_read(b, rng_chance(&b->rng, 50) ? 128 : rng_range(&b->rng, 1, 10));
    }
    finish(b);
    assert_in_range(b->most_reads, 1, b->host.knobs.max_reads);
    assert_in_range(b->most_writes, 1, b->host.knobs.max_writes);
    habits.data_led += b->mem.stats.data_led;
    habits.address_led += b->mem.stats.address_led;
    habits.errors += b->host.stats.errors;
    habits.limited += b->most_writes == b->host.knobs.max_writes;
}

static void random_hosts_issue_every_burst_once_as_asked(void **state) {
    (void)state;
    memset(&habits, 0, sizeof habits);
    for (uint64_t seed = 1; seed <= 60; seed++) {
        const struct run_result result = run_seeded(random_host, seed, 1);
        if (result.failure.set) {
            fail_msg("seed %u cycle %u, %s: %s", (unsigned)seed, (unsigned)result.failure.cycle,
                     result.failure.where, result.failure.what);
        }
    }
    assert_true(habits.data_led > 100);
    assert_true(habits.address_led > 100);
    assert_true(habits.errors > 100);
    assert_true(habits.limited > 10);
}

static void host_payload_while_valid_is_low_changes_nothing(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        assert_true(run_seeded(random_host, seed, 1).hash == run_seeded(random_host, seed, 2).hash);
        assert_true(run_seeded(random_host, seed, 1).hash !=
                    run_seeded(random_host, seed + 1, 1).hash);
    }
}

static void plain_host(struct sim *s) {
    struct host_bench *b = host_bench_new(s);
    const uint64_t begin = s->cycle;
    for (unsigned i = 0; i < 4; i++) {
        ask_write(b, 8);
        ask_read(b, 8);
    }
    finish(b);
    assert_int_equal(b->first_aw, begin);
    assert_int_equal(b->last_aw, begin + 3);
    assert_int_equal(b->last_ar, begin + 3);
    assert_int_equal(b->first_w, begin);
    assert_int_equal(b->last_w, begin + 31);
}

static void a_plain_host_loses_no_cycle(void **state) {
    (void)state;
    expect_quiet(plain_host);
}

static void limited_host(struct sim *s) {
    struct host_bench *b = host_bench_new(s);
    b->host.knobs.max_reads = 1;
    b->host.knobs.max_writes = 3;
    b->mem.knobs.read_latency_min = b->mem.knobs.read_latency_max = 50;
    b->mem.knobs.write_latency_min = b->mem.knobs.write_latency_max = 50;
    for (unsigned i = 0; i < 12; i++) {
        ask_write(b, 2);
        ask_read(b, 2);
    }
    finish(b);
    assert_int_equal(b->most_reads, 1);
    assert_int_equal(b->most_writes, 3);
}

static void no_more_bursts_are_outstanding_than_allowed(void **state) {
    (void)state;
    expect_quiet(limited_host);
}

static void skewed_host(struct sim *s) {
    struct host_bench *b = host_bench_new(s);
    unsigned data_first = 0, address_first = 0;
    b->host.knobs.skew_max = AXI_HOST_SKEW;
    for (unsigned i = 0; i < 100; i++) {
        b->first_aw = b->first_w = 0;
        ask_write(b, 1);
        finish(b);
        const int64_t skew = (int64_t)b->first_w - (int64_t)b->first_aw;
        assert_true(skew >= -AXI_HOST_SKEW && skew <= AXI_HOST_SKEW);
        data_first += skew < -20;
        address_first += skew > 20;
    }
    assert_true(data_first > 5);
    assert_true(address_first > 5);
}

static void addresses_and_data_fall_due_apart(void **state) {
    (void)state;
    expect_quiet(skewed_host);
}

/* What is withheld for good stays so; the other direction goes on. */
static void withheld_host(struct sim *s) {
    struct host_bench *b = host_bench_new(s);
    struct axi_host_knobs *k = &b->host.knobs;
    k->ar.withheld = k->w.withheld = true;
    ask_write(b, 4);
    ask_read(b, 4);
    sim_cycles(s, 1000);
    assert_int_equal(b->issued_reads, 0);
    assert_int_equal(b->issued_writes, 1);
    assert_int_equal(b->beats_written, 0);
    k->ar.withheld = k->w.withheld = false;
    k->r.withheld = k->b.withheld = true;
    sim_cycles(s, 1000);
    assert_int_equal(b->beats_written, 4);
    assert_int_equal(b->beats_read + b->answered, 0);
    assert_true(b->longest_b_wait > 900);
    k->r.withheld = k->b.withheld = false;
    finish(b);
    b->longest_b_wait = 0;
    k->b = stall_until_offer(7, 7);
    ask_write(b, 1);
    finish(b);
    assert_int_equal(b->longest_b_wait, 7);
}

static void host_channels_are_withheld_as_told(void **state) {
    (void)state;
    expect_quiet(withheld_host);
}

static void full_queues(struct sim *s) {
    struct host_bench *b = host_bench_new(s);
    for (unsigned i = 0; i < AXI_HOST_WRITES; i++) {
        ask_write(b, 1);
    }
    for (unsigned i = 0; i < AXI_HOST_READS; i++) {
        ask_read(b, 1);
    }
    assert_int_equal(axi_host_writes(&b->host), AXI_HOST_WRITES);
    assert_int_equal(axi_host_reads(&b->host), AXI_HOST_READS);
    ask_write(b, 1);
    ask_read(b, 1);
    assert_int_equal(b->asked_writes, AXI_HOST_WRITES);
    assert_int_equal(b->asked_reads, AXI_HOST_READS);
    finish(b);
}

static void a_full_queue_takes_nothing_more(void **state) {
    (void)state;
    expect_quiet(full_queues);
}

static void odd_host(struct sim *s) {
    struct host_bench *b = host_bench_new(s);
    for (unsigned size = 0; size < 8; size++) {
        for (unsigned burst = AXI_FIXED; burst <= AXI_WRAP; burst++) {
            b->read[b->asked_reads] = (struct axi_host_request){.addr = 0x1000,
                                                                .beats = 2,
                                                                .id = (uint8_t)size,
                                                                .size = (uint8_t)size,
                                                                .burst = (uint8_t)burst};
            assert_true(axi_host_read(&b->host, &b->read[b->asked_reads++]));
        }
    }
    finish(b);
    assert_int_equal(b->issued_reads, 24);
}

static void sizes_and_burst_types_go_out_as_asked(void **state) {
    (void)state;
    expect_quiet(odd_host);
}

static void reset_host(struct sim *s, bool hold) {
    struct host_bench *b = host_bench_new(s);
    b->host.knobs.hold_in_reset = hold;
    b->mem.knobs.aw.withheld = b->mem.knobs.ar.withheld = b->mem.knobs.w.withheld = true;
    for (unsigned i = 0; i < 3; i++) {
        ask_write(b, 3);
        ask_read(b, 2);
    }
    sim_cycles(s, 5);
    sim_reset(s, 3);
    assert_int_equal(wires.aw.valid, hold);
    assert_int_equal(wires.ar.valid, hold);
    assert_int_equal(wires.w.valid, 0);
    assert_int_equal(axi_host_writes(&b->host), hold);
    assert_int_equal(axi_host_reads(&b->host), hold);
    b->asked_writes = b->asked_reads = hold; /* the first of each list, in full */
    b->mem.knobs.aw.withheld = b->mem.knobs.ar.withheld = b->mem.knobs.w.withheld = false;
    ask_write(b, 1);
    finish(b);
    assert_int_equal(b->beats_written, hold ? 4 : 1);
}

static void host_held_in_reset(struct sim *s) {
    reset_host(s, true);
}
static void host_dropped_in_reset(struct sim *s) {
    reset_host(s, false);
}

static void reset_holds_or_drops_what_the_host_offered(void **state) {
    (void)state;
    expect_quiet(host_held_in_reset);
    expect_quiet(host_dropped_in_reset);
}

/* ---- a broken master, a broken slave --------------------------------------------------------- */

static void change_held_address(struct host_bench *b) {
    if (b->sim->cycle == 8) {
        wires.aw.addr ^= 0x20;
    }
}
static void held_address_changes(struct sim *s) {
    struct host_bench *b = host_bench_new(s);
    b->mem.knobs.aw.withheld = true;
    b->spoil = change_held_address;
    ask_write(b, 1);
    sim_cycles(s, 20);
}

static void early_last(struct host_bench *b) {
    (void)b;
    wires.w.last = 1;
}
static void last_beat_comes_early(struct sim *s) {
    struct host_bench *b = host_bench_new(s);
    b->spoil = early_last;
    ask_write(b, 4);
    sim_cycles(s, 20);
}

static void data_is_never_claimed(struct sim *s) {
    struct host_bench *b = host_bench_new(s);
    b->host.knobs.aw.withheld = true;
    ask_write(b, 4);
    sim_cycles(s, 20 + AXI_CLAIM_BOUND);
}

static void answer_nobody(struct host_bench *b) {
    if (b->sim->cycle == 8) {
        wires.b.valid = 1;
    }
}
static void a_write_is_answered_that_was_not_made(struct sim *s) {
    struct host_bench *b = host_bench_new(s);
    b->spoil = answer_nobody;
    sim_cycles(s, 20);
}

static void broken_masters_and_slaves_are_reported(void **state) {
    (void)state;
    expect_report(held_address_changes, CHECK_AXI_STABLE, "sm_aw");
    expect_report(last_beat_comes_early, CHECK_AXI_WLAST, "sm_w");
    expect_report(data_is_never_claimed, CHECK_AXI_ORPHAN, "sm_w");
    expect_report(a_write_is_answered_that_was_not_made, CHECK_AXI_ORPHAN, "sm_b");
}

static void lone_drive(void *bench) {
    axi_host_drive(bench);
}
static void lone_sample(void *bench) {
    axi_host_sample(bench);
}
static const struct bench_hooks lone_hooks = {.drive = lone_drive, .sample = lone_sample};

/* Answers nobody is owed do not finish what comes later. */
static void unasked_answers(struct sim *s) {
    struct axi_host *h = sim_alloc(s, sizeof *h);
    const struct axi_host_request one = axi_host_incr(1, 0x40, 1);
    axi_host_init(h, s, "sm", &axi_wires, ID_BITS);
    sim_attach(s, &wires_type, &lone_hooks, h);
    sim_reset(s, 1);
    wires.b.valid = wires.r.valid = wires.r.last = 1;
    sim_cycles(s, 5);
    assert_int_equal(h->stats.responses + h->stats.read_beats, 0);
    assert_true(axi_host_read(h, &one));
    sim_cycles(s, 5);
    assert_int_equal(axi_host_reads(h), 1);
    wires.ar.ready = 1;
    sim_cycles(s, 2);
    assert_int_equal(axi_host_reads(h), 0);
}

static void answers_nobody_is_owed_finish_nothing(void **state) {
    (void)state;
    expect_quiet(unasked_answers);
}

const struct CMUnitTest bfm_host_tests[] = {
    cmocka_unit_test(random_hosts_issue_every_burst_once_as_asked),
    cmocka_unit_test(host_payload_while_valid_is_low_changes_nothing),
    cmocka_unit_test(a_plain_host_loses_no_cycle),
    cmocka_unit_test(no_more_bursts_are_outstanding_than_allowed),
    cmocka_unit_test(addresses_and_data_fall_due_apart),
    cmocka_unit_test(host_channels_are_withheld_as_told),
    cmocka_unit_test(a_full_queue_takes_nothing_more),
    cmocka_unit_test(sizes_and_burst_types_go_out_as_asked),
    cmocka_unit_test(reset_holds_or_drops_what_the_host_offered),
    cmocka_unit_test(broken_masters_and_slaves_are_reported),
    cmocka_unit_test(answers_nobody_is_owed_finish_nothing),
};
const size_t bfm_host_test_count = sizeof bfm_host_tests / sizeof *bfm_host_tests;
