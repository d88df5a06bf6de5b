#include "mutate/scenario_trials.h"

#include "check.h"
#include "mutate/mutant.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

unsigned mcs_mutant;

enum {
    SHORT = 20000, /* cycles of a random scenario's first trial */
    LONG = 60000,  /* of its second and last one, when its own length is greater */
    LONGER = 4,    /* a scenario hangs that takes so many times as long */
    AT_LEAST_LONGER = 50000,
    EXIT_NOT_CONCERNED = 44,
    JOBS_MAX = 64
};

/* What a scenario's run with no mutant alive tells. */
struct finding {
    uint64_t cycles;
    uint64_t weight; /* of a cycle */
    double seconds;
    uint32_t variants;
    bool failed, done;
    char why[256];
};

/* Set in a process that runs one scenario. */
static struct {
    const struct scenario_trials *trials;
    struct finding *finding; /* NULL: not wanted */
    uint64_t most_cycles;    /* UINT64_MAX: no bound */
    const struct sim *sim;
} now;

/* ---- during a run -------------------------------------------------------------------------------- */

static void count_cycle(void *self) {
    const struct sim *s = self;
    if (s->cycle > now.most_cycles) {
        _exit(CAMPAIGN_EXIT_HANGS);
    }
}

static uint32_t variant_bit(const struct scenario_trials *t, const char *name) {
    for (unsigned i = 0; i < t->variants; i++) {
        if (strcmp(t->variant[i].name, name) == 0) {
            return 1u << i;
        }
    }
    return 0;
}

/* About what a cycle of a bench takes, of that of a memory port. */
static uint64_t weight_of(enum dut_kind kind) {
    return kind == DUT_MAG ? 9 : kind == DUT_XFORM || kind == DUT_BANK ? 2 : 1;
}

static void attached(struct sim *s, void *context) {
    (void)context;
    if (now.finding) {
        now.finding->variants |= variant_bit(now.trials, s->dut->type->name);
        now.finding->weight = weight_of(s->dut->type->kind);
        if (now.finding->variants == 0) {
            _exit(EXIT_NOT_CONCERNED);
        }
    }
    sim_observe(s, &(struct observer){count_cycle, NULL, s});
}

static void run_scenario(const struct scenario_trials *t, const struct scenario_trial *what,
                         unsigned id, struct run_result *result) {
    static struct run_options options;
    options_init(&options);
    options.cycles = what->cycles;
    options.attached = attached;
    now.trials = t;
    mcs_mutant = id;
    scenario_run(what->suite->name, what->scenario, &options, NULL, result, NULL);
    mcs_mutant = 0;
}

void scenario_trial_result(const struct scenario_trials *t, unsigned trial, unsigned id,
                           struct run_result *result) {
    now.finding = NULL;
    now.most_cycles = LONGER * t->scenario[trial].took + AT_LEAST_LONGER;
    run_scenario(t, &t->scenario[trial], id, result);
}

void scenario_trial_run(void *context, unsigned trial, const struct mutant *m,
                        struct trial_outcome *out) {
    static struct run_result result;
    scenario_trial_result(context, trial, m->id, &result);
    if (!result.failure.set) {
        return;
    }
    out->fate = result.failure.check == CHECK_SIM_STALL ? FATE_STALL : FATE_NAMED;
    snprintf(out->check, sizeof out->check, "%s", check_text(result.failure.check));
    out->cycle = result.failure.cycle;
}

bool scenario_trial_applies(void *context, unsigned trial, const struct mutant *m) {
    const struct scenario_trials *t = context;
    const size_t n = strlen(m->file);
    for (unsigned i = 0; i < t->variants; i++) {
        if (!(t->scenario[trial].variants >> i & 1)) {
            continue;
        }
        const char *at = t->variant[i].files;
        for (at = strstr(at, m->file); at; at = strstr(at + 1, m->file)) {
            if (at[n] == 0 || at[n] == ' ') {
                return true;
            }
        }
    }
    return false;
}

/* ---- what there is ------------------------------------------------------------------------------- */

/* Suites that expect failures, to prove checks and reports. */
static bool expects_failures(const struct suite *s) {
    static const char *const names[] = {"notes", "stall", "stall.agent", "xform_toy"};
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(s->name, names[i]) == 0) {
            return true;
        }
    }
    return strncmp(s->name, "live.", 5) == 0;
}

