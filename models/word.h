/*
 * A word: 256 bits, the unit of every payload, AXI beat and transform beat (32 bytes).
 *
 * w[0] holds bits 31:0, w[7] bits 255:224, so element i of the array is bits 32i+31:32i. As text a
 * word is 64 hexadecimal digits, most significant first. Byte order in memory is not settled here.
 */
#ifndef MODELS_WORD_H
#define MODELS_WORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define WORD_BITS 256
#define WORD_BYTES 32
#define WORD_HEX_DIGITS 64
#define WORD_TEXT_SIZE (WORD_HEX_DIGITS + 1) /* with the terminating zero */

struct word {
    uint32_t w[8];
};

static inline bool word_equal(const struct word *a, const struct word *b) {
    return memcmp(a->w, b->w, sizeof a->w) == 0;
}

static inline bool word_is_zero(const struct word *word) {
    static const struct word zero = {{0}};
    return word_equal(word, &zero);
}

/* Writes 64 lower-case digits, most significant first, and a terminating zero. */
static inline void word_format(const struct word *word, char text[WORD_TEXT_SIZE]) {
    for (unsigned digit = 0; digit < WORD_HEX_DIGITS; digit++) {
        const unsigned bit = WORD_BITS - 4 - 4 * digit;
        text[digit] = "0123456789abcdef"[(word->w[bit / 32] >> (bit % 32)) & 0xf];
    }
    text[WORD_HEX_DIGITS] = '\0';
}

/* The value of one hexadecimal digit of either case, or -1. */
static inline int hex_digit_value(char digit) {
    if (digit >= '0' && digit <= '9')
        return digit - '0';
    if (digit >= 'a' && digit <= 'f')
        return digit - 'a' + 10;
    if (digit >= 'A' && digit <= 'F')
        return digit - 'A' + 10;
    return -1;
}

/*
 * Reads exactly `digits` hexadecimal digits (1 to 64), most significant first; fewer than 64 fill
 * the low end. False, with *word untouched, when one of them is no digit or the number is illegal.
 */
static inline bool word_parse(const char *text, size_t digits, struct word *word) {
    struct word value = {{0}};
    if (digits == 0 || digits > WORD_HEX_DIGITS)
        return false;
    for (size_t i = 0; i < digits; i++) {
        const int nibble = hex_digit_value(text[i]);
        const size_t bit = 4 * (digits - 1 - i);
        if (nibble < 0)
            return false;
        value.w[bit / 32] |= (uint32_t)nibble << (bit % 32);
    }
    *word = value;
    return true;
}

#endif
