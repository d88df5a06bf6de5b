/* The link and AXI BFMs against the checkers, without RTL: both ends of an interface are C, the
 * wires are plain variables. Every check is shown quiet on legal traffic and raised by exactly one
 * illegal situation; every habit of a BFM is shown to happen. */
#include "bfm_wires.h"

#include "bfm/axi_mem.h"
#include "bfm/link_sink.h"
#include "bfm/link_source.h"
#include "check/axi_check.h"
#include "check/link_check.h"

#include <string.h>

enum { ID_BITS = 3 };
static const struct axi_names names = AXI_NAMES("m_");
static const char *const channels[AXI_CHANNELS] = AXI_NAMES("m_");

/* ---- links: source against sink ------------------------------------------------------------- */

struct link_bench {
    struct sim *sim;
    struct link_source source;
    struct link_sink sink;
    struct link_check as_sender, as_receiver; /* the DUT's side, both ways */
    uint32_t pushed[LINK_SOURCES], taken[LINK_SOURCES];
    unsigned run, longest_run, last_source; /* flits of one source in a row */
    unsigned stall, longest_stall;
    unsigned gap, longest_gap; /* cycles without valid */
    bool blocked;
};

static void link_drive(void *bench) {
    struct link_bench *b = bench;
    link_source_drive(&b->source);
    link_sink_drive(&b->sink);
}

static void count_run(unsigned *run, unsigned *longest, bool again) {
    *run = again ? *run + 1 : 0;
    if (*run > *longest) {
        *longest = *run;
    }
}

static void link_sample(void *bench) {
    struct link_bench *b = bench;
    struct link_transfer t;
    const bool sent = link_source_sample(&b->source, &t);
    const uint32_t *received = link_sink_sample(&b->sink);
    assert_int_equal(sent, received != NULL);
    assert_int_equal(sent, link_check_sample(&b->as_receiver, false) != NULL);
    link_check_sample(&b->as_sender, false);
    if (b->sim->in_reset) {
        return;
    }
    count_run(&b->stall, &b->longest_stall, wires.busy);
    count_run(&b->gap, &b->longest_gap, !wires.valid);
    assert_int_equal(link_source_stalled(&b->source), wires.valid && wires.busy);
    if (!sent || !received) {
        return;
    }
    assert_memory_equal(t.flit, received, sizeof wires.data);
    assert_int_equal(received[0], t.source);
    assert_int_equal(received[8], b->taken[t.source]);
    b->taken[t.source]++;
    count_run(&b->run, &b->longest_run, t.source == b->last_source);
    b->last_source = t.source;
}

static const struct bench_hooks link_hooks = {.drive = link_drive, .sample = link_sample};

static struct link_bench *link_bench_new(struct sim *s, unsigned sources, unsigned depth) {
    struct link_bench *b = sim_alloc(s, sizeof *b);
    b->sim = s;
    link_source_init(&b->source, s, "in", &link_wires, sources, depth);
    link_sink_init(&b->sink, s, "out", &link_wires, &b->blocked);
    link_check_init(&b->as_sender, s, "out", &link_wires, LINK_DUT_SENDS);
    b->as_sender.only_answers = false;
    link_check_init(&b->as_receiver, s, "in", &link_wires, LINK_DUT_RECEIVES);
    sim_attach(s, &wires_type, &link_hooks, b);
    return b;
}

/* Flits carry their source and their number, so that loss, doubling and disorder show. */
static void push_flits(struct link_bench *b, unsigned source, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        const uint32_t flit[FLIT_WORDS] = {source, [8] = b->pushed[source]++};
        assert_true(link_source_push(&b->source, source, flit));
    }
}

static void drain(struct link_bench *b) {
    for (unsigned i = 0; !link_source_idle(&b->source); i++) {
        assert_true(i < 200000);
        sim_cycle(b->sim);
    }
    for (unsigned i = 0; i < LINK_SOURCES; i++) {
        assert_int_equal(b->taken[i], b->pushed[i]);
    }
}

static void random_link_traffic(struct sim *s) {
    struct link_bench *b = link_bench_new(s, 64, 20);
    struct rng rng;
    sim_rng(s, &rng, "knobs");
    sim_reset(s, 3);
    sim_cycles(s, LINK_BUSY_AFTER_RESET + 1);
    for (unsigned round = 0; round < 5; round++) {
        link_source_randomise(&b->source.knobs, &rng);
        link_sink_randomise(&b->sink.knobs, &rng, true);
        for (unsigned source = 0; source < 64; source++) {
            push_flits(b, source, rng_below(&rng, 5));
        }
        drain(b);
    }
    sim_expect_seen(s, "flits", b->as_receiver.transfers, 300);
}

static void random_settings_lose_and_double_nothing(void **state) {
    (void)state;
    uint64_t holds_judged = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        const struct run_result result = run_seeded(random_link_traffic, seed, 1);
        assert_false(result.failure.set);
        holds_judged += result.seen.evaluations[CHECK_LINK_HOLD];
    }
    assert_true(holds_judged > 10000);
}

static void policies(struct sim *s) {
    struct link_bench *b = link_bench_new(s, 4, 64);
    static const struct {
        enum link_policy policy;
        unsigned least, most; /* longest run of one source, after its first flit */
    } expected[] = {
        {LINK_ROUND_ROBIN, 0, 0}, {LINK_RANDOM, 1, 8}, {LINK_DRAIN, 31, 31}, {LINK_BURSTS, 4, 31}};
    b->source.knobs.burst_min = b->source.knobs.burst_max = 5;
    for (unsigned i = 0; i < 4; i++) {
        for (unsigned source = 0; source < 4; source++) {
            push_flits(b, source, 32);
        }
        b->source.knobs.policy = expected[i].policy;
        b->longest_run = b->run = 0;
        b->last_source = LINK_SOURCES;
        drain(b);
        assert_in_range(b->longest_run, expected[i].least, expected[i].most);
        assert_int_equal(s->cycle, 128 * (i + 1));
    }
}

static void policies_choose_as_they_say(void **state) {
    (void)state;
    expect_quiet(policies);
}

static void gaps(struct sim *s) {
    struct link_bench *b = link_bench_new(s, 1, 64);
    b->source.knobs.gap_fixed = 3;
    push_flits(b, 0, 10);
    drain(b);
    assert_int_equal(s->cycle, 10 + 9 * 3);
    assert_int_equal(b->longest_gap, 3);
    b->source.knobs.gap_fixed = 0;
    b->source.knobs.gap = stall_bursts(7, 7, 2, 2);
    b->longest_gap = 0;
    push_flits(b, 0, 20);
    drain(b);
    assert_int_equal(b->longest_gap, 7);
    b->source.knobs.gap.withheld = true;
    push_flits(b, 0, 1);
    sim_cycles(s, 1000);
    assert_int_equal(link_source_pending(&b->source, 0), 1);
    assert_int_equal(link_source_space(&b->source, 0), 63);
}

static void gaps_are_as_long_as_asked(void **state) {
    (void)state;
    expect_quiet(gaps);
}

