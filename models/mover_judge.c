/* See mover_judge.h. */
#include "mover_judge.h"

#include "text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define STOP_CYCLES 8         /* a fault stops reads and entries within so many */
#define COMBINATIONS_MAX 1024 /* of the values an overlapped entry's beats had */
#define NO_VERSION SIZE_MAX

/* What the move has to do with one place. */
struct spot {
    bool used;
    struct mover_place place;
    bool destination, skipped; /* some valid, some invalid destination element is here */
    bool padding;              /* some invalid source element is here */
    bool erred;                /* a read of it was answered with an error */
    uint64_t wanted, issued;   /* reads */
    size_t versions;           /* newest value it had since the GO, if it is a source */
};

struct version {
    struct word value;
    size_t older;
};

struct mover_judge {
    struct mover_config config;
    mover_read_fn *read;
    void *context;
    size_t limit;
    struct mover_regs regs;
    struct mover_status status; /* of this cycle */
    struct mover_judge_stats stats;

    bool moving, judged; /* judged: `plan` is made, or the GO found a fault */
    bool started;        /* mv_busy was seen */
    enum mover_code go;
    bool cleared_at_go; /* the bank's fault was set in the cycle of the GO and not after it */
    struct mover_plan plan;
    uint64_t go_cycle;
    size_t next_write; /* index into the plan's writes */
    struct spot *spots;
    size_t spot_mask;
    struct version *version;
    size_t version_count, version_room;

    uint64_t read_beats, write_beats, responses; /* owed; write_beats: W beats of issued AWs */
    uint64_t granted_since, geometry_at, depth_at;
    bool geometry_seen, depth_seen;
    bool erred, bank_rose;
    uint64_t cause; /* cycle of the first error response or rise of the bank's fault */
    uint64_t rose;  /* cycle of the first rise of the bank's fault */
    uint64_t entries_started, entries_done;
    uint64_t suspect_from, suspect_end; /* entries in the bank when its fault rose */
};

/* ---- verdicts ------------------------------------------------------------------------------- */

static void looked(struct mover_judge *j, enum mover_finding finding) {
    j->stats.evaluations[finding]++;
}

__attribute__((format(printf, 3, 4))) static bool
wrong(struct mover_verdict *v, enum mover_finding finding, const char *format, ...) {
    va_list args;
    *v = (struct mover_verdict){.finding = finding};
    struct text t = text_into(v->what, sizeof v->what);
    va_start(args, format);
    text_vadd(&t, format, args);
    va_end(args);
    return false;
}

static bool wrong_at(struct mover_verdict *v, enum mover_finding finding, const char *what,
                     struct mover_place place) {
    static const char *const name[] = {"DRAM", "staging", "remote", "nowhere"};
    *v = (struct mover_verdict){.finding = finding};
    struct text t = text_into(v->what, sizeof v->what);
    text_add(&t, "%s: %s ", what, name[place.space]);
    text_addr(&t, place.offset);
    return false;
}

static bool right(struct mover_verdict *v) {
    v->finding = MOVER_RIGHT;
    return true;
}

/* ---- spots and versions --------------------------------------------------------------------- */

static void *need(void *memory) {
    if (memory == NULL) {
        fputs("mover model: out of memory\n", stderr);
        exit(1);
    }
    return memory;
}

static bool same_place(struct mover_place a, struct mover_place b) {
    return a.space == b.space && a.offset == b.offset;
}

/* The spot of a place, or the free one where it would go. */
static struct spot *spot_slot(struct mover_judge *j, struct mover_place place) {
    uint64_t hash = (place.offset / WORD_BYTES + ((uint64_t)place.space << 40));
    hash *= UINT64_C(0x9e3779b97f4a7c15);
    for (size_t i = (size_t)(hash >> 20);; i++) {
        struct spot *const spot = &j->spots[i & j->spot_mask];
        if (!spot->used || same_place(spot->place, place))
            return spot;
    }
}

/* NULL when the move has nothing to do with it. */
static struct spot *spot_of(struct mover_judge *j, struct mover_place place) {
    if (j->spots == NULL)
        return NULL;
    struct spot *const spot = spot_slot(j, place);
    return spot->used ? spot : NULL;
}

static struct spot *spot_made(struct mover_judge *j, struct mover_place place) {
    struct spot *const spot = spot_slot(j, place);
    if (!spot->used)
        *spot = (struct spot){.used = true, .place = place, .versions = NO_VERSION};
    return spot;
}

