/* What is outstanding at a window, for the watchdog and for reports. */
#include "window_state.h"

#define MEMORY_READS (WINDOW_NEEDS_AR | WINDOW_NEEDS_R)
#define MEMORY_WRITES (WINDOW_NEEDS_AW | WINDOW_NEEDS_W | WINDOW_NEEDS_B)

/* ---- who is the oldest ----------------------------------------------------------------------- */

static const struct read_burst *read_to_issue(const struct window_model *m) {
    CHAIN_EACH(c, &m->reads)
    if (read_of(c)->uncovered > 0)
        return read_of(c);
    return NULL;
}

static bool first_of_id(const struct chain *by_id, const struct chain *list) {
    return list->next == by_id;
}

/* *behind: an older read still waits for memory, and the answers may go out in order. */
static const struct read_burst *read_to_answer(const struct window_model *m, bool *behind) {
    *behind = false;
    CHAIN_EACH(c, &m->reads) {
        const struct read_burst *const r = read_of(c);
        uint64_t since;
        if (read_beat_known(r, &since) && first_of_id(&r->a.by_id, &m->reads_of[r->a.shape.id])) {
            *behind |= read_beat_doubtful(m, r);
            return r;
        }
        *behind = true;
    }
    return NULL;
}

static const struct write_burst *write_to_issue(const struct window_model *m) {
    CHAIN_EACH(c, &m->writes) {
        const struct write_burst *const w = write_of(c);
        if (w->free > 0 && w->got == w->a.shape.beats)
            return w;
    }
    return NULL;
}

static const struct write_burst *write_to_answer(const struct window_model *m, bool *behind) {
    *behind = false;
    CHAIN_EACH(c, &m->writes) {
        const struct write_burst *const w = write_of(c);
        if (write_is_answered(w) && first_of_id(&w->a.by_id, &m->writes_of[w->a.shape.id]))
            return w;
        *behind = true;
    }
    return NULL;
}

static const struct issued_burst *burst_to_write(const struct window_model *m) {
    CHAIN_EACH(c, &m->issued)
    if (issued_of(c)->written < issued_of(c)->beats)
        return issued_of(c);
    return NULL;
}

static bool data_is_here(const struct issued_burst *b) {
    for (unsigned i = 0; i < b->beats; i++)
        if (b->beat[i].write != NULL && !word_is_accepted(b->beat[i].write, b->beat[i].index))
            return false;
    return true;
}

/* ---- items ----------------------------------------------------------------------------------- */

static struct window_item item_of(uint64_t since, unsigned needs, unsigned may_wait) {
    return (struct window_item){.present = true,
                                .since = since,
                                .needs = (uint8_t)needs,
                                .may_wait = (uint8_t)(needs | may_wait)};
}

static uint64_t later(uint64_t a, uint64_t b) {
    return a > b ? a : b;
}

static bool reads_in_service(const struct window_model *m) {
    CHAIN_EACH(c, &m->reads) {
        const struct read_burst *const r = read_of(c);
        if (r->a.refused || r->uncovered < r->a.shape.beats)
            return true;
    }
    return false;
}

static struct window_item issue_read(const struct window_model *m) {
    const struct read_burst *const r = read_to_issue(m);
    const unsigned room = MEMORY_READS | WINDOW_NEEDS_SLAVE_R;
    if (r == NULL)
        return (struct window_item){0};
    return item_of(r->a.moved, reads_in_service(m) ? room : WINDOW_NEEDS_AR, room);
}

static struct window_item answer_read(const struct window_model *m) {
    bool behind;
    uint64_t since = 0;
    const struct read_burst *const r = read_to_answer(m, &behind);
    if (r == NULL)
        return (struct window_item){0};
    read_beat_known(r, &since);
    return item_of(since, WINDOW_NEEDS_SLAVE_R | (behind ? MEMORY_READS : 0), 0);
}

static struct window_item issue_write(const struct window_model *m) {
    const struct write_burst *const w = write_to_issue(m);
    bool behind;
    if (w == NULL)
        return (struct window_item){0};
    unsigned needs = WINDOW_NEEDS_AW;
    if (!chain_empty(&m->issued))
        needs |= MEMORY_WRITES;
    if (write_to_answer(m, &behind) != NULL)
        needs |= WINDOW_NEEDS_SLAVE_B;
    const struct issued_burst *const b = burst_to_write(m);
    if (b != NULL && !data_is_here(b))
        needs |= WINDOW_NEEDS_SOURCE;
    return item_of(later(w->a.moved, w->finished), needs, MEMORY_WRITES | WINDOW_NEEDS_SLAVE_B);
}

