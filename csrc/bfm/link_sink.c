#include "bfm/link_sink.h"

#include <stdio.h>

void link_sink_init(struct link_sink *s, struct sim *sim, const char *name,
                    const struct link_pins *pins, const bool *own_send_blocked) {
    char full[64];
    memset(s, 0, sizeof *s);
    s->sim = sim;
    s->pins = *pins;
    s->own_send_blocked = own_send_blocked;
    snprintf(full, sizeof full, "%s.busy", name);
    sim_rng(sim, &s->busy.rng, full);
}

void link_sink_randomise(struct link_sink_knobs *knobs, struct rng *rng, bool may_couple) {
    *knobs = (struct link_sink_knobs){.coupled = may_couple && rng_chance(rng, 250)};
    stall_randomise(&knobs->busy, rng, false);
}

void link_sink_without(struct link_sink_knobs *knobs, uint32_t without) {
    if (without & WITHOUT_STALLS) {
        knobs->busy = stall_never();
        knobs->coupled = false;
    }
}

void link_sink_drive(struct link_sink *s) {
    s->busy.knobs = s->knobs.busy;
    bool busy = stall_next(&s->busy, false);
    if (s->sim->in_reset) {
        busy = rng_next(&s->busy.rng) & 1;
    } else if (s->knobs.coupled && s->own_send_blocked != NULL) {
        busy = busy || *s->own_send_blocked;
    }
    if (!s->sim->in_reset && s->blocked != NULL) {
        busy = busy || *s->blocked;
    }
    *s->pins.busy = busy;
}

const uint32_t *link_sink_sample(struct link_sink *s) {
    if (s->sim->in_reset || !*s->pins.valid || *s->pins.busy) {
        return NULL;
    }
    s->transfers++;
    return s->pins.data;
}
