/* What a scenario tells a mover bench to do: register writes and moves. */
#include "bench/mover_bench.h"

/* ---- register writes ------------------------------------------------------------------------ */

static void enqueue(struct mover_bench *b, const struct mover_reg_write *w) {
    if (b->used == MOVER_WRITES) {
        sim_fail(b->sim, CHECK_SIM_END, "scenario", "more register writes than the queue holds");
        return;
    }
    b->queue[(b->head + b->used++) % MOVER_WRITES] = *w;
}

void mover_write(struct mover_bench *b, unsigned addr, uint64_t data) {
    enqueue(b, &(struct mover_reg_write){.addr = (uint8_t)addr, .data = data});
}

void mover_write_busy(struct mover_bench *b, unsigned addr, uint64_t data, unsigned gap) {
    enqueue(b, &(struct mover_reg_write){
                   .addr = (uint8_t)addr, .data = data, .gap = (uint16_t)gap, .any_time = true});
}

static uint64_t at(uint64_t value, unsigned width, unsigned low) {
    return (value & ((UINT64_C(1) << width) - 1)) << low;
}

/* Bits without a meaning are rubbish. */
static uint64_t rubbish(struct mover_bench *b, unsigned from) {
    return rng_next(&b->gap) << from;
}

static void set_walker(struct mover_bench *b, const struct mover_regs *move, unsigned which) {
    const struct walker *w = &move->walker[which];
    const uint64_t fields = which == 0 ? at(move->xform_id, 4, 47) | at(rng_next(&b->gap), 4, 51) |
                                             at(move->xform_mode, 4, 55) | rubbish(b, 59)
                                       : rubbish(b, 47);
    mover_write(b, MOVER_REG_WALKER,
                which | at(rng_next(&b->gap), 3, 1) | at(w->base, 40, 4) | at(w->ndim, 3, 44) |
                    fields);
    for (unsigned d = 0; d < WALKER_DIMS; d++) {
        const struct walker_dim *dim = &w->dim[d];
        mover_write(b, MOVER_REG_DIM,
                    which | at(d, 3, 1) | at(dim->count, 16, 4) |
                        at((uint32_t)dim->stride, 32, 20) | rubbish(b, 52));
        mover_write(b, MOVER_REG_COMMIT,
                    at(dim->axis, 2, 0) | at((uint16_t)dim->step, 16, 2) | rubbish(b, 18));
    }
    for (unsigned a = 0; a < WALKER_AXES; a++) {
        mover_write(b, MOVER_REG_AXIS,
                    which | at(a, 1, 1) | at((uint16_t)w->axis[a].base, 16, 2) |
                        at(w->axis[a].extent, 16, 18) | rubbish(b, 34));
    }
}

void mover_set(struct mover_bench *b, const struct mover_regs *move) {
    set_walker(b, move, MOVER_SOURCE);
    set_walker(b, move, MOVER_DESTINATION);
    mover_write(b, MOVER_REG_IMMEDIATE, move->immediate | rubbish(b, 32));
}

void mover_go(struct mover_bench *b, const struct mover_regs *move) {
    b->sim->seen.sent++;
    mover_write(b, MOVER_REG_CONTROL,
                at(move->mode, 3, 0) | at(move->width, 2, 3) | at(rng_next(&b->gap), 11, 5) |
                    UINT64_C(1) << 16 | rubbish(b, 17));
}

/* ---- running -------------------------------------------------------------------------------- */

void mover_settle(struct mover_bench *b) {
    b->refill = NULL;
    do {
        sim_cycle(b->sim);
    } while (mover_working(b));
}

unsigned mover_run(struct mover_bench *b, const struct mover_regs *move) {
    mover_set(b, move);
    mover_go(b, move);
    mover_settle(b);
    return b->fault;
}

void mover_expect(struct mover_bench *b, const struct mover_regs *move, unsigned code) {
    const unsigned shown = mover_run(b, move);
    sim_evaluated(b->sim, CHECK_MV_FAULT);
    if (shown != code) {
        sim_fail(b->sim, CHECK_MV_FAULT, "mv_fault", "mv_fault is %u, the scenario expects %u",
                 shown, code);
        sim_cycle(b->sim);
    }
}

void mover_reset(struct mover_bench *b, unsigned cycles) {
    b->used = 0;
    sim_reset(b->sim, cycles);
}
