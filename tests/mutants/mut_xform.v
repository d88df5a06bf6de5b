// mut_xform: the transform slot behind planted faults, one per value of `mutant` (0: none). It is
// the design that trips the checks which spoilt outputs cannot reach (tests/live_xf.c).
`default_nettype none
module mut_xform #(
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
    wire [31:0] rdata;
    reg  [31:0] rdata_late;

    always @(posedge clk) rdata_late <= rdata;

    // 1: cfg_rdata comes from a register (XF-REG).
    assign cfg_rdata = mutant == 8'd1 ? rdata_late : rdata;

    mag_xform #(
        .DATA_W(DATA_W), .NREQ(NREQ), .SLOTS(SLOTS), .ID_W(ID_W), .MODE_W(MODE_W),
        .IN_BITS(IN_BITS), .OUT_WORDS(OUT_WORDS)
    ) slot (
        .clk(clk), .rst(rst), .req(req), .gnt(gnt), .start(start), .id(id), .mode(mode),
        .beat(beat), .beat_valid(beat_valid), .done(done), .word0(word0), .word1(word1),
        .word2(word2), .word3(word3), .cfg_en(cfg_en), .cfg_id(cfg_id), .cfg_addr(cfg_addr),
        .cfg_data(cfg_data), .cfg_rdata(rdata), .fault(fault)
    );
endmodule
`default_nettype wire
