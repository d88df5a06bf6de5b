// Sends complete writes to AXI in the order they were completed and owes each an ack once the memory has
// answered.
//
// A write of at most 8 beats is one burst, or two where it crosses 4 KB; it is acked after the last of its
// Bs. AW, W, B and ack each walk their own queue of the same writes: no channel waits for another's ready,
// and W may run ahead of AW or fall behind. One AXI id is used, so Bs come in AW order and acks leave in
// completion order, which for one source is descriptor order. No queue can overflow: every write in them
// holds a slot.
//
//   done_*    a write became complete this cycle (see mcs_wr_slots)
//   ack_*     the oldest ack owed; ack_take: it was moved to the output register this cycle; ack_gone: the
//             ack moved there last has left on the link, which frees its slot
`default_nettype none

module mcs_wr_issue #(
    parameter POS_WIDTH = 4,
    parameter DATA_W    = 256,
    parameter ADDR_W    = 40,
    parameter WR_SLOTS  = 16,
    parameter SLOT_W    = 4
) (
    input  wire                   clk,
    input  wire                   resetn,

    input  wire                   done_valid,
    input  wire [SLOT_W-1:0]      done_slot,
    input  wire [2*POS_WIDTH-1:0] done_src,
    input  wire [7:0]             done_txn,
    input  wire [ADDR_W-1:0]      done_addr,
    input  wire [2:0]             done_len,

    output wire [SLOT_W-1:0]      rd_slot,
    output wire [2:0]             rd_beat,
    input  wire [DATA_W-1:0]      rd_data,

    output reg  [ADDR_W-1:0]      m_awaddr,
    output reg  [7:0]             m_awlen,
    output reg                    m_awvalid,
    input  wire                   m_awready,
    output reg  [DATA_W-1:0]      m_wdata,
    output reg                    m_wlast,
    output reg                    m_wvalid,
    input  wire                   m_wready,
    input  wire                   m_bvalid,

    output wire                   ack_valid,
    output wire [2*POS_WIDTH-1:0] ack_dst,
    output wire [7:0]             ack_txn,
    input  wire                   ack_take,
    input  wire                   ack_gone,

    output wire                   free_valid,
    output wire [SLOT_W-1:0]      free_slot
);
    localparam PW = 2 * POS_WIDTH;

    // A write crosses 4 KB when the index of its last word in the page passes 127. It then starts in the
    // page's last 8 words, and the inverted low index bits are its first burst's beats less one.
    wire       done_cross = done_addr[11:5] > 7'd127 - {4'd0, done_len};
    wire [2:0] done_first = done_cross ? ~done_addr[7:5] : done_len;

    // ---- AW
    wire              aw_valid;
    wire              aw_cross;
    wire [ADDR_W-1:0] aw_addr;
    wire [2:0]        aw_first;   // beats - 1 of the first burst
    wire [2:0]        aw_len;     // beats - 1 of the write
    reg               aw_second;

    wire aw_load = aw_valid && (!m_awvalid || m_awready);
    wire aw_end  = aw_second || !aw_cross;

    mcs_fifo #(.WIDTH(1 + ADDR_W + 3 + 3), .DEPTH(WR_SLOTS)) u_aw (
        .clk(clk), .resetn(resetn),
        .push(done_valid), .din({done_cross, done_addr, done_first, done_len}),
        .valid(aw_valid), .dout({aw_cross, aw_addr, aw_first, aw_len}), .pop(aw_load && aw_end));

    always @(posedge clk)
        if (!resetn) aw_second <= 1'b0;
        else if (aw_load) aw_second <= !aw_end;

    always @(posedge clk)
        if (!resetn) m_awvalid <= 1'b0;
        else if (aw_load) m_awvalid <= 1'b1;
        else if (m_awready) m_awvalid <= 1'b0;

    wire [2:0] aw_rest = aw_len - aw_first - 3'd1;

    always @(posedge clk)
        if (aw_load) begin
            m_awaddr <= aw_second ? {aw_addr[ADDR_W-1:12] + 28'd1, 12'd0} : aw_addr;
            m_awlen  <= {5'd0, aw_second ? aw_rest : aw_first};
        end

    // ---- W
    wire        w_valid;
    wire        w_cross;
    wire [2:0]  w_first;
    wire [2:0]  w_len;
    reg  [2:0]  w_beat;

    wire w_load = w_valid && (!m_wvalid || m_wready);
    wire w_end  = (w_beat == w_len);

    assign rd_beat = w_beat;

    mcs_fifo #(.WIDTH(1 + SLOT_W + 3 + 3), .DEPTH(WR_SLOTS)) u_w (
        .clk(clk), .resetn(resetn),
        .push(done_valid), .din({done_cross, done_slot, done_first, done_len}),
        .valid(w_valid), .dout({w_cross, rd_slot, w_first, w_len}), .pop(w_load && w_end));

    always @(posedge clk)
        if (!resetn) w_beat <= 3'd0;
        else if (w_load) w_beat <= w_end ? 3'd0 : w_beat + 3'd1;

    always @(posedge clk)
        if (!resetn) m_wvalid <= 1'b0;
        else if (w_load) m_wvalid <= 1'b1;
        else if (m_wready) m_wvalid <= 1'b0;

    always @(posedge clk)
        if (w_load) begin
            m_wdata <= rd_data;
            m_wlast <= w_end || (w_cross && w_beat == w_first);
        end

    // ---- B: always ready, since every B that is owed has a slot waiting for it
    wire              b_cross;
    wire [SLOT_W-1:0] b_slot;
    wire [PW-1:0]     b_src;
    wire [7:0]        b_txn;
    wire              b_owed;
    reg               b_second;

    wire b_take = m_bvalid && b_owed;
    wire b_end  = b_second || !b_cross;

    mcs_fifo #(.WIDTH(1 + SLOT_W + PW + 8), .DEPTH(WR_SLOTS)) u_b (
        .clk(clk), .resetn(resetn),
        .push(done_valid), .din({done_cross, done_slot, done_src, done_txn}),
        .valid(b_owed), .dout({b_cross, b_slot, b_src, b_txn}), .pop(b_take && b_end));

    always @(posedge clk)
        if (!resetn) b_second <= 1'b0;
        else if (b_take) b_second <= !b_end;

    // ---- ack
    wire [SLOT_W-1:0] ack_slot;
    reg  [SLOT_W-1:0] sent_slot;

    mcs_fifo #(.WIDTH(SLOT_W + PW + 8), .DEPTH(WR_SLOTS)) u_ack (
        .clk(clk), .resetn(resetn),
        .push(b_take && b_end), .din({b_slot, b_src, b_txn}),
        .valid(ack_valid), .dout({ack_slot, ack_dst, ack_txn}), .pop(ack_take));

    always @(posedge clk)
        if (ack_take) sent_slot <= ack_slot;

    assign free_valid = ack_gone;
    assign free_slot  = sent_slot;
endmodule

`default_nettype wire
