#include "check/display_check.h"

enum { LATE_BOUND = 256 };

void display_check_init(struct display_check *c, struct sim *s, const char *code) {
    *c = (struct display_check){.sim = s, .code = code};
}

static bool judged(const struct display_check *c) {
    return (c->sim->options->without & WITHOUT_DISPLAYS) == 0;
}

static void judge(struct display_check *c, uint64_t least, uint64_t most) {
    const uint64_t lines = sim_displays(c->sim, c->code);
    if (c->sim->dut->type->foreign && most > 0) {
        return; /* its messages are its own where there is something to report */
    }
    sim_evaluated(c->sim, CHECK_SIM_DISPLAY);
    if (lines < least || lines > most) {
        sim_fail(c->sim, CHECK_SIM_DISPLAY, "display",
                 "the RTL printed %llu ERROR lines %s for %llu events", (unsigned long long)lines,
                 c->code, (unsigned long long)(lines < least ? least : most));
    }
}

void display_check_sample(struct display_check *c, uint64_t events) {
    if (c->sim->cycle % LATE_BOUND == 0 && judged(c)) {
        judge(c, c->owed, events);
        c->owed = events;
    }
}

void display_check_end(struct display_check *c, uint64_t events) {
    if (judged(c)) {
        judge(c, events, events);
    }
}
