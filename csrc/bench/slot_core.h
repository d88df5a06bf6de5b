/* What the benches of a slot and of a bare bank have in common: what is known of the bank, its
 * register port, the judge of its contract, the spy on its pins, and runs of planned entries. */
#ifndef CSRC_BENCH_SLOT_CORE_H
#define CSRC_BENCH_SLOT_CORE_H

#include "bfm/config_driver.h"
#include "bfm/entry_plan.h"
#include "bfm/vectors.h"
#include "check/bank_check.h"
#include "check/bank_spy.h"
#include "sim/sim.h"

#define SLOT_VECTORS "tests/data/mxfp7.txt" /* from the project's root, where everything runs */

struct slot_core {
    struct sim *sim;
    const struct bank_desc *desc;              /* NULL: a foreign bank without a model */
    bool known;                                /* shapes are; nothing is judged before */
    struct bank_geometry stated[BANK_IDS_MAX]; /* as the bank states them */
    struct slot_shapes shapes;                 /* as the rules in force allow */
    struct vectors vectors;                    /* empty without the file */
    char vectors_error[256];
    struct config_driver config;
    struct bank_check check;
    struct bank_spy spy;
    struct rng rng; /* settings of random scenarios */
    /* Asks for one run of requester `who` whose entries come from next(context). */
    void (*ask)(struct slot_core *core, unsigned who, entry_next *next, void *context);
    /* No run is under way or asked for. */
    bool (*idle)(const struct slot_core *core);
};

/* Entries of a run, planned in advance; the context of planned_next(). */
struct planned {
    const struct entry_plan *plan;
    unsigned count, at;
};
bool planned_next(void *planned, struct entry_plan *plan);

/* Before the first cycle. `bank` are the bank's pins, `answers` where its answers are judged. */
void slot_core_init(struct slot_core *core, struct sim *s, const char *where,
                    const struct bank_pins *bank, const struct config_pins *config);
/* After the first reset: learns the shapes, from the model or from registers 0x04 and 0xFC. */
void slot_core_learn(struct slot_core *core);
/* The checks of one cycle. */
void slot_core_sample(struct slot_core *core, const struct slot_cycle *now);
/* For the probe: puts a random register access on the pins; then judges what settled. */
void slot_core_probe_vary(struct slot_core *core);
void slot_core_probe_judge(struct slot_core *core, uint8_t fault);

/* Of the entries the bank has: for a bench's gauges. Returns how many. */
unsigned slot_core_gauges(const struct slot_core *core, struct gauge out[GAUGES_MAX]);

/* Runs cycles until no run is under way. */
void slot_core_settle(struct slot_core *core);
/* One run by requester `who`, to its end: of entries from next(context), or of planned ones. */
void slot_core_run(struct slot_core *core, unsigned who, entry_next *next, void *context);
void slot_core_run_plans(struct slot_core *core, unsigned who, const struct entry_plan *plans,
                         unsigned count);
/* Cycles of a random scenario, and of its next piece with one setting. */
uint64_t slot_core_random_cycles(const struct slot_core *core, uint64_t usual);
uint64_t slot_core_piece(struct slot_core *core, uint64_t left);
/* Perhaps a reset of 1 to 40 cycles. */
void slot_core_maybe_reset(struct slot_core *core);
/* Every word is predicted: false on a foreign bank without a model. */
bool slot_core_predicts(const struct slot_core *core);
/* Fails the run when an entry is still owed its done. */
void slot_core_end(struct slot_core *core);

#endif
