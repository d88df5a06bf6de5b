#include "check/bank_memory.h"

enum { OFTEN_ENOUGH = 3 }; /* repeats that agreed before a condition is cleared of suspicion */

static void clear(struct bank_memory *m) {
    m->count = 0;
    memset(m->as_they_were, 0, sizeof m->as_they_were);
    memset(m->despite_gaps, 0, sizeof m->despite_gaps);
    memset(m->despite_selection, 0, sizeof m->despite_selection);
}

void bank_memory_write(struct bank_memory *m, uint64_t cycle) {
    clear(m);
    m->written = true;
    m->since = cycle + 1;
}

void bank_memory_reset(struct bank_memory *m) {
    if (m->written) {
        clear(m);
        m->written = false;
    }
}

void bank_memory_join(struct bank_memory *m) {
    clear(m);
    m->written = true;
}

static bool same_beats(const struct answered_entry *a, const struct seen_entry *b) {
    return a->entry.info.beats == b->info.beats &&
           memcmp(a->entry.beat, b->beat, b->info.beats * sizeof *b->beat) == 0;
}

static bool same_selection(const struct answered_entry *a, const struct seen_entry *b) {
    return a->entry.info.id == b->info.id && a->entry.info.mode == b->info.mode;
}

struct answered_entry *bank_memory_find(struct bank_memory *m, const struct seen_entry *e) {
    if (e->info.started < m->since) {
        return NULL;
    }
    for (unsigned i = 0; i < m->count; i++) {
        if (same_selection(&m->at[i], e) && same_beats(&m->at[i], e)) {
            return &m->at[i];
        }
    }
    return NULL;
}

/* A free place, or that of the entry nobody has repeated for the longest time. */
static struct answered_entry *place(struct bank_memory *m) {
    if (m->count < BANK_MEMORY_ENTRIES) {
        return &m->at[m->count++];
    }
    struct answered_entry *oldest = &m->at[0];
    for (unsigned i = 1; i < BANK_MEMORY_ENTRIES; i++) {
        if (m->at[i].used < oldest->used) {
            oldest = &m->at[i];
        }
    }
    return oldest;
}

static bool unlike_gaps(const struct answered_entry *earlier, const struct seen_entry *e) {
    return entry_has_gaps(&earlier->entry.info) != entry_has_gaps(&e->info);
}

static bool unlike_selection(const struct answered_entry *earlier, const struct seen_entry *e) {
    return earlier->entry.info.unsteady != e->info.unsteady;
}

static bool is_plain(const struct entry_info *e) {
    return !entry_has_gaps(e) && !e->unsteady;
}

static void compared(struct bank_memory *m, struct answered_entry *earlier,
                     const struct seen_entry *e) {
    const unsigned id = e->info.id;
    m->despite_gaps[id] += unlike_gaps(earlier, e);
    m->despite_selection[id] += unlike_selection(earlier, e);
    if (is_plain(&earlier->entry.info) && is_plain(&e->info)) {
        m->as_they_were[id]++;
        earlier->agreed = true;
    }
}

void bank_memory_add(struct bank_memory *m, struct answered_entry *earlier,
                     const struct seen_entry *e, uint32_t *const *words, unsigned count,
                     uint64_t cycle) {
    if (e->info.started < m->since) {
        return;
    }
    m->answers++;
    if (earlier) {
        compared(m, earlier, e);
        earlier->used = m->answers;
        if (is_plain(&earlier->entry.info) && !is_plain(&e->info)) {
            return;
        }
    } else {
        earlier = place(m);
        earlier->agreed = false;
    }
    earlier->entry = *e;
    earlier->done_at = cycle;
    earlier->used = m->answers;
    for (unsigned i = 0; i < count; i++) {
        memcpy(earlier->words[i].w, words[i], sizeof earlier->words[i].w);
    }
}

static bool words_of(const struct answered_entry *a, uint32_t *const *words, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        if (memcmp(a->words[i].w, words[i], sizeof a->words[i].w) != 0) {
            return false;
        }
    }
    return true;
}

/* The words are those the same beats gave with another id or mode. */
static bool another_selection(const struct bank_memory *m, const struct seen_entry *e,
                              uint32_t *const *words, unsigned count) {
    for (unsigned i = 0; i < m->count; i++) {
        const struct answered_entry *a = &m->at[i];
        if (!same_selection(a, e) && same_beats(a, e) && words_of(a, words, count)) {
            return true;
        }
    }
    return false;
}

/* What came before cannot be the reason: it was the same, or has never mattered. */
static bool neighbours_cleared(const struct bank_memory *m, const struct answered_entry *earlier,
                               const struct seen_entry *e) {
    const struct neighbour *a = &earlier->entry.info.before, *b = &e->info.before;
    const bool same =
        a->any && b->any && a->id == b->id && a->mode == b->mode && a->beats == b->beats;
    return same || (earlier->agreed && m->as_they_were[e->info.id] >= OFTEN_ENOUGH);
}

enum check_id bank_memory_blame(const struct bank_memory *m, const struct answered_entry *earlier,
                                const struct seen_entry *e, uint32_t *const *words,
                                unsigned count) {
    const bool gaps = unlike_gaps(earlier, e), selection = unlike_selection(earlier, e);
    const bool gaps_cleared = m->despite_gaps[e->info.id] >= OFTEN_ENOUGH;
    const bool selection_cleared = m->despite_selection[e->info.id] >= OFTEN_ENOUGH;
    if (e->info.unsteady && another_selection(m, e, words, count)) {
        return CHECK_XF_MODE;
    }
    if (!neighbours_cleared(m, earlier, e)) {
        return CHECK_XF_DATA;
    }
    if (gaps && (!selection || (selection_cleared && !gaps_cleared))) {
        return CHECK_XF_GAP;
    }
    if (selection && (!gaps || (gaps_cleared && !selection_cleared))) {
        return CHECK_XF_MODE;
    }
    return CHECK_XF_DATA;
}
