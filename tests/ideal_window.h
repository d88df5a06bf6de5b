/* A window without a clock or pins, its master and its memory: turns random bursts into legal events
 * in random order and tells them to the golden model. Every shape the contract allows is one
 * setting of it, so any verdict is a false alarm, unless one event was spoiled on purpose. */
#ifndef TESTS_IDEAL_WINDOW_H
#define TESTS_IDEAL_WINDOW_H

#include "sim/rng.h"
#include "window.h"

/* What to change in one event. */
enum window_spoil {
    SPOIL_NOTHING,
    SPOIL_AR_ADDRESS,
    SPOIL_AR_MESH, /* bits 39:36 */
    SPOIL_AW_ADDRESS,
    SPOIL_AW_MESH,
    SPOIL_W_DATA,
    SPOIL_W_STROBES,
    SPOIL_R_ID,
    SPOIL_R_DATA,
    SPOIL_R_RESP,
    SPOIL_R_LAST,
    SPOIL_B_ID,
    SPOIL_B_RESP,
    SPOIL_COUNT
};

struct ideal_window_knobs {
    enum window_kind kind;
    bool staging;    /* WINDOW_INBOUND: some bursts go to a store */
    bool one_by_one; /* one burst at a time is served */
    bool split;      /* bursts issued are as short as they like */
    bool skip_idle;  /* words without strobes are not issued */
    bool w_first;    /* W may lead its AW on the slave */
    bool odd;        /* some bursts must be refused */
    bool errors;     /* memory answers some with an error */
    unsigned ids, hot_words, max_beats;
    unsigned accept_permille, memory_permille, answer_permille;
    enum window_spoil spoil;
    unsigned spoil_at; /* the how-many-th event of its kind */
};

struct ideal_window_result {
    uint64_t cycles, alarms;
    bool spoiled, idle;
    struct verdict verdict; /* the first alarm's */
    struct window_stats stats;
};

/* Serves `bursts` random bursts to the end. Stops at the first verdict. */
struct ideal_window_result ideal_window_run(const struct ideal_window_knobs *knobs, uint64_t seed,
                                            unsigned bursts);
struct ideal_window_knobs ideal_window_random(struct rng *r);

#endif
