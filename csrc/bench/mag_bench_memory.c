#include "bench/mag_bench_parts.h"

/* Who a burst on dram_* belongs to travels with its later events in the ticket of axi_check. */
enum { OWNER_SHIFT = 28 };
static uint32_t ticket_of(unsigned owner, uint32_t handle) {
    return owner << OWNER_SHIFT | handle;
}
static unsigned owner_of(uint32_t ticket) {
    return ticket >> OWNER_SHIFT;
}
static uint32_t handle_of(uint32_t ticket) {
    return ticket & ((UINT32_C(1) << OWNER_SHIFT) - 1);
}

static struct word word_at(const uint32_t *data) {
    struct word word;
    memcpy(word.w, data, sizeof word.w);
    return word;
}

/* ---- dram_*: whose, and where ---------------------------------------------------------------- */

/* False: nobody has this number, and the burst is not followed. */
static bool known_requester(struct mag_bench *b, const char *where, uint8_t id) {
    sim_evaluated(b->sim, CHECK_AXI_RANGE);
    if (id < b->ports || (id >= MAG_MOVER && id < MAG_REQUESTERS)) {
        return true;
    }
    sim_fail(b->sim, CHECK_AXI_RANGE, where, "no requester has the id %u", id);
    return false;
}

/* Everybody but the host sees local offsets only (modules 5, addresses). */
static uint64_t local(struct mag_bench *b, const char *where, unsigned id, uint64_t addr) {
    if (id == MAG_HOST) {
        return addr;
    }
    sim_evaluated(b->sim, CHECK_MAG_ALIAS);
    if ((addr & ~MAG_OFFSET_MASK) != 0) {
        sim_fail(b->sim, CHECK_MAG_ALIAS, where,
                 "address 0x%010llx of requester %u is no local offset: bits 39:36 must be zero",
                 (unsigned long long)addr, id);
    }
    return addr & MAG_OFFSET_MASK;
}

/* ---- dram_*: what the agent does ------------------------------------------------------------- */

static void read_issued(struct mag_bench *b) {
    const struct axi_events *ev = &b->dram_events;
    const uint64_t cycle = b->sim->cycle;
    const uint8_t id = ev->read_issue.id;
    struct verdict v;
    bool legal = true;
    if (!known_requester(b, "dram_ar", id)) {
        return;
    }
    const uint64_t addr = local(b, "dram_ar", id, ev->read_issue.addr);
    mag_judge_fairness(b, id, false);
    if (mag_is_port(id)) {
        b->rd_count.handshakes++;
        legal = mem_port_model_read_issue(b->port_model[id], addr, ev->read_issue.beats, cycle, &v);
    } else if (id == MAG_MOVER) {
        mag_mover_read_issue(&b->move, addr, ev->read_issue.beats);
    } else {
        legal = window_model_issue_read(id == MAG_HOST ? b->host_model : b->inbound_model, addr,
                                        ev->read_issue.beats, cycle, &v);
    }
    b->issued_reads[id]++;
    b->reads_out[id]++;
    if (!legal) {
        sim_fail_verdict(b->sim, "dram_ar", &v, NULL);
    }
}

static void write_issued(struct mag_bench *b) {
    struct axi_events *ev = &b->dram_events;
    const uint64_t cycle = b->sim->cycle;
    const uint8_t id = ev->write_issue.id;
    struct verdict v;
    uint32_t handle = 0;
    bool legal = true;
    if (!known_requester(b, "dram_aw", id)) {
        axi_check_set_ticket(&b->dram_check, ev, ticket_of(MAG_REQUESTERS, 0));
        return;
    }
    const uint64_t addr = local(b, "dram_aw", id, ev->write_issue.addr);
    mag_judge_fairness(b, id, true);
    if (mag_is_port(id)) {
        b->wr_count.handshakes++;
        legal = mem_port_model_write_issue(b->port_model[id], addr, ev->write_issue.beats, cycle,
                                           &handle, &v);
    } else if (id == MAG_MOVER) {
        mag_mover_write_issue(&b->move, "dram_aw", ev->write_issue.beats);
    } else {
        legal = window_model_issue_write(id == MAG_HOST ? b->host_model : b->inbound_model, addr,
                                         ev->write_issue.beats, cycle, &handle, &v);
    }
    b->issued_writes[id]++;
    b->writes_out[id]++;
    axi_check_set_ticket(&b->dram_check, ev, ticket_of(id, handle));
    if (!legal) {
        sim_fail_verdict(b->sim, "dram_aw", &v, NULL);
    }
}

