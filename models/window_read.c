/* Reads through a window: what is asked of memory, and what is answered. */
#include "window_state.h"

#include <stdlib.h>

#define AR_HINT                                                                                    \
    "an AR of this requester may only ask for words of bursts accepted on the slave, which keeps " \
    "the address as it is"

/* ---- what is asked of memory ----------------------------------------------------------------- */

static void cover(struct window_model *m, struct read_burst *r, struct read_word *word,
                  uint64_t cycle) {
    if (word->covered)
        return;
    word->covered = true;
    r->uncovered--;
    r->a.moved = cycle;
    m->moved[WINDOW_READ_ISSUE]++;
}

/* Takes one read from the multiset of a word; the oldest claim pays. */
static bool take_access(struct window_model *m, uint64_t addr, uint64_t cycle,
                        const struct read_burst **owed) {
    bool taken = false;
    *owed = NULL;
    CHAIN_EACH(c, &m->reads) {
        struct read_burst *const r = read_of(c);
        unsigned index;
        if (!owes(&r->a, addr, &index))
            continue;
        *owed = r;
        cover(m, r, &r->word[index], cycle);
        if (!taken && !r->word[index].accessed)
            r->word[index].accessed = taken = true;
    }
    return taken;
}

static const struct read_burst *aliased_read(const struct window_model *m, uint64_t addr,
                                             uint64_t *right) {
    CHAIN_EACH(c, &m->reads)
    if (owes_alias(&read_of(c)->a, addr, right))
        return read_of(c);
    return NULL;
}

static const struct read_burst *refused_read(const struct window_model *m, uint64_t addr) {
    CHAIN_EACH(c, &m->reads) {
        const struct read_burst *const r = read_of(c);
        if (r->a.refused && addr + WORD_BYTES > r->a.target &&
            addr < r->a.target + (uint64_t)r->a.shape.beats * WORD_BYTES)
            return r;
    }
    return NULL;
}

static void blame_access(struct window_model *m, uint64_t addr, const struct read_burst *owed,
                         uint64_t cycle, struct verdict *v) {
    char at[16];
    struct text t = text_into(at, sizeof at);
    text_addr(&t, addr);
    uint64_t right;
    const struct read_burst *const aliased = aliased_read(m, addr, &right);
    const struct read_burst *const wrong = refused_read(m, addr);
    if (owed != NULL) {
        window_blame(m, v, own_check(m), "AR reads the word at %s once more than it is owed", at);
        blame_burst(v, &owed->a, false, owed->sent);
    } else if (aliased != NULL) {
        window_blame(m, v, CHECK_MAG_ALIAS, "AR reads %s: bits 39:36 are not those owed", at);
        blame_burst(v, &aliased->a, false, (unsigned)((right - aliased->a.target) / WORD_BYTES));
        take_access(m, right, cycle, &owed);
    } else if (wrong != NULL) {
        window_blame(m, v, own_check(m), "AR for %s: the burst must be refused", at);
        blame_burst(v, &wrong->a, false, 0);
    } else {
        window_blame(m, v, own_check(m), "AR reads the word at %s, which no burst owes", at);
        blame_hint(v, AR_HINT);
    }
}

static void grow_asked(struct window_model *m) {
    const uint32_t size = m->asked_size == 0 ? 64 : 2 * m->asked_size;
    struct asked_burst *const grown = pool_grow(NULL, size * sizeof *grown);
    for (uint32_t i = 0; i < m->asked_used; i++)
        grown[i] = m->asked[(m->asked_head + i) % m->asked_size];
    free(m->asked);
    m->asked = grown;
    m->asked_size = size;
    m->asked_head = 0;
}

static void note_asked(struct window_model *m, uint64_t addr, unsigned beats) {
    if (m->asked_used == m->asked_size)
        grow_asked(m);
    m->asked[(m->asked_head + m->asked_used++) % m->asked_size] =
        (struct asked_burst){.addr = addr, .beats = beats};
}

