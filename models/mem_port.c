/* Making, resetting, acceptance and evidence of the port model. See mem_port_state.h. */
#include "mem_port_state.h"

#include <stdlib.h>
#include <string.h>

const char *const mem_port_message_code[MSG_COUNT] = {
    [MSG_ORPHAN_DATA] = "ORPHAN_DATA",       [MSG_NOT_MEMORY] = "NOT_MEMORY",
    [MSG_LONG_WRITE] = "LONG_WRITE",         [MSG_APERTURE_READ] = "APERTURE_READ",
    [MSG_APERTURE_WRITE] = "APERTURE_WRITE",
};

/* ---- life ----------------------------------------------------------------------------------- */

static void init_lists(struct mem_port_model *m) {
    for (unsigned i = 0; i < PAGE_BUCKETS; i++) {
        chain_init(&m->read_pages.bucket[i]);
        chain_init(&m->write_pages.bucket[i]);
    }
    for (unsigned i = 0; i < NEXT_BUCKETS; i++)
        chain_init(&m->next_flit[i]);
    for (unsigned i = 0; i < COORDINATES; i++)
        chain_init(&m->by_source[i]);
    for (unsigned kind = 0; kind < READ_KINDS; kind++) {
        chain_init(&m->uncovered[kind]);
        chain_init(&m->ready[kind]);
    }
    chain_init(&m->reads);
    chain_init(&m->tangled);
    chain_init(&m->writes);
    chain_init(&m->unissued);
    chain_init(&m->acks_ready);
    chain_init(&m->bursts_unwritten);
    chain_init(&m->bursts_unresolved);
}

struct mem_port_model *mem_port_model_new(const struct mem_port_config *config) {
    struct mem_port_model *const m = calloc(1, sizeof *m);
    if (m == NULL)
        return NULL;
    m->config = *config;
    m->next_id = 1; /* 0 is no request */
    m->self = coordinate(config->mem_x, config->mem_y);
    pool_init(&m->read_pool, sizeof(struct read_req), 16);
    pool_init(&m->write_pool, sizeof(struct write_req), 16);
    pool_init(&m->burst_pool, sizeof(struct write_burst), 4);
    pool_init(&m->value_pool, sizeof(struct more_value), 64);
    for (unsigned i = 0; i < CELL_CLASSES; i++)
        pool_init(&m->cell_pool[i], sizeof(struct cell) << (i + 2), i < 5 ? 16 : 1);
    init_lists(m);
    return m;
}

void mem_port_model_free(struct mem_port_model *m) {
    if (m == NULL)
        return;
    pool_free(&m->read_pool);
    pool_free(&m->write_pool);
    pool_free(&m->burst_pool);
    pool_free(&m->value_pool);
    for (unsigned i = 0; i < CELL_CLASSES; i++)
        pool_free(&m->cell_pool[i]);
    free(m->dropped_waiting);
    free(m->burst);
    free(m->burst_free);
    free(m->intake);
    free(m);
}

void mem_port_model_reset(struct mem_port_model *m) {
    if (!m->used)
        return;
    m->used = false;
    pool_recall(&m->read_pool);
    pool_recall(&m->write_pool);
    pool_recall(&m->value_pool);
    for (unsigned i = 0; i < CELL_CLASSES; i++)
        pool_recall(&m->cell_pool[i]);
    free_bursts(m);
    init_lists(m);
    m->open = NULL;
    m->starved_read = NULL;
    memset(m->live, 0, sizeof m->live);
    memset(m->most_live, 0, sizeof m->most_live);
    memset(m->inside_reads, 0, sizeof m->inside_reads);
    m->inside_acks = 0;
    m->last_inside_read = m->last_inside_ack = (struct last_inside){0};
    m->in_service = 0;
    m->tangled_owed = m->blind_owed = 0;
    m->tangled_count = 0;
    m->blind = false;
    m->unarrived = 0;
    memset(m->open_write, 0, sizeof m->open_write);
    m->complete_writes = 0;
    m->intake_head = m->intake_count = 0;
    m->slots_used = 0;
    memset(m->past, 0, sizeof m->past);
    m->seen_count = 0;
    m->dropped_count = 0;
    m->dropped_head = m->dropped_waiting_count = 0;
}

/* ---- pages and memory of the past ------------------------------------------------------------ */

void map_request(struct page_map *map, struct page_ref *refs, unsigned *count, void *owner,
                 uint64_t addr, uint32_t words) {
    const uint64_t first = addr >> PAGE_SHIFT;
    const uint64_t last = (addr + (uint64_t)words * WORD_BYTES - 1) >> PAGE_SHIFT;
    *count = 0;
    for (uint64_t page = first; page <= last; page++) {
        struct page_ref *const ref = &refs[(*count)++];
        ref->page = page;
        ref->owner = owner;
        chain_insert(page_bucket(map, page), &ref->chain);
    }
}

void remember_dropped(struct mem_port_model *m, const struct flit *f, const struct descriptor *d,
                      bool too_long, uint64_t cycle) {
    const bool streams = f->type == FLIT_MEM_RD_REQ && descriptor_streams(d);
    m->dropped[m->dropped_count++ % DROPPED_KEPT] = (struct dropped){
        .id = m->next_id++,
        .accepted = cycle,
        .type = (enum flit_type)f->type,
        .src = coordinate(f->src_x, f->src_y),
        .txn = f->txn,
        .descriptor = *d,
        .addr = d->addr,
        .words = streams ? descriptor_entries(d) * descriptor_entry_words(d) : d->len + 1u,
        .too_long = too_long};
    m->stats.dropped++;
}