/* The bytes of `data` with a strobe over what memory holds now. */
static struct word merged(const struct mag_bench *b, uint64_t addr, const struct word *data,
                          uint32_t strb) {
    struct word word = *data;
    if (strb != UINT32_MAX) {
        sparse_mem_read(&b->contents, addr, &word);
        for (unsigned i = 0; i < WORD_BYTES; i++) {
            const uint32_t mask = strb >> i & 1 ? UINT32_C(0xff) << i % 4 * 8 : 0;
            word.w[i / 4] = (word.w[i / 4] & ~mask) | (data->w[i / 4] & mask);
        }
    }
    return word;
}

/* A word that somebody else writes is a value the mover may read. */
static void tell_mover(struct mag_bench *b, const struct axi_write_beat *beat) {
    const unsigned owner = owner_of(beat->ticket);
    const uint64_t addr = owner == MAG_HOST ? beat->addr : beat->addr & MAG_OFFSET_MASK;
    if (mag_mover_idle(&b->move) || owner >= MAG_REQUESTERS || owner == MAG_MOVER ||
        beat->strb == 0 || addr > MAG_OFFSET_MASK) {
        return;
    }
    const struct word data = word_at(beat->data);
    const struct word word = merged(b, addr, &data, beat->strb);
    mag_mover_foreign_dram(&b->move, addr, &word);
}

static void beat_written(struct mag_bench *b, const struct axi_write_beat *beat) {
    const uint64_t cycle = b->sim->cycle;
    const unsigned owner = owner_of(beat->ticket);
    const struct word data = word_at(beat->data);
    struct verdict v;
    bool legal = true;
    if (owner >= MAG_REQUESTERS) {
        return;
    }
    b->sim->seen.words++;
    mag_meter(&b->write_meter[owner], cycle);
    const uint64_t addr = owner == MAG_HOST ? beat->addr : beat->addr & MAG_OFFSET_MASK;
    if (mag_is_port(owner)) {
        legal = mem_port_model_write_beat(b->port_model[owner], handle_of(beat->ticket),
                                          beat->index, &data, beat->strb, cycle, &v);
    } else if (owner == MAG_MOVER) {
        mag_mover_write_beat(&b->move, "dram_w", (struct mover_place){MOVER_DRAM, addr}, &data,
                             beat->strb);
    } else {
        legal = window_model_issue_data(owner == MAG_HOST ? b->host_model : b->inbound_model,
                                        handle_of(beat->ticket), beat->index, &data, beat->strb,
                                        cycle, &v);
    }
    if (!legal) {
        sim_fail_verdict(b->sim, "dram_w", &v, NULL);
    }
    tell_mover(b, beat);
}

/* ---- dram_*: what it is answered ------------------------------------------------------------- */

static void beat_read(struct mag_bench *b) {
    const struct axi_events *ev = &b->dram_events;
    const uint64_t cycle = b->sim->cycle;
    const uint8_t id = ev->read_beat.id;
    const struct word data = word_at(ev->read_beat.data);
    if (!(id < b->ports || (id >= MAG_MOVER && id < MAG_REQUESTERS))) {
        return;
    }
    const uint64_t addr =
        id == MAG_HOST ? ev->read_beat.addr : ev->read_beat.addr & MAG_OFFSET_MASK;
    mag_meter(&b->read_meter[id], cycle);
    if (mag_is_port(id)) {
        mem_port_model_read_beat(b->port_model[id], addr, &data, cycle);
    } else if (id == MAG_MOVER) {
        mag_mover_read_beat(&b->move, addr, ev->read_beat.resp >= 2);
    } else {
        window_model_memory_data(id == MAG_HOST ? b->host_model : b->inbound_model, addr, &data,
                                 ev->read_beat.resp, cycle);
    }
    if (ev->read_beat.last && b->reads_out[id] > 0) {
        b->reads_out[id]--;
    }
}

