/* cosim bench: what the rate scenarios measure, exact in simulated cycles. */
#include "cli/cli.h"

#include <stdio.h>

static void print_measures(const struct evidence *seen) {
    for (unsigned i = 0; i < seen->measures; i++) {
        const struct measure *m = &seen->measure[i];
        printf("  %-44s %8.4f %-12s %s %7.2f\n", m->what, m->value, m->unit,
               m->at_most ? "<=" : ">=", m->target);
    }
}

/* Runs one rate scenario; false after its failure report. */
static bool measure(const struct suite *suite, const struct scenario *scenario) {
    static char report[8192];
    struct run_options options;
    struct run_result result;
    options_init(&options);
    cli_run_scenario(suite, scenario, &options, &result, report, sizeof report);
    print_measures(&result.seen);
    if (result.failure.set) {
        printf("%s", report);
    }
    return !result.failure.set;
}

int cmd_bench(int argc, char **argv) {
    if (argc > 1) {
        return usage_error("bench takes no arguments");
    }
    bool good = true;
    unsigned scenarios = 0;
    printf("rates in simulated cycles, zero-wait memory; figure and target\n");
    for (size_t i = 0; i < suite_count; i++) {
        for (size_t j = 0; suites[i].measures && j < suite_scenario_count(&suites[i]); j++) {
            good = measure(&suites[i], &suites[i].scenarios[j]) && good;
            scenarios++;
        }
    }
    if (cmd_speed) {
        printf("\n");
        good = cmd_speed(1, argv) == 0 && good;
    }
    return good && scenarios > 0 ? 0 : 1;
}
