/* The run options on the command line. */
#include "cli/cli.h"
#include "cli/waivers.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int usage_error(const char *format, ...) {
    va_list args;
    va_start(args, format);
    fprintf(stderr, "cosim: ");
    vfprintf(stderr, format, args);
    fprintf(stderr, "\n");
    va_end(args);
    return 2;
}

static bool set_count(const char *name, const char *text, uint64_t *value) {
    if (parse_count(text, value)) {
        return true;
    }
    usage_error("%s: '%s' is no number (decimal, 0x hexadecimal or 1e6)", name, text);
    return false;
}

static bool set_unsigned(const char *name, const char *text, unsigned *value) {
    uint64_t wide;
    if (!set_count(name, text, &wide)) {
        return false;
    }
    if (wide > 1000000000) {
        usage_error("%s: %s is too large", name, text);
        return false;
    }
    *value = (unsigned)wide;
    return true;
}

static bool set_fill(const char *text, enum register_fill *fill) {
    static const char *const names[] = {"random", "zeros", "ones"};
    for (unsigned i = 0; i < 3; i++) {
        if (strcmp(text, names[i]) == 0) {
            *fill = (enum register_fill)i;
            return true;
        }
    }
    usage_error("--fill: '%s' is not random, zeros or ones", text);
    return false;
}

static bool set_rules(const char *text, bool *seed_rules) {
    *seed_rules = strcmp(text, "seed") == 0;
    if (!*seed_rules && strcmp(text, "all") != 0) {
        usage_error("--rules: '%s' is not seed or all", text);
        return false;
    }
    return true;
}

/* A part of random traffic. */
static bool set_part(struct run_options *o, const char *name, const char *value) {
    char error[256];
    const bool fine = strcmp(name, "--epochs") == 0 ? options_parse_epochs(o, value, error)
                                                    : options_parse_endpoints(o, value, error);
    if (!fine) {
        usage_error("%s", error);
    }
    return fine;
}

static bool set_option(struct run_options *o, const char *name, const char *value) {
    char error[512];
    if (strcmp(name, "--seed") == 0) {
        return set_count(name, value, &o->seed);
    }
    if (strcmp(name, "--cycles") == 0) {
        return set_count(name, value, &o->cycles);
    }
    if (strcmp(name, "--idle-seed") == 0) {
        return set_count(name, value, &o->idle_seed);
    }
    if (strcmp(name, "--done-bound") == 0) {
        return set_unsigned(name, value, &o->done_bound);
    }
    if (strcmp(name, "--window") == 0) {
        return set_unsigned(name, value, &o->window_before);
    }
    if (strcmp(name, "--fill") == 0) {
        return set_fill(value, &o->fill);
    }
    if (strcmp(name, "--fill-seed") == 0) {
        return set_count(name, value, &o->fill_seed);
    }
    if (strcmp(name, "--endpoints") == 0 || strcmp(name, "--epochs") == 0) {
        return set_part(o, name, value);
    }
    if (strcmp(name, "--rules") == 0) {
        return set_rules(value, &o->seed_rules);
    }
    if (strcmp(name, "--without") == 0 && options_parse_without(o, value, error)) {
        return true;
    }
    if (strcmp(name, "--waive") == 0 && options_parse_waive(o, value, error)) {
        return true;
    }
    if (strcmp(name, "--waivers") == 0 && waivers_read(o, value, error)) {
        return true;
    }
    if (strcmp(name, "--without") == 0 || strncmp(name, "--waive", 7) == 0) {
        usage_error("%s", error);
    } else {
        usage_error("unknown option %s (build/cosim --help lists them)", name);
    }
    return false;
}

bool cli_run_options(int argc, char **argv, struct run_options *o, char **rest, int *rest_count) {
    options_init(o);
    *rest_count = 0;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--waves") == 0) {
            o->waves = true;
        } else if (strcmp(argv[i], "--ring") == 0) {
            o->ring = true;
        } else if (strncmp(argv[i], "--", 2) != 0) {
            rest[(*rest_count)++] = argv[i];
        } else if (i + 1 == argc) {
            usage_error("%s needs a value", argv[i]);
            return false;
        } else {
            if (!set_option(o, argv[i], argv[i + 1])) {
                return false;
            }
            i++;
        }
    }
    if (o->waves && o->ring) {
        usage_error("--waves and --ring: a run is dumped whole, or its last cycles are kept");
        return false;
    }
    return true;
}
