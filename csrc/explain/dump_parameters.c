#include "explain/dump_find.h"

#include <string.h>

static void add_parameter(struct dump *d, const char *name, unsigned *value) {
    d->parameter[d->parameters++] = (struct dump_parameter){.name = name, .value = value};
}

static void list_parameters(struct dump *d) {
    struct dut_type *t = &d->type;
    if (t->kind == DUT_MEM_PORT) {
        add_parameter(d, "MEM_X", &t->mem_port.mem_x);
        add_parameter(d, "MEM_Y", &t->mem_port.mem_y);
        add_parameter(d, "WR_SLOTS", &t->mem_port.wr_slots);
        add_parameter(d, "Q_DEPTH", &t->mem_port.q_depth);
        add_parameter(d, "Q_MARGIN", &t->mem_port.q_margin);
        add_parameter(d, "AP_DECODE", &t->mem_port.ap_decode);
        add_parameter(d, "MESH_ID", &t->mem_port.mesh_id);
    } else if (t->kind == DUT_XFORM || t->kind == DUT_BANK) {
        add_parameter(d, "SLOTS", &t->xform.slots);
        add_parameter(d, "IN_BITS", &t->xform.in_bits);
    } else if (t->kind == DUT_MOVER || t->kind == DUT_MAG) {
        add_parameter(d, "MESH_ID", &t->mover.mesh_id);
        add_parameter(d, "ILINK", &t->mover.ilink);
        add_parameter(d, "STAGE", &t->mover.stage);
    }
    if (t->kind == DUT_MAG) {
        static const char *const x[] = {"MEM_X0", "MEM_X1", "MEM_X2", "MEM_X3"};
        static const char *const y[] = {"MEM_Y0", "MEM_Y1", "MEM_Y2", "MEM_Y3"};
        for (unsigned i = 0; i < MAG_PORTS; i++) {
            add_parameter(d, x[i], &t->mag.x[i]);
            add_parameter(d, y[i], &t->mag.y[i]);
        }
        add_parameter(d, "WR_SLOTS", &t->mag.wr_slots);
        add_parameter(d, "Q_DEPTH", &t->mag.q_depth);
        add_parameter(d, "Q_MARGIN", &t->mag.q_margin);
        add_parameter(d, "XFORM_SLOTS", &t->xform.slots);
        add_parameter(d, "XMODE_W", &t->xform.mode_w);
    }
}

static void want_parameters(struct dump *d, const struct dump_request *q) {
    for (unsigned i = 0; i < d->parameters; i++) {
        struct dump_parameter *p = &d->parameter[i];
        const struct fst_signal *signal = dump_find_ours(d, q, p->name);
        p->in_dump = signal && signal->parameter && signal->bits > 0 && signal->bits <= 32;
        if (p->in_dump) {
            p->wanted = fst_want(d->reader, signal);
        }
    }
}

static bool set_given(struct dump *d, const struct dump_request *q, struct text *t) {
    for (unsigned i = 0; i < q->given_count; i++) {
        struct dump_parameter *p = NULL;
        for (unsigned k = 0; k < d->parameters && !p; k++) {
            p = strcmp(d->parameter[k].name, q->given[i].ours) == 0 ? &d->parameter[k] : NULL;
        }
        uint64_t value;
        if (!p) {
            text_add(t, "a %s has no parameter %s; it has", dump_kind_text(d->type.kind),
                     q->given[i].ours);
            for (unsigned k = 0; k < d->parameters; k++) {
                text_add(t, "%s%s", k ? ", " : " ", d->parameter[k].name);
            }
            return false;
        }
        if (!parse_count(q->given[i].theirs, &value) || value > UINT16_MAX) {
            text_add(t, "--params: '%s' is no value of %s", q->given[i].theirs, p->name);
            return false;
        }
        *p->value = (unsigned)value;
        p->source = PARAMETER_GIVEN;
    }
    return true;
}

bool dump_saw_parameter(struct dump *d, const char *name, unsigned value) {
    for (unsigned i = 0; i < d->parameters; i++) {
        struct dump_parameter *p = &d->parameter[i];
        if (strcmp(p->name, name) == 0 && p->source == PARAMETER_DEFAULT) {
            *p->value = value;
            p->source = PARAMETER_SEEN;
            return true;
        }
    }
    return false;
}

/* Parameters are constant: what they are before the first edge is what they are. */
static void take_parameters(struct dump *d) {
    for (unsigned i = 0; i < d->parameters; i++) {
        struct dump_parameter *p = &d->parameter[i];
        if (p->source == PARAMETER_DEFAULT && p->in_dump &&
            sampler_unknown(d->sampler, p->wanted)[0] == 0) {
            *p->value = sampler_value(d->sampler, p->wanted)[0];
            p->source = PARAMETER_DUMPED;
        }
    }
}

/* The models take these as they are. */
static bool judge_parameters(const struct dump *d, const struct dump_request *q, struct text *t) {
    const struct mem_port_params *p = &d->type.mem_port;
    if (d->type.kind != DUT_MEM_PORT) {
        return true;
    }
    const struct {
        const char *name;
        unsigned value, least, most;
    } row[] = {{"MEM_X", p->mem_x, 0, 15},
               {"MEM_Y", p->mem_y, 0, 15},
               {"WR_SLOTS", p->wr_slots, 1, 64},
               {"Q_DEPTH", p->q_depth, 8, 1024},
               {"Q_MARGIN", p->q_margin, 1, p->q_depth - 2},
               {"AP_DECODE", p->ap_decode, 0, 1},
               {"MESH_ID", p->mesh_id, 0, 3}};
    for (unsigned i = 0; i < sizeof row / sizeof *row; i++) {
        if (row[i].value < row[i].least || row[i].value > row[i].most) {
            text_add(t, "%s: %s is %u, it can be %u to %u (--params %s=... sets it)", q->path,
                     row[i].name, row[i].value, row[i].least, row[i].most, row[i].name);
            return false;
        }
    }
    return true;
}

bool dump_find_parameters(struct dump *d, const struct dump_request *q, struct text *t) {
    list_parameters(d);
    want_parameters(d, q);
    return set_given(d, q, t);
}

bool dump_take_parameters(struct dump *d, const struct dump_request *q, struct text *t) {
    take_parameters(d);
    return judge_parameters(d, q, t);
}
