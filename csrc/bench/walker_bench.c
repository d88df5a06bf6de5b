#include "bench/walker_bench.h"

enum { RESET_CYCLES = 2, STEPS_PAST_THE_END = 3 };

/* ---- a cycle -------------------------------------------------------------------------------- */

static void drive(void *bench) {
    struct walker_bench *b = bench;
    static const uint8_t known[] = {0x10, 0x18, 0x20, 0x28};
    const struct walker_pins *p = &b->pins;
    const uint64_t bits = rng_next(&b->idle);
    *p->resetn = !b->sim->in_reset;
    *p->cfg_en = b->write;
    *p->cfg_addr = b->write ? (uint8_t)b->addr : known[bits & 3];
    *p->cfg_data = b->write ? b->data : rng_next(&b->idle);
    *p->load = b->load;
    *p->step = b->step;
}

static void compare(struct walker_bench *b, enum check_id id, const char *what, uint64_t expected,
                    uint64_t actual) {
    sim_evaluated(b->sim, id);
    if (expected != actual) {
        sim_fail(b->sim, id, "walker", "%s is 0x%llx, the model has 0x%llx", what,
                 (unsigned long long)actual, (unsigned long long)expected);
    }
}

/* A walker with the illegal ndim 7 owes nothing but to say so. */
static void judge_facts(struct walker_bench *b) {
    const struct walker *w = &b->regs.walker[b->which];
    const struct walker_pins *p = &b->pins;
    compare(b, CHECK_MV_FAULT, "base", w->base, *p->base);
    compare(b, CHECK_MV_FAULT, "bad_ndim", w->ndim == WALKER_NDIM_ILLEGAL, *p->bad_ndim);
    compare(b, CHECK_MV_FAULT, "bounded", walker_bounded(w), *p->bounded);
    if (w->ndim == WALKER_NDIM_ILLEGAL) {
        return;
    }
    compare(b, CHECK_MV_FAULT, "misaligned", walker_misaligned(w), *p->misaligned);
    for (unsigned d = 0; d < WALKER_DIMS; d++) {
        const uint32_t count = p->counts[d / 2] >> 16 * (d % 2) & 0xffff;
        compare(b, CHECK_MV_FAULT, "a count", d < w->ndim ? walker_count(&w->dim[d]) : 1, count);
    }
}

static void judge_element(struct walker_bench *b) {
    const struct walker *w = &b->regs.walker[b->which];
    const struct walker_element e = walker_at(w, &b->pos);
    struct walker_pos next = b->pos;
    compare(b, CHECK_MV_TOUCH, "addr", e.addr, *b->pins.addr);
    compare(b, CHECK_MV_PAD, "in_bounds", e.valid, *b->pins.in_bounds);
    compare(b, CHECK_MV_DATA, "last", !walker_next(w, &next), *b->pins.last);
    b->elements++;
}

static void advance(struct walker_bench *b) {
    if (b->load) {
        b->walking = true;
        b->pos = walker_begin();
    } else if (b->step && b->walking) {
        struct walker_pos next = b->pos;
        b->pos = walker_next(&b->regs.walker[b->which], &next) ? next : b->pos;
    }
    if (b->write) {
        mover_regs_write(&b->regs, b->addr, b->data);
        b->walking = false;
    }
}

static void sample(void *bench) {
    struct walker_bench *b = bench;
    if (b->sim->in_reset) {
        b->regs = (struct mover_regs){0};
        b->walking = false;
    } else {
        judge_facts(b);
        if (b->walking) {
            judge_element(b);
            sim_hash(b->sim, *b->pins.addr); /* before a load it means nothing */
        }
        advance(b);
    }
    b->write = b->load = b->step = false;
}

/* ---- steering ------------------------------------------------------------------------------- */

struct walker_bench *walker_bench_new(struct sim *s, const struct dut_type *type, unsigned which) {
    static const struct bench_hooks hooks = {.drive = drive, .sample = sample, .probe = NULL};
    struct walker_bench *b = sim_alloc(s, sizeof *b);
    b->sim = s;
    b->which = which;
    sim_attach(s, type, &hooks, b);
    b->pins = s->dut->pins.walker;
    sim_rng(s, &b->rng, "walks");
    rng_init(&b->idle, s->options->idle_seed, s->test, "walker.idle");
    sim_reset(s, RESET_CYCLES);
    return b;
}

