/* The staging store and what turns between it, memory and other meshes; outside resources withheld
 * for good (modules 5: staging, convergence, independence). */
#include "mag_asks.h"
#include "mag_memory_scenarios.h"

/* ---- the store, word by word ----------------------------------------------------------------- */

static void ports_read_store(struct mag_bench *b) {
    for (unsigned p = 0; p < b->ports; p++) {
        ask_read(b, p, store_word(b, 0), b->type->mover.stage);
    }
    mag_settle(b);
}

static void ports_write_store(struct mag_bench *b) {
    const unsigned words = b->type->mover.stage;
    for (unsigned at = 0; at < words; at += 8) {
        ask_write(b, at / 8 % b->ports, at / 8, store_word(b, at), words - at < 8 ? words - at : 8);
    }
    mag_settle(b);
}

/* All words get different values before any is read, so every address bit counts. */
void whole_store_is_written_and_read_by_everybody(struct sim *s, const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    const unsigned words = has_store(b, 1) ? b->type->mover.stage : 0;
    if (words > 0) {
        fill_store(b);
        ports_read_store(b);
        ports_write_store(b);
        must_move(b, mag_copy(store_word(b, 0), own(b, 0), words));
        must_move(b, mag_copy(own(b, 20), store_word(b, 0), words));
        ports_read_store(b);
        must_move(b, mag_fill_move(store_word(b, 0), words, 2, 0x600d600d));
        ports_read_store(b);
    }
    mag_finish(b);
    sim_expect_seen(s, "words of the store read by ports", mag_answers(b), 3 * b->ports * words);
    sim_expect_seen(s, "words moved out of it", b->write_meter[MAG_MOVER].count, words);
}

/* Word numbers in aperture 0: the first past the end, and every power of two. */
static uint64_t word_past_end(const struct mag_bench *b, unsigned n) {
    const uint64_t words = b->type->mover.stage;
    const uint64_t power = UINT64_C(1) << n;
    return power < words ? words + n : power;
}
enum { POWERS = 27, LAST_WORD = (1 << 27) - 4 };

static void read_past_end(struct mag_bench *b, unsigned port, uint64_t word) {
    ask_read(b, port, store_word(b, word), 3);
    mag_read_run(b, port, 2, 7, store_word(b, word), 2, 2);
}

/* Nothing beyond may fold back into the store: all its words are known and are read afterwards. */
void past_its_end_the_store_reads_zero_and_ignores_writes(struct sim *s,
                                                          const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    const unsigned words = b->type->mover.stage;
    if (!has_store(b, 1)) {
        mag_finish(b);
        return;
    }
    fill_store(b);
    for (unsigned n = 0; n < POWERS; n++) {
        const unsigned port = n % b->ports;
        ask_write(b, port, n, store_word(b, word_past_end(b, n)), 1 + n % 4);
        read_past_end(b, port, word_past_end(b, n));
    }
    read_past_end(b, 0, LAST_WORD);
    ask_write(b, 0, 0, store_word(b, LAST_WORD), 4);
    ask_read(b, last_port(b), store_word(b, words - 1), 4); /* across the end */
    ask_write(b, last_port(b), 1, store_word(b, words - 1), 3);
    mag_settle(b);
    ports_read_store(b);
    mag_finish(b);
    sim_expect_seen(s, "answers", mag_answers(b), (POWERS + 1) * (1 + 3 + 4) + b->ports * words);
}

