// Round robin: whose turn it is among N that want the same thing. Combinational choice, one mask of state.
//
// `turn` is one-hot, or zero when nobody wants; the first that wants above the last one served, wrapping. It
// may change from cycle to cycle while nothing is served. `served`: the one whose turn it is has had it.
// Somebody who keeps wanting is served after at most N-1 others.
`default_nettype none

module mcs_mag_turn #(
    parameter integer N = 1
) (
    input  wire         clk,
    input  wire         resetn,
    input  wire [N-1:0] want,
    output wire [N-1:0] turn,
    input  wire         served
);
    localparam [N-1:0] NOBODY = 0;
    localparam [N-1:0] LOWEST = 1;

    reg  [N-1:0] above;  // those above the last one served; zero lets the lowest begin

    wire [N-1:0] early = want & above;
    wire [N-1:0] among = early != NOBODY ? early : want;

    assign turn = among & (~among + LOWEST);

    always @(posedge clk)
        if (!resetn) above <= NOBODY;
        else if (served && turn != NOBODY) above <= ~(turn | (turn - LOWEST));
endmodule

`default_nettype wire
