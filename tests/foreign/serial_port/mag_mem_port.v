// mag_mem_port, the serial one: a memory port that does one thing at a time.
//
// It obeys the memory protocol (seed sections 1-5, 7, 8, 10) and differs from a fast port wherever
// the protocol leaves a choice; README.md beside this file lists the differences. It meets no rate
// target. `test_mode` only forces `idle` low; `idle` is high while nothing accepted is unfinished.
//
// Reads and writes share nothing but the link: plain reads, streaming runs and writes wait in
// queues of their own, so no kind waits behind another.
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
    input  wire                    clk,
    input  wire                    resetn,

    input  wire                    test_mode,
    output reg                     idle,

    input  wire [FLIT_WIDTH-1:0]   mem_in_data,
    input  wire                    mem_in_valid,
    output reg                     mem_in_busy,
    output wire [FLIT_WIDTH-1:0]   mem_out_data,
    output wire                    mem_out_valid,
    input  wire                    mem_out_busy,

    output wire [ID_W-1:0]         m_awid,
    output wire [ADDR_W-1:0]       m_awaddr,
    output wire [7:0]              m_awlen,
    output wire [2:0]              m_awsize,
    output wire [1:0]              m_awburst,
    output wire                    m_awvalid,
    input  wire                    m_awready,
    output wire [DATA_W-1:0]       m_wdata,
    output wire [DATA_W/8-1:0]     m_wstrb,
    output wire                    m_wlast,
    output wire                    m_wvalid,
    input  wire                    m_wready,
    input  wire [ID_W-1:0]         m_bid,
    input  wire [1:0]              m_bresp,
    input  wire                    m_bvalid,
    output wire                    m_bready,
    output wire [ID_W-1:0]         m_arid,
    output wire [ADDR_W-1:0]       m_araddr,
    output wire [7:0]              m_arlen,
    output wire [2:0]              m_arsize,
    output wire [1:0]              m_arburst,
    output wire                    m_arvalid,
    input  wire                    m_arready,
    input  wire [ID_W-1:0]         m_rid,
    input  wire [DATA_W-1:0]       m_rdata,
    input  wire [1:0]              m_rresp,
    input  wire                    m_rlast,
    input  wire                    m_rvalid,
    output wire                    m_rready,

    output reg  [15:0]             mem_rd_count,
    output reg  [15:0]             mem_wr_count
);
    localparam SW = (WR_SLOTS > 1) ? $clog2(WR_SLOTS) : 1;
    localparam CW = $clog2(Q_DEPTH) + 1;

    localparam TYPE_RD_REQ  = 4'd0;
    localparam TYPE_WR_REQ  = 4'd1;
    localparam TYPE_WR_DATA = 4'd4;
    localparam STREAM_BIT   = 206;     // flags[6] of the descriptor

    // Two flits more cautious than the margin asks where the queue is deep enough for that.
    localparam LIMIT   = Q_DEPTH - Q_MARGIN;
    localparam STOP_AT = (LIMIT > 4) ? LIMIT - 2 : LIMIT;

    // The link stays closed this many cycles after reset (wire 1 allows 16).
    localparam BOOT = 3'd5;

    // ---- parameters outside the contract stop the elaboration ----
    localparam BAD_ID     = (ID_W < 1) || (ID_W > 8);
    localparam BAD_SLOTS  = (WR_SLOTS < 1) || (WR_SLOTS > 64);
    localparam BAD_DEPTH  = (Q_DEPTH < 8) || (Q_DEPTH > 1024) || ((Q_DEPTH & (Q_DEPTH - 1)) != 0);
    localparam BAD_MARGIN = (Q_MARGIN < 1) || (Q_MARGIN > Q_DEPTH - 2);
    localparam BAD_PLACE  = (MEM_X < 0) || (MEM_X > 15) || (MEM_Y < 0) || (MEM_Y > 15);
    localparam BAD_MESH   = (MESH_ID < 0) || (MESH_ID > 3);

    generate
        if (FLIT_WIDTH != 288) sp_illegal_FLIT_WIDTH     refused();
        if (POS_WIDTH != 4)    sp_illegal_POS_WIDTH      refused();
        if (DATA_W != 256)     sp_illegal_DATA_W         refused();
        if (ADDR_W != 40)      sp_illegal_ADDR_W         refused();
        if (BAD_ID)            sp_illegal_ID_W           refused();
        if (BAD_SLOTS)         sp_illegal_WR_SLOTS       refused();
        if (BAD_DEPTH)         sp_illegal_Q_DEPTH        refused();
        if (BAD_MARGIN)        sp_illegal_Q_MARGIN       refused();
        if (BAD_PLACE)         sp_illegal_MEM_X_or_MEM_Y refused();
        if (BAD_MESH)          sp_illegal_MESH_ID        refused();
    endgenerate

    // ---- intake: one register, then the queue of its kind ----
    reg                  stage_valid;
    reg [FLIT_WIDTH-1:0] stage_flit;

    wire accept = mem_in_valid && !mem_in_busy;

    always @(posedge clk)
        if (!resetn) stage_valid <= 1'b0;
        else         stage_valid <= accept;

    always @(posedge clk)
        if (accept) stage_flit <= mem_in_data;

    wire [3:0] stage_type  = stage_flit[271:268];
    wire       stage_read  = stage_valid && (stage_type == TYPE_RD_REQ);
    wire       stage_write = stage_valid &&
                             ((stage_type == TYPE_WR_REQ) || (stage_type == TYPE_WR_DATA));
    wire       push_plain  = stage_read && !stage_flit[STREAM_BIT];
    wire       push_run    = stage_read && stage_flit[STREAM_BIT];

    wire [FLIT_WIDTH-1:0] pq_flit, sq_flit, wq_flit;
    wire [CW-1:0]         pq_count, sq_count, wq_count;
    wire                  pq_pop, sq_pop, wq_pop;

    sp_fifo #(.W(FLIT_WIDTH), .DEPTH(Q_DEPTH)) plain_queue (
        .clk(clk), .resetn(resetn), .push(push_plain), .din(stage_flit),
        .pop(pq_pop), .head(pq_flit), .count(pq_count)
    );
    sp_fifo #(.W(FLIT_WIDTH), .DEPTH(Q_DEPTH)) run_queue (
        .clk(clk), .resetn(resetn), .push(push_run), .din(stage_flit),
        .pop(sq_pop), .head(sq_flit), .count(sq_count)
    );
    sp_fifo #(.W(FLIT_WIDTH), .DEPTH(Q_DEPTH)) write_queue (
        .clk(clk), .resetn(resetn), .push(stage_write), .din(stage_flit),
        .pop(wq_pop), .head(wq_flit), .count(wq_count)
    );

    // A flit between the link and its queue counts against all three, and a flit that leaves in
    // this cycle still counts: busy errs towards closed and no queue can pass STOP_AT.
    reg  [2:0]  boot;
    wire [CW:0] coming = {{CW{1'b0}}, stage_valid} + {{CW{1'b0}}, accept};
    wire        full   = ({1'b0, pq_count} + coming >= STOP_AT[CW:0]) ||
                         ({1'b0, sq_count} + coming >= STOP_AT[CW:0]) ||
                         ({1'b0, wq_count} + coming >= STOP_AT[CW:0]);

    always @(posedge clk)
        if (!resetn) begin
            boot        <= BOOT;
            mem_in_busy <= 1'b1;
        end else begin
            if (boot != 3'd0) boot <= boot - 3'd1;
            mem_in_busy <= (boot != 3'd0) || full;
        end

    // ---- reads, writes, output ----
    wire         plain_valid, plain_pop;
    wire [272:0] plain_word;
    wire         ent_valid, ent_pop;
    wire [1:0]   ent_word, ent_peers;
    wire [255:0] ent_data;
    wire [7:0]   ent_txn;
    wire [2:0]   ent_words;
    wire [31:0]  ent_dst;
    wire         ack_valid, ack_pop, ack_sent;
    wire [SW-1:0] ack_slot, ack_sent_slot;
    wire [7:0]   ack_txn, ack_dst;
    wire         read_idle, write_idle, emit_idle;

    sp_read #(
        .FLIT_WIDTH(FLIT_WIDTH), .ID_W(ID_W), .AP_DECODE(AP_DECODE), .MESH_ID(MESH_ID)
    ) reader (
        .clk(clk), .resetn(resetn),
        .pq_valid(pq_count != 0), .pq_flit(pq_flit), .pq_pop(pq_pop),
        .sq_valid(sq_count != 0), .sq_flit(sq_flit), .sq_pop(sq_pop),
        .arid(m_arid), .araddr(m_araddr), .arlen(m_arlen), .arvalid(m_arvalid),
        .arready(m_arready), .rdata(m_rdata), .rvalid(m_rvalid), .rready(m_rready),
        .plain_valid(plain_valid), .plain_word(plain_word), .plain_pop(plain_pop),
        .ent_valid(ent_valid), .ent_word(ent_word), .ent_data(ent_data), .ent_txn(ent_txn),
        .ent_words(ent_words), .ent_peers(ent_peers), .ent_dst(ent_dst), .ent_pop(ent_pop),
        .idle(read_idle)
    );

    sp_write #(
        .FLIT_WIDTH(FLIT_WIDTH), .ID_W(ID_W), .WR_SLOTS(WR_SLOTS), .AP_DECODE(AP_DECODE),
        .MESH_ID(MESH_ID), .SW(SW)
    ) writer (
        .clk(clk), .resetn(resetn),
        .wq_valid(wq_count != 0), .wq_flit(wq_flit), .wq_pop(wq_pop),
        .awid(m_awid), .awaddr(m_awaddr), .awlen(m_awlen), .awvalid(m_awvalid),
        .awready(m_awready), .wdata(m_wdata), .wlast(m_wlast), .wvalid(m_wvalid),
        .wready(m_wready), .bvalid(m_bvalid), .bready(m_bready),
        .ack_valid(ack_valid), .ack_slot(ack_slot), .ack_txn(ack_txn), .ack_dst(ack_dst),
        .ack_pop(ack_pop), .ack_sent(ack_sent), .ack_sent_slot(ack_sent_slot),
        .idle(write_idle)
    );

    sp_emit #(
        .FLIT_WIDTH(FLIT_WIDTH), .MEM_X(MEM_X), .MEM_Y(MEM_Y), .SW(SW)
    ) emitter (
        .clk(clk), .resetn(resetn),
        .plain_valid(plain_valid), .plain_word(plain_word), .plain_pop(plain_pop),
        .ent_valid(ent_valid), .ent_word(ent_word), .ent_data(ent_data), .ent_txn(ent_txn),
        .ent_words(ent_words), .ent_peers(ent_peers), .ent_dst(ent_dst), .ent_pop(ent_pop),
        .ack_valid(ack_valid), .ack_slot(ack_slot), .ack_txn(ack_txn), .ack_dst(ack_dst),
        .ack_pop(ack_pop), .ack_sent(ack_sent), .ack_sent_slot(ack_sent_slot),
        .out_flit(mem_out_data), .out_valid(mem_out_valid), .out_busy(mem_out_busy),
        .idle(emit_idle)
    );

    assign m_awsize  = 3'd5;
    assign m_awburst = 2'b01;
    assign m_wstrb   = {DATA_W/8{1'b1}};
    assign m_arsize  = 3'd5;
    assign m_arburst = 2'b01;

    // ---- counters, one cycle late; status ----
    reg ar_seen;
    reg aw_seen;

    always @(posedge clk)
        if (!resetn) begin
            ar_seen      <= 1'b0;
            aw_seen      <= 1'b0;
            mem_rd_count <= 16'd0;
            mem_wr_count <= 16'd0;
        end else begin
            ar_seen      <= m_arvalid && m_arready;
            aw_seen      <= m_awvalid && m_awready;
            mem_rd_count <= mem_rd_count + {15'd0, ar_seen};
            mem_wr_count <= mem_wr_count + {15'd0, aw_seen};
        end

    always @(posedge clk)
        if (!resetn) idle <= 1'b0;
        else         idle <= !test_mode && !accept && !stage_valid && (pq_count == 0) &&
                             (sq_count == 0) && (wq_count == 0) && read_idle && write_idle &&
                             emit_idle;

    // Errors and ids of responses are not examined: one burst a direction is ever under way.
    wire unused = &{1'b0, m_bid, m_bresp, m_rid, m_rresp, m_rlast};

`ifndef SYNTHESIS
    always @(posedge clk)
        if (resetn && stage_valid && !stage_read && !stage_write)
            $display("ERROR mag_mem_port NOT_MEMORY: flit of type %h from (%0d,%0d) dropped",
                     stage_type, stage_flit[279:276], stage_flit[275:272]);
`endif
endmodule

`default_nettype wire
