/* Mutants that no test need kill, each with its reason (tests/mutants/equivalent.tsv): proven the same
 * design, or argued to differ in nothing the specification demands. A row names its mutant by what is
 * changed into what on which text, not by number, so that it outlives edits elsewhere in the file:
 *
 *     file  operator  original  mutated  text of the source line  reason      (tab separated)
 *
 * The line's text is squeezed (source.h). Lines that begin with # are remarks. */
#ifndef CSRC_MUTATE_ACCEPTED_H
#define CSRC_MUTATE_ACCEPTED_H

#include "mutate/mutant_list.h"

struct accepted_row {
    const char *file, *kind, *original, *mutated, *line, *reason;
    unsigned number; /* its line in the list */
    bool matched;    /* some mutant is meant */
};

struct accepted {
    struct accepted_row *row;
    unsigned rows;
    char *text;
};

/* False after one line on stderr: it cannot be read, or a line has other than six fields. */
bool accepted_read(struct accepted *a, const char *path);
/* The row that means this mutant, which is marked, or NULL; `line` is the text of its source line. */
struct accepted_row *accepted_find(struct accepted *a, const struct mutant *m, const char *line);

#endif
