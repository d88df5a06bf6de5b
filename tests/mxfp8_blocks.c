#include "mxfp8_blocks.h"

#include "mxfp8.h"
#include "slot_situations.h"

enum { Q32 = 1, Q16, D32, D16, REG_OPTIONS = 0x10, RCEIL = 2 };

/* Half and single precision: fraction bits, and exponent fields of finite values. */
struct format {
    unsigned fraction_bits, exponents;
};
static const struct format half = {10, 31}, single = {23, 255};

struct run {
    struct slot_core *core;
    unsigned id, at, count;
};

/* ---- quantisers ------------------------------------------------------------------------------ */

enum { SHAPES = 6 };

/* The fraction below a leading one in bit `top`: significands 1, the next, and those around 1.75 and
 * just below 2. */
static uint32_t fraction_of(unsigned top, unsigned shape) {
    const uint32_t one = UINT32_C(1) << top, bound = one / 4 * 3;
    const uint32_t fraction[SHAPES] = {0, 1, bound - 1, bound, bound + 1, one - 1};
    return fraction[shape] & (one - 1);
}

/* Step 0 to fraction_bits - 1: the subnormals by their leading one; then the exponents. */
static uint32_t peak_of(const struct format *f, unsigned step, unsigned shape) {
    if (step < f->fraction_bits) {
        return UINT32_C(1) << step | fraction_of(step, shape);
    }
    return (step - f->fraction_bits + 1) << f->fraction_bits | fraction_of(f->fraction_bits, shape);
}

/* Below the peak by any number of binades, most often by few; of few significant bits, so that ties
 * are met, or of any. */
static uint32_t lesser(struct rng *rng, const struct format *f, unsigned step) {
    const uint32_t bits = (uint32_t)rng_next(rng), mask = (UINT32_C(1) << f->fraction_bits) - 1;
    const unsigned below = rng_chance(rng, 700) ? rng_below(rng, 20) : rng_below(rng, step + 1);
    if (step < below + 1) {
        return 0;
    }
    const unsigned at = step - below - 1;
    const uint32_t fraction =
        bits & 1 ? bits >> 8 : bits >> 8 << (f->fraction_bits - 1 - rng_below(rng, 6));
    if (at < f->fraction_bits) {
        return UINT32_C(1) << at | (fraction & ((UINT32_C(1) << at) - 1));
    }
    return (at - f->fraction_bits + 1) << f->fraction_bits | (fraction & mask);
}

static unsigned steps(const struct format *f) {
    return f->fraction_bits + f->exponents - 1;
}

static void put_value(struct entry_plan *plan, const struct format *f, unsigned i, uint32_t value) {
    if (f == &single) {
        plan->beat[i / 8].w[i % 8] = value;
    } else {
        plan->beat[i / 16].w[i % 16 / 2] |= value << 16 * (i % 2);
    }
}

static bool next_block(void *context, struct entry_plan *plan) {
    struct run *run = context;
    struct rng *rng = &run->core->rng;
    const struct format *f = run->id == Q32 ? &single : &half;
    if (run->at == run->count) {
        return false;
    }
    const unsigned n = run->at++, step = n / 2 / SHAPES;
    const unsigned sign = f == &single ? 31 : 15, place = rng_below(rng, MXFP8_BLOCK);
    plan_entry(run->core, plan, run->id, n & 1);
    memset(plan->beat, 0, sizeof plan->beat);
    for (unsigned i = 0; i < MXFP8_BLOCK; i++) {
        const uint32_t value = i == place ? peak_of(f, step, n / 2 % SHAPES) : lesser(rng, f, step);
        put_value(plan, f, i, value | (uint32_t)rng_below(rng, 2) << sign);
    }
    return true;
}

/* ---- dequantisers ---------------------------------------------------------------------------- */

/* Thirty-two codes under each scale; eight neighbours have them all. */
static bool next_codes(void *context, struct entry_plan *plan) {
    struct run *run = context;
    if (run->at == run->count) {
        return false;
    }
    const unsigned n = run->at++, scale = n / 2 % 256;
    plan_entry(run->core, plan, run->id, n & 1);
    for (unsigned i = 0; i < MXFP8_BLOCK; i++) {
        const unsigned code = 32 * (i % 8) + (scale + n / 512 + i / 8 * 8) % 32;
        plan->beat[0].w[i / 4] = (plan->beat[0].w[i / 4] & ~(UINT32_C(0xff) << 8 * (i % 4))) |
                                 (uint32_t)code << 8 * (i % 4);
    }
    plan->beat[1].w[0] = (plan->beat[1].w[0] & ~UINT32_C(0xff)) | scale;
    return true;
}

/* ---- runs ------------------------------------------------------------------------------------ */

static void run_all(struct slot_core *core, unsigned id, unsigned options, entry_next *next,
                    unsigned count) {
    struct run run = {core, id, 0, count};
    const uint64_t before = core->check.stats.dones;
    if (options != 0) {
        config_write(&core->config, core->sim, id, REG_OPTIONS, options);
    }
    slot_core_run(core, 0, next, &run);
    config_write(&core->config, core->sim, id, REG_OPTIONS, 0);
    sim_expect_seen(core->sim, "blocks answered", core->check.stats.dones - before, count);
}

void mxfp8_peaks_of_every_size(struct slot_core *core) {
    for (unsigned options = 0; options <= RCEIL; options += RCEIL) {
        run_all(core, Q16, options, next_block, 2 * SHAPES * steps(&half));
        run_all(core, Q32, options, next_block, 2 * SHAPES * steps(&single));
    }
}

void mxfp8_codes_under_every_scale(struct slot_core *core) {
    run_all(core, D32, 0, next_codes, 2 * 2 * 256);
    run_all(core, D16, 0, next_codes, 2 * 2 * 256);
}
