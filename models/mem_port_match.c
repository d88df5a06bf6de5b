/* Finds the read that allows a MEM_RD_RESP, and credits the flit to it. */
#include "mem_port_state.h"

/* ---- does a flit fit a place in a read ------------------------------------------------------- */

bool header_fits(const struct mem_port_model *m, const struct read_req *r, struct spot spot,
                 const struct flit *f) {
    return coordinate(f->dst_x, f->dst_y) == r->dst[spot.destination] &&
           f->txn == read_txn(r, spot) && coordinate(f->src_x, f->src_y) == m->self &&
           f->rsvd == (r->kind == STREAM ? spot.word : 0) &&
           f->last == (spot.word + 1u == r->entry_words);
}

bool payload_fits(const struct mem_port_model *m, const struct read_req *r, struct spot spot,
                  const struct flit *f, bool exact, uint64_t cycle) {
    if (exact && spot.destination > 0 && (r->sent_known >> spot.word & 1) != 0)
        return word_equal(&r->sent[spot.word], &f->payload);
    if (r->inside)
        return inside_allows(m, r, cell_index(r, spot), &f->payload, cycle);
    return cell_allows(&r->cells[cell_index(r, spot)], &f->payload, cycle);
}

static bool allows(const struct mem_port_model *m, const struct read_req *r, const struct flit *f,
                   uint64_t cycle) {
    if (r->kind == STREAM && m->open != NULL && m->open != r)
        return false;
    return header_fits(m, r, r->spot, f) && payload_fits(m, r, r->spot, f, true, cycle);
}

bool between_words(const struct read_req *r) {
    return r->kind == STREAM && r->spot.word != 0;
}

/* ---- crediting ------------------------------------------------------------------------------- */

static void remember_sent(struct read_req *r, struct spot spot, const struct word *payload) {
    if (r->n_dst == 1 || spot.destination != 0)
        return;
    if (spot.word == 0)
        r->sent_known = 0;
    r->sent[spot.word] = *payload;
    r->sent_known = (uint8_t)(r->sent_known | 1u << spot.word);
}

void read_advance_past(struct mem_port_model *m, struct read_req *r, uint32_t pos,
                       const struct flit *f, uint64_t cycle) {
    const struct spot spot = read_spot(r, pos);
    remember_sent(r, spot, &f->payload);
    if (pos + 1 == r->total) {
        read_finish(m, r);
        return;
    }
    read_place(m, r, pos + 1);
    if (between_words(r))
        m->open = r;
    else if (m->open == r)
        m->open = NULL;
    read_update_ready(m, r, cycle);
}

static void count_flit(struct mem_port_model *m, bool streams, bool peer) {
    m->stats.flits_plain += !streams;
    m->stats.flits_stream += streams;
    m->stats.flits_peer += peer;
    m->entries_judged += streams;
    m->moved[streams ? WAIT_STREAM_OUT : WAIT_PLAIN_OUT]++;
    /* A port that serves one read at a time may hold the other kind's ARs meanwhile. */
    m->moved[WAIT_READ_PLAIN_AR]++;
    m->moved[WAIT_READ_STREAM_AR]++;
}

static bool credit(struct mem_port_model *m, struct read_req *r, const struct flit *f,
                   uint64_t cycle, struct verdict *v) {
    const struct spot spot = r->spot;
    const bool finishes = r->pos + 1 == r->total;
    m->inside_judged += r->inside;
    m->stats.inside_words += r->inside;
    count_flit(m, r->kind == STREAM, spot.destination > 0);
    bool fair = fair_read_flit(m, r, spot, cycle, v);
    if (finishes && fair && !r->inside)
        fair = fair_read_finished(m, r, cycle, v);
    m->finished[r->kind] += finishes && !r->inside;
    read_advance_past(m, r, r->pos, f, cycle);
    return fair;
}

/* Tangles the reads exact_fits() found, and notes where f fits all that are tangled now. */
static void tangle_all(struct mem_port_model *m, const struct flit *f, uint64_t cycle) {
    struct chain *next;
    struct chain *const bucket = next_bucket(m, flit_key(coordinate(f->dst_x, f->dst_y), f->txn));
    for (struct chain *c = bucket->next; c != bucket; c = next) {
        struct read_req *const r = CHAIN_OWNER(struct read_req, next_chain, c);
        next = c->next;
        if (r->fits)
            tangle(m, r);
    }
    tangled_fits(m, f, cycle);
}

/* The reads with an exact place that allow f. */
static unsigned exact_fits(struct mem_port_model *m, const struct flit *f, uint64_t cycle,
                           struct read_req **first) {
    unsigned count = 0;
    *first = NULL;
    CHAIN_EACH(c, next_bucket(m, flit_key(coordinate(f->dst_x, f->dst_y), f->txn))) {
        struct read_req *const r = CHAIN_OWNER(struct read_req, next_chain, c);
        r->fits = allows(m, r, f, cycle);
        if (r->fits && count++ == 0)
            *first = r;
    }
    return count;
}

static bool credit_tangled(struct mem_port_model *m, uint64_t cycle) {
    bool streams = false, plain = false, peer = false;
    CHAIN_EACH(c, &m->tangled) {
        const struct read_req *const r = CHAIN_OWNER(struct read_req, tangled_chain, c);
        streams |= r->fits && r->kind == STREAM;
        plain |= r->fits && r->kind == PLAIN;
        peer |= r->fits && read_spot(r, r->first_fit).destination > 0;
    }
    count_flit(m, streams, peer);
    if (plain)
        m->past[WAIT_PLAIN_OUT] = (struct let_past){0};
    tangled_credit(m, cycle);
    return true;
}

bool emit_response(struct mem_port_model *m, const struct flit *f, uint64_t cycle,
                   struct verdict *v) {
    struct read_req *exact;
    if (m->blind) {
        blind_flit(m);
        return true;
    }
    m->responses_judged++;
    const unsigned exacts = exact_fits(m, f, cycle, &exact);
    const unsigned tangled = m->tangled_count == 0 ? 0 : tangled_fits(m, f, cycle);
    if (exacts == 1 && tangled == 0)
        return credit(m, exact, f, cycle, v);
    if (exacts + tangled == 0) {
        blame_response(m, f, cycle, v);
        return false;
    }
    if (exacts > 0)
        tangle_all(m, f, cycle);
    return credit_tangled(m, cycle);
}
