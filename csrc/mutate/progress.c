#include "mutate/progress.h"

#include "sim/wrap.h"

#include <stdio.h>
#include <unistd.h>

static double since(const struct timespec *then) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - then->tv_sec) + 1e-9 * (double)(now.tv_nsec - then->tv_nsec);
}

void progress_begin(struct progress *p, const char *label) {
    *p = (struct progress){.label = label};
    clock_gettime(CLOCK_MONOTONIC, &p->begun);
    p->shown = p->begun;
}

void progress_expect(struct progress *p, enum fate fate) {
    p->expected++;
    p->known += fate != FATE_UNKNOWN;
    p->survived += fate == FATE_SURVIVED;
}

static void show(struct progress *p) {
    const bool terminal = isatty(STDERR_FILENO);
    const double each = p->stepped ? since(&p->begun) / p->stepped : 0;
    const unsigned left = (unsigned)(each * (p->expected - p->known));
    fprintf(stderr, "%s  %-10s %s of %s mutants, %s alive, about %u:%02u left%s",
            terminal ? "\r" : "", p->label, text_grouped(p->known), text_grouped(p->expected),
            text_grouped(p->survived), left / 60, left % 60, terminal ? "   " : "\n");
    fflush(stderr);
    clock_gettime(CLOCK_MONOTONIC, &p->shown);
}

void progress_step(struct progress *p, enum fate fate) {
    p->known++;
    p->stepped++;
    p->survived += fate == FATE_SURVIVED;
    if (p->label && since(&p->shown) >= (isatty(STDERR_FILENO) ? 0.5 : 60)) {
        show(p);
    }
}

void progress_end(struct progress *p, bool complete) {
    if (!p->label) {
        return;
    }
    fprintf(stderr, "%s", isatty(STDERR_FILENO) ? "\r\033[K" : "");
    if (!complete) {
        fprintf(stderr, "  %-10s left after %s of %s mutants; the same command goes on\n", p->label,
                text_grouped(p->known), text_grouped(p->expected));
    }
}
