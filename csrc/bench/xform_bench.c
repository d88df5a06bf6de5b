#include "bench/xform_bench.h"

#include "check/slot_stall.h"
#include "dut/packed_pin.h"

#include <stddef.h>

enum {
    STALL_BOUND = 2000 + 500, /* the catalogue's bound and the longest pause of a random stimulus */
    SETTLE_CYCLES = 8         /* for messages about the last cycles */
};

/* ---- a cycle -------------------------------------------------------------------------------- */

static void drive(void *bench) {
    struct xform_bench *b = bench;
    *b->driver.pins->rst = b->core.sim->in_reset;
    slot_driver_drive(&b->driver);
    config_driver_drive(&b->core.config, b->core.sim, slot_driver_ungranted(&b->driver));
}

static void fill_presented(const struct xform_bench *b, unsigned who, struct presented *p) {
    const struct xform_pins *pins = b->driver.pins;
    p->cycle = b->core.sim->cycle;
    p->who = who;
    p->start = *pins->start >> who & 1;
    p->beat_valid = *pins->beat_valid >> who & 1;
    p->id = (uint8_t)packed_get(&pins->id, who, b->driver.params.id_w);
    p->mode = (uint8_t)packed_get(&pins->mode, who, b->driver.params.mode_w);
    memcpy(p->beat, pins->beat + 8 * who, sizeof p->beat);
}

static void sample_stage(struct xform_bench *b, unsigned gnt) {
    const struct xform_pins *pins = b->driver.pins;
    const unsigned active = *pins->start | *pins->beat_valid;
    struct presented p;
    display_check_sample(&b->display, b->stage.drops);
    if (b->core.sim->in_reset) {
        stage_check_reset(&b->stage);
        return;
    }
    for (unsigned lost = active & ~gnt; lost; lost &= lost - 1) {
        fill_presented(b, (unsigned)__builtin_ctz(lost), &p);
        stage_check_dropped(&b->stage, &p);
    }
    if (!(active & gnt)) {
        stage_check_bank(&b->stage, NULL);
        return;
    }
    fill_presented(b, (unsigned)__builtin_ctz(active & gnt), &p);
    stage_check_bank(&b->stage, &p);
    stage_check_granted(&b->stage, &p);
}

static void watchdog(struct xform_bench *b, const struct slot_cycle *now) {
    struct sim *s = b->core.sim;
    if (now->start || now->beat_valid || now->done || s->in_reset || slot_driver_idle(&b->driver)) {
        b->active = s->cycle;
    } else if (s->cycle - b->active > STALL_BOUND + s->options->done_bound) {
        struct failure *f = sim_fail(s, CHECK_SIM_STALL, "slot",
                                     "a run is under way and nothing moved for %u cycles",
                                     STALL_BOUND + s->options->done_bound);
        failure_missing_since(f, b->active);
        stall_explain(&b->grant.explainer, f);
        b->active = s->cycle;
    }
}

static void sample(void *bench) {
    struct xform_bench *b = bench;
    const unsigned gnt = *b->driver.pins->gnt;
    const struct slot_cycle now = slot_cycle_of_slot(b->driver.pins, &b->driver.params);
    grant_check_sample(&b->grant, slot_driver_presenting(&b->driver));
    sample_stage(b, gnt);
    slot_core_sample(&b->core, &now);
    slot_driver_sample(&b->driver);
    watchdog(b, &now);
}

/* ---- the probe ------------------------------------------------------------------------------ */

/* The pins a probe varies, as they were. */
struct saved_pins {
    uint8_t start, beat_valid, cfg_en, cfg_id, cfg_addr;
    uint64_t id, mode;
    uint32_t cfg_data;
    uint32_t beat[8 * SLOT_REQUESTERS_MAX];
};

static void save_pins(const struct xform_pins *p, struct saved_pins *saved, size_t beat_bytes) {
    saved->start = *p->start;
    saved->beat_valid = *p->beat_valid;
    saved->cfg_en = *p->cfg_en;
    saved->cfg_id = *p->cfg_id;
    saved->cfg_addr = *p->cfg_addr;
    saved->cfg_data = *p->cfg_data;
    memcpy(&saved->id, p->id.storage, p->id.bytes);
    memcpy(&saved->mode, p->mode.storage, p->mode.bytes);
    memcpy(saved->beat, p->beat, beat_bytes);
}

static void restore_pins(const struct xform_pins *p, const struct saved_pins *saved,
                         size_t beat_bytes) {
    *p->start = saved->start;
    *p->beat_valid = saved->beat_valid;
    *p->cfg_en = saved->cfg_en;
    *p->cfg_id = saved->cfg_id;
    *p->cfg_addr = saved->cfg_addr;
    *p->cfg_data = saved->cfg_data;
    memcpy(p->id.storage, &saved->id, p->id.bytes);
    memcpy(p->mode.storage, &saved->mode, p->mode.bytes);
    memcpy(p->beat, saved->beat, beat_bytes);
}

