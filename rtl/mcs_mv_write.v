// The mover's AXI write side: holds the words in walk order, sends a burst once all of it is at hand, counts Bs.
//
//   word_push, word_pad  the next word of the walk: the padding, or one that data_push brings later
//   data_push, data      the next word that is not padding
//   burst_*              a burst over the next burst_len + 1 words, burst_data of them not padding
//   go                   bursts may leave: the mover waits for PRIME words, so that a short first burst does
//                        not leave W idle while the long second one fills
//   stop                 bursts not yet begun stay; those begun are completed
//   word_gone            a word left the buffer this cycle
//   idle                 no burst waits or runs and every B has come        bad   an error response came
//
// An AW leaves only when all its data is at hand, so W never waits inside a burst; AW and W run off queues of
// their own and neither waits for the other's ready (wire 5, modules 5). Nothing waits for B: owed Bs are
// counted in 32 bits. Room in the buffers is reserved by the mover. Reset, which the mover applies between
// moves too, empties everything.
`default_nettype none

module mcs_mv_write #(
    parameter integer BUF_WORDS = 512
) (
    input  wire         clk,
    input  wire         resetn,

    input  wire [255:0] padding,
    input  wire         word_push,
    input  wire         word_pad,
    input  wire         data_push,
    input  wire [255:0] data,
    input  wire         burst_push,
    input  wire [39:0]  burst_addr,
    input  wire [6:0]   burst_len,
    input  wire [7:0]   burst_data,
    input  wire         go,
    input  wire         stop,

    output wire         word_gone,
    output wire         idle,
    output wire         bad,

    output reg  [39:0]  m_awaddr,
    output reg  [7:0]   m_awlen,
    output reg          m_awvalid,
    input  wire         m_awready,
    output reg  [255:0] m_wdata,
    output reg          m_wlast,
    output reg          m_wvalid,
    input  wire         m_wready,
    input  wire [1:0]   m_bresp,
    input  wire         m_bvalid,
    output wire         m_bready
);
    localparam integer AHEAD  = 4;  // bursts begun whose AW or W has not been taken
    localparam integer HAND_W = $clog2(BUF_WORDS + 1);

    // ---- Which word comes next, and the words that are not padding
    wire         pad_next;
    wire         unused_word_valid;
    wire         unused_data_valid;
    wire [255:0] data_next;
    wire         w_load;

    assign word_gone = w_load;

    mcs_fifo #(.WIDTH(1), .DEPTH(BUF_WORDS)) u_words (
        .clk(clk), .resetn(resetn),
        .push(word_push), .din(word_pad),
        .valid(unused_word_valid), .dout(pad_next), .pop(w_load));

    mcs_fifo #(.WIDTH(256), .DEPTH(BUF_WORDS)) u_data (
        .clk(clk), .resetn(resetn),
        .push(data_push), .din(data),
        .valid(unused_data_valid), .dout(data_next), .pop(w_load && !pad_next));

    // ---- Bursts. Each holds at least one reserved word, so BUF_WORDS places never overflow.
    wire        wait_valid;
    wire [39:0] wait_addr;
    wire [6:0]  wait_len;
    wire [7:0]  wait_data;
    wire        start;

    mcs_fifo #(.WIDTH(55), .DEPTH(BUF_WORDS)) u_bursts (
        .clk(clk), .resetn(resetn),
        .push(burst_push), .din({burst_addr, burst_len, burst_data}),
        .valid(wait_valid), .dout({wait_addr, wait_len, wait_data}), .pop(start));

    reg  [HAND_W-1:0] at_hand;  // data words that no burst begun has claimed
    wire [HAND_W-1:0] claimed = start ? {{(HAND_W-8){1'b0}}, wait_data} : 0;
    always @(posedge clk)
        if (!resetn) at_hand <= 0;
        else at_hand <= at_hand - claimed + {{(HAND_W-1){1'b0}}, data_push};

    reg [2:0] aw_ahead;
    reg [2:0] w_ahead;
    wire      aw_load;
    wire      w_end;
    wire      aw_room = aw_ahead != AHEAD[2:0];
    wire      w_room  = w_ahead != AHEAD[2:0];

    assign start = wait_valid && go && !stop && aw_room && w_room &&
                   at_hand >= {{(HAND_W-8){1'b0}}, wait_data};

    always @(posedge clk)
        if (!resetn) aw_ahead <= 3'd0;
        else aw_ahead <= aw_ahead + {2'd0, start} - {2'd0, aw_load};

    always @(posedge clk)
        if (!resetn) w_ahead <= 3'd0;
        else w_ahead <= w_ahead + {2'd0, start} - {2'd0, w_end};

    // ---- AW
    wire        aw_valid;
    wire [39:0] aw_addr;
    wire [6:0]  aw_len;

    assign aw_load = aw_valid && (!m_awvalid || m_awready);

    mcs_fifo #(.WIDTH(47), .DEPTH(AHEAD)) u_aw (
        .clk(clk), .resetn(resetn),
        .push(start), .din({wait_addr, wait_len}),
        .valid(aw_valid), .dout({aw_addr, aw_len}), .pop(aw_load));

    always @(posedge clk)
        if (!resetn) m_awvalid <= 1'b0;
        else if (aw_load) m_awvalid <= 1'b1;
        else if (m_awready) m_awvalid <= 1'b0;

    always @(posedge clk)
        if (aw_load) begin
            m_awaddr <= aw_addr;
            m_awlen  <= {1'b0, aw_len};
        end

    // ---- W
    wire       w_valid;
    wire [6:0] w_len;
    reg  [6:0] w_beat;

    assign w_load = w_valid && (!m_wvalid || m_wready);
    assign w_end  = w_load && w_beat == w_len;

    mcs_fifo #(.WIDTH(7), .DEPTH(AHEAD)) u_w (
        .clk(clk), .resetn(resetn),
        .push(start), .din(wait_len),
        .valid(w_valid), .dout(w_len), .pop(w_end));

    always @(posedge clk)
        if (!resetn) w_beat <= 7'd0;
        else if (w_load) w_beat <= w_end ? 7'd0 : w_beat + 7'd1;

    always @(posedge clk)
        if (!resetn) m_wvalid <= 1'b0;
        else if (w_load) m_wvalid <= 1'b1;
        else if (m_wready) m_wvalid <= 1'b0;

    always @(posedge clk)
        if (w_load) begin
            m_wdata <= pad_next ? padding : data_next;
            m_wlast <= w_end;
        end

    // ---- B
    reg  [31:0] owed;
    wire        none_owed = owed == 32'd0;
    always @(posedge clk)
        if (!resetn) owed <= 32'd0;
        else owed <= owed + {31'd0, start} - {31'd0, m_bvalid};

    assign m_bready = 1'b1;
    assign bad      = m_bvalid && m_bresp[1];
    assign idle     = none_owed && (stop || !wait_valid);

    wire unused_ok = &{1'b0, m_bresp[0]};
endmodule

`default_nettype wire
