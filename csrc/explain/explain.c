#include "explain/explain.h"

#include "check.h"
#include "explain/explain_judge.h"
#include "explain/from_before.h"
#include "sim/suite.h"
#include "sim/wrap.h"

#include <math.h>
#include <string.h>

/* Longer after reset than any rule looks: the dump begins in the middle of a run. */
enum { LONG_AFTER_RESET = 1000000 };

struct explanation {
    const struct explain_request *request;
    const struct explain_judge *judge;
    FILE *out;
    struct dump dump;
    void *judging;
    struct views *views;
    struct from_before before;
    bool reporting;  /* `from` is reached */
    bool reset_seen; /* so the state of the design is known */
    uint64_t cycles, first_cycle, last_cycle, first_time, last_time;
    uint64_t before_reset; /* cycles not judged: a control pin was X or Z and no reset seen */
    uint64_t failure_time;
    bool failed_to_read;
    char why[DUMP_WHY_SIZE];
};

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
    if (!e->failed_to_read) {
        e->judge->end(e->judging, e->out);
    }
}

/* ---- what is printed ------------------------------------------------------------------------- */

static void print(FILE *out, const char *label, const char *content) {
    char lines[4096];
    struct text t = text_into(lines, sizeof lines);
    text_paragraph(&t, label, content);
    fputs(lines, out);
}

static void print_parameters(const struct explanation *e) {
    static const char *const source[] = {" (default)", "", " (given)", " (seen)"};
    char list[600];
    struct text t = text_into(list, sizeof list);
    for (unsigned i = 0; i < e->dump.parameters; i++) {
        const struct dump_parameter *p = &e->dump.parameter[i];
        text_add(&t, "%s%s %u%s", i ? ", " : "", p->name, *p->value, source[p->source]);
    }
    print(e->out, "parameters", list);
}

static const char *unit_text(int exponent) {
    static const char *const unit[] = {"s", "ms", "us", "ns", "ps", "fs"};
    static char text[16];
    const int whole = exponent >= 0 ? 0 : (-exponent + 2) / 3;
    static const char *const tens[] = {"1", "10", "100"};
    if (exponent > 2 || whole > 5) {
        return "?";
    }
    snprintf(text, sizeof text, "%s %s", tens[exponent + whole * 3], unit[whole]);
    return text;
}

static void print_head(const struct explanation *e) {
    const struct explain_request *q = e->request;
    fprintf(e->out, "%s: %s %s, clock %s\n", q->dump.path, e->judge->what, q->dump.scope,
            q->dump.clock);
    print_parameters(e);
}

static void print_checks(const struct explanation *e, const struct run_result *r) {
    char met[1200], unmet[1200];
    struct text a = text_into(met, sizeof met), b = text_into(unmet, sizeof unmet);
    for (unsigned i = 0; i < e->judge->check_count; i++) {
        const enum check_id id = e->judge->checks[i];
        struct text *t = r->seen.evaluations[id] ? &a : &b;
        text_add(t, "%s%s", t->used ? ", " : "", check_text(id));
    }
    print(e->out, "checked", met);
    print(e->out, "no occasion", unmet);
    print(e->out, "not run", e->judge->not_run);
}

static void print_cycles(const struct explanation *e, const struct run_result *r) {
    char line[200];
    snprintf(line, sizeof line, "%s, number %s at time %s to %s at %s (units of %s)",
             text_grouped(e->cycles), text_grouped(e->first_cycle), text_grouped(e->first_time),
             text_grouped(e->last_cycle), text_grouped(e->last_time),
             unit_text(fst_front_of(e->dump.reader)->exponent));
    print(e->out, "cycles", line);
    if (e->before_reset > 0) {
        snprintf(line, sizeof line,
                 "%s cycles before the first reset are not judged: valid or busy is X in them",
                 text_grouped(e->before_reset));
        print(e->out, "no reset", line);
    }
    fprintf(e->out, "  compared    %s flits, %s words\n", text_grouped(r->seen.flits),
            text_grouped(r->seen.words));
}

/* X or Z on a control pin is a finding, in a payload a remark. Returns how many findings. */
static unsigned print_unknown(const struct explanation *e) {
    unsigned findings = 0;
    for (unsigned i = 0; i < e->dump.pins; i++) {
        const struct dump_pin *p = &e->dump.pin[i];
        const bool control = p->role == PIN_CONTROL;
        if (p->unknown_cycles > 0) {
            fprintf(e->out, "%s %s is X or Z outside reset in %s cycle%s, first %s (time %s)\n",
                    control ? "FAIL" : "note:", p->pin.name, text_grouped(p->unknown_cycles),
                    p->unknown_cycles == 1 ? "" : "s", text_grouped(p->unknown_first),
                    text_grouped(p->unknown_first_time));
            findings += control;
        }
    }
    return findings;
}

