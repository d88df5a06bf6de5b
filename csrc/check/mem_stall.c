#include "check/mem_stall.h"

#include "sim/wrap.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A source with nothing held before it for so many cycles could have sent. */
enum { SOURCE_IDLE = 256 };

enum { REQUESTS_MAX = 512, STEPS_MAX = 12, ALSO_MAX = 3, OPEN_MAX = 6 };

/* The way from one waiting request to its root. */
struct walk {
    const struct mem_stall *s;
    const struct mem_port_request *request; /* all there are, the longest-waiting first */
    size_t count;
    struct stall_chain *chain; /* NULL: only the root is wanted */
    unsigned steps;
    bool mem_in_seen, intake_seen;
    bool design; /* the root is the port itself */
    char root[STALL_CAUSE_SIZE];
};

static void follow(struct walk *w, const struct mem_port_request *r);

__attribute__((format(printf, 3, 4))) static void link_to(struct walk *w, const char *place,
                                                          const char *format, ...) {
    char line[480];
    va_list args;
    if (w->chain == NULL)
        return;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    stall_link(w->chain, place, "%s", line);
}

__attribute__((format(printf, 2, 3))) static void root(struct walk *w, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(w->root, sizeof w->root, format, args);
    va_end(args);
}

static bool same(struct position a, struct position b) {
    return a.x == b.x && a.y == b.y;
}

/* ---- what holds it outside ------------------------------------------------------------------- */

static bool held(const struct walk *w, unsigned outside) {
    return (w->s->watch->held & outside) != 0;
}

static uint64_t held_since(const struct walk *w, unsigned outside) {
    unsigned i = 0;
    while (outside >> i != 1)
        i++;
    return w->s->watch->held_since[i];
}

static void blame_overcommitted(struct walk *w, const struct overcommitted *o) {
    link_to(w, "receiver",
            "the queue of (%u,%u) is full: %u flits of answers that are not complete", o->at.x,
            o->at.y, o->here);
    root(w,
         "(%u,%u) has %u response flits outstanding in %u request%s, its receive depth is %u: full "
         "since %s, so mem_out_busy is high",
         o->at.x, o->at.y, o->asked, o->requests, o->requests == 1 ? "" : "s", o->depth,
         text_grouped(o->since));
}

static void blame_receiver(struct walk *w) {
    const struct flit *const f = w->s->mem_out;
    const uint64_t cycle = held_since(w, OUTSIDE_OUT);
    struct overcommitted o;
    if (f != NULL)
        link_to(w, "mem_out", "%s for (%u,%u) has been offered since %s: mem_out_busy is high",
                flit_type_name(f->type), f->dst_x, f->dst_y, text_grouped(cycle));
    else
        link_to(w, "mem_out", "held since %s: mem_out_busy is high", text_grouped(cycle));
    if (w->s->requesters != NULL && requester_watch_overcommitted(w->s->requesters, &o))
        blame_overcommitted(w, &o);
    else if (f != NULL)
        root(w, "the receiver of the %s for (%u,%u) has held mem_out_busy high since %s",
             flit_type_name(f->type), f->dst_x, f->dst_y, text_grouped(cycle));
    else
        root(w, "the receiver at mem_out has held mem_out_busy high since %s", text_grouped(cycle));
}

static void blame_outside(struct walk *w, unsigned outside) {
    static const struct {
        unsigned outside;
        const char *place, *what, *pin, *fault, *stays;
    } row[] = {
        {OUTSIDE_AR, "m_ar", "offered", "m_arready is low", "taken no AR", "m_arready stays low"},
        {OUTSIDE_R, "m_r", "read data owed", "m_rvalid is low", "given no read data",
         "it took the AR and m_rvalid stays low"},
        {OUTSIDE_AW, "m_aw", "offered", "m_awready is low", "taken no AW", "m_awready stays low"},
        {OUTSIDE_W, "m_w", "offered", "m_wready is low", "taken no W beat", "m_wready stays low"},
        {OUTSIDE_B, "m_b", "a response owed", "m_bvalid is low", "given no write response",
         "it took the burst and m_bvalid stays low"},
    };
    if (outside == OUTSIDE_OUT)
        blame_receiver(w);
    for (unsigned i = 0; i < sizeof row / sizeof *row; i++) {
        if (row[i].outside != outside)
            continue;
        const char *const cycle = text_grouped(held_since(w, outside));
        link_to(w, row[i].place, "%s since %s: %s", row[i].what, cycle, row[i].pin);
        root(w, "the memory has %s since %s: %s", row[i].fault, cycle, row[i].stays);
    }
}