/* The one requester that sees the SLVERR. What lies within is written all the same. */
void writes_of_other_meshes_past_the_store_answer_slverr(struct sim *s,
                                                         const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    const unsigned words = b->type->mover.stage;
    if (!has_store(b, 1)) {
        mag_finish(b);
        return;
    }
    uint32_t strb[AXI_HOST_BEATS];
    mag_fill(b, SPARSE_RANDOM);
    fill_store(b);
    for (unsigned n = 0; n < POWERS; n++) {
        make_strobes(b, n, 3, strb);
        ask_ri_write(b, n % 2, mag_aperture_addr(n % 4, 0, word_past_end(b, n) * WORD_BYTES), 3,
                     n % 3 ? NULL : strb);
        ask_ri_write(b, n % 2, store_word(b, n % words), 1, NULL);
    }
    for (unsigned index = 1; index < 16; index++) { /* all of bits 35:5 count */
        ask_ri_write(b, 3, mag_aperture_addr(index % 4, index, 0), 2, NULL);
    }
    const unsigned page_end = words % PAGE_WORDS;
    if (page_end != 0) { /* a burst across the end that crosses no page */
        ask_ri_write(b, 4, store_word(b, words - 1), PAGE_WORDS - page_end + 1, NULL);
    }
    mag_settle(b);
    ports_read_store(b);
    mag_finish(b);
    sim_expect_seen(s, "SLVERR on ri_b", b->inbound.stats.errors, POWERS + 15);
}

void writes_of_other_meshes_keep_their_strobes(struct sim *s, const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    const unsigned words = has_store(b, 1) ? b->type->mover.stage : 1000;
    uint32_t strb[AXI_HOST_BEATS];
    mag_fill(b, SPARSE_RANDOM); /* no byte of a word is like that of another */
    if (has_store(b, 1)) {
        fill_store(b);
    }
    for (unsigned i = 0; i < 8 * STROBE_PATTERNS; i++) {
        const unsigned at = (i % 4 * PAGE_WORDS + i % 3) % words;
        const unsigned beats = 1 + i * 5 % (words - at < 20 ? words - at : 20);
        make_strobes(b, i, beats, strb);
        const bool aperture = has_store(b, 1) || type->mover.stage == 0;
        if (aperture) {
            ask_ri_write(b, i % 5, store_word(b, at), beats, strb);
        }
        ask_ri_write(b, i % 5, region(i % 4), beats, strb);
        if (i % 8 == 7) {
            mag_settle(b);
            if (aperture) {
                ask_read(b, 0, store_word(b, at), beats);
            }
            ask_read(b, 0, own(b, i % 4), beats);
        }
    }
    mag_finish(b);
    sim_expect_seen(s, "partial strobes", window_model_stats(b->inbound_model)->partial_strobes,
                    16);
}

/* ---- reset ----------------------------------------------------------------------------------- */

void store_contents_survive_reset(struct sim *s, const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    const unsigned words = has_store(b, 1) ? b->type->mover.stage : 0;
    if (words > 0) {
        fill_store(b);
    }
    for (unsigned cycles = 1; words > 0 && cycles <= 5; cycles += 2) {
        sim_reset(s, cycles);
        ask_read(b, last_port(b), store_word(b, 0), words < 700 ? words : 700);
        mag_settle(b);
    }
    /* In the middle of writing: a word is old or new. */
    for (unsigned round = 0; words > 0 && round < 12; round++) {
        const unsigned few = words < 40 ? words : 40;
        const struct mover_regs fill = mag_fill_move(store_word(b, 0), few, 2, round);
        ask_ri_write(b, 1, store_word(b, 0), few, NULL);
        for (unsigned at = 0; at < few; at += 8) {
            ask_write(b, 0, at, store_word(b, at), few - at < 8 ? few - at : 8);
        }
        mag_go(b, &fill);
        sim_cycles(s, 5 + 7 * round);
        sim_reset(s, 1 + round % 3);
        ask_read(b, last_port(b), store_word(b, 0), few);
        mag_settle(b);
    }
    mag_finish(b);
    sim_expect_seen(s, "words read after resets", mag_answers(b), 12 * (words < 40 ? words : 40));
}

/* ---- no store -------------------------------------------------------------------------------- */

