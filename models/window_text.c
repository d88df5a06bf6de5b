/* Everything a window's model says in words. Never on the way of a legal event. */
#include "check.h"
#include "window_state.h"

#include <stdarg.h>

void text_burst(struct text *t, const struct accepted *a, bool write) {
    text_add(t, "%s id %u addr ", write ? "write" : "read", a->shape.id);
    text_addr(t, a->shape.addr);
    text_add(t, " words %u", a->shape.beats);
    if (a->refused)
        text_add(t, " size %u burst %u (refused)", a->shape.size, a->shape.type);
    if (a->staged)
        text_add(t, " (staging store)");
    text_add(t, ", accepted at ");
    text_cycle(t, a->cycle);
}

enum check_id own_check(const struct window_model *m) {
    return m->config.kind == WINDOW_HOST ? CHECK_MAG_HOST : CHECK_MAG_INBOUND;
}

bool window_blame(const struct window_model *m, struct verdict *v, enum check_id check,
                  const char *format, ...) {
    if (m->config.seed_rules && check_is_project_rule(check))
        return true;
    if (v->check != CHECK_NONE)
        return false;
    va_list args;
    va_start(args, format);
    verdict_vopen(v, check, format, args);
    va_end(args);
    return false;
}

void blame_burst(struct verdict *v, const struct accepted *a, bool write, unsigned index) {
    if (v->check == CHECK_NONE || v->request[0] != '\0')
        return;
    struct text request = text_into(v->request, sizeof v->request);
    struct text progress = text_into(v->progress, sizeof v->progress);
    text_burst(&request, a, write);
    text_add(&progress, "word %u of %u", index + 1, a->shape.beats);
}

void blame_hint(struct verdict *v, const char *format, ...) {
    if (v->check == CHECK_NONE || v->hint[0] != '\0')
        return;
    va_list args;
    va_start(args, format);
    verdict_vhint(v, format, args);
    va_end(args);
}

const char *resp_name(uint8_t resp) {
    static const char *const name[4] = {"OKAY", "EXOKAY", "SLVERR", "DECERR"};
    return name[resp & 3];
}
