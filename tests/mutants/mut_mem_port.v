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
    // ---- mem_in: busy as the port has it, or as it is shown; the port sees no flit while only we are busy
    wire       busy;
    wire       accepted = mem_in_valid && !mem_in_busy;
    reg  [4:0] since_reset;
    reg  [2:0] flits;

    always @(posedge clk)
        if (!resetn) since_reset <= 5'd0;
        else if (since_reset != 5'd17) since_reset <= since_reset + 5'd1;

    always @(posedge clk)
        if (!resetn) flits <= 3'd0;
        else if (accepted && flits != 3'd5) flits <= flits + 3'd1;

    // 1: busy follows the arriving flit's type (LINK-COMB).
    wire busy_comb = mutant == 8'd1 && mem_in_valid && mem_in_data[268];
    // 2: busy never falls again once five flits were accepted (LINK-WEDGE).
    // 3: busy for 16 cycles after reset, which is legal. 9: for 17 (LINK-WEDGE).
    wire shut = (mutant == 8'd2 && flits == 3'd5) ||
                (mutant == 8'd3 && since_reset < 5'd16) ||
                (mutant == 8'd9 && since_reset < 5'd17);

    assign mem_in_busy = busy || busy_comb || shut;

    // ---- AR: offered only while the gate is open; the gate never closes on an offer
    wire arvalid;
    reg  gate;
    wire offered = arvalid && gate;
    wire held    = offered && !m_arready;
    // 4: an AR is offered only after a cycle with m_arready high (AXI-WAIT).
    // 5: no AR is offered while an AW is refused (MEM-INDEP).
    wire close = (mutant == 8'd4 && (!m_arready || offered)) ||
                 (mutant == 8'd5 && m_awvalid && !m_awready);

    always @(posedge clk)
        if (!resetn) gate <= 1'b0;
        else gate <= held || !close;

    // 10: m_arvalid follows m_arready of the same cycle (AXI-WAIT).
    assign m_arvalid = offered && (mutant != 8'd10 || m_arready);

    // ---- mem_out: nothing is offered in a pause; a pause never begins on a held flit
    wire      out_valid;
    reg       pause;
    reg [7:0] age;
    reg       odd;

    // 7: pauses by a counter without reset (SIM-UNINIT). 8: by what idle pins carry (SIM-IDLE).
    wire pause_due = (mutant == 8'd7 && age[7:4] == 4'd0) || (mutant == 8'd8 && odd);

    always @(posedge clk) age <= age + 8'd1;

    always @(posedge clk)
        if (!resetn) odd <= 1'b0;
        else odd <= !mem_in_valid && mem_in_data[0];

    always @(posedge clk)
        if (!resetn) pause <= 1'b0;
        else pause <= pause_due && !(mem_out_valid && mem_out_busy);

    // 11: mem_out_valid follows mem_out_busy of the same cycle (LINK-COMB).
    assign mem_out_valid = out_valid && !pause && (mutant != 8'd11 || !mem_out_busy);

    // ---- 6: NOT_MEMORY is reported twice (SIM-DISPLAY)
    wire [3:0] flit_type = mem_in_data[271:268];
    wire       memory    = flit_type == 4'd0 || flit_type == 4'd1 || flit_type == 4'd4;

    always @(posedge clk)
        if (resetn && mutant == 8'd6 && accepted && !memory)
            $display("ERROR mut_mem_port NOT_MEMORY: said once more");

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
        .m_arburst(m_arburst), .m_arvalid(arvalid), .m_arready(m_arready && gate),
        .m_rid(m_rid), .m_rdata(m_rdata), .m_rresp(m_rresp), .m_rlast(m_rlast),
        .m_rvalid(m_rvalid), .m_rready(m_rready),
        .mem_in_data(mem_in_data), .mem_in_valid(mem_in_valid && !shut), .mem_in_busy(busy),
        .mem_out_data(mem_out_data), .mem_out_valid(out_valid), .mem_out_busy(mem_out_busy || pause),
        .mem_rd_count(mem_rd_count), .mem_wr_count(mem_wr_count)
    );
endmodule
`default_nettype wire
