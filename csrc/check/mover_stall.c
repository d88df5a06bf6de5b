#include "check/mover_stall.h"

#include "sim/wrap.h"

#include <stdio.h>

void mover_hold(struct mover_hold *h, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(h->cause, sizeof h->cause, format, args);
    va_end(args);
}

void mover_stall_link(const struct mover_stall *m, struct stall_chain *chain) {
    char mode[48] = "copy";
    if (m->regs->mode == MOVER_TRANSFORM) {
        snprintf(mode, sizeof mode, "transform, id %u mode 0x%x", m->regs->xform_id,
                 m->regs->xform_mode);
    } else if (m->regs->mode == MOVER_FILL) {
        snprintf(mode, sizeof mode, "fill");
    }
    stall_link(chain, "mover",
               "move %llu (%s), GO at %s, moved nothing since %s: %zu words to "
               "write, %llu R beats and %llu B owed to it",
               (unsigned long long)m->number, mode, text_grouped(m->owed.since),
               text_grouped(m->last_moved), m->owed.writes_left,
               (unsigned long long)m->owed.read_beats, (unsigned long long)m->owed.responses);
}

static bool state(const struct mover_hold *h, struct stall_chain *chain) {
    if (h->cause[0] == '\0') {
        return false;
    }
    stall_cause(chain, "%s", h->cause);
    return true;
}

static bool state_late_entry(const struct stall_explainer *done, struct stall_chain *chain) {
    if (!done->explain) {
        return false;
    }
    done->explain(done->self, chain);
    return true;
}

bool mover_stall_explain(const struct mover_stall *m, struct stall_chain *chain) {
    mover_stall_link(m, chain);
    return state(&m->write, chain) || state(&m->grant, chain) ||
           state_late_entry(&m->done, chain) || state(&m->data, chain) || state(&m->read, chain) ||
           state(&m->response, chain);
}
