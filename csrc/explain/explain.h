/* cosim explain: the checks and views over a dump that any simulator wrote. */
#ifndef CSRC_EXPLAIN_EXPLAIN_H
#define CSRC_EXPLAIN_EXPLAIN_H

#include "bank.h"
#include "explain/dump.h"
#include "observe/views.h"
#include "sim/options.h"

#include <stdio.h>

/* A bound in cycles or, when it has a unit, in time. */
struct explain_limit {
    bool given, in_time;
    uint64_t cycle;
    double seconds;
};

struct explain_request {
    struct dump_request dump;
    /* What happens before `from` is followed and not reported: no finding, no request in a table,
     * answers to requests from before it are counted. Nothing after `to` is read. */
    struct explain_limit from, to;
    const struct bank_desc *bank; /* the model of the bank in the dump; NULL: it has none */
    struct run_options options;
    struct view_options views;
};

/* Exit status: 0 clean, 1 findings, 2 the dump cannot be used, after one line on stderr. */
int explain(const struct explain_request *request, FILE *out);

#endif
