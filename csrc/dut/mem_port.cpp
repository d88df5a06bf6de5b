// Binding of mag_mem_port (modules 3).
#include "dut/binding.hpp"

#include MODEL_HEADER

extern "C" {
extern const dut_type JOIN(dut_, VARIANT);
}

static dut *create(const dut_type *type, register_fill fill, uint64_t seed) {
    auto *instance = new Instance<MODEL>(type, fill, seed);
    MODEL &t = *instance->top;
    mem_port_pins &p = instance->face.pins.mem_port;
    p.resetn = &t.resetn;
    p.in = LINK_PINS(mem_in);
    p.out = LINK_PINS(mem_out);
    p.axi.aw = ADDRESS_PINS(m_aw);
    p.axi.ar = ADDRESS_PINS(m_ar);
    p.axi.w = WRITE_PINS(m_);
    p.axi.b = RESPONSE_PINS(m_);
    p.axi.r = READ_PINS(m_);
    p.rd_count = &t.mem_rd_count;
    p.wr_count = &t.mem_wr_count;
#include EXTRA_PINS
    return &instance->face;
}

const dut_type JOIN(dut_, VARIANT) = {
    STRING(VARIANT),
    DUT_MEM_PORT,
    FOREIGN,
    {P_ID_W, P_MEM_X, P_MEM_Y, P_WR_SLOTS, P_Q_DEPTH, P_Q_MARGIN, P_AP_DECODE, P_MESH_ID},
    {},
    {},
    {},
    nullptr,
    create,
};
