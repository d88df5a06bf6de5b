/* cosim soak: random scenarios with one seed after the other, and once every scenario with other initial
 * registers and in four states; each in a process of its own. What has run is kept (soak/results.h). The
 * first failure of each kind, a check in a test, is made small while the others go on.
 *
 * --plan, --one and --merge are for spreading over machines (scripts/soak-hosts): the units that are
 * left, one of them here, outcomes from elsewhere. */
#include "cli/cli.h"
#include "sim/wrap.h"
#include "soak/minimise.h"
#include "soak/results.h"
#include "trace/fail_dir.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    WORKERS_MAX = 64,
    UNITS_MAX = 8192, /* of one seed */
    KINDS_MAX = 256,
    CYCLES = 500000,
    SEEDS = 20
};

enum mode { SOAK_HERE, SOAK_PLAN, SOAK_ONE, SOAK_MERGE };

struct worker {
    pid_t pid; /* 0: free */
    struct unit unit;
    bool minimises;
    struct outcome *outcome; /* shared with the child */
};

struct soak {
    struct run_options options;
    const char *prefix, *one;
    enum mode mode;
    uint64_t seeds, seconds; /* 0: no limit */
    unsigned jobs, running;
    struct worker worker[WORKERS_MAX];
    struct results results;
    struct unit units[UNITS_MAX]; /* of the present seed */
    size_t unit_count, unit_at;
    uint64_t seed;
    struct outcome small[KINDS_MAX]; /* failures that wait to be made small */
    size_t small_count, small_at;
    struct timespec started;
};

/* ---- what comes next ------------------------------------------------------------------------- */

/* The next unit that has not run; false when there is none. */
static bool next_unit(struct soak *k, struct unit *unit) {
    for (;;) {
        if (k->unit_at == k->unit_count) {
            if (k->seeds != 0 && k->seed >= k->seeds) {
                return false;
            }
            k->unit_count = units_of_seed(k->prefix, ++k->seed, k->units, UNITS_MAX);
            k->unit_at = 0;
            if (k->unit_count == 0) {
                return false;
            }
        }
        *unit = k->units[k->unit_at++];
        if (!results_have(&k->results, unit)) {
            return true;
        }
    }
}

static double seconds_since(const struct timespec *from) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - from->tv_sec) + (double)(now.tv_nsec - from->tv_nsec) * 1e-9;
}

static bool time_is_over(const struct soak *k) {
    return k->seconds != 0 && seconds_since(&k->started) >= (double)k->seconds;
}

/* ---- failures made small --------------------------------------------------------------------- */

static void small_file(const struct outcome *o, char path[256]) {
    snprintf(path, 256, SOAK_DIR "/%s.%s.txt", o->unit.test, o->check);
}

/* Only random traffic has anything to leave out. */
static void note_failure(struct soak *k, const struct outcome *o) {
    char path[256];
    small_file(o, path);
    if (o->unit.kind == UNIT_RANDOM && strcmp(o->check, "CRASH") != 0 && access(path, F_OK) != 0 &&
        results_first_of_kind(&k->results, o) == o && k->small_count < KINDS_MAX) {
        k->small[k->small_count++] = *o;
    }
}

/* In a child: writes the file whole or not at all. */
static void make_small(const struct soak *k, const struct outcome *o) {
    static struct minimised m;
    static char report[8192], text[4096];
    char path[256], part[260], error[256];
    const struct scenario *scenario;
    const struct suite *suite = cli_find(o->unit.test, &scenario);
    struct run_options options = k->options;
    struct run_result again;
    options.seed = o->unit.seed;
    small_file(o, path);
    snprintf(part, sizeof part, "%s~", path);
    FILE *f = suite ? fopen(part, "w") : NULL;
    if (!f) {
        _exit(2);
    }
    if (minimise(suite->name, scenario, &options, NULL, &m, error)) {
        minimised_text(&m, o->unit.test, text, sizeof text);
        cli_run_scenario(suite, scenario, &m.options, &again, report, sizeof report);
        fprintf(f, "%s  waves       build/fail/%s/window.fst\n", text, o->unit.test);
    } else {
        fprintf(f, "NOT MINIMISED %s\n", error);
    }
    if (fclose(f) != 0 || run_interrupted || rename(part, path) != 0) {
        remove(part);
        _exit(2);
    }
    _exit(0);
}

static void print_small(const struct unit *unit, const char *check) {
    struct outcome o = {.unit = *unit};
    char path[256], line[1024];
    snprintf(o.check, sizeof o.check, "%s", check);
    small_file(&o, path);
    FILE *f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f)) {
        fputs(line, stdout);
    }
    if (f) {
        fclose(f);
    }
    fflush(stdout);
}

/* ---- processes ------------------------------------------------------------------------------- */

