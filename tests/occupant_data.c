#include "occupant_data.h"

#include "slot_situations.h"

#include <stdio.h>
#include <stdlib.h>

enum { REG_OPTIONS = 0x10, REG_INDEX = 0x10, REG_DATA = 0x14, REG_LOADED = 0x18 };

static unsigned mode_mask(const struct slot_core *core) {
    return (1u << core->sim->dut->type->xform.mode_w) - 1;
}

/* ---- entries whose words are known ----------------------------------------------------------- */

struct known {
    unsigned id, options; /* mode and register 0x10 together */
    unsigned line;        /* for the report */
    unsigned words;
    struct word beat[4], word[4];
};

/* One run: those of `at` with an id whose register has to be `reg`. */
struct run {
    struct slot_core *core;
    const char *what;
    const struct known *at;
    unsigned count, id, reg, in_mode; /* in_mode: the bits of the options that go by mode */
    unsigned started, answered;
};

static const struct known *next_of_run(const struct run *run, unsigned *at) {
    while (*at < run->count) {
        const struct known *k = &run->at[(*at)++];
        if (k->id == run->id && (k->options & ~run->in_mode) == run->reg) {
            return k;
        }
    }
    return NULL;
}

static bool next_plan(void *context, struct entry_plan *plan) {
    struct run *run = context;
    const struct known *k = next_of_run(run, &run->started);
    if (!k) {
        return false;
    }
    plan_entry(run->core, plan, k->id, k->options & run->in_mode);
    memcpy(plan->beat, k->beat, plan->beats * sizeof plan->beat[0]);
    return true;
}

static void compare(void *context, const struct bank_result *result, uint32_t *const *word) {
    struct run *run = context;
    const struct known *k = next_of_run(run, &run->answered);
    (void)result;
    for (unsigned i = 0; k && i < k->words; i++) {
        if (memcmp(k->word[i].w, word[i], sizeof k->word[i].w) != 0) {
            sim_fail(run->core->sim, CHECK_XF_DATA, run->what,
                     "word%u differs from that of number %u", i, k->line);
        }
    }
}

/* Every entry of `at`, in a run for each id and each value of its register; zero afterwards. */
static void run_known(struct slot_core *core, const char *what, const struct known *at,
                      unsigned count, unsigned in_mode) {
    const uint64_t before = core->check.stats.dones;
    for (unsigned id = 1; id < core->shapes.ids && core->shapes.of[id].known; id++) {
        for (unsigned reg = 0; reg < 8; reg++) {
            struct run run = {core, what, at, count, id, reg, in_mode, 0, 0};
            unsigned first = 0;
            if (!next_of_run(&run, &first)) {
                continue;
            }
            config_write(&core->config, core->sim, id, REG_OPTIONS, reg);
            core->check.answer = compare;
            core->check.context = &run;
            slot_core_run(core, 0, next_plan, &run);
            core->check.answer = NULL;
            config_write(&core->config, core->sim, id, REG_OPTIONS, 0);
        }
    }
    sim_expect_seen(core->sim, "known entries answered", core->check.stats.dones - before, count);
}

/* ---- mxfp8 ----------------------------------------------------------------------------------- */

enum { MXFP8_Q32 = 1, MXFP8_Q16, MXFP8_D32, MXFP8_D16, MXFP8_LINES = 2000 };

struct mxfp8_file {
    struct known *at;
    unsigned count;
};

static void pack_block(const struct mxfp8_block *block, struct word w[2]) {
    memset(w, 0, 2 * sizeof *w);
    for (unsigned i = 0; i < MXFP8_BLOCK; i++) {
        w[0].w[i / 4] |= (uint32_t)block->element[i] << 8 * (i % 4);
    }
    w[1].w[0] = block->scale;
}

static unsigned pack_values(const struct mxfp8_vector *v, struct word *w) {
    const bool wide = v->options.real == MXFP8_FP32;
    for (unsigned i = 0; i < MXFP8_BLOCK; i++) {
        if (wide) {
            w[i / 8].w[i % 8] = v->value[i];
        } else {
            w[i / 16].w[i % 16 / 2] |= v->value[i] << 16 * (i % 2);
        }
    }
    return wide ? 4 : 2;
}

static struct known *one_more(struct mxfp8_file *file, const struct mxfp8_vector *v,
                              unsigned line) {
    struct known *k = &file->at[file->count++];
    memset(k, 0, sizeof *k);
    k->line = line;
    k->options = (v->options.element == MXFP8_E4M3) | (unsigned)v->options.rceil << 1 |
                 (unsigned)v->options.poison_dis << 2;
    return k;
}

