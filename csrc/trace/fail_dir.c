#include "trace/fail_dir.h"

#include "check.h"
#include "sim/wrap.h"
#include "trace/notes.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { EVENTS_KEPT = 1000, WINDOW_LONGEST = 8000 /* cycles, unless WINDOW= asks for more */ };

bool make_directories(const char *path) {
    char part[512];
    for (size_t i = 1; i <= strlen(path) && i < sizeof part; i++) {
        if (path[i] == '/' || path[i] == 0) {
            memcpy(part, path, i);
            part[i] = 0;
            if (mkdir(part, 0777) != 0 && errno != EEXIST) {
                fprintf(stderr, "cosim: cannot make directory %s: %s\n", part, strerror(errno));
                return false;
            }
        }
    }
    return true;
}

/* " --name a,b" for the bits set, nothing when none is. */
static void add_without(struct text *t, uint32_t without) {
    const char *separator = " --without ";
    for (unsigned i = 0; i < without_count; i++) {
        if (without >> i & 1) {
            text_add(t, "%s%s", separator, without_words[i]);
            separator = ",";
        }
    }
}

static void add_waived(struct text *t, const struct run_options *o) {
    const char *separator = " --waive ";
    for (unsigned i = 0; i < CHECK_COUNT; i++) {
        if (options_waived(o, (enum check_id)i)) {
            text_add(t, "%s%s", separator, check_text((enum check_id)i));
            separator = ",";
        }
    }
}

void options_as_arguments(const struct run_options *o, char *buf, size_t size) {
    static const char *const fills[] = {"random", "zeros", "ones"};
    struct run_options normal;
    options_init(&normal);
    struct text t = text_into(buf, size);
    text_add(&t, "--seed 0x%llx", (unsigned long long)o->seed);
    if (o->cycles) {
        text_add(&t, " --cycles %llu", (unsigned long long)o->cycles);
    }
    if (o->fill != normal.fill) {
        text_add(&t, " --fill %s", fills[o->fill]);
    }
    if (o->fill_seed != normal.fill_seed) {
        text_add(&t, " --fill-seed %llu", (unsigned long long)o->fill_seed);
    }
    if (o->idle_seed != normal.idle_seed) {
        text_add(&t, " --idle-seed %llu", (unsigned long long)o->idle_seed);
    }
    if (o->seed_rules) {
        text_add(&t, " --rules seed");
    }
    if (o->done_bound != normal.done_bound) {
        text_add(&t, " --done-bound %u", o->done_bound);
    }
    if (o->window_before != normal.window_before) {
        text_add(&t, " --window %u", o->window_before);
    }
    if (o->endpoints) {
        char list[160];
        number_list(&o->endpoints, 64, list, sizeof list);
        text_add(&t, " --endpoints %s", list);
    }
    if (o->epochs_end) {
        char list[400];
        number_list(o->epochs, o->epochs_end, list, sizeof list);
        text_add(&t, " --epochs %s", list);
    }
    add_without(&t, o->without);
    add_waived(&t, o);
}

uint64_t fail_window_begin(const struct failure *failure, const struct run_options *options) {
    const uint64_t before = options->window_before;
    const uint64_t least = failure->cycle > before ? failure->cycle - before : 0;
    const uint64_t most = failure->cycle > WINDOW_LONGEST ? failure->cycle - WINDOW_LONGEST : 0;
    if (failure->since == 0 || failure->since >= failure->cycle) {
        return least;
    }
    const uint64_t wanted = failure->since > before ? failure->since - before : 0;
    const uint64_t begin = wanted > most ? wanted : most;
    return begin < least ? begin : least;
}

static FILE *create(const char *dir, const char *name) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s", dir, name);
    FILE *f = fopen(path, "w");
    if (!f) {
        fprintf(stderr, "cosim: cannot write %s: %s\n", path, strerror(errno));
    }
    return f;
}

static void write_events(const char *dir, const struct event_ring *events, uint64_t marked) {
    FILE *f = create(dir, "events.txt");
    if (f) {
        fprintf(f, "# cycle, interface, what happened; the failing cycle is marked <--\n");
        events_print(events, f, EVENTS_KEPT, marked);
        fclose(f);
    }
}

static void write_replay(const char *dir, const char *test, const char *arguments) {
    FILE *f = create(dir, "replay.sh");
    if (!f) {
        return;
    }
    fprintf(f,
            "#!/bin/sh\n"
            "# Runs the failing scenario again with the binary that failed.\n"
            "# %s\n"
            "cd \"$(dirname \"$0\")/../../..\" || exit 1\n"
            "exec %s run %s %s\n",
            build_info, program_path, test, arguments);
    fclose(f);
    char path[512];
    snprintf(path, sizeof path, "%s/replay.sh", dir);
    chmod(path, 0755);
}

static void write_report(const char *dir, const char *report) {
    FILE *f = create(dir, "report.txt");
    if (f) {
        fprintf(f, "%s", report);
        fclose(f);
    }
}

/* ---- the second run ----------------------------------------------------------------------------- */

