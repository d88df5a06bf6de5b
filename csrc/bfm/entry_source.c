#include "bfm/entry_source.h"

#include "bfm/edge_values.h"

enum {
    REPEATS = 5,      /* of an entry kept for it: see repeat() */
    REPEATED_FOR = 32 /* entries; a judge need not remember longer ones */
};

void entry_knobs_randomise(struct entry_knobs *knobs, struct rng *rng) {
    static const unsigned run_lengths[] = {1, 2, 3, 8, 40};
    static const unsigned gap_lengths[] = {1, 2, 8, 40};
    static const unsigned delay_lengths[] = {1, 3, 12, 120};
    static const unsigned rates[] = {0, 100, 500, 1000};
    memset(knobs, 0, sizeof *knobs);
    knobs->run_min = 1;
    knobs->run_max = run_lengths[rng_below(rng, 5)];
    knobs->bypass = rng_below(rng, 3) == 0 ? rng_below(rng, 600) : 100;
    knobs->unknown = rng_below(rng, 3) == 0 ? rng_below(rng, 300) : 0;
    knobs->gapped = rates[rng_below(rng, 4)];
    knobs->beat_gap = 50 + rng_below(rng, 950);
    knobs->gap_max = gap_lengths[rng_below(rng, 4)];
    knobs->delayed = rates[rng_below(rng, 4)];
    knobs->delay_max = delay_lengths[rng_below(rng, 4)];
    knobs->overlap = rng_below(rng, 4) == 0 ? rng_below(rng, 1001) : 1000;
    knobs->abandon = rng_below(rng, 3) == 0 ? rng_below(rng, 400) : 0;
    knobs->repeats = rng_below(rng, 2) == 0 ? 0 : 400;
    knobs->steady = knobs->repeats == 0 ? 0 : 400;
    for (unsigned i = 0; i < ENTRY_DATA_KINDS; i++) {
        knobs->data[i] = rng_below(rng, 4);
    }
    knobs->data[rng_below(rng, ENTRY_DATA_KINDS)] += 4;
}

void entry_knobs_without(struct entry_knobs *knobs, uint32_t without) {
    if (without & WITHOUT_GAPS) {
        knobs->gapped = knobs->beat_gap = knobs->delayed = 0;
    }
}

void entry_source_init(struct entry_source *source, const struct slot_shapes *shapes,
                       const struct vectors *vectors, unsigned mode_w, unsigned tag,
                       const struct rng *rng) {
    memset(source, 0, sizeof *source);
    source->shapes = shapes;
    source->vectors = vectors;
    source->mode_mask = (1u << mode_w) - 1;
    source->tag = tag;
    source->rng = *rng;
}

void entry_source_learn(struct entry_source *source) {
    source->occupant_ids = source->unknown_ids = 0;
    for (unsigned id = 1; id < source->shapes->ids; id++) {
        if (source->shapes->of[id].known) {
            source->occupant[source->occupant_ids++] = (uint8_t)id;
        } else {
            source->stranger[source->unknown_ids++] = (uint8_t)id;
        }
    }
}

void entry_source_begin_run(struct entry_source *source) {
    source->left = rng_range(&source->rng, source->knobs.run_min, source->knobs.run_max);
}

static uint8_t pick_id(struct entry_source *source) {
    struct rng *rng = &source->rng;
    const unsigned draw = rng_below(rng, 1000);
    if (draw < source->knobs.unknown && source->unknown_ids > 0) {
        return source->stranger[rng_below(rng, source->unknown_ids)];
    }
    if (draw < source->knobs.unknown + source->knobs.bypass || source->occupant_ids == 0) {
        return 0;
    }
    return source->occupant[rng_below(rng, source->occupant_ids)];
}

static enum entry_data pick_data(struct entry_source *source) {
    unsigned sum = 0, kind = 0;
    for (unsigned i = 0; i < ENTRY_DATA_KINDS; i++) {
        sum += source->knobs.data[i];
    }
    unsigned draw = rng_below(&source->rng, sum);
    while (draw >= source->knobs.data[kind]) {
        draw -= source->knobs.data[kind++];
    }
    return (enum entry_data)kind;
}

