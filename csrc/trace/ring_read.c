#include "trace/ring_read.h"

#include "explain/dump_dut.h"
#include "sim/wrap.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CAPACITY_MAX = 1 << 24, BITS_MAX = PIN_WORDS_MAX * 32 };

__attribute__((format(printf, 3, 4))) static bool refuse(char error[320], const char *path,
                                                         const char *format, ...) {
    char what[220];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    const size_t n = strlen(path);
    snprintf(error, 320, "%s%s: %s", n > 90 ? ".." : "", n > 90 ? path + n - 88 : path, what);
    return false;
}

/* ---- the header ------------------------------------------------------------------------------ */

/* A text that ends within its room, is not empty and can be printed. */
static bool sound_text(const char *text, size_t room) {
    const size_t n = strnlen(text, room);
    for (size_t i = 0; i < n; i++) {
        if (text[i] < ' ' || text[i] > '~') {
            return false;
        }
    }
    return n > 0 && n < room;
}

static bool sound_pins(const struct ring_header *h) {
    for (unsigned i = 0; i < h->pins; i++) {
        const struct ring_pin *p = &h->pin[i];
        if (!sound_text(p->name, sizeof p->name) || p->bits == 0 || p->bits > BITS_MAX ||
            p->at > h->record_bytes || ring_pin_bytes(p->bits) > h->record_bytes - p->at) {
            return false;
        }
    }
    return true;
}

static bool sound_header(const struct ring_header *h) {
    if (h->pins == 0 || h->pins > PINS_MAX || h->gauges > GAUGES_MAX || h->capacity < 2 ||
        h->capacity > CAPACITY_MAX || h->record_bytes > (1 << 20) || h->record_bytes % 8 != 0 ||
        h->record_bytes < sizeof(struct ring_record) + h->gauges * sizeof(uint32_t)) {
        return false;
    }
    for (unsigned i = 0; i < h->gauges; i++) {
        if (!sound_text(h->gauge[i].name, sizeof h->gauge[i].name)) {
            return false;
        }
    }
    const struct ring_failure *f = &h->failure;
    const bool sound_failure = f->set == 0 || (sound_text(f->check, sizeof f->check) &&
                                               sound_text(f->where, sizeof f->where) &&
                                               strnlen(f->what, sizeof f->what) < sizeof f->what);
    return sound_failure && sound_pins(h) && sound_text(h->test, sizeof h->test) &&
           sound_text(h->dut, sizeof h->dut) && sound_text(h->top, sizeof h->top) &&
           sound_text(h->build, sizeof h->build);
}

/* Parameters no wider than the ports may be. */
static bool sound_parameters(const struct ring_header *h) {
    const unsigned widths[] = {h->mem_port.id_w, h->xform.nreq,  h->xform.id_w,
                               h->xform.mode_w,  h->mover.xid_w, h->mover.xmode_w};
    for (unsigned i = 0; i < sizeof widths / sizeof *widths; i++) {
        if (widths[i] > 8) {
            return false;
        }
    }
    return h->kind <= DUT_MAG && h->xform.out_words <= 4 && h->mag.ports <= MAG_PORTS;
}

/* Whether a DUT with these parameters has the ports the header lists; takes them into `type`. */
static bool take_type(struct ring_file *f) {
    const struct ring_header *h = f->header;
    struct pin pin[PINS_MAX];
    if (!sound_parameters(h)) {
        return false;
    }
    f->type = (struct dut_type){.name = h->dut,
                                .kind = (enum dut_kind)h->kind,
                                .mem_port = h->mem_port,
                                .xform = h->xform,
                                .mover = h->mover,
                                .mag = h->mag};
    struct dut *d = dump_dut_create(&f->type, FILL_ZEROS, 0);
    bool same = pins_of(d, pin) == h->pins;
    for (unsigned i = 0; i < h->pins && same; i++) {
        same = pin[i].bits == h->pin[i].bits && strcmp(pin[i].name, h->pin[i].name) == 0;
    }
    d->destroy(d);
    return same;
}

