/* Every verdict of the port model: one illegal sequence that raises exactly it, and the nearest
 * legal ones that stay quiet; then ideal ports of every shape, which must raise none. */
#include "ideal_mem_port.h"
#include "mem_port_events.h"

#include <stdio.h>

#define A NODE(2, 3)
#define B NODE(1, 4)
#define C NODE(3, 2)
#define ADDR UINT64_C(0x12340)
#define APART UINT64_C(0x900000)
#define OTHER_MESH (UINT64_C(1) << 39 | UINT64_C(1) << 36)

static const struct mem_port_config project_rules = {0};
static const struct mem_port_config seed_rules = {.seed_rules = true};
static const struct mem_port_config apertures = {.ap_decode = true};

/* ---- reads ----------------------------------------------------------------------------------- */

static void a_plain_read_is_served_word_by_word(void **state) {
    (void)state;
    struct events e = events_begin(project_rules);
    plain(&e, A, 0x40, ADDR, 3);
    fetch(&e, ADDR, 3);
    send_entry(&e, A, 0x40, ADDR, 3, false);
    assert_true(mem_port_model_idle(e.model));
    assert_int_equal(mem_port_model_stats(e.model)->flits_plain, 3);
    events_end(&e);
}

static void a_run_is_served_entry_by_entry_and_its_txn_wraps(void **state) {
    (void)state;
    struct events e = events_begin(project_rules);
    stream(&e, A, 0xff, ADDR, 3, 2);
    fetch(&e, ADDR, 6);
    send_entry(&e, A, 0xff, ADDR, 2, true);
    send_entry(&e, A, 0x00, ADDR + 64, 2, true);
    send_entry(&e, A, 0x01, ADDR + 128, 2, true);
    assert_true(mem_port_model_idle(e.model));
    events_end(&e);
}

static void count_0_is_one_entry_and_words_7_are_four(void **state) {
    (void)state;
    struct events e = events_begin(project_rules);
    stream(&e, A, 0, ADDR, 0, 7);
    fetch(&e, ADDR, 4);
    send_entry(&e, A, 0, ADDR, 4, true);
    assert_true(mem_port_model_idle(e.model));
    events_end(&e);
}

static void the_requester_may_be_a_peer_and_a_peer_may_come_twice(void **state) {
    (void)state;
    struct events e = events_begin(project_rules);
    multicast(&e, A, 9, ADDR, 2, 2, 3, A, B);
    fetch(&e, ADDR, 4);
    for (unsigned entry = 0; entry < 2; entry++) {
        send_entry(&e, A, (uint8_t)(9 + entry), ADDR + 64 * entry, 2, true);
        send_entry(&e, A, (uint8_t)(9 + entry), ADDR + 64 * entry, 2, true);
        send_entry(&e, B, (uint8_t)(9 + entry), ADDR + 64 * entry, 2, true);
        send_entry(&e, NODE(0, 0), (uint8_t)(9 + entry), ADDR + 64 * entry, 2, true);
    }
    assert_true(mem_port_model_idle(e.model));
    events_end(&e);
}

static void acks_and_plain_words_may_come_between_the_words_of_an_entry(void **state) {
    (void)state;
    struct events e = events_begin(project_rules);
    stream(&e, A, 1, ADDR, 1, 2);
    plain(&e, B, 2, APART, 1);
    whole_write(&e, C, 3, 0x200, 1, 70);
    fetch(&e, ADDR, 2);
    fetch(&e, APART, 1);
    store(&e, 0x200, 1, 70);
    legal(&e, emit(&e, response(A, 1, 0, false, ADDR)));
    legal(&e, emit(&e, response(B, 2, 0, true, APART)));
    legal(&e, emit(&e, ack(C, 3)));
    legal(&e, emit(&e, response(A, 1, 1, true, ADDR + 32)));
    assert_true(mem_port_model_idle(e.model));
    events_end(&e);
}

static void runs_may_take_turns_entry_by_entry(void **state) {
    (void)state;
    struct events e = events_begin(project_rules);
    stream(&e, A, 1, ADDR, 2, 2);
    stream(&e, B, 7, APART, 2, 2);
    fetch(&e, APART, 4);
    fetch(&e, ADDR, 4);
    send_entry(&e, B, 7, APART, 2, true);
    send_entry(&e, A, 1, ADDR, 2, true);
    send_entry(&e, B, 8, APART + 64, 2, true);
    send_entry(&e, A, 2, ADDR + 64, 2, true);
    assert_true(mem_port_model_idle(e.model));
    events_end(&e);
}

static void one_burst_may_serve_two_requests_and_one_access_two_words(void **state) {
    (void)state;
    struct events e = events_begin(project_rules);
    plain(&e, A, 1, ADDR, 4);
    plain(&e, B, 2, ADDR + 64, 4); /* two words are owed to both */
    fetch(&e, ADDR, 6);
    send_entry(&e, B, 2, ADDR + 64, 4, false);
    send_entry(&e, A, 1, ADDR, 4, false);
    assert_true(mem_port_model_idle(e.model));
    events_end(&e);
}

static void a_word_owed_twice_may_be_read_twice(void **state) {
    (void)state;
    struct events e = events_begin(project_rules);
    plain(&e, A, 1, ADDR, 2);
    plain(&e, B, 2, ADDR, 2);
    fetch(&e, ADDR, 2);
    send_entry(&e, B, 2, ADDR, 2, false); /* served by what may have been A's access */
    fetch(&e, ADDR, 2);
    send_entry(&e, A, 1, ADDR, 2, false);
    events_end(&e);
}

static void any_value_memory_gave_since_acceptance_is_legal(void **state) {
    (void)state;
    struct events e = events_begin(project_rules);
    const struct word changed = number(5);
    plain(&e, A, 1, ADDR, 1);
    plain(&e, B, 2, ADDR, 1);
    legal(&e, ar(&e, ADDR, 1));
    mem_port_model_read_beat(e.model, ADDR, &changed, e.cycle++);
    fetch(&e, ADDR, 1);
    struct flit f = response(B, 2, 0, true, ADDR);
    f.payload = changed;
    legal(&e, emit(&e, f));
    send_entry(&e, A, 1, ADDR, 1, false);
    events_end(&e);
}

static void a_value_from_before_acceptance_is_data(void **state) {
    (void)state;
    struct events e = events_begin(project_rules);
    const struct word old = number(5);
    plain(&e, A, 1, ADDR, 1);
    legal(&e, ar(&e, ADDR, 1));
    mem_port_model_read_beat(e.model, ADDR, &old, e.cycle++);
    plain(&e, B, 2, ADDR, 1);
    fetch(&e, ADDR, 1);
    struct flit f = response(B, 2, 0, true, ADDR);
    f.payload = old;
    illegal(&e, emit(&e, f), CHECK_MEM_DATA);
    events_end(&e);
}

