/* The published vectors (tests/data), one entry or block a line: the one place that reads them. */
#ifndef CSRC_BFM_VECTORS_H
#define CSRC_BFM_VECTORS_H

#include "fields.h"
#include "mxfp7.h"
#include "mxfp8.h"

/* What a line of each kind is; numbers are hexadecimal, most significant digit first. */
#define MXFP7_LINE "mode beat0..beat7 word0..word3"
/* op q32 or q16, elem e5m2 or e4m3, rceil and poison_dis 0 or 1, values of 8 or 4 digits, 32 bytes
 * with element 0 first. */
#define MXFP8_QUANT_LINE "op elem rceil poison_dis in0..in31 data scale"
/* op d32 or d16. */
#define MXFP8_DEQUANT_LINE "op elem data scale out0..out31"

struct vector {
    uint8_t mode;
    unsigned line; /* in the file */
    struct word beat[MXFP7_BEATS], word[MXFP7_WORDS];
};

/* The values are a quantiser's input or a dequantiser's result. */
struct mxfp8_vector {
    struct mxfp8_options options;
    uint32_t value[MXFP8_BLOCK];
    struct mxfp8_block block;
};

/* Each takes a whole line. False with the complaint in fields->error. */
bool vector_read(struct fields *fields, struct vector *v);
bool mxfp8_quant_vector_read(struct fields *fields, struct mxfp8_vector *v);
bool mxfp8_dequant_vector_read(struct fields *fields, struct mxfp8_vector *v);

/* Takes a line's fields. False with the complaint in fields->error. */
typedef bool vector_taker(void *context, struct fields *fields, unsigned line);

/* Hands every line of a file that is neither blank nor a comment ('#' first) to `take`. False with
 * one line in `error` when the file cannot be read or a line was not taken; the rest is not read. */
bool vector_lines(const char *path, vector_taker *take, void *context, char error[256]);

struct vectors {
    unsigned count;
    struct vector *at;
};

/* Reads a file of MXFP7_LINE. False, with one line in `error` and nothing allocated, when the file
 * cannot be read or a line is malformed. */
bool vectors_load(struct vectors *vectors, const char *path, char error[256]);
void vectors_free(struct vectors *vectors);

#endif
