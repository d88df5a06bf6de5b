/* Text built up in a caller's buffer: never overflows, always terminated. */
#ifndef MODELS_TEXT_H
#define MODELS_TEXT_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

struct text {
    char *buf;
    size_t size, used; /* used: without the terminating zero */
};

/* An empty text in `buf`; `size` may be 0. */
struct text text_into(char *buf, size_t size);
/* Appends as much as fits. */
__attribute__((format(printf, 2, 3))) void text_add(struct text *t, const char *format, ...);
__attribute__((format(printf, 2, 0))) void text_vadd(struct text *t, const char *format,
                                                     va_list args);
/* Appends a number with a space between thousands, as cycles are written: 18 204. */
void text_cycle(struct text *t, uint64_t cycle);
/* Puts '?' in the place of every control character, so that quoted input stays on its line. */
void text_plain(char *line);
/* Appends a 40-bit address in groups: 0x00_0001_2340. */
void text_addr(struct text *t, uint64_t addr);

#endif
