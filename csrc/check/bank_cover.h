/* Counts the situations of a bank that a run has met (models/bins.h, groups bank.*): entries with
 * their gaps, company and ends, registers, faults and resets. Told by the judge of the bank's
 * contract, wherever that stands: at a bare bank, outside a slot, inside an agent. Knows its books and
 * nothing of the RTL; never judges, never changes a run. Called only in runs that count
 * (sim_counts_bins). */
#ifndef CSRC_CHECK_BANK_COVER_H
#define CSRC_CHECK_BANK_COVER_H

#include "check/bank_memory.h"
#include "check/slot_cycle.h"

struct bank_check;

/* A start, before the model is told; a beat of the same cycle it knows already. `open`: the latest
 * entry, NULL when none is under way. */
void bank_cover_start(const struct bank_check *c, const struct slot_cycle *now,
                      const struct entry_info *open);
/* An entry has had its done, or was given up for the next one. */
void bank_cover_end(const struct bank_check *c, const struct seen_entry *e, bool done);
/* A done, once its entry is gone from the books; `e` is that, `other` the one behind it, NULL: none. */
void bank_cover_done(const struct bank_check *c, const struct slot_cycle *now,
                     const struct seen_entry *e, const struct seen_entry *other);
/* A register is written, before the model is told. */
void bank_cover_write(const struct bank_check *c, const struct slot_cycle *now);
/* The fault pins of a cycle, before the model takes them. */
void bank_cover_fault(const struct bank_check *c, const struct slot_cycle *now);
/* The first cycle of a reset, before the model forgets; `open` as above. */
void bank_cover_reset(const struct bank_check *c, const struct entry_info *open);

#endif
