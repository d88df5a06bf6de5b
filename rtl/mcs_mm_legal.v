// What the memory side refuses of a burst from outside (modules 5, host window and `ri_*`). Combinational.
//
// Served are INCR bursts of 32-byte beats from an aligned address that stay inside one 4 KB page, so 1 to 128
// beats. Everything else is answered with SLVERR and moves nothing.
`default_nettype none

module mcs_mm_legal (
    input  wire [11:0] addr,   // offset in the page, bytes
    input  wire [7:0]  len,    // beats - 1
    input  wire [2:0]  size,
    input  wire [1:0]  burst,
    output wire        legal
);
    localparam [2:0] SIZE_32B = 3'd5;
    localparam [1:0] INCR     = 2'b01;

    wire [8:0] last_word = {2'd0, addr[11:5]} + {1'b0, len};

    assign legal = size == SIZE_32B && burst == INCR && addr[4:0] == 5'd0 && last_word <= 9'd127;
endmodule

`default_nettype wire
