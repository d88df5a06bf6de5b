#include "soak/results.h"

#include "sim/digest.h"
#include "sim/wrap.h"
#include "trace/fail_dir.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- the file -------------------------------------------------------------------------------- */

static void header(const struct run_options *options, char text[1400]) {
    char arguments[1200];
    struct run_options o = *options;
    o.seed = 0;
    options_as_arguments(&o, arguments, sizeof arguments);
    snprintf(text, 1400, "program %016llx %s\n", (unsigned long long)digest_program(), arguments);
}

static void append(struct results *r, const struct outcome *o) {
    if (r->count == r->room) {
        r->room = r->room ? 2 * r->room : 1024;
        r->at = realloc(r->at, r->room * sizeof *r->at);
        if (!r->at) {
            fprintf(stderr, "cosim: out of memory\n");
            exit(2);
        }
    }
    r->at[r->count++] = *o;
}

/* A line cut short by a crash of the machine is no outcome. */
static void take_over(struct results *r, FILE *f, const char *wanted) {
    char line[1400];
    struct outcome o;
    if (!fgets(line, sizeof line, f) || strcmp(line, wanted) != 0) {
        return;
    }
    while (fgets(line, sizeof line, f)) {
        if (strchr(line, '\n') && outcome_parse(line, &o) && !results_have(r, &o.unit)) {
            append(r, &o);
        }
    }
    r->resumed = r->count;
}

static bool write_line(struct results *r, const char *text) {
    if (fprintf(r->file, "%s", text) < 0 || fflush(r->file) != 0) {
        fprintf(stderr, "cosim: cannot write " SOAK_RESULTS ": %s\n", strerror(errno));
        return false;
    }
    return true;
}

static bool write_outcome(struct results *r, const struct outcome *o) {
    char text[300], line[302];
    outcome_text(o, text, sizeof text);
    snprintf(line, sizeof line, "%s\n", text);
    return write_line(r, line);
}

bool results_open(struct results *r, const struct run_options *options) {
    char wanted[1400];
    memset(r, 0, sizeof *r);
    if (!make_directories(SOAK_DIR)) {
        return false;
    }
    header(options, wanted);
    FILE *before = fopen(SOAK_RESULTS, "r");
    if (before) {
        take_over(r, before, wanted);
        fclose(before);
    }
    r->file = fopen(SOAK_RESULTS, "w");
    if (!r->file) {
        fprintf(stderr, "cosim: cannot write " SOAK_RESULTS ": %s\n", strerror(errno));
        return false;
    }
    bool fine = write_line(r, wanted);
    for (size_t i = 0; fine && i < r->count; i++) {
        fine = write_outcome(r, &r->at[i]);
    }
    return fine;
}

bool results_add(struct results *r, const struct outcome *o) {
    if (results_have(r, &o->unit)) {
        return true;
    }
    append(r, o);
    return write_outcome(r, o);
}

void results_close(struct results *r) {
    if (r->file) {
        fclose(r->file);
    }
    free(r->at);
}

/* ---- looking things up ----------------------------------------------------------------------- */

bool results_have(const struct results *r, const struct unit *unit) {
    for (size_t i = 0; i < r->count; i++) {
        const struct unit *u = &r->at[i].unit;
        if (u->seed == unit->seed && u->kind == unit->kind && strcmp(u->test, unit->test) == 0) {
            return true;
        }
    }
    return false;
}

static bool same_check(const struct outcome *a, const struct outcome *b) {
    return a->verdict == UNIT_FAILED && b->verdict == UNIT_FAILED &&
           strcmp(a->check, b->check) == 0;
}

static bool same_kind(const struct outcome *a, const struct outcome *b) {
    return same_check(a, b) && strcmp(a->unit.test, b->unit.test) == 0;
}

static const struct outcome *first_like(const struct results *r, const struct outcome *o,
                                        bool (*alike)(const struct outcome *,
                                                      const struct outcome *)) {
    for (size_t i = 0; i < r->count; i++) {
        if (alike(&r->at[i], o)) {
            return &r->at[i];
        }
    }
    return NULL;
}

const struct outcome *results_first_of_kind(const struct results *r, const struct outcome *o) {
    return first_like(r, o, same_kind);
}

const struct outcome *results_first_of_check(const struct results *r, const struct outcome *o) {
    return first_like(r, o, same_check);
}

/* ---- the table ------------------------------------------------------------------------------- */

static bool same_row(const struct unit *a, const struct unit *b) {
    return a->kind == b->kind && (a->kind != UNIT_RANDOM || strcmp(a->test, b->test) == 0);
}

static bool row_was_shown(const struct results *r, size_t at) {
    for (size_t i = 0; i < at; i++) {
        if (same_row(&r->at[i].unit, &r->at[at].unit)) {
            return true;
        }
    }
    return false;
}

static void show_row(const struct results *r, size_t at, FILE *out) {
    static const char *const others[] = {"", "any initial registers", "four states"};
    const struct unit *u = &r->at[at].unit;
    size_t passed = 0, failed = 0;
    uint64_t cycles = 0;
    for (size_t i = at; i < r->count; i++) {
        if (same_row(u, &r->at[i].unit)) {
            cycles += r->at[i].cycles;
            passed += r->at[i].verdict == UNIT_PASSED;
            failed += r->at[i].verdict == UNIT_FAILED;
        }
    }
    fprintf(out, "  %-32s %6zu passed %5zu failed %9.2f M cycles\n",
            u->kind == UNIT_RANDOM ? u->test : others[u->kind], passed, failed,
            (double)cycles * 1e-6);
}

/* A fault that everything meets fails hundreds of tests by one check: the first few say it. */
enum { MOST_OF_A_CHECK = 5 };

static bool is_first_of_kind(const struct results *r, size_t at) {
    const struct outcome *o = &r->at[at];
    return o->verdict == UNIT_FAILED && results_first_of_kind(r, o) == o;
}

/* How many other tests had failed by the check of `at` before it. */
static size_t kinds_before(const struct results *r, size_t at) {
    size_t kinds = 0;
    for (size_t i = 0; i < at; i++) {
        kinds += is_first_of_kind(r, i) && same_check(&r->at[i], &r->at[at]);
    }
    return kinds;
}

static void show_kind(const struct results *r, size_t at, FILE *out) {
    const struct outcome *o = &r->at[at];
    size_t times = 0;
    for (size_t i = at; i < r->count; i++) {
        times += same_kind(o, &r->at[i]);
    }
    fprintf(out, "FAIL %s  seed %llu  %s on %s", o->unit.test, (unsigned long long)o->unit.seed,
            o->check, o->where);
    if (times > 1) {
        fprintf(out, ", %zu seeds in all", times);
    }
    fprintf(out, "\n");
}

/* Each kind of failure once, with the seed that showed it first and how many did. */
static void show_kinds(const struct results *r, FILE *out) {
    size_t more = 0;
    for (size_t i = 0; i < r->count; i++) {
        if (!is_first_of_kind(r, i)) {
            continue;
        }
        if (kinds_before(r, i) < MOST_OF_A_CHECK) {
            show_kind(r, i, out);
        } else {
            more++;
        }
    }
    if (more) {
        fprintf(out, "  and %zu more tests by the same checks: build/soak/results.txt\n", more);
    }
}

size_t results_table(const struct results *r, FILE *out) {
    size_t failed = 0;
    for (size_t i = 0; i < r->count; i++) {
        failed += r->at[i].verdict == UNIT_FAILED;
        if (!row_was_shown(r, i)) {
            show_row(r, i, out);
        }
    }
    show_kinds(r, out);
    return failed;
}
