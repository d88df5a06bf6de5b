#include "live_sim.h"

#include "bench/mem_port_traffic.h"
#include "live_port.h"
#include "sim/evidence.h"
#include "trace_compare.h"

#include <string.h>

enum { TRACE_CYCLES = 4000 };

/* ---- SIM-STALL --------------------------------------------------------------------------------- */

static void lose_ack(struct mem_saboteur *x) {
    if (x->out.offer == 1) {
        *x->pins.out.valid = 0;
    }
}

static void ack_is_lost(struct sim *s) {
    struct mem_port_bench *b = live_spoilt(s, lose_ack);
    mem_port_write(b, 3, 0x55, 0x4000, 8);
    mem_port_finish(b);
}

static void hide_ar(struct mem_saboteur *x) {
    spoilt_hold_off(&x->ar);
}

static void read_is_never_asked_for(struct sim *s) {
    struct mem_port_bench *b = live_spoilt(s, hide_ar);
    ask_plain(b, 3, 0x55, 0x4000, 8);
    mem_port_finish(b);
}

static void hide_everything_for_2000_cycles(struct mem_saboteur *x) {
    struct spoilt_channel *c[] = {&x->ar, &x->w, &x->aw, &x->out};
    for (unsigned i = 0; i < 4; i++) {
        if (c[i]->offer % 8 == 1 && c[i]->age < 2000) {
            spoilt_hold_off(c[i]);
        }
    }
}

/* W last: its AW may be accepted long before. */
static void every_kind_of_item_waits_for_2000_cycles(struct sim *s) {
    struct mem_port_bench *b = live_spoilt(s, hide_everything_for_2000_cycles);
    b->memory.knobs.write_order = AXI_ADDRESS_FIRST;
    mem_port_knobs_changed(b);
    ask_plain(b, 3, 0x55, 0x4000, 8);
    mem_port_settle(b);
    ask_run(b, 3, 0x55, 0x4000, 2, 4);
    mem_port_settle(b);
    mem_port_write(b, 3, 0x55, 0x4000, 8);
    mem_port_finish(b);
}

/* ---- stalls that are the expected result ------------------------------------------------------- */

static enum mem_watch_cause cause_seen;

static void note_cause(void *bench) {
    cause_seen = ((const struct mem_port_bench *)bench)->judge.watch.cause;
}

static struct mem_port_bench *noted(struct sim *s, const struct dut_type *type) {
    struct mem_port_bench *b = mem_port_bench_new(s, type);
    sim_own(s, b, note_cause);
    return b;
}

/* Runs a scenario that must end in a SIM-STALL with this cause, and these words in its report. */
static void expect_stall(struct sim *s, const char *name, void (*run)(struct sim *),
                         enum mem_watch_cause cause, const char *words) {
    const struct scenario scenario = {name, run};
    struct run_options options;
    struct run_result r;
    options_init(&options);
    options.seed = s->options->seed;
    cause_seen = MEM_WATCH_NO_CAUSE;
    scenario_run("live", &scenario, &options, NULL, &r, NULL);
    s->cycle += r.cycles;
    sim_evaluated(s, CHECK_SIM_STALL);
    if (!r.failure.set || r.failure.check != CHECK_SIM_STALL || cause_seen != cause ||
        !(strstr(r.failure.what, words) || strstr(r.failure.cause, words))) {
        struct failure *f = sim_fail(s, CHECK_SIM_STALL, "live",
                                     "%s did not end in the stall that was predicted", name);
        failure_field(f, "check", "SIM-STALL", r.failure.set ? r.failure.what : "no failure");
        failure_field(f, "cause", words, r.failure.cause);
    }
}

/* One source more than there are slots, their flits in turn: every slot waits for data that is
 * behind the descriptor without one. */
static void one_open_source_too_many(struct sim *s) {
    struct mem_port_bench *b = noted(s, &dut_mem_port_ap);
    b->source.knobs.policy = LINK_ROUND_ROBIN;
    for (unsigned i = 0; i <= dut_mem_port_ap.mem_port.wr_slots; i++) {
        mem_port_write(b, i, (uint8_t)i, 0x1000 * i, 8);
    }
    mem_port_finish(b);
}

/* As many as there are slots are served. */
static void as_many_open_sources_as_slots(struct sim *s) {
    struct mem_port_bench *b = mem_port_bench_new(s, &dut_mem_port_ap);
    b->source.knobs.policy = LINK_ROUND_ROBIN;
    for (unsigned round = 0; round < 20; round++) {
        for (unsigned i = 0; i < dut_mem_port_ap.mem_port.wr_slots; i++) {
            mem_port_write(b, i, (uint8_t)round, 0x1000 * i, 8);
        }
        mem_port_settle(b);
    }
    mem_port_finish(b);
    sim_expect_seen(s, "acks", mem_port_model_stats(b->model)->acks,
                    20 * dut_mem_port_ap.mem_port.wr_slots);
}

