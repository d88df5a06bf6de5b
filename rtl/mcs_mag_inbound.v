// The agent's inbound side: a register stage per port and the decision what becomes of the flit at its head
// (modules 5, memory protocol 1.1). In this order:
//
//   ILINK and rsvd[2] set   the encapsulator, round robin over the ports, held while it is busy
//   type 0, 1 or 4          the engine of that port, held while the engine is busy
//   everything else         the control agent, round robin over the ports: offered in its turn if
//                           `agt_rx_busy` is low in that cycle, otherwise dropped without valid
//
// So the agent holds a port for its turn only, at most PORTS-1 cycles, and what one port's engine holds is
// that port alone. Nothing overtakes on one port.
//
// `noc_in_busy` and `enc_*` come from flops. `agt_rx_valid` depends on `agt_rx_busy` of the same cycle, as
// the contract allows on this one link: a flit shown is a flit taken, so none is ever held there.
// `bad_remote_req` (memory protocol 8): high for one cycle, the one after an engine accepted a read or write
// descriptor for the DRAM of another mesh; descriptors accepted in one cycle at several ports share it.
// Without ILINK rsvd[2] is not examined, nothing leaves by `enc_*` and `bad_remote_req` stays low.
//
// Packed buses: port 0 lowest.
`default_nettype none

module mcs_mag_inbound #(
    parameter integer FLIT_WIDTH = 288,
    parameter integer POS_WIDTH  = 4,
    parameter integer PORTS      = 1,
    parameter integer MESH_ID    = 0,
    parameter integer ILINK      = 1
) (
    input  wire                        clk,
    input  wire                        resetn,

    input  wire [PORTS*FLIT_WIDTH-1:0] noc_in_data,
    input  wire [PORTS-1:0]            noc_in_valid,
    output wire [PORTS-1:0]            noc_in_busy,

    output wire [PORTS*FLIT_WIDTH-1:0] eng_data,
    output wire [PORTS-1:0]            eng_valid,
    input  wire [PORTS-1:0]            eng_busy,

    output wire [FLIT_WIDTH-1:0]       agt_rx_data,
    output wire                        agt_rx_valid,
    input  wire                        agt_rx_busy,

    output wire [FLIT_WIDTH-1:0]       enc_data,
    output wire                        enc_valid,
    input  wire                        enc_busy,

    output wire                        bad_remote_req
);
    localparam integer TYPE_TOP = FLIT_WIDTH - 4 * POS_WIDTH - 1;  // top bit of the type field
    localparam integer MARK     = TYPE_TOP - 13;                   // rsvd[2]

    localparam [3:0] TYPE_RD_REQ  = 4'h0;
    localparam [3:0] TYPE_WR_REQ  = 4'h1;
    localparam [3:0] TYPE_WR_DATA = 4'h4;

    // ---- heads and what they are
    wire [PORTS*FLIT_WIDTH-1:0] head;
    wire [PORTS-1:0]            head_valid;
    wire [PORTS-1:0]            head_take;
    wire [PORTS-1:0]            for_enc;
    wire [PORTS-1:0]            for_agent;
    wire [PORTS-1:0]            astray;     // descriptor for another mesh's DRAM

    genvar p;
    generate
        for (p = 0; p < PORTS; p = p + 1) begin : g_port
            mcs_mag_stage #(.WIDTH(FLIT_WIDTH)) u_stage (
                .clk(clk), .resetn(resetn),
                .in_data(noc_in_data[p*FLIT_WIDTH +: FLIT_WIDTH]), .in_valid(noc_in_valid[p]),
                .in_busy(noc_in_busy[p]),
                .head_data(head[p*FLIT_WIDTH +: FLIT_WIDTH]), .head_valid(head_valid[p]),
                .head_take(head_take[p]));

            wire [3:0] kind   = head[p*FLIT_WIDTH + TYPE_TOP -: 4];
            wire       marked = ILINK != 0 && head[p*FLIT_WIDTH + MARK];
            wire       is_req = kind == TYPE_RD_REQ || kind == TYPE_WR_REQ;
            wire       memory = is_req || kind == TYPE_WR_DATA;

            assign for_enc[p]   = head_valid[p] && marked;
            assign eng_valid[p] = head_valid[p] && !marked && memory;
            assign for_agent[p] = head_valid[p] && !marked && !memory;

            // Address bit 39 is flit bit 255, bits 37:36 are 253:252 (wire 3).
            assign astray[p] = is_req && !head[p*FLIT_WIDTH + 255] &&
                               head[p*FLIT_WIDTH + 252 +: 2] != MESH_ID[1:0];
        end
    endgenerate

    assign eng_data = head;

    // ---- the control agent
    wire [PORTS-1:0]       agent_turn;
    wire [FLIT_WIDTH-1:0]  agent_flit;

    mcs_mag_turn #(.N(PORTS)) u_agent_turn (
        .clk(clk), .resetn(resetn), .want(for_agent), .turn(agent_turn), .served(1'b1));

    mcs_mag_pick #(.N(PORTS), .WIDTH(FLIT_WIDTH)) u_agent_flit (
        .pick(agent_turn), .in(head), .out(agent_flit));

    assign agt_rx_valid = agent_turn != {PORTS{1'b0}} && !agt_rx_busy;
    assign agt_rx_data  = agent_flit;

    // ---- the encapsulator
    wire [PORTS-1:0] enc_take;

    generate
        if (ILINK != 0) begin : g_interlink
            wire [PORTS-1:0]      enc_turn;
            wire [FLIT_WIDTH-1:0] enc_flit;
            reg                   out_valid;
            reg  [FLIT_WIDTH-1:0] out_flit;
            wire                  load = !out_valid || !enc_busy;

            mcs_mag_turn #(.N(PORTS)) u_enc_turn (
                .clk(clk), .resetn(resetn), .want(for_enc), .turn(enc_turn), .served(load));

            mcs_mag_pick #(.N(PORTS), .WIDTH(FLIT_WIDTH)) u_enc_flit (
                .pick(enc_turn), .in(head), .out(enc_flit));

            always @(posedge clk)
                if (!resetn) out_valid <= 1'b0;
                else if (load) out_valid <= enc_turn != {PORTS{1'b0}};

            always @(posedge clk)
                if (load) out_flit <= enc_flit;

            reg bad_remote;
            always @(posedge clk)
                if (!resetn) bad_remote <= 1'b0;
                else bad_remote <= (eng_valid & ~eng_busy & astray) != {PORTS{1'b0}};

            assign enc_take       = load ? enc_turn : {PORTS{1'b0}};
            assign enc_valid      = out_valid;
            assign enc_data       = out_flit;
            assign bad_remote_req = bad_remote;
        end else begin : g_no_interlink
            wire unused_interlink = &{1'b0, enc_busy, for_enc, astray};

            assign enc_take       = {PORTS{1'b0}};
            assign enc_valid      = 1'b0;
            assign enc_data       = {FLIT_WIDTH{1'b0}};
            assign bad_remote_req = 1'b0;
        end
    endgenerate

    assign head_take = (eng_valid & ~eng_busy) | agent_turn | enc_take;
endmodule

`default_nettype wire
