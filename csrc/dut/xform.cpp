// Binding of mag_xform with a bank (modules 1 and 2). The bank's own pins inside it are found by
// looking for the scope that has them, so any mag_xform will do.
#include "dut/binding.hpp"

#include MODEL_HEADER

#include <verilated_syms.h>

extern "C" {
extern const dut_type JOIN(dut_, VARIANT);
extern const struct bank_desc BANK_MODEL __attribute__((weak));
}

static void *variable(const VerilatedScope *scope, const char *name) {
    const VerilatedVar *const var = scope->varFind(name);
    return var ? var->datap() : nullptr;
}

template <typename T> static T *bank_port(const VerilatedScope *scope, const char *name) {
    return static_cast<T *>(variable(scope, name));
}

static void find_bank(VerilatedContext &context, bank_pins &p) {
    for (const auto &entry : *context.scopeNameMap()) {
        const VerilatedScope *const s = entry.second;
        if (!variable(s, "need_beat") || !variable(s, "cfg_rdata"))
            continue;
        p.rst = bank_port<uint8_t>(s, "rst");
        p.start = bank_port<uint8_t>(s, "start");
        p.id = bank_port<uint8_t>(s, "id");
        p.mode = bank_port<uint8_t>(s, "mode");
        p.beat = bank_port<uint32_t>(s, "beat");
        p.beat_valid = bank_port<uint8_t>(s, "beat_valid");
        p.cfg_en = bank_port<uint8_t>(s, "cfg_en");
        p.cfg_id = bank_port<uint8_t>(s, "cfg_id");
        p.cfg_addr = bank_port<uint8_t>(s, "cfg_addr");
        p.cfg_data = bank_port<uint32_t>(s, "cfg_data");
        p.need_beat = bank_port<uint8_t>(s, "need_beat");
        p.done = bank_port<uint8_t>(s, "done");
        p.word[0] = bank_port<uint32_t>(s, "word0");
        p.word[1] = bank_port<uint32_t>(s, "word1");
        p.word[2] = bank_port<uint32_t>(s, "word2");
        p.word[3] = bank_port<uint32_t>(s, "word3");
        p.cfg_rdata = bank_port<uint32_t>(s, "cfg_rdata");
        p.fault = bank_port<uint8_t>(s, "fault");
    }
}

static dut *create(const dut_type *type, register_fill fill, uint64_t seed) {
    auto *instance = new Instance<MODEL>(type, fill, seed);
    MODEL &t = *instance->top;
    xform_pins &p = instance->face.pins.xform;
    p.rst = &t.rst;
    p.req = &t.req;
    p.start = &t.start;
    p.beat_valid = &t.beat_valid;
    p.gnt = &t.gnt;
    p.id = packed(t.id);
    p.mode = packed(t.mode);
    p.beat = words(t.beat);
    p.done = &t.done;
    p.word[0] = words(t.word0);
    p.word[1] = words(t.word1);
    p.word[2] = words(t.word2);
    p.word[3] = words(t.word3);
    p.cfg_en = &t.cfg_en;
    p.cfg_id = &t.cfg_id;
    p.cfg_addr = &t.cfg_addr;
    p.cfg_data = &t.cfg_data;
    p.cfg_rdata = &t.cfg_rdata;
    p.fault = &t.fault;
    find_bank(*instance->context, p.bank);
#include EXTRA_PINS
    return &instance->face;
}

const dut_type JOIN(dut_, VARIANT) = {
    STRING(VARIANT),
    DUT_XFORM,
    FOREIGN,
    {},
    {P_NREQ, P_SLOTS, P_ID_W, P_MODE_W, P_IN_BITS, P_OUT_WORDS},
    &BANK_MODEL,
    create,
};
