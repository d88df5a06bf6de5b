/*
 * Lines of text from a file or stdin, and one-line complaints about them. Shared by the subcommands
 * that work on text; it must not know what a line means (models/fields.h takes one apart).
 */
#ifndef CSRC_CLI_LINES_H
#define CSRC_CLI_LINES_H

#include <stdbool.h>
#include <stdio.h>

enum { LINE_CHARACTERS = 65536, LINES_NAME_SIZE = 256 };

struct lines {
    FILE *file;
    char name[LINES_NAME_SIZE]; /* for messages: the path, or "stdin" */
    unsigned long number;       /* of the current line, the first is 1 */
    const char *rest;           /* the current line without the blanks around it */
    char text[LINE_CHARACTERS + 1];
};

/* Opens `path`; NULL and "-" are stdin. False after one line on stderr. */
bool lines_open(struct lines *lines, const char *path);
void lines_close(struct lines *lines);

enum lines_status { LINES_READ, LINES_END, LINES_BAD };

/* Goes to the next line that is neither blank nor a comment ('#' first). LINES_BAD after one line on
 * stderr: read error, NUL byte, more than LINE_CHARACTERS. */
enum lines_status lines_next(struct lines *lines);

/* One line "NAME:NUMBER: ..." on stderr about the current line. Returns false. */
__attribute__((format(printf, 2, 3))) bool lines_error(const struct lines *lines,
                                                       const char *format, ...);

/* usage_error() for messages that quote what the user gave: the line stays one line of bounded
 * length, whatever is in it. Returns the exit status. */
__attribute__((format(printf, 1, 2))) int input_error(const char *format, ...);

/* Pushes what was printed out to stdout. False after one line on stderr when it cannot be written,
 * also when an earlier write failed. */
bool output_flush(void);

#endif
