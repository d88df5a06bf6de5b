/* MEM-STARVE: bounds on how many others an item lets past (modules 3, rows marked (P)).
 *
 * What the model sees is earlier than what the port can act on: a B is accepted some cycles before
 * the ack reaches the output arbiter, and flits already arbitrated may sit in an output queue. So
 * an item counts as waiting only after both delays below, and each bound has a small allowance. The
 * faults this looks for, waiting for a whole run or for ever, are far beyond them.
 *
 * Answers may come to the port in the order it asked, over all memories. While a read is served
 * inside the agent, read data of others may be behind its own, so no word counts as waiting then;
 * nor does an ack while a write is served inside.
 *
 *   ack, plain word   Between two items of the class leave at most one whole entry to all its
 *                     destinations, or two when the other class waits too (they alternate), and one
 *                     item of the other class. The rest of an entry under way is not counted. That
 *                     bounds every item by its class items ahead, since each takes one such turn.
 *   ack               Later acks that leave first: WR_SLOTS can exist; twice that is starvation.
 *   accepted read     Reads accepted later whose first AR comes first: one service each of as many
 *                     reads as were ever outstanding together. Those of the other kind count only
 *                     once no earlier read of its own kind is left.
 *   next entry, next  Reads of its kind served to their end meanwhile: as many. A port may serve
 *   plain word        run by run or entry by entry.
 *   complete write    At most WR_SLOTS - 1 writes completed later get their first AW first.
 */
#include "mem_port_state.h"

#define DELAY_CYCLES 16 /* from the cause to the output arbiter */
#define DELAY_FLITS 8   /* arbitrated earlier, still in an output queue */
#define ALLOWED_ENTRIES 1
#define ALLOWED_OTHERS 1
#define ALLOWED_READS 2

static void count_worst(struct mem_port_model *m, enum mem_port_wait kind, uint32_t past) {
    m->stats.evaluations[CHECK_MEM_STARVE]++;
    if (past > m->stats.worst_let_past[kind])
        m->stats.worst_let_past[kind] = past;
}

static bool waits(const struct mem_port_model *m, const struct last_inside *inside, uint64_t since,
                  uint64_t flits, uint64_t cycle) {
    if (since < inside->cycle) {
        since = inside->cycle;
        flits = inside->flits;
    }
    return since + DELAY_CYCLES < cycle && m->flits_out > flits + DELAY_FLITS;
}

/* To be called with every flit that leaves: an inside request ends with one. */
static void note_inside(struct mem_port_model *m, uint64_t cycle) {
    const struct last_inside now = {.cycle = cycle, .flits = m->flits_out};
    if (m->inside_reads[PLAIN] + m->inside_reads[STREAM] > 0) {
        m->last_inside_read = now;
        m->past[WAIT_PLAIN_OUT] = (struct let_past){0};
    }
    if (m->inside_acks > 0) {
        m->last_inside_ack = now;
        m->past[WAIT_ACK_OUT] = (struct let_past){0};
    }
}

static const struct read_req *waiting_read(const struct mem_port_model *m, unsigned kind,
                                           uint64_t cycle) {
    CHAIN_EACH(c, &m->ready[kind]) {
        const struct read_req *const r = CHAIN_OWNER(struct read_req, ready_chain, c);
        if (!waits(m, &m->last_inside_read, r->ready_since, r->ready_flits, cycle))
            return NULL;
        if (!r->shared && !r->inside)
            return r;
    }
    return NULL;
}

static struct write_req *waiting_ack(const struct mem_port_model *m, uint64_t cycle) {
    CHAIN_EACH(c, &m->acks_ready) {
        struct write_req *const w = CHAIN_OWNER(struct write_req, ready_chain, c);
        if (!w->inside)
            return waits(m, &m->last_inside_ack, w->ready_since, w->ready_flits, cycle) ? w : NULL;
    }
    return NULL;
}

/* ---- verdicts -------------------------------------------------------------------------------- */

static bool starved_read(struct verdict *v, const struct read_req *r, const char *item,
                         uint32_t past, const char *whom, uint64_t since) {
    char text[32];
    struct text t = text_into(text, sizeof text);
    text_cycle(&t, since);
    verdict_open(v, CHECK_MEM_STARVE, "%s waiting since %s has let %u %s past", item, text, past,
                 whom);
    verdict_read(v, r, r->spot);
    return false;
}

