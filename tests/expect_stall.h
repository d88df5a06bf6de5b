/* A scenario whose expected result is a failure that explains itself: its ID, its cause to the
 * letter, and its chain link by link. */
#ifndef TESTS_EXPECT_STALL_H
#define TESTS_EXPECT_STALL_H

#include "sim/suite.h"

enum { STALL_LINKS_MAX = 8 };

struct expected_stall {
    const char *name;
    void (*run)(struct sim *s);
    enum check_id check;
    const char *cause;
    /* Pieces of the report in the order in which they stand there; a piece does not span lines. */
    const char *link[STALL_LINKS_MAX];
    unsigned done_bound; /* 0: the usual one */
};

/* Runs the scenario of `e` with the first seed, since the sentences carry numbers; fails the run
 * `s` unless it ends as expected. */
void expect_stall(struct sim *s, const struct expected_stall *e);
/* The same scenario must end without a failure. */
void expect_no_stall(struct sim *s, const char *name, void (*run)(struct sim *s));

#endif
