/* Writes from descriptor to the last B: reassembly by source, binding of AXI bursts, and the intake
 * of a port that pops whenever it may. */
#include "mem_port_state.h"

#include <stdlib.h>

#define ALL_STROBES 0xffffffffu

static struct write_req *write_of(struct chain *page_chain) {
    return CHAIN_OWNER(struct page_ref, chain, page_chain)->owner;
}

/* ---- lifetime -------------------------------------------------------------------------------- */

static void release_if_done(struct mem_port_model *m, struct write_req *w) {
    const bool served = w->kind == WRITE_SERVED;
    if (w->popped < w->words || (served && (!w->acked || w->answered < w->words)))
        return;
    chain_remove(&w->by_age);
    chain_remove(&w->by_source);
    chain_remove(&w->unissued);
    chain_remove(&w->ready_chain);
    for (unsigned i = 0; i < w->pages; i++)
        chain_remove(&w->page[i].chain);
    if (m->open_write[w->src] == w)
        m->open_write[w->src] = NULL;
    pool_put(&m->write_pool, w);
}

/* ---- the ideal intake ------------------------------------------------------------------------ */

/* Flits of the write class leave the intake in order; only a descriptor without a free slot stops
 * them. Whatever this intake has popped, any port pops sooner or later. */

static void pop_flit(struct mem_port_model *m, const struct intake_flit *f, uint64_t cycle) {
    struct write_req *const w = f->write;
    if (f->is_descriptor) {
        w->slot = !w->acked; /* acked too early, after a verdict: its slot is not ours to count */
        m->slots_used += w->slot;
        return;
    }
    m->due[MSG_ORPHAN_DATA] += w == NULL;
    if (w == NULL || ++w->popped < w->words)
        return;
    w->pop_completed = cycle;
    if (w->kind == WRITE_SERVED) {
        release_if_done(m, w);
        return;
    }
    m->due[w->kind == WRITE_REFUSED ? MSG_APERTURE_WRITE : MSG_LONG_WRITE]++;
    m->slots_used--;
    release_if_done(m, w);
}

static void drain_intake(struct mem_port_model *m, uint64_t cycle) {
    while (m->intake_count > 0) {
        const struct intake_flit head = m->intake[m->intake_head];
        if (head.is_descriptor && m->slots_used >= m->config.wr_slots)
            return;
        m->intake_head = (m->intake_head + 1) % m->intake_size;
        m->intake_count--;
        pop_flit(m, &head, cycle);
    }
}

static void grow_intake(struct mem_port_model *m) {
    const uint32_t size = m->intake_size == 0 ? 128 : 2 * m->intake_size;
    struct intake_flit *const grown = pool_grow(NULL, size * sizeof *grown);
    for (uint32_t i = 0; i < m->intake_count; i++)
        grown[i] = m->intake[(m->intake_head + i) % m->intake_size];
    free(m->intake);
    m->intake = grown;
    m->intake_size = size;
    m->intake_head = 0;
}

static void enter_intake(struct mem_port_model *m, const struct intake_flit *f, uint64_t cycle) {
    if (m->intake_count == m->intake_size)
        grow_intake(m);
    m->intake[(m->intake_head + m->intake_count++) % m->intake_size] = *f;
    drain_intake(m, cycle);
}

/* ---- acceptance ------------------------------------------------------------------------------ */

/* An ack becomes due when its write is answered and no earlier one of its source is unacknowledged
 * (modules 3). */
static void update_ready(struct mem_port_model *m, uint8_t src, uint64_t cycle) {
    if (chain_empty(&m->by_source[src]))
        return;
    struct write_req *const w = CHAIN_OWNER(struct write_req, by_source, m->by_source[src].next);
    if (w->ready || w->answered < w->words)
        return;
    w->ready = true;
    w->ready_since = cycle;
    w->ready_flits = m->flits_out;
    chain_insert(&m->acks_ready, &w->ready_chain);
}

static enum write_kind kind_of(struct mem_port_model *m, const struct flit *f,
                               const struct descriptor *d, uint64_t cycle) {
    if (d->len >= WRITE_WORDS_MAX) {
        m->messages[MSG_LONG_WRITE]++;
        m->drops_judged++;
        remember_dropped(m, f, d, true, cycle);
        return WRITE_SWALLOWED;
    }
    if (aperture_refused(m, d->addr)) {
        m->messages[MSG_APERTURE_WRITE]++;
        m->drops_judged++;
        remember_dropped(m, f, d, false, cycle);
        return WRITE_REFUSED;
    }
    m->stats.writes++;
    return WRITE_SERVED;
}

