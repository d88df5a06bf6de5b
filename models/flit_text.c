/*
 * Flits as text: rendering for people, key=value fields and hex digits for programs, and the reader
 * of the last two. It must not know a bit position; those are in flit.c.
 */
#include "flit.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

/* ---- names ---------------------------------------------------------------------------------- */

static const char *const type_names[16] = {
    "MEM_RD_REQ", "MEM_WR_REQ", "MEM_RD_RESP", "MEM_WR_ACK", "MEM_WR_DATA", "CU_INST",
    "CU_SIGNAL",  "CU_CTRL",    "CU_DATA",     "TYPE_9",     "TYPE_A",      "TYPE_B",
    "TYPE_C",     "TYPE_D",     "TYPE_E",      "ERROR",
};

const char *flit_type_name(unsigned type) {
    return type_names[type & 0xf];
}

/* How a payload is laid out, as far as the type alone tells. */
enum layout { LAYOUT_OPAQUE, LAYOUT_MEM, LAYOUT_CU_DATA, LAYOUT_CU_SIGNAL, LAYOUT_CU_CTRL };

static enum layout layout_of_type(unsigned type) {
    switch (type) {
    case FLIT_MEM_RD_REQ:
    case FLIT_MEM_WR_REQ:
        return LAYOUT_MEM;
    case FLIT_CU_DATA:
        return LAYOUT_CU_DATA;
    case FLIT_CU_SIGNAL:
        return LAYOUT_CU_SIGNAL;
    case FLIT_CU_CTRL:
        return LAYOUT_CU_CTRL;
    default:
        return LAYOUT_OPAQUE;
    }
}

/* The payload with only those bits left that its layout's fields cover. */
static struct word covered_bits(const struct word *payload, enum layout layout) {
    struct word covered = {{0}};
    struct descriptor descriptor;
    struct cu_data_descriptor cu_data;
    struct cu_signal signal;
    struct cu_ctrl ctrl;
    switch (layout) {
    case LAYOUT_MEM:
        descriptor_unpack(payload, &descriptor);
        descriptor_pack(&descriptor, &covered);
        break;
    case LAYOUT_CU_DATA:
        cu_data_descriptor_unpack(payload, &cu_data);
        cu_data_descriptor_pack(&cu_data, &covered);
        break;
    case LAYOUT_CU_SIGNAL:
        cu_signal_unpack(payload, &signal);
        cu_signal_pack(&signal, &covered);
        break;
    case LAYOUT_CU_CTRL:
        cu_ctrl_unpack(payload, &ctrl);
        cu_ctrl_pack(&ctrl, &covered);
        break;
    case LAYOUT_OPAQUE:
        break;
    }
    return covered;
}

/* Nothing in a CU_DATA flit says descriptor or data; data is opaque, so it is shown by fields only
 * where it can be a descriptor at all. */
static enum layout layout_to_show(const struct flit *flit) {
    const enum layout layout = layout_of_type(flit->type);
    if (layout == LAYOUT_CU_DATA) {
        const struct word covered = covered_bits(&flit->payload, layout);
        if (flit->last || word_is_zero(&flit->payload) || !word_equal(&covered, &flit->payload))
            return LAYOUT_OPAQUE;
    }
    return layout;
}

static bool last_by_protocol(unsigned type) {
    return type == FLIT_MEM_WR_ACK || type == FLIT_CU_SIGNAL || type == FLIT_CU_CTRL;
}

/* ---- rendering ------------------------------------------------------------------------------ */

struct line {
    char *buf;
    size_t size;
    size_t length; /* of the whole line, also of what did not fit */
};

__attribute__((format(printf, 2, 3))) static void put(struct line *line, const char *format, ...) {
    va_list args;
    const bool room = line->length < line->size;
    va_start(args, format);
    const int written = vsnprintf(room ? line->buf + line->length : NULL,
                                  room ? line->size - line->length : 0, format, args);
    va_end(args);
    if (written > 0)
        line->length += (size_t)written;
}

