/* cosim exhaustive: every pair of a block's peak and an element through the quantiser. The peaks are
 * cut into shares of about as many pairs each, which run in parallel processes; what is done is kept,
 * and a run that was stopped goes on from there. */
#include "cli/cli.h"
#include "cli/exhaustive.h"
#include "sim/digest.h"
#include "sim/wrap.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define DONE_FILE "build/exhaustive.txt"

enum { SHARES = 256, JOBS_MAX = 64 };

struct share {
    struct exhaustive_result result;
    pid_t pid; /* while it runs; the parent's */
    bool done;
};

struct exhaustive {
    struct run_options options;
    struct share *share; /* SHARES of them, seen by all processes */
    FILE *kept;          /* DONE_FILE, one line a share */
    unsigned jobs, running, next, resumed;
    bool failed;
    struct timespec started;
};

/* ---- shares --------------------------------------------------------------------------------------- */

/* Pairs up to a peak grow with its square. */
static unsigned last_peak(unsigned share) {
    unsigned peak = 0;
    const uint64_t all = (uint64_t)EXHAUSTIVE_PEAKS * EXHAUSTIVE_PEAKS;
    while (peak < EXHAUSTIVE_PEAKS && (uint64_t)peak * peak * SHARES < (share + 1) * all) {
        peak++;
    }
    return peak;
}

static struct exhaustive_peaks peaks_of(unsigned share) {
    return (struct exhaustive_peaks){
        .first = share == 0 ? 1 : last_peak(share - 1) + 1, .last = last_peak(share), .step = 1};
}

/* ---- what is done ----------------------------------------------------------------------------------- */

static void read_kept(struct exhaustive *e, FILE *f, const char *key) {
    char line[512];
    if (!fgets(line, sizeof line, f) || strcmp(line, key) != 0) {
        return;
    }
    while (fgets(line, sizeof line, f)) {
        unsigned share;
        unsigned long long pairs, entries, cycles;
        if (sscanf(line, "share %u pairs %llu entries %llu cycles %llu.\n", &share, &pairs,
                   &entries, &cycles) == 4 &&
            strchr(line, '.') && share < SHARES && !e->share[share].done) {
            e->share[share].result =
                (struct exhaustive_result){.pairs = pairs, .entries = entries, .cycles = cycles};
            e->share[share].done = true;
            e->resumed++;
        }
    }
}

static void keep(const struct exhaustive *e, unsigned share) {
    const struct exhaustive_result *r = &e->share[share].result;
    fprintf(e->kept, "share %u pairs %llu entries %llu cycles %llu.\n", share,
            (unsigned long long)r->pairs, (unsigned long long)r->entries,
            (unsigned long long)r->cycles);
    fflush(e->kept);
}

/* Takes over what an earlier run of this program did, and starts the file again with that. */
static bool open_kept(struct exhaustive *e) {
    char key[64];
    snprintf(key, sizeof key, "program %016llx\n", (unsigned long long)digest_program());
    FILE *before = fopen(DONE_FILE, "r");
    if (before) {
        read_kept(e, before, key);
        fclose(before);
    }
    e->kept = fopen(DONE_FILE, "w");
    if (!e->kept) {
        fprintf(stderr, "cosim: cannot write " DONE_FILE ": %s\n", strerror(errno));
        return false;
    }
    fputs(key, e->kept);
    for (unsigned i = 0; i < SHARES; i++) {
        if (e->share[i].done) {
            keep(e, i);
        }
    }
    return fflush(e->kept) == 0;
}

/* ---- running ------------------------------------------------------------------------------------------ */

static void start_share(struct exhaustive *e, unsigned share) {
    struct share *const one = &e->share[share];
    fflush(stdout);
    const pid_t pid = fork();
    if (pid < 0) {
        fprintf(stderr, "cosim: cannot start a process: %s\n", strerror(errno));
        e->failed = true;
        return;
    }
    if (pid == 0) {
        const struct exhaustive_peaks peaks = peaks_of(share);
        exhaustive_run(&peaks, &e->options, &one->result);
        fflush(stdout);
        _exit(one->result.failed || one->result.differ > 0);
    }
    one->pid = pid;
    e->running++;
}

static void report_difference(const struct exhaustive_result *r) {
    if (r->differ > 0) {
        printf("  the model and its definition differ in %s pairs, first peak 0x%04x with element "
               "0x%04x\n",
               text_grouped(r->differ), r->peak, r->element);
    }
}

