#include "demo/demo_conv.h"

#include "bench/mag_bench.h"
#include "bench/mag_request.h"
#include "demo/conv_reference.h"
#include "demo/tensors.h"
#include "dut/variants.h"

#include <stdio.h>

enum {
    ROW_STEPS = CONV_BLOCKS * CONV_TAPS,
    TEAMS = 3,                /* clusters 0 and 1 alone, 2 and 3 together */
    CYCLES_PER_FLIT_MAX = 64, /* a sweep is given up after so many */
    RUN_WORDS = CONV_RUN_ENTRIES * MXFP7_WORDS
};

/* Runs of one kind that some clusters all receive: one of them asks, the others are its peers. */
struct sweep {
    enum conv_operand operand;
    unsigned member[CONV_CLUSTERS], members;
    unsigned first_row; /* CONV_PIXELS: every TEAMS-th row from here on */
    unsigned asked, runs;
};

struct demo_conv {
    struct sim *sim;
    struct mag_bench *bench;
    const struct bench_hooks *bench_hooks;
    struct tensors tensors;
    struct conv_tensors given;
    struct conv_layout layout;
    struct conv_cluster cluster[CONV_CLUSTERS];
    conv_sum output[CONV_OUTPUTS];
    struct conv_reference reference;
    uint8_t asker[CONV_OPERANDS][CONV_WINDOWS][CONV_CLUSTERS]; /* of the run a receiver waits for */
    uint64_t busy_cycles;                                      /* of the mover, so far */
    struct demo_conv_result *result;
};

static struct demo_conv_result latest;

const struct demo_conv_result *demo_conv_result(void) {
    return &latest;
}

/* ---- upload and moves ------------------------------------------------------------------------- */

static void upload(struct demo_conv *d, uint64_t addr, const uint16_t *value, size_t values) {
    const size_t words = values / WORD_VALUES;
    const uint64_t started = d->sim->cycle;
    struct word *word = sim_alloc(d->sim, words * sizeof *word);
    for (size_t i = 0; i < words; i++) {
        word_from_values(&value[i * WORD_VALUES], &word[i]);
    }
    mag_upload(d->bench, conv_host_addr(addr), word, words);
    d->result->uploaded += words;
    d->result->upload_cycles += d->sim->cycle - started;
}

static void make_move(struct demo_conv *d, const struct conv_move *move,
                      struct conv_move_result *result) {
    const struct mag_meter *reads = &d->bench->read_meter[MAG_MOVER];
    const struct mag_meter *writes = &d->bench->write_meter[MAG_MOVER];
    const struct mag_meter *meter = move->entries ? reads : writes;
    const uint64_t before = d->busy_cycles;
    mag_measure(d->bench);
    const unsigned fault = mag_move(d->bench, &move->regs);
    if (fault != MOVER_CODE_NONE) {
        sim_fail(d->sim, CHECK_MV_FAULT, "mv", "%s: the move ended with fault %u", move->what,
                 fault);
    }
    result->move = *move;
    result->busy = d->busy_cycles - before;
    result->cycles = meter->last - meter->first + 1;
}

static void make_moves(struct demo_conv *d) {
    struct conv_move move[CONV_MOVES];
    conv_moves(&d->layout, move);
    for (unsigned i = 0; i < CONV_MOVES; i++) {
        make_move(d, &move[i], &d->result->move[i]);
    }
}

/* ---- what is asked ---------------------------------------------------------------------------- */

static struct conv_step step_of(const struct sweep *sweep) {
    const unsigned in_row = sweep->asked % ROW_STEPS;
    return (struct conv_step){.block = in_row / CONV_TAPS,
                              .tap = in_row % CONV_TAPS,
                              .y = sweep->first_row + sweep->asked / ROW_STEPS * TEAMS};
}

static bool crosses_4k(uint64_t addr, unsigned bytes) {
    return addr / 4096 != (addr + bytes - 1) / 4096;
}

static void count_run(struct conv_fetch_result *r, unsigned asker, const struct descriptor *run) {
    r->runs[asker]++;
    r->multicast_runs += run->n_peer > 0;
    r->crossing += crosses_4k(run->addr, CONV_RUN_ENTRIES * CONV_ENTRY_BYTES);
    for (unsigned e = 0; e < CONV_RUN_ENTRIES; e++) {
        r->straddling += crosses_4k(run->addr + e * CONV_ENTRY_BYTES, CONV_ENTRY_BYTES);
    }
}

