#include "sim/sim.h"

#include "check.h"
#include "sim/suite.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OWNED_MAX = 64, CODES_MAX = 16, PROBE_PERIOD = 64 };

struct owned {
    void *object;
    void (*release)(void *);
};

struct display_count {
    char code[32];
    uint64_t lines;
};

struct sim_private {
    jmp_buf leave;
    struct owned owned[OWNED_MAX];
    unsigned owned_count;
    struct display_count display[CODES_MAX];
    unsigned display_codes;
    bool wave_is_open;
    struct observer observer[OBSERVERS_MAX];
    unsigned observers;
};

volatile sig_atomic_t run_interrupted;

/* The run whose model is being evaluated; the RTL's messages belong to it. */
static struct sim *running;

/* ---- messages of the RTL -------------------------------------------------------------------- */

static struct display_count *display_entry(struct sim_private *p, const char *code) {
    for (unsigned i = 0; i < p->display_codes; i++) {
        if (strcmp(p->display[i].code, code) == 0) {
            return &p->display[i];
        }
    }
    if (p->display_codes == CODES_MAX) {
        return NULL;
    }
    struct display_count *entry = &p->display[p->display_codes++];
    snprintf(entry->code, sizeof entry->code, "%s", code);
    return entry;
}

static void on_display(const char *line) {
    struct sim *s = running;
    if (!s) {
        fprintf(stderr, "%s\n", line);
        return;
    }
    struct event *e = event_next(&s->events);
    e->cycle = s->cycle;
    e->kind = EVENT_NOTE;
    e->where = "display";
    snprintf((char *)e->words, sizeof e->words, "%s", line);
    char code[32];
    if (sscanf(line, "ERROR %*63s %31[^:]:", code) == 1) {
        struct display_count *entry = display_entry(s->private, code);
        if (entry) {
            entry->lines++;
        }
    } else if (strncmp(line, "%Error", 6) == 0) {
        sim_fail(s, CHECK_SIM_DISPLAY, "display", "the RTL stopped the simulation: %s", line);
    }
}

uint64_t sim_displays(const struct sim *s, const char *code) {
    for (unsigned i = 0; i < s->private->display_codes; i++) {
        if (strcmp(s->private->display[i].code, code) == 0) {
            return s->private->display[i].lines;
        }
    }
    return 0;
}

/* ---- what a run owns ------------------------------------------------------------------------ */

void sim_own(struct sim *s, void *object, void (*release)(void *object)) {
    struct sim_private *p = s->private;
    if (p->owned_count == OWNED_MAX) {
        fprintf(stderr, "cosim: a scenario owns more than %d objects\n", OWNED_MAX);
        abort();
    }
    p->owned[p->owned_count++] = (struct owned){object, release};
}

void *sim_alloc(struct sim *s, size_t size) {
    void *object = calloc(1, size);
    if (!object) {
        fprintf(stderr, "cosim: out of memory\n");
        exit(2);
    }
    sim_own(s, object, free);
    return object;
}

void sim_rng(const struct sim *s, struct rng *r, const char *name) {
    rng_init(r, s->options->seed, s->test, name);
}

bool sim_epoch(struct sim *s, unsigned *number) {
    const struct run_options *o = s->options;
    while (o->epochs_end > *number && !(o->epochs[*number / 64] >> (*number % 64) & 1)) {
        ++*number;
    }
    if (o->epochs_end != 0 && *number >= o->epochs_end) {
        return false;
    }
    s->seen.epochs = *number + 1;
    return true;
}

void sim_epoch_rng(const struct sim *s, struct rng *r, const char *name, unsigned epoch) {
    char full[64];
    snprintf(full, sizeof full, epoch == 0 ? "%s" : "%s, epoch %u", name, epoch);
    sim_rng(s, r, full);
}

/* ---- failures ------------------------------------------------------------------------------- */

