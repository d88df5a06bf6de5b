#include "mutate/report.h"

#include "mutate/source.h"

#include <stdlib.h>
#include <string.h>

static struct report_tally *tally_of(struct report *r, const struct mutant *m) {
    for (unsigned i = 0; i < r->modules; i++) {
        if (strcmp(r->module[i].module, m->module) == 0 &&
            strcmp(r->module[i].file, m->file) == 0) {
            return &r->module[i];
        }
    }
    if (r->modules == REPORT_MODULES) {
        fprintf(stderr, "cosim: more than %d modules: raise REPORT_MODULES\n", REPORT_MODULES);
        exit(2);
    }
    r->module[r->modules] = (struct report_tally){.module = m->module, .file = m->file};
    return &r->module[r->modules++];
}

static void count(struct report_tally *t, enum fate fate, bool accepted) {
    t->all++;
    t->fate[fate]++;
    t->accepted += fate == FATE_SURVIVED && accepted;
}

/* Quotes the source line of each mutant and looks it up in the list. */
static bool take_lines(struct report_group *g, struct accepted *list) {
    struct source source = {0};
    for (unsigned i = 0; i < g->mutants.count; i++) {
        const struct mutant *m = &g->mutants.mutant[i];
        if (!source.path || strcmp(source.path, m->file) != 0) {
            source_free(&source);
            if (!source_read(&source, m->file)) {
                return false;
            }
        }
        g->line[i] = strdup(source_line(&source, m->line));
        g->accepted[i] = accepted_find(list, m, g->line[i]);
    }
    source_free(&source);
    return true;
}

static bool read_group(struct report *r, struct accepted *list, const char *name,
                       const char *folder) {
    struct report_group *g = &r->group[r->groups++];
    char path[512];
    snprintf(path, sizeof path, "%s/mutants.tsv", folder);
    if (!mutant_list_read(&g->mutants, path)) {
        return false;
    }
    const char *slash = strrchr(folder, '/');
    const unsigned n = g->mutants.count;
    g->name = slash ? slash + 1 : folder;
    g->record = calloc(n + 1, sizeof *g->record);
    g->accepted = calloc(n + 1, sizeof(void *));
    g->line = calloc(n + 1, sizeof *g->line);
    snprintf(path, sizeof path, "%s/%s.tsv", folder, name);
    if (!g->record || !g->accepted || !g->line || !take_lines(g, list)) {
        return false;
    }
    if (!fates_read(path, g->record, n)) {
        fprintf(stderr, "cosim: cannot read %s (make mutate makes it)\n", path);
        return false;
    }
    for (unsigned i = 0; i < n; i++) {
        struct report_tally *t = tally_of(r, &g->mutants.mutant[i]);
        if (g->record[i].fate != FATE_UNKNOWN) {
            count(t, g->record[i].fate, g->accepted[i]);
            count(&r->total, g->record[i].fate, g->accepted[i]);
        }
    }
    return true;
}

bool report_read(struct report *r, struct accepted *list, const char *name, char *const *folder,
                 unsigned folders) {
    *r = (struct report){0};
    for (unsigned i = 0; i < folders; i++) {
        if (i == REPORT_GROUPS) {
            fprintf(stderr, "cosim: more than %d groups: raise REPORT_GROUPS\n", REPORT_GROUPS);
            return false;
        }
        if (!read_group(r, list, name, folder[i])) {
            return false;
        }
    }
    return true;
}

static bool has_file(const struct report *r, const char *file) {
    for (unsigned i = 0; i < r->modules; i++) {
        if (strcmp(r->module[i].file, file) == 0) {
            return true;
        }
    }
    return false;
}

unsigned report_stale_rows(const struct report *r, const struct accepted *list, FILE *out) {
    unsigned stale = 0;
    for (unsigned i = 0; i < list->rows; i++) {
        const struct accepted_row *row = &list->row[i];
        const bool gone = !row->matched && has_file(r, row->file);
        if (gone) {
            fprintf(out, "the list's line %u means no mutant of %s: %s -> %s\n", row->number,
                    row->file, row->original, row->mutated);
        }
        stale += gone;
    }
    for (unsigned g = 0; g < r->groups; g++) {
        for (unsigned i = 0; i < r->group[g].mutants.count; i++) {
            const struct accepted_row *row = r->group[g].accepted[i];
            const struct fate_record *f = &r->group[g].record[i];
            const bool killed = row && f->fate != FATE_UNKNOWN && f->fate != FATE_SURVIVED;
            if (killed) {
                fprintf(out, "the list's line %u means mutant %u of %s, which %s kills: %s\n",
                        row->number, i + 1, r->group[g].name,
                        f->fate == FATE_NAMED ? f->check : fate_words[f->fate], f->trial);
            }
            stale += killed;
        }
    }
    return stale;
}

unsigned report_score(const struct report_tally *t, bool named) {
    const unsigned judged = t->all - t->accepted;
    const unsigned killed = named ? t->fate[FATE_NAMED] : t->all - t->fate[FATE_SURVIVED];
    return judged ? (unsigned)((uint64_t)killed * 10000 / judged) : 10000;
}