static void like_requests_are_judged_in_the_designs_favour(void **state) {
    (void)state;
    struct events e = events_begin(project_rules);
    stream(&e, A, 5, ADDR, 1, 2);
    multicast(&e, A, 5, ADDR, 2, 2, 1, B, B);
    fetch(&e, ADDR, 2);
    fetch(&e, ADDR, 4);
    send_entry(&e, A, 5, ADDR, 2, true); /* whose? */
    send_entry(&e, B, 5, ADDR, 2, true); /* the second's, so the one before was its own too */
    send_entry(&e, A, 5, ADDR, 2, true);
    send_entry(&e, A, 6, ADDR + 64, 2, true);
    send_entry(&e, B, 6, ADDR + 64, 2, true);
    assert_true(mem_port_model_idle(e.model));
    events_end(&e);
}

/* Too many to be followed each on its own; how many are unserved stays bounded from above, and a
 * busy port is excused until all of them are answered. */
static void reads_too_alike_to_follow_are_still_counted(void **state) {
    (void)state;
    enum { READS = 100 };
    struct events e = events_begin(project_rules);
    for (unsigned i = 0; i < READS; i++)
        stream(&e, A, 5, ADDR, 1, 2);
    for (unsigned i = 0; i < READS; i++)
        fetch(&e, ADDR, 2);
    for (unsigned i = 0; i < READS; i++) {
        const struct mem_port_room room = mem_port_model_room(e.model);
        assert_true(room.unserved_reads >= READS - i);
        assert_false(room.room && room.unserved_reads > 64);
        send_entry(&e, A, 5, ADDR, 2, true);
    }
    assert_true(mem_port_model_stats(e.model)->blind > 0);
    assert_int_equal(mem_port_model_room(e.model).unserved_reads, 0);
    assert_true(mem_port_model_room(e.model).room);
    assert_true(mem_port_model_idle(e.model));
    events_end(&e);
}

/* ---- flit verdicts --------------------------------------------------------------------------- */

/* A run of two entries of three words is under way; the first word has left. */
static struct events under_way(struct mem_port_config config) {
    struct events e = events_begin(config);
    multicast(&e, A, 0x40, ADDR, 3, 3, 2, B, C);
    fetch(&e, ADDR, 9);
    legal(&e, emit(&e, response(A, 0x40, 0, false, ADDR)));
    return e;
}

static void assert_names_the_request(const struct events *e) {
    assert_non_null(strstr(e->verdict.request, "MEM_RD_REQ (2,3) txn 0x40 addr 0x00_0001_2340 "
                                               "STREAM count 3 words 3 peers (1,4) (3,2), accepted "
                                               "at 1 000"));
    assert_true(e->verdict.has_expected);
}

static void spoiled_second_word(struct flit f, enum check_id id) {
    struct events e = under_way(project_rules);
    illegal(&e, emit(&e, f), id);
    assert_names_the_request(&e);
    assert_non_null(strstr(e.verdict.progress, "entry 1 of 3, word 2 of 3, destination (2,3)"));
    const struct flit expected = response(A, 0x40, 1, false, ADDR + 32);
    assert_memory_equal(&e.verdict.expected, &expected, sizeof expected);
    events_end(&e);
}

static void each_wrong_field_has_its_id(void **state) {
    (void)state;
    const struct flit good = response(A, 0x40, 1, false, ADDR + 32);
    struct flit f = good;
    f.dst_x = 7;
    spoiled_second_word(f, CHECK_MEM_DST);
    f = good;
    f.src_y = 5;
    spoiled_second_word(f, CHECK_MEM_SRC);
    f = good;
    f.txn = 0x90;
    spoiled_second_word(f, CHECK_MEM_TXN);
    f = good;
    f.rsvd = 3;
    spoiled_second_word(f, CHECK_MEM_WORD);
    f = good;
    f.last = 1;
    spoiled_second_word(f, CHECK_MEM_LAST);
    f = good;
    f.rsvd = 5;
    spoiled_second_word(f, CHECK_MEM_RSVD);
    f = good;
    f.payload.w[4] ^= 1;
    spoiled_second_word(f, CHECK_MEM_DATA);
    f = good;
    f.rsvd = 0; /* a stuck word index is no repeated flit: the payload is another */
    f.payload = content(ADDR + 32);
    spoiled_second_word(f, CHECK_MEM_WORD);
    f = good;
    f.payload = content(ADDR + 64);
    spoiled_second_word(f, CHECK_MEM_DATA);
}

static void a_skipped_word_is_lost(void **state) {
    (void)state;
    struct events e = under_way(project_rules);
    illegal(&e, emit(&e, response(A, 0x40, 2, true, ADDR + 64)), CHECK_MEM_LOST);
    assert_names_the_request(&e);
    send_entry(&e, B, 0x40, ADDR, 3, true); /* it goes on after the gap */
    events_end(&e);
}

static void a_skipped_last_word_is_lost(void **state) {
    (void)state;
    struct events e = events_begin(project_rules);
    stream(&e, A, 1, ADDR, 2, 4);
    fetch(&e, ADDR, 8);
    for (unsigned i = 0; i < 3; i++)
        legal(&e, emit(&e, response(A, 1, i, false, ADDR + 32 * i)));
    illegal(&e, emit(&e, response(A, 2, 0, false, ADDR + 128)), CHECK_MEM_LOST);
    events_end(&e);
}

static void a_skipped_plain_word_is_lost(void **state) {
    (void)state;
    struct events e = events_begin(project_rules);
    plain(&e, A, 1, ADDR, 4);
    fetch(&e, ADDR, 4);
    illegal(&e, emit(&e, response(A, 1, 0, false, ADDR + 32)), CHECK_MEM_LOST);
    events_end(&e);
}

static void a_skipped_peer_is_lost(void **state) {
    (void)state;
    struct events e = events_begin(project_rules);
    multicast(&e, A, 1, ADDR, 2, 2, 1, B, B);
    fetch(&e, ADDR, 4);
    send_entry(&e, A, 1, ADDR, 2, true);
    illegal(&e, emit(&e, response(A, 2, 0, false, ADDR + 64)), CHECK_MEM_LOST);
    events_end(&e);
}

static void a_repeated_flit_is_extra(void **state) {
    (void)state;
    struct events e = under_way(project_rules);
    illegal(&e, emit(&e, response(A, 0x40, 0, false, ADDR)), CHECK_MEM_EXTRA);
    assert_names_the_request(&e);
    events_end(&e);
}

