/* Proof that the checks of the agent's memory side are live (live.h). The agent itself is ours and
 * right; what it shows is spoilt (mag_saboteur.h). */
#include "live_mag_mem.h"

#include "live.h"
#include "mag_asks.h"
#include "mag_memory_scenarios.h"
#include "mag_saboteur.h"

static struct mag_bench *agent(struct sim *s) {
    return mag_bench_new(s, &dut_mag);
}

static struct mag_bench *spoilt(struct sim *s, void (*deed)(struct mag_saboteur *x)) {
    mag_sabotage(s, deed, 0);
    return agent(s);
}

/* ---- MAG-HOST -------------------------------------------------------------------------------- */

static void host_writes_and_reads(struct mag_bench *b) {
    ask_host_write(b, 1, region(0), 8, NULL);
    mag_settle(b);
    ask_host_read(b, 2, region(0), 8);
    mag_finish(b);
}

static void flip_bit_of_r(struct mag_saboteur *x) {
    if (x->out[MAG_OUT_SM_R].offer == 5) {
        x->pins.sm.r.data[6] ^= 0x20;
    }
}
static void one_bit_of_a_host_word_is_wrong(struct sim *s) {
    host_writes_and_reads(spoilt(s, flip_bit_of_r));
}

static void lose_a_strobe(struct mag_saboteur *x) {
    if (x->out[MAG_OUT_DRAM_W].offer == 4) {
        *x->pins.dram.w.strb &= ~UINT32_C(0x100);
    }
}
static void a_strobe_of_the_host_is_lost(struct sim *s) {
    host_writes_and_reads(spoilt(s, lose_a_strobe));
}

static void turn_a_word_away(struct mag_saboteur *x) {
    if (x->out[MAG_OUT_DRAM_AW].offer == 1) {
        *x->pins.dram.aw.addr += 0x100;
    }
}
static void a_host_burst_is_written_elsewhere(struct sim *s) {
    host_writes_and_reads(spoilt(s, turn_a_word_away));
}

static void answer_okay(struct mag_saboteur *x) {
    *x->pins.sm.r.resp = *x->pins.sm.b.resp = *x->pins.ri.b.resp = 0;
}
static void an_error_is_kept_from_the_host(struct sim *s) {
    struct mag_bench *b = spoilt(s, answer_okay);
    b->dram.knobs.read_error_permille = 1000;
    b->dram.knobs.read_error_at = AXI_ERROR_LAST;
    host_writes_and_reads(b);
}
static void a_failed_host_write_is_answered_okay(struct sim *s) {
    struct mag_bench *b = spoilt(s, answer_okay);
    b->dram.knobs.write_error_permille = 1000;
    host_writes_and_reads(b);
}
static void a_refused_burst_is_answered_okay(struct sim *s) {
    struct mag_bench *b = spoilt(s, answer_okay);
    struct axi_host_request narrow = axi_host_incr(1, region(0), 2);
    narrow.size = 4;
    axi_host_read(&b->host, &narrow);
    mag_finish(b);
}

static void memory_fails_on_every_beat(struct sim *s) {
    memory_errors_reach_the_host_on_their_beat(s, &dut_mag);
}
static void bursts_have_every_strobe_and_id(struct sim *s) {
    host_strobes_and_ids_are_kept(s, &dut_mag);
}
static void refused_bursts_come_between_served_ones(struct sim *s) {
    refused_host_bursts_keep_their_place_among_served_ones(s, &dut_mag);
}

/* The host's address without its top bits: what ports may do, the window may not. */
static void cut_host_address(struct mag_saboteur *x) {
    if (*x->pins.dram.ar.id == MAG_HOST) {
        *x->pins.dram.ar.addr &= (UINT64_C(1) << 36) - 1;
    }
}
static void a_host_address_of_another_mesh_aliases(struct sim *s) {
    struct mag_bench *b = spoilt(s, cut_host_address);
    ask_host_read(b, 1, mag_dram_addr(2, region(0)), 3);
    mag_finish(b);
}
static void host_addresses_name_every_mesh_and_aperture(struct sim *s) {
    host_addresses_of_other_meshes_and_apertures_go_out_unchanged(s, &dut_mag);
}

/* ---- MAG-STAGE ------------------------------------------------------------------------------- */

static bool offered_word(const struct mag_saboteur *x, struct flit *f) {
    return mag_offers(x, MAG_OUT0, f) && f->type == FLIT_MEM_RD_RESP;
}

