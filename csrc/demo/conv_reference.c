#include "demo/conv_reference.h"

#include "demo/tensors.h"
#include "mxfp7.h"

/* {E, M} stands for 2^(E-20) * (8+M)/8. */
static conv_value scale_value(uint8_t scale) {
    return (conv_value)(8 + (scale & 7)) << (scale >> 3);
}

/* `values` FP16 words, each CONV_BLOCK of them on their own. */
static void quantise(const uint16_t *from, conv_value *to, unsigned values) {
    for (unsigned first = 0; first < values; first += CONV_BLOCK) {
        uint16_t peak = 0;
        for (unsigned i = first; i < first + CONV_BLOCK; i++) {
            const uint16_t magnitude = from[i] & 0x7fff;
            peak = magnitude > peak ? magnitude : peak;
        }
        const uint8_t scale = mxfp7_scale_byte(peak);
        for (unsigned i = first; i < first + CONV_BLOCK; i++) {
            to[i] = mxfp7_element(from[i], scale) * scale_value(scale);
        }
    }
}

static void widen(const uint16_t *from, double *to, unsigned values) {
    for (unsigned i = 0; i < values; i++) {
        to[i] = fp16_value(from[i]);
    }
}

/* One tap of one output: nothing where the tap is outside the image. */
static void add_tap(struct conv_reference *r, int y, int x, unsigned n, unsigned tap,
                    unsigned output) {
    const int row = y + (int)(tap / 3) - 1, column = x + (int)(tap % 3) - 1;
    if (row < 0 || row >= CONV_H || column < 0 || column >= CONV_W) {
        return;
    }
    const unsigned pixel = (unsigned)(row * CONV_W + column) * CONV_C;
    const unsigned weight = (n * CONV_TAPS + tap) * CONV_C;
    for (unsigned c = 0; c < CONV_C; c++) {
        r->quantised[output] += (conv_sum)r->image[pixel + c] * r->weights[weight + c];
        r->unquantised[output] += r->image_fp16[pixel + c] * r->weights_fp16[weight + c];
    }
}

void conv_reference_make(const struct conv_tensors *tensors, struct conv_reference *reference) {
    unsigned output = 0;
    memset(reference, 0, sizeof *reference);
    quantise(tensors->image, reference->image, CONV_IMAGE_VALUES);
    quantise(tensors->weights, reference->weights, CONV_WEIGHT_VALUES);
    widen(tensors->image, reference->image_fp16, CONV_IMAGE_VALUES);
    widen(tensors->weights, reference->weights_fp16, CONV_WEIGHT_VALUES);
    for (int y = 0; y < CONV_H; y++) {
        for (int x = 0; x < CONV_W; x++) {
            for (unsigned n = 0; n < CONV_N; n++, output++) {
                for (unsigned tap = 0; tap < CONV_TAPS; tap++) {
                    add_tap(reference, y, x, n, tap, output);
                }
            }
        }
    }
}
