/* What a golden model says about one event. A model never prints, exits or asserts: it fills a
 * verdict and carries on as well as it can (the offending event is consumed by the stream it came
 * closest to), so that a waived check does not take the rest of the run with it. */
#ifndef MODELS_VERDICT_H
#define MODELS_VERDICT_H

#include "check_id.h"
#include "flit.h"

#include <stdarg.h>
#include <stdbool.h>

struct verdict {
    enum check_id check; /* CHECK_NONE: legal */
    char what[200];      /* one line, plain words: what is wrong */
    char request[256];   /* the request it belongs to: who, what, when accepted; may be empty */
    char progress[128];  /* e.g. "entry 2 of 7, word 3 of 4, destination (2,3)"; may be empty */
    char hint[200];      /* where to look; may be empty */
    uint64_t since;      /* of what did not happen: the cycle from which it is missing; else 0 */
    bool has_expected;   /* `expected` holds the flit the model would have accepted */
    struct flit expected;
};

/* For models: everything but check and `what` is emptied. Returns false, the answer of a judging
 * call that has found something. */
__attribute__((format(printf, 3, 4))) bool verdict_open(struct verdict *v, enum check_id check,
                                                        const char *format, ...);
__attribute__((format(printf, 3, 0))) void verdict_vopen(struct verdict *v, enum check_id check,
                                                         const char *format, va_list args);
__attribute__((format(printf, 2, 3))) void verdict_hint(struct verdict *v, const char *format, ...);
__attribute__((format(printf, 2, 0))) void verdict_vhint(struct verdict *v, const char *format,
                                                         va_list args);

#endif
