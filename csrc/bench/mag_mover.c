#include "bench/mag_mover.h"

#include <stdlib.h>

/* ---- life ------------------------------------------------------------------------------------ */

static struct word read_place(void *context, struct mover_place place);

static void release(void *object) {
    struct mag_mover *m = object;
    mover_judge_free(m->judge);
    mover_plan_free(&m->plan);
    free(m->image);
    free(m->unknown);
    free(m->handle);
    free(m->feed);
    free(m->source_store);
}

static void *need(void *memory) {
    if (memory == NULL) {
        fprintf(stderr, "cosim: out of memory\n");
        exit(2);
    }
    return memory;
}

void mag_mover_init(struct mag_mover *m, struct sim *sim, const struct mover_config *config,
                    struct staging *staging, const struct sparse_mem *dram) {
    memset(m, 0, sizeof *m);
    m->sim = sim;
    m->config = *config;
    m->staging = staging;
    m->dram = dram;
    m->judge = need(mover_judge_new(config, read_place, m, MAG_MOVER_LIMIT));
    sim_own(sim, m, release);
}

static void forget_move(struct mag_mover *m) {
    mover_plan_free(&m->plan);
    free(m->image);
    free(m->unknown);
    free(m->feed);
    free(m->source_store);
    m->source_store = NULL;
    m->image = NULL;
    m->unknown = NULL;
    m->feed = NULL;
    m->feeds = m->handles = m->next = 0;
    m->moving = m->planned = m->caused = m->remote = false;
    m->late = 0;
    m->mixed = m->disturbed = false;
    m->unseen = 0;
}

void mag_mover_reset(struct mag_mover *m) {
    forget_move(m);
    m->regs = (struct mover_regs){0};
    m->status = (struct mover_status){0};
    mover_judge_reset(m->judge);
}

/* ---- verdicts -------------------------------------------------------------------------------- */

static enum check_id check_of(enum mover_finding finding) {
    static const enum check_id check[MOVER_FINDING_COUNT] = {
        [MOVER_WRONG_DATA] = CHECK_MV_DATA,   [MOVER_WRONG_SOURCE] = CHECK_MV_SRC,
        [MOVER_WRONG_TOUCH] = CHECK_MV_TOUCH, [MOVER_WRONG_ORDER] = CHECK_MV_ORDER,
        [MOVER_WRONG_FAULT] = CHECK_MV_FAULT, [MOVER_WRONG_PAD] = CHECK_MV_PAD,
        [MOVER_WRONG_BUSY] = CHECK_MV_BUSY,   [MOVER_WRONG_RANGE] = CHECK_AXI_RANGE,
        [MOVER_WRONG_DUP] = CHECK_AXI_DUP,
    };
    return check[finding];
}

/* On rm_* a wrong word, or one where none is to go, is the interlink's matter (MAG-OUTWR). */
static enum check_id check_at(const struct mag_mover *m, const char *where,
                              enum mover_finding finding) {
    const bool outward = strncmp(where, "rm_", 3) == 0 && !m->sim->options->seed_rules &&
                         (finding == MOVER_WRONG_DATA || finding == MOVER_WRONG_TOUCH);
    return outward ? CHECK_MAG_OUTWR : check_of(finding);
}

static void report(struct mag_mover *m, const char *where, const struct mover_verdict *v,
                   const struct word *actual) {
    struct failure *f = sim_fail(m->sim, check_at(m, where, v->finding), where, "%s", v->what);
    if (f != NULL && v->has_expected && actual != NULL) {
        failure_word(f, "word", &v->expected, actual);
    }
}

/* ---- places ---------------------------------------------------------------------------------- */

static uint64_t staging_addr(const struct mag_mover *m, uint64_t offset) {
    return UINT64_C(1) << 39 | (uint64_t)m->config.mesh_id << 36 | offset;
}

/* What memory holds, as far as it is known. */
static struct word read_place(void *context, struct mover_place place) {
    const struct mag_mover *m = context;
    struct word word = {{0}};
    if (place.space == MOVER_DRAM) {
        sparse_mem_read(m->dram, place.offset, &word);
    } else if (place.space == MOVER_STAGING) {
        staging_example(m->staging, staging_addr(m, place.offset), &word);
    }
    return word;
}

static int compare_places(const struct mover_place *a, const struct mover_place *b) {
    if (a->space != b->space) {
        return a->space < b->space ? -1 : 1;
    }
    return a->offset < b->offset ? -1 : a->offset > b->offset;
}

static int compare_feeds(const void *a, const void *b) {
    return compare_places(&((const struct mag_mover_feed *)a)->place,
                          &((const struct mag_mover_feed *)b)->place);
}

