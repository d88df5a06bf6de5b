/* Writes through a window: what is written to memory, and what is answered. */
#include "window_state.h"

/* ---- bursts on the memory channel ------------------------------------------------------------ */

static struct issued_burst *get_burst(struct window_model *m) {
    uint32_t handle = 0;
    while (handle < m->burst_count && m->burst[handle] != NULL)
        handle++;
    if (handle == m->burst_count) {
        m->burst_count = handle == 0 ? 16 : 2 * handle;
        m->burst = pool_grow(m->burst, m->burst_count * sizeof(struct issued_burst *));
        for (uint32_t i = handle; i < m->burst_count; i++)
            m->burst[i] = NULL;
    }
    struct issued_burst *const b = pool_get(&m->issued_pool);
    b->handle = handle;
    m->burst[handle] = b;
    return b;
}

static void put_burst(struct window_model *m, struct issued_burst *b) {
    chain_remove(&b->chain);
    m->burst[b->handle] = NULL;
    pool_put(&m->issued_pool, b);
}

static struct issued_burst *burst_of(const struct window_model *m, uint32_t handle) {
    return handle < m->burst_count ? m->burst[handle] : NULL;
}

/* Beats of earlier AWs for this address of which it is not known whose they are. */
static unsigned undecided_beats(const struct window_model *m, uint64_t addr) {
    unsigned count = 0;
    CHAIN_EACH(c, &m->issued) {
        const struct issued_burst *const b = issued_of(c);
        if (addr >= b->addr && addr - b->addr < (uint64_t)b->beats * WORD_BYTES)
            count += b->beat[(addr - b->addr) / WORD_BYTES].unresolved;
    }
    return count;
}

/* ---- binding --------------------------------------------------------------------------------- */

bool word_is_accepted(const struct write_burst *w, unsigned index) {
    return index < w->got;
}

static void bind_beat(struct window_model *m, struct issued_burst *b, uint32_t beat,
                      struct write_burst *w, uint32_t index, uint64_t cycle) {
    struct write_word *const word = &w->word[index];
    b->beat[beat].write = w;
    b->beat[beat].index = index;
    w->free -= word_is_accepted(w, index) && word->strb != 0;
    word->state = CLAIM_BOUND;
    word->burst = b->handle;
    word->beat = beat;
    w->a.moved = cycle;
    m->moved[WINDOW_WRITE_ISSUE]++;
}

/* The write burst that owes the word without an AW, oldest first; how many there are, and how many
 * of them have their data. */
static struct write_burst *free_owner(const struct window_model *m, uint64_t addr, unsigned *count,
                                      unsigned *at_hand, unsigned *index,
                                      const struct write_burst **owed) {
    struct write_burst *first = NULL;
    *count = *at_hand = 0;
    *owed = NULL;
    CHAIN_EACH(c, &m->writes) {
        struct write_burst *const w = write_of(c);
        unsigned i;
        if (!owes(&w->a, addr, &i))
            continue;
        *owed = w;
        if (w->word[i].state != CLAIM_FREE)
            continue;
        if ((*count)++ == 0) {
            first = w;
            *index = i;
        }
        *at_hand += word_is_accepted(w, i);
    }
    return first;
}

static const struct write_burst *aliased_write(const struct window_model *m, uint64_t addr,
                                               uint64_t *right) {
    CHAIN_EACH(c, &m->writes)
    if (owes_alias(&write_of(c)->a, addr, right))
        return write_of(c);
    return NULL;
}

static const struct write_burst *unissuable_write(const struct window_model *m, uint64_t addr) {
    CHAIN_EACH(c, &m->writes) {
        const struct write_burst *const w = write_of(c);
        const bool covers = addr + WORD_BYTES > w->a.target &&
                            addr < w->a.target + (uint64_t)w->a.shape.beats * WORD_BYTES;
        if ((w->a.refused || w->a.staged) && covers)
            return w;
    }
    return NULL;
}

