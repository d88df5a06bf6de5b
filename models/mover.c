/* See mover.h. */
#include "mover.h"

#include <stdlib.h>

#define WORD_BITS_IN_GEOMETRY 256
#define OFFSET_MASK ((UINT64_C(1) << 36) - 1)
#define APERTURE_OFFSET_MASK ((UINT64_C(1) << 32) - 1)

static uint64_t field(uint64_t data, unsigned high, unsigned low) {
    return data >> low & ((UINT64_C(1) << (high - low + 1)) - 1);
}

/* ---- places --------------------------------------------------------------------------------- */

static struct mover_place nowhere(void) {
    return (struct mover_place){.space = MOVER_NOWHERE};
}

static struct mover_place aperture_of(const struct mover_config *config, uint64_t addr, bool own,
                                      bool write) {
    const uint64_t offset = addr & APERTURE_OFFSET_MASK;
    if (field(addr, 35, 32) != 0)
        return nowhere();
    if (!own && write && config->ilink)
        return (struct mover_place){.space = MOVER_REMOTE, .offset = addr};
    if (!own || offset / WORD_BYTES >= config->stage)
        return nowhere();
    return (struct mover_place){.space = MOVER_STAGING, .offset = offset};
}

struct mover_place mover_place_of(const struct mover_config *config, uint64_t addr, bool write) {
    const bool own = field(addr, 37, 36) == config->mesh_id;
    if (config->stage != 0 && field(addr, 39, 39) != 0)
        return aperture_of(config, addr, own, write);
    if (!own && write && config->ilink)
        return (struct mover_place){.space = MOVER_REMOTE, .offset = addr};
    return (struct mover_place){.space = MOVER_DRAM, .offset = addr & OFFSET_MASK};
}

/* ---- registers ------------------------------------------------------------------------------ */

static void write_header(struct mover_regs *regs, uint64_t data) {
    struct walker *const w = &regs->walker[data & 1];
    w->base = field(data, 43, 4);
    w->ndim = (uint8_t)field(data, 46, 44);
    if ((data & 1) == MOVER_SOURCE) {
        regs->xform_id = (uint8_t)field(data, 50, 47);
        regs->xform_mode = (uint8_t)field(data, 58, 55);
    }
}

static void write_commit(struct mover_regs *regs, uint64_t data) {
    if (regs->latch.dim >= WALKER_DIMS)
        return;
    regs->walker[regs->latch.walker].dim[regs->latch.dim] =
        (struct walker_dim){.count = regs->latch.count,
                            .stride = regs->latch.stride,
                            .axis = (uint8_t)field(data, 1, 0),
                            .step = (int16_t)field(data, 17, 2)};
}

bool mover_regs_write(struct mover_regs *regs, unsigned addr, uint64_t data) {
    switch (addr) {
    case MOVER_REG_CONTROL:
        regs->mode = (uint8_t)field(data, 2, 0);
        regs->width = (uint8_t)field(data, 4, 3);
        return field(data, 16, 16) != 0;
    case MOVER_REG_WALKER:
        write_header(regs, data);
        break;
    case MOVER_REG_DIM:
        regs->latch.walker = data & 1;
        regs->latch.dim = (unsigned)field(data, 3, 1);
        regs->latch.count = (uint16_t)field(data, 19, 4);
        regs->latch.stride = (int32_t)field(data, 51, 20);
        break;
    case MOVER_REG_COMMIT:
        write_commit(regs, data);
        break;
    case MOVER_REG_AXIS:
        regs->walker[data & 1].axis[field(data, 1, 1)] = (struct walker_axis){
            .base = (int16_t)field(data, 17, 2), .extent = (uint16_t)field(data, 33, 18)};
        break;
    case MOVER_REG_IMMEDIATE:
        regs->immediate = (uint32_t)data;
        break;
    default:
        break;
    }
    return false;
}

struct word mover_pattern(const struct mover_regs *regs) {
    const unsigned bits = 8u << regs->width;
    uint32_t group = 0;
    for (unsigned bit = 0; bit < 32; bit++)
        group |= (regs->immediate >> bit % bits & 1) << bit;
    struct word pattern;
    for (unsigned i = 0; i < 8; i++)
        pattern.w[i] = group;
    return pattern;
}

/* ---- faults at GO --------------------------------------------------------------------------- */

