/* Why a memory port stands still: each root is provoked and must be named, in one sentence with its
 * figures and with the chain that leads to it; let go in time, the same situation is no stall. */
#include "live_port.h"
#include "report_text.h"
#include "stall_suite.h"
#include "stall_witness.h"
#include "text.h"

#include <stdio.h>
#include <string.h>

enum { IN_TIME = 1900 }; /* cycles; the bound is 2,000 */

/* Whose situation it is: variants with many slots, with few, with one. */
static const struct dut_type *const ports[] = {&dut_mem_port, &dut_mem_port_ap, &dut_mem_port_min};
enum { EVERY = 7, AP = 2, DECODING = 6, PORTS = 3 };

struct standstill {
    const char *name;
    void (*run)(struct mem_port_bench *b);
    unsigned on;       /* which ports, a bit each */
    const char *chain; /* the places its links start with; NULL: it must not stall */
    const char *cause; /* with marks, see stall_witness.h */
    const char *also;  /* further words of the report, with marks; NULL: none of these roots */
};

static const struct standstill *now;
static const struct dut_type *port;
static struct stall_witness witness;

static void situation(struct sim *s) {
    struct mem_port_bench *b = mem_port_bench_new(s, port);
    stall_witness_attach(&witness, b);
    now->run(b);
    mem_port_finish(b);
}

/* The places of a report: what stands in the label column. */
static void places_of(const char *report, char *buf, size_t size) {
    struct text t = text_into(buf, size);
    for (const char *line = report; line != NULL && *line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strlen(line) > 2 && line[2] != ' ') {
            text_add(&t, "%s%.*s", t.used > 0 ? " " : "", (int)strcspn(line + 2, " \n"), line + 2);
        }
    }
}

static void judge(struct sim *s, const struct run_result *r) {
    char cause[256] = "", also[256] = "", chain[256] = "";
    const struct failure *got = &r->failure;
    struct failure report = *got;
    if (now->chain != NULL) {
        stall_witness_say(&witness, now->cause, cause, sizeof cause);
        stall_witness_say(&witness, now->also ? now->also : "", also, sizeof also);
        places_of(got->report, chain, sizeof chain);
    }
    report_unwrap(report.report);
    const bool right = now->chain == NULL
                           ? !got->set
                           : got->set && got->check == CHECK_SIM_STALL &&
                                 strcmp(got->cause, cause) == 0 && strcmp(chain, now->chain) == 0 &&
                                 strstr(report.report, also) != NULL;
    if (!right) {
        struct failure *f =
            sim_fail(s, CHECK_SIM_STALL, "stall", "%s on %s", now->name, port->name);
        failure_field(f, "what", "", got->what);
        failure_field(f, "chain", now->chain ? now->chain : "", chain);
        if (f) {
            struct text t = text_into(f->report, sizeof f->report);
            text_add(&t, "%s  expected    %s\n  and         %s\n", got->report, cause, also);
            snprintf(f->cause, sizeof f->cause, "%s", got->cause);
        }
    }
}

static void must_be_as_it_says(struct sim *s, const struct standstill *stall) {
    for (unsigned i = 0; i < PORTS && !s->failure.set; i++) {
        const struct scenario scenario = {stall->name, situation};
        struct run_options options;
        struct run_result r;
        if ((stall->on >> i & 1) == 0) {
            continue;
        }
        now = stall;
        port = ports[i];
        options_init(&options);
        options.seed = s->options->seed;
        scenario_run("stall", &scenario, &options, NULL, &r, NULL);
        s->cycle += r.cycles;
        s->seen.flits += r.seen.flits;
        sim_evaluated(s, CHECK_SIM_STALL);
        judge(s, &r);
    }
}

/* ---- the receiver ---------------------------------------------------------------------------- */

static void receiver_holds_a_word(struct mem_port_bench *b) {
    mem_port_withhold(b, OUTSIDE_OUT);
    ask_plain(b, 0, 1, 0x1000, 8);
}

static void receiver_holds_an_ack(struct mem_port_bench *b) {
    mem_port_withhold(b, OUTSIDE_OUT);
    mem_port_write(b, 0, 1, 0x1000, 8);
}

