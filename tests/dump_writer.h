/* Writes the pins of a run as another simulator would: an FST dump with other names, other moments,
 * X and Z, a spoilt bit. An observer; the run itself goes on unspoilt. */
#ifndef TESTS_DUMP_WRITER_H
#define TESTS_DUMP_WRITER_H

#include "observe/pins.h"
#include "sim/sim.h"

/* Bits of a pin shown as something else from one cycle to another. */
struct dump_spoil {
    const char *pin; /* NULL: none */
    unsigned bit;
    char as; /* '0', '1', 'x', 'z'; '~': the other value */
    uint64_t from, to;
};

struct dump_style {
    const char *path;
    const char *renamed, *name; /* this pin is called `name`; NULL: all as in the contract */
    const char *left_out;       /* this pin is not in the dump */
    const char *narrower;       /* this pin has a bit less */
    bool at_edge;               /* pins change in the time stamp of the rising edge before */
    bool parameters;            /* of the port, beside its pins */
    bool rough_clock;           /* X between levels, and pulses within a time stamp */
    bool still_clock;           /* never rises */
    uint64_t back_at;           /* cycle whose time lies before that of the cycle before; 0: none */
    uint64_t first;             /* cycle the dump begins with */
    struct dump_spoil spoil;
    unsigned flip_word; /* n > 0: bit 7 of the payload of the n-th MEM_RD_RESP is the other value */
};

struct dump_writer {
    const struct dump_style *style;
    const struct sim *sim;
    void *fst;
    struct pin pin[PINS_MAX];
    unsigned pins;
    uint32_t handle[PINS_MAX], clock; /* 0: not in the dump */
    char *shown[PINS_MAX];            /* what was written last */
    bool written;
    /* For flip_word. */
    unsigned words;
    bool held, flipping;
    uint64_t flipped_at; /* cycle in which the spoilt word transferred; 0: none */
};

/* The writer of `context`, a struct dump_writer that is zero but for `style`: for
 * run_options.attached. The dump is in scope tb.dut, its clock tb.clk; a cycle is 10 ns of 1 ps, its
 * edge in the middle. */
void dump_writer_attach(struct sim *s, void *context);

#endif
