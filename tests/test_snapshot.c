/* Snapshots of a run, and the second run of a failure: whether it recurs is said. */
#include "ring_suite.h"

#include "dut/variants.h"
#include "explain/fst_reader.h"
#include "pin_noise.h"
#include "sim/suite.h"
#include "trace/fail_dir.h"
#include "trace/notes.h"
#include "trace/snapshot.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define DIR "build/tmp"
#define WINDOW DIR "/test_snapshot.fst"

enum { FAILS_AT = 5000, PERIOD = 1000 };

/* What the run, its copies and the test share: changed between run and replay. */
static struct {
    bool passes;      /* the failure does not come */
    bool other_words; /* it says something else */
    bool other_cycle;
} * world;

static struct snapshots *snapshots;
static void (*in_copy)(void *context);

static void noise_until_it_fails(struct sim *s) {
    pin_noise_new(s, &dut_mem_port);
    sim_cycles(s, FAILS_AT + (world->other_cycle ? 1 : 0));
    if (!world->passes) {
        sim_fail(s, CHECK_MEM_WORD, "mem_out", "a word of %u", world->other_words ? 8u : 7u);
    }
    sim_cycles(s, 100000);
}

static const struct scenario scenario = {"noise", noise_until_it_fails};

static void attached(struct sim *s, void *context) {
    (void)context;
    snapshots_attach(snapshots, s, PERIOD, in_copy, NULL);
}

