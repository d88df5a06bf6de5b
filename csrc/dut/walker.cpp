// Binding of mcs_walker on its own (modules 4).
#include "dut/binding.hpp"

#include MODEL_HEADER

extern "C" {
extern const dut_type JOIN(dut_, VARIANT);
}

static dut *create(const dut_type *type, register_fill fill, uint64_t seed) {
    auto *instance = new Instance<MODEL>(type, fill, seed);
    MODEL &t = *instance->top;
    walker_pins &p = instance->face.pins.walker;
    p.resetn = &t.resetn;
    p.cfg_en = &t.cfg_en;
    p.cfg_addr = &t.cfg_addr;
    p.cfg_data = &t.cfg_data;
    p.load = &t.load;
    p.step = &t.step;
    p.addr = &t.addr;
    p.in_bounds = &t.in_bounds;
    p.last = &t.last;
    p.base = &t.base;
    p.counts = words(t.counts);
    p.bad_ndim = &t.bad_ndim;
    p.misaligned = &t.misaligned;
    p.bounded = &t.bounded;
#include EXTRA_PINS
    return &instance->face;
}

const dut_type JOIN(dut_, VARIANT) = {
    STRING(VARIANT), DUT_WALKER, FOREIGN, {}, {}, {}, {}, nullptr, create,
};
