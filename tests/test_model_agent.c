/* The agent model under agents that keep the contract, with every timing it allows: no verdict. And
 * the bounds of its windows, cycle by cycle. */
#include "model_agent_suite.h"

#include "ideal_agent.h"

#include <string.h>

static void assert_right(const struct ideal *a) {
    if (a->first.check != CHECK_NONE)
        fail_msg("cycle %llu: %s; %s", (unsigned long long)a->first_cycle, a->first.what,
                 a->first.request);
}

/* ---- honest agents --------------------------------------------------------------------------- */

static struct agent_stats total;

static void add_stats(const struct agent_stats *s) {
    for (unsigned i = 0; i < AGENT_PATH_COUNT; i++) {
        total.accepted[i] += s->accepted[i];
        total.passed[i] += s->passed[i];
    }
    for (unsigned i = 0; i < CHECK_COUNT; i++)
        total.evaluations[i] += s->evaluations[i];
    total.dropped += s->dropped;
    total.free_windows += s->free_windows;
    total.open_windows += s->open_windows;
    total.alike += s->alike;
    total.remote_pulses += s->remote_pulses;
    if (s->worst_let_past > total.worst_let_past)
        total.worst_let_past = s->worst_let_past;
}

static void run_honest(uint64_t seed, bool alike, unsigned resets) {
    struct ideal a;
    ideal_begin(&a, seed, NULL);
    a.knobs.alike = alike;
    for (unsigned i = 0; i <= resets; i++) {
        if (i > 0)
            ideal_reset(&a, 1 + i % 3);
        a.quiet = false;
        ideal_agent_run(&a, 3000);
    }
    ideal_drain(&a);
    assert_right(&a);
    assert_true(agent_model_idle(a.model));
    assert_int_equal(a.answered, a.from_engine);
    const struct agent_stats *const s = agent_model_stats(a.model);
    for (unsigned path = AGENT_PATH_ENC; path < AGENT_PATH_COUNT && resets == 0; path++)
        assert_int_equal(s->accepted[path], s->passed[path]);
    if (resets == 0)
        assert_int_equal(s->lost, s->accepted[AGENT_PATH_RX] - s->passed[AGENT_PATH_RX]);
    add_stats(s);
    ideal_end(&a);
}

static void honest_agents_pass(void **state) {
    (void)state;
    memset(&total, 0, sizeof total);
    for (uint64_t seed = 0; seed < 120; seed++)
        run_honest(seed, false, 0);
    for (unsigned path = 0; path < AGENT_PATH_COUNT; path++)
        assert_true(total.passed[path] > 3000);
    for (enum check_id id = CHECK_MAG_ROUTE; id <= CHECK_MAG_PASS; id++)
        assert_true(total.evaluations[id] > 100);
    assert_true(total.dropped > 1000);
    assert_true(total.free_windows > 1000);
    assert_true(total.open_windows > 1000);
    assert_int_equal(total.alike, 0);
    assert_int_equal(total.worst_let_past, 2);
}

static void honest_agents_with_identical_flits_pass(void **state) {
    (void)state;
    memset(&total, 0, sizeof total);
    for (uint64_t seed = 1000; seed < 1200; seed++)
        run_honest(seed, true, 0);
    assert_true(total.alike > 10000);
}

static void reset_at_any_time_leaves_nothing(void **state) {
    (void)state;
    for (uint64_t seed = 2000; seed < 2030; seed++)
        run_honest(seed, seed % 2 == 0, 4);
}

/* ---- classification -------------------------------------------------------------------------- */

static const struct agent_config four_ports = {.ports = 4,
                                               .position = {{0, 1}, {3, 2}, {3, 1}, {0, 7}},
                                               .mesh_id = 2,
                                               .ilink = true,
                                               .q_depth = 16,
                                               .q_margin = 2};

static void clients_by_type_and_mark(void **state) {
    (void)state;
    for (unsigned ilink = 0; ilink < 2; ilink++) {
        struct agent_config config = four_ports;
        config.ilink = ilink != 0;
        struct agent_model *const m = agent_model_new(&config);
        for (uint8_t type = 0; type < 16; type++)
            for (uint8_t rsvd = 0; rsvd < 8; rsvd++) {
                const struct flit f = {.type = type, .rsvd = rsvd};
                const enum agent_client client = ilink && rsvd >= 4 ? AGENT_CLIENT_ENC
                                                 : type == 0 || type == 1 || type == 4
                                                     ? AGENT_CLIENT_ENGINE
                                                     : AGENT_CLIENT_AGENT;
                assert_int_equal(agent_model_client(m, &f), client);
            }
        agent_model_free(m);
    }
}

