/* The host window, writes of other meshes, and error responses (memory protocol 8, 9.1; modules 5).
 * Data, strobes, ids, responses and their order are judged as they pass; a scenario sees to it that
 * the situation comes about. */
#include "mag_asks.h"
#include "mag_memory_scenarios.h"

/* The most a memory does to its master without errors. */
static void slow_memory(struct mag_bench *b) {
    struct axi_mem_knobs *k = &b->dram.knobs;
    k->read_order = AXI_INTERLEAVED;
    k->response_order = AXI_OUT_OF_ORDER;
    k->read_latency_max = k->write_latency_max = 120;
    k->r = k->b = stall_random(300);
    mag_knobs_changed(b);
}

static void fast_memory(struct mag_bench *b) {
    axi_mem_zero_wait(&b->dram.knobs);
    mag_knobs_changed(b);
}

/* ---- bursts of every length ------------------------------------------------------------------ */

void host_bursts_of_every_length(struct sim *s, const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    for (unsigned beats = 1; beats <= AXI_HOST_BEATS; beats++) {
        ask_host_write(b, beats, region(beats), beats, NULL);
    }
    mag_settle(b);
    for (unsigned beats = 1; beats <= AXI_HOST_BEATS; beats++) {
        ask_host_read(b, beats, region(beats), beats);
    }
    mag_finish(b);
    sim_expect_seen(s, "host R beats", b->sm_read_meter.count, 128 * 129 / 2);
    sim_expect_seen(s, "host Bs", b->host.stats.responses, AXI_HOST_BEATS);
}

void host_bursts_end_exactly_on_a_page(struct sim *s, const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    slow_memory(b);
    for (unsigned beats = 1; beats <= AXI_HOST_BEATS; beats += beats < 8 ? 1 : 15) {
        const uint64_t at = region(beats) + PAGE - beats * WORD_BYTES;
        ask_host_write(b, 1, at, beats, NULL);
        ask_host_read(b, 2, at, beats);
        ask_host_write(b, 3, region(beats) + PAGE, 1, NULL);
        ask_host_read(b, 2, at, beats);
    }
    mag_finish(b);
    sim_expect_seen(s, "host Bs", b->host.stats.responses, 32);
}

/* ---- readies --------------------------------------------------------------------------------- */

static void several_bursts(struct mag_bench *b, unsigned round) {
    for (unsigned i = 0; i < 8; i++) {
        ask_host_write(b, i / 2, region(8 * round + i), 1 + 5 * i, NULL);
        ask_host_read(b, i / 2, region(8 * round + i), 36 - 5 * i);
    }
}

void host_readies_come_early_late_and_seldom(struct sim *s, const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    const struct stall_knobs ready[] = {
        stall_never(),     stall_until_offer(1, 1), stall_until_offer(30, 50),
        stall_alternate(), stall_random(700),       stall_bursts(60, 120, 1, 3),
    };
    enum { READIES = sizeof ready / sizeof *ready };
    slow_memory(b);
    for (unsigned i = 0; i < READIES; i++) {
        b->host.knobs.r = ready[i];
        b->host.knobs.b = ready[(i + 2) % READIES];
        mag_knobs_changed(b);
        several_bursts(b, i);
        mag_settle(b);
    }
    mag_finish(b);
    sim_expect_seen(s, "host Bs", b->host.stats.responses, 8 * READIES);
}

void host_data_comes_before_and_after_its_address(struct sim *s, const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    b->host.knobs.skew_max = b->inbound.knobs.skew_max = AXI_HOST_SKEW;
    b->host.knobs.w = stall_random(400);
    b->inbound.knobs.w = stall_bursts(5, 30, 1, 4);
    for (unsigned most = 1; most <= 16; most *= 4) {
        b->host.knobs.max_writes = b->inbound.knobs.max_writes = most;
        mag_knobs_changed(b);
        for (unsigned i = 0; i < 16; i++) {
            ask_host_write(b, i % 3, region(i), 1 + i % 7, NULL);
            ask_ri_write(b, i % 3, region(20 + i), 1 + i % 5, NULL);
        }
        mag_settle(b);
    }
    mag_finish(b);
    sim_expect_seen(s, "answers", b->host.stats.responses + b->inbound.stats.responses, 3 * 32);
}

/* ---- strobes and ids ------------------------------------------------------------------------- */

