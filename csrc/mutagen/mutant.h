/* A mutant: an edit of the source, and where in it the choice between mutated and plain is made at
 * run time. */
#ifndef MUTAGEN_MUTANT_H
#define MUTAGEN_MUTANT_H

#include "tree.h"

/* A stretch of a source. Of a statement or of an expression: a choice is an if or a ?: accordingly. */
struct extent {
    size_t from, to;
    bool is_statement;
};

/* A statement or expression that is there twice: with all its choices, and plain for when none of its
 * mutants is selected. Both sides of a ?: of many bits are computed always, so such an expression is
 * computed in a block of its own: a variable of `width` bits (an expression; NULL: no such variable)
 * before the item at offset `item`. */
struct group {
    struct extent extent;
    const char *width;
    size_t item;
};

struct mutant {
    int id; /* from 1 up over all files; 0 before numbering */
    const struct module *module;
    const char *operator;  /* as in mutants.tsv */
    size_t from, to;       /* what is replaced ... */
    const char *text;      /* ... by this */
    struct extent site;    /* the least part around it that can be chosen at run time */
    const char *site_text; /* the site mutated; NULL: the site with the edit */
    struct group group;
};

struct mutants {
    struct mutant *list;
    size_t n, room;
};

void add_mutant(struct mutants *mutants, struct mutant mutant);
/* The mutated text of a mutant's site. */
char *mutated_site(const struct mutant *mutant);
/* The whole source with the mutant in it, nothing else changed. */
char *mutated_source(const struct mutant *mutant);
/* Sorts the mutants of one source from outside in, drops what is the original or another mutant but
 * for white space, and numbers the rest from `id` up. The next free number. */
int number_mutants(struct mutants *mutants, int id);

/* All mutants of a module. */
void mutate_module(struct mutants *mutants, struct module *module);

#endif
