#include "mutate/campaign.h"

#include "mutate/progress.h"
#include "mutate/trial_order.h"
#include "sim/digest.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FIRST_GENERATION = 6 /* of a file */, FILES_MAX = 64, JOBS_MAX = 64 };

/* Mutants that tell most of one: about those of its own and the next lines. */
enum { NEIGHBOURS = 8, NEIGHBOURHOOD = 40 /* ids on each side */ };

/* A mutant under way. `seen` is shared with its process, which may die at any moment. */
struct worker {
    pid_t pid; /* 0: idle */
    const struct mutant *mutant;
    unsigned *order; /* of its trials */
    unsigned crashes;
    double seconds;
    struct worker_view {
        unsigned place; /* in the order: the trial under way */
        bool done;
        struct fate_record best;
    } * seen;
};

struct plan {
    struct campaign *c;
    const char *file[FILES_MAX];
    unsigned files;
    unsigned *file_of, *generation_of; /* by mutant */
    unsigned generations;
    unsigned *killer; /* by mutant: the trial that killed it, plus 1 */
    /* By file and trial, the group's after the last file's: of finished generations, and of the last
     * one, too. */
    struct trial_tally *tally, *learnt;
    unsigned *near; /* by trial, while an order is made */
    struct worker worker[JOBS_MAX];
    struct progress progress;
};

static volatile sig_atomic_t stop;

static void on_signal(int number) {
    (void)number;
    stop = 1;
}

/* ---- generations ------------------------------------------------------------------------------- */

static unsigned file_index(struct plan *p, const char *file) {
    for (unsigned i = 0; i < p->files; i++) {
        if (strcmp(p->file[i], file) == 0) {
            return i;
        }
    }
    if (p->files == FILES_MAX) {
        fprintf(stderr, "cosim: more than %d files in a group: raise FILES_MAX in campaign.c\n",
                FILES_MAX);
        exit(2);
    }
    p->file[p->files] = file;
    return p->files++;
}

struct drawn {
    uint64_t lot;
    unsigned mutant;
};

static int by_lot(const void *a, const void *b) {
    const struct drawn *x = a, *y = b;
    return (x->lot > y->lot) - (x->lot < y->lot);
}

/* The chosen mutants of a file in a fixed random order: 6, then 12, 24 ... */
static void make_generations(struct plan *p) {
    const struct mutant_list *l = p->c->mutants;
    struct drawn *drawn = zeroed(l->count, sizeof *drawn);
    unsigned *rank = zeroed(FILES_MAX, sizeof *rank), n = 0;
    p->file_of = zeroed(l->count, sizeof *p->file_of);
    p->generation_of = zeroed(l->count, sizeof *p->generation_of);
    for (unsigned i = 0; i < l->count; i++) {
        p->file_of[i] = file_index(p, l->mutant[i].file);
        if (p->c->chosen[i]) {
            drawn[n++] =
                (struct drawn){digest_bytes(0, &l->mutant[i].id, sizeof l->mutant[i].id), i};
        }
    }
    qsort(drawn, n, sizeof *drawn, by_lot);
    for (unsigned i = 0; i < n; i++) {
        const unsigned m = drawn[i].mutant;
        unsigned g = 0;
        for (unsigned r = rank[p->file_of[m]]++ / FIRST_GENERATION + 1; r > 1; r /= 2) {
            g++;
        }
        p->generation_of[m] = g;
        p->generations = g >= p->generations ? g + 1 : p->generations;
    }
    free(rank);
    free(drawn);
}

/* Counts in `near` what killed the nearest mutants of the file; how many those are. */
static unsigned ask_neighbours(struct plan *p, unsigned m) {
    const unsigned all = p->c->mutants->count;
    unsigned found = 0;
    memset(p->near, 0, p->c->trials * sizeof *p->near);
    for (unsigned distance = 1; distance <= NEIGHBOURHOOD; distance++) {
        const unsigned at[2] = {m - distance, m + distance}; // below 0: a large number
        for (unsigned i = 0; i < 2 && found < NEIGHBOURS; i++) {
            if (at[i] < all && p->file_of[at[i]] == p->file_of[m] && p->killer[at[i]] &&
                p->generation_of[at[i]] < p->generation_of[m]) {
                p->near[p->killer[at[i]] - 1]++;
                found++;
            }
        }
    }
    return found;
}

static void make_order(struct plan *p, unsigned m, unsigned *order) {
    const unsigned n = p->c->trials;
    const struct trial_past past = {.neighbours = ask_neighbours(p, m),
                                    .near = p->near,
                                    .file = p->tally + p->file_of[m] * n,
                                    .group = p->tally + p->files * n};
    trial_order(p->c->trial, n, &past, order);
}

