/* The judge of the mover: under a mover that behaves, and under ones that commit one crime each. */
#include "model_mover_suite.h"

#include "mover_judge.h"
#include "mover_moves.h"

/* ---- a mover for the judge ------------------------------------------------------------------ */

#define MEMORY_WORDS 4096
#define NEVER UINT64_MAX

/* What the mover below does wrong, at its element or word number `at`. */
enum crime {
    HONEST,
    FLIPS_A_BIT,
    LEAVES_A_WORD_OUT,
    SWAPS_TWO_WORDS,
    WRITES_TWICE,
    DROPS_A_STROBE,
    WRITES_BESIDE,
    WRITES_A_SOURCE_WORD,
    READS_BESIDE,
    READS_TWICE,
    READS_PADDING,
    WRITES_PADDING,
    PADS_WRONG,
    READS_WITHOUT_GRANT,
    READS_BEFORE_GEOMETRY,
    READS_BEFORE_DEPTH,
    READS_ANOTHER_GEOMETRY,
    OPENS_WITHOUT_GRANT,
    ENDS_BEFORE_B,
    ENDS_WITH_A_CODE,
    FORGETS_THE_CODE,
    SHOWS_A_CODE_EARLY,
    COUNTS_TWICE,
    COUNTS_EARLY,
    IS_BUSY_LATE,
    GOES_ON_AFTER_A_FAULT,
    OPENS_AFTER_A_FAULT,
    MOVES_THOUGH_GO_FAULTED,
};

struct bench {
    struct mover_judge *judge;
    struct mover_status status;
    uint64_t cycle;
    struct {
        struct mover_place place;
        struct word value;
    } memory[MEMORY_WORDS];
    size_t words;
    enum crime crime;
    uint64_t at;
    uint64_t read_error_at, write_error_at, bank_fault_at; /* element, word, entry; or NEVER */
    unsigned ahead;                                        /* elements read before one is written */
    struct mover_verdict first; /* the first verdict that was not right */
};

static struct word initial_word(struct mover_place place) {
    struct rng rng = {.state = place.offset * 4 + (uint64_t)place.space};
    struct word word;
    for (unsigned i = 0; i < 8; i++)
        word.w[i] = (uint32_t)rng_next(&rng);
    return word;
}

static struct word bench_read(void *context, struct mover_place place) {
    const struct bench *const b = context;
    for (size_t i = b->words; i-- > 0;)
        if (b->memory[i].place.space == place.space && b->memory[i].place.offset == place.offset)
            return b->memory[i].value;
    return initial_word(place);
}

static void note(struct bench *b, bool legal, const struct mover_verdict *v) {
    assert_int_equal(legal, v->finding == MOVER_RIGHT);
    if (!legal && b->first.finding == MOVER_RIGHT)
        b->first = *v;
}

static void tick(struct bench *b) {
    struct mover_verdict v;
    b->cycle++;
    note(b, mover_judge_status(b->judge, &b->status, b->cycle, &v), &v);
}

static void put_judge(void *to, unsigned addr, uint64_t data) {
    struct bench *const b = to;
    tick(b);
    mover_judge_config(b->judge, addr, data, b->cycle);
}

static void bench_make_with(struct bench *b, const struct mover_config *config) {
    *b = (struct bench){
        .read_error_at = NEVER, .write_error_at = NEVER, .bank_fault_at = NEVER, .ahead = 3};
    b->judge = mover_judge_new(config, bench_read, b, 100000);
    assert_non_null(b->judge);
}

static void bench_make(struct bench *b) {
    bench_make_with(b, &mover_test_config);
}

static void bench_free(struct bench *b) {
    mover_judge_free(b->judge);
}

static void bench_issue(struct bench *b, struct mover_place place) {
    struct mover_verdict v;
    note(b, mover_judge_read_issue(b->judge, place, 1, b->cycle, &v), &v);
}

/* The word of source element `n`, read from memory by one AR. */
static struct word bench_fetch(struct bench *b, uint64_t addr, uint64_t n, bool *error) {
    const struct mover_place place = mover_place_of(&mover_test_config, addr, false);
    const struct mover_place beside = {place.space, place.offset + 0x100000};
    const bool guilty = n == b->at;
    tick(b);
    bench_issue(b, guilty && b->crime == READS_BESIDE ? beside : place);
    if (guilty && b->crime == READS_TWICE)
        bench_issue(b, place);
    *error = n == b->read_error_at;
    tick(b);
    const struct word value = bench_read(b, place);
    mover_judge_read_beat(b->judge, place, *error, b->cycle);
    if (guilty && b->crime == READS_TWICE)
        mover_judge_read_beat(b->judge, place, false, b->cycle);
    return value;
}

static void bench_store(struct bench *b, struct mover_place place, struct word value, uint32_t strb,
                        bool error) {
    struct mover_verdict v;
    tick(b);
    note(b, mover_judge_write_issue(b->judge, 1, &v), &v);
    note(b, mover_judge_write_beat(b->judge, place, &value, strb, &v), &v);
    assert_true(b->words < MEMORY_WORDS);
    b->memory[b->words].place = place;
    b->memory[b->words++].value = value;
    if (b->crime == ENDS_BEFORE_B)
        return;
    tick(b);
    mover_judge_write_response(b->judge, error, b->cycle);
}