/* STAGE = 0: bit 39 is not decoded, whatever index and mesh bits say. */
void without_a_store_an_aperture_address_is_a_dram_offset(struct sim *s,
                                                          const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    const unsigned mesh = b->type->mover.mesh_id;
    if (b->staging == NULL) {
        for (unsigned i = 0; i < 16; i++) {
            const uint64_t addr = mag_aperture_addr(i % 4, i, region(i));
            const unsigned port = i % b->ports;
            ask_write(b, port, i, addr, 8);
            ask_ri_write(b, i, addr + PAGE, 9, NULL);
            mag_settle(b);
            ask_read(b, port, addr, 8);
            mag_read_run(b, port, 2, 3, addr + PAGE, 2, 4);
            must_move(b, mag_copy(addr, mag_aperture_addr(mesh, i, region(32 + i)), 20));
            ask_host_read(b, i, (uint64_t)i << 32 | region(32 + i), 20);
            mag_settle(b);
        }
    }
    mag_finish(b);
    sim_expect_seen(s, "answers", mag_answers(b), b->staging == NULL ? 16 * (1 + 8 + 8) : 0);
}

/* ---- turning --------------------------------------------------------------------------------- */

static void very_different_latencies(struct mag_bench *b, unsigned round) {
    struct axi_mem_knobs *dram = &b->dram.knobs, *rm = &b->remote.knobs;
    dram->read_order = AXI_INTERLEAVED;
    dram->response_order = rm->response_order = AXI_OUT_OF_ORDER;
    dram->read_latency_min = dram->write_latency_min = 1;
    dram->read_latency_max = dram->write_latency_max = round % 2 ? 250 : 4;
    rm->write_latency_min = 1;
    rm->write_latency_max = round % 2 ? 2 : 300;
    rm->aw = round % 3 ? stall_never() : stall_until_offer(10, 60);
    mag_knobs_changed(b);
}

/* Each port, from one endpoint: memory, store and the memory of another mesh in turn. */
static void port_turns(struct mag_bench *b, unsigned p, unsigned round) {
    const unsigned stage = has_store(b, 1) ? b->type->mover.stage : 0;
    const unsigned few = stage == 0 || stage > 8 ? 8 : stage;
    for (unsigned i = 0; i < 9; i++) {
        const uint64_t offset = region(p) + (i * 9u + round) * 0x100;
        const uint64_t memory = mag_dram_addr(b->type->mover.mesh_id, offset);
        const uint64_t place[] = {memory, stage > 0 ? store_word(b, 0) : memory,
                                  mag_dram_addr(other_mesh(b, i), offset)};
        const unsigned at = (i + p) % 3;
        const unsigned words = at == 1 ? few : 8;
        ask_write(b, p, i, place[at], words);
        ask_read(b, p, place[(at + 1) % 3], (at + 1) % 3 == 1 ? few : 11);
        mag_read_run(b, p, 1, (uint8_t)(100 + i), place[(at + 2) % 3], 1,
                     (at + 2) % 3 == 1 && few < 4 ? few : 4);
    }
}

static void others_turn(struct mag_bench *b, unsigned round) {
    for (unsigned i = 0; i < 10; i++) {
        const bool inside = has_store(b, 1) && i % 2;
        ask_ri_write(b, 1,
                     inside ? mag_aperture_addr(i % 4, 0, 0) : mag_dram_addr(i % 4, region(20 + i)),
                     inside ? 1 : 4, NULL);
        ask_host_write(b, 1, i % 3 ? region(24 + i) : mag_dram_addr(1 + round % 3, region(24)), 4,
                       NULL);
        ask_host_read(b, 1, i % 3 ? region(24 + i) : mag_aperture_addr(round % 4, 0, 0), 4);
    }
}

