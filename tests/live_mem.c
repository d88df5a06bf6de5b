#include "live_mem.h"

#include "live_port.h"
#include "rtl_suites.h"

#include <string.h>

#define STAGED(mesh, offset) (UINT64_C(1) << 39 | (uint64_t)(mesh) << 36 | (uint64_t)(offset))

/* ---- one field of one flit --------------------------------------------------------------------- */

/* A run of 4 entries of 4 words; flit 6 is word 1 of entry 1. */
static void run_of_four_entries(struct sim *s, void (*deed)(struct mem_saboteur *x)) {
    struct mem_port_bench *b = live_spoilt(s, deed);
    ask_run(b, 3, 0x10, 0x4000, 4, 4);
    mem_port_finish(b);
}

static void flip_payload(struct mem_saboteur *x) {
    struct flit f;
    if (mem_offers_flit(x, 6, &f)) {
        f.payload.w[7] ^= 0x80000000;
        mem_change_flit(x, &f);
    }
}

static void one_payload_bit_is_wrong(struct sim *s) {
    run_of_four_entries(s, flip_payload);
}

static void flip_txn(struct mem_saboteur *x) {
    struct flit f;
    if (mem_offers_flit(x, 6, &f)) {
        f.txn ^= 0x80;
        mem_change_flit(x, &f);
    }
}

static void one_txn_bit_is_wrong(struct sim *s) {
    run_of_four_entries(s, flip_txn);
}

static void flip_word(struct mem_saboteur *x) {
    struct flit f;
    if (mem_offers_flit(x, 6, &f)) {
        f.rsvd ^= 2;
        mem_change_flit(x, &f);
    }
}

static void one_word_index_is_wrong(struct sim *s) {
    run_of_four_entries(s, flip_word);
}

static void flip_last(struct mem_saboteur *x) {
    struct flit f;
    if (mem_offers_flit(x, 6, &f)) {
        f.last ^= 1;
        mem_change_flit(x, &f);
    }
}

static void last_inside_an_entry(struct sim *s) {
    run_of_four_entries(s, flip_last);
}

static void flip_dst(struct mem_saboteur *x) {
    struct flit f;
    if (mem_offers_flit(x, 6, &f)) {
        f.dst_x ^= 1;
        mem_change_flit(x, &f);
    }
}

static void one_response_goes_astray(struct sim *s) {
    run_of_four_entries(s, flip_dst);
}

static void flip_src(struct mem_saboteur *x) {
    struct flit f;
    if (mem_offers_flit(x, 6, &f)) {
        f.src_y ^= 8;
        mem_change_flit(x, &f);
    }
}

static void one_source_is_wrong(struct sim *s) {
    run_of_four_entries(s, flip_src);
}

static void set_marker(struct mem_saboteur *x) {
    struct flit f;
    if (mem_offers_flit(x, 6, &f)) {
        f.rsvd |= 4;
        mem_change_flit(x, &f);
    }
}

static void marker_is_set_on_a_response(struct sim *s) {
    run_of_four_entries(s, set_marker);
}

/* A type no memory port sends. */
static void change_type(struct mem_saboteur *x) {
    struct flit f;
    if (mem_offers_flit(x, 6, &f)) {
        f.type = FLIT_MEM_RD_REQ;
        mem_change_flit(x, &f);
    }
}

static void one_type_is_wrong(struct sim *s) {
    run_of_four_entries(s, change_type);
}

/* ---- a flit too few, too many, elsewhere ------------------------------------------------------- */

static void drop_a_word(struct mem_saboteur *x) {
    if (x->out.offer == 6) {
        *x->pins.out.valid = 0;
    }
}

static void one_word_is_dropped(struct sim *s) {
    run_of_four_entries(s, drop_a_word);
}

static void repeat_a_word(struct mem_saboteur *x) {
    if (mem_offers_flit(x, 6, &x->kept)) {
        x->keeping = true;
    } else if (x->keeping && !x->done) {
        x->done = mem_show(x, &x->kept);
    }
}

static void one_flit_leaves_twice(struct sim *s) {
    run_of_four_entries(s, repeat_a_word);
}

