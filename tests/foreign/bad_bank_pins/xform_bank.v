// An xform_bank without `fault`, whose words are half as wide as they should be.
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
    output wire [DATA_W/2-1:0] word0,
    output wire [DATA_W/2-1:0] word1,
    output wire [DATA_W/2-1:0] word2,
    output wire [DATA_W/2-1:0] word3,

    input  wire              cfg_en,
    input  wire [ID_W-1:0]   cfg_id,
    input  wire [7:0]        cfg_addr,
    input  wire [31:0]       cfg_data,
    output wire [31:0]       cfg_rdata
);
endmodule

`default_nettype wire
