#include "bench/mover_bench.h"

#include "bench/mover_cover.h"
#include "bench/mover_probe.h"
#include "bench/mover_stall_facts.h"

#include <stdio.h>
#include <stdlib.h>

enum { RESET_CYCLES = 3, SETTLE_CYCLES = 260 /* for messages about the last writes */ };

static const char *const channel_names[AXI_CHANNELS] = {"m_aw", "m_w", "m_b", "m_ar", "m_r"};

static const enum check_id check_of[MOVER_FINDING_COUNT] = {[MOVER_RIGHT] = CHECK_NONE,
                                                            [MOVER_WRONG_DATA] = CHECK_MV_DATA,
                                                            [MOVER_WRONG_SOURCE] = CHECK_MV_SRC,
                                                            [MOVER_WRONG_TOUCH] = CHECK_MV_TOUCH,
                                                            [MOVER_WRONG_ORDER] = CHECK_MV_ORDER,
                                                            [MOVER_WRONG_FAULT] = CHECK_MV_FAULT,
                                                            [MOVER_WRONG_PAD] = CHECK_MV_PAD,
                                                            [MOVER_WRONG_BUSY] = CHECK_MV_BUSY,
                                                            [MOVER_WRONG_RANGE] = CHECK_AXI_RANGE,
                                                            [MOVER_WRONG_DUP] = CHECK_AXI_DUP};

/* ---- places --------------------------------------------------------------------------------- */

#define BEYOND (UINT64_C(1) << 40) /* where nothing is served */

uint64_t mover_canonical(const struct mover_config *config, struct mover_place place) {
    const uint64_t mesh = (uint64_t)config->mesh_id << 36;
    switch (place.space) {
    case MOVER_DRAM:
        return mesh | place.offset;
    case MOVER_STAGING:
        return UINT64_C(1) << 39 | mesh | place.offset;
    case MOVER_REMOTE:
        return place.offset;
    case MOVER_NOWHERE:
        break;
    }
    return BEYOND | place.offset;
}

static uint64_t canonical(const struct mover_bench *b, uint64_t addr, bool write) {
    const struct mover_place place = mover_place_of(&b->config, addr, write);
    return place.space == MOVER_NOWHERE ? BEYOND | addr : mover_canonical(&b->config, place);
}

void mover_peek(const struct mover_bench *b, uint64_t addr, bool write, struct word *word) {
    sparse_mem_read(&b->contents, canonical(b, addr, write), word);
}

void mover_poke(struct mover_bench *b, uint64_t addr, const struct word *word) {
    const struct mover_place place = mover_place_of(&b->config, addr, false);
    sparse_mem_write(&b->contents, mover_canonical(&b->config, place), word, UINT32_MAX);
    mover_judge_foreign_write(b->judge, place, word);
    b->meddled = true;
}

static struct word read_place(void *context, struct mover_place place) {
    const struct mover_bench *b = context;
    struct word word;
    sparse_mem_read(&b->contents, mover_canonical(&b->config, place), &word);
    return word;
}

/* ---- drive ---------------------------------------------------------------------------------- */

static void drive_writes(struct mover_bench *b) {
    const struct mover_pins *p = &b->pins;
    struct mover_reg_write *w = &b->queue[b->head];
    bool now = b->used > 0 && !b->sim->in_reset && (w->any_time || !*p->busy);
    if (now && w->gap > 0) {
        w->gap--;
        now = false;
    }
    *p->cfg_en = now;
    if (now) {
        *p->cfg_addr = w->addr;
        *p->cfg_data = w->data;
        b->head = (b->head + 1) % MOVER_WRITES;
        b->used--;
    } else {
        static const uint8_t known[] = {0x00, 0x10, 0x18, 0x20};
        const uint64_t bits = rng_next(&b->idle);
        *p->cfg_addr = bits & 4 ? known[bits & 3] : (uint8_t)(bits >> 8);
        *p->cfg_data = rng_next(&b->idle);
    }
}

/* The register port of the bank is the mover's while mv_busy is high. */
static void drive_slot(struct mover_bench *b) {
    b->slot.owned = *b->pins.busy;
    slot_stub_drive(&b->slot);
}

static void drive(void *bench) {
    struct mover_bench *b = bench;
    *b->pins.resetn = !b->sim->in_reset;
    if (b->refill && !b->sim->in_reset) {
        b->refill(b);
    }
    drive_writes(b);
    axi_mem_drive(&b->memory);
    drive_slot(b);
    while (b->slot.owned && !*b->pins.req) {
        sim_settle(b->sim);
        if (!slot_stub_answer(&b->slot)) {
            break;
        }
    }
}

