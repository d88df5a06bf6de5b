#include "bench/mem_port_bench.h"

#include "bench/request_flit.h"
#include "sim/wrap.h"

#include <stdio.h>
#include <string.h>

enum { RESET_CYCLES = 4 };

/* ---- drive ----------------------------------------------------------------------------------- */

static void drive(void *bench) {
    struct mem_port_bench *b = bench;
    *b->pins.resetn = !b->sim->in_reset;
    if (b->refill && !b->sim->in_reset) {
        b->refill(b);
    }
    link_source_drive(&b->source);
    link_sink_drive(&b->sink);
    axi_mem_drive(&b->memory);
}

/* ---- sample ----------------------------------------------------------------------------------- */

/* Memory holds what the checker has paired with each AW: the BFM's own pairing agrees with it. */
static void check_written(struct mem_port_bench *b) {
    for (unsigned i = 0; i < b->judge.axi.write_beats; i++) {
        const struct axi_write_beat *beat = &b->judge.axi.write_beat[i];
        struct word stored;
        sparse_mem_read(&b->contents, beat->addr, &stored);
        if (beat->strb == UINT32_MAX && memcmp(stored.w, beat->data, sizeof stored.w) != 0) {
            sim_fail(
                b->sim, CHECK_MEM_WDATA, "m_w",
                "the memory took a beat for another address than 0x%010llx, whose AW it is for",
                (unsigned long long)beat->addr);
        }
    }
}

static void sample(void *bench) {
    struct mem_port_bench *b = bench;
    struct link_transfer sent;
    mem_port_judge_sample(&b->judge);
    if (b->sim->in_reset && b->tap) {
        b->tap->reset(b->tap->self);
    }
    link_source_sample(&b->source, &sent);
    receive_queue_takes(&b->receiver, link_sink_sample(&b->sink));
    if (b->sim->in_reset) {
        receive_queue_reset(&b->receiver);
    }
    axi_mem_sample(&b->memory);
    if (b->judge.checks & CHECKS_AXI) {
        check_written(b);
    }
}

/* ---- probe: no combinational way from inputs to busy, from ready to valid -------------------- */

struct inputs {
    uint32_t in_data[FLIT_WORDS], r_data[8];
    uint8_t in_valid, out_busy, aw_ready, w_ready, ar_ready;
    uint8_t b_id, b_resp, b_valid, r_id, r_resp, r_last, r_valid;
};

static void save_inputs(const struct mem_port_pins *p, struct inputs *i) {
    memcpy(i->in_data, p->in.data, sizeof i->in_data);
    memcpy(i->r_data, p->axi.r.data, sizeof i->r_data);
    i->in_valid = *p->in.valid;
    i->out_busy = *p->out.busy;
    i->aw_ready = *p->axi.aw.ready;
    i->w_ready = *p->axi.w.ready;
    i->ar_ready = *p->axi.ar.ready;
    i->b_id = *p->axi.b.id;
    i->b_resp = *p->axi.b.resp;
    i->b_valid = *p->axi.b.valid;
    i->r_id = *p->axi.r.id;
    i->r_resp = *p->axi.r.resp;
    i->r_last = *p->axi.r.last;
    i->r_valid = *p->axi.r.valid;
}

static void apply_acceptance(const struct mem_port_pins *p, const struct inputs *i) {
    *p->out.busy = i->out_busy;
    *p->axi.aw.ready = i->aw_ready;
    *p->axi.w.ready = i->w_ready;
    *p->axi.ar.ready = i->ar_ready;
}

static void apply_offers(const struct mem_port_pins *p, const struct inputs *i) {
    memcpy(p->in.data, i->in_data, sizeof i->in_data);
    memcpy(p->axi.r.data, i->r_data, sizeof i->r_data);
    *p->in.valid = i->in_valid;
    *p->axi.b.id = i->b_id;
    *p->axi.b.resp = i->b_resp;
    *p->axi.b.valid = i->b_valid;
    *p->axi.r.id = i->r_id;
    *p->axi.r.resp = i->r_resp;
    *p->axi.r.last = i->r_last;
    *p->axi.r.valid = i->r_valid;
}

static void vary(struct mem_port_bench *b, const struct inputs *now, struct inputs *other) {
    uint64_t bits = rng_next(&b->probe);
    *other = *now;
    rng_fill(&b->probe, other->in_data, FLIT_WORDS);
    other->out_busy = !now->out_busy;
    other->aw_ready = !now->aw_ready;
    other->w_ready = !now->w_ready;
    other->ar_ready = !now->ar_ready;
    other->in_valid = !now->in_valid;
    other->b_valid = bits & 1;
    other->r_valid = bits >> 1 & 1;
    other->r_last = bits >> 2 & 1;
}