static void write_answered(struct mag_bench *b) {
    const struct axi_events *ev = &b->dram_events;
    const unsigned owner = owner_of(ev->write_response.ticket);
    const uint32_t handle = handle_of(ev->write_response.ticket);
    const uint8_t resp = ev->write_response.resp;
    const uint64_t cycle = b->sim->cycle;
    if (owner >= MAG_REQUESTERS) {
        return;
    }
    if (mag_is_port(owner)) {
        mem_port_model_write_response(b->port_model[owner], handle, cycle);
    } else if (owner == MAG_MOVER) {
        mag_mover_write_response(&b->move, resp >= 2);
    } else {
        window_model_memory_response(owner == MAG_HOST ? b->host_model : b->inbound_model, handle,
                                     resp, cycle);
    }
    if (b->writes_out[owner] > 0) {
        b->writes_out[owner]--;
    }
}

/* ---- rm_*: the mover's writes to other meshes ------------------------------------------------ */

static void remote_does(struct mag_bench *b) {
    const struct axi_events *ev = &b->remote_events;
    if (ev->write_issue.valid) {
        mag_mover_write_issue(&b->move, "rm_aw", ev->write_issue.beats);
    }
    for (unsigned i = 0; i < ev->write_beats; i++) {
        const struct axi_write_beat *beat = &ev->write_beat[i];
        const struct word data = word_at(beat->data);
        b->sim->seen.words++;
        mag_meter(&b->remote_meter, b->sim->cycle);
        sim_evaluated(b->sim, CHECK_MAG_OUTWR);
        mag_mover_write_beat(&b->move, "rm_w", (struct mover_place){MOVER_REMOTE, beat->addr},
                             &data, beat->strb);
    }
}

/* ---- the mover, in the order its judge wants ------------------------------------------------- */

static void mover_shows(struct mag_bench *b) {
    const struct mag_pins *p = &b->pins;
    const struct mover_status status = {.busy = *p->mv_busy,
                                        .fault = *p->mv_fault,
                                        .done = *p->mv_done,
                                        .granted = *p->mv_busy,
                                        .bank_fault = *p->xf_fault};
    mag_mover_status(&b->move, &status);
}

static void mover_at_bank(struct mag_bench *b) {
    const struct bank_pins *bank = &b->pins.bank;
    if (*b->pins.mv_busy) {
        const unsigned reg = *bank->cfg_addr;
        if (reg == BANK_REG_GEOMETRY || reg == BANK_REG_DEPTH) {
            mag_mover_geometry_read(&b->move, *bank->cfg_id, reg);
        }
    }
    if (*bank->start) {
        mag_mover_slot_start(&b->move);
    }
}

/* ---- sm_* and ri_* --------------------------------------------------------------------------- */

static struct window_burst burst_on(const struct axi_address_pins *p) {
    return (struct window_burst){
        .addr = *p->addr, .beats = *p->len + 1u, .id = *p->id, .size = *p->size, .type = *p->burst};
}

/* A burst that may write words of the store, for a move that reads them. */
static void warn_mover(struct mag_bench *b, const struct window_burst *burst) {
    if (b->staging != NULL && staging_serves_inbound(b->staging, burst->addr)) {
        for (unsigned i = 0; i < burst->beats; i++) {
            mag_mover_foreign_staging(&b->move,
                                      (burst->addr & MAG_OFFSET_MASK) + i * (uint64_t)WORD_BYTES);
        }
    }
}

/* Bursts of ri_* under way when a move begins. */
static void warn_of_outstanding(struct mag_bench *b) {
    const struct axi_check_side *side = &b->inbound_check.write;
    for (unsigned id = 0; id < 16 && side->outstanding > 0; id++) {
        for (unsigned at = side->head[id]; at < AXI_CHECK_BURSTS; at = side->burst[at].next) {
            const struct window_burst burst = {.addr = side->burst[at].addr,
                                               .beats = side->burst[at].beats};
            warn_mover(b, &burst);
        }
    }
}