static void blame_aw(const struct window_model *m, uint64_t addr, const struct write_burst *owed,
                     struct verdict *v) {
    char at[16];
    struct text t = text_into(at, sizeof at);
    text_addr(&t, addr);
    const struct write_burst *const wrong = unissuable_write(m, addr);
    if (owed != NULL) {
        window_blame(m, v, own_check(m), "AW writes the word at %s once more than it is owed", at);
        blame_burst(v, &owed->a, true, (unsigned)((addr - owed->a.target) / WORD_BYTES));
    } else if (wrong != NULL) {
        window_blame(m, v, own_check(m), "AW for %s: the burst %s", at,
                     wrong->a.refused ? "must be refused" : "belongs in the staging store");
        blame_burst(v, &wrong->a, true, 0);
    } else {
        window_blame(m, v, own_check(m), "AW writes the word at %s, which no burst owes", at);
        blame_hint(v, m->config.kind == WINDOW_HOST
                          ? "the address accepted on the slave goes out unchanged"
                          : "bits 35:0 of the address accepted on the slave go out");
    }
}

/* The address the AW should have had, when it is one of another mesh or aperture. */
static uint64_t judge_alias(const struct window_model *m, uint64_t addr, struct verdict *v) {
    unsigned count, at_hand, index;
    const struct write_burst *owed;
    uint64_t right;
    free_owner(m, addr, &count, &at_hand, &index, &owed);
    const struct write_burst *const aliased = owed != NULL ? NULL : aliased_write(m, addr, &right);
    if (aliased == NULL)
        return addr;
    char at[16];
    struct text t = text_into(at, sizeof at);
    text_addr(&t, addr);
    window_blame(m, v, CHECK_MAG_ALIAS, "AW writes %s: bits 39:36 are not those owed", at);
    blame_burst(v, &aliased->a, true, (unsigned)((right - aliased->a.target) / WORD_BYTES));
    return right;
}

static void bind_by_address(struct window_model *m, struct issued_burst *b, uint32_t beat,
                            uint64_t cycle, struct verdict *v) {
    const uint64_t addr = b->addr + (uint64_t)beat * WORD_BYTES;
    unsigned count, at_hand, index = 0;
    const struct write_burst *owed;
    struct write_burst *const first = free_owner(m, addr, &count, &at_hand, &index, &owed);
    const unsigned taken = undecided_beats(m, addr);
    if (count <= taken) {
        blame_aw(m, addr, owed, v);
        return;
    }
    if (at_hand <= taken) {
        window_blame(m, v, CHECK_MAG_INDEP, "AW issued before all of its data was at hand");
        blame_burst(v, &first->a, true, index);
        blame_hint(v, "whoever withholds W on the slave would hold every requester's writes");
    }
    if (count == 1)
        bind_beat(m, b, beat, first, index, cycle);
    else
        b->beat[beat].unresolved = true;
}

bool window_model_issue_write(struct window_model *m, uint64_t addr, unsigned beats, uint64_t cycle,
                              uint32_t *burst, struct verdict *v) {
    struct issued_burst *const b = get_burst(m);
    v->check = CHECK_NONE;
    m->stats.evaluations[own_check(m)]++;
    m->stats.evaluations[CHECK_MAG_ALIAS]++;
    m->stats.evaluations[CHECK_MAG_INDEP] += !m->config.seed_rules;
    m->stats.words_written += beats;
    m->moved[WINDOW_WRITE_ISSUE]++;
    b->addr = judge_alias(m, addr, v);
    b->cycle = cycle;
    b->beats = beats;
    b->written = 0;
    for (uint32_t i = 0; i < beats; i++)
        b->beat[i] = (struct bound_beat){0};
    chain_insert(&m->issued, &b->chain);
    for (uint32_t i = 0; i < beats; i++)
        bind_by_address(m, b, i, cycle, v);
    m->stats.splits += b->beat[0].write != NULL && b->beat[0].index != 0;
    *burst = b->handle;
    return v->check == CHECK_NONE;
}

/* ---- data ------------------------------------------------------------------------------------ */

static bool same_bytes(const struct word *a, const struct word *b, uint32_t strb) {
    if (word_equal(a, b))
        return true;
    for (unsigned i = 0; i < 8; i++)
        for (unsigned k = 0; k < 4; k++)
            if ((strb >> (4 * i + k) & 1) != 0 && ((a->w[i] ^ b->w[i]) >> 8 * k & 0xff) != 0)
                return false;
    return true;
}