/* Writes word number `n` at `addr` with whatever crime is due. True on an error response. */
static bool bench_put(struct bench *b, uint64_t addr, struct word value, uint64_t n,
                      const struct walker *src) {
    const struct mover_place place = mover_place_of(&mover_test_config, addr, true);
    const bool error = n == b->write_error_at;
    struct mover_place victim = place;
    uint32_t strb = UINT32_MAX;
    if (n == b->at) {
        if (b->crime == FLIPS_A_BIT || b->crime == PADS_WRONG)
            value.w[5] ^= 0x400;
        if (b->crime == LEAVES_A_WORD_OUT)
            return false;
        if (b->crime == DROPS_A_STROBE)
            strb = 0x7fffffff;
        if (b->crime == WRITES_BESIDE)
            victim.offset += 0x200000;
        if (b->crime == WRITES_A_SOURCE_WORD)
            victim = mover_place_of(&mover_test_config, src->base, false);
        if (b->crime == WRITES_TWICE)
            bench_store(b, place, value, strb, false);
    }
    bench_store(b, victim, value, strb, error);
    return error;
}

static void bench_end(struct bench *b, unsigned code) {
    for (unsigned i = 0; i < 3; i++)
        tick(b);
    if (b->crime == SHOWS_A_CODE_EARLY) {
        b->status.fault = 3;
        tick(b);
    }
    if (b->crime == COUNTS_EARLY) {
        b->status.done++;
        tick(b);
    }
    b->status.busy = false;
    b->status.granted = false;
    b->status.fault = (uint8_t)(b->crime == ENDS_WITH_A_CODE   ? b->at
                                : b->crime == FORGETS_THE_CODE ? 0
                                                               : code);
    b->status.done += b->crime == COUNTS_TWICE ? 2 : 1;
    tick(b);
    tick(b);
}

static void bench_read_late(struct bench *b, uint64_t addr) {
    const struct mover_place place = mover_place_of(&mover_test_config, addr, false);
    for (unsigned i = 0; i < 20; i++)
        tick(b);
    bench_issue(b, place);
    mover_judge_read_beat(b->judge, place, false, b->cycle);
}

/* Copy and fill, by the slow walker. Reads run ahead of the writes. */
static unsigned bench_elements(struct bench *b, const struct mover_regs *regs,
                               const struct word *pattern) {
    const struct walker *const src = &regs->walker[0], *const dst = &regs->walker[1];
    const uint64_t total = slow_total(dst);
    struct word fifo[16];
    bool bad[16] = {false}, stopped = false;
    uint64_t read = 0;
    for (uint64_t n = 0; n < total; n++) {
        for (; !stopped && read < total && read <= n + b->ahead; read++) {
            const struct walker_element e = slow_element(src, read);
            const bool padded = regs->mode == MOVER_FILL || !e.valid;
            const bool peeks = b->crime == READS_PADDING && read == b->at;
            fifo[read % 16] = *pattern;
            if (!padded || peeks)
                fifo[read % 16] = bench_fetch(b, e.addr, read, &stopped);
            bad[read % 16] = stopped;
        }
        const struct walker_element e = slow_element(dst, n);
        if (bad[n % 16]) {
            if (b->crime == GOES_ON_AFTER_A_FAULT)
                bench_read_late(b, slow_element(src, n + 1).addr);
            return 3;
        }
        if (b->crime == SWAPS_TWO_WORDS && n == b->at && n + 1 < total) {
            bench_put(b, slow_element(dst, n + 1).addr, fifo[(n + 1) % 16], n + 1, src);
            bench_put(b, e.addr, fifo[n % 16], n, src);
            n++;
            continue;
        }
        if (e.valid || (b->crime == WRITES_PADDING && n == b->at))
            if (bench_put(b, e.addr, fifo[n % 16], n, src))
                return 3;
    }
    return 0;
}

static void bench_prepare_slot(struct bench *b, unsigned id) {
    id ^= b->crime == READS_ANOTHER_GEOMETRY;
    tick(b);
    if (b->crime != READS_BEFORE_GEOMETRY)
        mover_judge_geometry_read(b->judge, id, 0x04, b->cycle);
    tick(b);
    if (b->crime != READS_BEFORE_DEPTH)
        mover_judge_geometry_read(b->judge, id, 0xfc, b->cycle);
    b->status.granted = b->crime != READS_WITHOUT_GRANT;
    tick(b);
}

static void bench_open(struct bench *b, uint64_t entry) {
    struct mover_verdict v;
    tick(b);
    b->status.granted &= !(b->crime == OPENS_WITHOUT_GRANT && entry == b->at);
    tick(b);
    note(b, mover_judge_slot_start(b->judge, b->cycle, &v), &v);
}

