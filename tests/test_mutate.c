/* Mutants that are numbers and trials that are arithmetic on them, in real processes: every end a
 * mutant can have, interruptions at any moment, lists that do not apply. */
#include "mutate/campaign.h"
#include "mutate/report.h"
#include "mutate/sample.h"
#include "mutate/source.h"
#include "mutate/trial_order.h"
#include "mutate_suite.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MUTANTS = 120, TRIALS = 7 };

/* ---- a folder of its own ------------------------------------------------------------------------ */

static char folder[64];

static const char *in_folder(const char *name) {
    static char path[4][128];
    static unsigned next;
    char *p = path[next++ % 4];
    snprintf(p, sizeof path[0], "%s/%s", folder, name);
    return p;
}

static int make_folder(void **state) {
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/mutate.XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state) {
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    return system(command); // NOLINT(bugprone-command-processor,cert-env33-c)
}

static void write_text(const char *path, const char *text) {
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    assert_int_equal(fclose(f), 0);
}

/* ---- made-up trials ------------------------------------------------------------------------------ */

struct subject {
    struct mutant mutant[MUTANTS];
    struct mutant_list list;
    bool chosen[MUTANTS];
    struct fate_record record[MUTANTS];
    struct trial trial[TRIALS];
    unsigned slow_microseconds; /* each trial takes so long */
    bool must_not_run, spins;
};

/* The end that mutant `id` comes to: by remainders, so that files and trials mix. */
enum { END_SURVIVES, END_STALLS, END_CRASHES, END_HANGS, END_STALLS_THEN_NAMED, ENDS_OTHER };

static unsigned end_of(unsigned id) {
    return id % 11 < 5 ? id % 11 : ENDS_OTHER;
}

static bool applies(void *context, unsigned trial, const struct mutant *m) {
    (void)context;
    return trial != 0 || strcmp(m->file, "a.v") == 0;
}

static void run_trial(void *context, unsigned trial, const struct mutant *m,
                      struct trial_outcome *out) {
    const struct subject *s = context;
    const bool at_trial = trial == 1 + m->id % (TRIALS - 1);
    if (s->must_not_run) {
        abort();
    }
    if (s->slow_microseconds) {
        usleep(s->slow_microseconds);
    }
    switch (end_of(m->id)) {
    case END_SURVIVES:
        return;
    case END_STALLS:
        if (at_trial) {
            *out = (struct trial_outcome){FATE_STALL, "SIM-STALL", 900};
        }
        return;
    case END_CRASHES:
        if (at_trial) {
            signal(SIGABRT, SIG_DFL);
            abort();
        }
        return;
    case END_HANGS:
        while (at_trial && s->spins) {
        }
        if (at_trial) {
            _exit(CAMPAIGN_EXIT_HANGS);
        }
        return;
    case END_STALLS_THEN_NAMED:
        *out = trial == TRIALS - 1 ? (struct trial_outcome){FATE_NAMED, "MEM-DATA", 7}
                                   : (struct trial_outcome){FATE_STALL, "SIM-STALL", 900};
        return;
    default:
        if (at_trial || trial == 3) {
            *out = (struct trial_outcome){FATE_NAMED, "MEM-DATA", m->id};
        }
    }
}

static struct subject *new_subject(void) {
    struct subject *s = calloc(1, sizeof *s);
    assert_non_null(s);
    s->list = (struct mutant_list){s->mutant, MUTANTS, NULL};
    for (unsigned i = 0; i < MUTANTS; i++) {
        s->mutant[i] = (struct mutant){.id = i + 1,
                                       .line = i + 1,
                                       .file = i % 3 ? "a.v" : "b.v",
                                       .module = "m",
                                       .kind = "stuck",
                                       .original = "x",
                                       .mutated = "y"};
        s->chosen[i] = true;
    }
    for (unsigned i = 0; i < TRIALS; i++) {
        snprintf(s->trial[i].name, sizeof s->trial[i].name, "suite.trial_%u", i);
        s->trial[i].cost = 1000 * (i + 1);
        s->trial[i].most_time = 10;
    }
    return s;
}

static bool run_subject(struct subject *s, const char *name, unsigned jobs) {
    struct campaign c = {&s->list, s->chosen, s->record, -1, s->trial, TRIALS,
                         jobs,     applies,   run_trial, s,  NULL};
    c.file = fates_open(in_folder(name), 1, s->record, MUTANTS);
    assert_true(c.file >= 0);
    const bool fine = campaign_run(&c);
    close(c.file);
    return fine;
}

