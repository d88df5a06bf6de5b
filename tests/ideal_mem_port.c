#include "ideal_mem_port.h"

#include "staging.h"

#include <stdlib.h>
#include <string.h>

#define READS 24
#define WRITES 80
#define INTAKE 48
#define BURSTS 64
#define SOURCE_QUEUE 600
#define SOURCES 12
#define WORDS_MAX 1020
#define MEM_X 3
#define MEM_Y 9
#define DRAIN_CYCLES 400000
#define STORE (UINT64_C(1) << 39)
#define STORE_WORDS 40

struct ideal_read {
    bool used, inside;
    uint64_t order, accepted;
    uint8_t src, txn, dst[4];
    bool streams;
    unsigned n_dst, entries, entry_words, words;
    uint64_t addr;
    unsigned pos, passed; /* passed: reads of its kind finished while it was ready */
    uint64_t ready_since;
    bool issued[WORDS_MAX], arrived[WORDS_MAX];
    struct word value[WORDS_MAX];
};

struct ideal_write {
    bool used, refused, too_long, inside;
    uint64_t order, completed;
    uint8_t src, txn;
    uint64_t addr;
    unsigned words, got, answered, passed;
    bool planned[8];
    struct word data[8];
};

struct ar_burst {
    bool used;
    uint64_t addr;
    unsigned beats, done;
    int read[256];
    unsigned index[256];
};

struct aw_burst {
    bool used, issued;
    uint64_t order, aw_at, addr;
    unsigned beats, sent, reported;
    uint32_t handle;
    int write[16];
    unsigned index[16];
    uint64_t sent_at[16];
    struct word data[16];
};

struct port {
    struct ideal_knobs k;
    struct rng rng;
    struct mem_port_model *model;
    struct staging *store; /* what the model knows of it */
    struct word stored[STORE_WORDS];
    const struct ideal_spoiler *spoiler;
    struct ideal_result result;
    uint64_t cycle, orders;
    struct flit queue[SOURCES][SOURCE_QUEUE];
    unsigned queued[SOURCES], sent[SOURCES];
    unsigned made, wanted, open_writes;
    bool source_open[SOURCES];
    struct flit read_intake[INTAKE], write_intake[INTAKE];
    uint64_t read_intake_at[INTAKE];
    unsigned reads_in, writes_in;
    struct ideal_read read[READS];
    struct ideal_write write[WRITES];
    int open_by_source[256];
    unsigned slots;
    struct ar_burst ar[BURSTS];
    struct aw_burst aw[BURSTS];
    int open_entry; /* read between words of an entry, or -1 */
    bool gap;       /* an entry has just left to one destination */
    bool ack_turn;
    uint64_t reads_tail;
};

/* ---- telling the model ----------------------------------------------------------------------- */

static void judge(struct port *p, bool legal, const struct verdict *v) {
    if (legal)
        return;
    if (p->result.alarms++ == 0) {
        p->result.first = v->check;
        p->result.verdict = *v;
    }
}

static void send(struct port *p, struct flit f) {
    struct verdict v;
    if (p->spoiler != NULL)
        p->spoiler->flit(p->spoiler->context, &f);
    p->result.flits++;
    judge(p, mem_port_model_emit(p->model, &f, p->cycle, &v), &v);
}

static bool chance(struct port *p, unsigned permille) {
    return rng_chance(&p->rng, permille);
}

static uint8_t node_of(unsigned source) {
    return (uint8_t)((source % 4) << 4 | source / 4);
}

/* ---- requests -------------------------------------------------------------------------------- */

static void push(struct port *p, unsigned source, const struct flit *f) {
    p->queue[source][(p->sent[source] + p->queued[source]++) % SOURCE_QUEUE] = *f;
}

static uint64_t random_addr(struct port *p, unsigned words) {
    if (p->k.hot_words > 0)
        return (UINT64_C(0x12ffff000) + 32ull * rng_below(&p->rng, p->k.hot_words));
    const uint64_t top = (UINT64_C(1) << 31) - words;
    return (rng_next(&p->rng) % top) * 32;
}

static struct flit request(struct port *p, unsigned source, uint8_t type) {
    const uint8_t node = node_of(source);
    return (struct flit){.dst_x = MEM_X,
                         .dst_y = MEM_Y,
                         .src_x = node >> 4,
                         .src_y = node & 15,
                         .type = type,
                         .txn = (uint8_t)(rng_below(&p->rng, p->k.txns) * 3)};
}

/* Also past the end of the store. */
static uint64_t store_addr(struct port *p) {
    return STORE + 32ull * rng_below(&p->rng, STORE_WORDS + 8);
}

