/* What is outstanding, for the watchdog: the oldest item of each kind, the intake. */
#include "mem_port_state.h"

static struct chain *first_of(const struct chain *list) {
    return list->next == list ? NULL : list->next;
}

/* ---- the oldest item of each kind ------------------------------------------------------------ */

static const struct read_req *oldest_unissued_read(const struct mem_port_model *m, unsigned kind) {
    struct chain *const c = first_of(&m->uncovered[kind]);
    return c == NULL ? NULL : CHAIN_OWNER(struct read_req, uncovered_chain, c);
}

static const struct read_req *oldest_ready_read(const struct mem_port_model *m, unsigned kind) {
    struct chain *const c = first_of(&m->ready[kind]);
    return c == NULL ? NULL : CHAIN_OWNER(struct read_req, ready_chain, c);
}

static const struct write_req *oldest_unissued_write(const struct mem_port_model *m) {
    struct chain *const c = first_of(&m->unissued);
    if (c == NULL)
        return NULL;
    const struct write_req *const w = CHAIN_OWNER(struct write_req, unissued, c);
    return w->popped == w->words ? w : NULL;
}

static const struct write_burst *oldest_unwritten_burst(const struct mem_port_model *m) {
    struct chain *const c = first_of(&m->bursts_unwritten);
    return c == NULL ? NULL : CHAIN_OWNER(struct write_burst, unwritten_chain, c);
}

/* False while the burst's next beats may have to wait for a source; *since: its last data flit. */
static bool data_is_here(const struct write_burst *b, uint64_t *since) {
    for (unsigned i = 0; i < b->beats; i++) {
        const struct bound_beat *const beat = &b->beat[i];
        if (beat->write == NULL || beat->written)
            continue;
        if (beat->index >= beat->write->popped)
            return false;
        if (beat->write->claim[beat->index].arrived > *since)
            *since = beat->write->claim[beat->index].arrived;
    }
    return true;
}

static bool source_owes_burst(const struct mem_port_model *m) {
    const struct write_burst *const b = oldest_unwritten_burst(m);
    uint64_t since = 0;
    return b != NULL && !data_is_here(b, &since);
}

static struct mem_port_item read_to_issue(const struct mem_port_model *m, unsigned kind) {
    const struct read_req *const r = oldest_unissued_read(m, kind);
    if (r == NULL)
        return (struct mem_port_item){0};
    struct mem_port_item item = {.present = true,
                                 .number = r->id,
                                 .since = r->moved,
                                 .needs_room = m->in_service > 0,
                                 .needs = OUTSIDE_AR,
                                 .may_wait = OUTSIDE_AR | OUTSIDE_R | OUTSIDE_OUT};
    if (item.needs_room)
        item.needs = item.may_wait;
    return item;
}

/* Of requests that cannot be told apart only the last of all is sure to be ready. */
static const struct read_req *last_of_tangled(const struct mem_port_model *m, unsigned kind) {
    struct chain *const c = first_of(&m->tangled);
    if (c == NULL || m->unarrived > 0)
        return NULL;
    const struct read_req *const r = CHAIN_OWNER(struct read_req, tangled_chain, c);
    return r->kind == kind ? r : NULL;
}

/* What an inside read or write may be behind: when its turn comes is not seen. */
static bool axi_reads_live(const struct mem_port_model *m) {
    return m->live[PLAIN] + m->live[STREAM] > m->inside_reads[PLAIN] + m->inside_reads[STREAM];
}

static bool axi_writes_live(const struct mem_port_model *m) {
    return !chain_empty(&m->unissued) || m->bursts_live > 0;
}

static void may_be_behind(struct mem_port_item *item, unsigned outside) {
    item->needs |= (uint8_t)outside;
    item->may_wait |= (uint8_t)outside;
}

static struct mem_port_item read_to_send(const struct mem_port_model *m, unsigned kind) {
    const struct read_req *const r = oldest_ready_read(m, kind);
    if (m->blind && kind == STREAM)
        return (struct mem_port_item){.present = true,
                                      .since = m->tangled_moved,
                                      .needs = OUTSIDE_OUT | OUTSIDE_AR | OUTSIDE_R,
                                      .may_wait = OUTSIDE_OUT | OUTSIDE_AR | OUTSIDE_R};
    if (r == NULL && last_of_tangled(m, kind) != NULL)
        return (struct mem_port_item){.present = true,
                                      .since = m->tangled_moved,
                                      .needs = OUTSIDE_OUT | OUTSIDE_AR | OUTSIDE_R,
                                      .may_wait = OUTSIDE_OUT | OUTSIDE_AR | OUTSIDE_R};
    if (r == NULL)
        return (struct mem_port_item){0};
    struct mem_port_item item = {.present = true,
                                 .number = r->id,
                                 .since = r->ready_since,
                                 .needs = OUTSIDE_OUT,
                                 .may_wait = OUTSIDE_OUT};
    if (m->unarrived > 0)
        item.may_wait |= OUTSIDE_AR | OUTSIDE_R; /* a read with data still to come may be first */
    if (r->shared)
        item.needs |= OUTSIDE_AR | OUTSIDE_R; /* the data seen may have been another read's */
    if (r->inside && axi_reads_live(m))
        may_be_behind(&item, OUTSIDE_AR | OUTSIDE_R);
    return item;
}