/* ---- sample: what the mover shows and does -------------------------------------------------- */

static void report(struct mover_bench *b, const char *where, const struct mover_verdict *v,
                   const struct word *actual) {
    struct failure *f = sim_fail(b->sim, check_of[v->finding], where, "%s", v->what);
    if (!f) {
        return;
    }
    snprintf(f->request, sizeof f->request,
             "move %llu: mode %u, GO in cycle %llu, source 0x%010llx, destination 0x%010llx",
             (unsigned long long)b->moves, b->regs.mode, (unsigned long long)b->went,
             (unsigned long long)b->regs.walker[0].base,
             (unsigned long long)b->regs.walker[1].base);
    if (v->has_expected && actual) {
        failure_word(f, "data", &v->expected, actual);
    }
}

static void note_status(struct mover_bench *b, const struct mover_status *now) {
    uint32_t text[8] = {0};
    snprintf((char *)text, sizeof text, "busy %u fault %u done %u", now->busy, now->fault,
             now->done);
    sim_event(b->sim, EVENT_NOTE, "mv", 0, 0, text, 8);
}

/* The destination as a whole, where nothing else could have written it or changed the source. */
struct image {
    struct mover_plan plan;
    struct sparse_mem words;
};

static void widen(uint64_t range[2], uint64_t addr) {
    range[0] = addr < range[0] ? addr : range[0];
    range[1] = addr > range[1] ? addr : range[1];
}

static bool disjoint(const struct mover_bench *b, const struct mover_plan *plan) {
    uint64_t read[2] = {UINT64_MAX, 0}, written[2] = {UINT64_MAX, 0};
    for (size_t i = 0; i < plan->read_count; i++) {
        widen(read, mover_canonical(&b->config, plan->reads[i].place));
    }
    for (size_t i = 0; i < plan->write_count; i++) {
        widen(written, mover_canonical(&b->config, plan->writes[i].place));
    }
    return read[0] > written[1] || written[0] > read[1];
}

static void compare_words(struct mover_bench *b, struct image *image) {
    const struct mover_plan *plan = &image->plan;
    struct word expected, actual;
    for (size_t i = 0; i < plan->write_count; i++) {
        if (mover_plan_value(&b->config, plan, i, read_place, b, &expected)) {
            sparse_mem_write(&image->words, mover_canonical(&b->config, plan->writes[i].place),
                             &expected, UINT32_MAX);
        }
    }
    for (size_t i = 0; i < plan->write_count; i++) {
        const uint64_t at = mover_canonical(&b->config, plan->writes[i].place);
        if (plan->writes[i].skipped) {
            continue;
        }
        sim_evaluated(b->sim, CHECK_MV_DATA);
        sparse_mem_read(&image->words, at, &expected);
        sparse_mem_read(&b->contents, at, &actual);
        if (!word_equal(&expected, &actual)) {
            failure_word(sim_fail(b->sim, CHECK_MV_DATA, "memory",
                                  "when mv_busy falls the memory at 0x%010llx is not as moved",
                                  (unsigned long long)at),
                         "word", &expected, &actual);
            return;
        }
    }
    b->images++;
}

static void compare_image(struct mover_bench *b) {
    struct image image;
    if (b->meddled ||
        mover_plan_make(&b->config, &b->regs, MOVER_JUDGED_WORDS, &image.plan) != MOVER_PLAN_MADE) {
        return;
    }
    if (image.plan.beats <= BANK_BEATS_MAX && disjoint(b, &image.plan)) {
        sparse_mem_init(&image.words, SPARSE_ZEROS, 0);
        compare_words(b, &image);
        sparse_mem_free(&image.words);
    }
    mover_plan_free(&image.plan);
}

static void completed(struct mover_bench *b, const struct mover_status *now) {
    b->moves++;
    b->fault = now->fault;
    b->faults[now->fault & 15]++;
    b->ended = b->sim->cycle;
    if (sim_counts_bins(b->sim)) {
        mover_cover_move(b, now->fault);
    }
    if (now->fault == MOVER_CODE_NONE) {
        compare_image(b);
    }
}

