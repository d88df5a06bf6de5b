/* Names what is wrong with a response flit, by the attribution rule of checks.md: a flit equal to a
 * later expected one, or to one already seen, is named so; else the first field that differs from
 * the open stream of its destination and txn, or from the closest stream, decides. */
#include "mem_port_state.h"

enum field { FIELD_DST, FIELD_SRC, FIELD_TXN, FIELD_WORD, FIELD_LAST, FIELD_RSVD, FIELD_PAYLOAD };

static enum field first_difference(const struct mem_port_model *m, const struct read_req *r,
                                   const struct flit *f) {
    const struct spot spot = r->spot;
    if (coordinate(f->dst_x, f->dst_y) != r->dst[spot.destination])
        return FIELD_DST;
    if (coordinate(f->src_x, f->src_y) != m->self)
        return FIELD_SRC;
    if (f->txn != read_txn(r, spot))
        return FIELD_TXN;
    if ((f->rsvd & 3) != (r->kind == STREAM ? spot.word : 0))
        return FIELD_WORD;
    if (f->last != (spot.word + 1u == r->entry_words))
        return FIELD_LAST;
    return f->rsvd >> 2 != 0 ? FIELD_RSVD : FIELD_PAYLOAD;
}

/* The offending flit counts as the closest stream's, so that one fault is one verdict. */
static void consume(struct mem_port_model *m, struct read_req *r, uint32_t pos,
                    const struct flit *f, uint64_t cycle) {
    if (!r->tangled) {
        read_advance_past(m, r, pos, f, cycle);
        return;
    }
    m->tangled_owed--;
    if (r->most_pos < r->total)
        r->most_pos++;
    r->spot = read_spot(r, r->pos < r->total ? r->pos : r->total - 1);
}

/* ---- wrong payload --------------------------------------------------------------------------- */

static const struct read_req *find_payload(const struct mem_port_model *m,
                                           const struct read_req *first, const struct flit *f,
                                           uint32_t *index) {
    for (uint32_t i = 0; i < first->words; i++)
        if (cell_allows(&first->cells[i], &f->payload, UINT64_MAX)) {
            *index = i;
            return first;
        }
    CHAIN_EACH(c, &m->reads) {
        const struct read_req *const r = CHAIN_OWNER(struct read_req, by_age, c);
        for (uint32_t i = 0; i < r->words; i++)
            if (cell_allows(&r->cells[i], &f->payload, UINT64_MAX)) {
                *index = i;
                return r;
            }
    }
    return NULL;
}

static void hint_payload(const struct mem_port_model *m, const struct read_req *r,
                         const struct flit *f, struct verdict *v) {
    uint32_t index = 0;
    const struct read_req *const owner = find_payload(m, r, f, &index);
    if (owner == NULL) {
        verdict_hint(v, "no live read was answered with this payload: look for old buffer contents "
                        "or a beat of another id");
        return;
    }
    char node[8];
    struct text t = text_into(node, sizeof node);
    text_node(&t, owner->src);
    verdict_hint(v, "this payload belongs to word %u of entry %u of %s, read by %s with txn 0x%02x",
                 index % owner->entry_words + 1, index / owner->entry_words + 1,
                 owner == r ? "the same request" : "another request", node, owner->txn);
}

static void blame_payload(const struct mem_port_model *m, const struct read_req *r,
                          const struct flit *f, struct verdict *v) {
    const struct spot spot = r->spot;
    const struct cell *const cell = &r->cells[cell_index(r, spot)];
    char addr[16];
    struct text t = text_into(addr, sizeof addr);
    text_addr(&t, r->addr + (uint64_t)cell_index(r, spot) * WORD_BYTES);
    if (spot.destination > 0 && (r->sent_known >> spot.word & 1) != 0) {
        verdict_open(v, CHECK_MEM_PEERDIFF,
                     "a peer got another payload than the requester for the "
                     "same word");
        hint_payload(m, r, f, v);
    } else if (r->inside) {
        verdict_open(v, CHECK_MAG_STAGE, "the word at %s cannot have held this payload", addr);
        verdict_hint(v, "between the read's acceptance and now; served inside the agent");
    } else if (!cell->has_value) {
        verdict_open(v, CHECK_MEM_DATA, "the word at %s left before memory answered it", addr);
        verdict_hint(v, "%s",
                     cell->covered ? "its AR was issued, no R beat has come yet"
                                   : "no AR was issued for it yet");
    } else if (cell_allows(cell, &f->payload, UINT64_MAX)) {
        verdict_open(v, CHECK_MEM_DATA,
                     "the word at %s left in the very cycle memory answered it: "
                     "a combinational path",
                     addr);
    } else {
        verdict_open(v, CHECK_MEM_DATA, "payload is not what memory answered at %s", addr);
        hint_payload(m, r, f, v);
    }
}

