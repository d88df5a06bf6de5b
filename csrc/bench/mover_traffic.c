#include "bench/mover_traffic.h"

#define WINDOW (UINT64_C(1) << 36)
#define STAGING (UINT64_C(1) << 39)

enum { FACTORS = 24, POOL = 4, POOL_BYTES = 0x4000 };

void mover_mix_usual(struct mover_mix *mix) {
    *mix = (struct mover_mix){.elements = 300,
                              .go_faults = 60,
                              .strays = 40,
                              .bounded = 350,
                              .bank_faults = 30,
                              .busy_writes = 200,
                              .again = 200,
                              .memory_errors = 150,
                              .entry_faults = 80,
                              .pokes = 2};
}

/* ---- counts --------------------------------------------------------------------------------- */

/* The prime factors of a number of elements. */
struct factors {
    unsigned of[FACTORS], count;
    unsigned product;
};

static void multiply(struct factors *f, unsigned n) {
    for (unsigned p = 2; n > 1; p++) {
        while (n % p == 0 && f->count < FACTORS) {
            f->of[f->count++] = p;
            f->product *= p;
            n /= p;
        }
    }
}

static void draw_factors(struct rng *rng, struct factors *f, unsigned most) {
    static const unsigned prime[] = {2, 2, 2, 3, 3, 5, 7, 11, 13};
    const unsigned limit = rng_range(rng, 1, rng_chance(rng, 400) ? most : most / 8 + 1);
    *f = (struct factors){.product = 1};
    for (;;) {
        const unsigned p = prime[rng_below(rng, 9)];
        if (f->product * p > limit || f->count == FACTORS / 2) {
            return;
        }
        multiply(f, p);
    }
}

/* Spreads the factors over the dimensions of a walker; what is left out of them counts 0 or 1. */
static void spread_counts(struct rng *rng, const struct factors *f, struct walker *w) {
    w->ndim = (uint8_t)rng_range(rng, f->count > 0, WALKER_DIMS);
    for (unsigned d = 0; d < w->ndim; d++) {
        w->dim[d].count = 1;
    }
    for (unsigned i = 0; i < f->count; i++) {
        struct walker_dim *dim = &w->dim[rng_below(rng, w->ndim)];
        dim->count = (uint16_t)(dim->count * f->of[i]);
    }
    for (unsigned d = 0; d < w->ndim; d++) {
        w->dim[d].count = w->dim[d].count == 1 ? (uint16_t)rng_below(rng, 2) : w->dim[d].count;
    }
}

/* ---- strides and places --------------------------------------------------------------------- */

static void permute(struct rng *rng, unsigned order[WALKER_DIMS], unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        const unsigned j = rng_below(rng, i + 1);
        order[i] = order[j];
        order[j] = i;
    }
}

/* Dense from the innermost dimension out, or from any; a pitch may be padded. */
static void dense_strides(struct rng *rng, struct walker *w, int64_t unit) {
    unsigned order[WALKER_DIMS] = {0};
    const bool transposed = rng_chance(rng, 300);
    const unsigned padded = rng_chance(rng, 300) ? 500 : 0;
    int64_t pitch = unit;
    permute(rng, order, w->ndim);
    for (unsigned i = 0; i < w->ndim; i++) {
        struct walker_dim *dim = &w->dim[transposed ? order[i] : w->ndim - 1u - i];
        dim->stride = (int32_t)pitch;
        pitch *= walker_count(dim);
        pitch += rng_chance(rng, padded) ? unit * (int64_t)rng_range(rng, 1, 5) : 0;
    }
}

static int32_t odd_stride(struct rng *rng, int64_t unit) {
    static const int32_t corner[] = {0, 0, INT32_MIN, INT32_MAX - 31, 4096, -4096};
    return rng_chance(rng, 500) ? corner[rng_below(rng, 6)]
                                : (int32_t)(unit * ((int)rng_below(rng, 41) - 20));
}

static void draw_strides(struct rng *rng, struct walker *w, int64_t unit) {
    dense_strides(rng, w, unit);
    const unsigned odd = rng_chance(rng, 350) ? 400 : 0, negative = rng_chance(rng, 300) ? 500 : 0;
    for (unsigned d = 0; d < w->ndim; d++) {
        struct walker_dim *dim = &w->dim[d];
        if (rng_chance(rng, odd)) {
            dim->stride = odd_stride(rng, unit);
        }
        if (rng_chance(rng, negative) && dim->stride != INT32_MIN) {
            dim->stride = -dim->stride;
        }
        if (walker_count(dim) == 1) {
            dim->stride = (int32_t)rng_next(rng);
        }
    }
}

/* What a walk covers around its base, in bytes; the last element included. */
struct span {
    int64_t below, above;
};