static void six_sources_open_with_five_slots_hang_by_design(struct sim *s) {
    expect_stall(s, "one_open_source_too_many", one_open_source_too_many, MEM_WATCH_OPEN_WRITES,
                 "sources have a write open, more than there are slots");
    as_many_open_sources_as_slots(s);
}

static void nothing_but(struct sim *s, uint8_t outside, bool write) {
    struct mem_port_bench *b = noted(s, &dut_mem_port);
    mem_port_withhold(b, outside);
    if (write) {
        mem_port_write(b, 0, 1, 0x1000, 8);
    } else {
        ask_plain(b, 0, 1, 0x1000, 8);
    }
    mem_port_finish(b);
}

static void read_without_out(struct sim *s) {
    nothing_but(s, OUTSIDE_OUT, false);
}

static void read_without_ar(struct sim *s) {
    nothing_but(s, OUTSIDE_AR, false);
}

static void read_without_r(struct sim *s) {
    nothing_but(s, OUTSIDE_R, false);
}

static void write_without_aw(struct sim *s) {
    nothing_but(s, OUTSIDE_AW, true);
}

static void write_without_w(struct sim *s) {
    nothing_but(s, OUTSIDE_W, true);
}

static void write_without_b(struct sim *s) {
    nothing_but(s, OUTSIDE_B, true);
}

static void what_is_withheld_for_good_is_named(struct sim *s) {
    static const struct {
        const char *name, *words;
        void (*run)(struct sim *);
    } row[] = {
        {"read_without_out", "held mem_out_busy high", read_without_out},
        {"read_without_ar", "m_arready stays low", read_without_ar},
        {"read_without_r", "the memory has given no read data", read_without_r},
        {"write_without_aw", "m_awready stays low", write_without_aw},
        {"write_without_w", "m_wready stays low", write_without_w},
        {"write_without_b", "the memory has given no write response", write_without_b},
    };
    for (unsigned i = 0; i < sizeof row / sizeof *row; i++) {
        expect_stall(s, row[i].name, row[i].run, MEM_WATCH_OUTSIDE, row[i].words);
    }
}

/* ---- SIM-DISPLAY ------------------------------------------------------------------------------- */

static void send_other_type(struct mem_port_bench *b, unsigned endpoint) {
    struct flit f = {.type = FLIT_CU_INST, .last = 1};
    mem_port_send(b, endpoint, &f);
}

static void message_is_printed_twice(struct sim *s) {
    struct mem_port_bench *b = live_mutant(s, MUT_MESSAGE_TWICE);
    send_other_type(b, 3);
    mem_port_finish(b);
}

static void print_nothing(const char *line) {
    (void)line;
}

static void no_message_is_printed(struct sim *s) {
    struct mem_port_bench *b = live_port(s);
    dut_display = print_nothing;
    send_other_type(b, 3);
    mem_port_finish(b);
}

/* Nothing leaves for longer than a message may be late, and each cause sits behind what waits. */
static void every_message_behind_a_full_queue(struct sim *s) {
    struct mem_port_bench *b = mem_port_bench_new(s, &dut_mem_port_ap);
    const uint64_t refused = UINT64_C(1) << 39 | UINT64_C(3) << 36;
    for (unsigned round = 0; round < 20; round++) {
        struct flit orphan = {.type = FLIT_MEM_WR_DATA, .last = 1};
        mem_port_withhold(b, OUTSIDE_OUT);
        for (unsigned i = 0; i < 8; i++) {
            mem_port_write(b, i % 5, 1, 0x1000 * i, 8);
            ask_plain(b, i, 2, 0x1000 * i, 64);
        }
        mem_port_write(b, 0, 3, 0x4000, 9);
        mem_port_write(b, 1, 4, refused, 2);
        ask_plain(b, 9, 5, refused, 1);
        ask_run(b, 9, 6, refused, 3, 2);
        mem_port_send(b, 10, &orphan);
        send_other_type(b, 10);
        sim_cycles(s, 1000);
        mem_port_withhold(b, 0);
        mem_port_settle(b);
    }
    mem_port_finish(b);
    for (unsigned code = 0; code < MSG_COUNT; code++) {
        sim_expect_seen(s, mem_port_message_code[code],
                        sim_displays(s, mem_port_message_code[code]), 20);
    }
}

/* ---- SIM-UNINIT, SIM-IDLE, SIM-DETERMINISM ------------------------------------------------------ */

static void random_traffic_on(struct mem_port_bench *b) {
    mem_port_traffic_new(b);
    mem_port_traffic_run(b, b->sim->options->cycles);
    mem_port_finish(b);
}

static void compare(struct sim *s, void (*run)(struct sim *s)) {
    const struct scenario scenario = {"random", run};
    trace_compare(s, "live", &scenario, TRACE_CYCLES);
}

static void traffic_with_unreset_counter(struct sim *s) {
    random_traffic_on(live_mutant(s, MUT_PAUSES_WITHOUT_RESET));
}

