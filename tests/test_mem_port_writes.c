/* Writes: reassembly, order, acknowledgement (memory protocol 4, 5; modules 3). */
#include "mem_port_scenarios.h"

enum { LENGTHS = 8, ROUNDS = 8, OTHERS = 255 };

/* Every source sends bursts of all lengths, each beginning with another one. */
static void writes_of(struct port_test *t, unsigned sources) {
    t->b->source.knobs.policy = LINK_ROUND_ROBIN;
    for (unsigned round = 0; round < ROUNDS; round++) {
        for (unsigned i = 0; i < sources; i++) {
            ask_write(t, writer(t, i), (uint8_t)(i * 16 + round), fresh(t),
                      (i + round) % LENGTHS + 1);
        }
    }
    settle(t);
    ask_all_kinds(t);
    finish(t);
    sim_expect_seen(t->s, "acks", seen(t).acks, sources * ROUNDS);
    sim_expect_seen(t->s, "words written", mem_port_model_stats(t->b->model)->words_written,
                    sources * (1 + 2 + 3 + 4 + 5 + 6 + 7 + 8));
}

void writes_of_every_length_from_one_source_arrive(struct sim *s, const struct dut_type *type) {
    writes_of(port_test_new(s, type), 1);
}

void writes_of_two_sources_interleave_flit_by_flit(struct sim *s, const struct dut_type *type) {
    struct port_test *t = port_test_new(s, type);
    writes_of(t, writers(t, 2));
}

void writes_of_nine_sources_interleave_flit_by_flit(struct sim *s, const struct dut_type *type) {
    struct port_test *t = port_test_new(s, type);
    writes_of(t, writers(t, 9));
}

void writes_of_as_many_sources_as_slots_interleave_flit_by_flit(struct sim *s,
                                                                const struct dut_type *type) {
    struct port_test *t = port_test_new(s, type);
    writes_of(t, writers(t, MEM_PORT_ENDPOINTS));
}

/* Coordinates that differ from the first one's in one bit each, all with a write open at once. */
void data_finds_its_write_by_every_bit_of_its_source(struct sim *s, const struct dut_type *type) {
    struct port_test *t = port_test_new(s, type);
    const unsigned sources = writers(t, 1 + 8);
    const struct position first = t->b->endpoint[writer(t, 0)];
    for (unsigned i = 1; i < sources; i++) {
        const unsigned bit = 1u << (i - 1);
        t->b->endpoint[writer(t, i)] =
            (struct position){first.x ^ (bit & 15), first.y ^ (bit >> 4)};
    }
    writes_of(t, sources);
}

/* Every other node of the mesh has writes open, served ones and such as are swallowed, while others do. */
void writes_of_every_node_of_the_mesh_stay_apart(struct sim *s, const struct dut_type *type) {
    struct port_test *t = port_test_new(s, type);
    const unsigned at_once = writers(t, MEM_PORT_ENDPOINTS);
    const unsigned longest = writes_long(t) ? LENGTHS + 1 : LENGTHS;
    const unsigned own = type->mem_port.mem_y * 16 + type->mem_port.mem_x;
    t->b->source.knobs.policy = LINK_ROUND_ROBIN;
    for (unsigned first = 0; first < OTHERS; first += at_once) {
        for (unsigned i = 0; i < at_once; i++) {
            const unsigned other = (first + i) % OTHERS, at = other + (other >= own);
            t->b->endpoint[writer(t, i)] = (struct position){at % 16, at / 16};
        }
        for (unsigned round = 0; round < ROUNDS; round++) {
            for (unsigned i = 0; i < at_once; i++) {
                const unsigned beats = round % 2 ? longest : (i + round) % LENGTHS + 1;
                ask_write(t, writer(t, i), (uint8_t)(i * 16 + round), fresh(t), beats);
            }
        }
        settle(t);
    }
    finish(t);
    sim_expect_seen(s, "writes", seen(t).acks + seen(t).refused, ROUNDS * OTHERS);
}

/* ---- one source after the other -------------------------------------------------------------- */

enum { WRITES = 300 };

static void slow_memory(struct port_test *t) {
    axi_mem_randomise(&t->b->memory.knobs, &t->b->data, false);
    mem_port_knobs_changed(t->b);
}

/* The last of them is what is read back. */
void same_source_writes_stay_in_order_at_one_address(struct sim *s, const struct dut_type *type) {
    struct port_test *t = port_test_new(s, type);
    const unsigned sources = writers(t, 3);
    const uint64_t base = fresh(t);
    slow_memory(t);
    for (unsigned i = 0; i < WRITES; i++) {
        ask_write(t, writer(t, i % sources), (uint8_t)i, base + i % sources * 0x100, i % 8 + 1);
    }
    settle(t);
    for (unsigned i = 0; i < sources; i++) {
        ask_read(t, i, (uint8_t)i, plain(base + i * 0x100, 8));
        ask_read(t, 8 + i, (uint8_t)i, run(base + i * 0x100, 2, 4));
    }
    finish(t);
    sim_expect_seen(s, "acks", seen(t).acks, WRITES);
}

void same_source_writes_to_fresh_addresses_follow_back_to_back(struct sim *s,
                                                               const struct dut_type *type) {
    struct port_test *t = port_test_new(s, type);
    for (unsigned pace = 0; pace < 2; pace++) {
        uint64_t addr = fresh(t);
        for (unsigned i = 0; i < WRITES; i++) {
            ask_write(t, writer(t, 0), (uint8_t)i, addr, i % 8 + 1);
            addr += 8 * WORD_BYTES; /* inside one page: 16 to a page */
        }
        settle(t);
        slow_memory(t);
    }
    ask_all_kinds(t);
    finish(t);
    sim_expect_seen(s, "acks", seen(t).acks, 2 * WRITES);
}

/* ---- memories that wait (wire 5) ------------------------------------------------------------- */

static void writes_meet(struct port_test *t, enum axi_write_order needs,
                        enum axi_write_order then) {
    const enum axi_write_order orders[] = {needs, then};
    for (unsigned i = 0; i < 2; i++) {
        t->b->memory.knobs.write_order = orders[i];
        t->b->memory.knobs.lead_min = t->b->memory.knobs.lead_max = 3;
        mem_port_knobs_changed(t->b);
        for (unsigned beats = 1; beats <= LENGTHS; beats++) {
            for (unsigned source = 0; source < writers(t, 3); source++) {
                ask_write(t, writer(t, source), (uint8_t)beats, fresh(t), beats);
            }
            settle(t);
        }
    }
    ask_all_kinds(t);
    finish(t);
    sim_expect_seen(t->s, "acks", seen(t).acks, 2 * LENGTHS * writers(t, 3));
}

/* An address is taken only once its data is offered, or has been taken. */
void writes_meet_a_memory_that_wants_data_first(struct sim *s, const struct dut_type *type) {
    writes_meet(port_test_new(s, type), AXI_ADDRESS_NEEDS_DATA, AXI_DATA_FIRST);
}

void writes_meet_a_memory_that_wants_addresses_first(struct sim *s, const struct dut_type *type) {
    writes_meet(port_test_new(s, type), AXI_DATA_NEEDS_ADDRESS, AXI_ADDRESS_FIRST);
}
