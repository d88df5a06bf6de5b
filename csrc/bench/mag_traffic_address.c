#include "bench/mag_traffic.h"

enum { PAGE_BYTES = 4096, OWN_BYTES = 0x10000, SHARED_WORDS = 16 };
#define WINDOW_BYTES (UINT64_C(1) << 36)
#define OWN_BASE UINT64_C(0x200000000)

static unsigned pick_area(struct mag_traffic *t) {
    const unsigned *w = t->knobs.area_weight;
    unsigned sum = 0, area = 0;
    for (unsigned i = 0; i < MAG_AREAS; i++) {
        sum += w[i];
    }
    for (unsigned at = rng_below(&t->rng, sum); at >= w[area]; area++) {
        at -= w[area];
    }
    return area;
}

static uint64_t area_base(struct mag_traffic *t, unsigned area, unsigned requester) {
    switch ((enum mag_area)area) {
    case MAG_AREA_SHARED:
        return rng_below(&t->rng, SHARED_WORDS) * (uint64_t)WORD_BYTES;
    case MAG_AREA_OWN:
        return OWN_BASE + requester * (uint64_t)OWN_BYTES +
               rng_below(&t->rng, OWN_BYTES / 2 / WORD_BYTES) * (uint64_t)WORD_BYTES;
    case MAG_AREA_WINDOW:
        return rng_next(&t->rng) & (WINDOW_BYTES - WORD_BYTES);
    case MAG_AREA_PAGES:
        return t->page + PAGE_BYTES - WORD_BYTES * (uint64_t)rng_below(&t->rng, 40);
    case MAG_AREA_CARRY:
        return t->carry - WORD_BYTES * (uint64_t)rng_below(&t->rng, 20) +
               WORD_BYTES * (uint64_t)rng_below(&t->rng, 4);
    case MAG_AREAS:
        break;
    }
    return 0;
}

uint64_t mag_traffic_offset(struct mag_bench *b, unsigned requester, uint64_t bytes) {
    struct mag_traffic *t = b->traffic;
    const uint64_t addr = area_base(t, pick_area(t), requester) & (WINDOW_BYTES - WORD_BYTES);
    if (!mag_traffic_splits(b) && addr % PAGE_BYTES + bytes > PAGE_BYTES) {
        return bytes > PAGE_BYTES ? addr & ~UINT64_C(4095)
                                  : addr - (addr % PAGE_BYTES + bytes - PAGE_BYTES);
    }
    return addr + bytes > WINDOW_BYTES ? WINDOW_BYTES - bytes : addr;
}

uint64_t mag_traffic_store_offset(struct mag_bench *b, unsigned words) {
    struct mag_traffic *t = b->traffic;
    const uint64_t stage = b->type->mover.stage;
    uint64_t word = rng_next(&t->rng) % (stage + 1);
    if (rng_chance(&t->rng, 300)) {
        word = rng_below(&t->rng, 8) % (stage + 1); /* where others are, too */
    }
    if (word + words > stage && !rng_chance(&t->rng, 50)) {
        word = words >= stage ? 0 : stage - words;
    }
    return word * WORD_BYTES;
}
