/* Error responses, which a port ignores, and resets in the middle of things, which leave no trace
 * (memory protocol 8; wire 1; modules 3). */
#include "mem_port_scenarios.h"

enum { BURST = 16, HALF = BURST / 2, WRITE = 8 };

/* ---- errors ---------------------------------------------------------------------------------- */

/* Every burst fails, more often than the port has anything to lose by it; after each batch, the same
 * without errors. */
static void errors_at(struct sim *s, const struct dut_type *type, enum axi_error_at at) {
    struct port_test *t = port_test_new(s, type);
    struct axi_mem_knobs *k = &t->b->memory.knobs;
    enum { BATCH = 16 };
    const unsigned batches = more_than_any_resource(t) / BATCH + 1;
    k->read_error_at = at;
    for (unsigned batch = 0; batch < batches; batch++) {
        k->read_error_permille = k->write_error_permille = 1000;
        for (unsigned i = 0; i < BATCH; i++) {
            ask_read(t, i, (uint8_t)i, plain(fresh(t), i + 1));
            ask_read(t, i, (uint8_t)(16 * i), run(fresh(t), i % 4 + 1, i % 5));
            ask_write(t, writer(t, i), (uint8_t)i, fresh(t), i % WRITE + 1);
        }
        settle(t);
        k->read_error_permille = k->write_error_permille = 0;
        ask_all_kinds(t);
        settle(t);
    }
    finish(t);
    const struct axi_mem_stats *gave = &t->b->memory.stats;
    sim_expect_seen(s, "writes answered with an error", gave->write_errors, batches * BATCH);
    if (!leaves_out(t, WITHOUT_PLAIN)) {
        sim_expect_seen(s, "read beats with an error", gave->read_errors, batches * BATCH);
    }
}

void an_error_on_the_first_beat_does_not_show(struct sim *s, const struct dut_type *type) {
    errors_at(s, type, AXI_ERROR_FIRST);
}

void an_error_on_a_middle_beat_does_not_show(struct sim *s, const struct dut_type *type) {
    errors_at(s, type, AXI_ERROR_MIDDLE);
}

void an_error_on_the_last_beat_does_not_show(struct sim *s, const struct dut_type *type) {
    errors_at(s, type, AXI_ERROR_LAST);
}

void an_error_on_any_beat_does_not_show(struct sim *s, const struct dut_type *type) {
    errors_at(s, type, AXI_ERROR_ANY);
}

void an_error_on_all_beats_does_not_show(struct sim *s, const struct dut_type *type) {
    errors_at(s, type, AXI_ERROR_ALL);
}

/* ---- resets ---------------------------------------------------------------------------------- */

/* One cycle, a few, or many. */
static unsigned reset_length(unsigned round) {
    static const unsigned cycles[] = {1, 2, 1, 5, 1, 3, 40};
    return cycles[round % 7];
}

/* A flit that is held through a reset may be the middle of a write. */
static bool may_hold_in_reset(const struct port_test *t) {
    return !leaves_out(t, WITHOUT_ORPHAN_DATA);
}

/* Where a write of WRITE words crosses 4 KB, if it may. */
static uint64_t middle_of_two_pages(struct port_test *t) {
    return fresh(t) + (crosses_pages(t) ? 4096 - WRITE / 2 * WORD_BYTES : 0);
}

void reset_after_any_number_of_cycles_leaves_no_trace(struct sim *s, const struct dut_type *type) {
    struct port_test *t = port_test_new(s, type);
    enum { LONGEST = 80, ROUNDS = 4 * LONGEST };
    if (leaves_out(t, WITHOUT_MID_RESET)) {
        return;
    }
    t->b->memory.knobs.read_latency_min = t->b->memory.knobs.read_latency_max = 9;
    mem_port_knobs_changed(t->b);
    for (unsigned round = 0; round < ROUNDS; round++) {
        t->b->source.knobs.hold_in_reset = round / LONGEST % 2 && may_hold_in_reset(t);
        ask_read(t, 0, 1, plain(fresh(t), 20));
        ask_read(t, 1, 2, run(fresh(t), 6, 4));
        ask_write(t, writer(t, 0), 3, middle_of_two_pages(t), WRITE);
        ask_write(t, writer(t, 1), 4, fresh(t), WRITE);
        sim_cycles(s, round % LONGEST + 1);
        reset(t, reset_length(round));
        if (round % 2) { /* and a reset right behind another one's first work */
            ask_one(t);
            ask_write(t, writer(t, 0), 5, middle_of_two_pages(t), WRITE);
            settle(t);
        }
    }
    ask_all_kinds(t);
    finish(t);
    sim_expect_seen(s, "acks", seen(t).acks, ROUNDS / 2);
}

/* A state to be reset in: how to come there, and what tells. */
struct state {
    void (*enter)(struct port_test *t, unsigned round);
    bool (*reached)(const struct port_test *t);
    bool needs_a_read;
    unsigned rounds;
};