static bool check_header(struct ring_file *f, const char *path, char error[320]) {
    const struct ring_header *h = f->header;
    if (f->size == 0) {
        return refuse(error, path, "the file is empty");
    }
    if (f->size < sizeof RING_MAGIC || memcmp(f->bytes, RING_MAGIC, sizeof RING_MAGIC) != 0) {
        return refuse(error, path, "this is no ring file (WAVES=ring makes one)");
    }
    if (f->size < RING_RECORDS_AT) {
        return refuse(error, path, "cut short: %s bytes, its header alone has %s",
                      text_grouped(f->size), text_grouped(RING_RECORDS_AT));
    }
    if (h->byte_order != RING_BYTE_ORDER) {
        return refuse(error, path, "written on a machine with another byte order");
    }
    if (h->version != RING_VERSION) {
        return refuse(error, path,
                      "ring version %u, this program reads %d: use the program that wrote it",
                      h->version, RING_VERSION);
    }
    if (!sound_header(h) || !take_type(f)) {
        return refuse(error, path, "damaged: its header does not hold together");
    }
    const uint64_t whole = RING_RECORDS_AT + (uint64_t)h->capacity * h->record_bytes;
    if (f->size != whole) {
        return refuse(error, path, "cut short or damaged: %s bytes, the header tells of %s",
                      text_grouped(f->size), text_grouped(whole));
    }
    return true;
}

/* ---- the records ----------------------------------------------------------------------------- */

const struct ring_record *ring_record_at(const struct ring_file *f, uint64_t i) {
    const uint64_t place = (f->first + i) % f->header->capacity;
    return (const struct ring_record *)(f->bytes + RING_RECORDS_AT +
                                        place * f->header->record_bytes);
}

/* Which records are complete: the place after the newest may hold half of the next one. */
static bool check_records(struct ring_file *f, const char *path, char error[320]) {
    const uint64_t head = f->header->head, kept = f->header->capacity - 1;
    if (head == 0) {
        return refuse(error, path, "no cycle in it: the run was killed in its first");
    }
    f->count = head < kept ? head : kept;
    f->first = head - f->count;
    const uint64_t cycle = ring_record_at(f, 0)->cycle;
    for (uint64_t i = 0; i < f->count; i++) {
        if (ring_record_at(f, i)->cycle != cycle + i || cycle > UINT64_MAX / 16) {
            return refuse(error, path, "damaged: record %s of %s is of another cycle",
                          text_grouped(i), text_grouped(f->count));
        }
    }
    return true;
}

void ring_pin_get(const struct ring_pin *p, const struct ring_record *record, uint32_t *words) {
    const unsigned n = (p->bits + 31) / 32;
    words[n - 1] = 0;
    memcpy(words, (const uint8_t *)record + p->at,
           p->bits > 64 ? n * 4
                        : (ring_pin_bytes(p->bits) < n * 4 ? ring_pin_bytes(p->bits) : n * 4));
    if (p->bits % 32 != 0) {
        words[n - 1] &= (UINT32_C(1) << p->bits % 32) - 1;
    }
}

/* ---- the file -------------------------------------------------------------------------------- */

static bool map_file(struct ring_file *f, int file, const char *path, char error[320]) {
    struct flock lock = {.l_type = F_RDLCK, .l_whence = SEEK_SET};
    struct stat about;
    if (fstat(file, &about) != 0) {
        return refuse(error, path, "%s", strerror(errno));
    }
    if (!S_ISREG(about.st_mode)) {
        return refuse(error, path, "this is no ring file (WAVES=ring makes one)");
    }
    if (fcntl(file, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK) {
        return refuse(error, path,
                      "still being written by process %ld: wait for its end, or end it",
                      (long)lock.l_pid);
    }
    f->size = (size_t)about.st_size;
    if (f->size > 0) {
        void *map = mmap(NULL, f->size, PROT_READ, MAP_PRIVATE, file, 0);
        if (map == MAP_FAILED) {
            return refuse(error, path, "%s", strerror(errno));
        }
        f->bytes = map;
        f->header = map;
    }
    return check_header(f, path, error) && check_records(f, path, error);
}

bool ring_open(struct ring_file *f, const char *path, char error[320]) {
    memset(f, 0, sizeof *f);
    // Not blocking: a FIFO by that name would wait for a writer.
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) {
        return refuse(error, path, "%s", strerror(errno));
    }
    const bool good = map_file(f, file, path, error);
    close(file);
    if (!good) {
        ring_close(f);
    }
    return good;
}

void ring_close(struct ring_file *f) {
    if (f->bytes) {
        munmap((void *)f->bytes, f->size);
    }
    memset(f, 0, sizeof *f);
}