static void assert_same_fates(const struct subject *a, const struct subject *b) {
    for (unsigned i = 0; i < MUTANTS; i++) {
        assert_int_equal(a->record[i].fate, b->record[i].fate);
        assert_string_equal(a->record[i].check, b->record[i].check);
        assert_string_equal(a->record[i].trial, b->record[i].trial);
        assert_int_equal(a->record[i].cycle, b->record[i].cycle);
    }
}

/* ---- fates --------------------------------------------------------------------------------------- */

static void every_end_of_a_mutant_is_told(void **state) {
    (void)state;
    struct subject *s = new_subject();
    static const enum fate expected[] = {
        [END_SURVIVES] = FATE_SURVIVED,       [END_STALLS] = FATE_STALL,
        [END_CRASHES] = FATE_CRASH,           [END_HANGS] = FATE_TIMEOUT,
        [END_STALLS_THEN_NAMED] = FATE_NAMED, [ENDS_OTHER] = FATE_NAMED};
    assert_true(run_subject(s, "all.tsv", 2));
    for (unsigned i = 0; i < MUTANTS; i++) {
        assert_int_equal(s->record[i].fate, expected[end_of(i + 1)]);
    }
    assert_string_equal(s->record[3].check, "MEM-DATA"); // 4: a stall first, then a name
    assert_string_equal(s->record[3].trial, "suite.trial_6");
    free(s);
}

static void a_scenario_without_an_end_is_a_hang(void **state) {
    (void)state;
    struct subject *s = new_subject();
    memset(s->chosen, 0, sizeof s->chosen);
    s->chosen[2] = true; // 3: END_HANGS, here without a count of cycles that would notice
    s->spins = true;
    s->trial[1 + 3 % (TRIALS - 1)].most_time = 0;
    assert_true(run_subject(s, "hang.tsv", 1));
    assert_int_equal(s->record[2].fate, FATE_TIMEOUT);
    assert_int_equal(s->record[1].fate, FATE_UNKNOWN);
    free(s);
}

static void one_process_or_four_give_the_same_table(void **state) {
    (void)state;
    struct subject *a = new_subject(), *b = new_subject();
    assert_true(run_subject(a, "one.tsv", 1));
    assert_true(run_subject(b, "four.tsv", 4));
    assert_same_fates(a, b);
    free(a);
    free(b);
}

static unsigned lines_of(const char *path) {
    char *text = read_whole(path, NULL);
    unsigned n = 0;
    for (const char *at = text; at && *at; at++) {
        n += *at == '\n';
    }
    free(text);
    return n;
}

/* Runs in a process that is killed with `number` when some mutants are known. */
static void run_and_kill(int number) {
    fflush(NULL);
    const pid_t pid = fork();
    if (pid == 0) {
        struct subject *s = new_subject();
        s->slow_microseconds = 2000;
        _exit(run_subject(s, "killed.tsv", 2) ? 0 : 1);
    }
    for (unsigned waited = 0; waited < 5000 && lines_of(in_folder("killed.tsv")) < 30; waited++) {
        usleep(1000);
    }
    kill(pid, number);
    int status;
    assert_int_equal(waitpid(pid, &status, 0), pid);
}

static void goes_on_after(int number) {
    struct subject *whole = new_subject(), *rest = new_subject();
    assert_true(run_subject(whole, "whole.tsv", 2));
    run_and_kill(number);
    const unsigned kept = lines_of(in_folder("killed.tsv"));
    assert_in_range(kept, 30, MUTANTS - 10);
    assert_true(run_subject(rest, "killed.tsv", 2));
    assert_same_fates(whole, rest);
    assert_int_equal(lines_of(in_folder("killed.tsv")), MUTANTS + 1); // none was run twice
    free(whole);
    free(rest);
}

static void a_run_killed_with_sigkill_goes_on_to_the_same_table(void **state) {
    (void)state;
    goes_on_after(SIGKILL);
}

static void a_run_left_with_ctrl_c_goes_on_to_the_same_table(void **state) {
    (void)state;
    goes_on_after(SIGINT);
}

static void known_mutants_are_not_run_again(void **state) {
    (void)state;
    struct subject *a = new_subject(), *b = new_subject();
    assert_true(run_subject(a, "known.tsv", 2));
    b->must_not_run = true;
    assert_true(run_subject(b, "known.tsv", 2));
    assert_same_fates(a, b);
    free(a);
    free(b);
}

