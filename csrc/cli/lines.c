#include "cli/lines.h"

#include "cli/cli.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>

enum { MESSAGE_SIZE = 512 };

#define BLANKS " \t\r\v\f"

/* Quoted input may hold line feeds and terminal escapes. */
static void plain(char *text) {
    for (; *text; text++) {
        if (iscntrl((unsigned char)*text)) {
            *text = '?';
        }
    }
}

int input_error(const char *format, ...) {
    char message[MESSAGE_SIZE];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    plain(message);
    return usage_error("%s", message);
}

bool lines_error(const struct lines *lines, const char *format, ...) {
    char message[MESSAGE_SIZE];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    plain(message);
    fprintf(stderr, "%s:%lu: %s\n", lines->name, lines->number, message);
    return false;
}

bool output_flush(void) {
    /* A failed write drops what was buffered, so a later flush alone can look fine. */
    const bool failed_before = ferror(stdout) != 0;
    if (fflush(stdout) == 0 && !failed_before) {
        return true;
    }
    input_error("stdout: %s", failed_before ? "cannot be written" : strerror(errno));
    return false;
}

bool lines_open(struct lines *lines, const char *path) {
    const bool is_stdin = path == NULL || strcmp(path, "-") == 0;
    lines->file = is_stdin ? stdin : fopen(path, "r");
    lines->number = 0;
    lines->text[0] = '\0';
    lines->rest = lines->text;
    snprintf(lines->name, sizeof lines->name, "%s", is_stdin ? "stdin" : path);
    plain(lines->name);
    if (lines->file == NULL) {
        input_error("%s: %s", lines->name, strerror(errno));
        return false;
    }
    return true;
}

void lines_close(struct lines *lines) {
    if (lines->file != stdin) {
        fclose(lines->file);
    }
}

static enum lines_status read_line(struct lines *lines) {
    size_t length = 0;
    int c;
    lines->number++;
    while ((c = getc_unlocked(lines->file)) != EOF && c != '\n') {
        if (c == '\0') {
            lines_error(lines, "NUL byte at character %zu; this is not text", length + 1);
            return LINES_BAD;
        }
        if (length == LINE_CHARACTERS) {
            lines_error(lines, "line of more than %d characters", LINE_CHARACTERS);
            return LINES_BAD;
        }
        lines->text[length++] = (char)c;
    }
    const bool empty = length == 0;
    while (length > 0 && strchr(BLANKS, lines->text[length - 1]) != NULL) {
        length--;
    }
    lines->text[length] = '\0';
    lines->rest = lines->text;
    if (c == EOF && ferror(lines->file)) {
        input_error("%s: %s", lines->name, strerror(errno));
        return LINES_BAD;
    }
    return c == EOF && empty ? LINES_END : LINES_READ;
}

enum lines_status lines_next(struct lines *lines) {
    enum lines_status status;
    do {
        status = read_line(lines);
        lines->rest += strspn(lines->rest, BLANKS);
    } while (status == LINES_READ && (*lines->rest == '#' || *lines->rest == '\0'));
    return status;
}

size_t lines_field(struct lines *lines, const char **field) {
    *field = lines->rest + strspn(lines->rest, BLANKS);
    const size_t length = strcspn(*field, BLANKS);
    lines->rest = *field + length;
    return length;
}

bool lines_bit(struct lines *lines, const char *name, unsigned *bit) {
    const char *field;
    const size_t length = lines_field(lines, &field);
    if (length != 1 || (*field != '0' && *field != '1')) {
        return lines_error(lines, "%s: expected 0 or 1, got '%.*s'", name,
                           (int)(length < 40 ? length : 40), field);
    }
    *bit = *field == '1';
    return true;
}

static bool parse_word(const struct lines *lines, const char *name, unsigned index,
                       const char *field, size_t length, struct word *word) {
    if (length == 0) {
        return lines_error(lines, "%s%u is missing; it takes %d hex digits", name, index,
                           WORD_HEX_DIGITS);
    }
    for (size_t i = 0; i < length; i++) {
        if (hex_digit_value(field[i]) < 0) {
            return lines_error(lines, "%s%u: character %zu, '%c', is no hex digit", name, index,
                               i + 1, field[i]);
        }
    }
    if (length != WORD_HEX_DIGITS) {
        return lines_error(lines, "%s%u: expected %d hex digits, got %zu", name, index,
                           WORD_HEX_DIGITS, length);
    }
    return word_parse(field, length, word);
}

bool lines_words(struct lines *lines, const char *name, unsigned count, struct word *words) {
    for (unsigned i = 0; i < count; i++) {
        const char *field;
        const size_t length = lines_field(lines, &field);
        if (!parse_word(lines, name, i, field, length, &words[i])) {
            return false;
        }
    }
    return true;
}
