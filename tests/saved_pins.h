/* Output pins a saboteur may change for the length of a sample: their values are saved before its
 * deed and put back afterwards. */
#ifndef TESTS_SAVED_PINS_H
#define TESTS_SAVED_PINS_H

#include "dut/dut.h"
#include "flit.h"

#include <stddef.h>

enum { SAVED_PINS = 96, SAVED_BYTES = FLIT_WORDS * sizeof(uint32_t) };

struct saved_pins {
    unsigned count;
    struct {
        void *storage;
        size_t bytes;
        uint8_t value[SAVED_BYTES];
    } pin[SAVED_PINS];
};

/* Adds the storage of a pin, of at most SAVED_BYTES bytes. */
void saved_pins_add(struct saved_pins *s, void *storage, size_t bytes);
#define SAVED_PINS_ADD(s, pin) saved_pins_add(s, pin, sizeof *(pin))
/* What the DUT drives of a link it sends on, and of one it receives on. */
void saved_pins_add_output(struct saved_pins *s, const struct link_pins *p);
void saved_pins_add_input(struct saved_pins *s, const struct link_pins *p);
/* What the DUT drives of an interface on which it is the master, or the slave. */
void saved_pins_add_master(struct saved_pins *s, const struct axi_pins *p);
void saved_pins_add_slave(struct saved_pins *s, const struct axi_pins *p);

void saved_pins_save(struct saved_pins *s);
void saved_pins_put_back(const struct saved_pins *s);

#endif
