/* Random entries: which occupant, which data, which pauses. One source feeds one stream. */
#ifndef CSRC_BFM_ENTRY_SOURCE_H
#define CSRC_BFM_ENTRY_SOURCE_H

#include "bfm/entry_plan.h"
#include "bfm/vectors.h"
#include "sim/options.h"
#include "sim/rng.h"

enum entry_data {
    ENTRY_TAGGED,  /* every 32 bits name source, entry, beat and position */
    ENTRY_BITS,    /* random bits */
    ENTRY_HALVES,  /* FP16 whose exponents fall off below a peak of 0-31 per 32 values */
    ENTRY_SPARSE,  /* FP16 of both signs, mostly zeros */
    ENTRY_VECTORS, /* inputs of the vector file, where the shape fits */
    ENTRY_EDGES,   /* ENTRY_HALVES with one value in 1, 4 or 32 from edge_values.h */
    ENTRY_SINGLES, /* the same in FP32 */
    ENTRY_DATA_KINDS
};

/* Permille of entries, or of beats where it says so. */
struct entry_knobs {
    unsigned run_min, run_max;       /* entries of a run */
    unsigned bypass, unknown;        /* entries with id 0, with an id that names no occupant */
    unsigned gapped;                 /* entries with any gaps at all */
    unsigned beat_gap, gap_max;      /* of their beats: those with a gap before, its longest */
    unsigned delayed, delay_max;     /* starts that come late, by at most delay_max cycles */
    unsigned overlap;                /* starts that use DEPTH 2 */
    unsigned abandon;                /* entries cut short; 0 unless the bank answers at 0xFC */
    unsigned steady;                 /* entries whose id and mode stay on the pins after start */
    unsigned repeats;                /* entries that repeat an earlier one */
    unsigned data[ENTRY_DATA_KINDS]; /* weights */
};

/* Draws a legal setting. */
void entry_knobs_randomise(struct entry_knobs *knobs, struct rng *rng);

/* Takes out of a setting what the options leave out. */
void entry_knobs_without(struct entry_knobs *knobs, uint32_t without);

/* An entry worth repeating: whole, made without gaps, its id and mode steady. */
struct entry_again {
    struct entry_plan plan;
    unsigned times; /* it was repeated */
    uint32_t made;  /* as which entry of the source */
};

enum { ENTRIES_AGAIN = 3 };

struct entry_source {
    struct entry_knobs knobs;
    const struct slot_shapes *shapes;
    const struct vectors *vectors; /* may be empty */
    unsigned mode_mask;
    unsigned tag; /* which source, for tagged data */
    struct rng rng;
    unsigned left; /* entries of the run still to come */
    uint32_t made;
    struct entry_again again[ENTRIES_AGAIN];
    unsigned occupant_ids; /* known ids other than 0, listed in occupant[] */
    unsigned unknown_ids;
    uint8_t occupant[BANK_IDS_MAX], stranger[BANK_IDS_MAX];
};

void entry_source_init(struct entry_source *source, const struct slot_shapes *shapes,
                       const struct vectors *vectors, unsigned mode_w, unsigned tag,
                       const struct rng *rng);
/* Takes the ids from the shapes, once they are known. */
void entry_source_learn(struct entry_source *source);
/* Draws the length of the next run. */
void entry_source_begin_run(struct entry_source *source);
/* An entry_next whose context is the source. */
bool entry_source_next(void *source, struct entry_plan *plan);
/* Fills `count` beats with data of one kind. */
void entry_source_data(struct entry_source *source, enum entry_data kind, struct word *beat,
                       unsigned count);

#endif
