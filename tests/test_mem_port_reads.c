/* Plain reads, runs and multicast (memory protocol 3; modules 3). */
#include "mem_port_scenarios.h"

enum { PAGE = 4096, PAGE_WORDS = PAGE / WORD_BYTES, LONGEST_BURST = 256 };

void plain_reads_of_every_length_return_every_beat(struct sim *s, const struct dut_type *type) {
    struct port_test *t = port_test_new(s, type);
    const unsigned longest = crosses_pages(t) ? LONGEST_BURST : PAGE_WORDS;
    for (unsigned beats = 1; beats <= longest; beats++) {
        struct descriptor d = plain(fresh(t), beats);
        /* Fields of the other form are not read. */
        d.count = (uint8_t)(beats + 7);
        d.entry_words = 3;
        d.n_peer = 2;
        ask_read(t, beats % 16, (uint8_t)beats, d);
    }
    ask_all_kinds(t);
    finish(t);
    if (!leaves_out(t, WITHOUT_PLAIN)) {
        sim_expect_seen(s, "plain words", seen(t).plain, longest * (longest + 1) / 2);
    }
}

void runs_of_every_entry_size_and_count_name_every_word(struct sim *s,
                                                        const struct dut_type *type) {
    struct port_test *t = port_test_new(s, type);
    static const unsigned sizes[] = {0, 1, 2, 3, 4, 5, 255}, counts[] = {0, 1, 2, 3, 9, 254, 255};
    for (unsigned i = 0; i < 7; i++) {
        for (unsigned j = 0; j < 7; j++) {
            /* 254 entries of 3 words cannot avoid a page's end. */
            if (sizes[i] == 3 && counts[j] > 42 && !crosses_pages(t)) {
                continue;
            }
            struct descriptor d = run(fresh(t), counts[j], sizes[i]);
            d.len = (uint8_t)(99 + i);
            ask_read(t, i, (uint8_t)(j & 1), d); /* 1 + 254 = 255: the last tag there is */
        }
    }
    ask_all_kinds(t);
    finish(t);
    if (!leaves_out(t, WITHOUT_STREAM)) {
        /* Sizes 0, 1, 2, 4, 5 and 255; counts 0 and 1 are one entry each. */
        const unsigned entries = 1 + 1 + 2 + 3 + 9 + 254 + 255;
        sim_expect_seen(s, "streaming words", seen(t).stream, entries * (4 + 1 + 2 + 4 + 4 + 4));
    }
}

void multicast_serves_any_peers_entry_by_entry(struct sim *s, const struct dut_type *type) {
    struct port_test *t = port_test_new(s, type);
    enum { REQUESTER = 4 };
    static const unsigned peers[][DESCRIPTOR_PEERS] = {
        {10, 11, 12},                      /* three others */
        {REQUESTER, 11, 12},               /* the requester again */
        {10, 10, 12},                      /* one peer twice, next to itself */
        {10, 11, 10},                      /* and with another between */
        {10, 10, 10},                      /* three times */
        {REQUESTER, REQUESTER, REQUESTER}, /* nobody else */
    };
    static const unsigned counts[] = {1, 2, 5};
    for (unsigned who = 0; who < 6; who++) {
        for (unsigned n = 0; n <= DESCRIPTOR_PEERS; n++) {
            for (unsigned words = 1; words <= ENTRY_WORDS_MAX; words++) {
                for (unsigned i = 0; i < 3; i++) {
                    const struct descriptor d = run(fresh(t), counts[i], words);
                    ask_read(t, REQUESTER, (uint8_t)(8 * n + who), multicast(t, d, n, peers[who]));
                }
            }
        }
    }
    ask_all_kinds(t);
    finish(t);
    if (!leaves_out(t, WITHOUT_STREAM | WITHOUT_PEERS)) {
        const unsigned words_to_each = (1 + 2 + 5) * (1 + 2 + 3 + 4);
        sim_expect_seen(s, "peers' words", seen(t).peer, 6 * words_to_each * (0 + 1 + 2 + 3));
    }
}

