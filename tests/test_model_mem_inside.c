/* The port model over requests that are served inside the agent: nothing of them shows on AXI, the
 * staging store says what their words may be. Then ideal ports that mix both, which must raise no
 * alarm, and the same with one flit spoiled. */
#include "ideal_mem_port.h"
#include "mem_port_events.h"
#include "model_memory_suite.h"
#include "staging.h"

#define A NODE(2, 3)
#define B NODE(1, 4)
#define MESH UINT64_C(2)
#define STORE (UINT64_C(1) << 39 | MESH << 36)
#define STORE_WORDS 64
#define DRAM UINT64_C(0x12340)

static struct staging *store_made;

static struct events inside_begin(bool seed_rules) {
    store_made = staging_new(&(struct staging_config){.mesh_id = MESH, .words = STORE_WORDS});
    assert_non_null(store_made);
    return events_begin((struct mem_port_config){.mesh_id = MESH,
                                                 .ap_decode = true,
                                                 .seed_rules = seed_rules,
                                                 .inside = staging_for_port(store_made)});
}

static void inside_end(struct events *e) {
    events_end(e);
    staging_free(store_made);
}

static void put(struct events *e, uint64_t addr, uint32_t n) {
    const struct word word = number(n);
    staging_write_end(store_made,
                      staging_write_begin(store_made, addr, &word, 0xffffffff, e->cycle), e->cycle);
    e->cycle++;
}

static struct flit word_flit(struct position dst, uint8_t txn, unsigned index, bool last,
                             uint32_t n) {
    struct flit f = response(dst, txn, index, last, 0);
    f.payload = number(n);
    return f;
}

static bool holds(const struct events *e, uint64_t addr, uint32_t n, uint64_t from) {
    const struct word word = number(n);
    return staging_may_hold(store_made, addr, &word, from, e->cycle);
}

/* ---- reads ----------------------------------------------------------------------------------- */

static void a_read_is_answered_without_axi(void **state) {
    (void)state;
    struct events e = inside_begin(false);
    put(&e, STORE, 5);
    put(&e, STORE + 32, 6);
    plain(&e, A, 0x40, STORE, 2);
    assert_false(mem_port_model_idle(e.model));
    legal(&e, emit(&e, word_flit(A, 0x40, 0, false, 5)));
    legal(&e, emit(&e, word_flit(A, 0x40, 0, true, 6)));
    assert_true(mem_port_model_idle(e.model));
    assert_int_equal(mem_port_model_stats(e.model)->inside_reads, 1);
    assert_int_equal(mem_port_model_stats(e.model)->inside_words, 2);
    assert_true(mem_port_model_stats(e.model)->evaluations[CHECK_MAG_STAGE] >= 2);
    inside_end(&e);
}

static void a_run_with_peers_is_framed_as_ever(void **state) {
    (void)state;
    struct events e = inside_begin(false);
    for (uint32_t i = 0; i < 4; i++)
        put(&e, STORE + 32 * i, 10 + i);
    multicast(&e, A, 7, STORE, 2, 2, 1, B, B);
    for (unsigned entry = 0; entry < 2; entry++)
        for (unsigned dst = 0; dst < 2; dst++)
            for (unsigned i = 0; i < 2; i++)
                legal(&e, emit(&e, word_flit(dst == 0 ? A : B, (uint8_t)(7 + entry), i, i == 1,
                                             10 + 2 * entry + i)));
    assert_true(mem_port_model_idle(e.model));
    inside_end(&e);
}

static void a_word_the_store_never_held_is_stage(void **state) {
    (void)state;
    struct events e = inside_begin(false);
    put(&e, STORE, 5);
    put(&e, STORE, 6);
    plain(&e, A, 0x40, STORE, 1);
    illegal(&e, emit(&e, word_flit(A, 0x40, 0, true, 5)), CHECK_MAG_STAGE);
    assert_int_equal(e.verdict.expected.payload.w[3], 6);
    plain(&e, A, 0x41, STORE, 1);
    put(&e, STORE, 7);
    plain(&e, A, 0x42, STORE, 1);
    legal(&e, emit(&e, word_flit(A, 0x41, 0, true, 6)));
    illegal(&e, emit(&e, word_flit(A, 0x42, 0, true, 6)), CHECK_MAG_STAGE);
    inside_end(&e);
}