void host_strobes_and_ids_are_kept(struct sim *s, const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    uint32_t strb[AXI_HOST_BEATS];
    mag_fill(b, SPARSE_RANDOM); /* no byte of a word is like that of another */
    slow_memory(b);
    for (unsigned i = 0; i < 16 * STROBE_PATTERNS; i++) {
        const unsigned beats = i % 7 == 0 ? 64 : rng_range(&b->data, 1, 12);
        make_strobes(b, i, beats, strb);
        ask_host_write(b, i / STROBE_PATTERNS, region(i % 5), beats, strb);
        ask_host_read(b, i, region(i % 5), beats);
        if (i % 16 == 15) {
            mag_settle(b);
            ask_read(b, 0, own(b, i % 5), 64);
        }
    }
    mag_finish(b);
    sim_expect_seen(s, "words without strobes", window_model_stats(b->host_model)->no_strobes, 64);
}

void a_burst_without_strobes_changes_nothing(struct sim *s, const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    static const uint32_t none[AXI_HOST_BEATS];
    struct word before[AXI_HOST_BEATS];
    for (unsigned i = 0; i < AXI_HOST_BEATS; i++) {
        before[i] = mag_dram_word(b, region(0) + i * WORD_BYTES);
    }
    ask_host_write(b, 7, region(0), AXI_HOST_BEATS, none);
    ask_ri_write(b, 7, region(0), AXI_HOST_BEATS, none);
    mag_settle(b);
    for (unsigned i = 0; i < AXI_HOST_BEATS; i++) {
        const struct word now = mag_dram_word(b, region(0) + i * WORD_BYTES);
        sim_evaluated(s, CHECK_MAG_HOST);
        if (!word_equal(&now, &before[i])) {
            failure_word(
                sim_fail(s, CHECK_MAG_HOST, "dram_w", "word %u changed without strobes", i), "word",
                &before[i], &now);
        }
    }
    mag_finish(b);
    sim_expect_seen(s, "answers", b->host.stats.responses + b->inbound.stats.responses, 2);
}

/* ---- refused bursts -------------------------------------------------------------------------- */

static void odd_burst(struct mag_bench *b, struct axi_host *h, const struct axi_host_request *r) {
    struct word data[AXI_HOST_BEATS];
    for (unsigned i = 0; i < r->beats; i++) {
        mag_fresh_word(b, 0, &data[i]);
    }
    while (!axi_host_write(h, r, data, NULL)) {
        sim_cycle(b->sim);
    }
    while (h == &b->host && !axi_host_read(h, r)) {
        sim_cycle(b->sim);
    }
}

/* Every size, burst type and offset but the one that is served. */
static struct axi_host_request odd_request(unsigned n) {
    static const unsigned offset[] = {0, 1, 16, 31};
    struct axi_host_request r = axi_host_incr((uint8_t)(n % 4), region(n % 8), 1 + n % 4);
    r.size = (uint8_t)(n % 8);
    r.burst = n / 8 % 4;
    r.addr += offset[n / 32 % 4];
    return r;
}

static bool served(const struct axi_host_request *r) {
    return r->size == AXI_SIZE_32 && r->burst == AXI_INCR && r->addr % WORD_BYTES == 0;
}

/* Good bursts of the same ids are under way before and behind them. */
static void mix_refused_and_served(struct mag_bench *b, struct axi_host *h) {
    for (unsigned n = 0; n < 128; n++) {
        struct axi_host_request r = odd_request(n);
        const struct axi_host_request good = axi_host_incr(r.id, region(n % 8), 1 + n % 3);
        if (!served(&r)) {
            r.beats = n % 32 == 7 ? AXI_HOST_BEATS : r.beats;
            odd_burst(b, h, &r);
            odd_burst(b, h, &good);
        }
    }
    mag_settle(b);
}

void refused_host_bursts_keep_their_place_among_served_ones(struct sim *s,
                                                            const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    slow_memory(b);
    mix_refused_and_served(b, &b->host);
    mag_finish(b);
    sim_expect_seen(s, "refusals", window_model_stats(b->host_model)->refused, 2 * 127);
    sim_expect_seen(s, "host Bs", b->host.stats.responses, 2 * 127);
}

