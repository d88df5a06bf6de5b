/* Proof that the checks of the mover are live (live.h). The mover itself is ours and right; what it
 * shows is spoilt (mover_saboteur.h). */
#include "live_mv.h"

#include "live.h"
#include "mover_rates.h"
#include "mover_saboteur.h"
#include "mover_scenarios.h"

#define FROM UINT64_C(0x1000)
#define TO UINT64_C(0x9000)

static struct mover_bench *mover(struct sim *s) {
    return mover_bench_new(s, &dut_mover, &mover_bank_many);
}

static void in_situation(struct sim *s, mover_situation *situation) {
    struct mover_bench *b = mover(s);
    situation(b);
    mover_finish(b);
}

static void run(struct mover_bench *b, struct mover_regs move) {
    mover_run(b, &move);
}

/* A copy under a deed. */
static void spoilt_copy(struct sim *s, void (*deed)(struct mover_saboteur *x), unsigned limit) {
    mover_sabotage(s, deed, limit);
    struct mover_bench *b = mover(s);
    run(b, copy_of(words_of(FROM, 20), words_of(TO, 20)));
    mover_finish(b);
}

/* ---- MV-DATA -------------------------------------------------------------------------------- */

static void flip_bit_of_a_word(struct mover_saboteur *x) {
    if (x->w.offer == x->limit) {
        x->pins.axi.w.data[3] ^= 0x100;
    }
}

static void one_moved_bit_is_wrong(struct sim *s) {
    spoilt_copy(s, flip_bit_of_a_word, 20);
}

static void source_changes_under_the_move(struct sim *s) {
    in_situation(s, somebody_else_writes_the_source);
}

/* The last burst and its data are never shown; nobody misses its B but the move. */
static void leave_out_the_last_burst(struct mover_saboteur *x) {
    if (x->aw.offer == 2) {
        *x->pins.axi.aw.valid = 0;
        x->since = x->sim->cycle;
    }
    if (x->w.offer > 8) {
        *x->pins.axi.w.valid = 0;
    }
}

/* mv_busy is shown to fall once the 8 words of the first burst are written. */
static void end_without_the_last_burst(struct mover_saboteur *x) {
    leave_out_the_last_burst(x);
    x->done |= x->since != 0 && x->sim->cycle > x->since + 100;
    if (x->done && *x->pins.busy) {
        *x->pins.busy = 0;
        (*x->pins.done)++;
    }
}

static void words_are_missing_at_the_end(struct sim *s) {
    mover_sabotage(s, end_without_the_last_burst, 0);
    struct mover_bench *b = mover(s);
    run(b, copy_of(words_of(FROM, 20), words_of(TO + 0xf00, 20)));
    mover_finish(b);
}

/* The second word goes where the third belongs and the reverse. */
static void swap_two_bursts(struct mover_saboteur *x) {
    if (x->aw.offer == 2 || x->aw.offer == 3) {
        *x->pins.axi.aw.addr ^= 0x400 ^ 0x800;
    }
}

static void two_words_change_places(struct sim *s) {
    mover_sabotage(s, swap_two_bursts, 0);
    struct mover_bench *b = mover(s);
    run(b, copy_of(words_of(FROM, 6), line_of(TO, 6, 0x400)));
    mover_finish(b);
}

static void words_reach_a_slow_memory(struct sim *s) {
    in_situation(s, every_memory_habit);
}

/* ---- MV-SRC, MV-TOUCH ----------------------------------------------------------------------- */

static void write_the_source(struct mover_saboteur *x) {
    if (x->aw.offer == 1) {
        *x->pins.axi.aw.addr = FROM;
    }
}

static void a_source_word_is_written(struct sim *s) {
    spoilt_copy(s, write_the_source, 0);
}

static void destination_is_the_source(struct sim *s) {
    in_situation(s, overlaps_by_every_distance);
}

static void write_a_page_further(struct mover_saboteur *x) {
    if (x->aw.offer == 1) {
        *x->pins.axi.aw.addr += 0x1000;
    }
}

static void a_burst_goes_a_page_too_far(struct sim *s) {
    spoilt_copy(s, write_a_page_further, 0);
}

static void destination_comes_in_scattered_pieces(struct sim *s) {
    in_situation(s, strides_of_every_kind);
}

/* ---- MV-ORDER ------------------------------------------------------------------------------- */