static void make_read(struct port *p, unsigned source) {
    struct flit f = request(p, source, FLIT_MEM_RD_REQ);
    struct descriptor d = {0};
    const bool streams = chance(p, 600);
    d.flags = (uint8_t)((streams ? FLAG_STREAM : 0) | rng_below(&p->rng, 8));
    d.len = (uint8_t)(chance(p, 100) ? rng_below(&p->rng, 256) : rng_below(&p->rng, 6));
    d.count = (uint8_t)rng_below(&p->rng, p->k.max_entries + 1);
    d.entry_words = (uint8_t)rng_below(&p->rng, 7);
    d.n_peer = (uint8_t)(chance(p, 400) ? rng_below(&p->rng, 4) : 0);
    for (unsigned i = 0; i < 3; i++) {
        const uint8_t node = node_of(rng_below(&p->rng, p->k.sources));
        d.peer[i].x = node >> 4;
        d.peer[i].y = node & 15;
    }
    d.addr = random_addr(p, 1024);
    if (p->k.oddities && chance(p, 100))
        d.addr = (d.addr & UINT64_C(0xffffffff)) | UINT64_C(1) << 39 |
                 (uint64_t)rng_below(&p->rng, 3) << 32;
    if (p->k.inside && chance(p, 400))
        d.addr = store_addr(p);
    descriptor_pack(&d, &f.payload);
    push(p, source, &f);
}

static struct word random_word(struct port *p) {
    struct word w = {{0}};
    if (p->k.memory == IDEAL_FEW)
        w.w[0] = rng_below(&p->rng, 3);
    else if (p->k.memory != IDEAL_ZERO)
        rng_fill(&p->rng, w.w, 8);
    return w;
}

static void make_write(struct port *p, unsigned source) {
    struct flit f = request(p, source, FLIT_MEM_WR_REQ);
    struct descriptor d = {0};
    d.len = (uint8_t)rng_below(&p->rng, 8);
    if (p->k.oddities && chance(p, 50))
        d.len = (uint8_t)rng_range(&p->rng, 8, 20);
    d.addr = random_addr(p, 1024);
    if (p->k.oddities && chance(p, 100))
        d.addr = (d.addr & UINT64_C(0xffffffff)) | UINT64_C(1) << 39 |
                 (uint64_t)rng_below(&p->rng, 3) << 32;
    if (p->k.inside && chance(p, 400))
        d.addr = store_addr(p);
    descriptor_pack(&d, &f.payload);
    push(p, source, &f);
    for (unsigned i = 0; i <= d.len; i++) {
        struct flit data = request(p, source, FLIT_MEM_WR_DATA);
        data.last = i == d.len;
        data.payload = random_word(p);
        push(p, source, &data);
    }
}

static void make_oddity(struct port *p, unsigned source) {
    struct flit f = request(p, source, chance(p, 500) ? FLIT_MEM_WR_DATA : FLIT_CU_SIGNAL);
    push(p, source, &f);
}

static void make_requests(struct port *p) {
    while (p->made < p->wanted) {
        const unsigned source = rng_below(&p->rng, p->k.sources);
        if (p->queued[source] > SOURCE_QUEUE / 2)
            return;
        p->made++;
        if (p->k.oddities && chance(p, 50))
            make_oddity(p, source);
        else if (chance(p, 500))
            make_read(p, source);
        else
            make_write(p, source);
    }
}

/* An AW is out whose data is not all here: a descriptor could fill the slots and so block the data.
 */
static bool aw_waits_for_data(const struct port *p) {
    for (int i = 0; i < WRITES; i++)
        if (p->write[i].used && p->write[i].planned[0] && !p->write[i].inside &&
            p->write[i].got < p->write[i].words)
            return true;
    return false;
}

static bool may_enter(const struct port *p, unsigned source, const struct flit *f) {
    if (f->type == FLIT_MEM_RD_REQ)
        return p->reads_in < INTAKE;
    if (p->writes_in >= INTAKE)
        return false;
    if (f->type == FLIT_MEM_WR_REQ && aw_waits_for_data(p))
        return false;
    /* More open writes than slots would hang by design. */
    return f->type != FLIT_MEM_WR_REQ ||
           (p->open_writes < p->k.wr_slots && !p->source_open[source]);
}

static void note_open(struct port *p, unsigned source, const struct flit *f) {
    const bool opens = f->type == FLIT_MEM_WR_REQ;
    const bool closes = f->type == FLIT_MEM_WR_DATA && f->last && p->source_open[source];
    p->open_writes += opens;
    p->open_writes -= closes;
    if (opens || closes)
        p->source_open[source] = opens;
}

