/* What the agent aliases, drops or ignores at its ports (memory protocol 8; modules 3, 5). */
#include "mag_mesh_scenarios.h"

enum { MESHES = 4 };

static uint64_t displayed(const struct mesh_test *t, const char *code) {
    return sim_displays(t->s, code);
}

/* Both kinds of reads are asked for. */
static bool all_reads(const struct mesh_test *t) {
    return !mesh_leaves_out(t, WITHOUT_PLAIN | WITHOUT_STREAM);
}

/* Ordinary requests behind what was refused. */
static void ask_all_ports(struct mesh_test *t) {
    for (unsigned p = 0; p < t->b->ports; p++) {
        mesh_all_kinds(t, p);
    }
}

/* ---- row 2: data without a write ------------------------------------------------------------- */

void orphan_data_at_every_port_is_dropped(struct sim *s, const struct dut_type *type) {
    struct mesh_test *t = mesh_test_new(s, type);
    if (mesh_leaves_out(t, WITHOUT_ORPHAN_DATA)) {
        return;
    }
    for (unsigned i = 0; i < 20; i++) {
        for (unsigned p = 0; p < t->b->ports; p++) {
            struct flit f = mesh_noise(t);
            f.type = FLIT_MEM_WR_DATA;
            f.rsvd &= 3;
            mesh_send(t, p, i, &f);
            mesh_write(t, p, 32 + i % 2, mesh_fresh(t), 1 + i % 8);
            mesh_control(t, p, i);
        }
        if (i % 5 == 4) {
            mag_settle(t->b);
        }
    }
    ask_all_ports(t);
    mesh_finish(t);
    if (!type->foreign) {
        sim_expect_seen(s, "ORPHAN_DATA messages", displayed(t, "ORPHAN_DATA"), 20 * t->b->ports);
    }
}

/* ---- row 3: a write without a slot ----------------------------------------------------------- */

static void open_write(struct mesh_test *t, unsigned port, unsigned endpoint) {
    const struct descriptor d = {.addr = mesh_fresh(t)};
    struct flit f = {.type = FLIT_MEM_WR_REQ, .txn = (uint8_t)endpoint};
    descriptor_pack(&d, &f.payload);
    mesh_send(t, port, endpoint, &f);
}

/* One source more than slots has a write open at port 0: it hangs there until reset, by design.
 * Reads, the other ports and everything passed on go on. */
void a_write_without_a_slot_blocks_nothing_but_writes(struct sim *s, const struct dut_type *type) {
    struct mesh_test *t = mesh_test_new(s, type);
    if (mesh_leaves_out(t, WITHOUT_MID_RESET)) {
        return;
    }
    for (unsigned e = 0; e <= type->mag.wr_slots; e++) {
        open_write(t, 0, e);
    }
    for (unsigned round = 0; round < 30; round++) {
        mesh_read_plain(t, 0, 40, mesh_fresh(t), 4);
        mesh_read_run(t, 0, 41, mesh_fresh(t), 2);
        mesh_control(t, 0, 42);
        mesh_marked(t, 0, 43);
        mesh_from_agent(t, (uint8_t)round % 16);
        mesh_from_interlink(t, 0, (uint8_t)round % 16);
        for (unsigned p = 1; p < t->b->ports; p++) {
            mesh_all_kinds(t, p);
        }
        sim_cycles(s, 100);
    }
    sim_expect_seen(s, "response flits", mag_answers(t->b), t->words + t->acks);
    sim_reset(s, 2);
    ask_all_ports(t);
    mesh_finish(t);
}

/* ---- row 4: DRAM of another mesh ------------------------------------------------------------- */

/* Written under one mesh's name, read under every other: the same bytes. */
void dram_addresses_of_every_mesh_alias_to_the_local_offset(struct sim *s,
                                                            const struct dut_type *type) {
    struct mesh_test *t = mesh_test_new(s, type);
    const uint64_t top = (UINT64_C(1) << 36) - MESH_PAGE; /* the last page of all */
    for (unsigned p = 0; p < t->b->ports; p++) {
        for (unsigned mesh = 0; mesh < MESHES; mesh++) {
            const uint64_t low = mesh_fresh(t), high = top - MESH_PAGE * (MESHES * p + mesh);
            mesh_write(t, p, 1, mag_dram_addr(mesh, low), 8);
            mesh_write(t, p, 1, mag_dram_addr(mesh, high), 8);
            mag_settle(t->b);
            for (unsigned other = 0; other < MESHES; other++) {
                mesh_read_plain(t, p, 2, mag_dram_addr(other, low), 8);
                mesh_read_run(t, p, 3, mag_dram_addr(other, high), 2);
            }
            mag_settle(t->b);
        }
    }
    mesh_finish(t);
    sim_expect_seen(s, "requests for other meshes",
                    agent_model_stats(t->b->agent_model)->remote_requests,
                    mesh_interlink(t) && all_reads(t) ? t->b->ports * MESHES * 6 : 0);
}

