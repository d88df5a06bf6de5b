#include "bench/mag_bench.h"

#include "bench/mag_bench_parts.h"

#include <stdio.h>
#include <stdlib.h>

enum { RESET_CYCLES = 4 };

/* ---- the cycle ------------------------------------------------------------------------------- */

/* Registers of the occupants are the mover's from its GO on (modules 4). */
static void drive_occupants(struct mag_bench *b) {
    struct config_driver *c = &b->slot.config;
    const bool free = mag_mover_idle(&b->move) && !*b->pins.mv_cfg_en;
    const unsigned permille = c->write_permille;
    if (!free) {
        c->write_permille = 0;
    }
    config_driver_drive(c, b->sim, free);
    c->write_permille = permille;
}

static void drive(void *bench) {
    struct mag_bench *b = bench;
    *b->pins.resetn = !b->sim->in_reset;
    if (b->refill && !b->sim->in_reset) {
        b->refill(b);
    }
    for (unsigned i = 0; i < b->ports; i++) {
        link_source_drive(&b->in[i]);
        link_sink_drive(&b->out[i]);
    }
    control_agent_drive(&b->agent_rx);
    link_source_drive(&b->agent_tx);
    link_source_drive(&b->inject);
    link_sink_drive(&b->enc);
    axi_host_drive(&b->host);
    axi_host_drive(&b->inbound);
    axi_mem_drive(&b->dram);
    axi_mem_drive(&b->remote);
    mover_driver_drive(&b->mover);
    drive_occupants(b);
}

static void sample_bank(struct mag_bench *b) {
    const struct slot_cycle now = slot_cycle_of_bank(&b->pins.bank);
    slot_core_sample(&b->slot, &now);
}

static void tick_watch(struct mag_bench *b) {
    const struct mag_watch_models models = mag_models(b);
    struct verdict v;
    mag_stall_note(b);
    b->now.mover_moved = b->move.transfers;
    b->now.mover_remote = b->move.remote;
    b->now.mover_unseen = b->move.unseen;
    if (!mag_watch_tick(&b->watch, &models, &b->now, b->sim->cycle, &v)) {
        mag_stall_report(b, sim_fail_verdict(b->sim, "agent", &v, NULL));
    }
}

static void sample_checks(struct mag_bench *b) {
    b->now.moved = false;
    mag_memory_held(b);
    mag_links_begin(b);
    mag_links_out(b);
    mag_memory_sample(b);
    mag_links_in(b);
    mag_links_end(b);
    sample_bank(b);
    mag_status_sample(b);
    mag_judge_waits(b);
    tick_watch(b);
    if (sim_counts_bins(b->sim)) {
        mag_cover_cycle(b);
    }
}

static void sample_in_reset(struct mag_bench *b) {
    if (b->sim->reset_cycles == 1 && sim_counts_bins(b->sim)) {
        mag_cover_reset(b);
    }
    mag_status_in_reset(b);
    mag_links_in_reset(b);
    mag_memory_in_reset(b);
    sample_bank(b);
    mag_watch_reset(&b->watch, b->sim->cycle);
}

static void sample(void *bench) {
    struct mag_bench *b = bench;
    struct link_transfer sent;
    if (b->sim->in_reset) {
        sample_in_reset(b);
    } else {
        sample_checks(b);
    }
    for (unsigned i = 0; i < b->ports; i++) {
        link_source_sample(&b->in[i], &sent);
        link_sink_sample(&b->out[i]);
    }
    control_agent_sample(&b->agent_rx);
    link_source_sample(&b->agent_tx, &sent);
    link_source_sample(&b->inject, &sent);
    link_sink_sample(&b->enc);
    axi_host_sample(&b->host);
    axi_host_sample(&b->inbound);
    axi_mem_sample(&b->dram);
    axi_mem_sample(&b->remote);
    mover_driver_sample(&b->mover);
    mag_memory_check_written(b);
    mag_stall_note_lost(b);
}

/* ---- construction: models -------------------------------------------------------------------- */

static void *made(void *object) {
    if (object == NULL) {
        fprintf(stderr, "cosim: out of memory\n");
        exit(2);
    }
    return object;
}

static void release_port(void *object) {
    mem_port_model_free(object);
}
static void release_agent(void *object) {
    agent_model_free(object);
}
static void release_window(void *object) {
    window_model_free(object);
}
static void release_staging(void *object) {
    staging_free(object);
}

