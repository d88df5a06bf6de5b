#include "check/stall_chain.h"

#include "sim/wrap.h"

#include <stdarg.h>
#include <stdio.h>

struct stall_chain stall_chain_into(char *links, size_t size, char cause[STALL_CAUSE_SIZE]) {
    cause[0] = '\0';
    return (struct stall_chain){text_into(links, size), cause};
}

void stall_link(struct stall_chain *c, const char *place, const char *format, ...) {
    char line[512];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    text_paragraph(&c->links, place, line);
}

void stall_cause(struct stall_chain *c, const char *format, ...) {
    va_list args;
    if (c->cause[0] != '\0') {
        return;
    }
    va_start(args, format);
    vsnprintf(c->cause, STALL_CAUSE_SIZE, format, args);
    va_end(args);
}

void stall_explain(const struct stall_explainer *x, struct failure *f) {
    if (f && x->explain) {
        struct stall_chain chain = stall_chain_into(f->report, sizeof f->report, f->cause);
        x->explain(x->self, &chain);
    }
}