static void put_payload(struct line *line, const char *key, const struct word *payload) {
    char text[WORD_TEXT_SIZE];
    word_format(payload, text);
    put(line, " %s%s", key, text);
}

static void put_raw_and_meaning(struct line *line, const char *name, unsigned raw,
                                unsigned meaning) {
    put(line, " %s %u", name, raw);
    if (raw != meaning)
        put(line, " (%u)", meaning);
}

static bool position_is_zero(struct position position) {
    return position.x == 0 && position.y == 0;
}

/* How many peer bytes have to be shown so that none that is set stays unseen. */
static unsigned peers_to_show(const struct descriptor *descriptor) {
    unsigned peers = DESCRIPTOR_PEERS;
    while (peers > descriptor->n_peer && position_is_zero(descriptor->peer[peers - 1]))
        peers--;
    return peers;
}

static void put_mem_descriptor(struct line *line, const struct word *payload) {
    struct descriptor d;
    descriptor_unpack(payload, &d);
    put(line, " addr 0x%02x_%04x_%04x", (unsigned)(d.addr >> 32), (unsigned)(d.addr >> 16 & 0xffff),
        (unsigned)(d.addr & 0xffff));
    if (descriptor_streams(&d))
        put(line, " STREAM");
    if (!descriptor_streams(&d) || d.len != 0)
        put(line, " len %u", d.len);
    if (descriptor_streams(&d) || d.count != 0)
        put_raw_and_meaning(line, "count", d.count, descriptor_entries(&d));
    if (descriptor_streams(&d) || d.entry_words != 0)
        put_raw_and_meaning(line, "words", d.entry_words, descriptor_entry_words(&d));
    if ((d.flags & ~FLAG_STREAM) != 0)
        put(line, " flags 0x%02x", d.flags);
    for (unsigned i = 0; i < d.n_peer; i++)
        put(line, "%s(%u,%u)", i == 0 ? " peers " : " ", d.peer[i].x, d.peer[i].y);
    for (unsigned i = d.n_peer; i < peers_to_show(&d); i++)
        put(line, "%s(%u,%u)", i == d.n_peer ? " absent peers " : " ", d.peer[i].x, d.peer[i].y);
}

static void put_layout(struct line *line, const struct word *payload, enum layout layout) {
    struct cu_data_descriptor cu_data;
    struct cu_signal signal;
    struct cu_ctrl ctrl;
    switch (layout) {
    case LAYOUT_MEM:
        put_mem_descriptor(line, payload);
        break;
    case LAYOUT_CU_DATA:
        cu_data_descriptor_unpack(payload, &cu_data);
        put(line, " buf %u offset 0x%04x len %u flags 0x%02x ack (%u,%u)", cu_data.buf_id,
            cu_data.offset, cu_data.len, cu_data.flags, cu_data.ack.x, cu_data.ack.y);
        break;
    case LAYOUT_CU_SIGNAL:
        cu_signal_unpack(payload, &signal);
        put(line, " code 0x%02x arg 0x%08" PRIx32, signal.code, signal.arg);
        break;
    case LAYOUT_CU_CTRL:
        cu_ctrl_unpack(payload, &ctrl);
        put(line, " op %u index %u value 0x%016" PRIx64, ctrl.op, ctrl.index, ctrl.value);
        break;
    case LAYOUT_OPAQUE:
        break;
    }
}

/* Everything but a payload without a layout. */
static void put_flit(struct line *line, const struct flit *flit, enum layout layout) {
    put(line, "%s (%u,%u)->(%u,%u) txn 0x%02x", flit_type_name(flit->type), flit->src_x,
        flit->src_y, flit->dst_x, flit->dst_y, flit->txn);
    if ((flit->rsvd & 4) != 0)
        put(line, " REMOTE mesh %u", flit->rsvd & 3u);
    else if (flit->type == FLIT_MEM_RD_RESP)
        put(line, " word %u", flit->rsvd);
    else if (flit->rsvd != 0)
        put(line, " rsvd %u", flit->rsvd);
    if (flit->last)
        put(line, " last");
    put_layout(line, &flit->payload, layout);
}