static void read_before_the_grant(struct mover_saboteur *x) {
    if (*x->pins.req && !*x->pins.gnt && !x->done) {
        x->done = mv_show_read(x, FROM);
    }
}

static void a_word_is_read_before_the_grant(struct sim *s) {
    mover_sabotage(s, read_before_the_grant, 0);
    struct mover_bench *b = mover(s);
    b->slot.knobs.grant_min = b->slot.knobs.grant_max = 50;
    run(b, transform_of(b, 1, FROM, TO, 3));
    mover_finish(b);
}

/* Before the depth has been read, too: the slot grants at once. */
static void read_as_soon_as_busy(struct mover_saboteur *x) {
    if (*x->pins.busy && !x->done) {
        x->done = mv_show_read(x, FROM);
    }
}

static void a_word_is_read_before_the_geometry(struct sim *s) {
    mover_sabotage(s, read_as_soon_as_busy, 0);
    struct mover_bench *b = mover(s);
    run(b, transform_of(b, 1, FROM, TO, 3));
    mover_finish(b);
}

static void grant_comes_with_req_and_after_300_cycles(struct sim *s) {
    struct mover_bench *b = mover(s);
    for (unsigned latency = 0; latency <= 300; latency += 300) {
        b->slot.knobs.grant_min = b->slot.knobs.grant_max = latency;
        run(b, transform_of(b, 1, FROM, TO, 3));
    }
    mover_finish(b);
}

/* ---- MV-FAULT ------------------------------------------------------------------------------- */

/* Reads a word of the walk `limit` cycles after the error response; the mover, waiting for a late B,
 * is still busy. */
static void read_after_an_error(struct mover_saboteur *x) {
    const struct axi_pins *a = &x->pins.axi;
    if (*a->r.valid && *a->r.ready && *a->r.resp >= 2 && x->since == 0) {
        x->since = x->sim->cycle;
    }
    if (x->since != 0 && x->sim->cycle >= x->since + x->limit && !x->done) {
        x->done = mv_show_read(x, FROM + 599 * WORD_BYTES);
    }
}

/* The error comes with the first words that are read while writes are under way. */
static void read_so_long_after_an_error(struct sim *s, unsigned cycles) {
    mover_sabotage(s, read_after_an_error, cycles);
    struct mover_bench *b = mover(s);
    b->memory.knobs.write_latency_min = b->memory.knobs.write_latency_max = 400;
    const struct mover_regs move = copy_of(words_of(FROM, 600), words_of(TO, 600));
    mover_set(b, &move);
    mover_go(b, &move);
    while (b->writes.words == 0) {
        sim_cycle(s);
    }
    b->memory.knobs.read_error_permille = 1000;
    mover_settle(b);
    b->memory.knobs.read_error_permille = 0;
    mover_finish(b);
    sim_expect_seen(s, "moves with error responses", b->faults[MOVER_CODE_RESPONSE], 1);
}

static void read_offered_9_cycles_after_an_error(struct sim *s) {
    read_so_long_after_an_error(s, 9);
}
static void read_offered_8_cycles_after_an_error(struct sim *s) {
    read_so_long_after_an_error(s, 8);
}

static void show_no_fault(struct mover_saboteur *x) {
    *x->pins.fault = 0;
}

static void an_error_is_not_reported(struct sim *s) {
    mover_sabotage(s, show_no_fault, 0);
    struct mover_bench *b = mover(s);
    b->memory.knobs.write_error_permille = 1000;
    run(b, copy_of(words_of(FROM, 20), words_of(TO, 20)));
    mover_finish(b);
}

static void show_another_fault(struct mover_saboteur *x) {
    *x->pins.fault += *x->pins.fault == MOVER_CODE_ALIGN;
}

static void a_refusal_has_the_wrong_code(struct sim *s) {
    mover_sabotage(s, show_another_fault, 0);
    struct mover_bench *b = mover(s);
    run(b, copy_of(words_of(FROM | 4, 20), words_of(TO, 20)));
    mover_finish(b);
}

static void every_error_is_reported(struct sim *s) {
    in_situation(s, errors_on_b);
}
static void every_refusal_has_its_code(struct sim *s) {
    in_situation(s, first_fault_that_applies);
}

/* ---- MV-PAD --------------------------------------------------------------------------------- */