/* Shape of the entries of the selected occupant. */
struct shape {
    bool valid;
    unsigned beats, out_words;
};

static uint32_t geometry_register(const struct mover_config *config, unsigned id) {
    if (config->geometry != NULL)
        return config->geometry(config->context, id);
    if (config->bank == NULL)
        return 0;
    struct bank_model bank;
    bank_model_init(&bank, config->bank);
    const struct bank_geometry g = bank_model_geometry(&bank, id);
    return g.known ? (uint32_t)(g.out_words << 16 | g.in_beats * WORD_BITS_IN_GEOMETRY) : 0;
}

static struct shape shape_of(const struct mover_config *config, const struct mover_regs *regs) {
    if (regs->xform_id >> config->xid_w != 0)
        return (struct shape){.valid = false};
    const uint32_t geometry = geometry_register(config, regs->xform_id);
    const unsigned in_bits = (unsigned)field(geometry, 15, 0);
    const unsigned out_words = (unsigned)field(geometry, 23, 16);
    if (in_bits == 0 || in_bits % WORD_BITS_IN_GEOMETRY != 0 || out_words == 0 ||
        out_words > BANK_WORDS_MAX)
        return (struct shape){.valid = false};
    return (struct shape){
        .valid = true, .beats = in_bits / WORD_BITS_IN_GEOMETRY, .out_words = out_words};
}

static bool mode_is_known(unsigned mode) {
    return mode == MOVER_COPY || mode == MOVER_FILL || mode == MOVER_TRANSFORM;
}

/* The source walker takes part. */
static bool reads_memory(const struct mover_regs *regs) {
    return regs->mode != MOVER_FILL;
}

static bool counts_are_wrong(const struct mover_regs *regs, struct shape shape) {
    const struct walker *const src = &regs->walker[MOVER_SOURCE];
    const struct walker *const dst = &regs->walker[MOVER_DESTINATION];
    if (dst->ndim == WALKER_NDIM_ILLEGAL)
        return true;
    if (!reads_memory(regs))
        return false;
    if (src->ndim == WALKER_NDIM_ILLEGAL)
        return true;
    if (regs->mode == MOVER_COPY)
        return walker_total(src) != walker_total(dst);
    return shape.valid && walker_total(src) != walker_total(dst) * shape.beats;
}

enum mover_code mover_go_fault(const struct mover_config *config, const struct mover_regs *regs,
                               bool bank_fault) {
    const struct walker *const src = &regs->walker[MOVER_SOURCE];
    const struct walker *const dst = &regs->walker[MOVER_DESTINATION];
    const bool transform = regs->mode == MOVER_TRANSFORM;
    if (!mode_is_known(regs->mode))
        return MOVER_CODE_MODE;
    if (!transform && regs->width == 3)
        return MOVER_CODE_WIDTH;
    const struct shape shape = transform ? shape_of(config, regs) : (struct shape){.valid = false};
    if (counts_are_wrong(regs, shape))
        return MOVER_CODE_COUNT;
    if (walker_misaligned(dst) || (reads_memory(regs) && walker_misaligned(src)))
        return MOVER_CODE_ALIGN;
    if (transform && (walker_bounded(src) || walker_bounded(dst)))
        return MOVER_CODE_EXTENT;
    if (transform && (!shape.valid || regs->xform_mode >> config->xmode_w != 0 || bank_fault))
        return MOVER_CODE_SLOT;
    return MOVER_CODE_NONE;
}

/* ---- the plan ------------------------------------------------------------------------------- */

/* What has been listed so far. */
struct planning {
    const struct mover_config *config;
    const struct mover_regs *regs;
    struct mover_plan *plan;
    size_t limit, read_room, write_room;
    enum mover_plan_result result;
    bool ended; /* a run-time fault 2 was met */
};

/* Room for one more item; NULL, with the result set, where there must not or cannot be one. */
static void *grow(struct planning *p, void *items, size_t count, size_t *room, size_t size) {
    if (count < *room)
        return items;
    const size_t larger = *room == 0 ? 64 : 2 * *room;
    void *const moved = count < p->limit ? realloc(items, larger * size) : NULL;
    if (moved == NULL)
        p->result = count < p->limit ? MOVER_PLAN_NO_MEMORY : MOVER_PLAN_TOO_LONG;
    else
        *room = larger;
    return moved;
}

