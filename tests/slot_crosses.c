/* Situations of a bank that random entries meet by luck, one after the other (models/bins.h). */
#include "slot_situations.h"

enum { SORTS = 16, LEAST_GAP = 2 };

/* Bits of `sort`: a gap before the first beat, one between beats, id and mode stay, abandoned. */
static void plan_sort(struct slot_core *core, struct entry_plan *plan, unsigned id, unsigned sort) {
    plan_entry(core, plan, id, sort);
    if (sort & 8 && core->shapes.may_abandon) {
        plan->beats--;
    }
    plan->steady = (sort & 4) != 0;
    if (sort & 2 && plan->beats > 1) {
        plan->gap[plan->beats - 1] = LEAST_GAP;
    }
    if (sort & 1) {
        plan->gap[0] = LEAST_GAP;
    }
}

void entries_of_every_sort(struct slot_core *core) {
    const unsigned stranger = unknown_id(core);
    uint64_t answered = 0;
    for (unsigned id = 0; id < core->shapes.ids; id++) {
        for (unsigned sort = 0; (core->shapes.of[id].known || id == stranger) && sort < SORTS;
             sort++) {
            struct entry_plan plans[2];
            plan_sort(core, &plans[0], id, sort);
            plan_entry(core, &plans[1], 0, sort);
            plans[1].delay = 1; /* what stays or changes is seen */
            slot_core_run_plans(core, 0, plans, 2);
            answered += plans[0].beats == core->shapes.of[id].in_beats ? 2 : 1;
        }
    }
    sim_expect_seen(core->sim, "entries answered", core->check.stats.dones, answered);
}

static void leave_open(struct slot_core *core, unsigned round) {
    struct entry_plan plan;
    plan_entry(core, &plan, 0, round);
    plan.beats = 1;
    slot_core_run_plans(core, 0, &plan, 1);
}

static void run_whole(struct slot_core *core, unsigned id) {
    struct entry_plan plan;
    plan_entry(core, &plan, id, 0);
    slot_core_run_plans(core, 0, &plan, 1);
}

/* A run ended with an abandoned entry, so nobody holds the bank, and the entry is still open. */
void registers_written_beside_an_open_entry(struct slot_core *core) {
    static const uint8_t addr[] = {BANK_REG_FAULT, BANK_REG_GEOMETRY, BANK_REG_DEPTH, 0xe0};
    const unsigned stranger = unknown_id(core);
    const bool anywhere = core->desc != NULL; /* another's bank may have a register there */
    if (!core->shapes.may_abandon) {
        return;
    }
    for (unsigned round = 0; round < 2 * sizeof addr; round++) {
        if (round % 2 && stranger != 0) {
            run_whole(core, stranger); /* its fault stays */
        }
        leave_open(core, round);
        if (anywhere || addr[round / 2] == BANK_REG_FAULT) {
            config_write(&core->config, core->sim, 0, addr[round / 2], ~round);
        }
        run_whole(core, 0);
        config_write(&core->config, core->sim, 0, BANK_REG_FAULT, 0);
    }
    sim_expect_seen(core->sim, "entries answered", core->check.stats.dones, 2 * sizeof addr);
}