/* Moves back to back, the destination of each somewhere else. */
static void mover_turns(struct mag_bench *b, unsigned round) {
    const unsigned words = has_store(b, 80) ? 80 : b->type->mover.stage;
    const uint64_t away = mag_dram_addr(other_mesh(b, round), region(40));
    const uint64_t inside = words > 0 ? store_word(b, 0) : own(b, 44);
    const unsigned few = words > 0 ? words : 80;
    must_move(b, mag_copy(own(b, 41), inside, few));
    const struct mover_regs move[] = {mag_copy(inside, away, few),
                                      mag_copy(inside, own(b, 42) + 0x20, few),
                                      mag_fill_move(away + 0x4000, 70, 1, round),
                                      mag_fill_move(inside, few, 0, round),
                                      mag_copy(own(b, 42), inside, few),
                                      mag_copy(away, own(b, 43), 50)};
    for (unsigned i = 0; i < sizeof move / sizeof *move; i++) {
        while (!mag_go(b, &move[i])) {
            sim_cycle(b->sim);
        }
    }
}

void requesters_turn_between_memory_store_and_other_meshes(struct sim *s,
                                                           const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    if (has_store(b, 1)) {
        fill_store(b);
    }
    for (unsigned round = 0; round < 4; round++) {
        very_different_latencies(b, round);
        mover_turns(b, round);
        for (unsigned p = 0; p < b->ports; p++) {
            port_turns(b, p, round);
        }
        others_turn(b, round);
        mag_settle(b);
    }
    mag_finish(b);
    sim_expect_seen(s, "moves", *b->pins.mv_done, 4 * 7);
    sim_expect_seen(s, "words to other meshes", b->remote_meter.count,
                    has_interlink(b) ? 4 * 71 : 0);
}

/* ---- everybody at the same words ------------------------------------------------------------- */

void everybody_uses_the_same_few_words(struct sim *s, const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    const unsigned words = !has_store(b, 1) ? 0 : b->type->mover.stage < 4 ? 1 : 4;
    if (words > 0) {
        fill_store(b);
    }
    for (unsigned round = 0; round < 25; round++) {
        const unsigned n = 1 + round % 4;
        const unsigned few = n < words ? n : words;
        const struct mover_regs fill = mag_fill_move(own(b, 0), n, 0, round);
        const struct mover_regs in = mag_copy(own(b, 0), store_word(b, 0), words);
        for (unsigned p = 0; p < b->ports; p++) {
            ask_write(b, p, round, own(b, 0), n);
            ask_read(b, p, own(b, 0), n);
            if (few > 0) {
                ask_read(b, p, store_word(b, 0), few);
                ask_write(b, p, round, store_word(b, 0), few);
            }
        }
        ask_host_write(b, round, region(0), n, NULL);
        ask_host_read(b, round, region(0), n);
        ask_ri_write(b, round, round % 2 && few > 0 ? store_word(b, 0) : region(0),
                     round % 2 && few > 0 ? few : n, NULL);
        mag_go(b, round % 2 && words > 0 ? &in : &fill);
        sim_cycles(s, 40);
    }
    mag_finish(b);
    sim_expect_seen(s, "answers", mag_answers(b), 25 * b->ports * 2);
}

/* ---- memory's habits ------------------------------------------------------------------------- */

static void a_little_of_everything(struct mag_bench *b, unsigned round) {
    const unsigned inside = !has_store(b, 1) ? 0 : b->type->mover.stage < 8 ? 1 : 8;
    const unsigned mesh = b->type->mover.mesh_id;
    const uint64_t at = region(round % 64), mine = mag_dram_addr(mesh, at);
    const uint64_t away = mag_dram_addr(has_interlink(b) ? other_mesh(b, round) : mesh, region(70));
    const struct mover_regs fill = mag_fill_move(mine + 0x8000, 60, 2, round);
    const struct mover_regs out = mag_fill_move(away, 60, 2, round);
    for (unsigned p = 0; p < b->ports; p++) {
        ask_write(b, p, round, mine + p * 0x100, 8);
        ask_read(b, p, mine + 0x1000, 9);
        mag_read_run(b, p, 2, 0, mine + 0x1000, 3, 4);
        if (inside > 0) {
            ask_write(b, p, round, store_word(b, 0), inside);
        }
    }
    for (unsigned i = 0; i < 3; i++) {
        ask_host_write(b, i, at + 0x2000, 20, NULL);
        ask_host_read(b, i, at + 0x3000, 20);
        ask_ri_write(b, i, at + 0x4000, 8, NULL);
    }
    if (inside > 0) {
        ask_ri_write(b, 1, store_word(b, 0), inside, NULL);
    }
    mag_go(b, round % 2 ? &fill : &out);
}