/* Nothing on the way explains it: whatever is held outside for longest, else the port itself. */
static void blame_rest(struct walk *w, const struct mem_port_request *r) {
    static const unsigned all[] = {OUTSIDE_OUT, OUTSIDE_AR, OUTSIDE_R,
                                   OUTSIDE_AW,  OUTSIDE_W,  OUTSIDE_B};
    unsigned longest = 0;
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        if (held(w, all[i]) && (longest == 0 || held_since(w, all[i]) < held_since(w, longest)))
            longest = all[i];
    if (longest != 0) {
        blame_outside(w, longest);
        return;
    }
    w->design = true;
    if (r == NULL)
        root(w, "inside the port: nothing outside holds it");
    else
        root(w,
             "inside the port: the %s txn 0x%02x of (%u,%u) has stood since %s and nothing "
             "outside holds it",
             r->write ? "write" : "read", r->txn, r->source.x, r->source.y, text_grouped(r->since));
}

/* ---- the intake ------------------------------------------------------------------------------ */

static const struct mem_port_request *other_open_write(const struct walk *w,
                                                       const struct mem_port_request *r) {
    for (size_t i = 0; i < w->count; i++) {
        const struct mem_port_request *const o = &w->request[i];
        if (o != r && o->write && o->data < o->words && same(o->source, r->source))
            return o;
    }
    return NULL;
}

static void link_pair(struct walk *w, const struct open_writes *p, struct position source) {
    link_to(w, "writes",
            "(%u,%u) has two open: txn 0x%02x of %s got %u of %u data flits, txn 0x%02x of %s got "
            "%u of %u; which of them data is for is undefined",
            source.x, source.y, p->first.txn, text_grouped(p->first.accepted), p->first.got,
            p->first.owed, p->second.txn, text_grouped(p->second.accepted), p->second.got,
            p->second.owed);
}

static struct sent_write sent(const struct mem_port_request *r) {
    return (struct sent_write){r->accepted, r->txn, r->words, r->data};
}

/* True when the source of `r` had two writes open, `r` one of them. */
static bool blame_pair(struct walk *w, const struct mem_port_request *r) {
    const struct requester_watch *const q = w->s->requesters;
    const struct open_writes *const told =
        q == NULL ? NULL : requester_watch_pair(q, r->source, r->accepted);
    const struct mem_port_request *const o = other_open_write(w, r);
    struct open_writes p;
    if (told != NULL)
        p = *told;
    else if (o != NULL)
        p = (struct open_writes){.seen = true,
                                 .first = sent(o->number < r->number ? o : r),
                                 .second = sent(o->number < r->number ? r : o)};
    else
        return false;
    if (told == NULL)
        p.got_then = p.first.got; /* what comes later goes to the newest */
    link_pair(w, &p, r->source);
    requester_say_pair(r->source, &p, w->root, sizeof w->root);
    return true;
}

static const struct mem_port_request *longest_holder(const struct walk *w, bool waits_for_data) {
    for (size_t i = 0; i < w->count; i++) {
        const struct mem_port_request *const r = &w->request[i];
        if (r->write && r->slot &&
            (r->stage == STAGE_DATA || r->stage == STAGE_SLOT) == waits_for_data)
            return r;
    }
    return NULL;
}

static bool blame_any_pair(struct walk *w) {
    for (size_t i = 0; i < w->count; i++)
        if (w->request[i].write && w->request[i].data < w->request[i].words &&
            blame_pair(w, &w->request[i]))
            return true;
    return false;
}

/* Whether data its source still owes may be behind a flit that is held, since too soon to tell. */
static bool data_may_be_held(const struct walk *w, const struct mem_port_request *r) {
    const struct mem_watch *const watch = w->s->watch;
    return watch->in_held && watch->in_held_since < r->since + SOURCE_IDLE;
}

/* Every slot waits for data. A source that could send and does not is to blame before the rule. */
static void blame_slots(struct walk *w, const struct mem_port_intake *intake, unsigned slots) {
    const struct mem_port_request *const r = longest_holder(w, true);
    if (r != NULL && r->stage == STAGE_DATA && !data_may_be_held(w, r))
        follow(w, r);
    else if (intake->open_sources > slots || !blame_any_pair(w))
        root(w, "%u sources have a write open, WR_SLOTS=%u (the rule: two per writing node)",
             intake->open_sources, slots);
}