static void sample_status(struct mover_bench *b) {
    const struct mover_pins *p = &b->pins;
    const struct mover_status now = {.busy = *p->busy,
                                     .fault = *p->fault,
                                     .done = *p->done,
                                     .granted = *p->gnt,
                                     .bank_fault = *p->slot_fault};
    const uint64_t before = mover_judge_stats(b->judge)->moves;
    const bool moving = mover_judge_owed(b->judge).moving;
    struct mover_verdict v;
    if (!mover_judge_status(b->judge, &now, b->sim->cycle, &v)) {
        report(b, "mv_status", &v, NULL);
    }
    if (b->sim->cycle == b->went + 1 && moving) {
        note_status(b, &now);
    }
    if (mover_judge_stats(b->judge)->moves != before) {
        note_status(b, &now);
        completed(b, &now);
    }
}

static void sample_offer(struct mover_bench *b) {
    const bool valid = *b->pins.axi.ar.valid;
    if (valid && !b->ar_held) {
        b->offered = b->sim->cycle;
    }
    b->ar_held = valid && !*b->pins.axi.ar.ready;
}

static void meter(struct mover_meter *m, bool transfers, uint64_t cycle) {
    if (transfers) {
        m->first = m->words++ == 0 ? cycle : m->first;
        m->last = cycle;
    }
}

static void sample_meters(struct mover_bench *b) {
    const struct axi_pins *a = &b->pins.axi;
    meter(&b->reads, *a->r.valid && *a->r.ready, b->sim->cycle);
    meter(&b->writes, *a->w.valid && *a->w.ready, b->sim->cycle);
}

static void sample_issues(struct mover_bench *b) {
    const struct axi_events *ev = &b->axi;
    struct mover_verdict v;
    if (ev->read_issue.valid &&
        !mover_judge_read_issue(b->judge, mover_place_of(&b->config, ev->read_issue.addr, false),
                                ev->read_issue.beats, b->offered, &v)) {
        report(b, "m_ar", &v, NULL);
    }
    if (ev->write_issue.valid && !mover_judge_write_issue(b->judge, ev->write_issue.beats, &v)) {
        report(b, "m_aw", &v, NULL);
    }
    for (unsigned i = 0; i < ev->write_beats; i++) {
        const struct axi_write_beat *beat = &ev->write_beat[i];
        struct word data;
        memcpy(data.w, beat->data, sizeof data.w);
        if (!mover_judge_write_beat(b->judge, mover_place_of(&b->config, beat->addr, true), &data,
                                    beat->strb, &v)) {
            report(b, "m_w", &v, &data);
        }
    }
}

static void sample_slot_side(struct mover_bench *b) {
    struct mover_verdict v;
    if (*b->pins.busy) {
        mover_judge_geometry_read(b->judge, *b->pins.xcfg_id, *b->pins.xcfg_addr, b->sim->cycle);
    }
    if (*b->pins.start && !mover_judge_slot_start(b->judge, b->sim->cycle, &v)) {
        report(b, "slot", &v, NULL);
    }
}

/* ---- sample: what it is answered ------------------------------------------------------------ */

static bool is_error(uint8_t resp) {
    return resp >= 2;
}

static void sample_answers(struct mover_bench *b) {
    const struct axi_events *ev = &b->axi;
    const uint64_t now = b->sim->cycle;
    if (ev->read_beat.valid) {
        mover_judge_read_beat(b->judge, mover_place_of(&b->config, ev->read_beat.addr, false),
                              is_error(ev->read_beat.resp), now);
    }
    if (ev->write_response.valid) {
        mover_judge_write_response(b->judge, is_error(ev->write_response.resp), now);
    }
    if (*b->pins.slot_done) {
        mover_judge_slot_done(b->judge);
    }
}

static void sample_config(struct mover_bench *b) {
    const struct mover_pins *p = &b->pins;
    if (!*p->cfg_en) {
        return;
    }
    sim_event(b->sim, EVENT_CONFIG, "mv_cfg", *p->cfg_addr, *p->cfg_data, NULL, 0);
    if (*p->busy) {
        b->ignored_writes++;
    } else if (mover_regs_write(&b->regs, *p->cfg_addr, *p->cfg_data)) {
        b->went = b->sim->cycle;
        b->meddled = false;
    }
    mover_judge_config(b->judge, *p->cfg_addr, *p->cfg_data, b->sim->cycle);
}

/* ---- the watchdog --------------------------------------------------------------------------- */

static bool any_transfer(const struct mover_bench *b) {
    return b->axi.any || *b->pins.start || *b->pins.beat_valid || *b->pins.slot_done;
}