static struct span span_of(const struct walker *w, unsigned element_bytes) {
    struct span span = {0, element_bytes};
    for (unsigned d = 0; d < w->ndim; d++) {
        const int64_t reach = (int64_t)(walker_count(&w->dim[d]) - 1) * w->dim[d].stride;
        span.below -= reach < 0 ? reach : 0;
        span.above += reach > 0 ? reach : 0;
    }
    return span;
}

/* Where in a window of `size` bytes the walk's lowest byte is to be. */
static int64_t draw_low(struct rng *rng, int64_t size, int64_t needed) {
    const int64_t room = size - needed;
    if (room <= 0) {
        return 0;
    }
    switch (rng_below(rng, 8)) {
    case 0:
        return room; /* up to the very end */
    case 1:
        return (int64_t)(rng_next(rng) % (uint64_t)(room / WORD_BYTES + 1)) * WORD_BYTES;
    default: {
        const int64_t low = (int64_t)rng_below(rng, POOL) * POOL_BYTES +
                            (int64_t)rng_below(rng, POOL_BYTES / WORD_BYTES) * WORD_BYTES;
        return low < room ? low : low % (room + WORD_BYTES) / WORD_BYTES * WORD_BYTES;
    }
    }
}

/* Puts a walk into DRAM, the own staging store or another mesh, wholly inside unless it strays. */
static void place(struct mover_traffic *t, struct walker *w, bool write, unsigned element_bytes) {
    struct rng *rng = &t->rng;
    const struct mover_config *c = &t->b->config;
    const struct span span = span_of(w, element_bytes);
    const int64_t needed = span.below + span.above;
    const bool strays = rng_chance(rng, t->mix.strays);
    uint64_t window = (uint64_t)c->mesh_id << 36;
    int64_t size = (int64_t)WINDOW;
    if (rng_chance(rng, 300)) {
        window = (uint64_t)rng_below(rng, 4) << 36;
    }
    if (rng_chance(rng, c->stage > 0 ? 350 : 100)) {
        window |= STAGING;
        size = c->stage > 0 ? (int64_t)c->stage * WORD_BYTES : size;
        const bool own = (window >> 36) % 4 == c->mesh_id;
        if (c->stage > 0 && !own && !(write && c->ilink) && !strays) {
            window = STAGING | (uint64_t)c->mesh_id << 36;
        }
        if (strays && c->stage > 0 && rng_chance(rng, 300)) {
            window |= (uint64_t)rng_range(rng, 1, 15) << 32;
        }
    }
    if (needed > size && !strays) {
        window &= ~STAGING;
        size = (int64_t)WINDOW;
    }
    int64_t low = draw_low(rng, size, needed);
    if (strays) {
        low = size - (int64_t)(rng_next(rng) % (uint64_t)(needed / WORD_BYTES + 1)) * WORD_BYTES;
    }
    w->base = (window + (uint64_t)(low + span.below)) & WALKER_ADDR_MASK;
}

/* ---- axes and rubbish ----------------------------------------------------------------------- */

static void draw_axes(struct rng *rng, struct walker *w, unsigned bounded) {
    for (unsigned d = 0; d < WALKER_DIMS; d++) {
        w->dim[d].axis = (uint8_t)rng_below(rng, 4);
        w->dim[d].step = (int16_t)(rng_chance(rng, 800) ? (int)rng_below(rng, 5) - 2
                                                        : (int)(int16_t)rng_next(rng));
    }
    for (unsigned a = 0; a < WALKER_AXES; a++) {
        w->axis[a].base = (int16_t)(rng_chance(rng, 900) ? (int)rng_below(rng, 9) - 4
                                                         : (int)(int16_t)rng_next(rng));
        w->axis[a].extent = 0;
        if (rng_chance(rng, bounded)) {
            w->axis[a].extent =
                (uint16_t)(rng_chance(rng, 900) ? rng_range(rng, 1, 12) : rng_next(rng) | 1);
        }
    }
}

static void rubbish_above(struct rng *rng, struct walker *w) {
    for (unsigned d = w->ndim; d < WALKER_DIMS; d++) {
        w->dim[d] = (struct walker_dim){.count = (uint16_t)rng_next(rng),
                                        .stride = (int32_t)rng_next(rng),
                                        .axis = (uint8_t)rng_below(rng, 4),
                                        .step = (int16_t)rng_next(rng)};
    }
}

/* ---- moves ---------------------------------------------------------------------------------- */

