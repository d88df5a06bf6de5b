// A mag_mem_port that departs from the contract in four ways: mem_in_data is a beat wide, not a flit;
// mem_rd_count is an input; m_rlast and the parameter Q_MARGIN are missing.
`default_nettype none

module mag_mem_port #(
    parameter FLIT_WIDTH = 288,
    parameter POS_WIDTH  = 4,
    parameter DATA_W     = 256,
    parameter ADDR_W     = 40,
    parameter ID_W       = 4,
    parameter MEM_X      = 0,
    parameter MEM_Y      = 1,
    parameter WR_SLOTS   = 16,
    parameter Q_DEPTH    = 64,
    parameter AP_DECODE  = 0,
    parameter MESH_ID    = 0
) (
    input  wire                  clk,
    input  wire                  resetn,

    output wire [ID_W-1:0]       m_awid,
    output wire [ADDR_W-1:0]     m_awaddr,
    output wire [7:0]            m_awlen,
    output wire [2:0]            m_awsize,
    output wire [1:0]            m_awburst,
    output wire                  m_awvalid,
    input  wire                  m_awready,

    output wire [DATA_W-1:0]     m_wdata,
    output wire [DATA_W/8-1:0]   m_wstrb,
    output wire                  m_wlast,
    output wire                  m_wvalid,
    input  wire                  m_wready,

    input  wire [ID_W-1:0]       m_bid,
    input  wire [1:0]            m_bresp,
    input  wire                  m_bvalid,
    output wire                  m_bready,

    output wire [ID_W-1:0]       m_arid,
    output wire [ADDR_W-1:0]     m_araddr,
    output wire [7:0]            m_arlen,
    output wire [2:0]            m_arsize,
    output wire [1:0]            m_arburst,
    output wire                  m_arvalid,
    input  wire                  m_arready,

    input  wire [ID_W-1:0]       m_rid,
    input  wire [DATA_W-1:0]     m_rdata,
    input  wire [1:0]            m_rresp,
    input  wire                  m_rvalid,
    output wire                  m_rready,

    input  wire [DATA_W-1:0]     mem_in_data,
    input  wire                  mem_in_valid,
    output wire                  mem_in_busy,

    output wire [FLIT_WIDTH-1:0] mem_out_data,
    output wire                  mem_out_valid,
    input  wire                  mem_out_busy,

    input  wire [15:0]           mem_rd_count,
    output wire [15:0]           mem_wr_count
);
endmodule

`default_nettype wire
