#include "check.h"

static const struct {
    const char *text;
    char origin;
    const char *meaning;
} checks[] = {
#define X(name, text, origin, meaning) {text, #origin[0], meaning},
    CHECK_LIST(X)
#undef X
        {"", 'S', "no check"},
};

const char *check_text(enum check_id id) {
    return checks[id].text;
}

const char *check_meaning(enum check_id id) {
    return checks[id].meaning;
}

bool check_is_project_rule(enum check_id id) {
    return checks[id].origin == 'P';
}
