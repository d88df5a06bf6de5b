/* See bank.h. */
#include "bank.h"

#define BEAT_BITS 256u
#define BYPASS_BEATS 4
#define BYPASS_WORDS 4
#define BYPASS_DEPTH 2 /* of a bank with models */
#define DEPTH_MAGIC 0x444550u
#define FAULT_BITS (BANK_FAULT_BIT_UNKNOWN_ID | BANK_FAULT_BITS_OCCUPANT)

/* ---- geometry ------------------------------------------------------------------------------- */

static struct bank_geometry bypass_geometry(bool known, unsigned depth, bool declares_depth) {
    return (struct bank_geometry){.known = known,
                                  .in_beats = BYPASS_BEATS,
                                  .out_words = BYPASS_WORDS,
                                  .depth = depth,
                                  .declares_depth = declares_depth};
}

static struct bank_geometry unknown_geometry(void) {
    return bypass_geometry(false, 1, false);
}

static bool shape_is_possible(uint32_t reg_geometry) {
    const unsigned in_bits = reg_geometry & 0xffff;
    const unsigned out_words = reg_geometry >> 16 & 0xff;
    return reg_geometry >> 24 == 0 && in_bits != 0 && in_bits % BEAT_BITS == 0 &&
           in_bits / BEAT_BITS <= BANK_BEATS_MAX && out_words != 0 && out_words <= BANK_WORDS_MAX;
}

bool bank_geometry_decode(unsigned id, uint32_t reg_geometry, uint32_t reg_depth,
                          struct bank_geometry *geometry) {
    const bool declares = reg_depth >> 8 == DEPTH_MAGIC;
    const unsigned depth = declares ? reg_depth & 0xff : 1;
    *geometry = unknown_geometry();
    if (depth == 0 || depth > BANK_DEPTH_MAX)
        return false;
    if (id == 0) {
        *geometry = bypass_geometry(true, depth, declares);
        return true;
    }
    if (reg_geometry == 0)
        return true;
    if (!shape_is_possible(reg_geometry))
        return false;
    *geometry = (struct bank_geometry){.known = true,
                                       .in_beats = (reg_geometry & 0xffff) / BEAT_BITS,
                                       .out_words = reg_geometry >> 16,
                                       .depth = depth,
                                       .declares_depth = declares};
    return true;
}

static const struct occupant *occupant_of(const struct bank_model *m, unsigned id) {
    if (m->desc == NULL || m->desc->every_id_bypasses || id == 0 || id > m->desc->occupants)
        return NULL;
    return &m->desc->occupant[id - 1];
}

static struct bank_geometry foreign_geometry(const struct bank_model *m, unsigned id) {
    if (id < m->ids)
        return m->by_id[id];
    return id == 0 ? bypass_geometry(true, 1, false) : unknown_geometry();
}

struct bank_geometry bank_model_geometry(const struct bank_model *m, unsigned id) {
    if (m->desc == NULL)
        return foreign_geometry(m, id);
    if (id == 0 || m->desc->every_id_bypasses)
        return bypass_geometry(true, BYPASS_DEPTH, true);
    const struct occupant *const occupant = occupant_of(m, id);
    if (occupant == NULL)
        return unknown_geometry();
    return (struct bank_geometry){.known = true,
                                  .in_beats = occupant->in_beats,
                                  .out_words = occupant->out_words,
                                  .depth = occupant->depth,
                                  .declares_depth = true};
}

/* ---- making and resetting ------------------------------------------------------------------- */

void bank_model_init(struct bank_model *m, const struct bank_desc *desc) {
    *m = (struct bank_model){.desc = desc, .declares_depth = true};
}

void bank_model_init_foreign(struct bank_model *m, const struct bank_geometry *by_id,
                             unsigned ids) {
    *m = (struct bank_model){.by_id = by_id, .ids = ids};
    for (unsigned id = 0; id < ids; id++)
        m->declares_depth |= by_id[id].declares_depth;
}

void bank_model_reset(struct bank_model *m) {
    m->entries = 0;
    m->done_depth = 0;
    m->clear_now = m->due_now = m->may_now = false;
    m->fault = m->cleared = 0;
    m->worked = false;
}

