// The mover's AXI read side: queues bursts, offers them on AR and counts the beats owed.
//
//   push, addr, len   a burst (len = beats - 1) whose words all have room reserved, 512 at most together; only
//                     while ready
//   go                bursts may be offered: the mover lets the first burst wait until a second one can follow
//                     it at once, whatever the first one's length
//   stop              nothing further is offered; what was offered stays until taken and its beats are awaited
//   none_owed         every beat of the bursts offered has come
//   beat, bad         a beat came this cycle; its response is an error
//
// m_rready is constant: the room was reserved before the burst was queued (modules 4). One id, so beats come
// in the order of the bursts. Reset, which the mover applies between moves too, empties the queue.
`default_nettype none

module mcs_mv_read #(
    parameter integer QUEUE = 16
) (
    input  wire        clk,
    input  wire        resetn,

    input  wire        push,
    input  wire [39:0] addr,
    input  wire [6:0]  len,
    output wire        ready,
    input  wire        go,
    input  wire        stop,

    output wire        none_owed,
    output wire        beat,
    output wire        bad,

    output reg  [39:0] m_araddr,
    output reg  [7:0]  m_arlen,
    output reg         m_arvalid,
    input  wire        m_arready,
    input  wire [1:0]  m_rresp,
    input  wire        m_rvalid,
    output wire        m_rready
);
    localparam integer       QUEUE_W   = $clog2(QUEUE + 1);
    localparam [QUEUE_W-1:0] QUEUE_ALL = QUEUE[QUEUE_W-1:0];
    localparam [QUEUE_W-1:0] ONE       = 1;

    wire        next_valid;
    wire [39:0] next_addr;
    wire [6:0]  next_len;
    wire        offer = next_valid && go && !stop && (!m_arvalid || m_arready);

    mcs_fifo #(.WIDTH(47), .DEPTH(QUEUE)) u_bursts (
        .clk(clk), .resetn(resetn),
        .push(push), .din({addr, len}),
        .valid(next_valid), .dout({next_addr, next_len}), .pop(offer));

    reg [QUEUE_W-1:0] queued;
    always @(posedge clk)
        if (!resetn) queued <= 0;
        else if (push && !offer) queued <= queued + ONE;
        else if (offer && !push) queued <= queued - ONE;

    assign ready = queued != QUEUE_ALL;

    always @(posedge clk)
        if (!resetn) m_arvalid <= 1'b0;
        else if (offer) m_arvalid <= 1'b1;
        else if (m_arready) m_arvalid <= 1'b0;

    always @(posedge clk)
        if (offer) begin
            m_araddr <= next_addr;
            m_arlen  <= {1'b0, next_len};
        end

    reg  [9:0] owed;  // at most what has room
    wire [9:0] asked = offer ? {3'd0, next_len} + 10'd1 : 10'd0;
    always @(posedge clk)
        if (!resetn) owed <= 10'd0;
        else owed <= owed + asked - {9'd0, beat};

    assign none_owed = owed == 10'd0;
    assign m_rready  = 1'b1;
    assign beat      = m_rvalid && !none_owed;
    assign bad       = beat && m_rresp[1];

    wire unused_ok = &{1'b0, m_rresp[0]};
endmodule

`default_nettype wire