static struct bank_geometry draw_occupant(struct mover_traffic *t, struct mover_regs *move) {
    const struct slot_shapes *shapes = &t->b->slot.shapes;
    do {
        move->xform_id = (uint8_t)rng_below(&t->rng, shapes->ids < 16 ? shapes->ids : 16);
    } while (!shapes->of[move->xform_id].known);
    move->xform_mode =
        (uint8_t)rng_below(&t->rng, t->b->config.xmode_w < 4 ? 1u << t->b->config.xmode_w : 16);
    return shapes->of[move->xform_id];
}

static void draw_walker(struct mover_traffic *t, struct walker *w, const struct factors *f,
                        bool write, unsigned out_words, unsigned bounded) {
    *w = (struct walker){0};
    spread_counts(&t->rng, f, w);
    draw_strides(&t->rng, w, (int64_t)out_words * WORD_BYTES);
    draw_axes(&t->rng, w, bounded);
    rubbish_above(&t->rng, w);
    place(t, w, write, out_words * WORD_BYTES);
}

static void spoil_walker(struct rng *rng, struct walker *w, unsigned how) {
    struct walker_dim *dim = &w->dim[rng_below(rng, WALKER_DIMS)];
    switch (how) {
    case 0:
        w->ndim = WALKER_NDIM_ILLEGAL;
        break;
    case 1:
        dim->count = (uint16_t)(dim->count + rng_range(rng, 1, 3));
        break;
    case 2:
        w->base ^= rng_range(rng, 1, 31);
        break;
    case 3:
        dim->stride ^= (int32_t)rng_range(rng, 1, 31);
        break;
    default:
        w->axis[rng_below(rng, 2)].extent = (uint16_t)rng_range(rng, 1, 65535);
        break;
    }
}

/* Something a GO may refuse; now and then two things at once, or nothing after all. */
static void spoil(struct mover_traffic *t, struct mover_regs *move) {
    struct rng *rng = &t->rng;
    do {
        const unsigned how = rng_below(rng, 9);
        switch (how) {
        case 5:
            move->mode = (uint8_t)rng_below(rng, 8);
            break;
        case 6:
            move->width = 3;
            break;
        case 7:
            move->xform_id = (uint8_t)rng_below(rng, 16);
            break;
        case 8:
            t->b->slot.lies = true;
            break;
        default:
            spoil_walker(rng, &move->walker[rng_below(rng, 2)], how);
        }
    } while (rng_chance(rng, 250));
}

/* Elements of a move that is over within some 30,000 cycles, if none of its words follow each other
 * and everything takes as long as the setting allows. */
static unsigned affordable(const struct mover_traffic *t) {
    const struct axi_mem_knobs *k = &t->b->memory.knobs;
    const unsigned cycles_each = 1 + k->read_latency_max / k->max_reads +
                                 k->write_latency_max / k->max_writes + t->b->slot.knobs.done_max;
    const unsigned elements = 30000 / cycles_each;
    return elements < t->mix.elements ? elements : t->mix.elements;
}

void mover_random_move(struct mover_traffic *t, struct mover_regs *move) {
    static const uint8_t mode[] = {MOVER_COPY, MOVER_FILL, MOVER_TRANSFORM, MOVER_TRANSFORM,
                                   MOVER_COPY};
    struct rng *rng = &t->rng;
    struct bank_geometry shape = {.in_beats = 1, .out_words = 1};
    struct factors f, beats;
    *move = (struct mover_regs){.mode = mode[rng_below(rng, 5)],
                                .width = (uint8_t)rng_below(rng, 3),
                                .immediate = (uint32_t)rng_next(rng)};
    const bool transform = move->mode == MOVER_TRANSFORM;
    const struct bank_geometry drawn = draw_occupant(t, move);
    shape = transform ? drawn : shape;
    draw_factors(rng, &f, affordable(t) / (shape.in_beats > 4 ? 4 : 1) + 1);
    beats = f;
    multiply(&beats, shape.in_beats);
    const unsigned bounded = transform ? 0 : t->mix.bounded;
    draw_walker(t, &move->walker[MOVER_SOURCE], &beats, false, 1, bounded);
    draw_walker(t, &move->walker[MOVER_DESTINATION], &f, true, shape.out_words, bounded);
    if (transform && rng_chance(rng, 200)) {
        move->width = 3; /* means nothing in a transform */
    }
    if (rng_chance(rng, t->mix.go_faults)) {
        spoil(t, move);
    }
}

/* ---- the bench's refill --------------------------------------------------------------------- */

/* A register that states no geometry. */
static uint32_t draw_lie(struct rng *rng) {
    static const uint32_t lie[] = {0x00000000, 0x00010000, 0x00040001, 0x000400ff,
                                   0x00000800, 0x00050800, 0x00ff0800, 0x00041001};
    return lie[rng_below(rng, 8)];
}