void memory_shows_every_habit(struct sim *s, const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    for (unsigned i = 0; i < 15; i++) {
        struct axi_mem_knobs *k = &b->dram.knobs;
        k->write_order = (enum axi_write_order)(i % 5);
        k->lead_max = 30;
        k->coupling = (enum axi_coupling)(i / 5);
        k->coupling_limit = 60;
        k->read_order = (enum axi_order)(i % 3);
        k->response_order = (enum axi_order)(i % 2);
        k->read_latency_max = k->write_latency_max = 1 + i * 6;
        k->max_reads = k->max_writes = 1 + i % 4;
        k->ar = i % 2 ? stall_until_offer(1, 9) : stall_random(400);
        k->aw = i % 3 ? stall_until_offer(1, 9) : stall_alternate();
        b->remote.knobs.write_order = (enum axi_write_order)((i + 2) % 5);
        mag_knobs_changed(b);
        a_little_of_everything(b, i);
        ask_host_read(b, i, region(i), 100);
        ask_read(b, last_port(b), own(b, i), 110);
        a_little_of_everything(b, i + 1);
        mag_settle(b);
    }
    mag_finish(b);
    sim_expect_seen(s, "bursts whose data led", b->dram.stats.data_led, 3);
    sim_expect_seen(s, "answers", mag_answers(b), 30 * b->ports * (1 + 9 + 12));
}

/* ---- withheld for good ----------------------------------------------------------------------- */

/* What must have come about although something is withheld. */
enum {
    DONE_PORT_READS = 1,
    DONE_PORT_WRITES = 2,
    DONE_HOST_READS = 4,
    DONE_HOST_WRITES = 8,
    DONE_RI = 16,
    DONE_MOVES = 32,
    DONE_ALL = 63
};

struct done {
    uint64_t read_flits, acks, host_beats, host_bs, ri_bs, moves;
};

static struct done done_so_far(struct mag_bench *b) {
    struct done d = {.host_beats = b->host.stats.read_beats,
                     .host_bs = b->host.stats.responses,
                     .ri_bs = b->inbound.stats.responses,
                     .moves = *b->pins.mv_done};
    for (unsigned p = 0; p < b->ports; p++) {
        const struct mem_port_stats *stats = mem_port_model_stats(b->port_model[p]);
        d.read_flits += stats->flits_plain + stats->flits_stream;
        d.acks += stats->acks;
    }
    return d;
}

static void expect_done(struct mag_bench *b, unsigned which, const struct done *before) {
    const struct done now = done_so_far(b);
    struct sim *s = b->sim;
    if (which & DONE_PORT_READS) {
        sim_expect_seen(s, "words read by ports", now.read_flits - before->read_flits,
                        b->ports * 21);
    }
    if (which & DONE_PORT_WRITES) {
        sim_expect_seen(s, "acks", now.acks - before->acks, b->ports);
    }
    if (which & DONE_HOST_READS) {
        sim_expect_seen(s, "words read by the host", now.host_beats - before->host_beats, 60);
    }
    if (which & DONE_HOST_WRITES) {
        sim_expect_seen(s, "writes of the host", now.host_bs - before->host_bs, 3);
    }
    if (which & DONE_RI) {
        sim_expect_seen(s, "writes of other meshes", now.ri_bs - before->ri_bs, 3);
    }
    if (which & DONE_MOVES) {
        sim_expect_seen(s, "moves", now.moves - before->moves, 1);
    }
}

