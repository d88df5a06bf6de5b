/* See mover_moves.h. */
#include "mover_moves.h"

/* Element number `n` by division, every sum in 128 bits, the modulus taken once at the end. */
struct walker_element slow_element(const struct walker *w, uint64_t n) {
    __int128 sum = w->base, on_axis[3] = {0, w->axis[0].base, w->axis[1].base};
    struct walker_element e = {.valid = true};
    for (int d = (int)w->ndim - 1; d >= 0; d--) {
        const uint64_t count = w->dim[d].count != 0 ? w->dim[d].count : 1;
        const __int128 idx = (__int128)(n % count);
        n /= count;
        sum += idx * w->dim[d].stride;
        if (w->dim[d].axis < 3)
            on_axis[w->dim[d].axis] += idx * w->dim[d].step;
    }
    const __int128 rest = sum % (__int128)ADDR_SIZE;
    e.addr = (uint64_t)(rest < 0 ? rest + (__int128)ADDR_SIZE : rest);
    for (int a = 0; a < 2; a++) {
        e.axis[a] = (int64_t)on_axis[a + 1];
        if (w->axis[a].extent > 0 && !(on_axis[a + 1] >= 0 && on_axis[a + 1] < w->axis[a].extent))
            e.valid = false;
    }
    return e;
}

uint64_t slow_total(const struct walker *w) {
    uint64_t total = 1;
    for (unsigned d = 0; d < w->ndim; d++)
        total *= w->dim[d].count > 1 ? w->dim[d].count : 1;
    return total;
}

static int32_t random_stride(struct rng *rng) {
    static const int32_t corner[] = {0, 32, -32, INT32_MIN, INT32_MAX - 31, 4096, -4096, 1};
    return rng_chance(rng, 500) ? corner[rng_below(rng, 8)] : (int32_t)rng_next(rng);
}

/* Every dimension filled, those above ndim with rubbish of any size. */
struct walker random_walker(struct rng *rng, unsigned ndim, unsigned count_below) {
    struct walker w = {.base = rng_next(rng) & (ADDR_SIZE - 1), .ndim = (uint8_t)ndim};
    for (unsigned d = 0; d < WALKER_DIMS; d++) {
        w.dim[d] = (struct walker_dim){.count = (uint16_t)rng_next(rng),
                                       .stride = random_stride(rng),
                                       .axis = (uint8_t)rng_below(rng, 4),
                                       .step = (int16_t)rng_next(rng)};
        if (d < ndim)
            w.dim[d].count = (uint16_t)rng_below(rng, count_below);
        if (rng_chance(rng, 500))
            w.dim[d].step = (int16_t)((int)rng_below(rng, 5) - 2);
    }
    for (unsigned a = 0; a < WALKER_AXES; a++) {
        w.axis[a].base = (int16_t)((int)rng_below(rng, 7) - 3);
        w.axis[a].extent = (uint16_t)(rng_chance(rng, 250) ? rng_next(rng) : rng_below(rng, 6));
    }
    return w;
}

uint64_t reg_bits(uint64_t value, unsigned width, unsigned low) {
    return (value & ((UINT64_C(1) << width) - 1)) << low;
}

uint64_t header_data(unsigned which, const struct walker *w, unsigned id, unsigned mode) {
    return which | reg_bits(w->base, 40, 4) | reg_bits(w->ndim, 3, 44) | reg_bits(id, 4, 47) |
           reg_bits(mode, 4, 55);
}

uint64_t control_data(unsigned mode, unsigned width, bool go) {
    return mode | reg_bits(width, 2, 3) | reg_bits(go, 1, 16);
}

void put_walker(put_fn *put, void *to, unsigned which, const struct walker *w, unsigned id,
                unsigned mode) {
    put(to, 0x10, header_data(which, w, id, mode));
    for (unsigned d = 0; d < WALKER_DIMS; d++) {
        put(to, 0x18,
            which | reg_bits(d, 3, 1) | reg_bits(w->dim[d].count, 16, 4) |
                reg_bits((uint64_t)(int64_t)w->dim[d].stride, 32, 20));
        put(to, 0x20,
            reg_bits(w->dim[d].axis, 2, 0) | reg_bits((uint64_t)(int64_t)w->dim[d].step, 16, 2));
    }
    for (unsigned a = 0; a < WALKER_AXES; a++)
        put(to, 0x28,
            which | reg_bits(a, 1, 1) | reg_bits((uint64_t)(int64_t)w->axis[a].base, 16, 2) |
                reg_bits(w->axis[a].extent, 16, 18));
}

/* Two beats to three words. */
static void spread(const struct word *beats, unsigned mode, struct word words[BANK_WORDS_MAX]) {
    for (unsigned i = 0; i < 8; i++) {
        words[0].w[i] = beats[0].w[i] ^ mode;
        words[1].w[i] = beats[0].w[i] + beats[1].w[i];
        words[2].w[i] = ~beats[1].w[i];
    }
}

static void invert(const struct word *beats, unsigned mode, struct word words[BANK_WORDS_MAX]) {
    for (unsigned i = 0; i < 8; i++)
        words[0].w[i] = ~beats[0].w[i] ^ mode;
}

const struct occupant mover_occupants[2] = {
    {.name = "spread", .in_beats = 2, .out_words = 3, .depth = 2, .convert = spread},
    {.name = "invert", .in_beats = 1, .out_words = 1, .depth = 2, .convert = invert},
};
static const struct bank_desc mover_bank = {
    .name = "mover test", .occupants = 2, .occupant = mover_occupants};
const struct mover_config mover_test_config = {
    .mesh_id = 1, .ilink = true, .stage = 64, .xid_w = 4, .xmode_w = 4, .bank = &mover_bank};

struct walker line_of(uint64_t base, unsigned count, int32_t stride) {
    return (struct walker){
        .base = base, .ndim = 1, .dim[0] = {.count = (uint16_t)count, .stride = stride}};
}

struct mover_regs regs_of(unsigned mode, struct walker src, struct walker dst) {
    return (struct mover_regs){.mode = (uint8_t)mode, .walker = {src, dst}};
}

uint32_t given_geometry(void *context, unsigned id) {
    (void)id;
    return *(const uint32_t *)context;
}
