/* A verilated top as the C side sees it. One binding (csrc/dut/<top>.cpp) per top, compiled once
 * per build variant; it hands out pointers to the model's own port storage, so nothing is copied.
 *
 * Storage: ports of 1-8 bits are uint8_t, -16 uint16_t, -32 uint32_t, -64 uint64_t, wider ones
 * uint32_t[] with bits 31:0 first. Bits above the declared width must be written as zero.
 */
#ifndef CSRC_DUT_DUT_H
#define CSRC_DUT_DUT_H

#include "sim/options.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One direction of a mesh link: a flit moves in cycles with valid && !busy (wire 1). */
struct link_pins {
    uint32_t *data; /* 9 words */
    uint8_t *valid;
    uint8_t *busy;
};

struct axi_address_pins {
    uint8_t *id;
    uint64_t *addr;
    uint8_t *len, *size, *burst;
    uint8_t *valid, *ready;
};

/* An AXI4 interface, 256 bits wide. */
struct axi_pins {
    struct axi_address_pins aw, ar;
    struct {
        uint32_t *data; /* 8 words */
        uint32_t *strb;
        uint8_t *last, *valid, *ready;
    } w;
    struct {
        uint8_t *id, *resp, *valid, *ready;
    } b;
    struct {
        uint8_t *id;
        uint32_t *data; /* 8 words */
        uint8_t *resp, *last, *valid, *ready;
    } r;
};

/* A packed port whose width depends on a parameter (at most 64 bits). */
struct packed_pin {
    void *storage;
    uint8_t bytes;
};

/* The ports of xform_bank, on the bank itself or, read-only, inside a mag_xform. */
struct bank_pins {
    uint8_t *rst, *start;
    uint8_t *id, *mode;
    uint32_t *beat; /* 8 words */
    uint8_t *beat_valid;
    uint8_t *cfg_en, *cfg_id, *cfg_addr;
    uint32_t *cfg_data;
    uint8_t *need_beat, *done;
    uint32_t *word[4]; /* 8 words each */
    uint32_t *cfg_rdata;
    uint8_t *fault;
};

struct mem_port_pins {
    uint8_t *resetn;
    struct link_pins in, out;
    struct axi_pins axi;
    uint16_t *rd_count, *wr_count;
};

struct xform_pins {
    uint8_t *rst;
    uint8_t *req, *start, *beat_valid, *gnt; /* one bit per requester */
    struct packed_pin id, mode;              /* NREQ fields of ID_W and MODE_W bits */
    uint32_t *beat;                          /* NREQ x 8 words */
    uint8_t *done;
    uint32_t *word[4];
    uint8_t *cfg_en, *cfg_id, *cfg_addr;
    uint32_t *cfg_data, *cfg_rdata;
    uint8_t *fault;
    struct bank_pins
        bank; /* the bank's own pins, readable only; rst and cfg as the bank sees them */
};

/* mcs_mover on its own: memory, slot and the read side of the bank's cfg port are pins. */
struct mover_pins {
    uint8_t *resetn;
    uint8_t *cfg_en, *cfg_addr;
    uint64_t *cfg_data;
    uint8_t *busy, *fault;
    uint32_t *done;
    struct axi_pins axi;
    uint8_t *req, *gnt, *start, *id, *mode;
    uint32_t *beat; /* 8 words */
    uint8_t *beat_valid, *slot_done;
    uint32_t *word[4]; /* 8 words each */
    uint8_t *slot_fault;
    uint8_t *xcfg_id, *xcfg_addr;
    uint32_t *xcfg_rdata;
};

struct walker_pins {
    uint8_t *resetn;
    uint8_t *cfg_en, *cfg_addr;
    uint64_t *cfg_data;
    uint8_t *load, *step;
    uint64_t *addr;
    uint8_t *in_bounds, *last;
    uint64_t *base;
    uint32_t *counts; /* 3 words: six counts of 16 bits, dimension 0 lowest */
    uint8_t *bad_ndim, *misaligned, *bounded;
};