static void receiver_lets_go(struct mem_port_bench *b) {
    receiver_holds_a_word(b);
    sim_cycles(b->sim, IN_TIME);
    mem_port_withhold(b, 0);
}

/* ---- the memory ------------------------------------------------------------------------------ */

static void read_without(struct mem_port_bench *b, unsigned outside) {
    mem_port_withhold(b, (uint8_t)outside);
    ask_plain(b, 0, 1, 0x1000, 8);
}

static void write_without(struct mem_port_bench *b, unsigned outside) {
    mem_port_withhold(b, (uint8_t)outside);
    mem_port_write(b, 0, 1, 0x1000, 8);
}

static void memory_takes_no_ar(struct mem_port_bench *b) {
    read_without(b, OUTSIDE_AR);
}

static void memory_gives_no_r(struct mem_port_bench *b) {
    read_without(b, OUTSIDE_R);
}

static void memory_takes_no_aw(struct mem_port_bench *b) {
    write_without(b, OUTSIDE_AW);
}

static void memory_takes_no_w(struct mem_port_bench *b) {
    write_without(b, OUTSIDE_W);
}

static void memory_gives_no_b(struct mem_port_bench *b) {
    write_without(b, OUTSIDE_B);
}

static void memory_lets_go(struct mem_port_bench *b) {
    static const uint8_t outside[] = {OUTSIDE_AR, OUTSIDE_R, OUTSIDE_AW, OUTSIDE_W, OUTSIDE_B};
    for (unsigned i = 0; i < sizeof outside; i++) {
        mem_port_withhold(b, outside[i]);
        ask_plain(b, 0, 1, 0x1000, 8);
        mem_port_write(b, 1, 1, 0x2000, 8);
        sim_cycles(b->sim, IN_TIME);
        mem_port_withhold(b, 0);
        mem_port_settle(b);
    }
}

/* The words that cannot leave fill the port: later reads are not even asked for. */
static void later_reads_find_no_room(struct mem_port_bench *b) {
    mem_port_withhold(b, OUTSIDE_OUT);
    for (unsigned i = 0; i < 4; i++) {
        ask_run(b, i, 1, 0x10000 * i, 255, 4);
    }
}

/* ---- slots ----------------------------------------------------------------------------------- */

static void open_writes_of(struct mem_port_bench *b, unsigned sources) {
    b->source.knobs.policy = LINK_ROUND_ROBIN;
    for (unsigned i = 0; i < sources; i++) {
        mem_port_write(b, i, (uint8_t)i, 0x1000 * i, 8);
    }
}

static void one_open_source_more_than_slots(struct mem_port_bench *b) {
    open_writes_of(b, port->mem_port.wr_slots + 1);
}

static void as_many_open_sources_as_slots(struct mem_port_bench *b) {
    open_writes_of(b, port->mem_port.wr_slots);
}

static void their_data_is_all_in_the_intake(struct mem_port_bench *b) {
    b->source.knobs.policy = LINK_ROUND_ROBIN;
    for (unsigned i = 0; i <= port->mem_port.wr_slots; i++) {
        mem_port_write(b, i, (uint8_t)i, 0x1000 * i, 2);
    }
}

/* All slots wait for B, one more write waits for a slot: a wait, not that hang. */
static void slots_wait_for_b(struct mem_port_bench *b) {
    b->source.knobs.policy = LINK_DRAIN;
    mem_port_withhold(b, OUTSIDE_B);
    for (unsigned i = 0; i <= port->mem_port.wr_slots; i++) {
        mem_port_write(b, i, (uint8_t)i, 0x1000 * i, 2);
    }
}

static void slots_wait_for_b_and_the_link_too(struct mem_port_bench *b) {
    slots_wait_for_b(b);
}

/* ---- sources --------------------------------------------------------------------------------- */

static void data_flits(struct mem_port_bench *b, unsigned endpoint, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        mem_port_write_data(b, endpoint, 7, false);
    }
}

static void too_few_data_flits(struct mem_port_bench *b) {
    mem_port_requesters_wait(b);
    mem_port_write_request(b, 0, 7, 0x1000, 5);
    data_flits(b, 0, 3);
}

static void no_data_flit_at_all(struct mem_port_bench *b) {
    mem_port_requesters_wait(b);
    mem_port_write_request(b, 0, 7, 0x1000, 1);
}

