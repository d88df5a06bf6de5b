/* Resources that run out or are withheld: the intake, the counters' bits, and (P) each thing outside
 * the port (memory protocol 1.3, 4.3; modules 3: independence). */
#include "mem_port_scenarios.h"

enum { WRITE = 8 };

/* ---- places of the intake -------------------------------------------------------------------- */

void short_reads_of_both_kinds(struct port_test *t, unsigned rounds) {
    const uint64_t runs = fresh(t), plains = fresh(t);
    for (unsigned round = 0; round < rounds; round++) {
        mem_port_withhold(t->b, OUTSIDE_OUT);
        for (unsigned i = 0; i < 24; i++) {
            ask_read(t, i % 4, (uint8_t)i, run(runs + i * WORD_BYTES, 1, 1));
        }
        sim_cycles(t->s, 40);
        mem_port_withhold(t->b, 0);
        for (unsigned i = 0; i < 8; i++) {
            ask_read(t, 4 + i % 4, (uint8_t)i, plain(plains + i * WORD_BYTES, 1));
        }
        settle(t);
    }
}

/* Reads of both kinds and of many lengths wait together: now and then two end in one cycle, and two
 * are taken. */
static void mixed_reads_of_both_kinds(struct port_test *t, unsigned rounds) {
    const uint64_t base = fresh(t);
    const unsigned pairs = intake_room(t) / 2 < 24 ? intake_room(t) / 2 : 24;
    for (unsigned round = 0; round < rounds; round++) {
        mem_port_withhold(t->b, OUTSIDE_AR);
        for (unsigned i = 0; i < pairs; i++) {
            const uint64_t addr = base + i * 8 * WORD_BYTES;
            ask_read(t, i % 4, (uint8_t)i, plain(addr, (i + round) % 5 + 1));
            ask_read(t, 4 + i % 4, (uint8_t)i, run(addr, (i * round) % 2 + 1, (i + round) % 3 + 1));
        }
        sim_cycles(t->s, 2 * pairs + round % 8);
        mem_port_withhold(t->b, 0);
        settle(t);
    }
}

/* More rounds than the intake has places; then the places must be there: with the link withheld a
 * write still comes in behind as many reads as the intake holds without busy (modules 3). */
void short_reads_of_both_kinds_free_every_place(struct sim *s, const struct dut_type *type) {
    struct port_test *t = port_test_new(s, type);
    const unsigned rounds = type->mem_port.q_depth / 2 + 16, held = intake_room(t) - 1;
    const uint64_t base = fresh(t);
    if (leaves_out(t, WITHOUT_PLAIN | WITHOUT_STREAM)) {
        return;
    }
    short_reads_of_both_kinds(t, rounds);
    mixed_reads_of_both_kinds(t, rounds);
    mem_port_withhold(t->b, OUTSIDE_OUT);
    for (unsigned i = 0; i < held; i++) {
        ask_read(t, i % 4, (uint8_t)i, run(base + i * WORD_BYTES, 1, 1));
    }
    ask_write(t, writer(t, 0), 1, fresh(t), 1);
    sim_cycles(s, held + 1500); /* longer than busy may be high without a cause */
    const uint64_t written = mem_port_model_stats(t->b->model)->words_written;
    mem_port_withhold(t->b, 0);
    finish(t);
    sim_expect_seen(s, "read words", seen(t).plain + seen(t).stream, rounds * 32 + held);
    if (!s->options->seed_rules) {
        sim_expect_seen(s, "words written behind a full intake", written, 1);
    }
}

/* As many requests of one kind as the intake takes, before any of them can be served. */
void intake_fills_with_one_kind(struct sim *s, const struct dut_type *type) {
    struct port_test *t = port_test_new(s, type);
    const unsigned requests = type->mem_port.q_depth + 100;
    for (unsigned streams = 0; streams < 2; streams++) {
        const uint64_t base = fresh(t);
        mem_port_withhold(t->b, OUTSIDE_AR);
        for (unsigned i = 0; i < requests; i++) {
            const uint64_t addr = base + i * WORD_BYTES;
            ask_read(t, i % 7, (uint8_t)i, streams ? run(addr, 1, 1) : plain(addr, 1));
        }
        sim_cycles(s, requests + 20);
        mem_port_withhold(t->b, 0);
        settle(t);
        ask_all_kinds(t);
    }
    finish(t);
    if (!leaves_out(t, WITHOUT_PLAIN | WITHOUT_STREAM)) {
        sim_expect_seen(s, "read words", seen(t).plain + seen(t).stream, 2 * requests);
    }
}