static void ask(struct demo_conv *d, const struct sweep *sweep, struct conv_step step) {
    /* Members take turns from row to row. */
    const unsigned turn = sweep->asked / ROW_STEPS % sweep->members;
    const unsigned asker = sweep->member[turn], window = sweep->asked % CONV_WINDOWS;
    struct descriptor run = {.addr = sweep->operand == CONV_PIXELS
                                         ? conv_tap_addr(&d->layout, step.block, step.tap, step.y)
                                         : conv_kernel_addr(&d->layout, step.block, step.tap),
                             .flags = FLAG_STREAM,
                             .count = CONV_RUN_ENTRIES,
                             .entry_words = MXFP7_WORDS,
                             .n_peer = (uint8_t)(sweep->members - 1)};
    for (unsigned i = 1; i < sweep->members; i++) {
        run.peer[i - 1] = d->bench->endpoint[sweep->member[(turn + i) % sweep->members]];
    }
    for (unsigned i = 0; i < sweep->members; i++) {
        const unsigned who = sweep->member[i];
        conv_cluster_expect(&d->cluster[who], sweep->operand, window, step);
        d->asker[sweep->operand][window][who] = (uint8_t)asker;
    }
    mag_read(d->bench, asker * CONV_PORTS / CONV_CLUSTERS, asker, conv_txn(sweep->operand, window),
             &run);
    count_run(&d->result->fetch[sweep->operand], asker, &run);
}

/* All members have room for the next run. */
static bool has_room(const struct demo_conv *d, const struct sweep *sweep) {
    for (unsigned i = 0; i < sweep->members; i++) {
        const struct conv_cluster *c = &d->cluster[sweep->member[i]];
        if (c->run[sweep->operand][sweep->asked % CONV_WINDOWS].owed != 0) {
            return false;
        }
    }
    return true;
}

static bool all_received(const struct demo_conv *d) {
    for (unsigned i = 0; i < CONV_CLUSTERS; i++) {
        for (unsigned w = 0; w < CONV_WINDOWS; w++) {
            if (d->cluster[i].run[CONV_PIXELS][w].owed | d->cluster[i].run[CONV_KERNEL][w].owed) {
                return false;
            }
        }
    }
    return true;
}

static bool ask_next(struct demo_conv *d, struct sweep *sweep) {
    if (sweep->asked < sweep->runs && has_room(d, sweep)) {
        ask(d, sweep, step_of(sweep));
        sweep->asked++;
    }
    return sweep->asked < sweep->runs;
}

/* Makes these sweeps side by side, each as far ahead as its members have room for. */
static void fetch(struct demo_conv *d, struct sweep *sweep, unsigned sweeps) {
    struct conv_fetch_result *r = &d->result->fetch[sweep->operand];
    uint64_t left = 0;
    mag_measure(d->bench);
    for (unsigned i = 0; i < sweeps; i++) {
        left += (uint64_t)sweep[i].runs * RUN_WORDS * sweep[i].members * CYCLES_PER_FLIT_MAX;
    }
    for (bool asking = true; left > 0 && (asking || !all_received(d)); left--) {
        asking = false;
        for (unsigned i = 0; i < sweeps; i++) {
            asking |= ask_next(d, &sweep[i]);
        }
        sim_cycle(d->sim);
    }
    for (unsigned p = 0; p < CONV_PORTS; p++) {
        r->dram_beats += d->bench->read_meter[p].count;
    }
}

static void fetch_kernel(struct demo_conv *d) {
    struct sweep kernel = {.operand = CONV_KERNEL,
                           .member = {0, 1, 2, 3},
                           .members = CONV_CLUSTERS,
                           .runs = ROW_STEPS};
    fetch(d, &kernel, 1);
}

static void fetch_pixels(struct demo_conv *d) {
    struct sweep team[TEAMS] = {{.member = {0}, .members = 1},
                                {.member = {1}, .members = 1},
                                {.member = {2, 3}, .members = 2}};
    for (unsigned i = 0; i < TEAMS; i++) {
        team[i].operand = CONV_PIXELS;
        team[i].first_row = i;
        team[i].runs = (CONV_H - i + TEAMS - 1) / TEAMS * ROW_STEPS;
    }
    fetch(d, team, TEAMS);
}

/* ---- what comes back -------------------------------------------------------------------------- */

