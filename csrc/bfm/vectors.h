/* The published MXFP7 vectors, one entry a line (tests/data). */
#ifndef CSRC_BFM_VECTORS_H
#define CSRC_BFM_VECTORS_H

#include "mxfp7.h"

struct vector {
    uint8_t mode;
    unsigned line; /* in the file */
    struct word beat[MXFP7_BEATS], word[MXFP7_WORDS];
};

struct vectors {
    unsigned count;
    struct vector *at;
};

/* Reads lines `mode beat0..beat7 word0..word3`; '#' starts a comment. False, with one line in
 * `error` and nothing allocated, when the file cannot be read or a line is malformed. */
bool vectors_load(struct vectors *vectors, const char *path, char error[256]);
void vectors_free(struct vectors *vectors);

#endif
