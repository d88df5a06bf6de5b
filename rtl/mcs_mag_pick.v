// One of N words of WIDTH bits, chosen by a one-hot `pick` (all zero gives zero). Combinational; word 0
// lowest.
`default_nettype none

module mcs_mag_pick #(
    parameter integer N     = 1,
    parameter integer WIDTH = 288
) (
    input  wire [N-1:0]       pick,
    input  wire [N*WIDTH-1:0] in,
    output reg  [WIDTH-1:0]   out
);
    integer i;
    always @* begin
        out = {WIDTH{1'b0}};
        for (i = 0; i < N; i = i + 1)
            out = out | (in[i*WIDTH +: WIDTH] & {WIDTH{pick[i]}});
    end
endmodule

`default_nettype wire
