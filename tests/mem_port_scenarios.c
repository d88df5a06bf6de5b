#include "mem_port_scenarios.h"

#include <assert.h>

enum { FRESH_STEP = 0x10000, TXN_TAGS = 256, LONGEST_WRITE = 8, FIRST_WRITER = 32 };

/* ---- start ----------------------------------------------------------------------------------- */

struct port_test *port_test_new(struct sim *s, const struct dut_type *type) {
    struct port_test *t = sim_alloc(s, sizeof *t);
    t->s = s;
    t->type = type;
    t->b = mem_port_bench_new(s, type);
    t->fresh = FRESH_STEP;
    return t;
}

bool leaves_out(const struct port_test *t, uint32_t what) {
    return (t->s->options->without & what) != 0;
}

bool reads(const struct port_test *t) {
    return !leaves_out(t, WITHOUT_PLAIN) || !leaves_out(t, WITHOUT_STREAM);
}

bool crosses_pages(const struct port_test *t) {
    return !leaves_out(t, WITHOUT_SPLIT_4K) && !t->s->options->seed_rules;
}

bool writes_long(const struct port_test *t) {
    return !leaves_out(t, WITHOUT_LONG_WRITES) && !t->s->options->seed_rules;
}

unsigned writers(const struct port_test *t, unsigned most) {
    const unsigned slots = t->type->mem_port.wr_slots;
    return slots < most ? slots : most;
}

unsigned writer(const struct port_test *t, unsigned number) {
    return (FIRST_WRITER + number % t->type->mem_port.wr_slots) % MEM_PORT_ENDPOINTS;
}

unsigned intake_room(const struct port_test *t) {
    return t->type->mem_port.q_depth - t->type->mem_port.q_margin;
}

unsigned more_than_any_resource(const struct port_test *t) {
    const unsigned queue = t->type->mem_port.q_depth;
    return (queue > TXN_TAGS ? queue : TXN_TAGS) + 1;
}

/* ---- requests -------------------------------------------------------------------------------- */

struct descriptor plain(uint64_t addr, unsigned beats) {
    return (struct descriptor){.addr = addr, .len = (uint8_t)(beats - 1)};
}

struct descriptor run(uint64_t addr, unsigned entries, unsigned words) {
    return (struct descriptor){.addr = addr,
                               .flags = FLAG_STREAM,
                               .count = (uint8_t)entries,
                               .entry_words = (uint8_t)words};
}

struct descriptor multicast(const struct port_test *t, struct descriptor d, unsigned n,
                            const unsigned endpoint[DESCRIPTOR_PEERS]) {
    d.n_peer = (uint8_t)n;
    for (unsigned i = 0; i < DESCRIPTOR_PEERS; i++) {
        d.peer[i] = t->b->endpoint[endpoint[i]];
    }
    return d;
}

uint64_t fresh(struct port_test *t) {
    const uint64_t addr = t->fresh;
    t->fresh += FRESH_STEP;
    return addr;
}

bool serves(const struct port_test *t, uint64_t addr) {
    const struct mem_port_params *p = &t->type->mem_port;
    const bool aperture = addr >> 39 & 1;
    return !p->ap_decode || !aperture || ((addr >> 36 & 3) == p->mesh_id && (addr >> 32 & 15) == 0);
}

static void wait_for_space(struct port_test *t, unsigned endpoint, unsigned flits) {
    while (link_source_space(&t->b->source, endpoint) < flits) {
        sim_cycle(t->s);
    }
}

/* Fields that this form of a read does not use are zero where a user wants them so. */
static void clear_unread(struct descriptor *d) {
    *d = descriptor_streams(d) ? (struct descriptor){.addr = d->addr,
                                                     .flags = FLAG_STREAM,
                                                     .count = d->count,
                                                     .entry_words = d->entry_words,
                                                     .n_peer = d->n_peer,
                                                     .peer = {d->peer[0], d->peer[1], d->peer[2]}}
                               : (struct descriptor){.addr = d->addr, .len = d->len};
}

static bool read_left_out(const struct port_test *t, const struct descriptor *d) {
    return descriptor_streams(d)
               ? leaves_out(t, WITHOUT_STREAM) || (d->n_peer > 0 && leaves_out(t, WITHOUT_PEERS))
               : leaves_out(t, WITHOUT_PLAIN);
}

static void owe_read(struct answers *a, const struct descriptor *d) {
    if (descriptor_streams(d)) {
        const unsigned words = descriptor_entries(d) * descriptor_entry_words(d);
        a->stream += words * (1u + d->n_peer);
        a->peer += words * d->n_peer;
    } else {
        a->plain += d->len + 1u;
    }
}

