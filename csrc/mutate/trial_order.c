#include "mutate/trial_order.h"

#include <stdlib.h>

/* To make the model, and what a process costs, in the unit of a trial's cost. */
enum { OVERHEAD = 2000, FILE_WEIGHT = 4 };

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

void trial_order(const struct trial *trial, unsigned trials, const struct trial_tally *file,
                 const struct trial_tally *group, unsigned *order) {
    struct ranked *ranked = calloc(trials, sizeof *ranked);
    for (unsigned i = 0; i < trials && ranked; i++) {
        // A trial is made when those before it found nothing: its share of kills is what it adds.
        const double killed = FILE_WEIGHT * file[i].killed + group[i].killed + 1;
        const double made = FILE_WEIGHT * file[i].made + group[i].made + 4;
        ranked[i] = (struct ranked){killed / made / (double)(trial[i].cost + OVERHEAD), i};
    }
    if (ranked) {
        qsort(ranked, trials, sizeof *ranked, by_value);
    }
    for (unsigned i = 0; i < trials; i++) {
        order[i] = ranked ? ranked[i].trial : i;
    }
    free(ranked);
}
