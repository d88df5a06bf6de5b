#include "verdict.h"

#include "text.h"

void verdict_vopen(struct verdict *v, enum check_id check, const char *format, va_list args) {
    *v = (struct verdict){.check = check};
    struct text t = text_into(v->what, sizeof v->what);
    text_vadd(&t, format, args);
}

bool verdict_open(struct verdict *v, enum check_id check, const char *format, ...) {
    va_list args;
    va_start(args, format);
    verdict_vopen(v, check, format, args);
    va_end(args);
    return false;
}

void verdict_vhint(struct verdict *v, const char *format, va_list args) {
    struct text t = text_into(v->hint, sizeof v->hint);
    text_vadd(&t, format, args);
}

void verdict_hint(struct verdict *v, const char *format, ...) {
    va_list args;
    va_start(args, format);
    verdict_vhint(v, format, args);
    va_end(args);
}
