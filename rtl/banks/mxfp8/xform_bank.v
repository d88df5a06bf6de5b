// xform_bank, mxfp8: OCP MXFP8 blocks of 32 elements, both ways, bit exact (number formats 2).
//
//     id  occupant  beats in                            words out
//      0  bypass    4                                   4, the same
//      1  mx8_q32   4: FP32                             2: 32 element bytes; the scale byte
//      2  mx8_q16   2: FP16                             2, as above
//      3  mx8_d32   2: 32 element bytes; the scale      4: FP32
//      4  mx8_d16   2, as above                         2: FP16
//
// Contract (transform slot; modules 1):
//
// - Element i is at place i of words and beats, the lowest first. The scale is in bits 7:0; above it
//   a quantiser writes zeros and a dequantiser looks at nothing. Words above an entry's own are
//   unspecified. Options are the OR of mode[2:0] and register 0x10[2:0] of the id, both as they are
//   during `start`: bit 0 selects E4M3 (else E5M2); bit 1 `rceil` and bit 2 `poison_dis` are the
//   quantisers'.
// - `done` comes four cycles after the last beat whatever the id, but not before the words of the
//   entry before have been there for as many cycles as there are of them: entries of two beats
//   could be ready sooner. `done`s come in start order; the words hold from one to the next.
// - DEPTH 2: the next `start` may come in the cycle of the open entry's last beat.
// - A `start` before the open entry's last beat abandons that entry: no `done`, no words. A beat in
//   the cycle of a `start` belongs to the entry that was open.
// - An id above 4 names no occupant, whatever SLOTS says: it is answered by the bypass and raises
//   fault[0] in the cycle after its `start`, abandoned or not. Ids that ID_W bits cannot say are out
//   of reach.
// - Registers: 0x00 the faults (any write clears them, a fault set in that cycle stays), 0x04 the
//   geometry and 0xFC the depth of `cfg_id`, which read zero for an id without occupant; 0x10 the
//   options of ids 1 to 4, for entries started after the cycle of the write.
//
// Cycles after the last beat; blocks pass in order and only the last stage ever holds one:
//
//     1  ST_ENTRY   all beats and the peak are there; values are taken apart, the scale derived
//     2  ST_UNPACK  the significands are shifted to where the exponents say
//     3  ST_SHIFT   rounding; the entry waits here for its turn
//
// Register 0x04 is the truth about geometry: IN_BITS and OUT_WORDS change nothing.

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

    output wire              done,
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
        if (SLOTS < 1 || SLOTS >= (1 << ID_W)) begin : g_check_slots
            xform_bank_parameter_SLOTS_must_be_1_to_the_highest_id_of_ID_W_bits refused ();
        end
    endgenerate

    localparam [7:0] ID_BYPASS = 8'd0;
    localparam [7:0] ID_Q32    = 8'd1;
    localparam [7:0] ID_Q16    = 8'd2;
    localparam [7:0] ID_D32    = 8'd3;
    localparam [7:0] ID_D16    = 8'd4;
    localparam [7:0] ID_LAST   = ID_D16;

    localparam [7:0] REG_FAULT    = 8'h00;
    localparam [7:0] REG_GEOMETRY = 8'h04;
    localparam [7:0] REG_OPTIONS  = 8'h10;
    localparam [7:0] REG_DEPTH    = 8'hFC;

    localparam integer E4M3       = 0; // bits of the options
    localparam integer RCEIL      = 1;
    localparam integer POISON_DIS = 2;

    // Whatever their widths, ids and modes are looked at as 8 bits.
    wire [ID_W+7:0]   id_ext     = {8'd0, id};
    wire [ID_W+7:0]   cfg_id_ext = {8'd0, cfg_id};
    wire [MODE_W+7:0] mode_ext   = {8'd0, mode};
    wire [7:0]        cfg_id_8   = cfg_id_ext[7:0];
    wire [7:0]        id_8       = id_ext[7:0];
    wire              unknown    = id_8 > ID_LAST;

    wire unused_ok = &{1'b0, IN_BITS, OUT_WORDS, id_ext, cfg_id_ext, mode_ext, cfg_data};

    assign need_beat = 1'b1;

    // The shapes of the entries, in beats and words.
    function [2:0] beats_of;
        input [2:0] occupant;
        beats_of = occupant == ID_BYPASS[2:0] || occupant == ID_Q32[2:0] ? 3'd4 : 3'd2;
    endfunction

    function [2:0] words_of;
        input [2:0] occupant;
        words_of = occupant == ID_BYPASS[2:0] || occupant == ID_D32[2:0] ? 3'd4 : 3'd2;
    endfunction

    function fp16_of;
        input [2:0] occupant;
        fp16_of = occupant == ID_Q16[2:0] || occupant == ID_D16[2:0];
    endfunction

    // ---- The open entry ----------------------------------------------------------------------

    reg  [11:0] options_register; // three bits of each occupant, id 1 lowest
    reg  [2:0]  start_register;   // those of `id`
    always @* begin
        case (id_8)
            ID_Q32:  start_register = options_register[2:0];
            ID_Q16:  start_register = options_register[5:3];
            ID_D32:  start_register = options_register[8:6];
            ID_D16:  start_register = options_register[11:9];
            default: start_register = 3'd0;
        endcase
    end

    wire [2:0]    start_occupant = unknown ? ID_BYPASS[2:0] : id_8[2:0];
    wire [2:0]    start_options  = mode_ext[2:0] | start_register;
    wire          take;
    wire          first;
    wire [2:0]    open_occupant;
    wire [2:0]    open_options;
    wire          entry_valid;
    wire [2:0]    entry_occupant;
    wire [2:0]    entry_options;
    wire [1023:0] entry;
    mcs_bank_intake #(
        .TAG_W (6)
    ) u_intake (
        .clk         (clk),
        .rst         (rst),
        .start       (start),
        .start_beats (beats_of(start_occupant)),
        .start_tag   ({start_occupant, start_options}),
        .beat        (beat),
        .beat_valid  (beat_valid),
        .take        (take),
        .first       (first),
        .open_tag    ({open_occupant, open_options}),
        .complete    (entry_valid),
        .tag         ({entry_occupant, entry_options}),
        .entry       (entry)
    );

    wire unused_open = &{1'b0, open_options};

    // ---- ST_ENTRY: the beats, and what the block's scale needs of them -----------------------

    wire [14:0] beat_peak;
    wire        beat_special;
    mcs_mx8_peak u_peak (
        .fp16    (fp16_of(open_occupant)),
        .beat    (beat),
        .peak    (beat_peak),
        .special (beat_special)
    );

    reg [14:0] peak;
    reg        special;
    always @(posedge clk) begin
        if (take) begin
            special <= beat_special || (special && !first);
            if (first || beat_peak > peak)
                peak <= beat_peak;
        end
    end

    wire       entry_fp16     = fp16_of(entry_occupant);
    wire       entry_poisoned = special && !entry_options[POISON_DIS];
    wire [7:0] entry_scale;
    mcs_mx8_scale u_scale (
        .fp16     (entry_fp16),
        .e4m3     (entry_options[E4M3]),
        .rceil    (entry_options[RCEIL]),
        .poisoned (entry_poisoned),
        .peak     (peak),
        .scale    (entry_scale)
    );

    // ---- ST_UNPACK and ST_SHIFT, beside the values -------------------------------------------

    reg          unpack_valid;
    reg [2:0]    unpack_occupant;
    reg          unpack_e4m3;
    reg          unpack_poisoned;
    reg [7:0]    unpack_scale;  // a quantiser's
    reg [1023:0] unpack_bypass;
    reg [2:0]    shift_occupant;
    reg          shift_e4m3;
    reg          shift_poisoned;
    reg [7:0]    shift_scale;
    reg [1023:0] shift_bypass;

    always @(posedge clk) begin
        if (rst)
            unpack_valid <= 1'b0;
        else
            unpack_valid <= entry_valid;
    end

    always @(posedge clk) begin
        if (entry_valid) begin
            unpack_occupant <= entry_occupant;
            unpack_e4m3     <= entry_options[E4M3];
            unpack_poisoned <= entry_poisoned;
            unpack_scale    <= entry_scale;
            unpack_bypass   <= entry;
        end
        if (unpack_valid) begin
            shift_occupant <= unpack_occupant;
            shift_e4m3     <= unpack_e4m3;
            shift_poisoned <= unpack_poisoned;
            shift_scale    <= unpack_scale;
            shift_bypass   <= unpack_bypass;
        end
    end

    // ---- The 32 elements ---------------------------------------------------------------------

    wire [255:0]  codes;     // of a quantiser
    wire [1023:0] values_32; // of a dequantiser
    wire [511:0]  values_16;
    genvar        i;
    generate
        for (i = 0; i < 32; i = i + 1) begin : g_element
            mcs_mx8_quantise u_quantise (
                .clk           (clk),
                .load_unpack   (entry_valid),
                .fp16          (entry_fp16),
                .value         (entry_fp16 ? {16'd0, entry[16*i +: 16]} : entry[32*i +: 32]),
                .load_shift    (unpack_valid),
                .shift_e4m3    (unpack_e4m3),
                .shift_scale   (unpack_scale),
                .code_e4m3     (shift_e4m3),
                .code_poisoned (shift_poisoned),
                .code          (codes[8*i +: 8])
            );

            mcs_mx8_dequantise u_dequantise (
                .clk         (clk),
                .load_decode (entry_valid),
                .e4m3        (entry_options[E4M3]),
                .fp16        (entry_fp16),
                .scale       (entry[263:256]),
                .code        (entry[8*i +: 8]),
                .load_place  (unpack_valid),
                .place_fp16  (fp16_of(unpack_occupant)),
                .value_fp16  (fp16_of(shift_occupant)),
                .value       (values_32[32*i +: 32])
            );
            assign values_16[16*i +: 16] = values_32[32*i +: 16];
        end
    endgenerate

    // ---- The finished entry ------------------------------------------------------------------

    wire finish;
    mcs_bank_pace u_pace (
        .clk       (clk),
        .rst       (rst),
        .arrive    (unpack_valid),
        .out_words (words_of(shift_occupant)),
        .finish    (finish),
        .done      (done)
    );

    reg [1023:0] words;
    always @(posedge clk) begin
        if (finish) begin
            case (shift_occupant)
                ID_Q32[2:0], ID_Q16[2:0]: words[511:0] <= {248'd0, shift_scale, codes};
                ID_D32[2:0]:              words        <= values_32;
                ID_D16[2:0]:              words[511:0] <= values_16;
                default:                  words        <= shift_bypass;
            endcase
        end
    end

    assign {word3, word2, word1, word0} = words;

    // ---- Registers ---------------------------------------------------------------------------

    reg fault_unknown;
    always @(posedge clk) begin
        if (rst)
            fault_unknown <= 1'b0;
        else if (start && unknown)
            fault_unknown <= 1'b1;
        else if (cfg_en && cfg_addr == REG_FAULT)
            fault_unknown <= 1'b0;
    end

    assign fault = {3'd0, fault_unknown};

    always @(posedge clk) begin
        if (rst) begin
            options_register <= 12'd0;
        end else if (cfg_en && cfg_addr == REG_OPTIONS) begin
            case (cfg_id_8)
                ID_Q32:  options_register[2:0]  <= cfg_data[2:0];
                ID_Q16:  options_register[5:3]  <= cfg_data[2:0];
                ID_D32:  options_register[8:6]  <= cfg_data[2:0];
                ID_D16:  options_register[11:9] <= cfg_data[2:0];
                default: ;
            endcase
        end
    end

    reg [2:0] cfg_options;
    always @* begin
        case (cfg_id_8)
            ID_Q32:  cfg_options = options_register[2:0];
            ID_Q16:  cfg_options = options_register[5:3];
            ID_D32:  cfg_options = options_register[8:6];
            ID_D16:  cfg_options = options_register[11:9];
            default: cfg_options = 3'd0;
        endcase
    end

    wire       cfg_known = cfg_id_8 <= ID_LAST;
    wire [2:0] cfg_beats = beats_of(cfg_id_8[2:0]);
    wire [2:0] cfg_words = words_of(cfg_id_8[2:0]);

    always @* begin
        cfg_rdata = 32'd0;
        case (cfg_addr)
            REG_FAULT:    cfg_rdata = {28'd0, fault};
            REG_GEOMETRY: if (cfg_known) cfg_rdata = {13'd0, cfg_words, 5'd0, cfg_beats, 8'd0};
            REG_OPTIONS:  cfg_rdata = {29'd0, cfg_options};
            REG_DEPTH:    if (cfg_known) cfg_rdata = {24'h444550, 8'd2};
            default:      cfg_rdata = 32'd0;
        endcase
    end

endmodule

`default_nettype wire