static void sink_patterns(struct sim *s) {
    struct link_bench *b = link_bench_new(s, 1, 1);
    const uint32_t full[FLIT_WORDS] = {0};
    static const struct {
        struct stall_knobs knobs;
        unsigned least, most; /* longest stall */
    } expected[] = {
        {{.pattern = STALL_NEVER}, 0, 0},
        {{.pattern = STALL_ALTERNATE}, 1, 1},
        {{.pattern = STALL_RANDOM, .permille = 500}, 5, 30},
        {{.pattern = STALL_BURSTS, .stall_min = 3, .stall_max = 9, .free_min = 1, .free_max = 4},
         9,
         9}};
    for (unsigned i = 0; i < 4; i++) {
        b->sink.knobs.busy = expected[i].knobs;
        b->longest_stall = b->stall = 0;
        sim_cycles(s, 2000);
        assert_in_range(b->longest_stall, expected[i].least, expected[i].most);
    }
    b->sink.knobs.busy = stall_long();
    b->longest_stall = 0;
    sim_cycles(s, 50000);
    assert_in_range(b->longest_stall, 300, STALL_LONGEST);
    b->sink.knobs.busy = stall_never();
    b->sink.knobs.coupled = b->blocked = true;
    push_flits(b, 0, 1);
    assert_false(link_source_push(&b->source, 0, full));
    sim_cycles(s, 10);
    assert_true(b->as_sender.held);
    assert_int_equal(b->as_sender.held_since, s->cycle - 10);
    b->blocked = false;
    sim_cycle(s);
    assert_true(link_source_idle(&b->source));
    b->sink.knobs.busy.withheld = true;
    b->longest_stall = 0;
    sim_cycles(s, 3000);
    assert_true(b->longest_stall >= 3000);
}

static void sink_patterns_are_as_they_say(void **state) {
    (void)state;
    expect_quiet(sink_patterns);
}

static void flit_held_through_reset(struct sim *s) {
    struct link_bench *b = link_bench_new(s, 2, 8);
    b->source.knobs.hold_in_reset = true;
    b->as_sender = (struct link_check){0};
    link_check_init(&b->as_sender, s, "in", &link_wires, LINK_DUT_RECEIVES);
    b->sink.knobs.busy.withheld = true;
    sim_reset(s, 1);
    push_flits(b, 0, 3);
    push_flits(b, 1, 2);
    sim_cycle(s);
    b->sink.knobs.busy.withheld = false;
    sim_reset(s, 4);
    assert_int_equal(wires.valid, 1);
    assert_int_equal(link_source_pending(&b->source, 1), 0);
    assert_int_equal(link_source_pending(&b->source, 0), 3); /* the burst goes on */
    sim_cycles(s, 3);
    assert_int_equal(b->taken[0], 3);
    assert_true(link_source_idle(&b->source));
}

static void flit_offered_in_reset(struct sim *s) {
    struct link_bench *b = link_bench_new(s, 2, 8);
    link_check_init(&b->as_sender, s, "in", &link_wires, LINK_DUT_RECEIVES);
    b->source.knobs.hold_in_reset = true;
    push_flits(b, 1, 1);
    sim_reset(s, 2);
    assert_int_equal(wires.valid, 1);
    sim_cycle(s);
    assert_int_equal(b->taken[1], 1);
}

static void flit_withdrawn_in_reset(struct sim *s) {
    struct link_bench *b = link_bench_new(s, 2, 8);
    b->sink.knobs.busy.withheld = true;
    sim_reset(s, 1);
    push_flits(b, 0, 3);
    sim_cycle(s);
    sim_reset(s, 2);
    assert_int_equal(wires.valid, 0);
    assert_true(link_source_idle(&b->source));
    b->sink.knobs.busy.withheld = false;
    b->pushed[0] = 0;
    push_flits(b, 0, 2);
    drain(b);
}

static void reset_holds_or_withdraws_the_offered_flit(void **state) {
    (void)state;
    expect_quiet(flit_held_through_reset);
    expect_quiet(flit_offered_in_reset);
    expect_quiet(flit_withdrawn_in_reset);
}

/* ---- links: what must be reported ----------------------------------------------------------- */

struct link_script {
    struct link_check check;
    bool room;
};

static void no_drive(void *bench) {
    (void)bench;
}

static void script_link_sample(void *bench) {
    struct link_script *b = bench;
    link_check_sample(&b->check, b->room);
}

static const struct bench_hooks link_script_hooks = {.drive = no_drive,
                                                     .sample = script_link_sample};

static struct link_script *link_script_new(struct sim *s, enum link_role role) {
    struct link_script *b = sim_alloc(s, sizeof *b);
    link_check_init(&b->check, s, "link", &link_wires, role);
    sim_attach(s, &wires_type, &link_script_hooks, b);
    sim_reset(s, 2);
    return b;
}

static void set_link(uint8_t valid, uint8_t busy, uint32_t data) {
    wires.valid = valid;
    wires.busy = busy;
    wires.data[8] = data;
}

static void valid_withdrawn(struct sim *s) {
    link_script_new(s, LINK_DUT_SENDS);
    sim_cycle(s);
    set_link(1, 1, 7);
    sim_cycle(s);
    set_link(0, 0, 7);
    sim_cycle(s);
}

static void held_flit_changed(struct sim *s) {
    link_script_new(s, LINK_DUT_SENDS);
    sim_cycle(s);
    set_link(1, 1, 7);
    sim_cycle(s);
    set_link(1, 0, 8);
    sim_cycle(s);
}

static void new_flit_after_transfer(struct sim *s) {
    link_script_new(s, LINK_DUT_SENDS);
    sim_cycle(s);
    set_link(1, 0, 7);
    sim_cycle(s);
    set_link(1, 1, 8);
    sim_cycle(s);
    set_link(1, 0, 8);
    sim_cycle(s);
    set_link(0, 0, 0);
    sim_cycle(s);
}

static void valid_in_reset(struct sim *s) {
    link_script_new(s, LINK_DUT_SENDS);
    sim_cycle(s);
    set_link(1, 1, 7);
    sim_cycle(s);
    sim_reset(s, 2);
}

static void valid_in_first_cycle_of_reset(struct sim *s) {
    link_script_new(s, LINK_DUT_SENDS);
    sim_cycle(s);
    set_link(1, 1, 7);
    sim_cycle(s);
    sim_reset(s, 1);
    set_link(0, 1, 7);
    sim_cycles(s, 3);
}

static void valid_straight_after_reset(struct sim *s) {
    link_script_new(s, LINK_DUT_SENDS);
    set_link(1, 1, 7);
    sim_cycle(s);
}

static void busy_for_16_cycles_after_reset(struct sim *s) {
    link_script_new(s, LINK_DUT_RECEIVES);
    set_link(0, 1, 0);
    sim_cycles(s, 16);
    set_link(0, 0, 0);
    sim_cycles(s, 20);
}

static void busy_for_17_cycles_after_reset(struct sim *s) {
    link_script_new(s, LINK_DUT_RECEIVES);
    set_link(0, 1, 0);
    sim_cycles(s, 17);
}