static void a_word_in_the_cycle_of_its_request_is_stage(void **state) {
    (void)state;
    struct events e = inside_begin(false);
    put(&e, STORE, 5);
    plain(&e, A, 0x40, STORE, 1);
    e.cycle--;
    illegal(&e, emit(&e, word_flit(A, 0x40, 0, true, 5)), CHECK_MAG_STAGE);
    inside_end(&e);
}

static void past_the_end_words_are_zero(void **state) {
    (void)state;
    struct events e = inside_begin(false);
    const uint64_t last = STORE + 32 * (STORE_WORDS - 1);
    put(&e, last, 5);
    plain(&e, A, 1, last, 3);
    legal(&e, emit(&e, word_flit(A, 1, 0, false, 5)));
    legal(&e, emit(&e, word_flit(A, 1, 0, false, 0)));
    illegal(&e, emit(&e, word_flit(A, 1, 0, true, 5)), CHECK_MAG_STAGE);
    inside_end(&e);
}

static void each_wrong_field_has_its_id(void **state) {
    (void)state;
    static const struct {
        unsigned field;
        enum check_id id;
    } row[] = {{0, CHECK_MEM_DST},  {1, CHECK_MEM_SRC},  {2, CHECK_MEM_TXN},  {3, CHECK_MEM_WORD},
               {4, CHECK_MEM_LAST}, {5, CHECK_MEM_RSVD}, {6, CHECK_MAG_STAGE}};
    for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++) {
        struct events e = inside_begin(false);
        put(&e, STORE, 5);
        put(&e, STORE + 32, 6);
        stream(&e, A, 0x40, STORE, 1, 2);
        struct flit f = word_flit(A, 0x40, 0, false, 5);
        f.dst_x ^= row[i].field == 0 ? 1 : 0;
        f.src_x ^= row[i].field == 1 ? 1 : 0;
        f.txn ^= row[i].field == 2 ? 1 : 0;
        f.rsvd ^= row[i].field == 3 ? 2 : 0;
        f.last ^= row[i].field == 4 ? 1 : 0;
        f.rsvd ^= row[i].field == 5 ? 4 : 0;
        f.payload.w[0] ^= row[i].field == 6 ? 1 : 0;
        illegal(&e, emit(&e, f), row[i].id);
        inside_end(&e);
    }
}

static void a_skipped_word_is_lost_and_a_peer_with_another_word_is_peerdiff(void **state) {
    (void)state;
    struct events e = inside_begin(false);
    for (uint32_t i = 0; i < 3; i++)
        put(&e, STORE + 32 * i, 10 + i);
    stream(&e, A, 0x40, STORE, 1, 3);
    illegal(&e, emit(&e, word_flit(A, 0x40, 1, false, 11)), CHECK_MEM_LOST);
    legal(&e, emit(&e, word_flit(A, 0x40, 2, true, 12)));
    multicast(&e, A, 7, STORE, 1, 1, 1, B, B);
    put(&e, STORE, 20);
    legal(&e, emit(&e, word_flit(A, 7, 0, true, 10)));
    illegal(&e, emit(&e, word_flit(B, 7, 0, true, 20)), CHECK_MEM_PEERDIFF);
    inside_end(&e);
}

static void a_repeated_word_is_extra(void **state) {
    (void)state;
    struct events e = inside_begin(false);
    put(&e, STORE, 5);
    plain(&e, A, 1, STORE, 1);
    legal(&e, emit(&e, word_flit(A, 1, 0, true, 5)));
    illegal(&e, emit(&e, word_flit(A, 1, 0, true, 5)), CHECK_MEM_EXTRA);
    inside_end(&e);
}