/* One entry after the other. */
static unsigned bench_entries(struct bench *b, const struct mover_regs *regs) {
    const struct occupant *const o = &mover_occupants[regs->xform_id - 1];
    const uint64_t total = slow_total(&regs->walker[1]);
    bench_prepare_slot(b, regs->xform_id);
    for (uint64_t entry = 0; entry < total; entry++) {
        struct word beats[BANK_BEATS_MAX], words[BANK_WORDS_MAX];
        bool error, faulted = false;
        bench_open(b, entry);
        for (unsigned i = 0; i < o->in_beats && !faulted; i++) {
            const uint64_t n = entry * o->in_beats + i;
            beats[i] = bench_fetch(b, slow_element(&regs->walker[0], n).addr, n, &error);
            faulted = error;
        }
        if (entry == b->bank_fault_at)
            b->status.bank_fault |= 4;
        tick(b);
        mover_judge_slot_done(b->judge);
        if (faulted || b->status.bank_fault != 0) {
            for (unsigned i = 0; i < 10; i++)
                tick(b);
            if (b->crime == OPENS_AFTER_A_FAULT)
                bench_open(b, entry + 1);
        }
        if (faulted)
            return 3;
        o->convert(beats, regs->xform_mode, words);
        for (unsigned i = 0; i < o->out_words; i++) {
            if (b->status.bank_fault != 0)
                words[i].w[0] = 0xbad; /* the faulted entry may hold anything */
            const uint64_t at = slow_element(&regs->walker[1], entry).addr + i * 32;
            if (bench_put(b, at, words[i], entry * o->out_words + i, &regs->walker[0]))
                return 3;
        }
        if (b->status.bank_fault != 0)
            return 8;
    }
    return 0;
}

/* Configures the move, lets it run and end; `go_code` is what a right mover finds at GO. */
static void bench_move(struct bench *b, const struct mover_regs *regs, unsigned go_code) {
    const struct word pattern = mover_pattern(regs);
    put_walker(put_judge, b, 0, &regs->walker[0], regs->xform_id, regs->xform_mode);
    put_walker(put_judge, b, 1, &regs->walker[1], 0, 0);
    put_judge(b, 0x40, regs->immediate);
    put_judge(b, 0x00, control_data(regs->mode, regs->width, true));
    if (b->crime == IS_BUSY_LATE)
        tick(b);
    b->status.busy = true;
    b->status.fault = 0;
    tick(b);
    unsigned code = go_code;
    if (b->crime == MOVES_THOUGH_GO_FAULTED)
        bench_issue(b, mover_place_of(&mover_test_config, regs->walker[0].base, false));
    else if (go_code == 0)
        code = regs->mode == MOVER_TRANSFORM ? bench_entries(b, regs)
                                             : bench_elements(b, regs, &pattern);
    bench_end(b, code);
}

static void assert_clean(const struct bench *b) {
    if (b->first.finding != MOVER_RIGHT)
        fail_msg("%s", b->first.what);
}

/* ---- the judge and honest movers ------------------------------------------------------------ */

static struct walker aligned_walker(struct rng *rng, unsigned ndim) {
    struct walker w = random_walker(rng, ndim, 4);
    w.base = OWN + WINDOW_SIZE / 2 + (rng_next(rng) & 0x7fe0);
    for (unsigned d = 0; d < ndim; d++)
        w.dim[d].stride = 32 * ((int32_t)rng_below(rng, 129) - 64);
    return w;
}

static void honest_copies_and_fills_pass(void **state) {
    struct rng rng;
    (void)state;
    rng_init(&rng, 4, "model.mover", "moves");
    for (unsigned i = 0; i < 150; i++) {
        struct bench b;
        bench_make(&b);
        b.ahead = rng_below(&rng, 8);
        for (unsigned move = 0; move < 2; move++) {
            struct mover_regs regs =
                regs_of(rng_below(&rng, 2) * 4, aligned_walker(&rng, rng_below(&rng, 5)),
                        aligned_walker(&rng, rng_below(&rng, 5)));
            regs.width = (uint8_t)rng_below(&rng, 3);
            regs.immediate = (uint32_t)rng_next(&rng);
            if (regs.mode == MOVER_COPY) { /* the same counts in another order of dimensions */
                regs.walker[0].ndim = regs.walker[1].ndim;
                for (unsigned d = 0; d < regs.walker[1].ndim; d++) {
                    const unsigned other = regs.walker[1].ndim - 1 - d;
                    regs.walker[0].dim[d].count = regs.walker[1].dim[other].count;
                    regs.walker[0].dim[d].stride = 32 * ((int32_t)rng_below(&rng, 129) - 64);
                }
            }
            bench_move(&b, &regs, 0);
        }
        assert_clean(&b);
        assert_int_equal(mover_judge_stats(b.judge)->moves, 2);
        assert_int_equal(mover_judge_stats(b.judge)->words_blind, 0);
        bench_free(&b);
    }
}

static void honest_transforms_pass(void **state) {
    struct rng rng;
    (void)state;
    rng_init(&rng, 4, "model.mover", "transforms");
    for (unsigned i = 0; i < 60; i++) {
        struct bench b;
        const unsigned entries = rng_range(&rng, 1, 9);
        struct mover_regs regs = regs_of(MOVER_TRANSFORM, line_of(OWN + 8192, entries, 32),
                                         line_of(OWN + 32 * rng_below(&rng, 512), entries, 96));
        bench_make(&b);
        regs.xform_id = (uint8_t)rng_range(&rng, SPREAD, INVERT);
        regs.xform_mode = (uint8_t)rng_below(&rng, 16);
        regs.width = 3;
        if (regs.xform_id == SPREAD)
            regs.walker[0].dim[0].count = (uint16_t)(2 * entries);
        bench_move(&b, &regs, 0);
        assert_clean(&b);
        assert_int_equal(mover_judge_stats(b.judge)->words_blind, 0);
        bench_free(&b);
    }
}