static void busy_with_excuse(struct sim *s) {
    struct link_script *b = link_script_new(s, LINK_DUT_RECEIVES);
    sim_cycle(s);
    set_link(1, 1, 0);
    sim_cycles(s, 3000);
    b->room = true;
    sim_cycles(s, LINK_WEDGE_BOUND - 1);
    b->room = false;
    sim_cycle(s);
    b->room = true;
    sim_cycles(s, LINK_WEDGE_BOUND - 1);
}

static void busy_without_excuse(struct sim *s) {
    struct link_script *b = link_script_new(s, LINK_DUT_RECEIVES);
    sim_cycle(s);
    set_link(1, 1, 0);
    b->room = true;
    sim_cycles(s, LINK_WEDGE_BOUND);
}

static void busy_follows_valid(struct sim *s) {
    struct link_script *b = link_script_new(s, LINK_DUT_RECEIVES);
    sim_cycle(s);
    link_check_comb_before(&b->check);
    set_link(1, 1, 0);
    link_check_comb_after(&b->check);
    sim_cycle(s);
}

static void only_inputs_change(struct sim *s) {
    struct link_script *b = link_script_new(s, LINK_DUT_RECEIVES);
    sim_cycle(s);
    link_check_comb_before(&b->check);
    set_link(1, 0, 9);
    link_check_comb_after(&b->check);
    set_link(0, 0, 0);
    sim_cycle(s);
}

static void legal_link_habits_are_quiet(void **state) {
    (void)state;
    expect_quiet(new_flit_after_transfer);
    expect_quiet(valid_in_first_cycle_of_reset);
    expect_quiet(busy_for_16_cycles_after_reset);
    expect_quiet(busy_with_excuse);
    expect_quiet(only_inputs_change);
}

static void every_broken_link_rule_is_reported(void **state) {
    (void)state;
    expect_report(valid_withdrawn, CHECK_LINK_HOLD, "link");
    expect_report(held_flit_changed, CHECK_LINK_STABLE, "link");
    expect_report(valid_in_reset, CHECK_LINK_RESET, "link");
    expect_report(valid_straight_after_reset, CHECK_LINK_RESET, "link");
    expect_report(busy_for_17_cycles_after_reset, CHECK_LINK_WEDGE, "link");
    expect_report(busy_without_excuse, CHECK_LINK_WEDGE, "link");
    expect_report(busy_follows_valid, CHECK_LINK_COMB, "link");
}

/* ---- memory contents ------------------------------------------------------------------------ */

static void untouched_words_are_a_function_of_address_seed_and_mode(void **state) {
    (void)state;
    struct sparse_mem m;
    struct word a, b;
    char text[WORD_TEXT_SIZE];
    static const uint8_t real[5] = {1, 2, 3, 4, 5};
    sparse_mem_init(&m, SPARSE_TAGGED, 0x5e);
    sparse_mem_read(&m, 0x8012345678, &a);
    word_format(&a, text);
    assert_string_equal(text, "da735e8012345660da725e8012345660da715e8012345660da705e8012345660");
    sparse_mem_init(&m, SPARSE_RANDOM, 3);
    sparse_mem_read(&m, 0x40, &a);
    sparse_mem_read(&m, 0x5f, &b);
    assert_true(word_equal(&a, &b));
    sparse_mem_read(&m, 0x60, &b);
    assert_false(word_equal(&a, &b));
    m.seed = 4;
    sparse_mem_read(&m, 0x40, &b);
    assert_false(word_equal(&a, &b));
    sparse_mem_init(&m, SPARSE_ZEROS, 3);
    sparse_mem_read(&m, 0x40, &a);
    assert_true(word_is_zero(&a));
    sparse_mem_init(&m, SPARSE_REAL, 0);
    m.real = real;
    m.real_size = sizeof real;
    sparse_mem_read(&m, 0x20, &a);
    assert_int_equal(a.w[0], 0x01050403);
    assert_null(m.key);
}

static void writes_touch_exactly_the_strobed_bytes(void **state) {
    (void)state;
    struct sparse_mem m;
    struct word old, data, now;
    sparse_mem_init(&m, SPARSE_RANDOM, 1);
    sparse_mem_read(&m, 0x1000, &old);
    memset(data.w, 0xee, sizeof data.w);
    sparse_mem_write(&m, 0x1000, &data, 0x80000002);
    sparse_mem_read(&m, 0x1000, &now);
    for (unsigned i = 0; i < WORD_BYTES; i++) {
        const struct word *from = i == 1 || i == 31 ? &data : &old;
        assert_int_equal(now.w[i / 4] >> (i % 4 * 8) & 0xff, from->w[i / 4] >> (i % 4 * 8) & 0xff);
    }
    sparse_mem_write(&m, 0x1000, &data, 0x00000001);
    sparse_mem_read(&m, 0x1000, &now);
    assert_int_equal(now.w[0] & 0xffff, 0xeeee);
    assert_int_equal(m.used, 1);
    sparse_mem_load(&m, 0x101e, "abcd", 4);
    sparse_mem_read(&m, 0x1000, &now);
    assert_int_equal(now.w[7] >> 16, 'b' << 8 | 'a');
    sparse_mem_read(&m, 0x1020, &now);
    assert_int_equal(now.w[0] & 0xffff, 'd' << 8 | 'c');
    sparse_mem_free(&m);
}

static void written_words_survive_growth_and_never_alias(void **state) {
    (void)state;
    struct sparse_mem m;
    struct word word = {{0}};
    sparse_mem_init(&m, SPARSE_ZEROS, 1);
    for (uint64_t i = 0; i < 20000; i++) {
        word.w[0] = (uint32_t)i;
        sparse_mem_write(&m, i << 25, &word, UINT32_MAX);
    }
    for (uint64_t i = 0; i < 20000; i++) {
        sparse_mem_read(&m, i << 25, &word);
        assert_int_equal(word.w[0], i);
        sparse_mem_read(&m, (i << 25) + 32, &word);
        assert_true(word_is_zero(&word));
    }
    sparse_mem_free(&m);
}

/* ---- AXI: a master that does as it is told -------------------------------------------------- */

enum { OPS_MAX = 600 };

struct op {
    uint64_t addr;
    unsigned beats;
    uint8_t id;
};

/* One list of bursts to write and one to read. AW and W run on their own; each valid, once up,
 * stays with its payload until its ready. */
struct master {
    struct rng rng;
    struct op write[OPS_MAX], read[OPS_MAX];
    unsigned writes, reads;
    unsigned aw_next, w_next, w_beat, ar_next;
    unsigned idle_permille;   /* per channel and cycle */
    unsigned busy_permille;   /* readies of R and B low */
    unsigned aw_lead, w_lead; /* bursts one may be ahead of the other */
};

struct axi_bench {
    struct sim *sim;
    struct master master;
    struct sparse_mem contents;
    struct axi_mem mem;
    struct axi_check check;
    unsigned words_read, words_written, responses;
    unsigned read_errors, write_errors;
    uint64_t first_r, last_r; /* cycles */
    struct {
        uint64_t aw, first_w, last_w, ar, b; /* cycles of the last of each */
    } at;
    bool written_only; /* every word read has been written in this run */
};

