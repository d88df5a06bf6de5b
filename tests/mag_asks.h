/* What the scenarios of the agent's memory side have in common: what a variant has, places that do
 * not meet, requests that wait for room, moves whose end is stated. */
#ifndef TESTS_MAG_ASKS_H
#define TESTS_MAG_ASKS_H

#include "bench/mag_request.h"

enum {
    PAGE = 4096,
    PAGE_WORDS = PAGE / WORD_BYTES,
    WRITER = 8, /* the endpoint that writes, one a port: never more open writes than slots */
    STROBE_PATTERNS = 6
};

/* ---- what a variant has ---------------------------------------------------------------------- */

static inline bool has_store(const struct mag_bench *b, unsigned words) {
    return b->type->mover.stage >= words && !(b->sim->options->without & WITHOUT_STAGING);
}

static inline bool has_interlink(const struct mag_bench *b) {
    return b->type->mover.ilink != 0;
}

static inline unsigned last_port(const struct mag_bench *b) {
    return b->ports - 1;
}

/* The nth of the three other meshes. */
static inline unsigned other_mesh(const struct mag_bench *b, unsigned n) {
    return (b->type->mover.mesh_id + 1 + n % 3) % 4;
}

/* ---- places ---------------------------------------------------------------------------------- */

/* 64 KB of DRAM each: the offset, which the host uses, and the address in the own mesh. */
static inline uint64_t region(unsigned n) {
    return UINT64_C(0x100000) + n * UINT64_C(0x10000);
}
static inline uint64_t own(const struct mag_bench *b, unsigned n) {
    return mag_dram_addr(b->type->mover.mesh_id, region(n));
}

static inline uint64_t store_word(const struct mag_bench *b, uint64_t word) {
    return mag_staging_addr(b, word * WORD_BYTES);
}

/* ---- requests; cycles run while a queue is full ---------------------------------------------- */

static inline void ask_host_write(struct mag_bench *b, unsigned id, uint64_t addr, unsigned beats,
                                  const uint32_t *strb) {
    while (!mag_host_write(b, (uint8_t)(id % 16), addr, beats, NULL, strb)) {
        sim_cycle(b->sim);
    }
}

/* In as many bursts as there are pages. */
static inline void ask_host_read(struct mag_bench *b, unsigned id, uint64_t addr, unsigned words) {
    while (words > 0) {
        const unsigned in_page = (unsigned)(PAGE - addr % PAGE) / WORD_BYTES;
        const unsigned beats = words < in_page ? words : in_page;
        while (!mag_host_read(b, (uint8_t)(id % 16), addr, beats)) {
            sim_cycle(b->sim);
        }
        addr += beats * WORD_BYTES;
        words -= beats;
    }
}

static inline void ask_ri_write(struct mag_bench *b, unsigned id, uint64_t addr, unsigned beats,
                                const uint32_t *strb) {
    while (!mag_ri_write(b, (uint8_t)(id % 16), addr, beats, NULL, strb)) {
        sim_cycle(b->sim);
    }
}

static inline void ask_write(struct mag_bench *b, unsigned port, unsigned txn, uint64_t addr,
                             unsigned beats) {
    while (!mag_write(b, port, WRITER, (uint8_t)txn, addr, beats, NULL)) {
        sim_cycle(b->sim);
    }
}

/* Plain reads of at most 256 words each. */
static inline void ask_read(struct mag_bench *b, unsigned port, uint64_t addr, unsigned words) {
    for (unsigned done = 0; done < words;) {
        const unsigned beats = words - done < 256 ? words - done : 256;
        while (
            !mag_read_plain(b, port, 1, (uint8_t)(done / 256), addr + done * WORD_BYTES, beats)) {
            sim_cycle(b->sim);
        }
        done += beats;
    }
}

/* Every word of the store gets a known value: writes of other meshes, settled. */
static inline void fill_store(struct mag_bench *b) {
    const unsigned words = b->type->mover.stage;
    for (unsigned at = 0; at < words; at += PAGE_WORDS) {
        ask_ri_write(b, at / PAGE_WORDS, store_word(b, at),
                     words - at < PAGE_WORDS ? words - at : PAGE_WORDS, NULL);
    }
    mag_settle(b);
}

/* Strobes of a burst: all, none, one byte a word, none in the first and the last word, alternating
 * words, any. */
static inline void make_strobes(struct mag_bench *b, unsigned pattern, unsigned beats,
                                uint32_t strb[AXI_HOST_BEATS]) {
    for (unsigned i = 0; i < beats; i++) {
        const uint32_t row[STROBE_PATTERNS] = {
            UINT32_MAX,
            0,
            UINT32_C(1) << i % 32,
            i == 0 || i + 1 == beats ? 0 : UINT32_MAX,
            i % 2 ? 0 : UINT32_MAX,
            (uint32_t)rng_next(&b->data),
        };
        strb[i] = row[pattern % STROBE_PATTERNS];
    }
}

/* ---- moves ----------------------------------------------------------------------------------- */

static inline void must_end(struct mag_bench *b, const struct mover_regs *regs, unsigned fault) {
    const unsigned ended = mag_move(b, regs);
    sim_evaluated(b->sim, CHECK_MV_FAULT);
    if (ended != fault) {
        sim_fail(b->sim, CHECK_MV_FAULT, "mv_fault", "the move ended with fault %u, not %u", ended,
                 fault);
    }
}

static inline void must_move(struct mag_bench *b, struct mover_regs regs) {
    must_end(b, &regs, MOVER_CODE_NONE);
}

/* Whether an occupant's entries raise no fault; nobody knows without a model. */
static inline bool faultless(const struct mag_bench *b, unsigned id) {
    const struct bank_desc *desc = b->slot.desc;
    return id == 0 ||
           (desc != NULL && (desc->every_id_bypasses ||
                             (id <= desc->occupants && desc->occupant[id - 1].faults == 0)));
}

/* A transform that ends well, or by a fault of its occupant's own, which is then cleared: whether that
 * was due the judges of mover and bank know. False: by a fault. */
static inline bool must_convert(struct mag_bench *b, struct mover_regs move) {
    if (faultless(b, move.xform_id)) {
        must_move(b, move);
        return true;
    }
    const bool well = mag_move(b, &move) == MOVER_CODE_NONE;
    config_write(&b->slot.config, b->sim, 0, BANK_REG_FAULT, 0);
    return well;
}

#endif
