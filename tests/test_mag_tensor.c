/* A real tensor through the whole agent: uploaded by the host, converted by the mover into memory
 * and into the staging store, fetched by a port, dequantised: every value is, bit for bit, what the
 * model of the format makes of the FP16 value (modules 4; transform slot). */
#include "mag_asks.h"
#include "mag_memory_scenarios.h"

#include "demo/tensors.h"
#include "mxfp7.h"

enum {
    ROWS = 64,
    COLUMNS = 64, /* of FP16 values: two blocks a row */
    VALUES = ROWS * COLUMNS,
    ENTRIES = VALUES / (MXFP7_LANES * MXFP7_BLOCK),
    ROW_WORDS = COLUMNS / WORD_VALUES,
    PITCH_WORDS = ROW_WORDS + 3, /* of a matrix that is part of a larger one */
    BLOCK_WORDS = MXFP7_BLOCK / WORD_VALUES,
    OUT_WORDS = ENTRIES * MXFP7_WORDS,
    FETCHER = 1,
    PEER = 2
};

/* Where the values of an entry's lanes come from. */
enum layout { CONTIGUOUS, STRIDED };

/* ---- what arrives at an endpoint ------------------------------------------------------------- */

struct catcher {
    const struct bench_hooks *bench_hooks;
    struct mag_bench *b;
    struct position who;
    struct word word[OUT_WORDS];
    unsigned words;
};

static void catch_drive(void *context) {
    struct catcher *c = context;
    c->bench_hooks->drive(c->b);
}

static void catch_probe(void *context) {
    struct catcher *c = context;
    c->bench_hooks->probe(c->b);
}

/* txn is the entry, rsvd the word in it (memory protocol 3.2.1). */
static void catch_sample(void *context) {
    struct catcher *c = context;
    for (unsigned p = 0; p < c->b->ports; p++) {
        const struct link_pins *out = &c->b->pins.noc_out[p];
        struct flit f;
        if (!*out->valid || *out->busy || c->b->sim->in_reset) {
            continue;
        }
        flit_unpack(out->data, &f);
        if (f.type == FLIT_MEM_RD_RESP && f.dst_x == c->who.x && f.dst_y == c->who.y) {
            c->word[(f.txn * MXFP7_WORDS + f.rsvd) % OUT_WORDS] = f.payload;
            c->words++;
        }
    }
    c->bench_hooks->sample(c->b);
}

static struct catcher *catcher_of(struct sim *s) {
    static const struct bench_hooks hooks = {
        .drive = catch_drive, .sample = catch_sample, .probe = catch_probe};
    struct catcher *c = sim_alloc(s, sizeof *c);
    c->bench_hooks = s->hooks;
    c->b = s->bench;
    s->hooks = &hooks;
    s->bench = c;
    return c;
}

/* ---- the tensor ------------------------------------------------------------------------------ */

static const uint16_t *load_values(struct sim *s) {
    struct tensors *t = sim_alloc(s, sizeof *t);
    char error[256];
    if (!tensors_load(t, error)) {
        sim_fail(s, CHECK_SIM_END, "tests/data", "%s", error);
        sim_cycle(s);
    }
    sim_own(s, t, tensors_free);
    return t->value;
}

/* Value k of a lane of an entry. Strided: an entry is 4 rows of one block column. */
static uint16_t value_of(const uint16_t *value, enum layout layout, unsigned entry, unsigned lane,
                         unsigned k) {
    if (layout == CONTIGUOUS) {
        return value[(entry * MXFP7_LANES + lane) * MXFP7_BLOCK + k];
    }
    const unsigned row = entry / 2 * MXFP7_LANES + lane;
    return value[row * COLUMNS + entry % 2 * MXFP7_BLOCK + k];
}

static void upload(struct mag_bench *b, const uint16_t *value, enum layout layout, uint64_t addr) {
    const unsigned pitch = layout == STRIDED ? PITCH_WORDS : ROW_WORDS;
    struct word row[ROW_WORDS];
    for (unsigned y = 0; y < ROWS; y++) {
        for (unsigned w = 0; w < ROW_WORDS; w++) {
            word_from_values(&value[y * COLUMNS + w * WORD_VALUES], &row[w]);
        }
        mag_upload(b, addr + y * pitch * (uint64_t)WORD_BYTES, row, ROW_WORDS);
    }
}

/* The source walk of a strided tensor: groups of 4 rows, block columns, rows of a block, words. */
static void walk_strided(struct walker *w) {
    const int32_t pitch = PITCH_WORDS * WORD_BYTES;
    w->ndim = 4;
    w->dim[0] = (struct walker_dim){.count = ROWS / MXFP7_LANES, .stride = MXFP7_LANES * pitch};
    w->dim[1] = (struct walker_dim){.count = 2, .stride = BLOCK_WORDS * WORD_BYTES};
    w->dim[2] = (struct walker_dim){.count = MXFP7_LANES, .stride = pitch};
    w->dim[3] = (struct walker_dim){.count = BLOCK_WORDS, .stride = WORD_BYTES};
}