void the_longest_multicasts_name_every_word_to_every_peer(struct sim *s,
                                                          const struct dut_type *type) {
    struct port_test *t = port_test_new(s, type);
    static const unsigned sizes[] = {0, 1, 2, 3, 4, 5}, peers[DESCRIPTOR_PEERS] = {10, 11, 12};
    enum { ENTRIES = 255, WORDS_OF_ALL_SIZES = 4 + 1 + 2 + 3 + 4 + 4 };
    for (unsigned i = 0; i < 6; i++) {
        for (unsigned n = 1; n <= DESCRIPTOR_PEERS; n++) {
            ask_read(t, i, (uint8_t)n, multicast(t, run(fresh(t), ENTRIES, sizes[i]), n, peers));
        }
    }
    ask_all_kinds(t);
    finish(t);
    if (!leaves_out(t, WITHOUT_STREAM | WITHOUT_PEERS)) {
        sim_expect_seen(s, "peers' words", seen(t).peer,
                        ENTRIES * WORDS_OF_ALL_SIZES * (1 + 2 + 3));
    }
}

void a_multicast_inside_an_open_write_of_its_source_is_served(struct sim *s,
                                                              const struct dut_type *type) {
    struct port_test *t = port_test_new(s, type);
    static const unsigned peers[DESCRIPTOR_PEERS] = {10, 11, 12};
    enum { BEATS = 8 };
    const unsigned source = writer(t, 1);
    for (unsigned before = 0; before < BEATS; before++) {
        for (unsigned n = 1; n <= DESCRIPTOR_PEERS; n++) {
            ask_open_write(t, source, (uint8_t)n, fresh(t), BEATS);
            ask_write_data(t, source, (uint8_t)n, before, false);
            ask_read(t, source, (uint8_t)before, multicast(t, run(fresh(t), 3, n), n, peers));
            ask_write_data(t, source, (uint8_t)n, BEATS - before, true);
        }
    }
    finish(t);
    sim_expect_seen(s, "acks", seen(t).acks, BEATS * DESCRIPTOR_PEERS);
    if (!leaves_out(t, WITHOUT_STREAM | WITHOUT_PEERS)) {
        sim_expect_seen(s, "peers' words", seen(t).peer, BEATS * 3 * (1 * 1 + 2 * 2 + 3 * 3));
    }
}

void destinations_stay_apart_on_a_busy_link(struct sim *s, const struct dut_type *type) {
    struct port_test *t = port_test_new(s, type);
    t->b->sink.knobs.busy = stall_random(500);
    mem_port_knobs_changed(t->b);
    for (unsigned shape = 0; shape < 16; shape++) {
        const unsigned peers[] = {shape % 20, (shape + 1) % 20, (shape + 2) % 20};
        const struct descriptor d = run(fresh(t), 2, shape / 4 + 1);
        ask_read(t, shape, (uint8_t)(16 * shape), multicast(t, d, shape % 4, peers));
    }
    ask_all_kinds(t);
    finish(t);
    if (!leaves_out(t, WITHOUT_STREAM | WITHOUT_PEERS)) {
        sim_expect_seen(s, "peers' words", seen(t).peer, 2 * (1 + 2 + 3 + 4) * (0 + 1 + 2 + 3));
    }
}

/* Runs of about as many words as a port may buffer, each read once for two destinations: the first
 * words are still needed when the last place is filled. */
