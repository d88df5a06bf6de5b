/* Turns a ring file into a wave file with the scopes, names and times of a live dump: the ports at
 * TOP.<top module>, clock low at 10 N and high at 10 N + 5, the harness's own signals (trace/notes.h)
 * in COSIM. What changes with the clock high is seen in the next cycle only. */
#ifndef CSRC_TRACE_RING_FST_H
#define CSRC_TRACE_RING_FST_H

#include "trace/ring_read.h"

/* False with one line in `error` when `path` cannot be written. */
bool ring_write_fst(const struct ring_file *ring, const char *path, char error[320]);

#endif