void refused_writes_of_other_meshes_keep_their_place(struct sim *s, const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    slow_memory(b);
    mix_refused_and_served(b, &b->inbound);
    mag_finish(b);
    sim_expect_seen(s, "refusals", window_model_stats(b->inbound_model)->refused, 127);
    sim_expect_seen(s, "ri Bs", b->inbound.stats.responses, 2 * 127);
}

/* ---- addresses that reach nothing ------------------------------------------------------------ */

/* Bits 39:36 in every combination; bursts of one id reach memory and reach nothing in turn. */
void host_addresses_of_other_meshes_and_apertures_go_out_unchanged(struct sim *s,
                                                                   const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    slow_memory(b);
    for (unsigned top = 0; top < 16; top++) {
        const uint64_t addr = (uint64_t)top << 36 | region(top);
        ask_host_write(b, top / 4, addr, top == 9 ? AXI_HOST_BEATS : 1 + top % 5, NULL);
        ask_host_read(b, top / 4, addr, top == 10 ? AXI_HOST_BEATS : 1 + top % 5);
        ask_host_write(b, top / 4, region(top), 2, NULL);
        ask_host_read(b, top / 4, region(top), 2);
    }
    mag_settle(b);
    if (has_store(b, 1)) {
        ask_host_read(b, 3, store_word(b, 0), 1);
        ask_host_write(b, 3, store_word(b, 0), 1, NULL);
    }
    mag_finish(b);
    sim_expect_seen(s, "bursts of memory that reach nothing", b->dram.stats.read_errors, 15);
    sim_expect_seen(s, "host errors", b->host.stats.errors, 15 * 2);
}

/* ---- error responses ------------------------------------------------------------------------- */

static void set_errors(struct mag_bench *b, unsigned permille, enum axi_error_at at) {
    b->dram.knobs.read_error_permille = b->dram.knobs.write_error_permille = permille;
    b->dram.knobs.read_error_at = at;
}

void memory_errors_reach_the_host_on_their_beat(struct sim *s, const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    static const unsigned beats[] = {1, 2, 3, 16, 128};
    for (unsigned at = AXI_ERROR_FIRST; at <= AXI_ERROR_ALL; at++) {
        for (unsigned permille = 400; permille <= 1000; permille += 600) {
            set_errors(b, permille, (enum axi_error_at)at);
            for (unsigned i = 0; i < 5; i++) {
                ask_host_read(b, i % 2, region(i), beats[i]);
                ask_host_write(b, i % 2, region(i), beats[i], NULL);
            }
            mag_settle(b);
        }
        slow_memory(b);
    }
    mag_finish(b);
    sim_expect_seen(s, "host errors", b->host.stats.errors, 5 * 10);
}

void memory_errors_are_ignored_by_the_ports(struct sim *s, const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    const struct descriptor multicast = {.addr = own(b, 3),
                                         .flags = FLAG_STREAM,
                                         .count = 2,
                                         .n_peer = 2,
                                         .peer = {b->endpoint[4], b->endpoint[5]}};
    for (unsigned at = AXI_ERROR_FIRST; at <= AXI_ERROR_ALL; at++) {
        set_errors(b, 1000, (enum axi_error_at)at);
        for (unsigned p = 0; p < b->ports; p++) {
            ask_write(b, p, at, own(b, p), 1 + at);
            ask_read(b, p, own(b, 1), 7);
            mag_read_run(b, p, 2, 9, own(b, 2), 3, 3);
            mag_read(b, p, 3, 20, &multicast);
        }
        mag_settle(b);
    }
    mag_finish(b);
    sim_expect_seen(s, "answers", mag_answers(b), 5 * b->ports * (1 + 7 + 9 + 24));
    sim_expect_seen(s, "R errors", b->dram.stats.read_errors, 5 * b->ports);
    sim_expect_seen(s, "B errors", b->dram.stats.write_errors, 5 * b->ports);
}

void memory_errors_reach_the_mesh_that_wrote(struct sim *s, const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    slow_memory(b);
    for (unsigned permille = 500; permille <= 1000; permille += 500) {
        set_errors(b, permille, AXI_ERROR_ANY);
        for (unsigned i = 0; i < 24; i++) {
            ask_ri_write(b, i % 3, mag_dram_addr(i % 4, region(i)), 1 + i % 9, NULL);
            if (has_store(b, 1)) {
                ask_ri_write(b, i % 3, mag_aperture_addr(i % 4, 0, 0), 1, NULL);
            }
        }
        mag_settle(b);
    }
    mag_finish(b);
    sim_expect_seen(s, "errors on ri_b", b->inbound.stats.errors, 24);
}