static void a_repeat_of_a_finished_read_is_extra(void **state) {
    (void)state;
    struct events e = events_begin(project_rules);
    plain(&e, A, 1, ADDR, 1);
    fetch(&e, ADDR, 1);
    send_entry(&e, A, 1, ADDR, 1, false);
    illegal(&e, emit(&e, response(A, 1, 0, true, ADDR)), CHECK_MEM_EXTRA);
    illegal(&e, emit(&e, response(B, 8, 0, true, APART)), CHECK_MEM_EXTRA);
    events_end(&e);
}

static void a_type_no_port_sends_is_extra(void **state) {
    (void)state;
    struct events e = under_way(project_rules);
    struct flit f = response(A, 0x40, 1, false, ADDR + 32);
    f.type = FLIT_CU_DATA;
    illegal(&e, emit(&e, f), CHECK_MEM_EXTRA);
    events_end(&e);
}

static void a_word_before_its_data_is_data(void **state) {
    (void)state;
    struct events e = events_begin(project_rules);
    plain(&e, A, 1, ADDR, 2);
    illegal(&e, emit(&e, response(A, 1, 0, false, ADDR)), CHECK_MEM_DATA);
    assert_non_null(strstr(e.verdict.what, "before memory answered"));
    legal(&e, ar(&e, ADDR, 2));
    r(&e, ADDR, 2);
    e.cycle--; /* leaves in the cycle of its beat */
    illegal(&e, emit(&e, response(A, 1, 0, true, ADDR + 32)), CHECK_MEM_DATA);
    assert_non_null(strstr(e.verdict.what, "combinational"));
    events_end(&e);
}

static void swapped_destinations_are_dst(void **state) {
    (void)state;
    struct events e = events_begin(project_rules);
    multicast(&e, A, 1, ADDR, 1, 2, 2, B, C);
    fetch(&e, ADDR, 2);
    send_entry(&e, A, 1, ADDR, 2, true);
    illegal(&e, emit(&e, response(C, 1, 0, false, ADDR)), CHECK_MEM_DST);
    events_end(&e);
}

static void entries_out_of_order_are_entry(void **state) {
    (void)state;
    struct events e = events_begin(project_rules);
    stream(&e, A, 1, ADDR, 3, 2);
    fetch(&e, ADDR, 6);
    illegal(&e, emit(&e, response(A, 2, 0, false, ADDR + 64)), CHECK_MEM_ENTRY);
    events_end(&e);
}

static void interleaved_entries_are_entry(void **state) {
    (void)state;
    struct events e = under_way(project_rules);
    stream(&e, B, 7, APART, 1, 1);
    fetch(&e, APART, 1);
    illegal(&e, emit(&e, response(B, 7, 0, true, APART)), CHECK_MEM_ENTRY);
    assert_names_the_request(&e);
    events_end(&e);
}

static void interleaved_destinations_are_entry(void **state) {
    (void)state;
    struct events e = under_way(project_rules);
    illegal(&e, emit(&e, response(B, 0x40, 0, false, ADDR)), CHECK_MEM_ENTRY);
    events_end(&e);
}

static void a_peer_with_another_word_is_peerdiff(void **state) {
    (void)state;
    struct events e = events_begin(project_rules);
    multicast(&e, A, 1, ADDR, 1, 1, 1, B, B);
    fetch(&e, ADDR, 1);
    send_entry(&e, A, 1, ADDR, 1, true);
    illegal(&e, emit(&e, response(B, 1, 0, true, APART)), CHECK_MEM_PEERDIFF);
    events_end(&e);
}

static void a_peer_must_get_what_the_requester_got(void **state) {
    (void)state;
    struct events e = events_begin(project_rules);
    const struct word changed = number(5);
    multicast(&e, A, 1, ADDR, 1, 1, 1, B, B);
    plain(&e, C, 9, ADDR, 1);
    fetch(&e, ADDR, 1);
    legal(&e, ar(&e, ADDR, 1));
    mem_port_model_read_beat(e.model, ADDR, &changed, e.cycle++);
    send_entry(&e, A, 1, ADDR, 1, true);
    struct flit f = response(B, 1, 0, true, ADDR);
    f.payload = changed; /* memory gave it, the requester did not get it */
    illegal(&e, emit(&e, f), CHECK_MEM_PEERDIFF);
    events_end(&e);
}

/* ---- reads on AXI ---------------------------------------------------------------------------- */

static void a_read_nobody_owes_is_range(void **state) {
    (void)state;
    struct events e = events_begin(project_rules);
    illegal(&e, ar(&e, ADDR, 1), CHECK_AXI_RANGE);
    plain(&e, A, 1, ADDR, 2);
    illegal(&e, ar(&e, ADDR, 3), CHECK_AXI_RANGE);
    r(&e, ADDR, 2);
    send_entry(&e, A, 1, ADDR, 2, false);
    illegal(&e, ar(&e, ADDR, 1), CHECK_AXI_RANGE);
    events_end(&e);
}

static void a_word_read_once_more_than_owed_is_dup(void **state) {
    (void)state;
    struct events e = events_begin(project_rules);
    plain(&e, A, 1, ADDR, 2);
    plain(&e, B, 2, ADDR + 32, 2);
    legal(&e, ar(&e, ADDR, 2));
    legal(&e, ar(&e, ADDR + 32, 2));
    illegal(&e, ar(&e, ADDR + 32, 1), CHECK_AXI_DUP);
    events_end(&e);
}

/* ---- what must be dropped -------------------------------------------------------------------- */

static void a_refused_aperture_read_is_not_served(void **state) {
    (void)state;
    struct events e = events_begin(apertures);
    plain(&e, A, 1, OTHER_MESH, 2);
    assert_true(mem_port_model_idle(e.model));
    assert_int_equal(mem_port_model_messages(e.model, MSG_APERTURE_READ), 1);
    illegal(&e, ar(&e, OTHER_MESH, 1), CHECK_MEM_DROP);
    illegal(&e, emit(&e, response(A, 1, 0, false, OTHER_MESH)), CHECK_MEM_DROP);
    events_end(&e);
}

static void a_served_aperture_keeps_all_40_bits(void **state) {
    (void)state;
    struct events e = events_begin(apertures);
    plain(&e, A, 1, UINT64_C(1) << 39, 1);
    fetch(&e, UINT64_C(1) << 39, 1);
    send_entry(&e, A, 1, UINT64_C(1) << 39, 1, false);
    whole_write(&e, B, 2, UINT64_C(1) << 39 | 64, 1, 5);
    store(&e, UINT64_C(1) << 39 | 64, 1, 5);
    legal(&e, emit(&e, ack(B, 2)));
    assert_true(mem_port_model_idle(e.model));
    events_end(&e);
}