static void show_progress(const struct soak *k) {
    size_t failed = 0;
    if (!isatty(STDOUT_FILENO)) {
        return;
    }
    for (size_t i = 0; i < k->results.count; i++) {
        failed += k->results.at[i].verdict == UNIT_FAILED;
    }
    printf("\r\033[K  %s run, %zu failed, %.0f s; seed %llu, %.40s", text_grouped(k->results.count),
           failed, seconds_since(&k->started), (unsigned long long)k->seed,
           k->unit_at > 0 ? k->units[k->unit_at - 1].test : "");
    fflush(stdout);
}

static void clear_progress(void) {
    if (isatty(STDOUT_FILENO)) {
        printf("\r\033[K");
    }
}

static struct worker *free_worker(struct soak *k) {
    for (unsigned i = 0; i < k->jobs; i++) {
        if (k->worker[i].pid == 0) {
            return &k->worker[i];
        }
    }
    return NULL;
}

static void start(struct soak *k, struct worker *w, const struct unit *unit,
                  const struct outcome *failure) {
    w->unit = *unit;
    w->minimises = failure != NULL;
    *w->outcome = (struct outcome){.unit = *unit, .verdict = UNIT_INTERRUPTED};
    if (failure) {
        *w->outcome = *failure;
    }
    fflush(stdout);
    w->pid = fork();
    if (w->pid == 0) {
        cli_catch_interrupt();
        if (failure) {
            make_small(k, failure);
        }
        unit_run(unit, &k->options, w->outcome);
        _exit(0);
    }
    if (w->pid < 0) {
        fprintf(stderr, "cosim: cannot start %s: %s\n", unit->test, strerror(errno));
        exit(2);
    }
    k->running++;
}

/* Failures to be made small go first. */
static bool start_next(struct soak *k) {
    struct worker *w = run_interrupted ? NULL : free_worker(k);
    struct unit unit;
    if (!w) {
        return false;
    }
    if (k->small_at < k->small_count) {
        const struct outcome *o = &k->small[k->small_at++];
        start(k, w, &o->unit, o);
        return true;
    }
    if (k->mode == SOAK_MERGE || time_is_over(k) || !next_unit(k, &unit)) {
        return false;
    }
    start(k, w, &unit, NULL);
    return true;
}

static void take(struct soak *k, const struct outcome *o) {
    if (o->verdict == UNIT_INTERRUPTED) {
        return;
    }
    const size_t before = k->results.count;
    if (!results_add(&k->results, o)) {
        exit(2);
    }
    if (o->verdict == UNIT_FAILED && k->results.count > before) {
        const struct outcome *kept = &k->results.at[before];
        if (results_first_of_check(&k->results, kept) == kept) {
            clear_progress();
            printf("FAIL %s  seed %llu  %s on %s\n", o->unit.test, (unsigned long long)o->unit.seed,
                   o->check, o->where);
            fflush(stdout);
        }
        note_failure(k, kept);
    }
}

static void ended(struct soak *k, struct worker *w, int status) {
    w->pid = 0;
    k->running--;
    if (w->minimises) {
        clear_progress();
        print_small(&w->unit, w->outcome->check);
    } else if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        struct outcome o;
        unit_crashed(&w->unit, status, &o);
        o.verdict = run_interrupted ? UNIT_INTERRUPTED : o.verdict;
        take(k, &o);
    } else {
        take(k, w->outcome);
    }
}

/* Starts what there is room for and waits until all of it has ended. */
static void run_all(struct soak *k) {
    for (;;) {
        int status;
        while (start_next(k)) {
        }
        if (k->running == 0) {
            return;
        }
        const pid_t pid = waitpid(-1, &status, WNOHANG);
        for (unsigned i = 0; i < k->jobs && pid > 0; i++) {
            if (k->worker[i].pid == pid) {
                ended(k, &k->worker[i], status);
            }
        }
        if (pid <= 0) {
            show_progress(k);
            usleep(20000);
        }
    }
}

/* ---- the modes ------------------------------------------------------------------------------- */

/* Units with files of the project beside the program's own stay on this machine. */
static int plan(struct soak *k) {
    struct unit unit;
    char text[160];
    while (next_unit(k, &unit)) {
        unit_text(&unit, text, sizeof text);
        if (unit.kind != UNIT_ICARUS) {
            printf("%s\n", text);
        }
    }
    return 0;
}

static int run_one(struct soak *k) {
    struct unit unit;
    struct outcome o;
    char text[300];
    if (!unit_parse(k->one, &unit)) {
        return usage_error("--one: '%.60s' is no line of soak --plan", k->one);
    }
    cli_catch_interrupt();
    unit_run(&unit, &k->options, &o);
    if (o.verdict == UNIT_INTERRUPTED) {
        return 130;
    }
    outcome_text(&o, text, sizeof text);
    printf("%s\n", text);
    return 0;
}