/* The oldest burst that this is the next beat of; memory answers the one id of a window in order. */
static void note_answered(struct window_model *m, uint64_t addr) {
    for (uint32_t i = 0; i < m->asked_used; i++) {
        struct asked_burst *const b = &m->asked[(m->asked_head + i) % m->asked_size];
        if (b->beats == 0 || b->addr != addr)
            continue;
        b->addr += WORD_BYTES;
        b->beats--;
        break;
    }
    while (m->asked_used > 0 && m->asked[m->asked_head].beats == 0) {
        m->asked_head = (m->asked_head + 1) % m->asked_size;
        m->asked_used--;
    }
}

static bool memory_owes(const struct window_model *m, uint64_t addr) {
    for (uint32_t i = 0; i < m->asked_used; i++) {
        const struct asked_burst *const b = &m->asked[(m->asked_head + i) % m->asked_size];
        if (addr >= b->addr && addr - b->addr < (uint64_t)b->beats * WORD_BYTES)
            return true;
    }
    return false;
}

bool read_beat_doubtful(const struct window_model *m, const struct read_burst *r) {
    const uint64_t addr = r->a.target + (uint64_t)r->sent * WORD_BYTES;
    if (r->a.refused)
        return false;
    if (memory_owes(m, addr))
        return true;
    CHAIN_EACH(c, &m->reads) {
        const struct read_burst *const other = read_of(c);
        unsigned index;
        if (owes(&other->a, addr, &index) && index >= other->sent && !other->word[index].accessed)
            return true;
    }
    return false;
}

bool window_model_issue_read(struct window_model *m, uint64_t addr, unsigned beats, uint64_t cycle,
                             struct verdict *v) {
    v->check = CHECK_NONE;
    m->stats.evaluations[own_check(m)]++;
    m->stats.evaluations[CHECK_MAG_ALIAS]++;
    m->stats.words_read += beats;
    note_asked(m, addr, beats);
    for (unsigned i = 0; i < beats; i++) {
        const uint64_t word = addr + (uint64_t)i * WORD_BYTES;
        const struct read_burst *owed;
        const bool taken = take_access(m, word, cycle, &owed);
        if (i == 0)
            m->stats.splits += owed != NULL && owed->a.target != addr;
        if (!taken)
            blame_access(m, word, owed, cycle, v);
    }
    return v->check == CHECK_NONE;
}

/* ---- what memory answers --------------------------------------------------------------------- */

static bool same_value(const struct given_value *g, const struct word *data, uint8_t resp) {
    return g->resp == resp && (resp >= RESP_SLVERR || word_equal(&g->data, data));
}

static void give(struct window_model *m, struct read_word *word, const struct word *data,
                 uint8_t resp, uint64_t cycle) {
    for (const struct given_value *g = word->given; g != NULL; g = g->next)
        if (same_value(g, data, resp))
            return;
    struct given_value *const value = pool_get(&m->value_pool);
    *value = (struct given_value){.next = word->given, .data = *data, .cycle = cycle, .resp = resp};
    word->given = value;
}

void window_model_memory_data(struct window_model *m, uint64_t addr, const struct word *data,
                              uint8_t resp, uint64_t cycle) {
    m->moved[WINDOW_READ_ISSUE]++;
    note_answered(m, addr);
    CHAIN_EACH(c, &m->reads) {
        struct read_burst *const r = read_of(c);
        uint64_t right = addr;
        unsigned index;
        if (owes(&r->a, addr, &index))
            give(m, &r->word[index], data, resp, cycle);
        else if (owes_alias(&r->a, addr, &right)) /* after a verdict on its AR */
            give(m, &r->word[(right - r->a.target) / WORD_BYTES], data, resp, cycle);
    }
}

/* ---- what is answered ------------------------------------------------------------------------ */

bool read_beat_known(const struct read_burst *r, uint64_t *since) {
    const struct given_value *const given = r->word[r->sent].given;
    *since = r->a.moved;
    if (r->a.refused)
        return true;
    if (given != NULL && given->cycle > *since)
        *since = given->cycle;
    return given != NULL;
}

