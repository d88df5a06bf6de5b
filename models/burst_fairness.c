#include "burst_fairness.h"

#include "text.h"

#include <stdio.h>
#include <string.h>

static unsigned count_bits(uint8_t set) {
    unsigned count = 0;
    for (; set != 0; set = (uint8_t)(set & (set - 1)))
        count++;
    return count;
}

void burst_fairness_restart(struct burst_fairness *f) {
    f->used = f->next = 0;
    memset(f->issued, 0, sizeof f->issued);
}

static void remember(struct burst_fairness *f, unsigned requester) {
    if (f->used == FAIRNESS_WINDOW)
        f->issued[f->ring[f->next]]--;
    else
        f->used++;
    f->ring[f->next] = (uint8_t)requester;
    f->next = (f->next + 1) % FAIRNESS_WINDOW;
    f->issued[requester]++;
}

static bool blame(struct burst_fairness *f, unsigned poor, int share, struct verdict *v) {
    *v = (struct verdict){.check = CHECK_MAG_FAIR};
    snprintf(v->what, sizeof v->what,
             "requester %u issued %u of the last %u bursts, at least %d are due", poor,
             f->issued[poor], FAIRNESS_WINDOW, share - FAIRNESS_ALLOWED);
    struct text t = text_into(v->progress, sizeof v->progress);
    for (unsigned i = 0; i < FAIRNESS_REQUESTERS; i++)
        if ((f->saturated >> i & 1) != 0)
            text_add(&t, "%srequester %u: %u", t.used == 0 ? "" : ", ", i, f->issued[i]);
    snprintf(v->hint, sizeof v->hint,
             "all of them had a burst waiting all the time: round-robin gives each its turn");
    burst_fairness_restart(f);
    return false;
}

bool burst_fairness_issue(struct burst_fairness *f, unsigned requester, uint8_t saturated,
                          struct verdict *v) {
    v->check = CHECK_NONE;
    if (saturated != f->saturated) {
        burst_fairness_restart(f);
        f->saturated = saturated;
    }
    const unsigned competing = count_bits(saturated);
    if (competing < 2 || requester >= FAIRNESS_REQUESTERS)
        return true;
    remember(f, requester);
    if (f->used < FAIRNESS_WINDOW)
        return true;
    f->evaluations++;
    const int share = (int)(FAIRNESS_WINDOW / competing);
    for (unsigned i = 0; i < FAIRNESS_REQUESTERS; i++) {
        if ((saturated >> i & 1) == 0)
            continue;
        const int missing = share - f->issued[i];
        if (f->evaluations == 1 || missing > f->worst_short)
            f->worst_short = missing;
        if (missing > FAIRNESS_ALLOWED)
            return blame(f, i, share, v);
    }
    return true;
}