size_t flit_format(const struct flit *flit, char *buf, size_t size) {
    struct line line = {buf, size, 0};
    const enum layout layout = layout_to_show(flit);
    const struct word covered = covered_bits(&flit->payload, layout);
    put_flit(&line, flit, layout);
    if (!word_equal(&covered, &flit->payload) ||
        (layout == LAYOUT_OPAQUE && flit->type != FLIT_MEM_WR_ACK))
        put_payload(&line, "payload ", &flit->payload);
    return line.length;
}

size_t flit_format_brief(const struct flit *flit, char *buf, size_t size) {
    struct line line = {buf, size, 0};
    const enum layout layout = layout_to_show(flit);
    put_flit(&line, flit, layout);
    if (layout == LAYOUT_OPAQUE && flit->type != FLIT_MEM_WR_ACK)
        put(&line, " ..%04" PRIx32 "_%04" PRIx32, flit->payload.w[0] >> 16,
            flit->payload.w[0] & 0xffff);
    return line.length;
}

static void put_mem_descriptor_fields(struct line *line, const struct word *payload) {
    struct descriptor d;
    descriptor_unpack(payload, &d);
    const unsigned peers = peers_to_show(&d);
    put(line, " addr=0x%" PRIx64 " len=%u flags=0x%02x stream=%d count=%u words=%u", d.addr, d.len,
        d.flags, descriptor_streams(&d), d.count, d.entry_words);
    for (unsigned i = 0; i < peers; i++)
        put(line, "%s%u,%u", i == 0 ? " peers=" : ";", d.peer[i].x, d.peer[i].y);
    if (d.n_peer != peers)
        put(line, " n_peer=%u", d.n_peer);
}

static void put_layout_fields(struct line *line, const struct word *payload, enum layout layout) {
    struct cu_data_descriptor cu_data;
    struct cu_signal signal;
    struct cu_ctrl ctrl;
    switch (layout) {
    case LAYOUT_MEM:
        put_mem_descriptor_fields(line, payload);
        break;
    case LAYOUT_CU_DATA:
        cu_data_descriptor_unpack(payload, &cu_data);
        put(line, " buf=%u offset=%u len=%u flags=0x%02x ack=%u,%u", cu_data.buf_id, cu_data.offset,
            cu_data.len, cu_data.flags, cu_data.ack.x, cu_data.ack.y);
        break;
    case LAYOUT_CU_SIGNAL:
        cu_signal_unpack(payload, &signal);
        put(line, " code=%u arg=0x%" PRIx32, signal.code, signal.arg);
        break;
    case LAYOUT_CU_CTRL:
        cu_ctrl_unpack(payload, &ctrl);
        put(line, " op=%u index=%u value=0x%" PRIx64, ctrl.op, ctrl.index, ctrl.value);
        break;
    case LAYOUT_OPAQUE:
        break;
    }
}

size_t flit_format_fields(const struct flit *flit, char *buf, size_t size) {
    struct line line = {buf, size, 0};
    const enum layout layout = layout_to_show(flit);
    const struct word covered = covered_bits(&flit->payload, layout);
    put(&line, "type=%s dst=%u,%u src=%u,%u txn=0x%02x last=%u rsvd=%u", flit_type_name(flit->type),
        flit->dst_x, flit->dst_y, flit->src_x, flit->src_y, flit->txn, flit->last, flit->rsvd);
    if (layout != LAYOUT_OPAQUE && word_equal(&covered, &flit->payload))
        put_layout_fields(&line, &flit->payload, layout);
    else
        put_payload(&line, "payload=", &flit->payload);
    return line.length;
}

void flit_format_hex(const struct flit *flit, char text[FLIT_HEX_SIZE]) {
    uint32_t bits[FLIT_WORDS];
    flit_pack(flit, bits);
    for (unsigned i = 0; i < FLIT_WORDS; i++)
        snprintf(text + 8 * i, 9, "%08" PRIx32, bits[FLIT_WORDS - 1 - i]);
}

/* ---- parsing -------------------------------------------------------------------------------- */

struct complaint {
    char *text;
    size_t size;
};

