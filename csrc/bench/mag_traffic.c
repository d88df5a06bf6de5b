#include "bench/mag_traffic.h"

enum { PAGE_WORDS = 4096 / WORD_BYTES };

/* ---- endpoints ------------------------------------------------------------------------------- */

static bool has_budget(struct mag_bench *b, unsigned p, uint64_t flits) {
    struct mag_traffic *t = b->traffic;
    if (b->in[p].total == 0 && mem_port_model_idle(b->port_model[p])) {
        read_account_clear(&t->reads[p], b->port_model[p]);
    }
    return read_account_allows(&t->reads[p], b->port_model[p], flits, t->knobs.read_budget);
}

static uint64_t pick_address(struct mag_bench *b, unsigned p, unsigned words) {
    struct mag_traffic *t = b->traffic;
    const struct mag_traffic_knobs *k = &t->knobs;
    const unsigned own = b->type->mover.mesh_id;
    const unsigned mesh = rng_chance(&t->rng, k->mesh_permille) ? rng_below(&t->rng, 4) : own;
    if (rng_chance(&t->rng, k->staging_permille)) {
        return mag_staging_addr(b, b->staging != NULL ? mag_traffic_store_offset(b, words)
                                                      : rng_below(&t->rng, 64) * WORD_BYTES);
    }
    if (rng_chance(&t->rng, k->aperture_permille)) {
        const unsigned index = mesh == own ? rng_range(&t->rng, 1, 15) : rng_below(&t->rng, 16);
        return mag_aperture_addr(mesh, index, rng_below(&t->rng, 4096) * WORD_BYTES);
    }
    return mag_dram_addr(mesh, mag_traffic_offset(b, p, (uint64_t)words * WORD_BYTES));
}

static void add_plain(struct mag_bench *b, unsigned p, unsigned e) {
    struct mag_traffic *t = b->traffic;
    if (mag_traffic_without(b, WITHOUT_PLAIN)) {
        return;
    }
    unsigned beats = rng_range(&t->rng, 1, t->knobs.max_plain_beats);
    if (!mag_traffic_splits(b) && beats > PAGE_WORDS) {
        beats = PAGE_WORDS;
    }
    if (has_budget(b, p, beats) &&
        mag_read_plain(b, p, e, (uint8_t)rng_next(&t->rng), pick_address(b, p, beats), beats)) {
        t->reads[p].asked += beats;
    }
}

static void add_stream(struct mag_bench *b, unsigned p, unsigned e) {
    struct mag_traffic *t = b->traffic;
    static const uint8_t sizes[] = {0, 1, 2, 3, 4, 4, 4, 5, 255};
    if (mag_traffic_without(b, WITHOUT_STREAM)) {
        return;
    }
    struct descriptor d = {
        .flags = FLAG_STREAM,
        .count = (uint8_t)rng_below(&t->rng, t->knobs.max_entries + 1),
        .entry_words = sizes[rng_below(&t->rng, sizeof sizes)],
    };
    if (rng_chance(&t->rng, t->knobs.peer_permille) && !mag_traffic_without(b, WITHOUT_PEERS)) {
        d.n_peer = (uint8_t)rng_range(&t->rng, 1, 3);
        for (unsigned i = 0; i < DESCRIPTOR_PEERS; i++) {
            d.peer[i] = b->endpoint[rng_below(&t->rng, MAG_ENDPOINTS)];
        }
    }
    if (!mag_traffic_splits(b) && descriptor_entries(&d) * 4 > PAGE_WORDS) {
        d.count = PAGE_WORDS / 4;
    }
    const unsigned words = descriptor_entries(&d) * descriptor_entry_words(&d);
    const unsigned flits = words * (d.n_peer + 1u);
    d.addr = pick_address(b, p, words);
    if (has_budget(b, p, flits) && mag_read(b, p, e, (uint8_t)rng_next(&t->rng), &d)) {
        t->reads[p].asked += flits;
    }
}

static void add_write(struct mag_bench *b, unsigned p, unsigned e) {
    struct mag_traffic *t = b->traffic;
    const unsigned beats = rng_chance(&t->rng, 300) ? 8 : rng_range(&t->rng, 1, 8);
    if (e < t->knobs.writers && !mag_traffic_without(b, WITHOUT_WRITES)) {
        mag_write(b, p, e, (uint8_t)rng_next(&t->rng), pick_address(b, p, beats), beats, NULL);
    }
}

