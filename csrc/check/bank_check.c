#include "check/bank_check.h"

#include "check/bank_cover.h"
#include "sim/wrap.h"

#include <stdio.h>

enum { SMOOTH_ENOUGH = 3 }; /* right answers without gaps before gaps are blamed */

void bank_check_init(struct bank_check *c, struct sim *s, const char *where,
                     const struct slot_shapes *shapes) {
    c->sim = s;
    c->where = where;
    c->shapes = shapes;
}

void bank_check_restart_stats(struct bank_check *c) {
    memset(&c->stats, 0, sizeof c->stats);
}

bool bank_check_idle(const struct bank_check *c) {
    return bank_model_pending(&c->model) == 0;
}

static void forget(struct bank_check *c) {
    bank_model_reset(&c->model);
    c->entries = 0;
    c->holding = false;
    c->latest.what = NULL;
    c->wrote = false;
    c->previous.any = false;
    bank_memory_reset(&c->memory);
}

void bank_check_join(struct bank_check *c, uint8_t fault) {
    forget(c);
    bank_memory_join(&c->memory);
    bank_model_resume(&c->model, fault);
}

/* ---- reports -------------------------------------------------------------------------------- */

static void describe(struct failure *f, const struct entry_info *e,
                     const struct slot_shapes *shapes) {
    if (!f) {
        return;
    }
    char gaps[40] = "no gaps";
    if (e->lead + e->gaps > 0) {
        snprintf(gaps, sizeof gaps, "%u cycles of gaps", e->lead + e->gaps);
    }
    snprintf(
        f->request, sizeof f->request,
        "entry %llu of requester %u: id %u%s mode 0x%x, started at %llu, %s, latest beat at %llu",
        (unsigned long long)e->number, e->who, e->id,
        shapes->of[e->id].known ? "" : " (names no occupant)", e->mode,
        (unsigned long long)e->started, gaps, (unsigned long long)e->beat_at);
    snprintf(f->progress, sizeof f->progress, "beat %u of %u", e->beats,
             shapes->of[e->id].in_beats);
}

static void word_field(struct failure *f, unsigned index, const struct word *expected,
                       const uint32_t *actual) {
    struct word got;
    char name[16];
    memcpy(got.w, actual, sizeof got.w);
    if (!f || word_equal(expected, &got)) {
        return;
    }
    snprintf(name, sizeof name, "word%u", index);
    failure_word(f, name, expected, &got);
}

static void word_fields(struct failure *f, const struct word *expected, uint32_t *const *actual,
                        unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        word_field(f, i, &expected[i], actual[i]);
    }
}

/* ---- whose fault a wrong answer is ---------------------------------------------------------- */

static bool words_equal(const struct word *expected, uint32_t *const *actual, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        if (memcmp(expected[i].w, actual[i], sizeof expected[i].w) != 0) {
            return false;
        }
    }
    return true;
}

/* The bank got the very same beats right when they came without gaps. */
static bool smooth_twin(const struct bank_check *c, const struct seen_entry *e) {
    return c->has_smooth && c->smooth.info.id == e->info.id &&
           c->smooth.info.mode == e->info.mode &&
           memcmp(c->smooth.beat, e->beat, e->info.beats * sizeof e->beat[0]) == 0;
}

/* Gaps are to blame: the same beats were right without, or this occupant answered several entries
 * without gaps and never one with gaps of this sort. */
static bool gaps_to_blame(const struct bank_check *c, const struct seen_entry *e) {
    const unsigned id = e->info.id;
    if (!entry_has_gaps(&e->info)) {
        return false;
    }
    const uint32_t right = e->info.gaps > 0 ? c->right_gaps[id] : c->right_lead[id];
    return smooth_twin(c, e) || (right == 0 && c->right_smooth[id] >= SMOOTH_ENOUGH);
}

