/* One scenario for each interface of the agent and each way through it. */
#include "mag_scenarios.h"

#include "mag_asks.h"

enum { BASE = 0x100000, STEP = 0x10000 };

static unsigned store_words(const struct mag_bench *b, unsigned most) {
    return b->type->mover.stage < most ? b->type->mover.stage : most;
}

/* DRAM of the own mesh, absolute: to the mover any other mesh is remote. */
static uint64_t own_dram(const struct mag_bench *b, uint64_t offset) {
    return mag_dram_addr(b->type->mover.mesh_id, offset);
}

/* ---- endpoints ------------------------------------------------------------------------------- */

static void write_and_read(struct mag_bench *b, unsigned p, uint64_t addr, unsigned words) {
    const struct descriptor multicast = {.addr = addr,
                                         .flags = FLAG_STREAM,
                                         .count = 1,
                                         .entry_words = (uint8_t)(words < 4 ? words : 4),
                                         .n_peer = 2,
                                         .peer = {b->endpoint[1], b->endpoint[2]}};
    mag_write(b, p, WRITER, 1, addr, words, NULL);
    mag_settle(b);
    mag_read_plain(b, p, 3, 2, addr, words);
    mag_read_run(b, p, 4, 3, addr, words, 1);
    mag_read(b, p, 5, 4, &multicast);
    mag_settle(b);
}

void endpoints_write_and_read_dram_at_every_port(struct sim *s, const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    for (unsigned round = 0; round < 4; round++) {
        for (unsigned p = 0; p < b->ports; p++) {
            write_and_read(b, p, BASE + (p + 4 * round) * (uint64_t)STEP + round * 0x20, 8);
        }
    }
    mag_finish(b);
    sim_expect_seen(s, "answers", mag_answers(b), 4 * b->ports * (1 + 8 + 8 + 3 * 4));
}

void endpoints_write_and_read_the_staging_store(struct sim *s, const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    const unsigned words = store_words(b, 8);
    for (unsigned p = 0; words > 0 && p < b->ports; p++) {
        write_and_read(b, p, mag_staging_addr(b, 0), words);
    }
    mag_finish(b);
    sim_expect_seen(s, "answers", mag_answers(b), words > 0 ? b->ports : 0);
}

/* ---- host ------------------------------------------------------------------------------------ */

void the_host_writes_and_reads_dram(struct sim *s, const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    uint32_t strb[AXI_HOST_BEATS];
    for (unsigned i = 0; i < AXI_HOST_BEATS; i++) {
        strb[i] = i % 5 == 0 ? 0 : (uint32_t)rng_next(&b->data);
    }
    mag_host_write(b, 1, BASE, AXI_HOST_BEATS, NULL, NULL);
    mag_host_write(b, 2, BASE + STEP, 1, NULL, NULL);
    mag_host_write(b, 2, BASE + STEP + 0xfe0, 1, NULL, NULL);
    mag_settle(b);
    mag_host_write(b, 9, BASE, AXI_HOST_BEATS, NULL, strb);
    mag_settle(b);
    mag_host_read(b, 3, BASE, AXI_HOST_BEATS);
    mag_host_read(b, 3, BASE + STEP, 1);
    mag_host_read(b, 15, BASE + STEP + 0xfc0, 2);
    mag_read_plain(b, 0, 0, 0, BASE, 128);
    mag_settle(b);
    mag_finish(b);
    sim_expect_seen(s, "host R beats", b->sm_read_meter.count, AXI_HOST_BEATS + 3);
}

static void odd_bursts(struct mag_bench *b, const struct axi_host_request *r) {
    struct word data[AXI_HOST_BEATS];
    for (unsigned i = 0; i < r->beats; i++) {
        mag_fresh_word(b, 0, &data[i]);
    }
    axi_host_write(&b->host, r, data, NULL);
    axi_host_read(&b->host, r);
}