static void add_odd(struct mag_bench *b, unsigned p, unsigned e) {
    struct mag_traffic *t = b->traffic;
    static const unsigned beats[] = {9, 10, 16, 17, 33};
    if (rng_chance(&t->rng, 500)) {
        if (mag_traffic_without(b, WITHOUT_ORPHAN_DATA)) {
            return;
        }
        struct flit f = {.type = FLIT_MEM_WR_DATA, .txn = (uint8_t)rng_next(&t->rng), .last = 1};
        rng_fill(&t->rng, f.payload.w, 8);
        mag_send(b, p, e, &f);
    } else if (e < t->knobs.writers && !b->sim->options->seed_rules &&
               !mag_traffic_without(b, WITHOUT_LONG_WRITES)) {
        mag_write(b, p, e, (uint8_t)rng_next(&t->rng),
                  mag_dram_addr(b->type->mover.mesh_id, mag_traffic_offset(b, p, WORD_BYTES)),
                  beats[rng_below(&t->rng, 5)], NULL);
    }
}

static struct cu_data_descriptor random_cu_descriptor(struct mag_traffic *t) {
    const uint64_t bits = rng_next(&t->rng);
    return (struct cu_data_descriptor){.buf_id = (uint8_t)bits,
                                       .offset = (uint16_t)(bits >> 8),
                                       .flags = (uint8_t)(bits >> 24),
                                       .ack = {bits >> 32 & 15, bits >> 36 & 15}};
}

