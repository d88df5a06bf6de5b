/* The harness's own signals (trace/notes.h): what they say in known situations, cycle by cycle, and
 * that they change nothing. How they arrive in a file is seen in tests/test_waves.sh. */
#include "trace/notes.h"

#include "bench/xform_bench.h"
#include "mem_port_scenarios.h"
#include "notes_suite.h"
#include "rtl_suites.h"
#include "rtl_suites_mag.h"
#include "rtl_suites_mv.h"
#include "rtl_suites_xf.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* ---- what rows said ---------------------------------------------------------------------------- */

enum { SAID_MAX = 64 };

/* The values one row took, in order, each with the cycle in which it came. */
struct history {
    const char *row;
    unsigned count;
    struct {
        uint64_t cycle;
        char text[NOTE_TEXT + 1];
    } said[SAID_MAX];
};

struct listener {
    struct sim *sim;
    struct notes notes;
    bool known;
    struct history *history;
    unsigned histories;
};

/* As a viewer shows it: text without the zeros before it, a number in decimal. */
static void read_row(const struct wave_note *row, char text[NOTE_TEXT + 1]) {
    unsigned length = 0;
    if (row->bits <= 64) {
        snprintf(text, NOTE_TEXT + 1, "%u", row->words[0]);
        return;
    }
    for (unsigned i = row->bits / 8; i-- > 0;) {
        const char c = (char)(row->words[i / 4] >> i % 4 * 8);
        if (c) {
            text[length++] = c;
        }
    }
    text[length] = 0;
}

static void take(struct history *h, const struct wave_note *row, uint64_t cycle) {
    char text[NOTE_TEXT + 1];
    read_row(row, text);
    if (h->count > 0 && strcmp(h->said[h->count - 1].text, text) == 0) {
        return;
    }
    if (h->count < SAID_MAX) {
        h->said[h->count].cycle = cycle;
        memcpy(h->said[h->count].text, text, sizeof text);
        h->count++;
    }
}

static void listen(void *self) {
    struct listener *l = self;
    struct sim *s = l->sim;
    struct gauge gauges[GAUGES_MAX] = {0};
    const unsigned count = s->hooks->gauges(s->bench, gauges);
    if (!l->known) {
        l->known = true;
        notes_init(&l->notes, s->dut, gauges, count);
    }
    notes_update(&l->notes, s->cycle, gauges, &s->failure);
    for (unsigned i = 0; i < l->notes.count; i++) {
        for (unsigned j = 0; j < l->histories; j++) {
            if (strcmp(l->notes.signal[i].name, l->history[j].row) == 0) {
                take(&l->history[j], &l->notes.signal[i], s->cycle);
            }
        }
    }
}

static void listen_from_now(struct sim *s, struct history *history, unsigned histories) {
    struct listener *l = sim_alloc(s, sizeof *l);
    l->sim = s;
    l->history = history;
    l->histories = histories;
    sim_observe(s, &(struct observer){.cycle = listen, .self = l});
}

/* With a few cycles in which nothing happens, so that each history begins there. */
static void listen_to_what_follows(struct sim *s, struct history *history, unsigned histories) {
    listen_from_now(s, history, histories);
    sim_cycles(s, 4);
}

/* ---- verdicts ---------------------------------------------------------------------------------- */

static void expect(struct sim *s, bool right, const char *row, const char *what) {
    sim_evaluated(s, CHECK_SIM_END);
    if (!right) {
        sim_fail(s, CHECK_SIM_END, row, "%.150s", what);
    }
}

/* The row said exactly this, in this order. */
static void expect_said(struct sim *s, const struct history *h, const char *const text[],
                        unsigned count) {
    char what[NOTE_TEXT + 80];
    for (unsigned i = 0; i < count; i++) {
        const char *said = i < h->count ? h->said[i].text : "nothing more";
        snprintf(what, sizeof what, "value %u is '%s', '%s' was owed", i, said, text[i]);
        expect(s, strcmp(said, text[i]) == 0, h->row, what);
    }
    snprintf(what, sizeof what, "said %u values, %u were owed", h->count, count);
    expect(s, h->count == count, h->row, what);
}
#define EXPECT_SAID(s, h, ...)                                                                     \
    expect_said(s, h, (const char *const[]){__VA_ARGS__},                                          \
                sizeof(const char *const[]){__VA_ARGS__} / sizeof(const char *))