static void new_setting(struct mover_traffic *t) {
    struct mover_bench *b = t->b;
    t->until_setting = rng_range(&t->rng, 1, 8);
    axi_mem_randomise(&b->memory.knobs, &t->rng, rng_chance(&t->rng, t->mix.memory_errors));
    slot_stub_randomise(&b->slot.knobs, &t->rng);
    if (rng_chance(&t->rng, 300)) {
        axi_mem_zero_wait(&b->memory.knobs);
    }
    if (rng_chance(&t->rng, t->mix.entry_faults)) {
        b->slot.knobs.fault_permille = rng_range(&t->rng, 1, 200);
    }
    axi_mem_without(&b->memory.knobs, b->sim->options->without);
    slot_stub_without(&b->slot.knobs, b->sim->options->without);
    slot_stub_bank(&b->slot, b->config.bank, rng_chance(&t->rng, 800));
    b->slot.undeclared = rng_chance(&t->rng, 500) ? 2 : (uint32_t)rng_next(&t->rng) >> 4;
}

static void write_while_busy(struct mover_traffic *t) {
    static const uint8_t reg[] = {0x00, 0x10, 0x18, 0x20, 0x28, 0x40, 0x08};
    struct rng *rng = &t->rng;
    for (unsigned i = rng_range(rng, 1, 5); i > 0; i--) {
        mover_write_busy(t->b, reg[rng_below(rng, 7)], rng_next(rng),
                         rng_chance(rng, 500) ? 0 : rng_below(rng, 60));
    }
}

/* Writes that come too late to be ignored spoil the next move's registers; it sets all it uses. */
static void next_move(struct mover_traffic *t) {
    struct mover_bench *b = t->b;
    struct rng *rng = &t->rng;
    b->slot.lies = false;
    b->slot.lie = draw_lie(rng);
    b->slot.fault = rng_chance(rng, t->mix.bank_faults) ? (uint8_t)rng_range(rng, 1, 15) : 0;
    mover_random_move(t, &t->move);
    mover_set(b, &t->move);
    mover_go(b, &t->move);
    while (rng_chance(rng, t->mix.again)) {
        mover_go(b, &t->move);
    }
    if (rng_chance(rng, t->mix.busy_writes) && !sim_without(b->sim, WITHOUT_POKES)) {
        write_while_busy(t);
    }
}

static void poke_source(struct mover_traffic *t) {
    struct walker_pos pos = walker_begin();
    const struct walker *w = &t->b->regs.walker[MOVER_SOURCE];
    struct word word;
    for (unsigned d = 0; d < walker_dims_used(w); d++) {
        pos.idx[d] = rng_below(&t->pokes, walker_count(&w->dim[d]));
    }
    const uint64_t addr = walker_at(w, &pos).addr & ~UINT64_C(31);
    if (mover_place_of(&t->b->config, addr, false).space != MOVER_NOWHERE) {
        rng_fill(&t->pokes, word.w, 8);
        mover_poke(t->b, addr, &word);
    }
}

static void refill(struct mover_bench *b) {
    struct mover_traffic *t = b->traffic;
    if (b->used > 0 || mover_judge_owed(b->judge).moving) {
        if (*b->pins.busy && !sim_without(b->sim, WITHOUT_POKES) &&
            rng_chance(&t->pokes, t->mix.pokes)) {
            poke_source(t);
        }
        return;
    }
    if (t->until_setting-- == 0) {
        new_setting(t);
    }
    next_move(t);
}

struct mover_traffic *mover_traffic_new(struct mover_bench *b) {
    struct mover_traffic *t = sim_alloc(b->sim, sizeof *t);
    t->b = b;
    mover_mix_usual(&t->mix);
    sim_rng(b->sim, &t->rng, "moves");
    sim_rng(b->sim, &t->pokes, "pokes");
    b->traffic = t;
    b->refill = refill;
    return t;
}

void mover_traffic_run(struct mover_traffic *t, uint64_t cycles) {
    struct sim *s = t->b->sim;
    const uint64_t end = s->cycle + cycles;
    for (unsigned epoch = s->seen.epochs; s->cycle < end && sim_epoch(s, &epoch); epoch++) {
        struct rng rng;
        sim_epoch_rng(s, &rng, "epochs", epoch);
        sim_epoch_rng(s, &t->rng, "moves", epoch);
        sim_epoch_rng(s, &t->pokes, "pokes", epoch);
        t->until_setting = 0;
        const uint64_t length = rng_range(&rng, 1000, 8000);
        sim_cycles(s, length < end - s->cycle ? length : end - s->cycle);
        if (rng_chance(&rng, 400) && !sim_without(s, WITHOUT_MID_RESET)) {
            mover_reset(t->b, rng_range(&rng, 1, 4));
        }
    }
    s->seen.random_cycles += cycles;
}
