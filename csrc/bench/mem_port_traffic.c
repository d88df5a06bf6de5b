#include "bench/mem_port_traffic.h"

#include <string.h>

#define WINDOW_BYTES (UINT64_C(1) << 36)
#define PAGE_BYTES 4096u
#define PAGE_WORDS (PAGE_BYTES / WORD_BYTES)
#define APERTURE_BIT (UINT64_C(1) << 39)

static bool left_out(const struct mem_port_bench *b, enum without what) {
    return b->sim->options->without & what;
}

/* ---- addresses ------------------------------------------------------------------------------- */

static uint64_t area_base(struct mem_port_traffic *t, unsigned area) {
    switch ((enum address_area)area) {
    case AREA_SMALL:
        return rng_below(&t->rng, 16) * 32u;
    case AREA_WINDOW:
        return rng_next(&t->rng) & (WINDOW_BYTES - 32);
    case AREA_PAGES:
        return t->page + PAGE_BYTES - 32u * rng_below(&t->rng, 40);
    case AREA_CARRY:
        return t->carry - 32u * rng_below(&t->rng, 20) + 32u * rng_below(&t->rng, 4);
    }
    return 0;
}

static unsigned pick_area(struct mem_port_traffic *t) {
    const unsigned *w = t->knobs.area_weight;
    unsigned at = rng_below(&t->rng, w[0] + w[1] + w[2] + w[3]);
    unsigned area = 0;
    while (at >= w[area]) {
        at -= w[area++];
    }
    return area;
}

/* Whether a request may cross 4 KB. */
static bool splits(const struct mem_port_bench *b) {
    return !left_out(b, WITHOUT_SPLIT_4K) && !b->sim->options->seed_rules;
}

/* An address for `bytes` bytes that stay inside one 64 GB window, with the mesh bits the port does
 * not look at and, sometimes, an aperture. */
static uint64_t pick_address(struct mem_port_bench *b, uint64_t bytes) {
    struct mem_port_traffic *t = b->traffic;
    uint64_t addr = area_base(t, pick_area(t)) & (WINDOW_BYTES - 32);
    if (addr + bytes > WINDOW_BYTES) {
        addr = WINDOW_BYTES - bytes;
    }
    if (!splits(b) && addr % PAGE_BYTES + bytes > PAGE_BYTES) {
        addr -= addr % PAGE_BYTES + bytes - PAGE_BYTES;
    }
    if (rng_chance(&t->rng, 300)) {
        addr |= (uint64_t)rng_below(&t->rng, 4) << 36;
    }
    if (rng_chance(&t->rng, t->knobs.aperture_permille) && !left_out(b, WITHOUT_APERTURES)) {
        addr |= APERTURE_BIT;
        if (rng_chance(&t->rng, 600)) { /* one that is served: the store of the own mesh */
            addr = (addr & ~(UINT64_C(0xf) << 32 | UINT64_C(3) << 36)) |
                   (uint64_t)b->type->mem_port.mesh_id << 36;
            addr = (addr & 0xffffffff) + bytes > UINT64_C(1) << 32 ? addr - bytes : addr;
        }
    }
    return addr;
}

/* ---- requests -------------------------------------------------------------------------------- */

static uint8_t pick_txn(struct mem_port_traffic *t) {
    return (uint8_t)rng_next(&t->rng);
}

static bool has_budget(struct mem_port_bench *b, uint64_t flits) {
    struct mem_port_traffic *t = b->traffic;
    if (b->source.total == 0 && mem_port_model_idle(b->model)) {
        read_account_clear(&t->reads, b->model);
    }
    return read_account_allows(&t->reads, b->model, flits, t->knobs.read_budget);
}

