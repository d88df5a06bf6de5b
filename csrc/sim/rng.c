#include "sim/rng.h"

static uint64_t hash_text(uint64_t h, const char *text) {
    for (; *text; text++) {
        h = (h ^ (uint8_t)*text) * UINT64_C(0x100000001b3);
    }
    return (h ^ 0xff) * UINT64_C(0x100000001b3);
}

void rng_init(struct rng *r, uint64_t seed, const char *scope, const char *name) {
    r->state = seed;
    r->state = hash_text(hash_text(rng_next(r), scope), name);
}

void rng_fill(struct rng *r, uint32_t *words, unsigned count) {
    for (unsigned i = 0; i < count; i += 2) {
        uint64_t bits = rng_next(r);
        words[i] = (uint32_t)bits;
        if (i + 1 < count) {
            words[i + 1] = (uint32_t)(bits >> 32);
        }
    }
}
