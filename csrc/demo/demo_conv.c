#include "demo/demo_conv.h"

#include "bench/mem_port_bench.h"
#include "dut/variants.h"

#include <stdio.h>

enum {
    PIXEL_BYTES = 2 * CONV_BLOCK,
    PIXEL_WORDS = PIXEL_BYTES / WORD_BYTES,
    ENTRY_BYTES = ENTRY_WORDS_MAX * WORD_BYTES,
    ENTRY_PIXELS = ENTRY_BYTES / PIXEL_BYTES,
    RUN_ENTRIES = CONV_TILE / ENTRY_PIXELS,
    ROUNDS = (CONV_TILES + CONV_CLUSTERS - 1) / CONV_CLUSTERS,
    ROUND_STEPS = CONV_BLOCKS * CONV_TAPS,
    STEPS = ROUNDS * ROUND_STEPS,
    CYCLES_PER_FLIT_MAX = 64, /* the sweep is given up after so many */
    AHEAD = 4,                /* steps a cluster asks for before it has finished the oldest */
    WEIGHT_TXN = 0x80         /* a step's tags: 16 for its activations, 16 for its weights */
};

_Static_assert(RUN_ENTRIES *ENTRY_WORDS_MAX == 64, "a run's words are the bits of a mask");
_Static_assert(CONV_N == CONV_TILE, "weights and activations of a step make runs of one length");

/* Odd multiples of 64 bytes: some entries straddle 4 KB. */
static const uint64_t activation_base = UINT64_C(0x123456fc0), weight_base = UINT64_C(0x2789abc40);

/* One operand of one step of one cluster. Bit 4e+w: word w of entry e. */
struct operand {
    uint64_t owed, seen;
};

struct cluster {
    unsigned asked, done; /* steps: activations asked for, everything received */
    struct operand activations[AHEAD], weights[AHEAD];
};

struct demo_conv {
    struct sim *sim;
    struct mem_port_bench *bench;
    const struct bench_hooks *bench_hooks;
    struct tensors tensors;
    struct cluster cluster[CONV_CLUSTERS];
    unsigned weights_asked; /* steps */
    struct demo_conv_result *result;
};

static struct demo_conv_result latest;

const struct demo_conv_result *demo_conv_result(void) {
    return &latest;
}

/* ---- the operands, from the tensors ---------------------------------------------------------- */

struct step {
    unsigned round, block, tap;
};

static struct step step_of(unsigned number) {
    const unsigned within = number % ROUND_STEPS;
    return (struct step){number / ROUND_STEPS, within / CONV_TAPS, within % CONV_TAPS};
}

/* Pixels from the first of a tile's window to that under a tap; never negative, as the window of
 * an output begins one row above and one pixel left of it. */
static unsigned tap_pixels(unsigned tap) {
    return tap / 3 * CONV_PITCH + tap % 3;
}

/* 16 channels of a pixel of the padded plane: the image, inside a border of zeros. */
static void activation_word(const struct tensors *t, unsigned block, unsigned pixel, unsigned half,
                            struct word *word) {
    static const uint16_t zeros[WORD_VALUES];
    const unsigned y = pixel / CONV_PITCH - 1, x = pixel % CONV_PITCH - 1;
    const bool image = y < CONV_H && x < CONV_W; /* the border wraps to large numbers */
    const size_t at = ((size_t)(block * CONV_H + y) * CONV_W + x) * CONV_BLOCK + half * WORD_VALUES;
    word_from_values(image ? &t->value[at] : zeros, word);
}

/* 16 input channels of an output channel's weights under a tap: slices after the activations'. */
static void weight_word(const struct tensors *t, unsigned block, unsigned tap, unsigned n,
                        unsigned half, struct word *word) {
    const size_t at = ((size_t)(block * CONV_TAPS + tap) * CONV_N + n) * CONV_BLOCK;
    word_from_values(&t->value[CONV_ACTIVATIONS + at + half * WORD_VALUES], word);
}

/* ---- where they lie in memory ---------------------------------------------------------------- */

