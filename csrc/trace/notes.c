#include "trace/notes.h"

#include "bank.h"
#include "check.h"
#include "flit.h"
#include "text.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* ---- rows ------------------------------------------------------------------------------------ */

static void add(struct notes *n, const char *name, unsigned bits, const uint32_t *words) {
    struct wave_note *row = &n->signal[n->count++];
    snprintf(row->name, sizeof row->name, "%s", name);
    for (char *c = row->name; *c; c++) {
        *c = isalnum((unsigned char)*c) ? *c : '_';
    }
    row->bits = bits;
    row->words = words;
}

/* Of beats and answers the pins themselves say enough. */
static void add_lanes(struct notes *n, const struct dut *d) {
    struct lane all[LANES_MAX];
    const unsigned count = lanes_of(d, all);
    for (unsigned i = 0; i < count; i++) {
        if (all[i].kind == LANE_LINK || all[i].kind == LANE_AXI_ADDRESS) {
            n->lane[n->lanes] = all[i];
            add(n, all[i].name, 8 * NOTE_TEXT, n->lane_text[n->lanes]);
            n->lanes++;
        }
    }
}

static void slot_of_bank(struct note_slot *slot, const struct bank_pins *p) {
    *slot = (struct note_slot){.start = p->start,
                               .id = p->id,
                               .mode = p->mode,
                               .beat_valid = p->beat_valid,
                               .done = p->done};
}

static void find_reset(struct notes *n, const struct dut *d) {
    const uint8_t *const pin[] = {[DUT_MEM_PORT] = d->pins.mem_port.resetn,
                                  [DUT_XFORM] = d->pins.xform.rst,
                                  [DUT_BANK] = d->pins.bank.rst,
                                  [DUT_MOVER] = d->pins.mover.resetn,
                                  [DUT_WALKER] = d->pins.walker.resetn,
                                  [DUT_MAG] = d->pins.mag.resetn};
    n->reset = pin[d->type->kind];
    n->reset_level = d->type->kind == DUT_XFORM || d->type->kind == DUT_BANK;
}

static void find_slot(struct note_slot *slot, const struct dut *d) {
    switch (d->type->kind) {
    case DUT_XFORM:
        slot_of_bank(slot, &d->pins.xform.bank);
        slot->gnt = d->pins.xform.gnt;
        break;
    case DUT_BANK:
        slot_of_bank(slot, &d->pins.bank);
        break;
    case DUT_MAG:
        slot_of_bank(slot, &d->pins.mag.bank);
        break;
    case DUT_MOVER:
        *slot = (struct note_slot){.start = d->pins.mover.start,
                                   .id = d->pins.mover.id,
                                   .mode = d->pins.mover.mode,
                                   .beat_valid = d->pins.mover.beat_valid,
                                   .done = d->pins.mover.slot_done};
        break;
    case DUT_MEM_PORT:
    case DUT_WALKER:
        break;
    }
}

void notes_init(struct notes *n, const struct dut *d, const struct gauge *gauges,
                unsigned gauge_count) {
    memset(n, 0, sizeof *n);
    add(n, "check", 8 * NOTE_TEXT, n->check);
    add(n, "cycle", 64, n->cycle);
    add_lanes(n, d);
    find_reset(n, d);
    find_slot(&n->slot, d);
    if (n->slot.start) {
        add(n, "entry", 8 * NOTE_TEXT, n->entry);
    }
    n->gauges = gauge_count;
    for (unsigned i = 0; i < gauge_count; i++) {
        add(n, gauges[i].name, 32, &n->gauge[i]);
    }
}

/* ---- values ---------------------------------------------------------------------------------- */

/* A viewer shows zeros as "", a blank as nothing. */
static void put_text(uint32_t words[NOTE_TEXT_WORDS], const struct text *t) {
    memset(words, 0, NOTE_TEXT_WORDS * sizeof *words);
    for (size_t i = 0; i < t->used; i++) {
        words[i / 4] |= (uint32_t)(uint8_t)t->buf[t->used - 1 - i] << i % 4 * 8;
    }
    if (t->used == 0) {
        words[0] = ' ';
    }
}

static void add_flit(struct text *t, const struct link_pins *link) {
    struct flit flit;
    char brief[FLIT_BRIEF_SIZE];
    flit_unpack(link->data, &flit);
    flit_format_brief(&flit, brief, sizeof brief);
    text_add(t, "%s", brief);
}

static void add_burst(struct text *t, const struct axi_address_pins *p) {
    text_addr(t, *p->addr);
    text_add(t, " x%u id %u", *p->len + 1u, *p->id);
}

