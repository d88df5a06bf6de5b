#include "explain/fst_front.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum block {
    HEADER = 0,
    CHANGES = 1,
    BLACKOUT = 2,
    GEOMETRY = 3,
    NAMES_GZIP = 4,
    CHANGES_ALIAS = 5,
    NAMES_LZ4 = 6,
    NAMES_LZ4_TWICE = 7,
    CHANGES_ALIAS2 = 8,
    WRAPPED = 254,
    UNFINISHED = 255
};

enum {
    HEADER_LENGTH = 329, /* with the length itself */
    FRAME_AT = 32,       /* of a block of changes: length, first, last time, memory */
    BLOCKS_MOST = 1 << 20,
    PACKED_MOST = 1100 /* no deflate stream grows more than this */
};

/* No dump this program is for has a block or a hierarchy that needs more memory. */
#define MEMORY_MOST (UINT64_C(1) << 30)

struct check {
    FILE *f;
    struct fst_front *front;
    char *why;
    uint64_t handles; /* of the geometry */
    uint64_t values;  /* bytes of one value of every signal: the frame of a block of changes */
    uint64_t memory;  /* the largest a block asks for */
    unsigned headers, geometries, hierarchies, changes;
};

__attribute__((format(printf, 2, 3))) static bool wrong(struct check *c, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(c->why, FST_WHY_SIZE, format, args);
    va_end(args);
    return false;
}

static bool damaged(struct check *c, const char *block, const char *what) {
    return wrong(c, "is damaged: %s of %s", what, block);
}

/* ---- bytes ----------------------------------------------------------------------------------- */

static bool seek(struct check *c, uint64_t at) {
    return fseeko(c->f, (off_t)at, SEEK_SET) == 0;
}

static bool number(struct check *c, uint64_t *value) {
    uint8_t bytes[8];
    if (fread(bytes, sizeof bytes, 1, c->f) != 1) {
        return false;
    }
    *value = 0;
    for (unsigned i = 0; i < 8; i++) {
        *value = *value << 8 | bytes[i];
    }
    return true;
}

/* Seven bits a byte, lowest first; the top bit says that more follow. */
static bool varint_of(const uint8_t **at, const uint8_t *end, uint64_t *value) {
    *value = 0;
    for (unsigned shift = 0; shift < 64 && *at < end; shift += 7) {
        const uint8_t byte = *(*at)++;
        *value |= (uint64_t)(byte & 0x7f) << shift;
        if (!(byte & 0x80)) {
            return true;
        }
    }
    return false;
}

static bool varint(struct check *c, uint64_t *value) {
    *value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        const int byte = fgetc(c->f);
        if (byte == EOF) {
            return false;
        }
        *value |= (uint64_t)(byte & 0x7f) << shift;
        if (!(byte & 0x80)) {
            return true;
        }
    }
    return false;
}

/* The next `packed` bytes, inflated to `plain` ones when the two differ. NULL: they are not that. */
static uint8_t *unpack(struct check *c, uint64_t packed, uint64_t plain) {
    if (packed > c->front->size || plain > MEMORY_MOST || plain / PACKED_MOST > packed) {
        return NULL;
    }
    uint8_t *in = malloc(packed + 1), *out = malloc(plain + 1);
    unsigned long got = plain;
    bool good = in && out && fread(in, 1, packed, c->f) == packed;
    if (good && packed != plain) {
        good = uncompress(out, &got, in, packed) == Z_OK && got == plain;
    } else if (good) {
        memcpy(out, in, plain);
    }
    free(in);
    if (!good) {
        free(out);
        return NULL;
    }
    return out;
}

/* ---- blocks ---------------------------------------------------------------------------------- */