static uint64_t low_bits(uint64_t value, unsigned width) {
    return width >= 64 ? value : value & ((UINT64_C(1) << width) - 1);
}

static void vary_streams(struct xform_bench *b) {
    const struct xform_pins *p = b->driver.pins;
    const struct xform_params *params = &b->driver.params;
    struct rng *rng = &b->core.config.idle;
    *p->start ^= (uint8_t)low_bits(rng_next(rng), params->nreq);
    *p->beat_valid ^= (uint8_t)low_bits(rng_next(rng), params->nreq);
    packed_put(&p->id, low_bits(rng_next(rng), params->nreq * params->id_w));
    packed_put(&p->mode, low_bits(rng_next(rng), params->nreq * params->mode_w));
    rng_fill(rng, p->beat, 8 * params->nreq);
}

static void probe(void *bench) {
    struct xform_bench *b = bench;
    const struct xform_pins *p = b->driver.pins;
    const size_t beat_bytes = 32u * b->driver.params.nreq;
    struct saved_pins saved;
    struct stage_view view;
    save_pins(p, &saved, beat_bytes);
    stage_view_take(&b->stage, &view);
    vary_streams(b);
    slot_core_probe_vary(&b->core);
    sim_settle(b->core.sim);
    stage_view_judge(&b->stage, &view);
    slot_core_probe_judge(&b->core, *p->fault);
    restore_pins(p, &saved, beat_bytes);
    sim_settle(b->core.sim);
}

/* ---- steering ------------------------------------------------------------------------------- */

static void ask(struct slot_core *core, unsigned who, entry_next *next, void *context) {
    struct xform_bench *b = (struct xform_bench *)core;
    slot_driver_ask(&b->driver, who, next, context);
}

static bool idle(const struct slot_core *core) {
    return slot_driver_idle(&((const struct xform_bench *)core)->driver);
}

/* A request is waiting from its rise until its grant. */
static unsigned gauges(void *bench, struct gauge out[GAUGES_MAX]) {
    const struct xform_bench *b = bench;
    const struct grant_check *g = &b->grant;
    unsigned count = slot_core_gauges(&b->core, out), waiting = 0;
    uint64_t longest = 0;
    for (unsigned who = 0; who < g->nreq; who++) {
        const uint64_t wait = g->waits[who] ? b->core.sim->cycle - g->since[who] : 0;
        waiting += g->waits[who];
        longest = wait > longest ? wait : longest;
    }
    out[count++] = (struct gauge){"requesters waiting", waiting, g->nreq};
    out[count++] = (struct gauge){"longest wait", (uint32_t)longest, 0};
    return count;
}

static void explain(const void *bench, struct stall_chain *chain) {
    const struct xform_bench *b = bench;
    const struct slot_stall stall = {.bank = &b->core.check, .grant = &b->grant};
    slot_stall_explain(&stall, chain);
}

struct xform_bench *xform_bench_new(struct sim *s, const struct dut_type *type) {
    static const struct bench_hooks hooks = {
        .drive = drive, .sample = sample, .probe = probe, .gauges = gauges};
    struct xform_bench *b = sim_alloc(s, sizeof *b);
    sim_attach(s, type, &hooks, b);
    const struct xform_pins *pins = &s->dut->pins.xform;
    const struct config_pins config = {pins->cfg_en, pins->cfg_id, pins->cfg_addr, pins->cfg_data,
                                       pins->cfg_rdata};
    slot_core_init(&b->core, s, "slot", &pins->bank, &config);
    b->core.ask = ask;
    b->core.idle = idle;
    slot_driver_init(&b->driver, s, &b->core.shapes, &b->core.vectors);
    grant_check_init(&b->grant, s);
    b->grant.explainer = b->core.check.explainer = (struct stall_explainer){explain, b};
    stage_check_init(&b->stage, s, &pins->bank);
    display_check_init(&b->display, s, "UNGRANTED_BEAT");
    sim_reset(s, 2);
    slot_core_learn(&b->core);
    slot_driver_learn(&b->driver);
    return b;
}

void xform_bench_drain(struct xform_bench *b) {
    slot_driver_stop(&b->driver);
    slot_core_settle(&b->core);
}

void xform_bench_random(struct xform_bench *b, uint64_t cycles) {
    struct sim *s = b->core.sim;
    const uint64_t end = s->cycle + cycles;
    for (unsigned epoch = s->seen.epochs; s->cycle < end && sim_epoch(s, &epoch); epoch++) {
        sim_epoch_rng(s, &b->core.rng, "settings", epoch);
        slot_driver_randomise(&b->driver, &b->core.rng);
        sim_cycles(s, slot_core_piece(&b->core, end - s->cycle));
        slot_core_maybe_reset(&b->core);
    }
}

void xform_bench_finish(struct xform_bench *b) {
    b->core.config.write_permille = 0;
    xform_bench_drain(b);
    sim_cycles(b->core.sim, SETTLE_CYCLES);
    slot_core_end(&b->core);
    display_check_end(&b->display, b->stage.drops);
    sim_cycle(b->core.sim); /* reports what was just found */
}