static void one_padded_bit_is_wrong(struct sim *s) {
    mover_sabotage(s, flip_bit_of_a_word, 3);
    struct mover_bench *b = mover(s);
    struct mover_regs move = copy_of(words_of(FROM, 9), words_of(TO, 9));
    move.walker[0].dim[0].axis = move.walker[0].dim[0].step = 1;
    move.walker[0].axis[0] = (struct walker_axis){-3, 4};
    run(b, move);
    mover_finish(b);
}

/* The word an invalid source element stands at is read all the same. */
static void read_a_padded_element(struct mover_saboteur *x) {
    if (x->ar.offer == 1 && !x->done) {
        x->done = mv_show_read(x, FROM);
    }
}

static void padding_is_read(struct sim *s) {
    mover_sabotage(s, read_a_padded_element, 0);
    struct mover_bench *b = mover(s);
    struct mover_regs move = copy_of(words_of(FROM, 9), words_of(TO, 9));
    move.walker[0].dim[0].axis = move.walker[0].dim[0].step = 1;
    move.walker[0].axis[0] = (struct walker_axis){-3, 4};
    run(b, move);
    mover_finish(b);
}

static void frames_of_padding_at_every_width(struct sim *s) {
    struct mover_bench *b = mover(s);
    halo_is_padded_on_all_sides(b);
    padding_at_three_widths(b);
    mover_finish(b);
}

/* ---- MV-BUSY -------------------------------------------------------------------------------- */

/* Shows the end `limit` cycles after the cycle of the last B, until the mover itself comes to it. */
static void end_early(struct mover_saboteur *x) {
    const bool busy = *x->pins.busy;
    const struct axi_pins *a = &x->pins.axi;
    const struct mover_owed owed = mover_judge_owed(x->bench->judge);
    if (owed.moving && owed.writes_left == 0 && owed.responses == 1 && *a->b.valid) {
        x->since = x->sim->cycle;
        x->done = true;
    }
    if (x->done && busy && x->sim->cycle >= x->since + x->limit) {
        *x->pins.busy = 0;
        (*x->pins.done)++;
    }
    x->done &= busy;
}

static void busy_falls_with_the_last_b(struct sim *s) {
    spoilt_copy(s, end_early, 0);
}
static void busy_falls_a_cycle_after_the_last_b(struct sim *s) {
    spoilt_copy(s, end_early, 1);
}

static void rise_late(struct mover_saboteur *x) {
    *x->pins.busy &= x->sim->cycle != x->bench->went + 1;
}
static void busy_rises_two_cycles_after_go(struct sim *s) {
    spoilt_copy(s, rise_late, 0);
}

static void count_late(struct mover_saboteur *x) {
    *x->pins.done -= x->bench->moves == 0 && !*x->pins.busy && *x->pins.done == 1;
}
static void done_advances_after_busy_fell(struct sim *s) {
    spoilt_copy(s, count_late, 0);
}

static void show_the_fault_early(struct mover_saboteur *x) {
    if (mover_judge_owed(x->bench->judge).faulted && *x->pins.busy) {
        *x->pins.fault = MOVER_CODE_RESPONSE;
    }
}
static void fault_shows_while_busy(struct sim *s) {
    mover_sabotage(s, show_the_fault_early, 0);
    struct mover_bench *b = mover(s);
    b->memory.knobs.write_error_permille = 1000;
    run(b, copy_of(words_of(FROM, 20), words_of(TO, 20)));
    mover_finish(b);
}

static void moves_follow_each_other_at_once(struct sim *s) {
    in_situation(s, moves_start_in_the_first_idle_cycle);
}

/* ---- MV-RATE -------------------------------------------------------------------------------- */

/* W pauses for a cycle before every 40th word, `limit` times. */
static void pause_writes(struct mover_saboteur *x) {
    if (x->w.offer % 40 == 39 && x->w.offer != x->kept && x->count < x->limit) {
        spoilt_hold_off(&x->w);
        x->kept = x->w.offer;
        x->count++;
    }
}

static void copy_pauses(struct sim *s, unsigned cycles) {
    mover_sabotage(s, pause_writes, cycles);
    rate_of_a_copy(s);
}
static void copy_pauses_for_84_cycles_in_4096(struct sim *s) {
    copy_pauses(s, 84);
}
static void copy_pauses_for_83_cycles_in_4096(struct sim *s) {
    copy_pauses(s, 83);
}

/* ---- other checks over a mover -------------------------------------------------------------- */

