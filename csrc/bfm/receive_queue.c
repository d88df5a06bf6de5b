#include "bfm/receive_queue.h"

static bool is_here(const struct receive_queue *q, struct position p) {
    return p.x == q->at.x && p.y == q->at.y;
}

/* Response flits of a read for this endpoint. */
static unsigned share_of(const struct receive_queue *q, const struct transaction *t) {
    const unsigned peers = t->kind == TRANSACTION_RUN ? t->descriptor.n_peer : 0;
    unsigned copies = is_here(q, t->source);
    for (unsigned i = 0; i < peers; i++) {
        copies += is_here(q, t->descriptor.peer[i]);
    }
    return t->kind == TRANSACTION_WRITE ? 0 : t->owed / (1 + peers) * copies;
}

static void drain(void *context, const struct transaction *t) {
    struct receive_queue *q = context;
    q->here -= share_of(q, t);
}

static void release_books(void *object) {
    transactions_free(object);
}

void receive_queue_init(struct receive_queue *q, struct sim *s, struct position at,
                        unsigned depth) {
    const struct transactions_config config = {.ended = drain, .context = q};
    *q = (struct receive_queue){.at = at, .depth = depth, .books = transactions_new(&config)};
    sim_own(s, q->books, release_books);
}

void receive_queue_sent(struct receive_queue *q, const struct flit *f) {
    if (q->depth > 0) {
        transactions_accept(q->books, f, 0);
    }
}

void receive_queue_takes(struct receive_queue *q, const uint32_t flit[FLIT_WORDS]) {
    struct flit f;
    if (q->depth == 0 || flit == NULL) {
        return;
    }
    flit_unpack(flit, &f);
    q->here += f.type == FLIT_MEM_RD_RESP && is_here(q, (struct position){f.dst_x, f.dst_y});
    transactions_emit(q->books, &f, 0);
    q->full = q->here >= q->depth;
}

void receive_queue_reset(struct receive_queue *q) {
    if (q->depth > 0) {
        transactions_reset(q->books);
        q->here = 0;
        q->full = false;
    }
}