static void add_version(struct mover_judge *j, struct spot *spot, const struct word *value) {
    for (size_t i = spot->versions; i != NO_VERSION; i = j->version[i].older)
        if (word_equal(&j->version[i].value, value))
            return;
    if (j->version_count == j->version_room) {
        j->version_room = j->version_room == 0 ? 256 : 2 * j->version_room;
        j->version = need(realloc(j->version, j->version_room * sizeof *j->version));
    }
    j->version[j->version_count] = (struct version){.value = *value, .older = spot->versions};
    spot->versions = j->version_count++;
}

static void new_value(struct mover_judge *j, struct mover_place place, const struct word *value) {
    struct spot *const spot = spot_of(j, place);
    if (spot != NULL && spot->wanted > 0)
        add_version(j, spot, value);
}

static void survey(struct mover_judge *j) {
    size_t size = 64;
    while (size < 2 * (j->plan.read_count + j->plan.write_count))
        size *= 2;
    j->spots = need(calloc(size, sizeof *j->spots));
    j->spot_mask = size - 1;
    for (size_t i = 0; i < j->plan.read_count; i++) {
        const struct mover_read *const r = &j->plan.reads[i];
        struct spot *const spot = spot_made(j, r->place);
        if (r->padding) {
            spot->padding = true;
        } else if (spot->wanted++ == 0) {
            const struct word value = j->read(j->context, r->place);
            add_version(j, spot, &value);
        }
    }
    for (size_t i = 0; i < j->plan.write_count; i++) {
        struct spot *const spot = spot_made(j, j->plan.writes[i].place);
        if (j->plan.writes[i].skipped)
            spot->skipped = true;
        else
            spot->destination = true;
    }
}

/* ---- making, starting, ending --------------------------------------------------------------- */

struct mover_judge *mover_judge_new(const struct mover_config *config, mover_read_fn *read,
                                    void *context, size_t limit) {
    struct mover_judge *const j = calloc(1, sizeof *j);
    if (j != NULL) {
        j->config = *config;
        j->read = read;
        j->context = context;
        j->limit = limit;
    }
    return j;
}

static void forget_move(struct mover_judge *j) {
    mover_plan_free(&j->plan);
    free(j->spots);
    j->spots = NULL;
    j->version_count = 0;
    j->moving = j->judged = j->started = false;
    j->go = MOVER_CODE_NONE;
    j->cleared_at_go = false;
    j->next_write = 0;
    j->read_beats = j->write_beats = j->responses = 0;
    j->geometry_seen = j->depth_seen = j->erred = j->bank_rose = false;
    j->entries_started = j->entries_done = 0;
    j->suspect_from = j->suspect_end = 0;
}

void mover_judge_free(struct mover_judge *j) {
    if (j == NULL)
        return;
    forget_move(j);
    free(j->version);
    free(j);
}

void mover_judge_reset(struct mover_judge *j) {
    forget_move(j);
    j->regs = (struct mover_regs){0};
    j->status = (struct mover_status){0};
}

static void start_move(struct mover_judge *j, bool bank_fault, uint64_t cycle) {
    forget_move(j);
    j->moving = true;
    j->go_cycle = cycle;
    j->go = mover_go_fault(&j->config, &j->regs, bank_fault);
    if (j->go != MOVER_CODE_NONE) {
        j->judged = true;
        return;
    }
    const enum mover_plan_result made = mover_plan_make(&j->config, &j->regs, j->limit, &j->plan);
    if (made == MOVER_PLAN_NO_MEMORY)
        need(NULL);
    j->judged = made == MOVER_PLAN_MADE;
    if (j->judged)
        survey(j);
}

void mover_judge_config(struct mover_judge *j, unsigned addr, uint64_t data, uint64_t cycle) {
    if (j->status.busy) {
        j->stats.messages++;
        return;
    }
    if (mover_regs_write(&j->regs, addr, data))
        start_move(j, j->status.bank_fault != 0, cycle);
}

/* In the cycle after a GO: whoever cleared the bank's fault together with it leaves open whether
 * that was already set. */
static void settle_go(struct mover_judge *j, const struct mover_status *status) {
    if (j->go == MOVER_CODE_SLOT && j->status.bank_fault != 0 && status->bank_fault == 0) {
        start_move(j, false, j->go_cycle);
        j->cleared_at_go = j->go == MOVER_CODE_NONE;
    }
}

/* ---- status --------------------------------------------------------------------------------- */

static bool transforming(const struct mover_judge *j) {
    return j->moving && j->judged && j->go == MOVER_CODE_NONE && j->plan.mode == MOVER_TRANSFORM;
}

