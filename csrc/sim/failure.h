/* The first thing that went wrong in a run, as data: printed once, written to the JUnit file and to
 * the failure directory. Later failures of the same run are not recorded. */
#ifndef CSRC_SIM_FAILURE_H
#define CSRC_SIM_FAILURE_H

#include "verdict.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One row of the expected/actual table. */
struct failure_field {
    char name[24];
    char expected[80];
    char actual[80];
};

enum { FAILURE_FIELDS = 10 };

struct failure {
    bool set;
    enum check_id check;
    uint64_t cycle;
    uint64_t since;    /* of what did not happen: the cycle from which it is missing; else 0 */
    char where[32];    /* the interface, e.g. "mem_out" */
    char what[200];    /* one line */
    char request[256]; /* the request it belongs to, may be empty */
    char progress[128];
    char hint[200];
    unsigned fields;
    struct failure_field field[FAILURE_FIELDS];
    char report[2400]; /* further lines: a stall chain, outstanding work; may be empty */
    char cause[200];   /* of a stall: its root in one sentence; may be empty */
    char bank[800];    /* which bank is in the run, set before anything fails; empty: none */
};

/* Adds a row; both texts printf style from the caller's buffers. NULL `f` is ignored. */
void failure_field(struct failure *f, const char *name, const char *expected, const char *actual);
/* Adds a row for a word and, when it differs, one for its highest differing 32 bits. */
void failure_word(struct failure *f, const char *name, const struct word *expected,
                  const struct word *actual);
/* Adds the rows of a flit against another, header fields and payload. */
void failure_flits(struct failure *f, const struct flit *expected, const struct flit *actual);
/* What was reported has been missing since that cycle. NULL `f` is ignored. */
void failure_missing_since(struct failure *f, uint64_t cycle);
/* Renders the whole failure for people, at 80 columns; ends with a newline. */
void failure_format(const struct failure *f, char *buf, size_t size);

#endif