static void accept_one(struct port *p) {
    const unsigned source = rng_below(&p->rng, p->k.sources);
    if (p->queued[source] == 0)
        return;
    const struct flit f = p->queue[source][p->sent[source] % SOURCE_QUEUE];
    if (!may_enter(p, source, &f))
        return;
    p->sent[source]++;
    p->queued[source]--;
    note_open(p, source, &f);
    mem_port_model_accept(p->model, &f, p->cycle);
    if (f.type == FLIT_MEM_RD_REQ) {
        p->read_intake_at[p->reads_in] = p->cycle;
        p->read_intake[p->reads_in++] = f;
        p->result.requests++;
    } else if (f.type == FLIT_MEM_WR_REQ || f.type == FLIT_MEM_WR_DATA) {
        p->write_intake[p->writes_in++] = f;
        p->result.requests += f.type == FLIT_MEM_WR_REQ;
    }
}

/* ---- intake ---------------------------------------------------------------------------------- */

static bool refused(uint64_t addr) {
    return (addr >> 39) != 0 && (addr >> 32 & 0x3f) != 0;
}

static bool is_inside(const struct port *p, uint64_t addr) {
    return p->k.inside && (addr & STORE) != 0 && !refused(addr);
}

static void start_read(struct port *p, struct ideal_read *r, const struct flit *f, uint64_t at) {
    struct descriptor d;
    descriptor_unpack(&f->payload, &d);
    memset(r, 0, offsetof(struct ideal_read, value));
    r->used = true;
    r->order = p->orders++;
    r->accepted = at;
    r->ready_since = UINT64_MAX;
    r->src = (uint8_t)(f->src_x << 4 | f->src_y);
    r->txn = f->txn;
    r->addr = d.addr;
    r->streams = descriptor_streams(&d);
    r->entries = r->streams ? descriptor_entries(&d) : 1;
    r->entry_words = r->streams ? descriptor_entry_words(&d) : d.len + 1u;
    r->words = r->entries * r->entry_words;
    r->n_dst = 1;
    r->dst[0] = r->src;
    for (unsigned i = 0; r->streams && i < d.n_peer; i++)
        r->dst[r->n_dst++] = (uint8_t)(d.peer[i].x << 4 | d.peer[i].y);
    r->inside = is_inside(p, d.addr);
    for (unsigned i = 0; r->inside && i < r->words; i++)
        r->issued[i] = true; /* never on AXI */
}

static void pop_read(struct port *p) {
    if (p->reads_in == 0)
        return;
    struct descriptor d;
    descriptor_unpack(&p->read_intake[0].payload, &d);
    if (!refused(d.addr)) {
        unsigned i = 0;
        while (i < READS && p->read[i].used)
            i++;
        if (i == READS)
            return;
        start_read(p, &p->read[i], &p->read_intake[0], p->read_intake_at[0]);
    }
    p->reads_in--;
    memmove(&p->read_intake[0], &p->read_intake[1], p->reads_in * sizeof p->read_intake[0]);
    memmove(&p->read_intake_at[0], &p->read_intake_at[1],
            p->reads_in * sizeof p->read_intake_at[0]);
}

static bool pop_descriptor(struct port *p, const struct flit *f) {
    unsigned i = 0;
    struct descriptor d;
    if (p->slots >= p->k.wr_slots)
        return false;
    while (i < WRITES && p->write[i].used)
        i++;
    if (i == WRITES)
        return false;
    descriptor_unpack(&f->payload, &d);
    p->write[i] = (struct ideal_write){.used = true,
                                       .order = p->orders++,
                                       .src = (uint8_t)(f->src_x << 4 | f->src_y),
                                       .txn = f->txn,
                                       .addr = d.addr,
                                       .words = d.len + 1u,
                                       .too_long = d.len > 7,
                                       .refused = refused(d.addr)};
    p->write[i].inside = !p->write[i].too_long && is_inside(p, d.addr);
    for (unsigned j = 0; p->write[i].inside && j < p->write[i].words; j++)
        p->write[i].planned[j] = true; /* never on AXI */
    p->slots++;
    p->open_by_source[p->write[i].src] = (int)i;
    return true;
}

static void pop_data(struct port *p, const struct flit *f) {
    const uint8_t src = (uint8_t)(f->src_x << 4 | f->src_y);
    if (p->open_by_source[src] < 0)
        return;
    struct ideal_write *const w = &p->write[p->open_by_source[src]];
    if (w->got < 8)
        w->data[w->got] = f->payload;
    if (++w->got < w->words)
        return;
    p->open_by_source[src] = -1;
    w->completed = p->orders++;
    if (w->too_long || w->refused) {
        w->used = false;
        p->slots--;
    }
}

