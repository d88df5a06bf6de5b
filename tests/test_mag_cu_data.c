/* Unit-to-unit bursts, signals and control messages as they meet the agent (memory protocol 6,
 * 9.3): it frames nothing and remembers nothing, so flit by flit each goes where its marker sends
 * it, whatever the burst it belongs to looks like. */
#include "mag_mesh_scenarios.h"

/* ---- the words ------------------------------------------------------------------------------- */

static void count_burst(struct mesh_test *t, const struct mag_cu_burst *burst) {
    const bool marked = burst->remote && mesh_interlink(t);
    t->passed[marked ? AGENT_PATH_ENC : AGENT_PATH_RX] += burst->beats + 1;
}

static void send_burst(struct mesh_test *t, unsigned port, unsigned endpoint,
                       const struct mag_cu_burst *burst) {
    while (!mag_cu_burst(t->b, port, endpoint, burst)) {
        sim_cycle(t->s);
    }
    count_burst(t, burst);
}

static struct mag_cu_burst burst_to(struct position dst, unsigned beats) {
    return (struct mag_cu_burst){
        .descriptor = {.buf_id = 1, .offset = 0x40, .flags = 1, .ack = {2, 3}},
        .beats = beats,
        .dst = dst};
}

static struct mag_cu_burst remote_to(uint8_t mesh, struct position dst, unsigned beats) {
    struct mag_cu_burst burst = burst_to(dst, beats);
    burst.remote = true;
    burst.mesh = mesh;
    return burst;
}

static void one_after_another(struct mesh_test *t) {
    for (unsigned p = 0; p < t->b->ports; p++) {
        t->b->in[p].knobs.policy = LINK_DRAIN;
    }
}

/* ---- bursts as they should be ---------------------------------------------------------------- */

/* Nobody's business at a memory port, so the agent's; of many sources, flit by flit. */
void local_bursts_sent_to_a_port_reach_the_agent(struct sim *s, const struct dut_type *type) {
    struct mesh_test *t = mesh_test_new(s, type);
    for (unsigned e = 0; e < 24; e++) {
        for (unsigned p = 0; p < t->b->ports; p++) {
            const struct position port = {(uint8_t)type->mag.x[p], (uint8_t)type->mag.y[p]};
            const struct mag_cu_burst burst = burst_to(port, 1 + e % 9);
            send_burst(t, p, e, &burst);
        }
    }
    mesh_finish(t);
}

void remote_bursts_of_every_length_reach_the_encapsulator(struct sim *s,
                                                          const struct dut_type *type) {
    struct mesh_test *t = mesh_test_new(s, type);
    static const unsigned beats[] = {1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 31, 33, 255, 256};
    one_after_another(t);
    for (unsigned i = 0; i < sizeof beats / sizeof *beats; i++) {
        const struct mag_cu_burst burst =
            remote_to(i % 4, (struct position){(uint8_t)(i + 1), 2}, beats[i]);
        send_burst(t, i % t->b->ports, i, &burst);
    }
    mesh_finish(t);
}

/* Why every flit carries the marker: the routers interleave the senders. */
void remote_bursts_of_many_sources_interleave_flit_by_flit(struct sim *s,
                                                           const struct dut_type *type) {
    struct mesh_test *t = mesh_test_new(s, type);
    for (unsigned e = 0; e < 32; e++) {
        for (unsigned p = 0; p < t->b->ports; p++) {
            const struct mag_cu_burst burst =
                remote_to(e % 4, (struct position){(uint8_t)(e % 16), (uint8_t)(e / 16 + 1)}, 6);
            send_burst(t, p, e, &burst);
        }
    }
    mesh_finish(t);
}

/* Every destination mesh, the own one too; every nonzero txn; sources all over the mesh; every bit
 * of the descriptor. */
void remote_bursts_keep_every_header_field(struct sim *s, const struct dut_type *type) {
    struct mesh_test *t = mesh_test_new(s, type);
    for (unsigned txn = 1; txn < 256; txn++) {
        struct mag_cu_burst burst =
            remote_to(txn % 4, (struct position){txn % 16, (uint8_t)(txn / 16)}, 1);
        burst.descriptor.buf_id = (uint8_t)txn;
        burst.descriptor.offset = (uint16_t)(txn << 8 | (255 - txn));
        burst.descriptor.flags = (uint8_t)(txn ^ 0x5a);
        burst.descriptor.ack = (struct position){(15 - txn % 16) & 15, (uint8_t)(txn / 16)};
        send_burst(t, txn % t->b->ports, txn % MAG_ENDPOINTS, &burst);
    }
    mesh_finish(t);
}

