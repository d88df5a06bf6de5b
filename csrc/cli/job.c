#include "cli/job.h"

#include "cli/cli.h"
#include "cli/cmocka_tests.h"
#include "cli/script_suite.h"
#include "trace/fail_dir.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LOG_LIMIT = 64 * 1024 }; /* of a suite's log, the part shown */

/* ---- inside the child ------------------------------------------------------------------------ */

static struct job *current;

static void add_evidence(struct job_counts *c, const struct run_result *r) {
    c->cycles += r->cycles;
    c->random_cycles += r->seen.random_cycles;
    c->seen.flits += r->seen.flits;
    c->seen.words += r->seen.words;
    for (unsigned i = 0; i < CHECK_COUNT; i++) {
        c->seen.evaluations[i] += r->seen.evaluations[i];
        c->seen.waived[i] += r->seen.waived[i];
    }
}

/* The cmocka test of every scenario; *state is the scenario. */
static void scenario_test(void **state) {
    static char report[8192];
    struct run_result result;
    cli_run_scenario(current->suite, *state, current->options, &result, report, sizeof report);
    add_evidence(current->counts, &result);
    if (result.interrupted) {
        current->counts->interrupted = true;
        skip();
    }
    if (result.failure.set) {
        printf("\n%s", report);
        fflush(stdout);
        current->counts->failed++;
        // The report becomes the failure text in the JUnit file.
        _assert_true(0, report, __FILE__, __LINE__);
    }
    current->counts->passed++;
}

/* Wraps a plain cmocka test, so that passes are counted as they happen; *state is the test. */
static void model_test(void **state) {
    const struct CMUnitTest *test = *state;
    void *own_state = test->initial_state;
    current->counts->failed++; // until it has returned
    test->test_func(&own_state);
    current->counts->failed--;
    current->counts->passed++;
}

/* Adds the tests of a table that are wanted, each wrapped for counting. */
static size_t add_tests(const struct job *j, const struct CMUnitTest *table, size_t count,
                        struct CMUnitTest *tests) {
    size_t n = 0;
    for (size_t i = 0; i < count; i++) {
        if (!j->only || strcmp(j->only, table[i].name) == 0) {
            tests[n++] = (struct CMUnitTest){table[i].name, model_test, table[i].setup_func,
                                             table[i].teardown_func, (void *)&table[i]};
        }
    }
    return n;
}

/* All tests of the suite; the array is the process' own. */
static struct CMUnitTest *collect(const struct job *j, size_t *count) {
    const struct suite *s = j->suite;
    size_t cases = 0, n = 0;
    const struct CMUnitTest *script = s->script ? script_suite_run(s->script, &cases) : NULL;
    struct CMUnitTest *tests =
        calloc(suite_scenario_count(s) + suite_test_count(s) + cases + 1, sizeof *tests);
    if (!tests) {
        _exit(2);
    }
    for (size_t i = 0; i < suite_scenario_count(s); i++) {
        if (!j->only || strcmp(j->only, s->scenarios[i].name) == 0) {
            tests[n++] = (struct CMUnitTest){s->scenarios[i].name, scenario_test, NULL, NULL,
                                             (void *)&s->scenarios[i]};
        }
    }
    n += add_tests(j, s->tests, suite_test_count(s), tests + n);
    n += add_tests(j, script, cases, tests + n);
    *count = n;
    return tests;
}

static void file_name(const struct job *j, const char *kind, const char *ending, char path[256]) {
    snprintf(path, 256, "build/%s/%s.%s", kind, j->suite->name, ending);
}

