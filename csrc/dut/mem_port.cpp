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
    p.axi.w = {words(t.m_wdata), words(t.m_wstrb), &t.m_wlast, &t.m_wvalid, &t.m_wready};
    p.axi.b = {&t.m_bid, &t.m_bresp, &t.m_bvalid, &t.m_bready};
    p.axi.r = {&t.m_rid, words(t.m_rdata), &t.m_rresp, &t.m_rlast, &t.m_rvalid, &t.m_rready};
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
    nullptr,
    create,
};