/* Cycles for which value `index` stood. */
static uint64_t stood(const struct history *h, unsigned index) {
    return index + 1 < h->count ? h->said[index + 1].cycle - h->said[index].cycle : 0;
}

/* ---- links and bursts -------------------------------------------------------------------------- */

static struct history *histories(struct sim *s, const char *const row[], unsigned count) {
    struct history *h = sim_alloc(s, count * sizeof *h);
    for (unsigned i = 0; i < count; i++) {
        h[i].row = row[i];
    }
    return h;
}

/* A read of one word from (x,y), as its request, its held and its moving answer are named. */
static void name_read(const struct port_test *t, unsigned endpoint, uint64_t addr,
                      char text[3][NOTE_TEXT]) {
    const struct position from = t->b->endpoint[endpoint];
    struct word word;
    sparse_mem_read(&t->b->contents, addr, &word);
    snprintf(text[0], NOTE_TEXT, "MEM_RD_REQ (%u,%u)->(0,1) txn 0x40 addr 0x00_0001_2340 len 0",
             from.x, from.y);
    snprintf(text[1], NOTE_TEXT, "held MEM_RD_RESP (0,1)->(%u,%u) txn 0x40 word 0 last ..%04x_%04x",
             from.x, from.y, word.w[0] >> 16, word.w[0] & 0xffff);
    snprintf(text[2], NOTE_TEXT, "%s", text[1] + strlen("held "));
}

static void a_read_is_named_on_its_way_and_while_it_is_held(struct sim *s) {
    static const char *const row[] = {"mem_in", "mem_out", "m_ar", "reads_unfinished",
                                      "reads_at_memory"};
    char text[3][NOTE_TEXT];
    struct history *const h = histories(s, row, 5);
    struct port_test *t = port_test_new(s, &dut_mem_port);
    listen_to_what_follows(s, h, 5);
    mem_port_withhold(t->b, OUTSIDE_OUT);
    mem_port_read(t->b, 2, 0x40, &(struct descriptor){.addr = 0x12340});
    sim_cycles(s, 60);
    mem_port_withhold(t->b, 0);
    mem_port_finish(t->b);
    name_read(t, 2, 0x12340, text);
    EXPECT_SAID(s, &h[0], " ", text[0], " ");
    EXPECT_SAID(s, &h[1], " ", text[1], text[2], " ");
    EXPECT_SAID(s, &h[2], " ", "0x00_0001_2340 x1 id 1", " ");
    EXPECT_SAID(s, &h[3], "0", "1", "0");
    EXPECT_SAID(s, &h[4], "0", "1", "0");
    expect(s, stood(&h[0], 1) == 1 && stood(&h[1], 2) == 1, "mem_in, mem_out",
           "a flit that moves is not named in one cycle");
    expect(s, stood(&h[1], 1) > 30, "mem_out", "a flit that is held is not named as long as it is");
    expect(s, h[3].said[1].cycle == h[0].said[1].cycle, "reads_unfinished",
           "a read is not outstanding from the cycle that takes it");
    expect(s, h[3].said[2].cycle == h[1].said[2].cycle, "reads_unfinished",
           "a read is not over in the cycle of its last word");
}

static void writes_without_an_answer_hold_slots(struct sim *s) {
    static const char *const row[] = {"write_slots", "writes_at_memory", "sources_writing"};
    struct history *const h = histories(s, row, 3);
    struct port_test *t = port_test_new(s, &dut_mem_port);
    mem_port_withhold(t->b, OUTSIDE_B);
    listen_to_what_follows(s, h, 3);
    for (unsigned i = 0; i < 3; i++) {
        mem_port_write(t->b, i, (uint8_t)i, 0x4000 + 0x1000 * (uint64_t)i, 1);
        sim_cycles(s, 40);
    }
    EXPECT_SAID(s, &h[0], "0", "1", "2", "3");
    EXPECT_SAID(s, &h[1], "0", "1", "2", "3");
    EXPECT_SAID(s, &h[2], "0", "1", "0", "1", "0", "1", "0");
    mem_port_withhold(t->b, 0);
    mem_port_finish(t->b);
    expect(s, strcmp(h[0].said[h[0].count - 1].text, "0") == 0, "write_slots",
           "slots are left at the end");
}

/* ---- the slot ---------------------------------------------------------------------------------- */

