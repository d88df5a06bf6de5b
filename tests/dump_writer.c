#include "tests/dump_writer.h"

#include "flit.h"

#include <gtkwave/fstapi.h>
#include <stdlib.h>
#include <string.h>

enum { CYCLE = 10000, EDGE = 5000, TEXT = PIN_WORDS_MAX * 32 + 1 };

/* ---- the file -------------------------------------------------------------------------------- */

static bool is(const char *name, const char *other) {
    return other && strcmp(name, other) == 0;
}

static void declare_pins(struct dump_writer *w) {
    const struct dump_style *style = w->style;
    for (unsigned i = 0; i < w->pins; i++) {
        const struct pin *p = &w->pin[i];
        const unsigned bits = p->bits - is(p->name, style->narrower);
        const char *called = is(p->name, style->renamed) ? style->name : p->name;
        char name[64];
        if (is(p->name, style->left_out)) {
            continue;
        }
        if (bits > 1) {
            snprintf(name, sizeof name, "%s [%u:0]", called, bits - 1);
        } else {
            snprintf(name, sizeof name, "%s", called);
        }
        w->handle[i] = fstWriterCreateVar(w->fst, FST_VT_VCD_WIRE, FST_VD_IMPLICIT, bits, name, 0);
        w->shown[i] = calloc(1, TEXT);
    }
}

static void write_parameters(const struct dump_writer *w, const uint32_t handle[4]) {
    const struct mem_port_params *p = &w->sim->dut->type->mem_port;
    const unsigned value[4] = {p->mem_x, p->mem_y, p->wr_slots, p->ap_decode};
    for (unsigned i = 0; i < 4; i++) {
        fstWriterEmitValueChange32(w->fst, handle[i], 32, value[i]);
    }
}

static void open_file(struct dump_writer *w) {
    static const char *const parameter[4] = {"MEM_X [31:0]", "MEM_Y [31:0]", "WR_SLOTS [31:0]",
                                             "AP_DECODE [31:0]"};
    uint32_t handle[4];
    w->fst = fstWriterCreate(w->style->path, 1);
    fstWriterSetTimescaleFromString(w->fst, "1ps");
    fstWriterSetScope(w->fst, FST_ST_VCD_MODULE, "tb", "");
    w->clock = fstWriterCreateVar(w->fst, FST_VT_VCD_REG, FST_VD_IMPLICIT, 1, "clk", 0);
    fstWriterSetScope(w->fst, FST_ST_VCD_MODULE, "dut", "");
    declare_pins(w);
    for (unsigned i = 0; i < 4 && w->style->parameters; i++) {
        handle[i] =
            fstWriterCreateVar(w->fst, FST_VT_VCD_PARAMETER, FST_VD_IMPLICIT, 32, parameter[i], 0);
    }
    fstWriterSetUpscope(w->fst);
    fstWriterSetUpscope(w->fst);
    const uint64_t start = w->sim->cycle * CYCLE;
    fstWriterEmitTimeChange(w->fst, w->style->at_edge && start > 0 ? start - EDGE : start);
    if (w->style->parameters) {
        write_parameters(w, handle);
    }
}

/* ---- values ---------------------------------------------------------------------------------- */

static void flip(char *c) {
    if (*c == '0') {
        *c = '1';
    } else {
        *c = '0';
    }
}

static void spoil_text(const struct dump_spoil *spoil, const struct pin *p, uint64_t cycle,
                       char *text) {
    if (is(p->name, spoil->pin) && cycle >= spoil->from && cycle <= spoil->to) {
        char *c = &text[p->bits - 1 - spoil->bit];
        if (spoil->as == '~') {
            flip(c);
        } else {
            *c = spoil->as;
        }
    }
}

/* The bits of a pin in this cycle, highest first. */
static void text_of(const struct dump_writer *w, const struct pin *p, char text[TEXT]) {
    uint32_t words[PIN_WORDS_MAX];
    pin_get(p, words);
    for (unsigned i = 0; i < p->bits; i++) {
        text[p->bits - 1 - i] = words[i / 32] >> i % 32 & 1 ? '1' : '0';
    }
    text[p->bits] = 0;
    spoil_text(&w->style->spoil, p, w->sim->cycle, text);
    if (w->flipping && is(p->name, "mem_out_data")) {
        flip(&text[p->bits - 1 - 7]);
    }
}

static void write_pins(struct dump_writer *w) {
    static char text[TEXT];
    for (unsigned i = 0; i < w->pins; i++) {
        if (w->handle[i] == 0) {
            continue;
        }
        text_of(w, &w->pin[i], text);
        if (!w->written || strcmp(text, w->shown[i]) != 0) {
            memcpy(w->shown[i], text, sizeof text);
            fstWriterEmitValueChange(w->fst, w->handle[i],
                                     text + is(w->pin[i].name, w->style->narrower));
        }
    }
    w->written = true;
}

static void clock_is(struct dump_writer *w, uint64_t time, const char *levels) {
    fstWriterEmitTimeChange(w->fst, time);
    for (const char *at = levels; *at; at++) {
        const char level[2] = {*at, 0};
        fstWriterEmitValueChange(w->fst, w->clock, w->style->still_clock ? "0" : level);
    }
}

static void write_clock(struct dump_writer *w, uint64_t start) {
    if (w->style->rough_clock) {
        clock_is(w, start + 2, "010");
        clock_is(w, start + EDGE - 2, "x");
        clock_is(w, start + EDGE, "1");
        clock_is(w, start + EDGE + 2, "101");
        clock_is(w, start + EDGE + 4, "z");
    } else {
        clock_is(w, start + EDGE, "1");
    }
}

/* The n-th word that is offered, while it is offered. */
static void note_words(struct dump_writer *w) {
    const struct link_pins *out = &w->sim->dut->pins.mem_port.out;
    struct flit f;
    flit_unpack(out->data, &f);
    const bool offered = *out->valid && !w->sim->in_reset && f.type == FLIT_MEM_RD_RESP;
    w->words += offered && !w->held;
    w->flipping = offered && w->style->flip_word > 0 && w->words == w->style->flip_word;
    w->held = *out->valid && *out->busy;
    if (w->flipping && !w->held) {
        w->flipped_at = w->sim->cycle;
    }
}

/* ---- observing ------------------------------------------------------------------------------- */

static void on_cycle(void *self) {
    struct dump_writer *w = self;
    const bool back = w->style->back_at > 0 && w->sim->cycle == w->style->back_at;
    const uint64_t start = (w->sim->cycle - (back ? 3 : 0)) * CYCLE;
    if (w->sim->dut->type->kind == DUT_MEM_PORT) {
        note_words(w);
    }
    if (w->sim->cycle < w->style->first) {
        return;
    }
    if (!w->fst) {
        open_file(w);
    }
    if (w->style->at_edge) {
        write_pins(w); /* in the time stamp of the edge before */
        clock_is(w, start, "0");
    } else {
        clock_is(w, start, "0");
        write_pins(w);
    }
    write_clock(w, start);
}

static void on_end(void *self) {
    struct dump_writer *w = self;
    if (w->fst) {
        fstWriterEmitTimeChange(w->fst, w->sim->cycle * CYCLE);
        fstWriterClose(w->fst);
    }
    for (unsigned i = 0; i < w->pins; i++) {
        free(w->shown[i]);
    }
}

void dump_writer_attach(struct sim *s, void *context) {
    struct dump_writer *w = context;
    w->sim = s;
    w->pins = pins_of(s->dut, w->pin);
    sim_observe(s, &(struct observer){.cycle = on_cycle, .end = on_end, .self = w});
}
