#include "speed/capture_speed.h"

#include "bench/mem_port_traffic.h"
#include "dut/variants.h"
#include "sim/wrap.h"
#include "trace/capture.h"
#include "trace/fail_dir.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

enum { RUNS = 3, CYCLES = 3000000 };

static uint64_t fail_at; /* cycle from which a flit is shown with a wrong bit; 0: never */

static double seconds(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ---- the run ----------------------------------------------------------------------------------- */

struct wrong_bit {
    struct sim *sim;
    struct saboteur hooks;
    bool shown;
};

static void spoil(void *self) {
    struct wrong_bit *w = self;
    const struct link_pins *out = &w->sim->dut->pins.mem_port.out;
    w->shown = w->sim->cycle >= fail_at && *out->valid;
    out->data[2] ^= w->shown;
}

static void restore(void *self) {
    const struct wrong_bit *w = self;
    w->sim->dut->pins.mem_port.out.data[2] ^= w->shown;
}

static void random_traffic(struct sim *s) {
    struct mem_port_bench *b = mem_port_bench_new(s, &dut_mem_port);
    if (fail_at) {
        struct wrong_bit *w = sim_alloc(s, sizeof *w);
        w->sim = s;
        w->hooks = (struct saboteur){spoil, restore, w};
        s->saboteur = &w->hooks;
    }
    mem_port_traffic_new(b);
    mem_port_traffic_run(b, CYCLES);
}

static const struct scenario scenario = {"capture", random_traffic};

/* Runs it and makes its wave file; `capture` may be NULL. Returns the processor time of the run
 * alone. */
static double run(struct capture *capture, struct run_options *options, struct run_result *result) {
    static struct event_ring events;
    options_init(options);
    struct run_options used = *options;
    if (capture) {
        capture_start(capture, "speed.capture", &used);
    }
    const double from = seconds(CLOCK_PROCESS_CPUTIME_ID);
    scenario_run("speed", &scenario, &used, NULL, result, &events);
    const double taken = seconds(CLOCK_PROCESS_CPUTIME_ID) - from;
    if (capture) {
        capture_end(capture, &events);
    }
    return taken;
}

/* ---- what it costs ------------------------------------------------------------------------------ */

static bool timed_run(bool ring, double *nanoseconds, double *whole) {
    struct capture capture;
    struct run_options options;
    struct run_result result;
    const double from = seconds(CLOCK_PROCESS_CPUTIME_ID);
    *nanoseconds = run(ring ? &capture : NULL, &options, &result) * 1e9 / (double)result.cycles;
    *whole = seconds(CLOCK_PROCESS_CPUTIME_ID) - from;
    if (ring) {
        capture_free(&capture);
    }
    if (result.failure.set) {
        fprintf(stderr, "cosim: speed.capture: %s\n", result.failure.what);
    }
    return !result.failure.set;
}

static int by_value(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double values[RUNS]) {
    qsort(values, RUNS, sizeof *values, by_value);
    return values[RUNS / 2];
}

static bool cost(void) {
    double closed[RUNS], ring[RUNS], whole[RUNS], file[RUNS];
    for (unsigned i = 0; i < RUNS; i++) {
        if (!timed_run(false, &closed[i], &whole[i]) || !timed_run(true, &ring[i], &whole[i])) {
            return false;
        }
        file[i] = whole[i] - ring[i] * CYCLES * 1e-9;
    }
    const double before = median(closed), after = median(ring);
    printf("random load, %s cycles, median of %d runs in turn\n", text_grouped(CYCLES), RUNS);
    printf("  %-40s %9.1f ns/cycle\n", "waves closed", before);
    printf("  %-40s %9.1f ns/cycle  %.2f <= 1.50\n", "last cycles and snapshots, WAVES=ring", after,
           after / before);
    printf("  %-40s %9.2f s\n", "its wave file, when the run has ended", median(file));
    return true;
}

/* ---- from failure to window ------------------------------------------------------------------- */

static bool window(bool ring, uint64_t at) {
    static char report[8192];
    struct capture capture;
    struct run_options options;
    struct run_result result;
    struct stat file;
    fail_at = at;
    run(ring ? &capture : NULL, &options, &result);
    const double from = seconds(CLOCK_MONOTONIC);
    if (result.failure.set) {
        fail_dir_write("speed", &scenario, &options, &result, ring ? &capture : NULL, report,
                       sizeof report);
    }
    const double taken = seconds(CLOCK_MONOTONIC) - from;
    if (ring) {
        capture_free(&capture);
    }
    if (!result.failure.set || !strstr(report, "\n  recurred ") ||
        stat("build/fail/speed.capture/window.fst", &file) != 0) {
        fprintf(stderr, "cosim: speed.capture: no failure, or it did not recur\n%s", report);
        return false;
    }
    printf("  cycle %10s, %-22s %9.2f s <= 5.00  window %8s bytes\n",
           text_grouped(result.failure.cycle), ring ? "with WAVES=ring" : "run again", taken,
           text_grouped((uint64_t)file.st_size));
    return true;
}

bool capture_speed(void) {
    if (!make_directories("build/waves") || !cost()) {
        return false;
    }
    printf("from a failure of mem_port to its report, events and window on disk\n");
    return window(false, 1000000) && window(true, 1000000) && window(true, 2900000);
}
