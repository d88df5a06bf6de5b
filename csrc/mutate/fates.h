/* What became of each mutant, in memory and in a file that survives the end of the program at any
 * moment: a line is appended when a mutant's fate is known, and a line without its end is ignored. */
#ifndef CSRC_MUTATE_FATES_H
#define CSRC_MUTATE_FATES_H

#include <stdbool.h>
#include <stdint.h>

enum fate {
    FATE_UNKNOWN,  /* not run */
    FATE_NAMED,    /* a check failed that says what is wrong */
    FATE_STALL,    /* only a watchdog noticed (SIM-STALL) */
    FATE_CRASH,    /* the program ended; nothing better noticed */
    FATE_TIMEOUT,  /* a scenario did not end; nothing better noticed */
    FATE_SURVIVED, /* every scenario passed */
    FATES
};
extern const char *const fate_words[FATES]; /* as in the file: "named", ... */

struct fate_record {
    enum fate fate;
    char check[24];  /* the ID that failed; "-" without one */
    char trial[112]; /* the scenario it failed in, SUITE.SCENARIO, perhaps @CYCLES; "-" */
    uint64_t cycle;  /* of the failure */
    double seconds;  /* processor time all its scenarios took */
};

/* Reads the records of `count` mutants from a file written under the same key, drops one written
 * under another, and opens it to be appended to. Negative after one line on stderr. */
int fates_open(const char *path, uint64_t key, struct fate_record *record, unsigned count);
/* Appends a mutant's line. False after one line on stderr. */
bool fates_append(int file, unsigned id, const struct fate_record *record);
/* Reads without opening for more, whatever the key; false without a word when there is no file. */
bool fates_read(const char *path, struct fate_record *record, unsigned count);

#endif