/* Its source opened another write before it sent all data of this one: whose the data is from now
 * on is undefined (memory protocol 4.1). Here it is the newest's, so this write never becomes
 * complete and nothing is owed in its order. */
static void cut_off(struct write_req *w) {
    chain_remove(&w->by_source);
}

void accept_write(struct mem_port_model *m, const struct flit *f, uint64_t cycle) {
    struct write_req *const w = pool_get(&m->write_pool);
    *w = (struct write_req){
        .accepted = cycle, .moved = cycle, .src = coordinate(f->src_x, f->src_y), .txn = f->txn};
    descriptor_unpack(&f->payload, &w->descriptor);
    w->addr = w->descriptor.addr;
    w->words = w->descriptor.len + 1u;
    w->kind = kind_of(m, f, &w->descriptor, cycle);
    w->id = m->next_id++;
    chain_insert(&m->writes, &w->by_age);
    chain_init(&w->by_source);
    chain_init(&w->unissued);
    chain_init(&w->ready_chain);
    if (w->kind == WRITE_SERVED)
        chain_insert(&m->by_source[w->src], &w->by_source);
    w->inside = w->kind == WRITE_SERVED && is_inside(m, w->addr);
    if (w->kind == WRITE_SERVED && !w->inside) {
        w->free_claims = w->words;
        map_request(&m->write_pages, w->page, &w->pages, w, w->addr, w->words);
        m->stats.splits_4k += w->pages > 1;
    }
    m->stats.inside_writes += w->inside;
    if (m->open_write[w->src] != NULL)
        cut_off(m->open_write[w->src]);
    m->open_write[w->src] = w;
    const struct intake_flit entry = {
        .write = w, .descriptor = *f, .accepted = cycle, .is_descriptor = true};
    enter_intake(m, &entry, cycle);
}

static void complete_data(struct mem_port_model *m, struct write_req *w, uint64_t cycle) {
    w->completed = cycle;
    w->completion = m->next_id++;
    m->open_write[w->src] = NULL;
    if (w->kind != WRITE_SERVED || w->acked)
        return;
    m->complete_writes++;
    if (w->free_claims > 0)
        chain_insert(&m->unissued, &w->unissued);
    if (w->inside) {
        m->inside_acks++;
        update_ready(m, w->src, cycle);
    }
}

void accept_data(struct mem_port_model *m, const struct flit *f, uint64_t cycle) {
    struct write_req *const w = m->open_write[coordinate(f->src_x, f->src_y)];
    if (w == NULL) {
        m->messages[MSG_ORPHAN_DATA]++;
        m->drops_judged++;
    } else {
        if (w->kind == WRITE_SERVED) {
            w->claim[w->got].data = f->payload;
            w->claim[w->got].arrived = cycle;
            if (w->inside)
                store_inside(m, w, cycle);
        }
        if (++w->got == w->words)
            complete_data(m, w, cycle);
    }
    const struct intake_flit entry = {.write = w, .accepted = cycle};
    enter_intake(m, &entry, cycle);
}

/* ---- bursts ---------------------------------------------------------------------------------- */

static struct write_burst *get_burst(struct mem_port_model *m) {
    if (m->burst_free_count == 0) {
        const uint32_t old = m->burst_count;
        m->burst_count = old == 0 ? 64 : 2 * old;
        m->burst = pool_grow(m->burst, m->burst_count * sizeof(struct write_burst *));
        m->burst_free = pool_grow(m->burst_free, m->burst_count * sizeof *m->burst_free);
        for (uint32_t i = m->burst_count; i-- > old;) {
            m->burst[i] = NULL;
            m->burst_free[m->burst_free_count++] = i;
        }
    }
    struct write_burst *const b = pool_get(&m->burst_pool);
    b->handle = m->burst_free[--m->burst_free_count];
    m->burst[b->handle] = b;
    m->bursts_live++;
    return b;
}

static void put_burst(struct mem_port_model *m, struct write_burst *b) {
    chain_remove(&b->unwritten_chain);
    chain_remove(&b->unresolved_chain);
    m->burst[b->handle] = NULL;
    m->burst_free[m->burst_free_count++] = b->handle;
    m->bursts_live--;
    pool_put(&m->burst_pool, b);
}