static bool sources_idle(const struct mag_bench *b) {
    bool idle = true;
    for (unsigned p = 0; p < b->ports; p++) {
        idle = idle && link_source_idle(&b->in[p]);
    }
    return idle;
}

/* Withholds `what`, asks everybody for something, and waits until all that does not need it is
 * done: `which`, by the tables above. Then lets go. The move fills memory in odd rounds, another
 * mesh in even ones. */
static void withhold(struct mag_bench *b, uint32_t what, unsigned which, unsigned round) {
    const struct done before = done_so_far(b);
    mag_withhold(b, what);
    a_little_of_everything(b, round);
    sim_cycles(b->sim, 50);
    while (!sources_idle(b) || !mag_independent_quiet(b)) {
        sim_cycle(b->sim);
    }
    sim_cycles(b->sim, 300);
    expect_done(b, which, &before);
    mag_withhold(b, 0);
    mag_settle(b);
    expect_done(b, DONE_ALL, &before);
}

void a_withheld_host_channel_stops_the_host_only(struct sim *s, const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    for (unsigned round = 0; round < 2; round++) {
        withhold(b, MAG_HOST_R, DONE_ALL & ~DONE_HOST_READS, round);
        withhold(b, MAG_HOST_B, DONE_ALL & ~DONE_HOST_WRITES, round);
        withhold(b, MAG_HOST_W, DONE_ALL & ~DONE_HOST_WRITES, round);
        withhold(b, MAG_HOST_R | MAG_HOST_B, DONE_ALL & ~(DONE_HOST_READS | DONE_HOST_WRITES),
                 round);
    }
    mag_finish(b);
}

void a_withheld_channel_of_other_meshes_stops_their_writes_only(struct sim *s,
                                                                const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    for (unsigned round = 0; round < 2; round++) {
        withhold(b, MAG_RI_B, DONE_ALL & ~DONE_RI, round);
        withhold(b, MAG_RI_W, DONE_ALL & ~DONE_RI, round);
    }
    mag_finish(b);
}

void a_withheld_way_to_other_meshes_stops_that_move_only(struct sim *s,
                                                         const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    const unsigned moves = has_interlink(b) ? 0 : DONE_MOVES;
    for (unsigned round = 0; round < 4; round += 2) {
        withhold(b, MAG_RM_AW, (DONE_ALL & ~DONE_MOVES) | moves, round);
        withhold(b, MAG_RM_W, (DONE_ALL & ~DONE_MOVES) | moves, round);
        withhold(b, MAG_RM_B, (DONE_ALL & ~DONE_MOVES) | moves, round);
    }
    withhold(b, MAG_RM, DONE_ALL, 1); /* a move in memory */
    mag_finish(b);
}

void withheld_memory_reads_stop_reads_only(struct sim *s, const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    for (unsigned round = 0; round < 2; round++) {
        withhold(b, MAG_DRAM_AR, DONE_PORT_WRITES | DONE_HOST_WRITES | DONE_RI | DONE_MOVES, round);
        withhold(b, MAG_DRAM_R, DONE_PORT_WRITES | DONE_HOST_WRITES | DONE_RI | DONE_MOVES, round);
    }
    mag_finish(b);
}

void withheld_memory_writes_stop_writes_only(struct sim *s, const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    const unsigned away = has_interlink(b) ? DONE_MOVES : 0;
    for (unsigned round = 0; round < 2; round++) {
        const unsigned reads = DONE_PORT_READS | DONE_HOST_READS | (round ? 0 : away);
        withhold(b, MAG_DRAM_AW, reads, round);
        withhold(b, MAG_DRAM_W, reads, round);
        withhold(b, MAG_DRAM_B, reads, round);
    }
    mag_finish(b);
}

