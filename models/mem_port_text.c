/* Everything the port model says in words. Never on the way of a legal event. */
#include "mem_port_state.h"

#include <stdarg.h>
#include <stdio.h>

void text_node(struct text *t, uint8_t coord) {
    text_add(t, "(%u,%u)", coord >> 4, coord & 15u);
}

static void text_request(struct text *t, enum flit_type type, uint8_t src, uint8_t txn,
                         const struct descriptor *d, uint64_t accepted) {
    text_add(t, "%s ", flit_type_name(type));
    text_node(t, src);
    text_add(t, " txn 0x%02x addr ", txn);
    text_addr(t, d->addr);
    if (type == FLIT_MEM_RD_REQ && descriptor_streams(d)) {
        text_add(t, " STREAM count %u words %u", descriptor_entries(d), descriptor_entry_words(d));
        if (d->n_peer > 0)
            text_add(t, " peers");
        for (unsigned i = 0; i < d->n_peer; i++)
            text_add(t, " (%u,%u)", d->peer[i].x, d->peer[i].y);
    } else {
        text_add(t, " words %u", d->len + 1u);
    }
    text_add(t, ", accepted at ");
    text_cycle(t, accepted);
}

void text_read(struct text *t, const struct read_req *r) {
    text_request(t, FLIT_MEM_RD_REQ, r->src, r->txn, &r->descriptor, r->accepted);
}

void text_read_progress(struct text *t, const struct read_req *r, struct spot spot) {
    if (r->kind == STREAM)
        text_add(t, "entry %u of %u, word %u of %u, destination ", spot.entry + 1u, r->entries,
                 spot.word + 1u, r->entry_words);
    else
        text_add(t, "word %u of %u, destination ", spot.word + 1u, r->entry_words);
    text_node(t, r->dst[spot.destination]);
    if (spot.destination > 0)
        text_add(t, " (peer %u)", spot.destination);
}

void text_write(struct text *t, const struct write_req *w) {
    text_request(t, FLIT_MEM_WR_REQ, w->src, w->txn, &w->descriptor, w->accepted);
}

void text_write_progress(struct text *t, const struct write_req *w) {
    uint32_t bound = w->words - w->free_claims;
    if (w->kind != WRITE_SERVED)
        bound = 0;
    text_add(t, "data flits %u of %u, words on AXI %u, answered %u", w->got, w->words, bound,
             w->answered);
}

void text_read_wants(struct text *t, const struct read_req *r, const char *wants) {
    if (r == NULL)
        return;
    text_read(t, r);
    text_add(t, "; ");
    text_read_progress(t, r, r->spot);
    text_add(t, "; %s", wants);
}

void text_write_wants(struct text *t, const struct write_req *w, const char *wants) {
    if (w == NULL)
        return;
    text_write(t, w);
    text_add(t, "; ");
    text_write_progress(t, w);
    text_add(t, "; %s", wants);
}

void text_dropped(struct text *t, const struct dropped *d) {
    text_request(t, d->type, d->src, d->txn, &d->descriptor, d->accepted);
    text_add(t, ", to be dropped: %s", d->too_long ? "len above 7" : "aperture not served here");
}

/* ---- verdicts ------------------------------------------------------------------------------- */

void verdict_read(struct verdict *v, const struct read_req *r, struct spot spot) {
    struct text request = text_into(v->request, sizeof v->request);
    struct text progress = text_into(v->progress, sizeof v->progress);
    text_read(&request, r);
    text_read_progress(&progress, r, spot);
}

void verdict_write(struct verdict *v, const struct write_req *w) {
    struct text request = text_into(v->request, sizeof v->request);
    struct text progress = text_into(v->progress, sizeof v->progress);
    text_write(&request, w);
    text_write_progress(&progress, w);
}

void verdict_dropped(struct verdict *v, const struct dropped *d) {
    struct text request = text_into(v->request, sizeof v->request);
    text_dropped(&request, d);
}

void verdict_expect_read(struct verdict *v, const struct mem_port_model *m,
                         const struct read_req *r, struct spot spot) {
    const uint8_t dst = r->dst[spot.destination];
    const struct cell *const cell = &r->cells[cell_index(r, spot)];
    v->has_expected = true;
    v->expected = (struct flit){.dst_x = dst >> 4,
                                .dst_y = dst & 15,
                                .src_x = m->config.mem_x,
                                .src_y = m->config.mem_y,
                                .type = FLIT_MEM_RD_RESP,
                                .txn = read_txn(r, spot),
                                .last = spot.word + 1u == r->entry_words,
                                .rsvd = (uint8_t)(r->kind == STREAM ? spot.word : 0)};
    if (spot.destination > 0 && (r->sent_known >> spot.word & 1) != 0)
        v->expected.payload = r->sent[spot.word];
    else if (r->inside && m->config.inside.example != NULL)
        m->config.inside.example(m->config.inside.context,
                                 r->addr + (uint64_t)cell_index(r, spot) * WORD_BYTES,
                                 &v->expected.payload);
    else if (cell->has_value)
        v->expected.payload = cell->value;
}

void verdict_expect_ack(struct verdict *v, const struct mem_port_model *m,
                        const struct write_req *w) {
    v->has_expected = true;
    v->expected = (struct flit){.dst_x = w->src >> 4,
                                .dst_y = w->src & 15,
                                .src_x = m->config.mem_x,
                                .src_y = m->config.mem_y,
                                .type = FLIT_MEM_WR_ACK,
                                .txn = w->txn,
                                .last = 1};
}
