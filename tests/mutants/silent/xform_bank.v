// xform_bank, silent: from the first entry with mode[0] on it never gives done until the next reset.
// It only proves how a hang inside an agent is reported; nothing ships it.
//
// Contract (transform slot; modules 1): every id is the bypass, DEPTH 2; `done` comes one cycle
// after the last beat, to an entry before that one.
//
// SLOTS, IN_BITS and OUT_WORDS are accepted and change nothing.

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
    output wire [3:0]        fault
);
    localparam integer WORDS = 4;
    localparam integer BITS  = WORDS * DATA_W;

    localparam [1:0] LAST_BEAT    = 2'd3;
    localparam [7:0] REG_GEOMETRY = 8'h04;
    localparam [7:0] REG_DEPTH    = 8'hFC;

    wire unused_ok = &{1'b0, id, mode, cfg_en, cfg_id, cfg_data, SLOTS[0], IN_BITS[0], OUT_WORDS[0]};

    assign need_beat = 1'b1;
    assign fault     = 4'd0;

    reg        open;
    reg  [1:0] index; // of the next beat
    wire       take      = open && beat_valid;
    wire       take_last = take && index == LAST_BEAT;

    reg silent;
    always @(posedge clk) begin
        if (rst)
            silent <= 1'b0;
        else if (start && mode[0])
            silent <= 1'b1;
    end

    always @(posedge clk) begin
        if (rst) begin
            open  <= 1'b0;
            index <= 2'd0;
            done  <= 1'b0;
        end else begin
            done <= take_last && !silent;
            if (start) begin
                open  <= 1'b1;
                index <= 2'd0;
            end else if (take) begin
                open  <= !take_last;
                index <= index + 2'd1;
            end
        end
    end

    reg [3*DATA_W-1:0] earlier; // the last three beats, the oldest lowest
    reg [4*DATA_W-1:0] words;
    always @(posedge clk) begin
        if (take)
            earlier <= {beat, earlier[3*DATA_W-1:DATA_W]};
        if (take_last && !silent)
            words <= {beat, earlier};
    end

    assign {word3, word2, word1, word0} = words;

    always @* begin
        case (cfg_addr)
            REG_GEOMETRY: cfg_rdata = {8'd0, WORDS[7:0], BITS[15:0]};
            REG_DEPTH:    cfg_rdata = {24'h444550, 8'd2};
            default:      cfg_rdata = 32'd0;
        endcase
    end

endmodule

`default_nettype wire
