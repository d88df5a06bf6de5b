/* Intrusive doubly linked lists. A head and a member are the same type; a member that is in no list
 * points at itself, so removing it again is harmless. */
#ifndef MODELS_MEM_PORT_CHAIN_H
#define MODELS_MEM_PORT_CHAIN_H

#include <stdbool.h>
#include <stddef.h>

struct chain {
    struct chain *prev, *next;
};

#define CHAIN_OWNER(type, member, node) ((type *)(void *)((char *)(node)-offsetof(type, member)))
#define CHAIN_EACH(node, head)                                                                     \
    for (struct chain *node = (head)->next; node != (head); node = node->next)

static inline void chain_init(struct chain *c) {
    c->prev = c->next = c;
}

static inline bool chain_empty(const struct chain *c) {
    return c->next == c;
}

/* Before `place`: at the tail when `place` is the head. */
static inline void chain_insert(struct chain *place, struct chain *c) {
    c->prev = place->prev;
    c->next = place;
    place->prev->next = c;
    place->prev = c;
}

static inline void chain_remove(struct chain *c) {
    c->prev->next = c->next;
    c->next->prev = c->prev;
    chain_init(c);
}

#endif
