/* cosim explain FILE.fst: the checks and views over a dump that any simulator wrote. */
#include "cli/cli.h"
#include "cli/view_options.h"
#include "dut/variants.h"
#include "explain/explain.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool add_name(struct dump_name *list, unsigned *count, unsigned most, const char *option,
                     const char *text, size_t length) {
    const char *equals = memchr(text, '=', length);
    struct dump_name *name = &list[*count];
    if (!equals || equals == text || equals + 1 == text + length) {
        usage_error("%s: '%.*s' is not NAME=VALUE", option, (int)length, text);
        return false;
    }
    const size_t ours = (size_t)(equals - text), theirs = length - ours - 1;
    if (*count == most || ours >= sizeof name->ours || theirs >= sizeof name->theirs) {
        usage_error("%s: too many or too long names", option);
        return false;
    }
    memcpy(name->ours, text, ours);
    name->ours[ours] = 0;
    memcpy(name->theirs, equals + 1, theirs);
    name->theirs[theirs] = 0;
    (*count)++;
    return true;
}

static bool add_list(struct dump_name *list, unsigned *count, unsigned most, const char *option,
                     const char *text) {
    while (*text) {
        const size_t length = strcspn(text, ",");
        if (length > 0 && !add_name(list, count, most, option, text, length)) {
            return false;
        }
        text += length + (text[length] == ',');
    }
    return true;
}

/* Lines ours=theirs; # begins a comment. */
static bool read_map(struct dump_request *q, const char *path) {
    char line[400];
    FILE *f = fopen(path, "r");
    if (!f) {
        usage_error("--map: cannot read %s: %s", path, strerror(errno));
        return false;
    }
    bool good = true;
    while (good && fgets(line, sizeof line, f)) {
        char kept[400];
        size_t used = 0;
        for (const char *at = line; *at && *at != '#'; at++) {
            if (!strchr(" \t\r\n", *at)) {
                kept[used++] = *at;
            }
        }
        good = used == 0 || add_name(q->map, &q->mapped, DUMP_MAP_MAX, path, kept, used);
    }
    fclose(f);
    return good;
}

/* "1200" is a cycle, "12.5us" a time. */
static bool set_limit(struct explain_limit *limit, const char *option, const char *text) {
    static const struct {
        const char *name;
        double seconds;
    } unit[] = {{"fs", 1e-15}, {"ps", 1e-12}, {"ns", 1e-9}, {"us", 1e-6}, {"ms", 1e-3}, {"s", 1}};
    char *end;
    limit->given = true;
    if (parse_count(text, &limit->cycle)) {
        return true;
    }
    const double value = strtod(text, &end);
    for (unsigned i = 0; end != text && value >= 0 && i < sizeof unit / sizeof *unit; i++) {
        if (strcmp(end, unit[i].name) == 0) {
            limit->in_time = true;
            limit->seconds = value * unit[i].seconds;
            return true;
        }
    }
    usage_error("%s: '%s' is neither a cycle nor a time (12500, 12.5us)", option, text);
    return false;
}

/* The banks whose models are in this program. */
static bool set_bank(struct explain_request *q, const char *name) {
    const struct bank_desc *const known[] = {dut_bank.bank_desc, dut_bank_identity.bank_desc,
                                             dut_bank_mxfp8.bank_desc, dut_bank_transpose.bank_desc,
                                             dut_bank_table.bank_desc};
    for (unsigned i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (known[i] && strcmp(known[i]->name, name) == 0) {
            q->bank = known[i];
            return true;
        }
    }
    usage_error("--bank: there is no model of a bank %s, there are mxfp7, mxfp8, transpose, table "
                "and identity",
                name);
    return false;
}

static bool is_option(const char *name) {
    static const char *const known[] = {"--scope", "--clock", "--map", "--params",
                                        "--from",  "--to",    "--bank"};
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++) {
        if (strcmp(name, known[i]) == 0) {
            return true;
        }
    }
    return false;
}

static bool set_option(struct explain_request *q, const char *name, const char *value) {
    struct dump_request *d = &q->dump;
    if (strcmp(name, "--scope") == 0) {
        d->scope = value;
    } else if (strcmp(name, "--clock") == 0) {
        d->clock = value;
    } else if (strcmp(name, "--from") == 0) {
        return set_limit(&q->from, name, value);
    } else if (strcmp(name, "--to") == 0) {
        return set_limit(&q->to, name, value);
    } else if (strcmp(name, "--bank") == 0) {
        return set_bank(q, value);
    } else if (strcmp(name, "--params") == 0) {
        return add_list(d->given, &d->given_count, DUMP_PARAMETERS_MAX, name, value);
    } else if (strchr(value, '=')) {
        return add_list(d->map, &d->mapped, DUMP_MAP_MAX, name, value);
    } else {
        return read_map(d, value);
    }
    return true;
}

/* Takes the options of explain out of the arguments. */
static bool take_options(int *argc, char **argv, struct explain_request *q) {
    int kept = 1;
    for (int i = 1; i < *argc; i++) {
        if (!is_option(argv[i])) {
            argv[kept++] = argv[i];
        } else if (i + 1 == *argc) {
            usage_error("%s needs a value", argv[i]);
            return false;
        } else if (!set_option(q, argv[i], argv[i + 1])) {
            return false;
        } else {
            i++;
        }
    }
    *argc = kept;
    return true;
}

static int help(void) {
    printf(
        "cosim explain FILE.fst --scope PATH --clock PATH [OPTIONS]\n\n"
        "Reads the dump of any simulator (VCD: vcd2fst first), finds our ports by name and\n"
        "runs the checks that need no running design; prints the requests and a summary a\n"
        "source. Exit status: 0 clean, 1 findings, 2 bad usage or a file that is no dump.\n\n"
        "  --scope PATH       the instance with the ports, e.g. tb.dut\n"
        "  --clock PATH       from that scope or from the top; cycles end at its rising edges\n"
        "  --map OURS=THEIRS,... | FILE   ports with other names; FILE: a line each\n"
        "  --params NAME=VALUE,...        parameters the dump does not have\n"
        "  --bank mxfp7|mxfp8|transpose|table|identity   golden model of a slot's or bank's words\n"
        "  --from N --to N    report these cycles only, or times: 12.5us\n"
        "  --csv FILE         the requests as CSV\n"
        "  --svg FILE         a timeline\n"
        "  --stats [FILE.svg] latencies and use of the channels\n"
        "  --rules seed       only the rules that come from the seeds\n"
        "  --waive ID,...     count these checks, do not fail on them\n");
    return 0;
}

int cmd_explain(int argc, char **argv) {
    static struct explain_request request;
    char *rest[64];
    int count;
    if (argc > 1 && strcmp(argv[1], "--help") == 0) {
        return help();
    }
    if (!take_options(&argc, argv, &request) || !cli_view_options(&argc, argv, &request.views) ||
        argc > 64 || !cli_run_options(argc, argv, &request.options, rest, &count)) {
        return 2;
    }
    if (count != 1 || !request.dump.scope || !request.dump.clock) {
        return usage_error("explain needs FILE.fst --scope PATH --clock PATH");
    }
    request.dump.path = rest[0];
    /* Displays are not in a dump. */
    request.options.without |= WITHOUT_DISPLAYS;
    request.views.table = true;
    if (!cli_view_files(&request.views)) {
        return 2;
    }
    cli_catch_interrupt();
    return explain(&request, stdout);
}
