#include "demo/demo_slot.h"

#include "bench/xform_bench.h"
#include "dut/variants.h"
#include "mxfp7.h"

enum { ENTRY_VALUES = MXFP7_LANES * MXFP7_BLOCK, OCCUPANT = 1, PACKINGS = 2 };

/* One requester's way through the tensors: a tensor is a run, a packing is a requester. */
struct pass {
    const struct tensors *tensors;
    unsigned packing;
    size_t asked;                   /* tensors asked for; the last of them is the current run */
    size_t given;                   /* entries of the current run presented */
    size_t answer_tensor, answered; /* the entry the next done belongs to */
};

struct demo_slot {
    struct sim *sim;
    struct xform_bench *bench;
    struct tensors tensors;
    struct pass pass[PACKINGS];
    struct demo_slot_result *result;
};

static struct demo_slot_result latest;

const struct demo_slot_result *demo_slot_result(void) {
    return &latest;
}

/* ---- what is presented ---------------------------------------------------------------------- */

static size_t entries_of(const struct tensor *t) {
    return (t->values + ENTRY_VALUES - 1) / ENTRY_VALUES;
}

/* Values `first` on, as many as an entry takes; zeros after the tensor's last. Returns how many are
 * the tensor's. */
static size_t entry_values(const struct tensors *t, const struct tensor *tensor, size_t entry,
                           uint16_t value[ENTRY_VALUES]) {
    const size_t at = entry * ENTRY_VALUES, left = tensor->values - at;
    const size_t own = left < ENTRY_VALUES ? left : ENTRY_VALUES;
    memset(value, 0, ENTRY_VALUES * sizeof *value);
    memcpy(value, &t->value[tensor->first + at], own * sizeof *value);
    return own;
}

static bool next_entry(void *context, struct entry_plan *plan) {
    struct pass *p = context;
    const struct tensor *tensor = &p->tensors->tensor[p->asked - 1];
    uint16_t value[ENTRY_VALUES];
    if (p->given == entries_of(tensor)) {
        return false;
    }
    memset(plan, 0, sizeof *plan);
    entry_values(p->tensors, tensor, p->given++, value);
    plan->id = OCCUPANT;
    plan->mode = (uint8_t)p->packing;
    plan->beats = MXFP7_BEATS;
    plan->overlap = true;
    for (unsigned b = 0; b < MXFP7_BEATS; b++) {
        word_from_values(&value[b * WORD_VALUES], &plan->beat[b]);
    }
    return true;
}

/* ---- what comes back ------------------------------------------------------------------------ */

static void measure(const struct pass *p, const struct word words[MXFP7_WORDS], struct sqnr *sqnr) {
    const struct tensor *tensor = &p->tensors->tensor[p->answer_tensor];
    uint16_t value[ENTRY_VALUES];
    float lanes[MXFP7_LANES][MXFP7_BLOCK];
    const size_t own = entry_values(p->tensors, tensor, p->answered, value);
    mxfp7_dequantise(words, p->packing, lanes);
    for (size_t first = 0; first < own; first += MXFP7_BLOCK) {
        const unsigned lane = (unsigned)(first / MXFP7_BLOCK);
        const double step = (double)mxfp7_scale_value((uint8_t)(words[0].w[0] >> (24 - 8 * lane)));
        struct sqnr block = {0};
        for (size_t i = first; i < own && i < first + MXFP7_BLOCK; i++) {
            sqnr_add(&block, fp16_value(value[i]), (double)lanes[lane][i - first], step,
                     tensor->first + p->answered * ENTRY_VALUES + i);
        }
        sqnr_end_block(&block);
        sqnr_merge(sqnr, &block);
    }
}

/* Called with the words on the slot's pins at every done; the bench has judged them bit by bit. */
static void see_answer(void *context, const struct bank_result *result, uint32_t *const *word) {
    struct demo_slot *d = context;
    struct pass *p = &d->pass[result->mode % PACKINGS];
    struct word words[MXFP7_WORDS];
    struct sqnr now = {0};
    if (p->answer_tensor == d->tensors.count) {
        return;
    }
    for (unsigned i = 0; i < MXFP7_WORDS; i++) {
        memcpy(words[i].w, word[i], sizeof words[i].w);
    }
    measure(p, words, &now);
    if (now.beyond_half > 0) {
        sim_fail(d->sim, CHECK_XF_DATA, "slot",
                 "value %zu of all is %.4f scale steps from what its code stands for, at most half "
                 "a step is possible",
                 now.worst_at, now.worst_error);
    }
    if (p->packing == MXFP7_PACKING_A) {
        sqnr_merge(&d->result->sqnr[p->answer_tensor], &now);
    }
    sqnr_merge(&d->result->overall[p->packing], &now);
    d->result->entries[p->packing]++;
    if (++p->answered == entries_of(&d->tensors.tensor[p->answer_tensor])) {
        p->answer_tensor++;
        p->answered = 0;
    }
}