/* ---- the store during a move ----------------------------------------------------------------- */

static bool to_store(const struct mover_write *w) {
    return !w->skipped && w->place.space == MOVER_STAGING;
}

/* The store may from now on hold `data` there; NULL: anything. */
static void store_may_hold(struct mag_mover *m, size_t write, const struct word *data) {
    if (m->handles == m->handle_room) {
        m->handle_room = m->handle_room == 0 ? 256 : 2 * m->handle_room;
        m->handle = need(realloc(m->handle, m->handle_room * sizeof *m->handle));
    }
    m->unknown[write] |= data == NULL;
    m->handle[m->handles++] =
        staging_write_begin(m->staging, staging_addr(m, m->plan.writes[write].place.offset), data,
                            UINT32_MAX, m->sim->cycle);
}

static void doubt(struct mag_mover *m, size_t write) {
    if (!m->unknown[write]) {
        store_may_hold(m, write, NULL);
    }
}

/* Whether the word read from there during the move is the one it holds now. */
static bool stays(struct mag_mover *m, const bool *rewritten, struct mover_place place) {
    struct word word;
    return place.space != MOVER_STAGING ||
           (!rewritten[place.offset / WORD_BYTES] &&
            staging_settled(m->staging, staging_addr(m, place.offset), &word));
}

/* It is made of words the plan lists: all but the pattern and the entry a fault 2 cuts off. */
static bool has_sources(const struct mag_mover *m, const struct mover_write *w) {
    return !w->pattern && !w->any && w->source + m->plan.beats <= m->plan.read_count;
}

static bool sources_stay(struct mag_mover *m, const bool *rewritten, const struct mover_write *w) {
    if (!has_sources(m, w)) {
        return w->pattern;
    }
    for (unsigned i = 0; i < m->plan.beats; i++) {
        if (!stays(m, rewritten, m->plan.reads[w->source + i].place)) {
            return false;
        }
    }
    return true;
}

static void add_feeds(struct mag_mover *m, size_t write) {
    const struct mover_write *w = &m->plan.writes[write];
    if (!has_sources(m, w)) {
        return;
    }
    for (unsigned i = 0; i < m->plan.beats; i++) {
        m->feed[m->feeds++] = (struct mag_mover_feed){m->plan.reads[w->source + i].place, write};
    }
}

/* From GO on every destination word in the store is old or new. */
static void announce(struct mag_mover *m, size_t words) {
    bool *rewritten = need(calloc(m->config.stage, sizeof *rewritten));
    m->image = need(calloc(m->plan.write_count, sizeof *m->image));
    m->unknown = need(calloc(m->plan.write_count, sizeof *m->unknown));
    m->feed = need(calloc(words * m->plan.beats, sizeof *m->feed));
    for (size_t i = 0; i < m->plan.write_count; i++) {
        if (to_store(&m->plan.writes[i])) {
            rewritten[m->plan.writes[i].place.offset / WORD_BYTES] = true;
        }
    }
    for (size_t i = 0; i < m->plan.write_count; i++) {
        if (to_store(&m->plan.writes[i])) {
            const bool known =
                mover_plan_value(&m->config, &m->plan, i, read_place, m, &m->image[i]) &&
                sources_stay(m, rewritten, &m->plan.writes[i]);
            add_feeds(m, i);
            store_may_hold(m, i, known ? &m->image[i] : NULL);
        }
    }
    qsort(m->feed, m->feeds, sizeof *m->feed, compare_feeds);
    free(rewritten);
}

/* A move too long to be listed: it may write any word of the store. */
static void announce_anything(struct mag_mover *m) {
    for (uint64_t word = 0; word < m->config.stage; word++) {
        staging_write_abandon(m->staging,
                              staging_write_begin(m->staging, staging_addr(m, word * WORD_BYTES),
                                                  NULL, UINT32_MAX, m->sim->cycle),
                              m->sim->cycle);
    }
}

/* The source words in the store, and whether they are all known; their number. */
static size_t note_sources(struct mag_mover *m) {
    size_t words = 0;
    for (size_t i = 0; i < m->plan.read_count; i++) {
        const struct mover_place place = m->plan.reads[i].place;
        struct word word;
        if (place.space != MOVER_STAGING) {
            continue;
        }
        if (m->source_store == NULL) {
            m->source_store = need(calloc(m->config.stage, sizeof *m->source_store));
        }
        words++;
        m->mixed = true;
        m->source_store[place.offset / WORD_BYTES] = true;
        m->disturbed |= !staging_settled(m->staging, staging_addr(m, place.offset), &word);
    }
    for (size_t i = 0; m->mixed && i < m->plan.write_count; i++) {
        if (to_store(&m->plan.writes[i])) {
            m->disturbed |= m->source_store[m->plan.writes[i].place.offset / WORD_BYTES];
        }
    }
    return words;
}

