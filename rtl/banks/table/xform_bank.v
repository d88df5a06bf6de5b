// xform_bank, table: id 0 is the bypass, id 1 looks every byte up in a table of 256 bytes.
//
// The example of an occupant with registers, with a fault of its own and with DEPTH 1.
//
// Contract (transform slot; modules 1):
//
// - Table: one beat in, one word out, `done` ten cycles after the beat. Bypass: four beats in, the
//   same four words out, `done` two cycles after the last. `mode` is not looked at.
// - The bypass has DEPTH 2, the table DEPTH 1, which holds wherever one of the two entries that meet
//   is the table's. An entry's `done` then never catches up with the one before: bypasses are four
//   beats apart, and a table's comes more than four cycles after its `start`. The words hold from
//   one `done` to the next.
// - A `start` before the open entry's last beat abandons that entry: no `done`, no words. A beat in
//   the cycle of a `start` belongs to the entry that was open.
// - fault[0]: an id above 1 names no occupant, whatever SLOTS says; it is answered by the bypass.
//   fault[1]: an entry of the table was started while LOADED was below 256; bytes never written
//   are zero. Both rise in the cycle after the `start`, abandoned or not.
// - Registers: 0x00 the faults (any write clears them, a fault set in that cycle stays), 0x04 the
//   geometry and 0xFC the depth of `cfg_id`, which read zero for an id without occupant. Of id 1:
//
//       0x10 INDEX  [7:0]   where DATA is written and read
//       0x14 DATA   [7:0]   a write stores the byte at INDEX, then INDEX counts up, 255 to 0;
//                           a read shows the byte at INDEX, zero when it was never written
//       0x18 LOADED [8:0]   read only: how many of the 256 bytes were written since reset
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

    localparam integer BYPASS_WORDS = 4;
    localparam integer BYPASS_BITS  = BYPASS_WORDS * DATA_W;
    localparam integer TABLE_WORDS  = 1;
    localparam integer TABLE_BITS   = TABLE_WORDS * DATA_W;

    localparam [7:0] ID_BYPASS = 8'd0;
    localparam [7:0] ID_TABLE  = 8'd1;

    localparam [7:0] REG_FAULT    = 8'h00;
    localparam [7:0] REG_GEOMETRY = 8'h04;
    localparam [7:0] REG_INDEX    = 8'h10;
    localparam [7:0] REG_DATA     = 8'h14;
    localparam [7:0] REG_LOADED   = 8'h18;
    localparam [7:0] REG_DEPTH    = 8'hFC;

    localparam [2:0] LAST_STEP = 3'd7; // four bytes each
    localparam [8:0] FULL      = 9'd256;

    // Whatever their width, ids are looked at as 8 bits.
    wire [ID_W+7:0] id_ext     = {8'd0, id};
    wire [ID_W+7:0] cfg_id_ext = {8'd0, cfg_id};
    wire [7:0]      id_8       = id_ext[7:0];
    wire [7:0]      cfg_id_8   = cfg_id_ext[7:0];
    wire            to_table   = id_8 == ID_TABLE;
    wire            cfg_table  = cfg_id_8 == ID_TABLE;

    wire unused_ok = &{1'b0, IN_BITS, OUT_WORDS, id_ext, cfg_id_ext, mode, cfg_data, take, first,
                       open_tag};

    assign need_beat = 1'b1;

    // ---- The open entry ----------------------------------------------------------------------

    wire          take;
    wire          first;
    wire          open_tag;
    wire          complete;
    wire          of_table;
    wire [1023:0] entry;
    mcs_bank_intake u_intake (
        .clk         (clk),
        .rst         (rst),
        .start       (start),
        .start_beats (to_table ? TABLE_WORDS[2:0] : BYPASS_WORDS[2:0]),
        .start_tag   (to_table),
        .beat        (beat),
        .beat_valid  (beat_valid),
        .take        (take),
        .first       (first),
        .open_tag    (open_tag),
        .complete    (complete),
        .tag         (of_table),
        .entry       (entry)
    );

    // ---- Looking up, four bytes a cycle ------------------------------------------------------

    // With DEPTH 1 no other entry comes in between; `rest` has the keys still to be looked up.
    wire          table_complete = complete && of_table;
    reg           busy;
    reg  [2:0]    step;
    reg  [255:0]  rest;
    reg  [223:0]  found; // the bytes looked up so far, the latest highest
    wire          last_step = busy && step == LAST_STEP;
    wire [31:0]   looked_up;

    always @(posedge clk) begin
        if (rst) begin
            busy <= 1'b0;
            step <= 3'd0;
        end else if (table_complete) begin
            busy <= 1'b1;
            step <= 3'd0;
        end else if (busy) begin
            busy <= !last_step;
            step <= step + 3'd1;
        end
    end

    always @(posedge clk) begin
        if (table_complete)
            rest <= entry[255:0];
        else
            rest <= {32'd0, rest[255:32]};
        found <= {looked_up, found[223:32]};
    end

    // ---- The finished entry ------------------------------------------------------------------

    wire bypass_complete = complete && !of_table;

    always @(posedge clk) begin
        if (rst)
            done <= 1'b0;
        else
            done <= bypass_complete || last_step;
    end

    reg [1023:0] words;
    always @(posedge clk) begin
        if (bypass_complete)
            words <= entry;
        else if (last_step)
            words[255:0] <= {looked_up, found};
    end

    assign {word3, word2, word1, word0} = words;

    // ---- Registers ---------------------------------------------------------------------------

    wire [7:0] index;
    wire [7:0] at_index;
    wire [8:0] loaded;
    mcs_table u_table (
        .clk         (clk),
        .rst         (rst),
        .write_index (cfg_en && cfg_table && cfg_addr == REG_INDEX),
        .write_data  (cfg_en && cfg_table && cfg_addr == REG_DATA),
        .value       (cfg_data[7:0]),
        .index       (index),
        .at_index    (at_index),
        .loaded      (loaded),
        .keys        (rest[31:0]),
        .looked_up   (looked_up)
    );

    wire clear = cfg_en && cfg_addr == REG_FAULT;
    reg  fault_unknown;
    reg  fault_unloaded;
    always @(posedge clk) begin
        if (rst) begin
            fault_unknown  <= 1'b0;
            fault_unloaded <= 1'b0;
        end else begin
            fault_unknown  <= (start && id_8 > ID_TABLE) || (fault_unknown && !clear);
            fault_unloaded <= (start && to_table && loaded != FULL) || (fault_unloaded && !clear);
        end
    end

    assign fault = {2'd0, fault_unloaded, fault_unknown};

    always @* begin
        cfg_rdata = 32'd0;
        if (cfg_addr == REG_FAULT) begin
            cfg_rdata = {28'd0, fault};
        end else if (cfg_id_8 == ID_BYPASS) begin
            case (cfg_addr)
                REG_GEOMETRY: cfg_rdata = {8'd0, BYPASS_WORDS[7:0], BYPASS_BITS[15:0]};
                REG_DEPTH:    cfg_rdata = {24'h444550, 8'd2};
                default:      cfg_rdata = 32'd0;
            endcase
        end else if (cfg_table) begin
            case (cfg_addr)
                REG_GEOMETRY: cfg_rdata = {8'd0, TABLE_WORDS[7:0], TABLE_BITS[15:0]};
                REG_INDEX:    cfg_rdata = {24'd0, index};
                REG_DATA:     cfg_rdata = {24'd0, at_index};
                REG_LOADED:   cfg_rdata = {23'd0, loaded};
                REG_DEPTH:    cfg_rdata = {24'h444550, 8'd1};
                default:      cfg_rdata = 32'd0;
            endcase
        end
    end

endmodule

`default_nettype wire
