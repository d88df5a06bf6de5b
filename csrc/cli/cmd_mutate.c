/* cosim mutate run | show | sample | report: mutation testing (make mutate, docs/mutation.md). `run`
 * and `show` belong to the programs whose designs have mutants, build/mutate/GROUP/cosim-mutate. */
#include "cli/cli.h"
#include "mutate/campaign.h"
#include "mutate/report.h"
#include "mutate/sample.h"
#include "mutate/scenario_trials.h"
#include "mutate/source.h"
#include "sim/digest.h"
#include "sim/wrap.h"
#include "trace/fail_dir.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A group's folder and what is in it. */
struct group {
    const char *folder;
    char path[512]; /* of the file asked for last */
    struct mutant_list mutants;
    bool *chosen;
    struct fate_record *record;
    uint64_t key; /* of the program, the mutants and the choice */
};

static const char *inside(struct group *g, const char *name, const char *ending) {
    snprintf(g->path, sizeof g->path, "%s/%s%s", g->folder, name, ending);
    return g->path;
}

static bool add_to_key(struct group *g, const char *path) {
    uint64_t size;
    char *text = read_whole(path, &size);
    if (!text) {
        fprintf(stderr, "cosim: cannot read %s\n", path);
        return false;
    }
    g->key = digest_bytes(g->key, text, size);
    free(text);
    return true;
}

static bool open_group(struct group *g, const char *folder) {
    *g = (struct group){.folder = folder, .key = digest_program()};
    const size_t n = strlen(folder);
    if (strncmp(program_path, folder, n) != 0 || program_path[n] != '/') {
        usage_error("%s has no mutants of %s: run %s/cosim-mutate", program_path, folder, folder);
        return false;
    }
    if (!mutant_list_read(&g->mutants, inside(g, "mutants", ".tsv")) ||
        !add_to_key(g, inside(g, "mutants", ".tsv")) ||
        !add_to_key(g, inside(g, "variants", ".txt"))) {
        return false;
    }
    g->chosen = zeroed(g->mutants.count, sizeof *g->chosen);
    g->record = zeroed(g->mutants.count, sizeof *g->record);
    return true;
}

static bool make_trials(struct group *g, struct scenario_trials *t, unsigned jobs) {
    char variants[512], kept[512];
    snprintf(variants, sizeof variants, "%s/variants.txt", g->folder);
    snprintf(kept, sizeof kept, "%s/unmutated.txt", g->folder);
    return scenario_trials_make(t, variants, kept, g->key, jobs);
}

/* Runs the chosen mutants that are not known yet. */
static bool run_group(struct group *g, struct scenario_trials *t, const char *name, unsigned jobs,
                      const char *label) {
    const uint64_t key = digest_bytes(g->key, g->chosen, g->mutants.count * sizeof *g->chosen);
    struct campaign c = {.mutants = &g->mutants,
                         .chosen = g->chosen,
                         .record = g->record,
                         .trial = t->trial,
                         .trials = t->count,
                         .jobs = jobs,
                         .applies = scenario_trial_applies,
                         .run = scenario_trial_run,
                         .context = t,
                         .label = label};
    c.file = fates_open(inside(g, name, ".tsv"), key, g->record, g->mutants.count);
    const bool fine = c.file >= 0 && campaign_run(&c);
    if (c.file >= 0) {
        close(c.file);
    }
    return fine;
}

/* run FOLDER NAME JOBS: results to FOLDER/NAME.tsv; of the mutants in FOLDER/NAME.ids, or of all. */
static int run(char **argv) {
    static struct group g;
    static struct scenario_trials t;
    const unsigned jobs = (unsigned)strtoul(argv[2], NULL, 10);
    if (!open_group(&g, argv[0]) || !make_trials(&g, &t, jobs ? jobs : 1)) {
        return 2;
    }
    if (!sample_read(inside(&g, argv[1], ".ids"), g.chosen, g.mutants.count)) {
        return 2;
    }
    const char *slash = strrchr(argv[0], '/');
    return run_group(&g, &t, argv[1], jobs, slash ? slash + 1 : argv[0]) ? 0 : 130;
}

