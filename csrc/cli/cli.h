/* The subcommands of build/cosim. Each takes its own arguments (argv[0] is its name) and returns
 * the exit status: 0 fine, 1 something was wrong with what was run or checked, 2 bad usage. */
#ifndef CSRC_CLI_CLI_H
#define CSRC_CLI_CLI_H

#include "sim/suite.h"

int cmd_list(int argc, char **argv);
int cmd_run(int argc, char **argv);
int cmd_check(int argc, char **argv);
int cmd_bench(int argc, char **argv);
/* What checking costs; only in build/cosim-bench, NULL elsewhere. */
__attribute__((weak)) int cmd_speed(int argc, char **argv);
int cmd_demo(int argc, char **argv);
int cmd_quantise(int argc, char **argv);
int cmd_vectors(int argc, char **argv);
int cmd_exhaustive(int argc, char **argv);
int cmd_flit(int argc, char **argv);
int cmd_explain(int argc, char **argv);
int cmd_minimise(int argc, char **argv);
int cmd_soak(int argc, char **argv);
int cmd_ring(int argc, char **argv);
int cmd_mutate(int argc, char **argv);

/* One line on stderr, "cosim: ...", and the exit status for bad usage. */
__attribute__((format(printf, 1, 2))) int usage_error(const char *format, ...);

/* Reads the run options (--seed --cycles --fill ...) from the arguments, leaving what is no option
 * in `rest`. False after one line on stderr. */
bool cli_run_options(int argc, char **argv, struct run_options *o, char **rest, int *rest_count);

/* The suite and scenario named "suite.test", or NULL after one line on stderr. */
const struct suite *cli_find(const char *name, const struct scenario **scenario);

/* Runs a scenario of a suite; after a failure writes its failure directory and the report. Waves of
 * the whole run go to build/waves/<test>.fst when asked for. */
void cli_run_scenario(const struct suite *suite, const struct scenario *scenario,
                      const struct run_options *options, struct run_result *result, char *report,
                      size_t report_size);

/* Ctrl-C lets the running scenario end at its next cycle with its files closed. */
void cli_catch_interrupt(void);

#endif