static void start_move(struct mag_mover *m) {
    size_t words = 0;
    forget_move(m);
    m->moving = true;
    m->go_cycle = m->sim->cycle;
    if (mover_judge_owed(m->judge).go != MOVER_CODE_NONE) {
        return;
    }
    m->planned =
        mover_plan_make(&m->config, &m->regs, MAG_MOVER_LIMIT, &m->plan) == MOVER_PLAN_MADE;
    m->remote = !m->planned;
    if (!m->planned) {
        m->unseen = m->staging == NULL ? 0 : 2 * MAG_MOVER_LIMIT;
        announce_anything(m);
        return;
    }
    for (size_t i = 0; i < m->plan.write_count; i++) {
        words += to_store(&m->plan.writes[i]);
        m->remote |= m->plan.writes[i].place.space == MOVER_REMOTE;
    }
    m->unseen = words + note_sources(m);
    if (words > 0) {
        announce(m, words);
    }
}

/* A source word changes while it may still be read. */
static void foreign(struct mag_mover *m, struct mover_place place) {
    const struct mag_mover_feed key = {.place = place};
    const struct mag_mover_feed *hit =
        m->feeds == 0 ? NULL : bsearch(&key, m->feed, m->feeds, sizeof key, compare_feeds);
    if (hit == NULL) {
        return;
    }
    size_t at = (size_t)(hit - m->feed);
    while (at > 0 && compare_places(&m->feed[at - 1].place, &place) == 0) {
        at--;
    }
    for (; at < m->feeds && compare_places(&m->feed[at].place, &place) == 0; at++) {
        doubt(m, m->feed[at].write);
    }
}

void mag_mover_foreign_dram(struct mag_mover *m, uint64_t offset, const struct word *data) {
    const struct mover_place place = {MOVER_DRAM, offset};
    if (m->moving) {
        mover_judge_foreign_write(m->judge, place, data);
        foreign(m, place);
    }
}

void mag_mover_foreign_staging(struct mag_mover *m, uint64_t offset) {
    const uint64_t word = offset / WORD_BYTES;
    if (m->moving && word < m->config.stage) {
        m->disturbed |= m->mixed && m->source_store[word];
        foreign(m, (struct mover_place){MOVER_STAGING, offset});
    }
}

/* What a transform that faults leaves in the entry it was at is anything. */
static void cause(struct mag_mover *m) {
    if (m->caused || !m->moving) {
        return;
    }
    m->caused = true;
    m->caused_at = m->sim->cycle;
    for (size_t i = 0; m->feeds > 0 && m->plan.mode == MOVER_TRANSFORM && i < m->plan.write_count;
         i++) {
        if (to_store(&m->plan.writes[i])) {
            doubt(m, i);
        }
    }
}

/* ---- unseen words, told in walk order -------------------------------------------------------- */

static void tell_store_words(struct mag_mover *m, size_t end) {
    struct mover_verdict v;
    for (; m->next < end; m->next++) {
        const struct mover_write *w = &m->plan.writes[m->next];
        if (to_store(w)) {
            mover_judge_write_issue(m->judge, 1, &v);
            mover_judge_write_beat(m->judge, w->place, &m->image[m->next], UINT32_MAX, &v);
            mover_judge_write_response(m->judge, false, m->sim->cycle);
        }
    }
}

/* The word of the plan that a visible write is, or write_count. */
static size_t word_at(const struct mag_mover *m, struct mover_place place) {
    size_t i = m->next;
    while (i < m->plan.write_count &&
           (m->plan.writes[i].skipped || compare_places(&m->plan.writes[i].place, &place) != 0)) {
        i++;
    }
    return i;
}

/* ---- what the mover shows and does ----------------------------------------------------------- */

static void complete(struct mag_mover *m, bool fault) {
    for (size_t i = 0; i < m->handles; i++) {
        if (fault) {
            staging_write_abandon(m->staging, m->handle[i], m->sim->cycle);
        } else {
            staging_write_end(m->staging, m->handle[i], m->sim->cycle);
        }
    }
    forget_move(m);
}

void mag_mover_status(struct mag_mover *m, const struct mover_status *status) {
    const bool ends = m->moving && m->status.busy && !status->busy;
    struct mover_verdict v;
    if ((status->bank_fault & ~m->status.bank_fault) != 0 && status->busy) {
        cause(m);
    }
    if (ends && m->planned && status->fault == MOVER_CODE_NONE) {
        tell_store_words(m, m->plan.write_count);
    }
    if (!mover_judge_status(m->judge, status, m->sim->cycle, &v)) {
        report(m, "mv", &v, NULL);
    }
    m->status = *status;
    if (ends) {
        complete(m, status->fault != MOVER_CODE_NONE);
    }
}