static bool caused(const struct mover_judge *j) {
    return j->erred || j->bank_rose;
}

static void cause(struct mover_judge *j, bool *which, uint64_t cycle) {
    if (!caused(j))
        j->cause = cycle;
    *which = true;
}

static void watch_slot(struct mover_judge *j, const struct mover_status *status, uint64_t cycle) {
    if (status->granted && !j->status.granted)
        j->granted_since = cycle;
    if (transforming(j) && status->busy && (status->bank_fault & ~j->status.bank_fault) != 0) {
        if (!j->bank_rose) {
            j->suspect_from = j->entries_done;
            j->rose = cycle;
        }
        j->suspect_end = j->entries_started;
        cause(j, &j->bank_rose, cycle);
    }
}

static void skip_unwritten(struct mover_judge *j) {
    while (j->next_write < j->plan.write_count && j->plan.writes[j->next_write].skipped)
        j->next_write++;
}

/* `cycle`: that in which mv_busy is low. A bank's fault that rose in the last cycle of mv_busy,
 * after all the move's work, need not be in the code. The seeds number fault 7 only. */
static bool code_is_right(const struct mover_judge *j, unsigned code, uint64_t cycle) {
    if (j->config.seed_rules && j->go != MOVER_CODE_EXTENT && code != MOVER_CODE_NONE)
        return j->go != MOVER_CODE_NONE || caused(j) || j->plan.window_may;
    if (j->go != MOVER_CODE_NONE)
        return code == (unsigned)j->go;
    switch (code) {
    case MOVER_CODE_NONE:
        return !j->erred && !j->plan.window_must && (!j->bank_rose || j->rose + 1 == cycle);
    case MOVER_CODE_WINDOW:
        return j->plan.window_may;
    case MOVER_CODE_RESPONSE:
        return j->erred;
    case MOVER_CODE_SLOT:
        return j->bank_rose || j->cleared_at_go;
    default:
        return false;
    }
}

static bool judge_completion(struct mover_judge *j, const struct mover_status *status,
                             uint64_t cycle, struct mover_verdict *v) {
    looked(j, MOVER_WRONG_BUSY);
    if (j->responses > 0 || j->write_beats > 0)
        return wrong(v, MOVER_WRONG_BUSY, "mv_busy fell with %llu write responses outstanding",
                     (unsigned long long)j->responses);
    if (j->read_beats > 0)
        return wrong(v, MOVER_WRONG_BUSY, "mv_busy fell with %llu read beats outstanding",
                     (unsigned long long)j->read_beats);
    if (status->done != j->status.done + 1)
        return wrong(v, MOVER_WRONG_BUSY, "mv_done is %u when mv_busy falls, not %u", status->done,
                     j->status.done + 1);
    if (!j->judged)
        return right(v);
    looked(j, MOVER_WRONG_FAULT);
    if (!code_is_right(j, status->fault, cycle))
        return wrong(v, MOVER_WRONG_FAULT,
                     "mv_fault is %u; at GO %u was due, then fault 2 %s, an error response %s, "
                     "the bank's fault %s",
                     status->fault, (unsigned)j->go,
                     j->plan.window_must  ? "came"
                     : j->plan.window_may ? "was possible"
                                          : "was not",
                     j->erred ? "came" : "did not", j->bank_rose ? "rose" : "did not rise");
    looked(j, MOVER_WRONG_DATA);
    skip_unwritten(j);
    if (status->fault == MOVER_CODE_NONE && j->next_write < j->plan.write_count)
        return wrong_at(v, MOVER_WRONG_DATA, "the move ended without writing",
                        j->plan.writes[j->next_write].place);
    return right(v);
}

/* mv_busy is high. */
static bool judge_running(struct mover_judge *j, const struct mover_status *status,
                          struct mover_verdict *v) {
    looked(j, MOVER_WRONG_BUSY);
    if (status->fault != MOVER_CODE_NONE)
        return wrong(v, MOVER_WRONG_BUSY, "mv_fault is %u while mv_busy is high", status->fault);
    if (status->done != j->status.done)
        return wrong(v, MOVER_WRONG_BUSY, "mv_done changed while mv_busy is high");
    return right(v);
}

static bool judge_resting(struct mover_judge *j, const struct mover_status *status,
                          struct mover_verdict *v) {
    looked(j, MOVER_WRONG_BUSY);
    if (status->busy)
        return wrong(v, MOVER_WRONG_BUSY, "mv_busy rose without a GO");
    if (status->fault != j->status.fault || status->done != j->status.done)
        return wrong(v, MOVER_WRONG_BUSY, "mv_fault or mv_done changed without a move");
    return right(v);
}