static void rows_by_the_lowest_port(void **state) {
    struct agent_model *const m = agent_model_new(&four_ports);
    static const unsigned row[16] = {[2] = 1, [7] = 3};
    (void)state;
    for (uint8_t y = 0; y < 16; y++) {
        const struct flit f = {.dst_x = 3, .dst_y = y};
        assert_int_equal(agent_model_row(m, &f), row[y]);
    }
    agent_model_free(m);
}

/* ---- bounds ---------------------------------------------------------------------------------- */

/* One model, told one cycle after the other by hand. */
struct hand {
    struct agent_model *model;
    struct agent_cycle next;
    struct agent_load load[AGENT_PORTS_MAX];
    uint64_t cycle;
    enum check_id found; /* by the last end */
    struct verdict verdict;
};

static struct hand hand_begin(const struct agent_config *config) {
    struct hand h = {.model = agent_model_new(config), .cycle = 5000, .found = CHECK_NONE};
    assert_non_null(h.model);
    return h;
}

static void hand_open(struct hand *h) {
    agent_model_begin(h->model, &h->next, h->cycle);
}

static void hand_close(struct hand *h) {
    h->found = CHECK_NONE;
    if (!agent_model_end(h->model, h->load)) {
        assert_true(agent_model_finding(h->model, &h->verdict));
        h->found = h->verdict.check;
    }
    h->cycle++;
}

/* `cycles` cycles without a transfer; returns how many passed before something was found. */
static unsigned hand_wait(struct hand *h, unsigned cycles) {
    for (unsigned i = 0; i < cycles; i++) {
        hand_open(h);
        hand_close(h);
        if (h->found != CHECK_NONE)
            return i;
    }
    return cycles;
}

static void hand_accept(struct hand *h, unsigned port, const struct flit *f) {
    hand_open(h);
    agent_model_mesh_in(h->model, port, f);
    hand_close(h);
}

static enum check_id hand_agent(struct hand *h, const struct flit *f) {
    h->next.agt_rx = f;
    hand_open(h);
    agent_model_agent_out(h->model, f, &h->verdict);
    hand_close(h);
    h->next.agt_rx = NULL;
    return h->verdict.check;
}

static struct flit signal_flit(uint8_t txn) {
    struct flit f = {.type = FLIT_CU_SIGNAL, .src_x = 9, .dst_y = 1, .txn = txn, .last = 1};
    f.payload.w[7] = 0x5a000000u + txn;
    return f;
}

#define WINDOW_AFTER_LOW (4 + 4) /* PORTS+4 */

static void a_free_window_ends_ports_and_4_after_busy_was_low(void **state) {
    (void)state;
    for (unsigned held = 0; held < 4; held++) {
        struct hand h = hand_begin(&four_ports);
        const struct flit f = signal_flit(1);
        hand_accept(&h, 1, &f);
        h.next.noc_in_busy = 2;
        assert_int_equal(hand_wait(&h, held), held);
        h.next.noc_in_busy = 0; /* this cycle is the first later one with busy low */
        assert_int_equal(hand_wait(&h, 100), WINDOW_AFTER_LOW);
        assert_int_equal(h.found, CHECK_MAG_AGENT);
        assert_true(h.verdict.has_expected);
        agent_model_free(h.model);
    }
}

static void a_flit_taken_in_the_last_cycle_of_its_window_is_in_time(void **state) {
    struct hand h = hand_begin(&four_ports);
    const struct flit f = signal_flit(1);
    (void)state;
    hand_accept(&h, 1, &f);
    hand_wait(&h, WINDOW_AFTER_LOW);
    assert_int_equal(hand_agent(&h, &f), CHECK_NONE);
    assert_int_equal(h.found, CHECK_NONE);
    assert_int_equal(hand_wait(&h, 50), 50);
    assert_int_equal(agent_model_stats(h.model)->free_windows, 1);
    agent_model_free(h.model);
}

/* One cycle of the other state anywhere in the window, its first and last cycles included, and the
 * flit may arrive at any time or not at all. */
static void a_mixed_window_decides_nothing(void **state) {
    (void)state;
    for (unsigned busy = 0; busy < 2; busy++)
        for (unsigned other = 0; other <= WINDOW_AFTER_LOW + 1; other++)
            for (unsigned arrives = 0; arrives < 2; arrives++) {
                struct hand h = hand_begin(&four_ports);
                const struct flit f = signal_flit(1);
                for (unsigned i = 0; i < 40; i++) {
                    h.next.agt_rx_busy = (busy != 0) != (i == other);
                    if (i == 0)
                        hand_accept(&h, 1, &f);
                    else
                        hand_wait(&h, 1);
                    assert_int_equal(h.found, CHECK_NONE);
                }
                h.next.agt_rx_busy = false;
                if (arrives)
                    assert_int_equal(hand_agent(&h, &f), CHECK_NONE);
                assert_int_equal(agent_model_stats(h.model)->open_windows, 1);
                agent_model_free(h.model);
            }
}

