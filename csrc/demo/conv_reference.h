/* The convolution in plain C, from the tensors as they come: no layout, no entries, no clusters. */
#ifndef CSRC_DEMO_CONV_REFERENCE_H
#define CSRC_DEMO_CONV_REFERENCE_H

#include "demo/conv_shape.h"

/* Of each: [H][W][N]. */
struct conv_reference {
    /* Both tensors quantised to MXFP7, 32 channels of a pixel, and of an output channel's weights
     * under a tap, sharing a scale. */
    conv_sum quantised[CONV_OUTPUTS];
    /* The FP16 values themselves, in double: taps in rows, channels within a tap. */
    double unquantised[CONV_OUTPUTS];
    /* What was convolved, in the tensors' own order: quantised, and as it was. */
    conv_value image[CONV_IMAGE_VALUES], weights[CONV_WEIGHT_VALUES];
    double image_fp16[CONV_IMAGE_VALUES], weights_fp16[CONV_WEIGHT_VALUES];
};

void conv_reference_make(const struct conv_tensors *tensors, struct conv_reference *reference);

#endif