/* Words a port writes into the store are foreign to the mover. */
static uint32_t port_writes_inside(void *context, uint64_t addr, const struct word *data,
                                   uint32_t strb, uint64_t cycle) {
    struct mag_bench *b = context;
    mag_mover_foreign_staging(&b->move, addr & MAG_OFFSET_MASK);
    return staging_write_begin(b->staging, addr, data, strb, cycle);
}
static bool inside_serves(void *context, uint64_t addr) {
    return staging_serves(((struct mag_bench *)context)->staging, addr);
}
static bool inside_may_hold(void *context, uint64_t addr, const struct word *value, uint64_t since,
                            uint64_t now) {
    struct mag_bench *b = context;
    sim_evaluated(b->sim, CHECK_MAG_STAGE);
    return staging_may_hold(b->staging, addr, value, since, now);
}
static void inside_write_end(void *context, uint32_t handle, uint64_t cycle) {
    staging_write_end(((struct mag_bench *)context)->staging, handle, cycle);
}
static void inside_example(void *context, uint64_t addr, struct word *out) {
    staging_example(((struct mag_bench *)context)->staging, addr, out);
}

static void make_staging(struct mag_bench *b) {
    const struct mover_params *p = &b->type->mover;
    const struct staging_config config = {.mesh_id = (uint8_t)p->mesh_id, .words = p->stage};
    if (p->stage != 0) {
        b->staging = made(staging_new(&config));
        sim_own(b->sim, b->staging, release_staging);
    }
}

static void make_port_models(struct mag_bench *b) {
    const struct mag_params *p = &b->type->mag;
    for (unsigned i = 0; i < b->ports; i++) {
        struct mem_port_config config = {.mem_x = (uint8_t)p->x[i],
                                         .mem_y = (uint8_t)p->y[i],
                                         .mesh_id = (uint8_t)b->type->mover.mesh_id,
                                         .ap_decode = b->staging != NULL,
                                         .wr_slots = p->wr_slots,
                                         .q_depth = p->q_depth,
                                         .q_margin = p->q_margin,
                                         .seed_rules = b->sim->options->seed_rules,
                                         .queued_answers = true};
        if (b->staging != NULL) {
            config.inside = (struct mem_port_inside){.serves = inside_serves,
                                                     .may_hold = inside_may_hold,
                                                     .write_begin = port_writes_inside,
                                                     .write_end = inside_write_end,
                                                     .example = inside_example,
                                                     .context = b};
        }
        b->port_model[i] = made(mem_port_model_new(&config));
        sim_own(b->sim, b->port_model[i], release_port);
    }
}

static void make_agent_model(struct mag_bench *b) {
    const struct mag_params *p = &b->type->mag;
    struct agent_config config = {.ports = b->ports,
                                  .mesh_id = (uint8_t)b->type->mover.mesh_id,
                                  .ilink = b->type->mover.ilink != 0,
                                  .q_depth = p->q_depth,
                                  .q_margin = p->q_margin};
    for (unsigned i = 0; i < b->ports; i++) {
        config.position[i] = (struct position){(uint8_t)p->x[i], (uint8_t)p->y[i]};
    }
    b->agent_model = made(agent_model_new(&config));
    sim_own(b->sim, b->agent_model, release_agent);
}

static void make_windows(struct mag_bench *b) {
    const bool seed_rules = b->sim->options->seed_rules;
    const struct window_config host = {.kind = WINDOW_HOST, .seed_rules = seed_rules};
    const struct window_config inbound = {
        .kind = WINDOW_INBOUND, .staging = b->staging, .seed_rules = seed_rules};
    b->host_model = made(window_model_new(&host));
    sim_own(b->sim, b->host_model, release_window);
    b->inbound_model = made(window_model_new(&inbound));
    sim_own(b->sim, b->inbound_model, release_window);
}

/* Register 0x04 of an id as the bank states it: known after slot_core_learn(). */
static uint32_t stated_geometry(void *bench, unsigned id) {
    const struct mag_bench *b = bench;
    const struct bank_geometry *g = &b->slot.stated[id % b->slot.shapes.ids];
    return g->known ? (uint32_t)g->out_words << 16 | g->in_beats * (WORD_BYTES * 8) : 0;
}

