#include "bench/request_flit.h"

#define ALL_OF_ADDR ((UINT64_C(1) << 40) - 1)
/* STREAM, and the two bits nobody has given a meaning or called ignored (wire 3). */
#define FLAGS_NAMELESS 0x88
#define FLAGS_KEPT (FLAG_STREAM | FLAGS_NAMELESS)

struct flit request_flit(struct position dst, enum flit_type type, uint8_t txn, struct rng *noise,
                         uint8_t free_rsvd) {
    struct flit f = {.dst_x = dst.x, .dst_y = dst.y, .type = (uint8_t)type, .txn = txn};
    if (noise) {
        const uint64_t bits = rng_next(noise);
        f.dst_x = bits & 15;
        f.dst_y = bits >> 4 & 15;
        f.last = bits >> 8 & 1;
        f.rsvd = bits >> 9 & free_rsvd;
    }
    return f;
}

/* All bits but those that `read` has set are random. */
static void put_descriptor(const struct descriptor *d, const struct descriptor *read,
                           struct rng *noise, struct word *payload) {
    descriptor_pack(d, payload);
    if (noise) {
        struct word mask, bits;
        descriptor_pack(read, &mask);
        rng_fill(noise, bits.w, 8);
        for (unsigned i = 0; i < 8; i++) {
            payload->w[i] = (payload->w[i] & mask.w[i]) | (bits.w[i] & ~mask.w[i]);
        }
    }
}

void request_read_payload(const struct descriptor *d, struct rng *noise, struct word *payload) {
    static const struct descriptor plain = {.addr = ALL_OF_ADDR, .flags = FLAGS_KEPT, .len = 255};
    static const struct descriptor stream = {.addr = ALL_OF_ADDR,
                                             .flags = FLAGS_KEPT,
                                             .count = 255,
                                             .entry_words = 255,
                                             .n_peer = 3,
                                             .peer = {{15, 15}, {15, 15}, {15, 15}}};
    put_descriptor(d, descriptor_streams(d) ? &stream : &plain, noise, payload);
}

void request_write_payload(const struct descriptor *d, struct rng *noise, struct word *payload) {
    static const struct descriptor read = {
        .addr = ALL_OF_ADDR, .len = 255, .flags = FLAGS_NAMELESS};
    put_descriptor(d, &read, noise, payload);
}

void request_data(struct sparse_mem *contents, struct rng *rng, uint64_t *counter, uint32_t tag,
                  struct word *w) {
    if (contents->mode == SPARSE_REAL || contents->mode == SPARSE_ZEROS) {
        sparse_mem_untouched(contents, rng_next(rng) & 0xfffffe0, w);
    } else if (contents->mode == SPARSE_TAGGED) {
        const uint64_t n = (*counter)++;
        for (unsigned i = 0; i < 8; i += 2) {
            w->w[i] = (uint32_t)n;
            w->w[i + 1] = tag | i;
        }
    } else {
        rng_fill(rng, w->w, 8);
    }
}
