/* Text for people: lines of 80 columns, grouped numbers, bounded buffers. */
#ifndef CSRC_SIM_TEXT_H
#define CSRC_SIM_TEXT_H

#include <stddef.h>
#include <stdint.h>

/* A buffer that is appended to and never overflows; always terminated. */
struct page {
    char *at;
    size_t size, used;
};

void page_init(struct page *t, char *buf, size_t size);
__attribute__((format(printf, 2, 3))) void page_add(struct page *t, const char *format, ...);
/* A labelled paragraph, wrapped at 80 columns under its own text; empty content adds nothing. */
void page_paragraph(struct page *t, const char *label, const char *content);

/* "18 204": decimal with a space between thousands. The result lives until the eighth next call. */
const char *text_grouped(uint64_t value);

#endif
