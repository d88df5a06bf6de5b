#include "exhaustive_walk.h"

#include "mxfp7.h"

enum { QUANTISER = 1, SIGN = 0x8000 };

void exhaustive_walk_init(struct exhaustive_walk *walk, const struct exhaustive_peaks *peaks) {
    memset(walk, 0, sizeof *walk);
    walk->peaks = *peaks;
    walk->peak = peaks->first;
}

static bool made_all(const struct exhaustive_walk *walk) {
    return walk->peak > walk->peaks.last;
}

static uint16_t next_value(struct exhaustive_walk *walk) {
    if (walk->at > 2 * walk->peak + 1) {
        return 0;
    }
    const unsigned negative = walk->at & 1;
    const uint16_t value = (uint16_t)(walk->at / 2 | (negative ? SIGN : 0));
    walk->pairs += negative;
    walk->at++;
    return value;
}

/* A block of zeros when no peak is left. */
static void make_block(struct exhaustive_walk *walk, uint16_t block[MXFP7_BLOCK]) {
    const unsigned place = walk->turn % MXFP7_BLOCK;
    memset(block, 0, MXFP7_BLOCK * sizeof *block);
    if (made_all(walk)) {
        return;
    }
    for (unsigned k = 0; k < MXFP7_BLOCK; k++) {
        block[k] = k == place ? (uint16_t)(walk->peak | (walk->turn & MXFP7_BLOCK ? SIGN : 0))
                              : next_value(walk);
    }
    walk->turn++;
    if (walk->at > 2 * walk->peak + 1) {
        walk->at = 0;
        walk->peak += walk->peaks.step;
    }
}

static void put_block(struct entry_plan *plan, unsigned lane, const uint16_t block[MXFP7_BLOCK]) {
    for (unsigned k = 0; k < MXFP7_BLOCK; k += 2) {
        plan->beat[2 * lane + k / 16].w[k % 16 / 2] = block[k] | (uint32_t)block[k + 1] << 16;
    }
}

bool exhaustive_walk_next(void *context, struct entry_plan *plan) {
    struct exhaustive_walk *walk = context;
    if (walk->repeat) {
        walk->plan.mode = MXFP7_PACKING_B;
    } else if (made_all(walk)) {
        return false;
    } else {
        walk->plan.id = QUANTISER;
        walk->plan.mode = MXFP7_PACKING_A;
        walk->plan.beats = MXFP7_BEATS;
        walk->plan.overlap = true;
        for (unsigned lane = 0; lane < MXFP7_LANES; lane++) {
            uint16_t block[MXFP7_BLOCK];
            make_block(walk, block);
            put_block(&walk->plan, lane, block);
        }
    }
    walk->repeat = !walk->repeat;
    walk->entries++;
    *plan = walk->plan;
    return true;
}
