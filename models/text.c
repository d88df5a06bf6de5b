#include "text.h"

#include <ctype.h>
#include <stdio.h>

struct text text_into(char *buf, size_t size) {
    if (size > 0)
        buf[0] = '\0';
    return (struct text){.buf = buf, .size = size};
}

void text_vadd(struct text *t, const char *format, va_list args) {
    if (t->used + 1 >= t->size)
        return;
    const int n = vsnprintf(t->buf + t->used, t->size - t->used, format, args);
    if (n > 0)
        t->used += (size_t)n;
    if (t->used >= t->size)
        t->used = t->size - 1;
}

void text_add(struct text *t, const char *format, ...) {
    va_list args;
    va_start(args, format);
    text_vadd(t, format, args);
    va_end(args);
}

void text_plain(char *line) {
    for (; *line; line++) {
        if (iscntrl((unsigned char)*line))
            *line = '?';
    }
}

void text_cycle(struct text *t, uint64_t cycle) {
    if (cycle >= 1000) {
        text_cycle(t, cycle / 1000);
        text_add(t, " %03u", (unsigned)(cycle % 1000));
    } else {
        text_add(t, "%u", (unsigned)cycle);
    }
}

void text_addr(struct text *t, uint64_t addr) {
    text_add(t, "0x%02x_%04x_%04x", (unsigned)(addr >> 32 & 0xff), (unsigned)(addr >> 16 & 0xffff),
             (unsigned)(addr & 0xffff));
}
