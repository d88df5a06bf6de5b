#include "check/requester_watch.h"

#include "text.h"

#include <stdio.h>
#include <string.h>

enum { LOOK_EVERY = 64 };

static unsigned index_of(struct position at) {
    return (at.x & 15u) << 4 | (at.y & 15u);
}

static bool same(struct position a, struct position b) {
    return index_of(a) == index_of(b);
}

/* ---- life ------------------------------------------------------------------------------------ */

bool requester_watch_init(struct requester_watch *r, const struct requester_watch_config *config) {
    memset(r, 0, sizeof *r);
    r->config = *config;
    r->books = transactions_new(&config->books);
    return r->books != NULL;
}

void requester_watch_free(struct requester_watch *r) {
    transactions_free(r->books);
    r->books = NULL;
}

void requester_watch_reset(struct requester_watch *r) {
    transactions_reset(r->books);
    memset(r->newest, 0, sizeof r->newest);
    memset(r->pair, 0, sizeof r->pair);
}

void requester_watch_depth(struct requester_watch *r, struct position at, unsigned flits) {
    r->depth[index_of(at)] = flits;
    r->depths |= flits > 0;
}

/* ---- transfers ------------------------------------------------------------------------------- */

static void open_write(struct requester_watch *r, const struct flit *f, uint64_t cycle) {
    const unsigned source = index_of((struct position){f->src_x, f->src_y});
    struct sent_write *const newest = &r->newest[source];
    struct descriptor d;
    descriptor_unpack(&f->payload, &d);
    const struct sent_write opened = {.accepted = cycle, .txn = f->txn, .owed = d.len + 1u};
    if (newest->got < newest->owed)
        r->pair[source] = (struct open_writes){true, *newest, opened, newest->got};
    *newest = opened;
}

/* Which of two open writes data is for is undefined; the newest, as in the port model. */
static void count_data(struct requester_watch *r, const struct flit *f) {
    const unsigned source = index_of((struct position){f->src_x, f->src_y});
    struct sent_write *const newest = &r->newest[source];
    if (newest->got == newest->owed)
        return;
    newest->got++;
    if (r->pair[source].second.accepted == newest->accepted)
        r->pair[source].second.got++;
}

/* Dropped reads stay open in the books for ever: they would pile up where nobody waits for them. */
static bool nobody_waits(const struct requester_watch *r, const struct flit *f) {
    struct descriptor d;
    if (r->config.requesters_wait || f->type != FLIT_MEM_RD_REQ)
        return false;
    descriptor_unpack(&f->payload, &d);
    return transactions_refuses(&r->config.books, d.addr);
}

void requester_watch_accept(struct requester_watch *r, const struct flit *f, uint64_t cycle) {
    if (!nobody_waits(r, f))
        transactions_accept(r->books, f, cycle);
    if (f->type == FLIT_MEM_WR_REQ)
        open_write(r, f, cycle);
    else if (f->type == FLIT_MEM_WR_DATA)
        count_data(r, f);
}

void requester_watch_emit(struct requester_watch *r, const struct flit *f, uint64_t cycle) {
    transactions_emit(r->books, f, cycle);
}

/* ---- lack of progress ------------------------------------------------------------------------ */

static void open_verdict(const struct requester_watch *r, uint64_t idle, struct verdict *v) {
    const struct transaction *const t = requester_watch_longest(r);
    const size_t open = transactions_open_count(r->books);
    *v = (struct verdict){.check = CHECK_SIM_STALL, .since = t->accepted};
    struct text what = text_into(v->what, sizeof v->what);
    struct text progress = text_into(v->progress, sizeof v->progress);
    text_add(&what, "nothing moved for ");
    text_cycle(&what, idle);
    text_add(&what, " cycles while a requester waits; %zu request%s unanswered", open,
             open == 1 ? " is" : "s are");
    transaction_describe(t, v->request, sizeof v->request);
    text_add(&progress, "accepted at ");
    text_cycle(&progress, t->accepted);
    text_add(&progress, ", response flits %u of %u", t->received, t->owed);
    if (t->kind == TRANSACTION_WRITE)
        text_add(&progress, ", data flits %u of %u", t->data_received, t->data_owed);
}

bool requester_watch_tick(struct requester_watch *r, uint64_t last_transfer, uint64_t cycle,
                          struct verdict *v) {
    v->check = CHECK_NONE;
    if (!r->config.requesters_wait || cycle % LOOK_EVERY != 0 || !requester_watch_waits(r))
        return true;
    r->evaluations++;
    if (cycle - last_transfer < r->config.bound)
        return true;
    open_verdict(r, cycle - last_transfer, v);
    return false;
}

/* ---- for reports ----------------------------------------------------------------------------- */

uint64_t requester_since(const struct transaction *t) {
    uint64_t since = t->accepted;
    if (t->received > 0 && t->last > since)
        since = t->last;
    if (t->data_received > 0 && t->last_data > since)
        since = t->last_data;
    return since;
}

