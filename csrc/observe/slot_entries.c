#include "observe/slot_entries.h"

#include "bank.h"
#include "dut/packed_pin.h"

#include <string.h>

enum { BYPASS_BEATS = 4, BEAT_BITS = 256 };

struct slot_pins {
    bool start, beat, done;
    unsigned id, who;
};

void slot_entries_init(struct slot_entries *e, const struct dut *d) {
    memset(e, 0, sizeof *e);
    e->dut = d;
}

void slot_entries_reset(struct slot_entries *e) {
    e->count = e->beats_left = 0;
}

/* What the holder of the grant presents. */
static struct slot_pins at_xform(const struct dut *d) {
    const struct xform_pins *p = &d->pins.xform;
    struct slot_pins now = {.done = *p->done & 1};
    for (unsigned i = 0; i < d->type->xform.nreq; i++) {
        if (*p->gnt >> i & 1) {
            now.who = i;
            now.start = *p->start >> i & 1;
            now.beat = *p->beat_valid >> i & 1;
            now.id = packed_get(&p->id, i, d->type->xform.id_w);
        }
    }
    return now;
}

static struct slot_pins at_bank(const struct bank_pins *p) {
    if (!p->start) {
        return (struct slot_pins){0};
    }
    return (struct slot_pins){
        .start = *p->start, .beat = *p->beat_valid, .done = *p->done, .id = *p->id};
}

static struct slot_pins at_mover(const struct mover_pins *p) {
    return (struct slot_pins){
        .start = *p->start, .beat = *p->beat_valid, .done = *p->slot_done, .id = *p->id};
}

static struct slot_pins pins_now(const struct dut *d) {
    switch (d->type->kind) {
    case DUT_XFORM:
        return at_xform(d);
    case DUT_BANK:
        return at_bank(&d->pins.bank);
    case DUT_MOVER:
        return at_mover(&d->pins.mover);
    case DUT_MAG:
        return at_bank(&d->pins.mag.bank);
    default:
        return (struct slot_pins){0};
    }
}

static unsigned beats_of(const struct dut_type *type, unsigned id) {
    const struct bank_desc *bank = type->bank_desc;
    if (bank) {
        const bool bypass = bank->every_id_bypasses || id == 0 || id > bank->occupants;
        return bypass ? BYPASS_BEATS : bank->occupant[id - 1].in_beats;
    }
    return id == 0 || id > type->xform.slots ? (type->xform.in_bits ? BYPASS_BEATS : 0)
                                             : type->xform.in_bits / BEAT_BITS;
}

static void start(struct slot_entries *e, const struct slot_pins *now, uint64_t cycle) {
    if (e->beats_left > 0 && e->count > 0) {
        e->count--;
        e->abandoned++;
    }
    if (e->count == SLOT_ENTRIES_OPEN) {
        slot_entries_reset(e); /* a slot that never answers: its check says so */
    }
    e->open[e->count].started = cycle;
    e->open[e->count].who = now->who;
    e->count++;
    e->beats_left = beats_of(e->dut->type, now->id);
}

bool slot_entries_cycle(struct slot_entries *e, uint64_t cycle, struct slot_entry *answered) {
    const struct slot_pins now = pins_now(e->dut);
    e->beats_left -= now.beat && e->beats_left > 0;
    if (now.start) {
        start(e, &now, cycle);
    }
    if (!now.done || e->count == 0 || (e->count == 1 && e->beats_left > 0)) {
        return false;
    }
    *answered = (struct slot_entry){e->open[0].who, cycle - e->open[0].started};
    memmove(&e->open[0], &e->open[1], --e->count * sizeof e->open[0]);
    return true;
}