/* [C/32][H][W][32] with the border, and room for what is read past the last row. */
static uint64_t pixel_addr(unsigned block, unsigned pixel) {
    return activation_base + ((uint64_t)block * CONV_STORED + pixel) * PIXEL_BYTES;
}

static uint64_t weight_addr(unsigned block, unsigned tap, unsigned n) {
    return weight_base + ((uint64_t)(block * CONV_TAPS + tap) * CONV_N + n) * PIXEL_BYTES;
}

static void store(struct demo_conv *d, uint64_t addr, const struct word *word) {
    sparse_mem_write(&d->bench->contents, addr, word, UINT32_MAX);
}

static void store_plane(struct demo_conv *d, unsigned block) {
    struct word word;
    for (unsigned pixel = 0; pixel < CONV_STORED; pixel++) {
        for (unsigned half = 0; half < PIXEL_WORDS; half++) {
            activation_word(&d->tensors, block, pixel, half, &word);
            store(d, pixel_addr(block, pixel) + half * WORD_BYTES, &word);
        }
    }
}

static void store_weights(struct demo_conv *d, unsigned block, unsigned tap) {
    struct word word;
    for (unsigned n = 0; n < CONV_N; n++) {
        for (unsigned half = 0; half < PIXEL_WORDS; half++) {
            weight_word(&d->tensors, block, tap, n, half, &word);
            store(d, weight_addr(block, tap, n) + half * WORD_BYTES, &word);
        }
    }
}

/* ---- what is asked --------------------------------------------------------------------------- */

/* First position of a cluster's tile in a round; past the raster when the cluster has none. */
static unsigned tile_start(unsigned round, unsigned cluster) {
    return (round * CONV_CLUSTERS + cluster) * CONV_TILE;
}

static bool crosses_4k(uint64_t addr, unsigned bytes) {
    return addr / 4096 != (addr + bytes - 1) / 4096;
}

static void count_run(struct demo_conv_result *r, uint64_t addr) {
    r->runs++;
    r->crossing += crosses_4k(addr, RUN_ENTRIES * ENTRY_BYTES);
    for (unsigned e = 0; e < RUN_ENTRIES; e++) {
        r->straddling += crosses_4k(addr + e * ENTRY_BYTES, ENTRY_BYTES);
    }
}

static void ask(struct demo_conv *d, unsigned cluster, unsigned txn, struct descriptor *run) {
    run->flags = FLAG_STREAM;
    run->count = RUN_ENTRIES;
    run->entry_words = ENTRY_WORDS_MAX;
    mem_port_read(d->bench, cluster, (uint8_t)txn, run);
    count_run(d->result, run->addr);
}

static void ask_activations(struct demo_conv *d, unsigned who) {
    struct cluster *c = &d->cluster[who];
    const struct step step = step_of(c->asked);
    const unsigned window = c->asked++ % AHEAD, start = tile_start(step.round, who);
    c->activations[window] = (struct operand){0, 0};
    if (start < CONV_RASTER) {
        struct descriptor run = {.addr = pixel_addr(step.block, start + tap_pixels(step.tap))};
        c->activations[window].owed = UINT64_MAX;
        ask(d, who, window * RUN_ENTRIES, &run);
    }
}

static void ask_weights(struct demo_conv *d) {
    const struct step step = step_of(d->weights_asked);
    const unsigned window = d->weights_asked++ % AHEAD;
    struct descriptor run = {.addr = weight_addr(step.block, step.tap, 0),
                             .n_peer = CONV_CLUSTERS - 1};
    for (unsigned i = 0; i < CONV_CLUSTERS; i++) {
        d->cluster[i].weights[window] = (struct operand){UINT64_MAX, 0};
        if (i > 0) {
            run.peer[i - 1] = d->bench->endpoint[i];
        }
    }
    ask(d, 0, WEIGHT_TXN + window * RUN_ENTRIES, &run);
    d->result->multicast_runs++;
}

/* All clusters have finished the steps below this one. */
static unsigned done_by_all(const struct demo_conv *d) {
    unsigned done = STEPS;
    for (unsigned i = 0; i < CONV_CLUSTERS; i++) {
        done = d->cluster[i].done < done ? d->cluster[i].done : done;
    }
    return done;
}