static void overlap_allows_old_and_new_values_only(void **state) {
    (void)state;
    for (unsigned ahead = 0; ahead < 8; ahead++)
        for (unsigned guilty = 0; guilty < 2; guilty++) {
            struct bench b;
            const struct mover_regs regs =
                regs_of(MOVER_COPY, line_of(OWN, 16, 32), line_of(OWN + 64, 16, 32));
            bench_make(&b);
            b.ahead = ahead;
            b.crime = guilty ? FLIPS_A_BIT : HONEST;
            b.at = 9;
            bench_move(&b, &regs, 0);
            assert_int_equal(b.first.finding, guilty ? MOVER_WRONG_DATA : MOVER_RIGHT);
            bench_free(&b);
        }
}

static void a_foreign_write_counts_as_a_value_of_the_source(void **state) {
    struct bench b;
    struct mover_verdict v;
    const struct mover_place src = {MOVER_DRAM, 0}, dst = {MOVER_DRAM, 4096};
    const struct word value = {{1, 2, 3}};
    (void)state;
    for (unsigned told = 0; told < 2; told++) {
        bench_make(&b);
        struct walker from = line_of(OWN, 1, 0), to = line_of(OWN + 4096, 1, 0);
        put_judge(&b, 0x10, header_data(0, &from, 0, 0));
        put_judge(&b, 0x10, header_data(1, &to, 0, 0));
        put_judge(&b, 0x00, control_data(0, 0, true));
        b.status.busy = true;
        tick(&b);
        if (told)
            mover_judge_foreign_write(b.judge, src, &value);
        assert_int_equal(mover_judge_write_beat(b.judge, dst, &value, UINT32_MAX, &v), told);
        bench_free(&b);
    }
}

/* ---- the judge and movers that are not ------------------------------------------------------ */

/* Six elements; the second padded at the source, the fifth skipped at the destination. */
static struct mover_regs padded_copy(void) {
    struct mover_regs regs = regs_of(MOVER_COPY, line_of(OWN, 6, 32), line_of(OWN + 4096, 6, 32));
    regs.immediate = 0x1234;
    regs.width = 1;
    regs.walker[0] = line_of(OWN, 3, 32);
    regs.walker[0].ndim = 2;
    regs.walker[0].dim[1] = (struct walker_dim){.count = 2, .stride = 512, .axis = 1, .step = 1};
    regs.walker[0].axis[0].extent = 1; /* elements 1, 3 and 5 are padding */
    regs.walker[1].dim[0].axis = 2;
    regs.walker[1].dim[0].step = 1;
    regs.walker[1].axis[1] = (struct walker_axis){.base = -1, .extent = 5}; /* element 0 is not */
    return regs;
}

static struct mover_regs spread_move(void) {
    struct mover_regs regs =
        regs_of(MOVER_TRANSFORM, line_of(OWN, 6, 32), line_of(OWN + 4096, 3, 96));
    regs.xform_id = SPREAD;
    regs.xform_mode = 3;
    return regs;
}

static struct word pristine(void *context, struct mover_place place) {
    (void)context;
    return initial_word(place);
}

/* Source and destination of these moves are apart: the image is the plan's values and no others. */
static void plan_tells_the_image_a_move_leaves(void **state) {
    const struct mover_regs moves[] = {padded_copy(), spread_move()};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct bench b;
        struct mover_plan plan;
        size_t known = 0;
        bench_make(&b);
        bench_move(&b, &moves[i], 0);
        assert_int_equal(mover_plan_make(&mover_test_config, &moves[i], 100, &plan),
                         MOVER_PLAN_MADE);
        for (size_t n = 0; n < plan.write_count; n++) {
            struct word value;
            if (!mover_plan_value(&mover_test_config, &plan, n, pristine, NULL, &value))
                continue;
            const struct word left = bench_read(&b, plan.writes[n].place);
            assert_true(word_equal(&left, &value));
            known++;
        }
        assert_int_equal(known, i == 0 ? 5 : 9);
        assert_int_equal(b.words, known);
        mover_plan_free(&plan);
        bench_free(&b);
    }
}