static bool read_variants(struct scenario_trials *t, const char *path) {
    char *at = t->text = read_whole(path, NULL), *line;
    while (at && (line = next_line(&at)) && t->variants < MUTATED_VARIANTS_MAX) {
        char *space = strchr(line, ' ');
        if (space) {
            *space = 0;
            t->variant[t->variants++] = (struct mutated_variant){line, space + 1};
        }
    }
    if (t->variants == 0) {
        fprintf(stderr, "cosim: %s names no build variant (make mutate writes it)\n", path);
    }
    return t->variants > 0;
}

/* Every scenario is run as each of these, without knowing yet which of them differ. */
enum { RUN_SHORT, RUN_WHOLE, RUN_LONG, RUNS };

static unsigned all_scenarios(struct scenario_trial **all) {
    static const uint64_t cycles[RUNS] = {SHORT, 0, LONG};
    unsigned n = 0;
    for (size_t i = 0; i < suite_count; i++) {
        n += RUNS * (unsigned)suite_scenario_count(&suites[i]);
    }
    *all = zeroed(n, sizeof **all);
    n = 0;
    for (size_t i = 0; i < suite_count; i++) {
        for (size_t j = 0; j < suite_scenario_count(&suites[i]) && !expects_failures(&suites[i]);
             j++) {
            for (unsigned run = 0; run < RUNS; run++) {
                (*all)[n++] = (struct scenario_trial){.suite = &suites[i],
                                                      .scenario = &suites[i].scenarios[j],
                                                      .cycles = cycles[run]};
            }
        }
    }
    return n;
}

/* ---- with no mutant alive ------------------------------------------------------------------------ */

static void find_out(const struct scenario_trials *t, const struct scenario_trial *what,
                     struct finding *f) {
    static struct run_result result;
    struct rusage used;
    signal(SIGINT, SIG_DFL);
    now.finding = f;
    now.most_cycles = UINT64_MAX;
    run_scenario(t, what, 0, &result);
    getrusage(RUSAGE_SELF, &used);
    f->cycles = result.cycles;
    f->seconds = (double)used.ru_utime.tv_sec + 1e-6 * (double)used.ru_utime.tv_usec;
    f->failed = result.failure.set;
    snprintf(f->why, sizeof f->why, "%s: %s", check_text(result.failure.check),
             result.failure.what);
    f->done = true;
    _exit(0);
}

/* Whether a run can tell what those before it did not: the short one concerns a mutated design; the
 * whole one is longer, and too long. */
static bool is_wanted(const struct finding *of_scenario, unsigned run) {
    const struct finding *whole = &of_scenario[RUN_WHOLE];
    return run == RUN_SHORT || (run == RUN_WHOLE && of_scenario[RUN_SHORT].variants) ||
           (run == RUN_LONG && whole->cycles > LONG &&
            whole->cycles > of_scenario[RUN_SHORT].cycles);
}

/* Makes one of the runs of every scenario, `jobs` at a time. */
static bool find_some(const struct scenario_trials *t, const struct scenario_trial *all, unsigned n,
                      unsigned run, struct finding *finding, unsigned jobs) {
    unsigned running = 0;
    for (unsigned i = run; i < n || running > 0; i += RUNS) {
        if (i < n && !is_wanted(&finding[i - run], run)) {
            continue;
        }
        if (i >= n || running == jobs) {
            int status;
            if (wait(&status) < 0) {
                return false;
            }
            running--;
        }
        if (i >= n) {
            continue;
        }
        fflush(NULL);
        const pid_t pid = fork();
        if (pid == 0) {
            find_out(t, &all[i], &finding[i]);
        }
        if (pid < 0) {
            fprintf(stderr, "cosim: cannot start a process: %s\n", strerror(errno));
            return false;
        }
        running++;
    }
    return true;
}

static bool judge_findings(const struct scenario_trial *all, const struct finding *f, unsigned n) {
    for (unsigned i = 0; i < n; i++) {
        if (f[i].variants && (!f[i].done || f[i].failed)) {
            fprintf(stderr, "cosim: %s.%s fails with no mutant alive: %s\n", all[i].suite->name,
                    all[i].scenario->name, f[i].done ? f[i].why : "the program ended");
            return false;
        }
    }
    return true;
}

