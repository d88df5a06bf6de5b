/* Agents that commit one crime each: the model names the check that is broken, and that one first.
 */
#include "model_agent_suite.h"

#include "check.h"
#include "ideal_agent.h"

#include <string.h>

#define SEEDS 12
#define QUIET 0
#define ALWAYS 1000

/* Two ports, so that every window is short; rows 1 and 2. */
static const struct agent_config two_ports = {.ports = 2,
                                              .position = {{0, 1}, {0, 2}},
                                              .mesh_id = 1,
                                              .ilink = true,
                                              .q_depth = 16,
                                              .q_margin = 2};

struct scene {
    enum crime crime;
    enum ideal_path path, to;
    uint64_t at;
    unsigned rx_busy, enc_busy, out_busy; /* permille */
    unsigned rate[IDEAL_PATHS];           /* RX, ENC, ENGINE, TX, INJ */
    bool no_ilink;
    bool stops; /* the sources, once it is done */
    enum check_id expected;
    unsigned verdicts; /* of which the crime is the cause, with all after it right; 0: any number */
};

static void play(const struct scene *s, uint64_t seed) {
    struct agent_config config = two_ports;
    struct ideal a;
    config.ilink = !s->no_ilink;
    ideal_begin(&a, seed, &config);
    a.knobs.rx_busy = s->rx_busy;
    a.knobs.enc_busy = s->enc_busy;
    a.knobs.out_busy = s->out_busy;
    a.knobs.serve = ALWAYS;
    memcpy(a.knobs.rate, s->rate, sizeof a.knobs.rate);
    a.knobs.rx_register |= s->crime == SHOWS_LATE || s->crime == SHOWS_LATER;
    a.crime = s->crime;
    a.path = s->path;
    a.to = s->to;
    a.at = s->at;
    a.knobs.depth = s->crime == RANKS_INJ_FIRST ? 2 : a.knobs.depth; /* inj without gaps */
    if (s->crime == SHOWS_LATE) {
        ideal_agent_run(&a, 400);
        a.knobs.rx_busy = 0;
    }
    for (unsigned i = 0; i < 4000 && a.first.check == CHECK_NONE; i++) {
        if (s->stops && a.done) {
            a.quiet = true;
            memset(a.source, 0, sizeof a.source); /* what was offered is withdrawn */
        }
        ideal_agent_run(&a, 1);
    }
    if (a.first.check != s->expected)
        fail_msg("seed %llu, crime %d on path %d: %s instead of %s: %s; %s",
                 (unsigned long long)seed, s->crime, s->path, check_text(a.first.check),
                 check_text(s->expected), a.first.what, a.first.request);
    assert_true(a.first.what[0] != '\0');
    if (s->verdicts > 0) {
        ideal_agent_run(&a, 500);
        ideal_drain(&a);
        assert_int_equal(a.verdicts, s->verdicts);
        assert_true(agent_model_idle(a.model));
    }
    ideal_end(&a);
}

static void play_all(const struct scene *scenes, size_t count) {
    for (size_t i = 0; i < count; i++)
        for (uint64_t seed = 0; seed < SEEDS; seed++)
            play(&scenes[i], seed);
}

#define PLAY_ALL(scenes) play_all(scenes, sizeof(scenes) / sizeof *(scenes))

