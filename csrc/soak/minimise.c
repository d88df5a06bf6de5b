#include "soak/minimise.h"

#include "check.h"
#include "sim/wrap.h"
#include "trace/fail_dir.h"

#include <stdio.h>
#include <string.h>

enum {
    ROUNDS = 4,      /* over everything; each ends earlier when nothing can be left out any more */
    RUNS_MOST = 600, /* of a failure that can hardly be reduced */
    SMALL_PART = 20  /* a run of at most 1/20 of the first may become longer again */
};

struct minimiser {
    const char *suite;
    const struct scenario *scenario;
    minimise_step *step;
    struct minimised *m;
};

/* ---- one run --------------------------------------------------------------------------------- */

static bool same_kind(const struct failure *a, const struct failure *b) {
    return b->set && a->check == b->check && strcmp(a->where, b->where) == 0;
}

/* The latest cycle in which a smaller run may fail. A run without most of its sources takes longer to
 * come to the same point; while it is short, that is allowed. */
static uint64_t latest(const struct minimised *m) {
    const uint64_t small = m->first.failure.cycle / SMALL_PART;
    return m->small.failure.cycle > small ? m->small.failure.cycle : small;
}

static bool may_go_on(const struct minimiser *x) {
    return x->m->runs < RUNS_MOST && !run_interrupted;
}

/* Whether the candidate fails in the same way and no later than it may; then it is the best so far. */
static bool fails(struct minimiser *x, struct run_options *candidate, const char *what,
                  bool only_if_another) {
    struct minimised *m = x->m;
    struct run_result result;
    if (!may_go_on(x)) {
        return false;
    }
    if (x->step) {
        x->step(what, &m->small);
    }
    m->runs++;
    scenario_run(x->suite, x->scenario, candidate, NULL, &result, NULL);
    if (!same_kind(&m->first.failure, &result.failure) || result.failure.cycle > latest(m) ||
        (only_if_another && result.hash == m->small.hash && result.cycles == m->small.cycles)) {
        return false;
    }
    if (candidate->cycles > result.failure.cycle + 1) {
        candidate->cycles = result.failure.cycle + 1; /* traffic begins at cycle 0 or later */
    }
    m->options = *candidate;
    m->small = result;
    return true;
}

/* The options of the best run, with room for another to fail a little later. */
static struct run_options candidate_of(const struct minimiser *x) {
    struct run_options o = x->m->options;
    const uint64_t room = latest(x->m) + 1;
    o.cycles = room > o.cycles ? room : o.cycles;
    return o;
}

/* ---- sets: epochs, endpoints ----------------------------------------------------------------- */

struct members {
    unsigned number[EPOCHS_MAX], count;
};

typedef void put_members(struct run_options *o, const struct members *set);

static void put_epochs(struct run_options *o, const struct members *set) {
    memset(o->epochs, 0, sizeof o->epochs);
    for (unsigned i = 0; i < set->count; i++) {
        o->epochs[set->number[i] / 64] |= UINT64_C(1) << (set->number[i] % 64);
    }
    o->epochs_end = set->number[set->count - 1] + 1;
}

static void put_endpoints(struct run_options *o, const struct members *set) {
    o->endpoints = 0;
    for (unsigned i = 0; i < set->count; i++) {
        o->endpoints |= UINT64_C(1) << set->number[i];
    }
}

/* Whether the members from `from` to before `to` are enough, or, with `others`, all the others. */
static bool keeps(struct minimiser *x, struct members *set, unsigned from, unsigned to, bool others,
                  put_members *put) {
    struct run_options o = candidate_of(x);
    struct members kept = {.count = 0};
    char what[64];
    for (unsigned i = 0; i < set->count; i++) {
        if ((i >= from && i < to) != others) {
            kept.number[kept.count++] = set->number[i];
        }
    }
    if (kept.count == 0 || kept.count == set->count) {
        return false;
    }
    put(&o, &kept);
    snprintf(what, sizeof what, "%s %u of %u", put == put_epochs ? "epochs" : "endpoints",
             kept.count, set->count);
    if (!fails(x, &o, what, false)) {
        return false;
    }
    *set = kept;
    return true;
}

/* Leaves out halves, quarters, ... single ones. The last members alone are tried first: it is in the
 * last epoch that a run fails. */
static bool reduce(struct minimiser *x, struct members *set, put_members *put) {
    bool any = false;
    for (unsigned last = 1; last < set->count && last <= 4; last *= 2) {
        if (keeps(x, set, set->count - last, set->count, false, put)) {
            any = true;
        }
    }
    for (unsigned chunk = (set->count + 1) / 2; set->count > 1 && chunk > 0;
         chunk = chunk == 1 ? 0 : (chunk + 1) / 2) {
        for (unsigned at = 0; at < set->count && may_go_on(x);) {
            if (keeps(x, set, at, at + chunk, true, put)) {
                any = true;
            } else {
                at += chunk;
            }
        }
    }
    return any;
}

