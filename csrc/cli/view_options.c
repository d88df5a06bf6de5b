#include "cli/view_options.h"

#include "cli/cli.h"

#include <errno.h>
#include <string.h>

static bool ends_in(const char *text, const char *end) {
    const size_t n = strlen(text), m = strlen(end);
    return n > m && strcmp(text + n - m, end) == 0;
}

static bool set_cycle(const char *name, const char *text, uint64_t *cycle) {
    if (!parse_count(text, cycle)) {
        usage_error("%s: '%s' is no cycle (decimal, 0x hexadecimal or 1e6)", name, text);
        return false;
    }
    return true;
}

static bool set_value(struct view_options *o, const char *name, const char *value) {
    if (strcmp(name, "--from") == 0) {
        return set_cycle(name, value, &o->from);
    }
    if (strcmp(name, "--to") == 0) {
        return set_cycle(name, value, &o->to);
    }
    if (*value == '\0' || strncmp(value, "--", 2) == 0) {
        usage_error("%s needs the name of a file", name);
        return false;
    }
    *(strcmp(name, "--csv") == 0    ? &o->csv
      : strcmp(name, "--pins") == 0 ? &o->pins
                                    : &o->timeline_svg) = value;
    return true;
}

/* One option at argv[at]: how many arguments it takes, 0 when it is no view's, -1 after a line on
 * stderr. */
static int take(int argc, char **argv, int at, struct view_options *o) {
    const char *name = argv[at], *next = at + 1 < argc ? argv[at + 1] : NULL;
    if (strcmp(name, "--table") == 0) {
        o->table = true;
        return 1;
    }
    if (strcmp(name, "--stats") == 0) {
        o->stats = true;
        if (next && ends_in(next, ".svg")) {
            o->stats_svg = next;
            return 2;
        }
        return 1;
    }
    if (strcmp(name, "--csv") != 0 && strcmp(name, "--svg") != 0 && strcmp(name, "--pins") != 0 &&
        strcmp(name, "--from") != 0 && strcmp(name, "--to") != 0) {
        return 0;
    }
    if (!next) {
        usage_error("%s needs a value", name);
        return -1;
    }
    return set_value(o, name, next) ? 2 : -1;
}

static bool can_write(const char *path) {
    FILE *f = path ? fopen(path, "a") : NULL;
    if (path && !f) {
        usage_error("cannot write %s: %s", path, strerror(errno));
        return false;
    }
    return !f || fclose(f) == 0;
}

static bool same(const char *a, const char *b) {
    return a && b && strcmp(a, b) == 0;
}

static bool make_sense(const struct view_options *o) {
    if (o->from > o->to) {
        usage_error("--from %llu is after --to %llu", (unsigned long long)o->from,
                    (unsigned long long)o->to);
        return false;
    }
    if (same(o->csv, o->timeline_svg) || same(o->csv, o->stats_svg) ||
        same(o->stats_svg, o->timeline_svg)) {
        usage_error("two views would be written to %s: name a file for each",
                    same(o->csv, o->timeline_svg) || same(o->csv, o->stats_svg) ? o->csv
                                                                                : o->stats_svg);
        return false;
    }
    return true;
}

bool cli_view_files(const struct view_options *o) {
    return can_write(o->csv) && can_write(o->timeline_svg) && can_write(o->stats_svg) &&
           can_write(o->pins);
}

bool cli_view_options(int *argc, char **argv, struct view_options *o) {
    int kept = 1;
    view_options_init(o);
    for (int i = 1; i < *argc;) {
        const int taken = take(*argc, argv, i, o);
        if (taken < 0) {
            return false;
        }
        if (taken == 0) {
            argv[kept++] = argv[i++];
        } else {
            i += taken;
        }
    }
    *argc = kept;
    return make_sense(o);
}
