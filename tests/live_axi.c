#include "live_axi.h"

#include "live_port.h"

#include <string.h>

/* ---- a broken memory: the AXI slave BFM under faults of its own -------------------------------- */

static struct {
    const struct bench_hooks *sound;
    struct bench_hooks broken;
    void (*deed)(struct mem_port_bench *b);
} slave;

static void broken_drive(void *bench) {
    slave.sound->drive(bench);
    slave.deed(bench);
}

/* `deed` is called in every cycle after the BFMs have driven their pins. */
static struct mem_port_bench *port_with_broken_memory(struct sim *s,
                                                      void (*deed)(struct mem_port_bench *b)) {
    struct mem_port_bench *b = live_port(s);
    slave.sound = s->hooks;
    slave.broken = *s->hooks;
    slave.broken.drive = broken_drive;
    slave.deed = deed;
    s->hooks = &slave.broken;
    return b;
}

/* ---- AXI-STABLE -------------------------------------------------------------------------------- */

static void traffic_into_a_slow_memory(struct sim *s) {
    struct mem_port_bench *b = live_port(s);
    slow_memory(b);
    for (unsigned round = 0; round < 12; round++) {
        ask_everything(b, round);
    }
    mem_port_finish(b);
}

static void change_aw(struct mem_saboteur *x) {
    if (x->aw.age == 1) {
        *x->pins.axi.aw.addr ^= 32;
    }
}

static void refused_aw_changes_its_address(struct sim *s) {
    mem_sabotage(s, change_aw);
    traffic_into_a_slow_memory(s);
}

static void change_wlast(struct mem_saboteur *x) {
    if (x->w.age == 1) {
        *x->pins.axi.w.last ^= 1;
    }
}

static void refused_w_changes_last(struct sim *s) {
    mem_sabotage(s, change_wlast);
    traffic_into_a_slow_memory(s);
}

static void withdraw_ar(struct mem_saboteur *x) {
    if (x->ar.age == 1) {
        *x->pins.axi.ar.valid = 0;
    }
}

static void refused_ar_is_withdrawn(struct sim *s) {
    mem_sabotage(s, withdraw_ar);
    traffic_into_a_slow_memory(s);
}

static void every_offer_is_refused_for_500_cycles(struct sim *s) {
    struct mem_port_bench *b = live_port(s);
    b->memory.knobs.aw = b->memory.knobs.w = b->memory.knobs.ar = stall_until_offer(500, 500);
    mem_port_knobs_changed(b);
    ask_plain(b, 0, 1, 0x1000, 40);
    ask_run(b, 1, 2, 0x4000, 3, 4);
    mem_port_write(b, 2, 3, 0x6000, 8);
    mem_port_finish(b);
}

/* ---- AXI-4K ------------------------------------------------------------------------------------ */

/* What a port without the split would do: the first burst takes it all, the second never comes. */
static void merge_bursts(struct mem_saboteur *x) {
    if (x->ar.offer == 1) {
        *x->pins.axi.ar.len = 3;
    } else if (x->ar.offer == 2) {
        *x->pins.axi.ar.valid = 0;
    }
}

static void burst_is_not_split_at_a_page(struct sim *s) {
    struct mem_port_bench *b = live_spoilt(s, merge_bursts);
    ask_plain(b, 0, 1, 0x1fc0, 4);
    mem_port_finish(b);
}

static void bursts_end_exactly_on_a_page(struct sim *s) {
    struct mem_port_bench *b = live_port(s);
    for (unsigned words = 1; words <= 8; words++) {
        const uint64_t at = 0x10000 * words - 32 * words;
        ask_plain(b, 0, (uint8_t)words, at, words);
        ask_run(b, 1, (uint8_t)words, at, words, 1);
        mem_port_write(b, 2, (uint8_t)words, at, words);
        ask_plain(b, 0, (uint8_t)words, at, words + 1);
        mem_port_write(b, 2, (uint8_t)words, at + 0x100000, words < 8 ? words + 1 : 8);
    }
    mem_port_finish(b);
    sim_expect_seen(s, "splits", mem_port_model_stats(b->model)->splits_4k, 8 + 7);
}

/* ---- AXI-SHAPE --------------------------------------------------------------------------------- */

static void narrow(struct mem_saboteur *x) {
    if (x->ar.offer == 1) {
        *x->pins.axi.ar.size = 4;
    }
}

