/* A bare xform_bank under its contract (modules 1). */
#ifndef CSRC_BENCH_BANK_BENCH_H
#define CSRC_BENCH_BANK_BENCH_H

#include "bench/slot_core.h"
#include "bfm/bank_driver.h"

struct bank_bench {
    struct slot_core core; /* first: it is what shared situations get */
    struct bank_driver driver;
    uint64_t active; /* latest cycle in which anything moved */
};

/* Attaches a model of `type`, resets it and learns the bank. The run owns the bench. */
struct bank_bench *bank_bench_new(struct sim *s, const struct dut_type *type);
/* `cycles` of random runs, random settings, resets in the middle. */
void bank_bench_random(struct bank_bench *b, uint64_t cycles);
/* Runs cycles until no run is under way. */
void bank_bench_drain(struct bank_bench *b);
/* Drains, and judges what must be left: nothing. */
void bank_bench_finish(struct bank_bench *b);

#endif