/* The bench's refill: each cluster asks as far ahead as it has room for. */
static void ask_ahead(struct mem_port_bench *b) {
    struct demo_conv *d = b->traffic;
    if (d->weights_asked < STEPS && d->weights_asked < done_by_all(d) + AHEAD) {
        ask_weights(d);
    }
    for (unsigned i = 0; i < CONV_CLUSTERS; i++) {
        if (d->cluster[i].asked < STEPS && d->cluster[i].asked < d->cluster[i].done + AHEAD) {
            ask_activations(d, i);
        }
    }
}

/* ---- what comes back ------------------------------------------------------------------------- */

static bool operand_complete(const struct operand *o) {
    return o->seen == o->owed;
}

/* Steps are finished in order, each when both of its operands are there. */
static void finish_steps(struct demo_conv *d, struct cluster *c) {
    while (c->done < c->asked && c->done < d->weights_asked &&
           operand_complete(&c->activations[c->done % AHEAD]) &&
           operand_complete(&c->weights[c->done % AHEAD])) {
        c->done++;
    }
}

/* The place of a response in its run: the bit of an operand's masks. */
static unsigned bit_of(const struct flit *f) {
    return f->txn % RUN_ENTRIES * (unsigned)ENTRY_WORDS_MAX + (f->rsvd & 3u);
}

/* What the word with these tags must be; the step is the one in flight that owns the window. */
static void expected_word(const struct demo_conv *d, unsigned who, const struct flit *f,
                          struct word *word) {
    const unsigned window = f->txn / RUN_ENTRIES % AHEAD, done = d->cluster[who].done;
    const struct step step = step_of(done + (window + AHEAD - done % AHEAD) % AHEAD);
    const unsigned in_run = bit_of(f);
    const unsigned row = in_run / PIXEL_WORDS, half = in_run % PIXEL_WORDS;
    if (f->txn >= WEIGHT_TXN) {
        weight_word(&d->tensors, step.block, step.tap, row, half, word);
    } else {
        activation_word(&d->tensors, step.block,
                        tile_start(step.round, who) + tap_pixels(step.tap) + row, half, word);
    }
}

/* A response at a cluster: the word of the tensor it stands for, and not seen before. */
static void receive(struct demo_conv *d, unsigned who, const struct flit *f) {
    struct cluster *c = &d->cluster[who];
    const unsigned window = f->txn / RUN_ENTRIES % AHEAD;
    struct operand *o = f->txn >= WEIGHT_TXN ? &c->weights[window] : &c->activations[window];
    const uint64_t bit = UINT64_C(1) << bit_of(f);
    struct flit expected = *f;
    if (!(o->owed & bit) || (o->seen & bit)) {
        sim_fail(d->sim, CHECK_MEM_EXTRA, "mem_out",
                 "cluster %u received a word of its operands that it does not wait for", who);
        return;
    }
    o->seen |= bit;
    d->result->compared++;
    expected_word(d, who, f, &expected.payload);
    if (!word_equal(&expected.payload, &f->payload)) {
        failure_flits(sim_fail(d->sim, CHECK_MEM_DATA, "mem_out",
                               "cluster %u received a word that is not the tensor's", who),
                      &expected, f);
    }
    finish_steps(d, c);
}

static void drive(void *context) {
    struct demo_conv *d = context;
    d->bench_hooks->drive(d->bench);
}

/* After the bench's own checks: what the clusters do with the flit. */
static void sample(void *context) {
    struct demo_conv *d = context;
    const struct link_pins *out = &d->bench->pins.out;
    struct flit f;
    d->bench_hooks->sample(d->bench);
    if (d->sim->in_reset || !*out->valid || *out->busy) {
        return;
    }
    flit_unpack(out->data, &f);
    for (unsigned i = 0; i < CONV_CLUSTERS; i++) {
        if (f.dst_x == d->bench->endpoint[i].x && f.dst_y == d->bench->endpoint[i].y) {
            receive(d, i, &f);
        }
    }
}

static void probe(void *context) {
    struct demo_conv *d = context;
    d->bench_hooks->probe(d->bench);
}

