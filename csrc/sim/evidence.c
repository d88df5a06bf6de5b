#include "sim/evidence.h"

#include "check.h"
#include "sim/wrap.h"

unsigned evidence_vacuous(const struct evidence *seen, bool seed_rules, char *line, size_t size) {
    unsigned n = 0;
    struct text text = text_into(line, size);
    for (unsigned k = 0; k < CHECK_COUNT; k++) {
        const enum check_id id = (enum check_id)k;
        const bool off = seed_rules && check_is_project_rule(id);
        if (seen->evaluations[k] == 0 && !off && id != CHECK_SIM_VACUOUS) {
            text_add(&text, "%s%s", n++ ? " " : "", check_text(id));
        }
    }
    return n;
}