static void beats_of_16_bytes(struct sim *s) {
    struct mem_port_bench *b = live_spoilt(s, narrow);
    ask_plain(b, 0, 1, 0x1000, 40);
    mem_port_finish(b);
}

static void fixed(struct mem_saboteur *x) {
    if (x->aw.offer == 2) {
        *x->pins.axi.aw.burst = 0;
    }
}

static void burst_type_is_fixed(struct sim *s) {
    struct mem_port_bench *b = live_spoilt(s, fixed);
    mem_port_write(b, 0, 1, 0x1000, 8);
    mem_port_write(b, 0, 2, 0x2000, 8);
    mem_port_finish(b);
}

static void reads_of_a_word_and_of_two_pages(struct sim *s) {
    struct mem_port_bench *b = live_port(s);
    ask_plain(b, 0, 1, 0x1fe0, 1);
    ask_plain(b, 1, 2, 0x2000, 256);
    ask_run(b, 2, 3, 0x8000, 255, 4);
    mem_port_write(b, 3, 4, 0x9000, 1);
    mem_port_finish(b);
}

/* ---- AXI-WLAST, AXI-STRB ----------------------------------------------------------------------- */

static void last_too_early(struct mem_saboteur *x) {
    if (x->w.offer == 3) {
        *x->pins.axi.w.last = 1;
    }
}

static void last_on_the_third_of_eight(struct sim *s) {
    struct mem_port_bench *b = live_spoilt(s, last_too_early);
    mem_port_write(b, 0, 1, 0x1000, 8);
    mem_port_finish(b);
}

static void no_last(struct mem_saboteur *x) {
    *x->pins.axi.w.last = 0;
}

static void last_is_missing(struct sim *s) {
    struct mem_port_bench *b = live_spoilt(s, no_last);
    mem_port_write(b, 0, 1, 0x1000, 8);
    mem_port_finish(b);
}

static void writes_of_every_length_and_split_ones(struct sim *s) {
    struct mem_port_bench *b = live_port(s);
    for (unsigned beats = 1; beats <= 8; beats++) {
        mem_port_write(b, beats, 1, 0x10000 * beats, beats);
        mem_port_write(b, beats, 2, 0x10000 * beats + 0xfe0, beats); /* all but one beat beyond */
        mem_port_write(b, beats, 3, 0x10000 * beats + 0x1000 - 32 * (beats - 1), beats);
    }
    mem_port_finish(b);
}

static void drop_a_strobe(struct mem_saboteur *x) {
    if (x->w.offer == 5) {
        *x->pins.axi.w.strb &= ~(1u << 31);
    }
}

static void one_strobe_is_missing(struct sim *s) {
    struct mem_port_bench *b = live_spoilt(s, drop_a_strobe);
    mem_port_write(b, 0, 1, 0x1000, 8);
    mem_port_finish(b);
}

static void strobes_are_all_set(struct sim *s) {
    traffic_into_a_slow_memory(s);
}

/* ---- AXI-ORPHAN -------------------------------------------------------------------------------- */

/* The AW of a write of 8 beats is shown only after `limit` cycles with awvalid low, from the one in
 * which the last beat transfers. */
static void claim_late(struct mem_saboteur *x) {
    const bool data_is_out = x->w.transfers == 8;
    if (data_is_out && !x->keeping) {
        x->keeping = true;
        x->since = x->sim->cycle - 1;
    }
    if (x->aw.offer == 1 && (!data_is_out || x->sim->cycle < x->since + x->limit)) {
        spoilt_hold_off(&x->aw);
    }
}

static void claim_after(struct sim *s, unsigned cycles) {
    mem_sabotage(s, claim_late)->limit = cycles;
    struct mem_port_bench *b = live_port(s);
    mem_port_write(b, 0, 1, 0x1000, 8);
    mem_port_finish(b);
    sim_expect_seen(s, "bursts led by their data", b->memory.stats.data_led, 1);
}

static void data_is_claimed_after_65_cycles(struct sim *s) {
    claim_after(s, AXI_CLAIM_BOUND + 1);
}

static void data_is_claimed_after_64_cycles(struct sim *s) {
    claim_after(s, AXI_CLAIM_BOUND);
}

/* The AW behind its data names fewer beats. */
static void claim_short(struct mem_saboteur *x) {
    claim_late(x);
    *x->pins.axi.aw.len = 6;
}

