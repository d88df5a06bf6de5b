#include "cli/script_suite.h"

#include "trace/fail_dir.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

enum { CASES_MAX = 512 };

static struct CMUnitTest cases[CASES_MAX];
static size_t case_count;

static void passes(void **state) {
    (void)state;
}

static void fails(void **state) {
    _assert_true(0, *state, "script", 0);
}

static bool any_failed(void) {
    for (size_t i = 0; i < case_count; i++) {
        if (cases[i].test_func == fails) {
            return true;
        }
    }
    return false;
}

static void add_case(const char *name, bool ok) {
    char *copy = case_count < CASES_MAX ? strdup(name) : NULL;
    if (copy) {
        cases[case_count++] = (struct CMUnitTest){copy, ok ? passes : fails, NULL, NULL, copy};
    }
}

static void take_line(char *line) {
    line[strcspn(line, "\n")] = 0;
    if (strncmp(line, "ok - ", 5) == 0) {
        add_case(line + 5, true);
    } else if (strncmp(line, "not ok - ", 9) == 0) {
        printf("FAIL %s\n", line + 9);
        add_case(line + 9, false);
    } else {
        printf("  %s\n", line);
    }
}

const struct CMUnitTest *script_suite_run(const char *script, size_t *count) {
    char command[512], line[1024];
    setenv("COSIM", program_path, 1);
    snprintf(command, sizeof command, "sh %s 2>&1", script);
    fflush(stdout);
    FILE *out = popen(command, "r");
    while (out && fgets(line, sizeof line, out)) {
        take_line(line);
    }
    int status = out ? pclose(out) : -1;
    if (case_count == 0 || (status != 0 && !any_failed())) {
        printf("FAIL %s: exit status %d after %zu cases\n", script,
               WIFEXITED(status) ? WEXITSTATUS(status) : status, case_count);
        add_case("script_runs_to_its_end", false);
    }
    *count = case_count;
    return cases;
}