void mag_mover_read_issue(struct mag_mover *m, uint64_t offset, unsigned beats) {
    struct mover_verdict v;
    m->transfers++;
    m->late += m->caused;
    /* A read may have been offered inside long before it shows here. */
    const bool excused = m->caused && (m->mixed || m->late <= MAG_MOVER_LATE);
    const uint64_t offered = excused ? m->caused_at : m->sim->cycle;
    if (!mover_judge_read_issue(m->judge, (struct mover_place){MOVER_DRAM, offset}, beats, offered,
                                &v)) {
        report(m, "dram_ar", &v, NULL);
    }
}

void mag_mover_write_issue(struct mag_mover *m, const char *where, unsigned beats) {
    struct mover_verdict v;
    m->transfers++;
    if (!mover_judge_write_issue(m->judge, beats, &v)) {
        report(m, where, &v, NULL);
    }
}

/* The judge knows one value of each source word in the store; the store's model knows all. */
static bool came_from_store(struct mag_mover *m, size_t write, const struct word *data) {
    if (!m->planned || write == m->plan.write_count || !has_sources(m, &m->plan.writes[write])) {
        return false;
    }
    const struct mover_read *r = &m->plan.reads[m->plan.writes[write].source];
    if (m->plan.mode != MOVER_TRANSFORM) {
        return r->place.space == MOVER_STAGING &&
               staging_may_hold(m->staging, staging_addr(m, r->place.offset), data, m->go_cycle,
                                m->sim->cycle);
    }
    for (unsigned k = 0; k < m->plan.beats; k++) {
        if (m->disturbed && r[k].place.space == MOVER_STAGING) {
            return true;
        }
    }
    return false;
}

void mag_mover_write_beat(struct mag_mover *m, const char *where, struct mover_place place,
                          const struct word *data, uint32_t strb) {
    struct mover_verdict v;
    const size_t write = m->planned ? word_at(m, place) : 0;
    m->transfers++;
    if (m->planned && write < m->plan.write_count) {
        tell_store_words(m, write);
        m->next = write + 1;
    }
    if (!mover_judge_write_beat(m->judge, place, data, strb, &v) &&
        !(v.finding == MOVER_WRONG_DATA && v.has_expected && came_from_store(m, write, data))) {
        report(m, where, &v, data);
    }
}

void mag_mover_geometry_read(struct mag_mover *m, unsigned id, unsigned reg) {
    mover_judge_geometry_read(m->judge, id, reg, m->sim->cycle);
}

void mag_mover_slot_start(struct mag_mover *m) {
    struct mover_verdict v;
    m->transfers++;
    /* Presented at least a cycle before it shows at the bank (modules 2). */
    if (!mover_judge_slot_start(m->judge, m->sim->cycle - 1, &v)) {
        report(m, "bank", &v, NULL);
    }
}

/* ---- what it is answered --------------------------------------------------------------------- */

void mag_mover_slot_done(struct mag_mover *m) {
    m->transfers++;
    mover_judge_slot_done(m->judge);
}

void mag_mover_read_beat(struct mag_mover *m, uint64_t offset, bool error) {
    m->transfers++;
    if (error) {
        cause(m);
    }
    mover_judge_read_beat(m->judge, (struct mover_place){MOVER_DRAM, offset}, error, m->sim->cycle);
}

void mag_mover_write_response(struct mag_mover *m, bool error) {
    m->transfers++;
    if (error) {
        cause(m);
    }
    mover_judge_write_response(m->judge, error, m->sim->cycle);
}

void mag_mover_config(struct mag_mover *m, unsigned addr, uint64_t data) {
    mover_judge_config(m->judge, addr, data, m->sim->cycle);
    if (!m->status.busy && mover_regs_write(&m->regs, addr, data)) {
        start_move(m);
    }
}

/* ---- ends ------------------------------------------------------------------------------------ */

bool mag_mover_idle(const struct mag_mover *m) {
    return !m->moving;
}

void mag_mover_evidence(struct mag_mover *m) {
    const struct mover_judge_stats *stats = mover_judge_stats(m->judge);
    for (unsigned f = MOVER_RIGHT + 1; f < MOVER_FINDING_COUNT; f++) {
        m->sim->seen.evaluations[check_of((enum mover_finding)f)] += stats->evaluations[f];
    }
    m->sim->seen.words += stats->words;
}
