/* All requesters of a slot want runs all the time. */
#ifndef TESTS_SLOT_CONTENTION_H
#define TESTS_SLOT_CONTENTION_H

#include "bench/xform_bench.h"

/* From now on every requester asks for runs of 1 to `longest` whole entries, without pauses. */
void all_requesters_contend(struct xform_bench *b, unsigned longest);
/* Until the requesters together have completed that many runs, and finishes. */
void contend_for(struct xform_bench *b, uint64_t runs);

#endif