/* ---- one field ------------------------------------------------------------------------------- */

static void blame_field(struct mem_port_model *m, struct read_req *r, const struct flit *f,
                        uint64_t cycle, struct verdict *v) {
    const struct spot spot = r->spot;
    const unsigned word = r->kind == STREAM ? spot.word : 0;
    switch (first_difference(m, r, f)) {
    case FIELD_DST:
        verdict_open(v, CHECK_MEM_DST, "response sent to (%u,%u), owed to (%u,%u)", f->dst_x,
                     f->dst_y, r->dst[spot.destination] >> 4, r->dst[spot.destination] & 15u);
        verdict_hint(v, "%s",
                     spot.destination == 0
                         ? "the requester, src of the MEM_RD_REQ, is destination 0"
                         : "peer 1 is the lowest byte of peer, {y,x}");
        break;
    case FIELD_SRC:
        verdict_open(v, CHECK_MEM_SRC, "src is (%u,%u), the port's own coordinate is (%u,%u)",
                     f->src_x, f->src_y, m->config.mem_x, m->config.mem_y);
        break;
    case FIELD_TXN:
        verdict_open(v, CHECK_MEM_TXN, "txn is 0x%02x, 0x%02x was owed", f->txn, read_txn(r, spot));
        verdict_hint(v, "%s",
                     r->kind == STREAM ? "a run's txn is the request's plus the entry index, 8 bits"
                                       : "a plain read echoes the request's txn");
        break;
    case FIELD_WORD:
        verdict_open(v, CHECK_MEM_WORD, "rsvd[1:0] is %u, %u was owed", f->rsvd & 3u, word);
        verdict_hint(v, "%s",
                     r->kind == STREAM ? "rsvd[1:0] is the word's index in its entry"
                                       : "rsvd is 0 on a plain read");
        break;
    case FIELD_LAST:
        verdict_open(v, CHECK_MEM_LAST, "last is %u on word %u of %u", f->last, spot.word + 1u,
                     r->entry_words);
        verdict_hint(v, "%s",
                     r->kind == STREAM ? "last marks the final word of each entry"
                                       : "last marks the final word of the burst");
        break;
    case FIELD_RSVD:
        verdict_open(v, CHECK_MEM_RSVD, "rsvd[2] is set on a response");
        break;
    case FIELD_PAYLOAD:
        blame_payload(m, r, f, v);
        break;
    }
    verdict_read(v, r, spot);
    verdict_expect_read(v, m, r, spot);
    consume(m, r, r->pos, f, cycle);
}

/* ---- order ----------------------------------------------------------------------------------- */

/* Another run's entry begins while one is open. */
static bool blame_interleaving(struct mem_port_model *m, const struct flit *f, uint64_t cycle,
                               struct verdict *v) {
    struct read_req *const open = m->open;
    if (open == NULL)
        return false;
    CHAIN_EACH(c, next_bucket(m, flit_key(coordinate(f->dst_x, f->dst_y), f->txn))) {
        struct read_req *const r = CHAIN_OWNER(struct read_req, next_chain, c);
        if (r == open || r->kind != STREAM || !header_fits(m, r, r->spot, f) ||
            !payload_fits(m, r, r->spot, f, true, cycle))
            continue;
        verdict_open(v, CHECK_MEM_ENTRY,
                     "word %u of an entry of (%u,%u) txn 0x%02x between the words of another entry",
                     r->spot.word + 1u, r->src >> 4, r->src & 15u, r->txn);
        verdict_read(v, open, open->spot);
        verdict_expect_read(v, m, open, open->spot);
        verdict_hint(v, "only acks and plain words may come between an entry's first and last word "
                        "to one destination");
        consume(m, r, r->pos, f, cycle);
        return true;
    }
    return false;
}

