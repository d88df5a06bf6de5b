/* Ports that hold a field for each requester (struct packed_pin): whole values and fields. */
#ifndef CSRC_DUT_PACKED_PIN_H
#define CSRC_DUT_PACKED_PIN_H

#include "dut/dut.h"

static inline uint64_t packed_value(const struct packed_pin *pin) {
    switch (pin->bytes) {
    case 1:
        return *(const uint8_t *)pin->storage;
    case 2:
        return *(const uint16_t *)pin->storage;
    case 4:
        return *(const uint32_t *)pin->storage;
    default:
        return *(const uint64_t *)pin->storage;
    }
}

/* Field `index`; fields are at most 8 bits wide. */
static inline unsigned packed_get(const struct packed_pin *pin, unsigned index, unsigned width) {
    return (unsigned)(packed_value(pin) >> (index * width)) & ((1u << width) - 1);
}

/* Sets the whole port. */
static inline void packed_put(const struct packed_pin *pin, uint64_t value) {
    switch (pin->bytes) {
    case 1:
        *(uint8_t *)pin->storage = (uint8_t)value;
        return;
    case 2:
        *(uint16_t *)pin->storage = (uint16_t)value;
        return;
    case 4:
        *(uint32_t *)pin->storage = (uint32_t)value;
        return;
    default:
        *(uint64_t *)pin->storage = value;
        return;
    }
}

#endif