static bool starved_write(struct verdict *v, const struct write_req *w, const char *item,
                          uint32_t past, const char *whom, uint64_t since) {
    char text[32];
    struct text t = text_into(text, sizeof text);
    text_cycle(&t, since);
    verdict_open(v, CHECK_MEM_STARVE, "%s waiting since %s has let %u %s past", item, text, past,
                 whom);
    verdict_write(v, w);
    return false;
}

/* ---- acks and plain words against the streaming emitter and each other ----------------------- */

/* The entry's first word came before the waiting word did, and may keep it from the port. */
static bool came_before(const struct mem_port_model *m, const struct read_req *entry,
                        struct spot spot, const struct read_req *waiting) {
    if (!m->config.queued_answers)
        return false;
    if (entry->inside)
        return true;
    const struct cell *const first = &entry->cells[spot.entry * entry->entry_words];
    return !first->has_value || first->arrived <= waiting->ready_since;
}

static bool entry_passes(struct mem_port_model *m, const struct read_req *entry, struct spot spot,
                         uint64_t cycle, struct verdict *v) {
    const struct read_req *plain = waiting_read(m, PLAIN, cycle);
    if (plain != NULL && came_before(m, entry, spot, plain))
        plain = NULL;
    const struct write_req *const ack = waiting_ack(m, cycle);
    const bool plain_waits = plain != NULL || m->inside_reads[PLAIN] > 0;
    const bool ack_waits = ack != NULL || m->inside_acks > 0;
    const uint32_t bound = (plain_waits && ack_waits ? 2 : 1) + ALLOWED_ENTRIES;
    if (plain != NULL) {
        struct let_past *const past = &m->past[WAIT_PLAIN_OUT];
        count_worst(m, WAIT_PLAIN_OUT, ++past->entries);
        if (past->entries > bound) {
            starved_read(v, plain, "a plain word", past->entries, "whole entries",
                         plain->ready_since);
            past->entries = 0;
            return false;
        }
    }
    if (ack != NULL) {
        struct let_past *const past = &m->past[WAIT_ACK_OUT];
        count_worst(m, WAIT_ACK_OUT, ++past->entries);
        if (past->entries > bound) {
            starved_write(v, ack, "an ack", past->entries, "whole entries", ack->ready_since);
            past->entries = 0;
            return false;
        }
    }
    return true;
}

bool fair_read_flit(struct mem_port_model *m, const struct read_req *r, struct spot spot,
                    uint64_t cycle, struct verdict *v) {
    if (m->config.seed_rules)
        return true;
    note_inside(m, cycle);
    if (r->kind == STREAM)
        return spot.word != 0 || spot.destination != 0 || entry_passes(m, r, spot, cycle, v);
    m->past[WAIT_PLAIN_OUT] = (struct let_past){0};
    const struct write_req *const ack = waiting_ack(m, cycle);
    if (ack == NULL)
        return true;
    struct let_past *const past = &m->past[WAIT_ACK_OUT];
    count_worst(m, WAIT_ACK_OUT, ++past->others);
    if (past->others <= 1 + ALLOWED_OTHERS)
        return true;
    starved_write(v, ack, "an ack", past->others, "plain words in a row", ack->ready_since);
    past->others = 0;
    return false;
}

bool fair_ack(struct mem_port_model *m, const struct write_req *w, uint64_t cycle,
              struct verdict *v) {
    if (m->config.seed_rules)
        return true;
    note_inside(m, cycle);
    m->past[WAIT_ACK_OUT] = (struct let_past){0};
    struct write_req *const oldest = waiting_ack(m, cycle);
    if (oldest != NULL && oldest != w) {
        count_worst(m, WAIT_ACK_OUT, ++oldest->acks_past);
        if (oldest->acks_past > 2 * m->config.wr_slots) {
            starved_write(v, oldest, "an ack", oldest->acks_past, "later acks",
                          oldest->ready_since);
            oldest->acks_past = 0;
            return false;
        }
    }
    const struct read_req *const plain = waiting_read(m, PLAIN, cycle);
    if (plain == NULL || m->config.queued_answers)
        return true;
    struct let_past *const past = &m->past[WAIT_PLAIN_OUT];
    count_worst(m, WAIT_PLAIN_OUT, ++past->others);
    if (past->others <= 1 + ALLOWED_OTHERS)
        return true;
    starved_read(v, plain, "a plain word", past->others, "acks in a row", plain->ready_since);
    past->others = 0;
    return false;
}