/* The flit held there, and which intake it does not get into. */
static void link_mem_in(struct walk *w, bool writes) {
    const struct mem_port_room room = mem_port_model_room(w->s->model);
    const struct flit *const f = w->s->mem_in;
    char who[64] = "a flit has been held";
    if (w->mem_in_seen || !w->s->watch->in_held)
        return;
    w->mem_in_seen = true;
    if (f != NULL)
        snprintf(who, sizeof who, "(%u,%u) has held %s", f->src_x, f->src_y,
                 flit_type_name(f->type));
    const char *const cycle = text_grouped(w->s->watch->in_held_since);
    if (writes)
        link_to(w, "mem_in", "%s since %s: write intake is full (%u of %u)", who, cycle,
                room.write_backlog, room.depth);
    else if (!room.few_reads)
        link_to(w, "mem_in", "%s since %s: read intake is full (%u reads unserved, depth %u)", who,
                cycle, room.unserved_reads, room.depth);
    else
        link_to(w, "mem_in", "%s since %s: mem_in_busy is high", who, cycle);
}

static void follow_head(struct walk *w, const struct mem_port_request *from) {
    const struct mem_port_intake intake = mem_port_model_intake(w->s->model);
    const struct mem_port_room room = mem_port_model_room(w->s->model);
    const struct mem_port_request *const freeing = longest_holder(w, false);
    if (w->intake_seen || !intake.blocked) {
        blame_rest(w, from);
        return;
    }
    w->intake_seen = true;
    link_mem_in(w, true);
    link_to(w, "intake", "head is MEM_WR_REQ from (%u,%u), accepted at %s: no free write slot",
            intake.head.src_x, intake.head.src_y, text_grouped(intake.head_since));
    if (intake.hang_by_design) {
        link_to(w, "slots", "%u of %u in use, each waits for data%s", room.held_slots, room.slots,
                intake.open_sources > room.slots ? " that is behind the head" : "");
        blame_slots(w, &intake, room.slots);
        return;
    }
    link_to(w, "slots", "%u of %u in use, %u wait%s for data", room.held_slots, room.slots,
            intake.slots_waiting, intake.slots_waiting == 1 ? "s" : "");
    if (freeing != NULL)
        follow(w, freeing);
    else
        blame_rest(w, from);
}

static const struct mem_port_request *longest_read(const struct walk *w, bool issued,
                                                   const struct mem_port_request *but) {
    for (size_t i = 0; i < w->count; i++) {
        const struct mem_port_request *const r = &w->request[i];
        if (r != but && !r->write && (r->issued || !issued))
            return r;
    }
    return NULL;
}

/* From the flit held at mem_in to what fills the intake; busy holds both classes alike. */
static void follow_mem_in(struct walk *w) {
    const struct mem_port_intake intake = mem_port_model_intake(w->s->model);
    const struct mem_port_room room = mem_port_model_room(w->s->model);
    const bool writes = intake.blocked && (!room.few_writes || room.few_reads);
    const struct mem_port_request *const read = longest_read(w, false, NULL);
    link_mem_in(w, writes);
    if (writes)
        follow_head(w, NULL);
    else if (!room.few_reads && read != NULL)
        follow(w, read);
    else
        blame_rest(w, NULL);
}

/* ---- from a request to its root -------------------------------------------------------------- */

static void follow_data(struct walk *w, const struct mem_port_request *r) {
    if (blame_pair(w, r))
        return;
    if (data_may_be_held(w, r) && !w->intake_seen)
        follow_mem_in(w);
    else
        root(w,
             "(%u,%u) sent %u of %u data flits of its write txn 0x%02x, none since %s (the rule: "
             "exactly len + 1)",
             r->source.x, r->source.y, r->data, r->words, r->txn, text_grouped(r->since));
}

static const struct mem_port_request *earlier_write(const struct walk *w,
                                                    const struct mem_port_request *r) {
    for (size_t i = 0; i < w->count; i++) {
        const struct mem_port_request *const o = &w->request[i];
        if (o->write && o->work && o->number < r->number && same(o->source, r->source))
            return o;
    }
    return NULL;
}

static const struct mem_port_request *write_on_axi(const struct walk *w,
                                                   const struct mem_port_request *but) {
    for (size_t i = 0; i < w->count; i++) {
        const struct mem_port_request *const o = &w->request[i];
        if (o != but && o->write && o->issued && o->stage != STAGE_OUT)
            return o;
    }
    return NULL;
}

static void follow_other(struct walk *w, const struct mem_port_request *from,
                         const struct mem_port_request *to) {
    if (to != NULL)
        follow(w, to);
    else
        blame_rest(w, from);
}