/* ---- the file ------------------------------------------------------------------------------------ */

static void a_line_cut_off_is_dropped_and_the_file_goes_on_behind_whole_ones(void **state) {
    (void)state;
    struct fate_record r[3] = {0};
    const char *path = in_folder("cut.tsv");
    write_text(path, "# key 0000000000000001\n1\tnamed\tMEM-DATA\tmem_port.random\t17\t0.2\n"
                     "2\tsurvived\t-\t-");
    const int file = fates_open(path, 1, r, 3);
    assert_true(file >= 0);
    assert_int_equal(r[0].fate, FATE_NAMED);
    assert_int_equal(r[0].cycle, 17);
    assert_int_equal(r[1].fate, FATE_UNKNOWN);
    r[1] = (struct fate_record){.fate = FATE_CRASH, .check = "-", .trial = "mem_port.random"};
    assert_true(fates_append(file, 2, &r[1]));
    close(file);
    struct fate_record again[3] = {0};
    assert_true(fates_read(path, again, 3));
    assert_int_equal(again[0].fate, FATE_NAMED);
    assert_int_equal(again[1].fate, FATE_CRASH);
}

static void results_of_another_program_are_dropped(void **state) {
    (void)state;
    struct fate_record r[3] = {0};
    const char *path = in_folder("stale.tsv");
    write_text(path, "# key 0000000000000002\n1\tnamed\tMEM-DATA\tmem_port.random\t17\t0.2\n");
    const int file = fates_open(path, 1, r, 3);
    assert_true(file >= 0);
    close(file);
    assert_int_equal(r[0].fate, FATE_UNKNOWN);
    assert_int_equal(lines_of(path), 1);
}

static void a_list_that_is_none_of_mutants_is_refused(void **state) {
    (void)state;
    static struct mutant_list list;
    const char *path = in_folder("bad.tsv");
    assert_false(mutant_list_read(&list, in_folder("missing.tsv")));
    write_text(path, "1\ta.v\t1\t1\t1\tm\tstuck\tx\n");
    assert_false(mutant_list_read(&list, path)); // eight fields
    write_text(path, "2\ta.v\t1\t1\t1\tm\tstuck\tx\ty\n");
    assert_false(mutant_list_read(&list, path)); // ids from 1 up
    write_text(path, "1\ta.v\tone\t1\t1\tm\tstuck\tx\ty\n");
    assert_false(mutant_list_read(&list, path));
    write_text(path, "1\ta.v\t1\t1\t1\tm\tstuck\tx\ty\n");
    assert_true(mutant_list_read(&list, path));
    assert_int_equal(list.count, 1);
}

/* ---- order and choice ---------------------------------------------------------------------------- */

static const struct trial three[3] = {{"dear", 90000, 1}, {"cheap", 1000, 1}, {"useless", 500, 1}};

static void cheap_trials_come_first_until_dear_ones_have_killed(void **state) {
    (void)state;
    static const struct trial_tally none[3] = {{0, 0}};
    static const struct trial_tally some[3] = {{20, 20}, {40, 20}, {400, 0}};
    static const unsigned nothing[3];
    unsigned order[3];
    trial_order(three, 3, &(struct trial_past){none, none, nothing, 0}, order);
    assert_int_equal(order[0], 2);
    assert_int_equal(order[1], 1);
    trial_order(three, 3, &(struct trial_past){some, none, nothing, 0}, order);
    assert_int_equal(order[0], 1);
    assert_int_equal(order[1], 0);
    assert_int_equal(order[2], 2);
}

static void what_killed_the_neighbours_comes_before_what_kills_in_the_file(void **state) {
    (void)state;
    static const struct trial_tally none[3] = {{0, 0}};
    static const struct trial_tally some[3] = {{20, 1}, {400, 2}, {400, 1}};
    static const unsigned near[3] = {8, 0, 0}, nothing[3];
    unsigned order[3];
    trial_order(three, 3, &(struct trial_past){some, none, near, 8}, order);
    assert_int_equal(order[0], 0);
    trial_order(three, 3, &(struct trial_past){some, none, nothing, 8}, order);
    assert_int_equal(order[2], 0);
}