static struct mem_port_item write_to_issue(const struct mem_port_model *m) {
    const struct write_req *const w = oldest_unissued_write(m);
    if (w == NULL)
        return (struct mem_port_item){0};
    struct mem_port_item item = {.present = true,
                                 .number = w->id,
                                 .since = w->moved > w->pop_completed ? w->moved : w->pop_completed,
                                 .needs = OUTSIDE_AW,
                                 .may_wait = OUTSIDE_AW | OUTSIDE_W | OUTSIDE_B};
    if (m->bursts_live > 0)
        item.needs = item.may_wait;
    if (source_owes_burst(m)) {
        item.needs |= OUTSIDE_SOURCE;
        item.may_wait |= OUTSIDE_SOURCE;
    }
    return item;
}

static const struct write_req *owner_of_burst(const struct write_burst *b) {
    for (unsigned i = 0; i < b->beats; i++)
        if (b->beat[i].write != NULL && !b->beat[i].written)
            return b->beat[i].write;
    return NULL;
}

static struct mem_port_item burst_to_write(const struct mem_port_model *m) {
    const struct write_burst *const b = oldest_unwritten_burst(m);
    uint64_t since = b == NULL ? 0 : b->issued;
    if (b == NULL || !data_is_here(b, &since))
        return (struct mem_port_item){0};
    const struct write_req *const owner = owner_of_burst(b);
    return (struct mem_port_item){.present = true,
                                  .number = owner == NULL ? 0 : owner->id,
                                  .since = since,
                                  .needs = OUTSIDE_W,
                                  .may_wait = OUTSIDE_AW | OUTSIDE_W | OUTSIDE_B};
}

static struct mem_port_item ack_to_send(const struct mem_port_model *m) {
    struct chain *const c = first_of(&m->acks_ready);
    if (c == NULL)
        return (struct mem_port_item){0};
    const struct write_req *const w = CHAIN_OWNER(struct write_req, ready_chain, c);
    struct mem_port_item item = {.present = true,
                                 .number = w->id,
                                 .since = w->ready_since,
                                 .needs = OUTSIDE_OUT,
                                 .may_wait = OUTSIDE_OUT};
    if (w->inside && axi_writes_live(m))
        may_be_behind(&item, OUTSIDE_AW | OUTSIDE_W | OUTSIDE_B);
    if (w->inside && source_owes_burst(m))
        may_be_behind(&item, OUTSIDE_SOURCE);
    return item;
}

/* Inside requests may be behind requests of either kind on AXI, so what these do counts. */
static uint64_t progress_of(const struct mem_port_model *m, enum mem_port_wait kind) {
    uint64_t progress = m->moved[kind];
    const bool reads = kind == WAIT_PLAIN_OUT || kind == WAIT_STREAM_OUT;
    if (reads && m->inside_reads[kind == WAIT_PLAIN_OUT ? PLAIN : STREAM] > 0)
        progress += m->moved[WAIT_READ_PLAIN_AR] + m->moved[WAIT_READ_STREAM_AR];
    if (kind == WAIT_ACK_OUT && m->inside_acks > 0)
        progress += m->moved[WAIT_WRITE_AW] + m->moved[WAIT_WRITE_W];
    return progress;
}

struct mem_port_item mem_port_model_oldest(const struct mem_port_model *m,
                                           enum mem_port_wait kind) {
    struct mem_port_item item = {0};
    switch (kind) {
    case WAIT_READ_PLAIN_AR:
        item = read_to_issue(m, PLAIN);
        break;
    case WAIT_READ_STREAM_AR:
        item = read_to_issue(m, STREAM);
        break;
    case WAIT_PLAIN_OUT:
        item = read_to_send(m, PLAIN);
        break;
    case WAIT_STREAM_OUT:
        item = read_to_send(m, STREAM);
        break;
    case WAIT_WRITE_AW:
        item = write_to_issue(m);
        break;
    case WAIT_WRITE_W:
        item = burst_to_write(m);
        break;
    case WAIT_ACK_OUT:
        item = ack_to_send(m);
        break;
    case WAIT_COUNT:
        break;
    }
    item.progress = kind < WAIT_COUNT ? progress_of(m, kind) : 0;
    return item;
}

