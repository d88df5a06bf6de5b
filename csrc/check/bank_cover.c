#include "check/bank_cover.h"

#include "bins.h"
#include "check/bank_check.h"

#include <string.h>

enum { OCCUPANT_KINDS = 4 };

static void hit(const struct bank_check *c, enum bin_group group, unsigned a, unsigned b,
                unsigned d, unsigned e) {
    sim_bin(c->sim, bin_at(group, a, b, d, e));
}

/* The bypass, an occupant by its DEPTH, an id that names none. */
static unsigned kind_of(const struct bank_check *c, unsigned id) {
    const struct bank_geometry *shape = &c->shapes->of[id];
    if (id == 0) {
        return 0;
    }
    return shape->known ? 3u - shape->depth : 3;
}

/* None, before the first beat, between beats, both. */
static unsigned gaps_of(const struct entry_info *e) {
    return (unsigned)(e->lead > 0) | (unsigned)(e->gaps > 0) << 1;
}

/* ---- entries --------------------------------------------------------------------------------- */

static bool latest_was_done(const struct bank_check *c) {
    return c->latest.what && strcmp(c->latest.what, "done") == 0 &&
           c->latest.cycle + 1 == c->sim->cycle;
}

static unsigned company_of(const struct bank_check *c, const struct slot_cycle *now) {
    const bool open = bank_model_beats_wanted(&c->model) > 0;
    const unsigned pending = bank_model_pending(&c->model);
    if (open) {
        return pending > 0 ? 6 : 5;
    }
    if (pending == 0) {
        return latest_was_done(c) ? 1 : 0;
    }
    if (now->done) {
        return 4;
    }
    return now->beat_valid ? 2 : 3;
}

/* What came before, and whether it is still under way. */
static void count_pair(const struct bank_check *c, const struct slot_cycle *now,
                       const struct entry_info *open) {
    const unsigned before = kind_of(c, c->previous.id), kind = kind_of(c, now->id);
    const bool occupants = before % 3 != 0 && kind % 3 != 0;
    const bool same = c->previous.id == now->id;
    if (!c->previous.any || (before == 3 && kind == 3 && !same)) {
        return;
    }
    static const unsigned row[OCCUPANT_KINDS] = {0, 1, 1, 2};
    const unsigned pair = occupants && same ? 9 : row[before] * 3 + row[kind];
    hit(c, BINS_BANK_PAIR, pair, c->previous.mode == now->mode, open != NULL, 0);
}

void bank_cover_start(const struct bank_check *c, const struct slot_cycle *now,
                      const struct entry_info *open) {
    hit(c, BINS_BANK_START, kind_of(c, now->id), company_of(c, now), 0, 0);
    count_pair(c, now, open);
}

/* Zero, subnormal, the smallest number, one between, the largest, infinity, NaN. */
static unsigned class_of(uint32_t magnitude, unsigned fraction_bits, uint32_t infinity) {
    const uint32_t smallest = UINT32_C(1) << fraction_bits;
    if (magnitude <= smallest) {
        return magnitude == 0 ? 0 : magnitude < smallest ? 1 : 2;
    }
    if (magnitude >= infinity) {
        return magnitude == infinity ? 5 : 6;
    }
    return magnitude + 1 == infinity ? 4 : 3;
}

/* The beats as FP16 and as FP32, whatever the occupant takes them for. */
static void count_values(const struct bank_check *c, const struct seen_entry *e) {
    for (unsigned i = 0; i < 8 * e->info.beats; i++) {
        const uint32_t w = e->beat[i / 8].w[i % 8];
        hit(c, BINS_BANK_VALUE, 0, class_of(w & 0x7fff, 10, 0x7c00), w >> 15 & 1, 0);
        hit(c, BINS_BANK_VALUE, 0, class_of(w >> 16 & 0x7fff, 10, 0x7c00), w >> 31, 0);
        hit(c, BINS_BANK_VALUE, 1, class_of(w & 0x7fffffff, 23, 0x7f800000), w >> 31, 0);
    }
}

void bank_cover_end(const struct bank_check *c, const struct seen_entry *e, bool done) {
    const unsigned kind = kind_of(c, e->info.id);
    hit(c, BINS_BANK_ENTRY, kind, gaps_of(&e->info), e->info.unsteady, done);
    if (!done) {
        const unsigned beats = e->info.beats, wanted = c->shapes->of[e->info.id].in_beats;
        hit(c, BINS_BANK_ABANDONED, kind, beats == 0 ? 0 : beats + 1 < wanted ? 1 : 2, 0, 0);
    } else if (kind % 3 != 0) {
        count_values(c, e);
    }
}

/* Nothing, a start in the cycle of the done, no beat yet, some, its last in that cycle, all. */
void bank_cover_done(const struct bank_check *c, const struct slot_cycle *now,
                     const struct seen_entry *e, const struct seen_entry *other) {
    unsigned behind = 0;
    if (other && now->start) {
        behind = 1;
    } else if (other) {
        const unsigned beats = other->info.beats, wanted = c->shapes->of[other->info.id].in_beats;
        behind = beats == 0 ? 2 : beats < wanted ? 3 : now->beat_valid ? 4 : 5;
    }
    hit(c, BINS_BANK_DONE, kind_of(c, e->info.id), behind, 0, 0);
}

/* ---- registers and faults -------------------------------------------------------------------- */

/* Idle, an entry open, one without done, both. */
static unsigned state_of(const struct bank_check *c) {
    return (unsigned)(bank_model_beats_wanted(&c->model) > 0) |
           (unsigned)(bank_model_pending(&c->model) > 0) << 1;
}

void bank_cover_write(const struct bank_check *c, const struct slot_cycle *now) {
    unsigned what = 3;
    if (now->cfg_addr == BANK_REG_FAULT) {
        what = 0;
    } else if (now->cfg_addr == BANK_REG_GEOMETRY || now->cfg_addr == BANK_REG_DEPTH) {
        what = 1;
    } else if (kind_of(c, now->cfg_id) % 3 != 0) {
        what = 2;
    }
    hit(c, BINS_BANK_WRITE, what, state_of(c), now->fault != 0, 0);
}

void bank_cover_fault(const struct bank_check *c, const struct slot_cycle *now) {
    const uint8_t rises = now->fault & (uint8_t)~c->model.fault;
    const bool written = now->cfg_en && now->cfg_addr == BANK_REG_FAULT;
    const unsigned clear = c->model.cleared ? 2 : written ? 1 : 0;
    if (rises & BANK_FAULT_BIT_UNKNOWN_ID) {
        hit(c, BINS_BANK_FAULT, 0, c->model.fault != 0, clear, 0);
    }
    if (rises & BANK_FAULT_BITS_OCCUPANT) {
        hit(c, BINS_BANK_FAULT, 1, c->model.fault != 0, clear, 0);
    }
}

/* ---- reset ----------------------------------------------------------------------------------- */

void bank_cover_reset(const struct bank_check *c, const struct entry_info *open) {
    const unsigned pending = bank_model_pending(&c->model);
    const bool wants = bank_model_beats_wanted(&c->model) > 0;
    if (c->sim->cycle == 0) {
        return;
    }
    unsigned cell = 0;
    if (wants && open) {
        cell = pending > 0 ? 5 : open->beats == 0 ? 1 : 2;
    } else if (pending > 0) {
        cell = pending > 1 ? 4 : 3;
    }
    hit(c, BINS_BANK_RESET, cell, c->model.fault != 0, 0, 0);
}