/* Always false, so that a caller can return it. Quoted input cannot break the line. */
__attribute__((format(printf, 2, 3))) static bool complain(const struct complaint *complaint,
                                                           const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(complaint->text, complaint->size, format, args);
    va_end(args);
    for (char *c = complaint->text; complaint->size > 0 && *c != '\0'; c++) {
        if (iscntrl((unsigned char)*c))
            *c = '?';
    }
    return false;
}

enum key {
    KEY_TYPE,
    KEY_DST,
    KEY_SRC,
    KEY_TXN,
    KEY_LAST,
    KEY_RSVD,
    KEY_PAYLOAD,
    KEY_ADDR,
    KEY_LEN,
    KEY_FLAGS,
    KEY_STREAM,
    KEY_COUNT,
    KEY_WORDS,
    KEY_PEERS,
    KEY_N_PEER,
    KEY_BUF,
    KEY_OFFSET,
    KEY_ACK,
    KEY_CODE,
    KEY_ARG,
    KEY_OP,
    KEY_INDEX,
    KEY_VALUE,
    KEYS
};

enum shape { SHAPE_NUMBER, SHAPE_TYPE, SHAPE_POSITION, SHAPE_PEERS, SHAPE_HEX };

#define IN(layout) (1u << (layout))
#define IN_HEADER 0u

static const struct {
    const char *name;
    enum shape shape;
    uint64_t max;     /* of a number */
    unsigned layouts; /* the payload layouts that have this field; IN_HEADER: no payload field */
} keys[KEYS] = {
    [KEY_TYPE] = {"type", SHAPE_TYPE, 15, IN_HEADER},
    [KEY_DST] = {"dst", SHAPE_POSITION, 0, IN_HEADER},
    [KEY_SRC] = {"src", SHAPE_POSITION, 0, IN_HEADER},
    [KEY_TXN] = {"txn", SHAPE_NUMBER, 0xff, IN_HEADER},
    [KEY_LAST] = {"last", SHAPE_NUMBER, 1, IN_HEADER},
    [KEY_RSVD] = {"rsvd", SHAPE_NUMBER, 7, IN_HEADER},
    [KEY_PAYLOAD] = {"payload", SHAPE_HEX, 0, IN_HEADER},
    [KEY_ADDR] = {"addr", SHAPE_NUMBER, 0xffffffffff, IN(LAYOUT_MEM)},
    [KEY_LEN] = {"len", SHAPE_NUMBER, 0xff, IN(LAYOUT_MEM) | IN(LAYOUT_CU_DATA)},
    [KEY_FLAGS] = {"flags", SHAPE_NUMBER, 0xff, IN(LAYOUT_MEM) | IN(LAYOUT_CU_DATA)},
    [KEY_STREAM] = {"stream", SHAPE_NUMBER, 1, IN(LAYOUT_MEM)},
    [KEY_COUNT] = {"count", SHAPE_NUMBER, 0xff, IN(LAYOUT_MEM)},
    [KEY_WORDS] = {"words", SHAPE_NUMBER, 0xff, IN(LAYOUT_MEM)},
    [KEY_PEERS] = {"peers", SHAPE_PEERS, 0, IN(LAYOUT_MEM)},
    [KEY_N_PEER] = {"n_peer", SHAPE_NUMBER, 3, IN(LAYOUT_MEM)},
    [KEY_BUF] = {"buf", SHAPE_NUMBER, 0xff, IN(LAYOUT_CU_DATA)},
    [KEY_OFFSET] = {"offset", SHAPE_NUMBER, 0xffff, IN(LAYOUT_CU_DATA)},
    [KEY_ACK] = {"ack", SHAPE_POSITION, 0, IN(LAYOUT_CU_DATA)},
    [KEY_CODE] = {"code", SHAPE_NUMBER, 0xff, IN(LAYOUT_CU_SIGNAL)},
    [KEY_ARG] = {"arg", SHAPE_NUMBER, 0xffffffff, IN(LAYOUT_CU_SIGNAL)},
    [KEY_OP] = {"op", SHAPE_NUMBER, 0xff, IN(LAYOUT_CU_CTRL)},
    [KEY_INDEX] = {"index", SHAPE_NUMBER, 0xff, IN(LAYOUT_CU_CTRL)},
    [KEY_VALUE] = {"value", SHAPE_NUMBER, UINT64_MAX, IN(LAYOUT_CU_CTRL)},
};

