/* Constrained-random moves with memory, slot and bank under random settings (modules 4). */
#include "bench/mover_cover.h"
#include "bins.h"
#include "mover_scenarios.h"

enum { RANDOM_CYCLES = 60000, FAULT_CYCLES = 40000, STATE_CYCLES = 4000000 };

static void run_mix(struct mover_traffic *t, uint64_t usual) {
    const struct sim *s = t->b->sim;
    t->b->contents.mode = SPARSE_RANDOM;
    mover_traffic_run(t, s->options->cycles ? s->options->cycles : usual);
    mover_settle(t->b);
}

void random_moves(struct mover_bench *b) {
    run_mix(mover_traffic_new(b), RANDOM_CYCLES);
    sim_expect_seen(b->sim, "moves", b->moves, b->sim->cycle / 4000);
    sim_expect_seen(b->sim, "moves compared as a whole", b->images, b->sim->cycle / 16000);
}

/* Most moves fault, at GO or under way, and the next one follows at once. */
void random_faults(struct mover_bench *b) {
    struct mover_traffic *t = mover_traffic_new(b);
    t->mix.go_faults = 300;
    t->mix.strays = 300;
    t->mix.bank_faults = 100;
    t->mix.memory_errors = 700;
    t->mix.entry_faults = 500;
    run_mix(t, FAULT_CYCLES);
    const uint64_t some = b->sim->cycle / 30000;
    sim_expect_seen(b->sim, "moves without a fault", b->faults[MOVER_CODE_NONE], 2 * some);
    sim_expect_seen(b->sim, "moves out of their window", b->faults[MOVER_CODE_WINDOW], some);
    sim_expect_seen(b->sim, "moves with error responses", b->faults[MOVER_CODE_RESPONSE], some);
    sim_expect_seen(b->sim, "moves the bank faulted", b->faults[MOVER_CODE_SLOT], some);
}

/* Moves of thousands of words: every buffer of the mover fills and empties. */
void random_long_moves(struct mover_bench *b) {
    struct mover_traffic *t = mover_traffic_new(b);
    t->mix.elements = 6000;
    t->mix.go_faults = t->mix.strays = t->mix.bank_faults = t->mix.entry_faults = 0;
    t->mix.memory_errors = 50;
    run_mix(t, RANDOM_CYCLES);
    sim_expect_seen(b->sim, "words written", b->writes.words, b->sim->cycle / 100);
}

/* ---- stimulus by what is missing ------------------------------------------------------------- */

enum { MODES = 3, STAGES = 4, REGISTERS = 8, IDLE_STAGE = 1, LOOK_EVERY = 1024 };

static bool missing(const struct mover_bench *b, enum bin_group group, unsigned a, unsigned c,
                    unsigned d) {
    return b->sim->bins[bin_at(group, a, c, d, 0)] == 0;
}

/* Writes a register, faults the bank or resets, where that was not yet met in this state. */
static void disturb(struct mover_bench *b) {
    static const uint8_t reg[REGISTERS] = {0x00, 0x00, 0x10, 0x18, 0x20, 0x28, 0x40, 0x08};
    const unsigned mode = mover_cover_mode(b), stage = mover_cover_stage(b);
    const bool faulted = mover_judge_owed(b->judge).faulted;
    for (unsigned i = 0; i < REGISTERS && !sim_without(b->sim, WITHOUT_POKES); i++) {
        if (missing(b, BINS_MOVER_WRITE, i, IDLE_STAGE + stage, 0)) {
            const uint64_t go = UINT64_C(1) << 16, data = rng_next(&b->traffic->pokes);
            mover_write_busy(b, reg[i], i == 1 ? data | go : data & ~go, 0);
            return;
        }
    }
    if (mode == 2 && missing(b, BINS_MOVER_CAUSE, mode, 2, stage)) {
        b->slot.fault = 1;
    } else if (missing(b, BINS_MOVER_RESET, mode, stage, faulted) &&
               !sim_without(b->sim, WITHOUT_MID_RESET)) {
        mover_reset(b, 1 + stage % 3);
    }
}

/* Errors come while the other direction is under way, too, and not before. */
static void steer_errors(struct mover_bench *b) {
    enum { SELDOM = 20, OFTEN = 300 };
    struct axi_mem_knobs *k = &b->memory.knobs;
    k->read_error_permille = axi_check_writes(&b->axi_check) > 0 ? OFTEN : SELDOM;
    k->write_error_permille = axi_check_reads(&b->axi_check) > 0 ? OFTEN : SELDOM;
    axi_mem_without(k, b->sim->options->without);
}

/* Registers written in every state; then what has reasons of its own where nothing can meet it. */
static bool all_met(const struct mover_bench *b) {
    for (unsigned i = 0; i < REGISTERS * STAGES; i++) {
        if (missing(b, BINS_MOVER_WRITE, i / STAGES, IDLE_STAGE + i % STAGES, 0)) {
            return false;
        }
    }
    const struct bin_tally resets = bin_tally(b->sim->bins, BINS_MOVER_RESET);
    const struct bin_tally causes = bin_tally(b->sim->bins, BINS_MOVER_CAUSE);
    return resets.hit + 1 >= resets.reachable && causes.hit == causes.reachable; /* 1: idle */
}

/* Random moves, most of them with errors, until each state of each mode was disturbed in each way. */
void every_state_is_disturbed(struct mover_bench *b) {
    struct mover_traffic *t = mover_traffic_new(b);
    b->sim->bins = sim_alloc(b->sim, BIN_COUNT * sizeof *b->sim->bins);
    t->mix.again = t->mix.busy_writes = 0;
    t->mix.entry_faults = 500;
    for (uint64_t i = 0; i < STATE_CYCLES && (i % LOOK_EVERY != 0 || !all_met(b)); i++) {
        sim_cycle(b->sim);
        steer_errors(b);
        if (*b->pins.busy && b->used == 0 && mover_cover_mode(b) < MODES) {
            disturb(b);
        }
    }
    mover_settle(b);
    sim_expect_seen(b->sim, "disturbed in every state", all_met(b), b->sim->options->without == 0);
}