/* What the word of a write holds, so that it can be recognised when it is read back. */
static struct word written_word(uint64_t addr) {
    struct word word;
    for (unsigned i = 0; i < 8; i++) {
        word.w[i] = (uint32_t)(addr >> 5) * 2654435761u + i;
    }
    return word;
}

static void drive_address(struct master *m, const struct axi_address_pins *pins,
                          const struct op *op, bool may) {
    if (!*pins->valid && may && !rng_chance(&m->rng, m->idle_permille)) {
        *pins->id = op->id;
        *pins->addr = op->addr;
        *pins->len = (uint8_t)(op->beats - 1);
        *pins->size = 5;
        *pins->burst = 1;
        *pins->valid = 1;
    }
}

static void drive_data(struct master *m) {
    const struct op *op = &m->write[m->w_next];
    if (!wires.w.valid && m->w_next < m->writes && m->w_next < m->aw_next + m->w_lead &&
        !rng_chance(&m->rng, m->idle_permille)) {
        const struct word word = written_word(op->addr + m->w_beat * WORD_BYTES);
        memcpy(wires.w.data, word.w, sizeof word.w);
        wires.w.strb = UINT32_MAX;
        wires.w.last = m->w_beat + 1 == op->beats;
        wires.w.valid = 1;
    }
}

static void axi_drive(void *bench) {
    struct axi_bench *b = bench;
    struct master *m = &b->master;
    if (b->sim->in_reset) {
        wires.aw.valid = wires.w.valid = wires.ar.valid = 0;
        m->aw_next = m->w_next = m->w_beat = m->ar_next = m->writes = m->reads = 0;
    }
    drive_address(m, &axi_wires.aw, &m->write[m->aw_next],
                  m->aw_next < m->writes && m->aw_next < m->w_next + m->aw_lead);
    drive_address(m, &axi_wires.ar, &m->read[m->ar_next], m->ar_next < m->reads);
    drive_data(m);
    wires.b.ready = !rng_chance(&m->rng, m->busy_permille);
    wires.r.ready = !rng_chance(&m->rng, m->busy_permille);
    axi_mem_drive(&b->mem);
}

static void master_sample(struct axi_bench *b) {
    struct master *m = &b->master;
    const uint64_t now = b->sim->cycle;
    if (wires.aw.valid && wires.aw.ready) {
        wires.aw.valid = 0;
        m->aw_next++;
        b->at.aw = now;
    }
    if (wires.ar.valid && wires.ar.ready) {
        wires.ar.valid = 0;
        m->ar_next++;
        b->at.ar = now;
    }
    if (wires.w.valid && wires.w.ready) {
        wires.w.valid = 0;
        if (m->w_beat++ == 0) {
            b->at.first_w = now;
        }
        if (wires.w.last) {
            m->w_beat = 0;
            m->w_next++;
            b->at.last_w = now;
        }
    }
}

static void judge_read(struct axi_bench *b, const struct axi_events *ev) {
    struct word expected;
    if (b->written_only) {
        expected = written_word(ev->read_beat.addr);
    } else {
        sparse_mem_untouched(&b->contents, ev->read_beat.addr, &expected);
    }
    assert_memory_equal(ev->read_beat.data, expected.w, sizeof expected.w);
    b->read_errors += ev->read_beat.resp != 0;
    if (b->words_read++ == 0) {
        b->first_r = b->sim->cycle;
    }
    b->last_r = b->sim->cycle;
}

static void judge_events(struct axi_bench *b, struct axi_events *ev) {
    const unsigned issued = b->master.aw_next;
    if (ev->write_issue.valid) {
        assert_int_equal(ev->write_issue.addr, b->master.write[issued].addr);
        axi_check_set_ticket(&b->check, ev, issued + 1);
    }
    for (unsigned i = 0; i < ev->write_beats; i++) {
        const struct axi_write_beat *beat = &ev->write_beat[i];
        const struct op *op = &b->master.write[beat->ticket - 1];
        const struct word expected = written_word(beat->addr);
        assert_int_equal(beat->addr, op->addr + beat->index * WORD_BYTES);
        assert_memory_equal(beat->data, expected.w, sizeof expected.w);
        b->words_written++;
    }
    if (ev->write_response.valid) {
        assert_int_equal(ev->write_response.addr,
                         b->master.write[ev->write_response.ticket - 1].addr);
        b->responses++;
        b->write_errors += ev->write_response.resp != 0;
        b->at.b = b->sim->cycle;
    }
    if (ev->read_beat.valid) {
        judge_read(b, ev);
    }
}

static void axi_sample(void *bench) {
    struct axi_bench *b = bench;
    struct axi_events ev;
    axi_check_sample(&b->check, &ev);
    judge_events(b, &ev);
    axi_mem_sample(&b->mem);
    master_sample(b);
}

static const struct bench_hooks axi_hooks = {.drive = axi_drive, .sample = axi_sample};

static struct axi_bench *axi_bench_new(struct sim *s) {
    struct axi_bench *b = sim_alloc(s, sizeof *b);
    b->sim = s;
    b->master.aw_lead = b->master.w_lead = 1000;
    sim_rng(s, &b->master.rng, "master");
    sparse_mem_init(&b->contents, SPARSE_RANDOM, s->options->seed);
    sim_own(s, &b->contents, sparse_mem_free);
    axi_mem_init(&b->mem, s, &names, &axi_wires, ID_BITS, &b->contents);
    axi_check_init(&b->check, s, channels, &axi_wires);
    b->check.served_read = &b->mem.served_read;
    b->check.served_write = &b->mem.served_write;
    sim_attach(s, &wires_type, &axi_hooks, b);
    sim_reset(s, 2);
    return b;
}

/* A burst inside its own 4 KB page. */
static void add(struct op *list, unsigned *count, uint64_t page, unsigned offset, unsigned beats,
                uint8_t id) {
    list[(*count)++] = (struct op){page * 4096 + offset * WORD_BYTES, beats, id};
}

static void add_random(struct axi_bench *b, unsigned writes, unsigned reads) {
    struct master *m = &b->master;
    for (unsigned i = 0; i < writes; i++) {
        const unsigned beats = rng_range(&m->rng, 1, rng_chance(&m->rng, 50) ? 128 : 12);
        add(m->write, &m->writes, 0x10000 + i, rng_below(&m->rng, 129 - beats), beats,
            (uint8_t)rng_below(&m->rng, 8));
    }
    for (unsigned i = 0; i < reads; i++) {
        const unsigned beats = rng_range(&m->rng, 1, rng_chance(&m->rng, 50) ? 128 : 12);
        add(m->read, &m->reads, 0x20000 + i, rng_below(&m->rng, 129 - beats), beats,
            (uint8_t)rng_below(&m->rng, 8));
    }
}

static bool finished(const struct axi_bench *b) {
    const struct master *m = &b->master;
    return m->aw_next == m->writes && m->w_next == m->writes && m->ar_next == m->reads &&
           axi_check_idle(&b->check);
}

static void finish(struct axi_bench *b) {
    for (unsigned i = 0; !finished(b); i++) {
        if (i > 200000) {
            fail_msg("the memory stopped answering");
        }
        sim_cycle(b->sim);
    }
}

