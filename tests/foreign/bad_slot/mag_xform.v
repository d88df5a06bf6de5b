// A mag_xform that keeps its transform to itself: no xform_bank inside.
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
    wire unused_ok = &{1'b0, clk, rst, start, id, mode, beat, beat_valid, cfg_en, cfg_id, cfg_addr, cfg_data};

    assign gnt       = req;
    assign done      = 1'b0;
    assign word0     = {DATA_W{1'b0}};
    assign word1     = {DATA_W{1'b0}};
    assign word2     = {DATA_W{1'b0}};
    assign word3     = {DATA_W{1'b0}};
    assign cfg_rdata = 32'd0;
    assign fault     = 4'd0;
endmodule

`default_nettype wire
