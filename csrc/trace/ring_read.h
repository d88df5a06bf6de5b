/* Reads a ring file: any bytes may come in, what comes out holds together. */
#ifndef CSRC_TRACE_RING_READ_H
#define CSRC_TRACE_RING_READ_H

#include "trace/ring_format.h"

#include <stdbool.h>
#include <stddef.h>

struct ring_file {
    const struct ring_header *header;
    const uint8_t *bytes; /* of the whole file, mapped */
    size_t size;
    struct dut_type type; /* as the run's, for dump_dut_create(): its ports are the file's */
    uint64_t first;       /* record number of the oldest complete one */
    uint64_t count;       /* complete records, at least 1; their cycles follow each other */
};

/* Opens and checks a file. False with one line in `error`: it is empty, no ring, of another
 * version, cut short, damaged, without a cycle, or still being written. */
bool ring_open(struct ring_file *f, const char *path, char error[320]);
void ring_close(struct ring_file *f);

/* The i-th oldest record, i < count. */
const struct ring_record *ring_record_at(const struct ring_file *f, uint64_t i);
/* A pin's value in a record as 32-bit words, bits 31:0 first; bits above the width are zero. */
void ring_pin_get(const struct ring_pin *p, const struct ring_record *record, uint32_t *words);

#endif