static void flip_bit_of_a_response(struct mag_saboteur *x) {
    struct flit f;
    if (offered_word(x, &f)) {
        f.payload.w[7] ^= 0x80000000;
        mag_change(x, MAG_OUT0, &f);
    }
}
static void one_bit_of_a_staged_word_is_wrong(struct sim *s) {
    struct mag_bench *b = spoilt(s, flip_bit_of_a_response);
    ask_ri_write(b, 1, store_word(b, 7), 3, NULL);
    mag_settle(b);
    ask_read(b, 0, store_word(b, 7), 3);
    mag_finish(b);
}

static void show_zero_later(struct mag_saboteur *x) {
    struct flit f;
    if (x->done && offered_word(x, &f)) {
        f.payload = (struct word){{0}};
        mag_change(x, MAG_OUT0, &f);
    }
}
static void a_reset_clears_the_store(struct sim *s) {
    struct mag_saboteur *x = mag_sabotage(s, show_zero_later, 0);
    struct mag_bench *b = agent(s);
    ask_ri_write(b, 1, store_word(b, 0), 3, NULL);
    mag_settle(b);
    sim_reset(s, 3);
    x->done = true;
    ask_read(b, 0, store_word(b, 0), 3);
    mag_finish(b);
}

/* Every word read is the one that was read before it. */
static void show_the_word_before(struct mag_saboteur *x) {
    struct flit f;
    if (!offered_word(x, &f)) {
        return;
    }
    const struct flit before = x->kept;
    x->kept = f;
    if (x->count++ > 0) {
        f.payload = before.payload;
        mag_change(x, MAG_OUT0, &f);
    }
}
static void an_overwritten_word_is_read(struct sim *s) {
    struct mag_bench *b = spoilt(s, show_the_word_before);
    for (unsigned i = 0; i < 2; i++) {
        ask_write(b, 0, i, store_word(b, 9), 1);
        mag_settle(b);
        mag_read_plain(b, 0, 1, (uint8_t)i, store_word(b, 9), 1);
        mag_settle(b);
    }
    mag_finish(b);
}

static void a_write_past_the_store_is_answered_okay(struct sim *s) {
    struct mag_bench *b = spoilt(s, answer_okay);
    ask_ri_write(b, 1, store_word(b, b->type->mover.stage), 1, NULL);
    mag_finish(b);
}

static void staged_words_are_written_by_everybody(struct sim *s) {
    everybody_uses_the_same_few_words(s, &dut_mag);
}
static void resets_come_while_the_store_is_written(struct sim *s) {
    store_contents_survive_reset(s, &dut_mag);
}
static void writes_end_on_the_last_word_and_past_it(struct sim *s) {
    writes_of_other_meshes_past_the_store_answer_slverr(s, &dut_mag);
}

/* ---- MAG-INBOUND ----------------------------------------------------------------------------- */

static void one_write_of_another_mesh(struct mag_bench *b) {
    b->dram.knobs.write_latency_min = b->dram.knobs.write_latency_max = 60;
    mag_knobs_changed(b);
    ask_ri_write(b, 6, region(0), 4, NULL);
    mag_finish(b);
}

/* From the cycle after the last beat a B is shown. */
static void answer_early(struct mag_saboteur *x) {
    const struct axi_pins *ri = &x->pins.ri;
    if (x->done) {
        *ri->b.valid = 1;
        *ri->b.id = 6;
        *ri->b.resp = 0;
    }
    x->done |= *ri->w.valid && *ri->w.ready && *ri->w.last;
}
static void a_write_is_answered_before_memory_answers(struct sim *s) {
    one_write_of_another_mesh(spoilt(s, answer_early));
}

static void change_a_byte(struct mag_saboteur *x) {
    if (x->out[MAG_OUT_DRAM_W].offer == 3) {
        x->pins.dram.w.data[2] ^= 0xff00;
    }
}
static void a_byte_of_another_mesh_is_changed(struct sim *s) {
    one_write_of_another_mesh(spoilt(s, change_a_byte));
}

static void an_error_is_kept_from_the_other_mesh(struct sim *s) {
    struct mag_bench *b = spoilt(s, answer_okay);
    b->dram.knobs.write_error_permille = 1000;
    one_write_of_another_mesh(b);
}

static void writes_of_every_length_come_in(struct sim *s) {
    writes_of_other_meshes_of_every_length(s, &dut_mag);
}
static void errors_answer_writes_of_other_meshes(struct sim *s) {
    memory_errors_reach_the_mesh_that_wrote(s, &dut_mag);
}

