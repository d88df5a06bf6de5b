/* The mutants of a group of modules, as the generator lists them (csrc/mutagen, mutants.tsv). */
#ifndef CSRC_MUTATE_MUTANT_LIST_H
#define CSRC_MUTATE_MUTANT_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct mutant {
    unsigned id;                   /* from 1 up, its place in the list */
    unsigned line, column, length; /* of the original text in the file; 1-based, characters */
    const char *file;              /* path from the project's root */
    const char *module;
    const char *kind; /* the operator that made it */
    const char *original, *mutated;
};

struct mutant_list {
    struct mutant *mutant;
    unsigned count;
    char *text; /* what the mutants point into */
};

/* Reads the file, for the rest of the process. False after one line on stderr: it cannot be read, or
 * a line is not nine fields with ids from 1 up. */
bool mutant_list_read(struct mutant_list *list, const char *path);

/* The whole file, terminated, for the caller to free; NULL without a word when it cannot be read.
 * `size` may be NULL. */
char *read_whole(const char *path, uint64_t *size);

/* The next line of the text at *at, cut off at its end; NULL at the end of the text. */
char *next_line(char **at);
/* Splits a line at its tabs into at most `most` fields in place; returns how many there were. */
unsigned split_at_tabs(char *line, char **field, unsigned most);

/* Room for `count` objects, one at least, all zeros; never NULL. */
void *zeroed(size_t count, size_t size);

#endif
