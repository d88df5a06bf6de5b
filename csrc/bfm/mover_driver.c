#include "bfm/mover_driver.h"

void mover_driver_init(struct mover_driver *m, struct sim *sim,
                       const struct mover_driver_pins *pins) {
    memset(m, 0, sizeof *m);
    m->pins = *pins;
    m->sim = sim;
    sim_rng(sim, &m->rng, "mover.gap");
    rng_init(&m->idle, sim->options->idle_seed, sim->test, "mover.idle");
}

/* ---- queue ---------------------------------------------------------------------------------- */

static bool push(struct mover_driver *m, unsigned addr, uint64_t data, bool any_time) {
    if (m->used == MOVER_DRIVER_QUEUE) {
        return false;
    }
    m->queue[(m->head + m->used++) % MOVER_DRIVER_QUEUE] =
        (struct mover_driver_write){.data = data, .addr = (uint8_t)addr, .any_time = any_time};
    return true;
}

bool mover_driver_write(struct mover_driver *m, unsigned addr, uint64_t data) {
    return push(m, addr, data, false);
}

bool mover_driver_write_any_time(struct mover_driver *m, unsigned addr, uint64_t data) {
    return push(m, addr, data, true);
}

/* ---- registers, bit by bit as modules 4 lists them ------------------------------------------- */

static uint64_t at(uint64_t value, unsigned width, unsigned low) {
    return (value & ((UINT64_C(1) << width) - 1)) << low;
}

static void push_dimension(struct mover_driver *m, unsigned which, unsigned dim,
                           const struct walker_dim *d) {
    push(m, MOVER_REG_DIM,
         which | at(dim, 3, 1) | at(d->count, 16, 4) | at((uint32_t)d->stride, 32, 20), false);
    push(m, MOVER_REG_COMMIT, at(d->axis, 2, 0) | at((uint16_t)d->step, 16, 2), false);
}

static void push_walker(struct mover_driver *m, unsigned which, const struct mover_regs *regs) {
    const struct walker *w = &regs->walker[which];
    uint64_t header = which | at(w->base, 40, 4) | at(w->ndim, 3, 44);
    if (which == MOVER_SOURCE) {
        header |= at(regs->xform_id, 4, 47) | at(regs->xform_mode, 4, 55);
    }
    push(m, MOVER_REG_WALKER, header, false);
    for (unsigned dim = 0; dim < WALKER_DIMS; dim++) {
        push_dimension(m, which, dim, &w->dim[dim]);
    }
    for (unsigned axis = 0; axis < WALKER_AXES; axis++) {
        push(m, MOVER_REG_AXIS,
             which | at(axis, 1, 1) | at((uint16_t)w->axis[axis].base, 16, 2) |
                 at(w->axis[axis].extent, 16, 18),
             false);
    }
}

bool mover_driver_go(struct mover_driver *m, const struct mover_regs *regs, uint8_t flags) {
    if (mover_driver_space(m) < MOVER_DRIVER_GO_WRITES) {
        return false;
    }
    push_walker(m, MOVER_SOURCE, regs);
    push_walker(m, MOVER_DESTINATION, regs);
    push(m, MOVER_REG_IMMEDIATE, regs->immediate, false);
    push(m, MOVER_REG_CONTROL,
         at(regs->mode, 3, 0) | at(regs->width, 2, 3) | at(flags, 8, 8) | UINT64_C(1) << 16, false);
    return true;
}

/* ---- the cycle ------------------------------------------------------------------------------ */

void mover_driver_drive(struct mover_driver *m) {
    const struct mover_driver_write *w = &m->queue[m->head];
    /* mv_busy as it was in the cycle before; it rises in the cycle after a GO. */
    const bool may = m->used > 0 && !m->sim->in_reset &&
                     (w->any_time || !(m->busy || m->wrote_go)) &&
                     !rng_chance(&m->rng, m->gap_permille);
    *m->pins.en = may;
    if (may) {
        *m->pins.addr = w->addr;
        *m->pins.data = w->data;
    } else {
        *m->pins.addr = (uint8_t)rng_next(&m->idle);
        *m->pins.data = rng_next(&m->idle);
    }
}

void mover_driver_sample(struct mover_driver *m) {
    if (m->sim->in_reset) {
        if (m->sim->reset_cycles == 1) {
            m->head = m->used = 0;
        }
        m->busy = m->wrote_go = false;
        return;
    }
    m->busy = *m->pins.busy;
    m->wrote_go = *m->pins.en && *m->pins.addr == MOVER_REG_CONTROL && (*m->pins.data >> 16 & 1);
    if (*m->pins.en) {
        m->head = (m->head + 1) % MOVER_DRIVER_QUEUE;
        m->used--;
    }
}
