/* cosim check: every suite, or T, in parallel processes; one line a suite, one line of totals. */
#include "bench/bank_card.h"
#include "check.h"
#include "cli/bins_text.h"
#include "cli/cli.h"
#include "cli/cmocka_tests.h"
#include "cli/job.h"
#include "cli/waivers.h"
#include "dut/variants.h"
#include "sim/evidence.h"
#include "sim/wrap.h"
#include "trace/fail_dir.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { JOBS_MAX = 256, PARALLEL_MAX = 64 };

struct check_run {
    struct run_options options;
    struct job job[JOBS_MAX]; /* one a suite at most */
    unsigned jobs, started, ended, parallel;
    bool whole;   /* every suite of our own RTL: vacuous checks are failures */
    bool partial; /* somebody else's modules, or stimuli left out: such checks are only listed */
    bool list;    /* how often each check was evaluated */
    bool bins;    /* which situations were met (bins.h); one that was not is a failure */
};

/* ---- what to run ----------------------------------------------------------------------------- */

static bool has_test(const struct suite *s, const char *name) {
    for (size_t i = 0; i < suite_scenario_count(s); i++) {
        if (strcmp(s->scenarios[i].name, name) == 0) {
            return true;
        }
    }
    for (size_t i = 0; i < suite_test_count(s); i++) {
        if (strcmp(s->tests[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

/* Suites whose subject are the checks: what is met there, no legal run need meet. */
static bool is_about_checks(const struct suite *s) {
    return strncmp(s->name, "live.", 5) == 0 || strncmp(s->name, "stall", 5) == 0;
}

static void add_job(struct check_run *r, const struct suite *s, const char *only) {
    if (r->jobs == JOBS_MAX) {
        fprintf(stderr, "cosim: more than %d suites: raise JOBS_MAX in cmd_check.c\n", JOBS_MAX);
        exit(2);
    }
    struct job *j = &r->job[r->jobs++];
    j->suite = s;
    j->only = only;
    j->options = &r->options;
    j->bins = r->bins && !is_about_checks(s);
}

static bool has_word(const char *words, const char *word) {
    const size_t n = strlen(word);
    for (const char *at = strstr(words, word); at; at = strstr(at + 1, word)) {
        if ((at == words || at[-1] == ' ') && (at[n] == 0 || at[n] == ' ')) {
            return true;
        }
    }
    return false;
}

/* Whether the suite's DUT contains one of the swapped modules (space separated; NULL: all run). */
static bool concerns(const struct suite *s, const char *swapped) {
    if (!swapped) {
        return true;
    }
    char modules[512];
    snprintf(modules, sizeof modules, "%s", swapped);
    for (char *m = strtok(modules, " "); m; m = strtok(NULL, " ")) {
        if (has_word(s->tops, m)) {
            return true;
        }
    }
    return false;
}

/* `name` is a suite, suite.test, or NULL for everything. */
static bool plan(struct check_run *r, const char *name, const char *swapped) {
    const unsigned before = r->jobs;
    for (size_t i = 0; i < suite_count; i++) {
        const struct suite *s = &suites[i];
        size_t n = strlen(s->name);
        if (!name) {
            if (concerns(s, swapped) && !(swapped && s->script)) {
                add_job(r, s, NULL);
            }
        } else if (strcmp(name, s->name) == 0) {
            add_job(r, s, NULL);
        } else if (strncmp(name, s->name, n) == 0 && name[n] == '.' && has_test(s, name + n + 1)) {
            add_job(r, s, name + n + 1);
        }
    }
    if (r->jobs == before) {
        usage_error("no suite or test '%s' (build/cosim list shows them)", name ? name : swapped);
    }
    return r->jobs > before;
}

static bool plan_all(struct check_run *r, char **names, int count, const char *swapped) {
    bool found = count > 0 || plan(r, NULL, swapped);
    for (int i = 0; i < count && found; i++) {
        found = plan(r, names[i], swapped);
    }
    return found;
}

/* ---- the bank -------------------------------------------------------------------------------- */

/* The bank in the place of ours, as its registers state it after a reset. */
static void show_bank(void) {
    struct dut *d = dut_bank.create(&dut_bank, FILL_ZEROS, 1);
    struct bank_card card;
    char text[1024], lines[2048];
    for (unsigned edge = 0; edge < 8; edge++) {
        *d->pins.bank.rst = edge < 6;
        *d->clk = edge & 1;
        d->eval(d);
    }
    bank_card_read(d, &card);
    d->destroy(d);
    bank_card_text(&card, text, sizeof text);
    struct text t = text_into(lines, sizeof lines);
    text_paragraph(&t, "bank", text);
    fputs(lines, stdout);
    fflush(stdout);
}

/* ---- running --------------------------------------------------------------------------------- */

static void show_progress(const struct check_run *r) {
    if (!isatty(STDOUT_FILENO)) {
        return;
    }
    printf("\r\033[K ");
    for (unsigned i = 0; i < r->started; i++) {
        const struct job *j = &r->job[i];
        if (!j->ended) {
            printf(" %s %u/%u", j->suite->name, j->counts->passed + j->counts->failed,
                   j->counts->planned);
        }
    }
    fflush(stdout);
}

static void show_job(const struct job *j) {
    const struct job_counts *c = j->counts;
    if (isatty(STDOUT_FILENO)) {
        printf("\r\033[K");
    }
    printf("  %-20s %4u passed", j->suite->name, c->passed);
    if (c->failed) {
        printf(", %u failed", c->failed);
    }
    printf("  %6.1f s", j->seconds);
    if (c->cycles) {
        double millions = (double)c->cycles * 1e-6;
        printf("  %7.2f M cycles  %5.2f Mcyc/s", millions, millions / (j->seconds + 1e-9));
    }
    printf("\n");
    if (c->failed) {
        job_print_log(j, stdout);
    }
    if (j->trouble[0]) {
        printf("FAIL %s: %s\n", j->suite->name, j->trouble);
    }
    fflush(stdout);
}

static void start_jobs(struct check_run *r) {
    while (r->started < r->jobs && r->started - r->ended < r->parallel && !run_interrupted) {
        struct job *j = &r->job[r->started++];
        if (!job_start(j)) {
            exit(2);
        }
    }
}

/* Waits up to 200 ms for a child to end and reports it. */
static void collect_jobs(struct check_run *r) {
    int status;
    pid_t pid = waitpid(-1, &status, WNOHANG);
    for (unsigned i = 0; i < r->started && pid > 0; i++) {
        struct job *j = &r->job[i];
        if (j->pid == pid) {
            job_end(j, status);
            r->ended++;
            show_job(j);
            return;
        }
    }
    usleep(pid > 0 ? 0 : 20000);
}

/* ---- the summary ----------------------------------------------------------------------------- */

struct totals {
    unsigned passed, failed;
    uint64_t cycles, random_cycles;
    struct evidence seen;
    uint64_t bins[BIN_COUNT];
};

static void sum(const struct check_run *r, struct totals *t) {
    memset(t, 0, sizeof *t);
    for (unsigned i = 0; i < r->started; i++) {
        const struct job_counts *c = r->job[i].counts;
        t->passed += c->passed;
        t->failed += c->failed;
        t->cycles += c->cycles;
        t->random_cycles += c->random_cycles;
        t->seen.flits += c->seen.flits;
        t->seen.words += c->seen.words;
        for (unsigned k = 0; k < CHECK_COUNT; k++) {
            t->seen.evaluations[k] += c->seen.evaluations[k];
            t->seen.waived[k] += c->seen.waived[k];
        }
        for (unsigned k = 0; k < BIN_COUNT; k++) {
            t->bins[k] += c->bins[k];
        }
    }
}

static void show_evaluations(const struct totals *t) {
    for (unsigned k = 0; k < CHECK_COUNT; k++) {
        printf("  evaluated   %-16s %15s\n", check_text((enum check_id)k),
               text_grouped(t->seen.evaluations[k]));
    }
}

static int summary(const struct check_run *r, double seconds) {
    struct totals t;
    char line[2048], wrapped[4096];
    sum(r, &t);
    printf("\n  cycles      %s, %s of them constrained random\n", text_grouped(t.cycles),
           text_grouped(t.random_cycles));
    printf("  compared    %s flits, %s words\n", text_grouped(t.seen.flits),
           text_grouped(t.seen.words));
    waivers_show(&r->options, t.seen.waived, stdout);
    if (r->list) {
        show_evaluations(&t);
    }
    if (r->bins && bins_show(t.bins, stdout) > 0) {
        t.failed++;
    }
    if (r->whole) {
        unsigned vacuous = evidence_vacuous(&t.seen, r->options.seed_rules, line, sizeof line);
        struct text text = text_into(wrapped, sizeof wrapped);
        text_paragraph(&text, r->partial ? "not run" : "SIM-VACUOUS", line);
        fputs(vacuous ? wrapped : "", stdout);
        if (vacuous && !r->partial) {
            printf("FAIL SIM-VACUOUS: %u checks were never evaluated in this run\n", vacuous);
            t.failed++;
        } else if (!r->partial) {
            t.passed++;
        }
    }
    printf("  reports     build/junit/*.xml, seed 0x%llx, %.0f s\n",
           (unsigned long long)r->options.seed, seconds);
    if (run_interrupted) {
        printf("interrupted\n");
    }
    printf("%u passed, %u failed\n", t.passed, t.failed);
    return run_interrupted ? 130 : t.failed || t.passed == 0 ? 1 : 0;
}

/* ---- the command ----------------------------------------------------------------------------- */

/* Takes "--jobs N", "--swapped 'm m'", "--evaluations" and "--bins" out of the arguments; the rest
 * are run options. */
static bool own_options(int *argc, char **argv, struct check_run *r, const char **swapped) {
    int kept = 1;
    uint64_t n = 2;
    for (int i = 1; i < *argc; i++) {
        if (i + 1 < *argc && strcmp(argv[i], "--jobs") == 0) {
            if (!parse_count(argv[++i], &n) || n == 0 || n > PARALLEL_MAX) {
                usage_error("--jobs: '%s' is not 1 to %d", argv[i], PARALLEL_MAX);
                return false;
            }
        } else if (i + 1 < *argc && strcmp(argv[i], "--swapped") == 0) {
            *swapped = argv[++i];
        } else if (strcmp(argv[i], "--evaluations") == 0) {
            r->list = true;
        } else if (strcmp(argv[i], "--bins") == 0) {
            r->bins = true;
        } else {
            argv[kept++] = argv[i];
        }
    }
    *argc = kept;
    r->parallel = (unsigned)n;
    return true;
}

int cmd_check(int argc, char **argv) {
    static struct check_run r;
    const char *swapped = NULL;
    char *rest[64];
    int count;
    if (!own_options(&argc, argv, &r, &swapped) || argc > 64 ||
        !cli_run_options(argc, argv, &r.options, rest, &count)) {
        return 2;
    }
    r.whole = count == 0;
    r.partial = swapped != NULL || r.options.without != 0;
    if (!plan_all(&r, rest, count, swapped) || !make_directories("build/junit") ||
        !make_directories("build/log")) {
        return 2;
    }
    struct timespec from, to;
    clock_gettime(CLOCK_MONOTONIC, &from);
    cli_catch_interrupt();
    if (swapped && has_word(swapped, "xform_bank")) {
        show_bank();
    }
    for (start_jobs(&r); r.ended < r.started; start_jobs(&r)) {
        show_progress(&r);
        collect_jobs(&r);
    }
    clock_gettime(CLOCK_MONOTONIC, &to);
    return summary(&r, (double)(to.tv_sec - from.tv_sec));
}
