/* Reads from acceptance to data: which words are owed to AXI, and what memory answered. */
#include "mem_port_state.h"

#include <stdlib.h>

static struct read_req *read_of(struct chain *page_chain) {
    return CHAIN_OWNER(struct page_ref, chain, page_chain)->owner;
}

/* ---- acceptance ------------------------------------------------------------------------------ */

static struct cell *get_cells(struct mem_port_model *m, uint32_t words, unsigned *cell_class) {
    unsigned c = 0;
    while (4u << c < words)
        c++;
    *cell_class = c;
    struct cell *const cells = pool_get(&m->cell_pool[c]);
    for (uint32_t i = 0; i < words; i++) {
        cells[i].more = NULL;
        cells[i].has_value = cells[i].accessed = cells[i].covered = false;
    }
    return cells;
}

static void set_shape(struct read_req *r, const struct descriptor *d) {
    r->kind = descriptor_streams(d) ? STREAM : PLAIN;
    r->n_dst = 1;
    r->dst[0] = r->src;
    if (r->kind == PLAIN) {
        r->entries = 1;
        r->entry_words = (uint16_t)(d->len + 1);
    } else {
        r->entries = (uint16_t)descriptor_entries(d);
        r->entry_words = (uint16_t)descriptor_entry_words(d);
        for (unsigned i = 0; i < d->n_peer; i++)
            r->dst[r->n_dst++] = coordinate(d->peer[i].x, d->peer[i].y);
    }
    r->words = (uint32_t)r->entries * r->entry_words;
    r->total = r->words * r->n_dst;
}

/* An access of a word that two reads owe cannot be told apart, so both are judged leniently. */
static void find_overlaps(struct mem_port_model *m, struct read_req *r) {
    for (unsigned i = 0; i < r->pages; i++)
        CHAIN_EACH(c, page_bucket(&m->read_pages, r->page[i].page)) {
            struct read_req *const other = read_of(c);
            if (other != r && other->addr < r->addr + (uint64_t)r->words * WORD_BYTES &&
                r->addr < other->addr + (uint64_t)other->words * WORD_BYTES)
                other->shared = r->shared = true;
        }
}

/* A dropped read leaves the intake once every read accepted before it is finished, at the latest.
 */
static void settle_dropped(struct mem_port_model *m) {
    const bool idle = chain_empty(&m->reads);
    const uint64_t oldest = idle ? 0 : CHAIN_OWNER(struct read_req, by_age, m->reads.next)->id;
    while (m->dropped_waiting_count > 0 && (idle || m->dropped_waiting[m->dropped_head] < oldest)) {
        m->dropped_head = (m->dropped_head + 1) % m->dropped_size;
        m->dropped_waiting_count--;
        m->due[MSG_APERTURE_READ]++;
    }
}

static void grow_dropped(struct mem_port_model *m) {
    const uint32_t size = m->dropped_size == 0 ? 64 : 2 * m->dropped_size;
    uint64_t *const grown = pool_grow(NULL, size * sizeof *grown);
    for (uint32_t i = 0; i < m->dropped_waiting_count; i++)
        grown[i] = m->dropped_waiting[(m->dropped_head + i) % m->dropped_size];
    free(m->dropped_waiting);
    m->dropped_waiting = grown;
    m->dropped_size = size;
    m->dropped_head = 0;
}

static void drop_read(struct mem_port_model *m, const struct flit *f, const struct descriptor *d,
                      uint64_t cycle) {
    m->messages[MSG_APERTURE_READ]++;
    m->drops_judged++;
    if (m->dropped_waiting_count == m->dropped_size)
        grow_dropped(m);
    m->dropped_waiting[(m->dropped_head + m->dropped_waiting_count++) % m->dropped_size] =
        m->next_id;
    remember_dropped(m, f, d, false, cycle);
    settle_dropped(m);
}

/* Nothing of it is owed to AXI: it counts as in service from the start. */
static void keep_inside(struct mem_port_model *m, struct read_req *r, uint64_t cycle) {
    r->uncovered = r->unaccessed = r->unarrived = 0;
    r->issued = true;
    m->in_service++;
    m->inside_reads[r->kind]++;
    m->stats.inside_reads++;
    read_update_ready(m, r, cycle);
}

static void owe_to_axi(struct mem_port_model *m, struct read_req *r) {
    r->uncovered = r->unaccessed = r->unarrived = r->words;
    m->unarrived += r->words;
    map_request(&m->read_pages, r->page, &r->pages, r, r->addr, r->words);
    find_overlaps(m, r);
    chain_insert(&m->uncovered[r->kind], &r->uncovered_chain);
    m->stats.splits_4k += r->pages > 1;
}

static void accept_blind(struct mem_port_model *m, const struct descriptor *d) {
    struct read_req r = {0};
    set_shape(&r, d);
    m->blind_owed += r.total;
    m->stats.reads_plain += r.kind == PLAIN;
    m->stats.reads_stream += r.kind == STREAM;
}

