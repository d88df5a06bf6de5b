// Binding of mcs_mover on its own (modules 4).
#include "dut/binding.hpp"

#include MODEL_HEADER

extern "C" {
extern const dut_type JOIN(dut_, VARIANT);
}

static dut *create(const dut_type *type, register_fill fill, uint64_t seed) {
    auto *instance = new Instance<MODEL>(type, fill, seed);
    MODEL &t = *instance->top;
    mover_pins &p = instance->face.pins.mover;
    p.resetn = &t.resetn;
    p.cfg_en = &t.mv_cfg_en;
    p.cfg_addr = &t.mv_cfg_addr;
    p.cfg_data = &t.mv_cfg_data;
    p.busy = &t.mv_busy;
    p.fault = &t.mv_fault;
    p.done = &t.mv_done;
    p.axi.aw = ADDRESS_PINS(m_aw);
    p.axi.ar = ADDRESS_PINS(m_ar);
    p.axi.w = WRITE_PINS(m_);
    p.axi.b = RESPONSE_PINS(m_);
    p.axi.r = READ_PINS(m_);
    p.req = &t.xf_req;
    p.gnt = &t.xf_gnt;
    p.start = &t.xf_start;
    p.id = &t.xf_id;
    p.mode = &t.xf_mode;
    p.beat = words(t.xf_beat);
    p.beat_valid = &t.xf_beat_valid;
    p.slot_done = &t.xf_done;
    p.word[0] = words(t.xf_word0);
    p.word[1] = words(t.xf_word1);
    p.word[2] = words(t.xf_word2);
    p.word[3] = words(t.xf_word3);
    p.slot_fault = &t.xf_fault;
    p.xcfg_id = &t.xcfg_id;
    p.xcfg_addr = &t.xcfg_addr;
    p.xcfg_rdata = &t.xcfg_rdata;
#include EXTRA_PINS
    return &instance->face;
}

const dut_type JOIN(dut_, VARIANT) = {
    STRING(VARIANT),
    DUT_MOVER,
    FOREIGN,
    {},
    {},
    {P_MESH_ID, P_ILINK, P_STAGE, P_XID_W, P_XMODE_W},
    {},
    nullptr,
    create,
};
