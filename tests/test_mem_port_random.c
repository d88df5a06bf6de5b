/* Constrained-random traffic, and ordinary traffic over contents of every kind. */
#include "mem_port_scenarios.h"

#include "bench/mem_port_traffic.h"
#include "demo/tensors.h"

/* ---- contents -------------------------------------------------------------------------------- */

/* The memory holds the tensors' values again and again. */
static void fill_with_tensors(struct port_test *t) {
    struct tensors *tensors = sim_alloc(t->s, sizeof *tensors);
    char error[256];
    if (!tensors_load(tensors, error)) {
        sim_fail(t->s, CHECK_SIM_END, "scenario", "%s", error);
        return;
    }
    sim_own(t->s, tensors, tensors_free);
    t->b->contents.real = (const uint8_t *)tensors->value;
    t->b->contents.real_size = tensors->values * sizeof *tensors->value;
    mem_port_fill(t->b, SPARSE_REAL);
}

static void fill(struct port_test *t, enum sparse_mode mode) {
    if (mode == SPARSE_REAL) {
        fill_with_tensors(t);
    } else {
        mem_port_fill(t->b, mode);
    }
}

/* What memory held, and what was written over it, is read in every way there is. */
static void contents_arrive(struct sim *s, const struct dut_type *type, enum sparse_mode mode) {
    struct port_test *t = port_test_new(s, type);
    static const unsigned peers[] = {10, 11, 12};
    enum { ROUNDS = 40 };
    fill(t, mode);
    for (unsigned round = 0; round < ROUNDS; round++) {
        const uint64_t addr = fresh(t);
        ask_read(t, 0, (uint8_t)round, plain(addr, 32));
        ask_read(t, 1, (uint8_t)round, run(addr, 8, 4));
        settle(t);
        for (unsigned i = 0; i < 4; i++) {
            ask_write(t, writer(t, i), (uint8_t)round, addr + i * 8 * WORD_BYTES, 8);
        }
        settle(t);
        ask_read(t, 0, (uint8_t)round, plain(addr, 32));
        ask_read(t, 1, (uint8_t)round, multicast(t, run(addr, 8, 4), 3, peers));
    }
    finish(t);
    sim_expect_seen(s, "words written", mem_port_model_stats(t->b->model)->words_written,
                    ROUNDS * 32);
}

void tagged_words_arrive_unchanged(struct sim *s, const struct dut_type *type) {
    contents_arrive(s, type, SPARSE_TAGGED);
}

void random_words_arrive_unchanged(struct sim *s, const struct dut_type *type) {
    contents_arrive(s, type, SPARSE_RANDOM);
}

void zero_words_arrive_unchanged(struct sim *s, const struct dut_type *type) {
    contents_arrive(s, type, SPARSE_ZEROS);
}

void real_words_arrive_unchanged(struct sim *s, const struct dut_type *type) {
    contents_arrive(s, type, SPARSE_REAL);
}

/* ---- random ---------------------------------------------------------------------------------- */

void random_traffic(struct sim *s, const struct dut_type *type, enum sparse_mode mode,
                    uint64_t cycles) {
    struct port_test *t = port_test_new(s, type);
    fill(t, mode);
    mem_port_traffic_new(t->b);
    cycles = s->options->cycles ? s->options->cycles : cycles;
    mem_port_traffic_run(t->b, cycles);
    finish(t);
    sim_expect_seen(s, "flits", s->seen.flits, cycles / (reads(t) ? 100 : 2000));
    sim_expect_seen(s, "acks", seen(t).acks, cycles / 5000); /* one slot, one write at a time */
}