/* Entry 1 leaves after entry 2. */
static void swap_entries(struct mem_saboteur *x) {
    if (mem_offers_flit(x, 2, &x->kept)) {
        *x->pins.out.valid = 0;
    } else if (x->out.transfers >= 3 && !x->done) {
        x->done = mem_show(x, &x->kept);
    }
}

static void two_entries_change_places(struct sim *s) {
    struct mem_port_bench *b = live_spoilt(s, swap_entries);
    ask_run(b, 3, 0x10, 0x4000, 4, 1);
    mem_port_finish(b);
}

/* A peer's copies are flits 5 to 8. */
static void flip_peer_payload(struct mem_saboteur *x) {
    struct flit f;
    if (mem_offers_flit(x, 7, &f)) {
        f.payload.w[0] ^= 1;
        mem_change_flit(x, &f);
    }
}

static void peer_gets_another_word(struct sim *s) {
    struct mem_port_bench *b = live_spoilt(s, flip_peer_payload);
    ask_multicast(b, 3, 0x10, 0x4000, 4, 4, 1);
    mem_port_finish(b);
}

/* ---- legal extremes of reads ------------------------------------------------------------------- */

static void memory_changes_under_the_reads(struct sim *s) {
    struct mem_port_bench *b = live_port(s);
    slow_memory(b);
    for (unsigned i = 0; i < 40; i++) {
        ask_plain(b, i % 7, (uint8_t)i, 0x4000, 8);
        ask_run(b, i % 5, (uint8_t)(i + 60), 0x4000, 2, 4);
        mem_port_write(b, i % 6, (uint8_t)i, 0x4000, 8);
    }
    mem_port_finish(b);
}

static void words_come_late_and_far_apart(struct sim *s) {
    struct mem_port_bench *b = live_port(s);
    b->memory.knobs.r = stall_bursts(100, 300, 1, 1);
    b->sink.knobs.busy = stall_bursts(100, 500, 1, 1);
    mem_port_knobs_changed(b);
    ask_run(b, 1, 0x20, 0x4000, 5, 4);
    ask_plain(b, 2, 0x30, 0x5000, 12);
    mem_port_finish(b);
}

static void like_requests_get_the_same_flits(struct sim *s) {
    struct mem_port_bench *b = live_port(s);
    for (unsigned i = 0; i < 12; i++) {
        ask_plain(b, 1, 0x20, 0x4000, 3);
        ask_run(b, 2, 0x20, 0x4000, 3, 2);
    }
    mem_port_settle(b);
    ask_plain(b, 1, 0x20, 0x4000, 3);
    mem_port_finish(b);
    sim_expect_seen(s, "response flits", s->seen.flits, 12 * 9 + 3);
}

static void txn_sum_wraps_inside_the_run(struct sim *s) {
    struct mem_port_bench *b = live_port(s);
    ask_run(b, 1, 0xff, 0x4000, 255, 1);
    ask_run(b, 2, 0x02, 0x8000, 255, 4);
    ask_run(b, 3, 0xfe, 0xc000, 3, 3);
    mem_port_finish(b);
}

static void entries_of_every_size(struct sim *s) {
    struct mem_port_bench *b = live_port(s);
    static const uint8_t words[] = {0, 1, 2, 3, 4, 5, 255};
    for (unsigned i = 0; i < sizeof words; i++) {
        ask_run(b, i, 0x10, 0x4000 * i, 5, words[i]);
    }
    mem_port_finish(b);
}

static void entries_and_bursts_of_one_word(struct sim *s) {
    struct mem_port_bench *b = live_port(s);
    for (unsigned i = 0; i < 20; i++) {
        ask_run(b, i, 0x10, 0x4000 * i, i + 1, 1);
        ask_plain(b, i, 0x80, 0x4000 * i, i % 2 ? 1 : 256);
    }
    mem_port_finish(b);
}

static void requester_is_its_own_peer_twice(struct sim *s) {
    struct mem_port_bench *b = live_port(s);
    struct descriptor d = {
        .addr = 0x4000, .flags = FLAG_STREAM, .count = 6, .entry_words = 3, .n_peer = 3};
    d.peer[0] = b->endpoint[1];
    d.peer[1] = b->endpoint[2];
    d.peer[2] = b->endpoint[1];
    mem_port_read(b, 1, 0x10, &d);
    mem_port_finish(b);
}

