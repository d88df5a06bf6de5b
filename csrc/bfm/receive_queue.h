/* The receive queue of one endpoint that waits for whole answers: the response flits of a read stay
 * in it until the last of them is here. While it is full the endpoint takes nothing, and the mesh
 * before it nothing either (memory protocol 3.2.4). Acks are dropped where they arrive. */
#ifndef CSRC_BFM_RECEIVE_QUEUE_H
#define CSRC_BFM_RECEIVE_QUEUE_H

#include "sim/sim.h"
#include "transaction.h"

#include <stdbool.h>

struct receive_queue {
    struct position at;
    unsigned depth; /* flits; 0: there is no such endpoint */
    unsigned here;  /* flits of answers not yet complete */
    bool full;      /* may be a link_sink's `blocked` */
    struct transactions *books;
};

/* `depth` >= 1; the books are the run's. */
void receive_queue_init(struct receive_queue *q, struct sim *s, struct position at, unsigned depth);
/* Some endpoint sends this flit to the port; a read may name `at` as a peer. */
void receive_queue_sent(struct receive_queue *q, const struct flit *f);
/* A flit was accepted from the port; NULL: none. */
void receive_queue_takes(struct receive_queue *q, const uint32_t flit[FLIT_WORDS]);
/* Empty and waiting for nothing. */
void receive_queue_reset(struct receive_queue *q);

#endif