static void data_is_claimed_with_another_length(struct sim *s) {
    mem_sabotage(s, claim_short)->limit = 10;
    struct mem_port_bench *b = live_port(s);
    mem_port_write(b, 0, 1, 0x1000, 8);
    mem_port_finish(b);
}

static void repeat_a_beat(struct mem_port_bench *b) {
    struct axi_mem_burst *read = &b->memory.read[b->memory.r_burst];
    if (b->memory.r_offered && read->done == 2 && read->beats == 3) {
        read->beats = 4; /* one more than was asked for */
    }
}

static void memory_answers_a_beat_too_many(struct sim *s) {
    struct mem_port_bench *b = port_with_broken_memory(s, repeat_a_beat);
    ask_plain(b, 0, 1, 0x1000, 3);
    mem_port_finish(b);
}

static void answer_unfilled(struct mem_port_bench *b) {
    if (b->memory.writes == 1 && b->memory.filled == 0) {
        b->memory.filled = 1;
    }
}

static void memory_answers_a_write_before_its_data(struct sim *s) {
    struct mem_port_bench *b = port_with_broken_memory(s, answer_unfilled);
    b->memory.knobs.w = stall_until_offer(30, 30);
    mem_port_knobs_changed(b);
    mem_port_write(b, 0, 1, 0x1000, 8);
    mem_port_finish(b);
}

/* Two AWs are accepted before any data: each gets the other's. */
static void swap_unfilled(struct mem_port_bench *b) {
    struct axi_mem *m = &b->memory;
    if (m->writes == 2 && m->filled == 0 && m->write[0].done == 0 &&
        m->write[0].addr < m->write[1].addr) {
        const struct axi_mem_burst older = m->write[0];
        m->write[0] = m->write[1];
        m->write[1] = older;
    }
}

static void memory_pairs_data_with_another_address(struct sim *s) {
    struct mem_port_bench *b = port_with_broken_memory(s, swap_unfilled);
    b->memory.knobs.write_order = AXI_ADDRESS_FIRST;
    b->memory.knobs.lead_min = b->memory.knobs.lead_max = 60;
    mem_port_knobs_changed(b);
    mem_port_write(b, 0, 1, 0x1000, 4);
    mem_port_write(b, 1, 2, 0x2000, 4);
    mem_port_finish(b);
}

/* ---- AXI-IDORDER ------------------------------------------------------------------------------- */

static void swap_reads(struct mem_port_bench *b) {
    struct axi_mem *m = &b->memory;
    if (m->reads == 2 && !m->r_offered && m->read[0].addr < m->read[1].addr &&
        m->read[0].done == 0) {
        const struct axi_mem_burst older = m->read[0];
        m->read[0] = m->read[1];
        m->read[1] = older;
    }
}

static void memory_answers_the_younger_read(struct sim *s) {
    struct mem_port_bench *b = port_with_broken_memory(s, swap_reads);
    b->memory.knobs.read_latency_min = b->memory.knobs.read_latency_max = 30;
    mem_port_knobs_changed(b);
    ask_plain(b, 0, 1, 0x1000, 4);
    ask_plain(b, 1, 2, 0x2000, 4);
    mem_port_finish(b);
}

static void swap_writes(struct mem_port_bench *b) {
    struct axi_mem *m = &b->memory;
    if (m->filled == 2 && !m->b_offered && m->write[0].addr < m->write[1].addr) {
        const struct axi_mem_burst older = m->write[0];
        m->write[0] = m->write[1];
        m->write[1] = older;
    }
}

static void memory_answers_the_younger_write(struct sim *s) {
    struct mem_port_bench *b = port_with_broken_memory(s, swap_writes);
    b->memory.knobs.write_latency_min = b->memory.knobs.write_latency_max = 60;
    mem_port_knobs_changed(b);
    mem_port_write(b, 0, 1, 0x1000, 4);
    mem_port_write(b, 1, 2, 0x2000, 4);
    mem_port_finish(b);
}

static void ids_are_interleaved_beat_by_beat(struct sim *s) {
    struct mem_port_bench *b = live_port(s);
    slow_memory(b);
    for (unsigned i = 0; i < 10; i++) {
        ask_plain(b, i, 1, 0x10000 + 0x1000 * i, 40);
        ask_run(b, i, 2, 0x40000 + 0x1000 * i, 10, 4);
        mem_port_write(b, i, 3, 0x80000 + 0x1000 * i, 8);
    }
    mem_port_finish(b);
    sim_expect_seen(s, "interleaved beats", b->memory.stats.interleaved, 20);
    sim_expect_seen(s, "reads answered before older ones", b->memory.stats.reordered_reads, 1);
}

