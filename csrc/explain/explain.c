#include "explain/explain.h"

#include "check.h"
#include "explain/explanation.h"
#include "sim/suite.h"
#include "sim/wrap.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Longer after reset than any rule looks: the dump begins in the middle of a run. */
enum { LONG_AFTER_RESET = 1000000, EVENTS_SHOWN = 8 };

/* ---- cycles ---------------------------------------------------------------------------------- */

static void fill_pins(void *context) {
    struct explanation *e = context;
    dump_fill(&e->dump);
}

static void judge_cycle(void *context) {
    struct explanation *e = context;
    e->judge->sample(e->judging);
}

static unsigned gauges(void *context, struct gauge out[GAUGES_MAX]) {
    struct explanation *e = context;
    return e->judge->gauges ? e->judge->gauges(e->judging, out) : 0;
}

static const struct bench_hooks hooks = {
    .drive = fill_pins, .sample = judge_cycle, .gauges = gauges};

static double unit_of(const struct explanation *e) {
    return pow(10, fst_front_of(e->dump.reader)->exponent);
}

static bool reached(const struct explanation *e, const struct explain_limit *limit) {
    if (!limit->given) {
        return false;
    }
    return limit->in_time ? (double)e->dump.time * unit_of(e) >= limit->seconds
                          : e->dump.cycle >= limit->cycle;
}

static bool beyond(const struct explanation *e, const struct explain_limit *limit) {
    if (!limit->given) {
        return false;
    }
    return limit->in_time ? (double)e->dump.time * unit_of(e) > limit->seconds
                          : e->dump.cycle > limit->cycle;
}

/* As sim_reset() tells the checkers. A design whose valid is X has not been reset yet. */
static void tell_reset(struct explanation *e, struct sim *s) {
    const bool unborn = !e->reset_seen && !e->dump.in_reset && e->dump.unknown_control;
    const bool reset = e->dump.in_reset || unborn;
    e->before_reset += unborn;
    e->reset_seen |= e->dump.in_reset;
    if (reset && !s->in_reset) {
        s->reset_cycles = 1;
    } else if (!reset && s->in_reset) {
        s->reset_cycles = 0;
        s->since_reset = 0;
    }
    s->in_reset = reset;
}

static void start_reporting(struct explanation *e, struct sim *s) {
    e->reporting = true;
    e->first_cycle = e->dump.cycle;
    e->first_time = e->dump.time;
    s->failure.set = false;
    memset(&s->failure, 0, sizeof s->failure);
    memset(s->seen.failed, 0, sizeof s->seen.failed);
    memset(s->seen.waived, 0, sizeof s->seen.waived);
    views_attach(s, e->views);
}

/* The ring goes on to the end of the dump. */
static void note_events(struct explanation *e, const struct sim *s) {
    FILE *f = open_memstream(&e->events, &e->events_size);
    if (f) {
        events_print(&s->events, f, EVENTS_SHOWN, e->dump.cycle);
        fclose(f);
    }
}

static void one_cycle(struct explanation *e, struct sim *s) {
    s->cycle = e->dump.cycle;
    tell_reset(e, s);
    if (!e->reporting && (!e->request->from.given || reached(e, &e->request->from))) {
        start_reporting(e, s);
    }
    from_before_cycle(&e->before, s);
    sim_cycle(s);
    from_before_sort(&e->before, s, e->judging);
    if (s->failure.set && e->failure_time == UINT64_MAX && e->reporting) {
        e->failure_time = e->dump.time;
        note_events(e, s);
    }
    if (e->reporting) {
        e->cycles++;
        e->last_cycle = e->dump.cycle;
        e->last_time = e->dump.time;
        if (!s->in_reset) {
            dump_note_unknown(&e->dump);
        }
    }
}

static struct explanation *job; /* a scenario has no argument */

static void run(struct sim *s) {
    struct explanation *e = job;
    enum fst_next next;
    s->goes_on = true;
    s->since_reset = LONG_AFTER_RESET;
    sim_attach(s, &e->dump.type, &hooks, e);
    dump_attach(&e->dump, s->dut);
    e->judging = e->judge->make(s);
    from_before_init(&e->before, e->judge, s);
    while ((next = dump_next(&e->dump, e->why)) == FST_CHANGE && !beyond(e, &e->request->to)) {
        one_cycle(e, s);
    }
    e->failed_to_read = next == FST_DAMAGED;
    FILE *open = open_memstream(&e->open, &e->open_size);
    if (!e->failed_to_read && open) {
        e->judge->end(e->judging, open);
    }
    if (open) {
        fclose(open);
    }
}

/* ---- the command ----------------------------------------------------------------------------- */

static const struct explain_judge *judge_of(enum dut_kind kind) {
    static const struct explain_judge *const judges[] = {&explain_mem_port, &explain_mag,
                                                         &explain_slot, &explain_bank};
    for (unsigned i = 0; i < sizeof judges / sizeof judges[0]; i++) {
        if (judges[i]->kind == kind) {
            return judges[i];
        }
    }
    return NULL;
}

/* What the file's name or a name in it may hold does not reach the terminal. */
static int refuse(struct explanation *e) {
    for (char *c = e->why; *c; c++) {
        if ((unsigned char)*c < ' ' || *c == 0x7f) {
            *c = '?';
        }
    }
    fflush(e->out);
    fprintf(stderr, "cosim: %s\n", e->why);
    dump_close(&e->dump);
    return 2;
}

static int refuse_kind(struct explanation *e) {
    struct text t = text_into(e->why, sizeof e->why);
    text_add(&t, "%s: explain judges memory ports and agents, and %s is neither",
             e->request->dump.path, e->request->dump.scope);
    dump_suggest(&e->dump, "mem_in_data", &t);
    return refuse(e);
}

int explain(const struct explain_request *request, FILE *out) {
    static struct explanation e;
    const struct scenario scenario = {"explain", run};
    struct run_result result;
    memset(&e, 0, sizeof e);
    e.request = request;
    e.out = out;
    e.failure_time = UINT64_MAX;
    if (!dump_open(&e.dump, &request->dump, e.why)) {
        return refuse(&e);
    }
    e.dump.type.bank_desc = request->bank;
    e.judge = judge_of(e.dump.type.kind);
    if (!e.judge) {
        return refuse_kind(&e);
    }
    if (e.judge->look_ahead) {
        e.judge->look_ahead(&e.dump, &request->dump);
    }
    explanation_head(&e);
    job = &e;
    e.views = views_new(&request->views);
    scenario_run("dump", &scenario, &request->options, NULL, &result, NULL);
    int status = 2;
    if (e.failed_to_read) {
        refuse(&e);
    } else if (!result.interrupted) {
        status = explanation_report(&e, &result);
    }
    views_free(e.views);
    free(e.open);
    free(e.events);
    dump_close(&e.dump);
    return result.interrupted ? 130 : status;
}
