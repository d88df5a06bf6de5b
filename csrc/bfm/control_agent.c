#include "bfm/control_agent.h"

void control_agent_init(struct control_agent *a, struct sim *sim, const char *name,
                        const struct link_pins *pins) {
    memset(a, 0, sizeof *a);
    link_sink_init(&a->sink, sim, name, pins, NULL);
}

void control_agent_play(struct control_agent *a, const uint8_t *script, unsigned cycles) {
    a->script = script;
    a->script_left = cycles;
}

void control_agent_drive(struct control_agent *a) {
    link_sink_drive(&a->sink);
    if (a->script_left > 0 && !a->sink.sim->in_reset) {
        *a->sink.pins.busy = *a->script++ & 1;
        a->script_left--;
    }
}

const uint32_t *control_agent_sample(struct control_agent *a) {
    return link_sink_sample(&a->sink);
}
