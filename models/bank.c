/* See bank.h. */
#include "bank.h"

#define BEAT_BITS 256u
#define BYPASS_BEATS 4
#define BYPASS_WORDS 4
#define BYPASS_DEPTH 2 /* of a bank with models, unless its description says another */
#define DEPTH_MAGIC 0x444550u
#define FAULT_BITS (BANK_FAULT_BIT_UNKNOWN_ID | BANK_FAULT_BITS_OCCUPANT)

/* ---- occupants ------------------------------------------------------------------------------ */

const char *bank_desc_fault(const struct bank_desc *desc) {
    unsigned state_words = 0;
    if (desc->occupants >= BANK_IDS_MAX)
        return "more than 255 occupants";
    if (desc->occupants != 0 && desc->occupant == NULL)
        return "occupants are counted and none is given";
    if (desc->bypass_depth > BANK_DEPTH_MAX)
        return "bypass_depth is not 1 or 2";
    for (unsigned i = 0; i < desc->occupants; i++) {
        const struct occupant *const o = &desc->occupant[i];
        if (o->in_beats == 0 || o->in_beats > BANK_BEATS_MAX)
            return "an occupant's in_beats is not 1 to 16";
        if (o->out_words == 0 || o->out_words > BANK_WORDS_MAX)
            return "an occupant's out_words is not 1 to 4";
        if (o->depth == 0 || o->depth > BANK_DEPTH_MAX)
            return "an occupant's depth is not 1 or 2";
        if ((o->convert == NULL) == (o->serve == NULL))
            return "an occupant has neither or both of convert and serve";
        if ((o->faults & ~BANK_FAULT_BITS_OCCUPANT) != 0)
            return "an occupant's faults are not bits 3:1";
        if (o->state_words != 0 && o->write == NULL)
            return "an occupant has state_words and no write";
        state_words += o->state_words;
    }
    return state_words > BANK_STATE_MAX ? "more than 2048 state_words together" : NULL;
}

static const struct occupant *occupant_at(const struct bank_desc *desc, unsigned id) {
    if (desc == NULL || desc->every_id_bypasses || id == 0 || id > desc->occupants)
        return NULL;
    return &desc->occupant[id - 1];
}

/* Where the state of an occupant begins. */
static unsigned state_offset(const struct bank_desc *desc, unsigned id) {
    unsigned offset = 0;
    for (unsigned i = 1; i < id; i++)
        offset += desc->occupant[i - 1].state_words;
    return offset;
}

void bank_state_reset(const struct bank_desc *desc, struct bank_state *state) {
    memset(state, 0, sizeof *state);
    for (unsigned id = 1; id <= desc->occupants; id++) {
        const struct occupant *const o = &desc->occupant[id - 1];
        if (o->reset != NULL)
            o->reset(&state->words[state_offset(desc, id)]);
    }
}

unsigned bank_convert(const struct bank_desc *desc, const struct bank_state *state, unsigned id,
                      const struct word *beats, unsigned mode, struct word words[BANK_WORDS_MAX]) {
    const struct occupant *const o = occupant_at(desc, id);
    struct bank_state fresh;
    if (o == NULL) {
        memcpy(words, beats, BYPASS_WORDS * sizeof *words);
        return 0;
    }
    if (o->serve == NULL) {
        o->convert(beats, mode, words);
        return 0;
    }
    if (state == NULL) {
        bank_state_reset(desc, &fresh);
        state = &fresh;
    }
    return o->serve(&state->words[state_offset(desc, id)], beats, mode, words);
}

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

static struct bank_geometry foreign_geometry(const struct bank_model *m, unsigned id) {
    if (id < m->ids)
        return m->by_id[id];
    return id == 0 ? bypass_geometry(true, 1, false) : unknown_geometry();
}