static void pauses_by_a_counter_without_reset(struct sim *s) {
    compare(s, traffic_with_unreset_counter);
}

static void traffic_with_idle_pins(struct sim *s) {
    random_traffic_on(live_mutant(s, MUT_PAUSES_BY_IDLE_PINS));
}

static void pauses_by_what_idle_pins_carry(struct sim *s) {
    compare(s, traffic_with_idle_pins);
}

static unsigned runs;

static void counting_traffic(struct sim *s) {
    struct mem_port_bench *b = live_port(s);
    sim_cycles(s, ++runs);
    random_traffic_on(b);
}

static void traffic_depends_on_how_often_it_ran(struct sim *s) {
    compare(s, counting_traffic);
}

static void sound_traffic(struct sim *s) {
    random_traffic_on(live_port(s));
}

static void trace_depends_on_the_seed_alone(struct sim *s) {
    compare(s, sound_traffic);
}

/* ---- SIM-END ----------------------------------------------------------------------------------- */

static void stray_beat(struct mem_saboteur *x) {
    if (x->sim->cycle > 60 && !x->done) {
        spoilt_hold_off(&x->w);
        *x->pins.axi.w.valid = 1;
        *x->pins.axi.w.last = 0;
        *x->pins.axi.w.strb = UINT32_MAX;
        x->done = *x->pins.axi.w.ready;
    }
}

static void beat_is_never_claimed(struct sim *s) {
    struct mem_port_bench *b = live_spoilt(s, stray_beat);
    ask_plain(b, 3, 1, 0x1000, 256);
    mem_port_finish(b);
}

/* The harness's own part: a scenario that goes on asking while it is ending. */
static void ask_at_the_end(struct mem_saboteur *x) {
    if (x->limit && x->sim->cycle >= x->since) {
        x->since = x->sim->cycle + 40;
        ask_plain(x->bench, 3, 1, 0x1000, 256);
    }
}

static void scenario_goes_on_asking(struct sim *s) {
    struct mem_saboteur *x = mem_sabotage(s, ask_at_the_end);
    struct mem_port_bench *b = live_port(s);
    ask_plain(b, 3, 1, 0x1000, 4);
    mem_port_settle(b);
    x->limit = 1;
    x->since = s->cycle + 100;
    mem_port_finish(b);
}

static void ends_behind_the_longest_latencies(struct sim *s) {
    struct mem_port_bench *b = live_port(s);
    struct axi_mem_knobs *k = &b->memory.knobs;
    k->read_latency_min = k->read_latency_max = k->write_latency_min = k->write_latency_max = 900;
    k->b = k->r = stall_bursts(300, 500, 1, 3);
    b->sink.knobs.busy = stall_bursts(300, 500, 1, 2);
    mem_port_knobs_changed(b);
    ask_plain(b, 0, 1, 0x1000, 8);
    mem_port_write(b, 1, 2, 0x2000, 8);
    mem_port_finish(b);
}

/* ---- SIM-VACUOUS ------------------------------------------------------------------------------- */

static void judge_evidence(struct sim *s, const struct evidence *seen) {
    char line[512];
    sim_evaluated(s, CHECK_SIM_VACUOUS);
    if (evidence_vacuous(seen, false, line, sizeof line) > 0) {
        sim_fail(s, CHECK_SIM_VACUOUS, "run", "never evaluated: %s", line);
    }
}

static struct evidence everything_once(void) {
    struct evidence seen = {0};
    for (unsigned i = 0; i < CHECK_COUNT; i++) {
        seen.evaluations[i] = 1;
    }
    return seen;
}

static void one_check_is_never_evaluated(struct sim *s) {
    struct evidence seen = everything_once();
    seen.evaluations[CHECK_MEM_WBIND] = 0;
    judge_evidence(s, &seen);
}

static void every_check_is_evaluated_once(struct sim *s) {
    const struct evidence seen = everything_once();
    judge_evidence(s, &seen);
}

/* ---- the table --------------------------------------------------------------------------------- */

LIVE_SIM(LIVE_FUNCTION)

/* Further designs that break a rule in another way. */
#define ALSO(X)                                                                                    \
    X(SIM_STALL, read_is_never_asked_for, every_kind_of_item_waits_for_2000_cycles)                \
    X(SIM_DISPLAY, no_message_is_printed, every_message_behind_a_full_queue)                       \
    X(SIM_END, scenario_goes_on_asking, ends_behind_the_longest_latencies)

ALSO(LIVE_ALSO)

const struct scenario live_sim_scenarios[] = {
    LIVE_SIM(LIVE_ROW) ALSO(LIVE_ALSO_ROW) /* */
    {"six_sources_open_with_five_slots_hang_by_design",
     six_sources_open_with_five_slots_hang_by_design},
    {"what_is_withheld_for_good_is_named", what_is_withheld_for_good_is_named},
};
const size_t live_sim_scenario_count = sizeof live_sim_scenarios / sizeof *live_sim_scenarios;
