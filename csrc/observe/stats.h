/* Where the cycles of a run went: latencies of requests and entries, levels of queues and slots,
 * use of every interface. Counts only, exact, of fixed size; cycles of reset are left out. */
#ifndef CSRC_OBSERVE_STATS_H
#define CSRC_OBSERVE_STATS_H

#include "observe/histogram.h"
#include "observe/lane.h"
#include "observe/slot_entries.h"
#include "observe/transaction_log.h"
#include "sim/sim.h"

#include <stdio.h>

enum latency {
    LATENCY_READ_FIRST, /* plain reads: acceptance to first word */
    LATENCY_READ_LAST,
    LATENCY_RUN_FIRST, /* streaming runs */
    LATENCY_RUN_LAST,
    LATENCY_WRITE_ACK, /* writes: acceptance of the descriptor to the ack */
    LATENCY_ENTRY,     /* slot: start to done */
    LATENCIES
};

/* Sources are mesh positions, 16 x + y, or requesters of the slot. */
enum { STATS_SOURCES = 256 };

struct lane_stats {
    char name[12];
    uint64_t cycles[3]; /* by enum lane_state */
};

/* Cycles at nothing, up to a quarter, half, three quarters, less than all of a capacity, all. */
enum { FILL_NOTHING, FILL_QUARTER, FILL_HALF, FILL_MORE, FILL_MOST, FILL_ALL, FILLS };

struct gauge_stats {
    const char *name;
    uint32_t capacity;      /* 0: none is known */
    struct histogram level; /* one value a cycle */
    uint64_t filled[FILLS]; /* cycles; of no use without a capacity */
};

struct stats {
    const struct sim *sim;
    uint64_t cycles;
    unsigned lanes, gauges;
    struct lane_stats lane[LANES_MAX];
    struct gauge_stats gauge[GAUGES_MAX];
    struct slot_entries entries;
    uint64_t unanswered;
    struct histogram latency[LATENCIES][STATS_SOURCES];
};

/* Of a run whose DUT is attached; `s` is zero. */
void stats_open(struct stats *s, const struct sim *sim, const struct lane *lane, unsigned lanes);
/* Each cycle outside reset; `state` is that of each lane. */
void stats_cycle(struct stats *s, const enum lane_state *state);
void stats_reset_cycle(struct stats *s);
/* A request ended. */
void stats_transaction(struct stats *s, const struct transaction_row *row);

/* "Plain reads, accepted to first word". */
const char *latency_title(enum latency which);
/* "(2,3)" or "requester 0". */
void latency_source_name(enum latency which, unsigned source, char buf[16]);
/* Of all sources; returns how many have any. */
unsigned latency_total(const struct stats *s, enum latency which, struct histogram *total);

/* For people, 80 columns. */
void stats_print(const struct stats *s, FILE *out);
/* A self-contained SVG file. */
void stats_draw(const struct stats *s, const char *title, FILE *out);

#endif