static bool header(struct check *c, uint64_t length) {
    static const uint8_t e_little[8] = {0x69, 0x57, 0x14, 0x8b, 0x0a, 0xbf, 0x05, 0x40};
    uint8_t e[8], rest[256];
    uint64_t ignored, sections;
    struct fst_front *front = c->front;
    if (length != HEADER_LENGTH || !number(c, &front->start) || !number(c, &front->end) ||
        fread(e, sizeof e, 1, c->f) != 1) {
        return wrong(c, "is no FST dump");
    }
    if (memcmp(e, e_little, sizeof e) != 0) {
        for (unsigned i = 0; i < sizeof e; i++) {
            if (e[i] != e_little[sizeof e - 1 - i]) {
                return wrong(c, "is no FST dump");
            }
        }
    }
    if (!number(c, &ignored) || !number(c, &ignored) || !number(c, &ignored) ||
        !number(c, &front->handles) || !number(c, &sections) ||
        fread(rest, sizeof rest, 1, c->f) != 1) {
        return damaged(c, "its header", "the end");
    }
    front->exponent = (rest[0] ^ 0x80) - 0x80; /* signed */
    if (front->end < front->start) {
        return damaged(c, "its header", "the times");
    }
    return true;
}

static bool geometry(struct check *c, uint64_t length) {
    uint64_t plain, bits;
    if (length < 24 || !number(c, &plain) || !number(c, &c->handles)) {
        return damaged(c, "the list of widths", "the length");
    }
    uint8_t *widths = unpack(c, length - 24, plain);
    if (!widths) {
        return damaged(c, "the list of widths", "the content");
    }
    const uint8_t *at = widths, *end = widths + plain;
    bool good = c->handles <= plain;
    for (uint64_t i = 0; good && i < c->handles; i++) {
        good = varint_of(&at, end, &bits) && bits <= UINT32_MAX;
        /* 0 is a real number, all ones a text, which has no value in a frame. */
        c->values += bits == 0 ? 8 : bits == UINT32_MAX ? 0 : bits;
        good = good && c->values <= MEMORY_MOST;
    }
    free(widths);
    return good || damaged(c, "the list of widths", "the content");
}

/* The names themselves are compressed; the library's process sees whether they unpack. */
static bool names(struct check *c, uint64_t length) {
    uint64_t plain;
    if (length < 16 || !number(c, &plain) || plain > MEMORY_MOST) {
        return damaged(c, "the hierarchy", "the length");
    }
    return true;
}

static bool blackouts(struct check *c, uint64_t length) {
    uint64_t count;
    if (!varint(c, &count) || count > length) {
        return damaged(c, "the list of pauses", "the length");
    }
    return true;
}

/* The time stamps at the end of a block of changes: how many, and that they rise within it. */
static bool stamps(struct check *c, uint64_t end, uint64_t first, uint64_t last, uint64_t room,
                   uint64_t *used) {
    uint64_t plain, packed, count, delta, time = 0;
    if (!seek(c, end - 24) || !number(c, &plain) || !number(c, &packed) || !number(c, &count) ||
        packed > room || !seek(c, end - 24 - packed)) {
        return damaged(c, "a block of changes", "the table of times");
    }
    uint8_t *times = unpack(c, packed, plain);
    if (!times) {
        return damaged(c, "a block of changes", "the table of times");
    }
    const uint8_t *at = times;
    bool good = count > 0 && count <= plain;
    for (uint64_t i = 0; good && i < count; i++) {
        good = varint_of(&at, times + plain, &delta) && delta <= last - time;
        time += good ? delta : 0;
        good = good && time >= first;
    }
    free(times);
    *used = 24 + packed;
    return good || damaged(c, "a block of changes", "the times");
}

static bool changes(struct check *c, uint64_t at, uint64_t length) {
    const uint64_t end = at + length;
    uint64_t first, last, memory, plain, packed, handles, used = 0, index;
    if (length < FRAME_AT + 24 + 8 || !number(c, &first) || !number(c, &last) ||
        !number(c, &memory) || first > last) {
        return damaged(c, "a block of changes", "the length or the times");
    }
    if (memory > MEMORY_MOST * 2) {
        return damaged(c, "a block of changes", "the size");
    }
    c->memory = memory > c->memory ? memory : c->memory;
    if (!varint(c, &plain) || !varint(c, &packed) || !varint(c, &handles) || plain != c->values ||
        handles != c->handles || packed > length) {
        return damaged(c, "a block of changes", "the first values");
    }
    uint8_t *frame = unpack(c, packed, plain);
    if (!frame) {
        return damaged(c, "a block of changes", "the first values");
    }
    free(frame);
    if (!varint(c, &handles) || handles > c->handles) {
        return damaged(c, "a block of changes", "the number of signals");
    }
    const uint64_t here = (uint64_t)ftello(c->f);
    if (here + 1 + 8 + 24 > end || !stamps(c, end, first, last, end - here - 33, &used)) {
        return c->why[0] ? false : damaged(c, "a block of changes", "the length");
    }
    if (!seek(c, end - used - 8) || !number(c, &index) || index == 0 ||
        index > end - used - 8 - here) {
        return damaged(c, "a block of changes", "the index");
    }
    return true;
}

