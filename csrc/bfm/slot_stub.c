#include "bfm/slot_stub.h"

/* ---- settings ------------------------------------------------------------------------------- */

void slot_stub_fast(struct slot_stub_knobs *knobs) {
    *knobs = (struct slot_stub_knobs){
        .grant_min = 1, .grant_max = 1, .stages = 1, .done_min = 1, .done_max = 1};
}

void slot_stub_randomise(struct slot_stub_knobs *knobs, struct rng *rng) {
    static const unsigned grant[] = {0, 1, 4, 60, 400}, latency[] = {0, 0, 3, 12, 60, 400};
    slot_stub_fast(knobs);
    knobs->grant_min = rng_below(rng, 2);
    knobs->grant_max = knobs->grant_min + grant[rng_below(rng, 5)];
    knobs->linger_permille = 500 * rng_below(rng, 3);
    knobs->stages = rng_chance(rng, 700) ? 1 : rng_range(rng, 1, SLOT_STUB_STAGES);
    knobs->done_min = rng_range(rng, 1, 8);
    knobs->done_max = knobs->done_min + latency[rng_below(rng, 6)];
}

void slot_stub_without(struct slot_stub_knobs *knobs, uint32_t without) {
    struct slot_stub_knobs fast;
    slot_stub_fast(&fast);
    if (without & WITHOUT_WAITS) {
        knobs->grant_min = fast.grant_min;
        knobs->grant_max = fast.grant_max;
        knobs->stages = fast.stages;
        knobs->done_min = fast.done_min;
        knobs->done_max = fast.done_max;
    }
}

unsigned slot_stub_injected(const struct slot_stub_knobs *knobs) {
    return knobs->grant_max + knobs->stages + knobs->done_max + BANK_WORDS_MAX;
}

void slot_stub_init(struct slot_stub *x, struct sim *s, const struct slot_stub_pins *pins,
                    unsigned id_w) {
    memset(x, 0, sizeof *x);
    x->sim = s;
    x->pins = *pins;
    x->shapes.ids = 1u << id_w;
    slot_stub_fast(&x->knobs);
    x->bank = (struct bank_pins){.start = &x->at_bank.start,
                                 .id = &x->at_bank.id,
                                 .mode = &x->at_bank.mode,
                                 .beat = x->at_bank.beat,
                                 .beat_valid = &x->at_bank.beat_valid,
                                 .done = &x->done};
    bank_spy_init(&x->spy, s, "slot", &x->bank, &x->shapes);
    sim_rng(s, &x->rng, "slot");
    rng_init(&x->idle, s->options->idle_seed, s->test, "slot.idle");
}

void slot_stub_bank(struct slot_stub *x, const struct bank_desc *desc, bool declares) {
    struct bank_model model;
    x->desc = desc;
    bank_model_init(&model, desc);
    for (unsigned id = 0; id < x->shapes.ids; id++) {
        struct bank_geometry *shape = &x->shapes.of[id];
        *shape = bank_model_geometry(&model, id);
        shape->declares_depth = declares;
        shape->depth = declares ? shape->depth : 1;
    }
    bank_spy_init(&x->spy, x->sim, "slot", &x->bank, &x->shapes);
}

/* ---- registers ------------------------------------------------------------------------------ */

uint32_t slot_stub_geometry(const struct slot_stub *x, unsigned id) {
    const struct bank_geometry *shape = &x->shapes.of[id % x->shapes.ids];
    if (x->lies) {
        return x->lie;
    }
    return shape->known ? shape->out_words << 16 | shape->in_beats * WORD_BITS : 0;
}

static uint32_t depth_of(const struct slot_stub *x, unsigned id) {
    const struct bank_geometry *shape = &x->shapes.of[id % x->shapes.ids];
    if (!shape->declares_depth) {
        return x->undeclared;
    }
    return shape->known ? UINT32_C(0x44455000) | shape->depth : 0;
}

static uint32_t register_of(const struct slot_stub *x, unsigned id, unsigned addr) {
    switch (addr) {
    case BANK_REG_FAULT:
        return x->fault;
    case BANK_REG_GEOMETRY:
        return slot_stub_geometry(x, id);
    case BANK_REG_DEPTH:
        return depth_of(x, id);
    default:
        return 0;
    }
}

bool slot_stub_answer(struct slot_stub *x) {
    const uint32_t value =
        x->owned ? register_of(x, *x->pins.cfg_id, *x->pins.cfg_addr) : *x->pins.cfg_rdata;
    const bool other = value != *x->pins.cfg_rdata;
    *x->pins.cfg_rdata = value;
    return other;
}

/* ---- drive ---------------------------------------------------------------------------------- */

/* The grant: a while after req rose, until req falls, perhaps one cycle longer. */
static void drive_grant(struct slot_stub *x) {
    const bool req = *x->pins.req && !x->sim->in_reset;
    if (x->granted && !req) {
        x->granted =
            !x->lingers && !x->sim->in_reset && rng_chance(&x->rng, x->knobs.linger_permille);
        x->lingers = x->granted;
    } else if (!x->granted && req) {
        if (!x->asked) {
            x->left = rng_range(&x->rng, x->knobs.grant_min, x->knobs.grant_max);
        }
        if (x->left == 0 && !x->knobs.grant_withheld) {
            x->granted = true;
            x->lingers = false;
            x->stats.grants++;
            sim_event(x->sim, EVENT_GRANT, "slot", 1, 0, NULL, 0);
        }
        x->left -= x->left > 0;
    }
    x->asked = req;
    *x->pins.gnt = x->granted;
}

