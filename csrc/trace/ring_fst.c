#include "trace/ring_fst.h"

#include "check.h"
#include "explain/dump_dut.h"
#include "trace/notes.h"

#include <gtkwave/fstapi.h>
#include <stdio.h>
#include <string.h>

enum { ROWS_MAX = PINS_MAX + NOTES_MAX };

struct row {
    fstHandle handle;
    uint32_t bits;
    uint32_t value[PIN_WORDS_MAX]; /* as written last */
};

struct dump {
    void *file;
    const struct ring_file *ring;
    fstHandle clk;
    struct row row[ROWS_MAX]; /* pins, notes */
    unsigned rows;
    struct dut *dut; /* shows the pins of a record, so that notes can be made of them */
    struct pin pin[PINS_MAX];
    struct gauge gauge[GAUGES_MAX];
    struct notes notes;
};

/* ---- declarations ---------------------------------------------------------------------------- */

static fstHandle declare(void *file, enum fstVarType type, enum fstVarDir direction,
                         const char *name, uint32_t bits) {
    char ranged[64];
    snprintf(ranged, sizeof ranged, bits > 1 ? "%s [%u:0]" : "%s", name, bits - 1);
    return fstWriterCreateVar(file, type, direction, bits, ranged, 0);
}

static struct row *add_row(struct dump *d, enum fstVarType type, enum fstVarDir direction,
                           const char *name, uint32_t bits) {
    struct row *r = &d->row[d->rows++];
    r->bits = bits;
    r->handle = declare(d->file, type, direction, name, bits);
    return r;
}

static void declare_ports(struct dump *d) {
    const struct ring_header *h = d->ring->header;
    fstWriterSetScope(d->file, FST_ST_VCD_MODULE, "TOP", "");
    fstWriterSetScope(d->file, FST_ST_VCD_MODULE, h->top, "");
    d->clk = declare(d->file, FST_VT_VCD_WIRE, FST_VD_INPUT, "clk", 1);
    for (unsigned i = 0; i < h->pins; i++) {
        add_row(d, FST_VT_VCD_WIRE, h->pin[i].input ? FST_VD_INPUT : FST_VD_OUTPUT, h->pin[i].name,
                h->pin[i].bits);
    }
    fstWriterSetUpscope(d->file);
    fstWriterSetUpscope(d->file);
}

/* What happens at a bank inside something else shows at no port. */
static bool is_known(const struct dump *d, const struct wave_note *note) {
    const bool inside = d->ring->type.kind == DUT_XFORM || d->ring->type.kind == DUT_MAG;
    return !inside || strcmp(note->name, "entry") != 0;
}

static void declare_notes(struct dump *d) {
    const struct ring_header *h = d->ring->header;
    for (unsigned i = 0; i < h->gauges; i++) {
        d->gauge[i].name = h->gauge[i].name;
        d->gauge[i].capacity = h->gauge[i].capacity;
    }
    notes_init(&d->notes, d->dut, d->gauge, h->gauges);
    fstWriterSetScope(d->file, FST_ST_VCD_MODULE, "COSIM", "");
    for (unsigned i = 0; i < d->notes.count; i++) {
        const struct wave_note *note = &d->notes.signal[i];
        if (is_known(d, note)) {
            add_row(d, FST_VT_VCD_REG, FST_VD_IMPLICIT, note->name, note->bits);
        }
    }
    fstWriterSetUpscope(d->file);
}

/* ---- values ---------------------------------------------------------------------------------- */

static void put(struct dump *d, struct row *r, const uint32_t *value, bool first) {
    const size_t bytes = (r->bits + 31) / 32 * sizeof *value;
    if (first || memcmp(r->value, value, bytes) != 0) {
        memcpy(r->value, value, bytes);
        fstWriterEmitValueChangeVec32(d->file, r->handle, r->bits, value);
    }
}

/* The ID of a check as text to that of this program; one it does not know shows as none. */
static void take_failure(const struct ring_failure *f, bool shown, struct failure *out) {
    memset(out, 0, sizeof *out);
    for (unsigned i = 0; i < CHECK_COUNT && shown && f->set; i++) {
        if (strcmp(check_text((enum check_id)i), f->check) == 0) {
            out->set = true;
            out->check = (enum check_id)i;
            snprintf(out->where, sizeof out->where, "%s", f->where);
        }
    }
}

static void put_pins(struct dump *d, const struct ring_record *record, bool first) {
    const struct ring_header *h = d->ring->header;
    uint32_t value[PIN_WORDS_MAX];
    for (unsigned i = 0; i < h->pins; i++) {
        ring_pin_get(&h->pin[i], record, value);
        put(d, &d->row[i], value, first);
        pin_set(&d->pin[i], value);
    }
}

/* What is found after the last cycle is shown in it. */
static void put_notes(struct dump *d, const struct ring_record *record, bool first, bool last) {
    const struct ring_header *h = d->ring->header;
    struct row *row = d->row + h->pins;
    struct failure failure;
    for (unsigned i = 0; i < h->gauges; i++) {
        d->gauge[i].value = record->gauge[i];
    }
    take_failure(&h->failure, last || record->cycle >= h->failure.cycle, &failure);
    notes_update(&d->notes, record->cycle, d->gauge, &failure);
    for (unsigned i = 0; i < d->notes.count; i++) {
        if (is_known(d, &d->notes.signal[i])) {
            put(d, row++, d->notes.signal[i].words, first);
        }
    }
}

static void put_all(struct dump *d) {
    const uint64_t count = d->ring->count;
    for (uint64_t i = 0; i < count; i++) {
        const struct ring_record *record = ring_record_at(d->ring, i);
        fstWriterEmitTimeChange(d->file, record->cycle * 10);
        fstWriterEmitValueChange(d->file, d->clk, "0");
        put_pins(d, record, i == 0);
        put_notes(d, record, i == 0, i + 1 == count);
        fstWriterEmitTimeChange(d->file, record->cycle * 10 + 5);
        fstWriterEmitValueChange(d->file, d->clk, "1");
    }
}

/* ---- the file -------------------------------------------------------------------------------- */

/* The library does not tell of a full disk: what it wrote must be readable to its last time. */
static bool complete(const char *path, uint64_t end) {
    void *reader = fstReaderOpen(path);
    const bool good = reader && fstReaderGetEndTime(reader) == end;
    if (reader) {
        fstReaderClose(reader);
    }
    return good;
}

bool ring_write_fst(const struct ring_file *ring, const char *path, char error[320]) {
    static struct dump d;
    memset(&d, 0, sizeof d);
    d.ring = ring;
    d.file = fstWriterCreate(path, 1);
    if (!d.file) {
        snprintf(error, 320, "cannot write %.200s", path);
        return false;
    }
    fstWriterSetPackType(d.file, FST_WR_PT_LZ4);
    fstWriterSetTimescaleFromString(d.file, "1ps");
    d.dut = dump_dut_create(&ring->type, FILL_ZEROS, 0);
    pins_of(d.dut, d.pin);
    declare_ports(&d);
    declare_notes(&d);
    put_all(&d);
    fstWriterClose(d.file);
    d.dut->destroy(d.dut);
    if (!complete(path, ring_record_at(ring, ring->count - 1)->cycle * 10 + 5)) {
        snprintf(error, 320, "cannot write %.200s: no room for it", path);
        return false;
    }
    return true;
}
