/* The receiving side of the control agent (agt_rx): its mailbox is free, busy in any pattern, busy as
 * a script says, or full for good because the host never drains it (modules 5, memory protocol 1.1).
 * busy never depends on the pins of the same cycle; agt_rx_valid may depend on busy. */
#ifndef CSRC_BFM_CONTROL_AGENT_H
#define CSRC_BFM_CONTROL_AGENT_H

#include "bfm/link_sink.h"

struct control_agent {
    struct link_sink sink; /* sink.knobs.busy: the pattern; .withheld: never drained */
    /* busy in the coming cycles, one byte each, read in drive; NULL: the pattern. The caller's, to
     * be kept until it has been played to its end. */
    const uint8_t *script;
    unsigned script_left;
};

void control_agent_init(struct control_agent *a, struct sim *sim, const char *name,
                        const struct link_pins *pins);
void control_agent_play(struct control_agent *a, const uint8_t *script, unsigned cycles);
void control_agent_drive(struct control_agent *a);
/* The flit that transferred in this cycle (9 words, the pins themselves), or NULL. */
const uint32_t *control_agent_sample(struct control_agent *a);

#endif