static void late_data_flits(struct mem_port_bench *b) {
    too_few_data_flits(b);
    sim_cycles(b->sim, IN_TIME);
    data_flits(b, 0, 2);
}

static void nobody_waits_for_that_write(struct mem_port_bench *b) {
    mem_port_write_request(b, 0, 7, 0x1000, 5);
    data_flits(b, 0, 3);
    mem_port_settle(b);
    sim_cycles(b->sim, 3000);
}

static void two_open_writes(struct mem_port_bench *b) {
    mem_port_requesters_wait(b);
    mem_port_write_request(b, 0, 1, 0x1000, 4);
    data_flits(b, 0, 2);
    mem_port_write_request(b, 0, 2, 0x2000, 3);
    data_flits(b, 0, 5);
}

/* The second has no slot: the first never gets its data, so nobody does. */
static void two_open_writes_and_one_slot(struct mem_port_bench *b) {
    mem_port_write_request(b, 0, 1, 0x1000, 4);
    data_flits(b, 0, 2);
    mem_port_write_request(b, 0, 2, 0x2000, 3);
    data_flits(b, 0, 3);
}

static void second_write_in_time(struct mem_port_bench *b) {
    mem_port_requesters_wait(b);
    mem_port_write_request(b, 0, 1, 0x1000, 4);
    data_flits(b, 0, 4);
    mem_port_write_request(b, 0, 2, 0x2000, 3);
    data_flits(b, 0, 3);
}

/* ---- requesters ------------------------------------------------------------------------------ */

/* Aperture 0 is served of the port's own mesh only. */
static uint64_t aperture(const struct mem_port_bench *b, bool own) {
    const uint64_t mesh = b->type->mem_port.mesh_id;
    return UINT64_C(1) << 39 | (own ? mesh : 1 - (mesh & 1)) << 36 | 0x1000;
}

static void dropped_read(struct mem_port_bench *b) {
    mem_port_requesters_wait(b);
    ask_plain(b, 0, 5, aperture(b, false), 4);
}

static void dropped_run(struct mem_port_bench *b) {
    mem_port_requesters_wait(b);
    ask_plain(b, 1, 5, 0x1000, 4);
    ask_run(b, 0, 5, aperture(b, true) | UINT64_C(9) << 32, 4, 4);
}

static void served_aperture_read(struct mem_port_bench *b) {
    mem_port_requesters_wait(b);
    ask_plain(b, 0, 5, aperture(b, true), 4);
}

static void dropped_read_nobody_waits_for(struct mem_port_bench *b) {
    ask_plain(b, 0, 5, aperture(b, false), 4);
    mem_port_settle(b);
    sim_cycles(b->sim, 3000);
}

static void run_beyond_the_receive_queue(struct mem_port_bench *b) {
    mem_port_receives(b, 0, 16);
    ask_run(b, 0, 1, 0x1000, 7, 4);
}

/* Either of them fits. */
static void two_reads_beyond_the_receive_queue(struct mem_port_bench *b) {
    mem_port_receives(b, 0, 16);
    b->memory.knobs.read_order = AXI_INTERLEAVED;
    b->memory.knobs.r = stall_alternate();
    mem_port_knobs_changed(b);
    ask_run(b, 0, 1, 0x1000, 16, 1);
    ask_plain(b, 0, 99, 0x2000, 16);
}

static void peer_beyond_its_receive_queue(struct mem_port_bench *b) {
    mem_port_receives(b, 40, 8);
    ask_multicast(b, 0, 1, 0x1000, 3, 4, 1);
}

static void reads_that_fit_the_receive_queue(struct mem_port_bench *b) {
    mem_port_receives(b, 0, 16);
    for (unsigned i = 0; i < 20; i++) {
        ask_run(b, 0, 1, 0x1000, 4, 4);
        mem_port_settle(b);
        ask_plain(b, 0, 9, 0x2000, 16);
        mem_port_settle(b);
    }
}

/* ---- two roots ------------------------------------------------------------------------------- */

static void soon(struct mem_port_bench *b) {
    sim_cycles(b->sim, 300);
}

