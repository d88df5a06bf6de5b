/* The unfinished requests one by one: where each stands and what it waits for, for reports. */
#include "mem_port_state.h"

/* ---- where a request stands ------------------------------------------------------------------ */

static enum mem_port_stage read_stage(const struct read_req *r) {
    const struct cell *const cell = &r->cells[cell_index(r, r->spot)];
    if (r->ready || r->inside || cell->has_value)
        return STAGE_OUT;
    return cell->covered ? STAGE_R : STAGE_AR;
}

static bool beats_missing(const struct mem_port_model *m, const struct write_req *w) {
    for (unsigned i = 0; i < w->words; i++)
        if (w->claim[i].state == CLAIM_BOUND &&
            !m->burst[w->claim[i].burst]->beat[w->claim[i].beat].written)
            return true;
    return false;
}

static enum mem_port_stage write_stage(const struct mem_port_model *m, const struct write_req *w) {
    if (w->got < w->words)
        return STAGE_DATA;
    if (w->popped < w->words)
        return STAGE_SLOT;
    if (w->ready)
        return STAGE_OUT;
    if (w->free_claims > 0)
        return STAGE_AW;
    if (!w->inside && w->answered < w->words)
        return beats_missing(m, w) ? STAGE_W : STAGE_B;
    return STAGE_ORDER;
}

static uint64_t later(uint64_t a, uint64_t b) {
    return a > b ? a : b;
}

static struct position position_of(uint8_t coord) {
    return (struct position){coord >> 4, coord & 15};
}

static struct mem_port_request read_standing(const struct mem_port_model *m,
                                             const struct read_req *r) {
    const uint64_t since = later(r->moved, r->placed);
    return (struct mem_port_request){.number = r->id,
                                     .stage = read_stage(r),
                                     .work = true,
                                     .issued = r->issued,
                                     .source = position_of(r->src),
                                     .destination = position_of(r->dst[r->spot.destination]),
                                     .accepted = r->accepted,
                                     .since = r->tangled ? later(since, m->tangled_moved) : since,
                                     .words = r->words,
                                     .txn = r->txn};
}

/* The claims of a refused write are not kept. */
static uint64_t data_since(const struct write_req *w) {
    if (w->got == w->words)
        return w->completed;
    return w->kind == WRITE_SERVED && w->got > 0 ? w->claim[w->got - 1].arrived : w->accepted;
}

static struct mem_port_request write_standing(const struct mem_port_model *m,
                                              const struct write_req *w) {
    const uint64_t popped = w->popped == w->words ? w->pop_completed : 0;
    return (struct mem_port_request){.number = w->id,
                                     .stage = write_stage(m, w),
                                     .write = true,
                                     .work = w->kind == WRITE_SERVED && w->got == w->words,
                                     .slot = w->slot,
                                     .issued = w->touched,
                                     .source = position_of(w->src),
                                     .destination = position_of(w->src),
                                     .accepted = w->accepted,
                                     .since = later(later(w->moved, popped), data_since(w)),
                                     .words = w->words,
                                     .data = w->got,
                                     .txn = w->txn};
}

/* ---- in order of acceptance ------------------------------------------------------------------ */

/* One of the two, or neither at the end. */
struct either {
    const struct read_req *read;
    const struct write_req *write;
};

struct cursor {
    const struct mem_port_model *m;
    const struct chain *read, *write;
};

static struct cursor cursor_of(const struct mem_port_model *m) {
    return (struct cursor){m, m->reads.next, m->writes.next};
}

/* An acknowledged write that still has flits to pop is only kept for its slot. */
static bool unfinished(const struct write_req *w) {
    return w->kind != WRITE_SERVED || !w->acked;
}

static const struct write_req *next_write(struct cursor *c) {
    while (c->write != &c->m->writes) {
        const struct write_req *const w = CHAIN_OWNER(struct write_req, by_age, c->write);
        if (unfinished(w))
            return w;
        c->write = c->write->next;
    }
    return NULL;
}

// NOLINTBEGIN(clang-analyzer-core.NullDereference): the chains are rings, no link of them is NULL
static struct either next_request(struct cursor *c) {
    const struct read_req *const r =
        c->read == &c->m->reads ? NULL : CHAIN_OWNER(struct read_req, by_age, c->read);
    const struct write_req *const w = next_write(c);
    if (r != NULL && (w == NULL || r->id < w->id)) {
        c->read = c->read->next;
        return (struct either){.read = r};
    }
    if (w != NULL)
        c->write = c->write->next;
    return (struct either){.write = w};
}
// NOLINTEND(clang-analyzer-core.NullDereference)

size_t mem_port_model_requests(const struct mem_port_model *m, struct mem_port_request *out,
                               size_t max) {
    struct cursor c = cursor_of(m);
    size_t count = 0;
    while (count < max) {
        const struct either e = next_request(&c);
        if (e.read == NULL && e.write == NULL)
            break;
        out[count++] = e.read != NULL ? read_standing(m, e.read) : write_standing(m, e.write);
    }
    return count;
}

/* ---- in words -------------------------------------------------------------------------------- */

static const char *const wants[] = {
    [STAGE_AR] = "waits for AR",
    [STAGE_R] = "waits for its read data",
    [STAGE_DATA] = "waits for data flits of its source",
    [STAGE_SLOT] = "all data accepted, but behind a descriptor without a slot",
    [STAGE_AW] = "waits for AW",
    [STAGE_W] = "waits for W",
    [STAGE_B] = "waits for B",
    [STAGE_ORDER] = "its ack waits for an earlier one",
    [STAGE_OUT] = "its ack waits to be sent",
};

static const char *read_wants(const struct read_req *r) {
    if (r->tangled)
        return "may be finished: like another request";
    if (r->inside)
        return "served inside the agent, waits to be sent";
    return r->ready ? "its data is here, waits to be sent" : wants[read_stage(r)];
}

static void describe(struct text *t, const struct mem_port_model *m, struct either e) {
    if (e.read != NULL)
        text_read_wants(t, e.read, read_wants(e.read));
    else
        text_write_wants(t, e.write, wants[write_stage(m, e.write)]);
}

void mem_port_model_describe_request(const struct mem_port_model *m, uint64_t number, char *buf,
                                     size_t size) {
    struct text t = text_into(buf, size);
    struct cursor c = cursor_of(m);
    struct either e = next_request(&c);
    while (e.read != NULL || e.write != NULL) {
        if ((e.read != NULL ? e.read->id : e.write->id) == number) {
            describe(&t, m, e);
            return;
        }
        e = next_request(&c);
    }
}

void mem_port_model_list(const struct mem_port_model *m, char *buf, size_t size,
                         unsigned max_lines) {
    struct text t = text_into(buf, size);
    struct cursor c = cursor_of(m);
    unsigned total = 0;
    for (struct either e = next_request(&c); e.read != NULL || e.write != NULL;
         e = next_request(&c)) {
        if (total++ >= max_lines)
            continue;
        describe(&t, m, e);
        text_add(&t, "\n");
    }
    if (m->blind)
        text_add(&t, "%lld flits of reads too like each other to be told apart\n",
                 (long long)m->blind_owed);
    if (total > max_lines)
        text_add(&t, "... and %u more\n", total - max_lines);
}