static void write_mutants(const char *path, unsigned count) {
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    for (unsigned i = 1; i <= count; i++) {
        fprintf(f, "%u\ta.v\t1\t1\t1\tm\tstuck\tx\ty\n", i);
    }
    assert_int_equal(fclose(f), 0);
}

static unsigned draw(uint64_t count, uint64_t seed, bool chosen[50]) {
    char *folders[] = {folder};
    unsigned n = 0;
    assert_true(sample_choose(count, seed, "sample", folders, 1));
    memset(chosen, 0, 50 * sizeof *chosen);
    assert_true(sample_read(in_folder("sample.ids"), chosen, 50));
    for (unsigned i = 0; i < 50; i++) {
        n += chosen[i];
    }
    return n;
}

static void a_sample_depends_on_its_seed_alone(void **state) {
    (void)state;
    bool a[50], b[50];
    write_mutants(in_folder("mutants.tsv"), 50);
    assert_int_equal(draw(20, 1, a), 20);
    assert_int_equal(draw(20, 1, b), 20);
    assert_memory_equal(a, b, sizeof a);
    assert_int_equal(draw(20, 2, b), 20);
    assert_memory_not_equal(a, b, sizeof a);
    assert_int_equal(draw(500, 1, a), 50);
}

static void an_id_that_is_none_is_refused(void **state) {
    (void)state;
    bool chosen[5] = {false};
    write_text(in_folder("bad.ids"), "3\n6\n");
    assert_false(sample_read(in_folder("bad.ids"), chosen, 5));
    assert_true(sample_read(in_folder("none.ids"), chosen, 5)); // no file: all
    assert_true(chosen[0] && chosen[4]);
}

/* ---- reports ------------------------------------------------------------------------------------- */

/* Four mutants of a file: killed, only stalled, alive, alive. `rows`: the list of accepted ones. */
static void prepare_report(struct report *r, struct accepted *list, const char *rows) {
    char text[2048];
    char *folders[] = {folder};
    const char *source = in_folder("a.v");
    write_text(source, "module m;\n  assign a = b & c;\n\tassign d  = <e>;\nendmodule\n");
    snprintf(text, sizeof text,
             "1\t%s\t2\t14\t5\tm\tswap\tb & c\tb | c\n2\t%s\t2\t14\t1\tm\tstuck\tb\t1'b0\n"
             "3\t%s\t3\t14\t3\tm\tstuck\t<e>\t1'b0\n4\t%s\t3\t14\t3\tm\tstuck\t<e>\t1'b1\n",
             source, source, source, source);
    write_text(in_folder("mutants.tsv"), text);
    write_text(in_folder("results.tsv"), "# key 1\n1\tnamed\tMEM-DATA\tmem_port.random\t17\t0.2\n"
                                         "2\tstall\tSIM-STALL\tmem_port.random\t1700\t0.2\n"
                                         "3\tsurvived\t-\t-\t0\t2.0\n4\tsurvived\t-\t-\t0\t2.0\n");
    snprintf(text, sizeof text, rows, source, source); // NOLINT(clang-diagnostic-format-nonliteral)
    write_text(in_folder("accepted.tsv"), text);
    assert_true(accepted_read(list, in_folder("accepted.tsv")));
    assert_true(report_read(r, list, "results", folders, 1));
}

static unsigned stale_rows(const struct report *r, const struct accepted *list, char text[1024]) {
    FILE *out = fmemopen(text, 1024, "w");
    assert_non_null(out);
    const unsigned n = report_stale_rows(r, list, out);
    fclose(out);
    return n;
}

static void mutants_on_the_list_do_not_count(void **state) {
    (void)state;
    static struct report r;
    static struct accepted list;
    char text[1024] = "";
    prepare_report(&r, &list, "# a remark\n%s\tstuck\t<e>\t1'b0\tassign d = <e>;\tno one looks\n");
    assert_int_equal(r.total.all, 4);
    assert_int_equal(r.total.accepted, 1);
    assert_int_equal(report_score(&r.total, false), 6666); // two of three
    assert_int_equal(report_score(&r.total, true), 3333);
    assert_int_equal(stale_rows(&r, &list, text), 0);
    assert_true(report_write_lists(&r, folder));
    char *alive = read_whole(in_folder("survivors.txt"), NULL);
    assert_non_null(strstr(alive, "<e> -> 1'b1"));
    assert_null(strstr(alive, "<e> -> 1'b0"));
    free(alive);
}

