/*
 * The flit codec: 288 bits <-> fields, payloads <-> their layouts. Positions are literal, they are
 * the wire format. Text is in flit_text.c.
 */
#include "flit.h"

void flit_pack(const struct flit *flit, uint32_t out[FLIT_WORDS]) {
    memcpy(out, flit->payload.w, sizeof flit->payload.w);
    out[8] = (flit->dst_x & 0xfu) << 28 | (flit->dst_y & 0xfu) << 24 | (flit->src_x & 0xfu) << 20 |
             (flit->src_y & 0xfu) << 16 | (flit->type & 0xfu) << 12 | (uint32_t)flit->txn << 4 |
             (flit->last & 1u) << 3 | (flit->rsvd & 7u);
}

void flit_unpack(const uint32_t in[FLIT_WORDS], struct flit *flit) {
    const uint32_t header = in[8];
    flit->dst_x = (uint8_t)(header >> 28);
    flit->dst_y = header >> 24 & 0xf;
    flit->src_x = header >> 20 & 0xf;
    flit->src_y = header >> 16 & 0xf;
    flit->type = header >> 12 & 0xf;
    flit->txn = header >> 4 & 0xff;
    flit->last = header >> 3 & 1;
    flit->rsvd = header & 7;
    memcpy(flit->payload.w, in, sizeof flit->payload.w);
}

static uint32_t position_byte(struct position position) {
    return (position.y & 0xfu) << 4 | (position.x & 0xfu);
}

static struct position byte_position(uint32_t byte) {
    return (struct position){.x = byte & 0xf, .y = byte >> 4 & 0xf};
}

void descriptor_pack(const struct descriptor *descriptor, struct word *payload) {
    memset(payload, 0, sizeof *payload);
    payload->w[7] = (uint32_t)(descriptor->addr >> 8);
    payload->w[6] = (uint32_t)(descriptor->addr & 0xff) << 24 | (uint32_t)descriptor->len << 16 |
                    (uint32_t)descriptor->flags << 8 | descriptor->count;
    payload->w[5] = position_byte(descriptor->peer[2]) << 24 |
                    position_byte(descriptor->peer[1]) << 16 |
                    position_byte(descriptor->peer[0]) << 8 | (descriptor->n_peer & 3u) << 6 |
                    descriptor->entry_words >> 2;
    payload->w[4] = (descriptor->entry_words & 3u) << 30;
}

void descriptor_unpack(const struct word *payload, struct descriptor *descriptor) {
    const uint32_t low = payload->w[5];
    descriptor->addr = (uint64_t)payload->w[7] << 8 | payload->w[6] >> 24;
    descriptor->len = payload->w[6] >> 16 & 0xff;
    descriptor->flags = payload->w[6] >> 8 & 0xff;
    descriptor->count = payload->w[6] & 0xff;
    descriptor->n_peer = low >> 6 & 3;
    descriptor->entry_words = (uint8_t)((low & 0x3f) << 2 | payload->w[4] >> 30);
    descriptor->peer[0] = byte_position(low >> 8);
    descriptor->peer[1] = byte_position(low >> 16);
    descriptor->peer[2] = byte_position(low >> 24);
}

void cu_data_descriptor_pack(const struct cu_data_descriptor *descriptor, struct word *payload) {
    memset(payload, 0, sizeof *payload);
    payload->w[7] =
        (uint32_t)descriptor->buf_id << 24 | (uint32_t)descriptor->offset << 8 | descriptor->len;
    payload->w[6] = (uint32_t)descriptor->flags << 24 | position_byte(descriptor->ack) << 16;
}

void cu_data_descriptor_unpack(const struct word *payload, struct cu_data_descriptor *descriptor) {
    descriptor->buf_id = (uint8_t)(payload->w[7] >> 24);
    descriptor->offset = payload->w[7] >> 8 & 0xffff;
    descriptor->len = payload->w[7] & 0xff;
    descriptor->flags = (uint8_t)(payload->w[6] >> 24);
    descriptor->ack = byte_position(payload->w[6] >> 16);
}

void cu_signal_pack(const struct cu_signal *signal, struct word *payload) {
    memset(payload, 0, sizeof *payload);
    payload->w[7] = (uint32_t)signal->code << 24 | signal->arg >> 8;
    payload->w[6] = (signal->arg & 0xff) << 24;
}

void cu_signal_unpack(const struct word *payload, struct cu_signal *signal) {
    signal->code = (uint8_t)(payload->w[7] >> 24);
    signal->arg = payload->w[7] << 8 | payload->w[6] >> 24;
}

void cu_ctrl_pack(const struct cu_ctrl *ctrl, struct word *payload) {
    memset(payload, 0, sizeof *payload);
    payload->w[7] =
        (uint32_t)ctrl->op << 24 | (uint32_t)ctrl->index << 16 | (uint32_t)(ctrl->value >> 48);
    payload->w[6] = (uint32_t)(ctrl->value >> 16);
    payload->w[5] = (uint32_t)(ctrl->value & 0xffff) << 16;
}

void cu_ctrl_unpack(const struct word *payload, struct cu_ctrl *ctrl) {
    ctrl->op = (uint8_t)(payload->w[7] >> 24);
    ctrl->index = payload->w[7] >> 16 & 0xff;
    ctrl->value = (uint64_t)(payload->w[7] & 0xffff) << 48 | (uint64_t)payload->w[6] << 16 |
                  payload->w[5] >> 16;
}
