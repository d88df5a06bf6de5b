#include "bench/mover_cover.h"

#include "bench/mover_bench.h"
#include "bins.h"

enum { PAGE_BYTES = 4096 };
enum mode { COPY, FILL, TRANSFORM, NO_MODE };

static void hit(const struct mover_bench *b, enum bin_group group, unsigned c0, unsigned c1,
                unsigned c2, unsigned c3) {
    sim_bin(b->sim, bin_at(group, c0, c1, c2, c3));
}

unsigned mover_cover_mode(const struct mover_bench *b) {
    switch (b->regs.mode) {
    case MOVER_COPY:
        return COPY;
    case MOVER_FILL:
        return FILL;
    case MOVER_TRANSFORM:
        return TRANSFORM;
    default:
        return NO_MODE;
    }
}

/* ---- walks ----------------------------------------------------------------------------------- */

/* Of the innermost dimension with more than one element: one element, dense, the same word again,
 * backwards, apart. */
static unsigned stride_of(const struct walker *w, unsigned words) {
    for (unsigned d = walker_dims_used(w); d-- > 0;) {
        if (walker_count(&w->dim[d]) > 1) {
            const int32_t stride = w->dim[d].stride;
            if (stride == (int32_t)(words * WORD_BYTES)) {
                return 1;
            }
            return stride == 0 ? 2 : stride < 0 ? 3 : 4;
        }
    }
    return 0;
}

static unsigned bounds_of(const struct walker *w) {
    return (unsigned)(w->axis[0].extent != 0) | (unsigned)(w->axis[1].extent != 0) << 1;
}

static void count_walker(const struct mover_bench *b, const struct mover_plan *plan,
                         unsigned which) {
    const struct walker *w = &b->regs.walker[which];
    const unsigned mode = mover_cover_mode(b);
    hit(b, BINS_MOVER_NDIM, mode, which, walker_dims_used(w), 0);
    hit(b, BINS_MOVER_STRIDE, mode, which, stride_of(w, which ? plan->out_words : 1), 0);
    const uint64_t word = w->base % PAGE_BYTES / WORD_BYTES;
    const unsigned place = word == 0 ? 0 : word + 1 == PAGE_BYTES / WORD_BYTES ? 2 : 1;
    hit(b, BINS_MOVER_BASE, mode, which, place, 0);
}

/* Elements outside a bounded axis: none, some, all. */
static unsigned some_of(size_t invalid, size_t all) {
    return invalid == 0 ? 0 : invalid < all ? 1 : 2;
}

static void count_axes(const struct mover_bench *b, const struct mover_plan *plan) {
    size_t padding = 0, skipped = 0;
    for (size_t i = 0; i < plan->read_count; i++) {
        padding += plan->reads[i].padding;
    }
    for (size_t i = 0; i < plan->write_count; i++) {
        skipped += plan->writes[i].skipped;
    }
    const unsigned mode = mover_cover_mode(b);
    if (mode == COPY) {
        hit(b, BINS_MOVER_AXES, 0, bounds_of(&b->regs.walker[MOVER_SOURCE]),
            some_of(padding, plan->read_count), 0);
    }
    hit(b, BINS_MOVER_AXES, mode + 1, bounds_of(&b->regs.walker[MOVER_DESTINATION]),
        some_of(skipped, plan->write_count), 0);
    if (mode == FILL || padding > 0) {
        hit(b, BINS_MOVER_WIDTH, mode, b->regs.width, 0, 0);
    }
}

/* ---- where from, where to -------------------------------------------------------------------- */

enum { ELSEWHERE = 3 };

static unsigned space_of(const struct mover_bench *b, unsigned which) {
    static const unsigned cell[] = {
        [MOVER_DRAM] = 0, [MOVER_STAGING] = 1, [MOVER_REMOTE] = 2, [MOVER_NOWHERE] = ELSEWHERE};
    return cell[mover_place_of(&b->config, b->regs.walker[which].base, which == MOVER_DESTINATION)
                    .space];
}

struct range {
    uint64_t low, high;
};

static void widen(struct range *r, uint64_t at) {
    r->low = at < r->low ? at : r->low;
    r->high = at > r->high ? at : r->high;
}

/* Apart, or meeting: from the same word on, the destination before the source, behind it. */
static unsigned meeting(const struct mover_bench *b, const struct mover_plan *plan) {
    struct range from = {UINT64_MAX, 0}, to = {UINT64_MAX, 0};
    for (size_t i = 0; i < plan->read_count; i++) {
        widen(&from, mover_canonical(&b->config, plan->reads[i].place));
    }
    for (size_t i = 0; i < plan->write_count; i++) {
        widen(&to, mover_canonical(&b->config, plan->writes[i].place));
    }
    if (from.low > to.high || to.low > from.high) {
        return 0;
    }
    return from.low == to.low ? 1 : to.low < from.low ? 2 : 3;
}