/* withhold() lets go of what it is not told. */
static void b_then_receiver(struct mem_port_bench *b) {
    write_without(b, OUTSIDE_B);
    soon(b);
    mem_port_withhold(b, OUTSIDE_B | OUTSIDE_OUT);
    ask_plain(b, 1, 2, 0x2000, 8);
}

static void receiver_then_b(struct mem_port_bench *b) {
    mem_port_withhold(b, OUTSIDE_OUT);
    ask_plain(b, 1, 2, 0x2000, 8);
    soon(b);
    mem_port_withhold(b, OUTSIDE_B | OUTSIDE_OUT);
    mem_port_write(b, 0, 1, 0x1000, 8);
}

static void ar_then_aw(struct mem_port_bench *b) {
    mem_port_withhold(b, OUTSIDE_AR | OUTSIDE_AW);
    ask_plain(b, 0, 1, 0x1000, 8);
    soon(b);
    mem_port_write(b, 1, 1, 0x2000, 8);
}

static void aw_then_ar(struct mem_port_bench *b) {
    mem_port_withhold(b, OUTSIDE_AR | OUTSIDE_AW);
    mem_port_write(b, 1, 1, 0x2000, 8);
    soon(b);
    ask_plain(b, 0, 1, 0x1000, 8);
}

static void drop_then_ar(struct mem_port_bench *b) {
    dropped_read(b);
    soon(b);
    mem_port_withhold(b, OUTSIDE_AR);
    ask_plain(b, 1, 2, 0x2000, 8);
}

static void ar_then_drop(struct mem_port_bench *b) {
    mem_port_withhold(b, OUTSIDE_AR);
    ask_plain(b, 1, 2, 0x2000, 8);
    soon(b);
    dropped_read(b);
}

/* Rules broken where nobody waits explain nothing. */
static void drop_nobody_waits_for_then_ar(struct mem_port_bench *b) {
    ask_plain(b, 0, 5, aperture(b, false), 4);
    mem_port_write_request(b, 2, 7, 0x1000, 5);
    soon(b);
    mem_port_withhold(b, OUTSIDE_AR);
    ask_plain(b, 1, 2, 0x2000, 8);
}

static void too_few_then_too_many_open(struct mem_port_bench *b) {
    mem_port_requesters_wait(b);
    mem_port_write_request(b, 10, 7, 0x9000, 5);
    data_flits(b, 10, 3);
    soon(b);
    open_writes_of(b, port->mem_port.wr_slots);
}

static void too_many_open_then_too_few(struct mem_port_bench *b) {
    mem_port_requesters_wait(b);
    their_data_is_all_in_the_intake(b);
    soon(b);
    mem_port_write_request(b, 20, 7, 0x90000, 5);
    data_flits(b, 20, 3);
}

/* They did nothing wrong: they stand behind another's words. */
static void others_behind_a_full_receive_queue(struct mem_port_bench *b) {
    mem_port_receives(b, 0, 16);
    ask_run(b, 0, 1, 0x1000, 7, 4);
    soon(b);
    ask_plain(b, 5, 3, 0x3000, 4);
}

/* ---- the table ------------------------------------------------------------------------------- */

#define RULE_SLOTS " (the rule: two per writing node)"
#define RULE_DATA " (the rule: exactly len + 1)"
#define RULE_OPEN " (the rule: one open write a source)"
#define OVER(flits, requests, depth)                                                               \
    flits " response flits outstanding in " requests ", its receive depth is " depth ": full "     \
          "since "

