/* mcs_mover on its own (modules 4), between its register writes, one memory and the slot's model:
 * DRAM, staging and remote are places of that memory, so that addresses which alias do.
 *
 * Everything the mover does is judged against models/mover_judge.h; the memory is compared with the
 * plan in the very cycle in which mv_busy falls. */
#ifndef CSRC_BENCH_MOVER_BENCH_H
#define CSRC_BENCH_MOVER_BENCH_H

#include "bfm/axi_mem.h"
#include "bfm/slot_stub.h"
#include "check/axi_check.h"
#include "check/display_check.h"
#include "mover_judge.h"
#include "sim/sim.h"

enum {
    MOVER_WRITES = 1024,        /* register writes queued */
    MOVER_JUDGED_WORDS = 65536, /* longer lists are not judged */
    MOVER_STALL_BOUND = 2000    /* cycles, the catalogue's bound */
};

/* One register write. It waits until mv_busy is low unless it is to be ignored. */
struct mover_reg_write {
    uint64_t data;
    uint16_t gap; /* cycles before it, once it may be made */
    uint8_t addr;
    bool any_time;
};

/* Words on one channel, for rates. */
struct mover_meter {
    uint64_t words, first, last; /* cycles of the first and last transfer */
};

struct mover_traffic;

struct mover_bench {
    struct sim *sim;
    const struct dut_type *type;
    struct mover_config config;
    struct axi_mem memory;
    struct sparse_mem contents; /* by canonical address: mover_canonical() */
    struct slot_stub slot;
    struct mover_judge *judge;
    struct mover_regs regs;  /* as the mover has them */
    uint64_t moves;          /* completed */
    uint64_t images;         /* of them compared as a whole */
    uint64_t ignored_writes; /* register writes made while busy */
    uint8_t fault;           /* of the latest move completed */
    uint64_t ended;          /* the cycle its mv_busy fell */
    uint64_t went;           /* the cycle of the latest GO */
    uint64_t faults[16];     /* moves completed by their code */
    struct mover_meter reads, writes;
    void (*refill)(struct mover_bench *b); /* called every cycle before driving; may be NULL */
    struct mover_traffic *traffic;         /* refill's */
    /* The memory may not be compared with the plan: somebody else writes. Cleared by a GO. */
    bool meddled;
    struct mover_pins pins;
    /* Private from here. */
    struct axi_check axi_check;
    struct axi_events axi; /* of the cycle sampled */
    struct display_check display;
    struct rng idle, gap, probe;
    struct mover_reg_write queue[MOVER_WRITES];
    unsigned head, used;
    uint64_t ar_addr, aw_addr;             /* canonical, for the memory */
    uint8_t bank_fault;                    /* on the pins in the cycle before: mover_cover.h */
    uint64_t offered;                      /* cycle in which the AR on the pins was offered first */
    bool ar_held;                          /* it was there in the cycle before */
    unsigned idle_own, idle_all, idle_any; /* cycles without progress: watchdog() */
    uint64_t last_moved, data_since, response_since, asked_since; /* for its report, cycles */
};

/* Makes the DUT, zero-wait memory, the fastest slot with `bank`, and resets for a few cycles. */
struct mover_bench *mover_bench_new(struct sim *s, const struct dut_type *type,
                                    const struct bank_desc *bank);
/* One address for each word of memory: places of equal canonical addresses alias. */
uint64_t mover_canonical(const struct mover_config *config, struct mover_place place);
/* The word at an address as the mover's reads, or its writes, reach it. */
void mover_peek(const struct mover_bench *b, uint64_t addr, bool write, struct word *word);
/* Somebody else writes a word the mover's reads reach. */
void mover_poke(struct mover_bench *b, uint64_t addr, const struct word *word);

/* ---- register writes, queued ---------------------------------------------------------------- */

void mover_write(struct mover_bench *b, unsigned addr, uint64_t data);
void mover_write_busy(struct mover_bench *b, unsigned addr, uint64_t data, unsigned gap);
/* Every register of the move but GO. */
void mover_set(struct mover_bench *b, const struct mover_regs *move);
/* GO in the mode and width of `move`; flags are rubbish. */
void mover_go(struct mover_bench *b, const struct mover_regs *move);

/* ---- running -------------------------------------------------------------------------------- */

/* Register writes are queued or a move is under way. */
static inline bool mover_working(const struct mover_bench *b) {
    return b->used > 0 || mover_judge_owed(b->judge).moving;
}
/* Runs until every queued write is made and no move is under way; nothing is refilled any more. */
void mover_settle(struct mover_bench *b);
/* Sets, goes and settles; the code of mv_fault. */
unsigned mover_run(struct mover_bench *b, const struct mover_regs *move);
/* As mover_run(); another code than the one expected fails the run with MV-FAULT. */
void mover_expect(struct mover_bench *b, const struct mover_regs *move, unsigned code);
/* Resets in the middle of whatever runs; what is queued is forgotten. */
void mover_reset(struct mover_bench *b, unsigned cycles);
/* Settles, and nothing may be left anywhere (SIM-END); adds the evidence to the run. */
void mover_finish(struct mover_bench *b);

#endif