struct bank_geometry bank_model_geometry(const struct bank_model *m, unsigned id) {
    if (m->desc == NULL)
        return foreign_geometry(m, id);
    if (id == 0 || m->desc->every_id_bypasses)
        return bypass_geometry(true, m->desc->bypass_depth ? m->desc->bypass_depth : BYPASS_DEPTH,
                               true);
    const struct occupant *const occupant = occupant_at(m->desc, id);
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
    bank_state_reset(desc, &m->state);
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
    m->clear_now = m->worked = false;
    m->due_now = m->may_now = 0;
    m->fault = m->cleared = m->open = 0;
    if (m->desc != NULL)
        bank_state_reset(m->desc, &m->state);
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

/* What an entry with beats still to come may raise: only they will show whether it had to. */
static uint8_t open_faults(const struct bank_model *m, const struct bank_entry *entry) {
    const struct occupant *const occupant = occupant_at(m->desc, entry->id);
    return occupant != NULL && entry->beats < entry->geometry.in_beats ? occupant->faults : 0;
}

enum bank_start bank_model_start(struct bank_model *m, unsigned id, unsigned mode) {
    const enum bank_start meaning = bank_model_start_meaning(m, id);
    uint8_t may_fault = 0;
    if (meaning == BANK_START_TOO_EARLY || meaning == BANK_START_UNDECLARED)
        return meaning;
    if (meaning == BANK_START_ABANDONS) {
        m->entries--;
        may_fault = entry_at(m, m->entries)->may_fault | open_faults(m, entry_at(m, m->entries));
    }
    struct bank_entry *const entry = entry_at(m, m->entries);
    m->entries++;
    entry->id = id;
    entry->mode = mode;
    entry->geometry = bank_model_geometry(m, id);
    entry->beats = 0;
    entry->fault_due = entry->geometry.known ? 0 : BANK_FAULT_BIT_UNKNOWN_ID;
    entry->may_fault = may_fault | entry->fault_due;
    entry->forgiven = 0;
    entry->fresh = true;
    return meaning;
}

static bool is_predicted(const struct bank_model *m, const struct bank_entry *entry) {
    return m->desc != NULL || entry->id == 0 || !entry->geometry.known;
}

bool bank_model_beat(struct bank_model *m, const struct word *beat) {
    if (bank_model_beats_wanted(m) == 0)
        return false;
    struct bank_entry *const open = entry_at(m, m->entries - 1);
    if (open->beats < BANK_BEATS_MAX) /* of a longer entry the first ones */
        open->beat[open->beats] = *beat;
    open->beats++;
    if (open->beats == open->geometry.in_beats && is_predicted(m, open)) {
        const unsigned faults =
            bank_convert(m->desc, &m->state, open->id, open->beat, open->mode, open->words);
        open->may_fault |= faults & BANK_FAULT_BITS_OCCUPANT;
        open->fault_due |= faults & BANK_FAULT_BITS_OCCUPANT & ~(unsigned)open->forgiven;
    }
    return true;
}

bool bank_model_done(struct bank_model *m, struct bank_result *result) {
    *result = (struct bank_result){0};
    if (bank_model_pending(m) == 0)
        return false;
    const struct bank_entry *const entry = entry_at(m, 0);
    result->id = entry->id;
    result->mode = entry->mode;
    result->out_words = entry->geometry.out_words;
    result->predicted = is_predicted(m, entry);
    if (result->predicted)
        memcpy(result->words, entry->words, sizeof result->words);
    m->done_depth = entry->geometry.depth;
    m->due_now |= entry->fault_due;
    m->may_now |= entry->may_fault;
    m->oldest = (m->oldest + 1) % BANK_DEPTH_MAX;
    m->entries--;
    return true;
}

/* ---- registers ------------------------------------------------------------------------------ */

static bool is_common(unsigned addr) {
    return addr == BANK_REG_FAULT || addr == BANK_REG_GEOMETRY || addr == BANK_REG_DEPTH;
}

void bank_model_reg_write(struct bank_model *m, unsigned cfg_id, unsigned addr, uint32_t data) {
    const struct occupant *const occupant = occupant_at(m->desc, cfg_id);
    if (addr == BANK_REG_FAULT)
        m->clear_now = true;
    if (!is_common(addr) && occupant != NULL && occupant->write != NULL)
        occupant->write(&m->state.words[state_offset(m->desc, cfg_id)], addr, data);
}

const struct bank_state *bank_model_state(const struct bank_model *m) {
    return &m->state;
}

bool bank_model_reg_read(const struct bank_model *m, unsigned cfg_id, unsigned addr, uint8_t fault,
                         uint32_t *value) {
    const struct bank_geometry geometry = bank_model_geometry(m, cfg_id);
    const struct occupant *const occupant = occupant_at(m->desc, cfg_id);
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
        if (occupant != NULL && occupant->read != NULL)
            *value = occupant->read(&m->state.words[state_offset(m->desc, cfg_id)], addr);
        return m->desc != NULL;
    }
}

