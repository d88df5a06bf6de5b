#include "sim/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { COLUMNS = 80, LABEL_COLUMNS = 14 };

void page_init(struct page *t, char *buf, size_t size) {
    t->at = buf;
    t->size = size;
    t->used = 0;
    buf[0] = 0;
}

void page_add(struct page *t, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int n = vsnprintf(t->at + t->used, t->size - t->used, format, args);
    va_end(args);
    size_t room = t->size - t->used - 1;
    t->used += n < 0 ? 0 : (size_t)n < room ? (size_t)n : room;
}

/* The length of the first line of `text` when at most `columns` wide, broken at a space. */
static size_t line_length(const char *text, size_t columns) {
    size_t whole = strcspn(text, "\n");
    if (whole <= columns) {
        return whole;
    }
    size_t at = columns;
    while (at > 0 && text[at] != ' ') {
        at--;
    }
    return at > 0 ? at : columns;
}

void page_paragraph(struct page *t, const char *label, const char *content) {
    while (*content) {
        size_t n = line_length(content, COLUMNS - LABEL_COLUMNS);
        page_add(t, "  %-*s%.*s\n", LABEL_COLUMNS - 2, label, (int)n, content);
        label = "";
        content += n;
        content += strspn(content, *content == '\n' ? "\n" : " ");
    }
}

const char *text_grouped(uint64_t value) {
    static char ring[8][32];
    static unsigned next;
    char *buf = ring[next++ % 8];
    char digits[24];
    int n = snprintf(digits, sizeof digits, "%llu", (unsigned long long)value);
    char *out = buf;
    for (int i = 0; i < n; i++) {
        if (i > 0 && (n - i) % 3 == 0) {
            *out++ = ' ';
        }
        *out++ = digits[i];
    }
    *out = 0;
    return buf;
}