static void slave_receives(struct mag_bench *b, const struct axi_pins *p,
                           const struct axi_events *ev, struct window_model *m) {
    const uint64_t cycle = b->sim->cycle;
    if (ev->write_issue.valid) {
        const struct window_burst burst = burst_on(&p->aw);
        window_model_accept_write(m, &burst, cycle);
        if (m == b->inbound_model) {
            warn_mover(b, &burst);
        }
    }
    if (*p->w.valid && *p->w.ready) {
        const struct word data = word_at(p->w.data);
        window_model_accept_data(m, &data, *p->w.strb, cycle);
        if (m == b->host_model) {
            mag_meter(&b->sm_write_meter, cycle);
        }
    }
    if (ev->read_issue.valid) {
        const struct window_burst burst = burst_on(&p->ar);
        window_model_accept_read(m, &burst, cycle);
    }
}

static void slave_answers(struct mag_bench *b, const struct axi_pins *p, const char *where_r,
                          const char *where_b, struct window_model *m) {
    const uint64_t cycle = b->sim->cycle;
    struct verdict v;
    if (*p->r.valid && *p->r.ready) {
        const struct word data = word_at(p->r.data);
        mag_meter(&b->sm_read_meter, cycle);
        b->sim->seen.words++;
        if (!window_model_answer_data(m, *p->r.id, &data, *p->r.resp, *p->r.last, cycle, &v)) {
            sim_fail_verdict(b->sim, where_r, &v, NULL);
        }
    }
    if (*p->b.valid && *p->b.ready &&
        !window_model_answer_write(m, *p->b.id, *p->b.resp, cycle, &v)) {
        sim_fail_verdict(b->sim, where_b, &v, NULL);
    }
}

/* ---- the cycle ------------------------------------------------------------------------------- */

static void agent_does(struct mag_bench *b) {
    const struct axi_events *ev = &b->dram_events;
    if (ev->read_issue.valid) {
        read_issued(b);
    }
    if (ev->write_issue.valid) {
        write_issued(b);
    }
    for (unsigned i = 0; i < ev->write_beats; i++) {
        beat_written(b, &ev->write_beat[i]);
    }
    if (b->remote_events.any) {
        remote_does(b);
    }
}

/* The windows are told what the memory answers before what the agent does, the others after it. */
static void memory_answers(struct mag_bench *b, bool windows) {
    const struct axi_events *ev = &b->dram_events;
    if (ev->read_beat.valid && (ev->read_beat.id >= MAG_HOST) == windows) {
        beat_read(b);
    }
    if (ev->write_response.valid && (owner_of(ev->write_response.ticket) >= MAG_HOST) == windows) {
        write_answered(b);
    }
}

static void mover_is_answered(struct mag_bench *b) {
    if (b->remote_events.write_response.valid) {
        mag_mover_write_response(&b->move, b->remote_events.write_response.resp >= 2);
    }
    if (*b->pins.bank.done) {
        mag_mover_slot_done(&b->move);
    }
    if (*b->pins.mv_cfg_en) {
        const bool idle = mag_mover_idle(&b->move);
        mag_mover_config(&b->move, *b->pins.mv_cfg_addr, *b->pins.mv_cfg_data);
        /* A move that has just begun may read what is written in this very cycle or later. */
        if (idle && !mag_mover_idle(&b->move)) {
            warn_of_outstanding(b);
        }
        for (unsigned i = 0; idle && i < b->dram_events.write_beats; i++) {
            tell_mover(b, &b->dram_events.write_beat[i]);
        }
    }
}

void mag_memory_sample(struct mag_bench *b) {
    axi_check_sample(&b->dram_check, &b->dram_events);
    axi_check_sample(&b->remote_check, &b->remote_events);
    axi_check_sample(&b->host_check, &b->host_events);
    axi_check_sample(&b->inbound_check, &b->inbound_events);
    b->now.moved |=
        b->dram_events.any || b->remote_events.any || b->host_events.any || b->inbound_events.any;
    if (b->host_events.any) {
        slave_receives(b, &b->pins.sm, &b->host_events, b->host_model);
    }
    if (b->inbound_events.any) {
        slave_receives(b, &b->pins.ri, &b->inbound_events, b->inbound_model);
    }
    mover_shows(b);
    mover_at_bank(b);
    memory_answers(b, true);
    agent_does(b);
    memory_answers(b, false);
    mover_is_answered(b);
    slave_answers(b, &b->pins.sm, "sm_r", "sm_b", b->host_model);
    slave_answers(b, &b->pins.ri, "ri_r", "ri_b", b->inbound_model);
}

