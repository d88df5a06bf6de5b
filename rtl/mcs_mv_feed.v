// Drives the transform slot for the mover: source beats in, converted words out.
//
//   entry_ask            the reads of one more entry have been requested; it may be opened
//   beat_push, beat_in   a source beat, in order; BUF_WORDS of room, reserved by the mover (beat_gone gives a
//                        place back)
//   beats, out_words     the occupant's geometry; depth_2 its DEPTH is 2
//   stop                 no further entry is opened; an open one is completed at once, zeros standing in for
//                        beats that have not come
//   word_push, word      converted words in entry order, out_words per entry, one per cycle
//   idle                 no entry is open and none is without its `done`
//   xf_*                 the slot's requester port; start, beat and beat_valid are flops (modules 2)
//
// The first beat is presented in the cycle after its start at the earliest. DEPTH 2: a start may accompany
// the last beat of the entry before; start n+2 is presented no earlier than the cycle after the `done` of n.
// DEPTH 1: a start is presented no earlier than the cycle after the `done` before, and not before that
// entry's words have been taken over, so no occupant can overrun the register they wait in; with DEPTH 2 the
// bank itself keeps `done`s out_words cycles apart (modules 1). Beats are buffered before the slot because an
// occupant may be slower than R and R never waits.
`default_nettype none

module mcs_mv_feed #(
    parameter integer BUF_WORDS = 512
) (
    input  wire         clk,
    input  wire         resetn,

    input  wire [7:0]   beats,
    input  wire [2:0]   out_words,
    input  wire         depth_2,
    input  wire         stop,

    input  wire         entry_ask,
    input  wire         beat_push,
    input  wire [255:0] beat_in,
    output wire         beat_gone,

    output wire         word_push,
    output wire [255:0] word,
    output wire         idle,

    output reg          xf_start,
    output reg  [255:0] xf_beat,
    output reg          xf_beat_valid,
    input  wire         xf_done,
    input  wire [255:0] xf_word0,
    input  wire [255:0] xf_word1,
    input  wire [255:0] xf_word2,
    input  wire [255:0] xf_word3
);
    localparam integer       ASKED_W = $clog2(BUF_WORDS + 1);
    localparam [ASKED_W-1:0] ONE     = 1;

    // ---- Source beats
    wire         beat_valid;
    wire [255:0] beat_next;

    mcs_fifo #(.WIDTH(256), .DEPTH(BUF_WORDS)) u_beats (
        .clk(clk), .resetn(resetn),
        .push(beat_push), .din(beat_in),
        .valid(beat_valid), .dout(beat_next), .pop(beat_gone));

    // ---- Entries
    reg  [ASKED_W-1:0] asked;    // not opened yet
    reg  [7:0]         to_come;  // beats of the open entry not presented yet
    reg  [1:0]         pending;  // entries opened without `done`
    reg  [2:0]         to_take;  // converted words waiting below

    wire       give       = to_come != 8'd0 && (beat_valid || stop);
    wire       closed     = to_come == 8'd0 || (give && to_come == 8'd1);
    wire [1:0] unfinished = pending - {1'b0, xf_done};
    wire       allowed    = depth_2 ? !unfinished[1] : (pending == 2'd0 && to_take == 3'd0);
    wire       open       = asked != 0 && closed && allowed && !stop;

    assign beat_gone = give && beat_valid;
    assign idle      = pending == 2'd0;

    always @(posedge clk)
        if (!resetn) asked <= 0;
        else if (entry_ask && !open) asked <= asked + ONE;
        else if (open && !entry_ask) asked <= asked - ONE;

    always @(posedge clk)
        if (!resetn) to_come <= 8'd0;
        else if (open) to_come <= beats;
        else if (give) to_come <= to_come - 8'd1;

    always @(posedge clk)
        if (!resetn) pending <= 2'd0;
        else pending <= unfinished + {1'b0, open};

    // ---- The slot's pins
    always @(posedge clk)
        if (!resetn) begin
            xf_start      <= 1'b0;
            xf_beat_valid <= 1'b0;
        end else begin
            xf_start      <= open;
            xf_beat_valid <= give;
        end

    always @(posedge clk)
        if (give) xf_beat <= beat_valid ? beat_next : 256'd0;

    // ---- Converted words: taken over with `done`, then passed on one per cycle
    reg [1023:0] taken;
    always @(posedge clk)
        if (xf_done) taken <= {xf_word3, xf_word2, xf_word1, xf_word0};
        else taken <= {256'd0, taken[1023:256]};

    always @(posedge clk)
        if (!resetn) to_take <= 3'd0;
        else if (xf_done) to_take <= out_words;
        else if (to_take != 3'd0) to_take <= to_take - 3'd1;

    assign word_push = to_take != 3'd0;
    assign word      = taken[255:0];
endmodule

`default_nettype wire