static void port_with_other_coordinates(struct sim *s) {
    struct mem_port_bench *b = mem_port_bench_new(s, &dut_mem_port_ap);
    for (unsigned round = 0; round < 8; round++) {
        ask_plain(b, round, (uint8_t)round, 0x1000 * round, 8);
        ask_run(b, round, (uint8_t)round, 0x1000 * round, 4, 4);
        mem_port_write(b, round % 4, (uint8_t)round, 0x100000 + 0x1000 * round, 8);
    }
    mem_port_finish(b);
}

static void requests_carry_reserved_bits(struct sim *s) {
    struct mem_port_bench *b = live_port(s);
    for (unsigned i = 0; i < 8; i++) {
        const struct descriptor d = {.addr = 0x1000 * i,
                                     .flags = (uint8_t)(FLAG_STREAM | 0x37),
                                     .count = 3,
                                     .entry_words = 4,
                                     .len = 99};
        struct flit f = {.type = FLIT_MEM_RD_REQ, .txn = 0x20, .rsvd = (uint8_t)i, .last = i & 1};
        descriptor_pack(&d, &f.payload);
        f.payload.w[0] = 0xffffffff; /* reserved bits of the descriptor */
        mem_port_send(b, i, &f);
    }
    mem_port_finish(b);
}

/* Beats of the run come with gaps in which plain words and acks leave. */
static void other_flits_between_the_words_of_entries(struct sim *s) {
    struct mem_port_bench *b = live_port(s);
    slow_memory(b);
    for (unsigned i = 0; i < 12; i++) {
        ask_run(b, i, 0x10, 0x40000 + 0x1000 * i, 10, 4);
        ask_plain(b, i, 0x80, 0x80000 + 0x1000 * i, 30);
        mem_port_write(b, i % 8, (uint8_t)i, 0xc0000 + 0x1000 * i, 8);
    }
    mem_port_finish(b);
}

static void memory_changes_under_a_multicast(struct sim *s) {
    struct mem_port_bench *b = live_port(s);
    slow_memory(b);
    for (unsigned i = 0; i < 12; i++) {
        ask_multicast(b, i, 0x10, 0x4000, 4, 4, 3);
        mem_port_write(b, i % 8, (uint8_t)i, 0x4000, 8);
        mem_port_write(b, (i + 1) % 8, (uint8_t)i, 0x4100, 8);
    }
    mem_port_finish(b);
}

/* ---- MEM-ACK ----------------------------------------------------------------------------------- */

static void ack_early(struct mem_saboteur *x) {
    const struct position to = x->bench ? x->bench->endpoint[3] : (struct position){0, 0};
    const struct mem_port_params *p = &dut_mem_port.mem_port;
    const struct flit ack = {.dst_x = to.x,
                             .dst_y = to.y,
                             .src_x = (uint8_t)p->mem_x,
                             .src_y = (uint8_t)p->mem_y,
                             .type = FLIT_MEM_WR_ACK,
                             .txn = 0x55,
                             .last = 1};
    if (x->w.transfers == 8 && !x->done) {
        x->done = mem_show(x, &ack);
    }
}

static void ack_before_its_response(struct sim *s) {
    struct mem_port_bench *b = live_spoilt(s, ack_early);
    b->memory.knobs.write_latency_min = b->memory.knobs.write_latency_max = 100;
    mem_port_knobs_changed(b);
    mem_port_write(b, 3, 0x55, 0x4000, 8);
    mem_port_finish(b);
}

static void one_write_with(struct sim *s, void (*deed)(struct mem_saboteur *x)) {
    struct mem_port_bench *b = live_spoilt(s, deed);
    mem_port_write(b, 3, 0x55, 0x4000, 8);
    mem_port_finish(b);
}

static void fill_payload(struct mem_saboteur *x) {
    struct flit f;
    if (mem_offers_flit(x, 1, &f)) {
        f.payload.w[3] = 1;
        mem_change_flit(x, &f);
    }
}

static void ack_with_a_payload(struct sim *s) {
    one_write_with(s, fill_payload);
}

static void ack_twice(struct mem_saboteur *x) {
    if (mem_offers_flit(x, 1, &x->kept)) {
        x->keeping = true;
    } else if (x->keeping && !x->done) {
        x->done = mem_show(x, &x->kept);
    }
}