/* The answer is right for an id and mode that stood on the pins after the entry's start. */
static bool later_selection(const struct bank_check *c, const struct seen_entry *e,
                            uint32_t *const *actual, unsigned *id_used, unsigned *mode_used) {
    struct word words[BANK_WORDS_MAX];
    if (!c->model.desc || c->model.desc->every_id_bypasses) {
        return false;
    }
    for (unsigned id = 0; id < c->shapes->ids; id++) {
        const struct bank_geometry *shape = &c->shapes->of[id];
        if (shape->in_beats > e->info.beats ||
            (id != e->info.id && c->id_seen[id] <= e->info.started)) {
            continue;
        }
        for (unsigned mode = 0; mode < BANK_IDS_MAX; mode++) {
            if (mode != e->info.mode && c->mode_seen[mode] <= e->info.started) {
                continue;
            }
            bank_convert(c->model.desc, bank_model_state(&c->model), id, e->beat, mode, words);
            if (words_equal(words, actual, shape->out_words)) {
                *id_used = id;
                *mode_used = mode;
                return true;
            }
        }
    }
    return false;
}

/* Suites that judge the models of number formats by vectors and by a second, exact model. */
static const char *format_evidence(const struct bank_desc *desc) {
    if (desc && strcmp(desc->name, "mxfp7") == 0) {
        return "T=model.mxfp7 (published vectors, a second exact model) and ";
    }
    if (desc && strcmp(desc->name, "mxfp8") == 0) {
        return "T=model.mxfp8 (published vectors, a second exact model) and ";
    }
    return "";
}

static void wrong_words(struct bank_check *c, const struct seen_entry *e,
                        const struct word *expected, const struct slot_cycle *now, unsigned count) {
    struct failure *f;
    unsigned id, mode;
    if (later_selection(c, e, now->word, &id, &mode)) {
        f = sim_fail(c->sim, CHECK_XF_MODE, c->where,
                     "the words are those of id %u mode 0x%x, which came after start", id, mode);
    } else if (gaps_to_blame(c, e)) {
        f = sim_fail(c->sim, CHECK_XF_GAP, c->where,
                     "an entry with gaps gives other words than one without");
    } else {
        f = sim_fail(c->sim, CHECK_XF_DATA, c->where, "words differ from the golden model's");
        if (f && !c->sim->dut->type->foreign) {
            snprintf(f->hint, sizeof f->hint,
                     "evidence for the model's side: make check %sT=model.bank",
                     format_evidence(c->model.desc));
        }
    }
    describe(f, &e->info, c->shapes);
    word_fields(f, expected, now->word, count);
}

/* ---- the stream ----------------------------------------------------------------------------- */

static struct seen_entry *entry_at(struct bank_check *c, unsigned index) {
    return &c->entry[(c->oldest + index) % SEEN_ENTRIES];
}

static void note_latest(struct bank_check *c, const char *what, const struct seen_entry *e) {
    c->latest = (struct bank_latest){what, e->info.who, e->info.number, c->sim->cycle};
}

/* The cycles since start or the latest beat, this one excluded, had no beat. */
static void count_gap(const struct bank_check *c, struct seen_entry *e) {
    const uint64_t since = c->sim->cycle - e->info.beat_at;
    const unsigned gap = since > 1 ? (unsigned)since - 1 : 0;
    if (e->info.beats == 0) {
        e->info.lead += gap;
    } else {
        e->info.gaps += gap;
    }
}

/* Of the entry that will be the one before the next. */
static void note_beat(struct neighbour *n, const struct word *beat) {
    for (unsigned i = 0; i < 8; i++) {
        n->beats = (n->beats ^ beat->w[i]) * UINT64_C(0x9e3779b97f4a7c15);
        n->beats ^= n->beats >> 29;
    }
}

static void see_beat(struct bank_check *c, const struct slot_cycle *now) {
    struct word beat;
    memcpy(beat.w, now->beat, sizeof beat.w);
    sim_event(c->sim, EVENT_BEAT, c->where, now->who, 0, beat.w, 8);
    if (!bank_model_beat(&c->model, &beat) || c->entries == 0) {
        sim_fail(c->sim, CHECK_XF_DRIVE, c->where, "requester %u presents a beat no entry wants",
                 now->who);
        return;
    }
    struct seen_entry *e = entry_at(c, c->entries - 1);
    count_gap(c, e);
    e->info.beat_at = c->sim->cycle;
    e->beat[e->info.beats++] = beat;
    note_beat(&c->previous, &beat);
    note_latest(c, "beat", e);
}