void free_bursts(struct mem_port_model *m) {
    m->burst_free_count = 0;
    for (uint32_t i = m->burst_count; i-- > 0;) {
        if (m->burst[i] != NULL)
            pool_put(&m->burst_pool, m->burst[i]);
        m->burst[i] = NULL;
        m->burst_free[m->burst_free_count++] = i;
    }
    m->bursts_live = 0;
}

/* ---- binding --------------------------------------------------------------------------------- */

/* Beats of earlier AWs for this address that may turn out to be any of its writes'. */
static unsigned undecided_beats(const struct mem_port_model *m, uint64_t addr) {
    unsigned count = 0;
    CHAIN_EACH(c, &m->bursts_unresolved) {
        const struct write_burst *const b = CHAIN_OWNER(struct write_burst, unresolved_chain, c);
        if (addr >= b->addr && addr - b->addr < (uint64_t)b->beats * WORD_BYTES)
            count += b->beat[(addr - b->addr) / WORD_BYTES].unresolved;
    }
    return count;
}

static void bind_beat(struct mem_port_model *m, struct write_burst *b, uint32_t beat,
                      struct write_req *w, uint32_t index, uint64_t cycle) {
    b->beat[beat].write = w;
    b->beat[beat].index = index;
    w->claim[index].state = CLAIM_BOUND;
    w->claim[index].burst = b->handle;
    w->claim[index].beat = beat;
    w->moved = cycle;
    m->moved[WAIT_WRITE_AW]++;
    if (--w->free_claims == 0)
        chain_remove(&w->unissued);
}

/* Another write owes the same word with the same data, or with data not yet known: which of the two
 * a beat was for cannot be said. */
bool write_has_twin(struct mem_port_model *m, const struct write_req *w, uint32_t index) {
    const uint64_t addr = w->addr + (uint64_t)index * WORD_BYTES;
    CHAIN_EACH(c, page_bucket(&m->write_pages, addr >> PAGE_SHIFT)) {
        const struct write_req *const other = write_of(c);
        if (other == w || !write_owes(other, addr))
            continue;
        const uint32_t j = (uint32_t)((addr - other->addr) / WORD_BYTES);
        if (index >= w->got || j >= other->got ||
            word_equal(&other->claim[j].data, &w->claim[index].data))
            return true;
    }
    return false;
}

/* Two writes of one source: the earlier one's words must all be on AXI, or in a beat whose owner is
 * not known yet. */
static const struct write_req *overtaken_write(struct mem_port_model *m,
                                               const struct write_req *w) {
    CHAIN_EACH(c, &m->by_source[w->src]) {
        const struct write_req *const earlier = CHAIN_OWNER(struct write_req, by_source, c);
        if (earlier->id >= w->id)
            return NULL;
        if (earlier->inside)
            continue;
        for (uint32_t i = 0; i < earlier->words; i++)
            if (earlier->claim[i].state == CLAIM_FREE &&
                undecided_beats(m, earlier->addr + (uint64_t)i * WORD_BYTES) == 0 &&
                !write_has_twin(m, earlier, i))
                return earlier;
    }
    return NULL;
}

/* The first AW of a write: order among its source's writes, and whom it passes. */
static void judge_first_issue(struct mem_port_model *m, struct write_req *w, uint32_t index,
                              uint64_t cycle, struct verdict *v) {
    if (w->touched || write_has_twin(m, w, index))
        return;
    w->touched = true;
    if (m->config.seed_rules)
        return;
    m->orders_judged++;
    const struct write_req *const earlier = overtaken_write(m, w);
    if (v->check != CHECK_NONE)
        return;
    if (earlier == NULL) {
        fair_write_issued(m, w, cycle, v);
        return;
    }
    char text[192];
    struct text t = text_into(text, sizeof text);
    text_write(&t, earlier);
    verdict_open(v, CHECK_MEM_WORDER, "a later write of the same source reaches AXI first");
    verdict_write(v, w);
    verdict_hint(v, "still without all of its AWs: %s", text);
}