static bool fits_at(const struct mem_port_model *m, const struct read_req *r, uint32_t pos,
                    const struct flit *f, uint64_t cycle) {
    const struct spot spot = read_spot(r, pos);
    return header_fits(m, r, spot, f) && payload_fits(m, r, spot, f, false, cycle);
}

/* The place after its next one where a read would send f, or 0. */
static uint32_t later_place(const struct mem_port_model *m, const struct read_req *r,
                            const struct flit *f, uint64_t cycle) {
    if (r->kind == PLAIN) {
        for (uint32_t pos = r->pos + 1; pos < r->total; pos++)
            if (fits_at(m, r, pos, f, cycle))
                return pos;
        return 0;
    }
    const uint32_t entry = (uint8_t)(f->txn - r->txn);
    if (entry >= r->entries || (f->rsvd & 3) >= r->entry_words)
        return 0;
    for (uint32_t d = 0; d < r->n_dst; d++) {
        const uint32_t pos = (entry * r->n_dst + d) * r->entry_words + (f->rsvd & 3u);
        if (pos > r->pos && fits_at(m, r, pos, f, cycle))
            return pos;
    }
    return 0;
}

/* Skipped flits are lost; entries begun out of turn are out of order. Where one cannot tell, one
 * missing flit is a lost one. */
static enum check_id order_fault(const struct read_req *r, uint32_t later) {
    const struct spot now = r->spot, then = read_spot(r, later);
    const uint32_t run = r->pos / r->entry_words, later_run = later / r->entry_words;
    if (run == later_run)
        return CHECK_MEM_LOST;
    if (now.word != 0) {
        const bool only_last_missing = later == r->pos + 1;
        const bool telling = r->entry_words > 2 || then.entry != now.entry;
        return only_last_missing && telling ? CHECK_MEM_LOST : CHECK_MEM_ENTRY;
    }
    if (then.entry == now.entry)
        return CHECK_MEM_DST;
    return later_run - run >= r->n_dst || then.word != 0 ? CHECK_MEM_ENTRY : CHECK_MEM_LOST;
}

static bool blame_order(struct mem_port_model *m, const struct flit *f, uint64_t cycle,
                        struct verdict *v) {
    CHAIN_EACH(c, &m->reads) {
        struct read_req *const r = CHAIN_OWNER(struct read_req, by_age, c);
        const uint32_t later = r->tangled ? 0 : later_place(m, r, f, cycle);
        if (later == 0)
            continue;
        const enum check_id id = order_fault(r, later);
        char then[128];
        struct text t = text_into(then, sizeof then);
        text_read_progress(&t, r, read_spot(r, later));
        if (id == CHECK_MEM_LOST)
            verdict_open(v, id, "%u flit%s skipped: this is %s", later - r->pos,
                         later - r->pos > 1 ? "s" : "", then);
        else if (id == CHECK_MEM_DST)
            verdict_open(v, id, "destinations out of order: this is %s", then);
        else
            verdict_open(v, id, "entries out of order: this is %s", then);
        verdict_read(v, r, r->spot);
        verdict_expect_read(v, m, r, r->spot);
        verdict_hint(v, "a run goes entry by entry, within an entry destination by destination, "
                        "within a destination word by word");
        consume(m, r, later, f, cycle);
        return true;
    }
    return false;
}

static bool blame_repeat(const struct mem_port_model *m, const struct flit *f, struct verdict *v) {
    if (!seen_before(m, f))
        return false;
    verdict_open(v, CHECK_MEM_EXTRA, "this very flit was sent before and is not owed again");
    verdict_hint(v, "look at what pops the flit or advances the word index once it has left "
                    "(mem_out_valid and not mem_out_busy)");
    CHAIN_EACH(c, &m->reads) {
        const struct read_req *const r = CHAIN_OWNER(struct read_req, by_age, c);
        const uint8_t entry = (uint8_t)(f->txn - r->txn);
        if (r->src == coordinate(f->dst_x, f->dst_y) && entry < r->entries) {
            verdict_read(v, r, r->spot);
            verdict_expect_read(v, m, r, r->spot);
            break;
        }
    }
    return true;
}

/* ---- whose is it ----------------------------------------------------------------------------- */