static void note_neighbours(struct bank_check *c, struct seen_entry *e) {
    const struct neighbour self = {true, e->info.id, e->info.mode, e->info.number, 0};
    e->info.before = c->previous;
    e->info.beside.any = false;
    if (c->entries > 1) {
        entry_at(c, c->entries - 2)->info.beside = self;
    }
    c->previous = self;
}

/* The latest entry; NULL: none is under way. */
static const struct entry_info *latest_entry(struct bank_check *c) {
    return c->entries > 0 ? &entry_at(c, c->entries - 1)->info : NULL;
}

static void see_start(struct bank_check *c, const struct slot_cycle *now) {
    c->sim->seen.sent++;
    if (sim_counts_bins(c->sim)) {
        bank_cover_start(c, now, latest_entry(c));
    }
    sim_event(c->sim, EVENT_START, c->where, now->who, (uint64_t)now->id << 8 | now->mode, NULL, 0);
    switch (bank_model_start(&c->model, now->id, now->mode)) {
    case BANK_START_OPENS:
        break;
    case BANK_START_ABANDONS:
        if (sim_counts_bins(c->sim)) {
            bank_cover_end(c, entry_at(c, c->entries - 1), false);
        }
        c->entries--;
        break;
    default:
        sim_fail(c->sim, CHECK_XF_DRIVE, c->where,
                 "requester %u presents start of id %u too early for DEPTH %u", now->who, now->id,
                 c->shapes->of[now->id].depth);
        return;
    }
    struct seen_entry *e = entry_at(c, c->entries++);
    e->info.number = c->numbered++;
    e->info.who = now->who;
    e->info.id = now->id;
    e->info.mode = now->mode;
    e->info.beats = e->info.lead = e->info.gaps = 0;
    e->info.late = e->info.unsteady = false;
    e->info.started = e->info.beat_at = c->sim->cycle;
    note_neighbours(c, e);
    note_latest(c, "start", e);
}

/* Until the next start shows its own. */
static void see_selection(struct bank_check *c, const struct slot_cycle *now) {
    if (c->entries > 0 && !now->start) {
        struct entry_info *e = &entry_at(c, c->entries - 1)->info;
        e->unsteady |= now->id != e->id || now->mode != e->mode;
    }
}

/* ---- words stay where they are -------------------------------------------------------------- */

static void hold_check(struct bank_check *c, const struct slot_cycle *now) {
    if (!c->holding) {
        return;
    }
    sim_evaluated(c->sim, CHECK_XF_HOLD);
    if (now->done) {
        return; /* hold_until_done() */
    }
    if (now->start && (c->held_depth < 2 || c->shapes->of[now->id].depth < 2)) {
        c->holding = false;
    } else if (!words_equal(c->held, now->word, c->held_words)) {
        struct failure *f =
            sim_fail(c->sim, CHECK_XF_HOLD, c->where, "words changed %llu cycles after their done",
                     (unsigned long long)(c->sim->cycle - c->held_since));
        describe(f, &c->held_for, c->shapes);
        word_fields(f, c->held, now->word, c->held_words);
        c->holding = false;
    }
}

/* The next done, which is owed, ends the hold; with DEPTH 2 it leaves time to read the words. */
static void hold_until_done(struct bank_check *c) {
    const uint64_t apart = c->sim->cycle - c->held_since;
    if (c->holding && c->held_depth >= 2 && apart < c->held_words) {
        describe(sim_fail(c->sim, CHECK_XF_HOLD, c->where,
                          "the next done comes %llu cycles after that of an entry of %u words",
                          (unsigned long long)apart, c->held_words),
                 &c->held_for, c->shapes);
    }
}

static void hold_from_now(struct bank_check *c, const struct slot_cycle *now,
                          const struct entry_info *e, unsigned words) {
    c->holding = true;
    c->held_depth = c->shapes->of[e->id].depth;
    c->held_words = words;
    c->held_since = c->sim->cycle;
    c->held_for = *e;
    for (unsigned i = 0; i < words; i++) {
        memcpy(c->held[i].w, now->word[i], sizeof c->held[i].w);
    }
}

