/* From changes in time to cycles: the values of signals just before each rising edge of a clock.
 *
 * An edge is rising when the clock's last known level was 0 and a time stamp ends with it at 1; what
 * it does within the time stamp, and X or Z between two levels, count for nothing. Signals that
 * change in the time stamp of the edge are sampled as they were before it, as flip-flops do.
 * Knows no ports. */
#ifndef CSRC_EXPLAIN_SAMPLER_H
#define CSRC_EXPLAIN_SAMPLER_H

#include "explain/fst_reader.h"

struct sampler;

struct sample {
    uint64_t time; /* of the edge, in units of the dump */
    uint64_t edge; /* from 0, the first in the dump */
};

/* Takes the changes of `r`. What is wanted of it, the 1-bit clock among it, was said
 * before. NULL: the dump cannot be read. */
struct sampler *sampler_new(struct fst_reader *r, const struct fst_signal *clock);
void sampler_free(struct sampler *s);

/* The next rising edge. */
enum fst_next sampler_next(struct sampler *s, struct sample *sample, char why[FST_WHY_SIZE]);
/* Before that edge, 32-bit words, bits 31:0 first: the value, 0 where it is unknown; the bits that
 * are neither 0 nor 1, all of them when the dump has no value yet. */
const uint32_t *sampler_value(const struct sampler *s, uint32_t wanted);
const uint32_t *sampler_unknown(const struct sampler *s, uint32_t wanted);

#endif