static void check_valid_waits(struct mem_port_bench *b, const uint8_t before[3]) {
    const struct axi_pins *p = &b->pins.axi;
    const uint8_t after[3] = {*p->aw.valid, *p->w.valid, *p->ar.valid};
    static const char *const name[3] = {"m_aw", "m_w", "m_ar"};
    for (unsigned i = 0; i < 3; i++) {
        sim_evaluated(b->sim, CHECK_AXI_WAIT);
        if (after[i] != before[i]) {
            sim_fail(b->sim, CHECK_AXI_WAIT, name[i],
                     "valid follows a ready or busy input within the cycle");
        }
    }
}

static void probe(void *bench) {
    struct mem_port_bench *b = bench;
    if (!(b->judge.checks & CHECKS_PROBES)) {
        return;
    }
    const struct mem_port_pins *p = &b->pins;
    const uint8_t valid[3] = {*p->axi.aw.valid, *p->axi.w.valid, *p->axi.ar.valid};
    struct inputs now, other;
    save_inputs(p, &now);
    vary(b, &now, &other);
    link_check_comb_before(&b->judge.in_check);
    link_check_comb_before(&b->judge.out_check);
    apply_acceptance(p, &other);
    sim_settle(b->sim);
    link_check_comb_after(&b->judge.in_check);
    link_check_comb_after(&b->judge.out_check);
    check_valid_waits(b, valid);
    apply_offers(p, &other);
    sim_settle(b->sim);
    link_check_comb_after(&b->judge.in_check);
    apply_acceptance(p, &now);
    apply_offers(p, &now);
    sim_settle(b->sim);
}

/* ---- levels ---------------------------------------------------------------------------------- */

static unsigned gauges(void *bench, struct gauge out[GAUGES_MAX]) {
    const struct mem_port_bench *b = bench;
    return mem_port_judge_gauges(&b->judge, &b->type->mem_port, out);
}

/* ---- construction ---------------------------------------------------------------------------- */

static const struct bench_hooks hooks = {
    .drive = drive, .sample = sample, .probe = probe, .gauges = gauges};

/* Distinct coordinates, all over the mesh, none of them the port's own. */
static void place_endpoints(struct mem_port_bench *b) {
    struct rng r;
    bool taken[256] = {false};
    const struct mem_port_params *p = &b->type->mem_port;
    sim_rng(b->sim, &r, "endpoints");
    taken[p->mem_y * 16 + p->mem_x] = true;
    for (unsigned i = 0; i < MEM_PORT_ENDPOINTS; i++) {
        unsigned at = rng_below(&r, 256);
        while (taken[at]) {
            at = (at + 1) % 256;
        }
        taken[at] = true;
        b->endpoint[i] = (struct position){(uint8_t)(at % 16), (uint8_t)(at / 16)};
    }
}

struct mem_port_bench *mem_port_bench_new(struct sim *s, const struct dut_type *type) {
    struct mem_port_bench *b = sim_alloc(s, sizeof *b);
    b->sim = s;
    b->type = type;
    b->judge.checks = CHECKS_ALL;
    sim_attach(s, type, &hooks, b);
    b->pins = s->dut->pins.mem_port;
    sim_rng(s, &b->data, "write data");
    sim_rng(s, &b->probe, "probe");
    place_endpoints(b);
    mem_port_judge_init(&b->judge, s, &type->mem_port, &b->pins);
    b->model = b->judge.model;
    sparse_mem_init(&b->contents, SPARSE_TAGGED, s->options->seed);
    sim_own(s, &b->contents, sparse_mem_free);
    link_source_init(&b->source, s, "mem_in", &b->pins.in, MEM_PORT_ENDPOINTS, MEM_PORT_QUEUE);
    link_sink_init(&b->sink, s, "mem_out", &b->pins.out, &b->source.stalled);
    b->sink.blocked = &b->receiver.full;
    static const struct axi_names names = AXI_NAMES("m_");
    axi_mem_init(&b->memory, s, &names, &b->pins.axi, type->mem_port.id_w, &b->contents);
    b->memory.accept = (UINT64_C(1) << 40) - 1;
    b->judge.axi_check.served_read = &b->memory.served_read;
    b->judge.axi_check.served_write = &b->memory.served_write;
    mem_port_knobs_changed(b);
    sim_reset(s, RESET_CYCLES);
    return b;
}

/* ---- knobs ----------------------------------------------------------------------------------- */

void mem_port_knobs_changed(struct mem_port_bench *b) {
    const struct link_sink_knobs *sink = &b->sink.knobs;
    const struct mem_watch_config config = {
        .injected = axi_mem_injected(&b->memory.knobs) +
                    (sink->coupled ? STALL_LONGEST : stall_longest(&sink->busy)),
        .withheld = b->withheld,
        .seed_rules = b->sim->options->seed_rules,
    };
    if (b->tap) {
        b->tap->knobs(b->tap->self);
    }
    mem_port_judge_watch(&b->judge, &config);
}

