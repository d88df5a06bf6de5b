/* Counts of values in buckets that end at 0, 1, 2, 5, 10, 20, 50, ...; extremes and sum are exact. */
#ifndef CSRC_OBSERVE_HISTOGRAM_H
#define CSRC_OBSERVE_HISTOGRAM_H

#include <stdint.h>

enum { HISTOGRAM_BUCKETS = 30 };

struct histogram {
    uint64_t count, sum;
    uint64_t least, most; /* valid when count > 0 */
    uint64_t bucket[HISTOGRAM_BUCKETS];
};

void histogram_add(struct histogram *h, uint64_t value);
/* Adds all of `from`. */
void histogram_merge(struct histogram *h, const struct histogram *from);
/* The largest value a bucket holds; UINT64_MAX for the last. */
uint64_t histogram_bound(unsigned bucket);
/* 0 when empty. */
double histogram_mean(const struct histogram *h);
/* The mean as people read it: "1 611.2". */
void histogram_mean_text(const struct histogram *h, char buf[32]);
/* The buckets that hold something, first and last; both 0 when empty. */
void histogram_range(const struct histogram *h, unsigned *first, unsigned *last);

#endif