static bool take_quant(void *context, struct fields *fields, unsigned line) {
    struct mxfp8_vector v;
    struct mxfp8_file *file = context;
    if (file->count == MXFP8_LINES || !mxfp8_quant_vector_read(fields, &v)) {
        return false;
    }
    struct known *k = one_more(file, &v, line);
    k->id = v.options.real == MXFP8_FP32 ? MXFP8_Q32 : MXFP8_Q16;
    k->words = 2;
    pack_values(&v, k->beat);
    pack_block(&v.block, k->word);
    return true;
}

/* The bits a dequantiser ignores are set now and then, and so is what stands above the scale. */
static bool take_dequant(void *context, struct fields *fields, unsigned line) {
    struct mxfp8_vector v;
    struct mxfp8_file *file = context;
    if (file->count == MXFP8_LINES || !mxfp8_dequant_vector_read(fields, &v)) {
        return false;
    }
    struct known *k = one_more(file, &v, line);
    k->id = v.options.real == MXFP8_FP32 ? MXFP8_D32 : MXFP8_D16;
    k->options |= line % 4 << 1;
    k->words = pack_values(&v, k->word);
    pack_block(&v.block, k->beat);
    k->beat[1].w[0] |= line * UINT32_C(0x9e3779b9) & 0xffffff00u;
    k->beat[1].w[7] = line;
    return true;
}

static void release(void *at) {
    free(*(struct known **)at);
}

static void mxfp8_replay(struct slot_core *core, unsigned in_mode) {
    static const struct {
        const char *path;
        vector_taker *take;
    } files[] = {{"tests/data/mxfp8_quant.txt", take_quant},
                 {"tests/data/mxfp8_dequant.txt", take_dequant}};
    struct mxfp8_file *file = sim_alloc(core->sim, sizeof *file);
    char error[256];
    file->at = calloc(MXFP8_LINES, sizeof *file->at);
    sim_own(core->sim, &file->at, release);
    for (unsigned f = 0; f < 2; f++) {
        file->count = 0;
        if (!file->at || !vector_lines(files[f].path, files[f].take, file, error)) {
            sim_fail(core->sim, CHECK_SIM_END, "vectors", "%s", file->at ? error : "out of memory");
            return;
        }
        run_known(core, files[f].path, file->at, file->count, in_mode);
        sim_expect_seen(core->sim, "vectors", file->count, 500);
    }
}

void mxfp8_vectors_replay_by_mode(struct slot_core *core) {
    mxfp8_replay(core, mode_mask(core));
}

void mxfp8_vectors_replay_by_register(struct slot_core *core) {
    mxfp8_replay(core, 0);
}

/* ---- transpose ------------------------------------------------------------------------------- */

enum { TILE_BYTES = 128, TILES = 40 };

/* Which element of the tile each element of its transpose is. */
static const uint8_t of_8_bits[] = {
    0, 8,  16, 24, 32, 40, 48, 56, 64, 72, 80, 88, 96,  104, 112, 120, /* column 0 */
    1, 9,  17, 25, 33, 41, 49, 57, 65, 73, 81, 89, 97,  105, 113, 121, /* column 1 */
    2, 10, 18, 26, 34, 42, 50, 58, 66, 74, 82, 90, 98,  106, 114, 122, /* column 2 */
    3, 11, 19, 27, 35, 43, 51, 59, 67, 75, 83, 91, 99,  107, 115, 123, /* column 3 */
    4, 12, 20, 28, 36, 44, 52, 60, 68, 76, 84, 92, 100, 108, 116, 124, /* column 4 */
    5, 13, 21, 29, 37, 45, 53, 61, 69, 77, 85, 93, 101, 109, 117, 125, /* column 5 */
    6, 14, 22, 30, 38, 46, 54, 62, 70, 78, 86, 94, 102, 110, 118, 126, /* column 6 */
    7, 15, 23, 31, 39, 47, 55, 63, 71, 79, 87, 95, 103, 111, 119, 127, /* column 7 */
};
static const uint8_t of_16_bits[] = {
    0, 8,  16, 24, 32, 40, 48, 56, /* column 0 */
    1, 9,  17, 25, 33, 41, 49, 57, /* column 1 */
    2, 10, 18, 26, 34, 42, 50, 58, /* column 2 */
    3, 11, 19, 27, 35, 43, 51, 59, /* column 3 */
    4, 12, 20, 28, 36, 44, 52, 60, /* column 4 */
    5, 13, 21, 29, 37, 45, 53, 61, /* column 5 */
    6, 14, 22, 30, 38, 46, 54, 62, /* column 6 */
    7, 15, 23, 31, 39, 47, 55, 63, /* column 7 */
};
static const uint8_t of_32_bits[] = {
    0, 4, 8,  12, 16, 20, 24, 28, /* column 0 */
    1, 5, 9,  13, 17, 21, 25, 29, /* column 1 */
    2, 6, 10, 14, 18, 22, 26, 30, /* column 2 */
    3, 7, 11, 15, 19, 23, 27, 31, /* column 3 */
};
static const uint8_t of_64_bits[] = {
    0, 4, 8,  12, /* column 0 */
    1, 5, 9,  13, /* column 1 */
    2, 6, 10, 14, /* column 2 */
    3, 7, 11, 15, /* column 3 */
};