/* A piece of the input; never terminated. */
struct span {
    const char *start;
    size_t length;
};

/* For "%.*s": a bounded piece, so that a message stays one line of sensible length. */
#define SPAN_SHOWN 40
#define SPAN_ARGS(span) (int)((span).length < SPAN_SHOWN ? (span).length : SPAN_SHOWN), (span).start

struct parsed {
    bool given[KEYS];
    uint64_t number[KEYS];
    struct position position[KEYS];
    struct position peer[DESCRIPTOR_PEERS];
    unsigned peers;
    struct word payload;
};

static bool span_is(struct span span, const char *text) {
    return span.length == strlen(text) && memcmp(span.start, text, span.length) == 0;
}

/* Cuts the text before the first `separator` off *rest; false when there is none. */
static bool span_cut(struct span *rest, char separator, struct span *head) {
    const char *const at = memchr(rest->start, separator, rest->length);
    if (at == NULL)
        return false;
    *head = (struct span){rest->start, (size_t)(at - rest->start)};
    *rest = (struct span){at + 1, rest->length - head->length - 1};
    return true;
}

/* Decimal or 0x hexadecimal up to `max`, '_' between digits. */
static bool span_number(struct span span, uint64_t max, uint64_t *number) {
    const bool hex =
        span.length > 2 && span.start[0] == '0' && (span.start[1] == 'x' || span.start[1] == 'X');
    const unsigned base = hex ? 16 : 10;
    uint64_t value = 0;
    bool digit_before = false;
    for (size_t i = hex ? 2 : 0; i < span.length; i++) {
        const int digit = hex_digit_value(span.start[i]);
        if (span.start[i] == '_' && digit_before) {
            digit_before = false;
            continue;
        }
        if (digit < 0 || (unsigned)digit >= base || (unsigned)digit > max ||
            value > (max - (unsigned)digit) / base)
            return false;
        value = value * base + (unsigned)digit;
        digit_before = true;
    }
    *number = value;
    return digit_before;
}

static bool span_position(struct span span, struct position *position) {
    struct span x;
    uint64_t x_number, y_number;
    if (!span_cut(&span, ',', &x) || !span_number(x, 15, &x_number) ||
        !span_number(span, 15, &y_number))
        return false;
    *position = (struct position){.x = (uint8_t)x_number, .y = (uint8_t)y_number};
    return true;
}

static bool span_peers(struct span span, struct parsed *parsed) {
    for (bool more = true; more; parsed->peers++) {
        struct span peer = span;
        more = span_cut(&span, ';', &peer);
        if (parsed->peers == DESCRIPTOR_PEERS || !span_position(peer, &parsed->peer[parsed->peers]))
            return false;
    }
    return true;
}

static bool span_type(struct span span, uint64_t *type) {
    for (unsigned i = 0; i < 16; i++) {
        if (span_is(span, type_names[i])) {
            *type = i;
            return true;
        }
    }
    return span_number(span, 15, type);
}

/* Digits of `span` without a 0x prefix and without '_', at most `capacity` of them stored; the
 * return value counts all. *bad is the first character that is neither, or NULL. */
static size_t span_hex_digits(struct span span, char *digits, size_t capacity, const char **bad) {
    const bool prefix =
        span.length >= 2 && span.start[0] == '0' && (span.start[1] == 'x' || span.start[1] == 'X');
    size_t count = 0;
    *bad = NULL;
    for (size_t i = prefix ? 2 : 0; i < span.length; i++) {
        const char c = span.start[i];
        if (hex_digit_value(c) >= 0) {
            if (count < capacity)
                digits[count] = c;
            count++;
        } else if (c != '_' && *bad == NULL) {
            *bad = &span.start[i];
        }
    }
    return count;
}

