/* The vocabulary of the port model's tests: one call, one event, one cycle later each time. */
#ifndef TESTS_MEM_PORT_EVENTS_H
#define TESTS_MEM_PORT_EVENTS_H

#include "model_mem_port_suite.h"

#include "check.h"
#include "mem_port.h"

#include <stdlib.h>
#include <string.h>

#define PORT_X 0
#define PORT_Y 1
#define NODE(x, y) ((struct position){x, y})

struct events {
    struct mem_port_model *model;
    uint64_t cycle;
    struct verdict verdict;
};

static inline struct events events_begin(struct mem_port_config config) {
    config.mem_x = PORT_X;
    config.mem_y = PORT_Y;
    config.wr_slots = config.wr_slots == 0 ? 16 : config.wr_slots;
    config.q_depth = 64;
    config.q_margin = 4;
    struct events e = {.model = mem_port_model_new(&config), .cycle = 1000};
    assert_non_null(e.model);
    return e;
}

static inline void events_end(struct events *e) {
    mem_port_model_free(e->model);
}

/* What memory holds at an address. */
static inline struct word content(uint64_t addr) {
    struct word w = {{0}};
    w.w[0] = (uint32_t)(addr >> 5);
    w.w[1] = (uint32_t)(addr >> 37);
    w.w[7] = 0xc0ffee;
    return w;
}

static inline struct word number(uint32_t n) {
    struct word w = {{0}};
    w.w[3] = n;
    return w;
}

static inline void accept(struct events *e, struct position src, uint8_t type, uint8_t txn,
                          const struct word *payload) {
    const struct flit f = {.dst_x = PORT_X,
                           .dst_y = PORT_Y,
                           .src_x = src.x,
                           .src_y = src.y,
                           .type = type,
                           .txn = txn,
                           .payload = *payload};
    mem_port_model_accept(e->model, &f, e->cycle++);
}

static inline void accept_descriptor(struct events *e, struct position src, uint8_t type,
                                     uint8_t txn, const struct descriptor *d) {
    struct word payload = {{0}};
    descriptor_pack(d, &payload);
    accept(e, src, type, txn, &payload);
}

static inline void plain(struct events *e, struct position src, uint8_t txn, uint64_t addr,
                         unsigned words) {
    const struct descriptor d = {.addr = addr, .len = (uint8_t)(words - 1)};
    accept_descriptor(e, src, FLIT_MEM_RD_REQ, txn, &d);
}

static inline void stream(struct events *e, struct position src, uint8_t txn, uint64_t addr,
                          unsigned count, unsigned words) {
    const struct descriptor d = {
        .addr = addr, .flags = FLAG_STREAM, .count = (uint8_t)count, .entry_words = (uint8_t)words};
    accept_descriptor(e, src, FLIT_MEM_RD_REQ, txn, &d);
}

static inline void multicast(struct events *e, struct position src, uint8_t txn, uint64_t addr,
                             unsigned count, unsigned words, unsigned n_peer, struct position a,
                             struct position b) {
    const struct descriptor d = {.addr = addr,
                                 .flags = FLAG_STREAM,
                                 .count = (uint8_t)count,
                                 .entry_words = (uint8_t)words,
                                 .n_peer = (uint8_t)n_peer,
                                 .peer = {a, b}};
    accept_descriptor(e, src, FLIT_MEM_RD_REQ, txn, &d);
}

static inline void write_request(struct events *e, struct position src, uint8_t txn, uint64_t addr,
                                 unsigned words) {
    const struct descriptor d = {.addr = addr, .len = (uint8_t)(words - 1)};
    accept_descriptor(e, src, FLIT_MEM_WR_REQ, txn, &d);
}

static inline void write_data(struct events *e, struct position src, uint32_t n) {
    const struct word w = number(n);
    accept(e, src, FLIT_MEM_WR_DATA, 0, &w);
}

