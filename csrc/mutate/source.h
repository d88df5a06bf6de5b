/* The lines of a source file, as the reports quote them. */
#ifndef CSRC_MUTATE_SOURCE_H
#define CSRC_MUTATE_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

struct source {
    const char *path;
    char *text;
    char **line; /* from 0 up, without their ends */
    unsigned lines;
};

/* False after one line on stderr. */
bool source_read(struct source *s, const char *path);
void source_free(struct source *s);
/* A line by its number, 1-based; "" beyond the end. */
const char *source_line(const struct source *s, unsigned number);
/* Copies text with each run of white space as one space, none at the ends. */
void squeeze(const char *text, char *buf, size_t size);

#endif