/* ---- AXI-WAIT ---------------------------------------------------------------------------------- */

static void ar_waits_for_arready(struct sim *s) {
    struct mem_port_bench *b = live_mutant(s, MUT_AR_WAITS_FOR_READY);
    b->memory.knobs.ar = stall_until_offer(1, 1);
    mem_port_knobs_changed(b);
    ask_plain(b, 0, 1, 0x1000, 4);
    mem_port_finish(b);
}

/* The W channel waits until its AW is accepted, at a memory that takes AW only after W. */
static void hide_w(struct mem_saboteur *x) {
    if (x->aw.transfers == 0) {
        spoilt_hold_off(&x->w);
    }
}

static void w_waits_for_awready(struct sim *s) {
    struct mem_port_bench *b = live_spoilt(s, hide_w);
    b->memory.knobs.write_order = AXI_DATA_FIRST;
    mem_port_knobs_changed(b);
    mem_port_write(b, 0, 1, 0x1000, 4);
    mem_port_finish(b);
}

/* The memory is always ready, so only the probe can tell. */
static void arvalid_follows_arready(struct sim *s) {
    struct mem_port_bench *b = live_mutant(s, MUT_AR_FOLLOWS_READY);
    for (unsigned i = 0; i < 300; i++) { /* an AR in almost every cycle */
        ask_plain(b, i % 60, (uint8_t)i, 0x1000, 1);
    }
    mem_port_finish(b);
}

static void every_ready_waits_for_its_valid(struct sim *s) {
    struct mem_port_bench *b = live_port(s);
    static const enum axi_write_order orders[] = {AXI_WRITE_FREE, AXI_ADDRESS_FIRST, AXI_DATA_FIRST,
                                                  AXI_ADDRESS_NEEDS_DATA, AXI_DATA_NEEDS_ADDRESS};
    for (unsigned i = 0; i < 5; i++) {
        struct axi_mem_knobs *k = &b->memory.knobs;
        k->aw = k->w = k->ar = stall_until_offer(300, 300); /* longer than the probe's bound */
        k->write_order = orders[i];
        mem_port_knobs_changed(b);
        ask_plain(b, 0, 1, 0x1000, 20);
        ask_run(b, 1, 2, 0x4000, 2, 4);
        mem_port_write(b, 2, 3, 0x6000, 2);
        mem_port_settle(b);
    }
    mem_port_finish(b);
}

/* ---- AXI-RESET --------------------------------------------------------------------------------- */

static void ar_in_second_cycle(struct mem_saboteur *x) {
    if (x->sim->in_reset && x->sim->reset_cycles == 2) {
        *x->pins.axi.ar.valid = 1;
    }
}

static void arvalid_in_the_second_cycle_of_reset(struct sim *s) {
    live_spoilt(s, ar_in_second_cycle);
    sim_reset(s, 3);
}

static void answer_in_reset(struct mem_port_bench *b) {
    if (b->sim->in_reset) {
        *b->pins.axi.r.valid = 1;
    }
}

static void memory_answers_in_reset(struct sim *s) {
    port_with_broken_memory(s, answer_in_reset);
    sim_reset(s, 3);
}

static void reset_while_every_channel_offers(struct sim *s) {
    struct mem_port_bench *b = live_port(s);
    slow_memory(b);
    for (unsigned n = 1; n <= 40; n++) {
        ask_everything(b, n);
        ask_everything(b, n + 40);
        sim_cycles(s, 2 * n);
        sim_reset(s, n % 4 + 1);
    }
    mem_port_finish(b);
}

/* ---- AXI-RANGE, AXI-DUP ------------------------------------------------------------------------ */

static void flip_address_bit(struct mem_saboteur *x) {
    if (x->ar.offer == 1) {
        *x->pins.axi.ar.addr ^= UINT64_C(1) << 33;
    }
}

static void one_address_bit_is_wrong(struct sim *s) {
    struct mem_port_bench *b = live_spoilt(s, flip_address_bit);
    ask_plain(b, 0, 1, 0x1000, 40);
    mem_port_finish(b);
}

