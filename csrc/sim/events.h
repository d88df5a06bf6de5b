/* The last events of a run, kept raw and rendered only when somebody asks. */
#ifndef CSRC_SIM_EVENTS_H
#define CSRC_SIM_EVENTS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum event_kind {
    EVENT_RESET,    /* a = 1 entered, 0 left */
    EVENT_FLIT,     /* words = the flit */
    EVENT_ADDRESS,  /* AW or AR: a = addr, b = id << 8 | len */
    EVENT_DATA,     /* W or R: words = data, a = strb (W) or id << 8 | resp (R), b = last */
    EVENT_RESPONSE, /* B: a = id, b = resp */
    EVENT_START,    /* slot: a = requester, b = id << 8 | mode */
    EVENT_BEAT,     /* slot: a = requester, words = beat */
    EVENT_DONE,     /* slot: words = word0 */
    EVENT_GRANT,    /* slot: a = gnt */
    EVENT_CONFIG,   /* slot register write: a = id << 8 | addr, b = data */
    EVENT_NOTE      /* words = text, e.g. the start of a line the RTL printed */
};

struct event {
    uint64_t cycle;
    uint64_t a, b;
    const char *where; /* static text: the interface */
    uint32_t words[9];
    uint8_t kind;
};

enum { EVENT_RING = 4096 };

struct event_ring {
    uint64_t count; /* events ever recorded */
    struct event at[EVENT_RING];
};

/* The slot to fill for the next event; words beyond what the kind uses are left as they are. */
static inline struct event *event_next(struct event_ring *ring) {
    return &ring->at[ring->count++ % EVENT_RING];
}

/* Writes up to `last` newest events, oldest first, one line each; those of cycle `marked` end in an
 * arrow. */
void events_print(const struct event_ring *ring, FILE *out, unsigned last, uint64_t marked);
void event_format(const struct event *e, char *buf, size_t size);

#endif