/* A third of all bursts fails; everybody gets the errors of his own bursts and no others. */
void an_error_stays_with_its_requester(struct sim *s, const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    for (unsigned round = 0; round < 12; round++) {
        const struct mover_regs copy = mag_copy(own(b, 40), own(b, 41 + round % 2), 40);
        if (round % 2) {
            slow_memory(b);
        } else {
            fast_memory(b);
        }
        set_errors(b, 300, (enum axi_error_at)(round % 5));
        for (unsigned p = 0; p < b->ports; p++) {
            ask_write(b, p, round, own(b, p), 8);
            ask_read(b, p, own(b, p), 20);
        }
        for (unsigned i = 0; i < 4; i++) {
            ask_host_read(b, i, region(8 + i), 9);
            ask_host_write(b, i, region(8 + i), 9, NULL);
            ask_ri_write(b, i, region(20 + i), 5, NULL);
        }
        mag_move(b, &copy);
        mag_settle(b);
    }
    set_errors(b, 0, AXI_ERROR_ANY);
    must_move(b, mag_copy(own(b, 40), own(b, 43), 40));
    mag_finish(b);
    sim_expect_seen(s, "R and B errors", b->dram.stats.read_errors + b->dram.stats.write_errors,
                    12 * 3);
}

/* ---- writes of other meshes ------------------------------------------------------------------ */

void writes_of_other_meshes_of_every_length(struct sim *s, const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    uint32_t strb[AXI_HOST_BEATS];
    mag_fill(b, SPARSE_RANDOM);
    b->inbound.knobs.b = stall_until_offer(1, 40);
    mag_knobs_changed(b);
    for (unsigned beats = 1; beats <= AXI_HOST_BEATS; beats += beats < 20 ? 1 : 9) {
        make_strobes(b, beats, beats, strb);
        ask_ri_write(b, beats, mag_dram_addr(beats % 4, region(beats) + PAGE - beats * WORD_BYTES),
                     beats, strb);
    }
    mag_settle(b);
    ask_read(b, 0, own(b, AXI_HOST_BEATS), AXI_HOST_BEATS);
    mag_finish(b);
    sim_expect_seen(s, "ri Bs", b->inbound.stats.responses, 32);
}

/* The store answers at once, memory hundreds of cycles later. */
void answers_to_other_meshes_keep_the_order_of_their_id(struct sim *s,
                                                        const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    b->dram.knobs.write_latency_min = 1;
    b->dram.knobs.write_latency_max = 300;
    b->dram.knobs.response_order = AXI_OUT_OF_ORDER;
    mag_knobs_changed(b);
    for (unsigned i = 0; i < 60; i++) {
        const bool inside = has_store(b, 1) && i % 2;
        ask_ri_write(b, i % 5 == 4 ? i : 2, inside ? store_word(b, 0) : region(i % 7),
                     inside ? 1 : 1 + i % 4, NULL);
    }
    mag_finish(b);
    sim_expect_seen(s, "ri Bs", b->inbound.stats.responses, 60);
}

/* ---- answers nobody takes -------------------------------------------------------------------- */

/* More than any buffer holds: whole pages first, then words one by one, then any length. */
static void more_than_fits(struct mag_bench *b, unsigned round) {
    for (unsigned i = 0; i < 60; i++) {
        const unsigned any = rng_range(&b->data, 1, i % 3 ? 4 : AXI_HOST_BEATS);
        const unsigned beats = round % 2 ? any : i < 4 ? AXI_HOST_BEATS : 1;
        mag_host_read(b, (uint8_t)(i % 4), region(i), beats);
        mag_host_write(b, (uint8_t)(i % 4), region(i), i < 4 ? beats : 1 + i % 2, NULL, NULL);
        mag_ri_write(b, (uint8_t)(i % 4), region(i) + 0x8000, 1 + i % 3, NULL, NULL);
    }
}