static void add_plain(struct mem_port_bench *b, unsigned endpoint) {
    struct mem_port_traffic *t = b->traffic;
    if (left_out(b, WITHOUT_PLAIN)) {
        return;
    }
    unsigned beats = rng_range(&t->rng, 1, t->knobs.max_plain_beats);
    if (!splits(b) && beats > PAGE_WORDS) {
        beats = PAGE_WORDS;
    }
    if (!has_budget(b, beats)) {
        return;
    }
    const struct descriptor d = {
        .addr = pick_address(b, beats * 32u),
        .len = (uint8_t)(beats - 1),
    };
    if (mem_port_read(b, endpoint, pick_txn(t), &d)) {
        t->reads.asked += beats;
    }
}

static void add_peers(struct mem_port_bench *b, unsigned endpoint, struct descriptor *d) {
    struct mem_port_traffic *t = b->traffic;
    if (!rng_chance(&t->rng, t->knobs.peer_permille) || left_out(b, WITHOUT_PEERS)) {
        return;
    }
    d->n_peer = (uint8_t)rng_range(&t->rng, 1, 3);
    for (unsigned i = 0; i < 3; i++) {
        unsigned who = rng_chance(&t->rng, 100) ? endpoint : rng_below(&t->rng, MEM_PORT_ENDPOINTS);
        d->peer[i] = b->endpoint[i > 0 && rng_chance(&t->rng, 100) ? 0 : who];
    }
}

static void add_stream(struct mem_port_bench *b, unsigned endpoint) {
    struct mem_port_traffic *t = b->traffic;
    static const uint8_t sizes[] = {0, 1, 2, 3, 4, 4, 4, 5, 255};
    if (left_out(b, WITHOUT_STREAM)) {
        return;
    }
    struct descriptor d = {
        .flags = FLAG_STREAM,
        .count = (uint8_t)rng_below(&t->rng, t->knobs.max_entries + 1),
        .entry_words = sizes[rng_below(&t->rng, sizeof sizes)],
    };
    add_peers(b, endpoint, &d);
    if (!splits(b) && d.count * descriptor_entry_words(&d) > PAGE_WORDS) {
        d.count = (uint8_t)(PAGE_WORDS / descriptor_entry_words(&d));
    }
    unsigned words = descriptor_entries(&d) * descriptor_entry_words(&d);
    unsigned flits = words * (d.n_peer + 1u);
    if (!has_budget(b, flits)) {
        return;
    }
    d.addr = pick_address(b, words * 32u);
    if (mem_port_read(b, endpoint, pick_txn(t), &d)) {
        t->reads.asked += flits;
    }
}

static void add_write(struct mem_port_bench *b, unsigned endpoint) {
    struct mem_port_traffic *t = b->traffic;
    if (endpoint >= t->knobs.writers || left_out(b, WITHOUT_WRITES)) {
        return;
    }
    unsigned beats = rng_chance(&t->rng, 300) ? 8 : rng_range(&t->rng, 1, 8);
    mem_port_write(b, endpoint, pick_txn(t), pick_address(b, beats * 32u), beats);
}

static void add_long_write(struct mem_port_bench *b, unsigned endpoint) {
    struct mem_port_traffic *t = b->traffic;
    static const unsigned beats[] = {9, 10, 16, 17, 33, 256};
    if (endpoint < t->knobs.writers && !left_out(b, WITHOUT_LONG_WRITES) &&
        !b->sim->options->seed_rules) {
        uint64_t dram = pick_address(b, 32) & ~APERTURE_BIT;
        mem_port_write(b, endpoint, pick_txn(t), dram, beats[rng_below(&t->rng, 6)]);
    }
}

/* Write data no write is open for: legal to send in the order of one endpoint's queue. */
static void add_orphan(struct mem_port_bench *b, unsigned endpoint) {
    struct mem_port_traffic *t = b->traffic;
    if (left_out(b, WITHOUT_ORPHAN_DATA)) {
        return;
    }
    struct flit f = {.type = FLIT_MEM_WR_DATA, .txn = pick_txn(t), .last = 1};
    rng_fill(&t->rng, f.payload.w, 8);
    mem_port_send(b, endpoint, &f);
}

