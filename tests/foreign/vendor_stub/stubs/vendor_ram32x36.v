// Stands in for the vendor's distributed RAM: 32 words of 36 bits, written at the clock edge, read
// at any time; a word reads new from the cycle after its write. No reset.
`default_nettype none

module vendor_ram32x36 (
    input  wire        clk,
    input  wire        we,
    input  wire [4:0]  waddr,
    input  wire [35:0] din,
    input  wire [4:0]  raddr,
    output wire [35:0] dout
);
    reg [35:0] store [0:31];

    assign dout = store[raddr];

    always @(posedge clk)
        if (we) store[waddr] <= din;
endmodule

`default_nettype wire
