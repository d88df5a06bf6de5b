/* Where requests point: pages, carries, the ends of a window; and the other sum, of txn
 * (modules 3: the 4 KB split, 64 GB windows, txn sums; wire 4). */
#include "mem_port_scenarios.h"

enum { PAGE = 4096, PAGE_WORDS = PAGE / WORD_BYTES, LONGEST_BURST = 256, LONGEST_WRITE = 8 };
#define WINDOW (UINT64_C(1) << 36)

static unsigned smaller(unsigned a, unsigned b) {
    return a < b ? a : b;
}

/* ---- pages ----------------------------------------------------------------------------------- */

void requests_at_every_phase_of_a_page_end_on_it(struct sim *s, const struct dut_type *type) {
    struct port_test *t = port_test_new(s, type);
    for (unsigned phase = 0; phase < PAGE_WORDS; phase++) {
        const unsigned left = PAGE_WORDS - phase;
        const uint64_t addr = fresh(t) + phase * WORD_BYTES;
        ask_read(t, phase % 8, (uint8_t)phase, plain(addr, left));
        for (unsigned words = 1; words <= ENTRY_WORDS_MAX; words++) {
            if (left % words == 0) {
                ask_read(t, 8 + words, (uint8_t)phase, run(addr, left / words, words));
            }
        }
        const unsigned beats = smaller(left, LONGEST_WRITE);
        ask_write(t, writer(t, phase), (uint8_t)phase, addr, beats);
        ask_write(t, writer(t, phase), (uint8_t)phase, fresh(t) + PAGE - beats * WORD_BYTES, beats);
    }
    ask_all_kinds(t);
    finish(t);
    sim_expect_seen(s, "acks", seen(t).acks, 2 * PAGE_WORDS);
}

/* A request of `words` words that begins at `phase` crosses so many times. */
static unsigned crossings(unsigned phase, unsigned words) {
    return (phase + words - 1) / PAGE_WORDS;
}

static void expect_splits(struct port_test *t, unsigned least) {
    ask_all_kinds(t);
    finish(t);
    sim_expect_seen(t->s, "requests across 4 KB", mem_port_model_stats(t->b->model)->splits_4k,
                    least);
}

void plain_reads_across_four_kilobytes_are_split(struct sim *s, const struct dut_type *type) {
    struct port_test *t = port_test_new(s, type);
    unsigned crossing = 0;
    if (!crosses_pages(t) || leaves_out(t, WITHOUT_PLAIN)) {
        return;
    }
    for (unsigned phase = 0; phase < PAGE_WORDS; phase++) {
        const unsigned left = PAGE_WORDS - phase;
        /* The shortest that crosses, one page more, and the longest there is. */
        const unsigned beats[] = {left + 1, smaller(left + PAGE_WORDS + 1, LONGEST_BURST),
                                  LONGEST_BURST};
        for (unsigned i = 0; i < 3; i++) {
            ask_read(t, phase % 8, (uint8_t)phase, plain(fresh(t) + phase * WORD_BYTES, beats[i]));
            crossing += crossings(phase, beats[i]) > 0;
        }
    }
    expect_splits(t, crossing);
}

void runs_across_four_kilobytes_are_split(struct sim *s, const struct dut_type *type) {
    struct port_test *t = port_test_new(s, type);
    static const unsigned peers[] = {10, 11, 12};
    unsigned crossing = 0;
    if (!crosses_pages(t) || leaves_out(t, WITHOUT_STREAM)) {
        return;
    }
    for (unsigned phase = 0; phase < PAGE_WORDS; phase++) {
        for (unsigned words = 1; words <= ENTRY_WORDS_MAX; words++) {
            /* The page ends before, inside or after the last but one entry. */
            const unsigned entries = (PAGE_WORDS - phase) / words + 2;
            const struct descriptor d = run(fresh(t) + phase * WORD_BYTES, entries, words);
            const bool several = words == phase % 4 + 1 && !leaves_out(t, WITHOUT_PEERS);
            ask_read(t, phase % 8, (uint8_t)phase, multicast(t, d, several, peers));
            crossing += crossings(phase, entries * words) > 0;
        }
    }
    expect_splits(t, crossing);
}