/* ---- the intake, full ------------------------------------------------------------------------ */

enum { FILLINGS = 3, SLOW = 400 /* cycles */ };

static void set_pace(struct port_test *t, unsigned latency, unsigned bursts) {
    struct axi_mem_knobs *k = &t->b->memory.knobs;
    axi_mem_zero_wait(k);
    k->read_latency_min = k->read_latency_max = latency;
    k->write_latency_min = k->write_latency_max = latency;
    k->max_reads = k->max_writes = bursts;
    mem_port_knobs_changed(t->b);
}

static bool intake_is_full(const struct port_test *t) {
    return link_source_stalled(&t->b->source);
}

/* A slow memory until mem_in_busy holds a flit, then a fast one; ordinary work follows. */
static void fill_and_drain(struct port_test *t, void (*ask_many)(struct port_test *t)) {
    unsigned full = 0;
    for (unsigned i = 0; i < FILLINGS; i++) {
        set_pace(t, SLOW, 1);
        ask_many(t);
        full += runs_until(t, intake_is_full, 20000);
        sim_cycles(t->s, SLOW / 2);
        set_pace(t, 1, AXI_MEM_BURSTS);
        settle(t);
        ask_all_kinds(t);
    }
    finish(t);
    sim_expect_seen(t->s, "times the intake was full", full, FILLINGS);
}

static void ask_many_reads(struct port_test *t) {
    for (unsigned i = 0; i < intake_room(t) + 100; i++) {
        ask_read(t, i % 8, (uint8_t)i, plain(fresh(t), 16));
        ask_read(t, i % 8, (uint8_t)i, run(fresh(t), 4, 4));
    }
}

void intake_full_of_reads_drains(struct sim *s, const struct dut_type *type) {
    struct port_test *t = port_test_new(s, type);
    if (reads(t)) {
        fill_and_drain(t, ask_many_reads);
    }
}

static void ask_many_writes(struct port_test *t) {
    const unsigned writes = t->type->mem_port.wr_slots + intake_room(t) / (WRITE + 1) + 8;
    for (unsigned i = 0; i < writes; i++) {
        ask_write(t, writer(t, i), (uint8_t)i, fresh(t), WRITE);
    }
}

void intake_full_of_writes_drains(struct sim *s, const struct dut_type *type) {
    fill_and_drain(port_test_new(s, type), ask_many_writes);
}

/* ---- counters -------------------------------------------------------------------------------- */

enum { COUNT_WRAPS = 65536, BEYOND = 600 };

void the_count_of_reads_wraps_at_sixteen_bits(struct sim *s, const struct dut_type *type) {
    struct port_test *t = port_test_new(s, type);
    const uint64_t base = fresh(t);
    if (leaves_out(t, WITHOUT_PLAIN)) {
        return;
    }
    for (unsigned i = 0; i < COUNT_WRAPS + BEYOND; i++) {
        ask_read(t, i % 8, (uint8_t)i, plain(base + i % 1024 * WORD_BYTES, 1));
    }
    finish(t);
    sim_expect_seen(s, "reads on AXI", t->b->memory.stats.reads, COUNT_WRAPS + BEYOND);
}

void the_count_of_writes_wraps_at_sixteen_bits(struct sim *s, const struct dut_type *type) {
    struct port_test *t = port_test_new(s, type);
    const uint64_t base = fresh(t);
    for (unsigned i = 0; i < COUNT_WRAPS + BEYOND; i++) {
        ask_write(t, writer(t, i % 8), (uint8_t)i, base + i % 1024 * WORD_BYTES, 1);
    }
    finish(t);
    sim_expect_seen(s, "writes on AXI", t->b->memory.stats.writes, COUNT_WRAPS + BEYOND);
}

/* ---- independence (P) ------------------------------------------------------------------------ */

enum { ROUNDS = 60, ROUND_CYCLES = 100 };

/* What goes on while one outside resource is withheld without limit. */
struct independent_work {
    uint8_t withheld; /* OUTSIDE_* */
    bool reads;       /* reads go on, a few writes wait; or the reverse */
    bool reaches_b;   /* the first write comes as far as its data */
};

