#include "trace/ring.h"

#include "check.h"
#include "trace/fail_dir.h"
#include "trace/ring_format.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Ports lie side by side in a model: they are copied in stretches, with what is between them. */
enum { GAP_MAX = 64 };

struct stretch {
    const uint8_t *from;
    uint32_t at, bytes;
};

/* A port of single bits: one byte of the record. */
struct spread {
    const struct pin *pin;
    uint32_t at;
};

struct ring {
    char path[512], unfinished[520];
    unsigned cycles;
    struct sim *sim;
    int file;
    struct ring_header *header; /* the mapping; NULL: none */
    uint8_t *records;
    size_t bytes;
    struct pin pin[PINS_MAX];
    struct stretch stretch[PINS_MAX];
    unsigned stretches;
    struct spread spread[PINS_MAX];
    unsigned spreads;
    uint64_t next;  /* record to write */
    uint32_t place; /* of it */
};

/* ---- the file -------------------------------------------------------------------------------- */

static void give_up(const struct ring *r, const char *what, int error) {
    fprintf(stderr, "cosim: %s: %s: %s\n", r->path, what, strerror(error));
    exit(2);
}

/* Another run of the same test may be writing: its file must not be taken from it. */
static void refuse_if_in_use(const struct ring *r) {
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    const int old = open(r->path, O_RDWR | O_CLOEXEC);
    if (old < 0) {
        return;
    }
    if (fcntl(old, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK) {
        fprintf(stderr, "cosim: %s is being written by process %ld: wait for its end\n", r->path,
                (long)lock.l_pid);
        exit(2);
    }
    close(old);
}

/* Makes the file under another name, so that nobody meets it without a header. */
static void map_file(struct ring *r) {
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    refuse_if_in_use(r);
    r->file = open(r->unfinished, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (r->file < 0 || fcntl(r->file, F_SETLK, &lock) != 0 || ftruncate(r->file, 0) != 0) {
        give_up(r, "cannot be made", errno);
    }
    // A full disk is told now, not by a signal in the middle of the run.
    const int error = posix_fallocate(r->file, 0, (off_t)r->bytes);
    if (error != 0) {
        unlink(r->unfinished);
        give_up(r, "no room for the ring", error);
    }
    void *map = mmap(NULL, r->bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, r->file, 0);
    if (map == MAP_FAILED) {
        unlink(r->unfinished);
        give_up(r, "cannot be mapped", errno);
    }
    r->header = map;
    r->records = (uint8_t *)map + RING_RECORDS_AT;
}

/* ---- the header ------------------------------------------------------------------------------ */

/* The top module as the contract names it, which the scopes of a dump have. */
static const char *top_module(const struct dut_type *type) {
    static const char *const names[] = {
        [DUT_MEM_PORT] = "mag_mem_port", [DUT_XFORM] = "mag_xform",   [DUT_BANK] = "xform_bank",
        [DUT_MOVER] = "mcs_mover",       [DUT_WALKER] = "mcs_walker", [DUT_MAG] = "mag"};
    return names[type->kind];
}

static unsigned gauges_now(const struct sim *s, struct gauge out[GAUGES_MAX]) {
    return s->hooks->gauges ? s->hooks->gauges(s->bench, out) : 0;
}

static void describe_run(struct ring_header *h, const struct sim *s) {
    h->version = RING_VERSION;
    h->byte_order = RING_BYTE_ORDER;
    h->seed = s->options->seed;
    snprintf(h->test, sizeof h->test, "%s", s->test);
    snprintf(h->dut, sizeof h->dut, "%s", s->dut->type->name);
    snprintf(h->top, sizeof h->top, "%s", top_module(s->dut->type));
    h->kind = s->dut->type->kind;
    h->mem_port = s->dut->type->mem_port;
    h->xform = s->dut->type->xform;
    h->mover = s->dut->type->mover;
    h->mag = s->dut->type->mag;
    snprintf(h->build, sizeof h->build, "%s", build_info);
}

/* Describes the levels and gives each its place; returns the bytes behind them. */
static uint32_t describe_gauges(struct ring_header *h, const struct sim *s) {
    struct gauge gauge[GAUGES_MAX];
    h->gauges = gauges_now(s, gauge);
    for (unsigned i = 0; i < h->gauges; i++) {
        snprintf(h->gauge[i].name, sizeof h->gauge[i].name, "%s", gauge[i].name);
        h->gauge[i].capacity = gauge[i].capacity;
    }
    return (uint32_t)(sizeof(struct ring_record) + h->gauges * sizeof(uint32_t));
}

static int by_address(const void *a, const void *b) {
    const struct pin *x = *(const struct pin *const *)a, *y = *(const struct pin *const *)b;
    return (x->storage > y->storage) - (x->storage < y->storage);
}

/* The stretch that ends in the pin: the one before made longer, or another. */
static struct stretch *stretch_to(struct ring *r, const struct pin *p, uint32_t at) {
    const uint8_t *const from = p->storage;
    struct stretch *last = r->stretches ? &r->stretch[r->stretches - 1] : NULL;
    if (!last || from > last->from + last->bytes + GAP_MAX) {
        last = &r->stretch[r->stretches++];
        *last = (struct stretch){from, at, 0};
    }
    const uint32_t bytes = (uint32_t)(from - last->from) + ring_pin_bytes(p->bits);
    last->bytes = bytes > last->bytes ? bytes : last->bytes;
    return last;
}

/* Gives ordinary pins their places, from byte `at` on; returns the first byte behind them. */
static uint32_t place_stored(struct ring *r, struct ring_header *h, uint32_t at) {
    const struct pin *sorted[PINS_MAX];
    unsigned count = 0;
    for (unsigned i = 0; i < h->pins; i++) {
        if (!r->pin[i].spread) {
            sorted[count++] = &r->pin[i];
        }
    }
    qsort(sorted, count, sizeof(const struct pin *), by_address);
    for (unsigned i = 0; i < count; i++) {
        const struct stretch *s = stretch_to(r, sorted[i], at);
        h->pin[sorted[i] - r->pin].at =
            s->at + (uint32_t)((const uint8_t *)sorted[i]->storage - s->from);
        at = s->at + s->bytes;
    }
    return at;
}

static uint32_t place_spread(struct ring *r, struct ring_header *h, uint32_t at) {
    for (unsigned i = 0; i < h->pins; i++) {
        if (r->pin[i].spread) {
            h->pin[i].at = at;
            r->spread[r->spreads++] = (struct spread){&r->pin[i], at++};
        }
    }
    return at;
}

/* Describes the pins and gives each its place, from byte `at` on. */
static void describe_pins(struct ring *r, struct ring_header *h, uint32_t at) {
    h->pins = pins_of(r->sim->dut, r->pin);
    for (unsigned i = 0; i < h->pins; i++) {
        snprintf(h->pin[i].name, sizeof h->pin[i].name, "%s", r->pin[i].name);
        h->pin[i].bits = r->pin[i].bits;
        h->pin[i].input = r->pin[i].input;
    }
    at = place_spread(r, h, place_stored(r, h, at));
    h->record_bytes = (at + 7) / 8 * 8;
    h->capacity = r->cycles;
}

static void start(struct ring *r) {
    struct ring_header *h = calloc(1, sizeof *h);
    if (!h) {
        give_up(r, "cannot be made", ENOMEM);
    }
    describe_run(h, r->sim);
    describe_pins(r, h, describe_gauges(h, r->sim));
    memcpy(h->magic, RING_MAGIC, sizeof RING_MAGIC);
    r->bytes = RING_RECORDS_AT + (size_t)h->record_bytes * h->capacity;
    map_file(r);
    memcpy(r->header, h, sizeof *h);
    free(h);
    if (rename(r->unfinished, r->path) != 0) {
        give_up(r, "cannot be made", errno);
    }
}

/* ---- a cycle --------------------------------------------------------------------------------- */

static void copy_pins(const struct ring *r, uint8_t *record) {
    for (unsigned i = 0; i < r->stretches; i++) {
        memcpy(record + r->stretch[i].at, r->stretch[i].from, r->stretch[i].bytes);
    }
    for (unsigned i = 0; i < r->spreads; i++) {
        uint32_t bits;
        pin_get(r->spread[i].pin, &bits);
        record[r->spread[i].at] = (uint8_t)bits;
    }
}

static void note_failure(struct ring *r) {
    const struct failure *f = &r->sim->failure;
    struct ring_failure *noted = &r->header->failure;
    if (!f->set || noted->set) {
        return;
    }
    noted->cycle = f->cycle;
    snprintf(noted->check, sizeof noted->check, "%s", check_text(f->check));
    snprintf(noted->where, sizeof noted->where, "%s", f->where);
    snprintf(noted->what, sizeof noted->what, "%s", f->what);
    __atomic_store_n(&noted->set, 1, __ATOMIC_RELEASE);
}

/* The oldest record has left the caches long ago: its lines are asked for a cycle ahead. */
static void fetch_next(const struct ring *r) {
    enum { LINE = 64 };
    const uint8_t *record = r->records + (size_t)r->place * r->header->record_bytes;
    for (uint32_t at = 0; at < r->header->record_bytes; at += LINE) {
        __builtin_prefetch(record + at, 1);
    }
}

static void on_cycle(void *self) {
    struct ring *r = self;
    struct gauge gauge[GAUGES_MAX];
    if (!r->header) {
        start(r);
    }
    uint8_t *bytes = r->records + (size_t)r->place * r->header->record_bytes;
    struct ring_record *record = (struct ring_record *)bytes;
    record->cycle = r->sim->cycle;
    record->in_reset = r->sim->in_reset;
    const unsigned gauges = gauges_now(r->sim, gauge);
    for (unsigned i = 0; i < gauges; i++) {
        record->gauge[i] = gauge[i].value;
    }
    copy_pins(r, bytes);
    // Nothing is lost between two of these stores: the record is complete before it counts.
    __atomic_store_n(&r->header->head, ++r->next, __ATOMIC_RELEASE);
    r->place = r->place + 1 == r->cycles ? 0 : r->place + 1;
    note_failure(r);
    fetch_next(r);
}

static void on_end(void *self) {
    struct ring *r = self;
    if (r->header) {
        note_failure(r);
        r->header->ended = 1;
    }
}

/* ---- its life -------------------------------------------------------------------------------- */

struct ring *ring_new(const char *path, unsigned cycles) {
    struct ring *r = calloc(1, sizeof *r);
    if (!r) {
        fprintf(stderr, "cosim: out of memory\n");
        exit(2);
    }
    snprintf(r->path, sizeof r->path, "%s", path);
    snprintf(r->unfinished, sizeof r->unfinished, "%s.new", path);
    r->cycles = cycles;
    r->file = -1;
    return r;
}

void ring_attach(struct ring *r, struct sim *s) {
    const struct observer observer = {on_cycle, on_end, r};
    r->sim = s;
    sim_observe(s, &observer);
}

bool ring_made(const struct ring *r) {
    return r->header != NULL;
}

void ring_leave(struct ring *r) {
    if (r->header) {
        munmap(r->header, r->bytes);
        close(r->file);
    }
    r->header = NULL;
    r->file = -1;
}

void ring_free(struct ring *r) {
    ring_leave(r);
    free(r);
}