static void a_row_that_means_no_mutant_is_told(void **state) {
    (void)state;
    static struct report r;
    static struct accepted list;
    char text[1024] = "";
    prepare_report(&r, &list,
                   "%s\tstuck\t<e>\t1'b0\tassign d = e;\tthe line has changed\n"
                   "rtl/other.v\tstuck\te\t1'b0\tassign d = e;\tnot of these groups\n");
    assert_int_equal(stale_rows(&r, &list, text), 1);
    assert_non_null(strstr(text, "line 1 means no mutant"));
    assert_int_equal(r.total.accepted, 0);
}

static void a_row_whose_mutant_is_killed_is_told(void **state) {
    (void)state;
    static struct report r;
    static struct accepted list;
    char text[1024] = "";
    prepare_report(&r, &list,
                   "%s\tswap\tb & c\tb | c\tassign a = b & c;\tproved\n"
                   "%s\tstuck\tb\t1'b0\tassign a = b & c;\tproved\n");
    assert_int_equal(stale_rows(&r, &list, text), 2);
    assert_non_null(strstr(text, "line 1 means mutant 1"));
    assert_non_null(strstr(text, "MEM-DATA kills: mem_port.random"));
    assert_non_null(strstr(text, "stall kills"));
    assert_int_equal(report_score(&r.total, false), 5000);
}

static void a_list_with_a_reason_missing_is_refused(void **state) {
    (void)state;
    static struct accepted list;
    write_text(in_folder("bad.tsv"), "a.v\tstuck\te\t1'b0\tassign d = e;\n");
    assert_false(accepted_read(&list, in_folder("bad.tsv")));
    write_text(in_folder("bad.tsv"), "a.v\tstuck\te\t1'b0\tassign d = e;\t\n");
    assert_false(accepted_read(&list, in_folder("bad.tsv")));
    assert_false(accepted_read(&list, in_folder("missing.tsv")));
}

static void pages_show_every_mutant_under_its_line(void **state) {
    (void)state;
    static struct report r;
    static struct accepted list;
    prepare_report(&r, &list, "# none\n");
    assert_true(report_write_pages(&r, folder));
    char *index = read_whole(in_folder("index.html"), NULL);
    char page[160] = "";
    snprintf(page, sizeof page, "%s", in_folder("a.v.html"));
    for (char *at = page; *at; at++) { // the page of /tmp/x/a.v is -tmp-x-a.v.html
        if (*at == '/') {
            *at = '-';
        }
    }
    char *text = read_whole(in_folder(page), NULL);
    assert_non_null(index);
    assert_non_null(text);
    assert_non_null(strstr(index, page));
    assert_non_null(strstr(text, "&lt;e&gt; &rarr; 1'b1 &mdash; alive"));
    assert_non_null(strstr(text, "b &amp; c &rarr; b | c"));
    assert_non_null(strstr(text, "2/2")); // killed of the line's mutants
    assert_non_null(strstr(text, "0/2"));
    assert_null(strstr(text, "<e>"));
    free(index);
    free(text);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make_folder, remove_folder)
const struct CMUnitTest mutate_tests[] = {
    TEST(every_end_of_a_mutant_is_told),
    TEST(a_scenario_without_an_end_is_a_hang),
    TEST(one_process_or_four_give_the_same_table),
    TEST(a_run_killed_with_sigkill_goes_on_to_the_same_table),
    TEST(a_run_left_with_ctrl_c_goes_on_to_the_same_table),
    TEST(known_mutants_are_not_run_again),
    TEST(a_line_cut_off_is_dropped_and_the_file_goes_on_behind_whole_ones),
    TEST(results_of_another_program_are_dropped),
    TEST(a_list_that_is_none_of_mutants_is_refused),
    TEST(cheap_trials_come_first_until_dear_ones_have_killed),
    TEST(what_killed_the_neighbours_comes_before_what_kills_in_the_file),
    TEST(a_sample_depends_on_its_seed_alone),
    TEST(an_id_that_is_none_is_refused),
    TEST(mutants_on_the_list_do_not_count),
    TEST(a_row_that_means_no_mutant_is_told),
    TEST(a_row_whose_mutant_is_killed_is_told),
    TEST(a_list_with_a_reason_missing_is_refused),
    TEST(pages_show_every_mutant_under_its_line),
};
const size_t mutate_test_count = sizeof mutate_tests / sizeof *mutate_tests;
