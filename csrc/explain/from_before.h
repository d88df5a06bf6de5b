/* A dump that begins in the middle of a run: what was asked for before it is unknown, so its answers
 * look as if nobody had asked for them, and answers to the same requester can look like those of a
 * later request. Sorts the failures that this can explain from those it cannot.
 *
 * The rule. Without a reset at the beginning, only checks that look at a cycle and the one before
 * (explain_judge.certain) flag anything; what the others say is counted. That ends
 *  - at a reset, or
 *  - on trial, when nothing has been offered on any interface for QUIET_CYCLES: the judges start
 *    anew there, with no work open. What they say in the TRIAL_CYCLES after it, longer than any
 *    answer may take, shows that something was under way after all: it is counted, too, and the
 *    next quiet moment is waited for. After a trial without a word everything is flagged.
 */
#ifndef CSRC_EXPLAIN_FROM_BEFORE_H
#define CSRC_EXPLAIN_FROM_BEFORE_H

#include "explain/explain_judge.h"
#include "observe/lane.h"

enum { QUIET_CYCLES = 64, TRIAL_CYCLES = 2000 };

enum before_stage {
    BEFORE_UNKNOWN, /* what was asked for earlier is not known */
    BEFORE_TRIAL,   /* found quiet; an answer may still be under way */
    BEFORE_NOTHING  /* everything is known */
};

struct from_before {
    const struct explain_judge *judge;
    enum before_stage stage;
    unsigned lanes;
    struct lane lane[LANES_MAX];
    unsigned quiet;                /* cycles in a row */
    bool in_the_middle;            /* the dump began so */
    uint64_t sure_since;           /* first cycle in which everything is flagged */
    uint64_t quiet_since;          /* cycle after which the judges started anew */
    uint64_t counted[CHECK_COUNT]; /* failures not flagged */
    struct failure first;          /* of them, of those that say most */
    uint64_t failed[CHECK_COUNT];  /* of the run, after the cycle before */
};

/* The DUT is attached and no cycle has been judged. */
void from_before_init(struct from_before *b, const struct explain_judge *judge,
                      const struct sim *s);
/* Before a cycle is judged, pins not filled yet: s->in_reset is that of the cycle. */
void from_before_cycle(struct from_before *b, struct sim *s);
/* After it was judged: takes what is not to be flagged out of s->failure and s->seen.failed, and
 * lets the judges start anew when that is due. */
void from_before_sort(struct from_before *b, struct sim *s, void *judging);

#endif
