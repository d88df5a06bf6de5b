// Binding of mag, the whole memory agent (modules 5).
#include "dut/bank_inside.hpp"

#include MODEL_HEADER

extern "C" {
extern const dut_type JOIN(dut_, VARIANT);
extern const struct bank_desc BANK_MODEL __attribute__((weak));
}

namespace {

// What the harness sees in place of packed one-bit pins, and of channels that do not exist.
struct Spread {
    uint8_t in_valid[P_PORTS], in_busy[P_PORTS], out_valid[P_PORTS], out_busy[P_PORTS];
    uint8_t narrow;
    uint64_t address;
    uint32_t word[8];
};

struct Agent : Instance<MODEL> {
    Spread spread{};

    using Instance<MODEL>::Instance;

    static void destroy(dut *d) {
        delete static_cast<Agent *>(&of(d));
    }

    static void gather_eval(dut *d) {
        auto &self = static_cast<Agent &>(of(d));
        MODEL &t = *self.top;
        uint8_t valid = 0, busy = 0;
        for (unsigned p = 0; p < P_PORTS; p++) {
            valid |= static_cast<uint8_t>(self.spread.in_valid[p] << p);
            busy |= static_cast<uint8_t>(self.spread.out_busy[p] << p);
        }
        t.noc_in_valid = valid;
        t.noc_out_busy = busy;
        eval(d);
        for (unsigned p = 0; p < P_PORTS; p++) {
            self.spread.in_busy[p] = t.noc_in_busy >> p & 1;
            self.spread.out_valid[p] = t.noc_out_valid >> p & 1;
        }
    }
};

} // namespace

static void no_reads(axi_pins &p, Spread &s) {
    p.ar = {&s.narrow, &s.address, &s.narrow, &s.narrow, &s.narrow, &s.narrow, &s.narrow};
    p.r = {&s.narrow, s.word, &s.narrow, &s.narrow, &s.narrow, &s.narrow};
}

static void bind_links(MODEL &t, mag_pins &p, Spread &s) {
    enum { FLIT_WORDS = 9 };
    for (unsigned i = 0; i < P_PORTS; i++) {
        p.noc_in[i] = {words(t.noc_in_data) + i * FLIT_WORDS, &s.in_valid[i], &s.in_busy[i]};
        p.noc_out[i] = {words(t.noc_out_data) + i * FLIT_WORDS, &s.out_valid[i], &s.out_busy[i]};
    }
    p.agt_rx = LINK_PINS(agt_rx);
    p.agt_tx = LINK_PINS(agt_tx);
    p.enc = LINK_PINS(enc);
    p.inj = LINK_PINS(inj);
}

static void bind_axi(MODEL &t, mag_pins &p, Spread &s) {
    p.rm.aw = ADDRESS_PINS(rm_aw);
    p.rm.w = WRITE_PINS(rm_);
    p.rm.b = RESPONSE_PINS(rm_);
    no_reads(p.rm, s);
    p.ri.aw = ADDRESS_PINS(ri_aw);
    p.ri.w = WRITE_PINS(ri_);
    p.ri.b = RESPONSE_PINS(ri_);
    no_reads(p.ri, s);
    p.sm.aw = ADDRESS_PINS(sm_aw);
    p.sm.ar = ADDRESS_PINS(sm_ar);
    p.sm.w = WRITE_PINS(sm_);
    p.sm.b = RESPONSE_PINS(sm_);
    p.sm.r = READ_PINS(sm_);
    p.dram.aw = ADDRESS_PINS(dram_aw);
    p.dram.ar = ADDRESS_PINS(dram_ar);
    p.dram.w = WRITE_PINS(dram_);
    p.dram.b = RESPONSE_PINS(dram_);
    p.dram.r = READ_PINS(dram_);
}

static dut *create(const dut_type *type, register_fill fill, uint64_t seed) {
    auto *instance = new Agent(type, fill, seed);
    MODEL &t = *instance->top;
    mag_pins &p = instance->face.pins.mag;
    instance->face.eval = Agent::gather_eval;
    instance->face.destroy = Agent::destroy;
    p.resetn = &t.resetn;
    bind_links(t, p, instance->spread);
    bind_axi(t, p, instance->spread);
    p.mv_cfg_en = &t.mv_cfg_en;
    p.mv_cfg_addr = &t.mv_cfg_addr;
    p.mv_cfg_data = &t.mv_cfg_data;
    p.mv_busy = &t.mv_busy;
    p.mv_fault = &t.mv_fault;
    p.mv_done = &t.mv_done;
    p.xf_cfg_en = &t.xf_cfg_en;
    p.xf_cfg_id = &t.xf_cfg_id;
    p.xf_cfg_addr = &t.xf_cfg_addr;
    p.xf_cfg_data = &t.xf_cfg_data;
    p.xf_cfg_rdata = &t.xf_cfg_rdata;
    p.xf_fault = &t.xf_fault;
    p.rd_count = &t.mem_rd_count;
    p.wr_count = &t.mem_wr_count;
    p.bad_remote_req = &t.bad_remote_req;
    find_bank(*instance->context, p.bank);
#include EXTRA_PINS
    return &instance->face;
}

const dut_type JOIN(dut_, VARIANT) = {
    STRING(VARIANT),
    DUT_MAG,
    FOREIGN,
    {},
    {1, P_XFORM_SLOTS, P_XID_W, P_XMODE_W, P_XFORM_IN_BITS, P_XFORM_OUT_WORDS},
    {P_MESH_ID, P_ILINK, P_STAGE, P_XID_W, P_XMODE_W},
    {P_PORTS,
     {P_MEM_X0, P_MEM_X1, P_MEM_X2, P_MEM_X3},
     {P_MEM_Y0, P_MEM_Y1, P_MEM_Y2, P_MEM_Y3},
     P_WR_SLOTS,
     P_Q_DEPTH,
     P_Q_MARGIN},
    &BANK_MODEL,
    create,
};
