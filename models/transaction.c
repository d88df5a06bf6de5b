/* The books of a port's requests: an array of those that may still be answered, in order of
 * acceptance, and one of the reads that never will be. */
#include "transaction.h"

#include "mem_port_pool.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

enum { DESTINATIONS_MAX = 1 + DESCRIPTOR_PEERS, WRITE_BEATS_MAX = 8 };

struct open {
    struct transaction t;
    unsigned destinations;
    struct position destination[DESTINATIONS_MAX];
    uint16_t words;                  /* owed to each destination */
    uint16_t sent[DESTINATIONS_MAX]; /* of those */
    uint16_t entry_words;
};

struct list {
    struct open **at; /* by number */
    size_t count, size;
};

struct transactions {
    struct transactions_config config;
    struct list live, dropped_reads;
    uint64_t next_number, unmatched;
};

static bool same_position(struct position a, struct position b) {
    return a.x == b.x && a.y == b.y;
}

/* ---- lists ----------------------------------------------------------------------------------- */

static void append(struct list *l, struct open *o) {
    if (l->count == l->size) {
        l->size = l->size == 0 ? 64 : 2 * l->size;
        l->at = pool_grow(l->at, l->size * sizeof(struct open *));
    }
    l->at[l->count++] = o;
}

static void clear(struct list *l) {
    while (l->count > 0)
        free(l->at[--l->count]);
}

/* Tells that nothing more of it can come, and forgets it. */
static void end(struct transactions *t, size_t index) {
    struct list *const l = &t->live;
    struct open *const o = l->at[index];
    memmove(&l->at[index], &l->at[index + 1], (l->count - index - 1) * sizeof(struct open *));
    l->count--;
    if (t->config.ended != NULL)
        t->config.ended(t->config.context, &o->t);
    free(o);
}

struct transactions *transactions_new(const struct transactions_config *config) {
    struct transactions *const t = calloc(1, sizeof *t);
    if (t != NULL) {
        t->config = *config;
        t->next_number = 1;
    }
    return t;
}

void transactions_reset(struct transactions *t) {
    clear(&t->live);
    clear(&t->dropped_reads);
}

void transactions_free(struct transactions *t) {
    if (t == NULL)
        return;
    transactions_reset(t);
    free(t->live.at);
    free(t->dropped_reads.at);
    free(t);
}

/* ---- what the port receives ------------------------------------------------------------------ */

bool transactions_refuses(const struct transactions_config *config, uint64_t addr) {
    if (!config->ap_decode || (addr >> 39 & 1) == 0)
        return false;
    return (addr >> 36 & 3) != config->mesh_id || (addr >> 32 & 15) != 0;
}

static void shape_read(struct open *o) {
    const struct descriptor *const d = &o->t.descriptor;
    o->t.kind = descriptor_streams(d) ? TRANSACTION_RUN : TRANSACTION_READ;
    o->entry_words = (uint16_t)(d->len + 1);
    o->words = o->entry_words;
    if (o->t.kind == TRANSACTION_RUN) {
        o->entry_words = (uint16_t)descriptor_entry_words(d);
        o->words = (uint16_t)(descriptor_entries(d) * o->entry_words);
        for (unsigned i = 0; i < d->n_peer; i++)
            o->destination[o->destinations++] = d->peer[i];
    }
    o->t.owed = o->words * o->destinations;
}

static void shape_write(struct open *o) {
    o->t.kind = TRANSACTION_WRITE;
    o->t.data_owed = o->t.descriptor.len + 1u;
    o->t.owed = o->words = o->entry_words = 1;
}

static void accept_request(struct transactions *t, const struct flit *f, uint64_t cycle) {
    struct open *const o = pool_grow(NULL, sizeof *o);
    memset(o, 0, sizeof *o);
    o->t.number = t->next_number++;
    o->t.source = (struct position){f->src_x, f->src_y};
    o->t.txn = f->txn;
    o->t.accepted = o->t.last_data = cycle;
    descriptor_unpack(&f->payload, &o->t.descriptor);
    o->destination[o->destinations++] = o->t.source;
    if (f->type == FLIT_MEM_RD_REQ)
        shape_read(o);
    else
        shape_write(o);
    if (o->t.data_owed > WRITE_BEATS_MAX)
        o->t.drop = TRANSACTION_LONG_WRITE;
    else if (transactions_refuses(&t->config, o->t.descriptor.addr))
        o->t.drop = TRANSACTION_APERTURE;
    const bool waits_for_ever = o->t.drop != TRANSACTION_SERVED && o->t.data_owed == 0;
    append(waits_for_ever ? &t->dropped_reads : &t->live, o);
}

/* To the newest write of its source, as in the port model; where that has all it owes, or there is
 * none, a port drops the flit. */
static void accept_data(struct transactions *t, const struct flit *f, uint64_t cycle) {
    const struct position source = {f->src_x, f->src_y};
    for (size_t i = t->live.count; i-- > 0;) {
        struct transaction *const w = &t->live.at[i]->t;
        if (w->data_owed == 0 || !same_position(w->source, source))
            continue;
        if (w->data_received == w->data_owed)
            return;
        w->last_data = cycle;
        if (++w->data_received == w->data_owed && w->drop != TRANSACTION_SERVED)
            end(t, i);
        return;
    }
}