void mag_memory_in_reset(struct mag_bench *b) {
    axi_check_sample(&b->dram_check, &b->dram_events);
    axi_check_sample(&b->remote_check, &b->remote_events);
    axi_check_sample(&b->host_check, &b->host_events);
    axi_check_sample(&b->inbound_check, &b->inbound_events);
    window_model_reset(b->host_model);
    window_model_reset(b->inbound_model);
    mag_mover_reset(&b->move);
    if (b->staging != NULL) {
        staging_reset(b->staging, b->sim->cycle);
    }
    burst_fairness_restart(&b->read_fairness);
    burst_fairness_restart(&b->write_fairness);
    memset(b->waiting, 0, sizeof b->waiting);
    memset(b->reads_out, 0, sizeof b->reads_out);
    memset(b->writes_out, 0, sizeof b->writes_out);
}

static void check_stored(struct mag_bench *b, const struct axi_events *ev,
                         const struct axi_mem *memory, const char *where) {
    for (unsigned i = 0; i < ev->write_beats; i++) {
        const struct axi_write_beat *beat = &ev->write_beat[i];
        struct word stored;
        if (beat->addr & memory->nowhere) {
            continue;
        }
        sparse_mem_read(memory->memory, beat->addr, &stored);
        for (unsigned k = 0; k < 8; k++) {
            uint32_t mask = 0;
            for (unsigned byte = 0; byte < 4; byte++) {
                mask |= beat->strb >> (4 * k + byte) & 1 ? UINT32_C(0xff) << 8 * byte : 0;
            }
            if ((stored.w[k] ^ beat->data[k]) & mask) {
                sim_fail(b->sim, CHECK_MEM_WDATA, where,
                         "the memory took a beat for another address than 0x%010llx, whose AW it "
                         "is for",
                         (unsigned long long)beat->addr);
                return;
            }
        }
    }
}

void mag_memory_check_written(struct mag_bench *b) {
    check_stored(b, &b->dram_events, &b->dram, "dram_w");
    check_stored(b, &b->remote_events, &b->remote, "rm_w");
}

/* ---- what holds the agent -------------------------------------------------------------------- */

static uint32_t held_by_slave_sides(const struct mag_bench *b) {
    const struct mag_pins *p = &b->pins;
    uint32_t held = MAG_SOURCE;
    held |= *p->rm.aw.valid && !*p->rm.aw.ready ? MAG_RM_AW : 0;
    held |= *p->rm.w.valid && !*p->rm.w.ready ? MAG_RM_W : 0;
    held |= axi_check_writes(&b->remote_check) > axi_check_writes_unfilled(&b->remote_check) &&
                    !*p->rm.b.valid
                ? MAG_RM_B
                : 0;
    held |= *p->sm.r.valid && !*p->sm.r.ready ? MAG_HOST_R : 0;
    held |= *p->sm.b.valid && !*p->sm.b.ready ? MAG_HOST_B : 0;
    held |= axi_check_writes_unfilled(&b->host_check) > 0 && !*p->sm.w.valid ? MAG_HOST_W : 0;
    held |= *p->ri.b.valid && !*p->ri.b.ready ? MAG_RI_B : 0;
    held |= axi_check_writes_unfilled(&b->inbound_check) > 0 && !*p->ri.w.valid ? MAG_RI_W : 0;
    for (unsigned i = 0; i < b->ports; i++) {
        held |= *p->noc_out[i].busy ? MAG_LINK(i) : 0;
    }
    held |= *p->agt_rx.busy ? MAG_AGENT : 0;
    held |= *p->enc.busy ? MAG_ENC : 0;
    return held;
}

