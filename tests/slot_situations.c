#include "slot_situations.h"

#include "bfm/entry_source.h"

#include <stdio.h>

enum { RATE_ENTRIES = 300, MIXED_ENTRIES = 400, PLANS = 16, EVENTS = 20 };

void plan_entry(struct slot_core *core, struct entry_plan *plan, unsigned id, unsigned mode) {
    memset(plan, 0, sizeof *plan);
    plan->id = (uint8_t)id;
    plan->mode = (uint8_t)(mode & ((1u << core->sim->dut->type->xform.mode_w) - 1));
    plan->beats = (uint8_t)core->shapes.of[id].in_beats;
    plan->overlap = true;
    for (unsigned b = 0; b < plan->beats; b++) {
        rng_fill(&core->rng, plan->beat[b].w, 8);
    }
}

unsigned unknown_id(const struct slot_core *core) {
    for (unsigned id = core->shapes.ids; id-- > 1;) {
        if (!core->shapes.of[id].known) {
            return id;
        }
    }
    return 0;
}

bool is_mxfp7(const struct slot_core *core) {
    return core->desc && strcmp(core->desc->name, "mxfp7") == 0;
}

static bool all_bypass(const struct slot_core *core) {
    return core->desc && core->desc->every_id_bypasses;
}

static void run_one(struct slot_core *core, unsigned id, unsigned mode) {
    struct entry_plan plan;
    plan_entry(core, &plan, id, mode);
    slot_core_run_plans(core, 0, &plan, 1);
}

/* ---- answers -------------------------------------------------------------------------------- */

void every_id_answers(struct slot_core *core) {
    uint64_t runs = 0;
    for (unsigned id = 0; id < core->shapes.ids; id++) {
        for (unsigned mode = 0; core->shapes.of[id].known && mode < 4; mode++, runs++) {
            run_one(core, id, mode);
        }
    }
    sim_expect_seen(core->sim, "entries answered", core->check.stats.dones, runs);
}

struct replay {
    struct slot_core *core;
    unsigned started, answered;
};

static bool next_vector(void *context, struct entry_plan *plan) {
    struct replay *r = context;
    if (r->started == r->core->vectors.count) {
        return false;
    }
    const struct vector *v = &r->core->vectors.at[r->started++];
    plan_entry(r->core, plan, 1, v->mode);
    memcpy(plan->beat, v->beat, sizeof v->beat);
    return true;
}

static void compare_vector(void *context, const struct bank_result *result, uint32_t *const *word) {
    struct replay *r = context;
    const struct vector *v = &r->core->vectors.at[r->answered++];
    (void)result;
    for (unsigned i = 0; i < MXFP7_WORDS; i++) {
        if (memcmp(v->word[i].w, word[i], sizeof v->word[i].w) != 0) {
            sim_fail(r->core->sim, CHECK_XF_DATA, "vectors",
                     "word%u differs from line %u of " SLOT_VECTORS, i, v->line);
        }
    }
}

void vectors_replay(struct slot_core *core) {
    struct replay replay = {core, 0, 0};
    if (!is_mxfp7(core)) {
        return;
    }
    if (core->vectors.count == 0) {
        sim_fail(core->sim, CHECK_SIM_END, "vectors", "%s", core->vectors_error);
    }
    core->check.answer = compare_vector;
    core->check.context = &replay;
    slot_core_run(core, 0, next_vector, &replay);
    core->check.answer = NULL;
    sim_expect_seen(core->sim, "vectors answered", replay.answered, 600);
}

void gap_at_every_position(struct slot_core *core) {
    static const uint16_t lengths[] = {1, 2, 7};
    uint64_t entries = 0;
    for (unsigned id = 0; id < core->shapes.ids; id++) {
        const unsigned beats = core->shapes.of[id].in_beats;
        if (!core->shapes.of[id].known || (id > 1 && beats == 4)) {
            continue;
        }
        for (unsigned length = 0; length < 3; length++) {
            for (unsigned at = 0; at <= beats; at++, entries += 4) {
                struct entry_plan plans[4]; /* smooth, again, then with gaps, another smooth one */
                plan_entry(core, &plans[0], id, at);
                plans[0].steady = true;
                plans[2] = plans[1] = plans[0];
                for (unsigned b = 0; b < beats; b++) {
                    /* Past the last position: a gap before every beat. */
                    plans[2].gap[b] = b == at || at == beats ? lengths[length] : 0;
                }
                plan_entry(core, &plans[3], id, at + 1);
                slot_core_run_plans(core, 0, plans, 4);
            }
        }
    }
    sim_expect_seen(core->sim, "entries answered", core->check.stats.dones, entries);
}

