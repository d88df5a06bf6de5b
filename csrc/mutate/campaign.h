/* Runs scenarios against mutants, each mutant in a process of its own, until a check that says what is
 * wrong fails. Knows neither RTL nor scenarios: those are the caller's trials.
 *
 * Which trial comes first decides what a mutant costs. Mutants are taken in generations, the first
 * small; the order for a mutant comes from what killed, in the generations before, those nearest in the
 * same file, all of the file and all of the group, and from what a trial costs in simulated cycles. So
 * fates, killers and all depend on the mutants that were chosen alone: not on how many processes there
 * are, nor on when a run was interrupted and begun again. */
#ifndef CSRC_MUTATE_CAMPAIGN_H
#define CSRC_MUTATE_CAMPAIGN_H

#include "mutate/fates.h"
#include "mutate/mutant_list.h"

struct trial {
    char name[112];
    uint64_t cost;    /* relative, at least 1, the same in every run of the program */
    double most_time; /* processor seconds after which it hangs */
};

struct trial_outcome {
    enum fate fate; /* FATE_SURVIVED: passed; FATE_NAMED, FATE_STALL, FATE_TIMEOUT */
    char check[24];
    uint64_t cycle;
};

enum { CAMPAIGN_GIVES_UP = 3 /* crashes and hangs of one mutant */ };

struct campaign {
    const struct mutant_list *mutants;
    const bool *chosen;         /* a flag a mutant */
    struct fate_record *record; /* one a mutant; those known already are not run again */
    int file;                   /* where new ones are appended (fates_open) */
    const struct trial *trial;
    unsigned trials, jobs;
    /* Whether the trial can tell anything about the mutant. */
    bool (*applies)(void *context, unsigned trial, const struct mutant *m);
    /* In the mutant's process. A trial that cannot go on ends the process with EXIT_HANGS. */
    void (*run)(void *context, unsigned trial, const struct mutant *m, struct trial_outcome *out);
    void *context;
    const char *label; /* of the progress line; NULL: none is shown */
};

enum { CAMPAIGN_EXIT_HANGS = 43 };

/* False when it was interrupted (SIGINT, SIGTERM) or cannot go on, after one line on stderr. */
bool campaign_run(struct campaign *c);

#endif