void accept_read(struct mem_port_model *m, const struct flit *f, uint64_t cycle) {
    struct descriptor d;
    descriptor_unpack(&f->payload, &d);
    if (aperture_refused(m, d.addr)) {
        drop_read(m, f, &d, cycle);
        return;
    }
    if (m->blind) {
        accept_blind(m, &d);
        return;
    }
    struct read_req *const r = pool_get(&m->read_pool);
    *r = (struct read_req){.id = m->next_id++,
                           .accepted = cycle,
                           .moved = cycle,
                           .descriptor = d,
                           .addr = d.addr,
                           .src = coordinate(f->src_x, f->src_y),
                           .txn = f->txn};
    set_shape(r, &d);
    r->cells = get_cells(m, r->words, &r->cell_class);
    if (++m->live[r->kind] > m->most_live[r->kind])
        m->most_live[r->kind] = m->live[r->kind];
    r->key = flit_key(r->dst[0], r->txn);
    chain_insert(&m->reads, &r->by_age);
    chain_insert(next_bucket(m, r->key), &r->next_chain);
    chain_init(&r->uncovered_chain);
    chain_init(&r->ready_chain);
    chain_init(&r->tangled_chain);
    m->stats.reads_plain += r->kind == PLAIN;
    m->stats.reads_stream += r->kind == STREAM;
    r->inside = is_inside(m, r->addr);
    if (r->inside)
        keep_inside(m, r, cycle);
    else
        owe_to_axi(m, r);
}

/* ---- place in the sequence ------------------------------------------------------------------- */

struct spot read_spot(const struct read_req *r, uint32_t pos) {
    const uint32_t run = pos / r->entry_words;
    return (struct spot){.word = (uint16_t)(pos % r->entry_words),
                         .destination = (uint8_t)(run % r->n_dst),
                         .entry = (uint16_t)(run / r->n_dst)};
}

void read_place(struct mem_port_model *m, struct read_req *r, uint32_t pos) {
    r->pos = pos;
    r->spot = read_spot(r, pos);
    const uint16_t key = flit_key(r->dst[r->spot.destination], read_txn(r, r->spot));
    if (key == r->key && !chain_empty(&r->next_chain))
        return;
    r->key = key;
    chain_remove(&r->next_chain);
    chain_insert(next_bucket(m, key), &r->next_chain);
}

bool word_is_here(const struct read_req *r, struct spot spot) {
    return r->inside || r->cells[cell_index(r, spot)].has_value;
}

void read_update_ready(struct mem_port_model *m, struct read_req *r, uint64_t cycle) {
    r->placed = cycle;
    if (r->ready) {
        r->ready = false;
        chain_remove(&r->ready_chain);
    }
    if (r->tangled || !word_is_here(r, r->spot))
        return;
    r->ready = true;
    r->ready_since = cycle;
    r->ready_flits = m->flits_out;
    r->finished_then = m->finished[r->kind];
    chain_insert(&m->ready[r->kind], &r->ready_chain);
}

/* A read that leaves with a word it never accessed was served by another's access: that access is
 * then used up, so that accesses never outnumber the claims ever made on a word. */
static void settle_access(struct mem_port_model *m, const struct read_req *r, uint64_t addr) {
    CHAIN_EACH(c, page_bucket(&m->read_pages, addr >> PAGE_SHIFT)) {
        struct read_req *const other = read_of(c);
        if (other == r || !read_owes(other, addr))
            continue;
        struct cell *const cell = &other->cells[(addr - other->addr) / WORD_BYTES];
        if (cell->accessed) {
            cell->accessed = false;
            other->unaccessed++;
            return;
        }
    }
}

static void release_cells(struct mem_port_model *m, struct read_req *r) {
    for (uint32_t i = 0; i < r->words; i++)
        while (r->cells[i].more != NULL) {
            struct more_value *const value = r->cells[i].more;
            r->cells[i].more = value->next;
            pool_put(&m->value_pool, value);
        }
    pool_put(&m->cell_pool[r->cell_class], r->cells);
}

void read_finish(struct mem_port_model *m, struct read_req *r) {
    chain_remove(&r->by_age);
    chain_remove(&r->uncovered_chain);
    chain_remove(&r->next_chain);
    chain_remove(&r->ready_chain);
    chain_remove(&r->tangled_chain);
    for (unsigned i = 0; i < r->pages; i++)
        chain_remove(&r->page[i].chain);
    m->live[r->kind]--;
    m->unarrived -= r->unarrived;
    m->in_service -= r->issued;
    m->inside_reads[r->kind] -= r->inside;
    if (m->open == r)
        m->open = NULL;
    if (r->unaccessed > 0)
        for (uint32_t i = 0; i < r->words; i++)
            if (!r->cells[i].accessed)
                settle_access(m, r, r->addr + (uint64_t)i * WORD_BYTES);
    release_cells(m, r);
    pool_put(&m->read_pool, r);
    settle_dropped(m);
}

/* ---- AXI ------------------------------------------------------------------------------------- */

static void cover(struct mem_port_model *m, struct read_req *r, struct cell *cell, uint64_t cycle) {
    if (cell->covered)
        return;
    cell->covered = true;
    r->moved = cycle;
    m->moved[r->kind == PLAIN ? WAIT_READ_PLAIN_AR : WAIT_READ_STREAM_AR]++;
    if (--r->uncovered == 0)
        chain_remove(&r->uncovered_chain);
    if (!r->issued) {
        r->issued = true;
        m->in_service++;
        fair_read_issued(m, r);
    }
}

