// xform_bank, toy: shapes and a DEPTH the project's own banks do not have. It only proves checks and
// drivers; nothing ships it.
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
// SLOTS, IN_BITS and OUT_WORDS are accepted and change nothing.

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
    localparam [ID_W-1:0] ID_BYPASS = 0;
    localparam [ID_W-1:0] ID_FOLD   = 1;
    localparam [ID_W-1:0] ID_XOR    = 2;
    localparam [ID_W-1:0] ID_SPREAD = 3;

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
    wire           take      = open && beat_valid;
    wire           take_last = take && index == last_beat(open_id);
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
        end else if (take) begin
            open        <= !take_last;
            index       <= index + 4'd1;
        end
    end

    reg [3*DATA_W-1:0] earlier; // the last three beats, the oldest lowest
    reg [DATA_W-1:0]   sum;     // of this entry's beats so far
    wire [DATA_W-1:0]  sum_now = index == 4'd0 ? beat : sum ^ beat;
    always @(posedge clk) begin
        if (take) begin
            earlier <= {beat, earlier[3*DATA_W-1:DATA_W]};
            sum     <= sum_now;
        end
    end

    // ---- The finished entry ------------------------------------------------------------------

    wire [DATA_W-1:0] before_1 = earlier[2*DATA_W +: DATA_W]; // the beat before this one
    wire [DATA_W-1:0] before_2 = earlier[1*DATA_W +: DATA_W];
    wire [DATA_W-1:0] upper    = {beat[DATA_W-1:8], 8'd0};

    reg [4*DATA_W-1:0] answer;
    always @* begin
        case (open_id)
            ID_FOLD:   answer = {~beat, ~beat, beat, before_1 ^ before_2 ^ {DATA_W{open_invert}}};
            ID_XOR:    answer = {~beat, ~beat, ~beat, sum_now};
            ID_SPREAD: answer = {upper | {248'd0, beat[7:0] + 8'd3},
                                 upper | {248'd0, beat[7:0] + 8'd2},
                                 upper | {248'd0, beat[7:0] + 8'd1}, beat};
            default:   answer = {beat, earlier};
        endcase
    end

    always @(posedge clk) begin
        if (rst)
            done <= 1'b0;
        else
            done <= take_last;
    end

    // The bypass may be overlapped by the bypass only; then words stay until the next `done`.
    wire               single = id != ID_BYPASS || open_id != ID_BYPASS;
    reg [4*DATA_W-1:0] words;
    always @(posedge clk) begin
        if (take_last)
            words <= answer;
        else if (start && single)
            words <= ~words;
    end

    assign {word3, word2, word1, word0} = words;

    // ---- Registers ---------------------------------------------------------------------------

    reg fault_unknown;
    always @(posedge clk) begin
        if (rst)
            fault_unknown <= 1'b0;
        else if (start && id > ID_SPREAD)
            fault_unknown <= 1'b1;
        else if (cfg_en && cfg_addr == REG_FAULT)
            fault_unknown <= 1'b0;
    end

    assign fault = {3'd0, fault_unknown};

    reg [31:0] geometry;
    reg [31:0] depth;
    always @* begin
        case (cfg_id)
            ID_BYPASS: {geometry, depth} = {8'd0, 8'd4, 16'd1024, DEPTH_MAGIC | 32'd2};
            ID_FOLD:   {geometry, depth} = {8'd0, 8'd2, 16'd768,  DEPTH_MAGIC | 32'd1};
            ID_XOR:    {geometry, depth} = {8'd0, 8'd1, 16'd4096, DEPTH_MAGIC | 32'd1};
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