/* One entry among others: just as it was, with another mode, then with gaps, then with changing id and mode, then with
 * both. */
static unsigned repeat_one(struct slot_core *core, unsigned id, unsigned mode) {
    struct entry_plan plans[PLANS], again;
    plan_entry(core, &again, id, mode);
    for (unsigned i = 0; i < PLANS; i++) {
        plans[i] = again;
        plans[i].steady = i < 8;
        plans[i].gap[i % again.beats] = i >= 12 || i % 8 >= 6 ? 1 + i % 3 : 0;
        plans[i].overlap = i % 4 != 1;
    }
    plan_entry(core, &plans[1], (id + 1) % core->shapes.ids, ~mode);
    plans[3].mode = (uint8_t)(~again.mode & ((1u << core->sim->dut->type->xform.mode_w) - 1));
    plan_entry(core, &plans[5], 0, mode);
    plan_entry(core, &plans[9], unknown_id(core), mode);
    slot_core_run_plans(core, 0, plans, PLANS);
    return PLANS;
}

void an_entry_gives_the_same_words_again(struct slot_core *core) {
    uint64_t entries = 0;
    for (unsigned id = 0; id < core->shapes.ids; id++) {
        if (core->shapes.of[id].known && (id < 2 || !all_bypass(core))) {
            entries += repeat_one(core, id, 0);
            entries += repeat_one(core, id, UINT8_MAX);
        }
    }
    sim_expect_seen(core->sim, "entries answered", core->check.stats.dones, entries);
}

void words_stay_until_the_next_entry(struct slot_core *core) {
    for (unsigned id = 0; id < core->shapes.ids; id++) {
        if (core->shapes.of[id].known) {
            run_one(core, id, id);
            sim_cycles(core->sim, 40);
        }
    }
    sim_cycles(core->sim, 600);
    sim_expect_seen(core->sim, "cycles of held words", core->sim->seen.evaluations[CHECK_XF_HOLD],
                    600);
}

void selection_counts_at_start_only(struct slot_core *core) {
    if (core->sim->options->without & WITHOUT_MODE_CHANGE) {
        return;
    }
    /* Neighbours differ in every bit of mode, and garbage stands on the pins in between. */
    for (unsigned id = 0; id < core->shapes.ids; id++) {
        struct entry_plan plans[PLANS];
        if (!core->shapes.of[id].known) {
            continue;
        }
        for (unsigned i = 0; i < PLANS; i++) {
            plan_entry(core, &plans[i], id, i & 1 ? 0xff : 0);
            plans[i].gap[i % plans[i].beats] = i & 4 ? 3 : 0;
        }
        slot_core_run_plans(core, 0, plans, PLANS);
    }
    sim_expect_seen(core->sim, "entries answered", core->check.stats.dones, PLANS);
}

/* ---- registers and faults ------------------------------------------------------------------- */

void registers_state_the_bank(struct slot_core *core) {
    const uint64_t before = core->sim->seen.evaluations[CHECK_XF_REG];
    for (unsigned id = 0; id < core->shapes.ids; id++) {
        for (unsigned addr = 0; addr < 256; addr++) {
            config_read(&core->config, core->sim, id, addr);
        }
    }
    /* The contract fixes 0x00 and 0x04 of every id, of a foreign bank, too. */
    sim_expect_seen(core->sim, "registers compared",
                    core->sim->seen.evaluations[CHECK_XF_REG] - before, 2 * core->shapes.ids);
}

/* Every offset of an occupant, all bits both ways, and after each what its registers then hold. */
static void write_all_offsets(struct slot_core *core, unsigned id) {
    const struct occupant *const occupant = &core->desc->occupant[id - 1];
    for (unsigned addr = 4; addr < 256; addr += 4) {
        for (unsigned twice = 0; twice < 2; twice++) {
            const uint32_t data = 0x5a5a5a5au ^ addr * 0x01010101u;
            config_write(&core->config, core->sim, id, addr, twice ? ~data : data);
            for (unsigned i = 0; i < occupant->offset_count; i++) {
                config_read(&core->config, core->sim, id, occupant->offsets[i]);
            }
        }
    }
}