void refused_host_bursts_answer_slverr(struct sim *s, const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    for (uint8_t size = 0; size < 8; size++) {
        for (uint8_t burst = 0; burst < 4; burst++) {
            if (size != AXI_SIZE_32 || burst != AXI_INCR) {
                const struct axi_host_request r = {.addr = BASE,
                                                   .beats = 1 + (size + burst) % 4u,
                                                   .id = (uint8_t)(size + burst),
                                                   .size = size,
                                                   .burst = burst};
                odd_bursts(b, &r);
                mag_host_write(b, r.id, BASE + STEP, 4, NULL, NULL);
                mag_host_read(b, r.id, BASE + STEP, 4);
                mag_settle(b);
            }
        }
    }
    mag_finish(b);
    sim_expect_seen(s, "refusals", window_model_stats(b->host_model)->refused, 2 * 31);
}

void host_bursts_above_the_own_dram_answer_decerr(struct sim *s, const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    for (unsigned top = 1; top < 16; top++) {
        const uint64_t addr = (uint64_t)top << 36 | BASE;
        mag_host_write(b, (uint8_t)top, addr, 3, NULL, NULL);
        mag_host_read(b, (uint8_t)top, addr, 3);
    }
    mag_settle(b);
    mag_host_read(b, 0, BASE, 3);
    mag_finish(b);
    sim_expect_seen(s, "host errors", b->host.stats.errors, 15 * 4);
}

/* ---- interlink ------------------------------------------------------------------------------- */

void writes_of_other_meshes_reach_dram_and_store(struct sim *s, const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    const unsigned words = store_words(b, 16);
    for (unsigned mesh = 0; mesh < 4; mesh++) {
        mag_ri_write(b, (uint8_t)mesh, mag_dram_addr(mesh, BASE + mesh * STEP), 16, NULL, NULL);
        if (words > 0) {
            mag_ri_write(b, (uint8_t)(mesh + 4), mag_aperture_addr(mesh, 0, 0), words, NULL, NULL);
        }
    }
    mag_settle(b);
    for (unsigned mesh = 0; mesh < 4; mesh++) {
        mag_read_plain(b, 0, 1, 0, BASE + mesh * STEP, 16);
    }
    if (words > 0) {
        mag_read_plain(b, 0, 1, 0, mag_staging_addr(b, 0), words);
    }
    mag_finish(b);
    sim_expect_seen(s, "answers to ri_*", b->inbound.stats.responses, words > 0 ? 8 : 4);
}

void marked_bursts_reach_the_encapsulator(struct sim *s, const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    for (unsigned p = 0; p < b->ports; p++) {
        for (unsigned e = 0; e < 3; e++) {
            const struct mag_cu_burst burst = {
                .descriptor = {.buf_id = 3, .offset = 7, .ack = {1, 2}, .flags = 1},
                .beats = 5 + e,
                .dst = {(uint8_t)(p + 1), (uint8_t)(e + 1)},
                .remote = has_interlink(b),
                .mesh = (uint8_t)(e % 4),
            };
            mag_cu_burst(b, p, e, &burst);
        }
    }
    mag_finish(b);
    sim_expect_seen(s, "flits at the encapsulator", b->enc.transfers,
                    has_interlink(b) ? b->ports * 21 : 0);
}

/* ---- control --------------------------------------------------------------------------------- */