const struct transaction *requester_watch_longest(const struct requester_watch *r) {
    const struct transaction *longest = transactions_open(r->books, 0);
    for (size_t i = 1; i < transactions_open_count(r->books); i++) {
        const struct transaction *const t = transactions_open(r->books, i);
        if (requester_since(t) < requester_since(longest))
            longest = t;
    }
    return longest;
}

const struct transaction *requester_watch_find(const struct requester_watch *r, uint64_t accepted) {
    for (size_t i = 0; i < transactions_open_count(r->books); i++) {
        const struct transaction *const t = transactions_open(r->books, i);
        if (t->accepted == accepted)
            return t;
    }
    return NULL;
}

const struct open_writes *requester_watch_pair(const struct requester_watch *r,
                                               struct position source, uint64_t accepted) {
    const struct open_writes *const p = &r->pair[index_of(source)];
    const bool one_of_them = p->first.accepted == accepted || p->second.accepted == accepted;
    return p->seen && one_of_them ? p : NULL;
}

static void say_dropped(const struct requester_watch *r, const struct transaction *t,
                        struct text *l) {
    const uint64_t addr = t->descriptor.addr;
    text_add(l, "the read txn 0x%02x of (%u,%u) was dropped at ", t->txn, t->source.x, t->source.y);
    text_cycle(l, t->accepted);
    text_add(l, ": it names aperture %u of mesh %u, aperture 0 of mesh %u is served here",
             (unsigned)(addr >> 32 & 15), (unsigned)(addr >> 36 & 3), r->config.books.mesh_id);
}

void requester_say_pair(struct position source, const struct open_writes *p, char *buf,
                        size_t size) {
    struct text l = text_into(buf, size);
    text_add(&l, "(%u,%u) opened a second write at ", source.x, source.y);
    text_cycle(&l, p->second.accepted);
    text_add(&l, " while its write of ");
    text_cycle(&l, p->first.accepted);
    text_add(&l, " had %u of %u data flits (the rule: one open write a source)", p->got_then,
             p->first.owed);
}

bool requester_watch_fault(const struct requester_watch *r, const struct transaction *t, char *buf,
                           size_t size) {
    struct text l = text_into(buf, size);
    const struct open_writes *const pair = requester_watch_pair(r, t->source, t->accepted);
    if (t->kind != TRANSACTION_WRITE && t->drop == TRANSACTION_APERTURE)
        say_dropped(r, t, &l);
    else if (t->kind == TRANSACTION_WRITE && pair != NULL)
        requester_say_pair(t->source, pair, buf, size);
    else
        return false;
    return true;
}

/* ---- receive queues -------------------------------------------------------------------------- */

/* Response flits of a transaction for the destination `n`, 0 being the requester: asked, and here.
 * Entries go to one destination after the other (memory protocol 3.2). */
static void share_of(const struct transaction *t, unsigned n, unsigned *asked, unsigned *here) {
    const bool run = t->kind == TRANSACTION_RUN;
    const unsigned destinations = run ? 1u + t->descriptor.n_peer : 1;
    const unsigned words = run ? descriptor_entry_words(&t->descriptor) : t->owed;
    const unsigned round = destinations * words;
    const unsigned rest = t->received % round, before = n * words;
    const unsigned begun = rest > before ? rest - before : 0;
    *asked += t->owed / destinations;
    *here += t->received / round * words + (begun < words ? begun : words);
}

static void add_transaction(const struct transaction *t, struct overcommitted *o) {
    const unsigned before = o->asked, here = o->here;
    if (t->drop != TRANSACTION_SERVED || t->kind == TRANSACTION_WRITE)
        return; /* acks are dropped where they arrive (memory protocol 5) */
    if (same(t->source, o->at))
        share_of(t, 0, &o->asked, &o->here);
    for (unsigned i = 0; t->kind == TRANSACTION_RUN && i < t->descriptor.n_peer; i++)
        if (same(t->descriptor.peer[i], o->at))
            share_of(t, i + 1, &o->asked, &o->here);
    o->requests += o->asked > before;
    if (o->here > here && t->last > o->since)
        o->since = t->last;
}

bool requester_watch_overcommitted(const struct requester_watch *r, struct overcommitted *o) {
    bool found = false;
    for (unsigned at = 0; r->depths && at < REQUESTER_POSITIONS; at++) {
        struct overcommitted q = {.at = {(uint8_t)(at >> 4), (uint8_t)(at & 15)},
                                  .depth = r->depth[at]};
        if (q.depth == 0)
            continue;
        for (size_t i = 0; i < transactions_open_count(r->books); i++)
            add_transaction(transactions_open(r->books, i), &q);
        if (q.here >= q.depth && q.asked > q.here && (!found || q.since < o->since)) {
            *o = q;
            found = true;
        }
    }
    return found;
}