/* ---- in words -------------------------------------------------------------------------------- */

static void describe_ready(struct text *t, const struct mem_port_model *m, unsigned kind) {
    const struct read_req *const r = oldest_ready_read(m, kind);
    if (r != NULL)
        text_read_wants(t, r,
                        r->inside ? "served inside the agent, waits to be sent"
                                  : "its data is here, waits to be sent");
    else
        text_read_wants(t, last_of_tangled(m, kind),
                        "one of like requests with flits left to send");
}

static void describe_burst(struct text *t, const struct write_burst *b) {
    if (b == NULL)
        return;
    text_add(t, "AW for ");
    text_addr(t, b->addr);
    text_add(t, " words %u, issued at ", b->beats);
    text_cycle(t, b->issued);
    text_add(t, "; W beats %u of %u; ", b->written, b->beats);
    text_write_wants(t, owner_of_burst(b), "its data is here, waits for W");
}

void mem_port_model_describe(const struct mem_port_model *m, enum mem_port_wait kind, char *buf,
                             size_t size) {
    struct text t = text_into(buf, size);
    if (!mem_port_model_oldest(m, kind).present)
        return;
    switch (kind) {
    case WAIT_READ_PLAIN_AR:
    case WAIT_READ_STREAM_AR:
        text_read_wants(&t, oldest_unissued_read(m, kind == WAIT_READ_PLAIN_AR ? PLAIN : STREAM),
                        "waits for AR");
        break;
    case WAIT_PLAIN_OUT:
    case WAIT_STREAM_OUT:
        describe_ready(&t, m, kind == WAIT_PLAIN_OUT ? PLAIN : STREAM);
        break;
    case WAIT_WRITE_AW:
        text_write_wants(&t, oldest_unissued_write(m), "waits for AW");
        break;
    case WAIT_WRITE_W:
        describe_burst(&t, oldest_unwritten_burst(m));
        break;
    case WAIT_ACK_OUT:
        text_write_wants(&t, CHAIN_OWNER(struct write_req, ready_chain, m->acks_ready.next),
                         "its ack waits to be sent");
        break;
    case WAIT_COUNT:
        break;
    }
}

/* ---- room and intake ------------------------------------------------------------------------- */

struct mem_port_room mem_port_model_room(const struct mem_port_model *m) {
    const unsigned slack = m->config.q_margin + 4; /* flits a port may count as still arriving */
    const unsigned limit = m->config.q_depth > slack + 1 ? m->config.q_depth - slack : 1;
    struct mem_port_room room = {.depth = m->config.q_depth,
                                 .slots = m->config.wr_slots,
                                 .unserved_reads =
                                     m->live[PLAIN] + m->live[STREAM] + m->dropped_waiting_count,
                                 .held_slots = m->slots_used,
                                 .write_backlog = m->intake_count};
    if (m->blind)
        room.unserved_reads += (unsigned)m->blind_owed; /* each of them owes a flit at least */
    room.few_reads = room.unserved_reads < limit;
    room.few_writes = room.write_backlog < limit;
    room.room = !m->blind && room.few_reads && room.few_writes;
    return room;
}

struct mem_port_intake mem_port_model_intake(const struct mem_port_model *m) {
    struct mem_port_intake intake = {.blocked = m->intake_count > 0};
    uint32_t open[COORDINATES / 32] = {0};
    unsigned freeing = 0;
    CHAIN_EACH(c, &m->writes) {
        const struct write_req *const w = CHAIN_OWNER(struct write_req, by_age, c);
        if (w->popped < w->words && (open[w->src / 32] >> w->src % 32 & 1) == 0) {
            open[w->src / 32] |= 1u << w->src % 32;
            intake.open_sources++;
        }
        if (!w->slot || (w->kind == WRITE_SERVED && w->acked))
            continue;
        if (w->popped < w->words)
            intake.slots_waiting++;
        else
            freeing++;
    }
    if (!intake.blocked)
        return intake;
    intake.head = m->intake[m->intake_head].descriptor;
    intake.head_since = m->intake[m->intake_head].accepted;
    intake.hang_by_design = freeing == 0;
    return intake;
}

bool mem_port_model_idle(const struct mem_port_model *m) {
    return m->live[PLAIN] + m->live[STREAM] == 0 && !m->blind && m->complete_writes == 0;
}
