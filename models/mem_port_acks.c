/* Judges every MEM_WR_ACK. What is wrong with one is MEM-ACK, but for the fields that have an ID of
 * their own (destination, source, reserved bits) and acks of writes that must be dropped. */
#include "mem_port_state.h"

static struct write_req *first_write(struct mem_port_model *m, uint8_t src) {
    struct chain *const list = &m->by_source[src];
    return chain_empty(list) ? NULL : CHAIN_OWNER(struct write_req, by_source, list->next);
}

static bool plain_ack(const struct mem_port_model *m, const struct flit *f) {
    return coordinate(f->src_x, f->src_y) == m->self && f->last == 1 && f->rsvd == 0 &&
           word_is_zero(&f->payload);
}

/* The write this ack may close. Acks of one source come in descriptor order, unless by the seeds
 * alone: then any order will do. */
static struct write_req *acked_write(struct mem_port_model *m, const struct flit *f,
                                     uint64_t cycle) {
    struct chain *const list = &m->by_source[coordinate(f->dst_x, f->dst_y)];
    if (!m->config.seed_rules) {
        struct write_req *const w = first_write(m, coordinate(f->dst_x, f->dst_y));
        return w != NULL && w->txn == f->txn && write_answered(m, w, cycle) ? w : NULL;
    }
    /* Before claims are exchanged for one, another of this txn may fit as it is. */
    CHAIN_EACH(c, list) {
        struct write_req *const w = CHAIN_OWNER(struct write_req, by_source, c);
        if (w->txn == f->txn && w->answered == w->words && write_answered(m, w, cycle))
            return w;
    }
    CHAIN_EACH(c, list) {
        struct write_req *const w = CHAIN_OWNER(struct write_req, by_source, c);
        if (w->txn == f->txn && write_answered(m, w, cycle))
            return w;
    }
    return NULL;
}

/* ---- what is wrong --------------------------------------------------------------------------- */

static struct write_req *same_txn(struct mem_port_model *m, const struct flit *f) {
    CHAIN_EACH(c, &m->by_source[coordinate(f->dst_x, f->dst_y)]) {
        struct write_req *const w = CHAIN_OWNER(struct write_req, by_source, c);
        if (w->txn == f->txn)
            return w;
    }
    return NULL;
}

/* An answered write of another source with this txn: the ack may have gone astray. */
static struct write_req *elsewhere(struct mem_port_model *m, const struct flit *f) {
    CHAIN_EACH(c, &m->acks_ready) {
        struct write_req *const w = CHAIN_OWNER(struct write_req, ready_chain, c);
        if (w->txn == f->txn && w->src != coordinate(f->dst_x, f->dst_y))
            return w;
    }
    return NULL;
}

static void blame_fields(struct mem_port_model *m, struct write_req *w, const struct flit *f,
                         uint64_t cycle, struct verdict *v) {
    if (coordinate(f->src_x, f->src_y) != m->self)
        verdict_open(v, CHECK_MEM_SRC, "src is (%u,%u), the port's own coordinate is (%u,%u)",
                     f->src_x, f->src_y, m->config.mem_x, m->config.mem_y);
    else if (f->last != 1)
        verdict_open(v, CHECK_MEM_ACK, "last is 0 on a MEM_WR_ACK");
    else if (f->rsvd != 0)
        verdict_open(v, CHECK_MEM_RSVD, "rsvd is %u on a MEM_WR_ACK, 0 was owed", f->rsvd);
    else if (!word_is_zero(&f->payload))
        verdict_open(v, CHECK_MEM_ACK, "the payload of a MEM_WR_ACK is not zero");
    else if (first_write(m, w->src) != w && write_answered(m, w, cycle)) {
        verdict_open(v, CHECK_MEM_ACK, "acknowledged before an earlier write of the same source");
        verdict_hint(v,
                     "acks of one source leave in descriptor order; the earlier one has txn "
                     "0x%02x",
                     first_write(m, w->src)->txn);
    } else {
        verdict_open(v, CHECK_MEM_ACK,
                     "acknowledged before its last write response: %u of %u words "
                     "answered",
                     w->answered, w->words);
        verdict_hint(v, "%s",
                     w->got < w->words ? "not even all data flits were accepted"
                                       : "an ack leaves after the last B of its write");
    }
    verdict_write(v, w);
    verdict_expect_ack(v, m, w);
    write_acknowledge(m, w, cycle);
}

static void blame_stray(struct mem_port_model *m, struct write_req *w, const struct flit *f,
                        uint64_t cycle, struct verdict *v) {
    verdict_open(v, CHECK_MEM_DST, "ack sent to (%u,%u), owed to (%u,%u)", f->dst_x, f->dst_y,
                 w->src >> 4, w->src & 15u);
    verdict_write(v, w);
    verdict_expect_ack(v, m, w);
    write_acknowledge(m, w, cycle);
}

static void blame_txn(struct mem_port_model *m, struct write_req *w, const struct flit *f,
                      uint64_t cycle, struct verdict *v) {
    const bool answered = write_answered(m, w, cycle);
    verdict_open(v, CHECK_MEM_ACK, "ack with txn 0x%02x, the oldest write of (%u,%u) has 0x%02x",
                 f->txn, w->src >> 4, w->src & 15u, w->txn);
    verdict_hint(v, "the ack echoes the txn of the MEM_WR_REQ, not of its data");
    verdict_write(v, w);
    verdict_expect_ack(v, m, w);
    if (answered)
        write_acknowledge(m, w, cycle);
}

static void blame_ack(struct mem_port_model *m, const struct flit *f, uint64_t cycle,
                      struct verdict *v) {
    struct write_req *const named = same_txn(m, f);
    struct write_req *const first = first_write(m, coordinate(f->dst_x, f->dst_y));
    struct write_req *const stray = elsewhere(m, f);
    const struct dropped *const dropped = dropped_answer(m, FLIT_MEM_WR_REQ, f);
    if (named != NULL) {
        blame_fields(m, named, f, cycle, v);
    } else if (seen_before(m, f)) {
        verdict_open(v, CHECK_MEM_ACK, "this ack was sent before: one write, one ack");
    } else if (dropped != NULL) {
        verdict_open(v, CHECK_MEM_DROP, "a write that must be dropped was acknowledged");
        verdict_dropped(v, dropped);
    } else if (stray != NULL) {
        blame_stray(m, stray, f, cycle, v);
    } else if (first != NULL) {
        blame_txn(m, first, f, cycle, v);
    } else {
        verdict_open(v, CHECK_MEM_ACK, "(%u,%u) has no write waiting for an ack", f->dst_x,
                     f->dst_y);
    }
}

bool emit_ack(struct mem_port_model *m, const struct flit *f, uint64_t cycle, struct verdict *v) {
    m->acks_judged++;
    struct write_req *const w = plain_ack(m, f) ? acked_write(m, f, cycle) : NULL;
    if (w == NULL) {
        blame_ack(m, f, cycle, v);
        return false;
    }
    m->stats.acks++;
    const bool fair = fair_ack(m, w, cycle, v);
    write_acknowledge(m, w, cycle);
    return fair;
}
