/* The memory port (memory protocol 1-5, 7, 8; modules 3). */
#include "rtl_suites.h"

#include "bench/mem_port_traffic.h"
#include "dut/variants.h"

#define DRAM(offset) ((uint64_t)(offset))
#define STAGED(mesh, offset) (UINT64_C(1) << 39 | (uint64_t)(mesh) << 36 | (uint64_t)(offset))

static struct descriptor plain(uint64_t addr, unsigned beats) {
    return (struct descriptor){.addr = addr, .len = (uint8_t)(beats - 1)};
}

static struct descriptor run(uint64_t addr, unsigned entries, unsigned words) {
    return (struct descriptor){.addr = addr,
                               .flags = FLAG_STREAM,
                               .count = (uint8_t)entries,
                               .entry_words = (uint8_t)words};
}

static struct mem_port_bench *port(struct sim *s) {
    return mem_port_bench_new(s, &dut_mem_port);
}

/* Sources that may have a write open at the same time, `most` at most (modules 3: WR_SLOTS). */
static unsigned writers(unsigned most) {
    unsigned slots = dut_mem_port.mem_port.wr_slots;
    return slots < most ? slots : most;
}

static const struct mem_port_stats *stats(struct mem_port_bench *b) {
    return mem_port_model_stats(b->model);
}

static bool without(const struct sim *s, unsigned what) {
    return (s->options->without & what) != 0;
}

/* Queues requests only while the port sleeps, so that descriptors wait ahead of the measurement. */
static void finish_measured(struct mem_port_bench *b) {
    mem_port_settle(b);
}

/* ---- reads ----------------------------------------------------------------------------------- */

static void plain_reads_return_every_beat_in_order(struct sim *s) {
    struct mem_port_bench *b = port(s);
    static const unsigned beats[] = {1, 2, 3, 8, 16, 17, 255, 256};
    uint64_t flits = 0;
    for (unsigned i = 0; i < sizeof beats / sizeof *beats && !without(s, WITHOUT_PLAIN); i++) {
        struct descriptor d = plain(DRAM(0x10000 * (i + 1)), beats[i]);
        /* Fields of the other form are not read. */
        d.count = 7;
        d.entry_words = 3;
        d.n_peer = 2;
        mem_port_read(b, i, (uint8_t)(0x40 + i), &d);
        flits += beats[i];
    }
    mem_port_finish(b);
    sim_expect_seen(s, "plain words", stats(b)->flits_plain, flits);
}

static void streaming_run_names_every_word(struct sim *s) {
    struct mem_port_bench *b = port(s);
    uint64_t flits = 0;
    for (unsigned words = 0; words <= 5 && !without(s, WITHOUT_STREAM); words++) {
        for (unsigned entries = 0; entries <= 9; entries += 3) {
            struct descriptor d =
                run(DRAM(0x20000 + 0x1000 * words + 0x40 * entries), entries, words);
            d.len = 99;
            mem_port_read(b, words, (uint8_t)(words << 4), &d);
            flits += descriptor_entries(&d) * descriptor_entry_words(&d);
        }
    }
    struct descriptor longest = run(DRAM(0xf00000), 255, 4);
    if (!without(s, WITHOUT_STREAM)) {
        mem_port_read(b, 9, 1, &longest); /* txn 1 + 254 = 255: the last tag there is */
        flits += 255 * 4;
    }
    mem_port_finish(b);
    sim_expect_seen(s, "streaming words", stats(b)->flits_stream, flits);
}

static void multicast_serves_peers_entry_by_entry(struct sim *s) {
    struct mem_port_bench *b = port(s);
    uint64_t peers = 0;
    for (unsigned n = 0; n <= 3 && !without(s, WITHOUT_STREAM | WITHOUT_PEERS); n++) {
        struct descriptor d = run(DRAM(0x30000 + 0x1000 * n), 5, 4);
        d.n_peer = (uint8_t)n;
        for (unsigned i = 0; i < 3; i++) {
            d.peer[i] = b->endpoint[10 + i];
        }
        mem_port_read(b, n, (uint8_t)(0x80 + 8 * n), &d);
        peers += 5 * 4 * n;
    }
    mem_port_finish(b);
    sim_expect_seen(s, "peer words", stats(b)->flits_peer, peers);
}

