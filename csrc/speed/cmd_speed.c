/* cosim-bench speed: what all the checking costs. The same closed loop of DUT and BFMs is run by a
 * model without tracing and with every check off, and by the ordinary one with everything on; five
 * times each, in turn. Times are processor time; only their ratio means anything. */
#include "bench/mem_port_traffic.h"
#include "cli/cli.h"
#include "dut/variants.h"
#include "sim/wrap.h"
#include "speed/capture_speed.h"
#include "speed/recording.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RUNS = 5, SATURATED_CYCLES = 200000, RANDOM_CYCLES = 400000 };

/* ---- the two loads ----------------------------------------------------------------------------- */

/* Endpoints that always have something to send, a free link and a zero-wait memory. */
static void keep_saturated(struct mem_port_bench *b) {
    uint64_t n = b->fill_counter;
    unsigned endpoint = (unsigned)(n % 12);
    if (b->source.total > 200) {
        return;
    }
    struct descriptor run = {.addr = n * 0x400, .flags = FLAG_STREAM, .count = 8, .entry_words = 4};
    struct descriptor plain = {.addr = 0x100000000 + n * 0x400, .len = 15};
    switch (n % 3) {
    case 0:
        mem_port_read(b, endpoint, (uint8_t)n, &run);
        b->fill_counter++;
        break;
    case 1:
        mem_port_read(b, endpoint, (uint8_t)n, &plain);
        b->fill_counter++;
        break;
    default:
        mem_port_write(b, endpoint, (uint8_t)n, 0x200000000 + n * 0x400, 8);
        break;
    }
}

static void run_saturated(struct mem_port_bench *b) {
    b->refill = keep_saturated;
    sim_cycles(b->sim, SATURATED_CYCLES);
}

static void run_random(struct mem_port_bench *b) {
    mem_port_traffic_new(b);
    mem_port_traffic_run(b, RANDOM_CYCLES);
}

struct load {
    const char *name;
    void (*run)(struct mem_port_bench *b);
};

static const struct load loads[] = {{"saturated", run_saturated}, {"random", run_random}};

/* ---- runs -------------------------------------------------------------------------------------- */

/* What a run inside scenario_run() is to do: its function takes no argument of ours. */
static struct {
    const struct load *load;
    const struct dut_type *type;
    unsigned checks;
    struct recording recording;
    double seconds;
    bool same;
    uint64_t let_past[WAIT_COUNT]; /* of the last run with the model on */
} job;

static double processor_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void record(struct sim *s) {
    struct mem_port_bench *b = mem_port_bench_new(s, job.type);
    recording_start(&job.recording, b);
    job.load->run(b);
    recording_stop(&job.recording);
}

static void replay(struct sim *s) {
    struct mem_port_bench *b = mem_port_bench_new(s, job.type);
    b->judge.checks = job.checks;
    double from = processor_seconds();
    job.same = recording_replay(&job.recording, b);
    job.seconds = processor_seconds() - from;
    if (job.checks & CHECKS_MODEL) {
        memcpy(job.let_past, mem_port_model_stats(b->model)->worst_let_past, sizeof job.let_past);
    }
}

/* Runs `function` as the scenario "speed.<load>"; exits when it fails. */
static void run_job(void (*function)(struct sim *)) {
    struct run_options options;
    struct run_result result;
    options_init(&options);
    job.same = true;
    const struct scenario scenario = {job.load->name, function};
    scenario_run("speed", &scenario, &options, NULL, &result, NULL);
    if (result.failure.set || !job.same) {
        fprintf(stderr, "cosim: speed.%s: %s\n", job.load->name,
                result.failure.set ? result.failure.what : "the replay was another run");
        exit(1);
    }
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *seconds) {
    qsort(seconds, RUNS, sizeof *seconds, by_value);
    return seconds[RUNS / 2];
}

/* ---- the table --------------------------------------------------------------------------------- */

static const struct {
    const char *what;
    const struct dut_type *type;
    unsigned checks;
} steps[] = {
    {"DUT and BFMs, no tracing built in", &dut_bare_mem_port, 0},
    {"+ tracing built in, closed", &dut_mem_port, 0},
    {"+ link checks, event ring, trace hash", &dut_mem_port, CHECKS_LINKS},
    {"+ AXI checks", &dut_mem_port, CHECKS_LINKS | CHECKS_AXI},
    {"+ golden model", &dut_mem_port, CHECKS_LINKS | CHECKS_AXI | CHECKS_MODEL},
    {"+ watchdog, counters, messages", &dut_mem_port, CHECKS_ALL & ~CHECKS_PROBES},
    {"+ combinational probes: everything", &dut_mem_port, CHECKS_ALL},
};
enum { STEPS = sizeof steps / sizeof *steps };

static void print_table(double seconds[STEPS][RUNS], uint64_t cycles) {
    double before = 0, bare = median(seconds[0]);
    printf("%s load, %s cycles, median of %d runs in turn\n", job.load->name, text_grouped(cycles),
           RUNS);
    printf("  %-40s %9s %9s %7s\n", "", "ns/cycle", "added", "ratio");
    for (unsigned i = 0; i < STEPS; i++) {
        double now = median(seconds[i]);
        printf("  %-40s %9.1f %9.1f %7.2f\n", steps[i].what, now * 1e9 / (double)cycles,
               i ? (now - before) * 1e9 / (double)cycles : 0.0, bare / now);
        before = now;
    }
}

/* The most others an item let past while it could have gone, per class (MEM-STARVE). */
static void print_waits(void) {
    static const char *const classes[WAIT_COUNT] = {
        "plain read until its AR",     "run until its AR", "plain word", "next entry",
        "complete write until its AW", "W beat",           "ack"};
    printf("  most others let past, exact:");
    for (unsigned i = 0; i < WAIT_COUNT; i++) {
        printf("%s%s %llu", i % 3 ? ", " : "\n    ", classes[i],
               (unsigned long long)job.let_past[i]);
    }
    printf("\n");
}

int cmd_speed(int argc, char **argv) {
    (void)argv;
    if (argc > 1) {
        return usage_error("speed takes no arguments");
    }
    for (unsigned l = 0; l < sizeof loads / sizeof *loads; l++) {
        double seconds[STEPS][RUNS];
        job.load = &loads[l];
        job.type = &dut_mem_port;
        run_job(record);
        for (unsigned run = 0; run < RUNS; run++) {
            for (unsigned i = 0; i < STEPS; i++) {
                job.type = steps[i].type;
                job.checks = steps[i].checks;
                run_job(replay);
                seconds[i][run] = job.seconds;
            }
        }
        print_table(seconds, job.recording.cycles);
        print_waits();
        recording_free(&job.recording);
    }
    return capture_speed() ? 0 : 1;
}