static void count_flit(struct demo_conv *d, unsigned who, unsigned port, uint8_t txn) {
    const unsigned window = txn / CONV_RUN_ENTRIES;
    const enum conv_operand operand = window / CONV_WINDOWS;
    struct conv_fetch_result *r = &d->result->fetch[operand];
    const bool own = d->asker[operand][window % CONV_WINDOWS][who] == who;
    r->own[who] += own;
    r->as_peer[who] += !own;
    r->port_flits[port]++;
    r->first = r->flits++ == 0 ? d->sim->cycle : r->first;
    r->last = d->sim->cycle;
}

static void receive(struct demo_conv *d, unsigned who, unsigned port, const struct flit *f) {
    if (conv_cluster_receive(&d->cluster[who], f->txn, f->rsvd & 3u, &f->payload)) {
        count_flit(d, who, port, f->txn);
    } else {
        sim_fail(d->sim, CHECK_MEM_EXTRA, "noc_out",
                 "cluster %u received a word of its operands that it does not wait for", who);
    }
}

static void drive(void *context) {
    struct demo_conv *d = context;
    d->bench_hooks->drive(d->bench);
}

/* After the bench's own checks: what the clusters do with what leaves the ports. */
static void sample(void *context) {
    struct demo_conv *d = context;
    d->bench_hooks->sample(d->bench);
    d->busy_cycles += *d->bench->pins.mv_busy;
    for (unsigned port = 0; port < CONV_PORTS && !d->sim->in_reset; port++) {
        const struct link_pins *out = &d->bench->pins.noc_out[port];
        struct flit f;
        if (!*out->valid || *out->busy) {
            continue;
        }
        flit_unpack(out->data, &f);
        for (unsigned i = 0; i < CONV_CLUSTERS; i++) {
            const struct position at = d->bench->endpoint[i];
            if (f.dst_x == at.x && f.dst_y == at.y) {
                receive(d, i, port, &f);
            }
        }
    }
}

static void probe(void *context) {
    struct demo_conv *d = context;
    d->bench_hooks->probe(d->bench);
}

/* ---- the result ------------------------------------------------------------------------------- */

/* All outputs against the reference. */
static void judge(struct demo_conv *d) {
    struct demo_conv_result *r = d->result;
    unsigned worst = CONV_OUTPUTS;
    for (unsigned pixel = 0; pixel < CONV_H * CONV_W; pixel++) {
        struct sqnr block = {0};
        for (unsigned i = pixel * CONV_N; i < (pixel + 1) * CONV_N; i++) {
            const bool equal = d->output[i] == d->reference.quantised[i];
            worst = equal || worst < i ? worst : i;
            r->equal += equal;
            r->compared++;
            sqnr_add(&block, d->reference.unquantised[i], conv_sum_value(d->output[i]), 1, i);
        }
        sqnr_end_block(&block);
        sqnr_merge(&r->sqnr, &block);
    }
    if (worst < CONV_OUTPUTS) {
        sim_fail(d->sim, CHECK_MEM_DATA, "clusters",
                 "output [%u][%u][%u] is %.9g, the convolution of the quantised tensors %.9g; "
                 "%llu of %llu outputs are right",
                 worst / CONV_N / CONV_W, worst / CONV_N % CONV_W, worst % CONV_N,
                 conv_sum_value(d->output[worst]), conv_sum_value(d->reference.quantised[worst]),
                 (unsigned long long)r->equal, (unsigned long long)r->compared);
    }
}

static uint64_t sum(const uint64_t *value, unsigned count) {
    uint64_t total = 0;
    for (unsigned i = 0; i < count; i++) {
        total += value[i];
    }
    return total;
}

static void expect(struct demo_conv *d) {
    const struct demo_conv_result *r = d->result;
    const struct conv_fetch_result *pixels = &r->fetch[CONV_PIXELS];
    const struct conv_fetch_result *kernel = &r->fetch[CONV_KERNEL];
    const uint64_t runs = CONV_H * ROW_STEPS, shared = CONV_H / TEAMS * ROW_STEPS;
    struct sim *s = d->sim;
    sim_expect_seen(s, "words uploaded", d->bench->host.stats.write_beats,
                    (CONV_IMAGE_VALUES + CONV_WEIGHT_VALUES) / WORD_VALUES);
    sim_expect_seen(s, "moves", *d->bench->pins.mv_done, CONV_MOVES);
    sim_expect_seen(s, "flits of pixels to who asked", sum(pixels->own, CONV_CLUSTERS),
                    runs * RUN_WORDS);
    sim_expect_seen(s, "flits of pixels to peers", sum(pixels->as_peer, CONV_CLUSTERS),
                    shared * RUN_WORDS);
    sim_expect_seen(s, "flits of weights", kernel->flits, ROW_STEPS * RUN_WORDS * CONV_CLUSTERS);
    sim_expect_seen(s, "pixels' words from DRAM", pixels->dram_beats, runs * RUN_WORDS * 2 / 3);
    sim_expect_seen(s, "entries across 4 KB", pixels->straddling, 1);
    for (unsigned i = 0; i < CONV_CLUSTERS; i++) {
        sim_expect_seen(s, "runs of every cluster", pixels->runs[i], 1);
    }
    sim_expect_seen(s, "outputs equal in every bit", r->equal, CONV_OUTPUTS);
}

