// What the memory side refuses of a burst from outside (modules 5, host window and `ri_*`). Combinational.
//
// Served are INCR bursts of 32-byte beats from an aligned address, which the requester keeps inside one 4 KB
// page, so 1 to 128 beats. Other sizes, types and addresses are answered with SLVERR and move nothing.
`default_nettype none

module mcs_mm_legal (
    input  wire [4:0] addr,   // offset in the word, bytes
    input  wire [2:0] size,
    input  wire [1:0] burst,
    output wire       legal
);
    localparam [2:0] SIZE_32B = 3'd5;
    localparam [1:0] INCR     = 2'b01;

    assign legal = size == SIZE_32B && burst == INCR && addr == 5'd0;
endmodule

`default_nettype wire
