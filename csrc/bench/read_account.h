/* How many response flits a port's receivers are owed, so that random traffic asks for no more than
 * they are to have outstanding (memory protocol 3.2.4). A dropped read keeps its share until the
 * account is cleared. */
#ifndef CSRC_BENCH_READ_ACCOUNT_H
#define CSRC_BENCH_READ_ACCOUNT_H

#include "mem_port.h"

struct read_account {
    uint64_t asked;           /* response flits asked for, and */
    uint64_t answered_before; /* those seen before, when the account was last cleared */
};

static inline uint64_t read_account_answered(struct mem_port_model *m) {
    const struct mem_port_stats *s = mem_port_model_stats(m);
    return s->flits_plain + s->flits_stream;
}

/* Nothing is owed, or what was owed is gone. */
static inline void read_account_clear(struct read_account *a, struct mem_port_model *m) {
    a->asked = 0;
    a->answered_before = read_account_answered(m);
}

/* Whether `flits` more stay within `budget`; always when nothing is owed. */
static inline bool read_account_allows(const struct read_account *a, struct mem_port_model *m,
                                       uint64_t flits, uint64_t budget) {
    const uint64_t answered = read_account_answered(m) - a->answered_before;
    const uint64_t owed = a->asked > answered ? a->asked - answered : 0;
    return owed == 0 || owed + flits <= budget;
}

#endif
