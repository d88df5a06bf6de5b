/* What `cosim soak` runs, one at a time: a random scenario with one seed, any scenario with every
 * initial value of registers, or the scenarios of a suite in a four-state simulator. A unit and its
 * outcome are lines of text, so that they can be kept in a file and come from other machines. */
#ifndef CSRC_SOAK_UNIT_H
#define CSRC_SOAK_UNIT_H

#include "sim/suite.h"

enum unit_kind { UNIT_RANDOM, UNIT_FILL, UNIT_ICARUS, UNIT_KINDS };

struct unit {
    enum unit_kind kind;
    char test[96]; /* SUITE.TEST; of UNIT_ICARUS a suite */
    uint64_t seed;
};

enum unit_verdict { UNIT_PASSED, UNIT_FAILED, UNIT_INTERRUPTED };

struct outcome {
    struct unit unit;
    enum unit_verdict verdict;
    uint64_t cycles;
    char check[24]; /* of a failure: its ID, CRASH, ICARUS; else "-" */
    char where[32]; /* without blanks */
};

/* "random mem_port.random 17". */
void unit_text(const struct unit *unit, char *text, size_t size);
/* False when the line is none. */
bool unit_parse(const char *line, struct unit *unit);
/* "random mem_port.random 17 failed 318 MEM-DST mem_out". */
void outcome_text(const struct outcome *o, char *text, size_t size);
bool outcome_parse(const char *line, struct outcome *o);

/* Units of the tests whose names begin with `prefix` that are to run with the n-th seed, n from 1: all
 * kinds for the first, random ones for the others. Returns how many; writes at most `most`. */
size_t units_of_seed(const char *prefix, uint64_t seed, struct unit *units, size_t most);

/* Runs a unit in this process; `options` but for the seed. */
void unit_run(const struct unit *unit, const struct run_options *options, struct outcome *o);
/* For what ended without an outcome. */
void unit_crashed(const struct unit *unit, int wait_status, struct outcome *o);

#endif
