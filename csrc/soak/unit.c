#include "soak/unit.h"

#include "check.h"
#include "soak/fill.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const kinds[] = {"random", "fill", "icarus"};
static const char *const verdicts[] = {"passed", "failed", "interrupted"};

/* ---- text ------------------------------------------------------------------------------------ */

static int find_word(const char *const *words, int count, const char *word) {
    for (int i = 0; i < count; i++) {
        if (strcmp(words[i], word) == 0) {
            return i;
        }
    }
    return -1;
}

void unit_text(const struct unit *unit, char *text, size_t size) {
    snprintf(text, size, "%s %s %llu", kinds[unit->kind], unit->test,
             (unsigned long long)unit->seed);
}

bool unit_parse(const char *line, struct unit *unit) {
    char kind[16];
    unsigned long long seed;
    if (sscanf(line, "%15s %95s %llu", kind, unit->test, &seed) != 3) {
        return false;
    }
    const int k = find_word(kinds, UNIT_KINDS, kind);
    unit->kind = (enum unit_kind)k;
    unit->seed = seed;
    return k >= 0;
}

void outcome_text(const struct outcome *o, char *text, size_t size) {
    char unit[160];
    unit_text(&o->unit, unit, sizeof unit);
    snprintf(text, size, "%s %s %llu %s %s", unit, verdicts[o->verdict],
             (unsigned long long)o->cycles, o->check, o->where);
}

bool outcome_parse(const char *line, struct outcome *o) {
    char verdict[16];
    unsigned long long cycles;
    if (!unit_parse(line, &o->unit) || sscanf(line, "%*s %*s %*s %15s %llu %23s %31s", verdict,
                                              &cycles, o->check, o->where) != 4) {
        return false;
    }
    const int v = find_word(verdicts, 2, verdict);
    o->verdict = (enum unit_verdict)v;
    o->cycles = cycles;
    return v >= 0;
}

/* ---- what there is to run -------------------------------------------------------------------- */

/* Scenarios that run others have no transfers of their own. */
static bool has_transfers(const struct suite *s) {
    return strncmp(s->name, "live.", 5) != 0 && strcmp(s->name, "sim") != 0 &&
           strcmp(s->name, "fill") != 0;
}

/* Suites with one design each, of those that a four-state simulator runs in a reasonable time. */
static bool has_four_states(const char *suite) {
    static const char *const suites_of[] = {"mem_port", "xform", "bank", "mover", "mag"};
    return find_word(suites_of, sizeof suites_of / sizeof *suites_of, suite) >= 0;
}

struct listing {
    struct unit *units;
    size_t count, most;
    const char *prefix;
};

static void add(struct listing *l, enum unit_kind kind, const char *suite, const char *scenario,
                uint64_t seed) {
    struct unit u = {.kind = kind, .seed = seed};
    struct text test = text_into(u.test, sizeof u.test);
    text_add(&test, "%s%s%s", suite, scenario ? "." : "", scenario ? scenario : "");
    if (strncmp(u.test, l->prefix, strlen(l->prefix)) == 0 && l->count < l->most) {
        l->units[l->count++] = u;
    }
}

size_t units_of_seed(const char *prefix, uint64_t seed, struct unit *units, size_t most) {
    struct listing l = {units, 0, most, prefix};
    for (unsigned kind = 0; kind < (seed == 1 ? UNIT_KINDS : 1); kind++) {
        for (size_t i = 0; i < suite_count; i++) {
            const struct suite *s = &suites[i];
            if (kind == UNIT_ICARUS && has_four_states(s->name)) {
                add(&l, UNIT_ICARUS, s->name, NULL, seed);
            }
            for (size_t j = 0; kind != UNIT_ICARUS && j < suite_scenario_count(s); j++) {
                if (kind == UNIT_FILL ? has_transfers(s)
                                      : strstr(s->scenarios[j].name, "random") != NULL) {
                    add(&l, (enum unit_kind)kind, s->name, s->scenarios[j].name, seed);
                }
            }
        }
    }
    return l.count;
}

/* ---- running one ----------------------------------------------------------------------------- */

static const struct scenario *find(const char *test, char suite[96]) {
    const char *dot = strrchr(test, '.');
    for (size_t i = 0; dot && i < suite_count; i++) {
        snprintf(suite, 96, "%.*s", (int)(dot - test), test);
        for (size_t j = 0; j < suite_scenario_count(&suites[i]); j++) {
            if (strcmp(suites[i].name, suite) == 0 &&
                strcmp(suites[i].scenarios[j].name, dot + 1) == 0) {
                return &suites[i].scenarios[j];
            }
        }
    }
    return NULL;
}

static void fail(struct outcome *o, const char *check, const char *where) {
    o->verdict = UNIT_FAILED;
    snprintf(o->check, sizeof o->check, "%s", check);
    snprintf(o->where, sizeof o->where, "%s", *where ? where : "-");
    for (char *at = o->where; *at; at++) {
        if (*at == ' ') {
            *at = '_';
        }
    }
}

static void run_icarus(struct outcome *o) {
    char command[400];
    snprintf(command, sizeof command, "scripts/icarus-suite %s > build/soak/icarus.%s.txt 2>&1",
             o->unit.test, o->unit.test);
    const int status = system(command);
    if (WIFSIGNALED(status) || run_interrupted) {
        o->verdict = UNIT_INTERRUPTED;
    } else if (status != 0) {
        fail(o, "ICARUS", "-");
    }
}

void unit_run(const struct unit *unit, const struct run_options *options, struct outcome *o) {
    *o = (struct outcome){.unit = *unit, .check = "-", .where = "-"};
    char suite[96];
    const struct scenario *scenario = find(unit->test, suite);
    struct run_options own = *options;
    struct run_result r;
    const char *differs = NULL;
    own.seed = unit->seed;
    if (unit->kind == UNIT_ICARUS) {
        run_icarus(o);
        return;
    }
    if (!scenario) {
        fail(o, "UNKNOWN", "-");
        return;
    }
    if (unit->kind == UNIT_FILL) {
        own.cycles = 0; /* as long as in make check */
        differs = fill_compare(suite, scenario, &own, &r, &o->cycles);
    } else {
        scenario_run(suite, scenario, &own, NULL, &r, NULL);
        o->cycles = r.cycles;
    }
    if (run_interrupted) {
        o->verdict = UNIT_INTERRUPTED;
    } else if (r.failure.set) {
        fail(o, check_text(r.failure.check), r.failure.where);
    } else if (differs) {
        fail(o, check_text(CHECK_SIM_UNINIT), "registers");
    }
}

void unit_crashed(const struct unit *unit, int wait_status, struct outcome *o) {
    char where[32];
    *o = (struct outcome){.unit = *unit};
    snprintf(where, sizeof where, "%s_%d", WIFSIGNALED(wait_status) ? "signal" : "status",
             WIFSIGNALED(wait_status) ? WTERMSIG(wait_status) : WEXITSTATUS(wait_status));
    fail(o, "CRASH", where);
}
