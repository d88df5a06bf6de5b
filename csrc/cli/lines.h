/*
 * Lines of text from a file or stdin, their fields, and one-line complaints about them. Shared by
 * the subcommands that work on text; it must not know what a line means.
 */
#ifndef CSRC_CLI_LINES_H
#define CSRC_CLI_LINES_H

#include "word.h"

#include <stdio.h>

enum { LINE_CHARACTERS = 65536, LINES_NAME_SIZE = 256 };

struct lines {
    FILE *file;
    char name[LINES_NAME_SIZE]; /* for messages: the path, or "stdin" */
    unsigned long number;       /* of the current line, the first is 1 */
    const char *rest;           /* what of the current line has not been taken as a field */
    char text[LINE_CHARACTERS + 1];
};

/* Opens `path`; NULL and "-" are stdin. False after one line on stderr. */
bool lines_open(struct lines *lines, const char *path);
void lines_close(struct lines *lines);

enum lines_status { LINES_READ, LINES_END, LINES_BAD };

/* Goes to the next line that is neither blank nor a comment ('#' first); `rest` is the line without
 * the blanks around it. LINES_BAD after one line on stderr: read error, NUL byte, more than
 * LINE_CHARACTERS. */
enum lines_status lines_next(struct lines *lines);

/* The next field of the current line, fields being separated by blanks; not terminated. Returns
 * its length, 0 when there is none. */
size_t lines_field(struct lines *lines, const char **field);

/* Takes a field that is "0" or "1". False after one line on stderr. */
bool lines_bit(struct lines *lines, const char *name, unsigned *bit);

/* Takes `count` fields of 64 digits, called <name>0, <name>1, ... in messages. False after one line
 * on stderr. */
bool lines_words(struct lines *lines, const char *name, unsigned count, struct word *words);

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