static void ack_leaves_twice(struct sim *s) {
    one_write_with(s, ack_twice);
}

static void ack_late(struct mem_saboteur *x) {
    if (x->out.offer == 1 && x->out.age < 2000) {
        spoilt_hold_off(&x->out);
    }
}

static void ack_waits_for_2000_cycles(struct sim *s) {
    one_write_with(s, ack_late);
    sim_expect_seen(s, "cycles", s->cycle, 2000);
}

/* ---- writes ------------------------------------------------------------------------------------ */

static void flip_wdata(struct mem_saboteur *x) {
    if (x->w.offer == 4) {
        x->pins.axi.w.data[2] ^= 0x100;
    }
}

static void one_written_bit_is_wrong(struct sim *s) {
    one_write_with(s, flip_wdata);
}

static void same_words_written_by_many(struct sim *s) {
    struct mem_port_bench *b = live_port(s);
    slow_memory(b);
    for (unsigned i = 0; i < 60; i++) {
        mem_port_write(b, i % 8, (uint8_t)i, 0x4000 + 32 * (i % 3), 8 - i % 3);
    }
    mem_port_finish(b);
}

/* The last data flit endpoint 1 sent, while the first write of endpoint 0 goes out. */
static void bind_to_another(struct mem_saboteur *x) {
    struct flit f;
    flit_unpack(x->pins.in.data, &f);
    if (*x->pins.in.valid && f.type == FLIT_MEM_WR_DATA && f.src_x == x->bench->endpoint[1].x &&
        f.src_y == x->bench->endpoint[1].y && !*x->pins.in.busy && x->w.offers == 0) {
        x->kept = f;
    }
    if (x->w.offer == 6) {
        memcpy(x->pins.axi.w.data, x->kept.payload.w, sizeof x->kept.payload.w);
    }
}

static void word_of_another_source_is_written(struct sim *s) {
    struct mem_port_bench *b = live_spoilt(s, bind_to_another);
    b->source.knobs.policy = LINK_ROUND_ROBIN;
    mem_port_write(b, 0, 1, 0x4000, 8);
    mem_port_write(b, 1, 2, 0x8000, 8);
    mem_port_finish(b);
}

static void sources_interleave_flit_by_flit(struct sim *s) {
    struct mem_port_bench *b = live_port(s);
    b->source.knobs.policy = LINK_ROUND_ROBIN;
    for (unsigned i = 0; i < 48; i++) {
        mem_port_write(b, i % 16, (uint8_t)i, 0x4000 + 0x1000 * (i % 16), 8);
    }
    mem_port_finish(b);
}

/* Both writes are accepted before the first AW is; it is shown with the other one's address. */
static void swap_addresses(struct mem_saboteur *x) {
    if (x->aw.offer == 1) {
        *x->pins.axi.aw.addr = 0x8000;
    } else if (x->aw.offer == 2) {
        *x->pins.axi.aw.addr = 0x4000;
    }
}

static void two_writes_of_a_source_change_places(struct sim *s) {
    struct mem_port_bench *b = live_spoilt(s, swap_addresses);
    b->memory.knobs.aw = stall_until_offer(80, 80);
    mem_port_knobs_changed(b);
    mem_port_write(b, 0, 1, 0x4000, 1);
    mem_port_write(b, 0, 2, 0x8000, 1);
    mem_port_finish(b);
}

static void data_leads_its_address_by_eight_beats(struct sim *s) {
    struct mem_port_bench *b = live_port(s);
    b->memory.knobs.write_order = AXI_DATA_FIRST;
    b->memory.knobs.lead_min = b->memory.knobs.lead_max = 20;
    mem_port_knobs_changed(b);
    for (unsigned i = 0; i < 40; i++) { /* to one address, and to fresh ones */
        mem_port_write(b, i % 3, (uint8_t)i, i % 2 ? 0x4000 : 0x8000 + 0x100 * i, 8);
    }
    mem_port_finish(b);
    sim_expect_seen(s, "bursts led by their data", b->memory.stats.data_led, 20);
}

/* ---- MEM-STARVE -------------------------------------------------------------------------------- */

