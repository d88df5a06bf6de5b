/* How far quantised values are from what they stand for: signal to quantisation noise, and the
 * worst block and value. */
#ifndef CSRC_DEMO_SQNR_H
#define CSRC_DEMO_SQNR_H

#include <stddef.h>

struct sqnr {
    size_t values;
    double signal, noise; /* sums of squares */
    double worst_error;   /* the largest |x - x'| in steps of its block's scale */
    size_t worst_at;      /* which value that was, as told */
    size_t beyond_half;   /* values more than half a step away, judged exactly */
    double worst_block;   /* the largest noise / signal of a block */
};

/* One value, its quantised value, what a step of its block is worth, and its name. FP16 values,
 * codes times scales and their differences are exact doubles. */
void sqnr_add(struct sqnr *s, double value, double quantised, double step, size_t at);
/* The values added so far are a block. */
void sqnr_end_block(struct sqnr *s);
/* Adds what another has seen. */
void sqnr_merge(struct sqnr *s, const struct sqnr *other);
/* 10 log10(signal / noise); infinite without noise. */
double sqnr_db(const struct sqnr *s);
/* The same of the worst block. */
double sqnr_block_db(const struct sqnr *s);

#endif
