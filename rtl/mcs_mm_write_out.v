// Brings the write bursts of N requesters onto one AXI master and gives the answers back by id (modules 5).
//
// Round robin by burst; a burst is offered only when all its words are at hand, so W never waits inside one.
// AW and W walk queues of their own: neither waits for the other's ready, and W keeps AW's order. Requester n
// uses AXI id IDS[4n +: 4]. `bready` is constant: every requester has room for its answers.
//
//   req, addr, len; take   a burst is offered and stays; it was granted this cycle (one-hot)
//   word; pop              each requester's next word (strobes, data); it was moved to the W register (one-hot)
//   done                   the answer on the B channel is this requester's
`default_nettype none

module mcs_mm_write_out #(
    parameter integer   N   = 3,
    parameter [N*4-1:0] IDS = 0
) (
    input  wire             clk,
    input  wire             resetn,

    input  wire [N-1:0]     req,
    input  wire [N*40-1:0]  addr,
    input  wire [N*8-1:0]   len,
    output wire [N-1:0]     take,
    input  wire [N*288-1:0] word,
    output wire [N-1:0]     pop,
    output wire [N-1:0]     done,

    output wire [3:0]       m_awid,
    output wire [39:0]      m_awaddr,
    output wire [7:0]       m_awlen,
    output wire [2:0]       m_awsize,
    output wire [1:0]       m_awburst,
    output wire             m_awvalid,
    input  wire             m_awready,
    output reg  [255:0]     m_wdata,
    output reg  [31:0]      m_wstrb,
    output reg              m_wlast,
    output reg              m_wvalid,
    input  wire             m_wready,
    input  wire [3:0]       m_bid,
    input  wire             m_bvalid,
    output wire             m_bready
);
    localparam integer AHEAD = 4;  // bursts granted whose AW or W has not been taken

    // ---- Whose turn it is
    wire [N-1:0] turn;
    wire         aw_room;
    wire         w_room;
    wire         grant = req != 0 && aw_room && w_room;

    mcs_mag_turn #(.N(N)) u_turn (
        .clk(clk), .resetn(resetn), .want(req), .turn(turn), .served(grant));

    assign take = grant ? turn : 0;

    wire [3:0]  turn_id;
    wire [39:0] turn_addr;
    wire [7:0]  turn_len;
    mcs_mag_pick #(.N(N), .WIDTH(4))  u_id   (.pick(turn), .in(IDS), .out(turn_id));
    mcs_mag_pick #(.N(N), .WIDTH(40)) u_addr (.pick(turn), .in(addr), .out(turn_addr));
    mcs_mag_pick #(.N(N), .WIDTH(8))  u_len  (.pick(turn), .in(len), .out(turn_len));

    // ---- AW
    mcs_mm_queue #(.WIDTH(52), .DEPTH(AHEAD)) u_aw (
        .clk(clk), .resetn(resetn),
        .in_valid(grant), .in_ready(aw_room), .in_data({turn_id, turn_addr, turn_len}),
        .out_valid(m_awvalid), .out_data({m_awid, m_awaddr, m_awlen}), .out_take(m_awvalid && m_awready));

    assign m_awsize  = 3'd5;
    assign m_awburst = 2'b01;

    // ---- W
    wire         now_valid;
    wire [N-1:0] now_owner;
    wire [7:0]   now_len;
    reg  [7:0]   beat;
    wire         load     = now_valid && (!m_wvalid || m_wready);
    wire         load_end = load && beat == now_len;

    mcs_mm_queue #(.WIDTH(N + 8), .DEPTH(AHEAD)) u_w (
        .clk(clk), .resetn(resetn),
        .in_valid(grant), .in_ready(w_room), .in_data({turn, turn_len}),
        .out_valid(now_valid), .out_data({now_owner, now_len}), .out_take(load_end));

    wire [287:0] now_word;
    mcs_mag_pick #(.N(N), .WIDTH(288)) u_word (.pick(now_owner), .in(word), .out(now_word));

    assign pop = load ? now_owner : 0;

    always @(posedge clk)
        if (!resetn) beat <= 8'd0;
        else if (load) beat <= load_end ? 8'd0 : beat + 8'd1;

    always @(posedge clk)
        if (!resetn) m_wvalid <= 1'b0;
        else if (load) m_wvalid <= 1'b1;
        else if (m_wready) m_wvalid <= 1'b0;

    always @(posedge clk)
        if (load) begin
            {m_wstrb, m_wdata} <= now_word;
            m_wlast            <= load_end;
        end

    // ---- B
    assign m_bready = 1'b1;

    genvar g;
    generate
        for (g = 0; g < N; g = g + 1) begin : g_done
            assign done[g] = m_bvalid && m_bid == IDS[g*4 +: 4];
        end
    endgenerate
endmodule

`default_nettype wire