static void blame_aw(const struct mem_port_model *m, uint64_t addr, const struct write_req *owed,
                     struct verdict *v) {
    char text[16];
    struct text t = text_into(text, sizeof text);
    text_addr(&t, addr);
    if (owed != NULL) {
        verdict_open(v, CHECK_AXI_DUP, "AW writes the word at %s once more than it is owed", text);
        verdict_write(v, owed);
        verdict_hint(v, "every write that owes this word already had its AW");
        return;
    }
    if (is_inside(m, addr)) {
        verdict_open(v, CHECK_AXI_RANGE, "AW for the word at %s, which is served inside the agent",
                     text);
        return;
    }
    const struct dropped *const dropped = dropped_word(m, FLIT_MEM_WR_REQ, addr);
    if (dropped != NULL) {
        verdict_open(v, CHECK_MEM_DROP, "AW for the word at %s of a write that must be dropped",
                     text);
        verdict_dropped(v, dropped);
        return;
    }
    verdict_open(v, CHECK_AXI_RANGE, "AW writes the word at %s, which no unfinished write owes",
                 text);
    verdict_hint(v, "addr[39:0] is payload[255:216] of the MEM_WR_REQ, a write has len + 1 words");
}

/* Binds where one write alone can be meant; otherwise the beat waits for its data. */
static void bind_by_address(struct mem_port_model *m, struct write_burst *b, uint32_t beat,
                            uint64_t cycle, struct verdict *v) {
    const uint64_t addr = b->addr + (uint64_t)beat * WORD_BYTES;
    const struct write_req *owed = NULL;
    struct write_req *only = NULL;
    unsigned candidates = 0;
    CHAIN_EACH(c, page_bucket(&m->write_pages, addr >> PAGE_SHIFT)) {
        struct write_req *const w = write_of(c);
        if (!write_owes(w, addr) ||
            CHAIN_OWNER(struct page_ref, chain, c)->page != addr >> PAGE_SHIFT)
            continue;
        owed = w;
        if (w->claim[(addr - w->addr) / WORD_BYTES].state != CLAIM_FREE)
            continue;
        candidates++;
        only = w;
    }
    const unsigned taken = chain_empty(&m->bursts_unresolved) ? 0 : undecided_beats(m, addr);
    if (candidates <= taken) {
        if (v->check == CHECK_NONE)
            blame_aw(m, addr, owed, v);
    } else if (candidates == 1) {
        bind_beat(m, b, beat, only, (uint32_t)((addr - only->addr) / WORD_BYTES), cycle);
    } else {
        if (b->unresolved++ == 0)
            chain_insert(&m->bursts_unresolved, &b->unresolved_chain);
        b->beat[beat].unresolved = true;
    }
}

bool mem_port_model_write_issue(struct mem_port_model *m, uint64_t addr, unsigned beats,
                                uint64_t cycle, uint32_t *burst, struct verdict *v) {
    struct write_burst *const b = get_burst(m);
    v->check = CHECK_NONE;
    m->used = true;
    m->aws_judged++;
    m->stats.words_written += beats;
    b->addr = addr;
    b->issued = cycle;
    b->beats = beats;
    b->written = b->unresolved = 0;
    chain_insert(&m->bursts_unwritten, &b->unwritten_chain);
    chain_init(&b->unresolved_chain);
    for (uint32_t i = 0; i < beats; i++)
        b->beat[i] = (struct bound_beat){0};
    for (uint32_t i = 0; i < beats; i++)
        bind_by_address(m, b, i, cycle, v);
    for (uint32_t i = 0; i < beats; i++)
        if (b->beat[i].write != NULL)
            judge_first_issue(m, b->beat[i].write, b->beat[i].index, cycle, v);
    *burst = b->handle;
    return v->check == CHECK_NONE;
}

/* ---- data ------------------------------------------------------------------------------------ */

static bool data_is(const struct write_req *w, uint32_t index, const struct word *data,
                    uint64_t cycle) {
    return index < w->got && w->claim[index].arrived < cycle &&
           word_equal(&w->claim[index].data, data);
}

/* The write an undecided beat belongs to: the one with this data that the burst already serves,
 * else the oldest with this data; with wrong data the oldest. */