/* A whole write whose data flits carry n, n + 1, ... */
static inline void whole_write(struct events *e, struct position src, uint8_t txn, uint64_t addr,
                               unsigned words, uint32_t n) {
    write_request(e, src, txn, addr, words);
    for (unsigned i = 0; i < words; i++)
        write_data(e, src, n + i);
}

static inline bool ar(struct events *e, uint64_t addr, unsigned beats) {
    return mem_port_model_read_issue(e->model, addr, beats, e->cycle++, &e->verdict);
}

static inline void r(struct events *e, uint64_t addr, unsigned beats) {
    for (unsigned i = 0; i < beats; i++) {
        const struct word w = content(addr + 32ull * i);
        mem_port_model_read_beat(e->model, addr + 32ull * i, &w, e->cycle++);
    }
}

static inline void legal(struct events *e, bool result) {
    if (!result)
        fail_msg("%s: %s | %s | %s", check_text(e->verdict.check), e->verdict.what,
                 e->verdict.request, e->verdict.progress);
}

static inline void illegal(struct events *e, bool result, enum check_id id) {
    if (result)
        fail_msg("legal, %s expected", check_text(id));
    if (e->verdict.check != id)
        fail_msg("%s: %s, but %s expected", check_text(e->verdict.check), e->verdict.what,
                 check_text(id));
    assert_true(e->verdict.what[0] != '\0');
}

static inline void fetch(struct events *e, uint64_t addr, unsigned beats) {
    legal(e, ar(e, addr, beats));
    r(e, addr, beats);
}

static inline struct flit response(struct position dst, uint8_t txn, unsigned word, bool last,
                                   uint64_t addr) {
    return (struct flit){.dst_x = dst.x,
                         .dst_y = dst.y,
                         .src_x = PORT_X,
                         .src_y = PORT_Y,
                         .type = FLIT_MEM_RD_RESP,
                         .txn = txn,
                         .last = last,
                         .rsvd = (uint8_t)word,
                         .payload = content(addr)};
}

static inline struct flit ack(struct position dst, uint8_t txn) {
    return (struct flit){.dst_x = dst.x,
                         .dst_y = dst.y,
                         .src_x = PORT_X,
                         .src_y = PORT_Y,
                         .type = FLIT_MEM_WR_ACK,
                         .txn = txn,
                         .last = 1};
}

static inline bool emit(struct events *e, struct flit f) {
    return mem_port_model_emit(e->model, &f, e->cycle++, &e->verdict);
}

/* Words first to last - 1 of an entry (or of a plain read, with stream false). */
static inline void send_entry(struct events *e, struct position dst, uint8_t txn, uint64_t addr,
                              unsigned words, bool streams) {
    for (unsigned i = 0; i < words; i++)
        legal(e, emit(e, response(dst, txn, streams ? i : 0, i + 1 == words, addr + 32ull * i)));
}

static inline uint32_t aw(struct events *e, uint64_t addr, unsigned beats) {
    uint32_t burst;
    legal(e, mem_port_model_write_issue(e->model, addr, beats, e->cycle++, &burst, &e->verdict));
    return burst;
}

static inline bool bad_aw(struct events *e, uint64_t addr, unsigned beats) {
    uint32_t burst;
    return mem_port_model_write_issue(e->model, addr, beats, e->cycle++, &burst, &e->verdict);
}

static inline bool w(struct events *e, uint32_t burst, unsigned index, uint32_t n) {
    const struct word data = number(n);
    return mem_port_model_write_beat(e->model, burst, index, &data, 0xffffffff, e->cycle++,
                                     &e->verdict);
}

static inline void b(struct events *e, uint32_t burst) {
    mem_port_model_write_response(e->model, burst, e->cycle++);
}

/* AW, all W with n, n + 1, ..., and B. */
static inline void store(struct events *e, uint64_t addr, unsigned words, uint32_t n) {
    const uint32_t burst = aw(e, addr, words);
    for (unsigned i = 0; i < words; i++)
        legal(e, w(e, burst, i, n + i));
    b(e, burst);
}

#endif