static void make_mover(struct mag_bench *b) {
    const struct mover_params *p = &b->type->mover;
    const struct mover_config config = {.mesh_id = (uint8_t)p->mesh_id,
                                        .ilink = p->ilink != 0,
                                        .stage = p->stage,
                                        .xid_w = p->xid_w,
                                        .xmode_w = p->xmode_w,
                                        .seed_rules = b->sim->options->seed_rules,
                                        .bank = b->type->bank_desc,
                                        .bank_state = bank_model_state(&b->slot.check.model),
                                        .geometry = stated_geometry,
                                        .context = b};
    mag_mover_init(&b->move, b->sim, &config, b->staging, &b->contents);
    display_check_init(&b->mover_display, b->sim, "MOVER_BUSY");
    display_check_init(&b->slot_display, b->sim, "UNGRANTED_BEAT");
}

/* ---- construction: outside ------------------------------------------------------------------- */

static void make_links(struct mag_bench *b) {
    static const char *const in[MAG_PORTS] = {"noc_in0", "noc_in1", "noc_in2", "noc_in3"};
    static const char *const out[MAG_PORTS] = {"noc_out0", "noc_out1", "noc_out2", "noc_out3"};
    struct sim *s = b->sim;
    struct mag_pins *p = &b->pins;
    for (unsigned i = 0; i < b->ports; i++) {
        link_source_init(&b->in[i], s, in[i], &p->noc_in[i], MAG_ENDPOINTS, MAG_QUEUE);
        link_sink_init(&b->out[i], s, out[i], &p->noc_out[i], &b->in[i].stalled);
        link_check_init(&b->in_check[i], s, in[i], &p->noc_in[i], LINK_DUT_RECEIVES);
        link_check_init(&b->out_check[i], s, out[i], &p->noc_out[i], LINK_DUT_SENDS);
    }
    control_agent_init(&b->agent_rx, s, "agt_rx", &p->agt_rx);
    link_source_init(&b->agent_tx, s, "agt_tx", &p->agt_tx, 1, MAG_PASS_QUEUE);
    link_source_init(&b->inject, s, "inj", &p->inj, MAG_INJECTORS, MAG_PASS_QUEUE);
    link_sink_init(&b->enc, s, "enc", &p->enc, NULL);
    link_check_init(&b->rx_check, s, "agt_rx", &p->agt_rx, LINK_DUT_SENDS);
    link_check_init(&b->tx_check, s, "agt_tx", &p->agt_tx, LINK_DUT_RECEIVES);
    link_check_init(&b->enc_check, s, "enc", &p->enc, LINK_DUT_SENDS);
    link_check_init(&b->inj_check, s, "inj", &p->inj, LINK_DUT_RECEIVES);
}

/* rm_* and ri_* only write; what BFMs and checks want of a read channel is the bench's own. */
static void bind_no_reads(struct axi_pins *p, struct mag_no_reads *none) {
    p->ar = (struct axi_address_pins){&none->ar_other, &none->addr,     &none->ar_other,
                                      &none->ar_other, &none->ar_other, &none->ar_valid,
                                      &none->ar_ready};
    p->r.id = p->r.resp = p->r.last = &none->r_other;
    p->r.data = none->data;
    p->r.valid = &none->r_valid;
    p->r.ready = &none->r_ready;
}

#define CHANNELS(prefix)                                                                           \
    { prefix "aw", prefix "w", prefix "b", prefix "ar", prefix "r" }

static void make_memories(struct mag_bench *b) {
    static const struct axi_names dram = AXI_NAMES("dram_"), rm = AXI_NAMES("rm_");
    static const char *const dram_where[] = CHANNELS("dram_"), *const rm_where[] = CHANNELS("rm_");
    struct sim *s = b->sim;
    const uint64_t all = (UINT64_C(1) << 40) - 1;
    sparse_mem_init(&b->contents, SPARSE_TAGGED, s->options->seed);
    sparse_mem_init(&b->remote_contents, SPARSE_TAGGED, s->options->seed + 1);
    sim_own(s, &b->contents, sparse_mem_free);
    sim_own(s, &b->remote_contents, sparse_mem_free);
    bind_no_reads(&b->pins.rm, &b->no_reads[0]);
    axi_mem_init(&b->dram, s, &dram, &b->pins.dram, 4, &b->contents);
    axi_mem_init(&b->remote, s, &rm, &b->pins.rm, 4, &b->remote_contents);
    b->dram.accept = b->remote.accept = all;
    b->dram.nowhere = all & ~MAG_OFFSET_MASK;
    axi_check_init(&b->dram_check, s, dram_where, &b->pins.dram);
    axi_check_init(&b->remote_check, s, rm_where, &b->pins.rm);
    b->dram_check.full_strobes = false; /* the models know whose beats have all strobes */
    b->dram_check.served_read = &b->dram.served_read;
    b->dram_check.served_write = &b->dram.served_write;
    b->remote_check.served_write = &b->remote.served_write;
}

