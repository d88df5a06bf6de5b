#include "mutate/trial_order.h"

#include <stdlib.h>

/* To make the model, and what a process costs, in the unit of a trial's cost. */
enum { OVERHEAD = 2000, FILE_WEIGHT = 4 };

/* What the file and the group tell counts as so many neighbours. */
enum { PRIOR_WEIGHT = 4 };

struct ranked {
    double value;
    unsigned trial;
};

static int by_value(const void *a, const void *b) {
    const struct ranked *x = a, *y = b;
    if (x->value != y->value) {
        return x->value < y->value ? 1 : -1;
    }
    return x->trial < y->trial ? -1 : x->trial > y->trial;
}

/* The chance that the trial kills a mutant that those before it left alive. A trial is made when those
 * before it found nothing: its share of kills is what it adds. */
static double chance(const struct trial_past *past, unsigned i) {
    const double killed = FILE_WEIGHT * past->file[i].killed + past->group[i].killed + 1;
    const double made = FILE_WEIGHT * past->file[i].made + past->group[i].made + 4;
    return (past->near[i] + PRIOR_WEIGHT * killed / made) / (past->neighbours + PRIOR_WEIGHT);
}

void trial_order(const struct trial *trial, unsigned trials, const struct trial_past *past,
                 unsigned *order) {
    struct ranked *ranked = calloc(trials, sizeof *ranked);
    for (unsigned i = 0; i < trials && ranked; i++) {
        ranked[i] = (struct ranked){chance(past, i) / (double)(trial[i].cost + OVERHEAD), i};
    }
    if (ranked) {
        qsort(ranked, trials, sizeof *ranked, by_value);
    }
    for (unsigned i = 0; i < trials; i++) {
        order[i] = ranked ? ranked[i].trial : i;
    }
    free(ranked);
}
