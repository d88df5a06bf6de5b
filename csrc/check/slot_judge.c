#include "check/slot_judge.h"

#include <string.h>

enum { BEAT_BITS = 256 };

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
}

static struct bank_geometry shape_of(struct slot_judge *j, const struct slot_registers *r,
                                     unsigned id) {
    const struct xform_params *x = &j->dut->type->xform;
    struct bank_geometry shape;
    if (r->geometry_read[id] && r->depth_read[id] &&
        bank_geometry_decode(id, r->geometry[id], r->depth[id], &shape)) {
        j->source[id] = SHAPE_READ;
        return shape;
    }
    bank_geometry_decode(id, 0, 0, &shape);
    if (id != 0) {
        shape.known = true;
        shape.in_beats = x->in_bits / BEAT_BITS;
        shape.out_words = x->out_words;
    }
    return shape;
}

static void settle_shapes(struct slot_judge *j, const struct slot_registers *r) {
    struct bank_model *m = &j->check.model;
    if (j->desc) {
        bank_model_init(m, j->desc);
    }
    for (unsigned id = 0; id < j->shapes.ids; id++) {
        if (j->desc) {
            j->source[id] = SHAPE_MODEL;
            j->shapes.of[id] = bank_model_geometry(m, id);
        } else {
            j->shapes.of[id] = shape_of(j, r, id);
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
    bank_check_sample(&j->check, &now);
}