/* A burst answered with a word it never read itself was served by another's access. */
static void settle_access(struct window_model *m, const struct read_burst *r, uint64_t addr) {
    CHAIN_EACH(c, &m->reads) {
        struct read_burst *const other = read_of(c);
        unsigned index;
        if (other == r || !owes(&other->a, addr, &index) || !other->word[index].accessed)
            continue;
        other->word[index].accessed = false;
        return;
    }
}

static void read_finish(struct window_model *m, struct read_burst *r) {
    for (unsigned i = 0; i < r->a.shape.beats; i++) {
        struct read_word *const word = &r->word[i];
        if (!r->a.refused && !word->accessed)
            settle_access(m, r, r->a.target + (uint64_t)i * WORD_BYTES);
        while (word->given != NULL) {
            struct given_value *const value = word->given;
            word->given = value->next;
            pool_put(&m->value_pool, value);
        }
    }
    chain_remove(&r->a.by_age);
    chain_remove(&r->a.by_id);
    m->live_reads--;
    pool_put(&m->read_pool, r);
}

static void hint_owner(const struct window_model *m, const struct read_burst *r,
                       const struct word *data, struct verdict *v) {
    CHAIN_EACH(c, &m->reads) {
        const struct read_burst *const other = read_of(c);
        for (unsigned i = 0; i < other->a.shape.beats; i++)
            for (const struct given_value *g = other->word[i].given; g != NULL; g = g->next)
                if (word_equal(&g->data, data)) {
                    blame_hint(v, "this is word %u of %s of id %u", i + 1,
                               other == r ? "the same burst" : "a burst", other->a.shape.id);
                    return;
                }
    }
    blame_hint(v, "memory gave this word for no outstanding burst");
}

static bool judge_beat(struct window_model *m, const struct read_burst *r, const struct word *data,
                       uint8_t resp, struct verdict *v) {
    const struct given_value *const newest = r->word[r->sent].given;
    if (r->a.refused) {
        if (resp == RESP_SLVERR)
            return true;
        return window_blame(m, v, own_check(m), "rresp is %s, a refused burst is answered SLVERR",
                            resp_name(resp));
    }
    if (newest == NULL)
        return window_blame(m, v, own_check(m), "the word left before memory answered it%s",
                            r->word[r->sent].covered ? "" : ": no AR was issued for it");
    bool resp_given = false;
    for (const struct given_value *g = newest; g != NULL; g = g->next) {
        if (same_value(g, data, resp))
            return true;
        resp_given |= g->resp == resp;
    }
    if (!resp_given)
        return window_blame(m, v, own_check(m), "rresp is %s, memory answered this word %s",
                            resp_name(resp), resp_name(newest->resp));
    window_blame(m, v, own_check(m), "rdata is not what memory answered for this word");
    hint_owner(m, r, data, v);
    return false;
}

bool window_model_answer_data(struct window_model *m, uint8_t id, const struct word *data,
                              uint8_t resp, bool last, uint64_t cycle, struct verdict *v) {
    v->check = CHECK_NONE;
    m->stats.evaluations[own_check(m)]++;
    m->stats.beats_answered++;
    m->stats.errors += resp >= RESP_SLVERR;
    m->moved[WINDOW_READ_ANSWER]++;
    m->moved[WINDOW_READ_ISSUE]++;
    struct read_burst *const r = OLDEST(struct read_burst, by_id, &m->reads_of[id]);
    if (r == NULL)
        return window_blame(m, v, own_check(m), "R with id %u, of which no read is outstanding",
                            id);
    const bool is_last = r->sent + 1 == r->a.shape.beats;
    judge_beat(m, r, data, resp, v);
    if (last != is_last)
        window_blame(m, v, own_check(m), "rlast is %u on beat %u of %u", last, r->sent + 1,
                     r->a.shape.beats);
    blame_burst(v, &r->a, false, r->sent);
    r->a.moved = cycle;
    if (is_last)
        read_finish(m, r);
    else
        r->sent++;
    return v->check == CHECK_NONE;
}
