/* Scenario: a 3x3 convolution through the whole agent. The host window uploads two real tensors, the
 * mover pads and converts them, four compute clusters on two ports fetch the entries, and what they
 * accumulate is the convolution of the quantised tensors, bit for bit. */
#ifndef CSRC_DEMO_DEMO_CONV_H
#define CSRC_DEMO_DEMO_CONV_H

#include "demo/conv_cluster.h"
#include "demo/sqnr.h"
#include "sim/sim.h"

enum {
    CONV_CLUSTERS = 4,
    CONV_PORTS = 2,
    CONV_LATENCY_MIN = 20, /* cycles from AR to the first R beat */
    CONV_LATENCY_MAX = 40
};

struct conv_move_result {
    struct conv_move move;
    uint64_t busy;   /* cycles mv_busy was high */
    uint64_t cycles; /* from the first R transfer to the last of a transform, else W (modules 4) */
};

/* The runs of one kind of operand and what came of them. */
struct conv_fetch_result {
    uint64_t runs[CONV_CLUSTERS]; /* by who asked */
    uint64_t multicast_runs;
    uint64_t crossing;   /* runs across a 4 KB boundary */
    uint64_t straddling; /* entries with words on both sides of one */
    uint64_t own[CONV_CLUSTERS],
        as_peer[CONV_CLUSTERS]; /* flits by receiver and whose run it was */
    uint64_t port_flits[CONV_PORTS];
    uint64_t flits;
    uint64_t first, last; /* cycles of the first and the last flit */
    uint64_t dram_beats;  /* R beats on dram_*; the other words came from the staging store */
};

struct demo_conv_result {
    bool done; /* false: the options or the build leave out what it takes, nothing was done */
    char first[40], last[40];                 /* tensors the image begins and ends in, */
    char weights_first[40], weights_last[40]; /* and those the weights do */
    uint64_t uploaded, upload_cycles;         /* words */
    struct conv_move_result move[CONV_MOVES];
    struct conv_fetch_result fetch[CONV_OPERANDS];
    uint64_t compared, equal; /* outputs */
    struct sqnr sqnr;         /* against the unquantised convolution; a block is an output pixel */
};

void demo_image_is_convolved(struct sim *s);
/* Of the latest run. */
const struct demo_conv_result *demo_conv_result(void);

#endif
