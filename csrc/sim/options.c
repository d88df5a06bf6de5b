#include "sim/options.h"

#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const without_words[] = {
    "plain",       "peers",      "stream",         "staging",  "apertures", "long-writes",
    "orphan-data", "non-memory", "reserved-flags", "split-4k", "abandon",   "mode-change",
    "depth2",      "displays",   "mid-reset",      "writes",   "errors",    "stalls",
    "gaps",        "waits",      "registers",      "drains",   "host",      "inbound",
    "moves",       "agent",      "interlink",      "pokes",
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

bool options_parse_without(struct run_options *o, const char *list, char error[512]) {
    char unknown[64];
    if (each_item(list, set_without, o, unknown)) {
        return true;
    }
    int used = snprintf(error, 512, "WITHOUT: unknown word '%.20s'; known:", unknown);
    for (unsigned i = 0; i < without_count && used < 512; i++) {
        used += snprintf(error + used, 512 - (size_t)used, " %s", without_words[i]);
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

/* ---- lists of numbers ------------------------------------------------------------------------ */

/* One item, "3" or "7-9", into `bits`. */
static bool set_range(const char *item, unsigned count, uint64_t *bits) {
    char *end;
    if (*item < '0' || *item > '9') {
        return false;
    }
    const unsigned long from = strtoul(item, &end, 10);
    unsigned long to = from;
    if (*end == '-' && end[1] >= '0' && end[1] <= '9') {
        to = strtoul(end + 1, &end, 10);
    }
    if (*end || from > to || to >= count) {
        return false;
    }
    for (unsigned long i = from; i <= to; i++) {
        bits[i / 64] |= UINT64_C(1) << (i % 64);
    }
    return true;
}

static bool parse_numbers(const char *what, const char *list, unsigned count, uint64_t *bits,
                          char error[256]) {
    memset(bits, 0, count / 8);
    for (const char *at = list;; at++) {
        const size_t length = strcspn(at, ",");
        char item[64];
        snprintf(item, sizeof item, "%.*s", (int)length, at);
        if (length >= sizeof item || !set_range(item, count, bits)) {
            snprintf(error, 256, "%s: '%.32s' is no number from 0 to %u, nor a range as 7-9", what,
                     item, count - 1);
            return false;
        }
        at += length;
        if (!*at) {
            return true;
        }
    }
}

bool options_parse_endpoints(struct run_options *o, const char *list, char error[256]) {
    return parse_numbers("--endpoints", list, 64, &o->endpoints, error);
}

bool options_parse_epochs(struct run_options *o, const char *list, char error[256]) {
    if (!parse_numbers("--epochs", list, EPOCHS_MAX, o->epochs, error)) {
        return false;
    }
    for (unsigned i = 0; i < EPOCHS_MAX; i++) {
        if (o->epochs[i / 64] >> (i % 64) & 1) {
            o->epochs_end = i + 1;
        }
    }
    return true;
}

void number_list(const uint64_t *bits, unsigned count, char *text, size_t size) {
    size_t used = 0;
    text[0] = 0;
    for (unsigned i = 0; i < count && used < size; i++) {
        unsigned to = i;
        if (!(bits[i / 64] >> (i % 64) & 1)) {
            continue;
        }
        while (to + 1 < count && (bits[(to + 1) / 64] >> ((to + 1) % 64) & 1)) {
            to++;
        }
        used += (size_t)snprintf(text + used, size - used, to > i ? "%s%u-%u" : "%s%u",
                                 used > 0 ? "," : "", i, to);
        i = to;
    }
}

/* ---- numbers --------------------------------------------------------------------------------- */

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
