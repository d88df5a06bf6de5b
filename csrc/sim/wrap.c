#include "sim/wrap.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { COLUMNS = 80, LABEL_COLUMNS = 14 };

/* The space between two groups of digits of one number: 29 139. */
static bool joins_digits(const char *at) {
    return isdigit((unsigned char)at[-1]) && isdigit((unsigned char)at[1]) &&
           isdigit((unsigned char)at[2]) && isdigit((unsigned char)at[3]) &&
           !isdigit((unsigned char)at[4]);
}

/* The length of the first line of `text` when at most `columns` wide, broken at a space that is not
 * inside a number. A word that is longer stays whole: paths and commands are there to be copied. */
static size_t line_length(const char *text, size_t columns) {
    size_t whole = strcspn(text, "\n");
    if (whole <= columns) {
        return whole;
    }
    size_t at = columns;
    while (at > 0 && (text[at] != ' ' || joins_digits(&text[at]))) {
        at--;
    }
    return at > 0 ? at : strcspn(text, " \n");
}

void text_paragraph(struct text *t, const char *label, const char *content) {
    while (*content) {
        size_t n = line_length(content, COLUMNS - LABEL_COLUMNS);
        text_add(t, "  %-*s%.*s\n", LABEL_COLUMNS - 2, label, (int)n, content);
        label = "";
        content += n;
        content += strspn(content, *content == '\n' ? "\n" : " ");
    }
}

const char *text_grouped(uint64_t value) {
    static char ring[8][32];
    static unsigned next;
    char *buf = ring[next++ % 8];
    struct text t = text_into(buf, sizeof ring[0]);
    text_cycle(&t, value);
    return buf;
}