/* The failure to fill, or NULL when this one is not to be recorded. */
static struct failure *new_failure(struct sim *s, enum check_id id, const char *where) {
    if (s->options->seed_rules && check_is_project_rule(id)) {
        return NULL;
    }
    if (options_waived(s->options, id)) {
        s->seen.waived[id]++;
        return NULL;
    }
    s->seen.failed[id]++;
    if (s->failure.set) {
        return NULL;
    }
    s->failure.set = true;
    s->failure.check = id;
    s->failure.cycle = s->cycle;
    snprintf(s->failure.where, sizeof s->failure.where, "%s", where);
    return &s->failure;
}

struct failure *sim_fail(struct sim *s, enum check_id id, const char *where, const char *what,
                         ...) {
    struct failure *f = new_failure(s, id, where);
    if (f) {
        va_list args;
        va_start(args, what);
        vsnprintf(f->what, sizeof f->what, what, args);
        va_end(args);
    }
    return f;
}

struct failure *sim_fail_verdict(struct sim *s, const char *where, const struct verdict *v,
                                 const struct flit *actual) {
    struct failure *f = new_failure(s, v->check, where);
    if (!f) {
        return NULL;
    }
    f->since = v->since;
    memcpy(f->what, v->what, sizeof f->what);
    memcpy(f->request, v->request, sizeof f->request);
    memcpy(f->progress, v->progress, sizeof f->progress);
    memcpy(f->hint, v->hint, sizeof f->hint);
    if (v->has_expected && actual) {
        failure_flits(f, &v->expected, actual);
    }
    return f;
}

void sim_measured(struct sim *s, const char *what, double value, const char *unit, double target,
                  bool at_most) {
    if (s->seen.measures == MEASURES) {
        return;
    }
    struct measure *m = &s->seen.measure[s->seen.measures++];
    snprintf(m->what, sizeof m->what, "%s", what);
    snprintf(m->unit, sizeof m->unit, "%s", unit);
    m->value = value;
    m->target = target;
    m->at_most = at_most;
}

void sim_expect_seen(struct sim *s, const char *what, uint64_t actual, uint64_t least) {
    sim_evaluated(s, CHECK_SIM_END);
    if (actual < least) {
        sim_fail(s, CHECK_SIM_END, "scenario", "saw %llu %s, the scenario must see at least %llu",
                 (unsigned long long)actual, what, (unsigned long long)least);
        longjmp(s->private->leave, 1);
    }
}

/* ---- the loop ------------------------------------------------------------------------------- */

/* Opens or closes the wave file as the window asks for; true while it is open. */
static bool wave_active(struct sim *s) {
    struct sim_private *p = s->private;
    if (!sim_waves_now(s)) {
        if (p->wave_is_open) {
            s->dut->wave_close(s->dut);
            p->wave_is_open = false;
        }
        return false;
    }
    if (!p->wave_is_open) {
        p->wave_is_open = s->dut->wave_open(s->dut, s->wave.path);
        if (!p->wave_is_open) {
            fprintf(stderr, "cosim: cannot write %s\n", s->wave.path);
            exit(2);
        }
    }
    return p->wave_is_open;
}

void sim_attach(struct sim *s, const struct dut_type *type, const struct bench_hooks *hooks,
                void *bench) {
    dut_display = on_display;
    running = s;
    s->dut = type->create(type, s->options->fill,
                          s->options->fill_seed ? s->options->fill_seed : s->options->seed);
    s->hooks = hooks;
    s->bench = bench;
    if (s->wave.on && s->wave.attached) {
        s->wave.attached(s);
    }
    if (s->options->attached) {
        s->options->attached(s, s->options->attached_context);
    }
}

void sim_observe(struct sim *s, const struct observer *observer) {
    struct sim_private *p = s->private;
    if (p->observers == OBSERVERS_MAX) {
        fprintf(stderr, "cosim: a run has more than %d observers\n", OBSERVERS_MAX);
        abort();
    }
    p->observer[p->observers++] = *observer;
}

void sim_stop_observing(struct sim *s) {
    s->private->observers = 0;
}

void sim_settle(struct sim *s) {
    s->dut->eval(s->dut);
}