/* The ack is kept while the words of `limit` entries begin to leave, then shown before the next. */
static void keep_ack(struct mem_saboteur *x) {
    struct flit f;
    if (!mem_offers_flit(x, x->out.offer, &f) || x->out.offer == 0) {
        return;
    }
    if (f.type == FLIT_MEM_WR_ACK && !x->keeping) {
        x->keeping = true;
        x->kept = f;
        *x->pins.out.valid = 0;
    } else if (x->keeping && !x->done && f.rsvd == 0 && x->count++ == x->limit) {
        x->done = mem_show(x, &x->kept);
    }
}

static void ack_passed_by(struct sim *s, unsigned entries) {
    mem_sabotage(s, keep_ack)->limit = entries;
    struct mem_port_bench *b = live_port(s);
    ask_run(b, 3, 0x10, 0x4000, 60, 4);
    mem_port_write(b, 4, 0x55, 0x8000, 8);
    mem_port_finish(b);
}

/* In the model's eyes the ack waits 16 cycles and 8 flits after its B before others pass it; then
 * one whole entry may, and one more is allowed for what an output queue holds. */
enum { ENTRIES_PAST = 6 };

static void ack_lets_as_many_entries_past_as_allowed(struct sim *s) {
    ack_passed_by(s, ENTRIES_PAST);
}

static void ack_lets_an_entry_too_many_past(struct sim *s) {
    ack_passed_by(s, ENTRIES_PAST + 1);
}

/* What carries txn 0x55 is lost on its way out. */
static void lose_txn_55(struct mem_saboteur *x) {
    struct flit f;
    if (x->out.offer != 0 && mem_offers_flit(x, x->out.offer, &f) && f.txn == 0x55) {
        *x->pins.out.valid = 0;
    }
}

static void plain_word_lets_a_run_past(struct sim *s) {
    struct mem_port_bench *b = live_spoilt(s, lose_txn_55);
    ask_plain(b, 4, 0x55, 0x8000, 4);
    ask_run(b, 3, 0x80, 0x4000, 60, 4);
    mem_port_finish(b);
}

static void run_lets_later_runs_past(struct sim *s) {
    struct mem_port_bench *b = live_spoilt(s, lose_txn_55);
    ask_run(b, 4, 0x55, 0x8000, 1, 4);
    for (unsigned i = 0; i < 20; i++) {
        ask_run(b, 3, 0x80, 0x4000, 2, 4);
        sim_cycles(s, 40);
    }
    mem_port_finish(b);
}

static void lose_first_ar(struct mem_saboteur *x) {
    if (x->ar.offer == 1) {
        *x->pins.axi.ar.valid = 0;
    }
    *x->pins.rd_count = (uint16_t)(*x->pins.rd_count - (*x->pins.rd_count > 0));
}

static void read_lets_later_reads_past(struct sim *s) {
    struct mem_port_bench *b = live_spoilt(s, lose_first_ar);
    ask_plain(b, 4, 0x55, 0x8000, 4);
    for (unsigned i = 0; i < 20; i++) {
        ask_run(b, 3, 0x80, 0x4000 + 0x100 * i, 2, 4);
        sim_cycles(s, 40);
    }
    mem_port_finish(b);
}

/* The first write, of one beat, never reaches AXI; the port takes another's B for its own. */
static void lose_first_write(struct mem_saboteur *x) {
    if (x->aw.offer == 1) {
        *x->pins.axi.aw.valid = 0;
    }
    if (x->w.offer == 1) {
        *x->pins.axi.w.valid = 0;
    }
    *x->pins.wr_count = (uint16_t)(*x->pins.wr_count - (*x->pins.wr_count > 0));
    *x->pins.out.valid = 0; /* no ack is seen, nor missed so soon */
}

static void write_lets_later_writes_past(struct sim *s) {
    struct mem_port_bench *b = live_spoilt(s, lose_first_write);
    b->source.knobs.policy = LINK_DRAIN;
    for (unsigned i = 0; i < 30; i++) {
        mem_port_write(b, i, (uint8_t)i, 0x4000 + 0x100 * i, 1);
    }
    mem_port_finish(b);
}