static void pop_write(struct port *p) {
    if (p->writes_in == 0)
        return;
    const struct flit f = p->write_intake[0];
    if (f.type == FLIT_MEM_WR_REQ) {
        if (!pop_descriptor(p, &f))
            return;
    } else {
        pop_data(p, &f);
    }
    p->writes_in--;
    memmove(&p->write_intake[0], &p->write_intake[1], p->writes_in * sizeof p->write_intake[0]);
}

/* ---- reads on AXI ---------------------------------------------------------------------------- */

static struct word memory_word(struct port *p, uint64_t addr) {
    struct word w = {{0}};
    struct rng at = {.state = addr};
    if (p->k.memory == IDEAL_FEW)
        w.w[7] = (uint32_t)(rng_next(&at) & 3);
    else if (p->k.memory == IDEAL_ADDRESS)
        rng_fill(&at, w.w, 8);
    else if (p->k.memory == IDEAL_CHANGING)
        rng_fill(&p->rng, w.w, 8);
    return w;
}

static bool next_unissued(const struct ideal_read *r, unsigned *index) {
    for (*index = 0; *index < r->words; ++*index)
        if (!r->issued[*index] && !r->arrived[*index])
            return true;
    return false;
}

static int oldest_read(const struct port *p) {
    int oldest = -1;
    for (int i = 0; i < READS; i++)
        if (p->read[i].used && (oldest < 0 || p->read[i].order < p->read[oldest].order))
            oldest = i;
    return oldest;
}

static int pick_read_to_issue(struct port *p, unsigned *index) {
    int oldest = -1, pick = -1;
    unsigned count = 0;
    if (p->k.serial) {
        pick = oldest_read(p);
        return pick >= 0 && next_unissued(&p->read[pick], index) ? pick : -1;
    }
    for (int i = 0; i < READS; i++) {
        if (!p->read[i].used || !next_unissued(&p->read[i], index))
            continue;
        if (rng_below(&p->rng, ++count) == 0)
            pick = i;
        if (oldest < 0 || p->read[i].order < p->read[oldest].order)
            oldest = i;
    }
    if (chance(p, 500))
        pick = oldest;
    if (pick >= 0)
        next_unissued(&p->read[pick], index);
    return pick;
}

static int unissued_at(const struct port *p, uint64_t addr, unsigned *index) {
    for (int i = 0; i < READS; i++) {
        const struct ideal_read *const r = &p->read[i];
        if (!r->used || addr < r->addr || addr - r->addr >= 32ull * r->words)
            continue;
        *index = (unsigned)((addr - r->addr) / 32);
        if (!r->issued[*index] && !r->arrived[*index])
            return i;
    }
    return -1;
}

static void issue_read(struct port *p) {
    unsigned slot = 0, index = 0;
    struct verdict v;
    while (slot < BURSTS && p->ar[slot].used)
        slot++;
    const int first = slot < BURSTS ? pick_read_to_issue(p, &index) : -1;
    if (first < 0)
        return;
    struct ar_burst *const b = &p->ar[slot];
    const struct ideal_read *const r = &p->read[first];
    unsigned most = p->k.burst_per_entry ? r->entry_words : rng_range(&p->rng, 1, 256);
    b->used = true;
    b->addr = r->addr + 32ull * index;
    b->beats = b->done = 0;
    int owner = first;
    while (b->beats < most && b->beats < 256) {
        const uint64_t addr = b->addr + 32ull * b->beats;
        if (b->beats > 0 && addr % 4096 == 0)
            break;
        if (b->beats > 0)
            owner = p->k.coalesce ? unissued_at(p, addr, &index)
                    : ++index < r->words && !r->issued[index] && !r->arrived[index] ? first
                                                                                    : -1;
        if (owner < 0)
            break;
        p->read[owner].issued[index] = true;
        b->read[b->beats] = owner;
        b->index[b->beats++] = index;
    }
    judge(p, mem_port_model_read_issue(p->model, b->addr, b->beats, p->cycle, &v), &v);
}

static void deliver(struct port *p, int i, unsigned index, const struct word *value) {
    struct ideal_read *const r = &p->read[i];
    const bool begun = r->pos / (r->entry_words * r->n_dst) >= index / r->entry_words;
    if (!r->arrived[index] ||
        (!begun && chance(p, 500))) /* a later beat may replace a shared one */
        r->value[index] = *value;
    r->arrived[index] = true;
}