static void destinations_stay_apart_on_a_busy_link(struct sim *s) {
    struct mem_port_bench *b = port(s);
    uint64_t words = 0;
    b->sink.knobs.busy = stall_random(500);
    mem_port_knobs_changed(b);
    for (unsigned shape = 0; shape < 16 && !without(s, WITHOUT_STREAM | WITHOUT_PEERS); shape++) {
        struct descriptor d = run(DRAM(0x35000 + 0x100 * shape), 2, shape / 4 + 1);
        d.n_peer = shape % 4;
        for (unsigned i = 0; i < 3; i++) {
            d.peer[i] = b->endpoint[(shape + i) % 20];
        }
        mem_port_read(b, shape, (uint8_t)(16 * shape), &d);
        words += 2 * (shape / 4 + 1) * (shape % 4);
    }
    mem_port_finish(b);
    sim_expect_seen(s, "peer words", stats(b)->flits_peer, words);
}

/* Runs of about as many words as the reference port buffers, each read once for two destinations:
 * the first words are still needed when the last place is filled. */
static void buffers_fill_to_the_last_word(struct sim *s) {
    struct mem_port_bench *b = port(s);
    for (unsigned words = 120; words < 140 && !without(s, WITHOUT_STREAM | WITHOUT_PEERS);
         words++) {
        struct descriptor d = run(DRAM(0x36000), words, 1);
        d.n_peer = 1;
        d.peer[0] = b->endpoint[words % 16];
        mem_port_withhold(b, OUTSIDE_OUT);
        mem_port_read(b, 20, 0, &d);
        sim_cycles(s, 200);
        mem_port_withhold(b, 0);
        mem_port_settle(b);
    }
    mem_port_finish(b);
}

static void requester_may_be_its_own_peer_twice(struct sim *s) {
    struct mem_port_bench *b = port(s);
    struct descriptor d = run(DRAM(0x34000), 3, 2);
    d.n_peer = 3;
    d.peer[0] = b->endpoint[4];
    d.peer[1] = b->endpoint[5];
    d.peer[2] = b->endpoint[5];
    if (!without(s, WITHOUT_STREAM | WITHOUT_PEERS)) {
        mem_port_read(b, 4, 0x11, &d);
        mem_port_finish(b);
        sim_expect_seen(s, "peer words", stats(b)->flits_peer, 3 * 2 * 3);
    }
}

static void txn_sum_wraps_at_eight_bits(struct sim *s) {
    struct mem_port_bench *b = port(s);
    struct descriptor d = run(DRAM(0x38000), 6, 1);
    if (!without(s, WITHOUT_STREAM)) {
        mem_port_read(b, 0, 0xfd, &d);
        mem_port_finish(b);
        sim_expect_seen(s, "streaming words", stats(b)->flits_stream, 6);
    }
}

static void reads_of_all_kinds_and_writes_are_in_flight_together(struct sim *s) {
    struct mem_port_bench *b = port(s);
    const unsigned sources = writers(8);
    b->memory.knobs.read_latency_min = b->memory.knobs.read_latency_max = 60;
    mem_port_knobs_changed(b);
    for (unsigned i = 0; i < sources; i++) {
        struct descriptor p = plain(DRAM(0x40000 + i * 0x1000), 20),
                          r = run(DRAM(0x50000 + i * 0x1000), 8, 4);
        if (!without(s, WITHOUT_PLAIN)) {
            mem_port_read(b, i, (uint8_t)i, &p);
        }
        if (!without(s, WITHOUT_STREAM)) {
            mem_port_read(b, i, (uint8_t)(0x20 + 8 * i), &r);
        }
        mem_port_write(b, i, (uint8_t)(0x80 + i), DRAM(0x60000 + i * 0x1000), 8);
    }
    mem_port_finish(b);
    sim_expect_seen(s, "acks", stats(b)->acks, sources);
}

/* Streaming reads wait in the intake when the link comes back, and plain ones arrive: in each round
 * a read of either kind is taken in one cycle, and one is taken when another ends. */
static void short_reads_of_both_kinds(struct mem_port_bench *b, unsigned rounds) {
    for (unsigned round = 0; round < rounds; round++) {
        mem_port_withhold(b, OUTSIDE_OUT);
        for (unsigned i = 0; i < 24; i++) {
            struct descriptor r = run(DRAM(0x60000 + i * 32), 1, 1);
            mem_port_read(b, i % 4, (uint8_t)i, &r);
        }
        sim_cycles(b->sim, 40);
        mem_port_withhold(b, 0);
        for (unsigned i = 0; i < 8; i++) {
            struct descriptor p = plain(DRAM(0x68000 + i * 32), 1);
            mem_port_read(b, 4 + i % 4, (uint8_t)i, &p);
        }
        mem_port_settle(b);
    }
}

