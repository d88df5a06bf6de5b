/* Why a move of the mover alone makes no progress: each root provoked, the report read (checks.md,
 * SIM-STALL). */
#include "expect_stall.h"
#include "mover_saboteur.h"
#include "mover_scenarios.h"
#include "test_stall_slot.h"

#define FROM UINT64_C(0x1000)
#define TO UINT64_C(0x9000)

static struct mover_bench *mover(struct sim *s) {
    return mover_bench_new(s, &dut_mover, &mover_bank_many);
}

static void copy(struct mover_bench *b) {
    const struct mover_regs move = copy_of(words_of(FROM, 20), words_of(TO, 20));
    mover_run(b, &move);
    mover_finish(b);
}

static void transform(struct mover_bench *b) {
    const struct mover_regs move = transform_of(b, 1, FROM, TO, 6);
    mover_run(b, &move);
    mover_finish(b);
}

/* ---- the slot ---------------------------------------------------------------------------------- */

static void no_done(struct sim *s) {
    struct mover_bench *b = mover(s);
    b->slot.knobs.done_withheld = true;
    transform(b);
}

void a_move_waits_for_an_occupant(struct sim *s) {
    static const struct expected_stall e = {
        "no_done",
        no_done,
        CHECK_SIM_STALL,
        "occupant 1 (mode 0x0) gives no done: its entry has all 8 beats since 115, and the mover "
        "waits for its words",
        {"mover       move 0 (transform, id 1 mode 0x0), GO at 34,",
         "bank        the oldest of 2 entries without done, id 1 mode"},
        0};
    expect_stall(s, &e);
}

static void no_grant(struct sim *s) {
    struct mover_bench *b = mover(s);
    b->slot.knobs.grant_withheld = true;
    transform(b);
}

void a_move_waits_for_the_grant(struct sim *s) {
    static const struct expected_stall e = {
        "no_grant",
        no_grant,
        CHECK_SIM_STALL,
        "outside: the slot does not grant the mover, which asks since 52",
        {"mover       move 0 (transform, id 1 mode 0x0), GO at 34,"},
        0};
    expect_stall(s, &e);
}

/* ---- the memory -------------------------------------------------------------------------------- */

static void no_ar(struct sim *s) {
    struct mover_bench *b = mover(s);
    b->memory.knobs.ar.withheld = true;
    copy(b);
}
static void no_r(struct sim *s) {
    struct mover_bench *b = mover(s);
    b->memory.knobs.r.withheld = true;
    copy(b);
}
static void no_aw(struct sim *s) {
    struct mover_bench *b = mover(s);
    b->memory.knobs.aw.withheld = true;
    copy(b);
}
static void no_w(struct sim *s) {
    struct mover_bench *b = mover(s);
    b->memory.knobs.w.withheld = true;
    copy(b);
}
static void no_b(struct sim *s) {
    struct mover_bench *b = mover(s);
    b->memory.knobs.b.withheld = true;
    copy(b);
}

void a_move_waits_for_memory(struct sim *s) {
    static const struct expected_stall e[] = {
        {"no_ar",
         no_ar,
         CHECK_SIM_STALL,
         "outside: the memory takes no AR (m_arready is low) since 73",
         {"mover       move 0 (copy), GO at 34, moved nothing since"},
         0},
        {"no_r",
         no_r,
         CHECK_SIM_STALL,
         "outside: the memory owes read data since 73 (20 R beats)",
         {"mover       move 0 (copy), GO at 34, moved nothing since"},
         0},
        {"no_aw",
         no_aw,
         CHECK_SIM_STALL,
         "outside: the memory takes no AW (m_awready is low) since 96",
         {"mover       move 0 (copy), GO at 34, moved nothing since"},
         0},
        {"no_w",
         no_w,
         CHECK_SIM_STALL,
         "outside: the memory takes no W beat (m_wready is low) since 96",
         {"mover       move 0 (copy), GO at 34, moved nothing since"},
         0},
        {"no_b",
         no_b,
         CHECK_SIM_STALL,
         "outside: the memory owes write responses since 115 (1 of them)",
         {"mover       move 0 (copy), GO at 34, moved nothing since"},
         0},
    };
    for (unsigned i = 0; i < sizeof e / sizeof *e; i++) {
        expect_stall(s, &e[i]);
    }
}

/* ---- the mover itself --------------------------------------------------------------------------- */