/* One request at a time: a run, a write of eight and a plain read are one each. Neither the own
 * mesh nor a marked request is reported. */
void each_request_for_another_mesh_raises_one_pulse(struct sim *s, const struct dut_type *type) {
    struct mesh_test *t = mesh_test_new(s, type);
    uint64_t pulses = 0;
    for (unsigned p = 0; p < t->b->ports; p++) {
        for (unsigned mesh = 0; mesh < MESHES; mesh++) {
            const uint64_t addr = mag_dram_addr(mesh, mesh_fresh(t));
            mesh_read_plain(t, p, 1, addr, 3);
            mag_settle(t->b);
            mesh_read_run(t, p, 1, addr, 5);
            mag_settle(t->b);
            mesh_write(t, p, 1, addr, 8);
            mag_settle(t->b);
            pulses += mesh != type->mover.mesh_id ? 3 : 0;
            struct flit marked = {.type = FLIT_MEM_RD_REQ, .rsvd = 4};
            marked.payload.w[7] = mesh << 28;
            if (mesh_interlink(t)) {
                mesh_send(t, p, 1, &marked);
                mag_settle(t->b);
            }
        }
    }
    mesh_finish(t);
    if (mesh_interlink(t) && all_reads(t)) {
        sim_expect_seen(s, "cycles with bad_remote_req",
                        agent_model_stats(t->b->agent_model)->remote_pulses, pulses);
    }
}

/* In the same cycles at all ports, with requests for the own mesh between them. */
void requests_of_all_ports_for_other_meshes_are_reported_together(struct sim *s,
                                                                  const struct dut_type *type) {
    struct mesh_test *t = mesh_test_new(s, type);
    for (unsigned i = 0; i < 48; i++) {
        for (unsigned p = 0; p < t->b->ports; p++) {
            const uint64_t addr = mag_dram_addr((i + p) % MESHES, mesh_fresh(t));
            mesh_read_plain(t, p, 1, addr, 1);
            mesh_write(t, p, 2, addr, 1);
            mesh_read_run(t, p, 3, addr, 1);
        }
    }
    mesh_finish(t);
}

/* As many reads as fill the intake and the stage before it, while the memory takes none: those that
 * wait are reported once, when their turn comes. */
void requests_for_other_meshes_behind_a_full_intake_are_reported_once(struct sim *s,
                                                                      const struct dut_type *type) {
    struct mesh_test *t = mesh_test_new(s, type);
    const unsigned other = (type->mover.mesh_id + 1) % MESHES, reads = type->mag.q_depth + 40;
    for (unsigned p = 0; p < t->b->ports; p++) {
        mag_withhold(t->b, MAG_DRAM_AR);
        for (unsigned i = 0; i < reads; i++) {
            mesh_read_plain(t, p, i % 8, mag_dram_addr(other, mesh_fresh(t)), 1);
        }
        sim_cycles(s, reads + 100);
        mag_withhold(t->b, 0);
        mag_settle(t->b);
    }
    mesh_finish(t);
    if (mesh_interlink(t) && !mesh_leaves_out(t, WITHOUT_PLAIN)) {
        sim_expect_seen(s, "cycles with bad_remote_req",
                        agent_model_stats(t->b->agent_model)->remote_pulses,
                        (uint64_t)t->b->ports * reads);
    }
}

/* ---- rows 5 and 6: apertures ----------------------------------------------------------------- */

/* The nth of the apertures a port does not serve: those of other meshes, and 1-15 of its own. */
static uint64_t unserved(const struct mesh_test *t, unsigned n) {
    const unsigned own = t->type->mover.mesh_id, mesh = n % MESHES;
    const unsigned index = mesh == own ? 1 + n / MESHES % 15 : n / MESHES % 16;
    return mag_aperture_addr(mesh, index, (uint64_t)n * 256);
}