/* Something outside keeps the mover from going on. */
static bool held_outside(const struct mover_bench *b) {
    const struct axi_pins *a = &b->pins.axi;
    const struct mover_owed owed = mover_judge_owed(b->judge);
    return (*a->ar.valid && !*a->ar.ready) || (*a->aw.valid && !*a->aw.ready) ||
           (*a->w.valid && !*a->w.ready) || (owed.read_beats > 0 && !*a->r.valid) ||
           (owed.responses > 0 && !*a->b.valid && axi_check_writes_unfilled(&b->axi_check) == 0) ||
           slot_stub_holds(&b->slot);
}

static bool withholds(const struct mover_bench *b) {
    const struct axi_mem_knobs *k = &b->memory.knobs;
    return k->ar.withheld || k->r.withheld || k->aw.withheld || k->w.withheld || k->b.withheld ||
           b->slot.knobs.grant_withheld || b->slot.knobs.done_withheld;
}

/* Cycles since anything moved count as the mover's while nothing outside holds it, and as the
 * surroundings' while nothing is withheld for good. What is withheld twice as long stands still. */
static bool stands_still(struct mover_bench *b, const struct mover_owed *owed) {
    /* Elements nothing is written for are walked without a transfer. */
    const unsigned own = MOVER_STALL_BOUND + (unsigned)owed->writes_left;
    const unsigned all =
        own + axi_mem_injected(&b->memory.knobs) + slot_stub_injected(&b->slot.knobs);
    b->idle_own += !held_outside(b);
    b->idle_all += !withholds(b);
    b->idle_any++;
    return b->idle_own > own || b->idle_all > all || b->idle_any > 2 * all;
}

static void watchdog(struct mover_bench *b) {
    const struct mover_owed owed = mover_judge_owed(b->judge);
    const bool moved = any_transfer(b);
    mover_stall_note(b, moved);
    if (!owed.moving || moved) {
        b->idle_own = b->idle_all = b->idle_any = 0;
        return;
    }
    sim_evaluated(b->sim, CHECK_SIM_STALL);
    if (!stands_still(b, &owed)) {
        return;
    }
    struct failure *f = sim_fail(b->sim, CHECK_SIM_STALL, "mover",
                                 "a move is under way and nothing moved for %u cycles, nothing "
                                 "outside held it in %u of them",
                                 b->idle_any, b->idle_own);
    failure_missing_since(f, b->sim->cycle - b->idle_any);
    if (f) {
        mover_stall_report(b, f);
    }
    b->idle_own = b->idle_all = b->idle_any = 0;
}

/* ---- sample --------------------------------------------------------------------------------- */

static void sample_in_reset(struct mover_bench *b) {
    if (b->sim->reset_cycles == 1 && sim_counts_bins(b->sim)) {
        mover_cover_reset(b);
    }
    mover_judge_reset(b->judge);
    b->regs = (struct mover_regs){0};
    b->ar_held = false;
    b->idle_own = b->idle_all = b->idle_any = 0;
    axi_check_sample(&b->axi_check, &b->axi);
}

static void sample_checks(struct mover_bench *b) {
    axi_check_sample(&b->axi_check, &b->axi);
    sample_status(b);
    sample_offer(b);
    sample_meters(b);
    sample_issues(b);
    sample_slot_side(b);
    sample_answers(b);
    watchdog(b);
    display_check_sample(&b->display, mover_judge_stats(b->judge)->messages);
    if (sim_counts_bins(b->sim)) {
        mover_cover_cycle(b);
    }
    sample_config(b);
}

static void sample(void *bench) {
    struct mover_bench *b = bench;
    if (b->sim->in_reset) {
        sample_in_reset(b);
    } else {
        sample_checks(b);
    }
    b->ar_addr = canonical(b, *b->pins.axi.ar.addr, false);
    b->aw_addr = canonical(b, *b->pins.axi.aw.addr, true);
    slot_stub_sample(&b->slot);
    axi_mem_sample(&b->memory);
}

/* ---- construction --------------------------------------------------------------------------- */

static void release_judge(void *judge) {
    mover_judge_free(judge);
}

static uint32_t geometry_of(void *slot, unsigned id) {
    return slot_stub_geometry(slot, id);
}

static void make_judge(struct mover_bench *b) {
    b->judge = mover_judge_new(&b->config, read_place, b, MOVER_JUDGED_WORDS);
    if (!b->judge) {
        fprintf(stderr, "cosim: out of memory\n");
        exit(2);
    }
    sim_own(b->sim, b->judge, release_judge);
}

