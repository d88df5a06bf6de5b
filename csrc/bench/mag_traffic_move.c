/* Random moves: shapes that fit, over every kind of place, and some with something wrong. */
#include "bench/mag_traffic.h"

/* Splits `total` into counts of `ndim` dimensions; what does not divide goes into the last. */
static void split_counts(struct mag_traffic *t, struct walker *w, unsigned total) {
    for (unsigned d = 0; d + 1 < w->ndim; d++) {
        static const unsigned factor[] = {1, 2, 2, 3, 4, 5};
        const unsigned f = factor[rng_below(&t->rng, 6)];
        const bool divides = total % f == 0;
        w->dim[d].count = (uint16_t)(divides ? f : rng_below(&t->rng, 2));
        total = divides ? total / f : total;
    }
    if (w->ndim > 0) {
        w->dim[w->ndim - 1].count = (uint16_t)total;
    }
}

static int32_t random_stride(struct mag_traffic *t, unsigned element_words) {
    switch (rng_below(&t->rng, 10)) {
    case 0:
        return 0;
    case 1:
        return -(int32_t)(WORD_BYTES * element_words);
    case 2:
        return (int32_t)(WORD_BYTES * rng_range(&t->rng, 1, 200));
    case 3:
        return -(int32_t)(WORD_BYTES * rng_range(&t->rng, 1, 200));
    case 4:
        return (int32_t)(rng_next(&t->rng) & 0x7fffffe0) >> rng_below(&t->rng, 12) & ~31;
    default:
        return (int32_t)(WORD_BYTES * element_words);
    }
}

/* Unused dimensions and axes hold rubbish; used dimensions are on no axis. */
static void scribble_walker(struct mag_traffic *t, struct walker *w) {
    for (unsigned d = w->ndim; d < WALKER_DIMS; d++) {
        const uint64_t bits = rng_next(&t->rng);
        w->dim[d] = (struct walker_dim){.count = (uint16_t)bits,
                                        .stride = (int32_t)(bits >> 16),
                                        .axis = bits >> 48 & 3,
                                        .step = (int16_t)(bits >> 50)};
    }
}

static void bound_walker(struct mag_traffic *t, struct walker *w) {
    for (unsigned a = 0; a < WALKER_AXES; a++) {
        w->axis[a] = (struct walker_axis){.base = (int16_t)((int)rng_below(&t->rng, 9) - 4),
                                          .extent = (uint16_t)rng_below(&t->rng, 12)};
    }
    for (unsigned d = 0; d < w->ndim; d++) {
        w->dim[d].axis = (uint8_t)rng_below(&t->rng, 4);
        w->dim[d].step = (int16_t)((int)rng_below(&t->rng, 5) - 2);
    }
}

static uint64_t random_base(struct mag_bench *b, unsigned words, bool destination) {
    struct mag_traffic *t = b->traffic;
    const unsigned own = b->type->mover.mesh_id;
    const unsigned mesh =
        rng_chance(&t->rng, destination ? 300 : 100) ? rng_below(&t->rng, 4) : own;
    if (b->staging != NULL && !mag_traffic_without(b, WITHOUT_STAGING | WITHOUT_APERTURES) &&
        rng_chance(&t->rng, 350)) {
        return mesh == own ? mag_staging_addr(b, mag_traffic_store_offset(b, words))
                           : mag_aperture_addr(mesh, 0, rng_below(&t->rng, 256) * WORD_BYTES);
    }
    return mag_dram_addr(mesh, mag_traffic_offset(b, MAG_MOVER, (uint64_t)words * WORD_BYTES));
}

