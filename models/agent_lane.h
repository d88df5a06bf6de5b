/* A first-in first-out queue of flits that remembers what has left it: the last LANE_KEPT entries
 * before `head` stay readable, to tell a doubled or late flit from an invented one. */
#ifndef MODELS_AGENT_LANE_H
#define MODELS_AGENT_LANE_H

#include "flit.h"

#include <stdbool.h>
#include <stdint.h>

#define LANE_KEPT 256

enum lane_state {
    LANE_WAITING, /* has not left */
    LANE_LEFT,
    LANE_OVERTAKEN, /* a later one left first: lost, or still to come out of order */
    LANE_DROPPED,   /* control flits: the agent was busy all through the window, never shown */
    LANE_OPTIONAL   /* control flits: the window is over and decided nothing */
};

struct lane_entry {
    struct flit flit;
    uint64_t accepted; /* cycle */
    uint64_t left;     /* cycle; while LANE_LEFT */
    uint64_t due;      /* what ends at this time is the owner's business */
    uint64_t number;   /* the owner's count */
    uint8_t state;     /* enum lane_state */
    bool owed;         /* control flits: the agent was free all through the window */
    bool unsure;       /* this one or an identical one of another lane has left */
};

/* Indices count up for ever; [head, tail) is the queue, [base, head) what may be remembered. */
struct lane {
    struct lane_entry *ring;
    uint64_t capacity; /* a power of two */
    uint64_t base, head, tail;
    uint64_t unsure;     /* index behind the last unsure entry */
    uint64_t since;      /* cycle from which the entry at head has been the oldest */
    uint64_t departures; /* since the model was made */
};

/* False when memory runs out. */
bool lane_init(struct lane *l);
void lane_free(struct lane *l);
/* Forgets everything. */
void lane_clear(struct lane *l);
/* The new entry is WAITING with the given flit, number and time of acceptance; all else is zero. */
struct lane_entry *lane_push(struct lane *l, const struct flit *f, uint64_t number, uint64_t cycle);
/* A waiting entry left in this cycle. If it was the oldest, head moves to the next that waits. */
void lane_leave(struct lane *l, uint64_t index, uint64_t cycle);

static inline struct lane_entry *lane_at(const struct lane *l, uint64_t index) {
    return &l->ring[index & (l->capacity - 1)];
}

static inline bool lane_empty(const struct lane *l) {
    return l->head == l->tail;
}

/* The first index that is remembered. */
static inline uint64_t lane_first(const struct lane *l) {
    return l->head - l->base > LANE_KEPT ? l->head - LANE_KEPT : l->base;
}

static inline bool flit_equal(const struct flit *a, const struct flit *b) {
    _Static_assert(sizeof(struct flit) == 40, "no padding");
    return memcmp(a, b, sizeof *a) == 0;
}

#endif
