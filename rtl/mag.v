// The memory agent: PORTS memory ports of the mesh, the mover with its transform slot, the host's window, and
// one AXI4 master to memory (modules 5; memory protocol; transform slot).
//
//   mcs_mag_inbound    noc_in: to the port's engine, the control agent or the encapsulator
//   mag_mem_port       one engine per port: reads, streaming reads, writes
//   mcs_mag_outbound   noc_out: control agent before interlink before engine
//   mcs_mover          copies, fills and converts, through mag_xform (one requester) and its xform_bank
//   mcs_mag_memory     routing to DRAM, staging store or interlink, convergence on dram_*; also sm_*, ri_*
//   mcs_mag_legal      parameters
//
// Clock `clk`; `resetn` synchronous, active low, any length. Packed mesh buses have port 0 lowest. Every busy
// towards the mesh, the control agent and the interlink is a flop or, behind one, a function of state.
// Combinational from input to output: `agt_rx_valid` from `agt_rx_busy` (allowed on that link) and
// `xf_cfg_rdata` from `xf_cfg_id` and `xf_cfg_addr` (the slot's contract).
//
// MEM_Xp, MEM_Yp: coordinates of port p, used for p < PORTS. ILINK 0: no interlink; rsvd[2] is not examined
// and enc_*, rm_* stay silent; flits on `inj_*` are still passed on. STAGE: words of the staging store, 0 =
// none, and then apertures are not decoded. XFORM_*, XID_W, XMODE_W: the bank's SLOTS, IN_BITS, OUT_WORDS,
// ID_W and MODE_W.
//
// The bank's register port is the mover's while `mv_busy`, else it is `xf_cfg_*`: an access from outside
// while busy does nothing and reads what the mover reads. `xf_fault` is always the bank's.
// `mem_rd_count`, `mem_wr_count`: AR and AW handshakes of all engines, modulo 2^16, two cycles late.
`default_nettype none

module mag #(
    parameter integer FLIT_WIDTH      = 288,
    parameter integer POS_WIDTH       = 4,
    parameter integer DATA_W          = 256,
    parameter integer ADDR_W          = 40,
    parameter integer WR_SLOTS        = 16,
    parameter integer Q_DEPTH         = 64,
    parameter integer Q_MARGIN        = 4,
    parameter integer PORTS           = 1,
    parameter integer MEM_X0          = 0,
    parameter integer MEM_Y0          = 1,
    parameter integer MEM_X1          = 0,
    parameter integer MEM_Y1          = 2,
    parameter integer MEM_X2          = 0,
    parameter integer MEM_Y2          = 3,
    parameter integer MEM_X3          = 0,
    parameter integer MEM_Y3          = 4,
    parameter integer MESH_ID         = 0,
    parameter integer ILINK           = 1,
    parameter integer STAGE           = 0,
    parameter integer XFORM_SLOTS     = 1,
    parameter integer XID_W           = 4,
    parameter integer XMODE_W         = 4,
    parameter integer XFORM_IN_BITS   = 2048,
    parameter integer XFORM_OUT_WORDS = 4
) (
    input  wire                         clk,
    input  wire                         resetn,

    // mesh
    input  wire [PORTS*FLIT_WIDTH-1:0]  noc_in_data,
    input  wire [PORTS-1:0]             noc_in_valid,
    output wire [PORTS-1:0]             noc_in_busy,
    output wire [PORTS*FLIT_WIDTH-1:0]  noc_out_data,
    output wire [PORTS-1:0]             noc_out_valid,
    input  wire [PORTS-1:0]             noc_out_busy,

    // control agent, interlink flits
    output wire [FLIT_WIDTH-1:0]        agt_rx_data,
    output wire                         agt_rx_valid,
    input  wire                         agt_rx_busy,
    input  wire [FLIT_WIDTH-1:0]        agt_tx_data,
    input  wire                         agt_tx_valid,
    output wire                         agt_tx_busy,
    output wire [FLIT_WIDTH-1:0]        enc_data,
    output wire                         enc_valid,
    input  wire                         enc_busy,
    input  wire [FLIT_WIDTH-1:0]        inj_data,
    input  wire                         inj_valid,
    output wire                         inj_busy,

    // memory
    output wire [3:0]                   dram_awid,
    output wire [ADDR_W-1:0]            dram_awaddr,
    output wire [7:0]                   dram_awlen,
    output wire [2:0]                   dram_awsize,
    output wire [1:0]                   dram_awburst,
    output wire                         dram_awvalid,
    input  wire                         dram_awready,
    output wire [DATA_W-1:0]            dram_wdata,
    output wire [DATA_W/8-1:0]          dram_wstrb,
    output wire                         dram_wlast,
    output wire                         dram_wvalid,
    input  wire                         dram_wready,
    input  wire [3:0]                   dram_bid,
    input  wire [1:0]                   dram_bresp,
    input  wire                         dram_bvalid,
    output wire                         dram_bready,
    output wire [3:0]                   dram_arid,
    output wire [ADDR_W-1:0]            dram_araddr,
    output wire [7:0]                   dram_arlen,
    output wire [2:0]                   dram_arsize,
    output wire [1:0]                   dram_arburst,
    output wire                         dram_arvalid,
    input  wire                         dram_arready,
    input  wire [3:0]                   dram_rid,
    input  wire [DATA_W-1:0]            dram_rdata,
    input  wire [1:0]                   dram_rresp,
    input  wire                         dram_rlast,
    input  wire                         dram_rvalid,
    output wire                         dram_rready,

    // host's memory window
    input  wire [3:0]                   sm_awid,
    input  wire [ADDR_W-1:0]            sm_awaddr,
    input  wire [7:0]                   sm_awlen,
    input  wire [2:0]                   sm_awsize,
    input  wire [1:0]                   sm_awburst,
    input  wire                         sm_awvalid,
    output wire                         sm_awready,
    input  wire [DATA_W-1:0]            sm_wdata,
    input  wire [DATA_W/8-1:0]          sm_wstrb,
    input  wire                         sm_wlast,
    input  wire                         sm_wvalid,
    output wire                         sm_wready,
    output wire [3:0]                   sm_bid,
    output wire [1:0]                   sm_bresp,
    output wire                         sm_bvalid,
    input  wire                         sm_bready,
    input  wire [3:0]                   sm_arid,
    input  wire [ADDR_W-1:0]            sm_araddr,
    input  wire [7:0]                   sm_arlen,
    input  wire [2:0]                   sm_arsize,
    input  wire [1:0]                   sm_arburst,
    input  wire                         sm_arvalid,
    output wire                         sm_arready,
    output wire [3:0]                   sm_rid,
    output wire [DATA_W-1:0]            sm_rdata,
    output wire [1:0]                   sm_rresp,
    output wire                         sm_rlast,
    output wire                         sm_rvalid,
    input  wire                         sm_rready,

    // interlink writes, out and in
    output wire [3:0]                   rm_awid,
    output wire [ADDR_W-1:0]            rm_awaddr,
    output wire [7:0]                   rm_awlen,
    output wire [2:0]                   rm_awsize,
    output wire [1:0]                   rm_awburst,
    output wire                         rm_awvalid,
    input  wire                         rm_awready,
    output wire [DATA_W-1:0]            rm_wdata,
    output wire [DATA_W/8-1:0]          rm_wstrb,
    output wire                         rm_wlast,
    output wire                         rm_wvalid,
    input  wire                         rm_wready,
    input  wire [3:0]                   rm_bid,
    input  wire [1:0]                   rm_bresp,
    input  wire                         rm_bvalid,
    output wire                         rm_bready,

    input  wire [3:0]                   ri_awid,
    input  wire [ADDR_W-1:0]            ri_awaddr,
    input  wire [7:0]                   ri_awlen,
    input  wire [2:0]                   ri_awsize,
    input  wire [1:0]                   ri_awburst,
    input  wire                         ri_awvalid,
    output wire                         ri_awready,
    input  wire [DATA_W-1:0]            ri_wdata,
    input  wire [DATA_W/8-1:0]          ri_wstrb,
    input  wire                         ri_wlast,
    input  wire                         ri_wvalid,
    output wire                         ri_wready,
    output wire [3:0]                   ri_bid,
    output wire [1:0]                   ri_bresp,
    output wire                         ri_bvalid,
    input  wire                         ri_bready,

    // mover and occupant registers
    input  wire                         mv_cfg_en,
    input  wire [7:0]                   mv_cfg_addr,
    input  wire [63:0]                  mv_cfg_data,
    output wire                         mv_busy,
    output wire [3:0]                   mv_fault,
    output wire [31:0]                  mv_done,
    input  wire                         xf_cfg_en,
    input  wire [XID_W-1:0]             xf_cfg_id,
    input  wire [7:0]                   xf_cfg_addr,
    input  wire [31:0]                  xf_cfg_data,
    output wire [31:0]                  xf_cfg_rdata,
    output wire [3:0]                   xf_fault,

    // status
    output reg  [15:0]                  mem_rd_count,
    output reg  [15:0]                  mem_wr_count,
    output wire                         bad_remote_req
);
    localparam [4*POS_WIDTH-1:0] ROWS = {MEM_Y3[POS_WIDTH-1:0], MEM_Y2[POS_WIDTH-1:0],
                                         MEM_Y1[POS_WIDTH-1:0], MEM_Y0[POS_WIDTH-1:0]};
    localparam integer STRB_W = DATA_W / 8;

    // ---- mesh side
    wire [PORTS*FLIT_WIDTH-1:0]  to_engine_data;
    wire [PORTS-1:0]             to_engine_valid;
    wire [PORTS-1:0]             to_engine_busy;
    wire [PORTS*FLIT_WIDTH-1:0]  from_engine_data;
    wire [PORTS-1:0]             from_engine_valid;
    wire [PORTS-1:0]             from_engine_busy;

    mcs_mag_inbound #(
        .FLIT_WIDTH(FLIT_WIDTH), .POS_WIDTH(POS_WIDTH), .PORTS(PORTS), .MESH_ID(MESH_ID), .ILINK(ILINK)
    ) u_inbound (
        .clk(clk), .resetn(resetn),
        .noc_in_data(noc_in_data), .noc_in_valid(noc_in_valid), .noc_in_busy(noc_in_busy),
        .eng_data(to_engine_data), .eng_valid(to_engine_valid), .eng_busy(to_engine_busy),
        .agt_rx_data(agt_rx_data), .agt_rx_valid(agt_rx_valid), .agt_rx_busy(agt_rx_busy),
        .enc_data(enc_data), .enc_valid(enc_valid), .enc_busy(enc_busy),
        .bad_remote_req(bad_remote_req));

    mcs_mag_outbound #(
        .FLIT_WIDTH(FLIT_WIDTH), .POS_WIDTH(POS_WIDTH), .PORTS(PORTS), .ROWS(ROWS[PORTS*POS_WIDTH-1:0])
    ) u_outbound (
        .clk(clk), .resetn(resetn),
        .agt_tx_data(agt_tx_data), .agt_tx_valid(agt_tx_valid), .agt_tx_busy(agt_tx_busy),
        .inj_data(inj_data), .inj_valid(inj_valid), .inj_busy(inj_busy),
        .eng_data(from_engine_data), .eng_valid(from_engine_valid), .eng_busy(from_engine_busy),
        .noc_out_data(noc_out_data), .noc_out_valid(noc_out_valid), .noc_out_busy(noc_out_busy));

    // ---- engines
    wire [PORTS*4-1:0]           p_awid;
    wire [PORTS*ADDR_W-1:0]      p_awaddr;
    wire [PORTS*8-1:0]           p_awlen;
    wire [PORTS-1:0]             p_awvalid;
    wire [PORTS-1:0]             p_awready;
    wire [PORTS*DATA_W-1:0]      p_wdata;
    wire [PORTS*STRB_W-1:0]      p_wstrb;
    wire [PORTS-1:0]             p_wlast;
    wire [PORTS-1:0]             p_wvalid;
    wire [PORTS-1:0]             p_wready;
    wire [PORTS*4-1:0]           p_bid;
    wire [PORTS*2-1:0]           p_bresp;
    wire [PORTS-1:0]             p_bvalid;
    wire [PORTS-1:0]             p_bready;
    wire [PORTS*4-1:0]           p_arid;
    wire [PORTS*ADDR_W-1:0]      p_araddr;
    wire [PORTS*8-1:0]           p_arlen;
    wire [PORTS-1:0]             p_arvalid;
    wire [PORTS-1:0]             p_arready;
    wire [PORTS*4-1:0]           p_rid;
    wire [PORTS*DATA_W-1:0]      p_rdata;
    wire [PORTS*2-1:0]           p_rresp;
    wire [PORTS-1:0]             p_rlast;
    wire [PORTS-1:0]             p_rvalid;
    wire [PORTS-1:0]             p_rready;
    wire [PORTS*16-1:0]          rd_counts;
    wire [PORTS*16-1:0]          wr_counts;

    genvar p;
    generate
        for (p = 0; p < PORTS; p = p + 1) begin : g_port
            localparam integer X = p == 0 ? MEM_X0 : p == 1 ? MEM_X1 : p == 2 ? MEM_X2 : MEM_X3;
            localparam integer Y = p == 0 ? MEM_Y0 : p == 1 ? MEM_Y1 : p == 2 ? MEM_Y2 : MEM_Y3;

            // Always 32 bytes, INCR.
            wire [2:0] unused_awsize, unused_arsize;
            wire [1:0] unused_awburst, unused_arburst;

            mag_mem_port #(
                .FLIT_WIDTH(FLIT_WIDTH), .POS_WIDTH(POS_WIDTH), .DATA_W(DATA_W), .ADDR_W(ADDR_W), .ID_W(4),
                .MEM_X(X), .MEM_Y(Y), .WR_SLOTS(WR_SLOTS), .Q_DEPTH(Q_DEPTH), .Q_MARGIN(Q_MARGIN),
                .AP_DECODE(STAGE != 0 ? 1 : 0), .MESH_ID(MESH_ID)
            ) u_engine (
                .clk(clk), .resetn(resetn),
                .m_awid(p_awid[p*4 +: 4]), .m_awaddr(p_awaddr[p*ADDR_W +: ADDR_W]),
                .m_awlen(p_awlen[p*8 +: 8]), .m_awsize(unused_awsize), .m_awburst(unused_awburst),
                .m_awvalid(p_awvalid[p]), .m_awready(p_awready[p]),
                .m_wdata(p_wdata[p*DATA_W +: DATA_W]), .m_wstrb(p_wstrb[p*STRB_W +: STRB_W]),
                .m_wlast(p_wlast[p]), .m_wvalid(p_wvalid[p]), .m_wready(p_wready[p]),
                .m_bid(p_bid[p*4 +: 4]), .m_bresp(p_bresp[p*2 +: 2]), .m_bvalid(p_bvalid[p]),
                .m_bready(p_bready[p]),
                .m_arid(p_arid[p*4 +: 4]), .m_araddr(p_araddr[p*ADDR_W +: ADDR_W]),
                .m_arlen(p_arlen[p*8 +: 8]), .m_arsize(unused_arsize), .m_arburst(unused_arburst),
                .m_arvalid(p_arvalid[p]), .m_arready(p_arready[p]),
                .m_rid(p_rid[p*4 +: 4]), .m_rdata(p_rdata[p*DATA_W +: DATA_W]),
                .m_rresp(p_rresp[p*2 +: 2]), .m_rlast(p_rlast[p]), .m_rvalid(p_rvalid[p]),
                .m_rready(p_rready[p]),
                .mem_in_data(to_engine_data[p*FLIT_WIDTH +: FLIT_WIDTH]),
                .mem_in_valid(to_engine_valid[p]), .mem_in_busy(to_engine_busy[p]),
                .mem_out_data(from_engine_data[p*FLIT_WIDTH +: FLIT_WIDTH]),
                .mem_out_valid(from_engine_valid[p]), .mem_out_busy(from_engine_busy[p]),
                .mem_rd_count(rd_counts[p*16 +: 16]), .mem_wr_count(wr_counts[p*16 +: 16]));
        end
    endgenerate

    reg [15:0] rd_sum;
    reg [15:0] wr_sum;
    integer    i;
    always @* begin
        rd_sum = 16'd0;
        wr_sum = 16'd0;
        for (i = 0; i < PORTS; i = i + 1) begin
            rd_sum = rd_sum + rd_counts[i*16 +: 16];
            wr_sum = wr_sum + wr_counts[i*16 +: 16];
        end
    end

    always @(posedge clk)
        if (!resetn) begin
            mem_rd_count <= 16'd0;
            mem_wr_count <= 16'd0;
        end else begin
            mem_rd_count <= rd_sum;
            mem_wr_count <= wr_sum;
        end

    // ---- mover
    wire [ADDR_W-1:0]            v_awaddr;
    wire [7:0]                   v_awlen;
    wire                         v_awvalid;
    wire                         v_awready;
    wire [DATA_W-1:0]            v_wdata;
    wire [DATA_W/8-1:0]          v_wstrb;
    wire                         v_wvalid;
    wire                         v_wready;
    wire [1:0]                   v_bresp;
    wire                         v_bvalid;
    wire [ADDR_W-1:0]            v_araddr;
    wire [7:0]                   v_arlen;
    wire                         v_arvalid;
    wire                         v_arready;
    wire [DATA_W-1:0]            v_rdata;
    wire [1:0]                   v_rresp;
    wire                         v_rvalid;
    // One id, 32 bytes, INCR; ready for every answer; whoever knows the length knows the last word.
    localparam integer ID_MOVER = 4;
    wire [3:0]                   unused_v_awid, unused_v_arid;
    wire [2:0]                   unused_v_awsize, unused_v_arsize;
    wire [1:0]                   unused_v_awburst, unused_v_arburst;
    wire                         unused_v_wlast, unused_v_bready, unused_v_rready;

    wire                         xf_req;
    wire                         xf_gnt;
    wire                         xf_start;
    wire [XID_W-1:0]             xf_id;
    wire [XMODE_W-1:0]           xf_mode;
    wire [DATA_W-1:0]            xf_beat;
    wire                         xf_beat_valid;
    wire                         xf_done;
    wire [DATA_W-1:0]            xf_word0, xf_word1, xf_word2, xf_word3;
    wire [XID_W-1:0]             geometry_id;
    wire [7:0]                   geometry_addr;

    mcs_mover #(
        .STAGE(STAGE), .MESH_ID(MESH_ID), .ILINK(ILINK), .XID_W(XID_W), .XMODE_W(XMODE_W), .ID_W(4),
        .AXI_ID(ID_MOVER)
    ) u_mover (
        .clk(clk), .resetn(resetn),
        .mv_cfg_en(mv_cfg_en), .mv_cfg_addr(mv_cfg_addr), .mv_cfg_data(mv_cfg_data),
        .mv_busy(mv_busy), .mv_fault(mv_fault), .mv_done(mv_done),
        .m_awid(unused_v_awid), .m_awaddr(v_awaddr), .m_awlen(v_awlen), .m_awsize(unused_v_awsize),
        .m_awburst(unused_v_awburst), .m_awvalid(v_awvalid), .m_awready(v_awready),
        .m_wdata(v_wdata), .m_wstrb(v_wstrb), .m_wlast(unused_v_wlast), .m_wvalid(v_wvalid),
        .m_wready(v_wready),
        .m_bid(ID_MOVER[3:0]), .m_bresp(v_bresp), .m_bvalid(v_bvalid), .m_bready(unused_v_bready),
        .m_arid(unused_v_arid), .m_araddr(v_araddr), .m_arlen(v_arlen), .m_arsize(unused_v_arsize),
        .m_arburst(unused_v_arburst), .m_arvalid(v_arvalid), .m_arready(v_arready),
        .m_rid(ID_MOVER[3:0]), .m_rdata(v_rdata), .m_rresp(v_rresp), .m_rlast(1'b0), .m_rvalid(v_rvalid),
        .m_rready(unused_v_rready),
        .xf_req(xf_req), .xf_gnt(xf_gnt), .xf_start(xf_start), .xf_id(xf_id), .xf_mode(xf_mode),
        .xf_beat(xf_beat), .xf_beat_valid(xf_beat_valid), .xf_done(xf_done),
        .xf_word0(xf_word0), .xf_word1(xf_word1), .xf_word2(xf_word2), .xf_word3(xf_word3),
        .xf_fault(xf_fault),
        .xcfg_id(geometry_id), .xcfg_addr(geometry_addr), .xcfg_rdata(xf_cfg_rdata));

    mag_xform #(
        .DATA_W(DATA_W), .NREQ(1), .SLOTS(XFORM_SLOTS), .ID_W(XID_W), .MODE_W(XMODE_W),
        .IN_BITS(XFORM_IN_BITS), .OUT_WORDS(XFORM_OUT_WORDS)
    ) u_slot (
        .clk(clk), .rst(!resetn),
        .req(xf_req), .gnt(xf_gnt), .start(xf_start), .id(xf_id), .mode(xf_mode),
        .beat(xf_beat), .beat_valid(xf_beat_valid), .done(xf_done),
        .word0(xf_word0), .word1(xf_word1), .word2(xf_word2), .word3(xf_word3),
        .cfg_en(xf_cfg_en && !mv_busy), .cfg_id(mv_busy ? geometry_id : xf_cfg_id),
        .cfg_addr(mv_busy ? geometry_addr : xf_cfg_addr), .cfg_data(xf_cfg_data),
        .cfg_rdata(xf_cfg_rdata), .fault(xf_fault));

    // ---- memory
    mcs_mag_memory #(.PORTS(PORTS), .MESH_ID(MESH_ID), .ILINK(ILINK), .STAGE(STAGE)) u_memory (
        .clk(clk), .resetn(resetn),
        .p_awid(p_awid), .p_awaddr(p_awaddr), .p_awlen(p_awlen), .p_awvalid(p_awvalid),
        .p_awready(p_awready),
        .p_wdata(p_wdata), .p_wstrb(p_wstrb), .p_wlast(p_wlast), .p_wvalid(p_wvalid), .p_wready(p_wready),
        .p_bid(p_bid), .p_bresp(p_bresp), .p_bvalid(p_bvalid), .p_bready(p_bready),
        .p_arid(p_arid), .p_araddr(p_araddr), .p_arlen(p_arlen), .p_arvalid(p_arvalid),
        .p_arready(p_arready),
        .p_rid(p_rid), .p_rdata(p_rdata), .p_rresp(p_rresp), .p_rlast(p_rlast), .p_rvalid(p_rvalid),
        .p_rready(p_rready),
        .v_awaddr(v_awaddr), .v_awlen(v_awlen), .v_awvalid(v_awvalid), .v_awready(v_awready),
        .v_wdata(v_wdata), .v_wstrb(v_wstrb), .v_wvalid(v_wvalid), .v_wready(v_wready),
        .v_bresp(v_bresp), .v_bvalid(v_bvalid),
        .v_araddr(v_araddr), .v_arlen(v_arlen), .v_arvalid(v_arvalid), .v_arready(v_arready),
        .v_rdata(v_rdata), .v_rresp(v_rresp), .v_rvalid(v_rvalid),
        .sm_awid(sm_awid), .sm_awaddr(sm_awaddr), .sm_awlen(sm_awlen), .sm_awsize(sm_awsize),
        .sm_awburst(sm_awburst), .sm_awvalid(sm_awvalid), .sm_awready(sm_awready),
        .sm_wdata(sm_wdata), .sm_wstrb(sm_wstrb), .sm_wlast(sm_wlast), .sm_wvalid(sm_wvalid),
        .sm_wready(sm_wready),
        .sm_bid(sm_bid), .sm_bresp(sm_bresp), .sm_bvalid(sm_bvalid), .sm_bready(sm_bready),
        .sm_arid(sm_arid), .sm_araddr(sm_araddr), .sm_arlen(sm_arlen), .sm_arsize(sm_arsize),
        .sm_arburst(sm_arburst), .sm_arvalid(sm_arvalid), .sm_arready(sm_arready),
        .sm_rid(sm_rid), .sm_rdata(sm_rdata), .sm_rresp(sm_rresp), .sm_rlast(sm_rlast),
        .sm_rvalid(sm_rvalid), .sm_rready(sm_rready),
        .ri_awid(ri_awid), .ri_awaddr(ri_awaddr), .ri_awlen(ri_awlen), .ri_awsize(ri_awsize),
        .ri_awburst(ri_awburst), .ri_awvalid(ri_awvalid), .ri_awready(ri_awready),
        .ri_wdata(ri_wdata), .ri_wstrb(ri_wstrb), .ri_wlast(ri_wlast), .ri_wvalid(ri_wvalid),
        .ri_wready(ri_wready),
        .ri_bid(ri_bid), .ri_bresp(ri_bresp), .ri_bvalid(ri_bvalid), .ri_bready(ri_bready),
        .dram_awid(dram_awid), .dram_awaddr(dram_awaddr), .dram_awlen(dram_awlen),
        .dram_awsize(dram_awsize), .dram_awburst(dram_awburst), .dram_awvalid(dram_awvalid),
        .dram_awready(dram_awready),
        .dram_wdata(dram_wdata), .dram_wstrb(dram_wstrb), .dram_wlast(dram_wlast),
        .dram_wvalid(dram_wvalid), .dram_wready(dram_wready),
        .dram_bid(dram_bid), .dram_bresp(dram_bresp), .dram_bvalid(dram_bvalid), .dram_bready(dram_bready),
        .dram_arid(dram_arid), .dram_araddr(dram_araddr), .dram_arlen(dram_arlen),
        .dram_arsize(dram_arsize), .dram_arburst(dram_arburst), .dram_arvalid(dram_arvalid),
        .dram_arready(dram_arready),
        .dram_rid(dram_rid), .dram_rdata(dram_rdata), .dram_rresp(dram_rresp), .dram_rlast(dram_rlast),
        .dram_rvalid(dram_rvalid), .dram_rready(dram_rready),
        .rm_awid(rm_awid), .rm_awaddr(rm_awaddr), .rm_awlen(rm_awlen), .rm_awsize(rm_awsize),
        .rm_awburst(rm_awburst), .rm_awvalid(rm_awvalid), .rm_awready(rm_awready),
        .rm_wdata(rm_wdata), .rm_wstrb(rm_wstrb), .rm_wlast(rm_wlast), .rm_wvalid(rm_wvalid),
        .rm_wready(rm_wready),
        .rm_bid(rm_bid), .rm_bresp(rm_bresp), .rm_bvalid(rm_bvalid), .rm_bready(rm_bready));

    // ---- parameters
    mcs_mag_legal #(
        .FLIT_WIDTH(FLIT_WIDTH), .POS_WIDTH(POS_WIDTH), .DATA_W(DATA_W), .ADDR_W(ADDR_W),
        .WR_SLOTS(WR_SLOTS), .Q_DEPTH(Q_DEPTH), .Q_MARGIN(Q_MARGIN), .PORTS(PORTS),
        .MEM_X0(MEM_X0), .MEM_Y0(MEM_Y0), .MEM_X1(MEM_X1), .MEM_Y1(MEM_Y1),
        .MEM_X2(MEM_X2), .MEM_Y2(MEM_Y2), .MEM_X3(MEM_X3), .MEM_Y3(MEM_Y3),
        .MESH_ID(MESH_ID), .ILINK(ILINK), .STAGE(STAGE), .XFORM_SLOTS(XFORM_SLOTS), .XID_W(XID_W),
        .XMODE_W(XMODE_W), .XFORM_IN_BITS(XFORM_IN_BITS), .XFORM_OUT_WORDS(XFORM_OUT_WORDS)
    ) u_legal ();
endmodule

`default_nettype wire