static unsigned total_beats(const struct op *list, unsigned count) {
    unsigned beats = 0;
    for (unsigned i = 0; i < count; i++) {
        beats += list[i].beats;
    }
    return beats;
}

static struct axi_mem_stats all_habits; /* summed over runs */

static void random_axi_traffic(struct sim *s) {
    struct axi_bench *b = axi_bench_new(s);
    struct master *m = &b->master;
    axi_mem_randomise(&b->mem.knobs, &m->rng, true);
    m->idle_permille = rng_below(&m->rng, 500);
    m->busy_permille = rng_below(&m->rng, 500);
    m->aw_lead = rng_chance(&m->rng, 500) ? 1 : 1000;
    m->w_lead = rng_range(&m->rng, 1, 4);
    add_random(b, 60, 60);
    finish(b);
    assert_int_equal(b->words_written, total_beats(m->write, m->writes));
    assert_int_equal(b->words_read, total_beats(m->read, m->reads));
    assert_int_equal(b->responses, m->writes);
    memcpy(m->read, m->write, sizeof m->read);
    m->reads = m->writes;
    m->ar_next = 0;
    b->written_only = true;
    finish(b);
    assert_int_equal(b->mem.stats.read_beats, b->words_read);
    assert_int_equal(b->mem.stats.read_errors, b->read_errors);
    assert_int_equal(b->mem.stats.write_errors, b->write_errors);
    all_habits.data_led += b->mem.stats.data_led;
    all_habits.address_led += b->mem.stats.address_led;
    all_habits.interleaved += b->mem.stats.interleaved;
    all_habits.reordered_reads += b->mem.stats.reordered_reads;
    all_habits.reordered_responses += b->mem.stats.reordered_responses;
    all_habits.read_errors += b->mem.stats.read_errors;
    all_habits.write_errors += b->mem.stats.write_errors;
}

static void random_memories_answer_everything_once_and_in_order(void **state) {
    (void)state;
    uint64_t last_judged = 0;
    memset(&all_habits, 0, sizeof all_habits);
    for (uint64_t seed = 1; seed <= 80; seed++) {
        const struct run_result result = run_seeded(random_axi_traffic, seed, 1);
        if (result.failure.set) {
            fail_msg("seed %u cycle %u, %s: %s", (unsigned)seed, (unsigned)result.failure.cycle,
                     result.failure.where, result.failure.what);
        }
        assert_true(result.seen.evaluations[CHECK_AXI_STABLE] > 0);
        last_judged += result.seen.evaluations[CHECK_AXI_WLAST];
        assert_true(result.seen.evaluations[CHECK_AXI_IDORDER] > 0);
    }
    assert_true(last_judged > 1000);
    assert_true(all_habits.data_led > 100);
    assert_true(all_habits.address_led > 100);
    assert_true(all_habits.interleaved > 100);
    assert_true(all_habits.reordered_reads > 100);
    assert_true(all_habits.reordered_responses > 100);
    assert_true(all_habits.read_errors > 100);
    assert_true(all_habits.write_errors > 100);
}

static void garbage_while_valid_is_low_changes_nothing(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        assert_true(run_seeded(random_axi_traffic, seed, 1).hash ==
                    run_seeded(random_axi_traffic, seed, 2).hash);
        assert_true(run_seeded(random_link_traffic, seed, 1).hash ==
                    run_seeded(random_link_traffic, seed, 2).hash);
        assert_true(run_seeded(random_axi_traffic, seed, 1).hash !=
                    run_seeded(random_axi_traffic, seed + 1, 1).hash);
    }
}

static void zero_wait(struct sim *s) {
    struct axi_bench *b = axi_bench_new(s);
    for (unsigned i = 0; i < 4; i++) {
        add(b->master.read, &b->master.reads, i, 0, 8, (uint8_t)(i & 1));
    }
    add(b->master.write, &b->master.writes, 9, 0, 4, 0);
    sim_cycle(s);
    const uint64_t first_ar = b->at.ar;
    finish(b);
    assert_int_equal(first_ar, 2);
    assert_int_equal(b->first_r, first_ar + 1);
    assert_int_equal(b->last_r, b->first_r + 31);
    assert_int_equal(b->at.last_w, b->at.first_w + 3);
    assert_int_equal(b->at.b, b->at.last_w + 1);
}

static void zero_wait_memory_loses_no_cycle(void **state) {
    (void)state;
    expect_quiet(zero_wait);
}

/* One burst of 4 beats under one order of AW and W. */
static struct axi_bench *one_write(struct sim *s, enum axi_write_order order, unsigned lead) {
    struct axi_bench *b = axi_bench_new(s);
    b->mem.knobs.write_order = order;
    b->mem.knobs.lead_min = b->mem.knobs.lead_max = lead;
    add(b->master.write, &b->master.writes, 9, 0, 4, 0);
    return b;
}

static void address_long_before_data(struct sim *s) {
    struct axi_bench *b = one_write(s, AXI_ADDRESS_FIRST, 40);
    finish(b);
    assert_int_equal(b->at.first_w, b->at.aw + 40);
}

static void data_long_before_address(struct sim *s) {
    struct axi_bench *b = one_write(s, AXI_DATA_FIRST, 40);
    finish(b);
    assert_int_equal(b->at.aw, b->at.last_w + 40);
    assert_int_equal(b->mem.stats.data_led, 1);
    b->master.idle_permille = 700;
    add(b->master.write, &b->master.writes, 10, 0, 8, 0);
    finish(b);
    assert_int_equal(b->at.aw, b->at.last_w + 40);
}

static void address_only_once_data_is_offered(struct sim *s) {
    struct axi_bench *b = one_write(s, AXI_ADDRESS_NEEDS_DATA, 0);
    b->mem.knobs.w.withheld = true;
    b->master.w_lead = 0;
    sim_cycles(s, 100);
    assert_int_equal(b->master.aw_next, 0);
    b->master.w_lead = 1;
    sim_cycles(s, 3);
    assert_int_equal(b->master.aw_next, 1);
    b->mem.knobs.w.withheld = false;
    finish(b);
}

static void data_only_once_address_is_offered(struct sim *s) {
    struct axi_bench *b = one_write(s, AXI_DATA_NEEDS_ADDRESS, 0);
    add(b->master.write, &b->master.writes, 10, 0, 4, 0);
    b->mem.knobs.aw.withheld = true;
    b->master.aw_lead = 0;
    sim_cycles(s, 100);
    assert_int_equal(b->check.channel[AXI_W].transfers, 0);
    b->master.aw_lead = 1;
    sim_cycles(s, 10);
    assert_int_equal(b->check.channel[AXI_W].transfers, 4);
    b->mem.knobs.aw.withheld = false;
    finish(b);
}

static void addresses_and_data_wait_for_each_other_as_told(void **state) {
    (void)state;
    expect_quiet(address_long_before_data);
    expect_quiet(data_long_before_address);
    expect_quiet(address_only_once_data_is_offered);
    expect_quiet(data_only_once_address_is_offered);
}

