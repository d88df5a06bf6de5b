/* See mover_scenarios.h. */
#include "mover_scenarios.h"

enum { ASIDE = 0x800000 /* where nothing else of a situation is */ };

uint64_t own_dram(const struct mover_bench *b, uint64_t offset) {
    return (uint64_t)b->config.mesh_id << 36 | offset;
}

uint64_t own_staging(const struct mover_bench *b, uint64_t offset) {
    return UINT64_C(1) << 39 | own_dram(b, offset);
}

uint64_t next_mesh(const struct mover_bench *b, uint64_t offset) {
    return (uint64_t)((b->config.mesh_id + 1) & 3) << 36 | offset;
}

struct walker words_of(uint64_t base, unsigned count) {
    return line_of(base, count, WORD_BYTES);
}

struct walker plane_of(uint64_t base, unsigned rows, int32_t pitch, unsigned columns,
                       int32_t stride) {
    return (struct walker){.base = base,
                           .ndim = 2,
                           .dim = {{.count = (uint16_t)rows, .stride = pitch},
                                   {.count = (uint16_t)columns, .stride = stride}}};
}

void add_rubbish(struct mover_bench *b, struct walker *w) {
    for (unsigned d = 0; d < WALKER_DIMS; d++) {
        if (d >= w->ndim) {
            w->dim[d] = (struct walker_dim){.count = (uint16_t)rng_next(&b->gap),
                                            .axis = (uint8_t)rng_below(&b->gap, 4),
                                            .step = (int16_t)rng_next(&b->gap)};
        }
        if (d >= w->ndim || w->dim[d].count < 2) {
            w->dim[d].stride = (int32_t)rng_next(&b->gap);
        }
    }
}

struct mover_regs copy_of(struct walker source, struct walker destination) {
    return regs_of(MOVER_COPY, source, destination);
}

struct mover_regs fill_of(unsigned width, uint32_t value, struct walker destination) {
    struct mover_regs move = regs_of(MOVER_FILL, (struct walker){0}, destination);
    move.width = (uint8_t)width;
    move.immediate = value;
    return move;
}

struct mover_regs transform_of(const struct mover_bench *b, unsigned id, uint64_t source,
                               uint64_t destination, unsigned entries) {
    const struct bank_geometry *shape = &b->slot.shapes.of[id];
    struct mover_regs move =
        regs_of(MOVER_TRANSFORM, words_of(source, entries * shape->in_beats),
                line_of(destination, entries, (int32_t)(shape->out_words * WORD_BYTES)));
    move.xform_id = (uint8_t)id;
    return move;
}

void recovers(struct mover_bench *b) {
    struct mover_regs move =
        copy_of(words_of(own_dram(b, ASIDE), 3), words_of(own_dram(b, ASIDE + 0x1000), 3));
    mover_expect(b, &move, MOVER_CODE_NONE);
    move = fill_of(2, (uint32_t)b->moves, words_of(own_dram(b, ASIDE + 0x2000), 2));
    mover_expect(b, &move, MOVER_CODE_NONE);
    move = transform_of(b, 1, own_dram(b, ASIDE + 0x3000), own_dram(b, ASIDE + 0x4000), 2);
    mover_expect(b, &move, MOVER_CODE_NONE);
}

void faults_and_recovers(struct mover_bench *b, const struct mover_regs *move, unsigned code) {
    mover_expect(b, move, code);
    recovers(b);
}

void fast_surroundings(struct mover_bench *b) {
    axi_mem_zero_wait(&b->memory.knobs);
    slot_stub_fast(&b->slot.knobs);
}

void slow_surroundings(struct mover_bench *b) {
    struct axi_mem_knobs *k = &b->memory.knobs;
    fast_surroundings(b);
    k->aw = k->w = k->ar = stall_until_offer(1, 8);
    k->r = k->b = stall_random(300);
    k->read_latency_max = k->write_latency_max = 90;
    b->slot.knobs.grant_max = 40;
    b->slot.knobs.done_max = 30;
    b->slot.knobs.linger_permille = 500;
}
