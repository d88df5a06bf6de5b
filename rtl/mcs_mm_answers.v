// Write answers of one target to one requester, in order, until the requester takes them.
//
//   owe          a burst was granted: one more answer is due, at most BURSTS not yet taken
//   done, resp   an answer came; one that nobody owes is not taken
//   valid, code  the oldest answer; take removes it
`default_nettype none

module mcs_mm_answers #(
    parameter integer BURSTS = 16
) (
    input  wire       clk,
    input  wire       resetn,
    input  wire       owe,
    input  wire       done,
    input  wire [1:0] resp,
    output wire       valid,
    output wire [1:0] code,
    input  wire       take
);
    localparam integer     CNT_W = $clog2(BURSTS + 1);
    localparam [CNT_W-1:0] ONE   = 1;

    reg [CNT_W-1:0] owed;

    wire enter = done && owed != 0;

    always @(posedge clk)
        if (!resetn) owed <= 0;
        else if (owe && !enter) owed <= owed + ONE;
        else if (enter && !owe) owed <= owed - ONE;

    mcs_fifo #(.WIDTH(2), .DEPTH(BURSTS)) u_answers (
        .clk(clk), .resetn(resetn),
        .push(enter), .din(resp),
        .valid(valid), .dout(code), .pop(take));
endmodule

`default_nettype wire
