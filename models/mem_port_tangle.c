/* Reads that cannot be told apart. See "Like requests" in mem_port_state.h.
 *
 * Everything here errs to the design's side: the true places always lie within the intervals, so no
 * legal flit is refused. What is lost is sharpness: a flit of these reads may be skipped unseen
 * until they are all overdue. Only requests with equal destination, txn and data are ever treated
 * so.
 */
#include "mem_port_state.h"

static struct read_req *tangled_of(struct chain *node) {
    return CHAIN_OWNER(struct read_req, tangled_chain, node);
}

void tangle(struct mem_port_model *m, struct read_req *r) {
    r->tangled = r->shared = true;
    r->most_pos = r->pos;
    r->sent_known = 0;
    chain_remove(&r->next_chain);
    chain_insert(&m->tangled, &r->tangled_chain);
    read_update_ready(m, r, 0);
    m->tangled_count++;
    m->tangled_owed += (int64_t)(r->total - r->pos);
    m->past[WAIT_PLAIN_OUT] = (struct let_past){0};
    if (m->open == r)
        m->open = NULL;
}

/* ---- fitting --------------------------------------------------------------------------------- */

static void try_place(const struct mem_port_model *m, struct read_req *r, uint32_t pos,
                      const struct flit *f, uint64_t cycle) {
    const struct spot spot = read_spot(r, pos);
    if (!header_fits(m, r, spot, f) || !payload_fits(m, r, spot, f, false, cycle))
        return;
    if (!r->fits)
        r->first_fit = pos;
    r->fits = true;
    r->last_fit = pos;
}

static void find_places(const struct mem_port_model *m, struct read_req *r, const struct flit *f,
                        uint64_t cycle) {
    r->fits = false;
    if (r->kind == STREAM && m->open != NULL)
        return; /* an entry of a read with an exact place is open */
    const uint32_t last = r->most_pos < r->total ? r->most_pos : r->total - 1;
    if (r->kind == PLAIN) {
        for (uint32_t pos = r->pos; pos <= last; pos++)
            try_place(m, r, pos, f, cycle);
        return;
    }
    const uint32_t entry = (uint8_t)(f->txn - r->txn), word = f->rsvd & 3u;
    if (entry >= r->entries || word >= r->entry_words)
        return;
    for (uint32_t d = 0; d < r->n_dst; d++) {
        const uint32_t pos = (entry * r->n_dst + d) * r->entry_words + word;
        if (pos >= r->pos && pos <= last)
            try_place(m, r, pos, f, cycle);
    }
}

unsigned tangled_fits(struct mem_port_model *m, const struct flit *f, uint64_t cycle) {
    unsigned count = 0;
    CHAIN_EACH(c, &m->tangled) {
        struct read_req *const r = tangled_of(c);
        find_places(m, r, f, cycle);
        count += r->fits;
    }
    return count;
}

struct read_req *tangled_stream(const struct mem_port_model *m, const struct flit *f,
                                struct spot *spot) {
    CHAIN_EACH(c, &m->tangled) {
        struct read_req *const r = tangled_of(c);
        for (uint32_t pos = r->pos; pos <= r->most_pos && pos < r->total; pos++) {
            *spot = read_spot(r, pos);
            if (r->dst[spot->destination] == coordinate(f->dst_x, f->dst_y) &&
                read_txn(r, *spot) == f->txn)
                return r;
        }
    }
    return NULL;
}

/* ---- narrowing ------------------------------------------------------------------------------- */

static void set_least(struct read_req *r, uint32_t pos) {
    r->pos = pos;
    r->spot = read_spot(r, pos < r->total ? pos : r->total - 1);
}

/* The places add up to what was sent, so the others' bounds bound each one. */
static bool narrow_by_sum(struct mem_port_model *m) {
    int64_t sent = -m->tangled_owed, least = 0, most = 0;
    bool narrowed = false;
    CHAIN_EACH(c, &m->tangled) {
        const struct read_req *const r = tangled_of(c);
        sent += r->total;
        least += r->pos;
        most += r->most_pos;
    }
    CHAIN_EACH(c, &m->tangled) {
        struct read_req *const r = tangled_of(c);
        const int64_t at_least = sent - (most - r->most_pos), at_most = sent - (least - r->pos);
        if (at_least > r->pos && at_least <= r->most_pos) {
            least += at_least - r->pos;
            set_least(r, (uint32_t)at_least);
            narrowed = true;
        }
        if (at_most < r->most_pos && at_most >= r->pos) {
            most -= r->most_pos - at_most;
            r->most_pos = (uint32_t)at_most;
            narrowed = true;
        }
    }
    return narrowed;
}

static void untangle(struct mem_port_model *m, struct read_req *r, uint64_t cycle) {
    chain_remove(&r->tangled_chain);
    m->tangled_count--;
    m->tangled_owed -= (int64_t)(r->total - r->pos);
    r->tangled = false;
    if (r->pos == r->total) {
        read_finish(m, r);
        return;
    }
    read_place(m, r, r->pos);
    if (between_words(r))
        m->open = r;
    read_update_ready(m, r, cycle);
}

static bool untangle_exact(struct mem_port_model *m, uint64_t cycle) {
    struct chain *next;
    bool any = false;
    for (struct chain *c = m->tangled.next; c != &m->tangled; c = next) {
        struct read_req *const r = tangled_of(c);
        next = c->next;
        if (r->pos != r->most_pos)
            continue;
        untangle(m, r, cycle);
        any = true;
    }
    return any;
}

/* ---- blindness ------------------------------------------------------------------------------- */

/* Endless streams of like requests would pile up for ever, each of them perhaps unfinished. */
static void go_blind(struct mem_port_model *m) {
    m->blind = true;
    m->blind_owed = m->tangled_owed;
    m->tangled_owed = 0;
    m->tangled_count = 0;
    while (!chain_empty(&m->reads)) {
        struct read_req *const r = CHAIN_OWNER(struct read_req, by_age, m->reads.next);
        m->blind_owed += r->tangled ? 0 : (int64_t)(r->total - r->pos);
        read_finish(m, r);
    }
}

void blind_flit(struct mem_port_model *m) {
    m->stats.blind++;
    m->moved[WAIT_STREAM_OUT]++;
    m->blind = --m->blind_owed > 0;
}

/* ---- crediting ------------------------------------------------------------------------------- */

void tangled_credit(struct mem_port_model *m, uint64_t cycle) {
    unsigned count = 0;
    m->tangled_owed--;
    m->tangled_moved = cycle;
    m->stats.tangled++;
    CHAIN_EACH(c, &m->tangled)
    count += tangled_of(c)->fits;
    CHAIN_EACH(c, &m->tangled) {
        struct read_req *const r = tangled_of(c);
        if (!r->fits)
            continue;
        if (count == 1) {
            set_least(r, r->first_fit + 1);
            r->most_pos = r->last_fit + 1;
        } else if (r->most_pos < r->last_fit + 1) {
            r->most_pos = r->last_fit + 1;
        }
    }
    while (narrow_by_sum(m) | untangle_exact(m, cycle))
        ;
    if (m->tangled_count > TANGLED_MAX)
        go_blind(m);
}
