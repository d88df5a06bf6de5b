/* Scenario: every real tensor is converted by the transform slot with the mxfp7 bank, in both
 * packings at once by two requesters, and the words are compared with the FP16 values they came
 * from (on top of the bench's own checks). */
#ifndef CSRC_DEMO_DEMO_SLOT_H
#define CSRC_DEMO_DEMO_SLOT_H

#include "demo/sqnr.h"
#include "demo/tensors.h"
#include "sim/sim.h"

enum { DEMO_TENSORS = 256 };

struct demo_slot_result {
    bool converted; /* false: the bank has no mxfp7 occupant, nothing was done */
    unsigned tensors;
    struct tensor tensor[DEMO_TENSORS];
    struct sqnr sqnr[DEMO_TENSORS]; /* by tensor */
    struct sqnr overall[2];         /* by packing; worst_at is an index into all values */
    uint64_t entries[2];            /* by packing */
    uint64_t padded;                /* zeros added to fill last entries, of one packing */
    uint64_t grants, contended;
    uint64_t cycles; /* from the first done to the last, inclusive */
};

void demo_tensors_are_quantised(struct sim *s);
/* Of the latest run. */
const struct demo_slot_result *demo_slot_result(void);

#endif