/* What a mutant of a finished generation tells: which trials it was put to, and which killed it. */
static void learn(struct plan *p, unsigned m) {
    const struct campaign *c = p->c;
    const struct fate_record *r = &c->record[m];
    struct trial_tally *file = p->learnt + p->file_of[m] * c->trials;
    struct trial_tally *group = p->learnt + p->files * c->trials;
    unsigned *order = p->worker[0].order;
    make_order(p, m, order);
    for (unsigned place = 0; place < c->trials; place++) {
        const unsigned t = order[place];
        if (!c->applies(c->context, t, &c->mutants->mutant[m])) {
            continue;
        }
        file[t].made++;
        group[t].made++;
        if (r->fate == FATE_NAMED && strcmp(r->trial, c->trial[t].name) == 0) {
            file[t].killed++;
            group[t].killed++;
            p->killer[m] = t + 1;
            return;
        }
    }
}

/* ---- in the mutant's process ------------------------------------------------------------------- */

/* The processor time the process may take from now on, after which SIGPROF ends it. */
static void limit_time(double seconds) {
    const time_t whole = (time_t)seconds + 1;
    setitimer(ITIMER_PROF, &(struct itimerval){.it_value = {.tv_sec = whole}}, NULL);
}

static void put_to_trials(const struct plan *p, const struct worker *w, unsigned from) {
    const struct campaign *c = p->c;
    struct worker_view *seen = w->seen;
    const unsigned *order = w->order;
    signal(SIGINT, SIG_IGN); // the parent ends it
    signal(SIGPROF, SIG_DFL);
    for (unsigned place = from; place < c->trials; place++) {
        const struct trial *t = &c->trial[order[place]];
        if (!c->applies(c->context, order[place], w->mutant)) {
            continue;
        }
        seen->place = place;
        struct trial_outcome out = {.fate = FATE_SURVIVED};
        limit_time(t->most_time);
        c->run(c->context, order[place], w->mutant, &out);
        if (out.fate == FATE_NAMED ||
            (out.fate != FATE_SURVIVED && seen->best.fate == FATE_SURVIVED)) {
            seen->best.fate = out.fate;
            snprintf(seen->best.check, sizeof seen->best.check, "%s", out.check);
            snprintf(seen->best.trial, sizeof seen->best.trial, "%s", t->name);
            seen->best.cycle = out.cycle;
        }
        if (out.fate == FATE_NAMED) {
            break;
        }
    }
    seen->done = true;
    _exit(0);
}

/* ---- in the parent ----------------------------------------------------------------------------- */

static bool start(struct plan *p, struct worker *w, unsigned from) {
    fflush(NULL);
    w->pid = fork();
    if (w->pid == 0) {
        put_to_trials(p, w, from);
    }
    if (w->pid < 0) {
        w->pid = 0;
        fprintf(stderr, "cosim: cannot start a process: %s\n", strerror(errno));
        return false;
    }
    return true;
}

static bool begin(struct plan *p, struct worker *w, const struct mutant *m) {
    make_order(p, m->id - 1, w->order);
    w->mutant = m;
    w->crashes = 0;
    w->seconds = 0;
    *w->seen = (struct worker_view){.best = {.fate = FATE_SURVIVED, .check = "-", .trial = "-"}};
    return start(p, w, 0);
}

static bool was_hang(int status) {
    return (WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF) ||
           (WIFEXITED(status) && WEXITSTATUS(status) == CAMPAIGN_EXIT_HANGS);
}

/* The process ended in the middle of a trial: that is remembered, and the next one made. */
static bool go_on_after_crash(struct plan *p, struct worker *w, int status) {
    const struct trial *t = &p->c->trial[w->order[w->seen->place]];
    if (w->seen->best.fate == FATE_SURVIVED) {
        w->seen->best.fate = was_hang(status) ? FATE_TIMEOUT : FATE_CRASH;
        snprintf(w->seen->best.trial, sizeof w->seen->best.trial, "%s", t->name);
    }
    return ++w->crashes < CAMPAIGN_GIVES_UP && start(p, w, w->seen->place + 1);
}