static void a_flit_never_shown_in_a_busy_window_must_not_come(void **state) {
    (void)state;
    for (unsigned shown_at = 1; shown_at <= WINDOW_AFTER_LOW + 3; shown_at++) {
        struct hand h = hand_begin(&four_ports);
        const struct flit f = signal_flit(1);
        h.next.agt_rx_busy = true;
        hand_accept(&h, 1, &f);
        for (unsigned i = 1; i < 30; i++) {
            h.next.agt_rx = i >= shown_at ? &f : NULL;
            hand_wait(&h, 1);
        }
        h.next.agt_rx_busy = false;
        assert_int_equal(hand_agent(&h, &f),
                         shown_at <= WINDOW_AFTER_LOW + 1 ? CHECK_NONE : CHECK_MAG_AGENT);
        agent_model_free(h.model);
    }
}

static void busy_rows(const struct agent_config *config, unsigned reads, unsigned writes,
                      bool agent_busy, unsigned cycles, enum check_id expected) {
    struct hand h = hand_begin(config);
    h.next.noc_in_busy = 1;
    h.next.agt_rx_busy = agent_busy;
    h.load[0] = (struct agent_load){.reads = reads, .writes = writes};
    const unsigned passed = hand_wait(&h, cycles);
    assert_int_equal(h.found, expected);
    if (expected != CHECK_NONE)
        assert_int_equal(passed, config->ports + 4);
    agent_model_free(h.model);
}

static void busy_is_bounded_while_few_flits_are_unserved(void **state) {
    (void)state;
    for (unsigned agent_busy = 0; agent_busy < 2; agent_busy++) {
        const enum check_id expected = agent_busy ? CHECK_MAG_HOL : CHECK_MAG_TURN;
        busy_rows(&four_ports, 9, 9, agent_busy != 0, 100, expected);
        busy_rows(&four_ports, 9, 9, agent_busy != 0, 8, CHECK_NONE);
        busy_rows(&four_ports, 10, 0, agent_busy != 0, 100, CHECK_NONE);
        busy_rows(&four_ports, 0, 10, agent_busy != 0, 100, CHECK_NONE);
        struct agent_config small = four_ports;
        small.q_depth = 8;
        small.q_margin = 6; /* never few */
        busy_rows(&small, 0, 0, agent_busy != 0, 100, CHECK_NONE);
    }
}

static void busy_after_reset_and_under_enc_busy_is_not_counted(void **state) {
    struct hand h = hand_begin(&four_ports);
    struct flit f = signal_flit(1);
    f.rsvd = 6;
    (void)state;
    h.next.in_reset = true;
    hand_wait(&h, 3);
    h.next = (struct agent_cycle){.noc_in_busy = 1};
    assert_int_equal(hand_wait(&h, 100), 16 + 4 + 4);
    assert_int_equal(h.found, CHECK_MAG_TURN);
    h.next = (struct agent_cycle){0};
    hand_accept(&h, 0, &f);
    h.next = (struct agent_cycle){.noc_in_busy = 1, .enc_busy = true};
    assert_int_equal(hand_wait(&h, 500), 500);
    assert_false(agent_model_mesh_room(h.model, 0));
    h.next.enc_busy = false;
    assert_int_equal(hand_wait(&h, 500), 4 + 4);
    assert_int_equal(h.found, CHECK_MAG_TURN);
    agent_model_free(h.model);
}

static void a_mixed_row_is_named_by_what_the_agent_did_most(void **state) {
    (void)state;
    for (unsigned busy = 0; busy <= 9; busy++) {
        struct hand h = hand_begin(&four_ports);
        h.next.noc_in_busy = 4;
        h.next.agt_rx_busy = true;
        assert_int_equal(hand_wait(&h, busy), busy == 9 ? 8 : busy);
        h.next.agt_rx_busy = false;
        if (busy < 9)
            assert_int_equal(hand_wait(&h, 20), 8 - busy);
        assert_int_equal(h.found, busy >= 5 ? CHECK_MAG_HOL : CHECK_MAG_TURN);
        agent_model_free(h.model);
    }
}

