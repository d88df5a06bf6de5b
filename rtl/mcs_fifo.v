// First-word-fall-through queue.
//
// What is pushed at an edge shows on dout/valid from the next cycle on. There is no full flag: whoever
// pushes has counted the room (the port reserves before it accepts, asks or allocates), so a flag here
// would only be a second, later opinion. DEPTH is any number from 1 up. The memory is not reset: dout
// means something only while valid is high.
`default_nettype none

module mcs_fifo #(
    parameter WIDTH = 8,
    parameter DEPTH = 16
) (
    input  wire             clk,
    input  wire             resetn,
    input  wire             push,
    input  wire [WIDTH-1:0] din,
    output wire             valid,
    output wire [WIDTH-1:0] dout,
    input  wire             pop
);
    localparam PTR_W = (DEPTH > 1) ? $clog2(DEPTH) : 1;
    localparam CNT_W = $clog2(DEPTH + 1);
    localparam LAST_I = DEPTH - 1;
    localparam [PTR_W-1:0] LAST = LAST_I[PTR_W-1:0];
    localparam [PTR_W-1:0] PTR_ONE = 1;
    localparam [CNT_W-1:0] CNT_ONE = 1;

    reg [WIDTH-1:0] mem [0:DEPTH-1];
    reg [PTR_W-1:0] wptr;
    reg [PTR_W-1:0] rptr;
    reg [CNT_W-1:0] held;

    assign valid = (held != 0);
    assign dout  = mem[rptr];

    always @(posedge clk)
        if (push) mem[wptr] <= din;

    always @(posedge clk)
        if (!resetn) wptr <= 0;
        else if (push) wptr <= (wptr == LAST) ? 0 : wptr + PTR_ONE;

    always @(posedge clk)
        if (!resetn) rptr <= 0;
        else if (pop) rptr <= (rptr == LAST) ? 0 : rptr + PTR_ONE;

    always @(posedge clk)
        if (!resetn) held <= 0;
        else if (push && !pop) held <= held + CNT_ONE;
        else if (pop && !push) held <= held - CNT_ONE;
endmodule

`default_nettype wire
