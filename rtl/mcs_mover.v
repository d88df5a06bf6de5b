// The memory mover: walks two address patterns and copies, fills or converts words of 32 bytes.
//
// Contract (modules 4; transform slot: selection, geometry, arbitration, padding):
//
// - One descriptor, written through `mv_cfg_*` one 64-bit register per cycle:
//     0x00 mode 2:0 (0 copy, 4 fill, 5 transform), element width 4:3, flags 15:8 ignored, GO 16
//     0x10 header, 0x18 and 0x20 dimension, 0x28 axis: see mcs_walker; with bit 0 = 0 header bits 50:47 are
//          XFORM_ID and 58:55 XFORM_MODE
//     0x40 immediate 31:0, the fill value and the padding, repeated at the element width
//   Registers keep their values over moves. A write while busy is ignored and reported as MOVER_BUSY.
// - `mv_busy` is high from the cycle after the GO write. It falls, `mv_fault` takes its code and `mv_done`
//   advances in one cycle, after every B of the move. `mv_fault` reads 0 while busy.
// - Faults at GO, first that applies: 4 mode; 5 element width; 1 shape; 6 alignment; 7 bounded axis in a
//   transform; 8 occupant (geometry, id or mode wider than the bank's, fault already set). Nothing moves.
// - Faults of a run: 2 range (mcs_mv_range), 3 error response (resp[1]), 8 the bank's fault rose. The first
//   seen is reported, of several in one cycle 3, then 8, then 2. From the next cycle on no AR is offered, no
//   write burst begun and no entry opened; what has been offered is completed and awaited, an open entry is
//   filled up with arbitrary beats. Words not yet in a begun burst are discarded, those ahead of the fault
//   included: a destination word keeps its old value or gets its correct new one.
// - Transform: after GO the geometry (0x04) and DEPTH (0xFC) of XFORM_ID are read through `xcfg_*`, which is
//   the mover's while `mv_busy`; a combinational answer is expected in the same cycle. If no fault is found
//   `xf_req` rises, and only under the grant is an AR offered. It falls with `mv_busy`.
// - AXI: one id (AXI_ID), INCR, 32 bytes, bursts joined up to 4 KB, READY always high on R and B. Addresses
//   are the absolute 40 bits the walkers produce: bit 39 aperture, 37:36 mesh. Routing to DRAM, staging or the
//   interlink and cutting to a local offset is the agent's; all words of one side of a move share address
//   bits 39:36, so a move never turns between targets. All strobes are set.
// - `xf_start xf_beat xf_beat_valid` and, constant over a run, `xf_id xf_mode` come from flops.
//
// Ports (all sampled and driven on clk; resetn synchronous, active low):
//   mv_cfg_en/addr/data  in   register writes        mv_busy/fault/done  out  status
//   m_aw* m_w* m_b* m_ar* m_r*    AXI4 master for DRAM, staging and remote alike; ids of ID_W bits
//   xf_req out, xf_gnt in         the slot's arbiter, requester 0 of mag_xform
//   xf_start/id/mode/beat/beat_valid out, xf_done/word0..3/fault in       the slot
//   xcfg_id/addr out, xcfg_rdata in     read side of the bank's cfg port; the agent gives it to the mover
//                                       while mv_busy. The mover never writes there.
//
// How it works: each cycle the front takes one element of either walk or both (copy), or one source word and
// one destination word of an entry (transform), reserves room and hands the addresses to one coalescer per
// side. Room for what an entry writes (OUT_WORDS, or 1) is reserved with its first word, before its reads;
// room for its source beats word by word. Progress: an open read burst leaves when 248 destination words wait
// behind it (padding or OUT_WORDS above the beats; otherwise the 4 KB boundary comes first) and an open write
// burst holds at most 128, so of BUF_WORDS (512) some are always on their way.
//
// Decisions where the contract is silent:
// - A padded source element and a skipped destination element have no address: they cannot raise fault 2.
//   The other walk's element of the same step still can. A source word whose destination is skipped is not
//   read. In a transform each word of an entry is judged for fault 2, not only its address.
// - An aperture read of another mesh is fault 2; a write to aperture 0 of another mesh passes if ILINK.
// - Fault 1 and 6 look at the walkers the mode uses (fill: the destination), with ndim 7 read as six
//   dimensions. The geometry part of fault 1 needs XFORM_ID to fit XID_W.
// - IN_BITS 0 is an invalid geometry. DEPTH other than 2 is used as 1.
// - The bank's fault is looked at when the GO is judged, not in its cycle: one that is cleared with the GO does
//   not refuse it, one that rises meanwhile does. One that rises in the last cycle of a run is not reported.
// - Counting elements takes up to 102 cycles after GO, so that no wide multiplier is needed.
`default_nettype none

module mcs_mover #(
    parameter integer STAGE   = 0,  // words of the staging store, 0 = none
    parameter integer MESH_ID = 0,
    parameter integer ILINK   = 1,
    parameter integer XID_W   = 4,
    parameter integer XMODE_W = 4,
    parameter integer ID_W    = 4,
    parameter integer AXI_ID  = 4
) (
    input  wire               clk,
    input  wire               resetn,

    input  wire               mv_cfg_en,
    input  wire [7:0]         mv_cfg_addr,
    input  wire [63:0]        mv_cfg_data,
    output reg                mv_busy,
    output reg  [3:0]         mv_fault,
    output reg  [31:0]        mv_done,

    output wire [ID_W-1:0]    m_awid,
    output wire [39:0]        m_awaddr,
    output wire [7:0]         m_awlen,
    output wire [2:0]         m_awsize,
    output wire [1:0]         m_awburst,
    output wire               m_awvalid,
    input  wire               m_awready,
    output wire [255:0]       m_wdata,
    output wire [31:0]        m_wstrb,
    output wire               m_wlast,
    output wire               m_wvalid,
    input  wire               m_wready,
    input  wire [ID_W-1:0]    m_bid,
    input  wire [1:0]         m_bresp,
    input  wire               m_bvalid,
    output wire               m_bready,
    output wire [ID_W-1:0]    m_arid,
    output wire [39:0]        m_araddr,
    output wire [7:0]         m_arlen,
    output wire [2:0]         m_arsize,
    output wire [1:0]         m_arburst,
    output wire               m_arvalid,
    input  wire               m_arready,
    input  wire [ID_W-1:0]    m_rid,
    input  wire [255:0]       m_rdata,
    input  wire [1:0]         m_rresp,
    input  wire               m_rlast,
    input  wire               m_rvalid,
    output wire               m_rready,

    output reg                xf_req,
    input  wire               xf_gnt,
    output wire               xf_start,
    output wire [XID_W-1:0]   xf_id,
    output wire [XMODE_W-1:0] xf_mode,
    output wire [255:0]       xf_beat,
    output wire               xf_beat_valid,
    input  wire               xf_done,
    input  wire [255:0]       xf_word0,
    input  wire [255:0]       xf_word1,
    input  wire [255:0]       xf_word2,
    input  wire [255:0]       xf_word3,
    input  wire [3:0]         xf_fault,

    output wire [XID_W-1:0]   xcfg_id,
    output wire [7:0]         xcfg_addr,
    input  wire [31:0]        xcfg_rdata
);
    generate
        if (STAGE < 0 || STAGE > (1 << 27)) begin : g_check_stage
            mcs_mover_parameter_STAGE_must_be_0_or_a_number_of_words_up_to_4_GB refused ();
        end
        if (MESH_ID < 0 || MESH_ID > 3) begin : g_check_mesh_id
            mcs_mover_parameter_MESH_ID_must_be_0_to_3 refused ();
        end
        if (ILINK < 0 || ILINK > 1) begin : g_check_ilink
            mcs_mover_parameter_ILINK_must_be_0_or_1 refused ();
        end
        if (XID_W < 1 || XID_W > 8) begin : g_check_xid_w
            mcs_mover_parameter_XID_W_must_be_1_to_8 refused ();
        end
        if (XMODE_W < 1 || XMODE_W > 8) begin : g_check_xmode_w
            mcs_mover_parameter_XMODE_W_must_be_1_to_8 refused ();
        end
        if (ID_W < 1 || ID_W > 8) begin : g_check_id_w
            mcs_mover_parameter_ID_W_must_be_1_to_8 refused ();
        end
        if (AXI_ID < 0 || AXI_ID >= (1 << ID_W)) begin : g_check_axi_id
            mcs_mover_parameter_AXI_ID_must_fit_ID_W_bits refused ();
        end
    endgenerate

    localparam integer BUF_WORDS = 512;
    localparam [9:0]   ROOM_ALL  = BUF_WORDS[9:0];
    localparam [7:0]   PRIME     = 8'd144;   // words at hand before the first write: one 4 KB burst and some slack
    localparam [7:0]   READ_PRIME = 8'd136;  // words joined before the first read, likewise
    localparam [7:0]   BEHIND_MOST = 8'd248; // destination words an open read burst may hold up

    localparam [7:0] REG_GO        = 8'h00;
    localparam [7:0] REG_HEADER    = 8'h10;
    localparam [7:0] REG_IMMEDIATE = 8'h40;
    localparam [7:0] BANK_GEOMETRY = 8'h04;
    localparam [7:0] BANK_DEPTH    = 8'hFC;

    localparam [2:0] MODE_COPY      = 3'd0;
    localparam [2:0] MODE_FILL      = 3'd4;
    localparam [2:0] MODE_TRANSFORM = 3'd5;

    localparam [3:0] FAULT_NONE     = 4'd0;
    localparam [3:0] FAULT_SHAPE    = 4'd1;
    localparam [3:0] FAULT_RANGE    = 4'd2;
    localparam [3:0] FAULT_RESPONSE = 4'd3;
    localparam [3:0] FAULT_MODE     = 4'd4;
    localparam [3:0] FAULT_WIDTH    = 4'd5;
    localparam [3:0] FAULT_ALIGN    = 4'd6;
    localparam [3:0] FAULT_BOUNDED  = 4'd7;
    localparam [3:0] FAULT_OCCUPANT = 4'd8;

    localparam [2:0] S_IDLE     = 3'd0;
    localparam [2:0] S_GEOMETRY = 3'd1;
    localparam [2:0] S_DEPTH    = 3'd2;
    localparam [2:0] S_COUNT    = 3'd3;
    localparam [2:0] S_COUNTING = 3'd4;
    localparam [2:0] S_JUDGE    = 3'd5;
    localparam [2:0] S_GRANT    = 3'd6;
    localparam [2:0] S_RUN      = 3'd7;

    wire unused_ok = &{1'b0, m_bid, m_rid, m_rlast, xcfg_rdata[7:0]};

    // ---- Registers ---------------------------------------------------------------------------

    wire cfg_en = mv_cfg_en && !mv_busy;
    wire go     = cfg_en && mv_cfg_addr == REG_GO && mv_cfg_data[16];

    reg [2:0] mode;  // these two come with every GO: no reset
    reg [1:0] width;
    always @(posedge clk)
        if (cfg_en && mv_cfg_addr == REG_GO) begin
            mode  <= mv_cfg_data[2:0];
            width <= mv_cfg_data[4:3];
        end

    reg [3:0] occupant;
    reg [3:0] occupant_mode;
    always @(posedge clk)
        if (!resetn) begin
            occupant      <= 4'd0;
            occupant_mode <= 4'd0;
        end else if (cfg_en && mv_cfg_addr == REG_HEADER && !mv_cfg_data[0]) begin
            occupant      <= mv_cfg_data[50:47];
            occupant_mode <= mv_cfg_data[58:55];
        end

    reg [31:0] immediate;
    always @(posedge clk)
        if (!resetn) immediate <= 32'd0;
        else if (cfg_en && mv_cfg_addr == REG_IMMEDIATE) immediate <= mv_cfg_data[31:0];

    wire is_copy      = mode == MODE_COPY;
    wire is_fill      = mode == MODE_FILL;
    wire is_transform = mode == MODE_TRANSFORM;

    reg [255:0] padding;
    always @*
        case (width)
            2'd0:    padding = {32{immediate[7:0]}};
            2'd1:    padding = {16{immediate[15:0]}};
            default: padding = {8{immediate}};
        endcase

    // ---- Walkers -----------------------------------------------------------------------------

    wire        s_step, d_step;
    wire [39:0] s_addr, d_addr;
    wire        s_inside, d_inside;
    wire        unused_s_last;
    wire        d_last;
    wire [39:0] s_base, d_base;
    wire [95:0] s_counts, d_counts;
    wire        s_bad_ndim, d_bad_ndim;
    wire        s_misaligned, d_misaligned;
    wire        s_bounded, d_bounded;
    wire        load;

    mcs_walker #(.WALKER(0)) u_source (
        .clk(clk), .resetn(resetn),
        .cfg_en(cfg_en), .cfg_addr(mv_cfg_addr), .cfg_data(mv_cfg_data),
        .load(load), .step(s_step),
        .addr(s_addr), .in_bounds(s_inside), .last(unused_s_last),
        .base(s_base), .counts(s_counts), .bad_ndim(s_bad_ndim),
        .misaligned(s_misaligned), .bounded(s_bounded));

    mcs_walker #(.WALKER(1)) u_destination (
        .clk(clk), .resetn(resetn),
        .cfg_en(cfg_en), .cfg_addr(mv_cfg_addr), .cfg_data(mv_cfg_data),
        .load(load), .step(d_step),
        .addr(d_addr), .in_bounds(d_inside), .last(d_last),
        .base(d_base), .counts(d_counts), .bad_ndim(d_bad_ndim),
        .misaligned(d_misaligned), .bounded(d_bounded));

    wire unused_base = &{1'b0, s_base[35:0], d_base[35:0]};

    // ---- The occupant's geometry -------------------------------------------------------------

    reg [2:0] state;

    wire [7:0] occupant_wide = {4'd0, occupant};
    wire [7:0] mode_wide     = {4'd0, occupant_mode};
    wire       id_fits       = occupant_wide >> XID_W == 8'd0;
    wire       mode_fits     = mode_wide >> XMODE_W == 8'd0;

    assign xf_id     = occupant_wide[XID_W-1:0];
    assign xf_mode   = mode_wide[XMODE_W-1:0];
    assign xcfg_id   = xf_id;
    assign xcfg_addr = state == S_DEPTH ? BANK_DEPTH : BANK_GEOMETRY;

    reg       known;      // the geometry is valid
    reg [7:0] beats;      // per entry
    reg [2:0] out_words;  // per entry, 1-4
    always @(posedge clk)
        if (state == S_GEOMETRY) begin
            known     <= id_fits && xcfg_rdata[7:0] == 8'd0 && xcfg_rdata[15:8] != 8'd0 &&
                         xcfg_rdata[23:16] >= 8'd1 && xcfg_rdata[23:16] <= 8'd4;
            beats     <= xcfg_rdata[15:8];
            out_words <= xcfg_rdata[18:16];
        end

    reg depth_2;
    always @(posedge clk)
        if (state == S_DEPTH)
            depth_2 <= xcfg_rdata == {24'h444550, 8'd2};

    // ---- Faults found at GO ------------------------------------------------------------------

    wire         s_counting, d_counting;
    wire [103:0] s_total, d_total;

    mcs_mv_product u_source_total (
        .clk(clk), .start(state == S_COUNT),
        .factor(8'd1), .counts(s_counts), .busy(s_counting), .product(s_total));

    mcs_mv_product u_destination_total (
        .clk(clk), .start(state == S_COUNT),
        .factor(is_transform ? beats : 8'd1), .counts(d_counts), .busy(d_counting), .product(d_total));

    wire compared   = is_copy || (is_transform && known);
    wire bad_shape  = d_bad_ndim || (!is_fill && s_bad_ndim) || (compared && s_total != d_total);
    wire bad_align  = d_misaligned || (!is_fill && s_misaligned);
    wire bad_bound  = is_transform && (s_bounded || d_bounded);
    wire bad_tenant = is_transform && (!known || !mode_fits || xf_fault != 4'd0);

    reg [3:0] verdict;
    always @* begin
        if (!is_copy && !is_fill && !is_transform) verdict = FAULT_MODE;
        else if (width == 2'd3 && !is_transform)   verdict = FAULT_WIDTH;
        else if (bad_shape)                        verdict = FAULT_SHAPE;
        else if (bad_align)                        verdict = FAULT_ALIGN;
        else if (bad_bound)                        verdict = FAULT_BOUNDED;
        else if (bad_tenant)                       verdict = FAULT_OCCUPANT;
        else                                       verdict = FAULT_NONE;
    end

    // ---- The move ----------------------------------------------------------------------------

    wire finish;
    wire refuse = state == S_JUDGE && verdict != FAULT_NONE;

    assign load = state == S_JUDGE;

    always @(posedge clk)
        if (!resetn) state <= S_IDLE;
        else
            case (state)
                S_IDLE:     if (go) state <= S_GEOMETRY;
                S_GEOMETRY: state <= S_DEPTH;
                S_DEPTH:    state <= S_COUNT;
                S_COUNT:    state <= S_COUNTING;
                S_COUNTING: if (!s_counting && !d_counting) state <= S_JUDGE;
                S_JUDGE:    state <= refuse ? S_IDLE : is_transform ? S_GRANT : S_RUN;
                S_GRANT:    if (xf_gnt) state <= S_RUN;
                S_RUN:      if (finish) state <= S_IDLE;
                default:    state <= S_IDLE;
            endcase

    always @(posedge clk)
        if (!resetn) xf_req <= 1'b0;
        else if (state == S_JUDGE) xf_req <= is_transform && !refuse;
        else if (finish) xf_req <= 1'b0;

    // Between moves everything below is in reset, so a faulted move leaves nothing behind.
    wire run = resetn && state == S_RUN;

    reg       stop;  // a fault was seen
    reg [3:0] cause;
    wire      r_bad, b_bad, out_of_range;
    wire      bank_bad = is_transform && xf_fault != 4'd0;
    always @(posedge clk)
        if (!run) begin
            stop  <= 1'b0;
            cause <= FAULT_NONE;
        end else if (!stop && (r_bad || b_bad || bank_bad || out_of_range)) begin
            stop  <= 1'b1;
            cause <= r_bad || b_bad ? FAULT_RESPONSE : bank_bad ? FAULT_OCCUPANT : FAULT_RANGE;
        end

    always @(posedge clk)
        if (!resetn) mv_busy <= 1'b0;
        else if (go) mv_busy <= 1'b1;
        else if (refuse || finish) mv_busy <= 1'b0;

    always @(posedge clk)
        if (!resetn || go) mv_fault <= FAULT_NONE;
        else if (refuse) mv_fault <= verdict;
        else if (finish) mv_fault <= cause;

    always @(posedge clk)
        if (!resetn) mv_done <= 32'd0;
        else if (refuse || finish) mv_done <= mv_done + 32'd1;

    // ---- The front: one source word and one destination word per cycle -----------------------

    // A copy is an entry of one word in and one out, a fill one of nothing in and one out.
    wire [7:0] entry_in   = is_transform ? beats : is_copy ? 8'd1 : 8'd0;
    wire [2:0] entry_out  = is_transform ? out_words : 3'd1;
    wire [7:0] entry_span = entry_in > {5'd0, entry_out} ? entry_in : {5'd0, entry_out};

    reg       walked;     // every element has been handed on
    reg [7:0] turn;       // cycle within the entry
    reg [9:0] room_out;   // destination words that may still be reserved
    reg [9:0] room_in;    // source beats that may still be reserved (transform)
    wire      read_ready;

    wire src_on   = turn < entry_in;
    wire dst_on   = turn < {5'd0, entry_out};
    wire turn_end = turn == entry_span - 8'd1;

    wire [39:0] word_addr = d_addr + {33'd0, turn[1:0], 5'd0};  // while dst_on
    wire        s_bad, d_bad;

    mcs_mv_range #(.STAGE(STAGE), .MESH_ID(MESH_ID), .ILINK(ILINK), .WRITE(0)) u_source_range (
        .addr(s_addr), .home(s_base[39:36]), .bad(s_bad));
    mcs_mv_range #(.STAGE(STAGE), .MESH_ID(MESH_ID), .ILINK(ILINK), .WRITE(1)) u_destination_range (
        .addr(word_addr), .home(d_base[39:36]), .bad(d_bad));

    wire live  = run && !walked && !stop;
    wire roomy = (turn != 8'd0 || room_out >= {7'd0, entry_out}) && (!is_transform || room_in != 10'd0);
    wire stray = (src_on && s_inside && s_bad) || (dst_on && d_inside && d_bad);
    wire take  = live && roomy && read_ready && !stray;

    assign out_of_range = live && stray;
    assign s_step       = take && src_on;
    assign d_step       = take && turn == {5'd0, entry_out} - 8'd1;

    wire read_add  = take && src_on && s_inside && d_inside;
    wire write_add = take && dst_on && d_inside;
    wire write_pad = is_fill || (is_copy && !s_inside);
    wire entry_ask = take && is_transform && turn == entry_in - 8'd1;

    always @(posedge clk)
        if (!run) turn <= 8'd0;
        else if (take) turn <= turn_end ? 8'd0 : turn + 8'd1;

    // The destination stands on its last element until the entry's last turn: step does nothing there. No
    // entry ends before its own d_step.
    reg final_entry;
    always @(posedge clk)
        if (d_step) final_entry <= d_last;

    wire ends = d_step ? d_last : final_entry;
    always @(posedge clk)
        if (!run) walked <= 1'b0;
        else if (take && turn_end && ends) walked <= 1'b1;

    wire       word_gone, beat_gone;
    wire [2:0] reserved = write_add && turn == 8'd0 ? entry_out : 3'd0;
    always @(posedge clk)
        if (!run) room_out <= ROOM_ALL;
        else room_out <= room_out - {7'd0, reserved} + {9'd0, word_gone};

    always @(posedge clk)
        if (!run) room_in <= ROOM_ALL;
        else room_in <= room_in - {9'd0, read_add && is_transform} + {9'd0, beat_gone};

    // ---- Reads -------------------------------------------------------------------------------

    // Destination words reserved since the open read burst began: its own, padding and converted words. Those
    // wait for it, so it must leave before they fill the buffer (see above). Flushed or not, a burst that has
    // no place in the queue stops the front: at most 251.
    reg  [7:0]  behind;
    wire        read_open;
    wire        ar_push;
    always @(posedge clk)
        if (!run || ar_push || !read_open) behind <= 8'd0;
        else behind <= behind + {5'd0, reserved};

    wire [39:0] ar_addr;
    wire [6:0]  ar_len;
    wire [7:0]  unused_tally;

    mcs_mv_coalesce u_join_reads (
        .clk(clk), .resetn(run),
        .add(read_add), .addr(s_addr), .counted(1'b0),
        .flush(walked || behind >= BEHIND_MOST), .ready(read_ready),
        .burst_valid(ar_push), .burst_addr(ar_addr), .burst_len(ar_len), .burst_counted(unused_tally),
        .open(read_open));

    // Reading begins with READ_PRIME words joined, or as soon as the front waits or has ended: a short first
    // burst would otherwise leave R idle while a 4 KB one is being joined.
    reg  [7:0] joined_words;
    reg        front_waits;
    wire       read_primed = joined_words >= READ_PRIME || front_waits;
    always @(posedge clk)
        if (!run) joined_words <= 8'd0;
        else if (read_add && !read_primed) joined_words <= joined_words + 8'd1;

    always @(posedge clk)
        if (!run) front_waits <= 1'b0;
        else if (live && !take) front_waits <= 1'b1;

    wire read_done, r_beat;

    mcs_mv_read u_read (
        .clk(clk), .resetn(run),
        .push(ar_push), .addr(ar_addr), .len(ar_len), .ready(read_ready),
        .go(read_primed || walked), .stop(stop),
        .none_owed(read_done), .beat(r_beat), .bad(r_bad),
        .m_araddr(m_araddr), .m_arlen(m_arlen), .m_arvalid(m_arvalid), .m_arready(m_arready),
        .m_rresp(m_rresp), .m_rvalid(m_rvalid), .m_rready(m_rready));

    assign m_arid    = AXI_ID[ID_W-1:0];
    assign m_arsize  = 3'd5;
    assign m_arburst = 2'd1;

    // ---- The slot ----------------------------------------------------------------------------

    wire         word_push;
    wire [255:0] word;
    wire         feed_idle;

    mcs_mv_feed #(.BUF_WORDS(BUF_WORDS)) u_feed (
        .clk(clk), .resetn(run),
        .beats(beats), .out_words(out_words), .depth_2(depth_2), .stop(stop),
        .entry_ask(entry_ask), .beat_push(r_beat && is_transform), .beat_in(m_rdata), .beat_gone(beat_gone),
        .word_push(word_push), .word(word), .idle(feed_idle),
        .xf_start(xf_start), .xf_beat(xf_beat), .xf_beat_valid(xf_beat_valid), .xf_done(xf_done),
        .xf_word0(xf_word0), .xf_word1(xf_word1), .xf_word2(xf_word2), .xf_word3(xf_word3));

    // ---- Writes ------------------------------------------------------------------------------

    wire        data_push = is_transform ? word_push : r_beat;
    wire        write_open;
    wire        aw_push;
    wire [39:0] aw_addr;
    wire [6:0]  aw_len;
    wire [7:0]  aw_data;

    mcs_mv_coalesce u_join_writes (
        .clk(clk), .resetn(run),
        .add(write_add), .addr(word_addr), .counted(!write_pad), .flush(walked), .ready(1'b1),
        .burst_valid(aw_push), .burst_addr(aw_addr), .burst_len(aw_len), .burst_counted(aw_data),
        .open(write_open));

    // Writing begins with PRIME words at hand or once every word has been asked for.
    reg  [7:0] primed_words;
    wire       primed = primed_words >= PRIME;
    always @(posedge clk)
        if (!run) primed_words <= 8'd0;
        else if (!primed) primed_words <= primed_words + {7'd0, data_push} + {7'd0, write_add && write_pad};

    wire write_idle;

    mcs_mv_write #(.BUF_WORDS(BUF_WORDS)) u_write (
        .clk(clk), .resetn(run),
        .padding(padding), .word_push(write_add), .word_pad(write_pad),
        .data_push(data_push), .data(is_transform ? word : m_rdata),
        .burst_push(aw_push), .burst_addr(aw_addr), .burst_len(aw_len), .burst_data(aw_data),
        .go(primed || walked), .stop(stop),
        .word_gone(word_gone), .idle(write_idle), .bad(b_bad),
        .m_awaddr(m_awaddr), .m_awlen(m_awlen), .m_awvalid(m_awvalid), .m_awready(m_awready),
        .m_wdata(m_wdata), .m_wlast(m_wlast), .m_wvalid(m_wvalid), .m_wready(m_wready),
        .m_bresp(m_bresp), .m_bvalid(m_bvalid), .m_bready(m_bready));

    assign m_awid    = AXI_ID[ID_W-1:0];
    assign m_awsize  = 3'd5;
    assign m_awburst = 2'd1;
    assign m_wstrb   = 32'hFFFF_FFFF;

    // ---- The end -----------------------------------------------------------------------------

    // Without a fault every word read is waited for by a write burst, or by an entry.
    wire all_asked = stop || (walked && !write_open);
    assign finish = state == S_RUN && all_asked && read_done && write_idle && feed_idle;

`ifndef SYNTHESIS
    always @(posedge clk)
        if (resetn && mv_cfg_en && mv_busy)
            $display("ERROR mcs_mover MOVER_BUSY: write to register 0x%02x ignored", mv_cfg_addr);
`endif
endmodule

`default_nettype wire
