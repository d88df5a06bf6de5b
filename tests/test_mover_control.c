/* Registers, GO and reset (modules 4). */
#include "mover_scenarios.h"

static struct mover_regs a_copy(const struct mover_bench *b, unsigned words) {
    return copy_of(words_of(own_dram(b, 0x1fe0), words), words_of(own_dram(b, 0x7020), words));
}

static void expect_count(struct mover_bench *b, uint64_t moves) {
    sim_evaluated(b->sim, CHECK_MV_BUSY);
    if (*b->pins.done != (uint32_t)moves) {
        sim_fail(b->sim, CHECK_MV_BUSY, "mv_done", "mv_done is %u after %llu moves", *b->pins.done,
                 (unsigned long long)moves);
    }
}

/* GO comes in the very cycle mv_busy falls; registers are kept. */
void moves_start_in_the_first_idle_cycle(struct mover_bench *b) {
    struct mover_regs move = a_copy(b, 20);
    mover_set(b, &move);
    for (unsigned i = 0; i < 12; i++) {
        mover_go(b, &move);
    }
    while (b->moves < 6) {
        const uint64_t moves = b->moves;
        sim_cycle(b->sim);
        if (b->moves > moves && b->went != b->ended) {
            sim_fail(b->sim, CHECK_SIM_END, "scenario", "GO was not given in the first idle cycle");
        }
    }
    slow_surroundings(b);
    mover_settle(b);
    move = transform_of(b, 1, own_dram(b, 0x1000), own_dram(b, 0x9000), 3);
    mover_set(b, &move);
    for (unsigned i = 0; i < 12; i++) {
        mover_go(b, &move);
    }
    mover_settle(b);
    move.mode = 6; /* refused at GO, one after the other */
    mover_set(b, &move);
    for (unsigned i = 0; i < 12; i++) {
        mover_go(b, &move);
    }
    mover_settle(b);
    sim_expect_seen(b->sim, "moves", b->moves, 36);
    sim_expect_seen(b->sim, "moves refused", b->faults[MOVER_CODE_MODE], 12);
    expect_count(b, 36);
}

/* All registers of another move, and its GO, in every cycle of this one: it stays what it is. */
void writes_while_busy_are_ignored(struct mover_bench *b) {
    const struct mover_regs move = a_copy(b, 200);
    mover_set(b, &move);
    mover_go(b, &move);
    for (unsigned i = 0; i < 150; i++) {
        static const uint8_t reg[] = {0x10, 0x18, 0x20, 0x28, 0x40, 0x00};
        mover_write_busy(b, reg[i % 6], rng_next(&b->gap), 0);
    }
    mover_settle(b);
    for (unsigned i = 0; i < 3; i++) {
        mover_go(b, &move);
        mover_settle(b);
    }
    sim_expect_seen(b->sim, "ignored writes", b->ignored_writes, 150);
    sim_expect_seen(b->sim, "moves compared as a whole", b->images, 4);
}

/* Each undefined register is written, with bits for either walker, between what a move needs and its
 * GO: a padded copy, a fill and a transform. */
void undefined_bits_and_registers_mean_nothing(struct mover_bench *b) {
    struct mover_regs move[] = {a_copy(b, 20), fill_of(1, 0xa53c, words_of(own_dram(b, 0x8000), 9)),
                                transform_of(b, 1, own_dram(b, 0x1000), own_dram(b, 0x9000), 2)};
    move[0].walker[0].dim[0].axis = 1;
    move[0].walker[0].dim[0].step = 1;
    move[0].walker[0].axis[0] = (struct walker_axis){-2, 15};
    for (unsigned addr = 0; addr < 256; addr++) {
        const bool defined = addr == 0x00 || addr == 0x10 || addr == 0x18 || addr == 0x20 ||
                             addr == 0x28 || addr == 0x40;
        const struct mover_regs *one = &move[addr / 8 % 3];
        if (addr % 8 == 0) {
            mover_set(b, one);
        }
        for (unsigned bit_0 = 0; bit_0 < 2 && !defined; bit_0++) {
            mover_write(b, addr, (rng_next(&b->gap) & ~UINT64_C(1)) | UINT64_C(0x10000) | bit_0);
            mover_write(b, addr, ~UINT64_C(1) | bit_0);
        }
        if (addr % 8 == 7) {
            mover_go(b, one);
            mover_settle(b);
        }
    }
    sim_expect_seen(b->sim, "moves compared as a whole", b->images, 32);
    expect_count(b, 32);
}

/* One register at a time is changed between moves, in every order of the two halves of 0x18/0x20. */
void registers_keep_their_values(struct mover_bench *b) {
    struct mover_regs move = a_copy(b, 10);
    mover_expect(b, &move, MOVER_CODE_NONE);
    for (unsigned i = 1; i < 6; i++) {
        mover_write(b, MOVER_REG_DIM, 0 | reg_bits(10, 16, 4) | reg_bits(32 * i, 32, 20));
        mover_write(b, MOVER_REG_COMMIT, 0);
        mover_go(b, &move);
        mover_settle(b);
        mover_write(b, MOVER_REG_DIM, 1 | reg_bits(10, 16, 4) | reg_bits(64, 32, 20));
        mover_go(b, &move); /* latched, not committed */
        mover_settle(b);
        mover_write(b, MOVER_REG_COMMIT, 0);
        mover_write(b, MOVER_REG_COMMIT, 0); /* the latch is still there */
        mover_go(b, &move);
        mover_settle(b);
        mover_write(b, MOVER_REG_IMMEDIATE, i);
        move.mode = i & 1 ? MOVER_FILL : MOVER_COPY;
        mover_go(b, &move);
        mover_settle(b);
    }
    /* Mode and width, without GO, are kept as well as a GO's own. */
    mover_write(b, MOVER_REG_CONTROL, control_data(MOVER_FILL, 1, false));
    mover_settle(b);
    mover_go(b, &move);
    mover_settle(b);
    sim_expect_seen(b->sim, "moves", b->moves, 22);
}