static void without_aperture_decoding_bit_39_is_an_address_bit(void **state) {
    (void)state;
    struct events e = events_begin(project_rules);
    plain(&e, A, 1, OTHER_MESH, 1);
    fetch(&e, OTHER_MESH, 1);
    send_entry(&e, A, 1, OTHER_MESH, 1, false);
    events_end(&e);
}

static void a_refused_aperture_write_takes_its_data_and_nothing_else(void **state) {
    (void)state;
    struct events e = events_begin(apertures);
    whole_write(&e, A, 1, OTHER_MESH, 2, 10);
    assert_int_equal(mem_port_model_messages(e.model, MSG_ORPHAN_DATA), 0);
    assert_int_equal(mem_port_model_messages(e.model, MSG_APERTURE_WRITE), 1);
    assert_int_equal(mem_port_model_room(e.model).held_slots, 0);
    illegal(&e, bad_aw(&e, OTHER_MESH, 1), CHECK_MEM_DROP);
    illegal(&e, emit(&e, ack(A, 1)), CHECK_MEM_DROP);
    events_end(&e);
}

static void a_long_write_is_swallowed(void **state) {
    (void)state;
    struct events e = events_begin(project_rules);
    whole_write(&e, A, 1, ADDR, 9, 10);
    write_data(&e, A, 99);
    assert_int_equal(mem_port_model_messages(e.model, MSG_LONG_WRITE), 1);
    assert_int_equal(mem_port_model_messages(e.model, MSG_ORPHAN_DATA), 1);
    assert_true(mem_port_model_idle(e.model));
    illegal(&e, bad_aw(&e, ADDR, 8), CHECK_MEM_DROP);
    illegal(&e, emit(&e, ack(A, 1)), CHECK_MEM_DROP);
    events_end(&e);
}

static void messages_are_due_once_their_cause_can_be_popped(void **state) {
    (void)state;
    struct mem_port_config config = apertures;
    config.wr_slots = 1;
    struct events e = events_begin(config);
    plain(&e, A, 1, ADDR, 1);
    plain(&e, A, 2, OTHER_MESH, 1); /* behind a read that is still being served */
    whole_write(&e, B, 3, 0x200, 1, 7);
    write_request(&e, C, 4, 0x400, 1);
    write_data(&e, A, 1); /* an orphan behind a descriptor without a slot */
    accept(&e, A, FLIT_CU_SIGNAL, 0, &(struct word){{0}});
    assert_int_equal(mem_port_model_messages_due(e.model, MSG_NOT_MEMORY), 1);
    assert_int_equal(mem_port_model_messages(e.model, MSG_APERTURE_READ), 1);
    assert_int_equal(mem_port_model_messages_due(e.model, MSG_APERTURE_READ), 0);
    assert_int_equal(mem_port_model_messages(e.model, MSG_ORPHAN_DATA), 1);
    assert_int_equal(mem_port_model_messages_due(e.model, MSG_ORPHAN_DATA), 0);
    fetch(&e, ADDR, 1);
    send_entry(&e, A, 1, ADDR, 1, false);
    assert_int_equal(mem_port_model_messages_due(e.model, MSG_APERTURE_READ), 1);
    store(&e, 0x200, 1, 7);
    legal(&e, emit(&e, ack(B, 3)));
    assert_int_equal(mem_port_model_messages_due(e.model, MSG_ORPHAN_DATA), 1);
    events_end(&e);
}

/* ---- writes ---------------------------------------------------------------------------------- */

static void interleaved_writes_are_bound_by_source(void **state) {
    (void)state;
    struct events e = events_begin(project_rules);
    write_request(&e, A, 1, 0x200, 2);
    write_request(&e, B, 2, 0x400, 2);
    write_data(&e, B, 20);
    write_data(&e, A, 10);
    write_data(&e, A, 11);
    write_data(&e, B, 21);
    store(&e, 0x400, 2, 20);
    store(&e, 0x200, 2, 10);
    legal(&e, emit(&e, ack(B, 2)));
    legal(&e, emit(&e, ack(A, 1)));
    assert_true(mem_port_model_idle(e.model));
    events_end(&e);
}

static void aw_may_lead_its_data_and_one_burst_may_serve_two_writes(void **state) {
    (void)state;
    struct events e = events_begin(project_rules);
    write_request(&e, A, 1, 0x200, 2);
    write_request(&e, B, 2, 0x240, 1);
    const uint32_t burst = aw(&e, 0x200, 3);
    write_data(&e, A, 10);
    legal(&e, w(&e, burst, 0, 10));
    write_data(&e, A, 11);
    write_data(&e, B, 20);
    legal(&e, w(&e, burst, 1, 11));
    legal(&e, w(&e, burst, 2, 20));
    b(&e, burst);
    legal(&e, emit(&e, ack(B, 2)));
    legal(&e, emit(&e, ack(A, 1)));
    events_end(&e);
}

static void writes_to_one_address_are_told_apart_by_data(void **state) {
    (void)state;
    struct events e = events_begin(project_rules);
    whole_write(&e, A, 1, 0x200, 2, 10);
    whole_write(&e, B, 2, 0x200, 2, 20);
    store(&e, 0x200, 2, 20); /* B first: sources are not ordered */
    legal(&e, emit(&e, ack(B, 2)));
    store(&e, 0x200, 2, 10);
    legal(&e, emit(&e, ack(A, 1)));
    events_end(&e);
}

static void writes_that_share_a_word_are_acked_in_either_order(void **state) {
    (void)state;
    struct events e = events_begin(project_rules);
    write_request(&e, A, 1, 0x200, 2);
    write_request(&e, B, 2, 0x200, 2);
    write_data(&e, A, 10);
    write_data(&e, B, 10);
    write_data(&e, A, 11);
    write_data(&e, B, 12);
    const uint32_t burst = aw(&e, 0x200, 2);
    legal(&e, w(&e, burst, 0, 10)); /* either's */
    legal(&e, w(&e, burst, 1, 12)); /* B's */
    b(&e, burst);
    legal(&e, emit(&e, ack(B, 2)));
    store(&e, 0x200, 2, 10);
    legal(&e, emit(&e, ack(A, 1)));
    assert_true(mem_port_model_idle(e.model));
    events_end(&e);
}

