/* What a port drops, and that nothing is lost by it: apertures it does not serve, long writes, data
 * without a write, types that are no memory's (memory protocol 2, 8; modules 3). */
#include "mem_port_scenarios.h"

enum { READER = 3, STRANGER = 5 /* writes nothing */, LONGEST_WRITE = 8 };

static uint64_t messages(const struct port_test *t, enum mem_port_message code) {
    return mem_port_model_messages(t->b->model, code);
}

/* ---- address classes ------------------------------------------------------------------------- */

enum address_class {
    DRAM_OF_OWN_MESH,
    DRAM_OF_OTHER_MESH, /* an alias: goes out as it is */
    OWN_STAGING_STORE,
    OWN_OTHER_APERTURE,
    OTHER_MESHS_APERTURE,
    ADDRESS_CLASSES
};

static uint64_t address_of(struct port_test *t, enum address_class class, unsigned round) {
    const uint64_t own = t->type->mem_port.mesh_id, other = (own + 1 + round % 3) % 4;
    const uint64_t offset = fresh(t) & 0xffffffff, aperture = UINT64_C(1) << 39;
    switch (class) {
    case DRAM_OF_OWN_MESH:
        return own << 36 | offset;
    case DRAM_OF_OTHER_MESH:
        return other << 36 | offset;
    case OWN_STAGING_STORE:
        return aperture | own << 36 | offset;
    case OWN_OTHER_APERTURE:
        return aperture | own << 36 | (uint64_t)(1 + round % 15) << 32 | offset;
    default:
        return aperture | other << 36 | (uint64_t)(round % 16) << 32 | offset;
    }
}

/* Requests of one form at addresses of every class. After each comes an ordinary operation; what is
 * dropped is dropped more often than the port has anything to lose by it. */
static void of_every_class(struct port_test *t,
                           void (*ask)(struct port_test *, uint64_t addr, unsigned round),
                           bool always_refused) {
    const unsigned classes = leaves_out(t, WITHOUT_APERTURES) ? OWN_STAGING_STORE : ADDRESS_CLASSES;
    unsigned refused = 0;
    for (unsigned class = 0; class < classes; class ++) {
        const uint64_t sample = address_of(t, (enum address_class) class, 0);
        const bool drops = always_refused || !serves(t, sample);
        const unsigned rounds = drops ? more_than_any_resource(t) : 16;
        for (unsigned round = 0; round < rounds; round++) {
            ask(t, address_of(t, (enum address_class) class, round), round);
            ask_one(t);
        }
        settle(t);
        ask_all_kinds(t);
        settle(t);
        refused += drops;
    }
    finish(t);
    const bool asked = t->asked.refused > 0; /* the form may be left out */
    sim_expect_seen(t->s, "refused requests", seen(t).refused,
                    asked ? refused * more_than_any_resource(t) : 0);
}

static void ask_plain(struct port_test *t, uint64_t addr, unsigned round) {
    ask_read(t, READER, (uint8_t)round, plain(addr, round % 20 + 1));
}

void plain_reads_of_any_address_class_are_served_or_dropped(struct sim *s,
                                                            const struct dut_type *type) {
    of_every_class(port_test_new(s, type), ask_plain, false);
}

static void ask_run(struct port_test *t, uint64_t addr, unsigned round) {
    ask_read(t, READER, (uint8_t)round, run(addr, round % 6, round % 5));
}

void runs_of_any_address_class_are_served_or_dropped(struct sim *s, const struct dut_type *type) {
    of_every_class(port_test_new(s, type), ask_run, false);
}

static void ask_multicast(struct port_test *t, uint64_t addr, unsigned round) {
    static const unsigned peers[] = {10, READER, 12};
    ask_read(t, READER, (uint8_t)round,
             multicast(t, run(addr, round % 4, round % 5), round % 3 + 1, peers));
}

void multicasts_of_any_address_class_are_served_or_dropped(struct sim *s,
                                                           const struct dut_type *type) {
    of_every_class(port_test_new(s, type), ask_multicast, false);
}