void buffers_fill_to_the_last_word(struct sim *s, const struct dut_type *type) {
    struct port_test *t = port_test_new(s, type);
    static const struct {
        unsigned first, last;
    } words[] = {{14, 18}, {28, 36}, {58, 70}, {120, 140}};
    unsigned runs = 0;
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
        for (unsigned n = words[i].first; n <= words[i].last; n++, runs++) {
            const unsigned peers[] = {n % 16, 17, 18};
            mem_port_withhold(t->b, OUTSIDE_OUT);
            ask_read(t, 20, 0, multicast(t, run(fresh(t), n, 1), 1, peers));
            sim_cycles(s, n + 80);
            mem_port_withhold(t->b, 0);
            settle(t);
        }
    }
    ask_all_kinds(t);
    finish(t);
    if (!leaves_out(t, WITHOUT_STREAM | WITHOUT_PEERS)) {
        sim_expect_seen(s, "peers' words", seen(t).peer, runs * words[0].first);
    }
}

/* Reads of both kinds wait for an address channel that takes one in ten cycles; neither may have it
 * for itself. */
void plain_and_streaming_reads_share_a_slow_address_channel(struct sim *s,
                                                            const struct dut_type *type) {
    struct port_test *t = port_test_new(s, type);
    enum { REQUESTS = 400 };
    const uint64_t base = fresh(t);
    t->b->memory.knobs.ar = stall_bursts(9, 9, 1, 1);
    mem_port_knobs_changed(t->b);
    for (unsigned i = 0; i < REQUESTS; i++) {
        const bool rare = i % 8 == 0, streams = rare != (i < REQUESTS / 2);
        const uint64_t addr = base + i * WORD_BYTES;
        ask_read(t, i % 4, (uint8_t)i, streams ? run(addr, 1, 1) : plain(addr, 1));
    }
    finish(t);
    if (!leaves_out(t, WITHOUT_PLAIN | WITHOUT_STREAM)) {
        sim_expect_seen(s, "read words", seen(t).plain + seen(t).stream, REQUESTS);
    }
}

static void ask_for_one_word(struct port_test *t, unsigned endpoint, unsigned i, bool streams,
                             uint64_t base) {
    const uint64_t addr = base + i * WORD_BYTES;
    ask_read(t, endpoint, (uint8_t)i, streams ? run(addr, 1, 1) : plain(addr, 1));
}

/* From one source and from eight: all plain, all runs, one of each in turn. */
void one_flit_requests_are_served_back_to_back(struct sim *s, const struct dut_type *type) {
    struct port_test *t = port_test_new(s, type);
    enum { REQUESTS = 200 };
    for (unsigned sources = 1; sources <= 8; sources += 7) {
        const uint64_t base[] = {fresh(t), fresh(t), fresh(t)};
        for (unsigned i = 0; i < REQUESTS; i++) {
            ask_for_one_word(t, i % sources, i, false, base[0]);
        }
        for (unsigned i = 0; i < REQUESTS; i++) {
            ask_for_one_word(t, i % sources, i, true, base[1]);
        }
        for (unsigned i = 0; i < 2 * REQUESTS; i++) {
            ask_for_one_word(t, i / 2 % sources, i, i % 2, base[2]);
        }
    }
    ask_all_kinds(t);
    finish(t);
    if (!leaves_out(t, WITHOUT_PLAIN | WITHOUT_STREAM)) {
        sim_expect_seen(s, "plain words", seen(t).plain, 2 * 2 * REQUESTS);
        sim_expect_seen(s, "streaming words", seen(t).stream, 2 * 2 * REQUESTS);
    }
}

/* ---- descriptors one after the other --------------------------------------------------------- */

enum { FIELDS = 8 };

/* The descriptor with one field changed; the fields at 0 and 3 change a request of either form. */
static struct descriptor with_other_field(struct descriptor d, unsigned field) {
    switch (field) {
    case 0:
        d.addr += 0x5000;
        break;
    case 1:
        d.len = (uint8_t)(d.len ^ 13);
        break;
    case 2:
        d.flags ^= 0x37; /* all that are ignored */
        break;
    case 3:
        d.flags ^= FLAG_STREAM;
        break;
    case 4:
        d.count = (uint8_t)(d.count ^ 6);
        break;
    case 5:
        d.entry_words = (uint8_t)(d.entry_words ^ 2);
        break;
    case 6:
        d.n_peer ^= 3;
        break;
    default:
        for (unsigned i = 0; i < DESCRIPTOR_PEERS; i++) {
            const struct position p = d.peer[i];
            d.peer[i] = (struct position){p.x ^ 5u, p.y ^ 10u};
        }
        break;
    }
    return d;
}