/* Only cycles with enc_busy low count. */
static void a_marked_flit_waits_at_most_256_free_cycles(void **state) {
    struct hand h = hand_begin(&four_ports);
    struct flit f = signal_flit(1);
    f.rsvd = 4;
    (void)state;
    hand_accept(&h, 2, &f);
    hand_wait(&h, 100);
    h.next.enc_busy = true;
    assert_int_equal(hand_wait(&h, 1000), 1000);
    h.next.enc_busy = false;
    assert_int_equal(hand_wait(&h, 1000), 156);
    assert_int_equal(h.found, CHECK_MAG_REMOTE);
    assert_int_equal(agent_model_stats(h.model)->worst_enc_wait, 257);
    agent_model_free(h.model);
}

static enum check_id pulse_at(unsigned cycle, unsigned served, unsigned stalled) {
    struct hand h = hand_begin(&four_ports);
    struct flit f = {.type = FLIT_MEM_RD_REQ, .src_x = 9};
    const struct descriptor d = {.addr = UINT64_C(1) << 36};
    enum check_id found = CHECK_NONE;
    descriptor_pack(&d, &f.payload);
    for (unsigned i = 0; i < 1000 && found == CHECK_NONE; i++) {
        h.load[0] = (struct agent_load){.reads = i < served, .stalled = i < stalled};
        h.next.bad_remote_req = i == cycle;
        if (i == 0)
            hand_accept(&h, 0, &f);
        else
            hand_wait(&h, 1);
        found = h.found;
    }
    assert_int_equal(agent_model_stats(h.model)->remote_requests, 1);
    agent_model_free(h.model);
    return found;
}

static void a_remote_request_owes_its_pulse_until_served_and_a_bound(void **state) {
    (void)state;
    assert_int_equal(pulse_at(0, 0, 0), CHECK_NONE);
    assert_int_equal(pulse_at(255, 0, 0), CHECK_NONE);
    assert_int_equal(pulse_at(258, 0, 0), CHECK_MAG_ALIAS);
    assert_int_equal(pulse_at(355, 100, 0), CHECK_NONE);
    assert_int_equal(pulse_at(358, 100, 0), CHECK_MAG_ALIAS);
    assert_int_equal(pulse_at(555, 100, 300), CHECK_NONE);
    assert_int_equal(pulse_at(1000, 1000, 0), CHECK_NONE); /* never served: never due */
}

/* Requests of several ports, and a read and a write of one, may share a pulse; two reads may not.
 */
static void pulses_are_shared_only_between_engines(void **state) {
    (void)state;
    for (unsigned same = 0; same < 2; same++) {
        struct hand h = hand_begin(&four_ports);
        struct flit read = {.type = FLIT_MEM_RD_REQ}, write = {.type = FLIT_MEM_WR_REQ};
        const struct descriptor d = {.addr = UINT64_C(3) << 36};
        descriptor_pack(&d, &read.payload);
        descriptor_pack(&d, &write.payload);
        hand_open(&h);
        agent_model_mesh_in(h.model, 0, &read);
        agent_model_mesh_in(h.model, 1, &read);
        agent_model_mesh_in(h.model, 1, same ? &read : &write);
        hand_close(&h);
        h.next.bad_remote_req = true;
        hand_wait(&h, 1);
        h.next.bad_remote_req = false;
        hand_wait(&h, 1000);
        assert_int_equal(h.found, same ? CHECK_MAG_ALIAS : CHECK_NONE);
        h.next.bad_remote_req = true; /* all are over */
        hand_wait(&h, 1);
        assert_int_equal(h.found, CHECK_MAG_ALIAS);
        agent_model_free(h.model);
    }
}

static void two_lower_flits_may_go_first(void **state) {
    struct hand h = hand_begin(&four_ports);
    struct flit first = signal_flit(1), second = signal_flit(2), low = signal_flit(3);
    struct verdict v;
    (void)state;
    low.type = FLIT_MEM_WR_ACK;
    low.src_x = 0;
    low.src_y = 1;
    h.next.agt_tx = &first;
    hand_open(&h);
    agent_model_agent_in(h.model, &first);
    hand_close(&h);
    h.next.agt_tx = &second;
    for (unsigned i = 0; i < 2; i++) { /* both are of lower rank than the first only */
        hand_open(&h);
        assert_int_equal(agent_model_mesh_out(h.model, 0, &low, &v), AGENT_FROM_ENGINE);
        assert_int_equal(v.check, CHECK_NONE);
        hand_close(&h);
    }
    hand_open(&h);
    assert_int_equal(agent_model_mesh_out(h.model, 0, &first, &v), AGENT_FROM_AGENT);
    hand_close(&h);
    for (unsigned i = 0; i < 3; i++) { /* the second, shown but never accepted */
        hand_open(&h);
        assert_int_equal(agent_model_mesh_out(h.model, 0, &low, &v), AGENT_FROM_ENGINE);
        assert_int_equal(v.check, i < 2 ? CHECK_NONE : CHECK_MAG_PRIO);
        hand_close(&h);
    }
    assert_int_equal(memcmp(&v.expected, &second, sizeof second), 0);
    agent_model_free(h.model);
}