/* What is on its way when a master stops has its room, to the last word; the others go on. */
void answers_that_are_not_taken_wait_and_none_is_lost(struct sim *s, const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    for (unsigned round = 0; round < 8; round++) {
        const uint64_t before = mag_answers(b);
        if (round % 4 < 2) {
            fast_memory(b);
        } else {
            slow_memory(b);
        }
        mag_withhold(b, MAG_HOST_R | MAG_HOST_B | MAG_RI_B);
        more_than_fits(b, round);
        sim_cycles(s, 800);
        for (unsigned p = 0; p < b->ports; p++) {
            ask_write(b, p, round, own(b, p), 8);
            ask_read(b, p, own(b, p), 20);
        }
        sim_cycles(s, 800);
        sim_expect_seen(s, "words and acks of ports", mag_answers(b) - before, b->ports * 21);
        mag_withhold(b, 0);
        mag_settle(b);
    }
    mag_finish(b);
    sim_expect_seen(s, "answers to writes", b->host.stats.responses + b->inbound.stats.responses,
                    8 * 120);
}

/* ---- reset, many in flight ------------------------------------------------------------------- */

void reset_drops_host_bursts_and_those_held_through_it_are_served(struct sim *s,
                                                                  const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    b->host.knobs.hold_in_reset = b->inbound.knobs.hold_in_reset = true;
    for (unsigned round = 0; round < 30; round++) {
        b->host.knobs.r = b->host.knobs.b = round % 3 ? stall_never() : stall_until_offer(5, 20);
        mag_knobs_changed(b);
        for (unsigned i = 0; i < 12; i++) {
            ask_host_write(b, i, region(i), 1 + i % 5 * 9, NULL);
            ask_host_read(b, i, region(i), 1 + i % 5 * 9);
            ask_ri_write(b, i, region(16 + i), 1 + i % 5 * 5, NULL);
        }
        sim_cycles(s, round * 11 % 150);
        sim_reset(s, 1 + round % 3);
        ask_host_write(b, 5, region(30), 3, NULL);
        mag_settle(b);
        ask_host_read(b, 5, region(30), 3);
        mag_settle(b);
    }
    mag_finish(b);
    sim_expect_seen(s, "host Bs", b->host.stats.responses, 30);
}

/* The most bursts of `id` that were under way on dram_* at once, over what is queued now. */
static unsigned most_under_way(struct mag_bench *b, unsigned id, bool reads) {
    unsigned most = 0;
    while (!mag_quiet(b)) {
        const unsigned now = reads ? b->reads_out[id] : b->writes_out[id];
        most = now > most ? now : most;
        sim_cycle(b->sim);
    }
    return most;
}

void every_requester_has_several_bursts_in_flight(struct sim *s, const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    b->dram.knobs.read_latency_min = b->dram.knobs.read_latency_max = 200;
    b->dram.knobs.write_latency_min = b->dram.knobs.write_latency_max = 200;
    mag_knobs_changed(b);
    for (unsigned i = 0; i < 8; i++) {
        ask_host_read(b, i, region(i), 2);
    }
    sim_expect_seen(s, "reads of the host at once", most_under_way(b, MAG_HOST, true), 2);
    for (unsigned i = 0; i < 8; i++) {
        ask_host_write(b, i, region(i), 2, NULL);
    }
    sim_expect_seen(s, "writes of the host at once", most_under_way(b, MAG_HOST, false), 2);
    for (unsigned i = 0; i < 8; i++) {
        ask_ri_write(b, i, region(i), 2, NULL);
    }
    sim_expect_seen(s, "writes of other meshes at once", most_under_way(b, MAG_INBOUND, false), 2);
    /* A port of somebody else's may ask for one burst at a time. */
    for (unsigned p = 0; p < b->ports && !type->foreign; p++) {
        mag_read_run(b, p, 2, 0, own(b, p), 16, 4);
        sim_expect_seen(s, "reads of a port at once", most_under_way(b, p, true), 2);
        for (unsigned i = 0; i < 4; i++) {
            ask_write(b, p, i, own(b, p) + i * 0x100, 8);
        }
        sim_expect_seen(s, "writes of a port at once", most_under_way(b, p, false),
                        b->type->mag.wr_slots < 2 ? 1 : 2);
    }
    const struct mover_regs copy = mag_copy(own(b, 0), own(b, 2), 512);
    mag_go(b, &copy);
    sim_expect_seen(s, "reads of the mover at once", most_under_way(b, MAG_MOVER, true), 2);
    mag_go(b, &copy);
    sim_expect_seen(s, "writes of the mover at once", most_under_way(b, MAG_MOVER, false), 2);
    mag_finish(b);
}