void walker_write(struct walker_bench *b, unsigned addr, uint64_t data) {
    b->write = true;
    b->addr = addr;
    b->data = data;
    sim_cycle(b->sim);
}

static uint64_t at(uint64_t value, unsigned width, unsigned low) {
    return (value & ((UINT64_C(1) << width) - 1)) << low;
}

static uint64_t rubbish(struct walker_bench *b, unsigned from) {
    return rng_next(&b->rng) << from;
}

static void set_dim(struct walker_bench *b, const struct walker *w, unsigned d) {
    const struct walker_dim *dim = &w->dim[d];
    walker_write(b, MOVER_REG_DIM,
                 b->which | at(d, 3, 1) | at(dim->count, 16, 4) |
                     at((uint32_t)dim->stride, 32, 20) | rubbish(b, 52));
    walker_write(b, MOVER_REG_COMMIT,
                 at(dim->axis, 2, 0) | at((uint16_t)dim->step, 16, 2) | rubbish(b, 18));
}

/* A write for the other walker, for a dimension there is not, or for nobody. */
static void other_write(struct walker_bench *b) {
    static const uint8_t reg[] = {MOVER_REG_WALKER, MOVER_REG_AXIS, 0x08, 0x30, 0x38, 0x48};
    static const uint8_t mine[] = {MOVER_REG_WALKER, MOVER_REG_DIM, MOVER_REG_COMMIT,
                                   MOVER_REG_AXIS};
    static const uint8_t flipped[] = {0x01, 0x02, 0x04, 0x40, 0x80}; /* 0x08 leads to another */
    const unsigned addr = reg[rng_below(&b->rng, 6)];
    const uint64_t other = !b->which;
    if (rng_chance(&b->rng, 300)) {
        walker_write(b, addr, (rng_next(&b->rng) & ~UINT64_C(1)) | other);
    } else if (rng_chance(&b->rng, 400)) {
        walker_write(b, mine[rng_below(&b->rng, 4)] ^ flipped[rng_below(&b->rng, 5)],
                     rng_next(&b->rng));
    } else if (rng_chance(&b->rng, 500)) {
        walker_write(b, MOVER_REG_DIM, (rng_next(&b->rng) & ~UINT64_C(1)) | other);
        walker_write(b, MOVER_REG_COMMIT, rng_next(&b->rng));
    } else {
        walker_write(b, MOVER_REG_DIM,
                     (rng_next(&b->rng) & ~UINT64_C(0xf)) | b->which | 6 << 1 |
                         (rng_next(&b->rng) & 2));
        walker_write(b, MOVER_REG_COMMIT, rng_next(&b->rng));
    }
}

void walker_set(struct walker_bench *b, const struct walker *w) {
    const unsigned first = rng_below(&b->rng, WALKER_DIMS);
    for (unsigned i = 0; i < WALKER_DIMS; i++) {
        set_dim(b, w, (first + i) % WALKER_DIMS);
        if (rng_chance(&b->rng, 200)) {
            other_write(b);
        }
    }
    walker_write(b, MOVER_REG_WALKER,
                 b->which | at(rng_next(&b->rng), 3, 1) | at(w->base, 40, 4) | at(w->ndim, 3, 44) |
                     rubbish(b, 47));
    for (unsigned a = 0; a < WALKER_AXES; a++) {
        walker_write(b, MOVER_REG_AXIS,
                     b->which | at(a, 1, 1) | at((uint16_t)w->axis[a].base, 16, 2) |
                         at(w->axis[a].extent, 16, 18) | rubbish(b, 34));
    }
    sim_cycle(b->sim);
}

void walker_walk(struct walker_bench *b, uint64_t most) {
    const struct walker *w = &b->regs.walker[b->which];
    unsigned past = 0;
    b->load = true;
    sim_cycle(b->sim);
    for (uint64_t steps = 0; steps < most && past < STEPS_PAST_THE_END; steps++) {
        struct walker_pos next = b->pos;
        past += !walker_next(w, &next);
        b->step = !rng_chance(&b->rng, b->gaps);
        sim_cycle(b->sim);
    }
}
