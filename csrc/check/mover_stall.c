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

bool mover_stall_explain(const struct mover_stall *m, struct stall_chain *chain) {
    const struct mover_hold *const before[] = {&m->write, &m->grant};
    const struct mover_hold *const after[] = {&m->data, &m->read, &m->response};
    mover_stall_link(m, chain);
    for (unsigned i = 0; i < sizeof before / sizeof *before; i++) {
        if (before[i]->cause[0]) {
            stall_cause(chain, "%s", before[i]->cause);
            return true;
        }
    }
    if (m->done.explain) {
        m->done.explain(m->done.self, chain);
        return true;
    }
    for (unsigned i = 0; i < sizeof after / sizeof *after; i++) {
        if (after[i]->cause[0]) {
            stall_cause(chain, "%s", after[i]->cause);
            return true;
        }
    }
    return false;
}
