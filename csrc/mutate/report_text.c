/* The reports for terminals and for grep. */
#include "mutate/report.h"
#include "mutate/source.h"
#include "sim/wrap.h"

#include <errno.h>
#include <string.h>

static void score_text(const struct report_tally *t, bool named, char buf[16]) {
    const unsigned score = report_score(t, named);
    snprintf(buf, 16, "%u.%u", score / 100, score / 10 % 10);
}

static void row(const char *name, const struct report_tally *t, FILE *out) {
    char score[16];
    score_text(t, false, score);
    fprintf(out, "  %-22s%8s%8s%7s%7s%8s%7s%8s\n", name, text_grouped(t->all),
            text_grouped(t->fate[FATE_NAMED]), text_grouped(t->fate[FATE_STALL]),
            text_grouped(t->fate[FATE_CRASH] + t->fate[FATE_TIMEOUT]), text_grouped(t->accepted),
            text_grouped(t->fate[FATE_SURVIVED] - t->accepted), score);
}

/* Banks have a module of the same name each: the folder tells them apart. */
static void module_name(const struct report_tally *t, char buf[64]) {
    const char *bank = strstr(t->file, "banks/");
    if (bank && strcmp(t->module, "xform_bank") == 0) {
        const char *folder = bank + strlen("banks/");
        snprintf(buf, 64, "xform_bank %.*s", (int)strcspn(folder, "/"), folder);
    } else {
        snprintf(buf, 64, "%s", t->module);
    }
}

void report_print(const struct report *r, FILE *out) {
    char all[16], named[16], name[64];
    double seconds = 0;
    fprintf(out, "                                by     only  crash,     on\n");
    fprintf(out, "  module               mutants   check  stall   hang    list  alive   score\n");
    for (unsigned i = 0; i < r->modules; i++) {
        if (r->module[i].all > 0) {
            module_name(&r->module[i], name);
            row(name, &r->module[i], out);
        }
    }
    row("all", &r->total, out);
    score_text(&r->total, false, all);
    score_text(&r->total, true, named);
    for (unsigned g = 0; g < r->groups; g++) {
        for (unsigned i = 0; i < r->group[g].mutants.count; i++) {
            seconds += r->group[g].record[i].seconds;
        }
    }
    fprintf(out, "\n  killed      %s %% of those not on the list, at least %d; %s %% by a check\n",
            all, LEAST_SCORE, named);
    fprintf(out, "              that says what is wrong\n");
    fprintf(out, "  took        %s s of processor time, %.2f a mutant\n",
            text_grouped((uint64_t)seconds), r->total.all ? seconds / r->total.all : 0);
}

/* file:line operator: a -> b | fate ID scenario cycle */
static void mutant_line(const struct report_group *g, unsigned i, FILE *out) {
    const struct mutant *m = &g->mutants.mutant[i];
    const struct fate_record *f = &g->record[i];
    fprintf(out, "%s %u\t%s\t%s:%u\t%s\t%s -> %s\t", g->name, m->id, m->module, m->file, m->line,
            m->kind, m->original, m->mutated);
    if (f->fate == FATE_SURVIVED) {
        char line[512];
        squeeze(g->line[i], line, sizeof line);
        fprintf(out, "%s\t%s\n", g->accepted[i] ? "accepted" : "alive",
                g->accepted[i] ? g->accepted[i]->reason : line);
    } else {
        fprintf(out, "%s\t%s in %s, cycle %s\n", fate_words[f->fate], f->check, f->trial,
                text_grouped(f->cycle));
    }
}

static bool write_list(const struct report *r, const char *folder, const char *name,
                       bool (*wanted)(const struct report_group *g, unsigned i)) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *out = fopen(path, "w");
    for (unsigned g = 0; out && g < r->groups; g++) {
        for (unsigned i = 0; i < r->group[g].mutants.count; i++) {
            if (r->group[g].record[i].fate != FATE_UNKNOWN && wanted(&r->group[g], i)) {
                mutant_line(&r->group[g], i, out);
            }
        }
    }
    if (!out || fclose(out) != 0) {
        fprintf(stderr, "cosim: cannot write %s: %s\n", path, strerror(errno));
        return false;
    }
    return true;
}

static bool any(const struct report_group *g, unsigned i) {
    (void)g;
    (void)i;
    return true;
}

static bool alive(const struct report_group *g, unsigned i) {
    return g->record[i].fate == FATE_SURVIVED && !g->accepted[i];
}

static bool only_stalled(const struct report_group *g, unsigned i) {
    return g->record[i].fate == FATE_STALL;
}

bool report_write_lists(const struct report *r, const char *folder) {
    return write_list(r, folder, "mutants.txt", any) &&
           write_list(r, folder, "survivors.txt", alive) &&
           write_list(r, folder, "stalls.txt", only_stalled);
}