static void evaluate(struct sim *s, uint8_t clk) {
    *s->dut->clk = clk;
    s->dut->eval(s->dut);
}

static void judge(struct sim *s) {
    if (s->saboteur) {
        s->saboteur->spoil(s->saboteur->self);
    }
    s->hooks->sample(s->bench);
    if (s->saboteur) {
        s->saboteur->restore(s->saboteur->self);
    }
    if (s->cycle % PROBE_PERIOD == PROBE_PERIOD - 1 && s->hooks->probe && !s->in_reset) {
        s->hooks->probe(s->bench);
    }
}

/* The waves get a cycle when it has been judged, so that they show the verdict in it. */
static void one_cycle(struct sim *s) {
    s->hooks->drive(s->bench);
    evaluate(s, 0);
    judge(s);
    for (unsigned i = 0; i < s->private->observers; i++) {
        s->private->observer[i].cycle(s->private->observer[i].self);
    }
    const bool waves = wave_active(s);
    if (waves) {
        s->dut->wave_dump(s->dut, s->cycle * 10);
    }
    evaluate(s, 1);
    if (waves) {
        s->dut->wave_dump(s->dut, s->cycle * 10 + 5);
    }
    s->cycle++;
    if (s->in_reset) {
        s->reset_cycles++;
        s->since_reset = 0;
    } else {
        s->since_reset++;
    }
}

/* While waves are on, the dump shows what happened after a failure, too. */
static void leave(struct sim *s) {
    uint64_t last = s->failure.cycle + s->options->window_after;
    while (s->wave.on && s->failure.set && s->cycle <= last && !run_interrupted) {
        one_cycle(s);
    }
    longjmp(s->private->leave, 1);
}

void sim_cycle(struct sim *s) {
    one_cycle(s);
    if ((s->failure.set && !s->goes_on) || run_interrupted) {
        leave(s);
    }
}

void sim_cycles(struct sim *s, uint64_t n) {
    while (n-- > 0) {
        sim_cycle(s);
    }
}

void sim_reset(struct sim *s, unsigned n) {
    s->in_reset = true;
    s->reset_cycles = 1;
    sim_event(s, EVENT_RESET, "reset", 1, 0, NULL, 0);
    sim_cycles(s, n);
    s->in_reset = false;
    s->reset_cycles = 0;
    s->since_reset = 0;
    sim_event(s, EVENT_RESET, "reset", 0, 0, NULL, 0);
}

static void release_all(struct sim *s) {
    struct sim_private *p = s->private;
    for (unsigned i = 0; i < p->observers; i++) {
        if (p->observer[i].end) {
            p->observer[i].end(p->observer[i].self);
        }
    }
    if (s->dut) {
        if (p->wave_is_open) {
            s->dut->wave_close(s->dut);
        }
        s->dut->destroy(s->dut);
    }
    while (p->owned_count > 0) {
        struct owned *o = &p->owned[--p->owned_count];
        o->release(o->object);
    }
}

void scenario_run(const char *suite, const struct scenario *scenario,
                  const struct run_options *options, const struct wave_window *window,
                  struct run_result *result, struct event_ring *events_out) {
    struct sim *outer = running;
    struct sim *s = calloc(1, sizeof *s);
    struct sim_private *p = calloc(1, sizeof *p);
    if (!s || !p) {
        fprintf(stderr, "cosim: out of memory\n");
        exit(2);
    }
    s->private = p;
    s->options = options;
    s->hash = 1;
    snprintf(s->test, sizeof s->test, "%s.%s", suite, scenario->name);
    if (window) {
        s->wave = *window;
    }
    if (setjmp(p->leave) == 0) {
        scenario->run(s);
    }
    release_all(s);
    memset(result, 0, sizeof *result);
    result->failure = s->failure;
    result->seen = s->seen;
    result->cycles = s->cycle;
    result->hash = s->hash;
    result->interrupted = run_interrupted && !s->failure.set;
    if (events_out) {
        *events_out = s->events;
    }
    free(p);
    free(s);
    running = outer;
}
