/* Named random streams. Every random choice of a run comes from a stream derived from the run's
 * seed, the test's name and the stream's own name, so adding a stimulus does not shift the others.
 */
#ifndef CSRC_SIM_RNG_H
#define CSRC_SIM_RNG_H

#include "word.h"

#include <stdbool.h>
#include <stdint.h>

struct rng {
    uint64_t state;
};

/* Starts the stream `name` of the run (`seed`, `scope`); equal arguments give equal sequences. */
void rng_init(struct rng *r, uint64_t seed, const char *scope, const char *name);

/* The next 64 random bits. */
static inline uint64_t rng_next(struct rng *r) {
    uint64_t z = (r->state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* Uniform in [0, n); n > 0. */
static inline uint32_t rng_below(struct rng *r, uint32_t n) {
    return (uint32_t)(((rng_next(r) >> 32) * n) >> 32);
}

/* Uniform in [lo, hi], both included. */
static inline uint32_t rng_range(struct rng *r, uint32_t lo, uint32_t hi) {
    return lo + rng_below(r, hi - lo + 1);
}

/* True with probability `permille`/1000; 0 never draws. */
static inline bool rng_chance(struct rng *r, unsigned permille) {
    return permille != 0 && rng_below(r, 1000) < permille;
}

/* Fills `words` 32-bit words with random bits. */
void rng_fill(struct rng *r, uint32_t *words, unsigned count);

#endif
