// The streaming read engine (memory protocol 3.2): fetches runs ahead and offers their words, entry by entry,
// to every destination in turn.
//
// Entries leave in ascending order; of one entry all words go to the requester, then all to peer 1, 2, 3 as
// far as they are named. An entry's words stay in the buffer until its last destination has them, so each is
// read once. A word is offered as soon as it has arrived; a new run follows without an idle cycle.
//
//   req_*   the oldest streaming request of the intake (encoding as there)
//   ar_*    bursts offered to the read address channel (see mcs_rd_fetch)
//   r_push  a beat of this engine's AXI id arrives; beats of one id come in order
//   out_*   the next response word; out_take: it was taken this cycle. out_word is its index in the entry,
//           out_last marks the entry's last word
`default_nettype none

module mcs_rd_stream #(
    parameter POS_WIDTH = 4,
    parameter DATA_W    = 256,
    parameter ADDR_W    = 40
) (
    input  wire                   clk,
    input  wire                   resetn,

    input  wire                   req_valid,
    input  wire [ADDR_W-1:0]      req_addr,
    input  wire [7:0]             req_count,
    input  wire [1:0]             req_words,
    input  wire [2*POS_WIDTH-1:0] req_src,
    input  wire [7:0]             req_txn,
    input  wire [1:0]             req_npeer,
    input  wire [23:0]            req_peer,
    output wire                   req_take,

    output wire                   ar_valid,
    output wire [ADDR_W-1:0]      ar_addr,
    output wire [7:0]             ar_len,
    input  wire                   ar_take,

    input  wire                   r_push,
    input  wire [DATA_W-1:0]      r_data,

    output wire                   out_valid,
    output wire [2*POS_WIDTH-1:0] out_dst,
    output wire [7:0]             out_txn,
    output wire [1:0]             out_word,
    output wire                   out_last,
    output wire [DATA_W-1:0]      out_data,
    input  wire                   out_take
);
    localparam BUF_WORDS = 128;   // 4 KB: eight bursts of 16 in flight hide a memory latency of 100 cycles
    localparam MAX_BURST = 16;
    localparam RUNS      = 16;
    localparam PTR_W     = 7;     // log2(BUF_WORDS)
    localparam PW        = 2 * POS_WIDTH;
    localparam [PTR_W-1:0] PTR_ONE = 1;

    // ---- fetching half
    wire [2:0] freed;
    wire       run_done;

    mcs_rd_fetch #(.ADDR_W(ADDR_W), .BUF_WORDS(BUF_WORDS), .MAX_BURST(MAX_BURST), .RUNS(RUNS)) u_fetch (
        .clk(clk), .resetn(resetn),
        .run_valid(req_valid), .run_addr(req_addr),
        .run_words({2'd0, req_count} * ({8'd0, req_words} + 10'd1)), .run_take(req_take),
        .ar_valid(ar_valid), .ar_addr(ar_addr), .ar_len(ar_len), .ar_take(ar_take),
        .freed(freed), .run_done(run_done));

    // ---- headers of the runs fetched or being fetched
    wire          run_valid;
    wire [7:0]    run_count;
    wire [1:0]    run_words;
    wire [PW-1:0] run_src;
    wire [7:0]    run_txn;
    wire [1:0]    run_npeer;
    wire [23:0]   run_peer;

    mcs_fifo #(.WIDTH(8 + 2 + PW + 8 + 2 + 24), .DEPTH(RUNS)) u_runs (
        .clk(clk), .resetn(resetn),
        .push(req_take), .din({req_count, req_words, req_src, req_txn, req_npeer, req_peer}),
        .valid(run_valid), .dout({run_count, run_words, run_src, run_txn, run_npeer, run_peer}),
        .pop(run_done));

    // ---- words: `base` is the entry being emitted, `held` the words present from there on
    reg [DATA_W-1:0] words [0:BUF_WORDS-1];
    reg [PTR_W-1:0]  wptr;
    reg [PTR_W-1:0]  base;
    reg [PTR_W:0]    held;

    // ---- position in the run
    reg [7:0] entry;
    reg [1:0] dest;
    reg [1:0] word;

    // The place of the word offered wraps at the end of the buffer: a net, because simulators disagree on
    // whether a sum used as an index does.
    wire [PTR_W-1:0] offered = base + {{(PTR_W-2){1'b0}}, word};

    wire word_end  = (word == run_words);
    wire dest_end  = word_end && (dest == run_npeer);
    wire entry_end = out_take && dest_end;

    assign run_done = entry_end && (entry == run_count - 8'd1);
    assign freed    = entry_end ? {1'b0, run_words} + 3'd1 : 3'd0;

    // ---- the word offered
    // A peer byte is {y, x}; destinations travel as {x, y}.
    wire [7:0] peer_yx = (dest == 2'd1) ? run_peer[7:0] : (dest == 2'd2) ? run_peer[15:8] : run_peer[23:16];

    assign out_valid = run_valid && (held > {{(PTR_W-1){1'b0}}, word});
    assign out_dst   = (dest == 2'd0) ? run_src : {peer_yx[POS_WIDTH-1:0], peer_yx[4 +: POS_WIDTH]};
    assign out_txn   = run_txn + entry;
    assign out_word  = word;
    assign out_last  = word_end;
    assign out_data  = words[offered];

    always @(posedge clk)
        if (r_push) words[wptr] <= r_data;

    always @(posedge clk)
        if (!resetn) wptr <= 0;
        else if (r_push) wptr <= wptr + PTR_ONE;

    always @(posedge clk)
        if (!resetn) base <= 0;
        else base <= base + {{(PTR_W-3){1'b0}}, freed};

    always @(posedge clk)
        if (!resetn) held <= 0;
        else held <= held + {{PTR_W{1'b0}}, r_push} - {{(PTR_W-2){1'b0}}, freed};

    always @(posedge clk)
        if (!resetn) begin
            entry <= 8'd0;
            dest  <= 2'd0;
            word  <= 2'd0;
        end else if (out_take) begin
            word <= word_end ? 2'd0 : word + 2'd1;
            if (word_end) dest <= dest_end ? 2'd0 : dest + 2'd1;
            if (dest_end) entry <= run_done ? 8'd0 : entry + 8'd1;
        end
endmodule

`default_nettype wire