static void inside_requests_on_axi_are_range(void **state) {
    (void)state;
    struct events e = inside_begin(false);
    plain(&e, A, 1, STORE, 1);
    illegal(&e, ar(&e, STORE, 1), CHECK_AXI_RANGE);
    illegal(&e, ar(&e, 0, 1), CHECK_AXI_RANGE);
    whole_write(&e, A, 2, STORE + 64, 1, 9);
    illegal(&e, bad_aw(&e, STORE + 64, 1), CHECK_AXI_RANGE);
    illegal(&e, bad_aw(&e, 64, 1), CHECK_AXI_RANGE);
    inside_end(&e);
}

static void refused_apertures_are_dropped_whatever_bits_axi_shows(void **state) {
    (void)state;
    struct events e = inside_begin(false);
    const uint64_t refused = STORE | UINT64_C(1) << 32, local = refused & 0xfffffffffu;
    plain(&e, A, 1, refused, 1);
    illegal(&e, ar(&e, local, 1), CHECK_MEM_DROP);
    illegal(&e, emit(&e, word_flit(A, 1, 0, true, 0)), CHECK_MEM_DROP);
    whole_write(&e, A, 2, refused + 32, 1, 9);
    illegal(&e, bad_aw(&e, local + 32, 1), CHECK_MEM_DROP);
    illegal(&e, emit(&e, ack(A, 2)), CHECK_MEM_DROP);
    inside_end(&e);
}

/* ---- writes ---------------------------------------------------------------------------------- */

static void a_write_is_visible_from_its_data_and_certain_after_its_ack(void **state) {
    (void)state;
    struct events e = inside_begin(false);
    put(&e, STORE, 1);
    put(&e, STORE + 32, 2);
    e.cycle++;
    write_request(&e, A, 3, STORE, 2);
    const uint64_t before = e.cycle++;
    assert_false(holds(&e, STORE, 10, before));
    write_data(&e, A, 10);
    assert_true(holds(&e, STORE, 10, before));
    assert_false(holds(&e, STORE + 32, 11, before));
    write_data(&e, A, 11);
    assert_true(holds(&e, STORE + 32, 11, e.cycle));
    assert_true(holds(&e, STORE + 32, 2, e.cycle));
    legal(&e, emit(&e, ack(A, 3)));
    assert_false(holds(&e, STORE + 32, 2, e.cycle));
    assert_false(holds(&e, STORE, 1, e.cycle));
    assert_true(holds(&e, STORE, 10, e.cycle));
    assert_true(mem_port_model_idle(e.model));
    assert_int_equal(mem_port_model_stats(e.model)->inside_writes, 1);
    inside_end(&e);
}

static void past_the_end_a_write_is_acknowledged_and_changes_nothing(void **state) {
    (void)state;
    struct events e = inside_begin(false);
    whole_write(&e, A, 3, STORE + 32 * STORE_WORDS, 1, 9);
    legal(&e, emit(&e, ack(A, 3)));
    assert_true(holds(&e, STORE + 32 * STORE_WORDS, 0, e.cycle));
    assert_false(holds(&e, STORE + 32 * STORE_WORDS, 9, e.cycle));
    inside_end(&e);
}

static void an_early_doubled_or_changed_ack_is_ack(void **state) {
    (void)state;
    struct events e = inside_begin(false);
    write_request(&e, A, 3, STORE, 2);
    write_data(&e, A, 1);
    illegal(&e, emit(&e, ack(A, 3)), CHECK_MEM_ACK);
    write_data(&e, A, 2);
    assert_true(mem_port_model_idle(e.model));
    whole_write(&e, A, 4, STORE, 1, 1);
    e.cycle--;
    illegal(&e, emit(&e, ack(A, 4)), CHECK_MEM_ACK);
    whole_write(&e, A, 5, STORE, 1, 1);
    legal(&e, emit(&e, ack(A, 5)));
    illegal(&e, emit(&e, ack(A, 5)), CHECK_MEM_ACK);
    whole_write(&e, A, 6, STORE, 1, 1);
    illegal(&e, emit(&e, ack(A, 7)), CHECK_MEM_ACK);
    inside_end(&e);
}

