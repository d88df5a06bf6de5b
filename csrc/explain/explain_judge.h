/* Who judges the cycles of a dump: one a kind of DUT, over the pins of a DUT that does not run. */
#ifndef CSRC_EXPLAIN_EXPLAIN_JUDGE_H
#define CSRC_EXPLAIN_EXPLAIN_JUDGE_H

#include "explain/dump.h"
#include "sim/sim.h"

#include <stdio.h>

struct explain_judge {
    enum dut_kind kind;
    const char *what; /* "memory port" */
    /* Checks that can run over a dump; whether they have been met, their evaluations say. */
    const enum check_id *checks;
    unsigned check_count;
    /* Those of them that look at a cycle and the one before, never at what was asked earlier. */
    const enum check_id *certain;
    unsigned certain_count;
    const char *not_run; /* the others that are of this DUT, and why, in one sentence */
    /* Looks through another reading of the same dump for what its traffic says of parameters that
     * nobody gave, of a bank without a model; may be NULL. */
    void (*look_ahead)(struct dump *d, const struct dump_request *request);
    /* Owned by the run; the DUT is attached, parameters are those of its type. */
    void *(*make)(struct sim *s);
    /* Forgets all work: the design is found idle. */
    void (*join)(void *judge);
    /* A cycle, with settled pins; in reset when s->in_reset. */
    void (*sample)(void *judge);
    /* What it knows of queues and slots (bench_hooks.gauges); may be NULL. */
    unsigned (*gauges)(void *judge, struct gauge out[GAUGES_MAX]);
    /* After the last cycle: adds the evaluations to s->seen and prints what is still open. */
    void (*end)(void *judge, FILE *out);
};

extern const struct explain_judge explain_mem_port, explain_mag, explain_slot, explain_bank;

#endif