void control_flits_reach_the_agent(struct sim *s, const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    static const uint8_t types[] = {2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    for (unsigned p = 0; p < b->ports; p++) {
        mag_signal(b, p, 1, 0x11, 0x12345678);
        mag_ctrl(b, p, 2, &(struct cu_ctrl){.op = 2, .index = 5, .value = 0x1122334455667788});
        for (unsigned i = 0; i < sizeof types; i++) {
            struct flit f = {.type = types[i], .txn = (uint8_t)i};
            rng_fill(&b->data, f.payload.w, 8);
            mag_send(b, p, 3, &f);
        }
    }
    mag_finish(b);
    sim_expect_seen(s, "flits at the control agent", b->agent_rx.sink.transfers, b->ports * 10);
}

void an_agent_that_is_never_drained_loses_flits_and_holds_nobody(struct sim *s,
                                                                 const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    mag_withhold(b, MAG_AGENT);
    for (unsigned round = 0; round < 20; round++) {
        for (unsigned p = 0; p < b->ports; p++) {
            mag_signal(b, p, 1, (uint8_t)round, p);
            mag_write(b, p, WRITER, (uint8_t)round, BASE + (p * 32 + round) * 0x100, 4, NULL);
            mag_read_plain(b, p, 2, (uint8_t)round, BASE, 4);
        }
    }
    while (!link_source_idle(&b->in[0]) || !mag_independent_quiet(b)) {
        sim_cycle(s);
    }
    sim_expect_seen(s, "answers", mag_answers(b), 20 * 5);
    mag_withhold(b, 0);
    mag_finish(b);
}

void agent_and_interlink_flits_leave_by_their_row(struct sim *s, const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    for (unsigned y = 0; y < 16; y++) {
        struct flit f = {.dst_x = 2,
                         .dst_y = (uint8_t)y,
                         .src_x = (uint8_t)type->mag.x[0],
                         .src_y = (uint8_t)type->mag.y[0],
                         .type = FLIT_CU_INST,
                         .txn = (uint8_t)y};
        rng_fill(&b->data, f.payload.w, 8);
        mag_agent_send(b, &f);
        f.type = FLIT_CU_DATA;
        mag_inject(b, y % 4, &f);
    }
    for (unsigned p = 0; p < b->ports; p++) {
        mag_read_plain(b, p, 1, 0, BASE, 40);
    }
    mag_finish(b);
    const struct agent_stats *stats = agent_model_stats(b->agent_model);
    sim_expect_seen(s, "flits of the control agent", stats->passed[AGENT_PATH_TX], 16);
    sim_expect_seen(s, "flits of the interlink", stats->passed[AGENT_PATH_INJ], 16);
}

/* ---- mover ----------------------------------------------------------------------------------- */

static void expect_fault(struct mag_bench *b, unsigned fault, unsigned due) {
    sim_evaluated(b->sim, CHECK_MV_FAULT);
    if (fault != due) {
        sim_fail(b->sim, CHECK_MV_FAULT, "scenario", "the move ended with fault %u, not %u", fault,
                 due);
    }
}

static void good_move(struct mag_bench *b, const struct mover_regs *regs) {
    expect_fault(b, mag_move(b, regs), MOVER_CODE_NONE);
}

void a_copy_moves_dram_to_dram(struct sim *s, const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    const struct mover_regs long_copy =
        mag_copy(own_dram(b, BASE + 0x20), own_dram(b, BASE + STEP + 0xfc0), 300);
    struct mover_regs turned = mag_copy(own_dram(b, BASE), own_dram(b, BASE), 100);
    turned.walker[MOVER_DESTINATION] = mag_line(own_dram(b, BASE + 2 * STEP + 0x4000), 100, -32);
    good_move(b, &long_copy);
    good_move(b, &turned);
    mag_read_plain(b, 0, 1, 0, BASE + STEP + 0x1000, 128);
    mag_finish(b);
    sim_expect_seen(s, "words moved", b->write_meter[MAG_MOVER].count, 400);
}

void a_fill_writes_every_width(struct sim *s, const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    for (unsigned width = 0; width < 3; width++) {
        const struct mover_regs fill =
            mag_fill_move(own_dram(b, BASE + width * STEP), 70, width, 0x89abcdef + width);
        good_move(b, &fill);
        mag_read_plain(b, 0, 1, 0, BASE + width * STEP, 70);
    }
    mag_finish(b);
}

void moves_reach_the_store_and_come_back(struct sim *s, const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    const unsigned words = store_words(b, 600);
    if (words > 0) {
        const struct mover_regs in = mag_copy(own_dram(b, BASE), mag_staging_addr(b, 0), words);
        const struct mover_regs out =
            mag_copy(mag_staging_addr(b, 0), own_dram(b, BASE + STEP), words);
        good_move(b, &in);
        mag_read_plain(b, 0, 1, 0, mag_staging_addr(b, 0), words < 128 ? words : 128);
        good_move(b, &out);
        mag_settle(b);
    }
    if (has_store(b, 64) && type->xform.in_bits == 2048) {
        const struct mover_regs quantise =
            mag_transform(b, 1, 0, own_dram(b, BASE), mag_staging_addr(b, 0), 16);
        must_convert(b, quantise);
        mag_read_run(b, 0, 1, 0, mag_staging_addr(b, 0), 16, 4);
    }
    mag_finish(b);
    sim_expect_seen(s, "words moved to DRAM", b->write_meter[MAG_MOVER].count, words);
}

void moves_to_another_mesh_leave_by_rm(struct sim *s, const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    const unsigned mesh = (type->mover.mesh_id + 1) % 4;
    const struct mover_regs dram = mag_copy(own_dram(b, BASE), mag_dram_addr(mesh, BASE), 200);
    const struct mover_regs store =
        mag_copy(own_dram(b, BASE), mag_aperture_addr(mesh, 0, 0x100), 100);
    good_move(b, &dram);
    if (b->staging != NULL && has_interlink(b)) {
        good_move(b, &store);
    }
    mag_finish(b);
    sim_expect_seen(s, "words on rm_*", b->remote_meter.count, has_interlink(b) ? 200 : 0);
}

void a_transform_converts_dram_to_dram(struct sim *s, const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    uint64_t words = 0;
    for (unsigned id = 0; id < 5 && id < b->slot.shapes.ids && b->slot.stated[id].known; id++) {
        for (unsigned mode = 0; mode < 2; mode++) {
            const struct mover_regs convert = mag_transform(
                b, id, mode, own_dram(b, BASE), own_dram(b, BASE + STEP * (1 + id * 2 + mode)), 40);
            words += must_convert(b, convert) ? 40 * b->slot.stated[id].out_words : 0;
        }
    }
    mag_read_run(b, 0, 1, 0, BASE + STEP, 40, 4);
    mag_finish(b);
    sim_expect_seen(s, "words written", b->write_meter[MAG_MOVER].count, words);
}

void every_go_fault_is_followed_by_a_good_move(struct sim *s, const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    const struct mover_regs good = mag_copy(own_dram(b, BASE), own_dram(b, BASE + STEP), 20);
    struct mover_regs bad[8];
    for (unsigned i = 0; i < 8; i++) {
        bad[i] = mag_copy(own_dram(b, BASE), own_dram(b, BASE + 2 * STEP), 10);
    }
    bad[MOVER_CODE_MODE].mode = 3;
    bad[MOVER_CODE_WIDTH].width = 3;
    bad[MOVER_CODE_COUNT].walker[0].ndim = 7;
    bad[MOVER_CODE_ALIGN].walker[1].base += 8;
    bad[MOVER_CODE_WINDOW].walker[0].base = own_dram(b, (UINT64_C(1) << 36) - 128);
    bad[MOVER_CODE_EXTENT] =
        mag_transform(b, 0, 0, own_dram(b, BASE), own_dram(b, BASE + 2 * STEP), 4);
    bad[MOVER_CODE_EXTENT].walker[0].axis[0].extent = 5;
    for (unsigned code = 1; code < 8; code++) {
        if (code != MOVER_CODE_RESPONSE) {
            expect_fault(b, mag_move(b, &bad[code]), code);
            good_move(b, &good);
        }
    }
    b->dram.knobs.read_error_permille = 1000;
    expect_fault(b, mag_move(b, &good), MOVER_CODE_RESPONSE);
    b->dram.knobs.read_error_permille = 0;
    good_move(b, &good);
    b->dram.knobs.write_error_permille = 1000;
    expect_fault(b, mag_move(b, &good), MOVER_CODE_RESPONSE);
    b->dram.knobs.write_error_permille = 0;
    good_move(b, &good);
    mag_finish(b);
}

/* ---- addresses, registers -------------------------------------------------------------------- */

void addresses_of_other_meshes_alias(struct sim *s, const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    for (unsigned p = 0; p < b->ports; p++) {
        for (unsigned mesh = 0; mesh < 4; mesh++) {
            const uint64_t addr = mag_dram_addr(mesh, BASE + (4 * p + mesh) * 0x200);
            mag_write(b, p, WRITER, 0, addr, 8, NULL);
            mag_settle(b);
            mag_read_plain(b, p, 1, 1, addr, 8);
            mag_read_run(b, p, 2, 2, addr, 2, 4);
            mag_settle(b);
        }
    }
    mag_finish(b);
    sim_expect_seen(s, "requests for other meshes",
                    agent_model_stats(b->agent_model)->remote_requests,
                    has_interlink(b) ? b->ports * 9 : 0);
}

void occupant_registers_answer(struct sim *s, const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    for (unsigned id = 0; id < b->slot.shapes.ids && id < 8; id++) {
        config_read(&b->slot.config, s, id, BANK_REG_GEOMETRY);
        config_read(&b->slot.config, s, id, BANK_REG_DEPTH);
        config_write(&b->slot.config, s, id, BANK_REG_FAULT, 0);
    }
    sim_cycles(s, 200);
    mag_finish(b);
}

/* ---- all together ---------------------------------------------------------------------------- */

static void queue_everything(struct mag_bench *b, unsigned round) {
    const uint64_t at = BASE + round * 0x4000;
    for (unsigned p = 0; p < b->ports; p++) {
        mag_write(b, p, WRITER, (uint8_t)round, at + p * 0x100, 8, NULL);
        mag_read_run(b, p, 1, (uint8_t)round, at + p * 0x100, 10, 4);
        mag_read_plain(b, p, 2, (uint8_t)round, at, 20);
        mag_signal(b, p, 3, 1, round);
    }
    struct flit f = {.dst_x = 1, .dst_y = (uint8_t)round, .type = FLIT_CU_INST};
    mag_agent_send(b, &f);
    mag_inject(b, round % 4, &f);
    mag_host_write(b, 1, at + 0x1000, 64, NULL, NULL);
    mag_host_read(b, 2, at + 0x1000, 64);
    mag_ri_write(b, 3, at + 0x2000, 32, NULL, NULL);
    const struct mover_regs copy = mag_copy(own_dram(b, at), own_dram(b, at + 0x800000), 128);
    mag_go(b, &copy);
}

void reset_in_the_middle_leaves_no_trace(struct sim *s, const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    for (unsigned round = 0; round < 24; round++) {
        queue_everything(b, round);
        sim_cycles(s, 17 * round);
        sim_reset(s, 1 + round % 5);
        mag_read_plain(b, 0, 1, 0, BASE, 4);
        mag_settle(b);
    }
    mag_finish(b);
}

/* Whose turn it is first, at each place that several want, is settled by reset alone (fill.*). */
void the_first_requests_come_from_everybody_at_once(struct sim *s, const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    const unsigned words = store_words(b, 8);
    for (unsigned p = 0; p < b->ports; p++) {
        mag_read_plain(b, p, 1, 0, BASE + p * STEP, 2);
        mag_write(b, p, WRITER, 0, BASE + (8 + p) * STEP, 2, NULL);
    }
    mag_host_read(b, 2, BASE, 2);
    mag_host_write(b, 1, BASE + 16 * STEP, 2, NULL, NULL);
    mag_ri_write(b, 3, BASE + 17 * STEP, 2, NULL, NULL);
    mag_settle(b);
    for (unsigned p = 0; words > 0 && p < b->ports; p++) {
        mag_write(b, p, WRITER, 1, mag_staging_addr(b, 0), words, NULL);
    }
    mag_settle(b);
    for (unsigned p = 0; words > 0 && p < b->ports; p++) {
        mag_read_plain(b, p, 1, 2, mag_staging_addr(b, 0), words);
    }
    mag_finish(b);
    sim_expect_seen(s, "answers", mag_answers(b), b->ports * (words > 0 ? 2 : 1));
}

void everything_at_once(struct sim *s, const struct dut_type *type) {
    struct mag_bench *b = mag_bench_new(s, type);
    for (unsigned round = 0; round < 12; round++) {
        queue_everything(b, round);
    }
    mag_finish(b);
    sim_expect_seen(s, "answers", mag_answers(b), 12 * b->ports * 61);
}
