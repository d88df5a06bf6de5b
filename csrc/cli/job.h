/* One suite run in a process of its own: cmocka inside, counts through shared memory, text through
 * a log file, so that a crash of one suite takes nothing else with it. */
#ifndef CSRC_CLI_JOB_H
#define CSRC_CLI_JOB_H

#include "bins.h"
#include "sim/suite.h"

#include <stdio.h>
#include <sys/types.h>
#include <time.h>

/* What the child tells while it runs. */
struct job_counts {
    unsigned planned, passed, failed;
    uint64_t cycles, random_cycles;
    struct evidence seen;
    uint64_t bins[BIN_COUNT]; /* situations met */
    bool interrupted;
};

struct job {
    const struct suite *suite;
    const char *only; /* one test of it, or NULL */
    const struct run_options *options;
    bool bins; /* its runs count situations */
    pid_t pid;
    struct timespec started;
    double seconds;
    struct job_counts *counts; /* shared with the child */
    bool ended;
    char trouble[128]; /* why the process ended badly; empty when it did not */
};

/* False after one line on stderr when the process cannot be made. */
bool job_start(struct job *j);
/* Takes the end of the process whose wait status is `status`. */
void job_end(struct job *j, int status);
/* Copies what the suite printed to `out`: failure reports. */
void job_print_log(const struct job *j, FILE *out);

#endif
