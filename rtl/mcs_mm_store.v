// The staging store: WORDS words of 256 bits, one read and one write per cycle, shared word by word in round
// robin among NR readers and NW writers (modules 5, Staging).
//
//   r_req, r_index; r_take   a reader wants the word at this index; it is read this cycle (one-hot)
//   r_push, r_word, r_bad    in the next cycle it is here; past the last word it is zero and r_bad
//   w_req, w_index, w_word; w_take   a writer's word (strobes, data); it is written at the end of this cycle
//                            (one-hot). w_bad goes with it: past the last word nothing is written
//
// A word read in the cycle that writes it is the old one. The contents survive reset; a word whose turn it is
// in the first cycle of reset is written.
`default_nettype none

module mcs_mm_store #(
    parameter integer WORDS = 1,
    parameter integer NR    = 2,
    parameter integer NW    = 2
) (
    input  wire              clk,
    input  wire              resetn,

    input  wire [NR-1:0]     r_req,
    input  wire [NR*31-1:0]  r_index,
    output wire [NR-1:0]     r_take,
    output reg  [NR-1:0]     r_push,
    output wire [255:0]      r_word,
    output reg               r_bad,

    input  wire [NW-1:0]     w_req,
    input  wire [NW*31-1:0]  w_index,
    input  wire [NW*288-1:0] w_word,
    output wire [NW-1:0]     w_take,
    output wire              w_bad
);
    localparam integer INDEX_W = WORDS > 1 ? $clog2(WORDS) : 1;

    reg [255:0] store [0:WORDS-1];

    // ---- Reads
    wire [30:0] index_r;
    wire        inside_r = {1'b0, index_r} < WORDS;
    reg [255:0] data;

    mcs_mag_turn #(.N(NR)) u_turn_r (
        .clk(clk), .resetn(resetn), .want(r_req), .turn(r_take), .served(1'b1));
    mcs_mag_pick #(.N(NR), .WIDTH(31)) u_index_r (.pick(r_take), .in(r_index), .out(index_r));

    always @(posedge clk)
        data <= store[index_r[INDEX_W-1:0]];

    always @(posedge clk)
        if (!resetn) r_push <= 0;
        else r_push <= r_take;

    always @(posedge clk)
        r_bad <= !inside_r;

    assign r_word = r_bad ? 256'd0 : data;

    // ---- Writes
    wire [30:0]  index_w;
    wire [287:0] word_w;
    wire         inside_w = {1'b0, index_w} < WORDS;

    mcs_mag_turn #(.N(NW)) u_turn_w (
        .clk(clk), .resetn(resetn), .want(w_req), .turn(w_take), .served(1'b1));
    mcs_mag_pick #(.N(NW), .WIDTH(31))  u_index_w (.pick(w_take), .in(w_index), .out(index_w));
    mcs_mag_pick #(.N(NW), .WIDTH(288)) u_word_w  (.pick(w_take), .in(w_word), .out(word_w));

    // Nobody's word has no strobes.
    integer b;
    always @(posedge clk)
        if (inside_w)
            for (b = 0; b < 32; b = b + 1)
                if (word_w[256 + b]) store[index_w[INDEX_W-1:0]][b*8 +: 8] <= word_w[b*8 +: 8];

    assign w_bad = !inside_w;
endmodule

`default_nettype wire
