// mag_xform: shares one transform bank among NREQ requesters.
//
// Contract (transform slot; modules 2):
//
// - A requester raises its `req` bit and keeps it up until its run is over; a run is any number of
//   entries. `gnt` is one-hot or zero and is never withdrawn while the holder's `req` is up. It
//   stays one cycle after `req` falls; nothing is presented in that cycle.
// - Round robin: after a run the next holder is the first waiting requester above the last one,
//   wrapping, so nobody waits for more than NREQ-1 runs of others.
// - `start id mode beat beat_valid` of the holder are registered once after the mux: what is
//   presented in cycle t is at the bank's pins in t+1. Requesters drive them from flops, which is
//   the other register stage the slot promises its occupants.
// - A `start` or a beat without a grant is dropped and reported as UNGRANTED_BEAT, once per
//   requester and cycle.
// - `done` and the words are broadcast; they belong to the grant holder.
// - `cfg_*` and `fault` are the bank's own.
//
// Requester r owns bit r of the one-bit buses and slice [r*W +: W] of the wide ones.
// `rst` is synchronous, active high, and leaves no trace of what was under way.

`default_nettype none

module mag_xform #(
    parameter integer DATA_W    = 256,
    parameter integer NREQ      = 2,
    parameter integer SLOTS     = 1,
    parameter integer ID_W      = 4,
    parameter integer MODE_W    = 4,
    parameter integer IN_BITS   = 2048,
    parameter integer OUT_WORDS = 4
) (
    input  wire                   clk,
    input  wire                   rst,

    input  wire [NREQ-1:0]        req,
    output wire [NREQ-1:0]        gnt,
    input  wire [NREQ-1:0]        start,
    input  wire [NREQ*ID_W-1:0]   id,
    input  wire [NREQ*MODE_W-1:0] mode,
    input  wire [NREQ*DATA_W-1:0] beat,
    input  wire [NREQ-1:0]        beat_valid,

    output wire                   done,
    output wire [DATA_W-1:0]      word0,
    output wire [DATA_W-1:0]      word1,
    output wire [DATA_W-1:0]      word2,
    output wire [DATA_W-1:0]      word3,

    input  wire                   cfg_en,
    input  wire [ID_W-1:0]        cfg_id,
    input  wire [7:0]             cfg_addr,
    input  wire [31:0]            cfg_data,
    output wire [31:0]            cfg_rdata,
    output wire [3:0]             fault
);

    // Elaboration stops at a module that does not exist; its name is the message.
    generate
        if (DATA_W != 256) begin : g_check_data_w
            mag_xform_parameter_DATA_W_must_be_256 refused ();
        end
        if (NREQ < 1 || NREQ > 8) begin : g_check_nreq
            mag_xform_parameter_NREQ_must_be_1_to_8 refused ();
        end
        if (ID_W < 1 || ID_W > 8) begin : g_check_id_w
            mag_xform_parameter_ID_W_must_be_1_to_8 refused ();
        end
        if (MODE_W < 1 || MODE_W > 8) begin : g_check_mode_w
            mag_xform_parameter_MODE_W_must_be_1_to_8 refused ();
        end
        if (SLOTS < 0 || SLOTS >= (1 << ID_W)) begin : g_check_slots
            mag_xform_parameter_SLOTS_must_be_0_to_the_highest_id_of_ID_W_bits refused ();
        end
        if (IN_BITS < DATA_W || IN_BITS > 16 * DATA_W || IN_BITS % DATA_W != 0)
        begin : g_check_in_bits
            mag_xform_parameter_IN_BITS_must_be_1_to_16_times_DATA_W refused ();
        end
        if (OUT_WORDS < 1 || OUT_WORDS > 4) begin : g_check_out_words
            mag_xform_parameter_OUT_WORDS_must_be_1_to_4 refused ();
        end
    endgenerate

    localparam [NREQ-1:0] NOBODY = 0;
    localparam [NREQ-1:0] LOWEST = 1;

    // ---- Arbitration -------------------------------------------------------------------------

    reg  [NREQ-1:0] holder; // one-hot or zero
    reg  [NREQ-1:0] above;  // the requesters above the last holder; zero lets 0 begin

    wire            held       = (holder & req) != NOBODY;
    wire [NREQ-1:0] first_turn = req & above;
    wire [NREQ-1:0] candidates = first_turn != NOBODY ? first_turn : req;
    wire [NREQ-1:0] next       = candidates & (~candidates + LOWEST);

    assign gnt = holder;

    always @(posedge clk) begin
        if (rst) begin
            holder <= NOBODY;
            above  <= NOBODY;
        end else if (!held) begin
            holder <= next;
            if (next != NOBODY)
                above <= ~(next | (next - LOWEST));
        end
    end

    // ---- The holder's stream -----------------------------------------------------------------

    wire start_taken = (start & holder) != NOBODY;
    wire beat_taken  = (beat_valid & holder) != NOBODY;

    reg [ID_W-1:0]   id_taken;
    reg [MODE_W-1:0] mode_taken;
    reg [DATA_W-1:0] data_taken;

    integer          i;
    always @* begin
        id_taken   = {ID_W{1'b0}};
        mode_taken = {MODE_W{1'b0}};
        data_taken = {DATA_W{1'b0}};
        for (i = 0; i < NREQ; i = i + 1) begin
            id_taken   = id_taken | (id[i*ID_W +: ID_W] & {ID_W{holder[i]}});
            mode_taken = mode_taken | (mode[i*MODE_W +: MODE_W] & {MODE_W{holder[i]}});
            data_taken = data_taken | (beat[i*DATA_W +: DATA_W] & {DATA_W{holder[i]}});
        end
    end

    reg bank_start;
    reg bank_beat_valid;
    always @(posedge clk) begin
        if (rst) begin
            bank_start      <= 1'b0;
            bank_beat_valid <= 1'b0;
        end else begin
            bank_start      <= start_taken;
            bank_beat_valid <= beat_taken;
        end
    end

    reg [ID_W-1:0]   bank_id;
    reg [MODE_W-1:0] bank_mode;
    always @(posedge clk) begin
        if (start_taken) begin
            bank_id   <= id_taken;
            bank_mode <= mode_taken;
        end
    end

    reg [DATA_W-1:0] bank_beat;
    always @(posedge clk) begin
        if (beat_taken)
            bank_beat <= data_taken;
    end

    // ---- The bank ----------------------------------------------------------------------------

    wire unused_need_beat; // beats are pushed at line rate, whatever the bank says

    xform_bank #(
        .DATA_W    (DATA_W),
        .SLOTS     (SLOTS),
        .ID_W      (ID_W),
        .MODE_W    (MODE_W),
        .IN_BITS   (IN_BITS),
        .OUT_WORDS (OUT_WORDS)
    ) u_bank (
        .clk        (clk),
        .rst        (rst),
        .start      (bank_start),
        .id         (bank_id),
        .mode       (bank_mode),
        .beat       (bank_beat),
        .beat_valid (bank_beat_valid),
        .need_beat  (unused_need_beat),
        .done       (done),
        .word0      (word0),
        .word1      (word1),
        .word2      (word2),
        .word3      (word3),
        .cfg_en     (cfg_en),
        .cfg_id     (cfg_id),
        .cfg_addr   (cfg_addr),
        .cfg_data   (cfg_data),
        .cfg_rdata  (cfg_rdata),
        .fault      (fault)
    );

`ifndef SYNTHESIS
    wire [NREQ-1:0] ungranted = (start | beat_valid) & ~holder;

    integer         r;
    always @(posedge clk) begin
        for (r = 0; r < NREQ; r = r + 1)
            if (!rst && ungranted[r])
                $display("ERROR mag_xform UNGRANTED_BEAT: requester %0d: start %b, beat %b dropped",
                         r, start[r], beat_valid[r]);
    end
`endif

endmodule

`default_nettype wire
