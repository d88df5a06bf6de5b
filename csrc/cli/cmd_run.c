/* cosim run SUITE.TEST, cosim list. */
#include "check.h"
#include "cli/cli.h"
#include "cli/view_options.h"
#include "cli/waivers.h"
#include "sim/wrap.h"
#include "trace/capture.h"
#include "trace/fail_dir.h"
#include "trace/notes.h"

#include "cli/cmocka_tests.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct suite *cli_find(const char *name, const struct scenario **scenario) {
    const char *dot = strrchr(name, '.');
    *scenario = NULL;
    for (size_t i = 0; i < suite_count && dot; i++) {
        const struct suite *s = &suites[i];
        if (strlen(s->name) != (size_t)(dot - name) ||
            strncmp(s->name, name, strlen(s->name)) != 0) {
            continue;
        }
        for (size_t j = 0; j < suite_scenario_count(s); j++) {
            if (strcmp(s->scenarios[j].name, dot + 1) == 0) {
                *scenario = &s->scenarios[j];
                return s;
            }
        }
    }
    usage_error("no scenario '%s' (build/cosim list shows them)", name);
    return NULL;
}

/* A dump of a whole run ends here: about 150 bytes a cycle. */
enum { WAVES_LONGEST = 1000000 };

/* WAVES=ring. */
static void run_captured(const struct suite *suite, const struct scenario *scenario,
                         const struct run_options *options, struct run_result *result, char *report,
                         size_t report_size) {
    static struct capture capture;
    static struct event_ring events;
    struct run_options captured = *options;
    char test[96];
    snprintf(test, sizeof test, "%s.%s", suite->name, scenario->name);
    capture_start(&capture, test, &captured);
    scenario_run(suite->name, scenario, &captured, NULL, result, &events);
    capture_end(&capture, &events);
    if (result->failure.set) {
        fail_dir_write(suite->name, scenario, options, result, &capture, report, report_size);
    } else {
        struct text t = text_into(report, report_size);
        capture_format(&capture, &t);
    }
    capture_free(&capture);
}

void cli_run_scenario(const struct suite *suite, const struct scenario *scenario,
                      const struct run_options *options, struct run_result *result, char *report,
                      size_t report_size) {
    struct wave_window whole = {
        .on = false, .from = 0, .to = WAVES_LONGEST, .attached = notes_attach};
    if (options->waves && make_directories("build/waves")) {
        whole.on = true;
        snprintf(whole.path, sizeof whole.path, "build/waves/%s.%s.fst", suite->name,
                 scenario->name);
    }
    report[0] = 0;
    if (options->ring && make_directories("build/waves")) {
        run_captured(suite, scenario, options, result, report, report_size);
        return;
    }
    scenario_run(suite->name, scenario, options, &whole, result, NULL);
    if (result->failure.set) {
        fail_dir_write(suite->name, scenario, options, result, NULL, report, report_size);
    }
}

static void on_interrupt(int signal_number) {
    (void)signal_number;
    run_interrupted = 1;
}

void cli_catch_interrupt(void) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_interrupt;
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

static void print_evidence(const struct run_result *r, const struct run_options *o) {
    printf("  cycles      %s\n", text_grouped(r->cycles));
    printf("  compared    %s flits, %s words\n", text_grouped(r->seen.flits),
           text_grouped(r->seen.words));
    if (r->seen.control_lost > 0) {
        printf("  note        control flits lost: %s, agent mailbox full (legal: best effort)\n",
               text_grouped(r->seen.control_lost));
    }
    printf("  trace hash  %016llx\n", (unsigned long long)r->hash);
    char bank[2048];
    struct text t = text_into(bank, sizeof bank);
    text_paragraph(&t, "bank", r->failure.bank);
    fputs(bank, stdout);
    waivers_show(o, r->seen.waived, stdout);
}

static int run_and_report(const char *name, const struct suite *suite,
                          const struct scenario *scenario, const struct run_options *options) {
    static char report[8192];
    struct run_result result;
    cli_run_scenario(suite, scenario, options, &result, report, sizeof report);
    if (result.failure.set) {
        printf("%s", report);
        return 1;
    }
    printf("%s %s  seed 0x%llx\n", result.interrupted ? "INTERRUPTED" : "PASS", name,
           (unsigned long long)options->seed);
    print_evidence(&result, options);
    printf("%s", report);
    return result.interrupted ? 130 : 0;
}

/* The run's own status counts more than that of its files. */
static int run_with_views(const char *name, const struct suite *suite,
                          const struct scenario *scenario, struct run_options *options,
                          const struct view_options *wanted) {
    if (!cli_view_files(wanted)) {
        return 2;
    }
    struct views *views = views_new(wanted);
    options->attached = views_attach;
    options->attached_context = views;
    int status = run_and_report(name, suite, scenario, options);
    char title[160];
    snprintf(title, sizeof title, "%s, seed 0x%llx", name, (unsigned long long)options->seed);
    if (!views_write(views, title, stdout) && status == 0) {
        status = 2;
    }
    views_free(views);
    return status;
}

int cmd_run(int argc, char **argv) {
    struct run_options options;
    struct view_options views;
    char *rest[64];
    int count;
    if (argc > 64 || !cli_view_options(&argc, argv, &views) ||
        !cli_run_options(argc, argv, &options, rest, &count)) {
        return 2;
    }
    if (count != 1) {
        return usage_error("run needs one SUITE.TEST (build/cosim list shows them)");
    }
    if ((views.from != 0 || views.to != UINT64_MAX) && !views.timeline_svg) {
        return usage_error("--from and --to are the range of a timeline: name its file with --svg");
    }
    const struct scenario *scenario;
    const struct suite *suite = cli_find(rest[0], &scenario);
    if (!suite) {
        return 2;
    }
    cli_catch_interrupt();
    return view_options_any(&views) ? run_with_views(rest[0], suite, scenario, &options, &views)
                                    : run_and_report(rest[0], suite, scenario, &options);
}

static int list_checks(void) {
    for (unsigned i = 0; i < CHECK_COUNT; i++) {
        printf("%-16s %s  %s\n", check_text((enum check_id)i),
               check_is_project_rule((enum check_id)i) ? "P" : "S",
               check_meaning((enum check_id)i));
    }
    return 0;
}

int cmd_list(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], "--checks") == 0) {
        return list_checks();
    }
    if (argc > 1) {
        return usage_error("list takes nothing, or --checks");
    }
    for (size_t i = 0; i < suite_count; i++) {
        for (size_t j = 0; j < suite_scenario_count(&suites[i]); j++) {
            printf("%s.%s\n", suites[i].name, suites[i].scenarios[j].name);
        }
        for (size_t j = 0; j < suite_test_count(&suites[i]); j++) {
            printf("%s.%s\n", suites[i].name, suites[i].tests[j].name);
        }
    }
    return 0;
}