/* The live read whose next flit has f's destination and txn and agrees with it longest. */
static struct read_req *same_stream(struct mem_port_model *m, const struct flit *f) {
    const uint16_t key = flit_key(coordinate(f->dst_x, f->dst_y), f->txn);
    struct read_req *best = NULL;
    enum field best_field = FIELD_DST;
    CHAIN_EACH(c, next_bucket(m, key)) {
        struct read_req *const r = CHAIN_OWNER(struct read_req, next_chain, c);
        if (r->key != key)
            continue;
        const enum field field = first_difference(m, r, f);
        if (best == NULL || field > best_field || (field == best_field && r->id < best->id)) {
            best = r;
            best_field = field;
        }
    }
    struct spot spot;
    if (best == NULL && (best = tangled_stream(m, f, &spot)) != NULL)
        best->spot = spot;
    return best;
}

/* With another destination or txn only the payload can tell whose flit it is. */
static struct read_req *closest_stream(const struct mem_port_model *m, const struct flit *f,
                                       uint64_t cycle) {
    struct read_req *best = NULL;
    unsigned best_score = 0;
    CHAIN_EACH(c, &m->reads) {
        struct read_req *const r = CHAIN_OWNER(struct read_req, by_age, c);
        const bool dst = r->dst[r->spot.destination] == coordinate(f->dst_x, f->dst_y);
        const bool txn = read_txn(r, r->spot) == f->txn;
        if (r->tangled || (!dst && !txn) || !payload_fits(m, r, r->spot, f, true, cycle))
            continue;
        const unsigned score = 1u + (f->rsvd == (r->kind == STREAM ? r->spot.word : 0)) +
                               (f->last == (r->spot.word + 1u == r->entry_words));
        if (score > best_score) {
            best = r;
            best_score = score;
        }
    }
    return best;
}

static void blame_nobody(const struct mem_port_model *m, const struct flit *f, struct verdict *v) {
    const struct dropped *const dropped = dropped_answer(m, FLIT_MEM_RD_REQ, f);
    if (dropped != NULL) {
        verdict_open(v, CHECK_MEM_DROP, "a read that must be dropped was answered");
        verdict_dropped(v, dropped);
        return;
    }
    verdict_open(v, CHECK_MEM_EXTRA, "no live read owes (%u,%u) a flit with txn 0x%02x", f->dst_x,
                 f->dst_y, f->txn);
    if (chain_empty(&m->reads)) {
        verdict_hint(v, "no read is outstanding at all");
        return;
    }
    const struct read_req *const r = CHAIN_OWNER(struct read_req, by_age, m->reads.next);
    verdict_hint(v, "%u reads outstanding; the oldest is shown as expected",
                 m->live[PLAIN] + m->live[STREAM]);
    verdict_read(v, r, r->spot);
    verdict_expect_read(v, m, r, r->spot);
}

void blame_response(struct mem_port_model *m, const struct flit *f, uint64_t cycle,
                    struct verdict *v) {
    if (blame_interleaving(m, f, cycle, v) || blame_order(m, f, cycle, v) || blame_repeat(m, f, v))
        return;
    struct read_req *r = same_stream(m, f);
    struct read_req *const closest = closest_stream(m, f, cycle);
    if (r == NULL && dropped_answer(m, FLIT_MEM_RD_REQ, f) != NULL) {
        blame_nobody(m, f, v);
        return;
    }
    /* A stream without data cannot have sent it; one with this very word may have. */
    if (r == NULL || (closest != NULL && !word_is_here(r, r->spot)))
        r = closest;
    if (r != NULL)
        blame_field(m, r, f, cycle, v);
    else
        blame_nobody(m, f, v);
}

void blame_type(struct mem_port_model *m, const struct flit *f, uint64_t cycle, struct verdict *v) {
    struct read_req *const r = same_stream(m, f);
    verdict_open(v, CHECK_MEM_EXTRA,
                 "a memory port never sends %s, only MEM_RD_RESP and MEM_WR_ACK",
                 flit_type_name(f->type));
    if (r == NULL)
        return;
    verdict_read(v, r, r->spot);
    verdict_expect_read(v, m, r, r->spot);
    if (!r->tangled && payload_fits(m, r, r->spot, f, true, cycle))
        consume(m, r, r->pos, f, cycle);
}
