/*
 * OCP MXFP8: blocks of 32 FP32 or FP16 values sharing one scale byte, each value an 8-bit float.
 *
 * Scale byte E (E8M0): 2^(E - 127) for E = 0 to 254; 0xff is NaN. There is no zero and no Inf scale.
 *
 *   element      bits   bias  max normal      min normal    min subnormal  Inf   NaN      written
 *   E5M2         1.5.2  15    7b = 1.75*2^15  04 = 2^-14    01 = 2^-16     7c    7d - 7f  7d
 *   E4M3         1.4.3   7    7e = 1.75*2^8   08 = 2^-6     01 = 2^-9      none  7f       7f
 *
 * with bit 7 as the sign. Values are bit patterns of IEEE 754: FP32 in 32 bits, FP16 in bits 15:0
 * (the upper half is ignored coming in, zero going out). Element i of a block is byte i of its 32
 * bytes in memory; what bits of which word that is, who carries a block across pins settles.
 *
 * All integer arithmetic: no result depends on the host's floating point.
 * Sources: OCP Microscaling Formats v1.0, OCP OFP8, the compute page of the iDMA (seed 003).
 */
#ifndef MODELS_MXFP8_H
#define MODELS_MXFP8_H

#include <stdbool.h>
#include <stdint.h>

#define MXFP8_BLOCK 32
#define MXFP8_NAN_SCALE 0xffu

/* Numbered as the iDMA's format select; 2 and 3 are reserved there. */
enum mxfp8_element { MXFP8_E5M2 = 0, MXFP8_E4M3 = 1 };
/* What a block is quantised from or dequantised to. */
enum mxfp8_real { MXFP8_FP32, MXFP8_FP16 };

struct mxfp8_options {
    enum mxfp8_element element;
    enum mxfp8_real real;
    bool rceil;      /* quantise: the smallest scale under which nothing finite saturates */
    bool poison_dis; /* quantise: an Inf or a NaN does not spoil its block */
};

struct mxfp8_block {
    uint8_t element[MXFP8_BLOCK];
    uint8_t scale;
};

/*
 * Quantises a block.
 *
 * - Any Inf or NaN, without poison_dis: scale 0xff, all elements the positive written NaN.
 * - Scale: s = floor(log2 of the largest finite magnitude) - emax (15 or 8); with rceil one more
 *   when that magnitude's significand is above 1.75. Then s is clamped to -127..127, so a clamped
 *   s is never raised; E = s + 127. No finite lane that is not zero: E = 0.
 * - Element: value / 2^s, to nearest, ties to even, subnormal elements included, saturated to max
 *   normal. What rounds to zero is a zero of the value's sign; -0 stays -0.
 * - With poison_dis a NaN gives the written NaN with its sign, an Inf max normal with its sign.
 *   Inf elements are never written.
 *
 * FP32 and FP16 subnormals count in full.
 */
void mxfp8_quantise(const uint32_t value[MXFP8_BLOCK], const struct mxfp8_options *options,
                    struct mxfp8_block *block);

/*
 * Expands a block; rceil and poison_dis mean nothing here.
 *
 * - Scale 0xff, or a NaN element: the positive quiet NaN, 7fc00000 or 7e00; signs are dropped.
 * - An Inf element: Inf with its sign. A zero element: zero with its sign.
 * - Otherwise element * 2^(E - 127). To FP32 exact, subnormal results included. To FP16 rounded
 *   once to nearest, ties to even, subnormals included; what rounds to zero keeps its sign. Too
 *   large for the result is Inf with its sign.
 */
void mxfp8_dequantise(const struct mxfp8_block *block, const struct mxfp8_options *options,
                      uint32_t value[MXFP8_BLOCK]);

#endif