static bool data_is(const struct write_burst *w, unsigned index, const struct word *data,
                    uint32_t strb) {
    return word_is_accepted(w, index) && w->word[index].strb == strb &&
           same_bytes(&w->word[index].data, data, strb);
}

/* The burst an undecided beat belongs to: the one with this data that the beat before it served,
 * else the oldest with this data; with wrong data the oldest. */
static struct write_burst *find_by_data(const struct window_model *m, const struct issued_burst *b,
                                        uint32_t beat, const struct word *data, uint32_t strb,
                                        unsigned *index) {
    const uint64_t addr = b->addr + (uint64_t)beat * WORD_BYTES;
    const struct write_burst *const neighbour = beat > 0 ? b->beat[beat - 1].write : NULL;
    struct write_burst *best = NULL, *oldest = NULL;
    CHAIN_EACH(c, &m->writes) {
        struct write_burst *const w = write_of(c);
        unsigned i;
        if (!owes(&w->a, addr, &i) || w->word[i].state != CLAIM_FREE)
            continue;
        if (oldest == NULL)
            oldest = w;
        if (data_is(w, i, data, strb) && (best == NULL || w == neighbour))
            best = w;
    }
    best = best != NULL ? best : oldest;
    if (best != NULL)
        owes(&best->a, addr, index);
    return best;
}

/* Memory keeps the order in which it is written, and a master may count on the order of one id. */
static void judge_order(const struct window_model *m, const struct write_burst *w, unsigned index,
                        struct verdict *v) {
    const struct write_word *const word = &w->word[index];
    const uint64_t addr = w->a.target + (uint64_t)index * WORD_BYTES;
    CHAIN_EACH(c, &m->writes) {
        const struct write_burst *const earlier = write_of(c);
        unsigned i;
        if (earlier == w)
            return;
        if (earlier->a.shape.id != w->a.shape.id || !owes(&earlier->a, addr, &i) ||
            earlier->word[i].state != CLAIM_FREE || (earlier->word[i].strb & word->strb) == 0 ||
            data_is(earlier, i, &word->data, word->strb))
            continue;
        window_blame(m, v, own_check(m), "a later write of the same id reaches memory first");
        blame_burst(v, &w->a, true, index);
        return;
    }
}

static void hint_data(const struct window_model *m, const struct word *data, uint32_t strb,
                      struct verdict *v) {
    CHAIN_EACH(c, &m->writes) {
        const struct write_burst *const w = write_of(c);
        for (unsigned i = 0; i < w->got; i++)
            if (same_bytes(&w->word[i].data, data, strb) && strb != 0) {
                blame_hint(v,
                           "these are the bytes of word %u of the burst with id %u accepted at "
                           "cycle %llu",
                           i + 1, w->a.shape.id, (unsigned long long)w->a.cycle);
                return;
            }
    }
    blame_hint(v, "no outstanding burst has these bytes");
}

static void judge_data(const struct window_model *m, const struct write_burst *w, unsigned index,
                       const struct word *data, uint32_t strb, struct verdict *v) {
    const struct write_word *const word = &w->word[index];
    if (!word_is_accepted(w, index)) {
        window_blame(m, v, own_check(m), "memory written before the word was accepted on W");
    } else if (strb != word->strb) {
        window_blame(m, v, own_check(m), "wstrb is 0x%08x, accepted with 0x%08x", strb, word->strb);
    } else if (!same_bytes(&word->data, data, strb)) {
        window_blame(m, v, own_check(m), "memory written with other bytes than were accepted");
        hint_data(m, data, strb, v);
    }
    blame_burst(v, &w->a, true, index);
}