bool mover_judge_status(struct mover_judge *j, const struct mover_status *status, uint64_t cycle,
                        struct mover_verdict *v) {
    bool legal;
    if (j->moving && !j->started)
        settle_go(j, status);
    watch_slot(j, status, cycle);
    if (!j->moving) {
        legal = judge_resting(j, status, v);
    } else if (status->busy) {
        legal = judge_running(j, status, v);
        j->started = true;
    } else if (!j->started) {
        looked(j, MOVER_WRONG_BUSY);
        legal = wrong(v, MOVER_WRONG_BUSY, "mv_busy is low in the cycle after a GO");
        j->started = true;
    } else {
        legal = judge_completion(j, status, cycle, v);
        j->stats.moves++;
        j->stats.moves_unjudged += !j->judged;
        forget_move(j);
    }
    j->status = *status;
    return legal;
}

/* ---- reads ---------------------------------------------------------------------------------- */

/* Work offered so late after the cause of a fault that it should have been stopped. */
static bool too_late(const struct mover_judge *j, uint64_t cycle) {
    return caused(j) && cycle > j->cause + STOP_CYCLES;
}

static bool slot_is_ready(const struct mover_judge *j, uint64_t offered) {
    return j->status.granted && j->granted_since <= offered && j->geometry_seen &&
           j->geometry_at < offered &&
           (j->config.seed_rules || (j->depth_seen && j->depth_at < offered));
}

static bool judge_read_word(struct mover_judge *j, struct mover_place place,
                            struct mover_verdict *v) {
    struct spot *const spot = spot_of(j, place);
    looked(j, MOVER_WRONG_RANGE);
    if (spot == NULL || spot->wanted == 0) {
        looked(j, MOVER_WRONG_PAD);
        if (spot != NULL && spot->padding)
            return wrong_at(v, MOVER_WRONG_PAD, "read of a padded element", place);
        return wrong_at(v, MOVER_WRONG_RANGE, "read of a word the move does not want", place);
    }
    looked(j, MOVER_WRONG_DUP);
    if (++spot->issued > spot->wanted)
        return wrong_at(v, MOVER_WRONG_DUP, "word read more often than the walk visits it", place);
    return right(v);
}

bool mover_judge_read_issue(struct mover_judge *j, struct mover_place place, unsigned beats,
                            uint64_t offered, struct mover_verdict *v) {
    bool legal = right(v);
    j->read_beats += beats;
    if (!j->moving)
        return wrong_at(v, MOVER_WRONG_BUSY, "read without a move", place);
    if (!j->judged)
        return legal;
    looked(j, MOVER_WRONG_FAULT);
    if (j->go != MOVER_CODE_NONE)
        return wrong_at(v, MOVER_WRONG_FAULT, "read though the GO faulted", place);
    if (too_late(j, offered))
        legal =
            wrong_at(v, MOVER_WRONG_FAULT, "read offered more than 8 cycles after a fault", place);
    if (legal && transforming(j)) {
        looked(j, MOVER_WRONG_ORDER);
        if (!slot_is_ready(j, offered))
            legal = wrong_at(v, MOVER_WRONG_ORDER,
                             "read before the grant, the geometry or the depth", place);
    }
    for (unsigned i = 0; i < beats; i++) {
        const struct mover_place at = {place.space, place.offset + (uint64_t)i * WORD_BYTES};
        struct mover_verdict ignored;
        const bool word_legal = judge_read_word(j, at, legal ? v : &ignored);
        legal &= word_legal;
    }
    return legal;
}

void mover_judge_read_beat(struct mover_judge *j, struct mover_place place, bool error,
                           uint64_t cycle) {
    if (j->read_beats > 0)
        j->read_beats--;
    if (!j->moving || !error)
        return;
    struct spot *const spot = spot_of(j, place);
    if (spot != NULL)
        spot->erred = true;
    cause(j, &j->erred, cycle);
}

void mover_judge_geometry_read(struct mover_judge *j, unsigned id, unsigned reg, uint64_t cycle) {
    if (!transforming(j) || id != j->plan.xform_id)
        return;
    if (reg == BANK_REG_GEOMETRY && !j->geometry_seen) {
        j->geometry_seen = true;
        j->geometry_at = cycle;
    }
    if (reg == BANK_REG_DEPTH && !j->depth_seen) {
        j->depth_seen = true;
        j->depth_at = cycle;
    }
}