void writes_elsewhere_change_nothing(struct slot_core *core) {
    if (!slot_core_predicts(core)) {
        return; /* a foreign occupant's registers are its own */
    }
    every_id_answers(core);
    run_one(core, 0, 0); /* four words are held while registers are written */
    for (unsigned addr = 4; addr < 256; addr += 4) {
        const unsigned id = addr / 4 % core->shapes.ids;
        config_write(&core->config, core->sim, id, addr, 0xffffffffu);
        config_read(&core->config, core->sim, id, addr);
    }
    for (unsigned id = 1; id <= core->desc->occupants && id < core->shapes.ids; id++) {
        write_all_offsets(core, id);
    }
    /* Nor are there registers of an occupant that is not there. */
    const unsigned nobody = unknown_id(core);
    for (unsigned addr = 4; nobody != 0 && addr < 256; addr += 4) {
        config_write(&core->config, core->sim, nobody, addr, 0xffffffffu);
        config_read(&core->config, core->sim, nobody, addr);
    }
    every_id_answers(core);
}

static unsigned fault_register(struct slot_core *core) {
    return config_read(&core->config, core->sim, 0, BANK_REG_FAULT);
}

void unknown_id_faults_until_cleared(struct slot_core *core) {
    const unsigned id = unknown_id(core);
    uint64_t seen = 0;
    for (unsigned round = 0; id != 0 && round < 4; round++) {
        run_one(core, id, round);
        seen += fault_register(core) & 1;
        run_one(core, 0, round); /* sticky over entries with known ids */
        run_one(core, 1, round);
        seen += fault_register(core) & 1;
        config_write(&core->config, core->sim, round, BANK_REG_FAULT, round & 1 ? 0xffffffffu : 0);
        seen += !(fault_register(core) & 1);
    }
    sim_expect_seen(core->sim, "moments in which fault[0] was as it must be", seen,
                    id != 0 ? 12 : 0);
}

/* All ids that name no occupant; what they leave behind is looked at through register 0x00. */
void every_unknown_id_is_bypassed(struct slot_core *core) {
    uint64_t unknown = 0, seen = 0;
    for (unsigned id = 1; id < core->shapes.ids; id++) {
        if (core->shapes.of[id].known) {
            continue;
        }
        unknown++;
        run_one(core, id, id);
        seen += fault_register(core) & 1;
        run_one(core, unknown % 2, id);
        config_write(&core->config, core->sim, id, BANK_REG_FAULT, id);
        seen += !(fault_register(core) & 1);
    }
    sim_expect_seen(core->sim, "moments in which fault[0] was as it must be", seen, 2 * unknown);
    sim_expect_seen(core->sim, "entries answered", core->check.stats.dones, 2 * unknown);
}

/* A write to 0x00 in every cycle from before the start of an entry with an unknown id, the cycle of
 * its start included (set beats clear), to after its done; the model knows what must follow. */
void clearing_at_every_moment(struct slot_core *core) {
    const unsigned id = unknown_id(core);
    if (id == 0 || core->sim->options->seed_rules) {
        return;
    }
    for (unsigned moment = 0; moment < 24; moment++) {
        for (unsigned already = 0; already < 2; already++) {
            struct entry_plan plan;
            struct planned list = {&plan, 1, 0};
            if (already) {
                run_one(core, id, 0);
            } else {
                config_write(&core->config, core->sim, 0, BANK_REG_FAULT, 0);
            }
            plan_entry(core, &plan, id, moment);
            core->ask(core, 0, planned_next, &list);
            sim_cycles(core->sim, moment);
            config_write(&core->config, core->sim, 0, BANK_REG_FAULT, 0);
            slot_core_settle(core);
            fault_register(core);
        }
    }
    sim_expect_seen(core->sim, "entries answered", core->check.stats.dones, 24 * 3);
}

/* ---- order ---------------------------------------------------------------------------------- */

/* Whole entries of known ids in random order, without pauses. */
struct mixed {
    struct slot_core *core;
    struct entry_source *source;
    unsigned left;
};

static bool next_mixed(void *context, struct entry_plan *plan) {
    struct mixed *m = context;
    if (m->left == 0) {
        return false;
    }
    m->left--;
    entry_source_begin_run(m->source);
    return entry_source_next(m->source, plan);
}

static struct entry_source *new_source(struct slot_core *core) {
    struct entry_source *source = sim_alloc(core->sim, sizeof *source);
    struct rng rng;
    sim_rng(core->sim, &rng, "situation");
    entry_source_init(source, &core->shapes, &core->vectors, core->sim->dut->type->xform.mode_w, 1,
                      &rng);
    entry_source_learn(source);
    source->knobs = (struct entry_knobs){
        .run_min = 1, .run_max = 1, .bypass = 300, .overlap = 1000, .data = {1, 1, 1, 1, 1}};
    return source;
}