static void an_entry_is_followed_from_start_to_done(struct sim *s) {
    static const char *const row[] = {"entry", "entries_owed", "beats_wanted"};
    struct history *const h = histories(s, row, 3);
    const struct entry_plan plan = {.id = 1, .mode = 3, .beats = 8};
    struct xform_bench *b = xform_bench_new(s, &dut_xform);
    listen_to_what_follows(s, h, 3);
    slot_core_run_plans(&b->core, 1, &plan, 1);
    xform_bench_finish(b);
#define OF_ENTRY(what) what " id 1 mode 3 requester 1"
    EXPECT_SAID(s, &h[0], " ", OF_ENTRY("start"), OF_ENTRY("beat 1"), OF_ENTRY("beat 2"),
                OF_ENTRY("beat 3"), OF_ENTRY("beat 4"), OF_ENTRY("beat 5"), OF_ENTRY("beat 6"),
                OF_ENTRY("beat 7"), OF_ENTRY("beat 8"), OF_ENTRY("after beat 8"),
                "done id 1 mode 3", " ");
#undef OF_ENTRY
    EXPECT_SAID(s, &h[1], "0", "1", "0");
    EXPECT_SAID(s, &h[2], "0", "8", "7", "6", "5", "4", "3", "2", "1", "0");
}

/* ---- the check, and what notes may not do ------------------------------------------------------ */

enum { FAILS_AT = 40, TRACE_CYCLES = 3000 };

static void fails_at_a_known_cycle(struct sim *s) {
    port_test_new(s, &dut_mem_port);
    sim_cycles(s, FAILS_AT - s->cycle);
    sim_fail(s, CHECK_MEM_LAST, "mem_out", "on purpose");
    sim_cycle(s);
}

static void listen_to(struct sim *s, void *history) {
    listen_from_now(s, history, 1);
}

static void the_check_is_named_from_the_cycle_it_failed_in(struct sim *s) {
    static const char *const row[] = {"check"};
    const struct scenario fails = {"fails", fails_at_a_known_cycle};
    struct history *const h = histories(s, row, 1);
    struct run_options o = *s->options;
    struct run_result r;
    o.attached = listen_to;
    o.attached_context = h;
    scenario_run("notes", &fails, &o, NULL, &r, NULL);
    s->cycle += r.cycles;
    EXPECT_SAID(s, h, " ", "MEM-LAST on mem_out");
    expect(s, h->said[1].cycle == FAILS_AT, "check", "named in another cycle than it failed in");
}

/* The same trace with waves and notes as without. */
static void compare(struct sim *s, const char *suite, const struct scenario *table, size_t count) {
    struct wave_window window = {.on = true, .to = TRACE_CYCLES, .attached = notes_attach};
    struct run_options o = *s->options;
    struct run_result without, with;
    const struct scenario *random = table;
    while (random < table + count && strcmp(random->name, "random") != 0) {
        random++;
    }
    snprintf(window.path, sizeof window.path, "%s/cosim-notes-%d.fst", P_tmpdir, (int)getpid());
    o.cycles = TRACE_CYCLES;
    scenario_run(suite, random, &o, NULL, &without, NULL);
    scenario_run(suite, random, &o, &window, &with, NULL);
    s->cycle += without.cycles + with.cycles;
    expect(s, without.hash == with.hash && without.cycles == with.cycles, suite,
           "another trace with waves open");
    expect(s, remove(window.path) == 0, suite, "no waves were written");
}

static void waves_with_notes_change_no_trace(struct sim *s) {
    compare(s, "mem_port", mem_port_scenarios, mem_port_scenario_count);
    compare(s, "xform", xform_scenarios, xform_scenario_count);
    compare(s, "mover", mover_scenarios, mover_scenario_count);
    compare(s, "mag", mag_smoke_scenarios, mag_smoke_scenario_count);
}

const struct scenario notes_scenarios[] = {
    {"a_read_is_named_on_its_way_and_while_it_is_held",
     a_read_is_named_on_its_way_and_while_it_is_held},
    {"writes_without_an_answer_hold_slots", writes_without_an_answer_hold_slots},
    {"an_entry_is_followed_from_start_to_done", an_entry_is_followed_from_start_to_done},
    {"the_check_is_named_from_the_cycle_it_failed_in",
     the_check_is_named_from_the_cycle_it_failed_in},
    {"waves_with_notes_change_no_trace", waves_with_notes_change_no_trace},
};
const size_t notes_scenario_count = sizeof notes_scenarios / sizeof *notes_scenarios;
