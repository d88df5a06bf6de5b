/* Rates (P; modules 3), in exact cycles: zero-wait memory, descriptors far ahead. */
#include "mem_port_scenarios.h"
#include "rtl_suites.h"

static void expect_rate(struct sim *s, const char *what, const struct link_meter *m,
                        const char *unit, double target) {
    const uint64_t cycles = m->flits ? m->last - m->first + 1 : 1;
    const double rate = (double)m->flits / (double)cycles;
    sim_measured(s, what, rate, unit, target, false);
    sim_evaluated(s, CHECK_MEM_RATE);
    if (rate < target) {
        sim_fail(s, CHECK_MEM_RATE, "port", "%s: %.4f %s, the target is %.4f", what, rate, unit,
                 target);
    }
}

static void expect_gap(struct sim *s, const char *what, const struct link_meter *m, unsigned most) {
    sim_measured(s, what, (double)m->worst_gap, "idle cycles", most, true);
    sim_evaluated(s, CHECK_MEM_RATE);
    if (m->worst_gap > most) {
        sim_fail(s, CHECK_MEM_RATE, "mem_out", "%s: %llu idle cycles, at most %u are allowed", what,
                 (unsigned long long)m->worst_gap, most);
    }
}

/* What was asked for is still queued: the port sleeps until now. */
static void measure(struct port_test *t) {
    mem_port_measure(t->b);
    settle(t);
}

static void streaming_sends_a_flit_every_cycle(struct sim *s) {
    struct port_test *t = port_test_new(s, &dut_mem_port);
    if (leaves_out(t, WITHOUT_STREAM)) {
        return;
    }
    for (unsigned i = 0; i < 4; i++) {
        ask_read(t, i, 1, run(fresh(t), 255, 4));
    }
    measure(t);
    expect_rate(s, "streaming read, 4 runs of 255 x 4 words", &t->b->judge.out_meter, "flits/cycle",
                1.0);
    expect_gap(s, "  between its entries and runs", &t->b->judge.out_meter, 0);
    finish(t);
    sim_expect_seen(s, "streaming words", seen(t).stream, 4 * 255 * 4);
}

static void multicast_sends_a_flit_every_cycle(struct sim *s) {
    struct port_test *t = port_test_new(s, &dut_mem_port);
    static const unsigned peers[] = {7, 8, 9};
    if (leaves_out(t, WITHOUT_STREAM | WITHOUT_PEERS)) {
        return;
    }
    for (unsigned i = 0; i < 3; i++) {
        ask_read(t, i, 1, multicast(t, run(fresh(t), 100, 4), 3, peers));
    }
    measure(t);
    expect_rate(s, "multicast to 4 destinations", &t->b->judge.out_meter, "flits/cycle", 1.0);
    finish(t);
    sim_expect_seen(s, "peers' words", seen(t).peer, 3 * 100 * 4 * 3);
}

static void plain_reads_pause_at_most_four_cycles(struct sim *s) {
    struct port_test *t = port_test_new(s, &dut_mem_port);
    if (leaves_out(t, WITHOUT_PLAIN)) {
        return;
    }
    for (unsigned i = 0; i < 6; i++) {
        ask_read(t, i, 1, plain(fresh(t), i % 2 ? 128 : 16));
    }
    measure(t);
    expect_gap(s, "  between plain bursts", &t->b->judge.out_meter, 4);
    ask_read(t, 0, 1, plain(fresh(t), 128));
    measure(t);
    expect_rate(s, "plain read, one burst of 128 beats", &t->b->judge.out_meter, "flits/cycle",
                1.0);
    finish(t);
    sim_expect_seen(s, "plain words", seen(t).plain, 3 * 16 + 4 * 128);
}

/* Places lost one by one would slow the port before they stop it. */
static void streaming_keeps_its_rate_after_many_short_reads(struct sim *s) {
    struct port_test *t = port_test_new(s, &dut_mem_port);
    enum { RUNS = 40 };
    if (leaves_out(t, WITHOUT_PLAIN | WITHOUT_STREAM)) {
        return;
    }
    short_reads_of_both_kinds(t, 20);
    for (unsigned i = 0; i < RUNS; i++) {
        ask_read(t, i % 4, 1, run(fresh(t), 2, 4));
    }
    measure(t);
    expect_rate(s, "  40 runs of 2 x 4 words, the port well used", &t->b->judge.out_meter,
                "flits/cycle", 1.0);
    finish(t);
    sim_expect_seen(s, "streaming words", seen(t).stream, RUNS * 2 * 4);
}

/* Two slots a writing node, or slots and not the link are the limit (memory protocol 4.3). */
static void writes_are_limited_by_the_link_only(struct sim *s) {
    struct port_test *t = port_test_new(s, &dut_mem_port);
    enum { ROUNDS = 50, SOURCES = 4 };
    if (t->type->mem_port.wr_slots < 2 * SOURCES) {
        return;
    }
    for (unsigned round = 0; round < ROUNDS; round++) {
        for (unsigned i = 0; i < SOURCES; i++) {
            ask_write(t, writer(t, i), (uint8_t)round, fresh(t), 8);
        }
    }
    measure(t);
    /* The link carries 8 data flits in 9: 0.8889 but for the ends of the measurement. */
    expect_rate(s, "writes of 8 beats from 4 sources", &t->b->judge.w_meter, "beats/cycle", 0.88);
    finish(t);
    sim_expect_seen(s, "acks", seen(t).acks, ROUNDS * SOURCES);
}

#define SCENARIO(function)                                                                         \
    { #function, function }

const struct scenario mem_port_rate_scenarios[] = {
    SCENARIO(streaming_sends_a_flit_every_cycle),
    SCENARIO(multicast_sends_a_flit_every_cycle),
    SCENARIO(streaming_keeps_its_rate_after_many_short_reads),
    SCENARIO(plain_reads_pause_at_most_four_cycles),
    SCENARIO(writes_are_limited_by_the_link_only),
};
const size_t mem_port_rate_scenario_count =
    sizeof mem_port_rate_scenarios / sizeof *mem_port_rate_scenarios;
