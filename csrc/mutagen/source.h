/* A source file in memory, places in it, and the one way to refuse it. Memory of this program is
 * kept until it ends: keep_*() never fails and is never freed. */
#ifndef MUTAGEN_SOURCE_H
#define MUTAGEN_SOURCE_H

#include <stddef.h>

struct source {
    const char *path; /* as given on the command line */
    const char *text; /* `length` characters and a terminating zero */
    size_t length;
};

/* The file; what cannot be read ends the program with a line. */
struct source source_read(const char *path);
/* Line and column of offset `at`, from 1. */
size_t source_line(const struct source *source, size_t at);
size_t source_column(const struct source *source, size_t at);
/* Says what is wrong at offset `at` as PATH:LINE: ... and ends the program with status 1. */
__attribute__((noreturn, format(printf, 3, 4))) void
source_refuse(const struct source *source, size_t at, const char *format, ...);

/* Zeroed memory. */
void *keep(size_t size);
/* The characters from `from` up to, without, `to`. */
char *keep_piece(const char *text, size_t from, size_t to);
__attribute__((format(printf, 1, 2))) char *keep_format(const char *format, ...);

#endif
