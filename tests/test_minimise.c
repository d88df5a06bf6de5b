/* Failures of different kinds in long random runs, planted by saboteurs that strike rarely, and what is
 * left of them: under a tenth, with the same check at the same place. */
#include "minimise_suite.h"

#include "bench/xform_bench.h"
#include "check.h"
#include "dut/variants.h"
#include "mem_port_scenarios.h"
#include "mem_saboteur.h"
#include "saboteur.h"
#include "soak/minimise.h"

#include <string.h>

enum { CYCLES = 300000 };

/* ---- planted faults ---------------------------------------------------------------------------- */

static void spoil_a_rare_word(struct mem_saboteur *x) {
    struct flit f;
    flit_unpack(x->pins.out.data, &f);
    if (*x->pins.out.valid && f.type == FLIT_MEM_RD_RESP && f.payload.w[2] % 4001 == 0) {
        f.payload.w[5] ^= 0x100;
        mem_change_flit(x, &f);
    }
}

static void spoil_a_rare_ack(struct mem_saboteur *x) {
    struct flit f;
    flit_unpack(x->pins.out.data, &f);
    if (*x->pins.out.valid && f.type == FLIT_MEM_WR_ACK && f.txn == 0x42) {
        f.txn = 0x43;
        mem_change_flit(x, &f);
    }
}

static void spoil_a_rare_entry(struct slot_saboteur *x, struct slot_outputs *shown) {
    (void)x;
    if (shown->done && shown->word[0].w[3] % 4001 == 7) {
        shown->word[1].w[6] ^= 1;
    }
}

static void port_under(struct sim *s, void (*deed)(struct mem_saboteur *x)) {
    mem_sabotage(s, deed);
    random_traffic(s, &dut_mem_port, SPARSE_RANDOM, CYCLES);
}

static void words_of_a_port(struct sim *s) {
    port_under(s, spoil_a_rare_word);
}

static void acks_of_a_port(struct sim *s) {
    port_under(s, spoil_a_rare_ack);
}

static void words_of_a_slot(struct sim *s) {
    struct xform_bench *b = xform_bench_new(s, &dut_xform3);
    sabotage(s, spoil_a_rare_entry, 0);
    xform_bench_random(b, slot_core_random_cycles(&b->core, CYCLES));
    xform_bench_finish(b);
}

static void sound_port(struct sim *s) {
    random_traffic(s, &dut_mem_port, SPARSE_RANDOM, 2000);
}

static void idle_port(struct sim *s) {
    mem_port_bench_new(s, &dut_mem_port);
    sim_expect_seen(s, "flits", s->seen.flits, 1);
}

/* ---- what is left ------------------------------------------------------------------------------- */

static struct minimised minimised;

static const struct minimised *make_small(void (*random)(struct sim *), uint64_t seed) {
    const struct scenario scenario = {"random", random};
    struct run_options options;
    char error[256] = "";
    options_init(&options);
    options.seed = seed;
    if (!minimise("minimise", &scenario, &options, NULL, &minimised, error)) {
        fail_msg("%s", error);
    }
    return &minimised;
}

static void reduces(void (*random)(struct sim *), uint64_t seed, enum check_id check) {
    const struct scenario scenario = {"random", random};
    const struct minimised *m = make_small(random, seed);
    struct run_result again;
    char text[4096];
    minimised_text(m, "minimise.random", text, sizeof text);
    print_message("%s", text);
    assert_string_equal(check_text(m->first.failure.check), check_text(check));
    assert_string_equal(check_text(m->small.failure.check), check_text(check));
    assert_string_equal(m->small.failure.where, m->first.failure.where);
    assert_true((m->small.failure.cycle + 1) * 10 < m->first.failure.cycle + 1);
    assert_true(m->small.seen.sent * 10 < m->first.seen.sent);
    scenario_run("minimise", &scenario, &m->options, NULL, &again, NULL);
    assert_true(again.failure.set);
    assert_int_equal(again.failure.check, check);
    assert_int_equal(again.failure.cycle, m->small.failure.cycle);
}

static void a_wrong_word_of_a_port_is_reduced_to_under_a_tenth(void **state) {
    (void)state;
    reduces(words_of_a_port, 1, CHECK_MEM_DATA);
}

static void a_wrong_ack_of_a_port_is_reduced_to_under_a_tenth(void **state) {
    (void)state;
    reduces(acks_of_a_port, 2, CHECK_MEM_ACK);
}

static void a_wrong_word_of_a_slot_is_reduced_to_under_a_tenth(void **state) {
    (void)state;
    reduces(words_of_a_slot, 3, CHECK_XF_DATA);
}

static void the_same_failure_becomes_the_same_run(void **state) {
    (void)state;
    const struct minimised first = *make_small(words_of_a_slot, 4);
    const struct minimised *second = make_small(words_of_a_slot, 4);
    assert_int_equal(first.runs, second->runs);
    assert_int_equal(first.small.hash, second->small.hash);
    assert_memory_equal(&first.options, &second->options, sizeof first.options);
}

