#include "sim/options.h"

#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const without_words[] = {
    "plain",       "peers",       "stream",     "staging",        "apertures",
    "long-writes", "orphan-data", "non-memory", "reserved-flags", "split-4k",
    "abandon",     "mode-change", "depth2",     "displays",       "mid-reset",
};
const unsigned without_count = sizeof without_words / sizeof *without_words;

void options_init(struct run_options *o) {
    memset(o, 0, sizeof *o);
    o->seed = 1;
    o->idle_seed = 1;
    o->window_before = 1000;
    o->window_after = 50;
    o->done_bound = 512;
}

/* Calls `set` for each item of a comma separated list; stops at the first it does not know. */
static bool each_item(const char *list, bool (*set)(struct run_options *, const char *),
                      struct run_options *o, char unknown[64]) {
    while (*list) {
        size_t length = strcspn(list, ",");
        char item[64];
        snprintf(item, sizeof item, "%.*s", (int)length, list);
        if (length > 0 && !set(o, item)) {
            memcpy(unknown, item, sizeof item);
            return false;
        }
        list += length + (list[length] == ',');
    }
    return true;
}

static bool set_without(struct run_options *o, const char *word) {
    for (unsigned i = 0; i < without_count; i++) {
        if (strcmp(word, without_words[i]) == 0) {
            o->without |= 1u << i;
            return true;
        }
    }
    return false;
}

static bool set_waived(struct run_options *o, const char *id) {
    for (unsigned i = 0; i < CHECK_COUNT; i++) {
        if (strcmp(id, check_text((enum check_id)i)) == 0) {
            options_waive(o, (enum check_id)i);
            return true;
        }
    }
    return false;
}

bool options_parse_without(struct run_options *o, const char *list, char error[256]) {
    char unknown[64];
    if (each_item(list, set_without, o, unknown)) {
        return true;
    }
    int used = snprintf(error, 256, "WITHOUT: unknown word '%s'; known:", unknown);
    for (unsigned i = 0; i < without_count && used > 0 && used < 256; i++) {
        used += snprintf(error + used, 256 - (size_t)used, " %s", without_words[i]);
    }
    return false;
}

bool options_parse_waive(struct run_options *o, const char *list, char error[256]) {
    char unknown[64];
    if (each_item(list, set_waived, o, unknown)) {
        return true;
    }
    snprintf(error, 256, "WAIVE: unknown check ID '%s' (build/cosim list --checks shows them)",
             unknown);
    return false;
}

bool parse_count(const char *text, uint64_t *value) {
    if (*text < '0' || *text > '9') {
        return false;
    }
    char *end;
    bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    if (!hex && strpbrk(text, "eE.")) {
        double d = strtod(text, &end);
        if (*end || !(d >= 0 && d < 1e18)) {
            return false;
        }
        *value = (uint64_t)d;
        return (double)*value == d;
    }
    *value = strtoull(text, &end, hex ? 16 : 10);
    return *end == 0 && (!hex || end > text + 2) && strlen(text) <= 20;
}