void mem_port_withhold(struct mem_port_bench *b, uint8_t outside) {
    struct axi_mem_knobs *k = &b->memory.knobs;
    b->withheld = outside;
    b->sink.knobs.busy.withheld = outside & OUTSIDE_OUT;
    k->ar.withheld = outside & OUTSIDE_AR;
    k->r.withheld = outside & OUTSIDE_R;
    k->aw.withheld = outside & OUTSIDE_AW;
    k->w.withheld = outside & OUTSIDE_W;
    k->b.withheld = outside & OUTSIDE_B;
    mem_watch_withhold(&b->judge.watch, outside, b->sim->cycle);
}

void mem_port_requesters_wait(struct mem_port_bench *b) {
    b->judge.requesters.config.requesters_wait = true;
}

void mem_port_receives(struct mem_port_bench *b, unsigned endpoint, unsigned flits) {
    receive_queue_init(&b->receiver, b->sim, b->endpoint[endpoint], flits);
    requester_watch_depth(&b->judge.requesters, b->endpoint[endpoint], flits);
}

/* ---- requests -------------------------------------------------------------------------------- */

void mem_port_fill(struct mem_port_bench *b, enum sparse_mode mode) {
    b->contents.mode = mode;
}

bool mem_port_send(struct mem_port_bench *b, unsigned endpoint, struct flit *f) {
    uint32_t bits[FLIT_WORDS];
    f->src_x = b->endpoint[endpoint].x;
    f->src_y = b->endpoint[endpoint].y;
    flit_pack(f, bits);
    if (!link_source_push(&b->source, endpoint, bits)) {
        return false;
    }
    receive_queue_sent(&b->receiver, f);
    if (b->tap) {
        b->tap->flit(b->tap->self, endpoint, bits);
    }
    return true;
}

static struct rng *noise(struct mem_port_bench *b) {
    return b->scribble ? &b->data : NULL;
}

static struct flit request(struct mem_port_bench *b, enum flit_type type, uint8_t txn) {
    const struct mem_port_params *p = &b->type->mem_port;
    const struct position port = {(uint8_t)p->mem_x, (uint8_t)p->mem_y};
    return request_flit(port, type, txn, noise(b), 7);
}

bool mem_port_read(struct mem_port_bench *b, unsigned endpoint, uint8_t txn,
                   const struct descriptor *d) {
    struct flit f = request(b, FLIT_MEM_RD_REQ, txn);
    request_read_payload(d, noise(b), &f.payload);
    return mem_port_send(b, endpoint, &f);
}

bool mem_port_write_request(struct mem_port_bench *b, unsigned endpoint, uint8_t txn, uint64_t addr,
                            unsigned beats) {
    const struct descriptor d = {.addr = addr, .len = (uint8_t)(beats - 1)};
    struct flit f = request(b, FLIT_MEM_WR_REQ, txn);
    request_write_payload(&d, noise(b), &f.payload);
    return mem_port_send(b, endpoint, &f);
}

bool mem_port_write_data(struct mem_port_bench *b, unsigned endpoint, uint8_t txn, bool last) {
    struct flit f = request(b, FLIT_MEM_WR_DATA, txn);
    if (b->scribble) {
        f.txn = (uint8_t)rng_next(&b->data);
    } else {
        f.last = last;
    }
    request_data(&b->contents, &b->data, &b->fill_counter, 0xda1a0000 | endpoint << 8, &f.payload);
    return mem_port_send(b, endpoint, &f);
}

bool mem_port_write(struct mem_port_bench *b, unsigned endpoint, uint8_t txn, uint64_t addr,
                    unsigned beats) {
    if (link_source_space(&b->source, endpoint) < beats + 1) {
        return false;
    }
    mem_port_write_request(b, endpoint, txn, addr, beats);
    for (unsigned i = 0; i < beats; i++) {
        mem_port_write_data(b, endpoint, txn, i + 1 == beats);
    }
    return true;
}

/* ---- ends ------------------------------------------------------------------------------------ */

static bool quiet(const struct mem_port_bench *b) {
    return link_source_idle(&b->source) && mem_port_judge_quiet(&b->judge);
}

void mem_port_settle(struct mem_port_bench *b) {
    void (*refill)(struct mem_port_bench *) = b->refill;
    uint64_t working = b->sim->cycle;
    b->refill = NULL;
    while (!quiet(b) && b->sim->cycle - working <= b->judge.watch.bound) {
        sim_cycle(b->sim);
        if (!link_source_idle(&b->source) || !mem_port_judge_idle(&b->judge)) {
            working = b->sim->cycle; /* the watchdog's to judge */
        }
    }
    b->refill = refill;
    mem_port_judge_end(&b->judge, quiet(b));
}

void mem_port_finish(struct mem_port_bench *b) {
    struct sim *s = b->sim;
    b->refill = NULL;
    mem_port_settle(b);
    sim_cycles(s, (MESSAGE_LAG + 2) * MESSAGE_PERIOD); /* every message is due by then */
    mem_port_judge_end(&b->judge, quiet(b));
    mem_port_judge_evidence(&b->judge);
}

void mem_port_measure(struct mem_port_bench *b) {
    memset(&b->judge.out_meter, 0, sizeof b->judge.out_meter);
    memset(&b->judge.w_meter, 0, sizeof b->judge.w_meter);
}