/* What was presented `stages` cycles ago. */
static void drive_bank(struct slot_stub *x) {
    struct slot_stub_stage *slot = &x->stage[x->sim->cycle % SLOT_STUB_STAGES];
    x->at_bank = *slot;
    x->in_stages -= slot->start + slot->beat_valid;
    memset(slot, 0, sizeof *slot);
}

static void drive_done(struct slot_stub *x) {
    const uint64_t now = x->sim->cycle;
    x->done =
        x->entries > 0 && now >= x->entry[0].due && now >= x->next_done && !x->knobs.done_withheld;
    if (x->done) {
        x->shown = x->entry[0];
        x->shows = true;
        x->next_done = now + x->shown.out_words;
        x->fault |= x->shown.faults ? (uint8_t)(2u << rng_below(&x->rng, 3)) : 0;
        x->entries--;
        memmove(&x->entry[0], &x->entry[1], x->entries * sizeof x->entry[0]);
    }
    *x->pins.done = x->done;
}

static void drive_words(struct slot_stub *x) {
    for (unsigned i = 0; i < BANK_WORDS_MAX; i++) {
        if (x->shows && i < x->shown.out_words) {
            memcpy(x->pins.word[i], x->shown.word[i].w, WORD_BYTES);
        } else {
            rng_fill(&x->idle, x->pins.word[i], 8);
        }
    }
}

void slot_stub_drive(struct slot_stub *x) {
    if (x->sim->in_reset) {
        x->granted = x->asked = x->asked_before = x->open = x->shows = false;
        x->entries = x->in_stages = 0;
        x->fault = 0;
        memset(x->stage, 0, sizeof x->stage);
    }
    drive_grant(x);
    drive_bank(x);
    drive_done(x);
    drive_words(x);
    *x->pins.fault = x->fault;
    if (!x->owned) {
        *x->pins.cfg_rdata = (uint32_t)rng_next(&x->idle);
    }
    slot_stub_answer(x);
}

/* ---- sample: the bank ----------------------------------------------------------------------- */

static void complete(struct slot_stub *x) {
    const struct bank_geometry *shape = &x->shapes.of[x->open_id];
    x->open = false;
    if (x->entries == SLOT_STUB_ENTRIES) {
        return; /* its driver has been told */
    }
    struct slot_stub_entry *e = &x->entry[x->entries++];
    *e = (struct slot_stub_entry){.due = x->sim->cycle +
                                         rng_range(&x->rng, x->knobs.done_min, x->knobs.done_max),
                                  .out_words = shape->out_words,
                                  .depth = shape->depth,
                                  .faults = rng_chance(&x->rng, x->knobs.fault_permille)};
    bank_convert(x->desc, NULL, x->open_id, x->beat, x->open_mode, e->word);
}

static void run_bank(struct slot_stub *x) {
    if (x->at_bank.beat_valid && x->open) {
        if (x->beats < BANK_BEATS_MAX) {
            memcpy(x->beat[x->beats].w, x->at_bank.beat, WORD_BYTES);
        }
        x->beats++;
        if (x->beats == x->shapes.of[x->open_id].in_beats) {
            complete(x);
        }
    }
    if (x->at_bank.start) {
        x->open = true;
        x->open_id = x->at_bank.id;
        x->open_mode = x->at_bank.mode;
        x->beats = 0;
        x->shows &= x->shown.depth != 1; /* words may change once the next entry has started */
    }
}

/* ---- sample: the requester ------------------------------------------------------------------ */

static void judge_grant(struct slot_stub *x) {
    struct sim *s = x->sim;
    const bool presents = *x->pins.start || *x->pins.beat_valid;
    sim_evaluated(s, CHECK_XF_DRIVE);
    if (presents && !*x->pins.gnt) {
        sim_fail(s, CHECK_XF_DRIVE, "slot", "a start or beat is presented without the grant");
    }
    if (x->asked_before && !*x->pins.req) {
        if (!slot_stub_idle(x)) {
            sim_fail(s, CHECK_XF_DRIVE, "slot", "req falls before the done of an entry");
        } else if (!x->granted_before) {
            sim_fail(s, CHECK_XF_DRIVE, "slot", "req falls before the grant came");
        }
    }
    x->asked_before = *x->pins.req;
    x->granted_before = *x->pins.gnt;
}

static void take_presented(struct slot_stub *x) {
    struct slot_stub_stage *slot = &x->stage[(x->sim->cycle + x->knobs.stages) % SLOT_STUB_STAGES];
    slot->start = *x->pins.start;
    slot->id = *x->pins.id;
    slot->mode = *x->pins.mode;
    slot->beat_valid = *x->pins.beat_valid;
    memcpy(slot->beat, x->pins.beat, sizeof slot->beat);
    x->in_stages += slot->start + slot->beat_valid;
    if (slot->start) {
        x->stats.starts++;
        sim_event(x->sim, EVENT_START, "slot", 0, (uint64_t)slot->id << 8 | slot->mode, NULL, 0);
    }
    if (slot->beat_valid) {
        x->stats.beats++;
        sim_event(x->sim, EVENT_BEAT, "slot", 0, 0, slot->beat, 8);
    }
}

void slot_stub_sample(struct slot_stub *x) {
    bank_spy_sample(&x->spy);
    if (x->sim->in_reset) {
        return;
    }
    if (x->done) {
        x->stats.dones++;
        sim_event(x->sim, EVENT_DONE, "slot", 0, 0, x->pins.word[0], 8);
    }
    judge_grant(x);
    run_bank(x);
    take_presented(x);
}
