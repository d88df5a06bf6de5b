/* The real FP16 tensors of tests/data (its README says whose weights they are). Knows no DUT. */
#ifndef CSRC_DEMO_TENSORS_H
#define CSRC_DEMO_TENSORS_H

#include "word.h"

enum { WORD_VALUES = WORD_BYTES / 2 }; /* FP16 values of a word */

struct tensor {
    char name[40];
    char shape[24]; /* e.g. "16x3x3x3" */
    size_t first;   /* index of its first value */
    size_t values;
};

struct tensors {
    uint16_t *value; /* FP16 bits of all tensors, in file order */
    size_t values;
    struct tensor *tensor;
    size_t count;
};

/* Reads fp16_weights.bin and .txt from tests/data under the current directory. False with one line
 * in `error`; nothing is to be released then. */
bool tensors_load(struct tensors *t, char error[256]);
/* Fits sim_own(). */
void tensors_free(void *tensors);

/* The exact value. Field 31 is an ordinary exponent, as the quantiser has it. */
double fp16_value(uint16_t bits);
/* 16 values as a word holds them: value i in bits 16i+15:16i. */
void word_from_values(const uint16_t values[WORD_VALUES], struct word *word);

#endif