void local_and_remote_bursts_of_one_source_part_at_the_port(struct sim *s,
                                                            const struct dut_type *type) {
    struct mesh_test *t = mesh_test_new(s, type);
    one_after_another(t);
    for (unsigned i = 0; i < 40; i++) {
        for (unsigned p = 0; p < t->b->ports; p++) {
            struct mag_cu_burst burst = burst_to(t->b->endpoint[i], 1 + i % 5);
            burst.remote = i % 2;
            burst.mesh = i / 2 % 4;
            send_burst(t, p, 7, &burst);
            if (i % 8 == 0) {
                mesh_read_plain(t, p, 7, mesh_fresh(t), 2);
            }
        }
    }
    mesh_finish(t);
}

/* From four meshes at once, to endpoints on every row; the answers to them leave as marked flits.
 * */
void bursts_from_another_mesh_reach_their_endpoint(struct sim *s, const struct dut_type *type) {
    struct mesh_test *t = mesh_test_new(s, type);
    t->b->inject.knobs.policy = LINK_RANDOM;
    for (unsigned e = 0; e < MAG_ENDPOINTS; e++) {
        const struct mag_cu_burst burst = burst_to(t->b->endpoint[e], 1 + e % 12);
        const struct position from = {(uint8_t)(e % 16), (uint8_t)(e / 16 + 8)};
        while (!mag_inject_cu_burst(t->b, e % MAG_INJECTORS, from, &burst)) {
            sim_cycle(s);
        }
        t->passed[AGENT_PATH_INJ] += burst.beats + 1;
        struct flit done = mesh_noise(t);
        done.type = FLIT_CU_SIGNAL;
        done.rsvd = 4 | (e & 3);
        mesh_send(t, e % t->b->ports, e, &done);
    }
    mesh_finish(t);
}

/* ---- bursts as they should not be ------------------------------------------------------------ */

/* A descriptor that says `count` data flits and `sent` of them, `last` set on number `last_at` (0
 * the descriptor; none when larger than `sent`). */
struct odd_burst {
    struct cu_data_descriptor descriptor;
    unsigned count, sent, last_at;
    uint8_t txn;
    uint8_t descriptor_rsvd, data_rsvd;
};

static struct flit odd_flit(struct mesh_test *t, const struct odd_burst *odd, unsigned index) {
    struct flit f = {.dst_x = (uint8_t)t->type->mag.x[0],
                     .dst_y = (uint8_t)t->type->mag.y[0],
                     .type = FLIT_CU_DATA,
                     .txn = odd->txn,
                     .last = index == odd->last_at,
                     .rsvd = index == 0 ? odd->descriptor_rsvd : odd->data_rsvd};
    if (index == 0) {
        struct cu_data_descriptor d = odd->descriptor;
        d.len = (uint8_t)(odd->count - 1);
        cu_data_descriptor_pack(&d, &f.payload);
    } else {
        mag_fresh_word(t->b, index, &f.payload);
    }
    return f;
}

static void send_odd(struct mesh_test *t, unsigned port, unsigned endpoint,
                     const struct odd_burst *odd) {
    for (unsigned i = 0; i <= odd->sent; i++) {
        const struct flit f = odd_flit(t, odd, i);
        mesh_send(t, port, endpoint, &f);
    }
}

static void inject_odd(struct mesh_test *t, unsigned injector, const struct odd_burst *odd) {
    for (unsigned i = 0; i <= odd->sent; i++) {
        struct flit f = odd_flit(t, odd, i);
        f.src_x = t->b->endpoint[i % MAG_ENDPOINTS].x;
        f.rsvd = 0;
        mesh_inject(t, injector, &f);
    }
}

/* The same burst to the agent, to the encapsulator and from the interlink. */
static void send_odd_everywhere(struct mesh_test *t, unsigned n, const struct odd_burst *odd) {
    struct odd_burst remote = *odd;
    remote.descriptor_rsvd = remote.data_rsvd = (uint8_t)(4 | (n & 3));
    for (unsigned p = 0; p < t->b->ports; p++) {
        send_odd(t, p, n, odd);
        send_odd(t, p, n, &remote);
    }
    inject_odd(t, n % MAG_INJECTORS, odd);
}

#define ACK                                                                                        \
    { 4, 5 }

/* Two bursts at once, no signal wanted, no acknowledge named, a txn of one's own, a txn of zero
 * across a boundary, another flit of the same sender in the middle. */