static void lose_a_response(struct mover_saboteur *x) {
    const struct axi_pins *a = &x->pins.axi;
    x->loses_b = *a->b.valid && *a->b.ready && x->count++ == 0;
}

static void lost_response(struct sim *s) {
    mover_sabotage(s, lose_a_response, 0);
    copy(mover(s));
}

void a_move_that_lost_a_response_stalls_by_itself(struct sim *s) {
    static const struct expected_stall e = {
        "lost_response",
        lost_response,
        CHECK_SIM_STALL,
        "inside the mover: it does nothing since 116, and nothing outside holds it",
        {"mover       move 0 (copy), GO at 34, moved nothing since"},
        0};
    expect_stall(s, &e);
}

/* ---- two at once -------------------------------------------------------------------------------- */

/* The responses to words of entries before are missing, too; the next word waits for the done. */
static void no_done_and_no_b(struct sim *s) {
    struct mover_bench *b = mover(s);
    b->memory.knobs.b.withheld = true;
    const struct mover_regs move = transform_of(b, 1, FROM, TO, 60);
    mover_set(b, &move);
    mover_go(b, &move);
    while (b->writes.words < 3) {
        sim_cycle(s);
    }
    b->slot.knobs.done_withheld = true;
    mover_settle(b);
}

/* Words that were read cannot leave; then no more can be read. */
static void no_aw_and_no_r(struct sim *s) {
    struct mover_bench *b = mover(s);
    b->memory.knobs.aw.withheld = true;
    const struct mover_regs move = copy_of(words_of(FROM, 600), words_of(TO, 600));
    mover_set(b, &move);
    mover_go(b, &move);
    while (!*b->pins.axi.aw.valid) {
        sim_cycle(s);
    }
    b->memory.knobs.r.withheld = true;
    mover_settle(b);
}

/* No word was ever read: that nothing would be taken does not matter yet. */
static void no_r_and_no_aw(struct sim *s) {
    struct mover_bench *b = mover(s);
    b->memory.knobs.r.withheld = b->memory.knobs.aw.withheld = b->memory.knobs.w.withheld = true;
    copy(b);
}

void of_two_roots_the_one_the_oldest_word_waits_for(struct sim *s) {
    static const struct expected_stall e[] = {
        {"no_done_and_no_b",
         no_done_and_no_b,
         CHECK_SIM_STALL,
         "occupant 1 (mode 0x0) gives no done: its entry has all 8 beats since 501, and the mover "
         "waits for its words",
         {"mover       move 0 (transform, id 1 mode 0x0), GO at 34,",
          "bank        the oldest of 2 entries without done, id 1 mode"},
         0},
        {"no_aw_and_no_r",
         no_aw_and_no_r,
         CHECK_SIM_STALL,
         "outside: the memory takes no AW (m_awready is low) since 340",
         {"mover       move 0 (copy), GO at 34, moved nothing since"},
         0},
        {"no_r_and_no_aw",
         no_r_and_no_aw,
         CHECK_SIM_STALL,
         "outside: the memory owes read data since 73 (20 R beats)",
         {"mover       move 0 (copy), GO at 34, moved nothing since"},
         0},
    };
    for (unsigned i = 0; i < sizeof e / sizeof *e; i++) {
        expect_stall(s, &e[i]);
    }
}

/* ---- none --------------------------------------------------------------------------------------- */

/* Twice the bound of a move of 20 words, or of 6 entries. */
enum { ALMOST = 3900 };

static void let_go(struct mover_bench *b, const struct mover_regs *move, bool *withheld) {
    *withheld = true;
    mover_set(b, move);
    mover_go(b, move);
    sim_cycles(b->sim, ALMOST);
    *withheld = false;
    mover_finish(b);
}

static void done_comes_at_last(struct sim *s) {
    struct mover_bench *b = mover(s);
    const struct mover_regs move = transform_of(b, 1, FROM, TO, 6);
    let_go(b, &move, &b->slot.knobs.done_withheld);
}

static void memory_answers_at_last(struct sim *s) {
    struct mover_bench *b = mover(s);
    const struct mover_regs move = copy_of(words_of(FROM, 20), words_of(TO, 20));
    let_go(b, &move, &b->memory.knobs.r.withheld);
}

void moves_that_are_only_held_do_not_stall(struct sim *s) {
    expect_no_stall(s, "done_comes_at_last", done_comes_at_last);
    expect_no_stall(s, "memory_answers_at_last", memory_answers_at_last);
}