static struct write_req *find_by_data(struct mem_port_model *m, const struct write_burst *b,
                                      uint32_t beat, const struct word *data, uint64_t cycle) {
    const uint64_t addr = b->addr + (uint64_t)beat * WORD_BYTES;
    const struct write_req *const neighbour = beat > 0 ? b->beat[beat - 1].write : NULL;
    struct write_req *best = NULL, *oldest = NULL;
    CHAIN_EACH(c, page_bucket(&m->write_pages, addr >> PAGE_SHIFT)) {
        struct write_req *const w = write_of(c);
        const uint32_t index = (uint32_t)((addr - w->addr) / WORD_BYTES);
        if (!write_owes(w, addr) || w->claim[index].state != CLAIM_FREE ||
            CHAIN_OWNER(struct page_ref, chain, c)->page != addr >> PAGE_SHIFT ||
            w->accepted >= b->issued)
            continue;
        if (oldest == NULL || w->id < oldest->id)
            oldest = w;
        if (data_is(w, index, data, cycle) &&
            (best == NULL || w == neighbour || (best != neighbour && w->id < best->id)))
            best = w;
    }
    return best != NULL ? best : oldest;
}

static void resolve_beat(struct mem_port_model *m, struct write_burst *b, uint32_t beat,
                         const struct word *data, uint64_t cycle, struct verdict *v) {
    struct write_req *const w = find_by_data(m, b, beat, data, cycle);
    b->beat[beat].unresolved = false;
    if (--b->unresolved == 0)
        chain_remove(&b->unresolved_chain);
    if (w == NULL)
        return;
    const uint32_t index =
        (uint32_t)((b->addr + (uint64_t)beat * WORD_BYTES - w->addr) / WORD_BYTES);
    bind_beat(m, b, beat, w, index, cycle);
    judge_first_issue(m, w, index, cycle, v);
}

static const struct write_req *find_other_source(const struct mem_port_model *m,
                                                 const struct write_req *w, const struct word *data,
                                                 uint64_t cycle, uint32_t *index) {
    CHAIN_EACH(c, &m->writes) {
        const struct write_req *const other = CHAIN_OWNER(struct write_req, by_age, c);
        if (other->src == w->src || other->kind != WRITE_SERVED)
            continue;
        for (*index = 0; *index < other->got; ++*index)
            if (data_is(other, *index, data, cycle))
                return other;
    }
    return NULL;
}

static void hint_own_beat(const struct write_req *w, const struct word *data, uint64_t cycle,
                          struct verdict *v) {
    for (uint32_t i = 0; i < w->got; i++)
        if (data_is(w, i, data, cycle)) {
            verdict_hint(v, "it is data flit %u of the same write", i + 1);
            return;
        }
    verdict_hint(v, "no live write was sent this word: look for old slot contents");
}

static void judge_data(const struct mem_port_model *m, const struct write_req *w, uint32_t index,
                       const struct word *data, uint64_t cycle, struct verdict *v) {
    if (data_is(w, index, data, cycle) || v->check != CHECK_NONE)
        return;
    uint32_t other_index = 0;
    const struct write_req *const other = find_other_source(m, w, data, cycle, &other_index);
    if (other != NULL) {
        verdict_open(v, CHECK_MEM_WBIND, "word %u of %u carries data flit %u of (%u,%u)", index + 1,
                     w->words, other_index + 1, other->src >> 4, other->src & 15u);
        verdict_hint(v, "data is bound by src_x and src_y, both");
    } else if (index >= w->got || w->claim[index].arrived >= cycle) {
        verdict_open(v, CHECK_MEM_WDATA,
                     "memory written with data that was not yet sent: word %u "
                     "of %u",
                     index + 1, w->words);
        verdict_hint(v, "%u of %u data flits were accepted before this beat", w->got, w->words);
    } else {
        verdict_open(v, CHECK_MEM_WDATA,
                     "memory written with other data than was sent: word %u of "
                     "%u",
                     index + 1, w->words);
        hint_own_beat(w, data, cycle, v);
    }
    verdict_write(v, w);
}

