#define _GNU_SOURCE /* vasprintf */
#include "source.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

/* Chained, so that a leak checker sees all of it in use. */
struct piece {
    struct piece *before;
    max_align_t data[];
};

static struct piece *kept;

__attribute__((noreturn)) static void out_of_memory(void) {
    fputs("mutagen: out of memory\n", stderr);
    exit(1);
}

void *keep(size_t size) {
    struct piece *piece = calloc(1, sizeof *piece + size);
    if (!piece)
        out_of_memory();
    piece->before = kept;
    kept = piece;
    return piece->data;
}

char *keep_piece(const char *text, size_t from, size_t to) {
    char *copy = keep(to - from + 1);
    memcpy(copy, text + from, to - from);
    return copy;
}

char *keep_format(const char *format, ...) {
    char *text;
    va_list args;
    va_start(args, format);
    int length = vasprintf(&text, format, args);
    va_end(args);
    if (length < 0)
        out_of_memory();
    char *copy = keep_piece(text, 0, (size_t)length);
    free(text);
    return copy;
}

__attribute__((noreturn)) static void cannot_read(const char *path, const char *why) {
    fprintf(stderr, "mutagen: cannot read %s: %s\n", path, why);
    exit(1);
}

struct source source_read(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file)
        cannot_read(path, strerror(errno));
    struct source source = {.path = path};
    char *whole;
    FILE *copy = open_memstream(&whole, &source.length);
    char block[4096];
    for (size_t n; copy && (n = fread(block, 1, sizeof block, file)) > 0;)
        fwrite(block, 1, n, copy);
    if (ferror(file) || !copy || fclose(copy))
        cannot_read(path, strerror(errno));
    fclose(file);
    if (memchr(whole, 0, source.length))
        cannot_read(path, "no text: it has zero bytes");
    source.text = keep_piece(whole, 0, source.length);
    free(whole);
    return source;
}

size_t source_line(const struct source *source, size_t at) {
    size_t line = 1;
    for (size_t i = 0; i < at && i < source->length; i++)
        line += source->text[i] == '\n';
    return line;
}

size_t source_column(const struct source *source, size_t at) {
    size_t column = 1;
    while (at > 0 && source->text[at - 1] != '\n') {
        at--;
        column++;
    }
    return column;
}

void source_refuse(const struct source *source, size_t at, const char *format, ...) {
    char line[300];
    struct text text = text_into(line, sizeof line);
    va_list args;
    va_start(args, format);
    text_vadd(&text, format, args);
    va_end(args);
    text_plain(line);
    fprintf(stderr, "%s:%zu: %s\n", source->path, source_line(source, at), line);
    exit(1);
}