static void follow_held(struct walk *w, const struct mem_port_request *r) {
    static const unsigned by_stage[][2] = {
        [STAGE_AR] = {OUTSIDE_AR, OUTSIDE_AR}, [STAGE_R] = {OUTSIDE_R, OUTSIDE_R},
        [STAGE_AW] = {OUTSIDE_AW, OUTSIDE_AW}, [STAGE_W] = {OUTSIDE_W, OUTSIDE_AW},
        [STAGE_B] = {OUTSIDE_B, OUTSIDE_B},    [STAGE_OUT] = {OUTSIDE_OUT, OUTSIDE_OUT},
    };
    const unsigned *const outside = by_stage[r->stage];
    if (held(w, outside[0]))
        blame_outside(w, outside[0]);
    else if (held(w, outside[1]))
        blame_outside(w, outside[1]);
    else if (r->stage == STAGE_AR)
        follow_other(w, r, longest_read(w, true, r)); /* no room while earlier data is here */
    else if (r->stage == STAGE_AW)
        follow_other(w, r, write_on_axi(w, r));
    else
        blame_rest(w, r);
}

static void link_request(struct walk *w, const struct mem_port_request *r) {
    char text[400];
    if (w->chain == NULL)
        return;
    mem_port_model_describe_request(w->s->model, r->number, text, sizeof text);
    link_to(w, r->write ? "write" : "read", "%s since %s", text, text_grouped(r->since));
}

static void follow(struct walk *w, const struct mem_port_request *r) {
    if (++w->steps > STEPS_MAX) {
        blame_rest(w, r);
        return;
    }
    link_request(w, r);
    if (r->stage == STAGE_DATA)
        follow_data(w, r);
    else if (r->stage == STAGE_SLOT)
        follow_head(w, r);
    else if (r->stage == STAGE_ORDER)
        follow_other(w, r, earlier_write(w, r));
    else
        follow_held(w, r);
}

/* ---- from a requester ------------------------------------------------------------------------ */

static const struct mem_port_request *standing(const struct walk *w, uint64_t accepted) {
    for (size_t i = 0; i < w->count; i++)
        if (w->request[i].accepted == accepted)
            return &w->request[i];
    return NULL;
}

static void say_waits(const struct transaction *t, char *buf, size_t size) {
    struct text l = text_into(buf, size);
    const bool write = t->kind == TRANSACTION_WRITE;
    text_add(&l, "(%u,%u) waits for %s txn 0x%02x, sent at ", t->source.x, t->source.y,
             write ? "the ack of MEM_WR_REQ" : "MEM_RD_REQ", t->txn);
    text_cycle(&l, t->accepted);
    if (write)
        text_add(&l, ": %u of %u data flits sent", t->data_received, t->data_owed);
    else
        text_add(&l, ": %u of %u flits here", t->received, t->owed);
    if (requester_since(t) != t->accepted) {
        text_add(&l, ", the last at ");
        text_cycle(&l, requester_since(t));
    }
}

static void link_requester(struct walk *w, const struct transaction *t) {
    char line[240];
    if (w->chain == NULL || t == NULL)
        return;
    say_waits(t, line, sizeof line);
    link_to(w, "requester", "%s", line);
}

static void follow_transaction(struct walk *w, const struct transaction *t) {
    const struct mem_port_request *const r = standing(w, t->accepted);
    link_requester(w, t);
    if (r != NULL) {
        follow(w, r);
    } else if (requester_watch_fault(w->s->requesters, t, w->root, sizeof w->root)) {
        link_to(w, "port", "owes nothing for it");
    } else {
        blame_rest(w, NULL);
    }
}

static void follow_work(struct walk *w, const struct mem_port_request *r) {
    const struct requester_watch *const q = w->s->requesters;
    if (q != NULL)
        link_requester(w, requester_watch_find(q, r->accepted));
    follow(w, r);
}

/* ---- the report ------------------------------------------------------------------------------ */

/* One thing that waits: a transaction of the books, a request of the model or a flit at mem_in. */
struct waiting {
    const struct transaction *transaction;
    const struct mem_port_request *request;
    uint64_t since;
};

static int by_since(const void *a, const void *b) {
    const struct waiting *const x = a, *const y = b;
    return (x->since > y->since) - (x->since < y->since);
}

