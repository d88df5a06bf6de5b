// The serial port's FIFO, built from a vendor's memory primitives.
//
// First-word-fall-through: `head` is meaningful while `count` is not zero; the caller never pushes
// into a full FIFO and never pops an empty one. DEPTH is a power of two from 2 to 512. From 64
// words on the store is a row of block RAM FIFOs of 72 bits each, below that distributed RAM of
// 36 bits each with its pointers out here.
//
// The vendor wants `rst` of its FIFO high for at least 5 cycles, and `resetn` may be low for one:
// `rst` is stretched by 4 cycles. The port opens its link only after that.
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
    localparam IS_BLOCK = (DEPTH >= 64);
    localparam UNIT     = IS_BLOCK ? 72 : 36;
    localparam UNITS    = (W + UNIT - 1) / UNIT;

    wire [UNITS*UNIT-1:0] in_units = {{(UNITS*UNIT-W){1'b0}}, din};
    wire [UNITS*UNIT-1:0] out_units;
    assign head = out_units[W-1:0];

    always @(posedge clk)
        if (!resetn)           count <= 0;
        else if (push && !pop) count <= count + 1'b1;
        else if (pop && !push) count <= count - 1'b1;

    genvar u;
    generate
        if (DEPTH > 512) sp_illegal_Q_DEPTH refused();

        if (IS_BLOCK) begin : block
            reg [2:0] stretch;
            wire      rst = !resetn || (stretch != 3'd0);

            always @(posedge clk)
                if (!resetn)              stretch <= 3'd4;
                else if (stretch != 3'd0) stretch <= stretch - 3'd1;

            for (u = 0; u < UNITS; u = u + 1) begin : unit
                vendor_fifo36 #(.FIRST_WORD_FALL_THROUGH("TRUE")) fifo (
                    .clk(clk), .rst(rst), .sleep(1'b0),
                    .wr_en(push), .din(in_units[u*72 +: 72]), .full(),
                    .rd_en(pop), .dout(out_units[u*72 +: 72]), .empty()
                );
            end
        end else begin : distributed
            reg [$clog2(DEPTH)-1:0] wptr;
            reg [$clog2(DEPTH)-1:0] rptr;

            always @(posedge clk)
                if (!resetn) begin
                    wptr <= 0;
                    rptr <= 0;
                end else begin
                    if (push) wptr <= wptr + 1'b1;
                    if (pop)  rptr <= rptr + 1'b1;
                end

            for (u = 0; u < UNITS; u = u + 1) begin : unit
                vendor_ram32x36 ram (
                    .clk(clk), .we(push), .waddr({{(5-$clog2(DEPTH)){1'b0}}, wptr}),
                    .din(in_units[u*36 +: 36]), .raddr({{(5-$clog2(DEPTH)){1'b0}}, rptr}),
                    .dout(out_units[u*36 +: 36])
                );
            end
        end
    endgenerate
endmodule

`default_nettype wire
