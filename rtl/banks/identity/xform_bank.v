// xform_bank, identity: the bank of a project without transforms. Every id is the bypass.
//
// Contract (transform slot; modules 1):
//
// - An entry is four beats in and the same four words out, whatever `id` and `mode` say.
// - `done` comes one cycle after the last beat; the words then hold until the next `done`.
// - DEPTH 2: the next `start` may come in the cycle of the open entry's last beat. Entries are
//   finished the cycle they are complete, so no number of earlier entries could be in the way.
// - A `start` before the open entry's last beat abandons that entry without a trace. A beat in the
//   cycle of a `start` belongs to the entry that was open.
// - Registers: 0x04 reads 4 words and 4*DATA_W bits, 0xFC reads DEPTH 2, for every `cfg_id`.
//   No id is unknown, so `fault` never rises and 0x00 reads zero.
//
// SLOTS, IN_BITS and OUT_WORDS are accepted where they are legal and change nothing.

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

    // Elaboration stops at a module that does not exist; its name is the message.
    generate
        if (DATA_W != 256) begin : g_check_data_w
            xform_bank_parameter_DATA_W_must_be_256 refused ();
        end
        if (ID_W < 1 || ID_W > 8) begin : g_check_id_w
            xform_bank_parameter_ID_W_must_be_1_to_8 refused ();
        end
        if (MODE_W < 1 || MODE_W > 8) begin : g_check_mode_w
            xform_bank_parameter_MODE_W_must_be_1_to_8 refused ();
        end
        if (SLOTS < 0 || SLOTS >= (1 << ID_W)) begin : g_check_slots
            xform_bank_parameter_SLOTS_must_be_0_to_the_highest_id_of_ID_W_bits refused ();
        end
        if (IN_BITS < DATA_W || IN_BITS > 16 * DATA_W || IN_BITS % DATA_W != 0)
        begin : g_check_in_bits
            xform_bank_parameter_IN_BITS_must_be_1_to_16_times_DATA_W refused ();
        end
        if (OUT_WORDS < 1 || OUT_WORDS > 4) begin : g_check_out_words
            xform_bank_parameter_OUT_WORDS_must_be_1_to_4 refused ();
        end
    endgenerate

    localparam integer WORDS = 4;
    localparam integer BITS  = WORDS * DATA_W;

    localparam [1:0] LAST_BEAT    = 2'd3;
    localparam [7:0] REG_GEOMETRY = 8'h04;
    localparam [7:0] REG_DEPTH    = 8'hFC;

    wire unused_ok = &{1'b0, id, mode, cfg_en, cfg_id, cfg_data};

    assign need_beat = 1'b1;
    assign fault     = 4'd0;

    // ---- The open entry ----------------------------------------------------------------------

    reg        open;
    reg  [1:0] index; // of the next beat
    wire       take      = open && beat_valid;
    wire       take_last = take && index == LAST_BEAT;

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

    reg [3*DATA_W-1:0] earlier; // the last three beats, the oldest lowest
    always @(posedge clk) begin
        if (take)
            earlier <= {beat, earlier[3*DATA_W-1:DATA_W]};
    end

    // ---- The finished entry ------------------------------------------------------------------

    always @(posedge clk) begin
        if (rst)
            done <= 1'b0;
        else
            done <= take_last;
    end

    reg [4*DATA_W-1:0] words;
    always @(posedge clk) begin
        if (take_last)
            words <= {beat, earlier};
    end

    assign {word3, word2, word1, word0} = words;

    // ---- Registers ---------------------------------------------------------------------------

    always @* begin
        case (cfg_addr)
            REG_GEOMETRY: cfg_rdata = {8'd0, WORDS[7:0], BITS[15:0]};
            REG_DEPTH:    cfg_rdata = {24'h444550, 8'd2};
            default:      cfg_rdata = 32'd0;
        endcase
    end

endmodule

`default_nettype wire
