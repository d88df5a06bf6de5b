#include "bench/slot_core.h"

#include "bench/bank_card.h"

#include <stdio.h>

static void release_vectors(void *vectors) {
    vectors_free(vectors);
}

/* What random writes may reach of the occupants. */
static void give_registers(struct slot_core *core) {
    for (unsigned id = 1; core->desc && id <= core->desc->occupants; id++) {
        const struct occupant *o = &core->desc->occupant[id - 1];
        for (unsigned i = 0; i < o->offset_count; i++) {
            config_driver_own(&core->config, id, o->offsets[i]);
        }
    }
}

void slot_core_init(struct slot_core *core, struct sim *s, const char *where,
                    const struct bank_pins *bank, const struct config_pins *config) {
    core->sim = s;
    core->desc = s->dut->type->bank_desc;
    core->shapes.ids = 1u << s->dut->type->xform.id_w;
    core->shapes.may_overlap = (s->options->without & WITHOUT_DEPTH2) == 0;
    sim_rng(s, &core->rng, "settings");
    config_driver_init(&core->config, s, config, s->dut->type->xform.id_w);
    core->config.clear_any_time = !s->options->seed_rules;
    core->config.write_undefined = core->desc != NULL;
    give_registers(core);
    bank_check_init(&core->check, s, where, &core->shapes);
    bank_spy_init(&core->spy, s, "bank", bank, &core->shapes);
    if (vectors_load(&core->vectors, SLOT_VECTORS, core->vectors_error)) {
        sim_own(s, &core->vectors, release_vectors);
    }
}

/* ---- what the bank is ----------------------------------------------------------------------- */

static void state_from_model(struct slot_core *core) {
    bank_model_init(&core->check.model, core->desc);
    for (unsigned id = 0; id < core->shapes.ids; id++) {
        core->stated[id] = bank_model_geometry(&core->check.model, id);
    }
}

static void state_from_registers(struct slot_core *core) {
    struct sim *s = core->sim;
    for (unsigned id = 0; id < core->shapes.ids; id++) {
        const uint32_t shape = config_read(&core->config, s, id, BANK_REG_GEOMETRY);
        const uint32_t depth = config_read(&core->config, s, id, BANK_REG_DEPTH);
        sim_evaluated(s, CHECK_XF_REG);
        if (!bank_geometry_decode(id, shape, depth, &core->stated[id])) {
            sim_fail(s, CHECK_XF_REG, "bank",
                     "id %u states no possible shape: 0x04 reads 0x%08x, 0xFC reads 0x%08x", id,
                     shape, depth);
        }
    }
    bank_model_init_foreign(&core->check.model, core->stated, core->shapes.ids);
}

/* Puts the bank's name into reports; a model and registers that differ judge nothing. */
static void introduce(struct slot_core *core) {
    struct sim *s = core->sim;
    struct bank_card card;
    char modelled[64], read[64];
    bank_card_read(s->dut, &card);
    bank_card_text(&card, s->failure.bank, sizeof s->failure.bank);
    if (core->desc == NULL) {
        return;
    }
    sim_evaluated(s, CHECK_XF_REG);
    const int id = bank_card_disagrees(&card, !s->options->seed_rules);
    if (id < 0) {
        return;
    }
    bank_shape_text(&core->stated[id], modelled, sizeof modelled);
    bank_shape_text(&card.of[id], read, sizeof read);
    struct failure *f = sim_fail(s, CHECK_XF_REG, "bank",
                                 "id %d: the model says %s; registers 0x04 and 0xFC read 0x%08x "
                                 "and 0x%08x: %s",
                                 id, modelled, card.shape[id], card.depth[id],
                                 card.possible[id] ? read : "no possible shape");
    if (f) {
        snprintf(f->hint, sizeof f->hint, "change the RTL or its model.c until both say the same");
    }
}

/* The seeds know neither DEPTH nor abandoning. */
static void apply_rules(struct slot_core *core) {
    const struct run_options *o = core->sim->options;
    bool declares = false;
    for (unsigned id = 0; id < core->shapes.ids; id++) {
        struct bank_geometry *shape = &core->shapes.of[id];
        *shape = core->stated[id];
        if (o->seed_rules) {
            shape->depth = 1;
            shape->declares_depth = false;
        }
        declares |= shape->declares_depth;
    }
    core->shapes.may_abandon = declares && !(o->without & WITHOUT_ABANDON);
}