static void a_write_nobody_owes_is_range_and_one_too_many_dup(void **state) {
    (void)state;
    struct events e = events_begin(project_rules);
    illegal(&e, bad_aw(&e, 0x200, 1), CHECK_AXI_RANGE);
    whole_write(&e, A, 1, 0x200, 2, 10);
    illegal(&e, bad_aw(&e, 0x200, 3), CHECK_AXI_RANGE);
    illegal(&e, bad_aw(&e, 0x220, 1), CHECK_AXI_DUP);
    events_end(&e);
}

static void partial_strobes_are_strb(void **state) {
    (void)state;
    struct events e = events_begin(project_rules);
    const struct word data = number(10);
    whole_write(&e, A, 1, 0x200, 1, 10);
    const uint32_t burst = aw(&e, 0x200, 1);
    illegal(&e,
            mem_port_model_write_beat(e.model, burst, 0, &data, 0xfffffff0, e.cycle++, &e.verdict),
            CHECK_AXI_STRB);
    events_end(&e);
}

static void other_data_is_wdata(void **state) {
    (void)state;
    struct events e = events_begin(project_rules);
    whole_write(&e, A, 1, 0x200, 2, 10);
    const uint32_t burst = aw(&e, 0x200, 2);
    illegal(&e, w(&e, burst, 0, 11), CHECK_MEM_WDATA);
    assert_non_null(strstr(e.verdict.hint, "data flit 2 of the same write"));
    illegal(&e, w(&e, burst, 1, 77), CHECK_MEM_WDATA);
    events_end(&e);
}

static void data_not_yet_sent_is_wdata(void **state) {
    (void)state;
    struct events e = events_begin(project_rules);
    write_request(&e, A, 1, 0x200, 2);
    write_data(&e, A, 10);
    const uint32_t burst = aw(&e, 0x200, 2);
    legal(&e, w(&e, burst, 0, 10));
    illegal(&e, w(&e, burst, 1, 11), CHECK_MEM_WDATA);
    assert_non_null(strstr(e.verdict.what, "not yet sent"));
    events_end(&e);
}

static void another_sources_data_is_wbind(void **state) {
    (void)state;
    struct events e = events_begin(project_rules);
    whole_write(&e, A, 1, 0x200, 1, 10);
    whole_write(&e, B, 2, 0x400, 1, 20);
    const uint32_t burst = aw(&e, 0x200, 1);
    illegal(&e, w(&e, burst, 0, 20), CHECK_MEM_WBIND);
    events_end(&e);
}

static struct events two_writes_of_one_source(struct mem_port_config config) {
    struct events e = events_begin(config);
    whole_write(&e, A, 1, 0x200, 1, 10);
    whole_write(&e, A, 2, 0x400, 1, 20);
    return e;
}

static void a_later_write_of_a_source_first_is_worder(void **state) {
    (void)state;
    struct events e = two_writes_of_one_source(project_rules);
    illegal(&e, bad_aw(&e, 0x400, 1), CHECK_MEM_WORDER);
    events_end(&e);
    e = two_writes_of_one_source(seed_rules);
    legal(&e, bad_aw(&e, 0x400, 1));
    events_end(&e);
}

/* The source breaks the rule (memory protocol 4.1): the data is the newest's, the other never
 * completes, and whoever comes later owes it no turn. */
static void two_open_writes_of_a_source_owe_no_order(void **state) {
    (void)state;
    struct events e = events_begin(project_rules);
    struct mem_port_request left[2];
    write_request(&e, A, 1, 0x200, 2);
    write_data(&e, A, 10);
    whole_write(&e, A, 2, 0x400, 1, 20);
    store(&e, 0x400, 1, 20);
    legal(&e, emit(&e, ack(A, 2)));
    whole_write(&e, A, 3, 0x600, 1, 30);
    store(&e, 0x600, 1, 30);
    legal(&e, emit(&e, ack(A, 3)));
    assert_true(mem_port_model_idle(e.model));
    assert_int_equal(mem_port_model_requests(e.model, left, 2), 1);
    assert_int_equal(left[0].stage, STAGE_DATA);
    assert_int_equal(left[0].data, 1);
    assert_false(left[0].work);
    events_end(&e);
}

static void every_request_says_what_it_waits_for(void **state) {
    (void)state;
    struct events e = events_begin(project_rules);
    struct mem_port_request r[2];
    char text[256];
    plain(&e, A, 1, ADDR, 2);
    assert_int_equal(mem_port_model_requests(e.model, r, 2), 1);
    assert_int_equal(r[0].stage, STAGE_AR);
    legal(&e, ar(&e, ADDR, 2));
    mem_port_model_requests(e.model, r, 2);
    assert_int_equal(r[0].stage, STAGE_R);
    assert_int_equal(r[0].since, e.cycle - 1);
    mem_port_model_read_beat(e.model, ADDR, &(struct word){{0}}, e.cycle++);
    mem_port_model_requests(e.model, r, 2);
    assert_int_equal(r[0].stage, STAGE_OUT);
    write_request(&e, B, 1, 0x200, 1);
    assert_int_equal(mem_port_model_requests(e.model, r, 2), 2);
    assert_int_equal(r[1].stage, STAGE_DATA);
    write_data(&e, B, 10);
    mem_port_model_requests(e.model, r, 2);
    assert_int_equal(r[1].stage, STAGE_AW);
    const uint32_t burst = aw(&e, 0x200, 1);
    mem_port_model_requests(e.model, r, 2);
    assert_int_equal(r[1].stage, STAGE_W);
    legal(&e, w(&e, burst, 0, 10));
    mem_port_model_requests(e.model, r, 2);
    assert_int_equal(r[1].stage, STAGE_B);
    b(&e, burst);
    mem_port_model_requests(e.model, r, 2);
    assert_int_equal(r[1].stage, STAGE_OUT);
    assert_int_equal(r[1].since, e.cycle - 1);
    assert_int_equal(mem_port_model_requests(e.model, r, 1), 1);
    mem_port_model_describe_request(e.model, r[1].number, text, sizeof text);
    assert_non_null(strstr(text, "its ack waits to be sent"));
    legal(&e, emit(&e, ack(B, 1)));
    mem_port_model_describe_request(e.model, r[1].number, text, sizeof text);
    assert_string_equal(text, "");
    events_end(&e);
}

static void order_at_one_address_is_judged_by_data(void **state) {
    (void)state;
    struct events e = events_begin(project_rules);
    whole_write(&e, A, 1, 0x200, 1, 10);
    whole_write(&e, A, 2, 0x200, 1, 20);
    const uint32_t burst = aw(&e, 0x200, 1);
    illegal(&e, w(&e, burst, 0, 20), CHECK_MEM_WORDER);
    events_end(&e);
    e = events_begin(project_rules);
    whole_write(&e, A, 1, 0x200, 1, 10);
    whole_write(&e, A, 2, 0x200, 1, 20);
    store(&e, 0x200, 1, 10);
    store(&e, 0x200, 1, 20);
    events_end(&e);
}

