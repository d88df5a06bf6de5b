/* WAVES=ring: what is kept of one run too long to repeat. Its last cycles in a ring file
 * (trace/ring.h), which becomes a wave file when the run ends in order, and snapshots
 * (trace/snapshot.h), one of which replays the stretch before a failure with all signals. */
#ifndef CSRC_TRACE_CAPTURE_H
#define CSRC_TRACE_CAPTURE_H

#include "sim/suite.h"
#include "text.h"
#include "trace/ring.h"
#include "trace/snapshot.h"

struct capture {
    char test[96];
    char ring_path[512], fst_path[512];
    struct ring *ring;
    struct snapshots *snapshots;
    uint64_t from, to;               /* cycles in the wave file */
    const struct event_ring *events; /* of the run, after its end */
    bool written;                    /* it is there, and the ring file is not any more */
    void (*attached)(struct sim *s, void *context); /* of the options before ours */
    void *attached_context;
};

/* Prepares the capture of the run "suite.test" with `options`, which must then be used for it:
 * build/waves/<test>.ring while it runs, build/waves/<test>.fst afterwards. */
void capture_start(struct capture *c, const char *test, struct run_options *options);
/* To be called when the run has ended. Writes the wave file; when that fails, one line on stderr says
 * so and the ring file stays. */
void capture_end(struct capture *c, const struct event_ring *events);
/* Adds a row "ring" that names the wave file and its cycles; nothing when there is none. */
void capture_format(const struct capture *c, struct text *t);
void capture_free(struct capture *c);

#endif
