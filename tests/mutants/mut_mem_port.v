// mut_mem_port: the memory port behind planted faults, one per value of `mutant` (0: none). It is
// the design that trips the checks which spoilt outputs cannot reach (tests/live_mem.c).
`default_nettype none
module mut_mem_port #(
    parameter integer FLIT_WIDTH = 288,
    parameter integer POS_WIDTH  = 4,
    parameter integer DATA_W     = 256,
    parameter integer ADDR_W     = 40,
    parameter integer ID_W       = 4,
    parameter integer MEM_X      = 0,
    parameter integer MEM_Y      = 1,
    parameter integer WR_SLOTS   = 16,
    parameter integer Q_DEPTH    = 64,
    parameter integer Q_MARGIN   = 4,
    parameter integer AP_DECODE  = 0,
    parameter integer MESH_ID    = 0
) (
    input  wire                  clk,
    input  wire                  resetn,
    input  wire [7:0]            mutant,
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
    input  wire                  m_rlast,
    input  wire                  m_rvalid,
    output wire                  m_rready,
    input  wire [FLIT_WIDTH-1:0] mem_in_data,
    input  wire                  mem_in_valid,
    output wire                  mem_in_busy,
    output wire [FLIT_WIDTH-1:0] mem_out_data,
    output wire                  mem_out_valid,
    input  wire                  mem_out_busy,
    output wire [15:0]           mem_rd_count,
    output wire [15:0]           mem_wr_count
);
    wire busy;

    // 1: busy follows the arriving flit's type (LINK-COMB).
    assign mem_in_busy = mutant == 8'd1 ? busy | (mem_in_valid & mem_in_data[268]) : busy;

    mag_mem_port #(
        .FLIT_WIDTH(FLIT_WIDTH), .POS_WIDTH(POS_WIDTH), .DATA_W(DATA_W), .ADDR_W(ADDR_W),
        .ID_W(ID_W), .MEM_X(MEM_X), .MEM_Y(MEM_Y), .WR_SLOTS(WR_SLOTS), .Q_DEPTH(Q_DEPTH),
        .Q_MARGIN(Q_MARGIN), .AP_DECODE(AP_DECODE), .MESH_ID(MESH_ID)
    ) port (
        .clk(clk), .resetn(resetn),
        .m_awid(m_awid), .m_awaddr(m_awaddr), .m_awlen(m_awlen), .m_awsize(m_awsize),
        .m_awburst(m_awburst), .m_awvalid(m_awvalid), .m_awready(m_awready),
        .m_wdata(m_wdata), .m_wstrb(m_wstrb), .m_wlast(m_wlast), .m_wvalid(m_wvalid),
        .m_wready(m_wready),
        .m_bid(m_bid), .m_bresp(m_bresp), .m_bvalid(m_bvalid), .m_bready(m_bready),
        .m_arid(m_arid), .m_araddr(m_araddr), .m_arlen(m_arlen), .m_arsize(m_arsize),
        .m_arburst(m_arburst), .m_arvalid(m_arvalid), .m_arready(m_arready),
        .m_rid(m_rid), .m_rdata(m_rdata), .m_rresp(m_rresp), .m_rlast(m_rlast),
        .m_rvalid(m_rvalid), .m_rready(m_rready),
        .mem_in_data(mem_in_data), .mem_in_valid(mem_in_valid), .mem_in_busy(busy),
        .mem_out_data(mem_out_data), .mem_out_valid(mem_out_valid), .mem_out_busy(mem_out_busy),
        .mem_rd_count(mem_rd_count), .mem_wr_count(mem_wr_count)
    );
endmodule
`default_nettype wire
