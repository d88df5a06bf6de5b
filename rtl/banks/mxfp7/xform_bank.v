// xform_bank, mxfp7: id 0 is the bypass, id 1 is the FP16 to MXFP7 quantiser `mx_quant`.
//
// Contract (transform slot; modules 1):
//
// - Quantiser: eight beats in, four words out, mode[0] = 1 selects the B packing. Bypass: four
//   beats in, the same four words out. `id` and `mode` are read during `start` only.
// - `done` comes LATENCY cycles after the last beat, the same for both occupants. As an entry has
//   at least four beats, `done`s then come in start order and at least four cycles apart, whatever
//   ids follow each other; the words hold from one `done` to the next.
// - DEPTH 2: the next `start` may come in the cycle of the open entry's last beat.
// - A `start` before the open entry's last beat abandons that entry: no `done`, no words. A beat in
//   the cycle of a `start` belongs to the entry that was open.
// - An id above 1 names no occupant, whatever SLOTS says: it is answered by the bypass and raises
//   fault[0] in the cycle after its `start`, abandoned or not.
// - Registers: 0x00 the faults (any write clears them, a fault set in that cycle stays), 0x04 the
//   geometry and 0xFC the depth of `cfg_id`; the last two read zero for an id without occupant.
//
// The occupants' geometry is fixed: IN_BITS 2048 and OUT_WORDS 4 are the only values accepted.

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
        if (IN_BITS != 2048) begin : g_check_in_bits
            xform_bank_parameter_IN_BITS_must_be_2048 refused ();
        end
        if (OUT_WORDS != 4) begin : g_check_out_words
            xform_bank_parameter_OUT_WORDS_must_be_4 refused ();
        end
    endgenerate

    localparam integer LATENCY      = 4; // of mx_quant, which the bypass is made to match
    localparam integer BYPASS_WORDS = 4;
    localparam integer BYPASS_BITS  = BYPASS_WORDS * DATA_W;

    localparam [ID_W-1:0] ID_BYPASS = 0;
    localparam [ID_W-1:0] ID_QUANT  = 1;

    localparam [7:0] REG_FAULT    = 8'h00;
    localparam [7:0] REG_GEOMETRY = 8'h04;
    localparam [7:0] REG_DEPTH    = 8'hFC;
    localparam [31:0] DEPTH_2     = {24'h444550, 8'd2};

    wire unused_ok = &{1'b0, mode, cfg_data};

    assign need_beat = 1'b1;

    // ---- Routing -----------------------------------------------------------------------------

    // The occupant that is not named sees no beats, so an entry it had open stays short of its last
    // beat until the next start it does see: that is all it takes to abandon it.
    wire to_quant = id == ID_QUANT;
    reg  open_quant; // who owns the open entry
    always @(posedge clk) begin
        if (rst)
            open_quant <= 1'b0;
        else if (start)
            open_quant <= to_quant;
    end

    wire          quant_done;
    wire [1023:0] quant_words;
    mx_quant u_quant (
        .clk        (clk),
        .rst        (rst),
        .start      (start && to_quant),
        .order_b    (mode[0]),
        .beat       (beat),
        .beat_valid (beat_valid && open_quant),
        .done       (quant_done),
        .words      (quant_words)
    );

    wire          bypass_done;
    wire [1023:0] bypass_words;
    mcs_bypass #(
        .LATENCY (LATENCY)
    ) u_bypass (
        .clk        (clk),
        .rst        (rst),
        .start      (start && !to_quant),
        .beat       (beat),
        .beat_valid (beat_valid && !open_quant),
        .done       (bypass_done),
        .words      (bypass_words)
    );

    // ---- The finished entry ------------------------------------------------------------------

    reg  last_quant; // who gave the latest `done` before this cycle
    wire show_quant = quant_done || (last_quant && !bypass_done);
    always @(posedge clk) begin
        if (rst)
            last_quant <= 1'b0;
        else
            last_quant <= show_quant;
    end

    assign done = quant_done || bypass_done;
    assign {word3, word2, word1, word0} = show_quant ? quant_words : bypass_words;

    // ---- Registers ---------------------------------------------------------------------------

    wire unknown_started = start && id != ID_BYPASS && id != ID_QUANT;
    reg  fault_unknown;
    always @(posedge clk) begin
        if (rst)
            fault_unknown <= 1'b0;
        else if (unknown_started)
            fault_unknown <= 1'b1;
        else if (cfg_en && cfg_addr == REG_FAULT)
            fault_unknown <= 1'b0;
    end

    assign fault = {3'd0, fault_unknown};

    reg [31:0] geometry;
    reg [31:0] depth;
    always @* begin
        case (cfg_id)
            ID_BYPASS: begin
                geometry = {8'd0, BYPASS_WORDS[7:0], BYPASS_BITS[15:0]};
                depth    = DEPTH_2;
            end
            ID_QUANT: begin
                geometry = {8'd0, OUT_WORDS[7:0], IN_BITS[15:0]};
                depth    = DEPTH_2;
            end
            default: begin
                geometry = 32'd0;
                depth    = 32'd0;
            end
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