static void ask_short_write(struct port_test *t, uint64_t addr, unsigned round) {
    ask_write(t, writer(t, round), (uint8_t)round, addr, round % LONGEST_WRITE + 1);
}

void writes_of_any_address_class_are_served_or_dropped(struct sim *s, const struct dut_type *type) {
    of_every_class(port_test_new(s, type), ask_short_write, false);
}

static void ask_long_write(struct port_test *t, uint64_t addr, unsigned round) {
    ask_write(t, writer(t, round), (uint8_t)round, addr, LONGEST_WRITE + 1);
}

void long_writes_of_any_address_class_are_swallowed(struct sim *s, const struct dut_type *type) {
    struct port_test *t = port_test_new(s, type);
    if (writes_long(t)) {
        of_every_class(t, ask_long_write, true);
    }
}

void long_writes_of_every_critical_length_are_swallowed_whole(struct sim *s,
                                                              const struct dut_type *type) {
    struct port_test *t = port_test_new(s, type);
    static const unsigned beats[] = {9, 10, 15, 16, 17, 18, 32, 33, 128, 129, 255, 256};
    enum { ROUNDS = 5, LENGTHS = sizeof beats / sizeof *beats };
    if (!writes_long(t)) {
        return;
    }
    t->b->source.knobs.policy = LINK_ROUND_ROBIN;
    for (unsigned round = 0; round < ROUNDS; round++) {
        for (unsigned i = 0; i < LENGTHS; i++) {
            ask_write(t, writer(t, i + 1), (uint8_t)i, fresh(t), beats[i]);
            ask_one(t);
        }
        settle(t);
        ask_all_kinds(t);
    }
    finish(t);
    sim_expect_seen(s, "refused requests", seen(t).refused, ROUNDS * LENGTHS);
}

/* ---- data without a write -------------------------------------------------------------------- */

static void ask_orphan(struct port_test *t, unsigned endpoint) {
    if (!leaves_out(t, WITHOUT_ORPHAN_DATA)) {
        ask_flit(t, endpoint, FLIT_MEM_WR_DATA);
    }
}

/* From a source that never wrote; right behind a write that is complete but not acknowledged; and
 * behind one that was dropped. */
void orphan_data_is_dropped(struct sim *s, const struct dut_type *type) {
    struct port_test *t = port_test_new(s, type);
    const unsigned rounds = more_than_any_resource(t);
    const unsigned behind = writer(t, 1);
    for (unsigned round = 0; round < rounds; round++) {
        ask_orphan(t, STRANGER);
        ask_one(t);
        ask_write(t, behind, (uint8_t)round, fresh(t), round % LONGEST_WRITE + 1);
        ask_orphan(t, behind);
        if (!leaves_out(t, WITHOUT_APERTURES)) {
            const uint64_t unserved = address_of(t, OTHER_MESHS_APERTURE, round);
            ask_write(t, behind, (uint8_t)round, unserved, round % LONGEST_WRITE + 1);
            ask_orphan(t, behind);
        }
        if (writes_long(t)) {
            ask_write(t, behind, (uint8_t)round, fresh(t), LONGEST_WRITE + 1);
            ask_orphan(t, behind);
        }
    }
    settle(t);
    ask_all_kinds(t);
    finish(t);
    if (!leaves_out(t, WITHOUT_ORPHAN_DATA)) {
        sim_expect_seen(s, "flits of orphan data", messages(t, MSG_ORPHAN_DATA), 2 * rounds);
    }
}

/* ---- type codes ------------------------------------------------------------------------------ */

enum { TYPES = 16, OTHER_TYPES = TYPES - 3 };

/* A flit of the type, and what belongs to it. Sources with an open write may not begin another, and
 * data is theirs. */