static void answer_read(struct port *p) {
    const unsigned start = rng_below(&p->rng, BURSTS);
    for (unsigned i = 0; i < BURSTS; i++) {
        struct ar_burst *const b = &p->ar[(start + i) % BURSTS];
        if (!b->used)
            continue;
        const uint64_t addr = b->addr + 32ull * b->done;
        const struct word value = memory_word(p, addr);
        const int owner = b->read[b->done];
        const bool shared = p->k.share && chance(p, 700);
        deliver(p, owner, b->index[b->done], &value);
        mem_port_model_read_beat(p->model, addr, &value, p->cycle);
        for (int j = 0; shared && j < READS; j++) {
            const struct ideal_read *const r = &p->read[j];
            if (r->used && j != owner && r->accepted < p->cycle && addr >= r->addr &&
                addr - r->addr < 32ull * r->words)
                deliver(p, j, (unsigned)((addr - r->addr) / 32), &value);
        }
        if (++b->done == b->beats)
            b->used = false;
        return;
    }
}

/* ---- writes on AXI --------------------------------------------------------------------------- */

static bool wholly_planned(const struct ideal_write *w) {
    for (unsigned i = 0; i < w->words; i++)
        if (!w->planned[i])
            return false;
    return true;
}

static bool earlier_unplanned(const struct port *p, const struct ideal_write *w) {
    for (int i = 0; i < WRITES; i++) {
        const struct ideal_write *const o = &p->write[i];
        if (o->used && o->src == w->src && o->order < w->order && !o->refused && !o->too_long &&
            !wholly_planned(o))
            return true;
    }
    return false;
}

static bool may_plan(const struct port *p, const struct ideal_write *w) {
    if (!w->used || w->refused || w->too_long || wholly_planned(w) ||
        (!p->k.seed_rules && earlier_unplanned(p, w)))
        return false;
    if (w->got == w->words)
        return true;
    unsigned descriptors = 0;
    for (unsigned i = 0; i < p->writes_in; i++)
        descriptors += p->write_intake[i].type == FLIT_MEM_WR_REQ;
    return p->k.aw_first && p->slots + descriptors <= p->k.wr_slots;
}

static int pick_write(struct port *p) {
    int best = -1, pick = -1;
    unsigned count = 0;
    for (int i = 0; i < WRITES; i++) {
        struct ideal_write *const w = &p->write[i];
        if (!may_plan(p, w))
            continue;
        if (rng_below(&p->rng, ++count) == 0)
            pick = i;
        if (w->got == w->words && (best < 0 || w->completed < p->write[best].completed))
            best = i;
    }
    const bool must = best >= 0 && !p->k.seed_rules &&
                      (p->write[best].passed + 2 > p->k.wr_slots / 2 || chance(p, 300));
    return must ? best : pick;
}

static void count_passed(struct port *p, int picked) {
    if (p->write[picked].planned[0])
        return;
    for (int i = 0; i < WRITES; i++)
        if (i != picked && may_plan(p, &p->write[i]))
            p->write[i].passed++;
}

static void plan_word(struct aw_burst *b, struct port *p, int write, unsigned index) {
    p->write[write].planned[index] = true;
    b->write[b->beats] = write;
    b->index[b->beats++] = index;
}

/* Appends a complete write that begins where the burst ends. */
static void coalesce_write(struct port *p, struct aw_burst *b) {
    const uint64_t end = b->addr + 32ull * b->beats;
    for (int i = 0; i < WRITES; i++) {
        struct ideal_write *const w = &p->write[i];
        if (!may_plan(p, w) || w->got < w->words || w->addr != end || w->planned[0] ||
            b->beats + w->words > 16 || end % 4096 == 0)
            continue;
        count_passed(p, i);
        for (unsigned j = 0; j < w->words; j++) {
            if (j > 0 && (end + 32ull * j) % 4096 == 0)
                break;
            plan_word(b, p, i, j);
        }
        return;
    }
}

static void plan_write(struct port *p) {
    unsigned slot = 0, index = 0;
    while (slot < BURSTS && p->aw[slot].used)
        slot++;
    const int i = slot < BURSTS ? pick_write(p) : -1;
    if (i < 0)
        return;
    struct ideal_write *const w = &p->write[i];
    struct aw_burst *const b = &p->aw[slot];
    *b = (struct aw_burst){.used = true, .order = p->orders++};
    count_passed(p, i);
    while (w->planned[index])
        index++;
    b->addr = w->addr + 32ull * index;
    const unsigned most = p->k.split_writes ? rng_range(&p->rng, 1, 8) : 8;
    while (index < w->words && !w->planned[index] && b->beats < most &&
           (b->beats == 0 || (w->addr + 32ull * index) % 4096 != 0))
        plan_word(b, p, i, index++);
    if (p->k.coalesce && index == w->words)
        coalesce_write(p, b);
    b->aw_at = p->cycle + (p->k.w_first ? rng_below(&p->rng, 20) : 0);
}

