// Framing of writes at the intake: which data flit belongs to which beat of which write.
//
// The binding of data to descriptors follows from the order in which flits are accepted, by source coordinate
// (memory protocol 4.1), so it is settled at the link, before any queue: a data flit without an open write is
// known as an orphan at once and its message does not depend on what blocks the write queue or on a reset
// that comes later. A source has at most one write open; a write ends on the beat count alone.
//
//   req    a write descriptor of `src` is accepted this cycle, with its len (beats - 1) and `req_swallow`
//   data   a data flit of `src` is accepted this cycle; valid with it, combinationally:
//          orphan, beat (index in the write), last, swallow (as given with the descriptor)
`default_nettype none

module mcs_wr_frame #(
    parameter SRC_W = 8
) (
    input  wire             clk,
    input  wire             resetn,
    input  wire [SRC_W-1:0] src,
    input  wire             req,
    input  wire [7:0]       req_len,
    input  wire             req_swallow,
    input  wire             data,
    output wire             orphan,
    output wire [7:0]       beat,
    output wire             last,
    output wire             swallow
);
    localparam SOURCES = 1 << SRC_W;

    reg [SOURCES-1:0] open;
    reg [7:0]         len  [0:SOURCES-1];
    reg [7:0]         got  [0:SOURCES-1];   // beats accepted
    reg               drop [0:SOURCES-1];

    assign orphan  = !open[src];
    assign beat    = got[src];
    assign last    = (got[src] == len[src]);
    assign swallow = drop[src];

    always @(posedge clk)
        if (!resetn) open <= 0;
        else if (req) open[src] <= 1'b1;
        else if (data && last) open[src] <= 1'b0;

    always @(posedge clk)
        if (req) begin
            len[src]  <= req_len;
            drop[src] <= req_swallow;
        end

    always @(posedge clk)
        if (req) got[src] <= 8'd0;
        else if (data) got[src] <= beat + 8'd1;
endmodule

`default_nettype wire