static void tagged(const struct entry_source *source, struct word *beat, unsigned count) {
    for (unsigned b = 0; b < count; b++) {
        for (unsigned i = 0; i < 8; i++) {
            beat[b].w[i] = source->tag << 28 | (source->made & 0x1fffff) << 7 | b << 3 | i;
        }
    }
}

/* Two FP16 values: random signs and fractions, exponents that fall off below `peak`. */
static uint32_t two_halves(uint64_t bits, unsigned peak) {
    uint32_t both = (uint32_t)bits & 0x83ff83ffu;
    for (unsigned half = 0; half < 2; half++) {
        const unsigned fall =
            (unsigned)__builtin_ctz((uint32_t)(bits >> (32 + 16 * half)) | 0x8000u);
        both |= (fall < peak ? peak - fall : 0) << (16 * half + 10);
    }
    return both;
}

static void halves(struct rng *rng, struct word *beat, unsigned count) {
    unsigned peak = 0;
    for (unsigned b = 0; b < count; b++) {
        if (b % 2 == 0) {
            peak = rng_below(rng, 32);
        }
        for (unsigned i = 0; i < 8; i++) {
            beat[b].w[i] = two_halves(rng_next(rng), peak);
        }
    }
}

static bool one_in(struct rng *rng, unsigned n) {
    return rng_below(rng, n) == 0;
}

static unsigned pick_density(struct rng *rng) {
    static const unsigned one_of[] = {1, 4, 32};
    return one_of[rng_below(rng, 3)];
}

static void edges(struct rng *rng, struct word *beat, unsigned count) {
    const unsigned density = pick_density(rng);
    halves(rng, beat, count);
    for (unsigned i = 0; i < 16 * count; i++) {
        uint32_t *pair = &beat[i / 16].w[i / 2 % 8];
        const unsigned at = 16 * (i % 2);
        if (one_in(rng, density)) {
            const uint32_t value = edge_value(rng, FORMAT_FP16, *pair >> at & 0xffff);
            *pair = (*pair & ~(UINT32_C(0xffff) << at)) | value << at;
        }
    }
}

/* Exponents fall off below one that all values of the entry share. */
static void singles(struct rng *rng, struct word *beat, unsigned count) {
    const unsigned density = pick_density(rng), peak = rng_below(rng, 256);
    for (unsigned i = 0; i < 8 * count; i++) {
        uint32_t *value = &beat[i / 8].w[i % 8];
        const uint64_t bits = rng_next(rng);
        const unsigned fall = (unsigned)__builtin_ctz((uint32_t)(bits >> 32) | 0x80000000u);
        *value = ((uint32_t)bits & 0x807fffffu) | (fall < peak ? peak - fall : 0) << 23;
        if (one_in(rng, density)) {
            *value = edge_value(rng, FORMAT_FP32, *value);
        }
    }
}

static void sparse(struct rng *rng, struct word *beat, unsigned count) {
    for (unsigned b = 0; b < count; b++) {
        for (unsigned i = 0; i < 8; i++) {
            const uint64_t bits = rng_next(rng);
            beat[b].w[i] = (uint32_t)bits & ((bits >> 32) % 16 == 0 ? 0xffffffffu : 0x80008000u);
        }
    }
}

void entry_source_data(struct entry_source *source, enum entry_data kind, struct word *beat,
                       unsigned count) {
    const struct vectors *vectors = source->vectors;
    switch (kind) {
    case ENTRY_TAGGED:
        tagged(source, beat, count);
        return;
    case ENTRY_HALVES:
        halves(&source->rng, beat, count);
        return;
    case ENTRY_SPARSE:
        sparse(&source->rng, beat, count);
        return;
    case ENTRY_EDGES:
        edges(&source->rng, beat, count);
        return;
    case ENTRY_SINGLES:
        singles(&source->rng, beat, count);
        return;
    case ENTRY_VECTORS:
        if (count == MXFP7_BEATS && vectors && vectors->count > 0) {
            const unsigned line = rng_below(&source->rng, vectors->count);
            memcpy(beat, vectors->at[line].beat, sizeof vectors->at[line].beat);
            return;
        }
        break;
    default:
        break;
    }
    for (unsigned b = 0; b < count; b++) {
        rng_fill(&source->rng, beat[b].w, 8);
    }
}

