/* The scenarios of `make check` as trials for mutants. Which of them reach which mutated module, and
 * how long they take, is found by running each once with no mutant alive. */
#ifndef CSRC_MUTATE_SCENARIO_TRIALS_H
#define CSRC_MUTATE_SCENARIO_TRIALS_H

#include "mutate/campaign.h"

#include "sim/suite.h"

enum { MUTATED_VARIANTS_MAX = 32 };

struct scenario_trial {
    const struct suite *suite;
    const struct scenario *scenario;
    uint64_t cycles;   /* of the run options; 0: the scenario's own length */
    uint32_t variants; /* it attaches: a bit each, by place in `variant` */
    uint64_t took;     /* cycles, with no mutant alive */
};

struct scenario_trials {
    struct mutated_variant {
        char *name;
        char *files; /* mutated sources inside, separated by spaces */
    } variant[MUTATED_VARIANTS_MAX];
    unsigned variants;
    char *text;
    struct scenario_trial *scenario;
    struct trial *trial;
    unsigned count;
};

/* Reads which build variants are mutated, "NAME FILE FILE..." a line, and runs the scenarios, `jobs`
 * at a time; later calls under the same key take what was found from `kept`. False after one line on
 * stderr: something cannot be read or written, or a scenario fails with no mutant alive. */
bool scenario_trials_make(struct scenario_trials *t, const char *variants, const char *kept,
                          uint64_t key, unsigned jobs);

/* For struct campaign; `context` is the struct scenario_trials. */
bool scenario_trial_applies(void *context, unsigned trial, const struct mutant *m);
void scenario_trial_run(void *context, unsigned trial, const struct mutant *m,
                        struct trial_outcome *out);

/* The same run as a trial's, of a mutant (0: none), with all there is to say. */
void scenario_trial_result(const struct scenario_trials *t, unsigned trial, unsigned id,
                           struct run_result *result);

#endif