/* Four beats, four words: a copy. Of a bank without a model only the touched words are known. */
static void bypass_copies_and_a_foreign_occupant_is_not_predicted(void **state) {
    static const struct bank_desc identity = {.name = "identity", .every_id_bypasses = true};
    static uint32_t four_by_four = 4u << 16 | 4 * 256;
    struct mover_config row[] = {mover_test_config, mover_test_config, mover_test_config};
    struct mover_regs regs =
        regs_of(MOVER_TRANSFORM, line_of(OWN, 8, 32), line_of(OWN + 4096, 2, 128));
    (void)state;
    row[1].bank = &identity;
    row[2].bank = NULL;
    row[2].geometry = given_geometry;
    row[2].context = &four_by_four;
    for (unsigned i = 0; i < 3; i++) {
        struct mover_plan plan;
        regs.xform_id = i == 0 ? BYPASS : 11;
        assert_int_equal(mover_go_fault(&row[i], &regs, false), MOVER_CODE_NONE);
        assert_int_equal(mover_plan_make(&row[i], &regs, 100, &plan), MOVER_PLAN_MADE);
        assert_int_equal(plan.write_count, 8);
        for (unsigned n = 0; n < 8; n++) {
            const struct word source = initial_word(plan.reads[n].place);
            struct word value;
            const bool known = mover_plan_value(&row[i], &plan, n, pristine, NULL, &value);
            assert_int_equal(known, i < 2);
            assert_int_equal(plan.writes[n].place.offset, 4096 + 32 * n);
            if (known)
                assert_true(word_equal(&value, &source));
        }
        mover_plan_free(&plan);
    }
}

static void expect_crime(const struct mover_regs *regs, enum crime crime, uint64_t at,
                         unsigned go_code, enum mover_finding finding) {
    struct bench b;
    bench_make(&b);
    b.crime = crime;
    b.at = at;
    bench_move(&b, regs, go_code);
    if (b.first.finding != finding)
        fail_msg("crime %u: found %u (%s), not %u", crime, b.first.finding, b.first.what, finding);
    bench_free(&b);
}

static void crimes_of_a_copy_are_found_by_name(void **state) {
    const struct mover_regs regs = padded_copy();
    (void)state;
    expect_crime(&regs, HONEST, 0, 0, MOVER_RIGHT);
    expect_crime(&regs, FLIPS_A_BIT, 2, 0, MOVER_WRONG_DATA);
    expect_crime(&regs, LEAVES_A_WORD_OUT, 2, 0, MOVER_WRONG_DATA);
    expect_crime(&regs, LEAVES_A_WORD_OUT, 5, 0, MOVER_WRONG_DATA);
    expect_crime(&regs, SWAPS_TWO_WORDS, 2, 0, MOVER_WRONG_DATA);
    expect_crime(&regs, WRITES_TWICE, 4, 0, MOVER_WRONG_DATA);
    expect_crime(&regs, DROPS_A_STROBE, 2, 0, MOVER_WRONG_DATA);
    expect_crime(&regs, WRITES_BESIDE, 2, 0, MOVER_WRONG_TOUCH);
    expect_crime(&regs, WRITES_A_SOURCE_WORD, 2, 0, MOVER_WRONG_SOURCE);
    expect_crime(&regs, READS_BESIDE, 2, 0, MOVER_WRONG_RANGE);
    expect_crime(&regs, READS_TWICE, 2, 0, MOVER_WRONG_DUP);
    expect_crime(&regs, READS_PADDING, 3, 0, MOVER_WRONG_PAD);
    expect_crime(&regs, WRITES_PADDING, 0, 0, MOVER_WRONG_PAD);
    expect_crime(&regs, PADS_WRONG, 1, 0, MOVER_WRONG_PAD);
}

static void crimes_of_a_fill_are_found_by_name(void **state) {
    struct mover_regs regs = regs_of(MOVER_FILL, line_of(0, 1, 0), line_of(OWN, 7, -32));
    (void)state;
    regs.walker[1].base = OWN + 4096;
    expect_crime(&regs, HONEST, 0, 0, MOVER_RIGHT);
    expect_crime(&regs, FLIPS_A_BIT, 6, 0, MOVER_WRONG_DATA);
    expect_crime(&regs, WRITES_BESIDE, 6, 0, MOVER_WRONG_TOUCH);
    expect_crime(&regs, LEAVES_A_WORD_OUT, 6, 0, MOVER_WRONG_DATA);
}

static void crimes_of_a_transform_are_found_by_name(void **state) {
    const struct mover_regs regs = spread_move();
    (void)state;
    expect_crime(&regs, HONEST, 0, 0, MOVER_RIGHT);
    expect_crime(&regs, FLIPS_A_BIT, 8, 0, MOVER_WRONG_DATA);
    expect_crime(&regs, LEAVES_A_WORD_OUT, 5, 0, MOVER_WRONG_DATA);
    expect_crime(&regs, READS_WITHOUT_GRANT, 0, 0, MOVER_WRONG_ORDER);
    expect_crime(&regs, READS_BEFORE_GEOMETRY, 0, 0, MOVER_WRONG_ORDER);
    expect_crime(&regs, READS_BEFORE_DEPTH, 0, 0, MOVER_WRONG_ORDER);
    expect_crime(&regs, READS_ANOTHER_GEOMETRY, 0, 0, MOVER_WRONG_ORDER);
    expect_crime(&regs, OPENS_WITHOUT_GRANT, 2, 0, MOVER_WRONG_ORDER);
}