static void show_change(const struct mutant *m) {
    struct source s;
    if (!source_read(&s, m->file)) {
        return;
    }
    const char *line = source_line(&s, m->line);
    const int before = (int)(m->column - 1);
    printf("%s:%u %s, %s\n  - %s\n", m->file, m->line, m->module, m->kind, line);
    if (strlen(line) >= before + (size_t)m->length) {
        printf("  + %.*s%s%s\n", before, line, m->mutated, line + before + m->length);
    } else { // goes on over further lines
        printf("  + %s\n", m->mutated);
    }
    source_free(&s);
}

/* show FOLDER ID JOBS: the change, its end, and the report of the check that saw it. */
static int show(char **argv) {
    static struct run_result result;
    static char report[8192];
    static struct group g;
    static struct scenario_trials t;
    const unsigned long id = strtoul(argv[1], NULL, 10);
    const unsigned jobs = (unsigned)strtoul(argv[2], NULL, 10);
    if (!open_group(&g, argv[0])) {
        return 2;
    }
    if (id == 0 || id > g.mutants.count) {
        return usage_error("there is no mutant %s; ids of %s are 1 to %u", argv[1], argv[0],
                           g.mutants.count);
    }
    const struct mutant *m = &g.mutants.mutant[id - 1];
    const struct fate_record *f = &g.record[id - 1];
    g.chosen[id - 1] = true;
    show_change(m);
    if (!make_trials(&g, &t, jobs ? jobs : 1) || !run_group(&g, &t, "show", 1, NULL)) {
        return 2;
    }
    printf("  %s  %s in %s  cycle %s, %.2f s\n", fate_words[f->fate], f->check, f->trial,
           text_grouped(f->cycle), f->seconds);
    for (unsigned i = 0; i < t.count && (f->fate == FATE_NAMED || f->fate == FATE_STALL); i++) {
        if (strcmp(t.trial[i].name, f->trial) == 0) {
            scenario_trial_result(&t, i, m->id, &result);
            failure_format(&result.failure, report, sizeof report);
            printf("\nFAIL %s  cycle %s  %s on %s\n%s", f->trial,
                   text_grouped(result.failure.cycle), f->check, result.failure.where, report);
        }
    }
    return 0;
}

/* sample COUNT SEED NAME FOLDER...: chooses of all folders' mutants together, to FOLDER/NAME.ids. */
static int sample(int argc, char **argv) {
    uint64_t count, seed;
    if (!parse_count(argv[0], &count) || !parse_count(argv[1], &seed) || count == 0) {
        return usage_error("SAMPLE=%s SEED=%s: two numbers are needed", argv[0], argv[1]);
    }
    return sample_choose(count, seed, argv[2], argv + 3, (unsigned)argc - 3) ? 0 : 2;
}

/* report OUT LIST NAME FOLDER...: exit status 1 when too many live or the list is stale. */
static int report(int argc, char **argv) {
    static struct report r;
    static struct accepted list;
    if (!accepted_read(&list, argv[1]) ||
        !report_read(&r, &list, argv[2], argv + 3, (unsigned)argc - 3)) {
        return 2;
    }
    report_print(&r, stdout);
    const unsigned stale = report_stale_rows(&r, &list, stdout);
    if (!report_write_lists(&r, argv[0]) || !report_write_pages(&r, argv[0])) {
        return 2;
    }
    printf("  pages       %s/index.html\n", argv[0]);
    printf("  lists       %s/mutants.txt, survivors.txt, stalls.txt\n", argv[0]);
    return stale > 0 || report_score(&r.total, false) < LEAST_SCORE * 100;
}

int cmd_mutate(int argc, char **argv) {
    const char *what = argc > 1 ? argv[1] : "";
    if (strcmp(what, "run") == 0 && argc == 5) {
        return run(argv + 2);
    }
    if (strcmp(what, "show") == 0 && argc == 5) {
        return show(argv + 2);
    }
    if (strcmp(what, "sample") == 0 && argc >= 6) {
        return sample(argc - 2, argv + 2);
    }
    if (strcmp(what, "report") == 0 && argc >= 6) {
        return report(argc - 2, argv + 2);
    }
    return usage_error("mutate: run FOLDER NAME JOBS, show FOLDER ID JOBS, "
                       "sample COUNT SEED NAME FOLDER..., report OUT LIST NAME FOLDER...");
}