static void reads_wait_for_writes(struct sim *s) {
    struct axi_bench *b = axi_bench_new(s);
    b->mem.knobs.coupling = AXI_READS_WAIT;
    b->mem.knobs.coupling_limit = 50;
    b->mem.knobs.b.withheld = true;
    add(b->master.write, &b->master.writes, 9, 0, 1, 0);
    sim_cycles(s, 5);
    add(b->master.read, &b->master.reads, 1, 0, 1, 0);
    sim_cycles(s, 45);
    assert_int_equal(b->master.ar_next, 0);
    sim_cycles(s, 10);
    assert_int_equal(b->master.ar_next, 1);
    b->mem.knobs.b.withheld = false;
    finish(b);
}

static void writes_wait_for_reads(struct sim *s) {
    struct axi_bench *b = axi_bench_new(s);
    b->mem.knobs.coupling = AXI_WRITES_WAIT;
    b->mem.knobs.read_latency_min = b->mem.knobs.read_latency_max = 100;
    add(b->master.read, &b->master.reads, 1, 0, 1, 0);
    sim_cycles(s, 3);
    add(b->master.write, &b->master.writes, 9, 0, 1, 0);
    sim_cycles(s, 90);
    assert_int_equal(b->master.aw_next, 0);
    finish(b);
    assert_true(b->at.aw > b->last_r);
    assert_int_equal(b->last_r, b->at.ar + 100);
}

static void one_direction_can_hold_the_other_off(void **state) {
    (void)state;
    expect_quiet(reads_wait_for_writes);
    expect_quiet(writes_wait_for_reads);
}

static void withheld_channels(struct sim *s) {
    struct axi_bench *b = axi_bench_new(s);
    struct stall_knobs *const knob[AXI_CHANNELS] = {
        &b->mem.knobs.aw, &b->mem.knobs.w, &b->mem.knobs.b, &b->mem.knobs.ar, &b->mem.knobs.r};
    for (unsigned i = 0; i < AXI_CHANNELS; i++) {
        const uint64_t before = b->check.channel[i].transfers;
        knob[i]->withheld = true;
        b->master.aw_next = b->master.w_next = b->master.ar_next = 0;
        b->master.writes = b->master.reads = 0;
        add(b->master.write, &b->master.writes, 9, 0, 1, 0);
        add(b->master.read, &b->master.reads, 1, 0, 1, 0);
        sim_cycles(s, 60);
        assert_int_equal(b->check.channel[i].transfers, before);
        assert_int_equal(b->check.channel[i].held, i != AXI_B && i != AXI_R);
        assert_int_equal(axi_check_reads(&b->check) > 0, i == AXI_R);
        knob[i]->withheld = false;
        finish(b);
    }
}

static void each_channel_can_be_withheld_and_given_back(void **state) {
    (void)state;
    expect_quiet(withheld_channels);
}

static void ready_only_after_valid(struct sim *s) {
    struct axi_bench *b = axi_bench_new(s);
    b->mem.knobs.ar = stall_until_offer(5, 5);
    b->mem.knobs.max_reads = 2;
    sim_cycles(s, 20);
    assert_int_equal(wires.ar.ready, 0);
    for (unsigned i = 0; i < 3; i++) {
        add(b->master.read, &b->master.reads, i, 0, 1, 0);
    }
    sim_cycle(s);
    const uint64_t offered = s->cycle - 1;
    sim_cycles(s, 5);
    assert_int_equal(b->at.ar, offered + 5);
    b->mem.knobs.r.withheld = true;
    sim_cycles(s, 50);
    assert_int_equal(axi_check_reads(&b->check), 2);
    b->mem.knobs.r.withheld = false;
    finish(b);
}

static void ready_waits_for_valid_and_for_room(void **state) {
    (void)state;
    expect_quiet(ready_only_after_valid);
}

static void errors_at_each_place(struct sim *s) {
    struct axi_bench *b = axi_bench_new(s);
    static const unsigned count[] = {1, 1, 1, 1, 8};
    b->mem.knobs.read_error_permille = 1000;
    for (unsigned at = AXI_ERROR_FIRST; at <= AXI_ERROR_ALL; at++) {
        b->mem.knobs.read_error_at = (enum axi_error_at)at;
        b->read_errors = 0;
        add(b->master.read, &b->master.reads, at, 0, 8, 0);
        for (unsigned beat = 0; beat < 9; beat++) {
            sim_cycle(s);
            if (wires.r.valid && at <= AXI_ERROR_LAST) {
                const unsigned place = at == AXI_ERROR_FIRST ? 0 : at == AXI_ERROR_MIDDLE ? 4 : 7;
                assert_int_equal(wires.r.resp >= 2, beat == place + 1);
            }
        }
        assert_int_equal(b->read_errors, count[at]);
    }
    b->mem.knobs.write_error_permille = 1000;
    add(b->master.write, &b->master.writes, 9, 0, 2, 0);
    finish(b);
    assert_int_equal(b->write_errors, 1);
    b->written_only = true;
    b->mem.knobs.read_error_permille = 0;
    add(b->master.read, &b->master.reads, 9, 0, 2, 0);
    finish(b);
}

static void errors_come_where_asked_and_data_stays(void **state) {
    (void)state;
    expect_quiet(errors_at_each_place);
}

static void reset_in_the_middle(struct sim *s) {
    struct axi_bench *b = axi_bench_new(s);
    b->mem.knobs.read_latency_min = b->mem.knobs.read_latency_max = 30;
    b->mem.knobs.b.withheld = true;
    b->master.busy_permille = 1000;
    add(b->master.read, &b->master.reads, 1, 0, 8, 0);
    add(b->master.write, &b->master.writes, 9, 0, 2, 0);
    sim_cycles(s, 34);
    assert_int_equal(b->words_written, 2);
    assert_true(wires.r.valid);
    sim_reset(s, 3);
    assert_false(wires.r.valid);
    assert_true(axi_check_idle(&b->check));
    b->mem.knobs.b.withheld = false;
    b->master.busy_permille = 0;
    sim_cycles(s, 50);
    assert_int_equal(b->words_read, 0);
    assert_int_equal(b->responses, 0);
    b->written_only = true;
    add(b->master.read, &b->master.reads, 9, 0, 2, 0);
    finish(b);
}

static void reset_drops_transactions_and_keeps_contents(void **state) {
    (void)state;
    expect_quiet(reset_in_the_middle);
}

static void far_address(struct sim *s) {
    struct axi_bench *b = axi_bench_new(s);
    b->mem.accept |= UINT64_C(1) << 39;
    add(b->master.read, &b->master.reads, 0x8000000, 0, 1, 0);
    finish(b);
    add(b->master.read, &b->master.reads, 0x1000000, 0, 1, 0);
    finish(b);
}

static void addresses_outside_the_memory_are_reported(void **state) {
    (void)state;
    expect_report(far_address, CHECK_AXI_RANGE, "m_ar");
}

/* ---- AXI: what must be reported ------------------------------------------------------------- */

struct axi_script {
    struct axi_check check;
    struct axi_events ev;
    uint64_t served;
};

static void script_axi_sample(void *bench) {
    struct axi_script *b = bench;
    axi_check_sample(&b->check, &b->ev);
}