bool window_model_issue_data(struct window_model *m, uint32_t burst, unsigned index,
                             const struct word *data, uint32_t strb, uint64_t cycle,
                             struct verdict *v) {
    struct issued_burst *const b = burst_of(m, burst);
    v->check = CHECK_NONE;
    if (b == NULL || index >= b->beats)
        return true;
    struct bound_beat *const beat = &b->beat[index];
    m->stats.evaluations[own_check(m)]++;
    m->moved[WINDOW_WRITE_ISSUE]++;
    m->moved[WINDOW_WRITE_DATA]++;
    b->written += !beat->written;
    beat->written = true;
    unsigned word = beat->index;
    if (beat->unresolved) {
        struct write_burst *const w = find_by_data(m, b, index, data, strb, &word);
        beat->unresolved = false;
        if (w != NULL)
            bind_beat(m, b, index, w, word, cycle);
    }
    if (beat->write == NULL)
        return true;
    beat->write->a.moved = cycle;
    judge_data(m, beat->write, word, data, strb, v);
    if (v->check == CHECK_NONE)
        judge_order(m, beat->write, word, v);
    return v->check == CHECK_NONE;
}

/* Words that look the same to memory share their answers. */
static void note_resp(struct window_model *m, struct write_burst *w, unsigned index, uint8_t resp) {
    struct write_word *const word = &w->word[index];
    word->possible |= (uint8_t)(1u << resp);
    CHAIN_EACH(c, &m->writes) {
        struct write_burst *const other = write_of(c);
        unsigned i;
        if (other == w || !owes(&other->a, w->a.target + (uint64_t)index * WORD_BYTES, &i) ||
            !data_is(other, i, &word->data, word->strb))
            continue;
        other->word[i].possible |= (uint8_t)(1u << resp);
        other->word[i].shared = word->shared = true;
    }
}

void window_model_memory_response(struct window_model *m, uint32_t burst, uint8_t resp,
                                  uint64_t cycle) {
    struct issued_burst *const b = burst_of(m, burst);
    if (b == NULL)
        return;
    m->moved[WINDOW_WRITE_ISSUE]++;
    m->moved[WINDOW_WRITE_ANSWER]++;
    for (uint32_t i = 0; i < b->beats; i++) {
        struct write_burst *const w = b->beat[i].write;
        if (w == NULL)
            continue;
        w->word[b->beat[i].index].state = CLAIM_ANSWERED;
        w->word[b->beat[i].index].resp = resp;
        note_resp(m, w, b->beat[i].index, resp);
        w->a.moved = w->finished = cycle;
    }
    put_burst(m, b);
}

/* ---- answers --------------------------------------------------------------------------------- */

static bool word_answered(const struct write_burst *w, unsigned index) {
    const struct write_word *const word = &w->word[index];
    return word->state == CLAIM_ANSWERED || (word->state == CLAIM_FREE && word->strb == 0);
}

bool write_is_answered(const struct write_burst *w) {
    if (w->got < w->a.shape.beats)
        return false;
    for (unsigned i = 0; i < w->a.shape.beats && !w->a.refused && !w->a.staged; i++)
        if (!word_answered(w, i))
            return false;
    return true;
}

static void exchange(struct window_model *m, struct write_burst *w, unsigned i,
                     struct write_burst *other, unsigned j) {
    struct write_word *const mine = &w->word[i], *const its = &other->word[j];
    const struct write_word was = *mine;
    if (was.state == CLAIM_BOUND) {
        struct bound_beat *const beat = &m->burst[was.burst]->beat[was.beat];
        beat->write = other;
        beat->index = j;
    } else if (was.strb != 0) {
        w->free--;
        other->free++;
    }
    mine->state = CLAIM_ANSWERED;
    mine->resp = its->resp;
    its->state = was.state;
    its->burst = was.burst;
    its->beat = was.beat;
}

/* Takes the answer of a word of another burst that looked the same to memory. */
static bool borrow_answer(struct window_model *m, struct write_burst *w, unsigned i) {
    const struct write_word *const mine = &w->word[i];
    CHAIN_EACH(c, &m->writes) {
        struct write_burst *const other = write_of(c);
        unsigned j;
        if (other == w || !owes(&other->a, w->a.target + (uint64_t)i * WORD_BYTES, &j) ||
            other->word[j].state != CLAIM_ANSWERED || !data_is(other, j, &mine->data, mine->strb))
            continue;
        exchange(m, w, i, other, j);
        return true;
    }
    return false;
}

/* A word without strobes may have been issued too, and its answer be counted as another's: then
 * that one may still be issued. */