/* Gaps anywhere before the first `beats` beats; 1 in 8 of them is drawn from the longest. */
static void draw_gaps(struct entry_source *source, struct entry_plan *plan) {
    const struct entry_knobs *knobs = &source->knobs;
    for (unsigned b = 0; b < plan->beats; b++) {
        if (rng_chance(&source->rng, knobs->beat_gap)) {
            const bool longest = rng_below(&source->rng, 8) == 0;
            plan->gap[b] = (uint16_t)rng_range(&source->rng, 1, longest ? knobs->gap_max : 1);
        }
    }
}

static void draw_timing(struct entry_source *source, struct entry_plan *plan) {
    const struct entry_knobs *knobs = &source->knobs;
    struct rng *rng = &source->rng;
    plan->overlap = rng_chance(rng, knobs->overlap);
    plan->delay = 0;
    if (rng_chance(rng, knobs->delayed)) {
        plan->delay = (uint16_t)rng_range(rng, 1, knobs->delay_max);
    }
    plan->steady = rng_chance(rng, knobs->steady);
    memset(plan->gap, 0, sizeof plan->gap);
}

static bool spent(const struct entry_source *source, const struct entry_again *again) {
    return again->times == REPEATS || source->made - again->made > REPEATED_FOR;
}

/* In the place of one that is spent. */
static void keep(struct entry_source *source, const struct entry_plan *plan) {
    for (unsigned i = 0; i < ENTRIES_AGAIN; i++) {
        struct entry_again *again = &source->again[i];
        if (again->made == 0 || spent(source, again)) {
            *again = (struct entry_again){.plan = *plan, .made = source->made};
            return;
        }
    }
}

/* First just as it was, then with another mode, with gaps, with changing id and mode, and both. */
static bool repeat(struct entry_source *source, struct entry_plan *plan) {
    struct entry_again *again = &source->again[rng_below(&source->rng, ENTRIES_AGAIN)];
    if (again->made == 0 || spent(source, again)) {
        return false;
    }
    *plan = again->plan;
    draw_timing(source, plan);
    plan->steady = again->times < 3;
    if (again->times == 1) {
        plan->mode = (uint8_t)(~plan->mode & source->mode_mask);
    } else if (again->times == 2 || again->times == 4) {
        draw_gaps(source, plan);
    }
    again->times++;
    return true;
}

static void draw_entry(struct entry_source *source, struct entry_plan *plan) {
    const struct entry_knobs *knobs = &source->knobs;
    struct rng *rng = &source->rng;
    plan->id = pick_id(source);
    plan->mode = (uint8_t)(rng_next(rng) & source->mode_mask);
    const unsigned beats = source->shapes->of[plan->id].in_beats;
    plan->beats = (uint8_t)beats;
    if (source->shapes->may_abandon && rng_chance(rng, knobs->abandon)) {
        plan->beats = (uint8_t)rng_below(rng, beats);
    }
    entry_source_data(source, pick_data(source), plan->beat, beats);
    const bool gaps = rng_chance(rng, knobs->gapped);
    if (gaps) {
        draw_gaps(source, plan);
    } else if (plan->steady && plan->beats == beats) {
        keep(source, plan);
    }
}

bool entry_source_next(void *context, struct entry_plan *plan) {
    struct entry_source *source = context;
    if (source->left == 0) {
        return false;
    }
    source->left--;
    source->made++;
    if (rng_chance(&source->rng, source->knobs.repeats) && repeat(source, plan)) {
        return true;
    }
    draw_timing(source, plan);
    draw_entry(source, plan);
    return true;
}