/* The dram_* bits of one requester. Bursts of all requesters share what the agent may have under
 * way: W keeps AW's order, so an AW may wait for any W, and both addresses for room that only an
 * answer of the memory makes. */
static uint32_t held_at_memory(const struct mag_bench *b, unsigned id) {
    const struct axi_pins *p = &b->pins.dram;
    const bool w_mine =
        b->dram_check.unfilled_used > 0 &&
        b->dram_check.write.burst[b->dram_check.unfilled[b->dram_check.unfilled_head]].id == id;
    const bool w_refused = *p->w.valid && !*p->w.ready;
    const bool r_late = axi_check_reads(&b->dram_check) > 0 && !*p->r.valid;
    const bool b_late =
        axi_check_writes(&b->dram_check) > axi_check_writes_unfilled(&b->dram_check) &&
        !*p->b.valid;
    uint32_t held = 0;
    held |= r_late || (*p->ar.valid && (!*p->ar.ready || *p->ar.id != id)) ? MAG_DRAM_AR : 0;
    held |= b->reads_out[id] > 0 && !(*p->r.valid && *p->r.id == id) ? MAG_DRAM_R : 0;
    held |= w_refused || b_late || (*p->aw.valid && (!*p->aw.ready || *p->aw.id != id))
                ? MAG_DRAM_AW
                : 0;
    held |= w_refused || (*p->w.valid && !w_mine) ? MAG_DRAM_W : 0;
    held |= b->writes_out[id] > 0 && !(*p->b.valid && *p->b.id == id) ? MAG_DRAM_B : 0;
    return held;
}

static void note_offer(struct mag_bench *b, enum mag_offer offer, const struct axi_channel *channel,
                       bool held, bool quiet) {
    b->now.offer_transfers[offer] = channel->transfers;
    if (held && quiet) {
        b->now.offered |= (uint8_t)(1u << offer);
    }
}

static void note_dram(struct mag_bench *b, bool links_free) {
    const struct axi_pins *p = &b->pins.dram;
    b->now.dram.ar_valid = *p->ar.valid;
    b->now.dram.ar_ready = *p->ar.ready;
    b->now.dram.aw_valid = *p->aw.valid;
    b->now.dram.aw_ready = *p->aw.ready;
    b->now.dram.w_valid = *p->w.valid;
    b->now.dram.w_ready = *p->w.ready;
    b->now.dram.quiet =
        links_free && axi_check_reads(&b->dram_check) == 0 && axi_check_writes(&b->dram_check) == 0;
    b->now.dram.led = axi_check_beats_led(&b->dram_check) > 0;
}

void mag_memory_held(struct mag_bench *b) {
    const struct mag_pins *p = &b->pins;
    const uint32_t common = held_by_slave_sides(b);
    note_dram(b, (common & (MAG_LINKS | MAG_HOST_R | MAG_HOST_B | MAG_RI_B)) == 0);
    for (unsigned id = 0; id < MAG_REQUESTERS; id++) {
        b->now.held[id] = common | held_at_memory(b, id);
    }
    b->now.offered = 0;
    const bool sm_writes = axi_check_writes(&b->host_check) == 0;
    const bool ri_writes = axi_check_writes(&b->inbound_check) == 0;
    note_offer(b, OFFER_SM_AW, &b->host_check.channel[AXI_AW], *p->sm.aw.valid && !*p->sm.aw.ready,
               sm_writes);
    note_offer(b, OFFER_SM_W, &b->host_check.channel[AXI_W], *p->sm.w.valid && !*p->sm.w.ready,
               sm_writes);
    note_offer(b, OFFER_SM_AR, &b->host_check.channel[AXI_AR], *p->sm.ar.valid && !*p->sm.ar.ready,
               axi_check_reads(&b->host_check) == 0);
    note_offer(b, OFFER_RI_AW, &b->inbound_check.channel[AXI_AW],
               *p->ri.aw.valid && !*p->ri.aw.ready, ri_writes);
    note_offer(b, OFFER_RI_W, &b->inbound_check.channel[AXI_W], *p->ri.w.valid && !*p->ri.w.ready,
               ri_writes);
}