static void ask_type(struct port_test *t, unsigned endpoint, unsigned type, bool write_open) {
    switch (type) {
    case FLIT_MEM_RD_REQ:
        ask_read(t, endpoint, 0x33, plain(fresh(t), 2));
        ask_read(t, endpoint, 0x44, run(fresh(t), 2, 1));
        break;
    case FLIT_MEM_WR_REQ:
        if (!write_open) {
            ask_write(t, endpoint, 0x55, fresh(t), 1);
        }
        break;
    case FLIT_MEM_WR_DATA:
        if (!write_open) {
            ask_orphan(t, endpoint);
        }
        break;
    default:
        if (!leaves_out(t, WITHOUT_NON_MEMORY)) {
            ask_flit(t, endpoint, type);
        }
        break;
    }
}

static void finish_types(struct port_test *t, unsigned rounds) {
    settle(t);
    ask_all_kinds(t);
    finish(t);
    if (!leaves_out(t, WITHOUT_NON_MEMORY)) {
        sim_expect_seen(t->s, "flits of other types", messages(t, MSG_NOT_MEMORY),
                        rounds * OTHER_TYPES);
    }
}

void every_type_code_from_an_idle_source_is_served_or_dropped(struct sim *s,
                                                              const struct dut_type *type) {
    struct port_test *t = port_test_new(s, type);
    const unsigned rounds = more_than_any_resource(t);
    for (unsigned round = 0; round < rounds; round++) {
        for (unsigned code = 0; code < TYPES; code++) {
            ask_type(t, writer(t, 1), code, false);
        }
        ask_one(t);
    }
    finish_types(t, rounds);
}

void every_type_code_inside_an_open_write_leaves_it_whole(struct sim *s,
                                                          const struct dut_type *type) {
    struct port_test *t = port_test_new(s, type);
    const unsigned rounds = more_than_any_resource(t), source = writer(t, 1);
    for (unsigned round = 0; round < rounds; round++) {
        /* Before the first, between any two and before the last data flit. */
        const unsigned before = round % LONGEST_WRITE;
        for (unsigned code = 0; code < TYPES; code++) {
            ask_open_write(t, source, (uint8_t)round, fresh(t), LONGEST_WRITE);
            ask_write_data(t, source, (uint8_t)round, before, false);
            ask_type(t, source, code, true);
            ask_write_data(t, source, (uint8_t)round, LONGEST_WRITE - before, true);
        }
        ask_one(t);
    }
    finish_types(t, rounds);
    sim_expect_seen(s, "acks", seen(t).acks, rounds * TYPES);
}

static bool a_run_is_open(const struct port_test *t) {
    const struct mem_port_stats *now = mem_port_model_stats(t->b->model);
    return now->reads_stream > 0 && now->flits_stream < t->asked.stream;
}

void every_type_code_during_a_run_leaves_it_whole(struct sim *s, const struct dut_type *type) {
    struct port_test *t = port_test_new(s, type);
    const unsigned rounds = more_than_any_resource(t), source = writer(t, 1);
    unsigned during = 0;
    for (unsigned code = 0; code < TYPES; code++) {
        for (unsigned round = 0; round < rounds; round++) {
            if (round % 128 == 0) {
                ask_read(t, source, 0, run(fresh(t), 255, 4));
            }
            ask_type(t, source, code, false);
        }
        during += runs_until(t, a_run_is_open, 1000);
        settle(t);
        ask_all_kinds(t);
    }
    finish_types(t, rounds);
    if (!leaves_out(t, WITHOUT_STREAM)) {
        sim_expect_seen(s, "types sent during a run", during, TYPES);
    }
}

/* ---- fields nobody reads --------------------------------------------------------------------- */

void fields_that_are_not_read_do_not_matter(struct sim *s, const struct dut_type *type) {
    struct port_test *t = port_test_new(s, type);
    t->b->scribble = !leaves_out(t, WITHOUT_RESERVED_FLAGS);
    for (unsigned round = 0; round < 100; round++) {
        ask_all_kinds(t);
        ask_write(t, writer(t, round), (uint8_t)round, fresh(t), round % LONGEST_WRITE + 1);
        ask_read(t, READER, (uint8_t)round, plain(fresh(t), round + 1));
        ask_read(t, READER, (uint8_t)round, run(fresh(t), round % 8, round % 6));
    }
    finish(t);
    sim_expect_seen(s, "acks", seen(t).acks, 3 * 100);
}