static const struct dropped *dropped_kept(const struct mem_port_model *m, uint64_t age) {
    return &m->dropped[(m->dropped_count - 1 - age) % DROPPED_KEPT];
}

static uint64_t dropped_ages(const struct mem_port_model *m) {
    return m->dropped_count < DROPPED_KEPT ? m->dropped_count : DROPPED_KEPT;
}

const struct dropped *dropped_word(const struct mem_port_model *m, enum flit_type request,
                                   uint64_t addr) {
    /* An agent's own AXI carries local offsets, whatever the request named. */
    const uint64_t mask = m->config.inside.serves == NULL ? UINT64_MAX : OFFSET_MASK;
    for (uint64_t age = 0; age < dropped_ages(m); age++) {
        const struct dropped *const d = dropped_kept(m, age);
        const uint64_t first = d->addr & mask;
        if (d->type == request && addr >= first && addr - first < (uint64_t)d->words * WORD_BYTES)
            return d;
    }
    return NULL;
}

static bool dropped_names(const struct dropped *d, uint8_t dst) {
    if (d->src == dst)
        return true;
    if (d->type != FLIT_MEM_RD_REQ || !descriptor_streams(&d->descriptor))
        return false;
    for (unsigned i = 0; i < d->descriptor.n_peer; i++)
        if (coordinate(d->descriptor.peer[i].x, d->descriptor.peer[i].y) == dst)
            return true;
    return false;
}

const struct dropped *dropped_answer(const struct mem_port_model *m, enum flit_type request,
                                     const struct flit *f) {
    const uint8_t dst = coordinate(f->dst_x, f->dst_y);
    for (uint64_t age = 0; age < dropped_ages(m); age++) {
        const struct dropped *const d = dropped_kept(m, age);
        const bool streams = d->type == FLIT_MEM_RD_REQ && descriptor_streams(&d->descriptor);
        const unsigned txns = streams ? descriptor_entries(&d->descriptor) : 1;
        if (d->type == request && (uint8_t)(f->txn - d->txn) < txns && dropped_names(d, dst))
            return d;
    }
    return NULL;
}

bool seen_before(const struct mem_port_model *m, const struct flit *f) {
    const uint64_t kept = m->seen_count < SEEN_FLITS ? m->seen_count : SEEN_FLITS;
    for (uint64_t i = 0; i < kept; i++)
        if (memcmp(&m->seen[i], f, sizeof *f) == 0)
            return true;
    return false;
}

bool aperture_refused(const struct mem_port_model *m, uint64_t addr) {
    if (!m->config.ap_decode || (addr >> 39 & 1) == 0)
        return false;
    return (addr >> 36 & 3) != m->config.mesh_id || (addr >> 32 & 15) != 0;
}

/* ---- events that only sort ------------------------------------------------------------------- */

void mem_port_model_accept(struct mem_port_model *m, const struct flit *f, uint64_t cycle) {
    m->used = true;
    switch (f->type) {
    case FLIT_MEM_RD_REQ:
        accept_read(m, f, cycle);
        break;
    case FLIT_MEM_WR_REQ:
        accept_write(m, f, cycle);
        break;
    case FLIT_MEM_WR_DATA:
        accept_data(m, f, cycle);
        break;
    default:
        m->messages[MSG_NOT_MEMORY]++;
        m->due[MSG_NOT_MEMORY]++;
        m->drops_judged++;
        break;
    }
}

bool mem_port_model_emit(struct mem_port_model *m, const struct flit *f, uint64_t cycle,
                         struct verdict *v) {
    v->check = CHECK_NONE;
    m->used = true;
    m->flits_judged++;
    m->flits_out++;
    if (f->type == FLIT_MEM_RD_RESP)
        emit_response(m, f, cycle, v);
    else if (f->type == FLIT_MEM_WR_ACK)
        emit_ack(m, f, cycle, v);
    else
        blame_type(m, f, cycle, v);
    m->seen[m->seen_count++ % SEEN_FLITS] = *f;
    return v->check == CHECK_NONE;
}

/* ---- evidence ------------------------------------------------------------------------------- */

uint64_t mem_port_model_messages(const struct mem_port_model *m, enum mem_port_message code) {
    return m->messages[code];
}

uint64_t mem_port_model_messages_due(const struct mem_port_model *m, enum mem_port_message code) {
    return m->due[code];
}

const struct mem_port_stats *mem_port_model_stats(struct mem_port_model *m) {
    uint64_t *const e = m->stats.evaluations;
    e[CHECK_AXI_RANGE] = e[CHECK_AXI_DUP] = m->ars_judged + m->aws_judged;
    e[CHECK_AXI_STRB] = e[CHECK_MEM_WDATA] = e[CHECK_MEM_WBIND] = m->beats_judged;
    e[CHECK_MEM_DATA] = e[CHECK_MEM_LOST] = e[CHECK_MEM_WORD] = m->responses_judged;
    e[CHECK_MEM_EXTRA] = e[CHECK_MEM_DST] = e[CHECK_MEM_SRC] = e[CHECK_MEM_RSVD] = m->flits_judged;
    e[CHECK_MEM_TXN] = e[CHECK_MEM_LAST] = m->responses_judged;
    e[CHECK_MEM_ENTRY] = m->entries_judged;
    e[CHECK_MEM_PEERDIFF] = m->stats.flits_peer;
    e[CHECK_MEM_ACK] = m->acks_judged;
    e[CHECK_MEM_WORDER] = m->orders_judged;
    e[CHECK_MEM_DROP] = m->drops_judged;
    e[CHECK_MAG_STAGE] = m->inside_judged;
    return &m->stats;
}