static struct aw_burst *next_burst(struct port *p, bool aw) {
    struct aw_burst *best = NULL;
    for (unsigned i = 0; i < BURSTS; i++) {
        struct aw_burst *const b = &p->aw[i];
        if (b->used && (aw ? !b->issued : b->sent < b->beats) &&
            (best == NULL || b->order < best->order))
            best = b;
    }
    return best;
}

static void report_beats(struct port *p, struct aw_burst *b) {
    struct verdict v;
    for (; b->issued && b->reported < b->sent; b->reported++)
        judge(p,
              mem_port_model_write_beat(p->model, b->handle, b->reported, &b->data[b->reported],
                                        0xffffffff, b->sent_at[b->reported], &v),
              &v);
}

static void issue_write(struct port *p) {
    struct aw_burst *const b = next_burst(p, true);
    struct verdict v;
    if (b == NULL || b->aw_at > p->cycle)
        return;
    judge(p, mem_port_model_write_issue(p->model, b->addr, b->beats, p->cycle, &b->handle, &v), &v);
    b->issued = true;
    report_beats(p, b);
}

static void send_beat(struct port *p) {
    struct aw_burst *const b = next_burst(p, false);
    if (b == NULL || (!b->issued && !p->k.w_first))
        return;
    const struct ideal_write *const w = &p->write[b->write[b->sent]];
    const unsigned index = b->index[b->sent];
    if (w->got <= index)
        return;
    b->data[b->sent] = w->data[index];
    b->sent_at[b->sent++] = p->cycle;
    report_beats(p, b);
}

static void answer_write(struct port *p) {
    const unsigned start = rng_below(&p->rng, BURSTS);
    for (unsigned i = 0; i < BURSTS; i++) {
        struct aw_burst *const b = &p->aw[(start + i) % BURSTS];
        if (!b->used || !b->issued || b->sent < b->beats)
            continue;
        for (unsigned j = 0; j < b->beats; j++)
            p->write[b->write[j]].answered++;
        mem_port_model_write_response(p->model, b->handle, p->cycle);
        b->used = false;
        return;
    }
}

/* ---- the store inside ------------------------------------------------------------------------ */

static struct word *stored_at(struct port *p, uint64_t addr) {
    const uint64_t index = (addr - STORE) / 32;
    return index < STORE_WORDS ? &p->stored[index] : NULL;
}

static void fill_store(struct port *p) {
    for (unsigned i = 0; i < STORE_WORDS; i++) {
        const uint64_t addr = STORE + 32ull * i;
        rng_fill(&p->rng, p->stored[i].w, 8);
        staging_write_end(p->store,
                          staging_write_begin(p->store, addr, &p->stored[i], UINT32_MAX, 0), 0);
    }
}

static void serve_inside_read(struct port *p, struct ideal_read *r) {
    unsigned i = 0;
    while (i < r->words && r->arrived[i])
        i++;
    for (unsigned end = i + 8; i < r->words && i < end && chance(p, 800); i++) {
        const struct word *const word = stored_at(p, r->addr + 32ull * i);
        r->value[i] = word == NULL ? (struct word){{0}} : *word;
        r->arrived[i] = true;
    }
}

static void serve_inside_write(struct port *p, struct ideal_write *w) {
    while (w->got == w->words && w->answered < w->words && chance(p, 700)) {
        struct word *const word = stored_at(p, w->addr + 32ull * w->answered);
        if (word != NULL)
            *word = w->data[w->answered];
        w->answered++;
    }
}

static void serve_inside(struct port *p) {
    uint64_t oldest = p->reads_in > 0 ? p->read_intake_at[0] : p->cycle;
    if (!p->k.inside)
        return;
    for (unsigned i = 0; i < READS; i++) {
        struct ideal_read *const r = &p->read[i];
        if (!r->used)
            continue;
        oldest = r->accepted < oldest ? r->accepted : oldest;
        if (r->inside && chance(p, 300))
            serve_inside_read(p, r);
    }
    for (unsigned i = 0; i < WRITES; i++)
        if (p->write[i].used && p->write[i].inside && chance(p, 300))
            serve_inside_write(p, &p->write[i]);
    staging_forget(p->store, oldest);
}

/* ---- the output ------------------------------------------------------------------------------ */

static void read_place(const struct ideal_read *r, unsigned *entry, unsigned *dst, unsigned *word) {
    const unsigned run = r->pos / r->entry_words;
    *word = r->pos % r->entry_words;
    *dst = run % r->n_dst;
    *entry = run / r->n_dst;
}

