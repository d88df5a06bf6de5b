#include "bench/bank_bench.h"

#include "check/slot_stall.h"

enum { STALL_BOUND = 2000 + 500 }; /* the bound and the longest pause of a random stimulus */

static void drive(void *bench) {
    struct bank_bench *b = bench;
    *b->driver.pins->rst = b->core.sim->in_reset;
    bank_driver_drive(&b->driver);
    config_driver_drive(&b->core.config, b->core.sim, bank_driver_idle(&b->driver));
}

static void watchdog(struct bank_bench *b, const struct slot_cycle *now) {
    struct sim *s = b->core.sim;
    if (now->start || now->beat_valid || now->done || s->in_reset || bank_driver_idle(&b->driver)) {
        b->active = s->cycle;
    } else if (s->cycle - b->active > STALL_BOUND + s->options->done_bound) {
        struct failure *f = sim_fail(s, CHECK_SIM_STALL, "bank",
                                     "a run is under way and nothing moved for %u cycles",
                                     STALL_BOUND + s->options->done_bound);
        failure_missing_since(f, b->active);
        stall_explain(&b->core.check.explainer, f);
        b->active = s->cycle;
    }
}

static void sample(void *bench) {
    struct bank_bench *b = bench;
    const struct slot_cycle now = slot_cycle_of_bank(b->driver.pins);
    slot_core_sample(&b->core, &now);
    bank_driver_sample(&b->driver);
    watchdog(b, &now);
}

/* Only the register port: a bare bank may look at start and beats in their own cycle. */
static void probe(void *bench) {
    struct bank_bench *b = bench;
    const struct bank_pins *p = b->driver.pins;
    const uint8_t en = *p->cfg_en, id = *p->cfg_id, addr = *p->cfg_addr;
    const uint32_t data = *p->cfg_data;
    slot_core_probe_vary(&b->core);
    sim_settle(b->core.sim);
    slot_core_probe_judge(&b->core, *p->fault);
    *p->cfg_en = en;
    *p->cfg_id = id;
    *p->cfg_addr = addr;
    *p->cfg_data = data;
    sim_settle(b->core.sim);
}

static void ask(struct slot_core *core, unsigned who, entry_next *next, void *context) {
    struct bank_bench *b = (struct bank_bench *)core;
    (void)who;
    bank_driver_ask(&b->driver, next, context);
}

static bool idle(const struct slot_core *core) {
    return bank_driver_idle(&((const struct bank_bench *)core)->driver);
}

static unsigned gauges(void *bench, struct gauge out[GAUGES_MAX]) {
    return slot_core_gauges(&((const struct bank_bench *)bench)->core, out);
}

static void explain(const void *bench, struct stall_chain *chain) {
    const struct slot_stall stall = {.bank = &((const struct bank_bench *)bench)->core.check,
                                     .driver = "the driver"};
    slot_stall_explain(&stall, chain);
}

struct bank_bench *bank_bench_new(struct sim *s, const struct dut_type *type) {
    static const struct bench_hooks hooks = {
        .drive = drive, .sample = sample, .probe = probe, .gauges = gauges};
    struct bank_bench *b = sim_alloc(s, sizeof *b);
    sim_attach(s, type, &hooks, b);
    const struct bank_pins *pins = &s->dut->pins.bank;
    const struct config_pins config = {pins->cfg_en, pins->cfg_id, pins->cfg_addr, pins->cfg_data,
                                       pins->cfg_rdata};
    slot_core_init(&b->core, s, "bank", pins, &config);
    b->core.check.explainer = (struct stall_explainer){explain, b};
    b->core.ask = ask;
    b->core.idle = idle;
    bank_driver_init(&b->driver, s, &b->core.shapes, &b->core.vectors);
    sim_reset(s, 2);
    slot_core_learn(&b->core);
    bank_driver_learn(&b->driver);
    return b;
}

void bank_bench_drain(struct bank_bench *b) {
    bank_driver_stop(&b->driver);
    slot_core_settle(&b->core);
}

void bank_bench_random(struct bank_bench *b, uint64_t cycles) {
    struct sim *s = b->core.sim;
    const uint64_t end = s->cycle + cycles;
    for (unsigned epoch = s->seen.epochs; s->cycle < end && sim_epoch(s, &epoch); epoch++) {
        sim_epoch_rng(s, &b->core.rng, "settings", epoch);
        bank_driver_randomise(&b->driver, &b->core.rng);
        sim_cycles(s, slot_core_piece(&b->core, end - s->cycle));
        slot_core_maybe_reset(&b->core);
    }
}

void bank_bench_finish(struct bank_bench *b) {
    b->core.config.write_permille = 0;
    bank_bench_drain(b);
    slot_core_end(&b->core);
    sim_cycle(b->core.sim); /* reports what was just found */
}
