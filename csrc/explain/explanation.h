/* One run of cosim explain while it lasts, and how it is told. */
#ifndef CSRC_EXPLAIN_EXPLANATION_H
#define CSRC_EXPLAIN_EXPLANATION_H

#include "explain/explain.h"
#include "explain/explain_judge.h"
#include "explain/from_before.h"
#include "sim/suite.h"

struct explanation {
    const struct explain_request *request;
    const struct explain_judge *judge;
    FILE *out;
    struct dump dump;
    void *judging;
    struct views *views;
    struct from_before before;
    bool reporting;  /* `from` is reached */
    bool reset_seen; /* so the state of the design is known */
    uint64_t cycles, first_cycle, last_cycle, first_time, last_time;
    uint64_t before_reset; /* cycles not judged: a control pin was X or Z and no reset seen */
    uint64_t failure_time;
    char *events; /* before and in the cycle of the first failure, as text; NULL: none */
    size_t events_size;
    char *open; /* what is still open at the end, as text; NULL: not known */
    size_t open_size;
    bool failed_to_read;
    char why[DUMP_WHY_SIZE];
};

/* What is known before the first cycle: the DUT, its parameters. */
void explanation_head(const struct explanation *e);
/* Views, cycles, checks, findings; the exit status: 0 clean, 1 findings, 2 after a line on stderr. */
int explanation_report(const struct explanation *e, const struct run_result *r);

#endif
