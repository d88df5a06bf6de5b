// A first-word-fall-through queue with valid and ready on both sides; one item a cycle may enter and leave.
//
// `in_ready` and `out_valid` are functions of the fill alone, so nothing passes through combinationally. What
// enters in one cycle shows from the next on. DEPTH is any number from 2 up for one item a cycle.
`default_nettype none

module mcs_mm_queue #(
    parameter integer WIDTH = 8,
    parameter integer DEPTH = 4
) (
    input  wire             clk,
    input  wire             resetn,
    input  wire             in_valid,
    output wire             in_ready,
    input  wire [WIDTH-1:0] in_data,
    output wire             out_valid,
    output wire [WIDTH-1:0] out_data,
    input  wire             out_take   // only while out_valid
);
    localparam integer     CNT_W = $clog2(DEPTH + 1);
    localparam [CNT_W-1:0] ALL   = DEPTH[CNT_W-1:0];
    localparam [CNT_W-1:0] ONE   = 1;

    reg [CNT_W-1:0] held;

    wire enter = in_valid && in_ready;

    assign in_ready = held != ALL;

    always @(posedge clk)
        if (!resetn) held <= 0;
        else if (enter && !out_take) held <= held + ONE;
        else if (out_take && !enter) held <= held - ONE;

    mcs_fifo #(.WIDTH(WIDTH), .DEPTH(DEPTH)) u_items (
        .clk(clk), .resetn(resetn),
        .push(enter), .din(in_data),
        .valid(out_valid), .dout(out_data), .pop(out_take));
endmodule

`default_nettype wire