/* Waits for one process; false when the campaign cannot go on. */
static bool reap(struct plan *p) {
    int status;
    struct rusage used;
    const pid_t pid = wait4(-1, &status, 0, &used);
    for (unsigned i = 0; i < p->c->jobs && pid > 0; i++) {
        struct worker *w = &p->worker[i];
        if (w->pid != pid) {
            continue;
        }
        w->pid = 0;
        if (stop) {
            return true; // Ctrl-C may have ended it, which says nothing of the mutant
        }
        w->seconds += (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
                      1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
        if (!w->seen->done && go_on_after_crash(p, w, status)) {
            return true;
        }
        struct fate_record *r = &p->c->record[w->mutant->id - 1];
        *r = w->seen->best;
        r->seconds = w->seconds;
        progress_step(&p->progress, r->fate);
        return fates_append(p->c->file, w->mutant->id, r);
    }
    return pid > 0 || errno == EINTR;
}

static struct worker *idle(struct plan *p) {
    for (unsigned i = 0; i < p->c->jobs; i++) {
        if (p->worker[i].pid == 0) {
            return &p->worker[i];
        }
    }
    return NULL;
}

static bool busy(const struct plan *p) {
    for (unsigned i = 0; i < p->c->jobs; i++) {
        if (p->worker[i].pid) {
            return true;
        }
    }
    return false;
}

static bool in_generation(const struct plan *p, unsigned m, unsigned generation) {
    return p->c->chosen[m] && p->generation_of[m] == generation;
}

static bool run_generation(struct plan *p, unsigned generation) {
    const struct mutant_list *l = p->c->mutants;
    bool fine = true;
    for (unsigned m = 0; m < l->count && fine && !stop; m++) {
        if (!in_generation(p, m, generation) || p->c->record[m].fate != FATE_UNKNOWN) {
            continue;
        }
        struct worker *w;
        while (fine && !(w = idle(p))) {
            fine = reap(p);
        }
        fine = fine && (stop || begin(p, w, &l->mutant[m]));
    }
    for (unsigned i = 0; i < p->c->jobs && (stop || !fine); i++) {
        if (p->worker[i].pid) {
            kill(p->worker[i].pid, SIGKILL);
        }
    }
    while (busy(p)) {
        if (!reap(p)) {
            fine = false;
        }
    }
    return fine && !stop;
}

static void count_known(struct plan *p) {
    for (unsigned m = 0; m < p->c->mutants->count; m++) {
        if (p->c->chosen[m]) {
            progress_expect(&p->progress, p->c->record[m].fate);
        }
    }
}

bool campaign_run(struct campaign *c) {
    struct plan *p = zeroed(1, sizeof *p);
    p->c = c;
    c->jobs = c->jobs < 1 ? 1 : c->jobs > JOBS_MAX ? JOBS_MAX : c->jobs;
    make_generations(p);
    p->tally = zeroed((size_t)(p->files + 1) * c->trials, sizeof *p->tally);
    p->learnt = zeroed((size_t)(p->files + 1) * c->trials, sizeof *p->learnt);
    p->near = zeroed(c->trials, sizeof *p->near);
    p->killer = zeroed(c->mutants->count, sizeof *p->killer);
    struct worker_view *views = mmap(NULL, JOBS_MAX * sizeof *views, PROT_READ | PROT_WRITE,
                                     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (views == MAP_FAILED) {
        fprintf(stderr, "cosim: no shared memory: %s\n", strerror(errno));
        exit(2);
    }
    for (unsigned i = 0; i < c->jobs; i++) {
        p->worker[i].seen = &views[i];
        p->worker[i].order = zeroed(c->trials, sizeof *p->worker[i].order);
    }
    struct sigaction act = {.sa_handler = on_signal}, old_int, old_term;
    stop = 0;
    sigaction(SIGINT, &act, &old_int);
    sigaction(SIGTERM, &act, &old_term);
    progress_begin(&p->progress, c->label);
    count_known(p);
    bool fine = true;
    for (unsigned g = 0; g < p->generations && fine; g++) {
        fine = run_generation(p, g);
        for (unsigned m = 0; m < c->mutants->count && fine; m++) {
            if (in_generation(p, m, g)) {
                learn(p, m);
            }
        }
        memcpy(p->tally, p->learnt, (size_t)(p->files + 1) * c->trials * sizeof *p->tally);
    }
    progress_end(&p->progress, fine);
    sigaction(SIGINT, &old_int, NULL);
    sigaction(SIGTERM, &old_term, NULL);
    munmap(views, JOBS_MAX * sizeof *views);
    free(p->tally);
    free(p->learnt);
    free(p->near);
    free(p->killer);
    for (unsigned i = 0; i < c->jobs; i++) {
        free(p->worker[i].order);
    }
    free(p->file_of);
    free(p->generation_of);
    free(p);
    return fine;
}