static void ask_both_forms(struct port_test *t, unsigned endpoint, uint8_t txn,
                           struct descriptor d) {
    if (leaves_out(t, WITHOUT_RESERVED_FLAGS)) {
        d.flags &= FLAG_STREAM;
    }
    ask_read(t, endpoint, txn, d);
    d.flags ^= FLAG_STREAM;
    ask_read(t, endpoint, (uint8_t)(txn ^ 0x80), d);
}

/* First neighbours that differ in one field each, then in all: nothing of a request may stay behind
 * for the next. */
void consecutive_requests_share_no_field(struct sim *s, const struct dut_type *type) {
    struct port_test *t = port_test_new(s, type);
    static const unsigned peers[] = {10, 11, 12};
    for (unsigned field = 0; field < FIELDS; field++) {
        struct descriptor d = multicast(t, run(fresh(t), 5, 1), 1, peers);
        d.len = 2;
        ask_both_forms(t, 0, (uint8_t)field, d);
        ask_both_forms(t, 0, (uint8_t)field, with_other_field(d, field));
        ask_both_forms(t, 0, (uint8_t)field, d);
        ask_both_forms(t, 1, (uint8_t)field, d);          /* another source */
        ask_both_forms(t, 0, (uint8_t)(0x40 + field), d); /* another txn */
    }
    for (unsigned round = 0; round < 16; round++) {
        struct descriptor d = multicast(t, run(fresh(t), 5, 1), 1, peers), other = d;
        for (unsigned field = 0; field < FIELDS; field++) {
            other = with_other_field(other, field);
        }
        ask_both_forms(t, 0, 0x55, d);
        ask_write(t, writer(t, 0), 0x55, d.addr, 8);
        ask_both_forms(t, 1, 0xaa, other);
        ask_write(t, writer(t, round), 0xaa, other.addr, 1);
    }
    finish(t);
    sim_expect_seen(s, "acks", seen(t).acks, 2 * 16);
}

/* ---- all at once ----------------------------------------------------------------------------- */

static bool every_kind_is_open(const struct port_test *t) {
    const struct mem_port_stats *now = mem_port_model_stats(t->b->model);
    const bool plain_open = leaves_out(t, WITHOUT_PLAIN) ||
                            (now->reads_plain > 0 && now->flits_plain < t->asked.plain),
               stream_open = leaves_out(t, WITHOUT_STREAM) ||
                             (now->reads_stream > 0 && now->flits_stream < t->asked.stream);
    return plain_open && stream_open && now->writes > 0 && now->acks < t->asked.acks;
}

void reads_of_all_kinds_and_writes_are_in_flight_together(struct sim *s,
                                                          const struct dut_type *type) {
    struct port_test *t = port_test_new(s, type);
    struct axi_mem_knobs *k = &t->b->memory.knobs;
    k->read_latency_min = k->read_latency_max = 60;
    k->write_latency_min = k->write_latency_max = 60;
    mem_port_knobs_changed(t->b);
    for (unsigned i = 0; i < 8; i++) {
        ask_read(t, i, (uint8_t)i, plain(fresh(t), 20));
        ask_read(t, i, (uint8_t)(0x20 + 8 * i), run(fresh(t), 8, 4));
        ask_write(t, writer(t, i), (uint8_t)(0x80 + i), fresh(t), 8);
    }
    const bool together = runs_until(t, every_kind_is_open, 1000);
    finish(t);
    sim_expect_seen(s, "moments with requests of every kind open", together, 1);
    sim_expect_seen(s, "acks", seen(t).acks, 8);
}