/* More rounds than the intake has places; then the places must be there: with the link withheld a
 * write still comes in behind as many reads as the intake holds without busy (modules 3). */
static void short_reads_of_both_kinds_free_every_place(struct sim *s) {
    struct mem_port_bench *b = port(s);
    const struct mem_port_params *p = &dut_mem_port.mem_port;
    if (without(s, WITHOUT_PLAIN | WITHOUT_STREAM)) {
        return;
    }
    const unsigned rounds = p->q_depth + 16, held = p->q_depth - p->q_margin - 1;
    short_reads_of_both_kinds(b, rounds);
    mem_port_withhold(b, OUTSIDE_OUT);
    for (unsigned i = 0; i < held; i++) {
        struct descriptor r = run(DRAM(0x60000 + i * 32), 1, 1);
        mem_port_read(b, i % 4, (uint8_t)i, &r);
    }
    mem_port_write(b, 4, 1, DRAM(0x6c000), 1);
    sim_cycles(s, 2000);
    mem_port_withhold(b, 0);
    mem_port_finish(b);
    sim_expect_seen(s, "read words", stats(b)->flits_plain + stats(b)->flits_stream,
                    rounds * 32 + held);
}

/* Reads of both kinds wait for an address channel that takes one in ten cycles; neither may have
 * it for itself. */
static void plain_and_streaming_reads_share_a_slow_address_channel(struct sim *s) {
    struct mem_port_bench *b = port(s);
    b->memory.knobs.ar = stall_bursts(9, 9, 1, 1);
    mem_port_knobs_changed(b);
    for (unsigned i = 0; i < 400; i++) {
        const bool rare = i % 8 == 0;
        struct descriptor p = plain(DRAM(0xc0000 + i * 32), 1), r = run(p.addr, 1, 1);
        const bool is_plain = rare == (i < 200);
        if (!without(s, is_plain ? WITHOUT_PLAIN : WITHOUT_STREAM)) {
            mem_port_read(b, i % 4, (uint8_t)i, is_plain ? &p : &r);
        }
    }
    mem_port_finish(b);
}

/* As many requests of one kind as the intake takes, before any of them can be served. */
static void intake_fills_with_one_kind(struct sim *s) {
    struct mem_port_bench *b = port(s);
    const unsigned requests = 2 * dut_mem_port.mem_port.q_depth;
    uint64_t words = 0;
    for (unsigned kind = 0; kind < 2; kind++) {
        if (without(s, kind ? WITHOUT_STREAM : WITHOUT_PLAIN)) {
            continue;
        }
        mem_port_withhold(b, OUTSIDE_AR);
        for (unsigned i = 0; i < requests; i++, words++) {
            struct descriptor p = plain(DRAM(0xb0000 + i * 32), 1), r = run(p.addr, 1, 1);
            mem_port_read(b, i % 7, (uint8_t)i, kind ? &r : &p);
        }
        sim_cycles(s, 2 * requests);
        mem_port_withhold(b, 0);
        mem_port_settle(b);
    }
    mem_port_finish(b);
    sim_expect_seen(s, "read words", stats(b)->flits_plain + stats(b)->flits_stream, words);
}

/* ---- writes ---------------------------------------------------------------------------------- */

static void writes_of_many_sources_interleave_flit_by_flit(struct sim *s) {
    struct mem_port_bench *b = port(s);
    b->source.knobs.policy = LINK_ROUND_ROBIN;
    uint64_t acks = 0;
    for (unsigned round = 0; round < 4; round++) {
        for (unsigned i = 0; i < dut_mem_port.mem_port.wr_slots; i++) {
            unsigned beats = (i + round) % 8 + 1;
            mem_port_write(b, i, (uint8_t)(i * 16 + round),
                           DRAM(0x70000 + i * 0x1000 + round * 0x100), beats);
            acks++;
        }
    }
    mem_port_finish(b);
    sim_expect_seen(s, "acks", stats(b)->acks, acks);
}

/* Coordinates that differ from the first one's in one bit each, all with a write open at once. */
static void data_finds_its_write_by_every_bit_of_its_source(struct sim *s) {
    struct mem_port_bench *b = port(s);
    const unsigned sources = writers(9);
    b->source.knobs.policy = LINK_ROUND_ROBIN;
    for (unsigned bit = 0; bit < 8; bit++) {
        b->endpoint[bit + 1] = (struct position){(uint8_t)(b->endpoint[0].x ^ (1u << bit & 15)),
                                                 (uint8_t)(b->endpoint[0].y ^ (1u << bit >> 4))};
    }
    for (unsigned i = 0; i < sources; i++) {
        mem_port_write(b, i, (uint8_t)i, DRAM(0x78000 + i * 0x100), 8);
    }
    mem_port_finish(b);
    sim_expect_seen(s, "acks", stats(b)->acks, sources);
}