#define STALLS(X)                                                                                  \
    X(receiver_holds_a_word, EVERY, "requester read mem_out",                                      \
      "the receiver of the MEM_RD_RESP for {e0} has held mem_out_busy high since {out}",           \
      "{e0} waits for MEM_RD_REQ txn 0x01, sent at {r0}: 0 of 8 flits here")                       \
    X(receiver_holds_an_ack, EVERY, "requester write mem_out",                                     \
      "the receiver of the MEM_WR_ACK for {e0} has held mem_out_busy high since {out}",            \
      "{e0} waits for the ack of MEM_WR_REQ txn 0x01, sent at {r0}")                               \
    X(memory_takes_no_ar, EVERY, "requester read m_ar",                                            \
      "the memory has taken no AR since {ar}: m_arready stays low", "waits for AR since {r0}")     \
    X(memory_gives_no_r, EVERY, "requester read m_r",                                              \
      "the memory has given no read data since {r}: it took the AR and m_rvalid stays low",        \
      "waits for its read data since {r}")                                                         \
    X(memory_takes_no_aw, EVERY, "requester write m_aw",                                           \
      "the memory has taken no AW since {aw}: m_awready stays low", "waits for AW since {d0}")     \
    X(memory_takes_no_w, EVERY, "requester write m_w",                                             \
      "the memory has taken no W beat since {w}: m_wready stays low", "waits for W since")         \
    X(memory_gives_no_b, EVERY, "requester write m_b",                                             \
      "the memory has given no write response since {b}: it took the burst and m_bvalid stays "    \
      "low",                                                                                       \
      "waits for B since {b}")                                                                     \
    X(later_reads_find_no_room, EVERY, "requester read read mem_out",                              \
      "the receiver of the MEM_RD_RESP for {e0} has held mem_out_busy high since {out}", NULL)     \
    X(one_open_source_more_than_slots, EVERY, "mem_in intake slots",                               \
      "{open} sources have a write open, WR_SLOTS={slots}" RULE_SLOTS,                             \
      "{slots} of {slots} in use, each waits for data that is behind the head")                    \
    X(their_data_is_all_in_the_intake, 1, "requester write intake slots",                          \
      "17 sources have a write open, WR_SLOTS=16" RULE_SLOTS,                                      \
      "head is MEM_WR_REQ from {e16}, accepted at {r16}: no free write slot")                      \
    X(slots_wait_for_b_and_the_link_too, 4, "mem_in intake slots write m_b",                       \
      "the memory has given no write response since {b}: it took the burst and m_bvalid stays "    \
      "low",                                                                                       \
      "1 of 1 in use, 0 wait for data")                                                            \
    X(slots_wait_for_b, 3, "requester write m_b",                                                  \
      "the memory has given no write response since {b}: it took the burst and m_bvalid stays "    \
      "low",                                                                                       \
      NULL)                                                                                        \
    X(too_few_data_flits, EVERY, "requester write",                                                \
      "{e0} sent 3 of 5 data flits of its write txn 0x07, none since {d0}" RULE_DATA,              \
      "{e0} waits for the ack of MEM_WR_REQ txn 0x07, sent at {r0}: 3 of 5 data flits sent")       \
    X(no_data_flit_at_all, EVERY, "requester write",                                               \
      "{e0} sent 0 of 1 data flits of its write txn 0x07, none since {r0}" RULE_DATA, NULL)        \
    X(two_open_writes, 3, "requester write writes",                                                \
      "{e0} opened a second write at {r0} while its write of {q0} had 2 of 4 data "                \
      "flits" RULE_OPEN,                                                                           \
      "txn 0x01 of {q0} got 2 of 4 data flits, txn 0x02 of {r0} got 3 of 3")                       \
    X(two_open_writes_and_one_slot, 4, "mem_in intake slots writes",                               \
      "{e0} opened a second write at {r0} while its write of {q0} had 2 of 4 data "                \
      "flits" RULE_OPEN,                                                                           \
      NULL)                                                                                        \
    X(dropped_read, AP, "requester port",                                                          \
      "the read txn 0x05 of {e0} was dropped at {r0}: it names aperture 0 of mesh 1, aperture 0 "  \
      "of mesh 2 is served here",                                                                  \
      "{e0} waits for MEM_RD_REQ txn 0x05, sent at {r0}: 0 of 4 flits here")                       \
    X(dropped_run, AP, "requester port",                                                           \
      "the read txn 0x05 of {e0} was dropped at {r0}: it names aperture 9 of mesh 2, aperture 0 "  \
      "of mesh 2 is served here",                                                                  \
      "0 of 16 flits here")                                                                        \
    X(run_beyond_the_receive_queue, EVERY, "requester read mem_out receiver",                      \
      "{e0} has " OVER("28", "1 request", "16") "{a0}, so mem_out_busy is high",                   \
      "16 of 28 flits here, the last at {a0}")                                                     \
    X(two_reads_beyond_the_receive_queue, EVERY, "requester read mem_out receiver",                \
      "{e0} has " OVER("32", "2 requests", "16") "{a0}, so mem_out_busy is high", NULL)            \
    X(peer_beyond_its_receive_queue, EVERY, "requester read mem_out receiver",                     \
      "{e40} has " OVER("12", "1 request", "8") "{a40}, so mem_out_busy is high", NULL)            \
    X(b_then_receiver, EVERY, "requester write m_b also",                                          \
      "the memory has given no write response since {b}: it took the burst and m_bvalid stays "    \
      "low",                                                                                       \
      "also the receiver of the MEM_RD_RESP for {e1} has held mem_out_busy high since {out}")      \
    X(receiver_then_b, EVERY, "requester read mem_out also",                                       \
      "the receiver of the MEM_RD_RESP for {e1} has held mem_out_busy high since {out}",           \
      "also the memory has given no write response since {b}")                                     \
    X(ar_then_aw, EVERY, "requester read m_ar also",                                               \
      "the memory has taken no AR since {ar}: m_arready stays low",                                \
      "also the memory has taken no AW since {aw}")                                                \
    X(aw_then_ar, EVERY, "requester write m_aw also",                                              \
      "the memory has taken no AW since {aw}: m_awready stays low",                                \
      "also the memory has taken no AR since {ar}")                                                \
    X(drop_then_ar, AP, "requester port also",                                                     \
      "the read txn 0x05 of {e0} was dropped at {r0}: it names aperture 0 of mesh 1, aperture 0 "  \
      "of mesh 2 is served here",                                                                  \
      "also the memory has taken no AR since {ar}")                                                \
    X(ar_then_drop, AP, "requester read m_ar also",                                                \
      "the memory has taken no AR since {ar}: m_arready stays low",                                \
      "also the read txn 0x05 of {e0} was dropped at {r0}")                                        \
    X(drop_nobody_waits_for_then_ar, AP, "requester read m_ar",                                    \
      "the memory has taken no AR since {ar}: m_arready stays low", NULL)                          \
    X(too_few_then_too_many_open, AP, "requester write",                                           \
      "{e10} sent 3 of 5 data flits of its write txn 0x07, none since {d10}" RULE_DATA,            \
      "3 of 5 data flits sent, the last at {d10}")                                                 \
    X(too_many_open_then_too_few, 1, "requester write intake slots also",                          \
      "18 sources have a write open, WR_SLOTS=16" RULE_SLOTS, "also {e20} sent 3 of 5 data flits") \
    X(others_behind_a_full_receive_queue, EVERY, "requester read mem_out receiver",                \
      "{e0} has " OVER("28", "1 request", "16") "{a0}, so mem_out_busy is high", NULL)

