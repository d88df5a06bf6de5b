/* Where the convolution's tensors lie, how the mover brings them there, and which entries a tap is.
 *
 *   image    FP16 [H][W][C], as uploaded
 *   weights  FP16 [N][3][3][C], as uploaded
 *   planes   FP16 [C/32][H+2][W+4][32]: a row of zeros above and below; the zeros at the end of a
 *            row are also those before the next one. An entry of zeros before and after it all.
 *   copy[i]  MXFP7 (A) entries [C/32][H+2][W/4+1]: entry e of a row holds pixels 4e+dx to 4e+dx+3,
 *            dx = i - 1. So tap (dy, dx) of four outputs is one whole entry of copy dx+1.
 *   kernel   MXFP7 (B) entries [C/32][9][N/4]: four output channels of a tap
 *
 * Addresses are absolute. All bases in DRAM are odd multiples of 64 bytes, so some entries straddle
 * 4 KB. copy[1] and kernel lie in the staging store. */
#ifndef CSRC_DEMO_CONV_LAYOUT_H
#define CSRC_DEMO_CONV_LAYOUT_H

#include "demo/conv_shape.h"
#include "mover.h"
#include "mxfp7.h"

enum {
    CONV_PITCH = (CONV_W / CONV_LANES + 1) * CONV_LANES, /* pixels of a row of a plane */
    CONV_ROWS = CONV_H + 2,
    CONV_COPIES = 3,
    CONV_PIXEL_BYTES = 2 * CONV_BLOCK,
    CONV_ENTRY_BYTES = MXFP7_WORDS * WORD_BYTES,
    CONV_PLANES_WORDS = CONV_BLOCKS * CONV_ROWS * CONV_PITCH * CONV_PIXEL_BYTES / WORD_BYTES,
    CONV_ROW_ENTRIES = CONV_PITCH / CONV_LANES,
    CONV_COPY_ENTRIES = CONV_PLANES_WORDS / MXFP7_BEATS,
    CONV_KERNEL_ENTRIES = CONV_WEIGHT_VALUES / (MXFP7_LANES * MXFP7_BLOCK),
    CONV_STAGE_WORDS = (CONV_COPY_ENTRIES + CONV_KERNEL_ENTRIES) * MXFP7_WORDS,
    /* Runs: the outputs of a row under a tap, and all output channels of a tap. */
    CONV_RUN_ENTRIES = CONV_W / CONV_LANES,
    CONV_MOVES = 3 + CONV_COPIES
};

_Static_assert(CONV_N / CONV_LANES == CONV_RUN_ENTRIES, "both kinds of run are of one length");

struct conv_layout {
    uint64_t image, weights, planes, copy[CONV_COPIES], kernel;
};

struct conv_layout conv_layout_of(unsigned mesh_id);
/* The same place in the host window, which knows no mesh. */
uint64_t conv_host_addr(uint64_t addr);

/* First address of a run: block below CONV_BLOCKS, tap below CONV_TAPS in rows, y an output row. */
uint64_t conv_tap_addr(const struct conv_layout *layout, unsigned block, unsigned tap, unsigned y);
uint64_t conv_kernel_addr(const struct conv_layout *layout, unsigned block, unsigned tap);

struct conv_move {
    const char *what;
    struct mover_regs regs;
    unsigned words;   /* written */
    unsigned entries; /* converted; 0: no transform */
};

/* In the order they are to be made: ends of the planes, padding, copies, kernel. A transform takes
 * no bounded axis (fault 7), so padding is a move of its own. */
void conv_moves(const struct conv_layout *layout, struct conv_move move[CONV_MOVES]);

#endif