static void same_source_writes_stay_in_order_at_one_address(struct sim *s) {
    struct mem_port_bench *b = port(s);
    axi_mem_randomise(&b->memory.knobs, &b->data, false);
    mem_port_knobs_changed(b);
    for (unsigned i = 0; i < 40; i++) {
        mem_port_write(b, i % 3, (uint8_t)i, DRAM(0x80000 + i % 3 * 0x100), i % 8 + 1);
    }
    mem_port_finish(b);
    sim_expect_seen(s, "acks", stats(b)->acks, 40);
}

/* A memory that takes an address only once it is offered the burst's data (wire 5). */
static void writes_meet_a_memory_that_wants_data_first(struct sim *s) {
    struct mem_port_bench *b = port(s);
    b->memory.knobs.write_order = AXI_ADDRESS_NEEDS_DATA;
    mem_port_knobs_changed(b);
    for (unsigned beats = 1; beats <= 8; beats++) {
        for (unsigned i = 0; i < writers(3); i++) {
            mem_port_write(b, i, (uint8_t)beats, DRAM(0x88000 + i * 0x1000 + beats * 0x100), beats);
        }
        mem_port_settle(b);
    }
    mem_port_finish(b);
    sim_expect_seen(s, "acks", stats(b)->acks, writers(3) * 8);
}

static void orphan_data_and_other_types_are_dropped(struct sim *s) {
    struct mem_port_bench *b = port(s);
    for (unsigned round = 0; round < 80; round++) { /* more often than any queue has places */
        struct flit orphan = {.type = FLIT_MEM_WR_DATA, .last = 1};
        struct flit other = {.type = (uint8_t[]){2, 3, 5, 6, 7, 8, 9, 15}[round % 8], .last = 1};
        if (!without(s, WITHOUT_ORPHAN_DATA)) {
            mem_port_send(b, 3, &orphan);
        }
        if (!without(s, WITHOUT_NON_MEMORY)) {
            mem_port_send(b, round % 5, &other);
        }
    }
    mem_port_write(b, 3, 1, DRAM(0x90000), 8);
    struct descriptor d = plain(DRAM(0x90000), 8);
    mem_port_read(b, 3, 2, &d);
    mem_port_finish(b);
    sim_expect_seen(s, "acks", stats(b)->acks, 1);
}

static void long_writes_are_swallowed_whole(struct sim *s) {
    struct mem_port_bench *b = port(s);
    static const unsigned beats[] = {9, 16, 17, 256};
    if (without(s, WITHOUT_LONG_WRITES) || s->options->seed_rules) {
        return;
    }
    for (unsigned round = 0; round < 20; round++) {
        mem_port_write(b, round % 2, (uint8_t)round, DRAM(0xa0000), beats[round % 4]);
        mem_port_settle(b);
    }
    mem_port_write(b, 0, 0x55, DRAM(0xa1000), 8);
    mem_port_finish(b);
    sim_expect_seen(s, "acks", stats(b)->acks, 1);
}

/* ---- 4 KB ------------------------------------------------------------------------------------ */

static void addresses_carry_into_every_bit(struct sim *s) {
    struct mem_port_bench *b = port(s);
    if (without(s, WITHOUT_SPLIT_4K) || s->options->seed_rules) {
        return;
    }
    for (unsigned bit = 12; bit < 36; bit++) {
        const uint64_t addr = DRAM((UINT64_C(1) << bit) - 4 * 32);
        struct descriptor p = plain(addr, 8), r = run(addr, 2, 4);
        mem_port_read(b, bit % 8, (uint8_t)bit, &p);
        mem_port_read(b, bit % 8, (uint8_t)bit, &r);
        mem_port_write(b, bit % 4, (uint8_t)bit, addr, 8);
        mem_port_settle(b);
    }
    mem_port_finish(b);
    sim_expect_seen(s, "requests across 4 KB", stats(b)->splits_4k, 3 * 24);
}