static void list_read(struct planning *p, struct mover_read item) {
    struct mover_plan *const plan = p->plan;
    void *const moved = grow(p, plan->reads, plan->read_count, &p->read_room, sizeof *plan->reads);
    if (moved == NULL)
        return;
    plan->reads = moved;
    plan->reads[plan->read_count++] = item;
}

static void list_write(struct planning *p, struct mover_write item) {
    struct mover_plan *const plan = p->plan;
    void *const moved =
        grow(p, plan->writes, plan->write_count, &p->write_room, sizeof *plan->writes);
    if (moved == NULL)
        return;
    plan->writes = moved;
    plan->writes[plan->write_count++] = item;
}

/* Outside the window of the walker's base, or not served. */
static bool leaves(const struct planning *p, unsigned which, uint64_t addr) {
    const uint64_t base = p->regs->walker[which].base;
    const bool write = which == MOVER_DESTINATION;
    return (addr ^ base) >> 36 != 0 ||
           mover_place_of(p->config, addr, write).space == MOVER_NOWHERE;
}

/* Fault 2 of an element; one that is not `accessed` only may raise it. */
static bool window_ends(struct planning *p, bool out, bool accessed) {
    p->plan->window_may |= out;
    if (out && accessed)
        p->plan->window_must = p->ended = true;
    return p->ended;
}

/* One element of copy or fill. `src` is NULL in a fill. */
static void plan_element(struct planning *p, const struct walker_element *src,
                         const struct walker_element *dst) {
    const size_t index = p->plan->read_count;
    if (src != NULL) {
        if (window_ends(p, leaves(p, MOVER_SOURCE, src->addr), src->valid && dst->valid))
            return;
        list_read(p, (struct mover_read){.place = mover_place_of(p->config, src->addr, false),
                                         .padding = !src->valid});
    }
    if (window_ends(p, leaves(p, MOVER_DESTINATION, dst->addr), dst->valid))
        return;
    list_write(p, (struct mover_write){.place = mover_place_of(p->config, dst->addr, true),
                                       .skipped = !dst->valid,
                                       .pattern = src == NULL || !src->valid,
                                       .source = index});
}

/* Reads of the source walker from *pos on, `count` of them, or fewer where it ends or leaves. */
static void plan_reads(struct planning *p, struct walker_pos *pos, bool *more, size_t count) {
    const struct walker *const w = &p->regs->walker[MOVER_SOURCE];
    for (size_t i = 0; i < count && *more && p->result == MOVER_PLAN_MADE; i++) {
        const struct walker_element e = walker_at(w, pos);
        if (window_ends(p, leaves(p, MOVER_SOURCE, e.addr), e.valid))
            return;
        list_read(p, (struct mover_read){.place = mover_place_of(p->config, e.addr, false),
                                         .padding = !e.valid});
        *more = walker_next(w, pos);
    }
}

/* What may have been read ahead when the destination faulted. */
static void plan_read_ahead(struct planning *p, struct walker_pos *pos, bool more) {
    p->ended = false;
    plan_reads(p, pos, &more, MOVER_READ_AHEAD);
    p->ended = true;
}

static void plan_elements(struct planning *p) {
    const struct walker *const src = &p->regs->walker[MOVER_SOURCE];
    const struct walker *const dst = &p->regs->walker[MOVER_DESTINATION];
    const bool reading = reads_memory(p->regs);
    struct walker_pos s = walker_begin(), d = walker_begin();
    bool more = true, more_source = reading;
    while (more && p->result == MOVER_PLAN_MADE) {
        const struct walker_element from = walker_at(src, &s), to = walker_at(dst, &d);
        const size_t reads = p->plan->read_count;
        plan_element(p, reading ? &from : NULL, &to);
        const bool stepped = p->plan->read_count > reads;
        if (stepped)
            more_source = walker_next(src, &s);
        if (p->ended) {
            if (stepped)
                plan_read_ahead(p, &s, more_source);
            return;
        }
        more = walker_next(dst, &d);
    }
}