void ask_read(struct port_test *t, unsigned endpoint, uint8_t txn, struct descriptor d) {
    if (read_left_out(t, &d)) {
        return;
    }
    if (leaves_out(t, WITHOUT_RESERVED_FLAGS)) {
        clear_unread(&d);
    }
    wait_for_space(t, endpoint, 1);
    mem_port_read(t->b, endpoint, txn, &d);
    if (serves(t, d.addr)) {
        owe_read(&t->asked, &d);
    } else {
        t->asked.refused++;
    }
}

void ask_open_write(struct port_test *t, unsigned endpoint, uint8_t txn, uint64_t addr,
                    unsigned beats) {
    const bool is_long = beats > LONGEST_WRITE;
    assert(!is_long || writes_long(t));
    wait_for_space(t, endpoint, 1);
    mem_port_write_request(t->b, endpoint, txn, addr, beats);
    if (is_long || !serves(t, addr)) {
        t->asked.refused++;
    } else {
        t->asked.acks++;
    }
}

void ask_write_data(struct port_test *t, unsigned endpoint, uint8_t txn, unsigned beats,
                    bool ends) {
    for (unsigned i = 0; i < beats; i++) {
        wait_for_space(t, endpoint, 1);
        mem_port_write_data(t->b, endpoint, txn, ends && i + 1 == beats);
    }
}

void ask_write(struct port_test *t, unsigned endpoint, uint8_t txn, uint64_t addr, unsigned beats) {
    ask_open_write(t, endpoint, txn, addr, beats);
    ask_write_data(t, endpoint, txn, beats, true);
}

void ask_flit(struct port_test *t, unsigned endpoint, unsigned type) {
    struct flit f = {.type = (uint8_t)type};
    wait_for_space(t, endpoint, 1);
    const uint64_t bits = rng_next(&t->b->data);
    f.txn = (uint8_t)bits;
    f.last = bits >> 8 & 1;
    rng_fill(&t->b->data, f.payload.w, 8);
    mem_port_send(t->b, endpoint, &f);
}

enum { KINDS = 6, FIRST_ORDINARY = 20 /* endpoints from here on read */ };

static void ask_kind(struct port_test *t, unsigned kind, uint8_t txn) {
    const unsigned peers[] = {FIRST_ORDINARY + 5, FIRST_ORDINARY + 6, FIRST_ORDINARY + 7};
    const unsigned who = FIRST_ORDINARY + kind;
    const uint64_t addr = fresh(t);
    switch (kind) {
    case 0:
        ask_read(t, who, txn, plain(addr, 8));
        break;
    case 1:
        ask_read(t, who, txn, run(addr, 3, 4));
        break;
    case 2:
        ask_read(t, who, txn, multicast(t, run(addr, 2, 3), 3, peers));
        break;
    case 3:
        ask_write(t, writer(t, 0), txn, addr, LONGEST_WRITE);
        break;
    case 4:
        ask_write(t, writer(t, 0), txn, addr, 1);
        break;
    default:
        ask_read(t, who, txn, plain(addr, 1));
        break;
    }
}

void ask_one(struct port_test *t) {
    ask_kind(t, t->turn % KINDS, (uint8_t)t->turn);
    t->turn++;
}

void ask_all_kinds(struct port_test *t) {
    for (unsigned kind = 0; kind < KINDS; kind++) {
        ask_one(t);
    }
}

/* ---- cycles ---------------------------------------------------------------------------------- */

void mark(struct port_test *t) {
    const struct axi_mem_stats *now = &t->b->memory.stats;
    t->before.read_beats = now->read_beats;
    t->before.write_beats = now->write_beats;
    t->before.writes = now->writes;
    t->before.flits = t->b->sink.transfers;
}

bool runs_until(struct port_test *t, bool (*there)(const struct port_test *), unsigned cycles) {
    for (unsigned i = 0; i < cycles && !there(t); i++) {
        sim_cycle(t->s);
    }
    return there(t);
}

void settle(struct port_test *t) {
    mem_port_settle(t->b);
}

void reset(struct port_test *t, unsigned cycles) {
    sim_reset(t->s, cycles);
    t->asked = seen(t);
}

struct answers seen(const struct port_test *t) {
    const struct mem_port_stats *now = mem_port_model_stats(t->b->model);
    return (struct answers){.plain = now->flits_plain,
                            .stream = now->flits_stream,
                            .peer = now->flits_peer,
                            .acks = now->acks,
                            .refused = now->dropped};
}

void finish(struct port_test *t) {
    mem_port_finish(t->b);
    const struct answers now = seen(t);
    sim_expect_seen(t->s, "plain words", now.plain, t->asked.plain);
    sim_expect_seen(t->s, "streaming words", now.stream, t->asked.stream);
    sim_expect_seen(t->s, "peers' words", now.peer, t->asked.peer);
    sim_expect_seen(t->s, "acks", now.acks, t->asked.acks);
    sim_expect_seen(t->s, "refused requests", now.refused, t->asked.refused);
}
