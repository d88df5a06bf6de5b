// First-word-fall-through FIFO. DEPTH is a power of two, at least 2.
//
// `head` is meaningful while `count` is not zero. A push into a full FIFO and a pop from an empty
// one are the caller's errors and are not guarded: every caller here counts its own room.
`default_nettype none

module sp_fifo #(
    parameter W     = 8,
    parameter DEPTH = 8
) (
    input  wire                     clk,
    input  wire                     resetn,
    input  wire                     push,
    input  wire [W-1:0]             din,
    input  wire                     pop,
    output wire [W-1:0]             head,
    output reg  [$clog2(DEPTH):0]   count
);
    localparam PW = $clog2(DEPTH);

    reg [W-1:0]  store [0:DEPTH-1];
    reg [PW-1:0] wptr;
    reg [PW-1:0] rptr;

    assign head = store[rptr];

    always @(posedge clk)
        if (push) store[wptr] <= din;

    always @(posedge clk)
        if (!resetn) begin
            wptr  <= 0;
            rptr  <= 0;
            count <= 0;
        end else begin
            if (push) wptr <= wptr + 1'b1;
            if (pop)  rptr <= rptr + 1'b1;
            if (push && !pop) count <= count + 1'b1;
            if (pop && !push) count <= count - 1'b1;
        end
endmodule

`default_nettype wire