static void make_hosts(struct mag_bench *b) {
    static const char *const sm_where[] = CHANNELS("sm_"), *const ri_where[] = CHANNELS("ri_");
    struct sim *s = b->sim;
    bind_no_reads(&b->pins.ri, &b->no_reads[1]);
    axi_host_init(&b->host, s, "sm", &b->pins.sm, 4);
    axi_host_init(&b->inbound, s, "ri", &b->pins.ri, 4);
    axi_check_init(&b->host_check, s, sm_where, &b->pins.sm);
    axi_check_init(&b->inbound_check, s, ri_where, &b->pins.ri);
    b->host_check.full_strobes = b->inbound_check.full_strobes = false;
    b->host_check.master_outside = b->inbound_check.master_outside = true;
}

static void make_drivers(struct mag_bench *b) {
    const struct mag_pins *p = &b->pins;
    const struct mover_driver_pins mover = {p->mv_cfg_en, p->mv_cfg_addr, p->mv_cfg_data,
                                            p->mv_busy};
    const struct config_pins config = {p->xf_cfg_en, p->xf_cfg_id, p->xf_cfg_addr, p->xf_cfg_data,
                                       p->xf_cfg_rdata};
    mover_driver_init(&b->mover, b->sim, &mover);
    slot_core_init(&b->slot, b->sim, "bank", &b->pins.bank, &config);
    b->slot.config.clear_any_time = false;
    b->slot.check.explainer = (struct stall_explainer){mag_stall_explain_late_entry, b};
}

/* Distinct coordinates, all over the mesh, none of them a port's. */
static void place_endpoints(struct mag_bench *b) {
    const struct mag_params *p = &b->type->mag;
    struct rng r;
    bool taken[256] = {false};
    sim_rng(b->sim, &r, "endpoints");
    for (unsigned i = 0; i < b->ports; i++) {
        taken[p->y[i] * 16 + p->x[i]] = true;
    }
    for (unsigned i = 0; i < MAG_ENDPOINTS; i++) {
        unsigned at = rng_below(&r, 256);
        while (taken[at]) {
            at = (at + 1) % 256;
        }
        taken[at] = true;
        b->endpoint[i] = (struct position){(uint8_t)(at % 16), (uint8_t)(at / 16)};
    }
}

/* Here the design drives its own bank: it may use what the bank states, whatever rules judge it. */
static void learn_bank(struct mag_bench *b) {
    slot_core_learn(&b->slot);
    memcpy(b->slot.shapes.of, b->slot.stated, sizeof b->slot.stated);
    bank_spy_init(&b->slot.spy, b->sim, "bank", &b->pins.bank, &b->slot.shapes);
}

struct mag_bench *mag_bench_new(struct sim *s, const struct dut_type *type) {
    static const struct bench_hooks hooks = {
        .drive = drive, .sample = sample, .probe = mag_probe, .gauges = mag_gauges};
    struct mag_bench *b = sim_alloc(s, sizeof *b);
    b->sim = s;
    b->type = type;
    b->ports = type->mag.ports;
    sim_attach(s, type, &hooks, b);
    b->pins = s->dut->pins.mag;
    sim_rng(s, &b->data, "write data");
    sim_rng(s, &b->probe, "probe");
    b->now.issued[0] = b->issued_reads;
    b->now.issued[1] = b->issued_writes;
    place_endpoints(b);
    make_memories(b);
    make_hosts(b);
    make_staging(b);
    make_port_models(b);
    make_agent_model(b);
    make_windows(b);
    make_mover(b);
    make_links(b);
    make_drivers(b);
    mag_knobs_changed(b);
    sim_reset(s, RESET_CYCLES);
    learn_bank(b);
    return b;
}