/* ---- answers -------------------------------------------------------------------------------- */

static void remember_right(struct bank_check *c, const struct seen_entry *e) {
    if (entry_has_gaps(&e->info)) {
        (e->info.gaps > 0 ? c->right_gaps : c->right_lead)[e->info.id]++;
        return;
    }
    c->right_smooth[e->info.id]++;
    c->has_smooth = true;
    c->smooth = *e;
}

static void describe_company(char *text, size_t size, const struct entry_info *e) {
    char before[48] = "the first since reset", beside[48] = "nothing";
    if (e->before.any) {
        snprintf(before, sizeof before, "after entry %llu (id %u mode 0x%x)",
                 (unsigned long long)e->before.number, e->before.id, e->before.mode);
    }
    if (e->beside.any) {
        snprintf(beside, sizeof beside, "entry %llu (id %u mode 0x%x)",
                 (unsigned long long)e->beside.number, e->beside.id, e->beside.mode);
    }
    snprintf(text, size, "%s, beside it %s; id and mode %s", before, beside,
             e->unsteady ? "changed after start" : "stood still");
}

/* Both entries, so that what differs can be seen. */
static void describe_both(struct failure *f, const struct answered_entry *earlier,
                          const struct seen_entry *e, const struct slot_shapes *shapes) {
    if (!f) {
        return;
    }
    char now[160], then[160], text[480];
    struct failure other;
    struct text report = text_into(f->report, sizeof f->report);
    describe_company(now, sizeof now, &e->info);
    describe_company(then, sizeof then, &earlier->entry.info);
    describe(&other, &earlier->entry.info, shapes);
    describe(f, &e->info, shapes);
    snprintf(text, sizeof text, "%s, done at %llu; %s", other.request,
             (unsigned long long)earlier->done_at, then);
    text_paragraph(&report, "now", now);
    text_paragraph(&report, "before", text);
}

static void wrong_repeat(struct bank_check *c, const struct answered_entry *earlier,
                         const struct seen_entry *e, const struct slot_cycle *now, unsigned words) {
    const enum check_id id = bank_memory_blame(&c->memory, earlier, e, now->word, words);
    const char *what = "the same entry gave other words before";
    if (id == CHECK_XF_GAP) {
        what = "the same entry gives other words with gaps than without";
    } else if (id == CHECK_XF_MODE) {
        what = "the same entry gives other words when id and mode change after start";
    }
    struct failure *f = sim_fail(c->sim, id, c->where, "%s", what);
    describe_both(f, earlier, e, c->shapes);
    word_fields(f, earlier->words, now->word, words);
}

/* Without a golden model the bank is its own: an entry must give what it gave before. */
static void judge_unpredicted(struct bank_check *c, const struct seen_entry *e,
                              const struct slot_cycle *now, unsigned words) {
    struct answered_entry *earlier = bank_memory_find(&c->memory, e);
    if (earlier) {
        sim_evaluated(c->sim, CHECK_XF_DATA);
        if (entry_has_gaps(&earlier->entry.info) || entry_has_gaps(&e->info)) {
            sim_evaluated(c->sim, CHECK_XF_GAP);
        }
        if (earlier->entry.info.unsteady || e->info.unsteady) {
            sim_evaluated(c->sim, CHECK_XF_MODE);
        }
        c->sim->seen.words += words;
        if (!words_equal(earlier->words, now->word, words)) {
            wrong_repeat(c, earlier, e, now, words);
            return;
        }
    }
    bank_memory_add(&c->memory, earlier, e, now->word, words, c->sim->cycle);
    remember_right(c, e);
}