/* ---- what is outstanding --------------------------------------------------------------------- */

static void outstanding_flits_are_listed(void **state) {
    struct hand h = hand_begin(&four_ports);
    struct flit marked = signal_flit(1), up = signal_flit(2), control = signal_flit(4);
    char text[2000], line[400];
    (void)state;
    marked.rsvd = 5;
    up.dst_y = 7;
    hand_open(&h);
    agent_model_mesh_in(h.model, 1, &marked);
    agent_model_mesh_in(h.model, 2, &control);
    agent_model_inj_in(h.model, &up);
    hand_close(&h);
    h.next.agt_rx = &control;
    h.next.agt_rx_busy = true;
    h.next.noc_out_busy = 8;
    hand_wait(&h, 3);
    struct agent_item item = agent_model_oldest(h.model, AGENT_PATH_ENC, 1);
    assert_true(item.present);
    assert_int_equal(item.since, 5000);
    assert_int_equal(item.needs, AGENT_OUTSIDE_ENC);
    item = agent_model_oldest(h.model, AGENT_PATH_INJ, 3);
    assert_true(item.present);
    assert_int_equal(item.needs, AGENT_OUTSIDE_MESH << 3);
    item = agent_model_oldest(h.model, AGENT_PATH_RX, 2);
    assert_true(item.present);
    assert_int_equal(item.since, 5001);
    assert_int_equal(item.needs, AGENT_OUTSIDE_RX);
    assert_false(agent_model_oldest(h.model, AGENT_PATH_TX, 3).present);
    assert_false(agent_model_inj_room(h.model));
    assert_true(agent_model_agent_room(h.model));
    assert_true(agent_model_mesh_room(h.model, 1));
    agent_model_describe(h.model, AGENT_PATH_INJ, 3, line, sizeof line);
    assert_non_null(strstr(line, "inj at 5 000: CU_SIGNAL (9,0)->(0,7) txn 0x02"));
    assert_non_null(strstr(line, "waits for noc_out[3]"));
    agent_model_describe(h.model, AGENT_PATH_TX, 3, line, sizeof line);
    assert_string_equal(line, "");
    agent_model_list(h.model, text, sizeof text, 2);
    assert_non_null(strstr(text, "noc_in[2] at 5 000: CU_SIGNAL"));
    assert_non_null(strstr(text, "is shown on agt_rx"));
    assert_non_null(strstr(text, "... and 1 more"));
    assert_false(agent_model_idle(h.model));
    agent_model_free(h.model);
}

const struct CMUnitTest model_agent_tests[] = {
    cmocka_unit_test(honest_agents_pass),
    cmocka_unit_test(honest_agents_with_identical_flits_pass),
    cmocka_unit_test(reset_at_any_time_leaves_nothing),
    cmocka_unit_test(clients_by_type_and_mark),
    cmocka_unit_test(rows_by_the_lowest_port),
    cmocka_unit_test(a_free_window_ends_ports_and_4_after_busy_was_low),
    cmocka_unit_test(a_flit_taken_in_the_last_cycle_of_its_window_is_in_time),
    cmocka_unit_test(a_mixed_window_decides_nothing),
    cmocka_unit_test(a_flit_never_shown_in_a_busy_window_must_not_come),
    cmocka_unit_test(busy_is_bounded_while_few_flits_are_unserved),
    cmocka_unit_test(busy_after_reset_and_under_enc_busy_is_not_counted),
    cmocka_unit_test(a_mixed_row_is_named_by_what_the_agent_did_most),
    cmocka_unit_test(a_marked_flit_waits_at_most_256_free_cycles),
    cmocka_unit_test(a_remote_request_owes_its_pulse_until_served_and_a_bound),
    cmocka_unit_test(pulses_are_shared_only_between_engines),
    cmocka_unit_test(two_lower_flits_may_go_first),
    cmocka_unit_test(outstanding_flits_are_listed),
};
const size_t model_agent_test_count = sizeof model_agent_tests / sizeof *model_agent_tests;