static void crimes_of_status_are_found_by_name(void **state) {
    const struct mover_regs regs = padded_copy();
    struct mover_regs misaligned = regs;
    (void)state;
    misaligned.walker[1].base += 4;
    expect_crime(&regs, ENDS_BEFORE_B, 0, 0, MOVER_WRONG_BUSY);
    expect_crime(&regs, SHOWS_A_CODE_EARLY, 0, 0, MOVER_WRONG_BUSY);
    expect_crime(&regs, COUNTS_TWICE, 0, 0, MOVER_WRONG_BUSY);
    expect_crime(&regs, COUNTS_EARLY, 0, 0, MOVER_WRONG_BUSY);
    expect_crime(&regs, IS_BUSY_LATE, 0, 0, MOVER_WRONG_BUSY);
    for (unsigned code = 1; code < 16; code++) {
        expect_crime(&regs, ENDS_WITH_A_CODE, code, 0, MOVER_WRONG_FAULT);
        expect_crime(&misaligned, ENDS_WITH_A_CODE, code, 6,
                     code == 6 ? MOVER_RIGHT : MOVER_WRONG_FAULT);
    }
    expect_crime(&misaligned, FORGETS_THE_CODE, 0, 6, MOVER_WRONG_FAULT);
    expect_crime(&misaligned, MOVES_THOUGH_GO_FAULTED, 0, 6, MOVER_WRONG_FAULT);
}

static void run_time_faults_are_owed_and_followed_by_a_good_move(void **state) {
    const struct mover_regs copy = padded_copy(), transform = spread_move();
    (void)state;
    for (unsigned kind = 0; kind < 5; kind++)
        for (unsigned guilty = 0; guilty < 2; guilty++) {
            struct bench b;
            const struct mover_regs *const regs = kind < 2 ? &copy : &transform;
            bench_make(&b);
            b.read_error_at = kind == 0 ? 2 : kind == 2 ? 3 : NEVER;
            b.write_error_at = kind == 1 || kind == 3 ? 4 : NEVER;
            b.bank_fault_at = kind == 4 ? 1 : NEVER;
            b.crime = guilty ? FORGETS_THE_CODE : HONEST;
            bench_move(&b, regs, 0);
            assert_int_equal(b.first.finding, guilty ? MOVER_WRONG_FAULT : MOVER_RIGHT);
            assert_int_equal(b.status.fault, guilty ? 0 : kind == 4 ? 8 : 3);
            b.read_error_at = b.write_error_at = b.bank_fault_at = NEVER;
            b.status.bank_fault = 0;
            b.first.finding = MOVER_RIGHT;
            b.crime = HONEST;
            bench_move(&b, regs, 0);
            assert_clean(&b);
            bench_free(&b);
        }
}

static void a_fault_stops_reads_and_entries(void **state) {
    struct bench b;
    struct mover_regs regs = padded_copy();
    (void)state;
    regs.walker[0] = line_of(OWN, 6, 32);
    bench_make(&b);
    b.read_error_at = 2;
    b.ahead = 0;
    b.crime = GOES_ON_AFTER_A_FAULT;
    bench_move(&b, &regs, 0);
    assert_int_equal(b.first.finding, MOVER_WRONG_FAULT);
    bench_free(&b);

    regs = spread_move();
    for (unsigned kind = 0; kind < 2; kind++) {
        bench_make(&b);
        b.read_error_at = kind == 0 ? 1 : NEVER;
        b.bank_fault_at = kind == 1 ? 1 : NEVER;
        b.crime = OPENS_AFTER_A_FAULT;
        bench_move(&b, &regs, 0);
        assert_int_equal(b.first.finding, MOVER_WRONG_FAULT);
        bench_free(&b);
    }
}

/* Writes word `n` of the transform with a value that is not right. */
static enum mover_finding spoil(struct bench *b, uint64_t n) {
    const struct mover_place place = {MOVER_DRAM, 4096 + 32 * n};
    const struct word value = {{0xbad}};
    struct mover_verdict v;
    mover_judge_write_beat(b->judge, place, &value, UINT32_MAX, &v);
    return v.finding;
}

static void only_entries_in_the_bank_may_be_spoilt_by_its_fault(void **state) {
    const struct mover_regs regs = spread_move();
    struct bench b;
    (void)state;
    bench_make(&b);
    put_walker(put_judge, &b, 0, &regs.walker[0], SPREAD, 3);
    put_walker(put_judge, &b, 1, &regs.walker[1], 0, 0);
    put_judge(&b, 0x00, control_data(5, 0, true));
    b.status.busy = true;
    bench_prepare_slot(&b, SPREAD);
    bench_open(&b, 0);
    bench_open(&b, 1);
    mover_judge_slot_done(b.judge);
    b.status.bank_fault = 2;
    tick(&b);
    assert_clean(&b);
    assert_int_equal(spoil(&b, 2), MOVER_WRONG_DATA);
    assert_int_equal(spoil(&b, 3), MOVER_RIGHT);
    assert_int_equal(spoil(&b, 5), MOVER_RIGHT);
    assert_int_equal(spoil(&b, 6), MOVER_WRONG_DATA);
    bench_free(&b);
}