static void requests_across_four_kilobytes_are_split(struct sim *s) {
    struct mem_port_bench *b = port(s);
    if (without(s, WITHOUT_SPLIT_4K) || s->options->seed_rules) {
        return;
    }
    for (unsigned phase = 0; phase < 128; phase++) { /* every 32-byte phase of a page */
        struct descriptor p = plain(DRAM(0x100000 + phase * 32), 130);
        struct descriptor r = run(DRAM(0x200000 + phase * 32), 40, 3);
        mem_port_read(b, phase % 8, (uint8_t)phase, &p);
        mem_port_read(b, phase % 8, (uint8_t)phase, &r);
        mem_port_write(b, phase % 4, (uint8_t)phase, DRAM(0x300000 + phase * 32), 8);
        if (phase % 8 == 7) {
            mem_port_settle(b);
        }
    }
    mem_port_finish(b);
    sim_expect_seen(s, "requests across 4 KB", stats(b)->splits_4k, 128 + 7);
}

/* ---- errors, reset --------------------------------------------------------------------------- */

static void error_responses_do_not_disturb_the_mesh(struct sim *s) {
    struct mem_port_bench *b = port(s);
    b->memory.knobs.read_error_permille = b->memory.knobs.write_error_permille = 1000;
    for (unsigned at = AXI_ERROR_FIRST; at <= AXI_ERROR_ALL; at++) {
        b->memory.knobs.read_error_at = (enum axi_error_at)at;
        struct descriptor p = plain(DRAM(0x110000), 16), r = run(DRAM(0x120000), 4, 4);
        mem_port_read(b, 0, 1, &p);
        mem_port_read(b, 1, 2, &r);
        mem_port_write(b, 2, 3, DRAM(0x130000), 8);
        mem_port_settle(b);
    }
    mem_port_finish(b);
    sim_expect_seen(s, "read errors", b->memory.stats.read_errors, 5);
    sim_expect_seen(s, "acks", stats(b)->acks, 5);
}

static void reset_in_the_middle_leaves_no_trace(struct sim *s) {
    struct mem_port_bench *b = port(s);
    if (without(s, WITHOUT_MID_RESET)) {
        return;
    }
    const bool split = !without(s, WITHOUT_SPLIT_4K) && !s->options->seed_rules;
    b->memory.knobs.read_latency_min = b->memory.knobs.read_latency_max = 9;
    mem_port_knobs_changed(b);
    for (unsigned n = 1; n <= 60; n++) { /* after every number of cycles, for 1 to 5 cycles */
        struct descriptor p = plain(DRAM(0x140000), 20), r = run(DRAM(0x150000), 6, 4);
        b->source.knobs.hold_in_reset = n & 1;
        mem_port_read(b, 0, 1, &p);
        mem_port_read(b, 1, 2, &r);
        mem_port_write(b, 2, 3, DRAM(split ? 0x160f80 : 0x160000), 8);
        sim_cycles(s, n);
        sim_reset(s, n % 5 + 1);
        mem_port_read(b, 0, 7, &p);
        mem_port_write(b, 2, 3, DRAM(0x160000), 8);
        mem_port_settle(b);
    }
    mem_port_finish(b);
    sim_expect_seen(s, "plain words", stats(b)->flits_plain, 60 * 20);
    sim_expect_seen(s, "acks", stats(b)->acks, 60);
}

/* ---- independence (P) ------------------------------------------------------------------------ */

/* What is asked for while one outside resource is withheld without limit. */
struct independent_work {
    uint8_t withheld; /* OUTSIDE_* */
    bool reads, writes;
    uint64_t words, acks, written; /* that must be done before the resource comes back */
};

enum { ROUNDS = 60, ROUND_CYCLES = 100, FIRST_ROUND = 4 };

static void ask_for_reads(struct mem_port_bench *b, unsigned round) {
    struct descriptor p = plain(DRAM(0x170000 + round * 0x1000), 8);
    struct descriptor r = run(DRAM(0x270000 + round * 0x1000), 4, 4);
    mem_port_read(b, round % 4, (uint8_t)round, &p);
    mem_port_read(b, round % 4, (uint8_t)(16 * round), &r);
}

/* Everything is asked for at first; then, for longer than any bound, only what does not need the
 * withheld resource, all of which completes. */