bool mover_judge_slot_start(struct mover_judge *j, uint64_t cycle, struct mover_verdict *v) {
    j->entries_started++;
    if (j->moving && !j->judged)
        return right(v);
    looked(j, MOVER_WRONG_FAULT);
    if (!transforming(j))
        return wrong(v, MOVER_WRONG_FAULT, "an entry was opened without a transform under way");
    if (too_late(j, cycle))
        return wrong(v, MOVER_WRONG_FAULT, "an entry was opened more than 8 cycles after a fault");
    looked(j, MOVER_WRONG_ORDER);
    if (!slot_is_ready(j, cycle))
        return wrong(v, MOVER_WRONG_ORDER,
                     "an entry was opened before the grant, the geometry or the depth");
    return right(v);
}

void mover_judge_slot_done(struct mover_judge *j) {
    if (j->entries_done < j->entries_started)
        j->entries_done++;
}

/* ---- writes --------------------------------------------------------------------------------- */

bool mover_judge_write_issue(struct mover_judge *j, unsigned beats, struct mover_verdict *v) {
    j->responses++;
    j->write_beats += beats;
    looked(j, MOVER_WRONG_FAULT);
    if (!j->moving)
        return wrong(v, MOVER_WRONG_BUSY, "write without a move");
    if (j->go != MOVER_CODE_NONE)
        return wrong(v, MOVER_WRONG_FAULT, "write though the GO faulted");
    return right(v);
}

void mover_judge_write_response(struct mover_judge *j, bool error, uint64_t cycle) {
    if (j->responses > 0)
        j->responses--;
    if (j->moving && error)
        cause(j, &j->erred, cycle);
}

void mover_judge_foreign_write(struct mover_judge *j, struct mover_place place,
                               const struct word *data) {
    new_value(j, place, data);
}

/* Index of the first unwritten listed word at a place from `from` on; write_count when none. */
static size_t find_write(const struct mover_judge *j, size_t from, struct mover_place place) {
    while (from < j->plan.write_count &&
           (j->plan.writes[from].skipped || !same_place(j->plan.writes[from].place, place)))
        from++;
    return from;
}

/* A word that is not of the destination. */
static bool judge_stray(struct mover_judge *j, struct mover_place place, struct mover_verdict *v) {
    const struct spot *const spot = spot_of(j, place);
    looked(j, MOVER_WRONG_PAD);
    if (spot != NULL && spot->destination)
        return wrong_at(v, MOVER_WRONG_DATA, "destination word written more often than walked",
                        place);
    if (spot != NULL && spot->skipped)
        return wrong_at(v, MOVER_WRONG_PAD, "padded destination element written", place);
    if (spot != NULL && spot->wanted > 0)
        return wrong_at(v, MOVER_WRONG_SOURCE, "source word outside the destination written",
                        place);
    return wrong_at(v, MOVER_WRONG_TOUCH, "word outside the destination written", place);
}

static bool judge_pattern(struct mover_judge *j, const struct word *data, struct mover_verdict *v) {
    const bool padding = j->plan.mode != MOVER_FILL;
    const enum mover_finding finding = padding ? MOVER_WRONG_PAD : MOVER_WRONG_DATA;
    looked(j, finding);
    if (word_equal(data, &j->plan.pattern))
        return right(v);
    wrong(v, finding,
          padding ? "padding is not the immediate at the element width"
                  : "fill is not the immediate at the element width");
    v->has_expected = true;
    v->expected = j->plan.pattern;
    return false;
}

/* The values an entry's beats (or the one source word of a copy) may have had. */
struct past {
    size_t first[BANK_BEATS_MAX], chosen[BANK_BEATS_MAX];
    unsigned beats;
};

static struct past past_of(struct mover_judge *j, size_t first_read) {
    struct past past = {.beats = j->plan.beats};
    for (unsigned i = 0; i < past.beats; i++)
        past.first[i] = past.chosen[i] = spot_of(j, j->plan.reads[first_read + i].place)->versions;
    return past;
}

static bool next_past(const struct mover_judge *j, struct past *past) {
    for (unsigned i = 0; i < past->beats; i++) {
        past->chosen[i] = j->version[past->chosen[i]].older;
        if (past->chosen[i] != NO_VERSION)
            return true;
        past->chosen[i] = past->first[i];
    }
    return false;
}

