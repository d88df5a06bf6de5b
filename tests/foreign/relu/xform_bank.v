// xform_bank, relu.
//
//   id 0        the bypass: 4 beats in, the same 4 words out
//   id 1        sixteen FP16 values, those below zero made zero. 1 beat in, 1 word out.
//               Register 0x10 [14:0]: a ceiling for the others; 0: none.
//               fault[1]: a value is a NaN
//   other ids   the bypass, and fault[0] rises
//
// An entry is collected, then turned into words in one step. `done` comes two cycles after its last
// beat, or when the words before have held for as many cycles as they are words.

`default_nettype none

module xform_bank #(
    parameter integer DATA_W    = 256,
    parameter integer SLOTS     = 1,
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
    output reg  [3:0]        fault
);

    // ---- What the bank is: the same figures as in model.c ------------------------------------

    localparam [7:0] OCCUPANTS = 8'd1;
    localparam [7:0] DEPTH     = 8'd1;  // one entry at a time
    localparam       LONGEST   = 4;     // beats of the longest entry, the bypass included

    // {words, beats} of an id.
    function [15:0] shape;
        input [7:0] of;
        case (of)
            8'd1:    shape = {8'd1, 8'd1};
            default: shape = {8'd4, 8'd4};
        endcase
    endfunction

    // ---- The open entry ----------------------------------------------------------------------

    wire [7:0] id_now  = {{(8 - ID_W){1'b0}}, id};
    wire       unknown = id_now > OCCUPANTS;

    reg                      open;      // beats are wanted
    reg                      complete;  // all beats are here, the words are not out
    reg [7:0]                entry_id;
    reg [MODE_W-1:0]         entry_mode;
    reg [7:0]                taken;     // beats
    reg [LONGEST*DATA_W-1:0] entry;     // beats, the first lowest

    wire [15:0] entry_shape = shape(entry_id);
    wire        take        = open && beat_valid;
    wire        take_last   = take && taken + 8'd1 == entry_shape[7:0];
    reg  [2:0]  held;                   // cycles the words still have to hold
    wire        finish      = complete && held == 3'd0;

    assign need_beat = 1'b1;

    // A `start` while beats are wanted abandons the open entry.
    always @(posedge clk) begin
        if (rst) begin
            open     <= 1'b0;
            complete <= 1'b0;
        end else begin
            if (start)
                open <= 1'b1;
            else if (take_last)
                open <= 1'b0;
            if (take_last)
                complete <= 1'b1;
            else if (finish)
                complete <= 1'b0;
        end
    end

    // `id` and `mode` mean something in the cycle of `start` only.
    always @(posedge clk) begin
        if (start) begin
            entry_id   <= id_now;
            entry_mode <= mode;
            taken      <= 8'd0;
        end else if (take) begin
            taken <= taken + 8'd1;
        end
        if (take)
            entry[taken[1:0]*DATA_W +: DATA_W] <= beat;
    end

    // ---- The words ---------------------------------------------------------------------------

    // Occupant 1.
    reg  [14:0]       ceiling;
    wire [DATA_W-1:0] rectified;
    wire [15:0]       nan;
    genvar i;
    generate
        for (i = 0; i < 16; i = i + 1) begin : g_value
            wire [15:0] x      = entry[16*i +: 16];
            wire        capped = ceiling != 15'd0 && x[14:0] > ceiling;
            assign rectified[16*i +: 16] = x[15] ? 16'd0 : {1'b0, capped ? ceiling : x[14:0]};
            assign nan[i]                = x[14:0] > 15'h7c00;
        end
    endgenerate

    reg [4*DATA_W-1:0] words;
    always @(posedge clk) begin
        if (finish) begin
            case (entry_id)
                8'd1:    words <= {{(3*DATA_W){1'b0}}, rectified};
                default: words <= entry;
            endcase
        end
    end
    assign {word3, word2, word1, word0} = words;

    // The next `done` comes no sooner than all words of this one can have been taken.
    always @(posedge clk) begin
        if (rst) begin
            done <= 1'b0;
            held <= 3'd0;
        end else begin
            done <= finish;
            if (finish)
                held <= entry_shape[10:8] - 3'd1;
            else if (held != 3'd0)
                held <= held - 3'd1;
        end
    end

    // ---- Registers and faults ----------------------------------------------------------------

    localparam [7:0] REG_FAULT    = 8'h00;  // any write clears
    localparam [7:0] REG_GEOMETRY = 8'h04;
    localparam [7:0] REG_CEILING  = 8'h10;
    localparam [7:0] REG_DEPTH    = 8'hFC;

    always @(posedge clk) begin
        if (rst)
            ceiling <= 15'd0;
        else if (cfg_en && cfg_addr == REG_CEILING && cfg_of == 8'd1)
            ceiling <= cfg_data[14:0];
    end

    wire [7:0]  cfg_of    = {{(8 - ID_W){1'b0}}, cfg_id};
    wire [15:0] cfg_shape = shape(cfg_of);
    wire        cfg_known = cfg_of <= OCCUPANTS;

    always @* begin
        case (cfg_addr)
            REG_FAULT:    cfg_rdata = {28'd0, fault};
            REG_GEOMETRY: cfg_rdata = cfg_known ? {8'd0, cfg_shape[15:8], cfg_shape[7:0], 8'd0} : 32'd0;
            REG_DEPTH:    cfg_rdata = cfg_known ? {24'h444550, DEPTH} : 32'd0;
            REG_CEILING:  cfg_rdata = cfg_of == 8'd1 ? {17'd0, ceiling} : 32'd0;
            default:      cfg_rdata = 32'd0;
        endcase
    end

    // What raises a fault in the cycle of a clearing write wins.
    wire       has_nan = finish && entry_id == 8'd1 && nan != 16'd0;
    wire [3:0] raised  = {2'd0, has_nan, start && unknown};
    wire       cleared = cfg_en && cfg_addr == REG_FAULT;
    always @(posedge clk) begin
        if (rst)
            fault <= 4'd0;
        else
            fault <= (cleared ? 4'd0 : fault) | raised;
    end

    wire unused_ok = &{1'b0, SLOTS[0], IN_BITS[0], OUT_WORDS[0], entry_mode, entry_shape[15:11], cfg_data[31:15]};

endmodule

`default_nettype wire