static void independence(struct sim *s, const struct independent_work *work) {
    struct mem_port_bench *b = port(s);
    if (s->options->seed_rules) {
        return;
    }
    mem_port_withhold(b, work->withheld);
    for (unsigned round = 0; round < ROUNDS; round++) {
        if (work->reads || round < FIRST_ROUND) {
            ask_for_reads(b, round);
        }
        if (work->writes || round < FIRST_ROUND) {
            mem_port_write(b, 4 + round % 4, (uint8_t)round, DRAM(0x370000 + round * 0x1000), 8);
        }
        sim_cycles(s, ROUND_CYCLES);
    }
    const struct mem_port_stats *now = stats(b);
    sim_expect_seen(s, "read words while withheld", now->flits_plain + now->flits_stream,
                    work->words);
    sim_expect_seen(s, "acks while withheld", now->acks, work->acks);
    sim_expect_seen(s, "words written while withheld", now->words_written, work->written);
    mem_port_withhold(b, 0);
    mem_port_finish(b);
    unsigned reads = work->reads ? ROUNDS : FIRST_ROUND,
             writes = work->writes ? ROUNDS : FIRST_ROUND;
    sim_expect_seen(s, "read words", stats(b)->flits_plain + stats(b)->flits_stream, reads * 24u);
    sim_expect_seen(s, "acks", stats(b)->acks, writes);
}

/* An ack needs the link, and a slot is held until its ack leaves: so many writes reach memory. */
static void writes_reach_memory_while_the_output_link_is_withheld(struct sim *s) {
    struct mem_port_bench *b = port(s);
    unsigned slots = dut_mem_port.mem_port.wr_slots;
    if (s->options->seed_rules) {
        return;
    }
    mem_port_withhold(b, OUTSIDE_OUT);
    for (unsigned i = 0; i < slots; i++) {
        mem_port_write(b, i, (uint8_t)i, DRAM(0x170000 + i * 0x1000), 8);
        sim_cycles(s, ROUND_CYCLES);
    }
    sim_expect_seen(s, "words written while withheld", stats(b)->words_written, slots * 8);
    mem_port_withhold(b, 0);
    mem_port_finish(b);
    sim_expect_seen(s, "acks", stats(b)->acks, slots);
}

static void writes_complete_while_ar_is_withheld(struct sim *s) {
    independence(s, &(struct independent_work){OUTSIDE_AR, false, true, 0, ROUNDS, ROUNDS * 8});
}

static void writes_complete_while_r_is_withheld(struct sim *s) {
    independence(s, &(struct independent_work){OUTSIDE_R, false, true, 0, ROUNDS, ROUNDS * 8});
}

static void reads_complete_while_aw_is_withheld(struct sim *s) {
    independence(s, &(struct independent_work){OUTSIDE_AW, true, false, ROUNDS * 24, 0, 0});
}

static void reads_complete_while_w_is_withheld(struct sim *s) {
    independence(s, &(struct independent_work){OUTSIDE_W, true, false, ROUNDS * 24, 0, 0});
}

static void reads_complete_while_b_is_withheld(struct sim *s) {
    independence(s, &(struct independent_work){OUTSIDE_B, true, false, ROUNDS * 24, 0, 8});
}

/* ---- rates (P), zero-wait memory, descriptors far ahead -------------------------------------- */

