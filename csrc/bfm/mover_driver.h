/* Writes the mover's registers (mv_cfg_*, modules 4): a queue of writes, one a cycle, each when its
 * turn has come. Reads nothing but mv_busy. While mv_cfg_en is low address and data carry garbage.
 * Reset drops what is queued. */
#ifndef CSRC_BFM_MOVER_DRIVER_H
#define CSRC_BFM_MOVER_DRIVER_H

#include "mover.h"
#include "sim/sim.h"

enum { MOVER_DRIVER_QUEUE = 512 };

struct mover_driver_pins {
    uint8_t *en, *addr;
    uint64_t *data;
    const uint8_t *busy;
};

struct mover_driver_write {
    uint64_t data;
    uint8_t addr;
    bool any_time; /* also while mv_busy is high, when it is ignored */
};

struct mover_driver {
    struct mover_driver_pins pins;
    struct sim *sim;
    unsigned gap_permille; /* chance of an idle cycle before a write */
    struct rng rng, idle;
    struct mover_driver_write queue[MOVER_DRIVER_QUEUE];
    unsigned head, used;
    bool busy, wrote_go; /* as seen in the cycle before */
};

void mover_driver_init(struct mover_driver *m, struct sim *sim,
                       const struct mover_driver_pins *pins);

/* Queues one write, made at the earliest in the cycle after one with mv_busy low, or at any time.
 * False when the queue is full. */
bool mover_driver_write(struct mover_driver *m, unsigned addr, uint64_t data);
bool mover_driver_write_any_time(struct mover_driver *m, unsigned addr, uint64_t data);
/* Queues all registers of `regs`, walkers with every dimension and axis, then a GO; `flags` are
 * bits 15:8 of register 0x00. False, and nothing is queued, when there is no room. */
bool mover_driver_go(struct mover_driver *m, const struct mover_regs *regs, uint8_t flags);
/* Register writes mover_driver_go() makes: space it needs. */
enum { MOVER_DRIVER_GO_WRITES = 2 * (1 + 2 * WALKER_DIMS + WALKER_AXES) + 2 };

static inline bool mover_driver_idle(const struct mover_driver *m) {
    return m->used == 0;
}
static inline unsigned mover_driver_space(const struct mover_driver *m) {
    return MOVER_DRIVER_QUEUE - m->used;
}

void mover_driver_drive(struct mover_driver *m);
void mover_driver_sample(struct mover_driver *m);

#endif
