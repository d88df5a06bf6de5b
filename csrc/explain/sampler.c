#include "explain/sampler.h"

#include <stdlib.h>
#include <string.h>

enum { LOW, HIGH, NEVER_KNOWN };

/* Of one signal: before the time stamp looked at, and at its end. */
struct level {
    uint32_t value[FST_WORDS_MAX], unknown[FST_WORDS_MAX];
};

struct sampler {
    struct fst_reader *reader;
    uint32_t signals, clock;
    struct level *before, *after;
    uint32_t *words;   /* of each signal, once it has changed */
    uint32_t *touched; /* signals with a change in the time stamp */
    bool *is_touched;
    uint32_t touched_count;
    struct fst_change ahead; /* first change of the next time stamp */
    enum fst_next ahead_is;
    bool started;
    uint8_t clock_level;
    uint64_t edges;
};

struct sampler *sampler_new(struct fst_reader *r, const struct fst_signal *clock) {
    struct sampler *s = calloc(1, sizeof *s);
    if (!s) {
        return NULL;
    }
    s->reader = r;
    s->clock = fst_want(r, clock);
    s->signals = fst_wanted(r);
    s->clock_level = NEVER_KNOWN;
    s->before = calloc(s->signals, sizeof *s->before);
    s->after = calloc(s->signals, sizeof *s->after);
    s->words = calloc(s->signals, sizeof *s->words);
    s->touched = calloc(s->signals, sizeof *s->touched);
    s->is_touched = calloc(s->signals, sizeof *s->is_touched);
    if (!s->before || !s->after || !s->words || !s->touched || !s->is_touched || !fst_begin(r)) {
        sampler_free(s);
        return NULL;
    }
    for (uint32_t i = 0; i < s->signals; i++) {
        memset(s->before[i].unknown, 0xff, sizeof s->before[i].unknown);
    }
    return s;
}

void sampler_free(struct sampler *s) {
    if (s) {
        free(s->before);
        free(s->after);
        free(s->words);
        free(s->touched);
        free(s->is_touched);
        free(s);
    }
}

static void copy(struct level *to, const struct level *from, uint32_t words) {
    memcpy(to->value, from->value, words * sizeof to->value[0]);
    memcpy(to->unknown, from->unknown, words * sizeof to->unknown[0]);
}

static void settle(struct sampler *s) {
    for (uint32_t i = 0; i < s->touched_count; i++) {
        const uint32_t signal = s->touched[i];
        copy(&s->before[signal], &s->after[signal], s->words[signal]);
        s->is_touched[signal] = false;
    }
    s->touched_count = 0;
}

static void note(struct sampler *s, const struct fst_change *change) {
    struct level *level = &s->after[change->wanted];
    if (!s->is_touched[change->wanted]) {
        s->is_touched[change->wanted] = true;
        s->touched[s->touched_count++] = change->wanted;
    }
    s->words[change->wanted] = change->words;
    memcpy(level->value, change->value, change->words * sizeof level->value[0]);
    memcpy(level->unknown, change->unknown, change->words * sizeof level->unknown[0]);
}

/* Takes one whole time stamp. */
static enum fst_next take_stamp(struct sampler *s, uint64_t *time, char why[FST_WHY_SIZE]) {
    if (!s->started) {
        s->started = true;
        s->ahead_is = fst_next(s->reader, &s->ahead, why);
    }
    if (s->ahead_is != FST_CHANGE) {
        return s->ahead_is;
    }
    *time = s->ahead.time;
    while (s->ahead_is == FST_CHANGE && s->ahead.time == *time) {
        note(s, &s->ahead);
        s->ahead_is = fst_next(s->reader, &s->ahead, why);
    }
    return FST_CHANGE;
}

static bool clock_rises(struct sampler *s) {
    const struct level *clock = &s->after[s->clock];
    if (!s->is_touched[s->clock] || clock->unknown[0] & 1) {
        return false;
    }
    const bool rises = s->clock_level == LOW && clock->value[0] & 1;
    s->clock_level = clock->value[0] & 1 ? HIGH : LOW;
    return rises;
}

enum fst_next sampler_next(struct sampler *s, struct sample *sample, char why[FST_WHY_SIZE]) {
    enum fst_next next;
    do {
        settle(s);
        next = take_stamp(s, &sample->time, why);
    } while (next == FST_CHANGE && !clock_rises(s));
    if (next == FST_CHANGE) {
        sample->edge = s->edges++;
    }
    return next;
}

const uint32_t *sampler_value(const struct sampler *s, uint32_t wanted) {
    return s->before[wanted].value;
}

const uint32_t *sampler_unknown(const struct sampler *s, uint32_t wanted) {
    return s->before[wanted].unknown;
}
