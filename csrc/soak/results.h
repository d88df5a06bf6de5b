/* What a soak has run, in memory and in build/soak/results.txt: one line a unit, written when the unit
 * has ended, so that the next soak of the same program with the same options goes on behind it. Knows
 * nothing of how units are run. */
#ifndef CSRC_SOAK_RESULTS_H
#define CSRC_SOAK_RESULTS_H

#include "soak/unit.h"

#include <stdio.h>

#define SOAK_DIR "build/soak"
#define SOAK_RESULTS SOAK_DIR "/results.txt"

struct results {
    struct outcome *at;
    size_t count, room;
    size_t resumed; /* of these, taken over from an earlier soak */
    FILE *file;
};

/* Reads what the same program has done with the same options; anything else is begun anew. False after
 * one line on stderr. */
bool results_open(struct results *r, const struct run_options *options);
/* Keeps an outcome; false after one line on stderr when it cannot be written. An outcome of a unit
 * that is there already is dropped. */
bool results_add(struct results *r, const struct outcome *o);
bool results_have(const struct results *r, const struct unit *unit);
/* The earliest failure of the kind of `o`: the same check in the same test. */
const struct outcome *results_first_of_kind(const struct results *r, const struct outcome *o);

/* Likewise, the first failure by the check of `o` in any test. */
const struct outcome *results_first_of_check(const struct results *r, const struct outcome *o);
void results_close(struct results *r);

/* One row a random test and one for each other kind of unit, then all kinds of failures, at 80
 * columns. Returns how many units failed. */
size_t results_table(const struct results *r, FILE *out);

#endif