void mag_fill(struct mag_bench *b, enum sparse_mode mode) {
    b->contents.mode = mode;
}

/* ---- knobs ----------------------------------------------------------------------------------- */

static unsigned sink_injected(const struct link_sink *sink) {
    return sink->knobs.coupled ? STALL_LONGEST : stall_longest(&sink->knobs.busy);
}

void mag_knobs_changed(struct mag_bench *b) {
    unsigned injected = axi_mem_injected(&b->dram.knobs) + axi_mem_injected(&b->remote.knobs) +
                        axi_host_injected(&b->host.knobs) + axi_host_injected(&b->inbound.knobs) +
                        sink_injected(&b->agent_rx.sink) + sink_injected(&b->enc);
    for (unsigned i = 0; i < b->ports; i++) {
        injected += sink_injected(&b->out[i]);
    }
    const struct mag_watch_config config = {
        .injected = injected, .withheld = b->withheld, .seed_rules = b->sim->options->seed_rules};
    mag_watch_init(&b->watch, &config, b->sim->cycle);
}

void mag_withhold(struct mag_bench *b, uint32_t outside) {
    struct axi_mem_knobs *dram = &b->dram.knobs, *rm = &b->remote.knobs;
    b->withheld = outside;
    for (unsigned i = 0; i < b->ports; i++) {
        b->out[i].knobs.busy.withheld = outside & MAG_LINK(i);
    }
    b->agent_rx.sink.knobs.busy.withheld = outside & MAG_AGENT;
    b->enc.knobs.busy.withheld = outside & MAG_ENC;
    dram->ar.withheld = outside & MAG_DRAM_AR;
    dram->r.withheld = outside & MAG_DRAM_R;
    dram->aw.withheld = outside & MAG_DRAM_AW;
    dram->w.withheld = outside & MAG_DRAM_W;
    dram->b.withheld = outside & MAG_DRAM_B;
    rm->aw.withheld = outside & MAG_RM_AW;
    rm->w.withheld = outside & MAG_RM_W;
    rm->b.withheld = outside & MAG_RM_B;
    b->host.knobs.r.withheld = outside & MAG_HOST_R;
    b->host.knobs.b.withheld = outside & MAG_HOST_B;
    b->host.knobs.w.withheld = outside & MAG_HOST_W;
    b->inbound.knobs.b.withheld = outside & MAG_RI_B;
    b->inbound.knobs.w.withheld = outside & MAG_RI_W;
    mag_knobs_changed(b);
}

/* ---- ends ------------------------------------------------------------------------------------ */

static bool outside_idle(const struct mag_bench *b) {
    bool idle = link_source_idle(&b->agent_tx) && link_source_idle(&b->inject) &&
                axi_host_idle(&b->host) && axi_host_idle(&b->inbound) &&
                mover_driver_idle(&b->mover);
    for (unsigned i = 0; i < b->ports; i++) {
        idle = idle && link_source_idle(&b->in[i]) && !*b->pins.noc_out[i].valid;
    }
    return idle;
}

static bool models_idle(const struct mag_bench *b) {
    bool idle = agent_model_idle(b->agent_model) && window_model_idle(b->host_model) &&
                window_model_idle(b->inbound_model) && mag_mover_idle(&b->move) &&
                axi_check_idle(&b->dram_check) && axi_check_idle(&b->remote_check);
    for (unsigned i = 0; i < b->ports; i++) {
        idle = idle && mem_port_model_idle(b->port_model[i]);
    }
    return idle;
}

bool mag_quiet(const struct mag_bench *b) {
    return outside_idle(b) && models_idle(b);
}

bool mag_independent_quiet(const struct mag_bench *b) {
    const struct mag_watch_models models = mag_models(b);
    const bool memory = (b->withheld & MAG_DRAM) != 0 || axi_check_idle(&b->dram_check);
    const bool other_mesh = (b->withheld & MAG_RM) != 0 || axi_check_idle(&b->remote_check);
    return memory && other_mesh && !mag_watch_owes(&b->watch, &models, &b->now);
}

