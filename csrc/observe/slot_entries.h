/* Entries at a transform slot or bank: from `start` to `done`. An entry abandoned by the next
 * `start` has no `done` (modules 1). DUTs without a slot have no entries. */
#ifndef CSRC_OBSERVE_SLOT_ENTRIES_H
#define CSRC_OBSERVE_SLOT_ENTRIES_H

#include "dut/dut.h"

enum { SLOT_ENTRIES_OPEN = 8 };

struct slot_entries {
    const struct dut *dut;
    struct {
        uint64_t started;
        unsigned who;          /* requester; 0 at a bare bank */
    } open[SLOT_ENTRIES_OPEN]; /* oldest first */
    unsigned count;
    unsigned beats_left; /* of the newest; 0: all came, or the shape of entries is not known */
    uint64_t abandoned;
};

struct slot_entry {
    unsigned who;
    uint64_t latency; /* cycles from start to done */
};

void slot_entries_init(struct slot_entries *e, const struct dut *d);
void slot_entries_reset(struct slot_entries *e);
/* Each cycle, with settled pins: true when an entry was answered in it. */
bool slot_entries_cycle(struct slot_entries *e, uint64_t cycle, struct slot_entry *answered);

#endif