static int set_up(void **state) {
    (void)state;
    world = mmap(NULL, sizeof *world, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    snapshots = snapshots_new();
    in_copy = NULL;
    remove(WINDOW);
    return world == MAP_FAILED || !make_directories(DIR);
}

static int tear_down(void **state) {
    (void)state;
    snapshots_free(snapshots);
    munmap(world, sizeof *world);
    return 0;
}

static void run_with_snapshots(struct run_result *result) {
    struct run_options options;
    options_init(&options);
    options.attached = attached;
    scenario_run("snapshot", &scenario, &options, NULL, result, NULL);
}

static struct wave_window window_from(uint64_t from) {
    struct wave_window w = {
        .on = true, .from = from, .to = FAILS_AT + 50, .attached = notes_attach};
    snprintf(w.path, sizeof w.path, "%s", WINDOW);
    return w;
}

/* ---- copies of a run --------------------------------------------------------------------------- */

static void the_newest_copy_before_the_window_replays_it(void **state) {
    (void)state;
    struct run_result result;
    char error[160], why[FST_WHY_SIZE];
    const struct wave_window window = window_from(4990);
    run_with_snapshots(&result);
    assert_int_equal(result.failure.cycle, FAILS_AT);
    assert_true(snapshots_before(snapshots, 4990));
    const struct replay *replay = snapshots_replay(snapshots, &window, error);
    assert_non_null(replay);
    assert_int_equal(replay->from, 4000);
    assert_int_equal(replay->cycles, FAILS_AT + 51);
    assert_int_equal(replay->failure.cycle, FAILS_AT);
    assert_string_equal(replay->failure.what, "a word of 7");
    struct fst_reader *reader = fst_open(WINDOW, why);
    assert_non_null(reader);
    assert_int_equal(fst_front_of(reader)->start, 49900);
    assert_int_equal(fst_front_of(reader)->end, (FAILS_AT + 50) * 10 + 5);
    assert_true(fst_has_scope(reader, "COSIM"));
    fst_close(reader);
}

static void the_older_copy_replays_a_longer_window(void **state) {
    (void)state;
    struct run_result result;
    char error[160];
    const struct wave_window window = window_from(3999);
    run_with_snapshots(&result);
    assert_false(snapshots_before(snapshots, 2999));
    const struct replay *replay = snapshots_replay(snapshots, &window, error);
    assert_non_null(replay);
    assert_int_equal(replay->from, 3000);
}

static void a_run_is_the_same_with_snapshots(void **state) {
    (void)state;
    struct run_options options;
    struct run_result with, without;
    options_init(&options);
    run_with_snapshots(&with);
    scenario_run("snapshot", &scenario, &options, NULL, &without, NULL);
    assert_int_equal(with.hash, without.hash);
    assert_int_equal(with.cycles, without.cycles);
}

static void a_replay_that_passes_ends_behind_the_window(void **state) {
    (void)state;
    struct run_result result;
    char error[160];
    const struct wave_window window = window_from(4500);
    run_with_snapshots(&result);
    world->passes = true;
    const struct replay *replay = snapshots_replay(snapshots, &window, error);
    assert_non_null(replay);
    assert_false(replay->failure.set);
    assert_in_range(replay->cycles, FAILS_AT + 51, FAILS_AT + 53);
}

static void die(void *context) {
    (void)context;
    _exit(3);
}

static void a_copy_that_is_gone_is_told(void **state) {
    (void)state;
    struct run_result result;
    char error[160];
    const struct wave_window window = window_from(4500);
    in_copy = die;
    run_with_snapshots(&result);
    assert_null(snapshots_replay(snapshots, &window, error));
    assert_string_equal(error, "the snapshot of cycle 4000 ended early, with exit status 3");
}

/* The end of the pipe comes when nobody has it any more. */
static void copies_die_with_the_run(void **state) {
    (void)state;
    int held[2];
    char byte;
    assert_int_equal(pipe(held), 0);
    const pid_t writer = fork();
    if (writer == 0) {
        struct run_result result;
        close(held[0]);
        run_with_snapshots(&result);
        (void)!write(held[1], "x", 1);
        pause();
        _exit(0);
    }
    close(held[1]);
    assert_int_equal(read(held[0], &byte, 1), 1);
    struct pollfd end = {.fd = held[0], .events = POLLIN};
    assert_int_equal(poll(&end, 1, 50), 0);
    kill(writer, SIGKILL);
    waitpid(writer, NULL, 0);
    assert_int_equal(poll(&end, 1, 20000), 1);
    assert_int_equal(read(held[0], &byte, 1), 0);
    close(held[0]);
}

/* ---- the report -------------------------------------------------------------------------------- */

/* Runs, changes the world, and writes the failure; whether the report has these words. Blanks and
 * line ends are one. */
static void expect_report(bool passes, bool other_words, bool other_cycle, const char *words) {
    static char report[8192], flat[8192];
    struct run_options options;
    struct run_result result;
    struct stat file;
    options_init(&options);
    scenario_run("snapshot", &scenario, &options, NULL, &result, NULL);
    world->passes = passes;
    world->other_words = other_words;
    world->other_cycle = other_cycle;
    fail_dir_write("snapshot", &scenario, &options, &result, NULL, report, sizeof report);
    size_t n = 0;
    for (const char *c = report; *c; c++) {
        const char now = (char)(*c == '\n' ? ' ' : *c);
        if (now != ' ' || (n > 0 && flat[n - 1] != ' ')) {
            flat[n++] = now;
        }
    }
    flat[n] = 0;
    if (!strstr(flat, words)) {
        fail_msg("'%s' is not in: %s", words, flat);
    }
    assert_int_equal(stat("build/fail/snapshot.noise/window.fst", &file), 0);
    assert_in_range(file.st_size, 1000, 2000000);
}

static void a_failure_that_recurs_is_said_to(void **state) {
    (void)state;
    expect_report(false, false, false,
                  " recurred in cycle 5 000 with the same message, run again from cycle 0 ");
}

static void other_words_in_the_same_cycle_are_told(void **state) {
    (void)state;
    expect_report(false, true, false,
                  "went another way (SIM-DETERMINISM): in the same cycle it says MEM-WORD on "
                  "mem_out: a word of 8.");
}

static void another_cycle_is_told(void **state) {
    (void)state;
    expect_report(false, false, true, "in cycle 5 001 it says MEM-WORD on mem_out: a word of 7.");
}

static void a_second_run_without_failure_is_told(void **state) {
    (void)state;
    expect_report(true, false, false, "it came to cycle 105 000 without a failure.");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

const struct CMUnitTest snapshot_tests[] = {
    TEST(the_newest_copy_before_the_window_replays_it),
    TEST(the_older_copy_replays_a_longer_window),
    TEST(a_run_is_the_same_with_snapshots),
    TEST(a_replay_that_passes_ends_behind_the_window),
    TEST(a_copy_that_is_gone_is_told),
    TEST(copies_die_with_the_run),
    TEST(a_failure_that_recurs_is_said_to),
    TEST(other_words_in_the_same_cycle_are_told),
    TEST(another_cycle_is_told),
    TEST(a_second_run_without_failure_is_told),
};
const size_t snapshot_test_count = sizeof snapshot_tests / sizeof *snapshot_tests;