#define NO_STALLS(X)                                                                               \
    X(receiver_lets_go, EVERY)                                                                     \
    X(memory_lets_go, EVERY)                                                                       \
    X(as_many_open_sources_as_slots, EVERY)                                                        \
    X(late_data_flits, EVERY)                                                                      \
    X(nobody_waits_for_that_write, EVERY)                                                          \
    X(second_write_in_time, EVERY)                                                                 \
    X(served_aperture_read, DECODING)                                                              \
    X(dropped_read_nobody_waits_for, DECODING)                                                     \
    X(reads_that_fit_the_receive_queue, EVERY)

#define STALL_FUNCTION(situation, on, chain, cause, also)                                          \
    static void situation##_is_named(struct sim *s) {                                              \
        static const struct standstill stall = {#situation, situation, on, chain, cause, also};    \
        must_be_as_it_says(s, &stall);                                                             \
    }
#define STALL_ROW(situation, ...) {#situation "_is_named", situation##_is_named},
#define NO_STALL_FUNCTION(situation, on)                                                           \
    static void situation##_is_no_stall(struct sim *s) {                                           \
        static const struct standstill stall = {#situation, situation, on, NULL, NULL, NULL};      \
        must_be_as_it_says(s, &stall);                                                             \
    }
#define NO_STALL_ROW(situation, on) {#situation "_is_no_stall", situation##_is_no_stall},

STALLS(STALL_FUNCTION)
NO_STALLS(NO_STALL_FUNCTION)

const struct scenario stall_scenarios[] = {STALLS(STALL_ROW) NO_STALLS(NO_STALL_ROW)};
const size_t stall_scenario_count = sizeof stall_scenarios / sizeof *stall_scenarios;
