// Binding of a bare xform_bank (modules 1).
#include "dut/binding.hpp"

#include MODEL_HEADER

extern "C" {
extern const dut_type JOIN(dut_, VARIANT);
extern const struct bank_desc BANK_MODEL __attribute__((weak));
}

static dut *create(const dut_type *type, register_fill fill, uint64_t seed) {
    auto *instance = new Instance<MODEL>(type, fill, seed);
    MODEL &t = *instance->top;
    bank_pins &p = instance->face.pins.bank;
    p.rst = &t.rst;
    p.start = &t.start;
    p.id = &t.id;
    p.mode = &t.mode;
    p.beat = words(t.beat);
    p.beat_valid = &t.beat_valid;
    p.cfg_en = &t.cfg_en;
    p.cfg_id = &t.cfg_id;
    p.cfg_addr = &t.cfg_addr;
    p.cfg_data = &t.cfg_data;
    p.need_beat = &t.need_beat;
    p.done = &t.done;
    p.word[0] = words(t.word0);
    p.word[1] = words(t.word1);
    p.word[2] = words(t.word2);
    p.word[3] = words(t.word3);
    p.cfg_rdata = &t.cfg_rdata;
    p.fault = &t.fault;
#include EXTRA_PINS
    return &instance->face;
}

const dut_type JOIN(dut_, VARIANT) = {
    STRING(VARIANT),
    DUT_BANK,
    FOREIGN,
    {},
    {0, P_SLOTS, P_ID_W, P_MODE_W, P_IN_BITS, P_OUT_WORDS},
    {},
    {},
    &BANK_MODEL,
    create,
};