static void a_fault_that_only_may_come_is_free(void **state) {
    (void)state;
    for (unsigned code = 0; code < 4; code++) {
        struct bench b;
        struct mover_regs regs =
            regs_of(MOVER_COPY, line_of(OWN, 3, -32), line_of(OWN + 4096, 3, 32));
        bench_make(&b);
        regs.walker[0].dim[0].axis = 1;
        regs.walker[0].dim[0].step = 1;
        regs.walker[0].axis[0].extent = 1;
        b.crime = ENDS_WITH_A_CODE;
        b.at = code;
        bench_move(&b, &regs, 0);
        assert_int_equal(b.first.finding, code == 0 || code == 2 ? MOVER_RIGHT : MOVER_WRONG_FAULT);
        bench_free(&b);
    }
}

/* A whole transform, honest but for the code; the bank's fault rises `early` cycles before its end. */
static enum mover_finding fault_near_the_end(unsigned early, unsigned code) {
    const struct mover_regs regs = spread_move();
    struct bench b;
    bench_make(&b);
    put_walker(put_judge, &b, 0, &regs.walker[0], SPREAD, 3);
    put_walker(put_judge, &b, 1, &regs.walker[1], 0, 0);
    put_judge(&b, 0x00, control_data(5, 0, true));
    b.status.busy = true;
    tick(&b);
    assert_int_equal(bench_entries(&b, &regs), 0);
    b.status.bank_fault = 2;
    for (unsigned i = 0; i < early; i++)
        tick(&b);
    b.status.busy = b.status.granted = false;
    b.status.fault = (uint8_t)code;
    b.status.done++;
    tick(&b);
    const enum mover_finding finding = b.first.finding;
    bench_free(&b);
    return finding;
}

static void a_bank_fault_in_the_last_busy_cycle_is_free(void **state) {
    (void)state;
    assert_int_equal(fault_near_the_end(1, 0), MOVER_RIGHT);
    assert_int_equal(fault_near_the_end(1, 8), MOVER_RIGHT);
    assert_int_equal(fault_near_the_end(1, 3), MOVER_WRONG_FAULT);
    assert_int_equal(fault_near_the_end(2, 0), MOVER_WRONG_FAULT);
    assert_int_equal(fault_near_the_end(2, 8), MOVER_RIGHT);
}

/* The bank's fault is set in the cycle of the GO and perhaps not after it. */
static enum mover_finding fault_at_go(bool cleared, bool moves, unsigned code) {
    const struct mover_regs regs = spread_move();
    struct bench b;
    bench_make(&b);
    put_walker(put_judge, &b, 0, &regs.walker[0], SPREAD, 3);
    put_walker(put_judge, &b, 1, &regs.walker[1], 0, 0);
    b.status.bank_fault = 4;
    tick(&b);
    put_judge(&b, 0x00, control_data(5, 0, true));
    b.status.busy = true;
    b.status.bank_fault = cleared ? 0 : 4;
    tick(&b);
    if (moves)
        assert_int_equal(bench_entries(&b, &regs), 0);
    bench_end(&b, code);
    const enum mover_finding finding = b.first.finding;
    bench_free(&b);
    return finding;
}

static void a_bank_fault_cleared_with_the_go_is_free(void **state) {
    (void)state;
    assert_int_equal(fault_at_go(true, false, 8), MOVER_RIGHT);
    assert_int_equal(fault_at_go(true, true, 0), MOVER_RIGHT);
    assert_int_equal(fault_at_go(true, false, 0), MOVER_WRONG_DATA);
    assert_int_equal(fault_at_go(true, false, 1), MOVER_WRONG_FAULT);
    assert_int_equal(fault_at_go(false, false, 8), MOVER_RIGHT);
    assert_int_equal(fault_at_go(false, false, 0), MOVER_WRONG_FAULT);
}

static void a_window_fault_is_owed_with_its_prefix_free(void **state) {
    struct bench b;
    struct mover_verdict v;
    struct walker to = line_of(OWN + WINDOW_SIZE - 64, 5, 32);
    const struct word zero = {{0}};
    (void)state;
    for (unsigned code = 0; code < 4; code++) {
        bench_make(&b);
        put_walker(put_judge, &b, 1, &to, 0, 0);
        put_judge(&b, 0x00, control_data(4, 0, true));
        b.status.busy = true;
        tick(&b);
        if (code == 2) { /* the first word is not written, the second is */
            const struct mover_place place = mover_place_of(&mover_test_config, to.base + 32, true);
            mover_judge_write_issue(b.judge, 1, &v);
            assert_true(mover_judge_write_beat(b.judge, place, &zero, UINT32_MAX, &v));
            mover_judge_write_response(b.judge, false, b.cycle);
        }
        if (code == 3) { /* past the window, where the address would wrap to */
            const struct mover_place place = mover_place_of(&mover_test_config, to.base + 64, true);
            mover_judge_write_issue(b.judge, 1, &v);
            assert_false(mover_judge_write_beat(b.judge, place, &zero, UINT32_MAX, &v));
            assert_int_equal(v.finding, MOVER_WRONG_TOUCH);
            mover_judge_write_response(b.judge, false, b.cycle);
        }
        bench_end(&b, code);
        assert_int_equal(b.first.finding, code == 2 ? MOVER_RIGHT : MOVER_WRONG_FAULT);
        bench_free(&b);
    }
}