/* ---- MAG-OUTWR ------------------------------------------------------------------------------- */

static void move_to_another_mesh(struct mag_bench *b) {
    must_move(b, mag_copy(region(0), mag_dram_addr(other_mesh(b, 0), region(1)), 20));
    mag_finish(b);
}

static void flip_bit_of_rm(struct mag_saboteur *x) {
    if (x->out[MAG_OUT_RM_W].offer == 12) {
        x->pins.rm.w.data[0] ^= 1;
    }
}
static void one_bit_of_a_word_to_another_mesh_is_wrong(struct sim *s) {
    move_to_another_mesh(spoilt(s, flip_bit_of_rm));
}

static void lose_a_strobe_of_rm(struct mag_saboteur *x) {
    if (x->out[MAG_OUT_RM_W].offer == 20) {
        *x->pins.rm.w.strb ^= UINT32_C(1) << 31;
    }
}
static void a_strobe_to_another_mesh_is_missing(struct sim *s) {
    move_to_another_mesh(spoilt(s, lose_a_strobe_of_rm));
}

static void cut_rm_address(struct mag_saboteur *x) {
    *x->pins.rm.aw.addr &= (UINT64_C(1) << 36) - 1;
}
static void an_address_to_another_mesh_loses_its_mesh(struct sim *s) {
    move_to_another_mesh(spoilt(s, cut_rm_address));
}

static void other_meshes_take_words_at_any_pace(struct sim *s) {
    moves_to_other_meshes_meet_every_pace(s, &dut_mag);
}

/* ---- MAG-FAIR -------------------------------------------------------------------------------- */

struct kept_read {
    uint64_t addr;
    uint8_t id, len;
};

/* Another arbiter behind the agent's: it takes every read at once and passes on the one with the
 * lowest id first. */
enum { KEPT_READS = 64 };
struct kept_reads {
    struct kept_read read[MAG_REQUESTERS][KEPT_READS], shown;
    unsigned first[MAG_REQUESTERS], used[MAG_REQUESTERS];
    bool showing;
};

static void keep_read(struct mag_saboteur *x, struct kept_reads *k) {
    const struct axi_address_pins *ar = &x->pins.dram.ar;
    const unsigned id = *ar->id % MAG_REQUESTERS;
    x->out[MAG_OUT_DRAM_AR].sees = SPOILT_REFUSED;
    if (*ar->valid && k->used[id] < KEPT_READS) {
        k->read[id][(k->first[id] + k->used[id]++) % KEPT_READS] =
            (struct kept_read){*ar->addr, *ar->id, *ar->len};
        x->out[MAG_OUT_DRAM_AR].sees = SPOILT_ACCEPTED;
    }
}

static void choose_read(struct kept_reads *k) {
    for (unsigned id = 0; id < MAG_REQUESTERS && !k->showing; id++) {
        if (k->used[id] > 0) {
            k->shown = k->read[id][k->first[id]];
            k->first[id] = (k->first[id] + 1) % KEPT_READS;
            k->used[id]--;
            k->showing = true;
        }
    }
}

static void lowest_id_first(struct mag_saboteur *x) {
    const struct axi_address_pins *ar = &x->pins.dram.ar;
    struct kept_reads *k = x->own;
    keep_read(x, k);
    choose_read(k);
    *ar->valid = k->showing;
    *ar->addr = k->shown.addr;
    *ar->id = k->shown.id;
    *ar->len = k->shown.len;
    *ar->size = AXI_SIZE_32;
    *ar->burst = AXI_INCR;
    k->showing = k->showing && !*ar->ready;
}

/* A burst every 30 cycles, and everybody always has one waiting. */
static void read_a_slow_memory(struct mag_bench *b) {
    b->dram.knobs.ar = stall_until_offer(30, 30);
    mag_knobs_changed(b);
    for (unsigned i = 0; i < 80; i++) {
        for (unsigned p = 0; p < b->ports; p++) {
            ask_read(b, p, region(p) + i * PAGE, 1);
        }
        ask_host_read(b, i, region(9) + i * PAGE, 1);
    }
    mag_finish(b);
}

static void the_lowest_id_always_goes_first(struct sim *s) {
    struct mag_saboteur *x = mag_sabotage(s, lowest_id_first, 0);
    x->own = sim_alloc(s, sizeof(struct kept_reads));
    read_a_slow_memory(agent(s));
}
static void everybody_reads_a_slow_memory(struct sim *s) {
    read_a_slow_memory(agent(s));
}