static int merge(struct soak *k) {
    char line[1024];
    struct outcome o;
    while (fgets(line, sizeof line, stdin)) {
        if (outcome_parse(line, &o)) {
            take(k, &o);
            show_progress(k);
        } else {
            fprintf(stderr, "cosim: soak --merge: no outcome: %.60s\n", line);
        }
    }
    return 0;
}

static int summary(const struct soak *k) {
    clear_progress();
    const size_t failed = results_table(&k->results, stdout);
    const size_t passed = k->results.count - failed;
    printf("  results     " SOAK_RESULTS ", %s taken over, %.0f s\n",
           text_grouped(k->results.resumed), seconds_since(&k->started));
    if (run_interrupted) {
        printf("interrupted\n");
    }
    printf("%zu passed, %zu failed\n", passed, failed);
    return run_interrupted ? 130 : failed > 0 || passed == 0;
}

static int soak(struct soak *k) {
    if (k->mode == SOAK_ONE) {
        return run_one(k);
    }
    if (units_of_seed(k->prefix, 1, k->units, UNITS_MAX) == 0) {
        return usage_error("soak: no test begins with '%s' (build/cosim list shows them)",
                           k->prefix);
    }
    if (!results_open(&k->results, &k->options)) {
        return 2;
    }
    if (k->mode == SOAK_PLAN) {
        return plan(k);
    }
    for (size_t i = 0; i < k->results.count; i++) {
        if (k->results.at[i].verdict == UNIT_FAILED) {
            note_failure(k, &k->results.at[i]);
        }
    }
    struct outcome *shared = mmap(NULL, WORKERS_MAX * sizeof *shared, PROT_READ | PROT_WRITE,
                                  MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) {
        fprintf(stderr, "cosim: no shared memory: %s\n", strerror(errno));
        return 2;
    }
    for (unsigned i = 0; i < WORKERS_MAX; i++) {
        k->worker[i].outcome = &shared[i];
    }
    cli_catch_interrupt();
    if (k->mode == SOAK_MERGE) {
        merge(k);
    }
    run_all(k);
    return summary(k);
}

/* ---- the command ----------------------------------------------------------------------------- */

static bool count_option(const char *name, const char *text, uint64_t least, uint64_t most,
                         uint64_t *value) {
    if (parse_count(text, value) && *value >= least && *value <= most) {
        return true;
    }
    usage_error("%s: '%s' is not %llu to %llu", name, text, (unsigned long long)least,
                (unsigned long long)most);
    return false;
}

/* An option that soak has and run has not; its value is argv[1]. */
static bool is_own(struct soak *k, const char *const *argv, bool *fine) {
    uint64_t jobs = k->jobs;
    if (strcmp(argv[0], "--seeds") == 0) {
        *fine = count_option(argv[0], argv[1], 1, 1000000000, &k->seeds);
    } else if (strcmp(argv[0], "--time") == 0) {
        *fine = count_option(argv[0], argv[1], 1, 1000000000, &k->seconds);
    } else if (strcmp(argv[0], "--jobs") == 0) {
        *fine = count_option(argv[0], argv[1], 1, WORKERS_MAX, &jobs);
        k->jobs = (unsigned)jobs;
    } else if (strcmp(argv[0], "--one") == 0) {
        k->mode = SOAK_ONE;
        k->one = argv[1];
    } else {
        return false;
    }
    return true;
}

static bool own_options(struct soak *k, int *argc, char **argv) {
    int kept = 1;
    bool fine = true;
    for (int i = 1; i < *argc && fine; i++) {
        if (strcmp(argv[i], "--plan") == 0) {
            k->mode = SOAK_PLAN;
        } else if (strcmp(argv[i], "--merge") == 0) {
            k->mode = SOAK_MERGE;
        } else if (i + 1 < *argc && is_own(k, (const char *const *)&argv[i], &fine)) {
            i++;
        } else {
            argv[kept++] = argv[i];
        }
    }
    *argc = kept;
    return fine;
}

int cmd_soak(int argc, char **argv) {
    static struct soak k;
    char *rest[64];
    int count;
    k.jobs = 2;
    clock_gettime(CLOCK_MONOTONIC, &k.started);
    if (!own_options(&k, &argc, argv) || argc > 64 ||
        !cli_run_options(argc, argv, &k.options, rest, &count)) {
        return 2;
    }
    if (count > 1) {
        return usage_error("soak takes the beginning of tests' names at most");
    }
    if (k.options.waves || k.options.ring) {
        return usage_error("soak keeps no waves but those of failures: no --waves, no --ring");
    }
    if (k.seeds == 0 && (k.seconds == 0 || k.mode == SOAK_PLAN)) {
        k.seeds = SEEDS;
    }
    k.options.cycles = k.options.cycles ? k.options.cycles : CYCLES;
    k.prefix = count == 1 ? rest[0] : "";
    return soak(&k);
}