static bool can_send(const struct ideal_read *r) {
    unsigned entry, dst, word;
    if (!r->used || r->pos == r->words * r->n_dst)
        return false;
    read_place(r, &entry, &dst, &word);
    return r->arrived[entry * r->entry_words + word];
}

static int pick_read_to_send(struct port *p, bool streams) {
    int best = -1, pick = -1;
    unsigned count = 0;
    for (int i = 0; i < READS; i++) {
        struct ideal_read *const r = &p->read[i];
        if (r->streams != streams || !can_send(r))
            continue;
        if (r->ready_since == UINT64_MAX)
            r->ready_since = p->cycle;
        if (rng_below(&p->rng, ++count) == 0)
            pick = i;
        if (best < 0 || r->ready_since < p->read[best].ready_since)
            best = i;
    }
    if (best >= 0 && !p->k.seed_rules && p->read[best].passed >= 2)
        return best;
    return chance(p, p->k.seed_rules ? 200 : 500) ? best : pick;
}

static void send_word(struct port *p, int i) {
    struct ideal_read *const r = &p->read[i];
    unsigned entry, dst, word;
    read_place(r, &entry, &dst, &word);
    const bool last = word + 1 == r->entry_words;
    const struct flit f = {.dst_x = r->dst[dst] >> 4,
                           .dst_y = r->dst[dst] & 15,
                           .src_x = MEM_X,
                           .src_y = MEM_Y,
                           .type = FLIT_MEM_RD_RESP,
                           .txn = (uint8_t)(r->txn + (r->streams ? entry : 0)),
                           .last = last,
                           .rsvd = (uint8_t)(r->streams ? word : 0),
                           .payload = r->value[entry * r->entry_words + word]};
    send(p, f);
    if (r->streams) {
        p->open_entry = last ? -1 : i;
        p->gap = last;
    }
    r->ready_since = UINT64_MAX;
    r->passed = 0;
    if (++r->pos < r->words * r->n_dst)
        return;
    for (int j = 0; j < READS; j++)
        p->read[j].passed +=
            p->read[j].streams == r->streams && p->read[j].ready_since != UINT64_MAX;
    /* Its number may be used again only when no AXI burst still names it. */
    for (unsigned b = 0; b < BURSTS; b++)
        for (unsigned j = p->ar[b].done; p->ar[b].used && j < p->ar[b].beats; j++)
            if (p->ar[b].read[j] == i)
                return;
    r->used = false;
}

/* Reads that were finished by shared words leave when their own bursts are answered. */
static void retire_reads(struct port *p) {
    bool named[READS] = {false};
    for (unsigned b = 0; b < BURSTS; b++)
        for (unsigned j = p->ar[b].done; p->ar[b].used && j < p->ar[b].beats; j++)
            named[p->ar[b].read[j]] = true;
    for (int i = 0; i < READS; i++)
        if (p->read[i].used && p->read[i].pos == p->read[i].words * p->read[i].n_dst && !named[i])
            p->read[i].used = false;
}

static int pick_ack(struct port *p) {
    int best = -1;
    for (int i = 0; i < WRITES; i++) {
        const struct ideal_write *const w = &p->write[i];
        if (!w->used || w->too_long || w->refused || w->answered < w->words)
            continue;
        bool first = true;
        for (int j = 0; j < WRITES && !p->k.seed_rules; j++)
            first &= !p->write[j].used || p->write[j].src != w->src ||
                     p->write[j].order >= w->order || p->write[j].too_long || p->write[j].refused;
        if (first && (best < 0 || chance(p, 500)))
            best = i;
    }
    return best;
}

static void send_ack(struct port *p, int i) {
    struct ideal_write *const w = &p->write[i];
    send(p, (struct flit){.dst_x = w->src >> 4,
                          .dst_y = w->src & 15,
                          .src_x = MEM_X,
                          .src_y = MEM_Y,
                          .type = FLIT_MEM_WR_ACK,
                          .txn = w->txn,
                          .last = 1});
    w->used = false;
    p->slots--;
}

static void send_one(struct port *p) {
    const int ack = pick_ack(p), plain = pick_read_to_send(p, false);
    const bool open = p->open_entry >= 0;
    const int stream = open ? (can_send(&p->read[p->open_entry]) ? p->open_entry : -1)
                            : pick_read_to_send(p, true);
    const bool other = ack >= 0 || plain >= 0;
    const bool turn = stream < 0 || (open ? chance(p, 200) : p->gap || chance(p, 300));
    if (other && turn) {
        p->gap = false;
        const bool acks = plain < 0 || (ack >= 0 && p->ack_turn);
        if (acks)
            send_ack(p, ack);
        else
            send_word(p, plain);
        p->ack_turn = !acks;
    } else if (stream >= 0) {
        send_word(p, stream);
    }
}

