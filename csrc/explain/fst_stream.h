/* The process that runs the FST library, and what it sends. Both ends are this program: numbers are
 * in its own byte order. */
#ifndef CSRC_EXPLAIN_FST_STREAM_H
#define CSRC_EXPLAIN_FST_STREAM_H

#include <stdint.h>
#include <stdio.h>

enum fst_frame {
    FST_FRAME_SCOPE = 'S',  /* uint16_t length, name */
    FST_FRAME_UP = 'U',     /* the scope ends */
    FST_FRAME_SIGNAL = 'V', /* struct fst_frame_signal, name */
    FST_FRAME_READY = 'H',  /* the hierarchy is complete; what is wanted may be sent */
    FST_FRAME_CHANGE = 'C', /* struct fst_frame_change, value words, unknown words */
    FST_FRAME_END = 'E'     /* of the changes */
};

struct fst_frame_signal {
    uint32_t handle, bits; /* 0 bits: a text or a real number */
    uint16_t length;       /* of the name */
    uint8_t parameter;
};

struct fst_frame_change {
    uint64_t time;
    uint32_t wanted, words;
};

/* What is wanted, to the process: uint32_t count, then as many handles. */

/* Reads the dump and never returns. `socket` is its end; `size` that of the file, for bounds. */
__attribute__((noreturn)) void fst_stream_run(const char *path, uint64_t size, int socket);

#endif
