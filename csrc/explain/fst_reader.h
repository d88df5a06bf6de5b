/* Reads an FST dump, whoever wrote it: its hierarchy, then the changes of the signals wanted, in
 * order of time. Knows no DUT and no clock.
 *
 * The library that decodes the format trusts what it reads, so it runs in a process of its own,
 * with bounds on memory and time, and hands over its findings through a socket; what comes out of
 * that is checked here. A damaged dump is one line, whatever it does to the library.
 */
#ifndef CSRC_EXPLAIN_FST_READER_H
#define CSRC_EXPLAIN_FST_READER_H

#include "explain/fst_front.h"

enum { FST_WORDS_MAX = 72 };

struct fst_signal {
    const char *name;  /* without its range */
    const char *scope; /* full path, '.' between; "" at the top */
    uint32_t handle;   /* signals with one handle are one signal */
    uint32_t bits;     /* 0: a text or a real number */
    bool parameter;
};

struct fst_change {
    uint64_t time;                   /* never less than that of the change before */
    uint32_t wanted;                 /* the number fst_want() gave */
    uint32_t words;                  /* of its width */
    uint32_t value[FST_WORDS_MAX];   /* bits 31:0 first; 0 where unknown */
    uint32_t unknown[FST_WORDS_MAX]; /* bits that are neither 0 nor 1 */
};

struct fst_reader;

/* Opens a dump and reads its hierarchy. NULL: `why` is the rest of a sentence that begins with the
 * file's name. */
struct fst_reader *fst_open(const char *path, char why[FST_WHY_SIZE]);
void fst_close(struct fst_reader *r);

const struct fst_front *fst_front_of(const struct fst_reader *r);
/* Every signal in the order of the dump, NULL past the end. */
const struct fst_signal *fst_signal_at(const struct fst_reader *r, size_t index);
bool fst_has_scope(const struct fst_reader *r, const char *scope);
/* Values of it are wanted; before fst_begin(). At most FST_WORDS_MAX * 32 bits wide. Numbers count
 * from 0; signals that share a handle have one number. */
uint32_t fst_want(struct fst_reader *r, const struct fst_signal *signal);

/* How many numbers fst_want() has given. */
uint32_t fst_wanted(const struct fst_reader *r);

/* Starts the changes. */
bool fst_begin(struct fst_reader *r);
enum fst_next { FST_CHANGE, FST_END, FST_DAMAGED };
/* The next change; within a time stamp, changes of different signals come in any order. */
enum fst_next fst_next(struct fst_reader *r, struct fst_change *change, char why[FST_WHY_SIZE]);

#endif
