#include "trace/snapshot.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { KEPT = 2 };

struct copy {
    pid_t pid;
    int wake; /* a byte wakes it, the end of the connection ends it */
    uint64_t cycle;
};

/* Seen by the run and its copies. */
struct shared {
    struct wave_window window; /* what a copy that is woken is to record */
    struct replay replay;
    bool told; /* the copy has ended its run and filled `replay` */
};

struct snapshots {
    uint64_t period, next; /* cycle of the next copy */
    struct sim *sim;
    void (*in_copy)(void *context);
    void *context;
    struct shared *shared;
    struct copy copy[KEPT]; /* oldest first */
    unsigned count;
    uint64_t cycle; /* in a copy: it was made in */
};

/* ---- in a copy ------------------------------------------------------------------------------- */

/* Nothing of the run may be reached from here, and the run's end is this one's. */
static void let_go(struct snapshots *s, pid_t run) {
    const int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (nowhere < 0 || getppid() != run) {
        _exit(1);
    }
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    close(nowhere);
    signal(SIGINT, SIG_IGN); // Ctrl-C is the run's to judge
    signal(SIGTERM, SIG_DFL);
    for (unsigned i = 0; i < s->count; i++) {
        close(s->copy[i].wake);
    }
    if (s->in_copy) {
        s->in_copy(s->context);
    }
}

static void sleep_until_woken(int wake) {
    char byte;
    ssize_t n;
    do {
        n = read(wake, &byte, 1);
    } while (n < 0 && errno == EINTR);
    if (n != 1) {
        _exit(0);
    }
    close(wake);
}

/* The end of a copy: but its waves nothing is left to be closed. */
static void tell(void *self) {
    struct snapshots *s = self;
    struct replay *replay = &s->shared->replay;
    s->sim->dut->wave_close(s->sim->dut);
    replay->failure = s->sim->failure;
    replay->events = s->sim->events;
    replay->from = s->cycle;
    replay->cycles = s->sim->cycle;
    s->shared->told = true;
    _exit(0);
}

static void stop_behind_window(void *self) {
    const struct snapshots *s = self;
    if (s->sim->cycle > s->shared->window.to) {
        run_interrupted = 1; // the failure did not recur: what follows was not asked for
    }
}

/* From here on the copy is the run, with waves and nobody else to look at it. */
static void go_on(struct snapshots *s) {
    const struct observer observer = {stop_behind_window, tell, s};
    s->cycle = s->sim->cycle;
    sim_stop_observing(s->sim);
    sim_observe(s->sim, &observer);
    s->sim->wave = s->shared->window;
    if (s->sim->wave.attached) {
        s->sim->wave.attached(s->sim);
    }
}

/* ---- in the run ------------------------------------------------------------------------------ */

static void drop_oldest(struct snapshots *s) {
    const struct copy old = s->copy[0];
    memmove(s->copy, s->copy + 1, (KEPT - 1) * sizeof *s->copy);
    s->count--;
    close(old.wake);
    kill(old.pid, SIGKILL);
    waitpid(old.pid, NULL, 0);
}

static void make_copy(struct snapshots *s) {
    int wake[2];
    const pid_t run = getpid();
    // Unlike a pipe it does not raise a signal when the copy is gone.
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, wake) != 0) {
        fprintf(stderr, "cosim: no snapshot of cycle %llu: %s\n", (unsigned long long)s->sim->cycle,
                strerror(errno));
        return;
    }
    const pid_t pid = fork();
    if (pid == 0) {
        close(wake[1]);
        let_go(s, run);
        sleep_until_woken(wake[0]);
        go_on(s);
        return;
    }
    close(wake[0]);
    if (pid < 0) {
        fprintf(stderr, "cosim: no snapshot of cycle %llu: %s\n", (unsigned long long)s->sim->cycle,
                strerror(errno));
        close(wake[1]);
        return;
    }
    if (s->count == KEPT) {
        drop_oldest(s);
    }
    s->copy[s->count++] = (struct copy){pid, wake[1], s->sim->cycle};
}

static void on_cycle(void *self) {
    struct snapshots *s = self;
    if (s->sim->cycle >= s->next && !s->sim->failure.set) {
        s->next = s->sim->cycle + s->period;
        make_copy(s);
    }
}

bool snapshots_before(const struct snapshots *s, uint64_t from) {
    return s->count > 0 && s->copy[0].cycle <= from;
}

/* Waits for a copy to end; Ctrl-C ends it. */
static int status_of(pid_t pid) {
    int status = 0;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
        if (run_interrupted) {
            kill(pid, SIGKILL);
        }
    }
    return status;
}

const struct replay *snapshots_replay(struct snapshots *s, const struct wave_window *window,
                                      char error[160]) {
    while (s->count > 1 && s->copy[1].cycle <= window->from) {
        drop_oldest(s);
    }
    const struct copy chosen = s->copy[0];
    s->count--;
    memmove(s->copy, s->copy + 1, s->count * sizeof *s->copy);
    s->shared->window = *window;
    s->shared->told = false;
    const bool woken = send(chosen.wake, "w", 1, MSG_NOSIGNAL) == 1;
    close(chosen.wake);
    const int status = status_of(chosen.pid);
    if (woken && WIFEXITED(status) && WEXITSTATUS(status) == 0 && s->shared->told) {
        return &s->shared->replay;
    }
    snprintf(error, 160, "the snapshot of cycle %llu ended early, %s %d",
             (unsigned long long)chosen.cycle,
             WIFSIGNALED(status) ? "by signal" : "with exit status",
             WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    return NULL;
}

/* ---- its life -------------------------------------------------------------------------------- */

struct snapshots *snapshots_new(void) {
    struct snapshots *s = calloc(1, sizeof *s);
    void *shared =
        mmap(NULL, sizeof *s->shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (!s || shared == MAP_FAILED) {
        fprintf(stderr, "cosim: out of memory\n");
        exit(2);
    }
    s->shared = shared;
    return s;
}

void snapshots_attach(struct snapshots *s, struct sim *sim, uint64_t period,
                      void (*in_copy)(void *context), void *context) {
    const struct observer observer = {.cycle = on_cycle, .self = s};
    s->sim = sim;
    s->period = s->next = period;
    s->in_copy = in_copy;
    s->context = context;
    sim_observe(sim, &observer);
}

void snapshots_free(struct snapshots *s) {
    while (s->count > 0) {
        drop_oldest(s);
    }
    munmap(s->shared, sizeof *s->shared);
    free(s);
}