void overlapped_entries_keep_their_order(struct slot_core *core) {
    struct mixed mixed = {core, new_source(core), MIXED_ENTRIES};
    slot_core_run(core, 0, next_mixed, &mixed);
    mixed.left = MIXED_ENTRIES;
    mixed.source->knobs.unknown = 200; /* DEPTH 1 where they meet */
    mixed.source->knobs.delayed = 300;
    mixed.source->knobs.delay_max = 6;
    slot_core_run(core, 0, next_mixed, &mixed);
    sim_expect_seen(core->sim, "entries answered", core->check.stats.dones, 2 * MIXED_ENTRIES);
}

/* What a driver that knows DEPTH 1 only makes of it: start in the cycle after done. */
void entries_one_by_one(struct slot_core *core) {
    uint64_t entries = 0;
    for (unsigned id = 0; id < core->shapes.ids; id++) {
        struct entry_plan plans[PLANS];
        if (!core->shapes.of[id].known) {
            continue;
        }
        for (unsigned i = 0; i < PLANS; i++, entries++) {
            const unsigned other = (id + i / 4) % core->shapes.ids;
            plan_entry(core, &plans[i], core->shapes.of[other].known ? other : 0, i);
            plans[i].overlap = false;
        }
        slot_core_run_plans(core, 0, plans, PLANS);
    }
    sim_expect_seen(core->sim, "entries answered", core->check.stats.dones, entries);
}

void entries_abandoned_at_every_beat(struct slot_core *core) {
    uint64_t answered = 0;
    for (unsigned id = 0; core->shapes.may_abandon && id < core->shapes.ids; id++) {
        for (unsigned beats = 0; beats < core->shapes.of[id].in_beats; beats++) {
            struct entry_plan plans[4]; /* one under way, one abandoned, one whole, one abandoned */
            for (unsigned i = 0; i < 4; i++) {
                const bool again = i == 2 && beats % 2 == 1; /* the abandoned one, now whole */
                plan_entry(core, &plans[i], i == 1 || again ? id : (id + i) % core->shapes.ids,
                           beats);
                plans[i].delay = (uint16_t)(i == 2 ? beats % 3 : 0);
            }
            plans[1].beats = (uint8_t)beats;
            plans[3].beats = 1;
            slot_core_run_plans(core, 0, plans, 4);
            answered += 2;
        }
    }
    run_one(core, 0, 0);
    sim_expect_seen(core->sim, "entries answered", core->check.stats.dones, answered + 1);
}

/* ---- reset ---------------------------------------------------------------------------------- */

void reset_at_every_moment(struct slot_core *core) {
    if (core->sim->options->without & WITHOUT_MID_RESET) {
        return;
    }
    const unsigned stranger = unknown_id(core);
    struct entry_plan plans[3];
    for (unsigned moment = 0; moment < 48; moment++) {
        struct planned list = {plans, 3, 0};
        plan_entry(core, &plans[0], stranger, moment);
        plan_entry(core, &plans[1], core->shapes.of[1].known ? 1 : 0, moment);
        plan_entry(core, &plans[2], 0, moment);
        plans[1].steady = true;
        slot_core_run_plans(core, 0, &plans[1], 1);
        core->ask(core, 0, planned_next, &list);
        sim_cycles(core->sim, moment);
        sim_reset(core->sim, moment % 5 == 4 ? 20 : 1 + moment % 3);
        slot_core_settle(core); /* what was asked for and not begun */
        slot_core_run_plans(core, 0, &plans[1], 1);
        run_one(core, plans[1].id, moment + 1);
    }
    sim_expect_seen(core->sim, "entries answered", core->check.stats.dones, 3 * 48);
}

/* ---- events and what follows them ----------------------------------------------------------- */

/* Of the first ids known: overlapped, with gaps, and on its own. */
static void ordinary_entries(struct slot_core *core, unsigned round) {
    for (unsigned id = 0; id < 4 && id < core->shapes.ids; id++) {
        struct entry_plan plans[4];
        if (!core->shapes.of[id].known) {
            continue;
        }
        for (unsigned i = 0; i < 4; i++) {
            plan_entry(core, &plans[i], id, round + i);
            plans[i].gap[round % plans[i].beats] = i == 2 ? 2 : 0;
            plans[i].overlap = i != 3;
        }
        slot_core_run_plans(core, 0, plans, 4);
    }
}