/* ---- the scenario ----------------------------------------------------------------------------- */

static void name_slice(const struct tensors *t, size_t from, size_t values, char first[40],
                       char last[40]) {
    for (size_t i = 0; i < t->count; i++) {
        const struct tensor *tensor = &t->tensor[i];
        if (tensor->first <= from) {
            snprintf(first, 40, "%s", tensor->name);
        }
        if (tensor->first < from + values) {
            snprintf(last, 40, "%s", tensor->name);
        }
    }
}

static void load(struct demo_conv *d) {
    char error[256];
    struct demo_conv_result *r = d->result;
    bool loaded = tensors_load(&d->tensors, error);
    if (loaded) {
        sim_own(d->sim, &d->tensors, tensors_free);
    }
    if (loaded && d->tensors.values < CONV_IMAGE_VALUES + CONV_WEIGHT_VALUES) {
        snprintf(error, sizeof error, "%zu values are too few for %d of an image and %d weights",
                 d->tensors.values, CONV_IMAGE_VALUES, CONV_WEIGHT_VALUES);
        loaded = false;
    }
    if (!loaded) {
        sim_fail(d->sim, CHECK_SIM_END, "tensors", "%s", error);
        sim_cycle(d->sim); /* does not return */
    }
    name_slice(&d->tensors, 0, CONV_IMAGE_VALUES, r->first, r->last);
    name_slice(&d->tensors, CONV_IMAGE_VALUES, CONV_WEIGHT_VALUES, r->weights_first,
               r->weights_last);
    d->given = (struct conv_tensors){d->tensors.value, d->tensors.value + CONV_IMAGE_VALUES};
    conv_reference_make(&d->given, &d->reference);
}

static bool left_out(const struct mag_bench *b) {
    const struct run_options *o = b->sim->options;
    const bool build = b->ports >= CONV_PORTS && b->type->mover.stage >= CONV_STAGE_WORDS &&
                       b->slot.desc && strcmp(b->slot.desc->name, "mxfp7") == 0;
    return !build || o->without & (WITHOUT_STREAM | WITHOUT_PEERS | WITHOUT_SPLIT_4K) ||
           o->seed_rules;
}

/* Each cluster of the last team computes half of the output channels of its rows. */
static void make_clusters(struct demo_conv *d) {
    for (unsigned i = 0; i < CONV_CLUSTERS; i++) {
        const bool half = i >= TEAMS - 1;
        d->cluster[i].output = d->output;
        d->cluster[i].first_n = half && i % 2 == 1 ? CONV_N / 2 : 0;
        d->cluster[i].count_n = half ? CONV_N / 2 : CONV_N;
    }
}

void demo_image_is_convolved(struct sim *s) {
    static const struct bench_hooks hooks = {.drive = drive, .sample = sample, .probe = probe};
    struct demo_conv *d = sim_alloc(s, sizeof *d);
    memset(&latest, 0, sizeof latest);
    d->sim = s;
    d->result = &latest;
    d->bench = mag_bench_new(s, &dut_mag);
    if (left_out(d->bench)) {
        return;
    }
    load(d);
    make_clusters(d);
    d->layout = conv_layout_of(d->bench->type->mover.mesh_id);
    d->bench->dram.knobs.read_latency_min = CONV_LATENCY_MIN;
    d->bench->dram.knobs.read_latency_max = CONV_LATENCY_MAX;
    mag_knobs_changed(d->bench);
    d->bench_hooks = s->hooks;
    s->hooks = &hooks;
    s->bench = d;
    upload(d, d->layout.image, d->given.image, CONV_IMAGE_VALUES);
    upload(d, d->layout.weights, d->given.weights, CONV_WEIGHT_VALUES);
    make_moves(d);
    fetch_kernel(d);
    fetch_pixels(d);
    mag_finish(d->bench);
    judge(d);
    expect(d);
    latest.done = true;
}