static void flip_write_address(struct mem_saboteur *x) {
    if (x->aw.offer == 2) {
        *x->pins.axi.aw.addr ^= 0x100;
    }
}

static void one_bit_of_a_write_address_is_wrong(struct sim *s) {
    struct mem_port_bench *b = live_spoilt(s, flip_write_address);
    mem_port_write(b, 0, 1, 0x1000, 8);
    mem_port_write(b, 0, 2, 0x2000, 8);
    mem_port_finish(b);
}

static void both_ends_of_a_window_and_mesh_bits(struct sim *s) {
    struct mem_port_bench *b = live_port(s);
    const uint64_t window = UINT64_C(1) << 36;
    for (unsigned mesh = 0; mesh < 4; mesh++) {
        ask_plain(b, 0, (uint8_t)mesh, mesh * window, 40);
        ask_plain(b, 1, (uint8_t)mesh, (mesh + 1) * window - 40 * 32, 40);
        ask_run(b, 2, (uint8_t)mesh, (mesh + 1) * window - 3 * 3 * 32, 3, 3);
        mem_port_write(b, 3, (uint8_t)mesh, mesh * window, 8);
        mem_port_write(b, 4, (uint8_t)mesh, (mesh + 1) * window - 8 * 32, 8);
    }
    mem_port_finish(b);
}

/* The first AR comes once more while its read is unfinished. */
static void repeat_ar(struct mem_saboteur *x) {
    if (x->ar.transfers == 1 && !x->done) {
        x->done = mem_show_read(x, 0x1000);
    }
}

static void one_ar_is_issued_twice(struct sim *s) {
    struct mem_port_bench *b = live_spoilt(s, repeat_ar);
    b->memory.knobs.read_latency_min = b->memory.knobs.read_latency_max = 40;
    mem_port_knobs_changed(b);
    ask_plain(b, 0, 1, 0x1000, 4);
    mem_port_finish(b);
}

static void word_owed_to_three_reads(struct sim *s) {
    struct mem_port_bench *b = live_port(s);
    slow_memory(b);
    for (unsigned i = 0; i < 12; i++) {
        ask_plain(b, i, 1, 0x1000, 4);
        ask_run(b, i, 2, 0x1000, 2, 3);
        mem_port_write(b, i % 4, 3, 0x1020, 4);
    }
    mem_port_finish(b);
}

/* ---- the table --------------------------------------------------------------------------------- */

LIVE_AXI(LIVE_FUNCTION)

/* Further designs that break a rule in another way, a broken memory among them. */
#define ALSO(X)                                                                                    \
    X(AXI_STABLE, refused_w_changes_last, every_offer_is_refused_for_500_cycles)                   \
    X(AXI_STABLE, refused_ar_is_withdrawn, every_offer_is_refused_for_500_cycles)                  \
    X(AXI_SHAPE, burst_type_is_fixed, reads_of_a_word_and_of_two_pages)                            \
    X(AXI_WLAST, last_is_missing, writes_of_every_length_and_split_ones)                           \
    X(AXI_ORPHAN, data_is_claimed_with_another_length, data_is_claimed_after_64_cycles)            \
    X(AXI_ORPHAN, memory_answers_a_beat_too_many, ids_are_interleaved_beat_by_beat)                \
    X(AXI_ORPHAN, memory_answers_a_write_before_its_data, ids_are_interleaved_beat_by_beat)        \
    X(MEM_WDATA, memory_pairs_data_with_another_address, strobes_are_all_set)                      \
    X(AXI_IDORDER, memory_answers_the_younger_write, ids_are_interleaved_beat_by_beat)             \
    X(AXI_WAIT, arvalid_follows_arready, every_ready_waits_for_its_valid)                          \
    X(AXI_WAIT, w_waits_for_awready, every_ready_waits_for_its_valid)                              \
    X(AXI_RESET, memory_answers_in_reset, reset_while_every_channel_offers)                        \
    X(AXI_RANGE, one_bit_of_a_write_address_is_wrong, both_ends_of_a_window_and_mesh_bits)

ALSO(LIVE_ALSO)

const struct scenario live_axi_scenarios[] = {LIVE_AXI(LIVE_ROW) ALSO(LIVE_ALSO_ROW)};
const size_t live_axi_scenario_count = sizeof live_axi_scenarios / sizeof *live_axi_scenarios;
