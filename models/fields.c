#include "fields.h"

#include "text.h"

#include <stdio.h>

#define BLANKS " \t\r\v\f\n"

enum { SHOWN = 40, NAME_SIZE = 24 };

struct fields fields_of(const char *line) {
    return (struct fields){.rest = line};
}

size_t fields_next(struct fields *fields, const char **field) {
    *field = fields->rest + strspn(fields->rest, BLANKS);
    const size_t length = strcspn(*field, BLANKS);
    fields->rest = *field + length;
    return length;
}

__attribute__((format(printf, 2, 3))) static bool complain(struct fields *fields,
                                                           const char *format, ...) {
    struct text error = text_into(fields->error, sizeof fields->error);
    va_list args;
    va_start(args, format);
    text_vadd(&error, format, args);
    va_end(args);
    text_plain(fields->error);
    return false;
}

static int shown(size_t length) {
    return (int)(length < SHOWN ? length : SHOWN);
}

bool fields_bit(struct fields *fields, const char *name, unsigned *bit) {
    const char *field;
    const size_t length = fields_next(fields, &field);
    if (length != 1 || (*field != '0' && *field != '1'))
        return complain(fields, "%s: expected 0 or 1, got '%.*s'", name, shown(length), field);
    *bit = *field == '1';
    return true;
}

bool fields_choice(struct fields *fields, const char *name, const char *const *words,
                   unsigned count, unsigned *index) {
    char known[80];
    struct text list = text_into(known, sizeof known);
    const char *field;
    const size_t length = fields_next(fields, &field);
    for (unsigned i = 0; i < count; i++) {
        if (length == strlen(words[i]) && memcmp(field, words[i], length) == 0) {
            *index = i;
            return true;
        }
        text_add(&list, "%s%s", i > 0 ? " or " : "", words[i]);
    }
    return complain(fields, "%s: expected %s, got '%.*s'", name, known, shown(length), field);
}

/* Takes a field of exactly that many hexadecimal digits. */
static bool take_digits(struct fields *fields, const char *name, size_t digits,
                        const char **field) {
    const size_t length = fields_next(fields, field);
    if (length == 0)
        return complain(fields, "%s is missing; it takes %zu hex digits", name, digits);
    for (size_t i = 0; i < length; i++) {
        if (hex_digit_value((*field)[i]) < 0)
            return complain(fields, "%s: character %zu, '%c', is no hex digit", name, i + 1,
                            (*field)[i]);
    }
    if (length != digits)
        return complain(fields, "%s: expected %zu hex digits, got %zu", name, digits, length);
    return true;
}

bool fields_words(struct fields *fields, const char *name, unsigned count, struct word *words) {
    for (unsigned i = 0; i < count; i++) {
        char numbered[NAME_SIZE];
        const char *field;
        snprintf(numbered, sizeof numbered, "%s%u", name, i);
        if (!take_digits(fields, numbered, WORD_HEX_DIGITS, &field) ||
            !word_parse(field, WORD_HEX_DIGITS, &words[i]))
            return false;
    }
    return true;
}

bool fields_numbers(struct fields *fields, const char *name, unsigned count, unsigned digits,
                    uint32_t *numbers) {
    for (unsigned i = 0; i < count; i++) {
        char numbered[NAME_SIZE];
        const char *field;
        struct word number;
        snprintf(numbered, sizeof numbered, "%s%u", name, i);
        if (!take_digits(fields, numbered, digits, &field) || !word_parse(field, digits, &number))
            return false;
        numbers[i] = number.w[0];
    }
    return true;
}

bool fields_bytes(struct fields *fields, const char *name, unsigned count, uint8_t *bytes) {
    const char *field;
    struct word byte;
    if (!take_digits(fields, name, 2 * (size_t)count, &field))
        return false;
    for (size_t i = 0; i < count && word_parse(field + 2 * i, 2, &byte); i++)
        bytes[i] = (uint8_t)byte.w[0];
    return true;
}

bool fields_end(struct fields *fields, const char *last, const char *line) {
    const char *field;
    if (fields_next(fields, &field) > 0)
        return complain(fields, "fields after %s; a line is '%s'", last, line);
    return true;
}