static bool span_payload(struct span span, struct word *payload) {
    char digits[WORD_HEX_DIGITS];
    const char *bad;
    const size_t count = span_hex_digits(span, digits, sizeof digits, &bad);
    return bad == NULL && word_parse(digits, count, payload);
}

static bool parse_value(enum key key, struct span value, struct parsed *parsed,
                        const struct complaint *complaint) {
    const char *const name = keys[key].name;
    switch (keys[key].shape) {
    case SHAPE_NUMBER:
        return span_number(value, keys[key].max, &parsed->number[key]) ||
               complain(complaint, "%s: expected a number from 0 to 0x%" PRIx64 ", got \"%.*s\"",
                        name, keys[key].max, SPAN_ARGS(value));
    case SHAPE_TYPE:
        return span_type(value, &parsed->number[key]) ||
               complain(complaint,
                        "type: expected a flit type such as MEM_RD_REQ or 0-15, "
                        "got \"%.*s\"",
                        SPAN_ARGS(value));
    case SHAPE_POSITION:
        return span_position(value, &parsed->position[key]) ||
               complain(complaint, "%s: expected X,Y with 0-15 each, got \"%.*s\"", name,
                        SPAN_ARGS(value));
    case SHAPE_PEERS:
        return span_peers(value, parsed) ||
               complain(complaint,
                        "peers: expected one to three X,Y with 0-15 each, separated by "
                        "';', got \"%.*s\"",
                        SPAN_ARGS(value));
    case SHAPE_HEX:
        return span_payload(value, &parsed->payload) ||
               complain(complaint,
                        "payload: expected 1 to 64 hex digits, got %zu characters "
                        "\"%.*s\"",
                        value.length, SPAN_ARGS(value));
    }
    return false;
}

static bool parse_field(struct span field, struct parsed *parsed,
                        const struct complaint *complaint) {
    struct span name;
    struct span value = field;
    enum key key = 0;
    if (!span_cut(&value, '=', &name))
        return complain(complaint, "expected key=value, got \"%.*s\"", SPAN_ARGS(field));
    while (key < KEYS && !span_is(name, keys[key].name))
        key++;
    if (key == KEYS)
        return complain(complaint, "unknown field \"%.*s\"", SPAN_ARGS(name));
    if (parsed->given[key])
        return complain(complaint, "%s: given twice", keys[key].name);
    parsed->given[key] = true;
    return parse_value(key, value, parsed, complaint);
}

static bool blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool parse_text(const char *text, struct parsed *parsed, const struct complaint *complaint) {
    for (;;) {
        while (blank(*text))
            text++;
        if (*text == '\0')
            return true;
        struct span field = {text, 0};
        while (*text != '\0' && !blank(*text))
            text++;
        field.length = (size_t)(text - field.start);
        if (!parse_field(field, parsed, complaint))
            return false;
    }
}

static bool fields_fit_type(const struct parsed *parsed, const struct complaint *complaint) {
    if (!parsed->given[KEY_TYPE])
        return complain(complaint, "type: missing, for example type=MEM_RD_REQ");
    const unsigned type = (unsigned)parsed->number[KEY_TYPE];
    for (enum key key = 0; key < KEYS; key++) {
        if (!parsed->given[key] || keys[key].layouts == IN_HEADER)
            continue;
        if ((keys[key].layouts & IN(layout_of_type(type))) == 0)
            return complain(complaint, "%s: no field of %s", keys[key].name, flit_type_name(type));
        if (parsed->given[KEY_PAYLOAD])
            return complain(complaint, "%s: not together with payload", keys[key].name);
    }
    return true;
}

static void pack_mem_fields(const struct parsed *parsed, struct word *payload) {
    const uint64_t *const number = parsed->number;
    struct descriptor descriptor = {
        .addr = number[KEY_ADDR],
        .len = (uint8_t)number[KEY_LEN],
        .flags = (uint8_t)number[KEY_FLAGS],
        .count = (uint8_t)number[KEY_COUNT],
        .entry_words = (uint8_t)number[KEY_WORDS],
        .n_peer = (uint8_t)(parsed->given[KEY_N_PEER] ? number[KEY_N_PEER] : parsed->peers),
    };
    if (parsed->given[KEY_STREAM]) {
        const unsigned others = descriptor.flags & ~(unsigned)FLAG_STREAM;
        descriptor.flags = (uint8_t)(others | (number[KEY_STREAM] ? FLAG_STREAM : 0));
    }
    memcpy(descriptor.peer, parsed->peer, sizeof descriptor.peer);
    descriptor_pack(&descriptor, payload);
}