/* Control flits, well formed and malformed, and unit-to-unit bursts that have lost their way. */
static void add_control(struct mag_bench *b, unsigned p, unsigned e) {
    struct mag_traffic *t = b->traffic;
    static const uint8_t types[] = {2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    if (mag_traffic_without(b, WITHOUT_NON_MEMORY)) {
        return;
    }
    if (rng_chance(&t->rng, 200)) {
        const struct mag_cu_burst burst = {.descriptor = random_cu_descriptor(t),
                                           .beats = rng_range(&t->rng, 1, 8),
                                           .dst = b->endpoint[rng_below(&t->rng, MAG_ENDPOINTS)]};
        mag_cu_burst(b, p, e, &burst);
        return;
    }
    const uint64_t bits = rng_next(&t->rng);
    struct flit f = {.dst_x = bits & 15,
                     .dst_y = bits >> 4 & 15,
                     .type = types[rng_below(&t->rng, sizeof types)],
                     .txn = (uint8_t)(bits >> 8),
                     .last = bits >> 16 & 1,
                     .rsvd = bits >> 17 & 3};
    rng_fill(&t->rng, f.payload.w, 8);
    mag_send(b, p, e, &f);
}

/* Remote bursts, and any type at all with the marker: memory types, too, go to the encapsulator. */
static void add_marked(struct mag_bench *b, unsigned p, unsigned e) {
    struct mag_traffic *t = b->traffic;
    if (rng_chance(&t->rng, 700)) {
        const struct mag_cu_burst burst = {.descriptor = random_cu_descriptor(t),
                                           .beats = rng_range(&t->rng, 1, 16),
                                           .dst = b->endpoint[rng_below(&t->rng, MAG_ENDPOINTS)],
                                           .remote = true,
                                           .mesh = (uint8_t)rng_below(&t->rng, 4)};
        mag_cu_burst(b, p, e, &burst);
        return;
    }
    const uint64_t bits = rng_next(&t->rng);
    struct flit f = {.type = bits & 15,
                     .txn = (uint8_t)(bits >> 8),
                     .last = bits >> 16 & 1,
                     .rsvd = 4 | (bits >> 17 & 3)};
    if (!b->type->mover.ilink && (f.type < 2 || f.type == FLIT_MEM_WR_DATA)) {
        return; /* the marker is not examined: this would be a request of any shape */
    }
    rng_fill(&t->rng, f.payload.w, 8);
    mag_send(b, p, e, &f);
}

static void add_request(struct mag_bench *b, unsigned p) {
    struct mag_traffic *t = b->traffic;
    const struct mag_traffic_knobs *k = &t->knobs;
    const unsigned e = rng_below(&t->rng, k->endpoints);
    if (!sim_sends(b->sim, e) || link_source_pending(&b->in[p], e) >= k->queue_flits) {
        return;
    }
    t->requests++;
    if (rng_chance(&t->rng, k->odd_permille)) {
        add_odd(b, p, e);
        return;
    }
    static void (*const add[])(struct mag_bench *, unsigned, unsigned) = {
        add_plain, add_stream, add_write, add_control, add_marked};
    const unsigned weight[] = {k->weight_plain, k->weight_stream, k->weight_write,
                               k->weight_control, k->weight_marked};
    unsigned at = rng_below(&t->rng, weight[0] + weight[1] + weight[2] + weight[3] + weight[4]);
    unsigned kind = 0;
    while (at >= weight[kind]) {
        at -= weight[kind++];
    }
    add[kind](b, p, e);
}

/* ---- control agent and interlink ------------------------------------------------------------- */

static struct flit any_flit(struct mag_bench *b) {
    struct mag_traffic *t = b->traffic;
    const uint64_t bits = rng_next(&t->rng);
    struct flit f = {.dst_x = bits & 15,
                     .dst_y = rng_chance(&t->rng, 700)
                                  ? (uint8_t)b->type->mag.y[rng_below(&t->rng, b->ports)]
                                  : bits >> 4 & 15,
                     .src_x = bits >> 8 & 15,
                     .src_y = bits >> 12 & 15,
                     .type = (uint8_t)rng_range(&t->rng, 5, 15),
                     .txn = (uint8_t)(bits >> 16),
                     .last = bits >> 24 & 1,
                     .rsvd = bits >> 25 & 7};
    rng_fill(&t->rng, f.payload.w, 8);
    return f;
}

/* Whether a source that sends with `permille` is to send in this cycle. What is drawn here depends on
 * nothing but the cycle of the epoch, and what is sent on nothing but what is drawn for it: leaving a
 * source out changes no other. */
static bool has_turn(struct mag_bench *b, unsigned permille, uint32_t without) {
    struct mag_traffic *t = b->traffic;
    if (!rng_chance(&t->when, permille)) {
        return false;
    }
    t->rng.state = rng_next(&t->when);
    b->data.state = rng_next(&t->when);
    return !mag_traffic_without(b, without);
}

static void add_passed(struct mag_bench *b) {
    struct mag_traffic *t = b->traffic;
    enum { PENDING = 32 };
    if (has_turn(b, t->knobs.agent_permille, WITHOUT_AGENT) && b->agent_tx.total < PENDING) {
        const struct flit f = any_flit(b);
        mag_agent_send(b, &f);
    }
    if (has_turn(b, t->knobs.inject_permille, WITHOUT_INTERLINK) && b->inject.total < PENDING) {
        if (rng_chance(&t->rng, 300)) {
            const struct mag_cu_burst burst = {.descriptor = random_cu_descriptor(t),
                                               .beats = rng_range(&t->rng, 1, 8),
                                               .dst =
                                                   b->endpoint[rng_below(&t->rng, MAG_ENDPOINTS)]};
            mag_inject_cu_burst(b, rng_below(&t->rng, MAG_INJECTORS),
                                b->endpoint[rng_below(&t->rng, MAG_ENDPOINTS)], &burst);
        } else {
            const struct flit f = any_flit(b);
            mag_inject(b, rng_below(&t->rng, MAG_INJECTORS), &f);
        }
    }
}

/* ---- host and ri_* --------------------------------------------------------------------------- */

/* A legal burst: in one page, often ending on it. */
static struct axi_host_request random_burst(struct mag_bench *b, unsigned requester) {
    struct mag_traffic *t = b->traffic;
    unsigned beats = rng_range(&t->rng, 1, t->knobs.max_burst);
    uint64_t addr = mag_traffic_offset(b, requester, WORD_BYTES);
    const unsigned room = PAGE_WORDS - (unsigned)(addr / WORD_BYTES % PAGE_WORDS);
    if (beats > room || rng_chance(&t->rng, 100)) {
        addr = addr / 4096 * 4096 + (PAGE_WORDS - beats) * (uint64_t)WORD_BYTES;
    }
    return axi_host_incr(rng_next(&t->rng) & 15, addr, beats);
}

static void random_strobes(struct mag_traffic *t, uint32_t strb[AXI_HOST_BEATS], unsigned beats) {
    const unsigned how = rng_below(&t->rng, 4);
    for (unsigned i = 0; i < beats; i++) {
        const uint64_t bits = rng_next(&t->rng);
        strb[i] = how < 2 || (how == 2 && (bits >> 32 & 3) != 0) ? UINT32_MAX
                  : (bits >> 40 & 3) == 0                        ? 0
                                                                 : (uint32_t)bits;
    }
}

static void add_host_write(struct mag_bench *b, struct axi_host *h,
                           const struct axi_host_request *r) {
    struct mag_traffic *t = b->traffic;
    struct word data[AXI_HOST_BEATS];
    uint32_t strb[AXI_HOST_BEATS];
    for (unsigned i = 0; i < r->beats; i++) {
        mag_fresh_word(b, h == &b->host ? 0xf0 : 0xf1, &data[i]);
    }
    random_strobes(t, strb, r->beats);
    axi_host_write(h, r, data, strb);
}

enum { HOST_PENDING = 12 };

static void add_host(struct mag_bench *b) {
    struct mag_traffic *t = b->traffic;
    struct axi_host_request r = random_burst(b, MAG_HOST);
    if (rng_chance(&t->rng, t->knobs.host_odd_permille)) {
        r.size = rng_next(&t->rng) & 7;
        r.burst = rng_next(&t->rng) & 3;
        if (r.size != AXI_SIZE_32 && r.beats > 16) {
            r.beats = 16;
        }
    }
    if (rng_chance(&t->rng, t->knobs.host_nowhere_permille)) {
        r.addr |= (uint64_t)rng_range(&t->rng, 1, 15) << 36;
    }
    t->bursts++;
    if (rng_chance(&t->rng, 500)) {
        if (axi_host_reads(&b->host) < HOST_PENDING) {
            axi_host_read(&b->host, &r);
        }
    } else if (axi_host_writes(&b->host) < HOST_PENDING) {
        add_host_write(b, &b->host, &r);
    }
}

static void add_inbound(struct mag_bench *b) {
    struct mag_traffic *t = b->traffic;
    struct axi_host_request r = random_burst(b, MAG_INBOUND);
    r.addr |= (uint64_t)rng_below(&t->rng, 4) << 36;
    if (rng_chance(&t->rng, t->knobs.staging_permille)) {
        uint64_t offset = b->staging != NULL ? mag_traffic_store_offset(b, r.beats)
                                             : rng_below(&t->rng, 64) * (uint64_t)WORD_BYTES;
        const unsigned room = PAGE_WORDS - (unsigned)(offset / WORD_BYTES % PAGE_WORDS);
        r.beats = r.beats > room ? room : r.beats;
        r.addr = mag_aperture_addr(rng_below(&t->rng, 4), 0, offset);
    }
    if (axi_host_writes(&b->inbound) < HOST_PENDING) {
        t->bursts++;
        add_host_write(b, &b->inbound, &r);
    }
}

/* ---- mover ----------------------------------------------------------------------------------- */

static void add_moves(struct mag_bench *b) {
    struct mag_traffic *t = b->traffic;
    if (has_turn(b, t->knobs.poke_permille, WITHOUT_POKES)) {
        static const uint8_t regs[] = {
            MOVER_REG_CONTROL, MOVER_REG_WALKER,    MOVER_REG_DIM, MOVER_REG_COMMIT,
            MOVER_REG_AXIS,    MOVER_REG_IMMEDIATE, 0x38,          0x80};
        if (!mag_mover_idle(&b->move) && mover_driver_idle(&b->mover)) {
            mover_driver_write_any_time(&b->mover, regs[rng_below(&t->rng, 8)], rng_next(&t->rng));
        }
    }
    if (has_turn(b, t->knobs.move_permille, WITHOUT_MOVES) && mover_driver_idle(&b->mover) &&
        mag_mover_idle(&b->move)) {
        mag_traffic_move(b);
    }
}

static void refill(struct mag_bench *b) {
    struct mag_traffic *t = b->traffic;
    for (unsigned p = 0; p < b->ports; p++) {
        if (has_turn(b, t->knobs.request_permille, 0)) {
            add_request(b, p);
        }
    }
    add_passed(b);
    if (has_turn(b, t->knobs.host_permille, WITHOUT_HOST)) {
        add_host(b);
    }
    if (has_turn(b, t->knobs.inbound_permille, WITHOUT_INBOUND)) {
        add_inbound(b);
    }
    add_moves(b);
}

/* ---- knobs ----------------------------------------------------------------------------------- */

static unsigned one_of(struct rng *r, const unsigned *of, unsigned count) {
    return of[rng_below(r, count)];
}
#define ONE_OF(r, ...)                                                                             \
    one_of(r, (const unsigned[]){__VA_ARGS__},                                                     \
           sizeof((const unsigned[]){__VA_ARGS__}) / sizeof(unsigned))

static void randomise_endpoints(struct mag_bench *b, struct mag_traffic_knobs *k, struct rng *r) {
    const unsigned slots = b->type->mag.wr_slots;
    k->endpoints = rng_chance(r, 300) ? rng_range(r, 1, 3) : rng_range(r, 1, MAG_ENDPOINTS);
    k->writers = rng_range(r, 1, slots < k->endpoints ? slots : k->endpoints);
    k->request_permille = ONE_OF(r, 1000, 500, 200, 50, 10);
    k->weight_plain = rng_below(r, 4);
    k->weight_stream = rng_below(r, 4);
    k->weight_write = rng_below(r, 4);
    k->weight_control = rng_below(r, 3);
    k->weight_marked = 1;
    k->odd_permille = ONE_OF(r, 0, 0, 20, 200);
    k->peer_permille = rng_chance(r, 500) ? 400 : 0;
    k->mesh_permille = ONE_OF(r, 0, 100, 700);
    k->staging_permille = ONE_OF(r, 0, 200, 600);
    k->aperture_permille = ONE_OF(r, 0, 0, 30);
    if (mag_traffic_without(b, WITHOUT_APERTURES)) {
        k->aperture_permille = k->staging_permille = 0;
    }
    if (mag_traffic_without(b, WITHOUT_STAGING)) {
        k->staging_permille = 0;
    }
    k->queue_flits = rng_range(r, 1, 40);
    k->max_plain_beats = ONE_OF(r, 1, 4, 16, 40, 256);
    k->max_entries = ONE_OF(r, 1, 2, 5, 20, 255);
    k->read_budget = ONE_OF(r, 1, 16, 100, 1000, 4000);
}

static void randomise_traffic(struct mag_bench *b) {
    struct mag_traffic *t = b->traffic;
    struct mag_traffic_knobs *k = &t->knobs;
    struct rng *r = &t->rng;
    for (unsigned i = 0; i < MAG_AREAS; i++) {
        k->area_weight[i] = rng_below(r, 4);
    }
    k->area_weight[MAG_AREA_OWN]++;
    randomise_endpoints(b, k, r);
    k->agent_permille = ONE_OF(r, 0, 10, 100, 900);
    k->inject_permille = ONE_OF(r, 0, 10, 100, 900);
    k->host_permille = ONE_OF(r, 0, 5, 50, 900);
    k->inbound_permille = ONE_OF(r, 0, 5, 50, 900);
    k->move_permille = ONE_OF(r, 1, 5, 50, 900);
    k->poke_permille = ONE_OF(r, 0, 0, 5, 50);
    k->host_odd_permille = ONE_OF(r, 0, 50, 300);
    k->host_nowhere_permille = ONE_OF(r, 0, 20, 200);
    k->max_burst = ONE_OF(r, 1, 4, 20, 128);
    k->max_move = ONE_OF(r, 1, 10, 60, 300);
    k->move_fault_permille = ONE_OF(r, 0, 50, 300);
    t->page = (rng_next(r) & ((UINT64_C(1) << 36) - 4096)) / 2 & ~UINT64_C(4095);
    t->carry = UINT64_C(1) << rng_range(r, 12, 35);
}

static void randomise_source(struct mag_bench *b, struct link_source *source, struct rng *r) {
    link_source_randomise(&source->knobs, r);
    link_source_without(&source->knobs, b->sim->options->without);
}

static void randomise_sink(struct mag_bench *b, struct link_sink *sink, struct rng *r) {
    link_sink_randomise(&sink->knobs, r, false);
    link_sink_without(&sink->knobs, b->sim->options->without);
}

static void randomise_links(struct mag_bench *b, struct rng *r) {
    for (unsigned p = 0; p < b->ports; p++) {
        randomise_source(b, &b->in[p], r);
        randomise_sink(b, &b->out[p], r);
    }
    randomise_source(b, &b->agent_tx, r);
    randomise_source(b, &b->inject, r);
    randomise_sink(b, &b->enc, r);
    randomise_sink(b, &b->agent_rx.sink, r);
}

static void leave_out(struct mag_bench *b) {
    const uint32_t without = b->sim->options->without;
    axi_host_without(&b->host.knobs, without);
    axi_host_without(&b->inbound.knobs, without);
    axi_mem_without(&b->dram.knobs, without);
    axi_mem_without(&b->remote.knobs, without);
    if (without & WITHOUT_GAPS) {
        b->mover.gap_permille = 0;
    }
    if (without & WITHOUT_REGISTERS) {
        b->slot.config.write_permille = 0;
    }
}

void mag_traffic_randomise(struct mag_bench *b) {
    struct mag_traffic *t = b->traffic;
    static const unsigned writes[] = {0, 0, 5, 100};
    randomise_traffic(b);
    b->scribble = rng_chance(&t->rng, 700) && !mag_traffic_without(b, WITHOUT_RESERVED_FLAGS);
    randomise_links(b, &t->rng);
    axi_host_randomise(&b->host.knobs, &t->rng);
    axi_host_randomise(&b->inbound.knobs, &t->rng);
    const bool errors = rng_chance(&t->rng, 300);
    axi_mem_randomise(&b->dram.knobs, &t->rng, errors);
    axi_mem_randomise(&b->remote.knobs, &t->rng, errors);
    b->mover.gap_permille = rng_chance(&t->rng, 500) ? 0 : 300;
    b->slot.config.write_permille = writes[rng_below(&t->rng, 4)];
    leave_out(b);
    mag_knobs_changed(b);
}

/* No word of the store is read before it was written. */
static void fill_store(struct mag_bench *b) {
    const unsigned words = b->type->mover.stage;
    for (unsigned at = 0; at < words; at += UINT16_MAX) {
        const unsigned n = words - at < UINT16_MAX ? words - at : UINT16_MAX;
        const struct mover_regs fill =
            mag_fill_move(mag_staging_addr(b, (uint64_t)at * WORD_BYTES), n, 2, 0x57a6e000 + at);
        mag_move(b, &fill);
    }
}

struct mag_traffic *mag_traffic_new(struct mag_bench *b) {
    struct mag_traffic *t = sim_alloc(b->sim, sizeof *t);
    sim_rng(b->sim, &t->rng, "traffic");
    sim_rng(b->sim, &t->when, "traffic.when");
    b->traffic = t;
    fill_store(b);
    b->refill = refill;
    mag_traffic_randomise(b);
    return t;
}

/* ---- epochs ---------------------------------------------------------------------------------- */

static void random_reset(struct mag_bench *b) {
    struct mag_traffic *t = b->traffic;
    sim_reset(b->sim, rng_chance(&t->when, 400) ? 1 : rng_range(&t->when, 2, 40));
    for (unsigned p = 0; p < b->ports; p++) {
        read_account_clear(&t->reads[p], b->port_model[p]);
    }
}

/* Everything outside is ready, so that draining does not take longer than the traffic. */
static void stop_stalling(struct mag_bench *b) {
    for (unsigned p = 0; p < b->ports; p++) {
        b->out[p].knobs.busy = stall_never();
        b->in[p].knobs.gap = stall_never();
    }
    b->enc.knobs.busy = stall_never();
    axi_mem_zero_wait(&b->dram.knobs);
    axi_mem_zero_wait(&b->remote.knobs);
    axi_host_plain(&b->host.knobs);
    axi_host_plain(&b->inbound.knobs);
    mag_knobs_changed(b);
}

void mag_traffic_run(struct mag_bench *b, uint64_t cycles) {
    struct mag_traffic *t = b->traffic;
    struct sim *s = b->sim;
    const uint64_t end = s->cycle + cycles;
    for (unsigned epoch = s->seen.epochs; s->cycle < end && sim_epoch(s, &epoch); epoch++) {
        sim_epoch_rng(s, &t->rng, "traffic", epoch);
        sim_epoch_rng(s, &t->when, "traffic.when", epoch);
        mag_traffic_randomise(b);
        const uint64_t length = rng_range(&t->when, 200, 6000);
        sim_cycles(s, length < end - s->cycle ? length : end - s->cycle);
        const unsigned what = rng_below(&t->when, 4);
        if (what == 0 && !mag_traffic_without(b, WITHOUT_MID_RESET)) {
            random_reset(b);
        } else if (what == 1 && !mag_traffic_without(b, WITHOUT_DRAINS)) {
            if (rng_chance(&t->when, 700)) {
                stop_stalling(b);
            }
            mag_settle(b);
        }
    }
    s->seen.random_cycles += cycles;
}