/* Reads and writes of the store by one port, of memory by the others. */
void the_store_is_served_while_memory_is_withheld(struct sim *s, const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    const unsigned words = !has_store(b, 1) || b->ports < 2 ? 0 : b->type->mover.stage < 8 ? 1 : 8;
    if (words > 0) {
        fill_store(b);
    }
    const uint64_t before = mem_port_model_stats(b->port_model[0])->acks;
    mag_withhold(b, MAG_DRAM);
    for (unsigned i = 0; words > 0 && i < 4; i++) {
        ask_write(b, 0, i, store_word(b, 0), words);
        ask_read(b, 0, store_word(b, 0), words);
        ask_ri_write(b, i, store_word(b, 0), words, NULL);
        ask_write(b, last_port(b), i, own(b, 0), 8);
        ask_read(b, last_port(b), own(b, 0), 8);
    }
    sim_cycles(s, 50);
    while (!mag_independent_quiet(b)) {
        sim_cycle(s);
    }
    sim_cycles(s, 300);
    const struct mem_port_stats *stats = mem_port_model_stats(b->port_model[0]);
    sim_expect_seen(s, "acks", stats->acks - before, words > 0 ? 4 : 0);
    sim_expect_seen(s, "words of the store", stats->flits_plain, 4 * words);
    mag_withhold(b, 0);
    mag_finish(b);
}

/* ---- counters -------------------------------------------------------------------------------- */

/* Judged every cycle, and exactly once nothing is under way; they start again with a reset. */
void counters_add_up_the_ports_and_start_again_with_a_reset(struct sim *s,
                                                            const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    if (has_store(b, 1)) {
        fill_store(b);
    }
    for (unsigned round = 0; round < 3; round++) {
        for (unsigned p = 0; p < b->ports; p++) {
            for (unsigned i = 0; i <= p + round; i++) {
                ask_write(b, p, i, own(b, p) + i * 0x200, 1 + i % 8);
                ask_read(b, p, own(b, p), 3);
                if (has_store(b, 1)) {
                    ask_write(b, p, i, store_word(b, 0), 1);
                    ask_read(b, p, store_word(b, 0), 1);
                }
            }
        }
        ask_host_write(b, 1, region(9), 5, NULL);
        ask_ri_write(b, 1, region(9), 5, NULL);
        mag_settle(b);
        sim_cycles(s, 8);
        sim_expect_seen(s, "reads counted", *b->pins.rd_count, b->ports);
        sim_expect_seen(s, "writes counted", *b->pins.wr_count, b->ports);
        sim_reset(s, 2);
        sim_cycles(s, 8);
        sim_evaluated(s, CHECK_MEM_COUNT);
        if (*b->pins.rd_count != 0 || *b->pins.wr_count != 0) {
            sim_fail(s, CHECK_MEM_COUNT, "mem_rd_count",
                     "after a reset the counters show %u and %u, not 0", *b->pins.rd_count,
                     *b->pins.wr_count);
        }
    }
    mag_finish(b);
}

/* The sum of all ports' bursts modulo 2^16, judged every cycle and exactly at the end. */
void counters_wrap_after_65536_bursts(struct sim *s, const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    enum { BURSTS = 65536 + 100 };
    for (unsigned i = 0; i < BURSTS; i++) {
        const unsigned port = i % b->ports;
        ask_read(b, port, own(b, port) + i % 0x800 * WORD_BYTES, 1);
        ask_write(b, port, i, own(b, port) + i % 0x800 * WORD_BYTES, 1);
    }
    mag_finish(b);
    sim_expect_seen(s, "words and acks", mag_answers(b), 2 * BURSTS);
    sim_expect_seen(s, "reads counted", *b->pins.rd_count, 100);
    sim_expect_seen(s, "writes counted", *b->pins.wr_count, 100);
}