void writes_across_four_kilobytes_are_split(struct sim *s, const struct dut_type *type) {
    struct port_test *t = port_test_new(s, type);
    unsigned crossing = 0;
    if (!crosses_pages(t)) {
        return;
    }
    for (unsigned phase = 0; phase < PAGE_WORDS; phase++) {
        for (unsigned beats = 1; beats <= LONGEST_WRITE; beats++) {
            const uint64_t addr = fresh(t) + phase * WORD_BYTES;
            ask_write(t, writer(t, beats % 4), (uint8_t)phase, addr, beats);
            crossing += crossings(phase, beats) > 0;
        }
    }
    expect_splits(t, crossing);
}

/* ---- carries --------------------------------------------------------------------------------- */

/* One request of each kind of at most `words` words at `addr`, none of them across a page. */
static void ask_of_each_kind(struct port_test *t, uint64_t addr, unsigned words) {
    ask_read(t, 0, (uint8_t)words, plain(addr, words));
    ask_read(t, 1, 0, run(addr, words, 1));
    ask_read(t, 2, 0, run(addr, (words + 3) / 4, words < 4 ? words : 4));
    ask_write(t, writer(t, 0), (uint8_t)words, addr, words);
}

void requests_end_start_and_cross_at_every_carry_of_an_address(struct sim *s,
                                                               const struct dut_type *type) {
    struct port_test *t = port_test_new(s, type);
    enum { WORDS = 8, CARRIES = 36 - 5 };
    for (unsigned bit = 5; bit < 36; bit++) {
        const uint64_t carry = UINT64_C(1) << bit;
        const unsigned below = bit < 8 ? 1u << (bit - 5) : WORDS;
        const bool inside_page = bit < 12;
        ask_of_each_kind(t, carry - below * WORD_BYTES, below); /* ends there */
        ask_of_each_kind(t, carry, WORDS);
        settle(t); /* what was written is read next */
        for (unsigned before = 1; before < WORDS && before <= below; before++) {
            if (inside_page || crosses_pages(t)) {
                ask_of_each_kind(t, carry - before * WORD_BYTES, WORDS);
                settle(t);
            }
        }
    }
    finish(t);
    sim_expect_seen(s, "acks", seen(t).acks, 2 * CARRIES);
}

void requests_reach_both_ends_of_a_window_of_any_mesh(struct sim *s, const struct dut_type *type) {
    struct port_test *t = port_test_new(s, type);
    for (unsigned mesh = 0; mesh < 4; mesh++) {
        const uint64_t base = mesh * WINDOW;
        for (unsigned words = 1; words <= LONGEST_WRITE; words++) {
            ask_of_each_kind(t, base, words);
            /* The runs of 4-word entries may be longer than asked for: stay inside. */
            ask_of_each_kind(t, base + WINDOW - (words + 3) / 4 * 4 * WORD_BYTES, words);
            ask_read(t, 3, 0, plain(base + WINDOW - words * WORD_BYTES, words));
            ask_write(t, writer(t, 1), 0, base + WINDOW - words * WORD_BYTES, words);
        }
        ask_read(t, 3, 0, run(base + WINDOW - 255 * 4 * WORD_BYTES, 255, 4));
        settle(t);
    }
    finish(t);
    sim_expect_seen(s, "acks", seen(t).acks, 4 * 3 * LONGEST_WRITE);
}

/* ---- txn ------------------------------------------------------------------------------------- */

void txn_sums_wrap_at_eight_bits(struct sim *s, const struct dut_type *type) {
    struct port_test *t = port_test_new(s, type);
    static const unsigned counts[] = {1, 2, 3, 6, 255}, peers[] = {10, 11, 12};
    for (unsigned i = 0; i < 5; i++) {
        for (unsigned last = 253; last <= 259; last++) { /* txn of the last entry, modulo 256 */
            const uint8_t txn = (uint8_t)(last - (counts[i] - 1));
            ask_read(t, i, txn, run(fresh(t), counts[i], 1));
            ask_read(t, i, txn, multicast(t, run(fresh(t), counts[i], 2), 1, peers));
        }
    }
    ask_all_kinds(t);
    finish(t);
    if (!leaves_out(t, WITHOUT_STREAM)) {
        sim_expect_seen(s, "streaming words", seen(t).stream, 7 * (1 + 2 + 3 + 6 + 255));
    }
}