/* ---- what stays is as it was -------------------------------------------------------------------- */

struct offered {
    unsigned count;
    uint32_t flit[4000][FLIT_WORDS];
};

static struct offered both, alone;
static struct offered *offered;

/* Keeps what endpoint 2 sends: requests without what scribbles over ignored fields. */
static void note_flits(void *self) {
    const struct mem_port_bench *b = self;
    const struct link_source *source = &b->source;
    if (*b->pins.in.valid && !*b->pins.in.busy && !b->sim->in_reset && source->current == 2 &&
        offered->count < 4000) {
        memcpy(offered->flit[offered->count++], b->pins.in.data, sizeof offered->flit[0]);
    }
}

static void observe(struct sim *s, void *context) {
    (void)context;
    const struct observer observer = {note_flits, NULL, s->bench};
    sim_observe(s, &observer);
}

static void run_with_endpoints(uint64_t endpoints, struct offered *into) {
    const struct scenario scenario = {"random", sound_port};
    struct run_options options;
    struct run_result r;
    options_init(&options);
    options.seed = 5;
    options.endpoints = endpoints;
    options.without = WITHOUT_RESERVED_FLAGS;
    options.cycles = 3000;
    options.attached = observe;
    offered = into;
    into->count = 0;
    scenario_run("minimise", &scenario, &options, NULL, &r, NULL);
    assert_false(r.failure.set && r.failure.check != CHECK_SIM_END);
}

/* Flits of one that the other has, too. */
static unsigned shared(const struct offered *a, const struct offered *b) {
    unsigned count = 0;
    for (unsigned i = 0; i < a->count; i++) {
        for (unsigned j = 0; j < b->count; j++) {
            if (memcmp(a->flit[i], b->flit[j], sizeof a->flit[i]) == 0) {
                count++;
                break;
            }
        }
    }
    return count;
}

/* Not all of it: with more senders a queue is full more often, and then a request is not made. */
static void leaving_endpoints_out_leaves_the_requests_of_others(void **state) {
    (void)state;
    run_with_endpoints(0x6, &both);
    run_with_endpoints(0x4, &alone);
    assert_true(alone.count >= 10);
    assert_true(both.count >= 10);
    assert_true(shared(&both, &alone) * 10 >= both.count * 8);
}

/* ---- refusals ------------------------------------------------------------------------------------ */

static void refuses(void (*random)(struct sim *), const char *why) {
    const struct scenario scenario = {"random", random};
    struct run_options options;
    char error[256] = "";
    options_init(&options);
    assert_false(minimise("minimise", &scenario, &options, NULL, &minimised, error));
    if (!strstr(error, why)) {
        fail_msg("%s", error);
    }
}

static void a_run_that_passes_is_refused(void **state) {
    (void)state;
    refuses(sound_port, "passes with seed 0x1");
}

static void a_scenario_that_saw_too_little_is_refused(void **state) {
    (void)state;
    refuses(idle_port, "has seen too little");
}

/* ---- the options ---------------------------------------------------------------------------------- */

static void lists_of_numbers_are_read_as_they_are_written(void **state) {
    (void)state;
    struct run_options o;
    char error[256], text[160];
    options_init(&o);
    assert_true(options_parse_endpoints(&o, "63,3,7-9,8", error));
    number_list(&o.endpoints, 64, text, sizeof text);
    assert_string_equal(text, "3,7-9,63");
    assert_true(options_parse_epochs(&o, "1023,64-65,0", error));
    number_list(o.epochs, EPOCHS_MAX, text, sizeof text);
    assert_string_equal(text, "0,64-65,1023");
    assert_int_equal(o.epochs_end, 1024);
}

static void wrong_lists_are_refused(void **state) {
    (void)state;
    static const char *const wrong[] = {"", "a", "1,", ",1", "9-7", "1-", "-1", "64", "1 2", "0x1"};
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct run_options o;
        char error[256] = "";
        options_init(&o);
        assert_false(options_parse_endpoints(&o, wrong[i], error));
        assert_non_null(strstr(error, "--endpoints: '"));
    }
}

const struct CMUnitTest minimise_tests[] = {
    cmocka_unit_test(a_wrong_word_of_a_port_is_reduced_to_under_a_tenth),
    cmocka_unit_test(a_wrong_ack_of_a_port_is_reduced_to_under_a_tenth),
    cmocka_unit_test(a_wrong_word_of_a_slot_is_reduced_to_under_a_tenth),
    cmocka_unit_test(the_same_failure_becomes_the_same_run),
    cmocka_unit_test(leaving_endpoints_out_leaves_the_requests_of_others),
    cmocka_unit_test(a_run_that_passes_is_refused),
    cmocka_unit_test(a_scenario_that_saw_too_little_is_refused),
    cmocka_unit_test(lists_of_numbers_are_read_as_they_are_written),
    cmocka_unit_test(wrong_lists_are_refused),
};
const size_t minimise_test_count = sizeof minimise_tests / sizeof *minimise_tests;