/* cmocka tells why a plain test failed in the XML only: the reasons go to the log as well. */
static void print_reasons(const struct job *j, const char *xml) {
    char line[1024], name[128] = "";
    bool inside = false;
    FILE *f = j->suite->scenarios ? NULL : fopen(xml, "r");
    while (f && fgets(line, sizeof line, f)) {
        const char *reason = strstr(line, "<failure><![CDATA[");
        sscanf(line, " <testcase name=\"%127[^\"]", name);
        if (reason) {
            printf("FAIL %s.%s\n", j->suite->name, name);
        }
        inside = inside || reason;
        char *end = strstr(line, "]]></failure>");
        if (inside) {
            line[end ? (size_t)(end - line) : strcspn(line, "\n")] = 0;
            printf("  %s\n", reason ? reason + strlen("<failure><![CDATA[") : line);
        }
        inside = inside && !end;
    }
    if (f) {
        fclose(f);
    }
}

static void run_child(struct job *j) {
    char log[256], xml[256];
    file_name(j, "log", "txt", log);
    file_name(j, "junit", "xml", xml);
    remove(xml); // cmocka never overwrites
    if (!freopen(log, "w", stdout)) {
        fprintf(stderr, "cosim: cannot write %s: %s\n", log, strerror(errno));
        _exit(2);
    }
    dup2(fileno(stdout), fileno(stderr));
    setenv("CMOCKA_MESSAGE_OUTPUT", "xml", 1);
    setenv("CMOCKA_XML_FILE", xml, 1);
    cli_catch_interrupt();
    static struct run_options options;
    options = *j->options;
    options.bins = j->bins ? j->counts->bins : NULL;
    j->options = &options;
    current = j;
    size_t n;
    struct CMUnitTest *tests = collect(j, &n);
    j->counts->planned = (unsigned)n;
    int failures = _cmocka_run_group_tests(j->suite->name, tests, n, NULL, NULL);
    print_reasons(j, xml);
    fflush(stdout);
    _exit(failures ? 1 : 0);
}

/* ---- in the parent --------------------------------------------------------------------------- */

bool job_start(struct job *j) {
    j->counts =
        mmap(NULL, sizeof *j->counts, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (j->counts == MAP_FAILED) {
        fprintf(stderr, "cosim: no shared memory: %s\n", strerror(errno));
        return false;
    }
    fflush(stdout);
    clock_gettime(CLOCK_MONOTONIC, &j->started);
    j->pid = fork();
    if (j->pid == 0) {
        run_child(j);
    }
    if (j->pid < 0) {
        fprintf(stderr, "cosim: cannot start %s: %s\n", j->suite->name, strerror(errno));
        return false;
    }
    return true;
}

void job_end(struct job *j, int status) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    j->seconds = (double)(now.tv_sec - j->started.tv_sec) +
                 (double)(now.tv_nsec - j->started.tv_nsec) * 1e-9;
    j->ended = true;
    unsigned told = j->counts->passed + j->counts->failed;
    if (WIFSIGNALED(status)) {
        snprintf(j->trouble, sizeof j->trouble, "killed by signal %d after %u of %u tests",
                 WTERMSIG(status), told, j->counts->planned);
    } else if (WEXITSTATUS(status) > 1) {
        snprintf(j->trouble, sizeof j->trouble, "exit status %d", WEXITSTATUS(status));
    } else if (told < j->counts->planned && !j->counts->interrupted) {
        snprintf(j->trouble, sizeof j->trouble, "%u of %u tests gave no result",
                 j->counts->planned - told, j->counts->planned);
    } else if (j->counts->planned == 0) {
        snprintf(j->trouble, sizeof j->trouble, "no test ran");
    }
    if (j->trouble[0]) {
        j->counts->failed += j->counts->planned > told ? j->counts->planned - told : 1;
    }
}

void job_print_log(const struct job *j, FILE *out) {
    char path[256], buffer[4096];
    file_name(j, "log", "txt", path);
    FILE *log = fopen(path, "r");
    size_t n, shown = 0;
    while (log && shown < LOG_LIMIT && (n = fread(buffer, 1, sizeof buffer, log)) > 0) {
        fwrite(buffer, 1, n, out);
        shown += n;
    }
    if (log) {
        if (shown >= LOG_LIMIT) {
            fprintf(out, "  (more in %s)\n", path);
        }
        fclose(log);
    }
}