/* Takes one access from the multiset of a word. The oldest claim pays: which one was meant does
 * not matter for the count. *owed tells a word accessed too often from one nobody owes. */
static bool take_access(struct mem_port_model *m, uint64_t addr, uint64_t cycle,
                        const struct read_req **owed) {
    bool taken = false;
    *owed = NULL;
    CHAIN_EACH(c, page_bucket(&m->read_pages, addr >> PAGE_SHIFT)) {
        struct read_req *const r = read_of(c);
        if (!read_owes(r, addr) ||
            CHAIN_OWNER(struct page_ref, chain, c)->page != addr >> PAGE_SHIFT)
            continue;
        struct cell *const cell = &r->cells[(addr - r->addr) / WORD_BYTES];
        *owed = r;
        cover(m, r, cell, cycle);
        if (!taken && !cell->accessed) {
            cell->accessed = taken = true;
            r->unaccessed--;
        }
    }
    return taken;
}

static bool blame_access(const struct mem_port_model *m, uint64_t addr, const struct read_req *owed,
                         struct verdict *v) {
    char text[16];
    struct text t = text_into(text, sizeof text);
    text_addr(&t, addr);
    if (owed != NULL) {
        verdict_open(v, CHECK_AXI_DUP, "AR reads the word at %s once more than it is owed", text);
        verdict_read(v, owed, read_spot(owed, owed->pos));
        verdict_hint(v, "every word of this request already had its AR: look at what advances the "
                        "address and the count of words left to ask for");
        return false;
    }
    if (is_inside(m, addr)) {
        verdict_open(v, CHECK_AXI_RANGE, "AR for the word at %s, which is served inside the agent",
                     text);
        return false;
    }
    const struct dropped *const dropped = dropped_word(m, FLIT_MEM_RD_REQ, addr);
    if (dropped != NULL) {
        verdict_open(v, CHECK_MEM_DROP, "AR for the word at %s of a read that must be dropped",
                     text);
        verdict_dropped(v, dropped);
        return false;
    }
    verdict_open(v, CHECK_AXI_RANGE, "AR reads the word at %s, which no unfinished read owes",
                 text);
    verdict_hint(v, "look at the burst's first address and length: addr[39:0] is payload[255:216], "
                    "a plain burst has len + 1 words, a run count x entry_words");
    return false;
}

bool mem_port_model_read_issue(struct mem_port_model *m, uint64_t addr, unsigned beats,
                               uint64_t cycle, struct verdict *v) {
    v->check = CHECK_NONE;
    m->used = true;
    m->stats.words_read += beats;
    if (m->blind)
        return true;
    m->ars_judged++;
    for (unsigned i = 0; i < beats; i++) {
        const uint64_t word = addr + (uint64_t)i * WORD_BYTES;
        const struct read_req *owed;
        if (!take_access(m, word, cycle, &owed) && v->check == CHECK_NONE)
            blame_access(m, word, owed, v);
    }
    return v->check == CHECK_NONE && fair_read_verdict(m, v);
}

bool cell_allows(const struct cell *cell, const struct word *payload, uint64_t cycle) {
    if (!cell->has_value)
        return false;
    if (cell->arrived < cycle && word_equal(&cell->value, payload))
        return true;
    for (const struct more_value *more = cell->more; more != NULL; more = more->next)
        if (more->arrived < cycle && word_equal(&more->value, payload))
            return true;
    return false;
}

/* Every beat since acceptance counts: a later one with a known value adds nothing, since a value
 * never stops being legal while its read lives. */
static void add_value(struct mem_port_model *m, struct cell *cell, const struct word *data,
                      uint64_t cycle) {
    if (word_equal(&cell->value, data))
        return;
    for (const struct more_value *more = cell->more; more != NULL; more = more->next)
        if (word_equal(&more->value, data))
            return;
    struct more_value *const value = pool_get(&m->value_pool);
    *value = (struct more_value){.next = cell->more, .value = *data, .arrived = cycle};
    cell->more = value;
}

void mem_port_model_read_beat(struct mem_port_model *m, uint64_t addr, const struct word *data,
                              uint64_t cycle) {
    CHAIN_EACH(c, page_bucket(&m->read_pages, addr >> PAGE_SHIFT)) {
        struct read_req *const r = read_of(c);
        if (!read_owes(r, addr) ||
            CHAIN_OWNER(struct page_ref, chain, c)->page != addr >> PAGE_SHIFT)
            continue;
        const uint32_t index = (uint32_t)((addr - r->addr) / WORD_BYTES);
        struct cell *const cell = &r->cells[index];
        if (cell->has_value) {
            add_value(m, cell, data, cycle);
            continue;
        }
        cell->has_value = true;
        cell->value = *data;
        cell->arrived = cycle;
        r->unarrived--;
        m->unarrived--;
        if (index == cell_index(r, r->spot))
            read_update_ready(m, r, cycle);
    }
}