static void entry_of_unknown_id(struct slot_core *core, unsigned round) {
    run_one(core, unknown_id(core), round);
}

static void fault_set_and_cleared(struct slot_core *core, unsigned round) {
    run_one(core, unknown_id(core), round);
    config_write(&core->config, core->sim, round, BANK_REG_FAULT, round);
}

/* All in one run, and the run ends with an abandoned one. */
static void entries_abandoned(struct slot_core *core, unsigned round) {
    struct entry_plan plans[PLANS];
    for (unsigned i = 0; i < PLANS; i++) {
        const unsigned id = (round + i) % 3 == 0 || !core->shapes.of[1].known ? 0 : 1;
        plan_entry(core, &plans[i], id, i);
        plans[i].beats = (uint8_t)((round + i) % core->shapes.of[id].in_beats);
    }
    slot_core_run_plans(core, 0, plans, PLANS);
}

static void reset_under_way(struct slot_core *core, unsigned round) {
    struct entry_plan plans[3];
    struct planned list = {plans, 3, 0};
    for (unsigned i = 0; i < 3; i++) {
        plan_entry(core, &plans[i], core->shapes.of[1].known ? 1 : 0, i);
    }
    core->ask(core, 0, planned_next, &list);
    sim_cycles(core->sim, 2 + round);
    sim_reset(core->sim, 1 + round % 2);
    slot_core_settle(core);
}

void ordinary_entries_follow_every_event(struct slot_core *core) {
    const bool faults = unknown_id(core) != 0;
    const bool resets = !(core->sim->options->without & WITHOUT_MID_RESET);
    const struct {
        void (*happens)(struct slot_core *core, unsigned round);
        bool possible;
    } events[] = {{entry_of_unknown_id, faults},
                  {fault_set_and_cleared, faults},
                  {entries_abandoned, core->shapes.may_abandon},
                  {reset_under_way, resets}};
    for (unsigned e = 0; e < sizeof events / sizeof *events; e++) {
        for (unsigned round = 0; events[e].possible && round < 2 * EVENTS; round++) {
            events[e].happens(core, round);
            if (round >= EVENTS - 1) { /* the first ones pile up */
                ordinary_entries(core, round);
            }
        }
    }
    sim_expect_seen(core->sim, "entries answered", core->check.stats.dones,
                    resets ? 4 * EVENTS : 0);
}

/* ---- rate ----------------------------------------------------------------------------------- */

static unsigned max_of(unsigned a, unsigned b) {
    return a > b ? a : b;
}

void entries_at_full_rate(struct slot_core *core, unsigned id, unsigned most_latency) {
    const struct bank_geometry *shape = &core->shapes.of[id];
    struct entry_source *source = new_source(core);
    struct mixed mixed = {core, source, RATE_ENTRIES};
    if (shape->depth < 2 || !core->shapes.may_overlap) {
        return;
    }
    source->knobs.bypass = id == 0 ? 1000 : 0;
    source->occupant_ids = 1;
    source->occupant[0] = (uint8_t)id;
    bank_check_restart_stats(&core->check);
    core->spy.latency = 0;
    slot_core_run(core, 0, next_mixed, &mixed);
    sim_expect_seen(core->sim, "entries answered", core->check.stats.dones, RATE_ENTRIES);
    const struct bank_stats *stats = &core->check.stats;
    const unsigned latency = core->spy.latency, beats = shape->in_beats;
    const unsigned target = max_of(max_of(beats, shape->out_words), (beats + latency + 2 + 1) / 2);
    const uint64_t cycles = stats->last_done - stats->first_done;
    char what[56];
    snprintf(what, sizeof what, "%s: entries of id %u, latency %u", core->sim->dut->type->name, id,
             latency);
    sim_measured(core->sim, what, (double)cycles / (RATE_ENTRIES - 1), "cycles/entry", target,
                 true);
    sim_evaluated(core->sim, CHECK_XF_RATE);
    if (cycles > (uint64_t)target * (RATE_ENTRIES - 1)) {
        sim_fail(core->sim, CHECK_XF_RATE, core->check.where,
                 "%d entries of id %u took %.3f cycles each, the target is %u", RATE_ENTRIES, id,
                 (double)cycles / (RATE_ENTRIES - 1), target);
    }
    if (most_latency > 0 && latency > most_latency) {
        sim_fail(core->sim, CHECK_XF_RATE, core->check.where,
                 "done comes %u cycles after the last beat, this bank promises %u", latency,
                 most_latency);
    }
}
