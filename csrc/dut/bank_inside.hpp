// The bank's own pins inside a top are found by looking for the scope that has them, so any
// mag_xform or mag will do.
#ifndef CSRC_DUT_BANK_INSIDE_HPP
#define CSRC_DUT_BANK_INSIDE_HPP

#include "dut/binding.hpp"

#include <verilated_syms.h>

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

#endif
