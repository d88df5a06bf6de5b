#include "check/message_check.h"

#include <string.h>

void message_check_look(struct message_check *c, struct sim *s, const char *code, uint64_t most,
                        uint64_t due) {
    const uint64_t shown = sim_displays(s, code);
    const uint64_t least = c->due[MESSAGE_LAG - 1] - c->forgiven;
    const bool foreign = s->dut->type->foreign;
    sim_evaluated(s, CHECK_SIM_DISPLAY);
    if (foreign ? shown > 0 && most == 0 : shown > most || shown < least) {
        sim_fail(s, CHECK_SIM_DISPLAY, "display",
                 "%llu ERROR lines with code %s, the traffic so far gives %llu to %llu",
                 (unsigned long long)shown, code, (unsigned long long)least,
                 (unsigned long long)most);
    }
    memmove(&c->due[1], &c->due[0], sizeof c->due - sizeof c->due[0]);
    c->due[0] = due;
}

void message_check_forgive(struct message_check *c, const struct sim *s, const char *code,
                           uint64_t due) {
    const uint64_t shown = sim_displays(s, code);
    c->forgiven = due > shown ? due - shown : 0;
    for (unsigned i = 0; i < MESSAGE_LAG; i++) {
        c->due[i] = due;
    }
}