enum { MAG_PORTS = 4 };

/* The whole memory agent. The valid and busy bits of its packed mesh links are spread to a byte a
 * port around each evaluation. `rm` and `ri` have no read channels: their pins are storage of the
 * binding's own in which nothing is ever valid. */
struct mag_pins {
    uint8_t *resetn;
    struct link_pins noc_in[MAG_PORTS], noc_out[MAG_PORTS]; /* PORTS of each */
    struct link_pins agt_rx, agt_tx, enc, inj;
    struct axi_pins rm, ri, sm, dram;
    uint8_t *mv_cfg_en, *mv_cfg_addr;
    uint64_t *mv_cfg_data;
    uint8_t *mv_busy, *mv_fault;
    uint32_t *mv_done;
    uint8_t *xf_cfg_en, *xf_cfg_id, *xf_cfg_addr;
    uint32_t *xf_cfg_data, *xf_cfg_rdata;
    uint8_t *xf_fault;
    uint16_t *rd_count, *wr_count;
    uint8_t *bad_remote_req;
    struct bank_pins bank; /* the bank's own pins, readable only */
};

/* The parameter values a variant was built with. */
struct mem_port_params {
    unsigned id_w, mem_x, mem_y, wr_slots, q_depth, q_margin, ap_decode, mesh_id;
};
struct xform_params {
    unsigned nreq, slots, id_w, mode_w, in_bits, out_words;
};
struct mover_params {
    unsigned mesh_id, ilink;
    uint32_t stage; /* words */
    unsigned xid_w, xmode_w;
};
struct mag_params {
    unsigned ports, x[MAG_PORTS], y[MAG_PORTS];
    unsigned wr_slots, q_depth, q_margin;
};

enum dut_kind { DUT_MEM_PORT, DUT_XFORM, DUT_BANK, DUT_MOVER, DUT_WALKER, DUT_MAG };

struct dut;

/* A signal of the harness's own in the waves: in scope COSIM, beside that of the top. */
struct wave_note {
    char name[32];
    unsigned bits;         /* at least 1 */
    const uint32_t *words; /* its value whenever waves are dumped, bits 31:0 first */
};

/* One build variant of one top. */
struct dut_type {
    const char *name; /* e.g. "mem_port", "mem_port_small" */
    enum dut_kind kind;
    bool foreign; /* somebody else's modules are in it */
    struct mem_port_params mem_port;
    struct xform_params xform; /* also of a bank on its own */
    struct mover_params mover; /* also of the one in mag */
    struct mag_params mag;     /* its bank: `xform` */
    const void *bank_desc;     /* const struct bank_desc *, NULL: no model of this bank */
    struct dut *(*create)(const struct dut_type *type, enum register_fill fill, uint64_t seed);
};

/* An instance. `clk` is driven by the cycle loop only. */
struct dut {
    const struct dut_type *type;
    void *model;
    uint8_t *clk;
    uint8_t *mutant; /* picks the planted fault of a top in tests/mutants, 0 none; NULL elsewhere */
    union {
        struct mem_port_pins mem_port;
        struct xform_pins xform;
        struct bank_pins bank;
        struct mover_pins mover;
        struct walker_pins walker;
        struct mag_pins mag;
    } pins;
    void (*eval)(struct dut *d);
    /* What later wave files have in scope COSIM; read until the DUT goes. */
    void (*wave_notes)(struct dut *d, const struct wave_note *notes, unsigned count);
    bool (*wave_open)(struct dut *d, const char *path); /* false: could not be opened */
    void (*wave_dump)(struct dut *d, uint64_t time);
    void (*wave_close)(struct dut *d);
    void (*destroy)(struct dut *d);
};

/* Every line the RTL prints ($display and the runtime's own messages) is handed to this, without
 * the newline; set by the cycle loop. $finish, $stop, $error and $fatal arrive as lines that begin
 * with "%Error" and do not end the process. */
extern void (*dut_display)(const char *line);

#ifdef __cplusplus
}
#endif

#endif
