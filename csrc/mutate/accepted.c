#include "mutate/accepted.h"

#include "mutate/source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIELDS = 6, LINE_MOST = 512 };

bool accepted_read(struct accepted *a, const char *path) {
    *a = (struct accepted){.text = read_whole(path, NULL)};
    if (!a->text) {
        fprintf(stderr, "cosim: cannot read %s\n", path);
        return false;
    }
    unsigned room = 1, number = 0;
    for (const char *at = a->text; *at; at++) {
        room += *at == '\n';
    }
    a->row = calloc(room, sizeof *a->row);
    char *at = a->text, *line;
    while (a->row && (line = next_line(&at))) {
        char *f[FIELDS];
        number++;
        if (line[0] == '#' || line[0] == 0) {
            continue;
        }
        if (split_at_tabs(line, f, FIELDS) != FIELDS || f[5][0] == 0) {
            fprintf(stderr, "cosim: %s: line %u has not six fields, the last one a reason\n", path,
                    number);
            return false;
        }
        a->row[a->rows++] =
            (struct accepted_row){f[0], f[1], f[2], f[3], f[4], f[5], number, false};
    }
    return a->row != NULL;
}

struct accepted_row *accepted_find(struct accepted *a, const struct mutant *m, const char *line) {
    char squeezed[LINE_MOST];
    squeeze(line, squeezed, sizeof squeezed);
    for (unsigned i = 0; i < a->rows; i++) {
        struct accepted_row *r = &a->row[i];
        if (strcmp(r->file, m->file) == 0 && strcmp(r->kind, m->kind) == 0 &&
            strcmp(r->original, m->original) == 0 && strcmp(r->mutated, m->mutated) == 0 &&
            strcmp(r->line, squeezed) == 0) {
            r->matched = true;
            return r;
        }
    }
    return NULL;
}
