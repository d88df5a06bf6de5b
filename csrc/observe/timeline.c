#include "observe/timeline.h"

#include <string.h>

void timeline_open(struct timeline *t, const struct sim *s, const struct transaction_log *log,
                   const struct lane *lane, unsigned lanes) {
    t->sim = s;
    t->log = log;
    t->column_cycles = 1;
    t->lanes = lanes;
    for (unsigned i = 0; i < lanes; i++) {
        memcpy(t->name[i], lane[i].name, sizeof t->name[i]);
    }
}

static void halve(struct timeline *t) {
    for (unsigned i = 0; i < t->lanes; i++) {
        struct timeline_column *c = t->lane[i];
        for (unsigned j = 0; j < TIMELINE_COLUMNS / 2; j++) {
            c[j].moves = c[2 * j].moves + c[2 * j + 1].moves;
            c[j].held = c[2 * j].held + c[2 * j + 1].held;
        }
        memset(&c[TIMELINE_COLUMNS / 2], 0, TIMELINE_COLUMNS / 2 * sizeof *c);
    }
    t->column_cycles *= 2;
}

static void count(struct timeline *t, uint64_t cycle, const enum lane_state *state) {
    if (!t->any) {
        t->any = true;
        t->first = cycle;
    }
    t->last = cycle;
    while ((cycle - t->first) / t->column_cycles >= TIMELINE_COLUMNS) {
        halve(t);
    }
    const uint64_t column = (cycle - t->first) / t->column_cycles;
    if (t->sim->in_reset) {
        return;
    }
    for (unsigned i = 0; i < t->lanes; i++) {
        t->lane[i][column].moves += state[i] == LANE_MOVES;
        t->lane[i][column].held += state[i] == LANE_HELD;
    }
}

static void add_reset(struct timeline *t, uint64_t cycle) {
    if (t->resets > 0 && t->reset[t->resets - 1].to + 1 == cycle) {
        t->reset[t->resets - 1].to = cycle;
    } else if (t->resets < TIMELINE_SPANS) {
        t->reset[t->resets++] = (struct timeline_span){cycle, cycle};
    }
}

/* Somebody waits: something is held, or a request that will be answered is open. */
static bool work_is_open(const struct timeline *t, const enum lane_state *state) {
    for (unsigned i = 0; i < t->lanes; i++) {
        if (state[i] == LANE_HELD) {
            return true;
        }
    }
    for (unsigned i = 0; i < t->log->ports; i++) {
        const struct transactions *books = t->log->port[i].books;
        for (size_t j = 0; j < transactions_open_count(books); j++) {
            if (transactions_open(books, j)->drop == TRANSACTION_SERVED) {
                return true;
            }
        }
    }
    return false;
}

static bool anything_moves(const struct timeline *t, const enum lane_state *state) {
    for (unsigned i = 0; i < t->lanes; i++) {
        if (state[i] == LANE_MOVES) {
            return true;
        }
    }
    return false;
}

static void watch(struct timeline *t, uint64_t cycle, const enum lane_state *state) {
    if (t->sim->in_reset || anything_moves(t, state)) {
        t->quiet_since = cycle + 1;
        t->stalled = false;
    } else if (t->stalled) {
        t->stall[t->stalls - 1].to = cycle;
    } else if (cycle - t->quiet_since + 1 == TIMELINE_STALL && t->stalls < TIMELINE_SPANS &&
               work_is_open(t, state)) {
        t->stalled = true;
        t->stall[t->stalls++] = (struct timeline_span){t->quiet_since, cycle};
    }
}

void timeline_cycle(struct timeline *t, const enum lane_state *state) {
    const uint64_t cycle = t->sim->cycle;
    watch(t, cycle, state);
    if (t->sim->in_reset) {
        add_reset(t, cycle);
    }
    if (cycle >= t->from && cycle <= t->to) {
        count(t, cycle, state);
    }
}

void timeline_close(struct timeline *t) {
    t->failure = t->sim->failure;
    t->sim = NULL;
}