/* Registers are zero after reset: a GO then copies or fills the word at address 0, in six dimensions
 * as in none; the bypass has four beats for that one word, and refuses. */
void reset_clears_registers(struct mover_bench *b) {
    static const uint8_t mode[] = {MOVER_COPY, MOVER_FILL, MOVER_TRANSFORM};
    const struct walker six = {.ndim = WALKER_DIMS};
    for (unsigned i = 0; i < 12; i++) {
        struct mover_regs move = a_copy(b, 10);
        move.immediate = 0xffffffff;
        move.xform_id = MANY_1_TO_4_SLOW;
        add_rubbish(b, &move.walker[0]);
        add_rubbish(b, &move.walker[1]);
        move.walker[0].axis[i & 1] = (struct walker_axis){0, 5};
        move.walker[1].axis[i & 1] = (struct walker_axis){-9, 50};
        mover_set(b, &move);
        mover_settle(b);
        mover_reset(b, 1 + i % 3);
        if (i & 1) { /* a commit after reset commits nothing of before */
            mover_write(b, MOVER_REG_COMMIT, rng_next(&b->gap));
        }
        if (i & 2) {
            mover_write(b, MOVER_REG_WALKER, header_data(MOVER_SOURCE, &six, 0, 0));
            mover_write(b, MOVER_REG_WALKER, header_data(MOVER_DESTINATION, &six, 0, 0));
        }
        struct slot_shapes usual = b->slot.shapes;
        for (unsigned id = 1; id < usual.ids; id++) {
            b->slot.shapes.of[id].in_beats = 1; /* only the bypass has four */
        }
        mover_write(b, MOVER_REG_CONTROL, control_data(mode[i % 3], 2, true));
        mover_settle(b);
        b->slot.shapes = usual;
        expect_count(b, 1);
        move.walker[0].axis[i & 1].extent = move.walker[1].axis[i & 1].extent = 0;
        mover_expect(b, &move, MOVER_CODE_NONE);
    }
    sim_expect_seen(b->sim, "moves", b->moves, 24);
    sim_expect_seen(b->sim, "moves refused", b->faults[MOVER_CODE_COUNT], 4);
}

/* Elements are still being counted, those of the source for longer; the move after the reset has one
 * word on either side. */
void go_right_after_a_reset_finds_nothing_counted(struct mover_bench *b) {
    struct mover_regs move = a_copy(b, 1);
    if (b->sim->options->without & WITHOUT_MID_RESET) {
        return;
    }
    move.walker[0].ndim = WALKER_DIMS;
    for (unsigned d = 0; d < WALKER_DIMS; d++) {
        move.walker[0].dim[d].count = 65535;
    }
    for (unsigned moment = 1; moment < 110; moment += 4) {
        mover_set(b, &move);
        mover_go(b, &move);
        while (b->used > 0) {
            sim_cycle(b->sim);
        }
        sim_cycles(b->sim, moment);
        mover_reset(b, 1);
        mover_write(b, MOVER_REG_CONTROL, control_data(MOVER_COPY, 0, true));
        mover_settle(b);
    }
    sim_expect_seen(b->sim, "moves without a fault", b->faults[MOVER_CODE_NONE], 28);
}

/* Longer than any of the moves below takes in fast surroundings. */
enum { MOMENTS = 240 };

void reset_at_every_moment_leaves_no_trace(struct mover_bench *b) {
    const struct mover_regs move[] = {
        a_copy(b, 60), fill_of(0, 0x5a, words_of(own_dram(b, 0x8000), 60)),
        transform_of(b, 1, own_dram(b, 0x1000), own_dram(b, 0x9000), 6)};
    if (b->sim->options->without & WITHOUT_MID_RESET) {
        return;
    }
    for (unsigned moment = 0; moment < MOMENTS; moment++) {
        mover_write(b, MOVER_REG_IMMEDIATE, 0);
        mover_set(b, &move[moment % 3]);
        mover_go(b, &move[moment % 3]);
        while (b->used > 0) {
            sim_cycle(b->sim);
        }
        sim_cycles(b->sim, moment);
        mover_reset(b, 1 + moment % 3);
        if (moment % 8 == 7) {
            recovers(b);
        }
    }
    sim_expect_seen(b->sim, "moves after a reset", b->moves, 90);
}

/* mv_done counts the faulted ones, and nothing else. */
void done_counts_every_move(struct mover_bench *b) {
    struct mover_regs move = a_copy(b, 1);
    for (unsigned i = 0; i < 300; i++) {
        move.mode = i % 3 == 0 ? 7 : MOVER_COPY;
        mover_set(b, &move);
        mover_go(b, &move);
        mover_settle(b);
        expect_count(b, i + 1);
    }
    sim_expect_seen(b->sim, "moves", b->moves, 300);
}
