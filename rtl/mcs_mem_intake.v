// The intake of a memory port: takes flits off the link, sorts them and keeps them until they are served.
//
// Two queues in the sense of the memory protocol (1.3): read requests, and write descriptors with their data
// in order of arrival. The read queue is stored as two, plain and streaming, that share one count: each
// engine sees its own oldest request, so neither form waits behind the other. `mem_in_busy` is a function of
// the two counts alone: high while either queue holds Q_DEPTH - Q_MARGIN flits or more. All queues have
// Q_DEPTH places, so the margin is real.
//
// Settled here because it needs nothing but what was accepted: types a port does not serve are accepted and
// dropped, so are unserved aperture reads and data without an open write; writes that are too long or name an
// unserved aperture are marked `swallow`, descriptor and data, and keep their places. Messages appear at the
// edge that accepts the flit; a long write to an unserved aperture is reported as LONG_WRITE only.
//
// Handed on: `src` = {x, y} as in the flit; `pl_len` = beats - 1; `st_count` = entries, 1-255 (0 became 1);
// `st_words` = words per entry - 1; `wr_beat`, `wr_last` of a data flit as in mcs_wr_frame.
`default_nettype none

module mcs_mem_intake #(
    parameter FLIT_WIDTH = 288,
    parameter POS_WIDTH  = 4,
    parameter DATA_W     = 256,
    parameter ADDR_W     = 40,
    parameter Q_DEPTH    = 64,
    parameter Q_MARGIN   = 4,
    parameter AP_DECODE  = 0,
    parameter MESH_ID    = 0
) (
    input  wire                   clk,
    input  wire                   resetn,

    input  wire [FLIT_WIDTH-1:0]  mem_in_data,
    input  wire                   mem_in_valid,
    output wire                   mem_in_busy,

    output wire                   pl_valid,
    output wire [ADDR_W-1:0]      pl_addr,
    output wire [7:0]             pl_len,
    output wire [2*POS_WIDTH-1:0] pl_src,
    output wire [7:0]             pl_txn,
    input  wire                   pl_take,

    output wire                   st_valid,
    output wire [ADDR_W-1:0]      st_addr,
    output wire [7:0]             st_count,
    output wire [1:0]             st_words,
    output wire [2*POS_WIDTH-1:0] st_src,
    output wire [7:0]             st_txn,
    output wire [1:0]             st_npeer,
    output wire [23:0]            st_peer,
    input  wire                   st_take,

    output wire                   wr_valid,
    output wire                   wr_is_req,
    output wire                   wr_swallow,
    output wire                   wr_last,
    output wire [2:0]             wr_beat,
    output wire [2*POS_WIDTH-1:0] wr_src,
    output wire [7:0]             wr_txn,
    output wire [DATA_W-1:0]      wr_payload,
    input  wire                   wr_take
);
    localparam [3:0] TYPE_RD_REQ  = 4'h0;
    localparam [3:0] TYPE_WR_REQ  = 4'h1;
    localparam [3:0] TYPE_WR_DATA = 4'h4;
    localparam [7:0] WBURST       = 8'd8;

    localparam PW        = 2 * POS_WIDTH;
    localparam HDR_TYPE  = FLIT_WIDTH - 2 * PW - 1;   // top bit of the type field
    localparam CNT_W     = $clog2(Q_DEPTH + 1);
    localparam NEAR_I    = Q_DEPTH - Q_MARGIN;
    localparam [CNT_W-1:0] NEAR_FULL = NEAR_I[CNT_W-1:0];
    localparam [CNT_W-1:0] CNT_ONE   = 1;
    localparam [1:0]       MESH      = MESH_ID[1:0];

    // ---- fields (wire 2 and 3)
    wire [PW-1:0]     src     = mem_in_data[FLIT_WIDTH-PW-1 -: PW];
    wire [3:0]        kind    = mem_in_data[HDR_TYPE -: 4];
    wire [7:0]        txn     = mem_in_data[HDR_TYPE-4 -: 8];
    wire [ADDR_W-1:0] addr    = mem_in_data[255:216];
    wire [7:0]        len     = mem_in_data[215:208];
    wire              stream  = mem_in_data[206];
    wire [7:0]        count   = mem_in_data[199:192];
    wire [23:0]       peer    = mem_in_data[191:168];
    wire [1:0]        npeer   = mem_in_data[167:166];
    wire [7:0]        ewords  = mem_in_data[165:158];

    wire [7:0] count_n  = (count == 8'd0) ? 8'd1 : count;
    wire [7:0] ewords_m = ewords - 8'd1;
    wire [1:0] words_n  = (ewords_m > 8'd3) ? 2'd3 : ewords_m[1:0];

    // ---- classification
    wire accept  = mem_in_valid && !mem_in_busy;
    wire is_read = (kind == TYPE_RD_REQ);
    wire is_wreq = (kind == TYPE_WR_REQ);
    wire is_data = (kind == TYPE_WR_DATA);

    wire unserved   = (AP_DECODE != 0) && addr[39] && (addr[37:36] != MESH || addr[35:32] != 4'd0);
    wire long_write = (len >= WBURST);

    // ---- framing of writes
    wire       orphan;
    wire [7:0] beat;
    wire       last;
    wire       data_swallow;
    wire       req_swallow = long_write || unserved;

    mcs_wr_frame #(.SRC_W(PW)) u_frame (
        .clk(clk), .resetn(resetn), .src(src),
        .req(accept && is_wreq), .req_len(len), .req_swallow(req_swallow),
        .data(accept && is_data && !orphan), .orphan(orphan), .beat(beat), .last(last),
        .swallow(data_swallow));

    // ---- where it goes
    wire put_pl = accept && is_read && !unserved && !stream;
    wire put_st = accept && is_read && !unserved && stream;
    wire put_wr = accept && (is_wreq || (is_data && !orphan));

    // ---- counts and busy
    reg [CNT_W-1:0] rd_held;
    reg [CNT_W-1:0] wr_held;

    assign mem_in_busy = (rd_held >= NEAR_FULL) || (wr_held >= NEAR_FULL);

    // Both engines may take a read in the same cycle.
    wire [CNT_W-1:0] rd_in  = (put_pl || put_st) ? CNT_ONE : 0;
    wire [CNT_W-1:0] rd_out = (pl_take ? CNT_ONE : 0) + (st_take ? CNT_ONE : 0);

    always @(posedge clk)
        if (!resetn) rd_held <= 0;
        else rd_held <= rd_held + rd_in - rd_out;

    always @(posedge clk)
        if (!resetn) wr_held <= 0;
        else if (put_wr && !wr_take) wr_held <= wr_held + CNT_ONE;
        else if (wr_take && !put_wr) wr_held <= wr_held - CNT_ONE;

    // ---- queues
    mcs_fifo #(.WIDTH(ADDR_W + 8 + PW + 8), .DEPTH(Q_DEPTH)) u_plain (
        .clk(clk), .resetn(resetn),
        .push(put_pl), .din({addr, len, src, txn}),
        .valid(pl_valid), .dout({pl_addr, pl_len, pl_src, pl_txn}), .pop(pl_take));

    mcs_fifo #(.WIDTH(ADDR_W + 8 + 2 + PW + 8 + 2 + 24), .DEPTH(Q_DEPTH)) u_stream (
        .clk(clk), .resetn(resetn),
        .push(put_st), .din({addr, count_n, words_n, src, txn, npeer, peer}),
        .valid(st_valid),
        .dout({st_addr, st_count, st_words, st_src, st_txn, st_npeer, st_peer}), .pop(st_take));

    // Beats past the eighth belong to swallowed writes, so three bits of the index are enough from here on.
    mcs_fifo #(.WIDTH(6 + PW + 8 + DATA_W), .DEPTH(Q_DEPTH)) u_write (
        .clk(clk), .resetn(resetn),
        .push(put_wr),
        .din({is_wreq, is_wreq ? req_swallow : data_swallow, last, beat[2:0], src, txn,
              mem_in_data[DATA_W-1:0]}),
        .valid(wr_valid),
        .dout({wr_is_req, wr_swallow, wr_last, wr_beat, wr_src, wr_txn, wr_payload}), .pop(wr_take));

    // Not examined: destination, last and rsvd of the header, and the other flags.
    wire unused_fields = &{1'b0, mem_in_data[FLIT_WIDTH-1 -: PW], mem_in_data[259:256], mem_in_data[207],
                           addr[38], beat[7:3]};

`ifndef SYNTHESIS
    always @(posedge clk)
        if (resetn && accept) begin
            if (!is_read && !is_wreq && !is_data)
                $display("ERROR mag_mem_port NOT_MEMORY: flit of type %h from %h dropped", kind, src);
            if (is_data && orphan)
                $display("ERROR mag_mem_port ORPHAN_DATA: data flit from %h matches no open write, dropped",
                         src);
            if (is_wreq && long_write)
                $display("ERROR mag_mem_port LONG_WRITE: write of %0d beats from %h swallowed",
                         {1'b0, len} + 9'd1, src);
            if (is_wreq && !long_write && unserved)
                $display("ERROR mag_mem_port APERTURE_WRITE: write to %h from %h dropped", addr, src);
            if (is_read && unserved)
                $display("ERROR mag_mem_port APERTURE_READ: read of %h from %h dropped", addr, src);
        end
`endif
endmodule

`default_nettype wire
