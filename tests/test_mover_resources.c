/* Each resource outside the mover withheld for longer than any bound, then let go; every habit of a
 * memory (modules 4; wire 5). */
#include "mover_scenarios.h"

enum { WITHHELD = 2600 };

static struct mover_regs a_copy(const struct mover_bench *b) {
    return copy_of(words_of(own_dram(b, 0x1fe0), 900), words_of(own_dram(b, 0x27020), 900));
}

static struct mover_regs a_transform(const struct mover_bench *b, unsigned id, unsigned entries) {
    return transform_of(b, id, own_dram(b, 0x1fe0), own_dram(b, 0x27020), entries);
}

/* Starts the move and runs it against what is withheld; it must not end. */
static void push_against(struct mover_bench *b, const struct mover_regs *move) {
    const uint64_t moves = b->moves;
    mover_set(b, move);
    mover_go(b, move);
    while (b->used > 0) {
        sim_cycle(b->sim);
    }
    sim_cycles(b->sim, WITHHELD);
    if (b->moves != moves) {
        sim_fail(b->sim, CHECK_MV_BUSY, "scenario", "the move ended without what it waits for");
    }
}

/* ---- the slot ------------------------------------------------------------------------------- */

void grant_is_withheld(struct mover_bench *b) {
    for (unsigned id = 0; id < 4; id++) {
        const struct mover_regs move = a_transform(b, id, 30);
        const uint64_t read = b->reads.words;
        b->slot.knobs.grant_withheld = true;
        push_against(b, &move);
        if (b->reads.words != read) {
            sim_fail(b->sim, CHECK_MV_ORDER, "scenario", "words are read without the grant");
        }
        b->slot.knobs.grant_withheld = false;
        mover_settle(b);
    }
    sim_expect_seen(b->sim, "moves without a fault", b->faults[MOVER_CODE_NONE], 4);
}

/* From the first entry on, and in the middle. */
void done_is_withheld(struct mover_bench *b) {
    for (unsigned id = 0; id < 4; id++) {
        const struct mover_regs move = a_transform(b, id, 150);
        b->slot.knobs.done_withheld = true;
        push_against(b, &move);
        b->slot.knobs.done_withheld = false;
        sim_cycles(b->sim, 30);
        b->slot.knobs.done_withheld = true;
        sim_cycles(b->sim, WITHHELD);
        b->slot.knobs.done_withheld = false;
        mover_settle(b);
    }
    sim_expect_seen(b->sim, "moves without a fault", b->faults[MOVER_CODE_NONE], 4);
}

/* ---- the memory ----------------------------------------------------------------------------- */

/* A copy and a transform with one channel withheld from the start, then from the middle. */
static void withhold(struct mover_bench *b, struct stall_knobs *channel) {
    const struct mover_regs move[] = {a_copy(b), a_transform(b, 1, 200), a_transform(b, 2, 200)};
    for (unsigned i = 0; i < 3; i++) {
        channel->withheld = true;
        push_against(b, &move[i]);
        channel->withheld = false;
        sim_cycles(b->sim, 150);
        channel->withheld = true;
        sim_cycles(b->sim, WITHHELD);
        channel->withheld = false;
        mover_settle(b);
    }
    sim_expect_seen(b->sim, "moves without a fault", b->faults[MOVER_CODE_NONE], 3);
}

void ar_is_withheld(struct mover_bench *b) {
    withhold(b, &b->memory.knobs.ar);
}

void r_is_withheld(struct mover_bench *b) {
    withhold(b, &b->memory.knobs.r);
}

void aw_is_withheld(struct mover_bench *b) {
    withhold(b, &b->memory.knobs.aw);
}

/* Reads run ahead as far as there is room. */
void w_is_withheld(struct mover_bench *b) {
    const struct mover_regs move = a_copy(b);
    b->memory.knobs.w.withheld = true;
    push_against(b, &move);
    sim_expect_seen(b->sim, "words read ahead", b->reads.words, 128);
    b->memory.knobs.w.withheld = false;
    mover_settle(b);
    withhold(b, &b->memory.knobs.w);
}

/* Writes never wait for B: all words are written, and the move does not end. */
void b_is_withheld(struct mover_bench *b) {
    const struct mover_regs move = a_copy(b);
    b->memory.knobs.b.withheld = true;
    push_against(b, &move);
    sim_expect_seen(b->sim, "words written without a B", b->writes.words, 900);
    b->memory.knobs.b.withheld = false;
    mover_settle(b);
    withhold(b, &b->memory.knobs.b);
}

/* A slow write side behind a fast read side: the mover reserves all the room it has, again and
 * again, in steps of every entry's words. */
void every_buffer_fills(struct mover_bench *b) {
    static const unsigned slow[] = {500, 300, 800};
    for (unsigned id = 0; id < b->slot.shapes.ids && b->slot.shapes.of[id].known; id++) {
        const struct mover_regs move = a_transform(b, id, 1800 / b->slot.shapes.of[id].out_words);
        b->memory.knobs.w = stall_random(slow[id % 3]);
        mover_expect(b, &move, MOVER_CODE_NONE);
    }
    const struct mover_regs copy = a_copy(b);
    mover_expect(b, &copy, MOVER_CODE_NONE);
    sim_expect_seen(b->sim, "words written", b->writes.words, 4 * 1800);
}

static void one_of_each(struct mover_bench *b) {
    const struct mover_regs move[] = {
        copy_of(words_of(own_dram(b, 0x1fe0), 150), words_of(own_dram(b, 0x27020), 150)),
        copy_of(plane_of(own_dram(b, 0x1fe0), 4, 0x400, 9, 32), words_of(own_dram(b, 0x27020), 36)),
        fill_of(1, 0xabcd, words_of(own_dram(b, 0x7020), 140)), a_transform(b, 1, 20),
        a_transform(b, 3, 20)};
    for (unsigned i = 0; i < 5; i++) {
        mover_expect(b, &move[i], MOVER_CODE_NONE);
    }
}

static void every_stall(struct mover_bench *b, struct stall_knobs *channel, bool until_offer) {
    const struct stall_knobs pattern[] = {stall_random(500), stall_bursts(1, 30, 1, 20),
                                          stall_alternate(), stall_until_offer(1, 8)};
    for (unsigned i = 0; i < 3u + until_offer; i++) {
        fast_surroundings(b);
        *channel = pattern[i];
        one_of_each(b);
    }
}

void every_memory_habit(struct mover_bench *b) {
    struct axi_mem_knobs *k = &b->memory.knobs;
    every_stall(b, &k->ar, true);
    every_stall(b, &k->aw, true);
    every_stall(b, &k->w, true);
    every_stall(b, &k->r, false);
    every_stall(b, &k->b, false);
    for (unsigned order = 0; order < 5; order++) {
        for (unsigned coupling = 0; coupling < 3; coupling++) {
            fast_surroundings(b);
            k->write_order = (enum axi_write_order)order;
            k->lead_max = 20 * coupling;
            k->coupling = (enum axi_coupling)coupling;
            k->coupling_limit = 100;
            k->max_reads = k->max_writes = 1 + 3 * coupling;
            k->read_latency_max = k->write_latency_max = 1 + 30 * order;
            one_of_each(b);
        }
    }
    sim_expect_seen(b->sim, "bursts whose data came first", b->memory.stats.data_led, 10);
    sim_expect_seen(b->sim, "bursts whose address came first", b->memory.stats.address_led, 10);
    sim_expect_seen(b->sim, "moves compared as a whole", b->images, 150);
}
