/* Banks for the slot's model: occupants of every shape (modules 1), all with golden models. */
#ifndef CSRC_BENCH_MOVER_BANKS_H
#define CSRC_BENCH_MOVER_BANKS_H

#include "bank.h"

/* Ids of mover_bank_many. Beats in, words out, DEPTH. */
enum {
    MANY_BYPASS,
    MANY_MXFP7,       /* 8, 4, 2 */
    MANY_1_TO_4_SLOW, /* 1, 4, 1 */
    MANY_16_TO_1,     /* 16, 1, 2: the first id a 2-bit field cannot pass is 4 */
    MANY_16_TO_4,     /* 16, 4, 2 */
    MANY_1_TO_1,      /* 1, 1, 2 */
    MANY_3_TO_2_SLOW, /* 3, 2, 1 */
    MANY_2_TO_3,      /* 2, 3, 2 */
    MANY_5_TO_4_SLOW, /* 5, 4, 1 */
    MANY_1_TO_4,      /* 1, 4, 2 */
    MANY_UNKNOWN
};

extern const struct bank_desc mover_bank_many;
/* Every id is the bypass. */
extern const struct bank_desc mover_bank_identity;

#endif