void bank_model_resume(struct bank_model *m, uint8_t fault) {
    bank_model_reset(m);
    m->fault = fault & FAULT_BITS;
}

/* ---- entries -------------------------------------------------------------------------------- */

static struct bank_entry *entry_at(struct bank_model *m, unsigned age_order) {
    return &m->entry[(m->oldest + age_order) % BANK_DEPTH_MAX];
}

static const struct bank_entry *entry_seen(const struct bank_model *m, unsigned age_order) {
    return &m->entry[(m->oldest + age_order) % BANK_DEPTH_MAX];
}

unsigned bank_model_beats_wanted(const struct bank_model *m) {
    if (m->entries == 0)
        return 0;
    const struct bank_entry *const newest = entry_seen(m, m->entries - 1);
    return newest->geometry.in_beats - newest->beats;
}

unsigned bank_model_pending(const struct bank_model *m) {
    return m->entries - (bank_model_beats_wanted(m) > 0);
}

/* DEPTH 1 holds wherever one of the entries that meet has it. */
static unsigned common_depth(const struct bank_model *m, unsigned id) {
    unsigned depth = bank_model_geometry(m, id).depth;
    for (unsigned i = 0; i < bank_model_pending(m); i++) {
        if (entry_seen(m, i)->geometry.depth < depth)
            depth = entry_seen(m, i)->geometry.depth;
    }
    return m->done_depth != 0 && m->done_depth < depth ? m->done_depth : depth;
}

enum bank_start bank_model_start_meaning(const struct bank_model *m, unsigned id) {
    const bool abandons = bank_model_beats_wanted(m) > 0;
    /* A done frees its place from the next cycle on; an abandoned entry never counts. */
    const unsigned before = bank_model_pending(m) + (m->done_depth != 0);
    if (before >= common_depth(m, id))
        return BANK_START_TOO_EARLY;
    if (!abandons)
        return BANK_START_OPENS;
    return m->declares_depth ? BANK_START_ABANDONS : BANK_START_UNDECLARED;
}

enum bank_start bank_model_start(struct bank_model *m, unsigned id, unsigned mode) {
    const enum bank_start meaning = bank_model_start_meaning(m, id);
    bool may_fault = false;
    if (meaning == BANK_START_TOO_EARLY || meaning == BANK_START_UNDECLARED)
        return meaning;
    if (meaning == BANK_START_ABANDONS) {
        m->entries--;
        may_fault = entry_at(m, m->entries)->may_fault;
    }
    struct bank_entry *const entry = entry_at(m, m->entries);
    m->entries++;
    entry->id = id;
    entry->mode = mode;
    entry->geometry = bank_model_geometry(m, id);
    entry->beats = 0;
    entry->fault_due = !entry->geometry.known;
    entry->may_fault = may_fault || entry->fault_due;
    entry->fresh = true;
    return meaning;
}

bool bank_model_beat(struct bank_model *m, const struct word *beat) {
    if (bank_model_beats_wanted(m) == 0)
        return false;
    struct bank_entry *const open = entry_at(m, m->entries - 1);
    open->beat[open->beats++] = *beat;
    return true;
}

static void predict(const struct bank_model *m, const struct bank_entry *entry,
                    struct bank_result *result) {
    const struct occupant *const occupant = occupant_of(m, entry->id);
    const bool foreign_occupant = m->desc == NULL && entry->id != 0 && entry->geometry.known;
    result->predicted = !foreign_occupant;
    if (foreign_occupant)
        return;
    if (occupant != NULL)
        occupant->convert(entry->beat, entry->mode, result->words);
    else
        memcpy(result->words, entry->beat, BYPASS_WORDS * sizeof *result->words);
}

bool bank_model_done(struct bank_model *m, struct bank_result *result) {
    *result = (struct bank_result){0};
    if (bank_model_pending(m) == 0)
        return false;
    const struct bank_entry *const entry = entry_at(m, 0);
    result->id = entry->id;
    result->mode = entry->mode;
    result->out_words = entry->geometry.out_words;
    predict(m, entry, result);
    m->done_depth = entry->geometry.depth;
    m->due_now |= entry->fault_due;
    m->may_now |= entry->may_fault;
    m->oldest = (m->oldest + 1) % BANK_DEPTH_MAX;
    m->entries--;
    return true;
}

