/* Constrained-random moves with memory, slot and bank under random settings (modules 4). */
#include "mover_scenarios.h"

enum { RANDOM_CYCLES = 60000, FAULT_CYCLES = 40000 };

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