static void wrong_clients_and_ports(void **state) {
    static const struct scene scenes[] = {
        {.crime = MISROUTES,
         .path = IDEAL_TX,
         .to = IDEAL_TX,
         .at = 20,
         .rate = {100, 100, 200, 400, 200},
         .expected = CHECK_MAG_ROUTE,
         .verdicts = 1},
        {.crime = MISROUTES,
         .path = IDEAL_INJ,
         .to = IDEAL_INJ,
         .at = 20,
         .rate = {100, 100, 200, 200, 400},
         .expected = CHECK_MAG_ROUTE,
         .verdicts = 1},
        {.crime = MISROUTES,
         .path = IDEAL_RX,
         .to = IDEAL_ENC,
         .at = 20,
         .rate = {300, 100, 200, 200, 200},
         .expected = CHECK_MAG_ROUTE,
         .verdicts = 1},
        {.crime = MISROUTES,
         .path = IDEAL_ENC,
         .to = IDEAL_RX,
         .at = 20,
         .rate = {100, 300, 200, 200, 200},
         .expected = CHECK_MAG_ROUTE,
         .verdicts = 1},
        {.crime = MISROUTES,
         .path = IDEAL_ENGINE,
         .to = IDEAL_RX,
         .at = 20,
         .rate = {100, 100, 200, 200, 200},
         .expected = CHECK_MAG_ROUTE,
         .verdicts = 1},
        {.crime = MISROUTES,
         .path = IDEAL_ENGINE,
         .to = IDEAL_ENC,
         .at = 20,
         .rate = {100, 100, 200, 200, 200},
         .expected = CHECK_MAG_ROUTE,
         .verdicts = 1},
        {.crime = MISROUTES,
         .path = IDEAL_RX,
         .to = IDEAL_ENC,
         .at = 20,
         .no_ilink = true,
         .rate = {300, 100, 200, 200, 200},
         .expected = CHECK_MAG_ROUTE,
         .verdicts = 1},
    };
    (void)state;
    PLAY_ALL(scenes);
}

static void wrong_ranks(void **state) {
    static const struct scene scenes[] = {
        {.crime = RANKS_ENGINE_FIRST,
         .at = 100,
         .out_busy = 500,
         .rate = {0, 0, ALWAYS, 200, 0},
         .expected = CHECK_MAG_PRIO},
        {.crime = RANKS_ENGINE_FIRST,
         .at = 100,
         .out_busy = 500,
         .rate = {0, 0, ALWAYS, 0, 200},
         .expected = CHECK_MAG_PRIO},
        {.crime = RANKS_INJ_FIRST,
         .at = 100,
         .out_busy = 300,
         .rate = {0, 0, 0, 200, ALWAYS},
         .expected = CHECK_MAG_PRIO},
    };
    (void)state;
    PLAY_ALL(scenes);
}

static void control_flits_lost_or_late(void **state) {
    static const struct scene scenes[] = {
        {.crime = LOSES,
         .path = IDEAL_RX,
         .at = 30,
         .rate = {200, 100, 300, 100, 100},
         .expected = CHECK_MAG_AGENT},
        {.crime = LOSES,
         .path = IDEAL_RX,
         .at = 30,
         .rate = {ALWAYS, 0, 0, 0, 0},
         .expected = CHECK_MAG_AGENT},
        {.crime = SHOWS_LATER,
         .path = IDEAL_RX,
         .at = 30,
         .rate = {100, 0, 300, 0, 0},
         .expected = CHECK_MAG_AGENT},
        {.crime = SHOWS_LATE,
         .path = IDEAL_RX,
         .at = 30,
         .rx_busy = ALWAYS,
         .rate = {200, 100, 300, 0, 0},
         .expected = CHECK_MAG_AGENT},
    };
    (void)state;
    PLAY_ALL(scenes);
}

static void ports_held_too_long(void **state) {
    static const struct scene scenes[] = {
        {.crime = HOLDS_PORTS,
         .rx_busy = ALWAYS,
         .rate = {100, 0, 300, 100, 100},
         .expected = CHECK_MAG_HOL},
        {.crime = FORGETS_A_TURN,
         .path = IDEAL_ENC,
         .at = 100,
         .rate = {0, 300, 300, 0, 0},
         .expected = CHECK_MAG_TURN},
    };
    (void)state;
    PLAY_ALL(scenes);
}