static void count_places(const struct mover_bench *b, const struct mover_plan *plan) {
    const unsigned mode = mover_cover_mode(b);
    const unsigned from = mode == FILL ? 0 : 1 + space_of(b, MOVER_SOURCE);
    const unsigned to = space_of(b, MOVER_DESTINATION);
    /* A base that nothing serves is legal where no word is moved from or to it. */
    if (from < ELSEWHERE && to < ELSEWHERE) {
        hit(b, BINS_MOVER_MOVE, mode, from, to, 0);
    }
    if (mode != FILL) {
        hit(b, BINS_MOVER_MEETING, mode == TRANSFORM, meeting(b, plan), 0, 0);
    }
}

static void count_entries(const struct mover_bench *b, const struct mover_plan *plan) {
    const size_t entries = plan->write_count / plan->out_words;
    const unsigned run = entries < 2 ? 0 : entries == 2 ? 1 : 2;
    const unsigned beats = plan->beats == 1 ? 0 : plan->beats <= 4 ? 1 : plan->beats <= 8 ? 2 : 3;
    hit(b, BINS_MOVER_ENTRIES, beats, run, 0, 0);
    hit(b, BINS_MOVER_WORDS, plan->out_words - 1, run, 0, 0);
}

void mover_cover_move(const struct mover_bench *b, uint8_t code) {
    struct mover_plan plan;
    hit(b, BINS_MOVER_CODE, mover_cover_mode(b), code, 0, 0);
    if (code != MOVER_CODE_NONE ||
        mover_plan_make(&b->config, &b->regs, MOVER_JUDGED_WORDS, &plan) != MOVER_PLAN_MADE) {
        return;
    }
    if (mover_cover_mode(b) != FILL) {
        count_walker(b, &plan, MOVER_SOURCE);
    }
    count_walker(b, &plan, MOVER_DESTINATION);
    count_places(b, &plan);
    if (mover_cover_mode(b) == TRANSFORM) {
        count_entries(b, &plan);
    } else {
        count_axes(b, &plan);
    }
    mover_plan_free(&plan);
}

/* ---- time ------------------------------------------------------------------------------------ */

unsigned mover_cover_stage(const struct mover_bench *b) {
    const bool reads = axi_check_reads(&b->axi_check) > 0;
    const bool writes = axi_check_writes(&b->axi_check) > 0;
    return reads ? 1 + writes : writes ? 3 : 0;
}

/* What makes a move fail while it runs. */
static void count_causes(const struct mover_bench *b) {
    const struct axi_events *ev = &b->axi;
    if (ev->read_beat.valid && ev->read_beat.resp >= 2) {
        hit(b, BINS_MOVER_CAUSE, mover_cover_mode(b), 0, mover_cover_stage(b), 0);
    }
    if (ev->write_response.valid && ev->write_response.resp >= 2) {
        hit(b, BINS_MOVER_CAUSE, mover_cover_mode(b), 1, mover_cover_stage(b), 0);
    }
    if (mover_cover_mode(b) == TRANSFORM && *b->pins.slot_fault & ~b->bank_fault) {
        hit(b, BINS_MOVER_CAUSE, mover_cover_mode(b), 2, mover_cover_stage(b), 0);
    }
}

static unsigned register_of(unsigned addr, uint64_t data) {
    static const uint8_t known[] = {MOVER_REG_WALKER, MOVER_REG_DIM, MOVER_REG_COMMIT,
                                    MOVER_REG_AXIS, MOVER_REG_IMMEDIATE};
    if (addr == MOVER_REG_CONTROL) {
        return data >> 16 & 1;
    }
    for (unsigned i = 0; i < sizeof known; i++) {
        if (addr == known[i]) {
            return 2 + i;
        }
    }
    return 7;
}

void mover_cover_cycle(struct mover_bench *b) {
    const struct mover_owed owed = mover_judge_owed(b->judge);
    if (owed.moving) {
        count_causes(b);
    }
    if (*b->pins.cfg_en) {
        hit(b, BINS_MOVER_WRITE, register_of(*b->pins.cfg_addr, *b->pins.cfg_data),
            *b->pins.busy ? 1 + mover_cover_stage(b) : 0, 0, 0);
    }
    b->bank_fault = *b->pins.slot_fault;
}

void mover_cover_reset(const struct mover_bench *b) {
    if (b->sim->cycle == 0) {
        return;
    }
    const struct mover_owed owed = mover_judge_owed(b->judge);
    if (!owed.moving) {
        hit(b, BINS_MOVER_RESET, NO_MODE, 0, 0, 0);
    } else {
        hit(b, BINS_MOVER_RESET, mover_cover_mode(b), mover_cover_stage(b), owed.faulted, 0);
    }
}
