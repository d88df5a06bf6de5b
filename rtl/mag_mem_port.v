// One memory port of the memory agent: turns mesh traffic into AXI traffic.
//
// Serves plain reads, streaming reads with multicast, and writes, per the memory protocol; all three may be
// in flight together. Requests come in on `mem_in_*`, responses and acks leave on `mem_out_*` (a flit transfers
// in the cycles with valid high and busy low). The memory is the AXI4 master `m_*`: INCR bursts of 32-byte
// beats that never cross 4 KB, all 40 address bits unchanged.
//
//   mcs_mem_intake   link intake, classification, write framing (mcs_wr_frame), queues, busy
//   mcs_rd_stream    streaming reads, AXI id 0      mcs_rd_plain    plain reads, AXI id 1
//   mcs_wr_slots     write reassembly               mcs_wr_issue    AW, W, B and acks, AXI id 0
//   mcs_mem_emit     arbitration of the output and its register
//
// Clock `clk`; `resetn` synchronous, active low, any length. Every valid output comes from a flop and
// `mem_in_busy` from counters: no output depends on an input of the same cycle. Both response channels are
// always ready, because nothing is asked for that has no place reserved. BRESP and RRESP are ignored.
//
// WR_SLOTS: writes held from descriptor to ack. Q_DEPTH, Q_MARGIN: places of an intake queue and how many of
// them are kept free by busy. AP_DECODE: refuse apertures other than 0 of mesh MESH_ID; otherwise address
// bit 39 is not examined. `mem_rd_count`, `mem_wr_count`: AR and AW handshakes modulo 2^16, one cycle late.
`default_nettype none

module mag_mem_port #(
    parameter FLIT_WIDTH = 288,
    parameter POS_WIDTH  = 4,
    parameter DATA_W     = 256,
    parameter ADDR_W     = 40,
    parameter ID_W       = 4,
    parameter MEM_X      = 0,
    parameter MEM_Y      = 1,
    parameter WR_SLOTS   = 16,
    parameter Q_DEPTH    = 64,
    parameter Q_MARGIN   = 4,
    parameter AP_DECODE  = 0,
    parameter MESH_ID    = 0
) (
    input  wire                  clk,
    input  wire                  resetn,

    output wire [ID_W-1:0]       m_awid,
    output wire [ADDR_W-1:0]     m_awaddr,
    output wire [7:0]            m_awlen,
    output wire [2:0]            m_awsize,
    output wire [1:0]            m_awburst,
    output wire                  m_awvalid,
    input  wire                  m_awready,

    output wire [DATA_W-1:0]     m_wdata,
    output wire [DATA_W/8-1:0]   m_wstrb,
    output wire                  m_wlast,
    output wire                  m_wvalid,
    input  wire                  m_wready,

    input  wire [ID_W-1:0]       m_bid,
    input  wire [1:0]            m_bresp,
    input  wire                  m_bvalid,
    output wire                  m_bready,

    output wire [ID_W-1:0]       m_arid,
    output wire [ADDR_W-1:0]     m_araddr,
    output wire [7:0]            m_arlen,
    output wire [2:0]            m_arsize,
    output wire [1:0]            m_arburst,
    output wire                  m_arvalid,
    input  wire                  m_arready,

    input  wire [ID_W-1:0]       m_rid,
    input  wire [DATA_W-1:0]     m_rdata,
    input  wire [1:0]            m_rresp,
    input  wire                  m_rlast,
    input  wire                  m_rvalid,
    output wire                  m_rready,

    input  wire [FLIT_WIDTH-1:0] mem_in_data,
    input  wire                  mem_in_valid,
    output wire                  mem_in_busy,

    output wire [FLIT_WIDTH-1:0] mem_out_data,
    output wire                  mem_out_valid,
    input  wire                  mem_out_busy,

    output reg  [15:0]           mem_rd_count,
    output reg  [15:0]           mem_wr_count
);
    // ---- legal parameters: a value outside stops elaboration on a module that does not exist and whose
    // name says what is wrong (Verilog-2005 has no elaboration message of its own)
    generate
        if (FLIT_WIDTH != 288) begin : g_flit_width
            mag_mem_port_needs_FLIT_WIDTH_288 refused ();
        end
        if (POS_WIDTH != 4) begin : g_pos_width
            mag_mem_port_needs_POS_WIDTH_4 refused ();
        end
        if (DATA_W != 256) begin : g_data_w
            mag_mem_port_needs_DATA_W_256 refused ();
        end
        if (ADDR_W != 40) begin : g_addr_w
            mag_mem_port_needs_ADDR_W_40 refused ();
        end
        if (ID_W < 1 || ID_W > 8) begin : g_id_w
            mag_mem_port_needs_ID_W_1_to_8 refused ();
        end
        if (MEM_X < 0 || MEM_X > 15) begin : g_mem_x
            mag_mem_port_needs_MEM_X_0_to_15 refused ();
        end
        if (MEM_Y < 0 || MEM_Y > 15) begin : g_mem_y
            mag_mem_port_needs_MEM_Y_0_to_15 refused ();
        end
        if (WR_SLOTS < 1 || WR_SLOTS > 64) begin : g_wr_slots
            mag_mem_port_needs_WR_SLOTS_1_to_64 refused ();
        end
        if (Q_DEPTH < 8 || Q_DEPTH > 1024 || (Q_DEPTH & (Q_DEPTH - 1)) != 0) begin : g_q_depth
            mag_mem_port_needs_Q_DEPTH_8_to_1024_power_of_two refused ();
        end
        if (Q_MARGIN < 1 || Q_MARGIN > Q_DEPTH - 2) begin : g_q_margin
            mag_mem_port_needs_Q_MARGIN_1_to_Q_DEPTH_minus_2 refused ();
        end
        if (MESH_ID < 0 || MESH_ID > 3) begin : g_mesh_id
            mag_mem_port_needs_MESH_ID_0_to_3 refused ();
        end
    endgenerate

    localparam PW     = 2 * POS_WIDTH;
    localparam SLOT_W = (WR_SLOTS > 1) ? $clog2(WR_SLOTS) : 1;

    localparam [ID_W-1:0] ID_STREAM = 0;
    localparam [ID_W-1:0] ID_PLAIN  = 1;
    localparam [ID_W-1:0] ID_WRITE  = 0;
    localparam [2:0]      SIZE_32B  = 3'd5;
    localparam [1:0]      INCR      = 2'b01;

    // ---- intake
    wire              pl_req_valid;
    wire [ADDR_W-1:0] pl_req_addr;
    wire [7:0]        pl_req_len;
    wire [PW-1:0]     pl_req_src;
    wire [7:0]        pl_req_txn;
    wire              pl_req_take;

    wire              st_req_valid;
    wire [ADDR_W-1:0] st_req_addr;
    wire [7:0]        st_req_count;
    wire [1:0]        st_req_words;
    wire [PW-1:0]     st_req_src;
    wire [7:0]        st_req_txn;
    wire [1:0]        st_req_npeer;
    wire [23:0]       st_req_peer;
    wire              st_req_take;

    wire              wr_valid;
    wire              wr_is_req;
    wire              wr_swallow;
    wire              wr_last;
    wire [2:0]        wr_beat;
    wire [PW-1:0]     wr_src;
    wire [7:0]        wr_txn;
    wire [DATA_W-1:0] wr_payload;
    wire              wr_take;

    mcs_mem_intake #(
        .FLIT_WIDTH(FLIT_WIDTH), .POS_WIDTH(POS_WIDTH), .DATA_W(DATA_W), .ADDR_W(ADDR_W),
        .Q_DEPTH(Q_DEPTH), .Q_MARGIN(Q_MARGIN), .AP_DECODE(AP_DECODE), .MESH_ID(MESH_ID)
    ) u_intake (
        .clk(clk), .resetn(resetn),
        .mem_in_data(mem_in_data), .mem_in_valid(mem_in_valid), .mem_in_busy(mem_in_busy),
        .pl_valid(pl_req_valid), .pl_addr(pl_req_addr), .pl_len(pl_req_len), .pl_src(pl_req_src),
        .pl_txn(pl_req_txn), .pl_take(pl_req_take),
        .st_valid(st_req_valid), .st_addr(st_req_addr), .st_count(st_req_count), .st_words(st_req_words),
        .st_src(st_req_src), .st_txn(st_req_txn), .st_npeer(st_req_npeer), .st_peer(st_req_peer),
        .st_take(st_req_take),
        .wr_valid(wr_valid), .wr_is_req(wr_is_req), .wr_swallow(wr_swallow), .wr_last(wr_last),
        .wr_beat(wr_beat), .wr_src(wr_src), .wr_txn(wr_txn), .wr_payload(wr_payload), .wr_take(wr_take));

    // ---- reads
    wire              st_ar_valid;
    wire [ADDR_W-1:0] st_ar_addr;
    wire [7:0]        st_ar_len;
    wire              st_ar_take;
    wire              st_valid;
    wire [PW-1:0]     st_dst;
    wire [7:0]        st_txn;
    wire [1:0]        st_word;
    wire              st_last;
    wire [DATA_W-1:0] st_data;
    wire              st_take;

    mcs_rd_stream #(.POS_WIDTH(POS_WIDTH), .DATA_W(DATA_W), .ADDR_W(ADDR_W)) u_stream (
        .clk(clk), .resetn(resetn),
        .req_valid(st_req_valid), .req_addr(st_req_addr), .req_count(st_req_count),
        .req_words(st_req_words), .req_src(st_req_src), .req_txn(st_req_txn), .req_npeer(st_req_npeer),
        .req_peer(st_req_peer), .req_take(st_req_take),
        .ar_valid(st_ar_valid), .ar_addr(st_ar_addr), .ar_len(st_ar_len), .ar_take(st_ar_take),
        .r_push(m_rvalid && m_rid == ID_STREAM), .r_data(m_rdata),
        .out_valid(st_valid), .out_dst(st_dst), .out_txn(st_txn), .out_word(st_word), .out_last(st_last),
        .out_data(st_data), .out_take(st_take));

    wire              pl_ar_valid;
    wire [ADDR_W-1:0] pl_ar_addr;
    wire [7:0]        pl_ar_len;
    wire              pl_ar_take;
    wire              pl_valid;
    wire [PW-1:0]     pl_dst;
    wire [7:0]        pl_txn;
    wire              pl_last;
    wire [DATA_W-1:0] pl_data;
    wire              pl_take;

    mcs_rd_plain #(.POS_WIDTH(POS_WIDTH), .DATA_W(DATA_W), .ADDR_W(ADDR_W)) u_plain (
        .clk(clk), .resetn(resetn),
        .req_valid(pl_req_valid), .req_addr(pl_req_addr), .req_len(pl_req_len), .req_src(pl_req_src),
        .req_txn(pl_req_txn), .req_take(pl_req_take),
        .ar_valid(pl_ar_valid), .ar_addr(pl_ar_addr), .ar_len(pl_ar_len), .ar_take(pl_ar_take),
        .r_push(m_rvalid && m_rid == ID_PLAIN), .r_data(m_rdata),
        .out_valid(pl_valid), .out_dst(pl_dst), .out_txn(pl_txn), .out_last(pl_last), .out_data(pl_data),
        .out_take(pl_take));

    // ---- AR: one register, the two engines in turn when both want it
    reg              ar_valid;
    reg              ar_plain;    // owner of the burst in the register, and the last one served
    reg [ADDR_W-1:0] ar_addr;
    reg [7:0]        ar_len;

    wire ar_load       = !ar_valid || m_arready;
    wire ar_pick_plain = pl_ar_valid && !(st_ar_valid && ar_plain);

    assign pl_ar_take = ar_load && ar_pick_plain;
    assign st_ar_take = ar_load && st_ar_valid && !ar_pick_plain;

    always @(posedge clk)
        if (!resetn) ar_valid <= 1'b0;
        else if (ar_load) ar_valid <= pl_ar_valid || st_ar_valid;

    always @(posedge clk)
        if (!resetn) ar_plain <= 1'b0;
        else if (pl_ar_take || st_ar_take) ar_plain <= ar_pick_plain;

    always @(posedge clk)
        if (ar_load) begin
            ar_addr <= ar_pick_plain ? pl_ar_addr : st_ar_addr;
            ar_len  <= ar_pick_plain ? pl_ar_len : st_ar_len;
        end

    assign m_arvalid = ar_valid;
    assign m_arid    = ar_plain ? ID_PLAIN : ID_STREAM;
    assign m_araddr  = ar_addr;
    assign m_arlen   = ar_len;
    assign m_arsize  = SIZE_32B;
    assign m_arburst = INCR;
    assign m_rready  = 1'b1;

    // ---- writes
    wire              done_valid;
    wire [SLOT_W-1:0] done_slot;
    wire [PW-1:0]     done_src;
    wire [7:0]        done_txn;
    wire [ADDR_W-1:0] done_addr;
    wire [2:0]        done_len;
    wire [SLOT_W-1:0] rd_slot;
    wire [2:0]        rd_beat;
    wire [DATA_W-1:0] rd_data;
    wire              free_valid;
    wire [SLOT_W-1:0] free_slot;

    mcs_wr_slots #(
        .POS_WIDTH(POS_WIDTH), .DATA_W(DATA_W), .ADDR_W(ADDR_W), .WR_SLOTS(WR_SLOTS), .SLOT_W(SLOT_W)
    ) u_slots (
        .clk(clk), .resetn(resetn),
        .in_valid(wr_valid), .in_is_req(wr_is_req), .in_swallow(wr_swallow), .in_last(wr_last),
        .in_beat(wr_beat), .in_src(wr_src), .in_txn(wr_txn), .in_payload(wr_payload), .in_take(wr_take),
        .done_valid(done_valid), .done_slot(done_slot), .done_src(done_src), .done_txn(done_txn),
        .done_addr(done_addr), .done_len(done_len),
        .rd_slot(rd_slot), .rd_beat(rd_beat), .rd_data(rd_data),
        .free_valid(free_valid), .free_slot(free_slot));

    wire          ack_valid;
    wire [PW-1:0] ack_dst;
    wire [7:0]    ack_txn;
    wire          ack_take;
    wire          ack_gone;

    mcs_wr_issue #(
        .POS_WIDTH(POS_WIDTH), .DATA_W(DATA_W), .ADDR_W(ADDR_W), .WR_SLOTS(WR_SLOTS), .SLOT_W(SLOT_W)
    ) u_issue (
        .clk(clk), .resetn(resetn),
        .done_valid(done_valid), .done_slot(done_slot), .done_src(done_src), .done_txn(done_txn),
        .done_addr(done_addr), .done_len(done_len),
        .rd_slot(rd_slot), .rd_beat(rd_beat), .rd_data(rd_data),
        .m_awaddr(m_awaddr), .m_awlen(m_awlen), .m_awvalid(m_awvalid), .m_awready(m_awready),
        .m_wdata(m_wdata), .m_wlast(m_wlast), .m_wvalid(m_wvalid), .m_wready(m_wready),
        .m_bvalid(m_bvalid),
        .ack_valid(ack_valid), .ack_dst(ack_dst), .ack_txn(ack_txn), .ack_take(ack_take),
        .ack_gone(ack_gone), .free_valid(free_valid), .free_slot(free_slot));

    assign m_awid    = ID_WRITE;
    assign m_awsize  = SIZE_32B;
    assign m_awburst = INCR;
    assign m_wstrb   = {(DATA_W/8){1'b1}};
    assign m_bready  = 1'b1;

    // ---- output
    mcs_mem_emit #(
        .FLIT_WIDTH(FLIT_WIDTH), .POS_WIDTH(POS_WIDTH), .DATA_W(DATA_W), .MEM_X(MEM_X), .MEM_Y(MEM_Y)
    ) u_emit (
        .clk(clk), .resetn(resetn),
        .st_valid(st_valid), .st_dst(st_dst), .st_txn(st_txn), .st_word(st_word), .st_last(st_last),
        .st_data(st_data), .st_take(st_take),
        .pl_valid(pl_valid), .pl_dst(pl_dst), .pl_txn(pl_txn), .pl_last(pl_last), .pl_data(pl_data),
        .pl_take(pl_take),
        .ack_valid(ack_valid), .ack_dst(ack_dst), .ack_txn(ack_txn), .ack_take(ack_take),
        .ack_gone(ack_gone),
        .mem_out_data(mem_out_data), .mem_out_valid(mem_out_valid), .mem_out_busy(mem_out_busy));

    // ---- counters
    always @(posedge clk)
        if (!resetn) mem_rd_count <= 16'd0;
        else if (m_arvalid && m_arready) mem_rd_count <= mem_rd_count + 16'd1;

    always @(posedge clk)
        if (!resetn) mem_wr_count <= 16'd0;
        else if (m_awvalid && m_awready) mem_wr_count <= mem_wr_count + 16'd1;

    wire unused_responses = &{1'b0, m_bid, m_bresp, m_rresp, m_rlast};
endmodule

`default_nettype wire
