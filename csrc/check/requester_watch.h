/* The requesters' side of one memory port: who asked for what, what of it is still to come, and
 * what they did that the port cannot serve - a dropped read, too few data flits, two open writes, a
 * receive queue too small for what was asked. The port rightly owes nothing there, so only a
 * requester that waits shows it.
 *
 * It is told transfers only, live or from a dump, and knows no BFM. Verdict: SIM-STALL, where the
 * requesters are known to wait.
 */
#ifndef CSRC_CHECK_REQUESTER_WATCH_H
#define CSRC_CHECK_REQUESTER_WATCH_H

#include "transaction.h"
#include "verdict.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { REQUESTER_POSITIONS = 256 };

/* A write as its source sends it. */
struct sent_write {
    uint64_t accepted; /* cycle of its descriptor */
    uint8_t txn;
    unsigned owed, got; /* data flits */
};

/* Two writes of one source that were open at the same time (memory protocol 4.1). */
struct open_writes {
    bool seen;
    struct sent_write first, second; /* as of now */
    unsigned got_then;               /* data flits of the first when the second came */
};

struct requester_watch_config {
    struct transactions_config books; /* `ended` is free for another's use */
    bool requesters_wait; /* every requester really waits for its answer: one that gets none while
                             nothing moves is a stall. Else dropped reads are not kept. */
    uint32_t bound;       /* cycles without a transfer on any interface */
};

struct requester_watch {
    struct requester_watch_config config;
    struct transactions *books;
    struct sent_write newest[REQUESTER_POSITIONS];
    struct open_writes pair[REQUESTER_POSITIONS]; /* the latest of each source */
    unsigned depth[REQUESTER_POSITIONS];          /* receive queues, flits; 0: not known */
    bool depths;                                  /* one of them is known */
    uint64_t evaluations;                         /* of SIM-STALL */
};

/* False when memory runs out. */
bool requester_watch_init(struct requester_watch *r, const struct requester_watch_config *config);
void requester_watch_free(struct requester_watch *r);
/* Forgets what is under way. */
void requester_watch_reset(struct requester_watch *r);
/* How many response flits the receive queue at a position takes (memory protocol 3.2.4). */
void requester_watch_depth(struct requester_watch *r, struct position at, unsigned flits);

/* A flit transferred to the port, from the port. */
void requester_watch_accept(struct requester_watch *r, const struct flit *f, uint64_t cycle);
void requester_watch_emit(struct requester_watch *r, const struct flit *f, uint64_t cycle);
/* Once a cycle, with the cycle of the latest transfer on any of the port's interfaces. False: *v is
 * filled, which happens only where the requesters wait. */
bool requester_watch_tick(struct requester_watch *r, uint64_t last_transfer, uint64_t cycle,
                          struct verdict *v);

/* ---- for reports ----------------------------------------------------------------------------- */

/* Something open for which its requester waits. */
static inline bool requester_watch_waits(const struct requester_watch *r) {
    return transactions_open_count(r->books) > 0;
}
/* Cycle of the latest flit of a transaction, either way. */
uint64_t requester_since(const struct transaction *t);
/* The open one without a flit for longest; NULL when nothing is open. */
const struct transaction *requester_watch_longest(const struct requester_watch *r);
/* The open one whose request transferred in that cycle, or NULL. */
const struct transaction *requester_watch_find(const struct requester_watch *r, uint64_t accepted);
/* When the write accepted then is one of two of its source that were open together: those two. */
const struct open_writes *requester_watch_pair(const struct requester_watch *r,
                                               struct position source, uint64_t accepted);

/* One sentence: who opened a second write when, and the rule. */
void requester_say_pair(struct position source, const struct open_writes *p, char *buf,
                        size_t size);
/* In one sentence, why a transaction's requester waits for ever by what it did itself: the read was
 * dropped, or it had two writes open. False, and an empty text, when neither is so. */
bool requester_watch_fault(const struct requester_watch *r, const struct transaction *t, char *buf,
                           size_t size);

/* A receive queue that is full of answers not yet complete, with more of them to come. */
struct overcommitted {
    struct position at;
    unsigned depth, asked, here; /* response flits */
    unsigned requests;
    uint64_t since; /* cycle of the latest flit to it */
};
/* False when there is none. With several, the one whose queue filled first. */
bool requester_watch_overcommitted(const struct requester_watch *r, struct overcommitted *o);

#endif