/* ---- acks ------------------------------------------------------------------------------------ */

static void spoiled_ack(struct flit f, enum check_id id) {
    struct events e = events_begin(project_rules);
    whole_write(&e, A, 1, 0x200, 1, 10);
    store(&e, 0x200, 1, 10);
    illegal(&e, emit(&e, f), id);
    assert_true(e.verdict.has_expected);
    events_end(&e);
}

static void each_wrong_field_of_an_ack_has_its_id(void **state) {
    (void)state;
    struct flit f = ack(A, 1);
    f.txn = 2;
    spoiled_ack(f, CHECK_MEM_ACK);
    f = ack(A, 1);
    f.last = 0;
    spoiled_ack(f, CHECK_MEM_ACK);
    f = ack(A, 1);
    f.payload.w[7] = 1;
    spoiled_ack(f, CHECK_MEM_ACK);
    f = ack(A, 1);
    f.src_x = 9;
    spoiled_ack(f, CHECK_MEM_SRC);
    f = ack(A, 1);
    f.rsvd = 4;
    spoiled_ack(f, CHECK_MEM_RSVD);
    spoiled_ack(ack(C, 1), CHECK_MEM_DST);
}

static void an_early_ack_is_ack(void **state) {
    (void)state;
    struct events e = events_begin(project_rules);
    whole_write(&e, A, 1, 0x200, 2, 10);
    const uint32_t first = aw(&e, 0x200, 1), second = aw(&e, 0x220, 1);
    legal(&e, w(&e, first, 0, 10));
    legal(&e, w(&e, second, 0, 11));
    b(&e, first);
    illegal(&e, emit(&e, ack(A, 1)), CHECK_MEM_ACK);
    b(&e, second); /* the rest of the write is still legal */
    assert_true(mem_port_model_idle(e.model));
    events_end(&e);
}

static void a_doubled_ack_is_ack(void **state) {
    (void)state;
    struct events e = events_begin(project_rules);
    whole_write(&e, A, 1, 0x200, 1, 10);
    store(&e, 0x200, 1, 10);
    legal(&e, emit(&e, ack(A, 1)));
    illegal(&e, emit(&e, ack(A, 1)), CHECK_MEM_ACK);
    events_end(&e);
}

static void acks_of_one_source_come_in_order(void **state) {
    (void)state;
    for (unsigned by_seeds = 0; by_seeds < 2; by_seeds++) {
        struct events e = two_writes_of_one_source(by_seeds ? seed_rules : project_rules);
        store(&e, 0x200, 1, 10);
        store(&e, 0x400, 1, 20);
        if (by_seeds)
            legal(&e, emit(&e, ack(A, 2)));
        else
            illegal(&e, emit(&e, ack(A, 2)), CHECK_MEM_ACK);
        events_end(&e);
    }
}

/* ---- starvation ------------------------------------------------------------------------------ */

/* An ack is due; entries of one run then leave one after the other. */
static bool entries_before_the_ack(struct events *e, unsigned entries) {
    stream(e, B, 0, APART, 60, 4);
    fetch(e, APART, 240);
    whole_write(e, A, 1, 0x200, 1, 10);
    store(e, 0x200, 1, 10);
    for (unsigned i = 0; i < 4 * entries; i++)
        if (!emit(e, response(B, (uint8_t)(i / 4), i % 4, i % 4 == 3, APART + 32ull * i)))
            return false;
    return emit(e, ack(A, 1));
}

static void an_ack_passed_by_a_whole_run_is_starved(void **state) {
    (void)state;
    struct events e = events_begin(project_rules);
    illegal(&e, entries_before_the_ack(&e, 60), CHECK_MEM_STARVE);
    assert_non_null(strstr(e.verdict.request, "MEM_WR_REQ (2,3) txn 0x01"));
    events_end(&e);
    e = events_begin(seed_rules);
    legal(&e, entries_before_the_ack(&e, 60));
    events_end(&e);
    e = events_begin(project_rules);
    legal(&e, entries_before_the_ack(&e, 5));
    events_end(&e);
}

static void a_plain_word_passed_by_a_whole_run_is_starved(void **state) {
    (void)state;
    struct events e = events_begin(project_rules);
    plain(&e, A, 9, ADDR, 1);
    stream(&e, B, 0, APART, 60, 4);
    fetch(&e, ADDR, 1);
    fetch(&e, APART, 240);
    bool quiet = true;
    for (unsigned i = 0; i < 240 && quiet; i++)
        quiet = emit(&e, response(B, (uint8_t)(i / 4), i % 4, i % 4 == 3, APART + 32ull * i));
    illegal(&e, quiet, CHECK_MEM_STARVE);
    events_end(&e);
}

static void a_read_overtaken_without_end_is_starved(void **state) {
    (void)state;
    struct events e = events_begin(project_rules);
    bool quiet = true;
    plain(&e, A, 9, ADDR, 1);
    for (unsigned i = 0; i < 20 && quiet; i++) {
        plain(&e, B, 1, APART, 1);
        quiet = ar(&e, APART, 1);
        if (!quiet)
            break;
        r(&e, APART, 1);
        send_entry(&e, B, 1, APART, 1, false);
    }
    illegal(&e, quiet, CHECK_MEM_STARVE);
    assert_non_null(strstr(e.verdict.request, "MEM_RD_REQ (2,3) txn 0x09"));
    events_end(&e);
}

static void an_entry_passed_by_run_after_run_is_starved(void **state) {
    (void)state;
    struct events e = events_begin(project_rules);
    bool quiet = true;
    stream(&e, A, 9, ADDR, 1, 4);
    fetch(&e, ADDR, 4);
    for (unsigned run = 0; run < 20 && quiet; run++) {
        stream(&e, B, 1, APART, 1, 4);
        fetch(&e, APART, 4);
        for (unsigned i = 0; i < 4 && quiet; i++)
            quiet = emit(&e, response(B, 1, i, i == 3, APART + 32ull * i));
    }
    illegal(&e, quiet, CHECK_MEM_STARVE);
    events_end(&e);
}

