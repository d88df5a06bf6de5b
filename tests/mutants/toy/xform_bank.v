// xform_bank, toy: shapes and a DEPTH the project's own banks do not have, and planted faults, one per
// value of `mutant` (0: none). It only proves checks and drivers; nothing ships it.
//
// Contract (transform slot; modules 1), with id, beats in, words out, DEPTH:
//
//     0   4   4   2   the bypass
//     1   3   2   1   word0 = beat0 ^ beat1, inverted by mode[0]; word1 = beat2
//     2  16   1   1   word0 = all beats xored
//     3   1   4   1   word i = the beat with i added to its low byte, without carry
//
// - `done` comes one cycle after the last beat. The words change in that cycle and, as DEPTH 1
//   allows, in the cycle after a `start` an entry with DEPTH 1 is concerned in. A word that an entry
//   does not have is the inverse of its last beat.
// - A `start` before the open entry's last beat abandons that entry.
// - Any other id names no occupant: it is answered by the bypass and raises fault[0] in the cycle
//   after its `start`.
//
// SLOTS, IN_BITS and OUT_WORDS are accepted and change nothing. Ids of one bit cannot say 2 and 3, which
// it has constants for: they are refused.

`default_nettype none

module xform_bank #(
    parameter integer DATA_W    = 256,
    parameter integer SLOTS     = 3,
    parameter integer ID_W      = 4,
    parameter integer MODE_W    = 4,
    parameter integer IN_BITS   = 2048,
    parameter integer OUT_WORDS = 4
) (
    input  wire              clk,
    input  wire              rst,
    input  wire [7:0]        mutant,

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
    output wire [3:0]        fault
);
    // Elaboration stops at a module that does not exist; its name is the message.
    generate
        if (ID_W < 2) begin : g_check_id_w
            toy_needs_ID_W_2_to_8 refused ();
        end
    endgenerate

    localparam [ID_W-1:0] ID_BYPASS = 0;
    localparam [ID_W-1:0] ID_FOLD   = 1;
    localparam [ID_W-1:0] ID_XOR    = 2;
    localparam [ID_W-1:0] ID_SPREAD = 3;

    // Those below 128 are the slot's (mut_xform.v).
    localparam [7:0] DONE_TWICE               = 8'd128;
    localparam [7:0] DONE_EARLY               = 8'd129; // after four beats of ID_XOR
    localparam [7:0] WORDS_CHANGE_AFTER_DONE  = 8'd130; // four cycles after
    localparam [7:0] FAULT_NOT_STICKY         = 8'd131; // it falls with the next done
    localparam [7:0] MODE_SAMPLED_LATE        = 8'd132; // in the cycle after start
    localparam [7:0] GEOMETRY_REGISTER_WRONG  = 8'd133; // ID_XOR states a beat too few
    localparam [7:0] ENTRY_LEAKS              = 8'd134; // the sum is not cleared when an entry is done
    localparam [7:0] BEAT_LOST_AFTER_GAP      = 8'd135; // the one before comes in its place
    localparam [7:0] ROUNDING_OFF_BY_ONE      = 8'd136; // ID_SPREAD, where the low byte ends in 7
    localparam [7:0] LANES_SWAPPED            = 8'd137; // of the second word of ID_FOLD
    localparam [7:0] NEVER_DONE               = 8'd138; // every eighth entry of an occupant
    localparam [7:0] RESET_KEEPS_STATE        = 8'd139; // the sum

    localparam [7:0]  REG_FAULT    = 8'h00;
    localparam [7:0]  REG_GEOMETRY = 8'h04;
    localparam [7:0]  REG_DEPTH    = 8'hFC;
    localparam [31:0] DEPTH_MAGIC  = {24'h444550, 8'd0};

    wire unused_ok = &{1'b0, mode, cfg_data, SLOTS[0], IN_BITS[0], OUT_WORDS[0]};

    assign need_beat = 1'b1;

    // ---- The open entry ----------------------------------------------------------------------

    // Number of the last beat.
    function [3:0] last_beat;
        input [ID_W-1:0] of_id;
        case (of_id)
            ID_FOLD:   last_beat = 4'd2;
            ID_XOR:    last_beat = 4'd15;
            ID_SPREAD: last_beat = 4'd0;
            default:   last_beat = 4'd3;
        endcase
    endfunction

    reg            open;
    reg [ID_W-1:0] open_id;
    reg            open_invert;
    reg [3:0]      index; // of the next beat
    wire           early     = mutant == DONE_EARLY && open_id == ID_XOR;
    wire [3:0]     last      = early ? 4'd3 : last_beat(open_id);
    wire           take      = open && beat_valid;
    wire           take_last = take && index == last;
    reg            opened; // in the cycle before
    always @(posedge clk) begin
        if (rst) begin
            open        <= 1'b0;
            open_id     <= ID_BYPASS;
            open_invert <= 1'b0;
            index       <= 4'd0;
        end else if (start) begin
            open        <= 1'b1;
            open_id     <= id;
            open_invert <= mode[0];
            index       <= 4'd0;
        end else begin
            if (take) begin
                open    <= !take_last;
                index   <= index + 4'd1;
            end
            if (opened && mutant == MODE_SAMPLED_LATE)
                open_invert <= mode[0];
        end
        opened <= start && !rst;
    end

    // What a beat carries, and of the cycle before whether it had one.
    reg                was_valid;
    reg [DATA_W-1:0]   latest;
    wire               lost = mutant == BEAT_LOST_AFTER_GAP && index != 4'd0 && !was_valid;
    wire [DATA_W-1:0]  data = lost ? latest : beat;
    always @(posedge clk) begin
        was_valid <= beat_valid;
        if (take)
            latest <= beat;
    end

    reg [3*DATA_W-1:0] earlier; // the last three beats, the oldest lowest
    reg [DATA_W-1:0]   sum;     // of this entry's beats so far
    initial sum = 0;
    wire [DATA_W-1:0]  sum_now = sum ^ data;
    wire               ended   = take_last && mutant != ENTRY_LEAKS;
    always @(posedge clk) begin
        if (take)
            earlier <= {data, earlier[3*DATA_W-1:DATA_W]};
        if (ended || (start && open) || (rst && mutant != RESET_KEEPS_STATE))
            sum <= 0;
        else if (take)
            sum <= sum_now;
    end

    // ---- The finished entry ------------------------------------------------------------------

    wire [DATA_W-1:0] upper   = {data[DATA_W-1:8], 8'd0};
    wire [7:0]        rounded = {7'd0, mutant == ROUNDING_OFF_BY_ONE && data[2:0] == 3'd7};
    wire              swapped = mutant == LANES_SWAPPED;
    wire [DATA_W-1:0] folded  = swapped ? {data[DATA_W/2-1:0], data[DATA_W-1:DATA_W/2]} : data;

    reg [4*DATA_W-1:0] answer;
    always @* begin
        case (open_id)
            ID_FOLD:   answer = {~data, ~data, folded, sum ^ {DATA_W{open_invert}}};
            ID_XOR:    answer = {~data, ~data, ~data, sum_now};
            ID_SPREAD: answer = {upper | {248'd0, data[7:0] + 8'd3},
                                 upper | {248'd0, data[7:0] + 8'd2},
                                 upper | {248'd0, data[7:0] + 8'd1 + rounded}, data};
            default:   answer = {data, earlier};
        endcase
    end

    reg  [2:0] served; // entries of occupants, modulo 8
    reg  [1:0] age;    // cycles since the latest done, at most 3
    wire       silent = mutant == NEVER_DONE && open_id != ID_BYPASS && served == 3'd7;
    wire       again  = mutant == DONE_TWICE && done && age == 2'd3;
    always @(posedge clk) begin
        if (rst) begin
            done   <= 1'b0;
            served <= 3'd0;
            age    <= 2'd3;
        end else begin
            done   <= (take_last && !silent) || again;
            served <= served + {2'd0, take_last && open_id != ID_BYPASS};
            age    <= done ? 2'd0 : age + {1'b0, age != 2'd3};
        end
    end

    // The bypass may be overlapped by the bypass only; then words stay until the next `done`.
    wire               single = id != ID_BYPASS || open_id != ID_BYPASS;
    reg [4*DATA_W-1:0] words;
    always @(posedge clk) begin
        if (take_last)
            words <= answer;
        else if (start && single)
            words <= ~words;
        else if (mutant == WORDS_CHANGE_AFTER_DONE && age == 2'd2)
            words[0] <= !words[0];
    end

    assign {word3, word2, word1, word0} = words;

    // ---- Registers ---------------------------------------------------------------------------

    reg fault_unknown;
    always @(posedge clk) begin
        if (rst)
            fault_unknown <= 1'b0;
        else if (start && id > ID_SPREAD)
            fault_unknown <= 1'b1;
        else if ((cfg_en && cfg_addr == REG_FAULT) || (done && mutant == FAULT_NOT_STICKY))
            fault_unknown <= 1'b0;
    end

    assign fault = {3'd0, fault_unknown};

    wire [15:0] stated = mutant == GEOMETRY_REGISTER_WRONG ? 16'd3840 : 16'd4096;

    reg [31:0] geometry;
    reg [31:0] depth;
    always @* begin
        case (cfg_id)
            ID_BYPASS: {geometry, depth} = {8'd0, 8'd4, 16'd1024, DEPTH_MAGIC | 32'd2};
            ID_FOLD:   {geometry, depth} = {8'd0, 8'd2, 16'd768,  DEPTH_MAGIC | 32'd1};
            ID_XOR:    {geometry, depth} = {8'd0, 8'd1, stated, DEPTH_MAGIC | 32'd1};
            ID_SPREAD: {geometry, depth} = {8'd0, 8'd4, 16'd256,  DEPTH_MAGIC | 32'd1};
            default:   {geometry, depth} = 64'd0;
        endcase
    end

    always @* begin
        case (cfg_addr)
            REG_FAULT:    cfg_rdata = {28'd0, fault};
            REG_GEOMETRY: cfg_rdata = geometry;
            REG_DEPTH:    cfg_rdata = depth;
            default:      cfg_rdata = 32'd0;
        endcase
    end
endmodule

`default_nettype wire
