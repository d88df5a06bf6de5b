/* A compute cluster as far as the convolution needs one: it knows the runs it waits for by their
 * tags, keeps the weights, and accumulates. No links, no addresses, no time. */
#ifndef CSRC_DEMO_CONV_CLUSTER_H
#define CSRC_DEMO_CONV_CLUSTER_H

#include "demo/conv_layout.h"

#include <stdbool.h>

enum { CONV_WINDOWS = 16 /* runs of a kind a cluster has room for */ };

enum conv_operand { CONV_PIXELS, CONV_KERNEL, CONV_OPERANDS };

/* What a run holds: the pixels of row y, or the weights of all output channels, under a tap. */
struct conv_step {
    unsigned block, tap, y;
};

struct conv_run {
    struct conv_step step;
    uint32_t owed; /* bit 4e+w: word w of entry e has not arrived; 0: the window is free */
    struct word word[CONV_RUN_ENTRIES][MXFP7_WORDS];
};

struct conv_cluster {
    unsigned first_n, count_n; /* output channels it accumulates */
    conv_sum *output;          /* [H][W][N], shared with other clusters */
    conv_value weight[CONV_BLOCKS][CONV_TAPS][CONV_N][CONV_BLOCK];
    struct conv_run run[CONV_OPERANDS][CONV_WINDOWS];
};

/* The tag of a run's first entry. A run's tags are one window's; the two kinds share none. */
uint8_t conv_txn(enum conv_operand operand, unsigned window);

/* The run in this window, which is free, is on its way. Pixels may only come once all weights of
 * their block and tap are there. */
void conv_cluster_expect(struct conv_cluster *c, enum conv_operand operand, unsigned window,
                         struct conv_step step);
/* Word `index` (rsvd[1:0]) of the entry with this tag. The last one of a run makes its window free:
 * weights are kept, pixels are multiplied and added. False: this word is not waited for. */
bool conv_cluster_receive(struct conv_cluster *c, uint8_t txn, unsigned index,
                          const struct word *word);

#endif