static void judge_words(struct bank_check *c, const struct seen_entry *e,
                        const struct bank_result *result, const struct slot_cycle *now) {
    if (!result->predicted) {
        judge_unpredicted(c, e, now, result->out_words);
        return;
    }
    sim_evaluated(c->sim, CHECK_XF_DATA);
    if (entry_has_gaps(&e->info)) {
        sim_evaluated(c->sim, CHECK_XF_GAP);
    }
    if (now->id != e->info.id || now->mode != e->info.mode) {
        sim_evaluated(c->sim, CHECK_XF_MODE);
    }
    c->sim->seen.words += result->out_words;
    if (words_equal(result->words, now->word, result->out_words)) {
        remember_right(c, e);
    } else {
        wrong_words(c, e, result->words, now, result->out_words);
    }
}

static void record_answer(struct bank_check *c, const struct seen_entry *e, unsigned words,
                          const struct slot_cycle *now) {
    const uint64_t cycle = c->sim->cycle;
    sim_event(c->sim, EVENT_DONE, c->where, e->info.number, 0, now->word[0], 8);
    for (unsigned i = 1; i < words; i++) {
        sim_hash_words(c->sim, now->word[i], 8);
    }
    if (c->stats.dones++ == 0) {
        c->stats.first_done = cycle;
    }
    c->stats.last_done = cycle;
}

static void unowed_done(struct bank_check *c, const struct slot_cycle *now) {
    struct failure *f;
    unsigned id, mode;
    if (c->entries == 0) {
        sim_fail(c->sim, CHECK_XF_SHAPE, c->where, "done, but no entry is owed one");
        return;
    }
    struct seen_entry *e = entry_at(c, 0);
    count_gap(c, e); /* it stands in one, perhaps */
    if (later_selection(c, e, now->word, &id, &mode)) {
        f = sim_fail(c->sim, CHECK_XF_MODE, c->where,
                     "done and words are those of id %u mode 0x%x, which came after start", id,
                     mode);
    } else if (gaps_to_blame(c, e)) {
        f = sim_fail(c->sim, CHECK_XF_GAP, c->where,
                     "done before the last beat of an entry with gaps");
    } else {
        f = sim_fail(c->sim, CHECK_XF_SHAPE, c->where,
                     "done before the entry's last beat, or one done too many");
    }
    describe(f, &e->info, c->shapes);
}

static void see_done(struct bank_check *c, const struct slot_cycle *now) {
    struct bank_result result;
    sim_evaluated(c->sim, CHECK_XF_SHAPE);
    if (!bank_model_done(&c->model, &result)) {
        unowed_done(c, now);
        return;
    }
    const struct seen_entry *e = entry_at(c, 0);
    note_latest(c, "done", e);
    if (sim_counts_bins(c->sim)) {
        bank_cover_end(c, e, true);
    }
    c->oldest = (c->oldest + 1) % SEEN_ENTRIES;
    c->entries--;
    if (sim_counts_bins(c->sim)) {
        bank_cover_done(c, now, e, c->entries > 0 ? entry_at(c, 0) : NULL);
    }
    if (e->info.who != now->who) {
        describe(sim_fail(c->sim, CHECK_XF_DRIVE, c->where,
                          "done comes when its requester has given the grant back"),
                 &e->info, c->shapes);
    }
    judge_words(c, e, &result, now);
    record_answer(c, e, result.out_words, now);
    hold_until_done(c);
    hold_from_now(c, now, &e->info, result.out_words);
    if (c->answer) {
        c->answer(c->context, &result, now->word);
    }
}

static void overdue_check(struct bank_check *c) {
    if (c->entries == 0 || bank_model_pending(&c->model) == 0) {
        return;
    }
    struct seen_entry *e = entry_at(c, 0);
    if (e->info.late || c->sim->cycle - e->info.beat_at <= c->sim->options->done_bound) {
        return;
    }
    const bool gaps = gaps_to_blame(c, e);
    e->info.late = true;
    struct failure *f = sim_fail(c->sim, gaps ? CHECK_XF_GAP : CHECK_XF_SHAPE, c->where,
                                 "no done within %u cycles of the last beat%s",
                                 c->sim->options->done_bound, gaps ? " of an entry with gaps" : "");
    describe(f, &e->info, c->shapes);
    if (f) {
        snprintf(f->hint, sizeof f->hint, "a slower bank is given more time with DONE_BOUND=");
    }
    failure_missing_since(f, e->info.beat_at);
    stall_explain(&c->explainer, f);
}

