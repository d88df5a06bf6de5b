#include "explain/explanation.h"

#include "check.h"
#include "sim/wrap.h"

#include <string.h>

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

void explanation_head(const struct explanation *e) {
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
    if (r->seen.flits + r->seen.words > 0) {
        fprintf(e->out, "  compared    %s flits, %s words\n", text_grouped(r->seen.flits),
                text_grouped(r->seen.words));
    }
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

/* Lines of at most 80 columns: whole words of data are for a viewer. */
static void print_events(const struct explanation *e) {
    for (const char *at = e->events; at && *at;) {
        const int length = (int)strcspn(at, "\n");
        fprintf(e->out, "%.*s%s\n", length > 80 ? 77 : length, at, length > 80 ? "..." : "");
        at += length + (at[length] == '\n');
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
        fprintf(e->out, "  events      the last before it\n");
        print_events(e);
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

int explanation_report(const struct explanation *e, const struct run_result *r) {
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
    if (e->open) {
        fputs(e->open, e->out);
    }
    const unsigned findings = print_failures(e, r) + print_unknown(e);
    if (findings > 0) {
        fprintf(e->out, "%u finding%s\n", findings, findings == 1 ? "" : "s");
        return 1;
    }
    fprintf(e->out, e->before.first.set ? "nothing flagged\n" : "clean\n");
    return 0;
}
