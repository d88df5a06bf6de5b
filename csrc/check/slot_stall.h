/* Why a transform slot or a bare bank stands still: from who asks for the slot, to who holds it, to
 * the entry that is at the bank, to the root (modules 1 and 2). It knows what the checks of grant
 * and bank know, no pins. */
#ifndef CSRC_CHECK_SLOT_STALL_H
#define CSRC_CHECK_SLOT_STALL_H

#include "check/bank_check.h"
#include "check/grant_check.h"

struct slot_stall {
    const struct bank_check *bank;
    const struct grant_check *grant; /* NULL: one driver alone, no grant is seen */
    const char *driver;              /* then, who that is: "the mover" */
};

/* To be called when nothing has moved for a bound: an entry at the bank that has all its beats is
 * then without its done for good. */
void slot_stall_explain(const struct slot_stall *x, struct stall_chain *chain);

#endif