/* Changes are looked at in a second pass: the widths of the signals come after them. */
static bool block(struct check *c, int tag, uint64_t at, uint64_t length, bool second) {
    switch (tag) {
    case HEADER:
        return second ||
               (c->headers++ > 0 ? damaged(c, "the dump", "a second header") : header(c, length));
    case GEOMETRY:
        return second || (c->geometries++ > 0 ? damaged(c, "the dump", "a second list of widths")
                                              : geometry(c, length));
    case NAMES_GZIP:
    case NAMES_LZ4:
    case NAMES_LZ4_TWICE:
        return second || (c->hierarchies++ > 0 ? damaged(c, "the dump", "a second hierarchy")
                                               : names(c, length));
    case BLACKOUT:
        return second || blackouts(c, length);
    case CHANGES:
    case CHANGES_ALIAS:
    case CHANGES_ALIAS2:
        c->changes += !second;
        return !second || changes(c, at, length);
    case UNFINISHED:
        return wrong(c, "was not closed by its simulator; `fst2vcd FILE -o x.vcd && vcd2fst x.vcd "
                        "NEW.fst` saves what is in it");
    case WRAPPED:
        return wrong(c, "is compressed as a whole; `fst2vcd FILE -o x.vcd && vcd2fst x.vcd "
                        "NEW.fst` undoes that");
    default:
        return damaged(c, "the dump", "a block");
    }
}

static bool walk(struct check *c, bool second) {
    unsigned blocks = 0;
    for (uint64_t at = 0; at < c->front->size;) {
        uint64_t length;
        int tag;
        if (!seek(c, at) || (tag = fgetc(c->f)) == EOF) {
            return wrong(c, "cannot be read");
        }
        if (at == 0 && tag == '$') {
            return wrong(c, "is no FST dump; if it is a VCD dump, `vcd2fst FILE NEW.fst` makes "
                            "one of it");
        }
        if (at == 0 && tag != HEADER && tag != WRAPPED) {
            return wrong(c, "is no FST dump");
        }
        if (tag == UNFINISHED) {
            return block(c, tag, at, 0, second);
        }
        if (!number(c, &length) || length > c->front->size - at - 1) {
            return wrong(c, at == 0 ? "is no FST dump" : "is truncated: its last block is cut off");
        }
        if (length < 8 || ++blocks > BLOCKS_MOST) {
            return damaged(c, "a block", "the length");
        }
        if (!block(c, tag, at + 1, length, second)) {
            return false;
        }
        at += 1 + length;
    }
    return true;
}

bool fst_front_check(FILE *f, struct fst_front *front, char why[FST_WHY_SIZE]) {
    struct check c = {.f = f, .front = front, .why = why};
    memset(front, 0, sizeof *front);
    why[0] = 0;
    if (fseeko(f, 0, SEEK_END) != 0) {
        return wrong(&c, "cannot be read");
    }
    front->size = (uint64_t)ftello(f);
    if (front->size == 0) {
        return wrong(&c, "is empty");
    }
    if (!walk(&c, false)) {
        return false;
    }
    if (c.geometries == 0 || c.hierarchies == 0) {
        return wrong(&c, "is truncated or was not closed by its simulator: its list of signals "
                         "is missing");
    }
    if (c.handles != front->handles) {
        return damaged(&c, "the dump", "the number of signals");
    }
    if (c.changes == 0) {
        return wrong(&c, "holds no values");
    }
    return walk(&c, true);
}
