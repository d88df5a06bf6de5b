/* The books of the requests seen at the links of one memory port: who asked for what and when, and
 * when what was owed came back. For people - tables, statistics, the requesters' side of a stall -
 * never for verdicts: it accepts every flit and matches as well as it can.
 *
 * Cycles are those in which a flit transferred. Told of the same transfers it says the same, live
 * or from a dump.
 */
#ifndef MODELS_TRANSACTION_H
#define MODELS_TRANSACTION_H

#include "flit.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum transaction_kind {
    TRANSACTION_READ, /* plain read */
    TRANSACTION_RUN,  /* streaming read, multicast or not */
    TRANSACTION_WRITE,
    TRANSACTION_KINDS
};

/* Why a request will never be answered (memory protocol 3.3, 8; modules 3). */
enum transaction_drop {
    TRANSACTION_SERVED,
    TRANSACTION_APERTURE,  /* bit 39 set and not this mesh's aperture, or apertures undecoded */
    TRANSACTION_LONG_WRITE /* a write of more beats than a port takes */
};

struct transaction {
    uint64_t number; /* from 1, in the order requests transferred */
    enum transaction_kind kind;
    enum transaction_drop drop;
    struct position source;
    uint8_t txn;
    struct descriptor descriptor;
    uint64_t accepted;
    uint64_t first, last;    /* cycles of first and latest response; valid when received > 0 */
    unsigned owed, received; /* response flits to all destinations together: words, or 1 ack */
    unsigned data_owed, data_received; /* writes: data flits from the source */
    uint64_t last_data;                /* cycle of the latest data flit, or of the request */
};

static inline bool transaction_done(const struct transaction *t) {
    return t->received == t->owed;
}

struct transactions_config {
    uint8_t mesh_id;
    bool ap_decode;
    /* Called when a transaction is complete, or is a dropped write whose data all came; in the
     * cycle of its last flit. May be NULL. Do not call back into the books. */
    void (*ended)(void *context, const struct transaction *t);
    void *context;
};

/* A port so configured drops what names this address (memory protocol 8). */
bool transactions_refuses(const struct transactions_config *config, uint64_t addr);

struct transactions;

/* NULL when memory runs out. */
struct transactions *transactions_new(const struct transactions_config *config);
void transactions_free(struct transactions *t);
/* Forgets what is open. */
void transactions_reset(struct transactions *t);

/* A flit transferred to the port, from the port. */
void transactions_accept(struct transactions *t, const struct flit *f, uint64_t cycle);
void transactions_emit(struct transactions *t, const struct flit *f, uint64_t cycle);

/* The open ones in order of acceptance: index from 0; NULL past the end. Valid until the books are
 * told more. Dropped reads stay open: their requesters wait for ever. */
const struct transaction *transactions_open(const struct transactions *t, size_t index);
size_t transactions_open_count(const struct transactions *t);
/* Response flits that answered nothing open: to requests from before the books began. */
uint64_t transactions_unmatched(const struct transactions *t);

/* One line: "MEM_RD_REQ (2,3) txn 0x40 addr 0x00_0001_2340 STREAM count 7 words 4 peers (1,2)";
 * plain reads and writes end in "words 8". Terminated. */
void transaction_describe(const struct transaction *t, char *buf, size_t size);

#endif