/* ---- registers ------------------------------------------------------------------------------ */

void bank_model_reg_write(struct bank_model *m, unsigned cfg_id, unsigned addr) {
    (void)cfg_id; /* 0x00 belongs to the bank, not to an occupant */
    if (addr == BANK_REG_FAULT)
        m->clear_now = true;
}

bool bank_model_reg_read(const struct bank_model *m, unsigned cfg_id, unsigned addr, uint8_t fault,
                         uint32_t *value) {
    const struct bank_geometry geometry = bank_model_geometry(m, cfg_id);
    switch (addr) {
    case BANK_REG_FAULT:
        *value = fault & FAULT_BITS;
        return true;
    case BANK_REG_GEOMETRY:
        *value = geometry.known ? geometry.out_words << 16 | geometry.in_beats * BEAT_BITS : 0;
        return true;
    case BANK_REG_DEPTH:
        *value = geometry.declares_depth ? DEPTH_MAGIC << 8 | geometry.depth : 0;
        return m->desc != NULL || geometry.declares_depth;
    default:
        *value = 0;
        return m->desc != NULL;
    }
}

/* ---- faults --------------------------------------------------------------------------------- */

/* Whether some entry with an unknown id is in the span in which it may raise fault[0]. */
static bool unknown_id_may_raise(const struct bank_model *m) {
    bool may = m->may_now;
    for (unsigned i = 0; i < m->entries; i++)
        may |= entry_seen(m, i)->may_fault;
    return may;
}

/* Without models a fault of an occupant has causes unknown here. Only one thing is certain: in a
 * bank without work nothing sets a bit again that a write clears. */
static uint8_t occupant_bits_may(const struct bank_model *m) {
    const bool works = m->worked || m->entries != 0 || m->done_depth != 0;
    if (m->desc != NULL)
        return 0;
    return (uint8_t)(BANK_FAULT_BITS_OCCUPANT & ~(works ? 0u : m->cleared));
}

uint8_t bank_model_fault_must(const struct bank_model *m) {
    const unsigned kept = m->fault & ~(unsigned)m->cleared;
    return (uint8_t)(kept | (m->due_now ? BANK_FAULT_BIT_UNKNOWN_ID : 0));
}

uint8_t bank_model_fault_may(const struct bank_model *m) {
    return (uint8_t)(bank_model_fault_must(m) | occupant_bits_may(m) |
                     (unknown_id_may_raise(m) ? BANK_FAULT_BIT_UNKNOWN_ID : 0));
}

static enum bank_fault judge_fault(const struct bank_model *m, uint8_t fault) {
    const unsigned lacking = bank_model_fault_must(m) & ~(unsigned)fault;
    const unsigned excess = fault & ~(unsigned)bank_model_fault_may(m);
    const unsigned wrong = lacking | excess;
    const unsigned lowest = wrong & (0u - wrong);
    if (wrong == 0)
        return BANK_FAULT_RIGHT;
    if ((lacking & lowest) != 0)
        return (m->fault & ~(unsigned)m->cleared & lowest) != 0 ? BANK_FAULT_DROPPED
                                                                : BANK_FAULT_MISSING;
    return (m->cleared & lowest) != 0 ? BANK_FAULT_UNCLEARED : BANK_FAULT_SPURIOUS;
}

enum bank_fault bank_model_end_cycle(struct bank_model *m, uint8_t fault) {
    const uint8_t pins = fault & FAULT_BITS;
    const enum bank_fault verdict = judge_fault(m, pins);
    for (unsigned i = 0; i < m->entries; i++) {
        struct bank_entry *const entry = entry_at(m, i);
        /* The bit this write clears may have been this entry's; set beats clear only in the cycle
         * of the cause, which for an entry started in this cycle is still to come. */
        if (m->clear_now && (pins & BANK_FAULT_BIT_UNKNOWN_ID) != 0 && !entry->fresh)
            entry->fault_due = false;
        entry->fresh = false;
    }
    m->worked = m->entries != 0 || m->done_depth != 0;
    m->fault = pins;
    m->cleared = m->clear_now ? pins : 0;
    m->done_depth = 0;
    m->clear_now = m->due_now = m->may_now = false;
    return verdict;
}
