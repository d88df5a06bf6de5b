#include "cli/lines.h"

#include "cli/cli.h"
#include "text.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

enum { MESSAGE_SIZE = 512 };

#define BLANKS " \t\r\v\f"

int input_error(const char *format, ...) {
    char message[MESSAGE_SIZE];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    text_plain(message);
    return usage_error("%s", message);
}

bool lines_error(const struct lines *lines, const char *format, ...) {
    char message[MESSAGE_SIZE];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    text_plain(message);
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
    text_plain(lines->name);
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