/* ---- the scenario --------------------------------------------------------------------------- */

static void load(struct demo_slot *d) {
    char error[256];
    if (!tensors_load(&d->tensors, error)) {
        sim_fail(d->sim, CHECK_SIM_END, "tensors", "%s", error);
        sim_cycle(d->sim); /* does not return */
    }
    sim_own(d->sim, &d->tensors, tensors_free);
    d->result->tensors =
        d->tensors.count < DEMO_TENSORS ? (unsigned)d->tensors.count : DEMO_TENSORS;
    d->tensors.count = d->result->tensors;
    memcpy(d->result->tensor, d->tensors.tensor, d->tensors.count * sizeof *d->tensors.tensor);
    for (unsigned i = 0; i < PACKINGS; i++) {
        d->pass[i] = (struct pass){.tensors = &d->tensors, .packing = i};
    }
}

/* Asks for the run of the next tensor once the last one is over; false when all are. */
static bool ask_next(struct demo_slot *d, struct pass *p) {
    const struct requester *r = &d->bench->driver.requester[p->packing];
    if (r->state != REQUESTER_IDLE || r->run_asked) {
        return true;
    }
    if (p->asked == d->tensors.count) {
        return false;
    }
    p->asked++;
    p->given = 0;
    slot_driver_ask(&d->bench->driver, p->packing, next_entry, p);
    return true;
}

static void convert(struct demo_slot *d) {
    bool busy[PACKINGS] = {true, true};
    while (busy[MXFP7_PACKING_A] || busy[MXFP7_PACKING_B]) {
        for (unsigned i = 0; i < PACKINGS; i++) {
            busy[i] = ask_next(d, &d->pass[i]);
        }
        sim_cycle(d->sim);
    }
}

static uint64_t expected_entries(const struct demo_slot *d) {
    uint64_t entries = 0;
    for (size_t i = 0; i < d->tensors.count; i++) {
        entries += entries_of(&d->tensors.tensor[i]);
    }
    return entries;
}

/* Everything was converted, and both packings stand for the same values. */
static void judge(struct demo_slot *d) {
    const struct demo_slot_result *r = d->result;
    const struct sqnr *a = &r->overall[MXFP7_PACKING_A], *b = &r->overall[MXFP7_PACKING_B];
    const uint64_t entries = expected_entries(d);
    d->result->padded = entries * ENTRY_VALUES - a->values;
    if (a->noise != b->noise || a->signal != b->signal) {
        sim_fail(d->sim, CHECK_XF_DATA, "slot",
                 "the two packings of the same tensors stand for different values");
    }
    sim_expect_seen(d->sim, "entries in packing A", r->entries[MXFP7_PACKING_A], entries);
    sim_expect_seen(d->sim, "entries in packing B", r->entries[MXFP7_PACKING_B], entries);
    sim_expect_seen(d->sim, "words compared", d->sim->seen.words, PACKINGS * MXFP7_WORDS * entries);
}

static bool has_mxfp7(const struct slot_core *core) {
    return core->desc && strcmp(core->desc->name, "mxfp7") == 0;
}

void demo_tensors_are_quantised(struct sim *s) {
    struct demo_slot *d = sim_alloc(s, sizeof *d);
    memset(&latest, 0, sizeof latest);
    d->sim = s;
    d->result = &latest;
    d->bench = xform_bench_new(s, &dut_xform);
    struct slot_core *core = &d->bench->core;
    if (!has_mxfp7(core) || d->bench->driver.params.nreq < PACKINGS) {
        return;
    }
    load(d);
    core->check.answer = see_answer;
    core->check.context = d;
    convert(d);
    xform_bench_finish(d->bench);
    judge(d);
    latest.grants = d->bench->grant.grants;
    latest.contended = d->bench->grant.contended;
    latest.cycles = core->check.stats.last_done - core->check.stats.first_done + 1;
    latest.converted = true;
}