/* ---- MAG-INDEP ------------------------------------------------------------------------------- */

static void wait_for_bready(struct mag_saboteur *x) {
    if (*x->pins.sm.b.valid && !*x->pins.sm.b.ready) {
        spoilt_hold_off(&x->out[MAG_OUT_DRAM_AW]);
        spoilt_hold_off(&x->out[MAG_OUT_DRAM_W]);
    }
}
static void memory_writes_wait_for_the_host(struct sim *s) {
    struct mag_bench *b = spoilt(s, wait_for_bready);
    mag_withhold(b, MAG_HOST_B);
    ask_host_write(b, 1, region(0), 2, NULL);
    sim_cycles(s, 60);
    ask_write(b, 1, 1, region(1), 8);
    sim_cycles(s, 60);
    while (!mag_independent_quiet(b)) {
        sim_cycle(s);
    }
}

/* An AW as soon as the host's was taken; its data never comes. */
static void show_aw_at_once(struct mag_saboteur *x) {
    const struct axi_address_pins *from = &x->pins.sm.aw, *to = &x->pins.dram.aw;
    if (x->kept_addr != 0) {
        *to->valid = 1;
        *to->addr = x->kept_addr;
        *to->id = MAG_HOST;
        *to->len = 1;
        *to->size = AXI_SIZE_32;
        *to->burst = AXI_INCR;
        x->kept_addr = 0;
    } else if (*from->valid && *from->ready) {
        x->kept_addr = *from->addr;
    }
}
static void an_aw_goes_ahead_of_its_data(struct sim *s) {
    struct mag_bench *b = spoilt(s, show_aw_at_once);
    mag_withhold(b, MAG_HOST_W);
    ask_host_write(b, 1, region(0), 2, NULL);
    sim_cycles(s, 3000);
}

static void host_channels_are_withheld(struct sim *s) {
    a_withheld_host_channel_stops_the_host_only(s, &dut_mag);
}

/* ---- the tables ------------------------------------------------------------------------------ */

LIVE_MAG_MEM(LIVE_FUNCTION)

#define LIVE_MAG_MEM_ALSO(X)                                                                       \
    X(MAG_HOST, a_strobe_of_the_host_is_lost, bursts_have_every_strobe_and_id)                     \
    X(MAG_HOST, a_host_burst_is_written_elsewhere, bursts_have_every_strobe_and_id)                \
    X(MAG_HOST, an_error_is_kept_from_the_host, memory_fails_on_every_beat)                        \
    X(MAG_HOST, a_failed_host_write_is_answered_okay, memory_fails_on_every_beat)                  \
    X(MAG_HOST, a_refused_burst_is_answered_okay, refused_bursts_come_between_served_ones)         \
    X(MAG_ALIAS, a_host_address_of_another_mesh_aliases,                                           \
      host_addresses_name_every_mesh_and_aperture)                                                 \
    X(MAG_STAGE, a_reset_clears_the_store, resets_come_while_the_store_is_written)                 \
    X(MAG_STAGE, an_overwritten_word_is_read, staged_words_are_written_by_everybody)               \
    X(MAG_STAGE, a_write_past_the_store_is_answered_okay, writes_end_on_the_last_word_and_past_it) \
    X(MAG_INBOUND, a_byte_of_another_mesh_is_changed, writes_of_every_length_come_in)              \
    X(MAG_INBOUND, an_error_is_kept_from_the_other_mesh, errors_answer_writes_of_other_meshes)     \
    X(AXI_STRB, a_strobe_to_another_mesh_is_missing, other_meshes_take_words_at_any_pace)          \
    X(MAG_OUTWR, an_address_to_another_mesh_loses_its_mesh, other_meshes_take_words_at_any_pace)   \
    X(MAG_INDEP, an_aw_goes_ahead_of_its_data, host_channels_are_withheld)

LIVE_MAG_MEM_ALSO(LIVE_ALSO)

const struct scenario live_mag_mem_scenarios[] = {LIVE_MAG_MEM(LIVE_ROW)
                                                      LIVE_MAG_MEM_ALSO(LIVE_ALSO_ROW)};
const size_t live_mag_mem_scenario_count =
    sizeof live_mag_mem_scenarios / sizeof *live_mag_mem_scenarios;