/* A wrong parameter looks like a wrong design. */
static void print_assumed(const struct explanation *e, const struct run_result *r) {
    bool assumed = false;
    for (unsigned i = 0; i < e->dump.parameters; i++) {
        assumed |= e->dump.parameter[i].source == PARAMETER_DEFAULT;
    }
    if (assumed && r->failure.set) {
        print(e->out, "assumed",
              "the dump does not have the parameters marked (default): if they "
              "are others, say so with --params");
    }
}

static unsigned print_failures(const struct explanation *e, const struct run_result *r) {
    char lines[8192], list[600];
    struct text t = text_into(list, sizeof list);
    unsigned findings = 0;
    for (unsigned i = 0; i < CHECK_COUNT; i++) {
        findings += r->seen.failed[i] > 0;
        if (r->seen.failed[i] > 0) {
            text_add(&t, "%s%s %s", t.used ? ", " : "", check_text((enum check_id)i),
                     text_grouped(r->seen.failed[i]));
        }
        if (r->seen.waived[i] > 0) {
            fprintf(e->out, "  waived      %s %s times\n", check_text((enum check_id)i),
                    text_grouped(r->seen.waived[i]));
        }
    }
    if (findings > 0) {
        const struct failure *f = &r->failure;
        fprintf(e->out, "FAIL %s on %s  cycle %s  time %s\n", check_text(f->check), f->where,
                text_grouped(f->cycle), text_grouped(e->failure_time));
        failure_format(f, lines, sizeof lines);
        fputs(lines, e->out);
        print(e->out, "in all", list);
    }
    return findings;
}

static void print_from_before(const struct explanation *e) {
    const struct from_before *b = &e->before;
    char line[500], list[600], lines[4096];
    struct text t = text_into(line, sizeof line), l = text_into(list, sizeof list);
    if (!b->in_the_middle) {
        return;
    }
    text_add(&t, "the dump begins in the middle of a run: what requests from before it can explain "
                 "is not flagged ");
    if (b->stage == BEFORE_NOTHING) {
        text_add(&t, "before %s", text_grouped(b->sure_since));
    } else {
        text_add(&t, "(no reset, nor %d cycles in which nothing moves and %s in which all fits)",
                 QUIET_CYCLES, text_grouped(TRIAL_CYCLES));
    }
    print(e->out, "begun", line);
    for (unsigned i = 0; i < CHECK_COUNT; i++) {
        if (b->counted[i] > 0) {
            text_add(&l, "%s%s %s", l.used ? ", " : "", check_text((enum check_id)i),
                     text_grouped(b->counted[i]));
        }
    }
    print(e->out, "not flagged", list);
    if (b->first.set) {
        fprintf(e->out, "perhaps %s on %s  cycle %s\n", check_text(b->first.check), b->first.where,
                text_grouped(b->first.cycle));
        failure_format(&b->first, lines, sizeof lines);
        fputs(lines, e->out);
    }
}

/* ---- the command ----------------------------------------------------------------------------- */

static const struct explain_judge *judge_of(enum dut_kind kind) {
    static const struct explain_judge *const judges[] = {&explain_mem_port};
    for (unsigned i = 0; i < sizeof judges / sizeof judges[0]; i++) {
        if (judges[i]->kind == kind) {
            return judges[i];
        }
    }
    return NULL;
}

static int report(const struct explanation *e, const struct run_result *r) {
    if (e->cycles == 0) {
        fprintf(stderr, "cosim: %s has no cycle in those limits\n", e->request->dump.path);
        return 2;
    }
    if (!views_write(e->views, e->request->dump.path, e->out)) {
        return 2;
    }
    fprintf(e->out, "\n");
    print_cycles(e, r);
    print_checks(e, r);
    print_assumed(e, r);
    print_from_before(e);
    const unsigned findings = print_failures(e, r) + print_unknown(e);
    if (findings > 0) {
        fprintf(e->out, "%u finding%s\n", findings, findings == 1 ? "" : "s");
        return 1;
    }
    fprintf(e->out, e->before.first.set ? "nothing flagged\n" : "clean\n");
    return 0;
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
    text_add(&t, "%s: explain judges memory ports, and %s is none", e->request->dump.path,
             e->request->dump.scope);
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
    e.judge = judge_of(e.dump.type.kind);
    if (!e.judge) {
        return refuse_kind(&e);
    }
    if (e.judge->look_ahead) {
        e.judge->look_ahead(&e.dump, &request->dump);
    }
    print_head(&e);
    job = &e;
    e.views = views_new(&request->views);
    scenario_run("dump", &scenario, &request->options, NULL, &result, NULL);
    int status = 2;
    if (e.failed_to_read) {
        refuse(&e);
    } else if (!result.interrupted) {
        status = report(&e, &result);
    }
    views_free(e.views);
    dump_close(&e.dump);
    return result.interrupted ? 130 : status;
}