/* Enters the state, resets, and goes on with ordinary work; more often than the port has anything to
 * lose by it. */
static void resets_in(struct port_test *t, const struct state *state) {
    unsigned entered = 0;
    if (leaves_out(t, WITHOUT_MID_RESET) || (state->needs_a_read && !reads(t))) {
        return;
    }
    for (unsigned round = 0; round < state->rounds; round++) {
        t->b->source.knobs.hold_in_reset = round % 2 && may_hold_in_reset(t);
        state->enter(t, round);
        entered += runs_until(t, state->reached, 5000);
        reset(t, reset_length(round));
        mem_port_withhold(t->b, 0);
        ask_one(t);
        if (round % 16 == 0) {
            ask_all_kinds(t);
        }
        settle(t);
    }
    ask_all_kinds(t);
    finish(t);
    sim_expect_seen(t->s, "resets in the state", entered, state->rounds);
    sim_expect_seen(t->s, "acks", seen(t).acks, state->rounds / 3);
}

static void resets_of_reads_in(struct port_test *t,
                               void (*enter)(struct port_test *, unsigned round),
                               bool (*reached)(const struct port_test *)) {
    resets_in(t, &(struct state){enter, reached, true, more_than_any_resource(t)});
}

static void resets_of_writes_in(struct port_test *t,
                                void (*enter)(struct port_test *, unsigned round),
                                bool (*reached)(const struct port_test *)) {
    resets_in(t, &(struct state){enter, reached, false, more_than_any_resource(t)});
}

/* A read of BURST words, of either form. */
static void ask_burst_from(struct port_test *t, unsigned endpoint, unsigned round) {
    const bool streams =
        leaves_out(t, WITHOUT_PLAIN) || (round / 2 % 2 && !leaves_out(t, WITHOUT_STREAM));
    ask_read(t, endpoint, (uint8_t)round,
             streams ? run(fresh(t), BURST / 4, 4) : plain(fresh(t), BURST));
}

static void ask_burst(struct port_test *t, unsigned round) {
    ask_burst_from(t, 1, round);
}

static void withhold_ar(struct port_test *t, unsigned round) {
    mem_port_withhold(t->b, OUTSIDE_AR);
    ask_burst(t, round);
}

static bool ar_waits(const struct port_test *t) {
    return *t->b->pins.axi.ar.valid;
}

void reset_while_waiting_for_ar_leaves_no_trace(struct sim *s, const struct dut_type *type) {
    resets_of_reads_in(port_test_new(s, type), withhold_ar, ar_waits);
}

static void begin_reading(struct port_test *t, unsigned round) {
    mark(t);
    ask_burst(t, round);
}

static bool half_of_r_is_taken(const struct port_test *t) {
    return t->b->memory.stats.read_beats - t->before.read_beats >= HALF;
}

void reset_with_half_of_r_taken_leaves_no_trace(struct sim *s, const struct dut_type *type) {
    resets_of_reads_in(port_test_new(s, type), begin_reading, half_of_r_is_taken);
}

static bool half_of_the_output_is_sent(const struct port_test *t) {
    return t->b->sink.transfers - t->before.flits >= HALF;
}

static bool a_flit_is_held(const struct port_test *t) {
    return *t->b->pins.out.valid;
}

static void hold_the_second_half(struct port_test *t, unsigned round) {
    mark(t);
    ask_burst(t, round);
    runs_until(t, half_of_the_output_is_sent, 1000);
    mem_port_withhold(t->b, OUTSIDE_OUT);
    sim_cycles(t->s, round % 8 + 1); /* buffers inside the port fill */
}

void reset_with_half_of_the_output_sent_leaves_no_trace(struct sim *s,
                                                        const struct dut_type *type) {
    resets_of_reads_in(port_test_new(s, type), hold_the_second_half, a_flit_is_held);
}

static void withhold_aw(struct port_test *t, unsigned round) {
    mem_port_withhold(t->b, OUTSIDE_AW);
    ask_write(t, writer(t, 0), (uint8_t)round, fresh(t), WRITE);
}

static bool aw_waits(const struct port_test *t) {
    return *t->b->pins.axi.aw.valid;
}

void reset_while_waiting_for_aw_leaves_no_trace(struct sim *s, const struct dut_type *type) {
    resets_of_writes_in(port_test_new(s, type), withhold_aw, aw_waits);
}

static bool half_of_w_is_taken(const struct port_test *t) {
    return t->b->memory.stats.write_beats - t->before.write_beats >= WRITE / 2;
}

static bool w_is_held(const struct port_test *t) {
    return *t->b->pins.axi.w.valid;
}

static void hold_the_second_half_of_w(struct port_test *t, unsigned round) {
    mark(t);
    ask_write(t, writer(t, 0), (uint8_t)round, fresh(t), WRITE);
    runs_until(t, half_of_w_is_taken, 1000);
    mem_port_withhold(t->b, OUTSIDE_W);
}