static const struct bench_hooks axi_script_hooks = {.drive = no_drive, .sample = script_axi_sample};

static struct axi_script *axi_script_new(struct sim *s) {
    struct axi_script *b = sim_alloc(s, sizeof *b);
    axi_check_init(&b->check, s, channels, &axi_wires);
    sim_attach(s, &wires_type, &axi_script_hooks, b);
    wires.aw.size = wires.ar.size = 5;
    wires.aw.burst = wires.ar.burst = 1;
    wires.w.strb = UINT32_MAX;
    sim_reset(s, 2);
    return b;
}

/* One cycle in which one channel is offered and taken. */
static void take(struct sim *s, uint8_t *valid, uint8_t *ready) {
    *valid = *ready = 1;
    sim_cycle(s);
    *valid = *ready = 0;
}

static void take_aw(struct sim *s, uint64_t addr, unsigned beats, uint8_t id) {
    wires.aw.addr = addr;
    wires.aw.len = (uint8_t)(beats - 1);
    wires.aw.id = id;
    take(s, &wires.aw.valid, &wires.aw.ready);
}

static void take_ar(struct sim *s, uint64_t addr, unsigned beats, uint8_t id) {
    wires.ar.addr = addr;
    wires.ar.len = (uint8_t)(beats - 1);
    wires.ar.id = id;
    take(s, &wires.ar.valid, &wires.ar.ready);
}

static void take_w(struct sim *s, bool last) {
    wires.w.last = last;
    take(s, &wires.w.valid, &wires.w.ready);
}

static void take_b(struct sim *s, uint8_t id) {
    wires.b.id = id;
    take(s, &wires.b.valid, &wires.b.ready);
}

static void take_r(struct sim *s, uint8_t id, bool last) {
    wires.r.id = id;
    wires.r.last = last;
    take(s, &wires.r.valid, &wires.r.ready);
}

static void aw_changed(struct sim *s) {
    axi_script_new(s);
    wires.aw.valid = 1;
    sim_cycle(s);
    wires.aw.id = 1;
    sim_cycle(s);
}

static void aw_withdrawn(struct sim *s) {
    axi_script_new(s);
    wires.aw.valid = 1;
    sim_cycle(s);
    wires.aw.valid = 0;
    sim_cycle(s);
}

static void ar_changed(struct sim *s) {
    axi_script_new(s);
    wires.ar.valid = 1;
    sim_cycle(s);
    wires.ar.addr = 32;
    sim_cycle(s);
}

static void w_data_changed(struct sim *s) {
    axi_script_new(s);
    wires.w.valid = 1;
    sim_cycle(s);
    wires.w.data[7] ^= 1u << 31;
    sim_cycle(s);
}

static void w_strobes_changed(struct sim *s) {
    axi_script_new(s)->check.full_strobes = false;
    wires.w.valid = 1;
    sim_cycle(s);
    wires.w.strb ^= 1;
    sim_cycle(s);
}

static void w_last_changed(struct sim *s) {
    axi_script_new(s);
    wires.w.valid = 1;
    sim_cycle(s);
    wires.w.last = 1;
    sim_cycle(s);
}

static void b_changed(struct sim *s) {
    axi_script_new(s);
    take_aw(s, 0, 1, 0);
    take_w(s, true);
    wires.b.valid = 1;
    sim_cycle(s);
    wires.b.resp = 2;
    sim_cycle(s);
}

static void r_changed(struct sim *s) {
    axi_script_new(s);
    take_ar(s, 0, 2, 0);
    wires.r.valid = 1;
    sim_cycle(s);
    wires.r.data[0] = 1;
    sim_cycle(s);
}

static void crosses_4k(struct sim *s) {
    axi_script_new(s);
    take_ar(s, 4096 - 64, 2, 0);
    take_ar(s, 4096 - 64, 3, 0);
}

static void narrow_beats(struct sim *s) {
    axi_script_new(s);
    wires.aw.size = 4;
    take_aw(s, 0, 1, 0);
}

static void fixed_burst(struct sim *s) {
    axi_script_new(s);
    wires.ar.burst = 0;
    take_ar(s, 0, 1, 0);
}

static void last_too_early(struct sim *s) {
    axi_script_new(s);
    take_aw(s, 0, 3, 0);
    take_w(s, false);
    take_w(s, true);
}

static void last_missing(struct sim *s) {
    axi_script_new(s);
    take_aw(s, 0, 2, 0);
    take_w(s, false);
    take_w(s, false);
}

static void data_nobody_claims(struct sim *s) {
    axi_script_new(s);
    take_w(s, true);
    sim_cycles(s, AXI_CLAIM_BOUND);
}

static void data_claimed_late(struct sim *s) {
    axi_script_new(s);
    take_w(s, true);
    sim_cycles(s, AXI_CLAIM_BOUND - 1);
    wires.aw.valid = 1;
    sim_cycles(s, 500);
    take_aw(s, 0, 1, 0);
    take_b(s, 0);
    take_w(s, true);
    sim_cycles(s, AXI_CLAIM_BOUND - 1);
    take_aw(s, 32, 1, 0);
    take_w(s, true);
    sim_cycles(s, AXI_CLAIM_BOUND - 1);
    sim_reset(s, 2);
    take_w(s, true);
    sim_cycles(s, AXI_CLAIM_BOUND - 1);
}

static void claimed_with_another_length(struct sim *s) {
    axi_script_new(s);
    take_w(s, false);
    take_w(s, true);
    take_aw(s, 0, 3, 0);
}

static void response_nobody_is_owed(struct sim *s) {
    axi_script_new(s);
    take_aw(s, 0, 1, 2);
    take_w(s, true);
    take_b(s, 1);
}

static void response_before_last_beat(struct sim *s) {
    axi_script_new(s);
    take_aw(s, 0, 2, 0);
    take_w(s, false);
    take_b(s, 0);
}

static void beat_nobody_is_owed(struct sim *s) {
    axi_script_new(s);
    take_ar(s, 0, 1, 0);
    take_r(s, 0, true);
    take_r(s, 0, true);
}

static void short_read_answered_first(struct sim *s) {
    axi_script_new(s);
    take_ar(s, 0, 2, 5);
    take_ar(s, 64, 1, 5);
    take_r(s, 5, true);
}

static void equal_read_answered_first(struct sim *s) {
    struct axi_script *b = axi_script_new(s);
    b->check.served_read = &b->served;
    take_ar(s, 0, 1, 5);
    take_ar(s, 32, 1, 5);
    b->served = 32;
    take_r(s, 5, true);
}

static void younger_write_answered_first(struct sim *s) {
    struct axi_script *b = axi_script_new(s);
    b->check.served_write = &b->served;
    take_aw(s, 0, 1, 5);
    take_aw(s, 32, 1, 5);
    take_w(s, true);
    take_w(s, true);
    b->served = 32;
    take_b(s, 5);
}

static void strobes_missing(struct sim *s) {
    axi_script_new(s);
    wires.w.strb = 0x7fffffff;
    take_w(s, true);
}

static void awvalid_in_reset(struct sim *s) {
    axi_script_new(s);
    wires.aw.valid = 1;
    sim_cycle(s);
    sim_reset(s, 2);
}

