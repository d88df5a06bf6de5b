/* cosim minimise SUITE.TEST: the smallest run that fails as this one does. */
#include "cli/cli.h"
#include "soak/minimise.h"
#include "text.h"

#include <stdio.h>
#include <unistd.h>

/* One line on a terminal, always the same. */
static void show_step(const char *what, const struct run_result *best) {
    if (isatty(STDOUT_FILENO)) {
        printf("\r\033[K  cycle %llu, %llu sent; without: %s",
               (unsigned long long)best->failure.cycle, (unsigned long long)best->seen.sent, what);
        fflush(stdout);
    }
}

int cmd_minimise(int argc, char **argv) {
    static struct minimised m;
    struct run_options options;
    char *rest[64], error[256], text[4096];
    int count;
    if (argc > 64 || !cli_run_options(argc, argv, &options, rest, &count)) {
        return 2;
    }
    if (count != 1) {
        return usage_error("minimise needs one SUITE.TEST that fails");
    }
    if (options.waves || options.ring) {
        return usage_error(
            "minimise runs a test many times: --waves and --ring are for its result");
    }
    const struct scenario *scenario;
    const struct suite *suite = cli_find(rest[0], &scenario);
    if (!suite) {
        return 2;
    }
    cli_catch_interrupt();
    const bool found = minimise(suite->name, scenario, &options, show_step, &m, error);
    if (isatty(STDOUT_FILENO)) {
        printf("\r\033[K");
    }
    if (run_interrupted) {
        fprintf(stderr, "cosim: interrupted\n");
        return 130;
    }
    if (!found) {
        return usage_error("%s", error);
    }
    minimised_text(&m, rest[0], text, sizeof text);
    printf("%s", text);
    return 0;
}