static bool value_of_past(const struct mover_judge *j, const struct past *past, unsigned of_entry,
                          struct word *value) {
    struct word beats[BANK_BEATS_MAX], words[BANK_WORDS_MAX];
    for (unsigned i = 0; i < past->beats; i++)
        beats[i] = j->version[past->chosen[i]].value;
    if (j->plan.mode != MOVER_TRANSFORM) {
        *value = beats[0];
        return true;
    }
    if (!mover_plan_convert(&j->config, &j->plan, beats, words))
        return false;
    *value = words[of_entry];
    return true;
}

static bool blind(struct mover_judge *j, struct mover_verdict *v) {
    j->stats.words_blind++;
    return right(v);
}

static bool judge_moved(struct mover_judge *j, const struct mover_write *w, const struct word *data,
                        struct mover_verdict *v) {
    if (j->plan.beats > BANK_BEATS_MAX)
        return blind(j, v);
    struct past past = past_of(j, w->source);
    struct word value;
    unsigned tried = 0;
    do {
        if (tried++ == COMBINATIONS_MAX || !value_of_past(j, &past, w->of_entry, &value))
            return blind(j, v);
        if (word_equal(data, &value)) {
            looked(j, MOVER_WRONG_DATA);
            return right(v);
        }
    } while (next_past(j, &past));
    looked(j, MOVER_WRONG_DATA);
    wrong_at(v, MOVER_WRONG_DATA, "word has no value its source had", w->place);
    v->has_expected = true;
    v->expected = value;
    return false;
}

/* The word belongs to the entry a fault hit, so it may hold anything. */
static bool of_faulted_entry(struct mover_judge *j, const struct mover_write *w) {
    if (w->any)
        return true;
    if (!transforming(j))
        return false;
    const uint64_t entry = w->source / j->plan.beats;
    if (j->bank_rose && entry >= j->suspect_from && entry < j->suspect_end)
        return true;
    bool erred = false;
    for (unsigned i = 0; i < j->plan.beats; i++)
        erred |= spot_of(j, j->plan.reads[w->source + i].place)->erred;
    return erred;
}

/* A word written past others that were not: only a fault leaves gaps. */
static bool order_is_right(struct mover_judge *j, size_t index) {
    skip_unwritten(j);
    looked(j, MOVER_WRONG_DATA);
    return index == j->next_write || caused(j) || j->plan.window_may;
}

static bool judge_word(struct mover_judge *j, struct mover_place place, const struct word *data,
                       struct mover_verdict *v) {
    const size_t index = find_write(j, j->next_write, place);
    looked(j, MOVER_WRONG_TOUCH);
    looked(j, MOVER_WRONG_SOURCE);
    if (index == j->plan.write_count)
        return judge_stray(j, place, v);
    const struct mover_write *const w = &j->plan.writes[index];
    const bool in_order = order_is_right(j, index);
    j->next_write = index + 1;
    if (!in_order)
        return wrong_at(v, MOVER_WRONG_DATA, "written before words that are earlier in the walk",
                        place);
    j->stats.words++;
    if (of_faulted_entry(j, w))
        return blind(j, v);
    return w->pattern ? judge_pattern(j, data, v) : judge_moved(j, w, data, v);
}

bool mover_judge_write_beat(struct mover_judge *j, struct mover_place place,
                            const struct word *data, uint32_t strb, struct mover_verdict *v) {
    if (j->write_beats > 0)
        j->write_beats--;
    if (strb == 0)
        return right(v);
    if (!j->moving)
        return wrong_at(v, MOVER_WRONG_TOUCH, "word written without a move", place);
    if (!j->judged)
        return right(v);
    looked(j, MOVER_WRONG_FAULT);
    if (j->go != MOVER_CODE_NONE)
        return wrong_at(v, MOVER_WRONG_FAULT, "word written though the GO faulted", place);
    bool legal = judge_word(j, place, data, v);
    new_value(j, place, data);
    if (legal && strb != UINT32_MAX)
        legal = wrong_at(v, MOVER_WRONG_DATA, "word written with partial strobes", place);
    return legal;
}

/* ---- what is outstanding -------------------------------------------------------------------- */

struct mover_owed mover_judge_owed(const struct mover_judge *j) {
    return (struct mover_owed){.moving = j->moving,
                               .go = j->go,
                               .faulted = caused(j),
                               .since = j->go_cycle,
                               .writes_left = j->plan.write_count - j->next_write,
                               .read_beats = j->read_beats,
                               .responses = j->responses};
}

const struct mover_judge_stats *mover_judge_stats(const struct mover_judge *j) {
    return &j->stats;
}
