/* Text for people: lines of 80 columns, grouped numbers. */
#ifndef CSRC_SIM_WRAP_H
#define CSRC_SIM_WRAP_H

#include "text.h"

/* A labelled paragraph, wrapped at 80 columns under its own text; empty content adds nothing. */
void text_paragraph(struct text *t, const char *label, const char *content);

/* "18 204": decimal with a space between thousands. The result lives until the eighth next call. */
const char *text_grouped(uint64_t value);

#endif