static void fail_unless_quiet(struct mag_bench *b) {
    sim_evaluated(b->sim, CHECK_SIM_END);
    if (mag_quiet(b)) {
        return;
    }
    struct failure *f = sim_fail(b->sim, CHECK_SIM_END, "agent", "work is left at the end");
    if (f) {
        snprintf(f->progress, sizeof f->progress,
                 "on dram_*: %u reads, %u writes; on rm_*: %u writes; sm_*: %u reads, %u writes; "
                 "ri_*: %u",
                 axi_check_reads(&b->dram_check), axi_check_writes(&b->dram_check),
                 axi_check_writes(&b->remote_check), axi_host_reads(&b->host),
                 axi_host_writes(&b->host), axi_host_writes(&b->inbound));
        mag_stall_report(b, f);
    }
}

/* Values of the store nobody can read any more need not be kept. */
static void forget_old_words(struct mag_bench *b) {
    if (b->staging != NULL) {
        staging_forget(b->staging, b->sim->cycle);
    }
}

void mag_settle(struct mag_bench *b) {
    void (*refill)(struct mag_bench *) = b->refill;
    uint64_t working = b->sim->cycle;
    b->refill = NULL;
    while (!mag_quiet(b) && b->sim->cycle - working <= b->watch.bound) {
        sim_cycle(b->sim);
        if (b->now.moved || b->watch.lives > 0 || mag_watch_owed(&b->watch)) {
            working = b->sim->cycle; /* the watchdog's to judge */
        }
    }
    fail_unless_quiet(b);
    sim_cycles(b->sim, MAG_COUNT_LAG); /* what the counters may be late */
    mag_status_judge_counts(b);
    b->refill = refill;
    forget_old_words(b);
}

void mag_wait_move(struct mag_bench *b) {
    while (!mover_driver_idle(&b->mover) || !mag_mover_idle(&b->move)) {
        sim_cycle(b->sim);
    }
}

static void add_evaluations(struct mag_bench *b, const uint64_t evaluations[CHECK_COUNT]) {
    for (unsigned i = 0; i < CHECK_COUNT; i++) {
        b->sim->seen.evaluations[i] += evaluations[i];
    }
}

static void add_evidence(struct mag_bench *b) {
    add_evaluations(b, b->watch.evaluations);
    add_evaluations(b, agent_model_stats(b->agent_model)->evaluations);
    add_evaluations(b, window_model_stats(b->host_model)->evaluations);
    add_evaluations(b, window_model_stats(b->inbound_model)->evaluations);
    for (unsigned i = 0; i < b->ports; i++) {
        const struct mem_port_stats *stats = mem_port_model_stats(b->port_model[i]);
        add_evaluations(b, stats->evaluations);
        b->sim->seen.words += stats->words_read;
    }
    mag_mover_evidence(&b->move);
    b->sim->seen.evaluations[CHECK_MAG_FAIR] +=
        b->read_fairness.evaluations + b->write_fairness.evaluations;
}

void mag_finish(struct mag_bench *b) {
    struct sim *s = b->sim;
    b->refill = NULL;
    b->slot.config.write_permille = 0;
    mag_settle(b);
    sim_cycles(s, (MESSAGE_LAG + 2) * MESSAGE_PERIOD); /* every message is due by then */
    fail_unless_quiet(b);
    display_check_end(&b->mover_display, mover_judge_stats(b->move.judge)->messages);
    display_check_end(&b->slot_display, 0);
    slot_core_end(&b->slot);
    add_evidence(b);
    sim_cycle(s); /* reports what was just found */
}

void mag_measure(struct mag_bench *b) {
    memset(b->out_meter, 0, sizeof b->out_meter);
    memset(b->read_meter, 0, sizeof b->read_meter);
    memset(b->write_meter, 0, sizeof b->write_meter);
    memset(&b->remote_meter, 0, sizeof b->remote_meter);
    memset(&b->sm_read_meter, 0, sizeof b->sm_read_meter);
    memset(&b->sm_write_meter, 0, sizeof b->sm_write_meter);
}

uint64_t mag_answers(const struct mag_bench *b) {
    uint64_t flits = 0;
    for (unsigned p = 0; p < b->ports; p++) {
        const struct mem_port_stats *s = mem_port_model_stats(b->port_model[p]);
        flits += s->flits_plain + s->flits_stream + s->acks;
    }
    return flits;
}

struct word mag_dram_word(const struct mag_bench *b, uint64_t offset) {
    struct word word;
    sparse_mem_read(&b->contents, offset, &word);
    return word;
}
