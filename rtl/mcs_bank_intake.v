// mcs_bank_intake: the beats of a bank's entries, put together (modules 1).
//
// Contract: a `start` opens an entry of `start_beats` beats, 1 to 4, and abandons one that is still
// open; a beat in the cycle of a `start` belongs to the entry that was open; beats without an open
// entry are ignored. `start_tag` is whatever the bank must remember of the entry.
//
// `take` says in the cycle of a beat that it belongs to the open entry, `first` that it is that
// entry's first; `open_tag` is its tag. In the cycle after an entry's last beat, and in no other,
// `complete` is high with its `tag` and its beats in `entry`, the first lowest; beats it does not
// have are garbage. Nothing of it holds longer: the next entry's first beat may be there already.

`default_nettype none

module mcs_bank_intake #(
    parameter integer TAG_W = 1
) (
    input  wire             clk,
    input  wire             rst,

    input  wire             start,
    input  wire [2:0]       start_beats,
    input  wire [TAG_W-1:0] start_tag,
    input  wire [255:0]     beat,
    input  wire             beat_valid,

    output wire             take,
    output wire             first,
    output reg  [TAG_W-1:0] open_tag,

    output reg              complete,
    output reg  [TAG_W-1:0] tag,
    output reg  [1023:0]    entry
);

    reg        open;
    reg  [1:0] index; // of the next beat
    reg  [1:0] last;  // index of the last one

    wire take_last = take && index == last;

    assign take  = open && beat_valid;
    assign first = index == 2'd0;

    wire [2:0] start_last = start_beats - 3'd1;
    wire       unused_ok  = &{1'b0, start_last[2]};

    always @(posedge clk) begin
        if (rst) begin
            open  <= 1'b0;
            index <= 2'd0;
        end else if (start) begin
            open  <= 1'b1;
            index <= 2'd0;
        end else if (take) begin
            open  <= !take_last;
            index <= index + 2'd1;
        end
    end

    always @(posedge clk) begin
        if (start) begin
            last     <= start_last[1:0];
            open_tag <= start_tag;
        end
    end

    always @(posedge clk) begin
        if (rst)
            complete <= 1'b0;
        else
            complete <= take_last;
    end

    always @(posedge clk) begin
        if (take_last)
            tag <= open_tag;
        if (take)
            entry[{index, 8'd0} +: 256] <= beat;
    end

endmodule

`default_nettype wire
