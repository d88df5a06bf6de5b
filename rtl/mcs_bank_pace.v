// mcs_bank_pace: keeps a bank's `done`s as far apart as the words need (modules 1).
//
// Contract: `arrive` says that an entry of the bank is in its last stage from the next cycle on,
// where it stays until the cycle of `finish`: in the cycle after that come its `done` and its words,
// which the bank loads with `finish`. `out_words`, 1 to 4, is that of the entry in the last stage.
// The next `done` comes at least so many cycles after this one.
//
// One place to wait is enough with DEPTH 2. When n+1 waits for the `done` of n, in cycle d, to be old
// enough, its `finish` is in d+3 at the latest. n+2 starts in d+1 at the earliest and has its last
// beat in d+2; `arrive` of it has only to come in a later cycle than that beat.

`default_nettype none

module mcs_bank_pace (
    input  wire       clk,
    input  wire       rst,

    input  wire       arrive,
    input  wire [2:0] out_words,
    output wire       finish,
    output reg        done
);

    reg       waiting;
    reg [2:0] rest; // cycles in which no other entry may finish

    assign finish = waiting && rest == 3'd0;

    always @(posedge clk) begin
        if (rst) begin
            waiting <= 1'b0;
            rest    <= 3'd0;
            done    <= 1'b0;
        end else begin
            waiting <= arrive || (waiting && !finish);
            done    <= finish;
            if (finish)
                rest <= out_words - 3'd1;
            else if (rest != 3'd0)
                rest <= rest - 3'd1;
        end
    end

endmodule

`default_nettype wire