static void too_many_reads(struct sim *s) {
    axi_script_new(s);
    for (unsigned i = 0; i <= AXI_CHECK_BURSTS; i++) {
        take_ar(s, 0, 1, 0);
    }
}

static void too_much_data_ahead(struct sim *s) {
    axi_script_new(s);
    for (unsigned i = 0; i < AXI_CHECK_LEAD; i++) {
        take_w(s, false);
    }
}

static void every_broken_axi_rule_is_reported(void **state) {
    (void)state;
    expect_report(aw_changed, CHECK_AXI_STABLE, "m_aw");
    expect_report(aw_withdrawn, CHECK_AXI_STABLE, "m_aw");
    expect_report(ar_changed, CHECK_AXI_STABLE, "m_ar");
    expect_report(w_data_changed, CHECK_AXI_STABLE, "m_w");
    expect_report(w_strobes_changed, CHECK_AXI_STABLE, "m_w");
    expect_report(w_last_changed, CHECK_AXI_STABLE, "m_w");
    expect_report(b_changed, CHECK_AXI_STABLE, "m_b");
    expect_report(r_changed, CHECK_AXI_STABLE, "m_r");
    expect_report(crosses_4k, CHECK_AXI_4K, "m_ar");
    expect_report(narrow_beats, CHECK_AXI_SHAPE, "m_aw");
    expect_report(fixed_burst, CHECK_AXI_SHAPE, "m_ar");
    expect_report(last_too_early, CHECK_AXI_WLAST, "m_w");
    expect_report(last_missing, CHECK_AXI_WLAST, "m_w");
    expect_report(data_nobody_claims, CHECK_AXI_ORPHAN, "m_w");
    expect_report(claimed_with_another_length, CHECK_AXI_ORPHAN, "m_w");
    expect_report(response_nobody_is_owed, CHECK_AXI_ORPHAN, "m_b");
    expect_report(response_before_last_beat, CHECK_AXI_ORPHAN, "m_b");
    expect_report(beat_nobody_is_owed, CHECK_AXI_ORPHAN, "m_r");
    expect_report(short_read_answered_first, CHECK_AXI_IDORDER, "m_r");
    expect_report(equal_read_answered_first, CHECK_AXI_IDORDER, "m_r");
    expect_report(younger_write_answered_first, CHECK_AXI_IDORDER, "m_b");
    expect_report(strobes_missing, CHECK_AXI_STRB, "m_w");
    expect_report(awvalid_in_reset, CHECK_AXI_RESET, "m_aw");
    expect_report(too_many_reads, CHECK_AXI_ORPHAN, "m_ar");
    expect_report(too_much_data_ahead, CHECK_AXI_ORPHAN, "m_w");
}

static void late_claims_are_quiet(void **state) {
    (void)state;
    expect_quiet(data_claimed_late);
}

static void led_beats(struct sim *s) {
    struct axi_script *b = axi_script_new(s);
    for (uint32_t i = 0; i < 3; i++) {
        wires.w.data[0] = 100 + i;
        take_w(s, false);
    }
    assert_int_equal(axi_check_beats_led(&b->check), 3);
    wires.w.valid = wires.w.ready = wires.w.last = 1;
    wires.w.data[0] = 103;
    take_aw(s, 0x1000, 4, 6);
    assert_int_equal(b->ev.write_beats, 4);
    axi_check_set_ticket(&b->check, &b->ev, 77);
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(b->ev.write_beat[i].ticket, 77);
        assert_int_equal(b->ev.write_beat[i].index, i);
        assert_int_equal(b->ev.write_beat[i].addr, 0x1000 + 32 * i);
        assert_int_equal(b->ev.write_beat[i].data[0], 100 + i);
    }
    wires.w.valid = wires.w.ready = 0;
    take_b(s, 6);
    assert_true(b->ev.write_response.valid);
    assert_int_equal(b->ev.write_response.ticket, 77);
}

static void data_ahead_of_its_address_is_handed_over_with_it(void **state) {
    (void)state;
    expect_quiet(led_beats);
}

/* After a waived failure the books agree with what a memory does. */
static void waived_wlast(struct sim *s) {
    struct axi_script *b = axi_script_new(s);
    take_aw(s, 0, 2, 0);
    take_aw(s, 0x40, 1, 0);
    take_w(s, false);
    take_w(s, false);
    assert_int_equal(axi_check_writes_unfilled(&b->check), 1);
    take_w(s, true);
    assert_int_equal(b->ev.write_beat[0].addr, 0x40);
    take_b(s, 0);
    take_b(s, 0);
    assert_true(axi_check_idle(&b->check));
}

static void a_waived_failure_does_not_confuse_the_books(void **state) {
    (void)state;
    const struct scenario scenario = {"test", waived_wlast};
    struct run_options options;
    struct run_result result;
    options_init(&options);
    options.waived[CHECK_AXI_WLAST / 64] |= UINT64_C(1) << (CHECK_AXI_WLAST % 64);
    scenario_run("bfm", &scenario, &options, NULL, &result, NULL);
    assert_false(result.failure.set);
    assert_int_equal(result.seen.waived[CHECK_AXI_WLAST], 1);
}

const struct CMUnitTest bfm_tests[] = {
    cmocka_unit_test(random_settings_lose_and_double_nothing),
    cmocka_unit_test(policies_choose_as_they_say),
    cmocka_unit_test(gaps_are_as_long_as_asked),
    cmocka_unit_test(sink_patterns_are_as_they_say),
    cmocka_unit_test(reset_holds_or_withdraws_the_offered_flit),
    cmocka_unit_test(legal_link_habits_are_quiet),
    cmocka_unit_test(every_broken_link_rule_is_reported),
    cmocka_unit_test(untouched_words_are_a_function_of_address_seed_and_mode),
    cmocka_unit_test(writes_touch_exactly_the_strobed_bytes),
    cmocka_unit_test(written_words_survive_growth_and_never_alias),
    cmocka_unit_test(random_memories_answer_everything_once_and_in_order),
    cmocka_unit_test(garbage_while_valid_is_low_changes_nothing),
    cmocka_unit_test(zero_wait_memory_loses_no_cycle),
    cmocka_unit_test(addresses_and_data_wait_for_each_other_as_told),
    cmocka_unit_test(one_direction_can_hold_the_other_off),
    cmocka_unit_test(each_channel_can_be_withheld_and_given_back),
    cmocka_unit_test(ready_waits_for_valid_and_for_room),
    cmocka_unit_test(errors_come_where_asked_and_data_stays),
    cmocka_unit_test(reset_drops_transactions_and_keeps_contents),
    cmocka_unit_test(addresses_outside_the_memory_are_reported),
    cmocka_unit_test(late_claims_are_quiet),
    cmocka_unit_test(every_broken_axi_rule_is_reported),
    cmocka_unit_test(data_ahead_of_its_address_is_handed_over_with_it),
    cmocka_unit_test(a_waived_failure_does_not_confuse_the_books),
};
const size_t bfm_test_count = sizeof bfm_tests / sizeof bfm_tests[0];