static unsigned count_unanswered(struct window_model *m, struct write_burst *w) {
    unsigned count = 0;
    for (unsigned i = 0; i < w->a.shape.beats && !w->a.refused && !w->a.staged; i++) {
        if (w->word[i].state == CLAIM_ANSWERED)
            continue;
        const bool borrowed = word_is_accepted(w, i) && borrow_answer(m, w, i);
        count += !borrowed && !word_answered(w, i);
    }
    return count;
}

static void write_finish(struct window_model *m, struct write_burst *w, uint64_t cycle) {
    for (unsigned i = 0; i < w->a.shape.beats; i++) {
        const struct write_word *const word = &w->word[i];
        if (w->a.staged && word_is_accepted(w, i))
            staging_write_end(m->config.staging, word->visible, cycle);
        if (word->state == CLAIM_BOUND) /* after a verdict */
            m->burst[word->burst]->beat[word->beat].write = NULL;
    }
    chain_remove(&w->a.by_age);
    chain_remove(&w->a.by_id);
    m->live_writes--;
    pool_put(&m->write_pool, w);
}

static void judge_staged(struct window_model *m, const struct write_burst *w, uint8_t resp,
                         struct verdict *v) {
    const uint8_t right = w->past_end ? RESP_SLVERR : RESP_OKAY;
    m->stats.evaluations[CHECK_MAG_STAGE]++;
    if (resp == right)
        return;
    window_blame(m, v, CHECK_MAG_STAGE, "bresp is %s for a write to the staging store %s",
                 resp_name(resp), w->past_end ? "past its end" : "within its bounds");
}

static void judge_resp(const struct window_model *m, const struct write_burst *w, uint8_t resp,
                       struct verdict *v) {
    const unsigned error_bits = 1u << RESP_SLVERR | 1u << RESP_DECERR;
    unsigned certain = 0, errors = 0;
    for (unsigned i = 0; i < w->a.shape.beats; i++) {
        errors |= w->word[i].possible & error_bits;
        certain |= w->word[i].shared ? 0 : w->word[i].possible & error_bits;
    }
    if ((certain == 0 && resp == RESP_OKAY) || (errors >> resp & 1) != 0)
        return;
    window_blame(m, v, own_check(m), "bresp is %s, memory answered %s", resp_name(resp),
                 errors == 0                   ? "OKAY"
                 : errors == 1u << RESP_SLVERR ? "SLVERR"
                 : errors == 1u << RESP_DECERR ? "DECERR"
                                               : "SLVERR and DECERR");
}

static void judge_answer(struct window_model *m, struct write_burst *w, uint8_t resp,
                         struct verdict *v) {
    const unsigned missing = count_unanswered(m, w);
    if (w->got < w->a.shape.beats)
        window_blame(m, v, own_check(m), "B before the last W beat: %u of %u accepted", w->got,
                     w->a.shape.beats);
    else if (missing > 0)
        window_blame(m, v, own_check(m), "B before memory answered: %u of %u words missing",
                     missing, w->a.shape.beats);
    else if (w->a.refused && resp != RESP_SLVERR)
        window_blame(m, v, own_check(m), "bresp is %s, a refused burst is answered SLVERR",
                     resp_name(resp));
    else if (w->a.staged)
        judge_staged(m, w, resp, v);
    else if (!w->a.refused)
        judge_resp(m, w, resp, v);
    blame_burst(v, &w->a, true, w->a.shape.beats - 1);
}

bool window_model_answer_write(struct window_model *m, uint8_t id, uint8_t resp, uint64_t cycle,
                               struct verdict *v) {
    v->check = CHECK_NONE;
    m->stats.evaluations[own_check(m)]++;
    m->stats.errors += resp >= RESP_SLVERR;
    m->moved[WINDOW_WRITE_ANSWER]++;
    m->moved[WINDOW_WRITE_ISSUE]++;
    struct write_burst *const w = OLDEST(struct write_burst, by_id, &m->writes_of[id]);
    if (w == NULL)
        return window_blame(m, v, own_check(m), "B with id %u, of which no write is outstanding",
                            id);
    judge_answer(m, w, resp, v);
    write_finish(m, w, cycle);
    return v->check == CHECK_NONE;
}
