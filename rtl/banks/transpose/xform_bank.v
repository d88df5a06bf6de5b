// xform_bank, transpose: id 0 is the bypass, id 1 transposes a tile of 128 bytes.
//
// Contract (transform slot; modules 1):
//
// - Four beats in, four words out, for both ids. The tile's shape is the OR of mode[1:0] and
//   register 0x10[1:0], both as they are during `start`:
//
//       0   16 rows x 8 columns of 8 bits      2   8 rows x 4 columns of 32 bits
//       1    8 rows x 8 columns of 16 bits     3   4 rows x 4 columns of 64 bits
//
// - `done` comes two cycles after the last beat. As every entry has four beats, `done`s come in
//   start order and at least four cycles apart; the words hold from one `done` to the next.
// - DEPTH 2: the next `start` may come in the cycle of the open entry's last beat.
// - A `start` before the open entry's last beat abandons that entry: no `done`, no words. A beat in
//   the cycle of a `start` belongs to the entry that was open.
// - An id above 1 names no occupant, whatever SLOTS says: it is answered by the bypass and raises
//   fault[0] in the cycle after its `start`, abandoned or not.
// - Registers: 0x00 the faults (any write clears them, a fault set in that cycle stays), 0x04 the
//   geometry and 0xFC the depth of `cfg_id`, which read zero for an id without occupant; 0x10 of
//   id 1 the shape. 0x10 takes effect for entries started after the cycle of the write.
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
        if (SLOTS < 1 || SLOTS >= (1 << ID_W)) begin : g_check_slots
            xform_bank_parameter_SLOTS_must_be_1_to_the_highest_id_of_ID_W_bits refused ();
        end
    endgenerate

    localparam integer WORDS = 4; // of either id
    localparam integer BITS  = WORDS * DATA_W;

    localparam [7:0] ID_BYPASS    = 8'd0;
    localparam [7:0] ID_TRANSPOSE = 8'd1;

    localparam [7:0] REG_FAULT    = 8'h00;
    localparam [7:0] REG_GEOMETRY = 8'h04;
    localparam [7:0] REG_SHAPE    = 8'h10;
    localparam [7:0] REG_DEPTH    = 8'hFC;

    // Whatever their widths, ids and modes are looked at as 8 bits.
    wire [ID_W+7:0]   id_ext     = {8'd0, id};
    wire [ID_W+7:0]   cfg_id_ext = {8'd0, cfg_id};
    wire [MODE_W+7:0] mode_ext   = {8'd0, mode};
    wire [7:0]        id_8       = id_ext[7:0];
    wire [7:0]        cfg_id_8   = cfg_id_ext[7:0];

    wire unused_ok = &{1'b0, IN_BITS, OUT_WORDS, id_ext, cfg_id_ext, mode_ext, cfg_data, take, first,
                       open_tag};

    assign need_beat = 1'b1;

    // ---- The open entry ----------------------------------------------------------------------

    reg  [1:0]    shape_register;
    wire [1:0]    start_shape = mode_ext[1:0] | shape_register;
    wire          take;
    wire          first;
    wire [2:0]    open_tag;
    wire          complete;
    wire          transposes;
    wire [1:0]    shape;
    wire [1023:0] entry;
    mcs_bank_intake #(
        .TAG_W (3)
    ) u_intake (
        .clk         (clk),
        .rst         (rst),
        .start       (start),
        .start_beats (WORDS[2:0]),
        .start_tag   ({id_8 == ID_TRANSPOSE, start_shape}),
        .beat        (beat),
        .beat_valid  (beat_valid),
        .take        (take),
        .first       (first),
        .open_tag    (open_tag),
        .complete    (complete),
        .tag         ({transposes, shape}),
        .entry       (entry)
    );

    // ---- The finished entry ------------------------------------------------------------------

    wire [1023:0] of_8;
    wire [1023:0] of_16;
    wire [1023:0] of_32;
    wire [1023:0] of_64;
    mcs_transpose #(.ROWS(16), .COLS(8), .BITS(8))  u_of_8  (.tile(entry), .transposed(of_8));
    mcs_transpose #(.ROWS(8),  .COLS(8), .BITS(16)) u_of_16 (.tile(entry), .transposed(of_16));
    mcs_transpose #(.ROWS(8),  .COLS(4), .BITS(32)) u_of_32 (.tile(entry), .transposed(of_32));
    mcs_transpose #(.ROWS(4),  .COLS(4), .BITS(64)) u_of_64 (.tile(entry), .transposed(of_64));

    reg [1023:0] transposed;
    always @* begin
        case (shape)
            2'd0:    transposed = of_8;
            2'd1:    transposed = of_16;
            2'd2:    transposed = of_32;
            default: transposed = of_64;
        endcase
    end

    always @(posedge clk) begin
        if (rst)
            done <= 1'b0;
        else
            done <= complete;
    end

    reg [1023:0] words;
    always @(posedge clk) begin
        if (complete)
            words <= transposes ? transposed : entry;
    end

    assign {word3, word2, word1, word0} = words;

    // ---- Registers ---------------------------------------------------------------------------

    reg fault_unknown;
    always @(posedge clk) begin
        if (rst)
            fault_unknown <= 1'b0;
        else if (start && id_8 > ID_TRANSPOSE)
            fault_unknown <= 1'b1;
        else if (cfg_en && cfg_addr == REG_FAULT)
            fault_unknown <= 1'b0;
    end

    assign fault = {3'd0, fault_unknown};

    always @(posedge clk) begin
        if (rst)
            shape_register <= 2'd0;
        else if (cfg_en && cfg_id_8 == ID_TRANSPOSE && cfg_addr == REG_SHAPE)
            shape_register <= cfg_data[1:0];
    end

    wire cfg_known = cfg_id_8 == ID_BYPASS || cfg_id_8 == ID_TRANSPOSE;

    always @* begin
        cfg_rdata = 32'd0;
        case (cfg_addr)
            REG_FAULT:    cfg_rdata = {28'd0, fault};
            REG_GEOMETRY: if (cfg_known) cfg_rdata = {8'd0, WORDS[7:0], BITS[15:0]};
            REG_SHAPE:    if (cfg_id_8 == ID_TRANSPOSE) cfg_rdata = {30'd0, shape_register};
            REG_DEPTH:    if (cfg_known) cfg_rdata = {24'h444550, 8'd2};
            default:      cfg_rdata = 32'd0;
        endcase
    end

endmodule

`default_nettype wire
