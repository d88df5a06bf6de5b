#include "mutant.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void add_mutant(struct mutants *mutants, struct mutant mutant) {
    if (mutants->n == mutants->room) {
        size_t room = mutants->room ? 2 * mutants->room : 256;
        struct mutant *list = keep(room * sizeof *list);
        if (mutants->n)
            memcpy(list, mutants->list, mutants->n * sizeof *list);
        mutants->list = list;
        mutants->room = room;
    }
    mutants->list[mutants->n++] = mutant;
}

char *mutated_site(const struct mutant *m) {
    const char *text = m->module->source->text;
    if (m->site_text)
        return keep_format("%s", m->site_text);
    return keep_format("%.*s%s%.*s", (int)(m->from - m->site.from), text + m->site.from, m->text,
                       (int)(m->site.to - m->to), text + m->to);
}

char *mutated_source(const struct mutant *m) {
    const char *text = m->module->source->text;
    return keep_format("%.*s%s%s", (int)m->from, text, m->text, text + m->to);
}

/* Of the visible characters of the source with `text` in place of from..to (FNV-1a). */
static uint64_t digest(const struct source *source, size_t from, size_t to, const char *text) {
    const char *parts[] = {source->text, text, source->text + to};
    size_t lengths[] = {from, strlen(text), source->length - to};
    uint64_t hash = 0xcbf29ce484222325;
    for (int i = 0; i < 3; i++)
        for (size_t k = 0; k < lengths[i]; k++)
            if (!isspace((unsigned char)parts[i][k]))
                hash = (hash ^ (unsigned char)parts[i][k]) * 0x100000001b3;
    return hash;
}

/* By site, the outer one first; what sites share, in the order of operators. */
static int by_site(const void *left, const void *right) {
    const struct mutant *a = left, *b = right;
    if (a->site.from != b->site.from)
        return a->site.from < b->site.from ? -1 : 1;
    if (a->site.to != b->site.to)
        return a->site.to > b->site.to ? -1 : 1;
    return a->id - b->id;
}

int number_mutants(struct mutants *mutants, int id) {
    if (!mutants->n)
        return id;
    const struct source *source = mutants->list[0].module->source;
    uint64_t *seen = keep((mutants->n + 1) * sizeof *seen);
    size_t n = 0;
    seen[n++] = digest(source, 0, 0, "");
    for (size_t i = 0; i < mutants->n; i++) {
        const struct mutant *m = &mutants->list[i];
        uint64_t hash = digest(source, m->from, m->to, m->text);
        size_t k = 0;
        while (k < n && seen[k] != hash)
            k++;
        if (k < n)
            continue;
        seen[n++] = hash;
        mutants->list[n - 2] = *m;
        mutants->list[n - 2].id = (int)n;
    }
    mutants->n = n - 1;
    qsort(mutants->list, mutants->n, sizeof *mutants->list, by_site);
    for (size_t i = 0; i < mutants->n; i++)
        mutants->list[i].id = id++;
    return id;
}