static struct window_item write_data(const struct window_model *m) {
    const struct issued_burst *const b = burst_to_write(m);
    if (b == NULL || !data_is_here(b))
        return (struct window_item){0};
    return item_of(b->cycle, WINDOW_NEEDS_W, MEMORY_WRITES);
}

static struct window_item answer_write(const struct window_model *m) {
    bool behind;
    const struct write_burst *const w = write_to_answer(m, &behind);
    if (w == NULL)
        return (struct window_item){0};
    return item_of(w->finished,
                   WINDOW_NEEDS_SLAVE_B | (behind ? MEMORY_WRITES | WINDOW_NEEDS_SOURCE : 0), 0);
}

struct window_item window_model_oldest(const struct window_model *m, enum window_wait kind) {
    struct window_item item = {0};
    switch (kind) {
    case WINDOW_READ_ISSUE:
        item = issue_read(m);
        break;
    case WINDOW_READ_ANSWER:
        item = answer_read(m);
        break;
    case WINDOW_WRITE_ISSUE:
        item = issue_write(m);
        break;
    case WINDOW_WRITE_DATA:
        item = write_data(m);
        break;
    case WINDOW_WRITE_ANSWER:
        item = answer_write(m);
        break;
    case WINDOW_WAIT_COUNT:
        break;
    }
    item.progress = kind < WINDOW_WAIT_COUNT ? m->moved[kind] : 0;
    return item;
}

/* ---- in words -------------------------------------------------------------------------------- */

static void describe_read(struct text *t, const struct read_burst *r) {
    uint64_t since;
    text_burst(t, &r->a, false);
    text_add(t, "; beats answered %u, words not asked for %u; %s", r->sent, r->uncovered,
             read_beat_known(r, &since) ? "waits for R on the slave"
             : r->word[r->sent].covered ? "waits for its read data"
                                        : "waits for AR");
}

static const char *write_wants(const struct write_burst *w) {
    if (w->got < w->a.shape.beats)
        return "waits for W beats of its master";
    if (write_is_answered(w))
        return "waits for B on the slave";
    return w->free > 0 ? "waits for AW" : "waits for W beats or for B of memory";
}

static void describe_write(struct text *t, const struct write_burst *w) {
    text_burst(t, &w->a, true);
    text_add(t, "; W beats accepted %u, words without AW %u; %s", w->got, w->free, write_wants(w));
}

static void describe_issued(struct text *t, const struct issued_burst *b) {
    text_add(t, "AW for ");
    text_addr(t, b->addr);
    text_add(t, " words %u, issued at ", b->beats);
    text_cycle(t, b->cycle);
    text_add(t, "; W beats %u of %u", b->written, b->beats);
}

void window_model_describe(const struct window_model *m, enum window_wait kind, char *buf,
                           size_t size) {
    struct text t = text_into(buf, size);
    bool behind;
    if (!window_model_oldest(m, kind).present)
        return;
    switch (kind) {
    case WINDOW_READ_ISSUE:
        describe_read(&t, read_to_issue(m));
        break;
    case WINDOW_READ_ANSWER:
        describe_read(&t, read_to_answer(m, &behind));
        break;
    case WINDOW_WRITE_ISSUE:
        describe_write(&t, write_to_issue(m));
        break;
    case WINDOW_WRITE_DATA:
        describe_issued(&t, burst_to_write(m));
        break;
    case WINDOW_WRITE_ANSWER:
        describe_write(&t, write_to_answer(m, &behind));
        break;
    case WINDOW_WAIT_COUNT:
        break;
    }
}

void window_model_list(const struct window_model *m, char *buf, size_t size, unsigned max_lines) {
    struct text t = text_into(buf, size);
    const struct chain *read = m->reads.next, *write = m->writes.next;
    const unsigned total = m->live_reads + m->live_writes;
    for (unsigned line = 0; line < total && line < max_lines; line++) {
        const struct read_burst *const r =
            read == &m->reads ? NULL : CHAIN_OWNER(const struct read_burst, a.by_age, read);
        const struct write_burst *const w =
            write == &m->writes ? NULL : CHAIN_OWNER(const struct write_burst, a.by_age, write);
        if (r != NULL && (w == NULL || r->a.number < w->a.number)) {
            describe_read(&t, r);
            read = read->next;
        } else if (w != NULL) {
            describe_write(&t, w);
            write = write->next;
        }
        text_add(&t, "\n");
    }
    if (total > max_lines)
        text_add(&t, "... and %u more\n", total - max_lines);
}