static void words_of(const uint8_t bytes[TILE_BYTES], struct word w[4]) {
    memset(w, 0, 4 * sizeof *w);
    for (unsigned i = 0; i < TILE_BYTES; i++) {
        w[i / 32].w[i % 32 / 4] |= (uint32_t)bytes[i] << 8 * (i % 4);
    }
}

static void make_tile(struct slot_core *core, unsigned size, bool numbered, struct known *k) {
    static const uint8_t *const source[] = {of_8_bits, of_16_bits, of_32_bits, of_64_bits};
    const unsigned element = 1u << size;
    uint8_t in[TILE_BYTES], out[TILE_BYTES];
    for (unsigned i = 0; i < TILE_BYTES; i++) {
        in[i] = (uint8_t)(numbered ? i : rng_next(&core->rng));
    }
    for (unsigned i = 0; i < TILE_BYTES; i++) {
        out[i] = in[source[size][i / element] * element + i % element];
    }
    words_of(in, k->beat);
    words_of(out, k->word);
}

static void tiles_transpose(struct slot_core *core, unsigned in_mode) {
    struct known *tiles = sim_alloc(core->sim, TILES * sizeof *tiles);
    for (unsigned i = 0; i < TILES; i++) {
        tiles[i].id = 1;
        tiles[i].options = i % 4;
        tiles[i].line = i;
        tiles[i].words = 4;
        make_tile(core, i % 4, i < 4, &tiles[i]);
    }
    run_known(core, "tiles", tiles, TILES, in_mode);
}

void tiles_transpose_by_mode(struct slot_core *core) {
    tiles_transpose(core, mode_mask(core));
}

void tiles_transpose_by_register(struct slot_core *core) {
    tiles_transpose(core, 0);
}

/* ---- table ----------------------------------------------------------------------------------- */

enum { TABLE = 256, NOT_LOADED = 2 };

static void write_register(struct slot_core *core, unsigned addr, uint32_t data) {
    config_write(&core->config, core->sim, 1, addr, data);
}

static void expect_register(struct slot_core *core, unsigned addr, uint32_t due) {
    const uint32_t value = config_read(&core->config, core->sim, 1, addr);
    sim_evaluated(core->sim, CHECK_XF_REG);
    if (value != due) {
        sim_fail(core->sim, CHECK_XF_REG, "table", "register 0x%02x reads 0x%08x, not 0x%08x", addr,
                 value, due);
    }
}

static void expect_fault(struct slot_core *core, unsigned due) {
    const uint32_t value = config_read(&core->config, core->sim, 0, BANK_REG_FAULT);
    sim_evaluated(core->sim, CHECK_XF_FAULT);
    if (value != due) {
        sim_fail(core->sim, CHECK_XF_FAULT, "table", "register 0x00 reads 0x%x, not 0x%x", value,
                 due);
    }
}

/* `table` from `first` on; garbage stands above the byte. */
static void load(struct slot_core *core, const uint8_t *table, unsigned first, unsigned count) {
    write_register(core, REG_INDEX, first | 0x5a00u);
    for (unsigned i = 0; i < count; i++) {
        write_register(core, REG_DATA, table[(first + i) % TABLE] | (uint32_t)i << 8);
    }
}

/* One run of entries with all 256 keys and some random ones. */
static void look_up(struct slot_core *core, const uint8_t table[TABLE]) {
    struct known entries[12] = {0};
    for (unsigned e = 0; e < 12; e++) {
        struct known *k = &entries[e];
        k->id = k->words = 1;
        k->line = e;
        for (unsigned i = 0; i < 32; i++) {
            const unsigned key = e < 8 ? 32 * e + i : rng_below(&core->rng, TABLE);
            k->beat[0].w[i / 4] |= key << 8 * (i % 4);
            k->word[0].w[i / 4] |= (uint32_t)table[key] << 8 * (i % 4);
        }
    }
    struct run run = {core, "table", entries, 12, 1, 0, 0, 0, 0};
    const uint64_t before = core->check.stats.dones;
    core->check.answer = compare;
    core->check.context = &run;
    slot_core_run(core, 0, next_plan, &run);
    core->check.answer = NULL;
    sim_expect_seen(core->sim, "lookups answered", core->check.stats.dones - before, 12);
}