/* Any other type: accepted and dropped. */
static void add_other_type(struct mem_port_bench *b, unsigned endpoint) {
    struct mem_port_traffic *t = b->traffic;
    static const uint8_t types[] = {2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    if (left_out(b, WITHOUT_NON_MEMORY)) {
        return;
    }
    struct flit f = {.type = types[rng_below(&t->rng, sizeof types)], .txn = pick_txn(t)};
    f.last = rng_next(&t->rng) & 1;
    rng_fill(&t->rng, f.payload.w, 8);
    mem_port_send(b, endpoint, &f);
}

static void add_odd(struct mem_port_bench *b, unsigned endpoint) {
    struct mem_port_traffic *t = b->traffic;
    switch (rng_below(&t->rng, 3)) {
    case 0:
        add_orphan(b, endpoint);
        break;
    case 1:
        add_other_type(b, endpoint);
        break;
    default:
        add_long_write(b, endpoint);
        break;
    }
}

static void add_request(struct mem_port_bench *b, unsigned endpoint) {
    struct mem_port_traffic *t = b->traffic;
    const struct traffic_knobs *k = &t->knobs;
    if (rng_chance(&t->rng, k->odd_permille)) {
        add_odd(b, endpoint);
        return;
    }
    unsigned at = rng_below(&t->rng, k->weight_plain + k->weight_stream + k->weight_write);
    if (at < k->weight_plain) {
        add_plain(b, endpoint);
    } else if (at < k->weight_plain + k->weight_stream) {
        add_stream(b, endpoint);
    } else {
        add_write(b, endpoint);
    }
}

/* Whether the intake can take one more request of any kind without holding it back. */
static bool intake_is_short(const struct mem_port_bench *b) {
    struct mem_port_room room = mem_port_model_room(b->model);
    const struct mem_port_params *p = &b->type->mem_port;
    bool slots = p->wr_slots == 1 ? room.held_slots == 0 && b->source.total == 0
                                  : room.held_slots + 1 < p->wr_slots;
    return room.unserved_reads < (p->q_depth - p->q_margin) / 2 && slots && b->source.total < 2;
}

/* What is drawn here depends on nothing but the cycle of the epoch, and a request on nothing but what
 * is drawn for it: leaving requests out changes no other. */
static void refill(struct mem_port_bench *b) {
    struct mem_port_traffic *t = b->traffic;
    if (!rng_chance(&t->when, t->knobs.request_permille)) {
        return;
    }
    const unsigned endpoint = rng_below(&t->when, t->knobs.endpoints);
    t->rng.state = rng_next(&t->when);
    b->data.state = rng_next(&t->when);
    if ((t->knobs.few_outstanding && !intake_is_short(b)) || !sim_sends(b->sim, endpoint)) {
        return;
    }
    if (link_source_pending(&b->source, endpoint) < t->knobs.queue_flits) {
        add_request(b, endpoint);
    }
}

/* ---- knobs ----------------------------------------------------------------------------------- */

static void randomise_mix(struct traffic_knobs *k, struct rng *r) {
    k->weight_plain = rng_below(r, 4);
    k->weight_stream = rng_below(r, 4);
    k->weight_write = rng_below(r, 4);
    if (k->weight_plain + k->weight_stream + k->weight_write == 0) {
        k->weight_write = 1;
    }
    for (unsigned i = 0; i < 4; i++) {
        k->area_weight[i] = rng_below(r, 4);
    }
    k->area_weight[AREA_WINDOW]++;
}

static void randomise_traffic(struct mem_port_bench *b) {
    struct mem_port_traffic *t = b->traffic;
    struct traffic_knobs *k = &t->knobs;
    struct rng *r = &t->rng;
    const unsigned slots = b->type->mem_port.wr_slots;
    static const unsigned plain[] = {1, 4, 16, 40, 256}, entries[] = {1, 2, 5, 20, 255};
    static const unsigned budget[] = {1, 16, 100, 1000, 4000}, odd[] = {0, 0, 20, 200};
    static const unsigned rate[] = {1000, 1000, 300, 100, 20};
    randomise_mix(k, r);
    k->endpoints = rng_chance(r, 300) ? rng_range(r, 1, 3) : rng_range(r, 1, MEM_PORT_ENDPOINTS);
    k->writers = rng_range(r, 1, slots < k->endpoints ? slots : k->endpoints);
    k->odd_permille = odd[rng_below(r, 4)];
    k->aperture_permille = rng_chance(r, 500) ? 200 : 0;
    k->peer_permille = rng_chance(r, 500) ? 400 : 0;
    k->queue_flits = rng_range(r, 1, 40);
    k->max_plain_beats = plain[rng_below(r, 5)];
    k->max_entries = entries[rng_below(r, 5)];
    k->read_budget = budget[rng_below(r, 5)];
    k->request_permille = rate[rng_below(r, 5)];
    t->page = (rng_next(r) & (WINDOW_BYTES - PAGE_BYTES)) / 2;
    t->carry = UINT64_C(1) << rng_range(r, 12, 35);
}

void mem_port_traffic_randomise(struct mem_port_bench *b) {
    struct mem_port_traffic *t = b->traffic;
    randomise_traffic(b);
    b->scribble = rng_chance(&t->rng, 700) && !left_out(b, WITHOUT_RESERVED_FLAGS);
    link_source_randomise(&b->source.knobs, &t->rng);
    link_source_without(&b->source.knobs, b->sim->options->without);
    link_sink_randomise(&b->sink.knobs, &t->rng, true);
    link_sink_without(&b->sink.knobs, b->sim->options->without);
    if (b->sink.knobs.coupled) {
        /* A sink that waits for its own sends may not be owed more than the port can hold. */
        b->sink.knobs.coupled = false;
        mem_port_knobs_changed(b);
        mem_port_settle(b);
        b->sink.knobs.coupled = true;
    }
    t->knobs.few_outstanding = b->sink.knobs.coupled;
    axi_mem_randomise(&b->memory.knobs, &t->rng, true);
    axi_mem_without(&b->memory.knobs, b->sim->options->without);
    mem_port_knobs_changed(b);
}

struct mem_port_traffic *mem_port_traffic_new(struct mem_port_bench *b) {
    struct mem_port_traffic *t = sim_alloc(b->sim, sizeof *t);
    sim_rng(b->sim, &t->rng, "traffic");
    sim_rng(b->sim, &t->when, "traffic.when");
    b->traffic = t;
    b->refill = refill;
    mem_port_traffic_randomise(b);
    return t;
}

/* ---- epochs ---------------------------------------------------------------------------------- */

static void random_reset(struct mem_port_bench *b) {
    struct mem_port_traffic *t = b->traffic;
    sim_reset(b->sim, rng_chance(&t->when, 400) ? 1 : rng_range(&t->when, 2, 40));
    read_account_clear(&t->reads, b->model);
}

void mem_port_traffic_run(struct mem_port_bench *b, uint64_t cycles) {
    struct mem_port_traffic *t = b->traffic;
    struct sim *s = b->sim;
    uint64_t end = s->cycle + cycles;
    for (unsigned epoch = s->seen.epochs; s->cycle < end && sim_epoch(s, &epoch); epoch++) {
        sim_epoch_rng(s, &t->rng, "traffic", epoch);
        sim_epoch_rng(s, &t->when, "traffic.when", epoch);
        mem_port_traffic_randomise(b);
        const uint64_t length = rng_range(&t->when, 200, 6000);
        sim_cycles(s, length < end - s->cycle ? length : end - s->cycle);
        const unsigned what = rng_below(&t->when, 4);
        if (what == 0 && !left_out(b, WITHOUT_MID_RESET)) {
            random_reset(b);
        } else if (what == 1 && !left_out(b, WITHOUT_DRAINS)) {
            mem_port_settle(b);
        }
    }
    s->seen.random_cycles += cycles;
}