/* At full rate: everything that is not a streaming word leaves between entries only. */
static void every_kind_waits_its_turn(struct sim *s) {
    struct mem_port_bench *b = live_port(s);
    for (unsigned i = 0; i < 20; i++) {
        ask_multicast(b, i, 0x80, 0x4000, 20, 4, i % 4);
        ask_plain(b, i, 0x10, 0x80000 + 0x1000 * i, 20);
        mem_port_write(b, i % 8, (uint8_t)i, 0x100000 + 0x1000 * i, 8);
    }
    mem_port_finish(b);
}

/* ---- MEM-INDEP --------------------------------------------------------------------------------- */

static void ask_more(struct mem_port_bench *b, bool reads, bool writes, unsigned round) {
    if (reads) {
        ask_plain(b, round % 4, (uint8_t)round, 0x100000 + round * 0x1000, 8);
        ask_run(b, round % 4, (uint8_t)round, 0x200000 + round * 0x1000, 4, 4);
    }
    if (writes) {
        mem_port_write(b, 4 + round % 4, (uint8_t)round, 0x300000 + round * 0x1000, 8);
    }
}

static void while_withheld(struct mem_port_bench *b, uint8_t outside, bool reads, bool writes) {
    mem_port_withhold(b, outside);
    for (unsigned round = 0; round < 40; round++) {
        ask_more(b, reads || round < 2, writes || round < 2, round);
        sim_cycles(b->sim, 100);
    }
    mem_port_withhold(b, 0);
    mem_port_settle(b);
}

static void reads_stop_while_aw_is_withheld(struct sim *s) {
    while_withheld(live_mutant(s, MUT_AR_STOPS_WITH_AW), OUTSIDE_AW, true, false);
}

/* What goes on is slow, so that there is always something waiting. */
static void everything_else_goes_on_with_each_withheld(struct sim *s) {
    struct mem_port_bench *b = live_port(s);
    b->sink.knobs.busy = stall_random(600);
    b->memory.knobs.w = b->memory.knobs.aw = stall_random(600);
    mem_port_knobs_changed(b);
    static const uint8_t writing[] = {OUTSIDE_AW, OUTSIDE_W, OUTSIDE_B};
    static const uint8_t reading[] = {OUTSIDE_AR, OUTSIDE_R};
    for (unsigned i = 0; i < 3; i++) {
        while_withheld(b, writing[i], true, false);
    }
    for (unsigned i = 0; i < 2; i++) {
        while_withheld(b, reading[i], false, true);
    }
    mem_port_finish(b);
}

/* ---- MEM-DROP ---------------------------------------------------------------------------------- */

static uint64_t refused(void) {
    return STAGED((dut_mem_port_ap.mem_port.mesh_id + 1) % 4, 0x100);
}

static void serve_refused_read(struct mem_saboteur *x) {
    if (x->sim->cycle > 60 && !x->done) {
        x->done = mem_show_read(x, refused());
    }
}

static void refused_read_reaches_memory(struct sim *s) {
    mem_sabotage(s, serve_refused_read);
    struct mem_port_bench *b = mem_port_bench_new(s, &dut_mem_port_ap);
    ask_plain(b, 0, 1, refused(), 1);
    mem_port_settle(b);
    sim_cycles(s, 100);
}

static void answer_refused_read(struct mem_saboteur *x) {
    const struct mem_port_params *p = &dut_mem_port_ap.mem_port;
    if (x->sim->cycle > 60 && !x->done) {
        const struct position to = x->bench->endpoint[2];
        const struct flit f = {.dst_x = to.x,
                               .dst_y = to.y,
                               .src_x = (uint8_t)p->mem_x,
                               .src_y = (uint8_t)p->mem_y,
                               .type = FLIT_MEM_RD_RESP,
                               .txn = 0x33,
                               .last = 1};
        x->done = mem_show(x, &f);
    }
}

static void refused_read_is_answered(struct sim *s) {
    mem_sabotage(s, answer_refused_read);
    struct mem_port_bench *b = mem_port_bench_new(s, &dut_mem_port_ap);
    ask_plain(b, 2, 0x33, refused(), 1);
    mem_port_settle(b);
    sim_cycles(s, 100);
}

