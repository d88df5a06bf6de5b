/* What a ring file holds, version 1: the pins of a DUT and the levels of its harness in the last
 * cycles of a run. Written through a mapping, in the byte order of the machine.
 *
 *   0                       struct ring_header
 *   RING_RECORDS_AT         `capacity` records of `record_bytes`
 *
 * Record n of the run lies in place n % capacity, complete once `head` > n. It begins with struct
 * ring_record and the levels, 32 bits each; then every pin at a place of its own as the verilated
 * model stores it: 1, 2, 4 or 8 bytes, wider ones as 32-bit words with bits 31:0 first. Places need
 * not be aligned, and what is between the pins means nothing.
 */
#ifndef CSRC_TRACE_RING_FORMAT_H
#define CSRC_TRACE_RING_FORMAT_H

#include "observe/pins.h"
#include "sim/sim.h"

#include <stdint.h>

enum { RING_VERSION = 1, RING_RECORDS_AT = 16384 };

#define RING_MAGIC "cosimring\n"
#define RING_BYTE_ORDER UINT32_C(0x01020304)

struct ring_pin {
    char name[24]; /* of the port, without range */
    uint32_t bits;
    uint32_t at; /* byte of the record */
    uint32_t input;
};

struct ring_gauge {
    char name[40];
    uint32_t capacity; /* when the run began; 0: none is known */
};

/* A check that failed; IDs as text, so that a later program can read the file. */
struct ring_failure {
    uint32_t set; /* written last */
    uint64_t cycle;
    char check[24];
    char where[32];
    char what[200];
};

struct ring_header {
    char magic[12];
    uint32_t version, byte_order;
    uint32_t record_bytes, capacity;
    uint32_t pins, gauges;
    uint32_t ended; /* the run came to its end, whatever that was */
    uint64_t seed;
    uint64_t head; /* records ever completed */
    char test[96]; /* "suite.test" */
    char dut[32];  /* the build variant */
    char top[32];  /* its top module */
    uint32_t kind; /* enum dut_kind, and the parameters of that kind */
    struct mem_port_params mem_port;
    struct xform_params xform;
    struct mover_params mover;
    struct mag_params mag;
    char build[128];
    struct ring_failure failure;
    struct ring_pin pin[PINS_MAX];
    struct ring_gauge gauge[GAUGES_MAX];
};

_Static_assert(sizeof(struct ring_header) <= RING_RECORDS_AT, "the header has grown over its room");

struct ring_record {
    uint64_t cycle;
    uint32_t in_reset;
    uint32_t gauge[]; /* as many as the header says */
};

/* Bytes a pin takes in a record. */
static inline uint32_t ring_pin_bytes(uint32_t bits) {
    return bits <= 8 ? 1 : bits <= 16 ? 2 : bits <= 32 ? 4 : bits <= 64 ? 8 : (bits + 31) / 32 * 4;
}

#endif