/* ---- registers and faults ------------------------------------------------------------------- */

void bank_check_register(struct bank_check *c, unsigned id, unsigned addr, uint8_t fault,
                         uint32_t rdata) {
    uint32_t expected;
    if ((c->sim->options->seed_rules && addr == BANK_REG_DEPTH) ||
        !bank_model_reg_read(&c->model, id, addr, fault, &expected)) {
        return;
    }
    sim_evaluated(c->sim, CHECK_XF_REG);
    if (rdata == expected) {
        return;
    }
    struct failure *f =
        sim_fail(c->sim, CHECK_XF_REG, c->where, "register 0x%02x of id %u reads wrong", addr, id);
    char e[16], a[16];
    snprintf(e, sizeof e, "0x%08x", expected);
    snprintf(a, sizeof a, "0x%08x", rdata);
    failure_field(f, "cfg_rdata", e, a);
}

static void fault_check(struct bank_check *c, uint8_t fault) {
    static const char *const text[] = {
        [BANK_FAULT_MISSING] = "a fault bit is not set by the done of the entry that raises it",
        [BANK_FAULT_DROPPED] = "a fault bit fell without a write to register 0x00",
        [BANK_FAULT_UNCLEARED] = "a fault bit stayed after a write to register 0x00",
        [BANK_FAULT_SPURIOUS] = "a fault bit rose without cause",
    };
    const uint8_t may = bank_model_fault_may(&c->model), must = bank_model_fault_must(&c->model);
    sim_evaluated(c->sim, CHECK_XF_FAULT);
    const enum bank_fault verdict = bank_model_end_cycle(&c->model, fault);
    if (verdict == BANK_FAULT_RIGHT) {
        return;
    }
    struct failure *f = sim_fail(c->sim, CHECK_XF_FAULT, c->where, "%s", text[verdict]);
    char e[40], a[16];
    snprintf(e, sizeof e, "set 0x%x, may be set 0x%x", must, may);
    snprintf(a, sizeof a, "0x%x", fault);
    failure_field(f, "fault[3:0]", e, a);
}

/* What is read in the cycle of a write, by a probe as well, is what was there before it. */
static void see_write(struct bank_check *c, const struct slot_cycle *now) {
    sim_event(c->sim, EVENT_CONFIG, c->where, (uint64_t)now->cfg_id << 8 | now->cfg_addr, 0, NULL,
              0);
    if (sim_counts_bins(c->sim)) {
        bank_cover_write(c, now);
    }
    if (now->cfg_addr == BANK_REG_FAULT) {
        bank_model_reg_write(&c->model, now->cfg_id, now->cfg_addr, now->cfg_data);
        return;
    }
    bank_memory_write(&c->memory, c->sim->cycle);
    c->wrote = true;
    c->wrote_id = now->cfg_id;
    c->wrote_addr = now->cfg_addr;
    c->wrote_data = now->cfg_data;
}

void bank_check_sample(struct bank_check *c, const struct slot_cycle *now) {
    if (c->sim->in_reset) {
        if (c->sim->reset_cycles == 1 && sim_counts_bins(c->sim)) {
            bank_cover_reset(c, latest_entry(c));
        }
        forget(c);
        return;
    }
    if (c->wrote) {
        bank_model_reg_write(&c->model, c->wrote_id, c->wrote_addr, c->wrote_data);
        c->wrote = false;
    }
    hold_check(c, now);
    see_selection(c, now);
    if (now->beat_valid) {
        see_beat(c, now);
    }
    if (now->start) {
        see_start(c, now);
    }
    overdue_check(c); /* before a done that comes too late settles it */
    if (now->done) {
        see_done(c, now);
    }
    c->id_seen[now->id] = c->mode_seen[now->mode] = c->sim->cycle;
    if (now->cfg_en) {
        see_write(c, now);
    }
    bank_check_register(c, now->cfg_id, now->cfg_addr, now->fault, now->cfg_rdata);
    if (sim_counts_bins(c->sim)) {
        bank_cover_fault(c, now);
    }
    fault_check(c, now->fault);
}