/* The words of one entry at `addr`; `whole`: its source was wholly inside. */
static void plan_entry(struct planning *p, uint64_t addr, size_t first_read, bool whole) {
    const size_t first_write = p->plan->write_count;
    for (unsigned i = 0; i < p->plan->out_words; i++) {
        const uint64_t at = (addr + (uint64_t)i * WORD_BYTES) & WALKER_ADDR_MASK;
        const struct mover_place place = mover_place_of(p->config, at, true);
        const bool out = leaves(p, MOVER_DESTINATION, at);
        const bool hits = i == 0 || place.space == MOVER_NOWHERE;
        if (out)
            p->plan->window_may = true;
        if (out && hits) {
            p->plan->window_must = p->ended = true;
            break;
        }
        list_write(
            p, (struct mover_write){
                   .place = place, .any = !whole, .source = first_read, .of_entry = (uint8_t)i});
    }
    if (p->ended)
        for (size_t i = first_write; i < p->plan->write_count; i++)
            p->plan->writes[i].any = true;
}

static void plan_entries(struct planning *p) {
    const struct walker *const dst = &p->regs->walker[MOVER_DESTINATION];
    struct walker_pos s = walker_begin(), d = walker_begin();
    bool more = true, more_source = true;
    while (more && p->result == MOVER_PLAN_MADE) {
        const size_t first = p->plan->read_count;
        plan_reads(p, &s, &more_source, p->plan->beats);
        const bool whole = !p->ended;
        plan_entry(p, walker_at(dst, &d).addr, first, whole);
        if (p->ended) {
            if (whole)
                plan_read_ahead(p, &s, more_source);
            return;
        }
        more = walker_next(dst, &d);
    }
}

enum mover_plan_result mover_plan_make(const struct mover_config *config,
                                       const struct mover_regs *regs, size_t limit,
                                       struct mover_plan *plan) {
    struct planning p = {.config = config, .regs = regs, .plan = plan, .limit = limit};
    *plan = (struct mover_plan){.mode = regs->mode,
                                .xform_id = regs->xform_id,
                                .xform_mode = regs->xform_mode,
                                .beats = 1,
                                .out_words = 1,
                                .pattern = mover_pattern(regs)};
    if (regs->mode == MOVER_TRANSFORM) {
        const struct shape shape = shape_of(config, regs);
        plan->beats = shape.beats;
        plan->out_words = shape.out_words;
        plan_entries(&p);
    } else {
        plan_elements(&p);
    }
    if (p.result != MOVER_PLAN_MADE)
        mover_plan_free(plan);
    return p.result;
}

void mover_plan_free(struct mover_plan *plan) {
    free(plan->reads);
    free(plan->writes);
    plan->reads = NULL;
    plan->writes = NULL;
    plan->read_count = plan->write_count = 0;
}

/* ---- values --------------------------------------------------------------------------------- */

bool mover_plan_convert(const struct mover_config *config, const struct mover_plan *plan,
                        const struct word *beats, struct word words[BANK_WORDS_MAX]) {
    const struct bank_desc *const bank = config->bank;
    if (bank == NULL)
        return false;
    if (plan->xform_id == 0 || bank->every_id_bypasses) {
        if (plan->beats != plan->out_words)
            return false;
        memcpy(words, beats, plan->out_words * sizeof *words);
        return true;
    }
    if (plan->xform_id > bank->occupants)
        return false;
    const struct occupant *const occupant = &bank->occupant[plan->xform_id - 1];
    if (occupant->in_beats != plan->beats || occupant->out_words != plan->out_words)
        return false;
    bank_convert(bank, config->bank_state, plan->xform_id, beats, plan->xform_mode, words);
    return true;
}

bool mover_plan_value(const struct mover_config *config, const struct mover_plan *plan,
                      size_t index, mover_read_fn *read, void *context, struct word *value) {
    const struct mover_write *const w = &plan->writes[index];
    struct word beats[BANK_BEATS_MAX], words[BANK_WORDS_MAX];
    if (w->skipped || w->any)
        return false;
    if (w->pattern) {
        *value = plan->pattern;
        return true;
    }
    if (plan->beats > BANK_BEATS_MAX)
        return false;
    for (unsigned i = 0; i < plan->beats; i++)
        beats[i] = read(context, plan->reads[w->source + i].place);
    if (plan->mode != MOVER_TRANSFORM) {
        *value = beats[0];
        return true;
    }
    if (!mover_plan_convert(config, plan, beats, words))
        return false;
    *value = words[w->of_entry];
    return true;
}
