/* The last cycles of a run in a file of fixed size that outlives the process, however it ends.
 *
 * An observer: it never changes a run. The file is mapped, so that a record is in it with the last
 * store; `head` is stored after the record it completes. A run that is killed leaves a file that
 * lacks at most its newest cycle. Knows nothing of dumps (ring_fst.h).
 */
#ifndef CSRC_TRACE_RING_H
#define CSRC_TRACE_RING_H

#include "sim/sim.h"

enum { RING_CYCLES = 16384 };

struct ring;

/* A ring that makes its file at `path` in the first cycle of the run it is attached to: `cycles`
 * records, at most about 1 KB each. The file appears under its name only when it can be read. */
struct ring *ring_new(const char *path, unsigned cycles);
/* Adds the ring to the observers of a run whose DUT is attached. A file that cannot be made ends
 * the program with one line: a capture asked for is not lost in silence. */
void ring_attach(struct ring *r, struct sim *s);
/* Whether the file was made: false when the run had no cycle. */
bool ring_made(const struct ring *r);
/* Takes the mapping out of this process, which is a copy of the run made by fork(): from then on it
 * cannot write to the file. */
void ring_leave(struct ring *r);
void ring_free(struct ring *r);

#endif
