// The register stage at an inbound link of the agent: two places, one flit per cycle, busy pure state.
//
// A flit transfers in the cycles with in_valid high and in_busy low (wire 1) and is at the head from the next
// cycle on, or as soon as the one before it has gone. `in_busy` is a flop: the second place is taken. So a
// flit that is not at the head is one whose sender sees busy.
//
//   head_take   the head goes this cycle; only while head_valid
//
// The data registers are not reset: they mean something only under their valid bit.
`default_nettype none

module mcs_mag_stage #(
    parameter integer WIDTH = 288
) (
    input  wire             clk,
    input  wire             resetn,

    input  wire [WIDTH-1:0] in_data,
    input  wire             in_valid,
    output wire             in_busy,

    output wire [WIDTH-1:0] head_data,
    output wire             head_valid,
    input  wire             head_take
);
    reg             first_valid;
    reg [WIDTH-1:0] first;
    reg             second_valid; // never without first_valid
    reg [WIDTH-1:0] second;

    wire accept = in_valid && !second_valid;
    wire move   = !first_valid || head_take;

    assign in_busy    = second_valid;
    assign head_data  = first;
    assign head_valid = first_valid;

    always @(posedge clk)
        if (!resetn) first_valid <= 1'b0;
        else if (move) first_valid <= second_valid || accept;

    always @(posedge clk)
        if (move) first <= second_valid ? second : in_data;

    always @(posedge clk)
        if (!resetn) second_valid <= 1'b0;
        else if (move) second_valid <= 1'b0;
        else if (accept) second_valid <= 1'b1;

    always @(posedge clk)
        if (!second_valid) second <= in_data;
endmodule

`default_nettype wire