static void end_share(struct exhaustive *e, pid_t pid, int status) {
    for (unsigned i = 0; i < SHARES; i++) {
        struct share *const one = &e->share[i];
        if (one->pid != pid) {
            continue;
        }
        one->pid = 0;
        e->running--;
        one->done = status == 0;
        if (one->done) {
            keep(e, i);
        } else {
            e->failed = true;
            report_difference(&one->result);
            if (!one->result.failed && one->result.differ == 0 && !run_interrupted) {
                fprintf(stderr, "cosim: the process of peaks %u to %u crashed\n", peaks_of(i).first,
                        peaks_of(i).last);
            }
        }
        return;
    }
}

static void show_progress(const struct exhaustive *e) {
    unsigned done = 0;
    struct timespec now;
    for (unsigned i = 0; i < SHARES; i++) {
        done += e->share[i].done;
    }
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (isatty(STDOUT_FILENO) && done > e->resumed) {
        const double seconds = (double)(now.tv_sec - e->started.tv_sec);
        printf("\r\033[K  %u of %u shares, about %.0f s left", done, SHARES,
               seconds * (SHARES - done) / (done - e->resumed));
        fflush(stdout);
    }
}

/* The next share that is not done yet; SHARES when none is left. */
static unsigned next_share(struct exhaustive *e) {
    while (e->next < SHARES && e->share[e->next].done) {
        e->next++;
    }
    return e->next < SHARES ? e->next++ : SHARES;
}

static void run_all(struct exhaustive *e) {
    clock_gettime(CLOCK_MONOTONIC, &e->started);
    for (;;) {
        while (e->running < e->jobs && !e->failed && !run_interrupted) {
            const unsigned share = next_share(e);
            if (share == SHARES) {
                break;
            }
            start_share(e, share);
        }
        if (e->running == 0) {
            return;
        }
        int status;
        const pid_t pid = wait(&status);
        if (pid > 0) {
            end_share(e, pid, status);
            show_progress(e);
        }
    }
}

static int summarise(const struct exhaustive *e) {
    struct exhaustive_result sum = {0};
    for (unsigned i = 0; i < SHARES; i++) {
        sum.pairs += e->share[i].result.pairs;
        sum.entries += e->share[i].result.entries;
        sum.cycles += e->share[i].result.cycles;
    }
    if (isatty(STDOUT_FILENO)) {
        printf("\r\033[K");
    }
    if (run_interrupted) {
        printf("  stopped; the same command goes on from here (" DONE_FILE ")\n");
        return 1;
    }
    if (e->failed) {
        printf("not all pairs are right, or not all were tried: see above\n");
        return 1;
    }
    printf("  RTL     %s entries in %s cycles: 0 words differ from the model\n",
           text_grouped(sum.entries), text_grouped(sum.cycles));
    printf("  model   0 codes and scales differ from their definition\n");
    if (e->resumed > 0) {
        printf("  of %u shares %u were done before (" DONE_FILE ")\n", SHARES, e->resumed);
    }
    printf("%s pairs, both signs, both packings: 0 differ\n", text_grouped(sum.pairs));
    return 0;
}

static bool parse(int argc, char **argv, struct exhaustive *e) {
    uint64_t jobs = 2;
    options_init(&e->options);
    if (argc == 3 && strcmp(argv[1], "--jobs") == 0) {
        if (!parse_count(argv[2], &jobs) || jobs < 1 || jobs > JOBS_MAX) {
            usage_error("exhaustive: --jobs takes 1 to %d", JOBS_MAX);
            return false;
        }
    } else if (argc != 1) {
        usage_error("exhaustive takes [--jobs N]");
        return false;
    }
    e->jobs = (unsigned)jobs;
    return true;
}

int cmd_exhaustive(int argc, char **argv) {
    struct exhaustive e = {0};
    if (!parse(argc, argv, &e)) {
        return 2;
    }
    const char *const refusal = exhaustive_refusal();
    if (refusal) {
        fprintf(stderr, "cosim: exhaustive: %s\n", refusal);
        return 1;
    }
    e.share = mmap(NULL, SHARES * sizeof *e.share, PROT_READ | PROT_WRITE,
                   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (e.share == MAP_FAILED) {
        fprintf(stderr, "cosim: out of memory\n");
        return 2;
    }
    cli_catch_interrupt();
    if (!open_kept(&e)) {
        return 2;
    }
    run_all(&e);
    fclose(e.kept);
    return summarise(&e);
}
