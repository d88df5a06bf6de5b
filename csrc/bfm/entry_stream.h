/* The stream of one run of entries, as whoever holds the bank presents it: start, id, mode and
 * beats, cycle by cycle, obeying the lead of start and the DEPTH rules of modules 1. Knows no pins
 * and no grant: drivers put its outputs on theirs. */
#ifndef CSRC_BFM_ENTRY_STREAM_H
#define CSRC_BFM_ENTRY_STREAM_H

#include "bfm/entry_plan.h"

struct entry_stream {
    const struct slot_shapes *shapes;
    entry_next *next;
    void *context;

    /* What is presented in this cycle, valid after entry_stream_drive(). */
    bool start, beat_valid;
    uint8_t id, mode;        /* of the latest start */
    bool steady;             /* they stay on the pins */
    const struct word *beat; /* while beat_valid */

    /* Its own state. */
    struct entry_plan plan[2]; /* plan[at] is open or was the last; the other one is next */
    unsigned at;
    bool open;           /* plan[at] has beats to come */
    bool planned;        /* plan[!at] waits for its start */
    bool ended;          /* the run has no further entry */
    bool hanging;        /* plan[at] got all it will get, and that is not all of its beats */
    unsigned given;      /* beats of plan[at] presented */
    unsigned gap, delay; /* cycles left to wait */
    unsigned owed;       /* entries started, not to be abandoned, whose done is to come */
    unsigned owed_depth; /* DEPTH of the latest of them */
    unsigned quiet;      /* cycles since the last start or beat */
};

void entry_stream_init(struct entry_stream *e, const struct slot_shapes *shapes);
/* Begins a run whose entries come from next(context). */
void entry_stream_begin(struct entry_stream *e, entry_next *next, void *context);
/* Decides what is presented in this cycle, from what was sampled in earlier ones only. */
void entry_stream_drive(struct entry_stream *e);
/* Nothing is presented in this cycle. */
void entry_stream_idle(struct entry_stream *e);
/* Ends the cycle: `done` was high and belongs to this stream. */
void entry_stream_sample(struct entry_stream *e, bool done);
/* Whether the run may let go of the bank from the next cycle on: its last done was seen or, of an
 * abandoned run, two cycles have passed since its last beat (modules 2). */
bool entry_stream_finished(const struct entry_stream *e);

#endif
