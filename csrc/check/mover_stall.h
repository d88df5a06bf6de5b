/* Why a move makes no progress: the chain from the move to what its oldest word waits for (modules
 * 4). Words are written in walk order, so what keeps a word that is already there from leaving comes
 * before what keeps the next one from being read or transformed. It knows no pins: a bench says what
 * holds the move. */
#ifndef CSRC_CHECK_MOVER_STALL_H
#define CSRC_CHECK_MOVER_STALL_H

#include "check/stall_chain.h"
#include "mover_judge.h"

/* `cause` is a whole sentence with its cycle, empty: nothing of the kind holds the move. */
struct mover_hold {
    char cause[STALL_CAUSE_SIZE];
};

struct mover_stall {
    const struct mover_regs *regs;
    struct mover_owed owed;
    uint64_t number;         /* of the move, from 0 */
    uint64_t last_moved;     /* cycle in which anything of the move transferred, at the latest GO */
    struct mover_hold write; /* an AW or W beat of it is not taken */
    struct mover_hold grant; /* the slot is asked for and not granted */
    struct stall_explainer done; /* an entry of it is without its done; none: NULL */
    struct mover_hold data;      /* R beats of it are owed */
    struct mover_hold read;      /* an AR of it is not taken */
    struct mover_hold response;  /* Bs of it are owed */
};

__attribute__((format(printf, 2, 3))) void mover_hold(struct mover_hold *h, const char *format,
                                                      ...);
/* The link of the move alone, for reports whose root is known to be elsewhere. */
void mover_stall_link(const struct mover_stall *m, struct stall_chain *chain);
/* That link and the root. False: none of what is listed holds it, and no cause is stated. */
bool mover_stall_explain(const struct mover_stall *m, struct stall_chain *chain);

#endif
