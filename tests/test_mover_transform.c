/* Moves through the transform slot (modules 1, 2 and 4; transform slot, arbitration). */
#include "mover_scenarios.h"

/* Ids from 0 on that name something; the bypass always does. */
static unsigned occupants(const struct mover_bench *b) {
    unsigned ids = 1;
    while (ids < b->slot.shapes.ids && ids < 16 && b->slot.shapes.of[ids].known) {
        ids++;
    }
    return ids;
}

static void through(struct mover_bench *b, const struct mover_regs *move) {
    mover_expect(b, move, MOVER_CODE_NONE);
}

static uint64_t out_of(const struct mover_bench *b, unsigned id, unsigned entries) {
    return (uint64_t)b->slot.shapes.of[id].out_words * entries;
}

/* Every id, the bypass included, from one entry to many. */
void every_occupant_in_lines(struct mover_bench *b) {
    static const unsigned entries[] = {1, 2, 3, 5, 17, 70};
    uint64_t words = 0;
    for (unsigned id = 0; id < occupants(b); id++) {
        for (unsigned i = 0; i < 6; i++) {
            const struct mover_regs move =
                transform_of(b, id, own_dram(b, 0xfe0), own_dram(b, 0x40060), entries[i]);
            through(b, &move);
            words += out_of(b, id, entries[i]);
        }
    }
    sim_expect_seen(b->sim, "words written", b->writes.words, words);
    sim_expect_seen(b->sim, "moves compared as a whole", b->images, 6 * occupants(b));
}

/* Beats of an entry far apart, entries backwards and scattered, dimensions across entries. */
void every_occupant_strided(struct mover_bench *b) {
    for (unsigned id = 0; id < occupants(b); id++) {
        const struct bank_geometry *shape = &b->slot.shapes.of[id];
        const int32_t out = (int32_t)shape->out_words * WORD_BYTES;
        struct mover_regs move = transform_of(b, id, 0, 0, 6);
        move.walker[0] = plane_of(own_dram(b, 0x2000), 6, 32, shape->in_beats, 6 * 32);
        move.walker[1] = line_of(own_dram(b, 0x90000), 6, -3 * out);
        through(b, &move);
        move.walker[0] = line_of(own_dram(b, 0x80000), 6 * shape->in_beats, -64);
        move.walker[1] = plane_of(own_dram(b, 0x90000), 2, 0x4000, 3, out);
        through(b, &move);
        move.walker[0] = line_of(own_dram(b, 0x3000), 6 * shape->in_beats, 0);
        move.walker[1] = line_of(own_dram(b, 0x90020), 6, 32); /* entries overlap each other */
        through(b, &move);
    }
    sim_expect_seen(b->sim, "moves", b->moves, 3 * occupants(b));
}

void every_mode_reaches_the_occupant(struct mover_bench *b) {
    const unsigned modes = b->config.xmode_w < 4 ? 1u << b->config.xmode_w : 16;
    for (unsigned mode = 0; mode < modes; mode++) {
        for (unsigned id = 1; id < 4 && id < occupants(b); id++) {
            struct mover_regs move = transform_of(b, id, own_dram(b, 0), own_dram(b, 0x40000), 2);
            move.xform_mode = (uint8_t)mode;
            through(b, &move);
        }
    }
    sim_expect_seen(b->sim, "moves", b->moves, 3 * modes);
}

void transforms_between_all_targets(struct mover_bench *b) {
    const uint64_t place[] = {own_dram(b, 0x3000), own_staging(b, 0x400), next_mesh(b, 0x3000)};
    for (unsigned from = 0; from < 3; from++) {
        for (unsigned to = 0; to < 3; to++) {
            const struct mover_regs move = transform_of(b, 1, place[from], place[to] + 0x800, 6);
            through(b, &move);
        }
    }
    sim_expect_seen(b->sim, "words written", b->writes.words, 9 * out_of(b, 1, 6));
}

/* Entries are overwritten by the words they turn into, or by those of others. */
void transform_in_place(struct mover_bench *b) {
    for (unsigned id = 0; id < occupants(b); id++) {
        for (int distance = -3; distance <= 3; distance++) {
            const uint64_t from = own_dram(b, 0x6000);
            const struct mover_regs move =
                transform_of(b, id, from, from + (uint64_t)(distance * 32), 9);
            through(b, &move);
        }
    }
    sim_expect_seen(b->sim, "moves", b->moves, 7 * occupants(b));
}

