/* SIM-DISPLAY for the messages of memory ports: the ERROR lines of one code are never more than the
 * traffic gives, and at most 256 cycles late. RTL of somebody else only prints none where there is
 * nothing to report. */
#ifndef CSRC_CHECK_MESSAGE_CHECK_H
#define CSRC_CHECK_MESSAGE_CHECK_H

#include "sim/sim.h"

enum { MESSAGE_PERIOD = 64, MESSAGE_LAG = 4 }; /* looked at every 64 cycles, 256 late at most */

/* All zero to begin with. */
struct message_check {
    uint64_t due[MESSAGE_LAG]; /* as they were due 1..4 periods ago */
    uint64_t forgiven;         /* due at the last reset and not printed before it */
};

/* Once in MESSAGE_PERIOD cycles. `most`: lines the traffic gives in all; `due`: those of them that
 * must show from now on within the bound. */
void message_check_look(struct message_check *c, struct sim *s, const char *code, uint64_t most,
                        uint64_t due);
/* At a reset: what it keeps the RTL from printing is not asked for any more. */
void message_check_forgive(struct message_check *c, const struct sim *s, const char *code,
                           uint64_t due);

#endif
