#include "cli/waivers.h"

#include "check.h"
#include "sim/wrap.h"
#include "text.h"

#include <errno.h>
#include <string.h>

enum { LINE = 512, REASON = 200 };

static char reasons[CHECK_COUNT][REASON];

static const char blank[] = " \t\r\n";

static int find_check(const char *id) {
    for (unsigned i = 0; i < CHECK_COUNT; i++) {
        if (strcmp(id, check_text((enum check_id)i)) == 0) {
            return (int)i;
        }
    }
    return -1;
}

/* One line; NULL, or what is wrong with it, with the ID it names in `id`. */
static const char *take_line(struct run_options *o, char *line, const char **id) {
    char *at = line + strspn(line, blank);
    if (*at == 0 || *at == '#') {
        return NULL;
    }
    *id = at;
    at += strcspn(at, blank);
    char *reason = *at != 0 ? at + 1 : at;
    *at = 0;
    reason += strspn(reason, blank);
    reason[strcspn(reason, "\r\n")] = 0;
    text_plain(reason);
    const int check = find_check(*id);
    if (check < 0) {
        return "unknown check ID (build/cosim list --checks shows them)";
    }
    if (*reason == 0 || *reason == '#') {
        return "no reason: say after the ID why it may fail";
    }
    if (o->waive_reason[check] != NULL) {
        return "waived twice: leave one line out";
    }
    snprintf(reasons[check], REASON, "%s", reason);
    o->waive_reason[check] = reasons[check];
    options_waive(o, (enum check_id)check);
    return NULL;
}

bool waivers_read(struct run_options *o, const char *path, char error[256]) {
    char line[LINE];
    unsigned number = 0;
    const char *wrong = NULL, *id = "";
    FILE *f = fopen(path, "r");
    if (f == NULL) {
        snprintf(error, 256, "WAIVERS: %.120s: %s", path, strerror(errno));
        return false;
    }
    while (wrong == NULL && fgets(line, sizeof line, f) != NULL) {
        number++;
        wrong = strchr(line, '\n') == NULL && !feof(f) ? "longer than 510 characters"
                                                       : take_line(o, line, &id);
    }
    const bool unreadable = ferror(f) != 0;
    const int reason = errno;
    fclose(f);
    if (unreadable) {
        snprintf(error, 256, "WAIVERS: %.120s: %s", path, strerror(reason));
    } else if (wrong != NULL) {
        char name[32];
        snprintf(name, sizeof name, "%s", id);
        text_plain(name);
        snprintf(error, 256, "WAIVERS: %.120s:%u: %s%s%s", path, number, name, *name ? ": " : "",
                 wrong);
    }
    return !unreadable && wrong == NULL;
}

void waivers_show(const struct run_options *o, const uint64_t failed[CHECK_COUNT], FILE *out) {
    for (unsigned k = 0; k < CHECK_COUNT; k++) {
        const char *const reason = o->waive_reason[k];
        char row[REASON + 80], lines[2 * sizeof row];
        if (failed[k] == 0 && reason == NULL) {
            continue;
        }
        struct text t = text_into(row, sizeof row);
        text_add(&t, "%s ", check_text((enum check_id)k));
        if (failed[k] == 0) {
            text_add(&t, "never needed");
        } else {
            text_add(&t, "failed %s times", text_grouped(failed[k]));
        }
        if (reason != NULL) {
            text_add(&t, ": %s", reason);
        }
        struct text wrapped = text_into(lines, sizeof lines);
        text_paragraph(&wrapped, "waived", row);
        fputs(lines, out);
    }
}