void bursts_that_break_the_senders_rules_pass_unchanged(struct sim *s,
                                                        const struct dut_type *type) {
    struct mesh_test *t = mesh_test_new(s, type);
    static const struct odd_burst odd[] = {
        {.descriptor = {.buf_id = 1, .ack = ACK}, .count = 4, .sent = 4, .last_at = 4, .txn = 0x21},
        {.descriptor = {.buf_id = 1, .flags = 1}, .count = 4, .sent = 4, .last_at = 4, .txn = 0x21},
        {.descriptor = {.buf_id = 1, .flags = 1, .ack = ACK}, .count = 2, .sent = 2, .last_at = 2},
        {.descriptor = {.buf_id = 1, .flags = 1, .ack = ACK},
         .count = 2,
         .sent = 2,
         .last_at = 2,
         .txn = 0xff},
    };
    for (unsigned i = 0; i < 24; i++) {
        send_odd_everywhere(t, i, &odd[i % 4]);
        for (unsigned p = 0; p < t->b->ports; p++) {
            const struct flit open = odd_flit(t, &odd[0], 0), next = odd_flit(t, &odd[1], 0);
            mesh_send(t, p, 40, &open);
            mesh_control(t, p, 40);
            mesh_send(t, p, 40, &next);
            mesh_send(t, p, 41, &open);
        }
    }
    mesh_finish(t);
}

/* Too few and too many data flits, `last` early, late and on the descriptor, a run past the end of
 * its buffer and past all offsets, the reserved buffer, two sources interleaved. */
void bursts_that_a_receiver_must_reject_pass_unchanged(struct sim *s, const struct dut_type *type) {
    struct mesh_test *t = mesh_test_new(s, type);
    static const struct odd_burst odd[] = {
        {.descriptor = {.flags = 1, .ack = ACK}, .count = 6, .sent = 3, .last_at = 3, .txn = 1},
        {.descriptor = {.flags = 1, .ack = ACK}, .count = 6, .sent = 0, .last_at = 1, .txn = 1},
        {.descriptor = {.flags = 1, .ack = ACK}, .count = 2, .sent = 9, .last_at = 9, .txn = 1},
        {.descriptor = {.flags = 1, .ack = ACK}, .count = 6, .sent = 6, .last_at = 2, .txn = 1},
        {.descriptor = {.flags = 1, .ack = ACK}, .count = 6, .sent = 6, .last_at = 99, .txn = 1},
        {.descriptor = {.flags = 1, .ack = ACK}, .count = 6, .sent = 6, .last_at = 0, .txn = 1},
        {.descriptor = {.offset = 0xffff, .flags = 1, .ack = ACK},
         .count = 256,
         .sent = 5,
         .last_at = 5,
         .txn = 1},
        {.descriptor = {.buf_id = 3, .flags = 1}, .count = 1, .sent = 1, .last_at = 1, .txn = 1},
        {.descriptor = {.buf_id = 0xff, .offset = 0x8000, .flags = 0xfe},
         .count = 3,
         .sent = 3,
         .last_at = 3,
         .txn = 1},
    };
    for (unsigned i = 0; i < 27; i++) {
        send_odd_everywhere(t, i, &odd[i % 9]);
    }
    mesh_finish(t);
}

/* The encapsulator is stateless, and so is the way to it: a marked descriptor takes no data along,
 * marked data needs no descriptor. */
void a_burst_marked_in_part_is_split_by_its_markers(struct sim *s, const struct dut_type *type) {
    struct mesh_test *t = mesh_test_new(s, type);
    const struct odd_burst head = {
        .count = 3, .sent = 3, .last_at = 3, .txn = 0x12, .descriptor_rsvd = 5};
    const struct odd_burst tail = {
        .count = 3, .sent = 3, .last_at = 3, .txn = 0x12, .data_rsvd = 6};
    const struct odd_burst mesh_alone = {
        .count = 3, .sent = 3, .last_at = 3, .txn = 0x12, .descriptor_rsvd = 1, .data_rsvd = 3};
    for (unsigned i = 0; i < 16; i++) {
        for (unsigned p = 0; p < t->b->ports; p++) {
            send_odd(t, p, i, &head);
            send_odd(t, p, i, &tail);
            send_odd(t, p, i, &mesh_alone);
        }
    }
    mesh_finish(t);
    sim_expect_seen(s, "flits at the encapsulator", mesh_passed(t, AGENT_PATH_ENC),
                    mesh_interlink(t) ? 16 * 4 * t->b->ports : 0);
}

/* ---- signals and control messages ------------------------------------------------------------ */

void signals_and_control_messages_of_every_code_reach_the_agent(struct sim *s,
                                                                const struct dut_type *type) {
    struct mesh_test *t = mesh_test_new(s, type);
    for (unsigned code = 0; code < 256; code++) {
        const struct cu_ctrl ctrl = {
            .op = (uint8_t)code, .index = (uint8_t)(255 - code), .value = rng_next(&t->noise)};
        const unsigned p = code % t->b->ports, e = code % MAG_ENDPOINTS;
        mag_signal(t->b, p, e, (uint8_t)code, (uint32_t)rng_next(&t->noise));
        mag_ctrl(t->b, p, e, &ctrl);
        t->passed[AGENT_PATH_RX] += 2;
    }
    mesh_finish(t);
}
