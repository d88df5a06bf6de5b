#include "saved_pins.h"

#include <assert.h>
#include <string.h>

void saved_pins_add(struct saved_pins *s, void *storage, size_t bytes) {
    assert(s->count < SAVED_PINS && bytes <= SAVED_BYTES);
    s->pin[s->count].storage = storage;
    s->pin[s->count++].bytes = bytes;
}

void saved_pins_add_output(struct saved_pins *s, const struct link_pins *p) {
    saved_pins_add(s, p->data, FLIT_WORDS * sizeof *p->data);
    SAVED_PINS_ADD(s, p->valid);
}

void saved_pins_add_input(struct saved_pins *s, const struct link_pins *p) {
    SAVED_PINS_ADD(s, p->busy);
}

static void add_address(struct saved_pins *s, const struct axi_address_pins *p) {
    SAVED_PINS_ADD(s, p->id);
    SAVED_PINS_ADD(s, p->addr);
    SAVED_PINS_ADD(s, p->len);
    SAVED_PINS_ADD(s, p->size);
    SAVED_PINS_ADD(s, p->burst);
    SAVED_PINS_ADD(s, p->valid);
}

void saved_pins_add_master(struct saved_pins *s, const struct axi_pins *p) {
    add_address(s, &p->aw);
    add_address(s, &p->ar);
    saved_pins_add(s, p->w.data, sizeof(struct word));
    SAVED_PINS_ADD(s, p->w.strb);
    SAVED_PINS_ADD(s, p->w.last);
    SAVED_PINS_ADD(s, p->w.valid);
    SAVED_PINS_ADD(s, p->b.ready);
    SAVED_PINS_ADD(s, p->r.ready);
}

void saved_pins_add_slave(struct saved_pins *s, const struct axi_pins *p) {
    SAVED_PINS_ADD(s, p->aw.ready);
    SAVED_PINS_ADD(s, p->w.ready);
    SAVED_PINS_ADD(s, p->ar.ready);
    SAVED_PINS_ADD(s, p->b.id);
    SAVED_PINS_ADD(s, p->b.resp);
    SAVED_PINS_ADD(s, p->b.valid);
    saved_pins_add(s, p->r.data, sizeof(struct word));
    SAVED_PINS_ADD(s, p->r.id);
    SAVED_PINS_ADD(s, p->r.resp);
    SAVED_PINS_ADD(s, p->r.last);
    SAVED_PINS_ADD(s, p->r.valid);
}

void saved_pins_save(struct saved_pins *s) {
    for (unsigned i = 0; i < s->count; i++) {
        memcpy(s->pin[i].value, s->pin[i].storage, s->pin[i].bytes);
    }
}

void saved_pins_put_back(const struct saved_pins *s) {
    for (unsigned i = 0; i < s->count; i++) {
        memcpy(s->pin[i].storage, s->pin[i].value, s->pin[i].bytes);
    }
}