bool mem_port_model_write_beat(struct mem_port_model *m, uint32_t burst, unsigned index,
                               const struct word *data, uint32_t strb, uint64_t cycle,
                               struct verdict *v) {
    struct write_burst *const b = m->burst[burst];
    v->check = CHECK_NONE;
    if (b == NULL || index >= b->beats)
        return true;
    struct bound_beat *const beat = &b->beat[index];
    m->beats_judged++;
    m->moved[WAIT_WRITE_W]++;
    m->moved[WAIT_WRITE_AW]++;
    if (!beat->written && ++b->written == b->beats)
        chain_remove(&b->unwritten_chain);
    beat->written = true;
    if (beat->unresolved)
        resolve_beat(m, b, index, data, cycle, v);
    if (beat->write == NULL)
        return v->check == CHECK_NONE;
    beat->write->moved = cycle;
    if (strb != ALL_STROBES && v->check == CHECK_NONE) {
        verdict_open(v, CHECK_AXI_STRB, "wstrb is 0x%08x, a word is written whole", strb);
        verdict_write(v, beat->write);
    }
    judge_data(m, beat->write, beat->index, data, cycle, v);
    return v->check == CHECK_NONE;
}

/* ---- answers --------------------------------------------------------------------------------- */

void mem_port_model_write_response(struct mem_port_model *m, uint32_t burst, uint64_t cycle) {
    struct write_burst *const b = m->burst[burst];
    if (b == NULL)
        return;
    m->moved[WAIT_WRITE_AW]++;
    for (uint32_t i = 0; i < b->beats; i++) {
        struct write_req *const w = b->beat[i].write;
        if (w == NULL)
            continue;
        struct claim *const claim = &w->claim[b->beat[i].index];
        claim->state = CLAIM_ANSWERED;
        claim->answered = cycle;
        w->moved = cycle;
        if (++w->answered < w->words)
            continue;
        update_ready(m, w->src, cycle);
        release_if_done(m, w);
    }
    put_burst(m, b);
}

static void exchange_claims(struct mem_port_model *m, struct write_req *w, uint32_t i,
                            struct write_req *other, uint32_t j) {
    struct claim *const mine = &w->claim[i], *const its = &other->claim[j];
    if (mine->state == CLAIM_BOUND) {
        struct bound_beat *const beat = &m->burst[mine->burst]->beat[mine->beat];
        beat->write = other;
        beat->index = j;
    } else {
        w->free_claims--;
        other->free_claims++;
        if (chain_empty(&other->unissued) && other->got == other->words)
            chain_insert(m->unissued.next, &other->unissued);
    }
    its->state = mine->state;
    its->burst = mine->burst;
    its->beat = mine->beat;
    mine->state = CLAIM_ANSWERED;
    mine->answered = its->answered;
    w->answered++;
    other->answered--;
    if (other->ready) {
        other->ready = false;
        chain_remove(&other->ready_chain);
        m->past[WAIT_ACK_OUT] = (struct let_past){0};
    }
    if (w->free_claims == 0)
        chain_remove(&w->unissued);
}

static bool borrow_answer(struct mem_port_model *m, struct write_req *w, uint32_t i,
                          uint64_t cycle) {
    const uint64_t addr = w->addr + (uint64_t)i * WORD_BYTES;
    CHAIN_EACH(c, page_bucket(&m->write_pages, addr >> PAGE_SHIFT)) {
        struct write_req *const other = write_of(c);
        if (other == w || !write_owes(other, addr))
            continue;
        const uint32_t j = (uint32_t)((addr - other->addr) / WORD_BYTES);
        const struct claim *const claim = &other->claim[j];
        if (claim->state != CLAIM_ANSWERED || claim->answered >= cycle || other->acked ||
            !word_equal(&claim->data, &w->claim[i].data))
            continue;
        exchange_claims(m, w, i, other, j);
        return true;
    }
    return false;
}

bool write_answered(struct mem_port_model *m, struct write_req *w, uint64_t cycle) {
    if (w->got < w->words)
        return false;
    for (uint32_t i = 0; i < w->words; i++) {
        const struct claim *const claim = &w->claim[i];
        if (claim->state == CLAIM_ANSWERED && claim->answered < cycle)
            continue;
        if (!borrow_answer(m, w, i, cycle))
            return false;
    }
    return true;
}

void write_acknowledge(struct mem_port_model *m, struct write_req *w, uint64_t cycle) {
    w->acked = true;
    m->moved[WAIT_ACK_OUT]++;
    if (w->got == w->words)
        m->complete_writes--;
    if (w->inside)
        end_inside(m, w, cycle);
    chain_remove(&w->by_source);
    chain_remove(&w->ready_chain);
    chain_remove(&w->unissued);
    update_ready(m, w->src, cycle);
    if (w->slot)
        m->slots_used--;
    release_if_done(m, w);
    drain_intake(m, cycle);
}
