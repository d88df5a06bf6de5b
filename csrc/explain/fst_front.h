/* Is this file a whole FST dump? Looks at every block of it before the library that reads values
 * does, because that library trusts lengths and counts. Knows the format's frame; no signals, no
 * values. What is behind a right frame (chains of changes, names) is left to fst_reader, which runs
 * the library where a crash of it stays its own.
 *
 * The format: blocks of a tag byte, a length (64 bits, big endian, counting itself) and content.
 */
#ifndef CSRC_EXPLAIN_FST_FRONT_H
#define CSRC_EXPLAIN_FST_FRONT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { FST_WHY_SIZE = 160 };

struct fst_front {
    uint64_t size;       /* of the file, bytes */
    uint64_t start, end; /* first and last time, in units of 10^exponent seconds */
    int exponent;        /* e.g. -12 */
    uint64_t handles;    /* signals, aliases not counted */
};

/* False: `why` says what is wrong, without the file's name. Reads all of a seekable stream. */
bool fst_front_check(FILE *f, struct fst_front *front, char why[FST_WHY_SIZE]);

#endif
