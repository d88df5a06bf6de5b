/* One entry as a driver presents it: what it says, and when. Knows no pins. */
#ifndef CSRC_BFM_ENTRY_PLAN_H
#define CSRC_BFM_ENTRY_PLAN_H

#include "bank.h"

/* The shapes of all ids of a bank as the drivers respect them, `ids` = 2^ID_W of them. */
struct slot_shapes {
    unsigned ids;
    bool may_overlap; /* the options allow overlapping entries */
    bool may_abandon; /* the bank answers at 0xFC, and the options allow abandoned entries */
    struct bank_geometry of[BANK_IDS_MAX];
};

struct entry_plan {
    uint8_t id, mode;
    uint8_t beats;  /* presented; fewer than the id's shape has: the entry is abandoned */
    bool overlap;   /* start as early as DEPTH allows, not only after every earlier `done` */
    bool steady;    /* id and mode stay on the pins until the next start */
    uint16_t delay; /* cycles to wait with `start` once it is legal */
    uint16_t gap[BANK_BEATS_MAX]; /* cycles without a beat before each beat */
    struct word beat[BANK_BEATS_MAX];
};

/* Writes the next entry of a run; false: the run has no more. */
typedef bool entry_next(void *context, struct entry_plan *plan);

#endif
