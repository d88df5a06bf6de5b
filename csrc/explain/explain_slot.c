/* The judges of a transform slot and of a bare bank over a dump. Words are compared when the bank
 * has a model; without, its shapes are learned in a first pass over the dump. */
#include "check/slot_judge.h"
#include "explain/explain_judge.h"
#include "sim/wrap.h"

#define NOT_RUN                                                                                    \
    "XF-STAGE, XF-DROPPED (the bank's own pins are inside), XF-RATE, SIM-END (they belong to "     \
    "scenarios), SIM-UNINIT, SIM-IDLE, SIM-DETERMINISM, SIM-DISPLAY (the design itself has to "    \
    "run)"

static const enum check_id checks[] = {
    CHECK_XF_DATA, CHECK_XF_SHAPE, CHECK_XF_HOLD,  CHECK_XF_MODE, CHECK_XF_GAP,   CHECK_XF_FAULT,
    CHECK_XF_REG,  CHECK_XF_DRIVE, CHECK_XF_GRANT, CHECK_XF_FAIR, CHECK_SIM_STALL};
static const enum check_id certain[] = {CHECK_XF_REG};
enum { CHECKS = sizeof checks / sizeof *checks, CHECKS_OF_GRANTS = 3 };

static struct slot_registers registers; /* a process explains one dump */

static void look_ahead(struct dump *d, const struct dump_request *request) {
    static struct dump other;
    char why[DUMP_WHY_SIZE];
    if (d->type.bank_desc || !dump_open(&other, request, why)) {
        return;
    }
    struct dut *dut = other.type.create(&other.type, FILL_ZEROS, 0);
    dump_attach(&other, dut);
    while (dump_next(&other, why) == FST_CHANGE) {
        if (!other.in_reset) {
            dump_fill(&other);
            slot_registers_see(&registers, dut);
        }
    }
    dut->destroy(dut);
    dump_close(&other);
}

static void *make(struct sim *s) {
    struct slot_judge *j = sim_alloc(s, sizeof *j);
    slot_judge_init(j, s, s->dut->type->bank_desc, &registers);
    return j;
}

static void join(void *judge) {
    slot_judge_join(judge);
}

static void sample(void *judge) {
    slot_judge_sample(judge);
}

static void print_entries(const struct slot_judge *j, FILE *out) {
    if (j->unstated >= 0) {
        fprintf(out,
                "  not judged  the bank: the dump does not show registers 0x04 and 0xFC of\n"
                "              id %d, which entries have (--bank names its model)\n",
                j->unstated);
        return;
    }
    for (unsigned id = 0; id < j->shapes.ids; id++) {
        const struct bank_geometry *shape = &j->shapes.of[id];
        if (j->entries[id] > 0) {
            fprintf(out, "  id %-3u      %s entries of %u beats, %u words, DEPTH %u, by the %s\n",
                    id, text_grouped(j->entries[id]), shape->in_beats, shape->out_words,
                    shape->depth, j->desc ? "model" : "registers");
        }
    }
}

static void end(void *judge, FILE *out) {
    const struct slot_judge *j = judge;
    const unsigned owed = bank_model_pending(&j->check.model);
    print_entries(j, out);
    if (j->grant.contended > 0) {
        fprintf(out, "  waits       %s grants after another's run, the longest after %s cycles\n",
                text_grouped(j->grant.contended), text_grouped(j->grant.worst_wait));
    }
    if (owed > 0) {
        fprintf(out, "  open        %u entries are owed a done when the dump ends\n", owed);
    }
}

const struct explain_judge explain_slot = {.kind = DUT_XFORM,
                                           .what = "transform slot",
                                           .checks = checks,
                                           .check_count = CHECKS,
                                           .certain = certain,
                                           .certain_count = sizeof certain / sizeof *certain,
                                           .not_run = NOT_RUN,
                                           .look_ahead = look_ahead,
                                           .make = make,
                                           .join = join,
                                           .sample = sample,
                                           .end = end};

const struct explain_judge explain_bank = {.kind = DUT_BANK,
                                           .what = "bank",
                                           .checks = checks,
                                           .check_count = CHECKS - CHECKS_OF_GRANTS,
                                           .certain = certain,
                                           .certain_count = sizeof certain / sizeof *certain,
                                           .not_run = NOT_RUN,
                                           .look_ahead = look_ahead,
                                           .make = make,
                                           .join = join,
                                           .sample = sample,
                                           .end = end};