static void a_complete_write_lets_at_most_slots_minus_one_past(void **state) {
    (void)state;
    struct mem_port_config config = project_rules;
    config.wr_slots = 4;
    struct events e = events_begin(config);
    whole_write(&e, A, 1, 0x10000, 1, 1);
    for (unsigned i = 0; i < 4; i++) {
        const struct position source = NODE(9, (uint8_t)i);
        whole_write(&e, source, 2, 0x200 + 64 * i, 1, 50 + i);
        if (i < 3)
            store(&e, 0x200 + 64 * i, 1, 50 + i);
        else
            illegal(&e, bad_aw(&e, 0x200 + 64 * i, 1), CHECK_MEM_STARVE);
        if (i < 3)
            legal(&e, emit(&e, ack(source, 2)));
    }
    assert_int_equal(mem_port_model_stats(e.model)->worst_let_past[WAIT_WRITE_AW], 4);
    events_end(&e);
}

/* ---- the rest of the interface --------------------------------------------------------------- */

static void reset_forgets_all_work_in_any_state(void **state) {
    (void)state;
    struct events e = under_way(apertures);
    whole_write(&e, A, 1, 0x200, 2, 10);
    (void)aw(&e, 0x200, 2);
    write_request(&e, B, 1, 0x400, 2);
    plain(&e, C, 1, OTHER_MESH, 1);
    mem_port_model_reset(e.model);
    assert_true(mem_port_model_idle(e.model));
    for (unsigned kind = 0; kind < WAIT_COUNT; kind++)
        assert_false(mem_port_model_oldest(e.model, (enum mem_port_wait)kind).present);
    write_data(&e, B, 1);
    assert_int_equal(mem_port_model_messages(e.model, MSG_ORPHAN_DATA), 1);
    illegal(&e, emit(&e, response(A, 0x40, 1, false, ADDR + 32)), CHECK_MEM_EXTRA);
    illegal(&e, ar(&e, ADDR, 1), CHECK_AXI_RANGE);
    plain(&e, A, 1, ADDR, 1);
    fetch(&e, ADDR, 1);
    send_entry(&e, A, 1, ADDR, 1, false);
    events_end(&e);
}

static void the_oldest_item_of_each_kind_is_described(void **state) {
    (void)state;
    struct events e = events_begin(project_rules);
    char text[512];
    plain(&e, A, 0x11, ADDR, 2);
    assert_true(mem_port_model_oldest(e.model, WAIT_READ_PLAIN_AR).present);
    assert_false(mem_port_model_oldest(e.model, WAIT_PLAIN_OUT).present);
    mem_port_model_describe(e.model, WAIT_READ_PLAIN_AR, text, sizeof text);
    assert_string_equal(text, "MEM_RD_REQ (2,3) txn 0x11 addr 0x00_0001_2340 words 2, accepted at "
                              "1 000; word 1 of 2, destination (2,3); waits for AR");
    fetch(&e, ADDR, 2);
    assert_false(mem_port_model_oldest(e.model, WAIT_READ_PLAIN_AR).present);
    assert_true(mem_port_model_oldest(e.model, WAIT_PLAIN_OUT).present);
    write_request(&e, B, 2, 0x200, 1);
    assert_false(mem_port_model_oldest(e.model, WAIT_WRITE_AW).present);
    write_data(&e, B, 10);
    assert_true(mem_port_model_oldest(e.model, WAIT_WRITE_AW).present);
    const uint32_t burst = aw(&e, 0x200, 1);
    assert_true(mem_port_model_oldest(e.model, WAIT_WRITE_W).present);
    legal(&e, w(&e, burst, 0, 10));
    assert_false(mem_port_model_oldest(e.model, WAIT_WRITE_W).present);
    b(&e, burst);
    assert_true(mem_port_model_oldest(e.model, WAIT_ACK_OUT).present);
    mem_port_model_list(e.model, text, sizeof text, 1);
    assert_non_null(strstr(text, "... and 1 more"));
    events_end(&e);
}

/* ---- ports of every shape -------------------------------------------------------------------- */

static void assert_no_alarm(const struct ideal_result *result, uint64_t seed) {
    if (result->alarms > 0)
        fail_msg("seed %llu, cycle %llu: %s %s | %s | %s", (unsigned long long)seed,
                 (unsigned long long)result->cycles, check_text(result->first),
                 result->verdict.what, result->verdict.request, result->verdict.progress);
    if (!result->idle || result->due_missing > 0)
        fail_msg("seed %llu: the model thinks that something is still owed",
                 (unsigned long long)seed);
}

static void no_alarm_on_any_port_the_protocol_allows(void **state) {
    (void)state;
    struct rng knobs;
    uint64_t flits = 0, requests = 0;
    rng_init(&knobs, 1, "model.mem_port", "shapes");
    for (uint64_t seed = 0; seed < 60; seed++) {
        const struct ideal_knobs k = ideal_random_knobs(&knobs);
        const struct ideal_result result = ideal_run(&k, seed, 150, NULL, NULL);
        assert_no_alarm(&result, seed);
        flits += result.flits;
        requests += result.requests;
    }
    assert_true(requests > 5000 && flits > 50000);
}

static const struct ideal_knobs roomy = {.memory = IDEAL_ADDRESS,
                                         .wr_slots = 16,
                                         .sources = 8,
                                         .txns = 85,
                                         .max_entries = 6,
                                         .accept_permille = 700,
                                         .out_permille = 800,
                                         .axi_permille = 800};

/* Changes one field of one flit. */
struct spoil {
    uint64_t at, flits;
    unsigned field;
    uint8_t type;
    bool done;
};

static void spoil_flit(void *context, struct flit *f) {
    struct spoil *const s = context;
    if (s->flits++ < s->at || s->done)
        return;
    s->done = true;
    s->type = f->type;
    switch (s->field) {
    case 0:
        f->dst_x ^= 8;
        break;
    case 1:
        f->src_y ^= 1;
        break;
    case 2:
        f->txn ^= 0x55;
        break;
    case 3:
        f->rsvd ^= 4;
        break;
    case 4:
        f->last ^= 1;
        break;
    default:
        f->payload.w[s->at % 8] ^= 0x100;
        break;
    }
}

static bool named_rightly(const struct spoil *s, enum check_id id) {
    const bool response = s->type == FLIT_MEM_RD_RESP;
    switch (s->field) {
    case 0:
        return id == CHECK_MEM_DST || (!response && id == CHECK_MEM_ACK);
    case 1:
        return id == CHECK_MEM_SRC;
    case 2:
        return response ? id == CHECK_MEM_TXN : id == CHECK_MEM_ACK;
    case 3:
        return id == CHECK_MEM_RSVD;
    case 4:
        return id == (response ? CHECK_MEM_LAST : CHECK_MEM_ACK);
    default:
        return response ? id == CHECK_MEM_DATA || id == CHECK_MEM_PEERDIFF : id == CHECK_MEM_ACK;
    }
}