static void acks_of_one_source_stay_in_order_over_both_memories(void **state) {
    (void)state;
    struct events e = inside_begin(false);
    whole_write(&e, A, 3, DRAM, 1, 1);
    whole_write(&e, A, 4, STORE, 1, 2);
    illegal(&e, emit(&e, ack(A, 4)), CHECK_MEM_ACK);
    inside_end(&e);
    e = inside_begin(true);
    whole_write(&e, A, 3, DRAM, 1, 1);
    whole_write(&e, A, 4, STORE, 1, 2);
    legal(&e, emit(&e, ack(A, 4)));
    store(&e, DRAM, 1, 1);
    legal(&e, emit(&e, ack(A, 3)));
    inside_end(&e);
}

static void a_dram_write_behind_an_inside_one_is_not_out_of_order(void **state) {
    (void)state;
    struct events e = inside_begin(false);
    whole_write(&e, A, 3, STORE, 1, 1);
    whole_write(&e, A, 4, DRAM, 1, 2);
    store(&e, DRAM, 1, 2);
    legal(&e, emit(&e, ack(A, 3)));
    legal(&e, emit(&e, ack(A, 4)));
    assert_true(mem_port_model_idle(e.model));
    inside_end(&e);
}

static void slots_are_held_by_inside_writes_too(void **state) {
    (void)state;
    struct events e = inside_begin(false);
    for (unsigned i = 0; i < 16; i++)
        whole_write(&e, NODE((uint8_t)i, 5), 1, STORE + 32 * i, 1, i);
    assert_int_equal(mem_port_model_room(e.model).held_slots, 16);
    write_request(&e, A, 2, DRAM, 1);
    assert_true(mem_port_model_intake(e.model).blocked);
    legal(&e, emit(&e, ack(NODE(3, 5), 1)));
    assert_false(mem_port_model_intake(e.model).blocked);
    inside_end(&e);
}

/* ---- the watchdog's view --------------------------------------------------------------------- */

static void a_lost_inside_read_and_ack_are_items(void **state) {
    (void)state;
    struct events e = inside_begin(false);
    char text[300];
    plain(&e, A, 1, STORE, 1);
    stream(&e, B, 2, STORE, 1, 1);
    whole_write(&e, A, 3, STORE + 64, 1, 1);
    static const enum mem_port_wait kind[] = {WAIT_PLAIN_OUT, WAIT_STREAM_OUT, WAIT_ACK_OUT};
    for (unsigned i = 0; i < 3; i++) {
        const struct mem_port_item item = mem_port_model_oldest(e.model, kind[i]);
        assert_true(item.present);
        assert_int_equal(item.needs, OUTSIDE_OUT);
        assert_int_equal(item.may_wait, OUTSIDE_OUT);
        mem_port_model_describe(e.model, kind[i], text, sizeof text);
        assert_true(text[0] != '\0');
    }
    assert_false(mem_port_model_oldest(e.model, WAIT_READ_PLAIN_AR).present);
    assert_false(mem_port_model_oldest(e.model, WAIT_READ_STREAM_AR).present);
    assert_false(mem_port_model_oldest(e.model, WAIT_WRITE_AW).present);
    inside_end(&e);
}

static void inside_requests_may_be_behind_others_on_axi(void **state) {
    (void)state;
    struct events e = inside_begin(false);
    plain(&e, A, 1, DRAM, 1);
    plain(&e, A, 2, STORE, 1);
    whole_write(&e, A, 3, DRAM + 64, 1, 1);
    whole_write(&e, B, 4, STORE + 64, 1, 1);
    const struct mem_port_item word = mem_port_model_oldest(e.model, WAIT_PLAIN_OUT);
    assert_int_equal(word.needs, OUTSIDE_OUT | OUTSIDE_AR | OUTSIDE_R);
    const struct mem_port_item done = mem_port_model_oldest(e.model, WAIT_ACK_OUT);
    assert_int_equal(done.needs, OUTSIDE_OUT | OUTSIDE_AW | OUTSIDE_W | OUTSIDE_B);
    legal(&e, ar(&e, DRAM, 1));
    assert_true(mem_port_model_oldest(e.model, WAIT_PLAIN_OUT).progress != word.progress);
    aw(&e, DRAM + 64, 1);
    assert_true(mem_port_model_oldest(e.model, WAIT_ACK_OUT).progress != done.progress);
    inside_end(&e);
}