/* Refused ones on both sides of every condition, served ones next to them. */
static void requests_just_inside_what_is_served(struct sim *s) {
    struct mem_port_bench *b = mem_port_bench_new(s, &dut_mem_port_ap);
    const unsigned mesh = dut_mem_port_ap.mem_port.mesh_id;
    const uint64_t served[] = {STAGED(mesh, 0), STAGED(mesh, 0xfffffe00), 0xf00000000,
                               UINT64_C(0x7000000000)};
    for (unsigned i = 0; i < 4; i++) {
        ask_plain(b, i, 1, served[i], 8);
        ask_run(b, i, 2, served[i], 4, 2);
        mem_port_write(b, i, 3, served[i], 8);
        ask_plain(b, i, 4, STAGED((mesh + i % 3 + 1) % 4, 0x100), 8);
        ask_run(b, i, 5, STAGED(mesh, UINT64_C(0x100000000) << i), 4, 2);
        mem_port_write(b, i, 6, STAGED((mesh + 1) % 4, 0x100), 8);
        mem_port_write(b, i, 7, 0x5000, 9); /* one beat too long */
        mem_port_settle(b);
    }
    mem_port_finish(b);
    sim_expect_seen(s, "acks", mem_port_model_stats(b->model)->acks, 4);
    sim_expect_seen(s, "dropped requests", mem_port_model_stats(b->model)->dropped, 16);
}

/* ---- MEM-RATE ---------------------------------------------------------------------------------- */

static void pause_once(struct mem_saboteur *x) {
    if (x->out.offer == 2000 && x->out.age == 0) {
        spoilt_hold_off(&x->out);
    }
}

static void one_idle_cycle_in_4080(struct sim *s) {
    mem_sabotage(s, pause_once);
    mem_port_rate_scenarios[0].run(s);
}

static void target_rate_exactly(struct sim *s) {
    mem_port_rate_scenarios[0].run(s);
}

/* ---- MEM-COUNT --------------------------------------------------------------------------------- */

/* Our counters are one cycle late: they are shown as they were `limit` cycles ago. */
static void counters_late(struct mem_saboteur *x) {
    for (unsigned i = 7; i > 0; i--) {
        x->past[i] = x->past[i - 1];
    }
    x->past[0] = *x->pins.rd_count;
    if (x->count++ > 8) { /* what the counters hold before the first reset counts for nothing */
        *x->pins.rd_count = x->past[x->limit];
    }
}

static void count_one_word_reads(struct sim *s, unsigned late, unsigned reads) {
    mem_sabotage(s, counters_late)->limit = late;
    struct mem_port_bench *b = live_port(s);
    for (unsigned i = 0; i < reads; i++) {
        ask_plain(b, i % 64, (uint8_t)i, 32 * (i % 1024), 1);
        while (link_source_space(&b->source, (i + 1) % 64) == 0) {
            sim_cycle(s);
        }
    }
    mem_port_finish(b);
}

static void counters_five_cycles_late(struct sim *s) {
    count_one_word_reads(s, 4, 20);
}

static void counters_four_cycles_late_over_a_wrap(struct sim *s) {
    count_one_word_reads(s, 3, 66000);
}

/* ---- the table --------------------------------------------------------------------------------- */

LIVE_MEM(LIVE_FUNCTION)

/* Further designs that break a rule in another way. */
#define ALSO(X)                                                                                    \
    X(MEM_EXTRA, one_type_is_wrong, like_requests_get_the_same_flits)                              \
    X(MEM_ACK, ack_with_a_payload, ack_waits_for_2000_cycles)                                      \
    X(MEM_ACK, ack_leaves_twice, ack_waits_for_2000_cycles)                                        \
    X(MEM_STARVE, plain_word_lets_a_run_past, every_kind_waits_its_turn)                           \
    X(MEM_STARVE, run_lets_later_runs_past, every_kind_waits_its_turn)                             \
    X(MEM_STARVE, read_lets_later_reads_past, every_kind_waits_its_turn)                           \
    X(MEM_STARVE, write_lets_later_writes_past, every_kind_waits_its_turn)                         \
    X(MEM_DROP, refused_read_is_answered, requests_just_inside_what_is_served)

ALSO(LIVE_ALSO)

const struct scenario live_mem_scenarios[] = {
    LIVE_MEM(LIVE_ROW) ALSO(LIVE_ALSO_ROW) /* */
    {"everything_else_goes_on_with_each_withheld", everything_else_goes_on_with_each_withheld},
};
const size_t live_mem_scenario_count = sizeof live_mem_scenarios / sizeof *live_mem_scenarios;