/* ---- faults --------------------------------------------------------------------------------- */

/* Bits with a cause that is known: some entry is in the span in which it may raise them. */
static uint8_t known_causes(const struct bank_model *m) {
    uint8_t may = m->may_now;
    for (unsigned i = 0; i < m->entries; i++)
        may |= entry_seen(m, i)->may_fault;
    return may;
}

/* Bits whose cause may be in beats still to come. */
static uint8_t open_causes(const struct bank_model *m) {
    return m->entries == 0 ? 0 : open_faults(m, entry_seen(m, m->entries - 1));
}

/* Without models a fault of an occupant has causes unknown here. Only one thing is certain: in a
 * bank without work nothing sets a bit again that a write clears. */
static uint8_t foreign_causes(const struct bank_model *m) {
    const bool works = m->worked || m->entries != 0 || m->done_depth != 0;
    if (m->desc != NULL)
        return 0;
    return (uint8_t)(BANK_FAULT_BITS_OCCUPANT & ~(works ? 0u : m->cleared));
}

/* A bit that rose early and whose cause the beats did not show was never due. */
static uint8_t kept(const struct bank_model *m) {
    const unsigned unfounded = m->open & ~(unsigned)(known_causes(m) | open_causes(m));
    return (uint8_t)(m->fault & ~(unsigned)m->cleared & ~unfounded);
}

uint8_t bank_model_fault_must(const struct bank_model *m) {
    return kept(m) | m->due_now;
}

uint8_t bank_model_fault_may(const struct bank_model *m) {
    return bank_model_fault_must(m) | known_causes(m) | open_causes(m) | foreign_causes(m);
}

static enum bank_fault judge_fault(const struct bank_model *m, uint8_t fault) {
    const unsigned lacking = bank_model_fault_must(m) & ~(unsigned)fault;
    const unsigned excess = fault & ~(unsigned)bank_model_fault_may(m);
    const unsigned wrong = lacking | excess;
    const unsigned lowest = wrong & (0u - wrong);
    if (wrong == 0)
        return BANK_FAULT_RIGHT;
    if ((lacking & lowest) != 0)
        return (kept(m) & lowest) != 0 ? BANK_FAULT_DROPPED : BANK_FAULT_MISSING;
    return (m->cleared & lowest) != 0 ? BANK_FAULT_UNCLEARED : BANK_FAULT_SPURIOUS;
}

/* The bit this write clears may have been this entry's; set beats clear only in the cycle of the
 * cause, which for an entry started in this cycle is still to come. */
static void forgive_cleared(struct bank_model *m, uint8_t pins) {
    for (unsigned i = 0; i < m->entries; i++) {
        struct bank_entry *const entry = entry_at(m, i);
        if (m->clear_now && !entry->fresh) {
            entry->forgiven |= pins;
            entry->fault_due &= (uint8_t)~pins;
        }
        entry->fresh = false;
    }
}

enum bank_fault bank_model_end_cycle(struct bank_model *m, uint8_t fault) {
    const uint8_t pins = fault & FAULT_BITS;
    const enum bank_fault verdict = judge_fault(m, pins);
    const uint8_t risen = pins & (uint8_t)~kept(m);
    m->open = (uint8_t)((m->open | risen) & open_causes(m) & pins & ~(unsigned)known_causes(m));
    forgive_cleared(m, pins);
    m->worked = m->entries != 0 || m->done_depth != 0;
    m->fault = pins;
    m->cleared = m->clear_now ? pins : 0;
    m->open &= (uint8_t)~m->cleared;
    m->done_depth = 0;
    m->clear_now = false;
    m->due_now = m->may_now = 0;
    return verdict;
}