static void reset_forgets_inside_work(void **state) {
    (void)state;
    struct events e = inside_begin(false);
    plain(&e, A, 1, STORE, 1);
    whole_write(&e, A, 3, STORE + 64, 1, 7);
    mem_port_model_reset(e.model);
    staging_reset(store_made, e.cycle++);
    assert_true(mem_port_model_idle(e.model));
    assert_false(mem_port_model_oldest(e.model, WAIT_PLAIN_OUT).present);
    assert_true(holds(&e, STORE + 64, 7, e.cycle));
    assert_true(holds(&e, STORE + 64, 8, e.cycle));
    illegal(&e, emit(&e, ack(A, 3)), CHECK_MEM_ACK);
    inside_end(&e);
}

/* ---- fairness -------------------------------------------------------------------------------- */

static void an_inside_word_that_waits_long_is_not_starved(void **state) {
    (void)state;
    struct events e = inside_begin(false);
    plain(&e, A, 1, STORE, 1);
    whole_write(&e, A, 2, STORE + 64, 1, 1);
    for (unsigned i = 0; i < 60; i++) {
        stream(&e, B, 0, DRAM + 128 * i, 1, 4);
        fetch(&e, DRAM + 128 * i, 4);
        send_entry(&e, B, 0, DRAM + 128 * i, 4, true);
    }
    inside_end(&e);
}

static void a_word_that_may_be_behind_an_inside_read_is_not_starved(void **state) {
    (void)state;
    for (unsigned inside = 0; inside < 2; inside++) {
        struct events e = inside_begin(false);
        bool fair = true;
        for (uint32_t i = 0; i < 60; i++)
            put(&e, STORE + 32 * i, i);
        stream(&e, B, 0, inside ? STORE : DRAM + 0x1000, 60, 1);
        plain(&e, A, 1, DRAM, 1);
        fetch(&e, DRAM, 1);
        if (!inside)
            fetch(&e, DRAM + 0x1000, 60);
        for (uint32_t i = 0; i < 60; i++) {
            struct flit f = word_flit(B, (uint8_t)i, 0, true, i);
            f.payload = inside ? f.payload : content(DRAM + 0x1000 + 32 * i);
            fair &= emit(&e, f) || e.verdict.check != CHECK_MEM_STARVE;
        }
        assert_int_equal(fair, inside);
        inside_end(&e);
    }
}

static void an_ack_starved_by_inside_entries_is_starve(void **state) {
    (void)state;
    struct events e = inside_begin(false);
    bool starved = false;
    put(&e, STORE, 1);
    whole_write(&e, A, 2, DRAM, 1, 1);
    store(&e, DRAM, 1, 1);
    for (unsigned i = 0; i < 60 && !starved; i++) {
        stream(&e, B, 0, STORE, 1, 1);
        starved = !emit(&e, word_flit(B, 0, 0, true, 1));
    }
    assert_true(starved);
    assert_int_equal(e.verdict.check, CHECK_MEM_STARVE);
    inside_end(&e);
}

/* ---- ports of every shape -------------------------------------------------------------------- */

static void no_alarm_on_ports_that_mix_both_memories(void **state) {
    (void)state;
    struct rng knobs;
    uint64_t inside = 0;
    rng_init(&knobs, 2, "model.mem_inside", "shapes");
    for (uint64_t seed = 0; seed < 40; seed++) {
        struct ideal_knobs k = ideal_random_knobs(&knobs);
        struct mem_port_stats stats;
        k.inside = true;
        const struct ideal_result result = ideal_run(&k, seed, 120, NULL, &stats);
        if (result.alarms > 0 || !result.idle || result.due_missing > 0)
            fail_msg("seed %llu, cycle %llu: %s %s | %s | %s", (unsigned long long)seed,
                     (unsigned long long)result.cycles, check_text(result.first),
                     result.verdict.what, result.verdict.request, result.verdict.progress);
        inside += stats.inside_words;
    }
    assert_true(inside > 10000);
}

