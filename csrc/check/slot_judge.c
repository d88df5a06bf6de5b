#include "check/slot_judge.h"

#include <string.h>

static struct slot_cycle look(const struct dut *d) {
    return d->type->kind == DUT_XFORM ? slot_cycle_of_slot(&d->pins.xform, &d->type->xform)
                                      : slot_cycle_of_bank(&d->pins.bank);
}

/* ---- the shapes ------------------------------------------------------------------------------ */

void slot_registers_see(struct slot_registers *r, const struct dut *d) {
    const struct slot_cycle now = look(d);
    if (now.cfg_addr == BANK_REG_GEOMETRY) {
        r->geometry[now.cfg_id] = now.cfg_rdata;
        r->geometry_read[now.cfg_id] = true;
    } else if (now.cfg_addr == BANK_REG_DEPTH) {
        r->depth[now.cfg_id] = now.cfg_rdata;
        r->depth_read[now.cfg_id] = true;
    }
    r->started[now.id] |= now.start;
}

/* Where a register has not been read, it is never compared; entries need both, the bypass only the
 * second. */
static void take_stated(struct slot_judge *j, const struct slot_registers *r, unsigned id) {
    const bool possible =
        bank_geometry_decode(id, r->geometry[id], r->depth[id], &j->shapes.of[id]);
    const bool whole = r->depth_read[id] && (id == 0 || r->geometry_read[id]);
    if (r->started[id] && j->unstated < 0 && !(possible && whole)) {
        j->unstated = (int)id;
    }
}

static void settle_shapes(struct slot_judge *j, const struct slot_registers *r) {
    struct bank_model *m = &j->check.model;
    j->unstated = -1;
    if (j->desc) {
        bank_model_init(m, j->desc);
    }
    for (unsigned id = 0; id < j->shapes.ids; id++) {
        if (j->desc) {
            j->shapes.of[id] = bank_model_geometry(m, id);
        } else {
            take_stated(j, r, id);
        }
    }
    if (!j->desc) {
        bank_model_init_foreign(m, j->shapes.of, j->shapes.ids);
    }
}

void slot_judge_init(struct slot_judge *j, struct sim *s, const struct bank_desc *desc,
                     const struct slot_registers *registers) {
    const bool slot = s->dut->type->kind == DUT_XFORM;
    memset(j, 0, sizeof *j);
    j->sim = s;
    j->dut = s->dut;
    j->desc = desc;
    j->shapes.ids = 1u << s->dut->type->xform.id_w;
    bank_check_init(&j->check, s, slot ? "slot" : "bank", &j->shapes);
    if (slot) {
        grant_check_init(&j->grant, s);
    }
    settle_shapes(j, registers);
}

/* ---- a cycle --------------------------------------------------------------------------------- */

void slot_judge_join(struct slot_judge *j) {
    bank_check_join(&j->check, look(j->dut).fault);
}

void slot_judge_sample(struct slot_judge *j) {
    const struct slot_cycle now = look(j->dut);
    if (!j->sim->in_reset) {
        j->entries[now.id] += now.start;
    }
    if (j->dut->type->kind == DUT_XFORM) {
        grant_check_sample(&j->grant, 0); /* pins do not tell what a requester meant */
    }
    if (j->unstated < 0) {
        bank_check_sample(&j->check, &now);
    }
}
