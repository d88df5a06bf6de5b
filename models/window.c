/* Life, acceptance and evidence of a window's model. See window_state.h. */
#include "window_state.h"

#include <stdlib.h>
#include <string.h>

#define SIZE_WORD 5 /* log2 of 32 bytes */
#define TYPE_INCR 1

/* ---- life ----------------------------------------------------------------------------------- */

static void init_lists(struct window_model *m) {
    chain_init(&m->reads);
    chain_init(&m->writes);
    chain_init(&m->issued);
    for (unsigned id = 0; id < WINDOW_IDS; id++) {
        chain_init(&m->reads_of[id]);
        chain_init(&m->writes_of[id]);
    }
}

struct window_model *window_model_new(const struct window_config *config) {
    struct window_model *const m = calloc(1, sizeof *m);
    if (m == NULL)
        return NULL;
    m->config = *config;
    pool_init(&m->read_pool, sizeof(struct read_burst), 4);
    pool_init(&m->write_pool, sizeof(struct write_burst), 4);
    pool_init(&m->issued_pool, sizeof(struct issued_burst), 4);
    pool_init(&m->value_pool, sizeof(struct given_value), 64);
    init_lists(m);
    return m;
}

void window_model_free(struct window_model *m) {
    if (m == NULL)
        return;
    pool_free(&m->read_pool);
    pool_free(&m->write_pool);
    pool_free(&m->issued_pool);
    pool_free(&m->value_pool);
    free(m->burst);
    free(m->lead);
    free(m->asked);
    free(m);
}

void window_model_reset(struct window_model *m) {
    if (m->live_reads + m->live_writes + m->lead_used + m->asked_used == 0 &&
        chain_empty(&m->issued))
        return;
    pool_recall(&m->read_pool);
    pool_recall(&m->write_pool);
    pool_recall(&m->issued_pool);
    pool_recall(&m->value_pool);
    if (m->burst_count > 0)
        memset(m->burst, 0, m->burst_count * sizeof(struct issued_burst *));
    m->live_reads = m->live_writes = 0;
    m->lead_head = m->lead_used = 0;
    m->asked_head = m->asked_used = 0;
    init_lists(m);
}

/* ---- acceptance ------------------------------------------------------------------------------ */

static bool refused(const struct window_burst *b) {
    return b->size != SIZE_WORD || b->type != TYPE_INCR || b->addr % WORD_BYTES != 0;
}

static struct accepted accept(struct window_model *m, const struct window_burst *b,
                              uint64_t cycle) {
    const bool inbound = m->config.kind == WINDOW_INBOUND;
    struct accepted a = {.number = m->next_number++,
                         .cycle = cycle,
                         .moved = cycle,
                         .shape = *b,
                         .target = inbound ? b->addr & LOCAL_MASK : b->addr,
                         .refused = refused(b)};
    a.staged = !a.refused && inbound && m->config.staging != NULL &&
               staging_serves_inbound(m->config.staging, b->addr);
    m->stats.refused += a.refused;
    return a;
}

void window_model_accept_read(struct window_model *m, const struct window_burst *b,
                              uint64_t cycle) {
    struct read_burst *const r = pool_get(&m->read_pool);
    r->a = accept(m, b, cycle);
    r->sent = 0;
    r->uncovered = r->a.refused ? 0 : b->beats;
    for (unsigned i = 0; i < b->beats; i++)
        r->word[i] = (struct read_word){0};
    chain_insert(&m->reads, &r->a.by_age);
    chain_insert(&m->reads_of[b->id], &r->a.by_id);
    m->live_reads++;
    m->stats.reads++;
}

static void stage_word(struct window_model *m, struct write_burst *w, struct write_word *word,
                       uint64_t cycle) {
    const uint64_t addr = w->a.shape.addr + (uint64_t)w->got * WORD_BYTES;
    word->visible = staging_write_begin(m->config.staging, addr, &word->data, word->strb, cycle);
    w->past_end |= staging_past_end(m->config.staging, addr);
    m->stats.words_staged++;
}

static void take_data(struct window_model *m, struct write_burst *w, const struct word *data,
                      uint32_t strb, uint64_t cycle) {
    struct write_word *const word = &w->word[w->got];
    word->data = *data;
    word->strb = strb;
    m->stats.no_strobes += strb == 0;
    m->stats.partial_strobes += strb != 0 && strb != UINT32_MAX;
    if (w->a.staged)
        stage_word(m, w, word, cycle);
    if (!w->a.staged && !w->a.refused && word->state == CLAIM_FREE)
        w->free += strb != 0;
    w->a.moved = cycle;
    if (++w->got == w->a.shape.beats)
        w->finished = cycle;
}

static struct write_burst *unfilled_write(struct window_model *m) {
    CHAIN_EACH(c, &m->writes)
    if (write_of(c)->got < write_of(c)->a.shape.beats)
        return write_of(c);
    return NULL;
}

static void grow_lead(struct window_model *m) {
    const uint32_t size = m->lead_size == 0 ? 64 : 2 * m->lead_size;
    struct led_beat *const grown = pool_grow(NULL, size * sizeof *grown);
    for (uint32_t i = 0; i < m->lead_used; i++)
        grown[i] = m->lead[(m->lead_head + i) % m->lead_size];
    free(m->lead);
    m->lead = grown;
    m->lead_size = size;
    m->lead_head = 0;
}

void window_model_accept_data(struct window_model *m, const struct word *data, uint32_t strb,
                              uint64_t cycle) {
    struct write_burst *const w = unfilled_write(m);
    if (w != NULL) {
        take_data(m, w, data, strb, cycle);
        return;
    }
    if (m->lead_used == m->lead_size)
        grow_lead(m);
    m->lead[(m->lead_head + m->lead_used++) % m->lead_size] =
        (struct led_beat){.data = *data, .strb = strb};
}

void window_model_accept_write(struct window_model *m, const struct window_burst *b,
                               uint64_t cycle) {
    struct write_burst *const w = pool_get(&m->write_pool);
    w->a = accept(m, b, cycle);
    w->got = w->free = 0;
    w->finished = cycle;
    w->past_end = false;
    for (unsigned i = 0; i < b->beats; i++)
        w->word[i] = (struct write_word){.visible = VERSIONS_NONE};
    chain_insert(&m->writes, &w->a.by_age);
    chain_insert(&m->writes_of[b->id], &w->a.by_id);
    m->live_writes++;
    m->stats.writes++;
    while (m->lead_used > 0 && w->got < b->beats) {
        const struct led_beat *const led = &m->lead[m->lead_head];
        take_data(m, w, &led->data, led->strb, cycle);
        m->lead_head = (m->lead_head + 1) % m->lead_size;
        m->lead_used--;
    }
}

/* ---- evidence -------------------------------------------------------------------------------- */

unsigned window_model_reads(const struct window_model *m) {
    return m->live_reads;
}

unsigned window_model_writes(const struct window_model *m) {
    return m->live_writes;
}

bool window_model_idle(const struct window_model *m) {
    return m->live_reads + m->live_writes == 0;
}

const struct window_stats *window_model_stats(const struct window_model *m) {
    return &m->stats;
}