static void wrong_remote_pulses(void **state) {
    static const struct scene scenes[] = {
        {.crime = FORGETS_A_PULSE,
         .path = IDEAL_ENGINE,
         .at = 10,
         .stops = true,
         .rate = {100, 100, 300, 100, 100},
         .expected = CHECK_MAG_ALIAS},
        {.crime = PULSES_TWICE,
         .at = 50,
         .stops = true,
         .rate = {0, 0, 5, 0, 0},
         .expected = CHECK_MAG_ALIAS},
        {.crime = PULSES_FOR_OWN, .at = 0, .rate = {0, 0, 20, 0, 0}, .expected = CHECK_MAG_ALIAS},
    };
    (void)state;
    PLAY_ALL(scenes);
}

static void marked_flits_changed_or_swallowed(void **state) {
    static const struct scene scenes[] = {
        {.crime = CHANGES,
         .path = IDEAL_ENC,
         .at = 20,
         .enc_busy = 300,
         .rate = {100, 300, 200, 100, 100},
         .expected = CHECK_MAG_REMOTE},
        {.crime = UNMARKS,
         .path = IDEAL_ENC,
         .at = 20,
         .rate = {100, 300, 200, 100, 100},
         .expected = CHECK_MAG_REMOTE},
        {.crime = LOSES,
         .path = IDEAL_ENC,
         .at = 20,
         .enc_busy = 300,
         .stops = true,
         .rate = {100, 300, 200, 100, 100},
         .expected = CHECK_MAG_REMOTE},
    };
    (void)state;
    PLAY_ALL(scenes);
}

static void passed_on_flits_lost_doubled_changed_reordered(void **state) {
    (void)state;
    for (enum ideal_path path = IDEAL_RX; path < IDEAL_PATHS; path++)
        for (enum crime crime = LOSES; crime <= INVENTS; crime++) {
            struct scene s = {.crime = crime,
                              .path = path,
                              .at = crime == INVENTS ? 100 : 40,
                              .enc_busy = 200,
                              .out_busy = 200,
                              .rate = {100, 100, 200, 100, 100},
                              .expected = CHECK_MAG_PASS,
                              .verdicts = crime == SWAPS ? 0 : 1};
            const bool kind = crime == LOSES || crime == DOUBLES || crime == CHANGES ||
                              crime == SWAPS || crime == INVENTS;
            const bool elsewhere =
                (path == IDEAL_RX && crime == LOSES) || (path == IDEAL_ENC && crime == CHANGES);
            if (!kind || elsewhere || path == IDEAL_ENGINE)
                continue;
            s.rate[path] = ALWAYS;
            if (path == IDEAL_RX && crime == SWAPS)
                s.rate[IDEAL_ENC] = s.rate[IDEAL_ENGINE] = 0; /* the next flit comes soon */
            if (path == IDEAL_ENC && crime == INVENTS)
                s.rate[IDEAL_ENC] = 0;
            play_all(&s, 1);
        }
}

static void a_flit_of_before_a_reset_is_nobodys(void **state) {
    (void)state;
    for (enum ideal_path path = IDEAL_RX; path <= IDEAL_ENC; path++)
        for (uint64_t seed = 0; seed < SEEDS; seed++) {
            struct ideal a;
            ideal_begin(&a, seed, &two_ports);
            memset(a.knobs.rate, 0, sizeof a.knobs.rate);
            a.knobs.rate[path] = ALWAYS;
            a.knobs.rx_busy = 0;
            a.knobs.enc_busy = path == IDEAL_ENC ? ALWAYS : 0;
            a.crime = KEEPS_OVER_RESET;
            for (unsigned i = 0; i < 50 || a.in[0].count == 0; i++)
                ideal_agent_run(&a, 1);
            ideal_reset(&a, 2);
            a.quiet = true;
            a.knobs.enc_busy = 0;
            a.source[0].valid = a.source[1].valid = false;
            ideal_agent_run(&a, 50);
            assert_int_equal(a.first.check, CHECK_MAG_PASS);
            ideal_end(&a);
        }
}