struct second_run {
    struct failure failure;
    struct event_ring events;
    uint64_t cycles;
    uint64_t from;     /* cycle of the snapshot it began with, 0: the beginning */
    char trouble[160]; /* why there was none; empty: there was */
};

/* From a snapshot where the run was captured, else all of it. */
static void run_again(const char *suite, const struct scenario *scenario,
                      const struct run_options *options, const struct wave_window *window,
                      struct capture *capture, struct second_run *second) {
    second->from = 0;
    second->trouble[0] = 0;
    if (!capture || !snapshots_before(capture->snapshots, window->from)) {
        struct run_result result;
        scenario_run(suite, scenario, options, window, &result, &second->events);
        second->failure = result.failure;
        second->cycles = result.cycles;
        return;
    }
    const struct replay *replay = snapshots_replay(capture->snapshots, window, second->trouble);
    if (replay) {
        second->failure = replay->failure;
        second->events = replay->events;
        second->cycles = replay->cycles;
        second->from = replay->from;
    } else {
        second->events = *capture->events;
    }
}

/* How it differed from the first in check, cycle, place or words; empty when it did not. */
static void say_difference(const struct failure *first, const struct second_run *second, char *text,
                           size_t size) {
    const struct failure *f = &second->failure;
    const bool same_cycle = f->set && f->cycle == first->cycle;
    text[0] = 0;
    if (second->trouble[0]) {
        snprintf(text, size, "%s", second->trouble);
    } else if (!f->set) {
        snprintf(text, size, "it came to cycle %s without a failure", text_grouped(second->cycles));
    } else if (!same_cycle || f->check != first->check || strcmp(f->where, first->where) != 0 ||
               strcmp(f->what, first->what) != 0) {
        snprintf(text, size, "in %s%s it says %s on %s: %s",
                 same_cycle ? "the same cycle" : "cycle ", same_cycle ? "" : text_grouped(f->cycle),
                 check_text(f->check), f->where, f->what);
    }
}

/* Whether the replay shows the failure, in words. */
static void add_recurrence(struct text *t, const struct failure *first,
                           const struct second_run *second) {
    char difference[400], line[600];
    say_difference(first, second, difference, sizeof difference);
    if (difference[0]) {
        snprintf(line, sizeof line,
                 "the second run of this seed went another way (SIM-DETERMINISM): %s. Its waves "
                 "and events do not show this failure",
                 difference);
        text_paragraph(t, "warning", line);
        return;
    }
    snprintf(line, sizeof line, "in cycle %s with the same message, run again from cycle %s",
             text_grouped(first->cycle), text_grouped(second->from));
    text_paragraph(t, "recurred", line);
}

/* ---- the report --------------------------------------------------------------------------------- */

static void add_files(struct text *t, const char *dir, const char *test, const char *arguments,
                      const struct wave_window *window, const struct event_ring *events) {
    uint64_t kept = events->count < EVENTS_KEPT ? events->count : EVENTS_KEPT;
    char line[2048];
    snprintf(line, sizeof line, "%s/events.txt (the last %llu)", dir, (unsigned long long)kept);
    text_paragraph(t, "events", line);
    if (window->on) {
        snprintf(line, sizeof line, "%s (cycles %s - %s)", window->path, text_grouped(window->from),
                 text_grouped(window->to));
        text_paragraph(t, "waves", line);
        snprintf(line, sizeof line, "make waves FAIL=%s", test);
        text_paragraph(t, "open", line);
    }
    snprintf(line, sizeof line, "%s/replay.sh", dir);
    text_paragraph(t, "replay", line);
    snprintf(line, sizeof line, "%s run %s %s", program_path, test, arguments);
    text_paragraph(t, "", line);
    text_paragraph(t, "built from", build_info);
}

void fail_dir_write(const char *suite, const struct scenario *scenario,
                    const struct run_options *options, const struct run_result *first,
                    struct capture *capture, char *report, size_t size) {
    const struct failure *failure = &first->failure;
    char test[96], dir[256], arguments[1200];
    snprintf(test, sizeof test, "%s.%s", suite, scenario->name);
    snprintf(dir, sizeof dir, "build/fail/%s", test);
    options_as_arguments(options, arguments, sizeof arguments);
    bool writable = make_directories(dir);

    struct wave_window window = {.on = writable, .attached = notes_attach};
    window.from = fail_window_begin(failure, options);
    window.to = failure->cycle + options->window_after;
    snprintf(window.path, sizeof window.path, "%s/window.fst", dir);
    static struct second_run second;
    run_again(suite, scenario, options, &window, capture, &second);

    struct text t = text_into(report, size);
    text_add(&t, "FAIL %s  seed 0x%llx  cycle %s  %s on %s\n", test,
             (unsigned long long)options->seed, text_grouped(failure->cycle),
             check_text(failure->check), failure->where);
    failure_format(failure, t.buf + t.used, t.size - t.used);
    t.used += strlen(t.buf + t.used);
    add_recurrence(&t, failure, &second);
    if (capture) {
        capture_format(capture, &t);
    }
    if (writable) {
        add_files(&t, dir, test, arguments, &window, &second.events);
        write_events(dir, &second.events, failure->cycle);
        write_replay(dir, test, arguments);
        write_report(dir, report);
    }
}