static void ask_for_read(struct port_test *t, unsigned i) {
    ask_read(t, i % 8, (uint8_t)(16 * i), i % 2 ? run(fresh(t), 4, 4) : plain(fresh(t), 8));
}

static void ask_for_write(struct port_test *t, unsigned i) {
    ask_write(t, writer(t, i % 4), (uint8_t)i, fresh(t), WRITE);
}

/* What waits for the resource, and leaves the intake room for more. */
static void ask_for_what_waits(struct port_test *t, const struct independent_work *work) {
    const unsigned room = intake_room(t) - 1;
    const unsigned waiting = work->reads ? writers(t, 4) : room < 8 ? room : 8;
    for (unsigned i = 0; i < waiting; i++) {
        if (work->reads) {
            ask_for_write(t, i);
            sim_cycles(t->s, ROUND_CYCLES);
        } else {
            ask_for_read(t, i);
        }
    }
}

/* Everything is asked for at first; then, for longer than any bound, only what does not need the
 * withheld resource, all of which completes. */
static void independence(struct sim *s, const struct dut_type *type,
                         const struct independent_work *work) {
    struct port_test *t = port_test_new(s, type);
    if (s->options->seed_rules || (work->reads && !reads(t))) {
        return;
    }
    mem_port_withhold(t->b, work->withheld);
    ask_for_what_waits(t, work);
    const struct answers waiting = t->asked;
    for (unsigned round = 0; round < ROUNDS; round++) {
        if (work->reads) {
            ask_for_read(t, 2 * round);
            ask_for_read(t, 2 * round + 1);
        } else {
            ask_for_write(t, round);
        }
        sim_cycles(s, ROUND_CYCLES);
    }
    const struct answers now = seen(t);
    sim_expect_seen(s, "plain words while withheld", now.plain,
                    work->reads ? t->asked.plain - waiting.plain : 0);
    sim_expect_seen(s, "streaming words while withheld", now.stream,
                    work->reads ? t->asked.stream - waiting.stream : 0);
    sim_expect_seen(s, "acks while withheld", now.acks, work->reads ? 0 : ROUNDS);
    sim_expect_seen(s, "words written while withheld",
                    mem_port_model_stats(t->b->model)->words_written,
                    work->reads ? (work->reaches_b ? WRITE : 0) : ROUNDS * WRITE);
    mem_port_withhold(t->b, 0);
    settle(t);
    ask_all_kinds(t);
    finish(t);
}

void writes_complete_while_ar_is_withheld(struct sim *s, const struct dut_type *type) {
    independence(s, type, &(struct independent_work){OUTSIDE_AR, false, false});
}

void writes_complete_while_r_is_withheld(struct sim *s, const struct dut_type *type) {
    independence(s, type, &(struct independent_work){OUTSIDE_R, false, false});
}

void reads_complete_while_aw_is_withheld(struct sim *s, const struct dut_type *type) {
    independence(s, type, &(struct independent_work){OUTSIDE_AW, true, false});
}

void reads_complete_while_w_is_withheld(struct sim *s, const struct dut_type *type) {
    independence(s, type, &(struct independent_work){OUTSIDE_W, true, false});
}

void reads_complete_while_b_is_withheld(struct sim *s, const struct dut_type *type) {
    independence(s, type, &(struct independent_work){OUTSIDE_B, true, true});
}

/* An ack needs the link, and a slot is held until its ack leaves: so many writes reach memory. */
void writes_reach_memory_while_the_output_link_is_withheld(struct sim *s,
                                                           const struct dut_type *type) {
    struct port_test *t = port_test_new(s, type);
    const unsigned slots = type->mem_port.wr_slots;
    if (s->options->seed_rules) {
        return;
    }
    mem_port_withhold(t->b, OUTSIDE_OUT);
    for (unsigned i = 0; i < slots; i++) {
        ask_write(t, writer(t, i), (uint8_t)i, fresh(t), WRITE);
        sim_cycles(s, ROUND_CYCLES);
    }
    sim_expect_seen(s, "words written while withheld",
                    mem_port_model_stats(t->b->model)->words_written, slots * WRITE);
    mem_port_withhold(t->b, 0);
    settle(t);
    ask_all_kinds(t);
    finish(t);
    sim_expect_seen(s, "acks", seen(t).acks, slots);
}
