/*
 * MXFP7: blocks of 32 FP16 values sharing one scale byte, each value a 7-bit signed integer.
 *
 * An entry is 4 lanes (blocks) of 32 values. Source: 8 beats, beat b holding lane b/2 and
 * k = 16*(b%2) + i in bits 16i+15:16i. Converted: 4 words, word w holding k = 8w to 8w+7 of every
 * lane. Slot s of a word is the code in bits 255-7s:249-7s; bits 31:0 are the scale bytes of lanes
 * 0 to 3, lane 0 on top, the same in all four words.
 *   packing A (0): slot = 8*lane + k%8        packing B (1): slot = 4*(k%8) + lane
 *
 * A scale byte {E[4:0], M[2:0]} stands for 2^(E-20) * (1 + M/8). Values are exact FP16 magnitudes:
 * subnormals count in full, exponent field 31 is an ordinary exponent (no Inf, no NaN).
 */
#ifndef MODELS_MXFP7_H
#define MODELS_MXFP7_H

#include "word.h"

#define MXFP7_BEATS 8
#define MXFP7_WORDS 4
#define MXFP7_LANES 4
#define MXFP7_BLOCK 32

#define MXFP7_ZERO_SCALE 0xa0u /* the scale byte of an all-zero block: 1.0 */

enum mxfp7_packing { MXFP7_PACKING_A = 0, MXFP7_PACKING_B = 1 };

/* Converts one entry. Only bit 0 of `packing` is looked at, as the slot's mode[0]. */
void mxfp7_quantise(const struct word beats[MXFP7_BEATS], unsigned packing,
                    struct word out[MXFP7_WORDS]);

/* Expands one entry to real values, exactly: every code times every scale is a float. The scale
 * bytes are taken from each word. -64 and scale bytes a quantiser never makes are ordinary here. */
void mxfp7_dequantise(const struct word words[MXFP7_WORDS], unsigned packing,
                      float lanes[MXFP7_LANES][MXFP7_BLOCK]);

/* The scale byte of a block whose largest magnitude is `peak`, the unsigned maximum of its words'
 * bits 14:0 (bit 15 is ignored). */
uint8_t mxfp7_scale_byte(uint16_t peak);

/* The integer, -63 to 63, that stands for the FP16 word `value` in a block with that scale byte.
 * Defined for the scale of any peak not below the value's magnitude. */
int mxfp7_element(uint16_t value, uint8_t scale_byte);

/* What one step of a block with that scale byte is worth. */
float mxfp7_scale_value(uint8_t scale_byte);

#endif
