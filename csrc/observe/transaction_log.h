/* Every request seen at the memory links of a DUT, with when it was answered: rows for tables and
 * timelines. A memory port has one pair of links, a whole agent one a port; other DUTs have none.
 *
 * Rows hold cycles in which flits transferred and nothing else, so a dump gives the rows of the live
 * run it was made in. At most TRANSACTION_ROWS_MAX are kept; those that end later are counted.
 */
#ifndef CSRC_OBSERVE_TRANSACTION_LOG_H
#define CSRC_OBSERVE_TRANSACTION_LOG_H

#include "sim/sim.h"
#include "transaction.h"

enum { TRANSACTION_ROWS_MAX = 1000000 };

struct transaction_row {
    struct transaction t;
    uint64_t
        until;    /* cycle of its last flit, or in which a reset or the end of the run cut it off */
    uint8_t port; /* 0 of a lone memory port */
    bool cut_by_reset;
};

struct transaction_port {
    struct transaction_log *log;
    uint8_t number;
    bool in_agent;  /* its links carry flits of others, too */
    bool interlink; /* marked flits are the interlink's (modules, ILINK) */
    struct position at;
    const struct link_pins *in, *out;
    struct transactions *books;
};

struct transaction_log {
    const struct sim *sim;
    unsigned ports;
    struct transaction_port port[MAG_PORTS];
    struct transaction_row *row; /* in order of acceptance once the log is closed */
    size_t rows, room;
    uint64_t left_out;
    uint64_t unmatched; /* response flits that answered nothing open; valid once closed */
    /* Called for every row, also those left out, as it ends. May be NULL. */
    void (*ended)(void *context, const struct transaction_row *row);
    void *context;
};

/* Of a run whose DUT is attached; `log` is zero but for `ended` and `context`. */
void transaction_log_open(struct transaction_log *log, const struct sim *s);
/* Each cycle, with settled pins. */
void transaction_log_cycle(struct transaction_log *log);
/* At the end of the run: what is open becomes rows, and rows are sorted. */
void transaction_log_close(struct transaction_log *log);
void transaction_log_free(struct transaction_log *log);

/* "answered", "open", "reset", "aperture", "too long": what became of it. */
const char *transaction_outcome(const struct transaction_row *row);
/* "read", "run", "write". */
const char *transaction_kind_name(enum transaction_kind kind);

#endif