/* ---- reads against each other ---------------------------------------------------------------- */

/* An earlier read of its own kind may still be sent word by word in the gaps of the other kind's
 * entries, so while there is one the other kind may pass without end. */
static bool first_of_kind(const struct mem_port_model *m, const struct read_req *r) {
    CHAIN_EACH(c, &m->reads) {
        const struct read_req *const other = CHAIN_OWNER(struct read_req, by_age, c);
        if (other->kind == r->kind)
            return other == r;
    }
    return false;
}

void fair_read_issued(struct mem_port_model *m, const struct read_req *r) {
    if (m->config.seed_rules)
        return;
    for (unsigned kind = 0; kind < READ_KINDS; kind++)
        CHAIN_EACH(c, &m->uncovered[kind]) {
            struct read_req *const older = CHAIN_OWNER(struct read_req, uncovered_chain, c);
            if (older->id >= r->id)
                break;
            if (older->issued || older->shared || (kind != r->kind && !first_of_kind(m, older)))
                continue;
            count_worst(m, kind == PLAIN ? WAIT_READ_PLAIN_AR : WAIT_READ_STREAM_AR,
                        ++older->overtaken);
            if (older->overtaken > m->most_live[PLAIN] + m->most_live[STREAM] + ALLOWED_READS)
                m->starved_read = older;
        }
}

bool fair_read_verdict(struct mem_port_model *m, struct verdict *v) {
    struct read_req *const r = m->starved_read;
    if (r == NULL)
        return true;
    m->starved_read = NULL;
    starved_read(v, r, "an accepted read", r->overtaken, "later reads", r->accepted);
    verdict_hint(v, "not one of its words was asked for on AR");
    r->overtaken = 0;
    return false;
}

bool fair_read_finished(struct mem_port_model *m, const struct read_req *r, uint64_t cycle,
                        struct verdict *v) {
    if (m->config.seed_rules)
        return true;
    const enum mem_port_wait kind = r->kind == PLAIN ? WAIT_PLAIN_OUT : WAIT_STREAM_OUT;
    const struct read_req *const waiting = waiting_read(m, r->kind, cycle);
    if (waiting == NULL || waiting == r || waiting == m->open)
        return true;
    const int64_t past = (int64_t)(m->finished[r->kind] + 1 - waiting->finished_then);
    if (past <= 0)
        return true;
    if (kind == WAIT_STREAM_OUT)
        count_worst(m, kind, (uint32_t)past);
    if (past <= (int64_t)m->most_live[r->kind] + ALLOWED_READS)
        return true;
    return starved_read(v, waiting, kind == WAIT_STREAM_OUT ? "the next entry" : "a plain word",
                        (uint32_t)past, "whole reads of its kind", waiting->ready_since);
}

/* ---- writes ---------------------------------------------------------------------------------- */

/* An earlier write of its source must go first. */
static bool held_by_order(const struct mem_port_model *m, const struct write_req *w) {
    CHAIN_EACH(c, &m->by_source[w->src]) {
        const struct write_req *const earlier = CHAIN_OWNER(struct write_req, by_source, c);
        if (earlier == w)
            return false;
        if (earlier->free_claims > 0)
            return true;
    }
    return false;
}

/* Its AW may have been taken for another write's. */
static bool may_be_issued(struct mem_port_model *m, const struct write_req *w) {
    if (w->free_claims < w->words)
        return true;
    for (uint32_t i = 0; i < w->words; i++)
        if (write_has_twin(m, w, i))
            return true;
    return false;
}

bool fair_write_issued(struct mem_port_model *m, const struct write_req *w, uint64_t cycle,
                       struct verdict *v) {
    if (!chain_empty(&m->bursts_unresolved))
        return true; /* who waits is not known */
    CHAIN_EACH(c, &m->unissued) {
        struct write_req *const waiting = CHAIN_OWNER(struct write_req, unissued, c);
        if (waiting->touched || may_be_issued(m, waiting) || waiting->completed >= cycle ||
            (w->completion != 0 && waiting->completion >= w->completion) ||
            held_by_order(m, waiting))
            continue;
        count_worst(m, WAIT_WRITE_AW, ++waiting->overtaken);
        if (waiting->overtaken < m->config.wr_slots)
            continue;
        starved_write(v, waiting, "a complete write", waiting->overtaken, "later writes",
                      waiting->completed);
        waiting->overtaken = 0;
        return false;
    }
    return true;
}