/* Register 0xFC of a foreign bank: whatever it reads, its low byte included, DEPTH is 1. */
void bank_without_declared_depth(struct mover_bench *b) {
    static const uint32_t reads[] = {0, 2, 0x44455002 ^ 0x100, 0xc4455002, 0x44454f02, 0xffffff02};
    for (unsigned i = 0; i < 6; i++) {
        slot_stub_bank(&b->slot, b->config.bank, false);
        b->slot.undeclared = reads[i];
        for (unsigned id = 0; id < occupants(b); id++) {
            b->slot.knobs.done_max = 1 + 4 * (id % 3);
            const struct mover_regs move =
                transform_of(b, id, own_dram(b, 0xfe0), own_dram(b, 0x40060), 5);
            through(b, &move);
        }
    }
    sim_expect_seen(b->sim, "moves", b->moves, 6 * occupants(b));
}

/* From the cycle after the last beat to 512 cycles, alike and mixed, behind one stage to eight. */
void occupants_of_every_latency(struct mover_bench *b) {
    static const unsigned latency[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 40, 512};
    for (unsigned i = 0; i < 12; i++) {
        b->slot.knobs.done_min = i & 1 ? latency[i] : 1;
        b->slot.knobs.done_max = latency[i];
        b->slot.knobs.stages = 1 + i % SLOT_STUB_STAGES;
        for (unsigned id = 0; id < occupants(b); id++) {
            const struct mover_regs move = transform_of(
                b, id, own_dram(b, 0xfe0), own_dram(b, 0x40060), latency[i] > 100 ? 4 : 12);
            through(b, &move);
        }
    }
    sim_expect_seen(b->sim, "moves", b->moves, 12 * occupants(b));
}

void grants_of_every_latency(struct mover_bench *b) {
    for (unsigned latency = 0; latency < 30; latency++) {
        b->slot.knobs.grant_min = b->slot.knobs.grant_max = latency < 25 ? latency : 50 * latency;
        b->slot.knobs.linger_permille = latency & 1 ? 1000 : 0;
        const struct mover_regs move =
            transform_of(b, 1, own_dram(b, 0xfe0), own_dram(b, 0x40060), 3);
        mover_set(b, &move);
        mover_go(b, &move);
        mover_go(b, &move);
        mover_settle(b);
    }
    sim_expect_seen(b->sim, "grants", b->slot.stats.grants, 60);
}

/* The transform slot leaves IN_BITS free: up to 255 beats. What so long an entry turns into is not
 * compared. */
void entries_of_up_to_255_beats(struct mover_bench *b) {
    static const uint8_t beats[] = {255, 129, 128, 127, 64, 17};
    struct bank_geometry *shape = &b->slot.shapes.of[MANY_16_TO_1];
    const struct bank_geometry usual = *shape;
    uint64_t read = 0;
    for (unsigned i = 0; i < 6; i++) {
        shape->in_beats = beats[i];
        const struct mover_regs move =
            transform_of(b, MANY_16_TO_1, own_dram(b, 0xfe0), own_dram(b, 0x40060), 3 + i);
        through(b, &move);
        read += (3 + i) * beats[i];
    }
    *shape = usual;
    sim_expect_seen(b->sim, "beats read", b->reads.words, read);
}

/* Axes without an extent and width 3 mean nothing to a transform. */
void rubbish_in_a_transform(struct mover_bench *b) {
    for (unsigned i = 0; i < 20; i++) {
        struct mover_regs move =
            transform_of(b, i % occupants(b), own_dram(b, 0xfe0), own_dram(b, 0x40060), 4);
        for (unsigned w = 0; w < 2; w++) {
            add_rubbish(b, &move.walker[w]);
            move.walker[w].dim[0].axis = (uint8_t)(i & 3);
            move.walker[w].dim[0].step = -1;
            move.walker[w].axis[0].base = -7;
            move.walker[w].axis[1].base = (int16_t)i;
        }
        move.width = 3;
        move.immediate = 0xdeadbeef;
        through(b, &move);
    }
    sim_expect_seen(b->sim, "moves compared as a whole", b->images, 20);
}
