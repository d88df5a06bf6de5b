#include "bfm/vectors.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

enum { LINE_SIZE = 1024 };

/* Reads one blank-separated word of 64 digits; NULL when it is none. */
static const char *parse_word(const char *text, struct word *word) {
    text += strspn(text, " ");
    if (strspn(text, "0123456789abcdefABCDEF") != WORD_HEX_DIGITS ||
        !word_parse(text, WORD_HEX_DIGITS, word)) {
        return NULL;
    }
    return text + WORD_HEX_DIGITS;
}

static bool parse_line(const char *text, struct vector *v) {
    if ((text[0] != '0' && text[0] != '1') || text[1] != ' ') {
        return false;
    }
    v->mode = (uint8_t)(text[0] - '0');
    text++;
    for (unsigned i = 0; text && i < MXFP7_BEATS; i++) {
        text = parse_word(text, &v->beat[i]);
    }
    for (unsigned i = 0; text && i < MXFP7_WORDS; i++) {
        text = parse_word(text, &v->word[i]);
    }
    return text && text[strspn(text, " \r\n")] == '\0';
}

static bool append(struct vectors *vectors, unsigned *room, const struct vector *v) {
    if (vectors->count == *room) {
        *room = *room ? 2 * *room : 64;
        struct vector *grown = realloc(vectors->at, *room * sizeof *grown);
        if (!grown) {
            return false;
        }
        vectors->at = grown;
    }
    vectors->at[vectors->count++] = *v;
    return true;
}

static bool read_lines(struct vectors *vectors, FILE *file, const char *path, char error[256]) {
    char line[LINE_SIZE];
    unsigned room = 0;
    for (unsigned number = 1; fgets(line, sizeof line, file); number++) {
        if (line[0] == '#' || line[strspn(line, " \r\n")] == '\0') {
            continue;
        }
        struct vector v = {.line = number};
        if (!parse_line(line, &v)) {
            snprintf(error, 256, "%s:%u: not a line of mode, 8 beats and 4 words", path, number);
            return false;
        }
        if (!append(vectors, &room, &v)) {
            snprintf(error, 256, "%s: out of memory", path);
            return false;
        }
    }
    return true;
}

bool vectors_load(struct vectors *vectors, const char *path, char error[256]) {
    *vectors = (struct vectors){0, NULL};
    FILE *file = fopen(path, "r");
    if (!file) {
        snprintf(error, 256, "%s: %s", path, strerror(errno));
        return false;
    }
    const bool read = read_lines(vectors, file, path, error);
    fclose(file);
    if (!read) {
        vectors_free(vectors);
    }
    return read;
}

void vectors_free(struct vectors *vectors) {
    free(vectors->at);
    *vectors = (struct vectors){0, NULL};
}
