// The agent's outbound side: what leaves by each port's link (modules 5, memory protocol 1.2).
//
// Control agent (`agt_tx_*`) before interlink (`inj_*`) before that port's engine (`eng_*`). Agent and
// interlink flits leave by the lowest-numbered port whose row equals dst_y, else by port 0; all are passed on
// unchanged and in order. ROWS packs the ports' MEM_Y, port 0 lowest.
//
// Each output is one register that takes its next flit in the cycle its last one goes, so what is offered
// stays until taken and one flit leaves per cycle. A flit that comes in on `agt_tx` in cycle t can leave from
// t+2 on, and of lower rank at most those go before it that leave in t and t+1.
//
// `agt_tx_busy` and `inj_busy` are flops. `eng_busy` depends on `noc_out_busy` of the same cycle; it goes to
// engines whose outputs do not depend on it in that cycle.
`default_nettype none

module mcs_mag_outbound #(
    parameter integer FLIT_WIDTH = 288,
    parameter integer POS_WIDTH  = 4,
    parameter integer PORTS      = 1,
    parameter [PORTS*POS_WIDTH-1:0] ROWS = 0
) (
    input  wire                        clk,
    input  wire                        resetn,

    input  wire [FLIT_WIDTH-1:0]       agt_tx_data,
    input  wire                        agt_tx_valid,
    output wire                        agt_tx_busy,

    input  wire [FLIT_WIDTH-1:0]       inj_data,
    input  wire                        inj_valid,
    output wire                        inj_busy,

    input  wire [PORTS*FLIT_WIDTH-1:0] eng_data,
    input  wire [PORTS-1:0]            eng_valid,
    output wire [PORTS-1:0]            eng_busy,

    output wire [PORTS*FLIT_WIDTH-1:0] noc_out_data,
    output wire [PORTS-1:0]            noc_out_valid,
    input  wire [PORTS-1:0]            noc_out_busy
);
    localparam integer DST_Y = FLIT_WIDTH - 2 * POS_WIDTH;  // lowest bit of dst_y

    // The one port, one-hot, by which a flit for row `y` leaves.
    function [PORTS-1:0] port_of_row;
        input [POS_WIDTH-1:0] y;
        integer               i;
        begin
            port_of_row = {PORTS{1'b0}};
            port_of_row[0] = 1'b1;
            for (i = PORTS - 1; i >= 0; i = i - 1)
                if (ROWS[i*POS_WIDTH +: POS_WIDTH] == y) begin
                    port_of_row = {PORTS{1'b0}};
                    port_of_row[i] = 1'b1;
                end
        end
    endfunction

    wire [FLIT_WIDTH-1:0] agent_flit;
    wire                  agent_valid;
    wire                  agent_take;

    mcs_mag_stage #(.WIDTH(FLIT_WIDTH)) u_agent (
        .clk(clk), .resetn(resetn),
        .in_data(agt_tx_data), .in_valid(agt_tx_valid), .in_busy(agt_tx_busy),
        .head_data(agent_flit), .head_valid(agent_valid), .head_take(agent_take));

    wire [FLIT_WIDTH-1:0] inj_flit;
    wire                  inj_shown;
    wire                  inj_take;

    mcs_mag_stage #(.WIDTH(FLIT_WIDTH)) u_inj (
        .clk(clk), .resetn(resetn),
        .in_data(inj_data), .in_valid(inj_valid), .in_busy(inj_busy),
        .head_data(inj_flit), .head_valid(inj_shown), .head_take(inj_take));

    wire [PORTS-1:0] load;
    wire [PORTS-1:0] agent_port = port_of_row(agent_flit[DST_Y +: POS_WIDTH]);
    wire [PORTS-1:0] inj_port   = port_of_row(inj_flit[DST_Y +: POS_WIDTH]);
    wire [PORTS-1:0] pick_agent = agent_port & {PORTS{agent_valid}};
    wire [PORTS-1:0] pick_inj   = inj_port & {PORTS{inj_shown}} & ~pick_agent;

    assign agent_take = (pick_agent & load) != {PORTS{1'b0}};
    assign inj_take   = (pick_inj & load) != {PORTS{1'b0}};
    assign eng_busy   = ~load | pick_agent | pick_inj;

    genvar p;
    generate
        for (p = 0; p < PORTS; p = p + 1) begin : g_port
            reg                  out_valid;
            reg [FLIT_WIDTH-1:0] out_flit;

            assign load[p] = !out_valid || !noc_out_busy[p];

            always @(posedge clk)
                if (!resetn) out_valid <= 1'b0;
                else if (load[p]) out_valid <= pick_agent[p] || pick_inj[p] || eng_valid[p];

            always @(posedge clk)
                if (load[p])
                    out_flit <= pick_agent[p] ? agent_flit :
                                pick_inj[p] ? inj_flit : eng_data[p*FLIT_WIDTH +: FLIT_WIDTH];

            assign noc_out_valid[p] = out_valid;
            assign noc_out_data[p*FLIT_WIDTH +: FLIT_WIDTH] = out_flit;
        end
    endgenerate
endmodule

`default_nettype wire