/* ---- the scenario ---------------------------------------------------------------------------- */

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
    if (loaded && d->tensors.values < CONV_ACTIVATIONS + CONV_WEIGHTS) {
        snprintf(error, sizeof error, "%zu values are too few for %d activations and %d weights",
                 d->tensors.values, CONV_ACTIVATIONS, CONV_WEIGHTS);
        loaded = false;
    }
    if (!loaded) {
        sim_fail(d->sim, CHECK_SIM_END, "tensors", "%s", error);
        sim_cycle(d->sim); /* does not return */
    }
    name_slice(&d->tensors, 0, CONV_ACTIVATIONS, r->first, r->last);
    name_slice(&d->tensors, CONV_ACTIVATIONS, CONV_WEIGHTS, r->weights_first, r->weights_last);
    r->base = activation_base;
    r->weights_base = weight_base;
    for (unsigned block = 0; block < CONV_BLOCKS; block++) {
        store_plane(d, block);
        for (unsigned tap = 0; tap < CONV_TAPS; tap++) {
            store_weights(d, block, tap);
        }
    }
}

/* Some latency, some stalls: neither ideal nor hostile. */
static void set_pace(struct mem_port_bench *b) {
    b->memory.knobs.read_latency_min = CONV_LATENCY_MIN;
    b->memory.knobs.read_latency_max = CONV_LATENCY_MAX;
    b->memory.knobs.ar = stall_random(CONV_MEMORY_STALLS);
    b->memory.knobs.r = stall_random(CONV_MEMORY_STALLS);
    b->sink.knobs.busy = stall_random(CONV_MESH_STALLS);
    mem_port_knobs_changed(b);
}

static void take_result(struct demo_conv *d) {
    const struct mem_port_stats *stats = mem_port_model_stats(d->bench->model);
    struct demo_conv_result *r = d->result;
    r->flits = stats->flits_stream;
    r->peer_flits = stats->flits_peer;
    r->words_read = stats->words_read;
    r->splits_4k = stats->splits_4k;
    r->cycles = d->bench->meter.last - d->bench->meter.first + 1;
}

static bool left_out(const struct run_options *o) {
    return (o->without & (WITHOUT_STREAM | WITHOUT_PEERS | WITHOUT_SPLIT_4K)) || o->seed_rules;
}

void demo_convolution_is_fetched(struct sim *s) {
    static const struct bench_hooks hooks = {drive, sample, probe};
    const uint64_t tile_words = (uint64_t)ROUND_STEPS * RUN_ENTRIES * ENTRY_WORDS_MAX;
    const uint64_t own = CONV_TILES * tile_words, weights = ROUNDS * tile_words;
    struct demo_conv *d = sim_alloc(s, sizeof *d);
    memset(&latest, 0, sizeof latest);
    d->sim = s;
    d->result = &latest;
    d->bench = mem_port_bench_new(s, &dut_mem_port);
    if (left_out(s->options)) {
        return;
    }
    load(d);
    set_pace(d->bench);
    d->bench_hooks = s->hooks;
    s->hooks = &hooks;
    s->bench = d;
    d->bench->traffic = d;
    d->bench->refill = ask_ahead;
    mem_port_measure(d->bench);
    while (done_by_all(d) < STEPS &&
           s->cycle < CYCLES_PER_FLIT_MAX * (own + CONV_CLUSTERS * weights)) {
        sim_cycle(s);
    }
    mem_port_finish(d->bench);
    take_result(d);
    latest.fetched = true;
    sim_expect_seen(s, "words that are the tensor's", latest.compared,
                    own + CONV_CLUSTERS * weights);
    sim_expect_seen(s, "flits", latest.flits, own + CONV_CLUSTERS * weights);
    sim_expect_seen(s, "flits to peers", latest.peer_flits, (CONV_CLUSTERS - 1) * weights);
    sim_expect_seen(s, "words read once for all peers", latest.words_read, own + weights);
    sim_expect_seen(s, "entries across 4 KB", latest.straddling, 1);
    sim_expect_seen(s, "runs across 4 KB", latest.splits_4k, latest.crossing);
}
