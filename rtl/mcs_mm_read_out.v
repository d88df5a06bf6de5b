// Brings the reads of N requesters onto one AXI master and gives the beats back by id (modules 5).
//
// Round robin by burst; the burst presented does not change until accepted. Requester n uses AXI id
// IDS[4n +: 4]. Whoever asks has room for all its words, so `rready` is constant and beats of different ids
// may come in any mixture.
//
// WINDOW: a burst is granted only while fewer words than this are owed. It is enough to hide as many cycles
// of memory latency at a word per cycle, and keeps the queue inside the memory so short that the turns given
// here decide who is served, not how many bursts each requester can have under way.
//
//   req, addr, len; take   a burst is offered and stays; it was granted this cycle (one-hot)
//   owed                   words each requester is owed
//   push                   the beat on the R channel is this requester's
`default_nettype none

module mcs_mm_read_out #(
    parameter integer     N      = 3,
    parameter [N*4-1:0]   IDS    = 0,
    parameter integer     WINDOW = 256
) (
    input  wire            clk,
    input  wire            resetn,

    input  wire [N-1:0]    req,
    input  wire [N*40-1:0] addr,
    input  wire [N*8-1:0]  len,
    output wire [N-1:0]    take,
    input  wire [N*10-1:0] owed,
    output wire [N-1:0]    push,

    output reg  [3:0]      m_arid,
    output reg  [39:0]     m_araddr,
    output reg  [7:0]      m_arlen,
    output wire [2:0]      m_arsize,
    output wire [1:0]      m_arburst,
    output reg             m_arvalid,
    input  wire            m_arready,
    input  wire [3:0]      m_rid,
    input  wire            m_rvalid,
    output wire            m_rready
);
    reg [12:0] all_owed;
    integer    n;
    always @* begin
        all_owed = 13'd0;
        for (n = 0; n < N; n = n + 1)
            all_owed = all_owed + {3'd0, owed[n*10 +: 10]};
    end

    wire [N-1:0] turn;
    wire         grant = req != 0 && all_owed < WINDOW[12:0] && (!m_arvalid || m_arready);

    mcs_mag_turn #(.N(N)) u_turn (
        .clk(clk), .resetn(resetn), .want(req), .turn(turn), .served(grant));

    assign take = grant ? turn : 0;

    wire [3:0]  turn_id;
    wire [39:0] turn_addr;
    wire [7:0]  turn_len;
    mcs_mag_pick #(.N(N), .WIDTH(4))  u_id   (.pick(turn), .in(IDS), .out(turn_id));
    mcs_mag_pick #(.N(N), .WIDTH(40)) u_addr (.pick(turn), .in(addr), .out(turn_addr));
    mcs_mag_pick #(.N(N), .WIDTH(8))  u_len  (.pick(turn), .in(len), .out(turn_len));

    always @(posedge clk)
        if (!resetn) m_arvalid <= 1'b0;
        else if (grant) m_arvalid <= 1'b1;
        else if (m_arready) m_arvalid <= 1'b0;

    always @(posedge clk)
        if (grant) begin
            m_arid   <= turn_id;
            m_araddr <= turn_addr;
            m_arlen  <= turn_len;
        end

    assign m_arsize  = 3'd5;
    assign m_arburst = 2'b01;
    assign m_rready  = 1'b1;

    genvar g;
    generate
        for (g = 0; g < N; g = g + 1) begin : g_push
            assign push[g] = m_rvalid && m_rid == IDS[g*4 +: 4];
        end
    endgenerate
endmodule

`default_nettype wire