void reset_with_half_of_w_sent_leaves_no_trace(struct sim *s, const struct dut_type *type) {
    resets_of_writes_in(port_test_new(s, type), hold_the_second_half_of_w, w_is_held);
}

static void withhold_b(struct port_test *t, unsigned round) {
    mark(t);
    mem_port_withhold(t->b, OUTSIDE_B);
    ask_write(t, writer(t, 0), (uint8_t)round, fresh(t), WRITE);
}

static bool b_is_owed(const struct port_test *t) {
    const struct axi_mem_stats *now = &t->b->memory.stats;
    return now->write_beats - t->before.write_beats == WRITE && now->writes > t->before.writes;
}

void reset_while_waiting_for_b_leaves_no_trace(struct sim *s, const struct dut_type *type) {
    resets_of_writes_in(port_test_new(s, type), withhold_b, b_is_owed);
}

static void hold_the_ack(struct port_test *t, unsigned round) {
    mem_port_withhold(t->b, OUTSIDE_OUT);
    ask_write(t, writer(t, 0), (uint8_t)round, fresh(t), round % WRITE + 1);
}

void reset_with_an_ack_held_leaves_no_trace(struct sim *s, const struct dut_type *type) {
    resets_of_writes_in(port_test_new(s, type), hold_the_ack, a_flit_is_held);
}

/* Slots in use without all of their data: the rest never comes. */
static void begin_writing(struct port_test *t, unsigned round) {
    const unsigned sources = writers(t, 4);
    for (unsigned i = 0; i < sources; i++) {
        ask_open_write(t, writer(t, i), (uint8_t)round, fresh(t), WRITE);
        ask_write_data(t, writer(t, i), (uint8_t)round, (round + i) % WRITE, false);
    }
}

static bool all_is_received(const struct port_test *t) {
    return link_source_idle(&t->b->source);
}

void reset_with_a_write_half_received_leaves_no_trace(struct sim *s, const struct dut_type *type) {
    resets_of_writes_in(port_test_new(s, type), begin_writing, all_is_received);
}

/* ---- resets of a full intake ----------------------------------------------------------------- */

/* A queue's places are lost or found by the whole queue: large ones need fewer rounds. */
static unsigned rounds_of_full_intakes(const struct port_test *t) {
    const unsigned rounds = 65536 / intake_room(t), most = more_than_any_resource(t);
    return rounds < most ? rounds : most;
}

/* A port may hold each form in a queue of its own. */
static void fill_with_reads(struct port_test *t, unsigned round) {
    mem_port_withhold(t->b, OUTSIDE_AR | OUTSIDE_R);
    for (unsigned i = 0; i < 2 * intake_room(t) + 100; i++) {
        ask_burst_from(t, i % 8, round + i / 2);
    }
}

static bool intake_is_full(const struct port_test *t) {
    return link_source_stalled(&t->b->source);
}

void reset_with_the_intake_full_of_reads_leaves_no_trace(struct sim *s,
                                                         const struct dut_type *type) {
    struct port_test *t = port_test_new(s, type);
    resets_in(t, &(struct state){fill_with_reads, intake_is_full, true, rounds_of_full_intakes(t)});
}

static void fill_with_writes(struct port_test *t, unsigned round) {
    const unsigned writes = t->type->mem_port.wr_slots + intake_room(t) / (WRITE + 1) + 8;
    mem_port_withhold(t->b, OUTSIDE_AW);
    for (unsigned i = 0; i < writes; i++) {
        ask_write(t, writer(t, i), (uint8_t)round, fresh(t), WRITE);
    }
}

void reset_with_the_intake_full_of_writes_leaves_no_trace(struct sim *s,
                                                          const struct dut_type *type) {
    struct port_test *t = port_test_new(s, type);
    resets_in(t,
              &(struct state){fill_with_writes, intake_is_full, false, rounds_of_full_intakes(t)});
}

/* Which of the two the data would bind to is undefined, so none is sent (memory protocol 4.1). */
void reset_with_two_writes_of_one_source_open_leaves_no_trace(struct sim *s,
                                                              const struct dut_type *type) {
    struct port_test *t = port_test_new(s, type);
    const unsigned rounds = more_than_any_resource(t);
    if (leaves_out(t, WITHOUT_MID_RESET)) {
        return;
    }
    for (unsigned round = 0; round < rounds; round++) {
        for (uint8_t txn = 0; txn < 2; txn++) {
            mem_port_write_request(t->b, writer(t, 0), txn, fresh(t), WRITE);
        }
        sim_cycles(s, 3 + round % 20);
        reset(t, reset_length(round));
        ask_write(t, writer(t, 0), 2, fresh(t), WRITE);
        settle(t);
    }
    ask_all_kinds(t);
    finish(t);
    sim_expect_seen(s, "acks", seen(t).acks, rounds);
}
