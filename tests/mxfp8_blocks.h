/* Blocks for the mxfp8 bank, in front of a slot or bare, that random bits do not come by: the peak
 * at every step the scale depends on, the rest of the block everywhere below it, and every code
 * under every scale. What they become is judged by the bank's model. */
#ifndef TESTS_MXFP8_BLOCKS_H
#define TESTS_MXFP8_BLOCKS_H

#include "bench/slot_core.h"

/* Each exponent, subnormal ones included, with significands around 1, 1.75 and 2. */
void mxfp8_peaks_of_every_size(struct slot_core *core);
void mxfp8_codes_under_every_scale(struct slot_core *core);

#endif
