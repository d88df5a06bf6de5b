#include "bench/bank_card.h"

#include "text.h"

#include <stdio.h>

/* ---- reading --------------------------------------------------------------------------------- */

struct port {
    uint8_t *en, *id, *addr;
    const uint32_t *rdata;
};

static bool port_of(const struct dut *d, struct port *p) {
    switch (d->type->kind) {
    case DUT_BANK:
        *p = (struct port){d->pins.bank.cfg_en, d->pins.bank.cfg_id, d->pins.bank.cfg_addr,
                           d->pins.bank.cfg_rdata};
        return true;
    case DUT_XFORM:
        *p = (struct port){d->pins.xform.cfg_en, d->pins.xform.cfg_id, d->pins.xform.cfg_addr,
                           d->pins.xform.cfg_rdata};
        return true;
    case DUT_MAG:
        *p = (struct port){d->pins.mag.xf_cfg_en, d->pins.mag.xf_cfg_id, d->pins.mag.xf_cfg_addr,
                           d->pins.mag.xf_cfg_rdata};
        return true;
    default:
        return false;
    }
}

static uint32_t reads(struct dut *d, const struct port *p, unsigned id, uint8_t addr) {
    *p->id = (uint8_t)id;
    *p->addr = addr;
    d->eval(d);
    return *p->rdata;
}

bool bank_card_read(struct dut *d, struct bank_card *card) {
    struct port p;
    if (!port_of(d, &p)) {
        return false;
    }
    const uint8_t en = *p.en, id = *p.id, addr = *p.addr;
    *card = (struct bank_card){.ids = 1u << d->type->xform.id_w, .desc = d->type->bank_desc};
    *p.en = 0;
    for (unsigned i = 0; i < card->ids; i++) {
        card->shape[i] = reads(d, &p, i, BANK_REG_GEOMETRY);
        card->depth[i] = reads(d, &p, i, BANK_REG_DEPTH);
        card->possible[i] = bank_geometry_decode(i, card->shape[i], card->depth[i], &card->of[i]);
    }
    *p.en = en;
    *p.id = id;
    *p.addr = addr;
    d->eval(d);
    return true;
}

/* ---- text ------------------------------------------------------------------------------------ */

static const char *plural(unsigned n) {
    return n == 1 ? "" : "s";
}

static const char *name_of(const struct bank_card *card, unsigned id) {
    const struct bank_desc *desc = card->desc;
    if (desc == NULL || desc->every_id_bypasses || id > desc->occupants) {
        return NULL;
    }
    return desc->occupant[id - 1].name;
}

static bool same_item(const struct bank_card *card, unsigned a, unsigned b) {
    return name_of(card, a) == NULL && name_of(card, b) == NULL &&
           card->shape[a] == card->shape[b] && card->depth[a] == card->depth[b];
}

static void add_item(struct text *t, const struct bank_card *card, unsigned from, unsigned to) {
    const struct bank_geometry *g = &card->of[from];
    const char *name = name_of(card, from);
    from == to ? text_add(t, " %u", from) : text_add(t, " %u-%u", from, to);
    if (name != NULL) {
        text_add(t, " %s", name);
    }
    if (!card->possible[from]) {
        text_add(t, " no possible shape (0x%08x, 0x%08x)", card->shape[from], card->depth[from]);
        return;
    }
    text_add(t, " %u beat%s -> %u word%s", g->in_beats, plural(g->in_beats), g->out_words,
             plural(g->out_words));
    if (g->declares_depth) {
        text_add(t, " DEPTH %u", g->depth);
    } else {
        text_add(t, " DEPTH not stated");
    }
}

void bank_card_text(const struct bank_card *card, char *buf, size_t size) {
    const char *const name = card->desc != NULL ? card->desc->name : "no model";
    struct text t = text_into(buf, size);
    text_add(&t, "%s:", name != NULL ? name : "no name");
    const char *separator = "";
    for (unsigned id = 1; id < card->ids; id++) {
        unsigned last = id;
        if (card->possible[id] && !card->of[id].known && name_of(card, id) == NULL) {
            continue;
        }
        while (last + 1 < card->ids && same_item(card, id, last + 1)) {
            last++;
        }
        text_add(&t, "%s", separator);
        add_item(&t, card, id, last);
        separator = ",";
        id = last;
    }
    if (separator[0] == 0) {
        text_add(&t, " no occupants");
    }
}

/* ---- against the model ----------------------------------------------------------------------- */

int bank_card_disagrees(const struct bank_card *card, bool depth_too) {
    static struct bank_model m;
    bank_model_init(&m, card->desc);
    for (unsigned id = 0; id < card->ids; id++) {
        uint32_t shape, depth;
        bank_model_reg_read(&m, id, BANK_REG_GEOMETRY, 0, &shape);
        bank_model_reg_read(&m, id, BANK_REG_DEPTH, 0, &depth);
        if (card->shape[id] != shape || (depth_too && card->depth[id] != depth)) {
            return (int)id;
        }
    }
    return -1;
}

void bank_shape_text(const struct bank_geometry *g, char *buf, size_t size) {
    struct text t = text_into(buf, size);
    if (!g->known) {
        text_add(&t, "no such id");
        return;
    }
    text_add(&t, "%u beat%s, %u word%s", g->in_beats, plural(g->in_beats), g->out_words,
             plural(g->out_words));
    if (g->declares_depth) {
        text_add(&t, ", DEPTH %u", g->depth);
    }
}