/* ---- the run --------------------------------------------------------------------------------- */

static bool all_done(const struct port *p) {
    unsigned left = p->wanted - p->made + p->reads_in + p->writes_in + p->slots;
    for (unsigned i = 0; i < p->k.sources; i++)
        left += p->queued[i];
    for (unsigned i = 0; i < READS; i++)
        left += p->read[i].used;
    for (unsigned i = 0; i < BURSTS; i++)
        left += p->ar[i].used + p->aw[i].used;
    return left == 0;
}

/* Outputs of a cycle first: they may only show what was there before it. */
static void run_cycle(struct port *p) {
    if (chance(p, p->k.out_permille))
        send_one(p);
    if (chance(p, p->k.axi_permille))
        issue_read(p);
    if (chance(p, p->k.axi_permille))
        plan_write(p);
    issue_write(p);
    if (chance(p, p->k.axi_permille))
        send_beat(p);
    pop_read(p);
    pop_write(p);
    if (chance(p, p->k.axi_permille))
        answer_read(p);
    if (chance(p, p->k.axi_permille / 2))
        answer_write(p);
    serve_inside(p);
    retire_reads(p);
    make_requests(p);
    if (chance(p, p->k.accept_permille))
        accept_one(p);
    p->cycle++;
}

struct ideal_result ideal_run(const struct ideal_knobs *knobs, uint64_t seed, unsigned requests,
                              const struct ideal_spoiler *spoiler, struct mem_port_stats *stats) {
    struct mem_port_config config = {.mem_x = MEM_X,
                                     .mem_y = MEM_Y,
                                     .ap_decode = knobs->oddities,
                                     .wr_slots = knobs->wr_slots,
                                     .q_depth = 64,
                                     .q_margin = 4,
                                     .seed_rules = knobs->seed_rules};
    struct port *const p = calloc(1, sizeof *p);
    p->k = *knobs;
    p->spoiler = spoiler;
    p->wanted = requests;
    p->open_entry = -1;
    p->cycle = 100;
    p->result.first = CHECK_NONE;
    for (unsigned i = 0; i < 256; i++)
        p->open_by_source[i] = -1;
    if (knobs->inside) {
        p->store = staging_new(&(struct staging_config){.words = STORE_WORDS});
        config.inside = staging_for_port(p->store);
    }
    p->model = mem_port_model_new(&config);
    rng_init(&p->rng, seed, "model.mem_port", "ideal");
    if (knobs->inside)
        fill_store(p);
    while (p->result.alarms == 0 && !all_done(p) && p->result.cycles < DRAIN_CYCLES) {
        run_cycle(p);
        p->result.cycles++;
    }
    p->result.idle = mem_port_model_idle(p->model);
    for (unsigned code = 0; code < MSG_COUNT; code++)
        p->result.due_missing += mem_port_model_messages(p->model, (enum mem_port_message)code) -
                                 mem_port_model_messages_due(p->model, (enum mem_port_message)code);
    if (stats != NULL)
        *stats = *mem_port_model_stats(p->model);
    struct ideal_result result = p->result;
    mem_port_model_free(p->model);
    staging_free(p->store);
    free(p);
    return result;
}

struct ideal_knobs ideal_random_knobs(struct rng *r) {
    static const unsigned hot[] = {0, 0, 4, 40, 300};
    static const unsigned txns[] = {1, 2, 6, 85};
    static const unsigned slots[] = {1, 2, 4, 16, 64};
    struct ideal_knobs k = {.seed_rules = rng_chance(r, 400),
                            .serial = rng_chance(r, 200),
                            .burst_per_entry = rng_chance(r, 300),
                            .w_first = rng_chance(r, 300),
                            .split_writes = rng_chance(r, 300),
                            .oddities = rng_chance(r, 300),
                            .memory = (enum ideal_memory)rng_below(r, 4),
                            .wr_slots = slots[rng_below(r, 5)],
                            .sources = rng_range(r, 1, SOURCES),
                            .txns = txns[rng_below(r, 4)],
                            .hot_words = hot[rng_below(r, 5)],
                            .max_entries = rng_chance(r, 100) ? 255 : rng_range(r, 1, 8),
                            .accept_permille = rng_range(r, 100, 1000),
                            .out_permille = rng_range(r, 300, 1000),
                            .axi_permille = rng_range(r, 300, 1000)};
    /* A word that arrives out of turn could open an entry the serial port never gets to finish. */
    k.coalesce = !k.serial && rng_chance(r, 400);
    k.share = !k.serial && rng_chance(r, 300);
    k.aw_first = !k.w_first && rng_chance(r, 300);
    return k;
}