struct spoil {
    uint64_t at, flits;
    bool done;
};

static void spoil_payload(void *context, struct flit *f) {
    struct spoil *const s = context;
    if (s->flits++ < s->at || s->done || f->type != FLIT_MEM_RD_RESP)
        return;
    s->done = true;
    s->at = s->flits;
    f->payload.w[s->at % 8] ^= 0x100;
}

static void any_spoiled_payload_is_caught_where_it_leaves(void **state) {
    (void)state;
    static const struct ideal_knobs knobs = {.inside = true,
                                             .memory = IDEAL_ADDRESS,
                                             .wr_slots = 16,
                                             .sources = 8,
                                             .txns = 85,
                                             .max_entries = 6,
                                             .accept_permille = 700,
                                             .out_permille = 800,
                                             .axi_permille = 800};
    unsigned stage = 0;
    for (uint64_t seed = 0; seed < 120; seed++) {
        struct spoil s = {.at = 40 + seed * 3};
        const struct ideal_spoiler spoiler = {.flit = spoil_payload, .context = &s};
        const struct ideal_result result = ideal_run(&knobs, seed, 150, &spoiler, NULL);
        if (!s.done || result.alarms == 0 || result.flits != s.at)
            fail_msg("seed %llu: flit %llu, alarm at flit %llu", (unsigned long long)seed,
                     (unsigned long long)s.at, (unsigned long long)result.flits);
        if (result.first != CHECK_MEM_DATA && result.first != CHECK_MEM_PEERDIFF &&
            result.first != CHECK_MAG_STAGE)
            fail_msg("seed %llu: %s %s", (unsigned long long)seed, check_text(result.first),
                     result.verdict.what);
        stage += result.first == CHECK_MAG_STAGE;
    }
    assert_true(stage > 20);
}

const struct CMUnitTest model_mem_inside_tests[] = {
    cmocka_unit_test(a_read_is_answered_without_axi),
    cmocka_unit_test(a_run_with_peers_is_framed_as_ever),
    cmocka_unit_test(a_word_the_store_never_held_is_stage),
    cmocka_unit_test(a_word_in_the_cycle_of_its_request_is_stage),
    cmocka_unit_test(past_the_end_words_are_zero),
    cmocka_unit_test(each_wrong_field_has_its_id),
    cmocka_unit_test(a_skipped_word_is_lost_and_a_peer_with_another_word_is_peerdiff),
    cmocka_unit_test(a_repeated_word_is_extra),
    cmocka_unit_test(inside_requests_on_axi_are_range),
    cmocka_unit_test(refused_apertures_are_dropped_whatever_bits_axi_shows),
    cmocka_unit_test(a_write_is_visible_from_its_data_and_certain_after_its_ack),
    cmocka_unit_test(past_the_end_a_write_is_acknowledged_and_changes_nothing),
    cmocka_unit_test(an_early_doubled_or_changed_ack_is_ack),
    cmocka_unit_test(acks_of_one_source_stay_in_order_over_both_memories),
    cmocka_unit_test(a_dram_write_behind_an_inside_one_is_not_out_of_order),
    cmocka_unit_test(slots_are_held_by_inside_writes_too),
    cmocka_unit_test(a_lost_inside_read_and_ack_are_items),
    cmocka_unit_test(inside_requests_may_be_behind_others_on_axi),
    cmocka_unit_test(reset_forgets_inside_work),
    cmocka_unit_test(an_inside_word_that_waits_long_is_not_starved),
    cmocka_unit_test(a_word_that_may_be_behind_an_inside_read_is_not_starved),
    cmocka_unit_test(an_ack_starved_by_inside_entries_is_starve),
    cmocka_unit_test(no_alarm_on_ports_that_mix_both_memories),
    cmocka_unit_test(any_spoiled_payload_is_caught_where_it_leaves),
};
const size_t model_mem_inside_test_count =
    sizeof model_mem_inside_tests / sizeof model_mem_inside_tests[0];