static void any_spoiled_flit_is_caught_where_it_leaves(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < 240; seed++) {
        struct spoil s = {.at = 40 + seed * 3, .field = (unsigned)(seed % 6)};
        const struct ideal_spoiler spoiler = {.flit = spoil_flit, .context = &s};
        const struct ideal_result result = ideal_run(&roomy, seed, 150, &spoiler, NULL);
        assert_true(s.done);
        if (result.alarms == 0 || result.flits != s.at + 1)
            fail_msg("seed %llu: field %u of flit %llu, alarm at flit %llu",
                     (unsigned long long)seed, s.field, (unsigned long long)s.at,
                     (unsigned long long)result.flits);
        if (!named_rightly(&s, result.first))
            fail_msg("seed %llu: field %u called %s: %s", (unsigned long long)seed, s.field,
                     check_text(result.first), result.verdict.what);
    }
}

#define WATCH(name) cmocka_unit_test(watch_##name)

const struct CMUnitTest model_mem_port_tests[] = {
    cmocka_unit_test(a_plain_read_is_served_word_by_word),
    cmocka_unit_test(a_run_is_served_entry_by_entry_and_its_txn_wraps),
    cmocka_unit_test(count_0_is_one_entry_and_words_7_are_four),
    cmocka_unit_test(the_requester_may_be_a_peer_and_a_peer_may_come_twice),
    cmocka_unit_test(acks_and_plain_words_may_come_between_the_words_of_an_entry),
    cmocka_unit_test(runs_may_take_turns_entry_by_entry),
    cmocka_unit_test(one_burst_may_serve_two_requests_and_one_access_two_words),
    cmocka_unit_test(a_word_owed_twice_may_be_read_twice),
    cmocka_unit_test(any_value_memory_gave_since_acceptance_is_legal),
    cmocka_unit_test(a_value_from_before_acceptance_is_data),
    cmocka_unit_test(like_requests_are_judged_in_the_designs_favour),
    cmocka_unit_test(reads_too_alike_to_follow_are_still_counted),
    cmocka_unit_test(each_wrong_field_has_its_id),
    cmocka_unit_test(a_skipped_word_is_lost),
    cmocka_unit_test(a_skipped_last_word_is_lost),
    cmocka_unit_test(a_skipped_plain_word_is_lost),
    cmocka_unit_test(a_skipped_peer_is_lost),
    cmocka_unit_test(a_repeated_flit_is_extra),
    cmocka_unit_test(a_repeat_of_a_finished_read_is_extra),
    cmocka_unit_test(a_type_no_port_sends_is_extra),
    cmocka_unit_test(a_word_before_its_data_is_data),
    cmocka_unit_test(swapped_destinations_are_dst),
    cmocka_unit_test(entries_out_of_order_are_entry),
    cmocka_unit_test(interleaved_entries_are_entry),
    cmocka_unit_test(interleaved_destinations_are_entry),
    cmocka_unit_test(a_peer_with_another_word_is_peerdiff),
    cmocka_unit_test(a_peer_must_get_what_the_requester_got),
    cmocka_unit_test(a_read_nobody_owes_is_range),
    cmocka_unit_test(a_word_read_once_more_than_owed_is_dup),
    cmocka_unit_test(a_refused_aperture_read_is_not_served),
    cmocka_unit_test(a_served_aperture_keeps_all_40_bits),
    cmocka_unit_test(without_aperture_decoding_bit_39_is_an_address_bit),
    cmocka_unit_test(a_refused_aperture_write_takes_its_data_and_nothing_else),
    cmocka_unit_test(a_long_write_is_swallowed),
    cmocka_unit_test(messages_are_due_once_their_cause_can_be_popped),
    cmocka_unit_test(interleaved_writes_are_bound_by_source),
    cmocka_unit_test(aw_may_lead_its_data_and_one_burst_may_serve_two_writes),
    cmocka_unit_test(writes_to_one_address_are_told_apart_by_data),
    cmocka_unit_test(writes_that_share_a_word_are_acked_in_either_order),
    cmocka_unit_test(a_write_nobody_owes_is_range_and_one_too_many_dup),
    cmocka_unit_test(partial_strobes_are_strb),
    cmocka_unit_test(other_data_is_wdata),
    cmocka_unit_test(data_not_yet_sent_is_wdata),
    cmocka_unit_test(another_sources_data_is_wbind),
    cmocka_unit_test(a_later_write_of_a_source_first_is_worder),
    cmocka_unit_test(two_open_writes_of_a_source_owe_no_order),
    cmocka_unit_test(every_request_says_what_it_waits_for),
    cmocka_unit_test(order_at_one_address_is_judged_by_data),
    cmocka_unit_test(each_wrong_field_of_an_ack_has_its_id),
    cmocka_unit_test(an_early_ack_is_ack),
    cmocka_unit_test(a_doubled_ack_is_ack),
    cmocka_unit_test(acks_of_one_source_come_in_order),
    cmocka_unit_test(an_ack_passed_by_a_whole_run_is_starved),
    cmocka_unit_test(a_plain_word_passed_by_a_whole_run_is_starved),
    cmocka_unit_test(a_read_overtaken_without_end_is_starved),
    cmocka_unit_test(an_entry_passed_by_run_after_run_is_starved),
    cmocka_unit_test(a_complete_write_lets_at_most_slots_minus_one_past),
    cmocka_unit_test(reset_forgets_all_work_in_any_state),
    cmocka_unit_test(the_oldest_item_of_each_kind_is_described),
    cmocka_unit_test(no_alarm_on_any_port_the_protocol_allows),
    cmocka_unit_test(any_spoiled_flit_is_caught_where_it_leaves),
    WATCH(trips_on_an_ack_that_never_leaves),
    WATCH(is_quiet_while_the_item_is_held_from_outside),
    WATCH(calls_a_standstill_with_a_held_output_outside),
    WATCH(is_quiet_without_work),
    WATCH(trips_on_reads_that_stop_under_a_withheld_aw),
    WATCH(excuses_writes_under_a_withheld_aw),
    WATCH(applies_no_independence_by_seed_rules),
    WATCH(trips_on_arvalid_waiting_for_arready),
    WATCH(is_quiet_when_arready_was_high),
    WATCH(trips_on_awvalid_waiting_for_wready),
    WATCH(trips_on_wvalid_waiting_for_awready),
    WATCH(lets_w_wait_for_data_the_source_owes),
    WATCH(trips_on_busy_with_an_empty_intake),
    WATCH(excuses_busy_with_a_full_intake),
    WATCH(names_more_open_writes_than_slots),
    WATCH(starts_anew_after_reset),
};
const size_t model_mem_port_test_count =
    sizeof model_mem_port_tests / sizeof model_mem_port_tests[0];
