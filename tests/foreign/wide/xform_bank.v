// xform_bank, wide: every shape a bank can have, at the limits and in between.
//
//     id      beats in   words out        DEPTH
//      0      4          4, the same      1
//      1      1          1                2
//      2      16         4                1
//      n      n - 1      n % 4 + 1        2 when n is odd, else 1      n = 3 to 16
//     others  as id 0, and fault[0] rises
//
// From zero on, every beat of an entry turns its sum by 32 bits to the left and is added to it bit by bit.
// Word k is the sum turned by k times 32 bits, with `mode` added in each byte. `done` comes 2 to 33 cycles
// after the last beat, as bits 4:0 of that beat say, or later when the words before have not stood for as many
// cycles as they are words. Ids that ID_W bits cannot say are out of reach; IN_BITS and OUT_WORDS only have
// to be what a bank can have.

`default_nettype none

module xform_bank #(
    parameter integer DATA_W    = 256,
    parameter integer SLOTS     = 1,
    parameter integer ID_W      = 4,
    parameter integer MODE_W    = 4,
    parameter integer IN_BITS   = 4096,
    parameter integer OUT_WORDS = 4
) (
    input  wire              clk,
    input  wire              rst,

    input  wire              start,
    input  wire [ID_W-1:0]   id,
    input  wire [MODE_W-1:0] mode,
    input  wire [DATA_W-1:0] beat,
    input  wire              beat_valid,
    output wire              need_beat,

    output reg               done,
    output wire [DATA_W-1:0] word0,
    output wire [DATA_W-1:0] word1,
    output wire [DATA_W-1:0] word2,
    output wire [DATA_W-1:0] word3,

    input  wire              cfg_en,
    input  wire [ID_W-1:0]   cfg_id,
    input  wire [7:0]        cfg_addr,
    input  wire [31:0]       cfg_data,
    output reg  [31:0]       cfg_rdata,
    output reg  [3:0]        fault
);

    generate
        if (IN_BITS < 256 || IN_BITS > 4096 || IN_BITS % 256 != 0) begin : g_check_in_bits
            wide_needs_IN_BITS_256_to_4096_in_steps_of_256 refused ();
        end
        if (OUT_WORDS < 1 || OUT_WORDS > 4) begin : g_check_out_words
            wide_needs_OUT_WORDS_1_to_4 refused ();
        end
    endgenerate

    localparam [7:0] OCCUPANTS = 8'd16;

    function [4:0] beats_of;
        input [7:0] of;
        case (of)
            8'd1:    beats_of = 5'd1;
            8'd2:    beats_of = 5'd16;
            default: beats_of = of == 8'd0 || of > OCCUPANTS ? 5'd4 : of[4:0] - 5'd1;
        endcase
    endfunction

    function [2:0] words_of;
        input [7:0] of;
        case (of)
            8'd1:    words_of = 3'd1;
            8'd2:    words_of = 3'd4;
            default: words_of = of == 8'd0 || of > OCCUPANTS ? 3'd4 : {1'b0, of[1:0]} + 3'd1;
        endcase
    endfunction

    // ---- the open entry ----------------------------------------------------------------------

    wire [7:0] id_now  = {{(8 - ID_W){1'b0}}, id};
    wire       unknown = id_now > OCCUPANTS;

    reg                open;
    reg [7:0]          entry_id;
    reg [7:0]          entry_mode;
    reg [4:0]          taken;
    reg [DATA_W-1:0]   sum;    // of the beats before
    reg [3*DATA_W-1:0] recent; // the three beats before, the oldest lowest

    wire              take      = open && beat_valid;
    wire              take_last = take && taken + 5'd1 == beats_of(entry_id);
    wire [DATA_W-1:0] sum_now   = {sum[DATA_W-33:0], sum[DATA_W-1:DATA_W-32]} ^ beat;

    assign need_beat = 1'b0; // nobody looks at it

    always @(posedge clk) begin
        if (rst)
            open <= 1'b0;
        else if (start)
            open <= 1'b1;
        else if (take_last)
            open <= 1'b0;
        if (start) begin
            entry_id   <= id_now;
            entry_mode <= {{(8 - MODE_W){1'b0}}, mode};
            taken      <= 5'd0;
            sum        <= {DATA_W{1'b0}};
        end else if (take) begin
            taken <= taken + 5'd1;
            sum   <= sum_now;
        end
        if (take)
            recent <= {beat, recent[3*DATA_W-1:DATA_W]};
    end

    // ---- two complete entries, the older in place 0 --------------------------------------------

    wire [DATA_W-1:0]   mark   = {32{entry_mode}};
    wire                same   = entry_id == 8'd0 || entry_id > OCCUPANTS;
    wire [4*DATA_W-1:0] turned = {{sum_now[DATA_W-97:0], sum_now[DATA_W-1:DATA_W-96]} ^ mark,
                                  {sum_now[DATA_W-65:0], sum_now[DATA_W-1:DATA_W-64]} ^ mark,
                                  {sum_now[DATA_W-33:0], sum_now[DATA_W-1:DATA_W-32]} ^ mark, sum_now ^ mark};

    reg                full0, full1;
    reg [4*DATA_W-1:0] words0, words1;
    reg [2:0]          count0, count1;
    reg [4:0]          wait0, wait1; // cycles

    reg  [2:0] held; // cycles the words have still to stand
    wire       finish = full0 && wait0 == 5'd0 && held == 3'd0;

    always @(posedge clk) begin
        if (wait0 != 5'd0)
            wait0 <= wait0 - 5'd1;
        if (wait1 != 5'd0)
            wait1 <= wait1 - 5'd1;
        if (finish && full1) begin
            words0 <= words1;
            count0 <= count1;
            wait0  <= wait1 == 5'd0 ? 5'd0 : wait1 - 5'd1;
        end
        if (take_last) begin
            if (full0 && !(finish && !full1)) begin
                // Behind the one that stays, or behind the one that moves up.
                if (finish || !full1) begin
                    words1 <= same ? {beat, recent} : turned;
                    count1 <= words_of(entry_id);
                    wait1  <= beat[4:0];
                end
            end else begin
                words0 <= same ? {beat, recent} : turned;
                count0 <= words_of(entry_id);
                wait0  <= beat[4:0];
            end
        end
        if (rst) begin
            full0 <= 1'b0;
            full1 <= 1'b0;
        end else begin
            full0 <= (full0 && !finish) || full1 || take_last;
            full1 <= finish ? full1 && take_last : full1 || (full0 && take_last);
        end
    end

    // ---- words out ---------------------------------------------------------------------------

    reg [4*DATA_W-1:0] words;
    assign {word3, word2, word1, word0} = words;

    always @(posedge clk) begin
        if (finish)
            words <= words0;
        if (rst) begin
            done <= 1'b0;
            held <= 3'd0;
        end else begin
            done <= finish;
            if (finish)
                held <= count0 - 3'd1;
            else if (held != 3'd0)
                held <= held - 3'd1;
        end
    end

    // ---- registers ---------------------------------------------------------------------------

    wire [7:0] of    = {{(8 - ID_W){1'b0}}, cfg_id};
    wire       known = of <= OCCUPANTS;
    wire [1:0] depth = of[0] ? 2'd2 : 2'd1;

    always @* begin
        case (cfg_addr)
            8'h00:   cfg_rdata = {28'd0, fault};
            8'h04:   cfg_rdata = known ? {8'd0, 5'd0, words_of(of), 3'd0, beats_of(of), 8'd0} : 32'd0;
            8'hFC:   cfg_rdata = known ? {24'h444550, 6'd0, depth} : 32'd0;
            default: cfg_rdata = 32'd0;
        endcase
    end

    always @(posedge clk) begin
        if (rst)
            fault <= 4'd0;
        else if (start && unknown)
            fault <= 4'd1;
        else if (cfg_en && cfg_addr == 8'h00)
            fault <= 4'd0;
    end

    wire unused_ok = &{1'b0, SLOTS[0], cfg_data};

endmodule

`default_nettype wire