static void random_table(struct slot_core *core, uint8_t table[TABLE]) {
    for (unsigned i = 0; i < TABLE; i++) {
        table[i] = (uint8_t)(1 + rng_below(&core->rng, 255)); /* not what is missing reads as */
    }
}

void table_load(struct slot_core *core) {
    uint8_t table[TABLE];
    random_table(core, table);
    load(core, table, 0, TABLE);
}

void table_looks_up_what_was_loaded(struct slot_core *core) {
    uint8_t table[TABLE];
    for (unsigned round = 0; round < 3; round++) {
        random_table(core, table);
        load(core, table, round * 100, TABLE);
        expect_register(core, REG_LOADED, TABLE);
        look_up(core, table);
        expect_fault(core, 0);
    }
    for (unsigned i = 0; i < TABLE; i++) {
        write_register(core, REG_INDEX, i);
        expect_register(core, REG_DATA, table[i]);
    }
    expect_register(core, REG_LOADED, TABLE);
}

void table_not_loaded_faults_until_cleared(struct slot_core *core) {
    static const unsigned parts[] = {0, 1, 2, 128, 255, 256};
    uint8_t table[TABLE], missing[TABLE] = {0};
    random_table(core, table);
    for (unsigned p = 0; p < sizeof parts / sizeof *parts; p++) {
        const unsigned due = parts[p] < TABLE ? NOT_LOADED : 0;
        load(core, table, 0, parts[p]);
        memcpy(missing, table, parts[p]);
        expect_register(core, REG_LOADED, parts[p]);
        expect_fault(core, 0);
        look_up(core, missing);
        expect_fault(core, due);
        struct entry_plan plan;
        plan_entry(core, &plan, 0, 0); /* sticky over an entry of the bypass */
        slot_core_run_plans(core, 0, &plan, 1);
        expect_fault(core, due);
        config_write(&core->config, core->sim, p % core->shapes.ids, BANK_REG_FAULT, p);
        expect_fault(core, 0);
    }
}

void table_index_counts_and_wraps(struct slot_core *core) {
    expect_register(core, REG_INDEX, 0);
    expect_register(core, REG_DATA, 0);
    expect_register(core, REG_LOADED, 0);
    write_register(core, REG_INDEX, 254);
    for (unsigned i = 0; i < 4; i++) {
        expect_register(core, REG_INDEX, (254 + i) % TABLE);
        write_register(core, REG_DATA, 0xa0 + i);
        expect_register(core, REG_LOADED, i + 1);
    }
    write_register(core, REG_INDEX, 255);
    expect_register(core, REG_DATA, 0xa1);
    write_register(core, REG_DATA, 0xb1); /* again: not one more */
    expect_register(core, REG_LOADED, 4);
    expect_register(core, REG_INDEX, 0);
    expect_register(core, REG_DATA, 0xa2);
    write_register(core, REG_LOADED, 0xffffffffu);
    expect_register(core, REG_LOADED, 4);
    expect_register(core, REG_INDEX, 0);
    write_register(core, REG_INDEX, 2);
    expect_register(core, REG_DATA, 0);
    sim_expect_seen(core->sim, "registers compared", core->sim->seen.evaluations[CHECK_XF_REG], 18);
}

void reset_forgets_the_table(struct slot_core *core) {
    uint8_t table[TABLE];
    const uint8_t empty[TABLE] = {0};
    random_table(core, table);
    if (core->sim->options->without & WITHOUT_MID_RESET) {
        return;
    }
    for (unsigned round = 0; round < 3; round++) {
        load(core, table, round, TABLE);
        write_register(core, REG_INDEX, 7);
        look_up(core, table);
        sim_reset(core->sim, 1 + round);
        expect_register(core, REG_LOADED, 0);
        expect_register(core, REG_INDEX, 0);
        expect_register(core, REG_DATA, 0);
        look_up(core, empty);
        expect_fault(core, NOT_LOADED);
    }
}

void table_latency(struct slot_core *core) {
    struct entry_plan plans[20];
    char what[56];
    for (unsigned i = 0; i < 20; i++) {
        plan_entry(core, &plans[i], 1, i);
        plans[i].overlap = false;
    }
    core->spy.latency = 0;
    slot_core_run_plans(core, 0, plans, 20);
    snprintf(what, sizeof what, "%s: latency of id 1, DEPTH 1", core->sim->dut->type->name);
    sim_measured(core->sim, what, core->spy.latency, "cycles", 40, true);
    sim_evaluated(core->sim, CHECK_XF_RATE);
    if (core->spy.latency > 40) {
        sim_fail(core->sim, CHECK_XF_RATE, core->check.where,
                 "done comes %u cycles after the beat, this bank promises 40", core->spy.latency);
    }
    sim_expect_seen(core->sim, "entries answered", core->check.stats.dones, 20);
}