static void make_memory(struct mover_bench *b) {
    static const struct axi_names names = AXI_NAMES("m_");
    struct axi_pins pins = b->pins.axi;
    pins.ar.addr = &b->ar_addr;
    pins.aw.addr = &b->aw_addr;
    sparse_mem_init(&b->contents, SPARSE_TAGGED, b->sim->options->seed);
    sim_own(b->sim, &b->contents, sparse_mem_free);
    axi_mem_init(&b->memory, b->sim, &names, &pins, 1, &b->contents);
    b->memory.accept = BEYOND - 1;
    b->memory.rubbish_with_errors = true;
}

static void make_slot(struct mover_bench *b, const struct bank_desc *bank) {
    const struct mover_pins *p = &b->pins;
    struct slot_stub_pins pins = {.req = p->req,
                                  .start = p->start,
                                  .id = p->id,
                                  .mode = p->mode,
                                  .beat_valid = p->beat_valid,
                                  .beat = p->beat,
                                  .gnt = p->gnt,
                                  .done = p->slot_done,
                                  .fault = p->slot_fault,
                                  .cfg_id = p->xcfg_id,
                                  .cfg_addr = p->xcfg_addr,
                                  .cfg_rdata = p->xcfg_rdata};
    memcpy(pins.word, p->word, sizeof pins.word);
    slot_stub_init(&b->slot, b->sim, &pins, b->type->mover.xid_w);
    slot_stub_bank(&b->slot, bank, true);
}

static unsigned gauges(void *bench, struct gauge out[GAUGES_MAX]) {
    const struct mover_bench *b = bench;
    const struct mover_owed owed = mover_judge_owed(b->judge);
    out[0] = (struct gauge){"words left", (uint32_t)owed.writes_left, 0};
    out[1] = (struct gauge){"read beats owed", (uint32_t)owed.read_beats, 0};
    out[2] = (struct gauge){"write responses owed", (uint32_t)owed.responses, 0};
    out[3] = (struct gauge){"reads at memory", axi_check_reads(&b->axi_check), 0};
    out[4] = (struct gauge){"writes at memory", axi_check_writes(&b->axi_check), 0};
    return 5;
}

struct mover_bench *mover_bench_new(struct sim *s, const struct dut_type *type,
                                    const struct bank_desc *bank) {
    static const struct bench_hooks hooks = {
        .drive = drive, .sample = sample, .probe = mover_probe, .gauges = gauges};
    const struct mover_params *p = &type->mover;
    struct mover_bench *b = sim_alloc(s, sizeof *b);
    b->sim = s;
    b->type = type;
    sim_attach(s, type, &hooks, b);
    b->pins = s->dut->pins.mover;
    b->config = (struct mover_config){.mesh_id = (uint8_t)p->mesh_id,
                                      .ilink = p->ilink != 0,
                                      .stage = p->stage,
                                      .xid_w = p->xid_w,
                                      .xmode_w = p->xmode_w,
                                      .seed_rules = s->options->seed_rules,
                                      .bank = bank,
                                      .geometry = geometry_of,
                                      .context = &b->slot};
    make_memory(b);
    make_slot(b, bank);
    make_judge(b);
    axi_check_init(&b->axi_check, s, channel_names, &b->pins.axi);
    display_check_init(&b->display, s, "MOVER_BUSY");
    rng_init(&b->idle, s->options->idle_seed, s->test, "mv_cfg.idle");
    sim_rng(s, &b->gap, "mv_cfg.gap");
    sim_rng(s, &b->probe, "probe");
    sim_reset(s, RESET_CYCLES);
    return b;
}

/* ---- the end --------------------------------------------------------------------------------- */

void mover_finish(struct mover_bench *b) {
    struct sim *s = b->sim;
    mover_settle(b);
    sim_cycles(s, SETTLE_CYCLES);
    sim_evaluated(s, CHECK_SIM_END);
    if (mover_working(b) || !axi_check_idle(&b->axi_check) || !slot_stub_idle(&b->slot)) {
        sim_fail(s, CHECK_SIM_END, "mover", "work is left at the end");
    }
    display_check_end(&b->display, mover_judge_stats(b->judge)->messages);
    const struct mover_judge_stats *stats = mover_judge_stats(b->judge);
    for (unsigned i = 0; i < MOVER_FINDING_COUNT; i++) {
        if (check_of[i] != CHECK_NONE) {
            s->seen.evaluations[check_of[i]] += stats->evaluations[i];
        }
    }
    s->seen.words += stats->words;
    sim_cycle(s); /* reports what was just found */
}