static void expect_rate(struct sim *s, const char *what, const struct link_meter *m,
                        const char *unit, double target) {
    uint64_t cycles = m->flits ? m->last - m->first + 1 : 1;
    double rate = (double)m->flits / (double)cycles;
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

static void streaming_sends_a_flit_every_cycle(struct sim *s) {
    struct mem_port_bench *b = port(s);
    for (unsigned i = 0; i < 4; i++) {
        struct descriptor r = run(DRAM(0x200000 + i * 0x10000), 255, 4);
        mem_port_read(b, i, 1, &r);
    }
    mem_port_measure(b);
    finish_measured(b);
    expect_rate(s, "streaming read, 4 runs of 255 x 4 words", &b->meter, "flits/cycle", 1.0);
    expect_gap(s, "  between its entries and runs", &b->meter, 0);
    mem_port_finish(b);
    sim_expect_seen(s, "streaming words", stats(b)->flits_stream, 4 * 255 * 4);
}

static void multicast_sends_a_flit_every_cycle(struct sim *s) {
    struct mem_port_bench *b = port(s);
    for (unsigned i = 0; i < 3; i++) {
        struct descriptor r = run(DRAM(0x300000 + i * 0x10000), 100, 4);
        r.n_peer = 3;
        r.peer[0] = b->endpoint[7];
        r.peer[1] = b->endpoint[8];
        r.peer[2] = b->endpoint[9];
        mem_port_read(b, i, 1, &r);
    }
    mem_port_measure(b);
    finish_measured(b);
    expect_rate(s, "multicast to 4 destinations", &b->meter, "flits/cycle", 1.0);
    mem_port_finish(b);
}

static void plain_reads_pause_at_most_four_cycles(struct sim *s) {
    struct mem_port_bench *b = port(s);
    for (unsigned i = 0; i < 6; i++) {
        struct descriptor p = plain(DRAM(0x400000 + i * 0x10000), i % 2 ? 128 : 16);
        mem_port_read(b, i, 1, &p);
    }
    mem_port_measure(b);
    finish_measured(b);
    expect_gap(s, "  between plain bursts", &b->meter, 4);
    mem_port_measure(b);
    struct descriptor one = plain(DRAM(0x480000), 128);
    mem_port_read(b, 0, 1, &one);
    finish_measured(b);
    expect_rate(s, "plain read, one burst of 128 beats", &b->meter, "flits/cycle", 1.0);
    mem_port_finish(b);
}

/* Places lost one by one would slow the port before they stop it. */
static void streaming_keeps_its_rate_after_many_short_reads(struct sim *s) {
    struct mem_port_bench *b = port(s);
    if (without(s, WITHOUT_PLAIN | WITHOUT_STREAM)) {
        return;
    }
    short_reads_of_both_kinds(b, 20);
    for (unsigned i = 0; i < 40; i++) {
        struct descriptor r = run(DRAM(0x700000 + i * 0x1000), 2, 4);
        mem_port_read(b, i % 4, 1, &r);
    }
    mem_port_measure(b);
    finish_measured(b);
    expect_rate(s, "  40 runs of 2 x 4 words, the port well used", &b->meter, "flits/cycle", 1.0);
    mem_port_finish(b);
}

/* Two slots a writing node, or slots and not the link are the limit (memory protocol 4.3). */
static void writes_are_limited_by_the_link_only(struct sim *s) {
    struct mem_port_bench *b = port(s);
    if (dut_mem_port.mem_port.wr_slots < 8) {
        return;
    }
    for (unsigned round = 0; round < 50; round++) {
        for (unsigned i = 0; i < 4; i++) {
            mem_port_write(b, i, (uint8_t)round, DRAM(0x500000 + i * 0x10000 + round * 0x100), 8);
        }
    }
    mem_port_measure(b);
    finish_measured(b);
    /* The link carries 8 data flits in 9: 0.8889 but for the ends of the measurement. */
    expect_rate(s, "writes of 8 beats from 4 sources", &b->write_meter, "beats/cycle", 0.88);
    mem_port_finish(b);
    sim_expect_seen(s, "acks", stats(b)->acks, 200);
}

/* ---- random ---------------------------------------------------------------------------------- */

static void random_traffic(struct sim *s, const struct dut_type *type, uint64_t cycles) {
    struct mem_port_bench *b = mem_port_bench_new(s, type);
    static const enum sparse_mode modes[] = {SPARSE_TAGGED, SPARSE_RANDOM};
    mem_port_fill(b, modes[s->options->seed % 2]);
    mem_port_traffic_new(b);
    cycles = s->options->cycles ? s->options->cycles : cycles;
    mem_port_traffic_run(b, cycles);
    mem_port_finish(b);
    uint64_t least = cycles / 100;
    sim_expect_seen(s, "flits", s->seen.flits, least);
    sim_expect_seen(s, "acks", stats(b)->acks, cycles / 2000);
}

static void random_default(struct sim *s) {
    random_traffic(s, &dut_mem_port, 1000000);
}

static void random_small(struct sim *s) {
    random_traffic(s, &dut_mem_port_ap, 1000000);
}

/* ---- apertures (AP_DECODE) ------------------------------------------------------------------- */

static struct mem_port_bench *aperture_port(struct sim *s) {
    return mem_port_bench_new(s, &dut_mem_port_ap);
}

static void served_aperture_goes_out_unchanged(struct sim *s) {
    struct mem_port_bench *b = aperture_port(s);
    unsigned mesh = dut_mem_port_ap.mem_port.mesh_id;
    if (without(s, WITHOUT_APERTURES)) {
        return;
    }
    mem_port_write(b, 0, 1, STAGED(mesh, 0x40), 8);
    struct descriptor p = plain(STAGED(mesh, 0x40), 8), r = run(STAGED(mesh, 0x80), 4, 2);
    mem_port_read(b, 1, 2, &p);
    mem_port_read(b, 1, 3, &r);
    mem_port_finish(b);
    sim_expect_seen(s, "read words", stats(b)->flits_plain + stats(b)->flits_stream, 16);
    sim_expect_seen(s, "acks", stats(b)->acks, 1);
}

static void unserved_aperture_is_dropped_and_nothing_leaks(struct sim *s) {
    struct mem_port_bench *b = aperture_port(s);
    if (without(s, WITHOUT_APERTURES)) {
        return;
    }
    for (unsigned round = 0; round < 60; round++) {
        /* Every other mesh; every other aperture of the own mesh. */
        const unsigned own = dut_mem_port_ap.mem_port.mesh_id;
        const uint64_t aperture = 1 + round / 2 % 15;
        const uint64_t addr =
            round & 1 ? STAGED((own + 1 + round / 2 % 3) % 4, 0x100) : STAGED(own, aperture << 32);
        struct descriptor p = plain(addr, 8), r = run(addr, 4, 2);
        mem_port_read(b, 1, 2, &p);
        mem_port_read(b, 1, 3, &r);
        mem_port_write(b, round % 3, 1, addr, round % 8 + 1);
    }
    mem_port_settle(b);
    struct descriptor p = plain(DRAM(0x1000), 8);
    mem_port_read(b, 1, 2, &p);
    mem_port_write(b, 0, 1, DRAM(0x2000), 8);
    mem_port_finish(b);
    sim_expect_seen(s, "dropped requests", stats(b)->dropped, 180);
    sim_expect_seen(s, "acks", stats(b)->acks, 1);
}

/* ---- tables ---------------------------------------------------------------------------------- */

#define SCENARIO(function)                                                                         \
    { #function, function }

const struct scenario mem_port_scenarios[] = {
    SCENARIO(plain_reads_return_every_beat_in_order),
    SCENARIO(streaming_run_names_every_word),
    SCENARIO(multicast_serves_peers_entry_by_entry),
    SCENARIO(destinations_stay_apart_on_a_busy_link),
    SCENARIO(buffers_fill_to_the_last_word),
    SCENARIO(requester_may_be_its_own_peer_twice),
    SCENARIO(txn_sum_wraps_at_eight_bits),
    SCENARIO(reads_of_all_kinds_and_writes_are_in_flight_together),
    SCENARIO(short_reads_of_both_kinds_free_every_place),
    SCENARIO(intake_fills_with_one_kind),
    SCENARIO(plain_and_streaming_reads_share_a_slow_address_channel),
    SCENARIO(writes_of_many_sources_interleave_flit_by_flit),
    SCENARIO(data_finds_its_write_by_every_bit_of_its_source),
    SCENARIO(same_source_writes_stay_in_order_at_one_address),
    SCENARIO(writes_meet_a_memory_that_wants_data_first),
    SCENARIO(orphan_data_and_other_types_are_dropped),
    SCENARIO(long_writes_are_swallowed_whole),
    SCENARIO(addresses_carry_into_every_bit),
    SCENARIO(requests_across_four_kilobytes_are_split),
    SCENARIO(error_responses_do_not_disturb_the_mesh),
    SCENARIO(reset_in_the_middle_leaves_no_trace),
    SCENARIO(writes_reach_memory_while_the_output_link_is_withheld),
    SCENARIO(writes_complete_while_ar_is_withheld),
    SCENARIO(writes_complete_while_r_is_withheld),
    SCENARIO(reads_complete_while_aw_is_withheld),
    SCENARIO(reads_complete_while_w_is_withheld),
    SCENARIO(reads_complete_while_b_is_withheld),
    {"random", random_default},
};
const size_t mem_port_scenario_count = sizeof mem_port_scenarios / sizeof *mem_port_scenarios;

const struct scenario mem_port_ap_scenarios[] = {
    SCENARIO(served_aperture_goes_out_unchanged),
    SCENARIO(unserved_aperture_is_dropped_and_nothing_leaks),
    {"random", random_small},
};
const size_t mem_port_ap_scenario_count =
    sizeof mem_port_ap_scenarios / sizeof *mem_port_ap_scenarios;

const struct scenario mem_port_rate_scenarios[] = {
    SCENARIO(streaming_sends_a_flit_every_cycle),
    SCENARIO(multicast_sends_a_flit_every_cycle),
    SCENARIO(streaming_keeps_its_rate_after_many_short_reads),
    SCENARIO(plain_reads_pause_at_most_four_cycles),
    SCENARIO(writes_are_limited_by_the_link_only),
};
const size_t mem_port_rate_scenario_count =
    sizeof mem_port_rate_scenarios / sizeof *mem_port_rate_scenarios;
