#include "explain/fst_stream.h"

#include "explain/fst_reader.h"

#include <fcntl.h>
#include <gtkwave/fstapi.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { FAILED = 3, BITS_MOST = FST_WORDS_MAX * 32 };

struct stream {
    FILE *out;
    void *fst;
    uint32_t handles;
    uint32_t *wanted; /* number by handle, UINT32_MAX: not wanted */
};

__attribute__((noreturn)) static void give_up(void) {
    _exit(FAILED);
}

static void put(struct stream *s, const void *data, size_t size) {
    if (fwrite(data, 1, size, s->out) != size) {
        give_up(); /* nobody listens any more */
    }
}

static void put_frame(struct stream *s, enum fst_frame frame) {
    const uint8_t tag = (uint8_t)frame;
    put(s, &tag, 1);
}

/* ---- hierarchy ------------------------------------------------------------------------------- */

static void put_scope(struct stream *s, const char *name, size_t length) {
    const uint16_t used = length > UINT16_MAX ? UINT16_MAX : (uint16_t)length;
    put_frame(s, FST_FRAME_SCOPE);
    put(s, &used, sizeof used);
    put(s, name, used);
}

static bool is_bits(unsigned type) {
    return type != FST_VT_VCD_REAL && type != FST_VT_VCD_REALTIME && type != FST_VT_SV_SHORTREAL &&
           type != FST_VT_VCD_REAL_PARAMETER && type != FST_VT_GEN_STRING;
}

static void put_signal(struct stream *s, const struct fstHier *h) {
    struct fst_frame_signal frame;
    memset(&frame, 0, sizeof frame);
    frame.handle = h->u.var.handle;
    frame.bits = is_bits(h->u.var.typ) ? h->u.var.length : 0;
    frame.length = (uint16_t)h->u.var.name_length;
    frame.parameter = h->u.var.typ == FST_VT_VCD_PARAMETER;
    if (frame.handle == 0 || frame.handle > s->handles) {
        give_up();
    }
    put_frame(s, FST_FRAME_SIGNAL);
    put(s, &frame, sizeof frame);
    put(s, h->u.var.name, frame.length);
}

static void put_hierarchy(struct stream *s) {
    const struct fstHier *h;
    while ((h = fstReaderIterateHier(s->fst)) != NULL) {
        if (h->htyp == FST_HT_SCOPE) {
            put_scope(s, h->u.scope.name, h->u.scope.name_length);
        } else if (h->htyp == FST_HT_UPSCOPE) {
            put_frame(s, FST_FRAME_UP);
        } else if (h->htyp == FST_HT_VAR) {
            put_signal(s, h);
        }
    }
    put_frame(s, FST_FRAME_READY);
    fflush(s->out);
}

/* ---- changes --------------------------------------------------------------------------------- */

static void on_change(void *user, uint64_t time, fstHandle handle, const unsigned char *text) {
    struct stream *s = user;
    if (handle == 0 || handle > s->handles || s->wanted[handle] == UINT32_MAX) {
        return;
    }
    const size_t bits = strlen((const char *)text);
    if (bits == 0 || bits > BITS_MOST) {
        give_up();
    }
    uint32_t value[2][FST_WORDS_MAX];
    const uint32_t words = (uint32_t)((bits + 31) / 32);
    memset(value[0], 0, words * sizeof(uint32_t));
    memset(value[1], 0, words * sizeof(uint32_t));
    for (size_t i = 0; i < bits; i++) {
        const unsigned char c = text[bits - 1 - i];
        if (c != '0') {
            value[c != '1'][i / 32] |= UINT32_C(1) << i % 32;
        }
    }
    const struct fst_frame_change frame = {time, s->wanted[handle], words};
    put_frame(s, FST_FRAME_CHANGE);
    put(s, &frame, sizeof frame);
    put(s, value[0], words * sizeof(uint32_t));
    put(s, value[1], words * sizeof(uint32_t));
}

static void on_text(void *user, uint64_t time, fstHandle handle, const unsigned char *text,
                    uint32_t length) {
    (void)user, (void)time, (void)handle, (void)text, (void)length; /* nobody wants texts */
}

static void take_request(struct stream *s, int socket) {
    uint32_t count;
    FILE *in = fdopen(socket, "rb");
    if (!in || fread(&count, sizeof count, 1, in) != 1) {
        give_up();
    }
    fstReaderClrFacProcessMaskAll(s->fst);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t handle;
        if (fread(&handle, sizeof handle, 1, in) != 1 || handle == 0 || handle > s->handles) {
            give_up();
        }
        s->wanted[handle] = i;
        fstReaderSetFacProcessMask(s->fst, handle);
    }
}

/* ---- the process ----------------------------------------------------------------------------- */

/* Twenty times what the library needs for the busiest dump seen; a block may ask for 2 GB. A
 * sanitiser needs the whole address space. */
static void set_bounds(uint64_t size) {
    const rlim_t seconds = 3 + size / 2000000;
    const struct rlimit time = {seconds, seconds};
    const struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CPU, &time);
    setrlimit(RLIMIT_CORE, &none);
#ifndef __SANITIZE_ADDRESS__
    const struct rlimit memory = {UINT64_C(6) << 30, UINT64_C(6) << 30};
    setrlimit(RLIMIT_AS, &memory);
#endif
}

void fst_stream_run(const char *path, uint64_t size, int socket) {
    struct stream s = {0};
    const int quiet = open("/dev/null", O_RDWR);
    set_bounds(size);
    dup2(quiet, STDOUT_FILENO);
    dup2(quiet, STDERR_FILENO);
    s.out = fdopen(dup(socket), "wb");
    s.fst = fstReaderOpen(path);
    if (!s.out || !s.fst) {
        give_up();
    }
    s.handles = fstReaderGetMaxHandle(s.fst);
    s.wanted = malloc(((size_t)s.handles + 1) * sizeof *s.wanted);
    if (!s.wanted) {
        give_up();
    }
    memset(s.wanted, 0xff, ((size_t)s.handles + 1) * sizeof *s.wanted);
    put_hierarchy(&s);
    take_request(&s, socket);
    if (!fstReaderIterBlocks2(s.fst, on_change, on_text, &s, NULL)) {
        give_up();
    }
    put_frame(&s, FST_FRAME_END);
    if (fflush(s.out) != 0) {
        give_up();
    }
    _exit(0);
}
