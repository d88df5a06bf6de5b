// The memory side of the agent: everything AXI (modules 5: Addresses, Staging, Convergence, Independence, Host
// window, `ri_*`).
//
// Requesters, all AXI4 slaves here, and what they reach:
//   p_*   the ports, packed, port 0 lowest      DRAM, staging store
//   v_*   the mover, always ready, of one id    DRAM, staging store; writes also another mesh, by rm_*
//   sm_*  the host window                       DRAM, with all 40 address bits as they come
//   ri_*  writes from another mesh              DRAM, staging store
// p_* and v_* are trusted to send INCR bursts of 32-byte beats; of sm_* and ri_* anything else is refused with
// SLVERR (mcs_mm_legal). dram_* carries id 0-3 for the ports, 4 the mover, 5 the host window, 6 ri_*; rm_* id 4.
//
// Addresses: bit 39 is the staging store if STAGE != 0, at word index addr[35:5], whatever the mesh bits say: an
// aperture other than 0 is past the last word. Otherwise DRAM, at the 36-bit local offset. A write of the mover
// whose mesh bits are not MESH_ID leaves by rm_* with its absolute address; without ILINK, and for everybody
// else, mesh bits are not looked at.
//
//   mcs_mm_read, mcs_mm_write          one per requester and direction: buffers, order, choice of target
//   mcs_mm_read_out, mcs_mm_write_out  round robin onto dram_*; the latter also for rm_*
//   mcs_mm_store                       the staging store
//
// Nothing shared ever waits for a requester or for rm_*: room for read data is reserved before a burst is
// granted, and a write burst is granted only with all its words here. So dram_rready, dram_bready and rm_bready
// are constant. No output depends on an input of the same cycle.
//
// Clock `clk`; `resetn` synchronous, active low, any length. STAGE: words of the staging store, 0 = none; its
// contents survive reset.
`default_nettype none

module mcs_mag_memory #(
    parameter integer PORTS   = 1,
    parameter integer MESH_ID = 0,
    parameter integer ILINK   = 1,
    parameter integer STAGE   = 0
) (
    input  wire                    clk,
    input  wire                    resetn,

    input  wire [PORTS*4-1:0]      p_awid,
    input  wire [PORTS*40-1:0]     p_awaddr,
    input  wire [PORTS*8-1:0]      p_awlen,
    input  wire [PORTS-1:0]        p_awvalid,
    output wire [PORTS-1:0]        p_awready,

    input  wire [PORTS*256-1:0]    p_wdata,
    input  wire [PORTS*32-1:0]     p_wstrb,
    input  wire [PORTS-1:0]        p_wlast,
    input  wire [PORTS-1:0]        p_wvalid,
    output wire [PORTS-1:0]        p_wready,

    output wire [PORTS*4-1:0]      p_bid,
    output wire [PORTS*2-1:0]      p_bresp,
    output wire [PORTS-1:0]        p_bvalid,
    input  wire [PORTS-1:0]        p_bready,

    input  wire [PORTS*4-1:0]      p_arid,
    input  wire [PORTS*40-1:0]     p_araddr,
    input  wire [PORTS*8-1:0]      p_arlen,
    input  wire [PORTS-1:0]        p_arvalid,
    output wire [PORTS-1:0]        p_arready,

    output wire [PORTS*4-1:0]      p_rid,
    output wire [PORTS*256-1:0]    p_rdata,
    output wire [PORTS*2-1:0]      p_rresp,
    output wire [PORTS-1:0]        p_rlast,
    output wire [PORTS-1:0]        p_rvalid,
    input  wire [PORTS-1:0]        p_rready,

    input  wire [39:0]             v_awaddr,
    input  wire [7:0]              v_awlen,
    input  wire                    v_awvalid,
    output wire                    v_awready,

    input  wire [255:0]            v_wdata,
    input  wire [31:0]             v_wstrb,
    input  wire                    v_wvalid,
    output wire                    v_wready,

    output wire [1:0]              v_bresp,
    output wire                    v_bvalid,

    input  wire [39:0]             v_araddr,
    input  wire [7:0]              v_arlen,
    input  wire                    v_arvalid,
    output wire                    v_arready,

    output wire [255:0]            v_rdata,
    output wire [1:0]              v_rresp,
    output wire                    v_rvalid,

    input  wire [3:0]              sm_awid,
    input  wire [39:0]             sm_awaddr,
    input  wire [7:0]              sm_awlen,
    input  wire [2:0]              sm_awsize,
    input  wire [1:0]              sm_awburst,
    input  wire                    sm_awvalid,
    output wire                    sm_awready,

    input  wire [255:0]            sm_wdata,
    input  wire [31:0]             sm_wstrb,
    input  wire                    sm_wlast,
    input  wire                    sm_wvalid,
    output wire                    sm_wready,

    output wire [3:0]              sm_bid,
    output wire [1:0]              sm_bresp,
    output wire                    sm_bvalid,
    input  wire                    sm_bready,

    input  wire [3:0]              sm_arid,
    input  wire [39:0]             sm_araddr,
    input  wire [7:0]              sm_arlen,
    input  wire [2:0]              sm_arsize,
    input  wire [1:0]              sm_arburst,
    input  wire                    sm_arvalid,
    output wire                    sm_arready,

    output wire [3:0]              sm_rid,
    output wire [255:0]            sm_rdata,
    output wire [1:0]              sm_rresp,
    output wire                    sm_rlast,
    output wire                    sm_rvalid,
    input  wire                    sm_rready,

    input  wire [3:0]              ri_awid,
    input  wire [39:0]             ri_awaddr,
    input  wire [7:0]              ri_awlen,
    input  wire [2:0]              ri_awsize,
    input  wire [1:0]              ri_awburst,
    input  wire                    ri_awvalid,
    output wire                    ri_awready,

    input  wire [255:0]            ri_wdata,
    input  wire [31:0]             ri_wstrb,
    input  wire                    ri_wlast,
    input  wire                    ri_wvalid,
    output wire                    ri_wready,

    output wire [3:0]              ri_bid,
    output wire [1:0]              ri_bresp,
    output wire                    ri_bvalid,
    input  wire                    ri_bready,

    output wire [3:0]              dram_awid,
    output wire [39:0]             dram_awaddr,
    output wire [7:0]              dram_awlen,
    output wire [2:0]              dram_awsize,
    output wire [1:0]              dram_awburst,
    output wire                    dram_awvalid,
    input  wire                    dram_awready,

    output wire [255:0]            dram_wdata,
    output wire [31:0]             dram_wstrb,
    output wire                    dram_wlast,
    output wire                    dram_wvalid,
    input  wire                    dram_wready,

    input  wire [3:0]              dram_bid,
    input  wire [1:0]              dram_bresp,
    input  wire                    dram_bvalid,
    output wire                    dram_bready,

    output wire [3:0]              dram_arid,
    output wire [39:0]             dram_araddr,
    output wire [7:0]              dram_arlen,
    output wire [2:0]              dram_arsize,
    output wire [1:0]              dram_arburst,
    output wire                    dram_arvalid,
    input  wire                    dram_arready,

    input  wire [3:0]              dram_rid,
    input  wire [255:0]            dram_rdata,
    input  wire [1:0]              dram_rresp,
    input  wire                    dram_rlast,
    input  wire                    dram_rvalid,
    output wire                    dram_rready,

    output wire [3:0]              rm_awid,
    output wire [39:0]             rm_awaddr,
    output wire [7:0]              rm_awlen,
    output wire [2:0]              rm_awsize,
    output wire [1:0]              rm_awburst,
    output wire                    rm_awvalid,
    input  wire                    rm_awready,

    output wire [255:0]            rm_wdata,
    output wire [31:0]             rm_wstrb,
    output wire                    rm_wlast,
    output wire                    rm_wvalid,
    input  wire                    rm_wready,

    input  wire [3:0]              rm_bid,
    input  wire [1:0]              rm_bresp,
    input  wire                    rm_bvalid,
    output wire                    rm_bready
);
    generate
        if (PORTS < 1 || PORTS > 4) begin : g_check_ports
            mcs_mag_memory_parameter_PORTS_must_be_1_to_4 refused ();
        end
        if (MESH_ID < 0 || MESH_ID > 3) begin : g_check_mesh_id
            mcs_mag_memory_parameter_MESH_ID_must_be_0_to_3 refused ();
        end
        if (ILINK < 0 || ILINK > 1) begin : g_check_ilink
            mcs_mag_memory_parameter_ILINK_must_be_0_or_1 refused ();
        end
        if (STAGE < 0) begin : g_check_stage
            mcs_mag_memory_parameter_STAGE_must_not_be_negative refused ();
        end
    endgenerate

    // Requesters by index: the ports, MOVER, HOST, INBOUND (ri_*, which only writes).
    localparam integer MOVER   = PORTS;
    localparam integer HOST    = PORTS + 1;
    localparam integer INBOUND = PORTS + 2;
    localparam integer NR      = PORTS + 2;
    localparam integer NW      = PORTS + 3;
    localparam integer READ_WINDOW = 256;  // words owed by the DRAM beyond which no burst is granted
    localparam integer GATHER      = 136;  // the mover's: one 4 KB burst and some slack, words
    localparam [3:0]   ID_MOVER   = 4'd4;
    localparam [3:0]   ID_HOST    = 4'd5;
    localparam [3:0]   ID_INBOUND = 4'd6;
    localparam [15:0]  IDS_PORTS  = {4'd3, 4'd2, 4'd1, 4'd0};
    localparam [1:0]   DRAM   = 2'd0;
    localparam [1:0]   STORE  = 2'd1;
    localparam [1:0]   REMOTE = 2'd2;
    localparam [1:0]   NOBODY = 2'd3;

    // ---- Targets and their addresses ---------------------------------------------------------

    wire [NW*2-1:0]  aw_target;
    wire [NW*40-1:0] aw_addr;
    wire [NR-1:0]    ar_store;
    wire [NR-1:0]    ar_refused;
    wire [NR*40-1:0] ar_addr;

    genvar i;
    generate
        for (i = 0; i < PORTS; i = i + 1) begin : g_port_target
            assign aw_target[i*2 +: 2] = STAGE != 0 && p_awaddr[i*40+39] ? STORE : DRAM;
            assign ar_store[i] = STAGE != 0 && p_araddr[i*40+39];
            assign aw_addr[i*40 +: 40] = {4'd0, p_awaddr[i*40 +: 36]};
            assign ar_addr[i*40 +: 40] = {4'd0, p_araddr[i*40 +: 36]};
        end
    endgenerate

    wire v_aw_abroad = ILINK != 0 && v_awaddr[37:36] != MESH_ID[1:0];

    assign aw_target[MOVER*2 +: 2] = v_aw_abroad ? REMOTE : STAGE != 0 && v_awaddr[39] ? STORE : DRAM;
    assign ar_store[MOVER] = STAGE != 0 && v_araddr[39];
    assign aw_addr[MOVER*40 +: 40] = {v_aw_abroad ? v_awaddr[39:36] : 4'd0, v_awaddr[35:0]};
    assign ar_addr[MOVER*40 +: 40] = {4'd0, v_araddr[35:0]};

    wire sm_aw_legal, sm_ar_legal, ri_aw_legal;

    mcs_mm_legal u_sm_aw_legal (
        .addr(sm_awaddr[4:0]), .size(sm_awsize), .burst(sm_awburst), .legal(sm_aw_legal));
    mcs_mm_legal u_sm_ar_legal (
        .addr(sm_araddr[4:0]), .size(sm_arsize), .burst(sm_arburst), .legal(sm_ar_legal));
    mcs_mm_legal u_ri_aw_legal (
        .addr(ri_awaddr[4:0]), .size(ri_awsize), .burst(ri_awburst), .legal(ri_aw_legal));

    assign aw_target[HOST*2 +: 2] = sm_aw_legal ? DRAM : NOBODY;
    assign ar_store[HOST]   = 1'b0;
    assign ar_refused       = {!sm_ar_legal, {HOST{1'b0}}};
    assign aw_addr[HOST*40 +: 40] = sm_awaddr;
    assign ar_addr[HOST*40 +: 40] = sm_araddr;

    assign aw_target[INBOUND*2 +: 2] = !ri_aw_legal ? NOBODY : STAGE != 0 && ri_awaddr[39] ? STORE : DRAM;
    assign aw_addr[INBOUND*40 +: 40] = {4'd0, ri_awaddr[35:0]};

    // ---- Reads -------------------------------------------------------------------------------

    wire [NR*4-1:0]   c_arid    = {sm_arid, ID_MOVER, p_arid};
    wire [NR*8-1:0]   c_arlen   = {sm_arlen, v_arlen, p_arlen};
    wire [NR-1:0]     c_arvalid = {sm_arvalid, v_arvalid, p_arvalid};
    wire [NR-1:0]     c_rready  = {sm_rready, 1'b1, p_rready};
    wire [NR-1:0]     c_arready;
    wire [3:0]        unused_v_rid;
    wire              unused_v_rlast;
    wire [NR*4-1:0]   c_rid;
    wire [NR*256-1:0] c_rdata;
    wire [NR*2-1:0]   c_rresp;
    wire [NR-1:0]     c_rlast;
    wire [NR-1:0]     c_rvalid;

    assign {sm_arready, v_arready, p_arready}  = c_arready;
    assign {sm_rid, unused_v_rid, p_rid}       = c_rid;
    assign {sm_rdata, v_rdata, p_rdata}        = c_rdata;
    assign {sm_rresp, v_rresp, p_rresp}        = c_rresp;
    assign {sm_rlast, unused_v_rlast, p_rlast} = c_rlast;
    assign {sm_rvalid, v_rvalid, p_rvalid}     = c_rvalid;

    wire [NR-1:0]    rd_req;
    wire [NR*40-1:0] rd_addr;
    wire [NR*8-1:0]  rd_len;
    wire [NR-1:0]    rd_take;
    wire [NR*10-1:0] rd_owed;
    wire [NR-1:0]    rd_push;
    wire [NR-1:0]    sr_req;
    wire [NR*31-1:0] sr_index;
    wire [NR-1:0]    sr_take;
    wire [NR-1:0]    sr_push;
    wire [255:0]     sr_word;
    wire             sr_bad;

    generate
        for (i = 0; i < NR; i = i + 1) begin : g_read
            mcs_mm_read u_read (
                .clk(clk), .resetn(resetn),
                .arid(c_arid[i*4 +: 4]), .ar_store(ar_store[i]), .ar_refused(ar_refused[i]),
                .araddr(ar_addr[i*40 +: 40]), .arlen(c_arlen[i*8 +: 8]), .arvalid(c_arvalid[i]),
                .arready(c_arready[i]),
                .rid(c_rid[i*4 +: 4]), .rdata(c_rdata[i*256 +: 256]), .rresp(c_rresp[i*2 +: 2]),
                .rlast(c_rlast[i]), .rvalid(c_rvalid[i]), .rready(c_rready[i]),
                .d_req(rd_req[i]), .d_addr(rd_addr[i*40 +: 40]), .d_len(rd_len[i*8 +: 8]),
                .d_take(rd_take[i]), .d_push(rd_push[i]), .d_word(dram_rdata), .d_resp(dram_rresp),
                .d_owed(rd_owed[i*10 +: 10]),
                .s_req(sr_req[i]), .s_index(sr_index[i*31 +: 31]), .s_take(sr_take[i]),
                .s_push(sr_push[i]), .s_word(sr_word), .s_bad(sr_bad));
        end
    endgenerate

    mcs_mm_read_out #(
        .N(NR), .IDS({ID_HOST, ID_MOVER, IDS_PORTS[PORTS*4-1:0]}), .WINDOW(READ_WINDOW)
    ) u_dram_read (
        .clk(clk), .resetn(resetn),
        .req(rd_req), .addr(rd_addr), .len(rd_len), .take(rd_take), .owed(rd_owed), .push(rd_push),
        .m_arid(dram_arid), .m_araddr(dram_araddr), .m_arlen(dram_arlen), .m_arsize(dram_arsize),
        .m_arburst(dram_arburst), .m_arvalid(dram_arvalid), .m_arready(dram_arready),
        .m_rid(dram_rid), .m_rvalid(dram_rvalid), .m_rready(dram_rready));

    // ---- Writes ------------------------------------------------------------------------------

    wire [NW*4-1:0]   c_awid    = {ri_awid, sm_awid, ID_MOVER, p_awid};
    wire [NW*8-1:0]   c_awlen   = {ri_awlen, sm_awlen, v_awlen, p_awlen};
    wire [NW-1:0]     c_awvalid = {ri_awvalid, sm_awvalid, v_awvalid, p_awvalid};
    wire [NW*256-1:0] c_wdata   = {ri_wdata, sm_wdata, v_wdata, p_wdata};
    wire [NW*32-1:0]  c_wstrb   = {ri_wstrb, sm_wstrb, v_wstrb, p_wstrb};
    wire [NW-1:0]     c_wvalid  = {ri_wvalid, sm_wvalid, v_wvalid, p_wvalid};
    wire [NW-1:0]     c_bready  = {ri_bready, sm_bready, 1'b1, p_bready};
    wire [NW-1:0]     c_awready;
    wire [3:0]        unused_v_bid;
    wire [NW-1:0]     c_wready;
    wire [NW*4-1:0]   c_bid;
    wire [NW*2-1:0]   c_bresp;
    wire [NW-1:0]     c_bvalid;

    assign {ri_awready, sm_awready, v_awready, p_awready} = c_awready;
    assign {ri_wready, sm_wready, v_wready, p_wready}     = c_wready;
    assign {ri_bid, sm_bid, unused_v_bid, p_bid}          = c_bid;
    assign {ri_bresp, sm_bresp, v_bresp, p_bresp}         = c_bresp;
    assign {ri_bvalid, sm_bvalid, v_bvalid, p_bvalid}     = c_bvalid;

    wire [NW*40-1:0]  wr_addr;
    wire [NW*8-1:0]   wr_len;
    wire [NW*288-1:0] wr_word;
    wire [NW-1:0]     wr_req;
    wire [NW-1:0]     wr_take;
    wire [NW-1:0]     wr_pop;
    wire [NW-1:0]     wr_done;
    wire [NW-1:0]     rm_req;
    wire [NW-1:0]     rm_take;
    wire [NW-1:0]     rm_pop;
    wire [NW-1:0]     rm_done;
    wire [1:0]        rm_resp;
    wire [NW-1:0]     sw_req;
    wire [NW*31-1:0]  sw_index;
    wire [NW-1:0]     sw_take;
    wire              sw_bad;

    generate
        for (i = 0; i < NW; i = i + 1) begin : g_write
            mcs_mm_write #(.GATHER(i == MOVER ? GATHER : 0)) u_write (
                .clk(clk), .resetn(resetn),
                .awid(c_awid[i*4 +: 4]), .aw_target(aw_target[i*2 +: 2]), .awaddr(aw_addr[i*40 +: 40]),
                .awlen(c_awlen[i*8 +: 8]), .awvalid(c_awvalid[i]), .awready(c_awready[i]),
                .wdata(c_wdata[i*256 +: 256]), .wstrb(c_wstrb[i*32 +: 32]), .wvalid(c_wvalid[i]),
                .wready(c_wready[i]),
                .bid(c_bid[i*4 +: 4]), .bresp(c_bresp[i*2 +: 2]), .bvalid(c_bvalid[i]), .bready(c_bready[i]),
                .head_addr(wr_addr[i*40 +: 40]), .head_len(wr_len[i*8 +: 8]), .word(wr_word[i*288 +: 288]),
                .d_req(wr_req[i]), .d_take(wr_take[i]), .d_pop(wr_pop[i]), .d_done(wr_done[i]),
                .d_resp(dram_bresp),
                .m_req(rm_req[i]), .m_take(rm_take[i]), .m_pop(rm_pop[i]), .m_done(rm_done[i]),
                .m_resp(rm_resp),
                .s_req(sw_req[i]), .s_index(sw_index[i*31 +: 31]), .s_take(sw_take[i]), .s_bad(sw_bad));
        end
    endgenerate

    mcs_mm_write_out #(.N(NW), .IDS({ID_INBOUND, ID_HOST, ID_MOVER, IDS_PORTS[PORTS*4-1:0]})) u_dram_write (
        .clk(clk), .resetn(resetn),
        .req(wr_req), .addr(wr_addr), .len(wr_len), .take(wr_take), .word(wr_word), .pop(wr_pop),
        .done(wr_done),
        .m_awid(dram_awid), .m_awaddr(dram_awaddr), .m_awlen(dram_awlen), .m_awsize(dram_awsize),
        .m_awburst(dram_awburst), .m_awvalid(dram_awvalid), .m_awready(dram_awready),
        .m_wdata(dram_wdata), .m_wstrb(dram_wstrb), .m_wlast(dram_wlast), .m_wvalid(dram_wvalid),
        .m_wready(dram_wready),
        .m_bid(dram_bid), .m_bvalid(dram_bvalid), .m_bready(dram_bready));

    // ---- The interlink: only the mover's writes go there --------------------------------------

    wire mover_take, mover_pop, mover_done;

    assign rm_take = {{(NW-1){1'b0}}, mover_take} << MOVER;
    assign rm_pop  = {{(NW-1){1'b0}}, mover_pop} << MOVER;
    assign rm_done = {{(NW-1){1'b0}}, mover_done} << MOVER;
    assign rm_resp = rm_bresp;

    generate
        if (ILINK != 0) begin : g_interlink
            mcs_mm_write_out #(.N(1), .IDS(ID_MOVER)) u_remote_write (
                .clk(clk), .resetn(resetn),
                .req(rm_req[MOVER]), .addr(wr_addr[MOVER*40 +: 40]), .len(wr_len[MOVER*8 +: 8]),
                .take(mover_take), .word(wr_word[MOVER*288 +: 288]), .pop(mover_pop), .done(mover_done),
                .m_awid(rm_awid), .m_awaddr(rm_awaddr), .m_awlen(rm_awlen), .m_awsize(rm_awsize),
                .m_awburst(rm_awburst), .m_awvalid(rm_awvalid), .m_awready(rm_awready),
                .m_wdata(rm_wdata), .m_wstrb(rm_wstrb), .m_wlast(rm_wlast), .m_wvalid(rm_wvalid),
                .m_wready(rm_wready),
                .m_bid(rm_bid), .m_bvalid(rm_bvalid), .m_bready(rm_bready));
        end else begin : g_no_interlink
            assign {mover_take, mover_pop, mover_done} = 3'd0;
            assign {rm_awid, rm_awaddr, rm_awlen, rm_awsize, rm_awburst, rm_awvalid} = 58'd0;
            assign {rm_wdata, rm_wstrb, rm_wlast, rm_wvalid} = 290'd0;
            assign rm_bready = 1'b1;
            wire unused_interlink = &{1'b0, rm_awready, rm_wready, rm_bid, rm_bvalid, rm_req[MOVER]};
        end
    endgenerate

    // ---- The staging store -------------------------------------------------------------------

    generate
        if (STAGE != 0) begin : g_store
            mcs_mm_store #(.WORDS(STAGE), .NR(NR), .NW(NW)) u_store (
                .clk(clk), .resetn(resetn),
                .r_req(sr_req), .r_index(sr_index), .r_take(sr_take), .r_push(sr_push), .r_word(sr_word),
                .r_bad(sr_bad),
                .w_req(sw_req), .w_index(sw_index), .w_word(wr_word), .w_take(sw_take), .w_bad(sw_bad));
        end else begin : g_no_store
            assign sr_take = 0;
            assign sr_push = 0;
            assign sr_word = 256'd0;
            assign sr_bad  = 1'b0;
            assign sw_take = 0;
            assign sw_bad  = 1'b0;
            wire unused_store = &{1'b0, sr_req, sr_index, sw_req, sw_index};
        end
    endgenerate

    // The length of a burst is known from its address beat, so the last flags of W and R say nothing new.
    wire unused_ok = &{1'b0, p_awaddr, p_araddr, v_awaddr, v_araddr, ri_awaddr, p_wlast, sm_wlast, ri_wlast,
                       dram_rlast, rm_req};
endmodule

`default_nettype wire