static bool reduce_epochs(struct minimiser *x) {
    static struct members set;
    const struct minimised *m = x->m;
    set.count = 0;
    for (unsigned i = 0; i < m->small.seen.epochs && i < EPOCHS_MAX; i++) {
        if (m->options.epochs_end == 0 || (m->options.epochs[i / 64] >> (i % 64) & 1)) {
            set.number[set.count++] = i;
        }
    }
    return m->small.seen.epochs <= EPOCHS_MAX && set.count > 0 && reduce(x, &set, put_epochs);
}

static bool reduce_endpoints(struct minimiser *x) {
    static struct members set;
    set.count = 0;
    for (unsigned i = 0; i < 64; i++) {
        if (x->m->small.seen.senders >> i & 1) {
            set.number[set.count++] = i;
        }
    }
    return set.count > 0 && reduce(x, &set, put_endpoints);
}

/* ---- stimuli and cycles ---------------------------------------------------------------------- */

/* Everything that can be left out but `displays`, which is no stimulus. A word that changes nothing is
 * not worth its place in the command. */
static bool reduce_stimuli(struct minimiser *x) {
    bool any = false;
    for (unsigned i = 0; i < without_count; i++) {
        const uint32_t word = UINT32_C(1) << i;
        struct run_options o = candidate_of(x);
        if ((o.without & word) || word == WITHOUT_DISPLAYS) {
            continue;
        }
        o.without |= word;
        any |= fails(x, &o, without_words[i], true);
    }
    return any;
}

/* Traffic may end before the failure shows. */
static bool reduce_cycles(struct minimiser *x) {
    bool any = false;
    for (uint64_t less = x->m->options.cycles / 2; less > 0 && may_go_on(x); less /= 2) {
        struct run_options o = x->m->options;
        if (o.cycles > less) {
            o.cycles -= less;
            any |= fails(x, &o, "cycles", true);
        }
    }
    return any;
}

/* ---- all of it ------------------------------------------------------------------------------- */

bool minimise(const char *suite, const struct scenario *scenario, const struct run_options *options,
              minimise_step *step, struct minimised *m, char error[256]) {
    struct minimiser x = {suite, scenario, step, m};
    memset(m, 0, sizeof *m);
    m->options = *options;
    scenario_run(suite, scenario, options, NULL, &m->first, NULL);
    m->runs = 1;
    m->small = m->first;
    const struct failure *f = &m->first.failure;
    if (!f->set) {
        snprintf(error, 256, "%s.%s passes with seed 0x%llx: there is nothing to minimise", suite,
                 scenario->name, (unsigned long long)options->seed);
        return false;
    }
    if (f->check == CHECK_SIM_END && strcmp(f->where, "scenario") == 0) {
        snprintf(error, 256,
                 "%s.%s has seen too little (SIM-END): less of it is no smaller failure", suite,
                 scenario->name);
        return false;
    }
    struct run_options whole = *options;
    whole.cycles = options->cycles && options->cycles <= f->cycle ? options->cycles : f->cycle + 1;
    if (!fails(&x, &whole, "the run up to its failure", false)) {
        snprintf(error, 256, "%s.%s: its failure did not recur in a second run (SIM-DETERMINISM)",
                 suite, scenario->name);
        return run_interrupted;
    }
    bool again = true;
    for (unsigned round = 0; again && round < ROUNDS; round++) {
        again = reduce_epochs(&x);
        again |= reduce_endpoints(&x);
        again |= reduce_stimuli(&x);
        again |= reduce_cycles(&x);
    }
    return true;
}

/* ---- for people ------------------------------------------------------------------------------ */

static void row(struct text *t, const char *what, uint64_t before, uint64_t after) {
    const double part = before ? 100.0 * (double)after / (double)before : 100.0;
    text_add(t, "  %-11s %14s %14s %8.1f %%\n", what, text_grouped(before), text_grouped(after),
             part);
}

void minimised_text(const struct minimised *m, const char *test, char *text, size_t size) {
    const struct failure *f = &m->small.failure;
    char line[1600], words[400];
    struct text t = text_into(text, size), list = text_into(words, sizeof words);
    for (unsigned i = 0; i < without_count; i++) {
        if (m->options.without >> i & 1) {
            text_add(&list, "%s%s", list.used > 0 ? " " : "", without_words[i]);
        }
    }
    text_add(&t, "MINIMISED %s  seed 0x%llx  %s on %s\n", test, (unsigned long long)m->options.seed,
             check_text(f->check), f->where);
    text_paragraph(&t, "what", f->what);
    text_add(&t, "  %-11s %14s %14s\n", "", "as it was", "minimised");
    row(&t, "cycles", m->first.failure.cycle + 1, f->cycle + 1);
    row(&t, "sent", m->first.seen.sent, m->small.seen.sent);
    if (m->first.seen.senders != 0) {
        row(&t, "sources", (uint64_t)__builtin_popcountll(m->first.seen.senders),
            (uint64_t)__builtin_popcountll(m->small.seen.senders));
    }
    text_paragraph(&t, "left out", words);
    text_add(&t, "  %-11s %14u\n", "runs", m->runs);
    char arguments[1200];
    options_as_arguments(&m->options, arguments, sizeof arguments);
    snprintf(line, sizeof line, "%s run %s %s", program_path, test, arguments);
    text_paragraph(&t, "replay", line);
}