/* ---- one event by hand ----------------------------------------------------------------------- */

static void own_forms_are_left_to_the_engine(void **state) {
    struct agent_model *const m = agent_model_new(&two_ports);
    const struct agent_cycle idle = {0};
    struct verdict v;
    struct flit f = {.type = FLIT_MEM_RD_RESP, .src_y = 2, .dst_x = 4};
    (void)state;
    f.payload.w[1] = 5;
    agent_model_begin(m, &idle, 1);
    assert_int_equal(agent_model_mesh_out(m, 1, &f, &v), AGENT_FROM_ENGINE);
    assert_int_equal(v.check, CHECK_NONE);
    f.src_y = 9; /* wrong, but the port model has to say so */
    assert_int_equal(agent_model_mesh_out(m, 1, &f, &v), AGENT_FROM_ENGINE);
    f.type = 12;
    assert_int_equal(agent_model_mesh_out(m, 1, &f, &v), AGENT_FROM_NOBODY);
    assert_int_equal(v.check, CHECK_MAG_PASS);
    agent_model_free(m);
}

static void nothing_leaves_in_the_cycle_it_came(void **state) {
    struct agent_model *const m = agent_model_new(&two_ports);
    const struct agent_load load[2] = {{0}};
    const struct flit f = {.type = FLIT_CU_CTRL, .src_x = 3, .dst_y = 2, .txn = 7};
    const struct agent_cycle idle = {.agt_tx = &f};
    struct verdict v;
    (void)state;
    agent_model_begin(m, &idle, 1);
    assert_int_equal(agent_model_mesh_out(m, 1, &f, &v), AGENT_FROM_NOBODY);
    assert_int_equal(v.check, CHECK_MAG_PASS);
    agent_model_agent_in(m, &f);
    agent_model_end(m, load);
    agent_model_begin(m, &idle, 2);
    assert_int_equal(agent_model_mesh_out(m, 1, &f, &v), AGENT_FROM_AGENT);
    assert_int_equal(v.check, CHECK_NONE);
    agent_model_free(m);
}

static void a_build_without_interlink_never_pulses(void **state) {
    struct agent_config config = two_ports;
    config.ilink = false;
    struct agent_model *const m = agent_model_new(&config);
    const struct agent_load load[2] = {{0}};
    const struct agent_cycle pulse = {.bad_remote_req = true};
    const struct descriptor d = {.addr = 0};
    struct flit f = {.type = FLIT_MEM_RD_REQ};
    struct verdict v;
    (void)state;
    descriptor_pack(&d, &f.payload);
    agent_model_begin(m, &pulse, 1);
    assert_int_equal(agent_model_mesh_in(m, 0, &f), AGENT_CLIENT_ENGINE);
    assert_false(agent_model_end(m, load));
    assert_true(agent_model_finding(m, &v));
    assert_int_equal(v.check, CHECK_MAG_ALIAS);
    assert_false(agent_model_finding(m, &v));
    agent_model_free(m);
}

const struct CMUnitTest model_agent_wrong_tests[] = {
    cmocka_unit_test(wrong_clients_and_ports),
    cmocka_unit_test(wrong_ranks),
    cmocka_unit_test(control_flits_lost_or_late),
    cmocka_unit_test(ports_held_too_long),
    cmocka_unit_test(wrong_remote_pulses),
    cmocka_unit_test(marked_flits_changed_or_swallowed),
    cmocka_unit_test(passed_on_flits_lost_doubled_changed_reordered),
    cmocka_unit_test(a_flit_of_before_a_reset_is_nobodys),
    cmocka_unit_test(own_forms_are_left_to_the_engine),
    cmocka_unit_test(nothing_leaves_in_the_cycle_it_came),
    cmocka_unit_test(a_build_without_interlink_never_pulses),
};
const size_t model_agent_wrong_test_count =
    sizeof model_agent_wrong_tests / sizeof *model_agent_wrong_tests;