static void update_lane(const struct lane *lane, uint32_t words[NOTE_TEXT_WORDS]) {
    char buf[NOTE_TEXT + 1];
    struct text t = text_into(buf, sizeof buf);
    const enum lane_state state = lane_state(lane);
    if (state == LANE_HELD) {
        text_add(&t, "held ");
    }
    if (state != LANE_IDLE && lane->kind == LANE_LINK) {
        add_flit(&t, lane->link);
    } else if (state != LANE_IDLE) {
        add_burst(&t, lane->address);
    }
    put_text(words, &t);
}

/* A start and the last beat of the entry before may share a cycle (modules 1). */
static void take_entry(struct note_slot *s) {
    s->owed -= *s->done && s->owed > 0;
    s->beats += *s->beat_valid != 0;
    if (*s->start) {
        s->owed = s->owed < BANK_DEPTH_MAX ? s->owed + 1 : BANK_DEPTH_MAX;
        s->entry_id = *s->id;
        s->entry_mode = *s->mode;
        s->beats = 0;
    }
}

/* What happens to entries in this cycle, then which one began last, unless that is over. A window
 * may open in the middle of an entry: it shows from the next one on. */
static void update_entry(struct note_slot *s, uint32_t words[NOTE_TEXT_WORDS]) {
    char buf[NOTE_TEXT + 1];
    struct text t = text_into(buf, sizeof buf);
    const unsigned before = s->owed;
    take_entry(s);
    if (*s->done) {
        text_add(&t, "done ");
    }
    if (*s->start) {
        text_add(&t, *s->beat_valid ? "beat, start " : "start ");
    } else if (s->owed > 0) {
        text_add(&t, "%sbeat %u ", *s->beat_valid ? "" : "after ", s->beats);
    }
    if (s->owed > 0 || (*s->done && before > 0)) {
        text_add(&t, "id %u mode %u", s->entry_id, s->entry_mode);
    }
    if (s->owed > 0 && s->gnt && *s->gnt) {
        text_add(&t, " requester %u", (unsigned)__builtin_ctz(*s->gnt));
    }
    put_text(words, &t);
}

static void update_check(const struct failure *f, uint32_t words[NOTE_TEXT_WORDS]) {
    char buf[NOTE_TEXT + 1];
    struct text t = text_into(buf, sizeof buf);
    if (f->set) {
        text_add(&t, "%s on %s", check_text(f->check), f->where);
    }
    put_text(words, &t);
}

static void update_texts(struct notes *n) {
    for (unsigned i = 0; i < n->lanes; i++) {
        update_lane(&n->lane[i], n->lane_text[i]);
    }
    if (n->slot.start) {
        update_entry(&n->slot, n->entry);
    }
}

/* In reset nothing on the pins has a meaning. */
static void blank_texts(struct notes *n) {
    const struct text nothing = text_into(NULL, 0);
    for (unsigned i = 0; i < n->lanes; i++) {
        put_text(n->lane_text[i], &nothing);
    }
    put_text(n->entry, &nothing);
    n->slot.owed = 0;
}

void notes_update(struct notes *n, uint64_t cycle, const struct gauge *gauges,
                  const struct failure *failure) {
    n->cycle[0] = (uint32_t)cycle;
    n->cycle[1] = (uint32_t)(cycle >> 32);
    update_check(failure, n->check);
    if (*n->reset == n->reset_level) {
        blank_texts(n);
    } else {
        update_texts(n);
    }
    for (unsigned i = 0; i < n->gauges; i++) {
        n->gauge[i] = gauges[i].value;
    }
}

/* ---- in the waves of a run ------------------------------------------------------------------- */

struct noted_run {
    struct sim *sim;
    struct notes notes;
    bool known; /* the rows are: gauges can be asked for only once the bench is made */
};

static void on_cycle(void *self) {
    struct noted_run *run = self;
    struct sim *s = run->sim;
    if (!sim_waves_now(s)) {
        return;
    }
    struct gauge gauges[GAUGES_MAX] = {0};
    const unsigned count = s->hooks->gauges ? s->hooks->gauges(s->bench, gauges) : 0;
    if (!run->known) {
        run->known = true;
        notes_init(&run->notes, s->dut, gauges, count);
        s->dut->wave_notes(s->dut, run->notes.signal, run->notes.count);
    }
    notes_update(&run->notes, s->cycle, gauges, &s->failure);
}

void notes_attach(struct sim *s) {
    struct noted_run *run = sim_alloc(s, sizeof *run);
    run->sim = s;
    sim_observe(s, &(struct observer){.cycle = on_cycle, .self = run});
}