/* A request nobody answers is not demanded. */
static void read_unanswered(struct mesh_test *t, unsigned port, uint64_t addr, unsigned n) {
    const uint64_t words = t->words;
    if (n % 2) {
        mesh_read_plain(t, port, 4, addr, 1 + n % 7);
    } else {
        mesh_read_run(t, port, 5, addr, 1 + n % 3);
    }
    t->words = words;
}

void reads_of_apertures_not_served_are_never_answered(struct sim *s, const struct dut_type *type) {
    struct mesh_test *t = mesh_test_new(s, type);
    for (unsigned n = 0; n < 64 && mesh_apertures(t); n++) {
        for (unsigned p = 0; p < t->b->ports; p++) {
            read_unanswered(t, p, unserved(t, n), n);
            if (n % 8 == 0) {
                mesh_all_kinds(t, p);
            }
        }
    }
    mesh_finish(t);
    if (mesh_apertures(t) && !type->foreign && all_reads(t)) {
        sim_expect_seen(s, "APERTURE_READ messages", displayed(t, "APERTURE_READ"),
                        64 * t->b->ports);
    }
}

/* More of them than slots: each must free its own. */
void writes_to_apertures_not_served_are_dropped(struct sim *s, const struct dut_type *type) {
    struct mesh_test *t = mesh_test_new(s, type);
    for (unsigned n = 0; n < 64 && mesh_apertures(t); n++) {
        for (unsigned p = 0; p < t->b->ports; p++) {
            mesh_write(t, p, 6, unserved(t, n), 1 + n % 8);
            t->acks--; /* is never acknowledged */
            if (n % 8 == 0) {
                mesh_all_kinds(t, p);
            }
        }
    }
    mesh_finish(t);
    if (mesh_apertures(t) && !type->foreign) {
        sim_expect_seen(s, "APERTURE_WRITE messages", displayed(t, "APERTURE_WRITE"),
                        64 * t->b->ports);
    }
}

/* Bit 39 is not tested then: any aperture of any mesh is the DRAM word at its bits 35:0. */
void apertures_without_a_store_are_dram_offsets(struct sim *s, const struct dut_type *type) {
    struct mesh_test *t = mesh_test_new(s, type);
    const bool decoded = type->mover.stage != 0 || mesh_leaves_out(t, WITHOUT_APERTURES);
    for (unsigned n = 0; n < 16 && !decoded; n++) {
        const uint64_t page = mesh_fresh(t);
        for (unsigned p = 0; p < t->b->ports; p++) {
            const uint64_t offset = page + p * 256;
            mesh_write(t, p, 1, mag_aperture_addr(n % MESHES, n, offset), 8);
            mag_settle(t->b);
            mesh_read_plain(t, p, 2, mag_dram_addr(n % MESHES, (uint64_t)n << 32 | offset), 8);
            mesh_read_run(t, p, 3, mag_aperture_addr((n + 1) % MESHES, n, offset), 2);
        }
        mag_settle(t->b);
    }
    mesh_finish(t);
}

/* ---- row 7: error responses ------------------------------------------------------------------ */

void error_responses_are_ignored_by_every_port(struct sim *s, const struct dut_type *type) {
    struct mesh_test *t = mesh_test_new(s, type);
    struct axi_mem_knobs *k = &t->b->dram.knobs;
    static const enum axi_error_at at[] = {AXI_ERROR_FIRST, AXI_ERROR_MIDDLE, AXI_ERROR_LAST,
                                           AXI_ERROR_ALL};
    k->read_error_permille = k->write_error_permille = 1000;
    for (unsigned i = 0; i < 4; i++) {
        k->read_error_at = at[i];
        ask_all_ports(t);
        mag_settle(t->b);
    }
    mesh_finish(t);
    const bool reads = !mesh_leaves_out(t, WITHOUT_PLAIN) || !mesh_leaves_out(t, WITHOUT_STREAM);
    sim_expect_seen(s, "R beats with an error", t->b->dram.stats.read_errors, reads ? 4 : 0);
    sim_expect_seen(s, "B with an error", t->b->dram.stats.write_errors, 4);
}
