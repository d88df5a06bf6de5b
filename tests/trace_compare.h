/* What may not change a trace does not: SIM-DETERMINISM, SIM-UNINIT, SIM-IDLE. */
#ifndef TESTS_TRACE_COMPARE_H
#define TESTS_TRACE_COMPARE_H

#include "sim/suite.h"

/* Runs `scenario` of `suite` for `cycles` cycles in five settings that must give the same trace of
 * transfers; a failure inside one becomes this run's failure. */
void trace_compare(struct sim *s, const char *suite, const struct scenario *scenario,
                   uint64_t cycles);

#endif