static void pack_payload_fields(const struct parsed *parsed, struct word *payload) {
    const uint64_t *const number = parsed->number;
    switch (layout_of_type((unsigned)number[KEY_TYPE])) {
    case LAYOUT_MEM:
        pack_mem_fields(parsed, payload);
        break;
    case LAYOUT_CU_DATA:
        cu_data_descriptor_pack(&(struct cu_data_descriptor){.buf_id = (uint8_t)number[KEY_BUF],
                                                             .offset = (uint16_t)number[KEY_OFFSET],
                                                             .len = (uint8_t)number[KEY_LEN],
                                                             .flags = (uint8_t)number[KEY_FLAGS],
                                                             .ack = parsed->position[KEY_ACK]},
                                payload);
        break;
    case LAYOUT_CU_SIGNAL:
        cu_signal_pack(&(struct cu_signal){.code = (uint8_t)number[KEY_CODE],
                                           .arg = (uint32_t)number[KEY_ARG]},
                       payload);
        break;
    case LAYOUT_CU_CTRL:
        cu_ctrl_pack(&(struct cu_ctrl){.op = (uint8_t)number[KEY_OP],
                                       .index = (uint8_t)number[KEY_INDEX],
                                       .value = number[KEY_VALUE]},
                     payload);
        break;
    case LAYOUT_OPAQUE:
        break;
    }
}

bool flit_parse_fields(const char *const *fields, size_t count, struct flit *flit, char *error,
                       size_t error_size) {
    const struct complaint complaint = {error, error_size};
    struct parsed parsed = {0};
    for (size_t i = 0; i < count; i++) {
        if (!parse_text(fields[i], &parsed, &complaint))
            return false;
    }
    if (!fields_fit_type(&parsed, &complaint))
        return false;
    const unsigned type = (unsigned)parsed.number[KEY_TYPE];
    *flit = (struct flit){
        .dst_x = parsed.position[KEY_DST].x,
        .dst_y = parsed.position[KEY_DST].y,
        .src_x = parsed.position[KEY_SRC].x,
        .src_y = parsed.position[KEY_SRC].y,
        .type = (uint8_t)type,
        .txn = (uint8_t)parsed.number[KEY_TXN],
        .last = parsed.given[KEY_LAST] ? (uint8_t)parsed.number[KEY_LAST] : last_by_protocol(type),
        .rsvd = (uint8_t)parsed.number[KEY_RSVD],
        .payload = parsed.payload,
    };
    if (!parsed.given[KEY_PAYLOAD])
        pack_payload_fields(&parsed, &flit->payload);
    return true;
}

bool flit_parse_hex(const char *text, struct flit *flit, char *error, size_t error_size) {
    const struct complaint complaint = {error, error_size};
    const char *bad;
    char digits[FLIT_HEX_DIGITS];
    struct word header = {{0}};
    struct word payload = {{0}};
    uint32_t bits[FLIT_WORDS];
    const struct span span = {text, strlen(text)};
    const size_t count = span_hex_digits(span, digits, sizeof digits, &bad);
    if (bad != NULL)
        return complain(&complaint, "flit: character %zu, '%c', is no hex digit",
                        (size_t)(bad - text) + 1, *bad);
    if (count != FLIT_HEX_DIGITS)
        return complain(&complaint, "flit: expected 72 hex digits, got %zu", count);
    word_parse(digits, 8, &header);
    word_parse(digits + 8, WORD_HEX_DIGITS, &payload);
    memcpy(bits, payload.w, sizeof payload.w);
    bits[8] = header.w[0];
    flit_unpack(bits, flit);
    return true;
}
