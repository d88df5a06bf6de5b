#include "agent_lane.h"

#include <stdio.h>
#include <stdlib.h>

#define INITIAL_CAPACITY (2u * LANE_KEPT)

bool lane_init(struct lane *l) {
    *l = (struct lane){.capacity = INITIAL_CAPACITY};
    l->ring = calloc(l->capacity, sizeof *l->ring);
    return l->ring != NULL;
}

void lane_free(struct lane *l) {
    free(l->ring);
}

void lane_clear(struct lane *l) {
    l->base = l->head = l->unsure = l->tail;
}

static void lane_grow(struct lane *l) {
    const uint64_t capacity = 2 * l->capacity;
    struct lane_entry *const ring = calloc(capacity, sizeof *ring);
    if (ring == NULL) {
        fprintf(stderr, "out of memory: the agent model cannot remember another flit\n");
        exit(1);
    }
    for (uint64_t i = lane_first(l); i < l->tail; i++)
        ring[i & (capacity - 1)] = *lane_at(l, i);
    free(l->ring);
    l->ring = ring;
    l->capacity = capacity;
}

struct lane_entry *lane_push(struct lane *l, const struct flit *f, uint64_t number,
                             uint64_t cycle) {
    if (l->tail - l->head + LANE_KEPT >= l->capacity)
        lane_grow(l);
    if (lane_empty(l))
        l->since = cycle;
    struct lane_entry *const e = lane_at(l, l->tail++);
    *e = (struct lane_entry){.flit = *f, .accepted = cycle, .number = number};
    return e;
}

void lane_leave(struct lane *l, uint64_t index, uint64_t cycle) {
    struct lane_entry *const e = lane_at(l, index);
    e->state = LANE_LEFT;
    e->left = cycle;
    l->departures++;
    if (index != l->head)
        return;
    l->since = cycle;
    while (!lane_empty(l) && lane_at(l, l->head)->state != LANE_WAITING)
        l->head++;
}