void transactions_accept(struct transactions *t, const struct flit *f, uint64_t cycle) {
    if (f->type == FLIT_MEM_RD_REQ || f->type == FLIT_MEM_WR_REQ)
        accept_request(t, f, cycle);
    else if (f->type == FLIT_MEM_WR_DATA)
        accept_data(t, f, cycle);
}

/* ---- what the port sends --------------------------------------------------------------------- */

/* The flit a destination is owed next, in all that tells flits of like (dst, txn) apart. */
static bool is_next(const struct open *o, unsigned destination, const struct flit *f) {
    const unsigned word = o->sent[destination] % o->entry_words;
    if (o->t.kind == TRANSACTION_WRITE)
        return f->txn == o->t.txn && o->t.data_received == o->t.data_owed;
    return f->txn == (uint8_t)(o->t.txn + o->sent[destination] / o->entry_words) &&
           f->rsvd == (o->t.kind == TRANSACTION_RUN ? word : 0) &&
           f->last == (word + 1 == o->entry_words);
}

/* A port out of order: any of its entries. */
static bool is_of(const struct open *o, const struct flit *f) {
    return (uint8_t)(f->txn - o->t.txn) < o->words / o->entry_words;
}

/* The destination it answers, or o->destinations. */
static unsigned destination_of(const struct open *o, const struct flit *f, bool in_order) {
    unsigned i = 0;
    const struct position to = {f->dst_x, f->dst_y};
    while (i < o->destinations &&
           (o->sent[i] == o->words || !same_position(o->destination[i], to) ||
            !(in_order ? is_next(o, i, f) : is_of(o, f))))
        i++;
    return i;
}

static bool answer(struct transactions *t, const struct flit *f, uint64_t cycle, bool in_order) {
    const bool ack = f->type == FLIT_MEM_WR_ACK;
    for (size_t i = 0; i < t->live.count; i++) {
        struct open *const o = t->live.at[i];
        if (ack != (o->t.kind == TRANSACTION_WRITE) || o->t.drop != TRANSACTION_SERVED)
            continue;
        const unsigned destination = destination_of(o, f, in_order);
        if (destination == o->destinations)
            continue;
        o->sent[destination]++;
        if (o->t.received++ == 0)
            o->t.first = cycle;
        o->t.last = cycle;
        if (transaction_done(&o->t))
            end(t, i);
        return true;
    }
    return false;
}

void transactions_emit(struct transactions *t, const struct flit *f, uint64_t cycle) {
    if (f->type != FLIT_MEM_RD_RESP && f->type != FLIT_MEM_WR_ACK)
        return;
    if (!answer(t, f, cycle, true) && !answer(t, f, cycle, false))
        t->unmatched++;
}

/* ---- what is open ---------------------------------------------------------------------------- */

size_t transactions_open_count(const struct transactions *t) {
    return t->live.count + t->dropped_reads.count;
}

uint64_t transactions_unmatched(const struct transactions *t) {
    return t->unmatched;
}

/* Of the `index` oldest, how many are live: the first n whose successor is not among them. */
static size_t live_among(const struct list *live, const struct list *dropped, size_t index) {
    size_t low = index > dropped->count ? index - dropped->count : 0;
    size_t high = index < live->count ? index : live->count;
    while (low < high) {
        const size_t n = (low + high) / 2;
        if (live->at[n]->t.number < dropped->at[index - n - 1]->t.number)
            low = n + 1;
        else
            high = n;
    }
    return low;
}

const struct transaction *transactions_open(const struct transactions *t, size_t index) {
    if (index >= transactions_open_count(t))
        return NULL;
    const struct list *const live = &t->live;
    const struct list *const dropped = &t->dropped_reads;
    const size_t n = live_among(live, dropped, index);
    const bool is_live =
        n < live->count &&
        (index - n == dropped->count || live->at[n]->t.number < dropped->at[index - n]->t.number);
    return &(is_live ? live->at[n] : dropped->at[index - n])->t;
}

void transaction_describe(const struct transaction *t, char *buf, size_t size) {
    const struct descriptor *const d = &t->descriptor;
    struct text x = text_into(buf, size);
    text_add(&x, "%s (%u,%u) txn 0x%02x addr ",
             t->kind == TRANSACTION_WRITE ? "MEM_WR_REQ" : "MEM_RD_REQ", t->source.x, t->source.y,
             t->txn);
    text_addr(&x, d->addr);
    if (t->kind != TRANSACTION_RUN) {
        text_add(&x, " words %u", d->len + 1u);
        return;
    }
    text_add(&x, " STREAM count %u words %u", descriptor_entries(d), descriptor_entry_words(d));
    if (d->n_peer > 0)
        text_add(&x, " peers");
    for (unsigned i = 0; i < d->n_peer; i++)
        text_add(&x, " (%u,%u)", d->peer[i].x, d->peer[i].y);
}
