// A mag_xform somebody was still typing.
`default_nettype none

module mag_xform #(
    parameter NREQ = 2
) (
    input  wire            clk,
    input  wire [NREQ-1:0] req,
    output reg  [NREQ-1:0] gnt
);
    always @(posedge clk)
        gnt <= req &;
endmodule

`default_nettype wire