void slot_core_learn(struct slot_core *core) {
    if (core->desc) {
        state_from_model(core);
    } else {
        state_from_registers(core);
    }
    introduce(core);
    apply_rules(core);
    bank_spy_init(&core->spy, core->sim, core->spy.where, core->spy.pins, &core->shapes);
    core->known = true;
}

bool slot_core_predicts(const struct slot_core *core) {
    return core->desc != NULL;
}

/* ---- every cycle ---------------------------------------------------------------------------- */

void slot_core_sample(struct slot_core *core, const struct slot_cycle *now) {
    config_driver_sample(&core->config);
    if (core->known) {
        bank_check_sample(&core->check, now);
        bank_spy_sample(&core->spy);
    }
}

void slot_core_probe_vary(struct slot_core *core) {
    const uint64_t bits = rng_next(&core->config.idle);
    static const uint8_t known[] = {BANK_REG_FAULT, BANK_REG_GEOMETRY, BANK_REG_DEPTH,
                                    BANK_REG_GEOMETRY};
    *core->config.pins.en = bits & 1;
    *core->config.pins.id = (uint8_t)(bits >> 8) & core->config.id_mask;
    *core->config.pins.addr = bits & 2 ? known[(bits >> 2) & 3] : (uint8_t)(bits >> 16);
    *core->config.pins.data = (uint32_t)(bits >> 24);
    if (core->config.own_count > 0 && bits >> 62 == 0) {
        const unsigned own = (unsigned)(bits >> 32) % core->config.own_count;
        *core->config.pins.id = core->config.own[own].id;
        *core->config.pins.addr = core->config.own[own].addr;
    }
}

void slot_core_probe_judge(struct slot_core *core, uint8_t fault) {
    const struct config_pins *pins = &core->config.pins;
    if (core->known) {
        bank_check_register(&core->check, *pins->id, *pins->addr, fault, *pins->rdata);
    }
}

unsigned slot_core_gauges(const struct slot_core *core, struct gauge out[GAUGES_MAX]) {
    const struct bank_model *m = &core->check.model;
    out[0] = (struct gauge){"entries owed", core->known ? bank_model_pending(m) : 0, 2};
    out[1] = (struct gauge){"beats wanted", core->known ? bank_model_beats_wanted(m) : 0,
                            BANK_BEATS_MAX};
    return 2;
}

/* ---- runs ----------------------------------------------------------------------------------- */

bool planned_next(void *context, struct entry_plan *plan) {
    struct planned *list = context;
    if (list->at == list->count) {
        return false;
    }
    *plan = list->plan[list->at++];
    return true;
}

void slot_core_settle(struct slot_core *core) {
    while (!core->idle(core)) {
        sim_cycle(core->sim);
    }
}

void slot_core_run(struct slot_core *core, unsigned who, entry_next *next, void *context) {
    core->ask(core, who, next, context);
    slot_core_settle(core);
}

void slot_core_run_plans(struct slot_core *core, unsigned who, const struct entry_plan *plans,
                         unsigned count) {
    struct planned list = {plans, count, 0};
    slot_core_run(core, who, planned_next, &list);
}

uint64_t slot_core_random_cycles(const struct slot_core *core, uint64_t usual) {
    return core->sim->options->cycles ? core->sim->options->cycles : usual;
}

uint64_t slot_core_piece(struct slot_core *core, uint64_t left) {
    static const unsigned writes[] = {0, 2, 20, 200};
    const uint64_t piece = rng_range(&core->rng, 200, 4000);
    core->config.write_permille = writes[rng_below(&core->rng, 4)];
    if (sim_without(core->sim, WITHOUT_REGISTERS)) {
        core->config.write_permille = 0;
    }
    return piece < left ? piece : left;
}

void slot_core_maybe_reset(struct slot_core *core) {
    if (!rng_chance(&core->rng, 400) || sim_without(core->sim, WITHOUT_MID_RESET)) {
        return;
    }
    static const unsigned longest[] = {1, 1, 2, 5, 40};
    sim_reset(core->sim, rng_range(&core->rng, 1, longest[rng_below(&core->rng, 5)]));
}

void slot_core_end(struct slot_core *core) {
    sim_evaluated(core->sim, CHECK_SIM_END);
    if (!bank_check_idle(&core->check)) {
        sim_fail(core->sim, CHECK_SIM_END, core->check.where,
                 "the scenario ends with %u entries that are owed a done",
                 bank_model_pending(&core->check.model));
    }
}
