/*
 * The fields of one line of text, taken from the left, and one-line complaints about them. It must
 * not know where the line comes from nor what it means.
 */
#ifndef MODELS_FIELDS_H
#define MODELS_FIELDS_H

#include "word.h"

#define FIELDS_ERROR_SIZE 160

struct fields {
    const char *rest;              /* what has not been taken */
    char error[FIELDS_ERROR_SIZE]; /* the first complaint, without control characters */
};

/* The line, of any length, stays the caller's. */
struct fields fields_of(const char *line);

/* The next field, fields being separated by blanks and line ends; not terminated. Returns its
 * length, 0 when there is none. */
size_t fields_next(struct fields *fields, const char **field);

/* All the following return false with a complaint in `error`, in which they call the field `name`.
 */

/* Takes a field that is "0" or "1". */
bool fields_bit(struct fields *fields, const char *name, unsigned *bit);

/* Takes a field that is one of `count` words; *index: which. */
bool fields_choice(struct fields *fields, const char *name, const char *const *words,
                   unsigned count, unsigned *index);

/* Takes `count` fields of 64 digits, called <name>0, <name>1, ... */
bool fields_words(struct fields *fields, const char *name, unsigned count, struct word *words);

/* Takes `count` fields of `digits` (1 to 8) hexadecimal digits, called <name>0, <name>1, ... */
bool fields_numbers(struct fields *fields, const char *name, unsigned count, unsigned digits,
                    uint32_t *numbers);

/* Takes one field of 2 * `count` hexadecimal digits; bytes[0] is the first two. */
bool fields_bytes(struct fields *fields, const char *name, unsigned count, uint8_t *bytes);

/* Nothing is left after the field `last`; `line` says what a line is. */
bool fields_end(struct fields *fields, const char *last, const char *line);

#endif