static int request_by_since(const void *a, const void *b) {
    const struct mem_port_request *const x = a, *const y = b;
    if (x->since != y->since)
        return x->since < y->since ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

/* Where requesters are known to wait, whatever one of them waits for; else what the port owes. */
static size_t find_waiting(const struct walk *w, struct waiting out[REQUESTS_MAX + 1]) {
    const struct requester_watch *const q = w->s->requesters;
    const bool all = q != NULL && q->config.requesters_wait;
    size_t count = 0;
    for (size_t i = 0; all && i < transactions_open_count(q->books) && count < REQUESTS_MAX; i++) {
        const struct transaction *const t = transactions_open(q->books, i);
        out[count++] = (struct waiting){.transaction = t, .since = requester_since(t)};
    }
    for (size_t i = 0; !all && i < w->count; i++)
        if (w->request[i].work)
            out[count++] =
                (struct waiting){.request = &w->request[i], .since = w->request[i].since};
    if (w->s->watch->in_held)
        out[count++] = (struct waiting){.since = w->s->watch->in_held_since};
    qsort(out, count, sizeof *out, by_since);
    return count;
}

static void follow_waiting(struct walk *w, const struct waiting *x) {
    if (x->transaction != NULL)
        follow_transaction(w, x->transaction);
    else if (x->request != NULL)
        follow_work(w, x->request);
    else
        follow_mem_in(w);
}

/* Further roots, each once; the port itself is not repeated for every request. */
static void add_other_roots(const struct walk *first, const struct waiting *x, size_t count,
                            struct stall_chain *chain) {
    char known[ALSO_MAX + 1][STALL_CAUSE_SIZE];
    unsigned roots = 1;
    snprintf(known[0], sizeof known[0], "%s", first->root);
    for (size_t i = 1; i < count && roots <= ALSO_MAX; i++) {
        struct walk w = {.s = first->s, .request = first->request, .count = first->count};
        bool new = true;
        follow_waiting(&w, &x[i]);
        for (unsigned k = 0; k < roots; k++)
            new = new &&strcmp(known[k], w.root) != 0;
        if (w.design || !new)
            continue;
        snprintf(known[roots++], sizeof known[0], "%s", w.root);
        stall_link(chain, "also", "%s", w.root);
    }
}

static const struct mem_port_request *blamed(const struct walk *w) {
    for (size_t i = 0; w->s->watch->blamed != 0 && i < w->count; i++)
        if (w->request[i].number == w->s->watch->blamed)
            return &w->request[i];
    return NULL;
}

/* The watchdog counted only cycles in which nothing outside held it. */
static void blame_port(struct walk *w, const struct mem_port_request *r) {
    if (w->s->requesters != NULL)
        link_requester(w, requester_watch_find(w->s->requesters, r->accepted));
    link_request(w, r);
    root(w,
         "inside the port: the %s txn 0x%02x of (%u,%u) has stood since %s and nothing outside "
         "held it",
         r->write ? "write" : "read", r->txn, r->source.x, r->source.y, text_grouped(r->since));
}

static void blame_wedge(struct walk *w) {
    link_mem_in(w, false);
    root(w, "inside the port: mem_in_busy has been high for %s cycles though there is room",
         text_grouped(w->s->watch->busy_run));
}

void mem_stall_explain(const struct mem_stall *s, struct stall_chain *chain) {
    struct mem_port_request request[REQUESTS_MAX];
    struct waiting waiting[REQUESTS_MAX + 1];
    struct walk w = {.s = s, .request = request, .chain = chain};
    w.count = mem_port_model_requests(s->model, request, REQUESTS_MAX);
    qsort(request, w.count, sizeof *request, request_by_since);
    const struct mem_port_request *const r = blamed(&w);
    const size_t count = find_waiting(&w, waiting);
    const bool certain = r != NULL || s->watch->wedged;
    if (s->watch->wedged)
        blame_wedge(&w);
    else if (r != NULL)
        blame_port(&w, r);
    else if (count > 0)
        follow_waiting(&w, &waiting[0]);
    else
        blame_rest(&w, NULL);
    if (!certain && count > 0)
        add_other_roots(&w, waiting, count, chain);
    stall_cause(chain, "%s", w.root);
}

void mem_stall_list_open(const struct requester_watch *r, struct stall_chain *chain) {
    const size_t open = transactions_open_count(r->books);
    for (size_t i = 0; i < open && i < OPEN_MAX; i++) {
        const struct transaction *const t = transactions_open(r->books, i);
        char line[240], fault[STALL_CAUSE_SIZE];
        say_waits(t, line, sizeof line);
        const bool known = requester_watch_fault(r, t, fault, sizeof fault);
        stall_link(chain, "requester", "%s%s%s", line, known ? "; " : "", fault);
    }
    if (open > OPEN_MAX)
        stall_link(chain, "", "... and %zu more", open - OPEN_MAX);
}