static struct walker random_walker(struct mag_bench *b, unsigned elements, unsigned element_words,
                                   bool destination) {
    struct mag_traffic *t = b->traffic;
    struct walker w = {
        .ndim = (uint8_t)(elements == 1 ? rng_below(&t->rng, 3) : rng_range(&t->rng, 1, 6))};
    w.base = random_base(b, elements * element_words, destination);
    split_counts(t, &w, elements);
    int32_t line = (int32_t)(WORD_BYTES * element_words);
    const bool contiguous = rng_chance(&t->rng, 500);
    for (unsigned d = w.ndim; d-- > 0;) {
        w.dim[d].stride = contiguous ? line : random_stride(t, element_words);
        line *= (int32_t)walker_count(&w.dim[d]);
    }
    scribble_walker(t, &w);
    return w;
}

static void spoil(struct mag_traffic *t, struct mover_regs *r) {
    struct walker *w = &r->walker[rng_below(&t->rng, 2)];
    switch (rng_below(&t->rng, 8)) {
    case 0:
        r->mode = rng_next(&t->rng) & 7;
        break;
    case 1:
        r->width = 3;
        break;
    case 2:
        w->ndim = 7;
        break;
    case 3:
        w->dim[0].count++;
        break;
    case 4:
        w->base ^= UINT64_C(1) << rng_below(&t->rng, 5);
        break;
    case 5:
        w->dim[0].stride ^= 1 << rng_below(&t->rng, 5);
        break;
    case 6:
        r->xform_id = rng_next(&t->rng) & 15;
        r->xform_mode = rng_next(&t->rng) & 15;
        break;
    default:
        w->base = (w->base & ~UINT64_C(0xfffffffff)) | 0xfffffff80;
        break;
    }
}

static struct mover_regs random_transform(struct mag_bench *b, unsigned elements) {
    struct mag_traffic *t = b->traffic;
    const unsigned ids = b->slot.shapes.ids < 16 ? b->slot.shapes.ids : 16;
    const unsigned id =
        rng_chance(&t->rng, 800) ? rng_below(&t->rng, ids < 2 ? ids : 2) : rng_below(&t->rng, ids);
    const struct bank_geometry g = bank_model_geometry(&b->slot.check.model, id);
    const unsigned modes = 1u << (b->type->mover.xmode_w < 4 ? b->type->mover.xmode_w : 4);
    const unsigned entries = elements / g.in_beats + 1;
    struct mover_regs r = {.mode = MOVER_TRANSFORM,
                           .width = rng_next(&t->rng) & 3,
                           .xform_id = (uint8_t)id,
                           .xform_mode = (uint8_t)rng_below(&t->rng, modes)};
    r.walker[MOVER_SOURCE] = random_walker(b, entries * g.in_beats, 1, false);
    r.walker[MOVER_DESTINATION] = random_walker(b, entries, g.out_words, true);
    return r;
}

static struct mover_regs random_copy_or_fill(struct mag_bench *b, unsigned elements) {
    struct mag_traffic *t = b->traffic;
    struct mover_regs r = {.mode = rng_chance(&t->rng, 650) ? MOVER_COPY : MOVER_FILL,
                           .width = (uint8_t)rng_below(&t->rng, 3),
                           .immediate = (uint32_t)rng_next(&t->rng)};
    r.walker[MOVER_SOURCE] = random_walker(b, elements, 1, false);
    r.walker[MOVER_DESTINATION] = random_walker(b, elements, 1, true);
    if (rng_chance(&t->rng, 200)) {
        bound_walker(t, &r.walker[MOVER_SOURCE]);
    }
    if (rng_chance(&t->rng, 200)) {
        bound_walker(t, &r.walker[MOVER_DESTINATION]);
    }
    return r;
}

void mag_traffic_move(struct mag_bench *b) {
    struct mag_traffic *t = b->traffic;
    const unsigned elements = rng_range(&t->rng, 1, t->knobs.max_move);
    struct mover_regs r =
        rng_chance(&t->rng, 300) ? random_transform(b, elements) : random_copy_or_fill(b, elements);
    if (rng_chance(&t->rng, t->knobs.move_fault_permille)) {
        spoil(t, &r);
    }
    t->moves += mover_driver_go(&b->mover, &r, (uint8_t)rng_next(&t->rng));
}
