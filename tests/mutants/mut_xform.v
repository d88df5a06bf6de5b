// mut_xform: a transform slot with planted faults, one per value of `mutant` (0: none). It is the
// design that trips the checks which spoilt outputs cannot reach (tests/live_xf.c). The slot keeps
// the contract of mag_xform (modules 2) with NREQ 3 to 8, except where a fault says otherwise; it is
// a slot of its own, because most faults sit between the parts of one.
`default_nettype none
module mut_xform #(
    parameter integer DATA_W    = 256,
    parameter integer NREQ      = 3,
    parameter integer SLOTS     = 3,
    parameter integer ID_W      = 4,
    parameter integer MODE_W    = 4,
    parameter integer IN_BITS   = 2048,
    parameter integer OUT_WORDS = 4
) (
    input  wire                   clk,
    input  wire                   rst,
    input  wire [7:0]             mutant,
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
    // XF-REG
    localparam [7:0] RDATA_REGISTERED    = 8'd1; // cfg_rdata comes from a register
    localparam [7:0] RDATA_HALF_A_CYCLE  = 8'd2; // from one on the other edge: only the probe sees it
    // XF-FAIR
    localparam [7:0] LAST_PASSED_OVER    = 8'd3; // the highest requester is served when no other asks
    localparam [7:0] LOWEST_FIRST        = 8'd4; // fixed priority
    // XF-DROPPED
    localparam [7:0] UNGRANTED_PASSES    = 8'd5; // while the holder is silent, what others present
    localparam [7:0] BEAT_TWICE          = 8'd6; // a beat before a pause comes twice
    // XF-STAGE
    localparam [7:0] NO_STAGE            = 8'd7; // beats reach the bank in their own cycle
    localparam [7:0] START_IS_MASKED     = 8'd8; // a start is lost when another follows at once
    localparam [7:0] EIGHTH_BEAT_LOST    = 8'd9;
    localparam [7:0] BEAT_CHANGED        = 8'd10; // its highest bit
    localparam [7:0] WAY_OF_65_CYCLES    = 8'd11;
    localparam [7:0] WAY_OF_64_CYCLES    = 8'd12; // legal
    // XF-MODE
    localparam [7:0] MODE_AFTER_START    = 8'd13; // mode is looked at in the cycle after start

    // ---- Arbitration -------------------------------------------------------------------------

    localparam [NREQ-1:0] LOWEST = 1;

    reg  [NREQ-1:0] holder; // one-hot or zero
    reg  [NREQ-1:0] above;  // the requesters above the last holder
    wire            held = |(holder & req);
    wire [NREQ-1:0] asks = mutant == LAST_PASSED_OVER && |req[NREQ-2:0] ? {1'b0, req[NREQ-2:0]} : req;
    wire [NREQ-1:0] turn = asks & above;
    wire [NREQ-1:0] pool = |turn && mutant != LOWEST_FIRST ? turn : asks;
    wire [NREQ-1:0] next = pool & (~pool + LOWEST);

    assign gnt = holder;

    always @(posedge clk) begin
        if (rst) begin
            holder <= 0;
            above  <= 0;
        end else if (!held) begin
            holder <= next;
            if (|next)
                above <= ~(next | (next - LOWEST));
        end
    end

    // ---- What is presented -------------------------------------------------------------------

    wire [NREQ-1:0] active = start | beat_valid;
    wire            leak   = mutant == UNGRANTED_PASSES && !(|(active & holder));
    wire [NREQ-1:0] listen = leak ? active & (~active + LOWEST) : holder;

    localparam integer ITEM_W = 2 + ID_W + MODE_W + DATA_W;

    reg [ITEM_W-1:0] taken; // {start, beat_valid, id, mode, beat}
    integer          i;
    always @* begin
        taken = 0;
        for (i = 0; i < NREQ; i = i + 1)
            if (listen[i])
                taken = {start[i], beat_valid[i], id[i*ID_W +: ID_W], mode[i*MODE_W +: MODE_W],
                         beat[i*DATA_W +: DATA_W]};
        if (taken[DATA_W+ID_W+MODE_W] && mutant == BEAT_CHANGED)
            taken[DATA_W-1] = !taken[DATA_W-1];
    end

    // ---- The stage ---------------------------------------------------------------------------

    reg [ITEM_W-1:0] stage;
    always @(posedge clk)
        stage <= rst ? 0 : taken;

    // A ring: what was written a whole turn ago is read, and then replaced.
    wire [5:0]       turn_ends = mutant == WAY_OF_65_CYCLES ? 6'd63 : 6'd62;
    reg [ITEM_W-1:0] ring [0:63];
    reg [5:0]        at;
    reg [ITEM_W-1:0] late;
    integer          r;
    always @(posedge clk) begin
        if (rst) begin
            at   <= 6'd0;
            late <= 0;
            for (r = 0; r < 64; r = r + 1)
                ring[r] <= 0;
        end else begin
            at       <= at == turn_ends ? 6'd0 : at + 6'd1;
            late     <= ring[at];
            ring[at] <= taken;
        end
    end

    wire [ITEM_W-1:0] item = mutant == NO_STAGE ? taken
                           : mutant == WAY_OF_65_CYCLES || mutant == WAY_OF_64_CYCLES ? late
                           : stage;

    wire              item_start, item_valid;
    wire [ID_W-1:0]   item_id;
    wire [MODE_W-1:0] item_mode;
    wire [DATA_W-1:0] item_beat;
    assign {item_start, item_valid, item_id, item_mode, item_beat} = item;

    reg [2:0] beats; // seen, modulo 8
    reg       again; // the latest beat may come once more
    always @(posedge clk) begin
        if (rst) begin
            beats <= 3'd0;
            again <= 1'b0;
        end else begin
            beats <= beats + {2'd0, item_valid};
            again <= item_valid && mutant == BEAT_TWICE;
        end
    end
    reg [DATA_W-1:0] latest;
    always @(posedge clk)
        latest <= item_beat;

    wire repeats   = again && !item_start && !item_valid;
    wire swallowed = mutant == EIGHTH_BEAT_LOST && beats == 3'd7;
    wire masked    = mutant == START_IS_MASKED && |(start & holder);

    // ---- The bank ----------------------------------------------------------------------------

    wire        unused_need_beat;
    wire [31:0] rdata;

    xform_bank #(
        .DATA_W(DATA_W), .SLOTS(SLOTS), .ID_W(ID_W), .MODE_W(MODE_W), .IN_BITS(IN_BITS),
        .OUT_WORDS(OUT_WORDS)
    ) bank (
        .clk(clk), .rst(rst), .mutant(mutant),
        .start(item_start && !masked),
        .id(item_id),
        .mode(mutant == MODE_AFTER_START ? taken[DATA_W +: MODE_W] : item_mode),
        .beat(repeats ? latest : item_beat),
        .beat_valid((item_valid && !swallowed) || repeats),
        .need_beat(unused_need_beat), .done(done), .word0(word0), .word1(word1), .word2(word2),
        .word3(word3), .cfg_en(cfg_en), .cfg_id(cfg_id), .cfg_addr(cfg_addr), .cfg_data(cfg_data),
        .cfg_rdata(rdata), .fault(fault)
    );

    reg [31:0] rdata_late, rdata_half;
    always @(posedge clk)
        rdata_late <= rdata;
    always @(negedge clk)
        rdata_half <= rdata;

    assign cfg_rdata = mutant == RDATA_REGISTERED ? rdata_late
                     : mutant == RDATA_HALF_A_CYCLE ? rdata_half
                     : rdata;

    // ---- Messages ----------------------------------------------------------------------------

    wire [NREQ-1:0] ungranted = active & ~holder;
    integer         n;
    always @(posedge clk)
        for (n = 0; n < NREQ; n = n + 1)
            if (!rst && ungranted[n])
                $display("ERROR mut_xform UNGRANTED_BEAT: requester %0d dropped", n);
endmodule
`default_nettype wire
