// mut_bank: the toy bank (tests/mutants/toy) on its own, with the input that picks its planted fault.
`default_nettype none
module mut_bank #(
    parameter integer DATA_W    = 256,
    parameter integer SLOTS     = 3,
    parameter integer ID_W      = 4,
    parameter integer MODE_W    = 4,
    parameter integer IN_BITS   = 2048,
    parameter integer OUT_WORDS = 4
) (
    input  wire              clk,
    input  wire              rst,
    input  wire [7:0]        mutant,
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
    output wire [31:0]       cfg_rdata,
    output wire [3:0]        fault
);
    xform_bank #(
        .DATA_W(DATA_W), .SLOTS(SLOTS), .ID_W(ID_W), .MODE_W(MODE_W), .IN_BITS(IN_BITS),
        .OUT_WORDS(OUT_WORDS)
    ) bank (
        .clk(clk), .rst(rst), .mutant(mutant), .start(start), .id(id), .mode(mode), .beat(beat),
        .beat_valid(beat_valid), .need_beat(need_beat), .done(done), .word0(word0), .word1(word1),
        .word2(word2), .word3(word3), .cfg_en(cfg_en), .cfg_id(cfg_id), .cfg_addr(cfg_addr),
        .cfg_data(cfg_data), .cfg_rdata(cfg_rdata), .fault(fault)
    );
endmodule
`default_nettype wire
