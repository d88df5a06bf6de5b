// Exact product of a walker's six element counts and a small factor, one bit of a count per cycle.
//
// `start` takes `factor` and `counts` (each at least 1), whatever was under way; `busy` is high from the next
// cycle until `product` is final and stays. Before the first start nothing here means anything. At most 102
// cycles: a count costs one cycle plus its bit length, a count of 1 one cycle. 8 + 6 * 16 bits hold any
// product, so nothing wraps and no wide multiplier is needed (modules 4, fault 1).
`default_nettype none

module mcs_mv_product (
    input  wire         clk,

    input  wire         start,
    input  wire [7:0]   factor,
    input  wire [95:0]  counts,

    output wire         busy,
    output reg  [103:0] product
);
    reg [95:0]  todo;    // counts not yet begun, the next one lowest
    reg [2:0]   waiting; // how many they are
    reg [15:0]  bits;    // of the count under way, not yet added
    reg [103:0] shifted; // product before this count, times 2 per bit done

    wire between = bits == 16'd0 && waiting != 3'd0;
    wire trivial = todo[15:0] == 16'd1;

    assign busy = bits != 16'd0 || waiting != 3'd0;

    always @(posedge clk)
        if (start) waiting <= 3'd6;
        else if (between) waiting <= waiting - 3'd1;

    always @(posedge clk)
        if (start) todo <= counts;
        else if (between) todo <= {16'd0, todo[95:16]};

    always @(posedge clk)
        if (start) bits <= 16'd0;
        else if (between) bits <= trivial ? 16'd0 : todo[15:0];
        else bits <= {1'b0, bits[15:1]};

    always @(posedge clk)
        if (between) shifted <= product;
        else shifted <= {shifted[102:0], 1'b0};

    always @(posedge clk)
        if (start) product <= {96'd0, factor};
        else if (between && !trivial) product <= 104'd0;
        else if (bits[0]) product <= product + shifted;
endmodule

`default_nettype wire