static void read_further_up(struct mover_saboteur *x) {
    if (x->ar.offer == 1) {
        *x->pins.axi.ar.addr += 0x20000;
    }
}
static void a_word_nobody_wants_is_read(struct sim *s) {
    spoilt_copy(s, read_further_up, 0);
}

static void read_again(struct mover_saboteur *x) {
    if (x->ar.offer == 1) {
        x->kept = *x->pins.axi.ar.addr;
    } else if (x->ar.offer == 2) {
        *x->pins.axi.ar.addr = x->kept;
    }
}
static void a_word_is_read_twice(struct sim *s) {
    mover_sabotage(s, read_again, 0);
    struct mover_bench *b = mover(s);
    run(b, copy_of(line_of(FROM, 6, 0x400), words_of(TO, 6)));
    mover_finish(b);
}

static void words_are_wanted_again_and_again(struct sim *s) {
    in_situation(s, strides_of_every_kind);
}

static void let_go_of_the_grant(struct mover_saboteur *x) {
    if (x->bench->slot.stats.starts == 2 && !slot_stub_idle(&x->bench->slot)) {
        *x->pins.req = 0;
    }
}
static void req_falls_before_the_last_done(struct sim *s) {
    mover_sabotage(s, let_go_of_the_grant, 0);
    struct mover_bench *b = mover(s);
    run(b, transform_of(b, 1, FROM, TO, 3));
    mover_finish(b);
}

static void present_a_beat_more(struct mover_saboteur *x) {
    if (x->bench->slot.stats.beats == 8 && !*x->pins.start) {
        *x->pins.beat_valid = 1;
    }
}
static void an_entry_gets_a_beat_too_many(struct sim *s) {
    mover_sabotage(s, present_a_beat_more, 0);
    struct mover_bench *b = mover(s);
    run(b, transform_of(b, 1, FROM, TO, 1));
    mover_finish(b);
}

static void occupants_take_every_latency(struct sim *s) {
    in_situation(s, occupants_of_every_latency);
}

static void lose_a_response(struct mover_saboteur *x) {
    const struct axi_pins *a = &x->pins.axi;
    x->loses_b = *a->b.valid && *a->b.ready && x->count++ == 0;
}
static void a_response_is_lost(struct sim *s) {
    spoilt_copy(s, lose_a_response, 0);
}
static void responses_are_withheld_for_2600_cycles(struct sim *s) {
    in_situation(s, b_is_withheld);
}

LIVE_MV(LIVE_FUNCTION)

#define LIVE_MV_ALSO(X)                                                                            \
    X(MV_DATA, words_are_missing_at_the_end, words_reach_a_slow_memory)                            \
    X(MV_DATA, two_words_change_places, words_reach_a_slow_memory)                                 \
    X(MV_ORDER, a_word_is_read_before_the_geometry, grant_comes_with_req_and_after_300_cycles)     \
    X(MV_FAULT, an_error_is_not_reported, every_error_is_reported)                                 \
    X(MV_FAULT, a_refusal_has_the_wrong_code, every_refusal_has_its_code)                          \
    X(MV_PAD, padding_is_read, frames_of_padding_at_every_width)                                   \
    X(MV_BUSY, busy_rises_two_cycles_after_go, moves_follow_each_other_at_once)                    \
    X(MV_BUSY, done_advances_after_busy_fell, moves_follow_each_other_at_once)                     \
    X(MV_BUSY, fault_shows_while_busy, moves_follow_each_other_at_once)                            \
    X(AXI_RANGE, a_word_nobody_wants_is_read, words_are_wanted_again_and_again)                    \
    X(AXI_DUP, a_word_is_read_twice, words_are_wanted_again_and_again)                             \
    X(XF_DRIVE, req_falls_before_the_last_done, occupants_take_every_latency)                      \
    X(XF_DRIVE, an_entry_gets_a_beat_too_many, occupants_take_every_latency)                       \
    X(SIM_STALL, a_response_is_lost, responses_are_withheld_for_2600_cycles)

LIVE_MV_ALSO(LIVE_ALSO)

const struct scenario live_mv_scenarios[] = {LIVE_MV(LIVE_ROW) LIVE_MV_ALSO(LIVE_ALSO_ROW)};
const size_t live_mv_scenario_count = sizeof live_mv_scenarios / sizeof *live_mv_scenarios;