/* ---- what must have arrived ------------------------------------------------------------------ */

/* By the definition of the format, value by value: another way than the one the quantiser's model
 * takes. */
static void expected_lane(const uint16_t *value, enum layout layout, unsigned entry, unsigned lane,
                          float out[MXFP7_BLOCK]) {
    uint16_t peak = 0;
    for (unsigned k = 0; k < MXFP7_BLOCK; k++) {
        const uint16_t magnitude = value_of(value, layout, entry, lane, k) & 0x7fff;
        peak = magnitude > peak ? magnitude : peak;
    }
    const uint8_t scale = mxfp7_scale_byte(peak);
    for (unsigned k = 0; k < MXFP7_BLOCK; k++) {
        out[k] = (float)mxfp7_element(value_of(value, layout, entry, lane, k), scale) *
                 mxfp7_scale_value(scale);
    }
}

static void compare(struct sim *s, const struct catcher *c, const uint16_t *value,
                    enum layout layout, unsigned packing) {
    float got[MXFP7_LANES][MXFP7_BLOCK], due[MXFP7_BLOCK];
    for (unsigned entry = 0; entry < ENTRIES; entry++) {
        mxfp7_dequantise(&c->word[entry * MXFP7_WORDS], packing, got);
        for (unsigned lane = 0; lane < MXFP7_LANES; lane++) {
            expected_lane(value, layout, entry, lane, due);
            sim_evaluated(s, CHECK_XF_DATA);
            for (unsigned k = 0; k < MXFP7_BLOCK; k++) {
                if (got[lane][k] != due[k]) {
                    sim_fail(s, CHECK_XF_DATA, "noc_out",
                             "entry %u, lane %u, value %u is %g, the tensor's value there is %g",
                             entry, lane, k, (double)got[lane][k], (double)due[k]);
                }
            }
        }
    }
}

/* Fetches all entries with one run, a peer gets them too. */
static void fetch_and_compare(struct mag_bench *b, struct catcher *c, uint64_t addr,
                              const uint16_t *value, enum layout layout, unsigned packing) {
    const struct descriptor run = {.addr = addr,
                                   .flags = FLAG_STREAM,
                                   .count = ENTRIES,
                                   .entry_words = MXFP7_WORDS,
                                   .n_peer = 1,
                                   .peer = {b->endpoint[PEER]}};
    for (unsigned p = 0; p < b->ports; p++) {
        for (unsigned as_peer = 0; as_peer < 2; as_peer++) {
            memset(c->word, 0, sizeof c->word);
            c->words = 0;
            c->who = b->endpoint[as_peer ? PEER : FETCHER];
            mag_read(b, p, FETCHER, 0, &run);
            mag_settle(b);
            sim_expect_seen(b->sim, "words fetched", c->words, OUT_WORDS);
            compare(b->sim, c, value, layout, packing);
        }
    }
}

static bool can_convert(const struct mag_bench *b) {
    const uint32_t taken = WITHOUT_STREAM | WITHOUT_PEERS;
    return b->slot.desc != NULL && strcmp(b->slot.desc->name, "mxfp7") == 0 &&
           !(b->sim->options->without & taken);
}

static void convert(struct sim *s, const struct dut_type *type, enum layout layout) {
    struct mag_bench *b = mag_bench_new(s, type);
    struct catcher *c = catcher_of(s);
    const uint16_t *value = load_values(s) + 1440; /* weights of several layers */
    const uint64_t source = own(b, 0) + 0xf40;
    const uint64_t to[] = {own(b, 4) + 0xfa0, store_word(b, 5)};
    const unsigned places = has_store(b, 5 + OUT_WORDS) ? 2 : 1;
    unsigned moves = 0;
    if (can_convert(b)) {
        upload(b, value, layout, region(0) + 0xf40);
        for (; moves < 2 * places; moves++) {
            struct mover_regs move = mag_transform(b, 1, moves % 2, source, to[moves / 2], ENTRIES);
            if (layout == STRIDED) {
                walk_strided(&move.walker[MOVER_SOURCE]);
            }
            must_move(b, move);
            fetch_and_compare(b, c, to[moves / 2], value, layout, moves % 2);
        }
    }
    mag_finish(b);
    sim_expect_seen(s, "moves", *b->pins.mv_done, moves);
}

void a_tensor_is_converted_where_its_entries_are_contiguous(struct sim *s,
                                                            const struct dut_type *type) {
    convert(s, type, CONTIGUOUS);
}

void a_tensor_is_converted_where_its_entries_are_strided(struct sim *s,
                                                         const struct dut_type *type) {
    convert(s, type, STRIDED);
}