/* Which runs become trials: the short one where the scenario's own is longer, and the scenario's own
 * or what is made of it. */
static bool is_trial(const struct finding *of_scenario, unsigned run) {
    const struct finding *f = of_scenario;
    return f[run].variants && (run == RUN_SHORT   ? f[RUN_SHORT].cycles < f[RUN_WHOLE].cycles
                               : run == RUN_WHOLE ? !f[RUN_LONG].variants
                                                  : true);
}

static void take_findings(struct scenario_trials *t, const struct scenario_trial *all,
                          const struct finding *f, unsigned n) {
    t->scenario = zeroed(n, sizeof *t->scenario);
    t->trial = zeroed(n, sizeof *t->trial);
    for (unsigned i = 0; i < n; i++) {
        if (!is_trial(&f[i / RUNS * RUNS], i % RUNS)) {
            continue;
        }
        struct trial *trial = &t->trial[t->count];
        t->scenario[t->count] = all[i];
        t->scenario[t->count].variants = f[i].variants;
        t->scenario[t->count].took = f[i].cycles;
        const int n_name = snprintf(trial->name, sizeof trial->name, "%s.%s", all[i].suite->name,
                                    all[i].scenario->name);
        if (all[i].cycles) {
            snprintf(trial->name + n_name, sizeof trial->name - (size_t)n_name, "@%" PRIu64,
                     all[i].cycles);
        }
        trial->cost = f[i].cycles * f[i].weight + 1;
        trial->most_time = 10 * f[i].seconds + 10;
        t->count++;
    }
}

/* ---- kept findings ------------------------------------------------------------------------------- */

static bool read_kept(const char *path, uint64_t key, struct finding *f, unsigned n) {
    FILE *in = fopen(path, "r");
    uint64_t kept_key;
    unsigned kept = 0;
    bool same = in && fscanf(in, "# key %" SCNx64 "\n", &kept_key) == 1 && kept_key == key;
    while (same && kept < n &&
           fscanf(in, "%" SCNu64 " %" SCNu64 " %lf %" SCNu32 "\n", &f[kept].cycles, &f[kept].weight,
                  &f[kept].seconds, &f[kept].variants) == 4) {
        f[kept++].done = true;
    }
    if (in) {
        fclose(in);
    }
    return same && kept == n;
}

static bool write_kept(const char *path, uint64_t key, const struct finding *f, unsigned n) {
    FILE *out = fopen(path, "w");
    if (out) {
        fprintf(out, "# key %016" PRIx64 "\n", key);
        for (unsigned i = 0; i < n; i++) {
            fprintf(out, "%" PRIu64 " %" PRIu64 " %.3f %" PRIu32 "\n", f[i].cycles, f[i].weight,
                    f[i].seconds, f[i].variants);
        }
    }
    if (!out || fclose(out) != 0) {
        fprintf(stderr, "cosim: cannot write %s: %s\n", path, strerror(errno));
        return false;
    }
    return true;
}

bool scenario_trials_make(struct scenario_trials *t, const char *variants, const char *kept,
                          uint64_t key, unsigned jobs) {
    *t = (struct scenario_trials){0};
    if (!read_variants(t, variants)) {
        return false;
    }
    struct scenario_trial *all;
    const unsigned n = all_scenarios(&all);
    const size_t size = (n + 1) * sizeof(struct finding);
    struct finding *f = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (f == MAP_FAILED) {
        fprintf(stderr, "cosim: no shared memory: %s\n", strerror(errno));
        exit(2);
    }
    bool fine = read_kept(kept, key, f, n);
    if (!fine) {
        memset(f, 0, size);
        jobs = jobs < JOBS_MAX ? jobs : JOBS_MAX;
        fine = find_some(t, all, n, RUN_SHORT, f, jobs) &&
               find_some(t, all, n, RUN_WHOLE, f, jobs) &&
               find_some(t, all, n, RUN_LONG, f, jobs) && judge_findings(all, f, n) &&
               write_kept(kept, key, f, n);
    }
    take_findings(t, all, f, n);
    munmap(f, size);
    free(all);
    return fine;
}