static void writes_while_busy_are_ignored_and_counted(void **state) {
    struct bench b;
    struct walker to = line_of(OWN, 1, 0), other = line_of(OWN + 4096, 1, 0);
    struct mover_verdict v;
    const struct word zero = {{0}};
    (void)state;
    bench_make(&b);
    put_walker(put_judge, &b, 1, &to, 0, 0);
    put_judge(&b, 0x00, control_data(4, 0, true));
    b.status.busy = true;
    put_judge(&b, 0x40, UINT32_MAX);
    put_judge(&b, 0x00, control_data(0, 0, true));
    put_walker(put_judge, &b, 1, &other, 0, 0);
    assert_int_equal(mover_judge_stats(b.judge)->messages, 2 + 1 + 2 * 6 + 2);
    for (unsigned move = 0; move < 2; move++) {
        const struct mover_place place = mover_place_of(&mover_test_config, to.base, true);
        mover_judge_write_issue(b.judge, 1, &v);
        assert_true(mover_judge_write_beat(b.judge, place, &zero, UINT32_MAX, &v));
        mover_judge_write_response(b.judge, false, b.cycle);
        b.status.busy = false;
        b.status.done++;
        if (move == 1)
            break;
        /* A GO in the very cycle in which mv_busy falls is taken. */
        put_judge(&b, 0x00, control_data(4, 0, true));
        b.status.busy = true;
        tick(&b);
    }
    tick(&b);
    assert_clean(&b);
    assert_int_equal(mover_judge_stats(b.judge)->moves, 2);
    bench_free(&b);
}

static void idle_mover_may_do_nothing(void **state) {
    struct bench b;
    struct mover_verdict v;
    const struct mover_place place = {MOVER_DRAM, 64};
    const struct word zero = {{0}};
    (void)state;
    bench_make(&b);
    tick(&b);
    assert_clean(&b);
    assert_false(mover_judge_read_issue(b.judge, place, 1, b.cycle, &v));
    assert_int_equal(v.finding, MOVER_WRONG_BUSY);
    assert_false(mover_judge_write_issue(b.judge, 1, &v));
    assert_int_equal(v.finding, MOVER_WRONG_BUSY);
    assert_false(mover_judge_write_beat(b.judge, place, &zero, UINT32_MAX, &v));
    assert_int_equal(v.finding, MOVER_WRONG_TOUCH);
    assert_true(mover_judge_write_beat(b.judge, place, &zero, 0, &v));
    b.status.fault = 1;
    tick(&b);
    assert_int_equal(b.first.finding, MOVER_WRONG_BUSY);
    bench_free(&b);
}

static void reset_forgets_the_move_and_the_registers(void **state) {
    struct bench b;
    struct mover_regs regs = padded_copy();
    (void)state;
    bench_make(&b);
    put_walker(put_judge, &b, 1, &regs.walker[1], 0, 0);
    put_judge(&b, 0x00, control_data(4, 0, true));
    b.status.busy = true;
    tick(&b);
    assert_true(mover_judge_owed(b.judge).moving);
    assert_true(mover_judge_owed(b.judge).writes_left > 0);
    mover_judge_reset(b.judge);
    b.status = (struct mover_status){0};
    assert_false(mover_judge_owed(b.judge).moving);
    /* After it a bare GO copies the word at address 0 onto itself. */
    put_judge(&b, 0x00, control_data(0, 0, true));
    assert_int_equal(mover_judge_owed(b.judge).writes_left, 1);
    assert_clean(&b);
    bench_free(&b);
}

const struct CMUnitTest model_mover_judge_tests[] = {
    cmocka_unit_test(honest_copies_and_fills_pass),
    cmocka_unit_test(honest_transforms_pass),
    cmocka_unit_test(overlap_allows_old_and_new_values_only),
    cmocka_unit_test(a_foreign_write_counts_as_a_value_of_the_source),
    cmocka_unit_test(plan_tells_the_image_a_move_leaves),
    cmocka_unit_test(bypass_copies_and_a_foreign_occupant_is_not_predicted),
    cmocka_unit_test(crimes_of_a_copy_are_found_by_name),
    cmocka_unit_test(crimes_of_a_fill_are_found_by_name),
    cmocka_unit_test(crimes_of_a_transform_are_found_by_name),
    cmocka_unit_test(crimes_of_status_are_found_by_name),
    cmocka_unit_test(run_time_faults_are_owed_and_followed_by_a_good_move),
    cmocka_unit_test(a_fault_stops_reads_and_entries),
    cmocka_unit_test(only_entries_in_the_bank_may_be_spoilt_by_its_fault),
    cmocka_unit_test(a_fault_that_only_may_come_is_free),
    cmocka_unit_test(a_bank_fault_in_the_last_busy_cycle_is_free),
    cmocka_unit_test(a_bank_fault_cleared_with_the_go_is_free),
    cmocka_unit_test(a_window_fault_is_owed_with_its_prefix_free),
    cmocka_unit_test(writes_while_busy_are_ignored_and_counted),
    cmocka_unit_test(idle_mover_may_do_nothing),
    cmocka_unit_test(reset_forgets_the_move_and_the_registers),
};
const size_t model_mover_judge_test_count =
    sizeof model_mover_judge_tests / sizeof *model_mover_judge_tests;
