// The read half of one requester: takes its ARs, sends each to its target and gives the answers back in
// order (modules 5, Convergence).
//
// A target is the DRAM, the staging store (ar_store) or nobody (ar_refused: answered by SLVERR and zero). Requests
// leave in the order they came, and answers return in that order over all ids, whatever the latencies: each
// target has a buffer of its own, and a queue of the bursts under way says whose turn it is. So a requester
// may turn between targets from one burst to the next.
//
// A DRAM burst is offered only when all its words have room here, so what the DRAM sends is always taken. The
// staging store is asked word by word, as far as its small buffer has room. A requester that stops taking
// answers thereby stops its own requests and nobody else's.
//
//   ar*, r*          the requester's channels; ar_store or ar_refused goes with its address, which is the
//                    target's own
//   d_req, d_addr, d_len; d_take   a burst for the DRAM; it was granted this cycle
//   d_push, d_word, d_resp         a word of it came; words of one requester come in order
//   d_owed           words granted that have not come, up to DRAM_WORDS
//   s_req, s_index; s_take         a word of the staging store is wanted (index in words); it is being read
//   s_push, s_word, s_bad          it is here; s_bad: there is no such word
//
// Everything towards the requester is a function of state; arready does not depend on arvalid.
`default_nettype none

module mcs_mm_read (
    input  wire         clk,
    input  wire         resetn,

    input  wire [3:0]   arid,
    input  wire         ar_store,
    input  wire         ar_refused,
    input  wire [39:0]  araddr,
    input  wire [7:0]   arlen,
    input  wire         arvalid,
    output wire         arready,
    output wire [3:0]   rid,
    output wire [255:0] rdata,
    output wire [1:0]   rresp,
    output wire         rlast,
    output wire         rvalid,
    input  wire         rready,

    output wire         d_req,
    output wire [39:0]  d_addr,
    output wire [7:0]   d_len,
    input  wire         d_take,
    input  wire         d_push,
    input  wire [255:0] d_word,
    input  wire [1:0]   d_resp,
    output reg  [9:0]   d_owed,

    output wire         s_req,
    output wire [30:0]  s_index,
    input  wire         s_take,
    input  wire         s_push,
    input  wire [255:0] s_word,
    input  wire         s_bad
);
    localparam integer DRAM_WORDS  = 512;  // four 4 KB bursts
    localparam integer STORE_WORDS = 8;    // covers the four cycles from a word's request to its place's return
    localparam integer BURSTS      = 32;   // under way
    localparam [1:0]   OKAY   = 2'b00;
    localparam [1:0]   SLVERR = 2'b10;

    // ---- Requests
    wire        next_valid;
    wire        next_store;
    wire        next_refused;
    wire [3:0]  next_id;
    wire [39:0] next_addr;
    wire [7:0]  next_len;
    wire        issue;

    mcs_mm_queue #(.WIDTH(54), .DEPTH(4)) u_requests (
        .clk(clk), .resetn(resetn),
        .in_valid(arvalid), .in_ready(arready), .in_data({ar_store, ar_refused, arid, araddr, arlen}),
        .out_valid(next_valid), .out_data({next_store, next_refused, next_id, next_addr, next_len}),
        .out_take(issue));

    reg  [9:0] d_room;  // words of the DRAM buffer not reserved
    wire       order_room;
    wire       s_room;
    wire       ready_for_dram  = !next_store && !next_refused && d_room > {2'd0, next_len};
    wire       ready_for_store = next_store && s_room;

    assign d_req  = next_valid && order_room && ready_for_dram;
    assign d_addr = next_addr;
    assign d_len  = next_len;
    assign issue  = d_take || (next_valid && order_room && (ready_for_store || next_refused));

    // ---- Bursts under way
    wire       now_valid;
    wire       from_store;
    wire       refused;
    wire [3:0] now_id;
    wire [7:0] now_len;
    wire       burst_end;

    mcs_mm_queue #(.WIDTH(14), .DEPTH(BURSTS)) u_order (
        .clk(clk), .resetn(resetn),
        .in_valid(issue), .in_ready(order_room), .in_data({next_store, next_refused, next_id, next_len}),
        .out_valid(now_valid), .out_data({from_store, refused, now_id, now_len}), .out_take(burst_end));

    // ---- Words from the DRAM. A word nobody owes is not taken.
    wire         d_valid;
    wire [255:0] d_data;
    wire [1:0]   d_code;
    wire         d_enter = d_push && d_owed != 10'd0;
    wire         d_leave;
    wire [9:0]   granted = d_take ? {2'd0, next_len} + 10'd1 : 10'd0;

    mcs_fifo #(.WIDTH(258), .DEPTH(DRAM_WORDS)) u_dram (
        .clk(clk), .resetn(resetn),
        .push(d_enter), .din({d_resp, d_word}),
        .valid(d_valid), .dout({d_code, d_data}), .pop(d_leave));

    always @(posedge clk)
        if (!resetn) d_owed <= 10'd0;
        else d_owed <= d_owed + granted - {9'd0, d_enter};

    always @(posedge clk)
        if (!resetn) d_room <= DRAM_WORDS[9:0];
        else d_room <= d_room - granted + {9'd0, d_leave};

    // ---- Words from the staging store: the bursts that ask, one word at a time
    wire        ask_valid;
    wire [30:0] ask_first;
    wire [7:0]  ask_len;
    reg  [7:0]  ask_word;  // index in the burst
    reg  [3:0]  s_free;    // words of the store's buffer not reserved
    wire        ask_end = s_take && ask_word == ask_len;

    mcs_mm_queue #(.WIDTH(39), .DEPTH(2)) u_asking (
        .clk(clk), .resetn(resetn),
        .in_valid(issue && next_store), .in_ready(s_room), .in_data({next_addr[35:5], next_len}),
        .out_valid(ask_valid), .out_data({ask_first, ask_len}), .out_take(ask_end));

    assign s_req   = ask_valid && s_free != 4'd0;
    assign s_index = ask_first + {23'd0, ask_word};

    always @(posedge clk)
        if (!resetn) ask_word <= 8'd0;
        else if (s_take) ask_word <= ask_end ? 8'd0 : ask_word + 8'd1;

    wire         s_valid;
    wire [255:0] s_data;
    wire         s_error;
    wire         s_leave;

    mcs_fifo #(.WIDTH(257), .DEPTH(STORE_WORDS)) u_store (
        .clk(clk), .resetn(resetn),
        .push(s_push), .din({s_bad, s_word}),
        .valid(s_valid), .dout({s_error, s_data}), .pop(s_leave));

    always @(posedge clk)
        if (!resetn) s_free <= STORE_WORDS[3:0];
        else s_free <= s_free - {3'd0, s_take} + {3'd0, s_leave};

    // ---- Answers
    wire from_dram = !from_store && !refused;
    wire leave     = rvalid && rready;
    reg  [7:0] beat;

    assign rvalid    = now_valid && (from_dram ? d_valid : from_store ? s_valid : 1'b1);
    assign rid       = now_id;
    assign rdata     = from_dram ? d_data : from_store ? s_data : 256'd0;
    assign rresp     = from_dram ? d_code : from_store && !s_error ? OKAY : SLVERR;
    assign rlast     = beat == now_len;
    assign d_leave   = leave && from_dram;
    assign s_leave   = leave && from_store;
    assign burst_end = leave && rlast;

    always @(posedge clk)
        if (!resetn) beat <= 8'd0;
        else if (leave) beat <= rlast ? 8'd0 : beat + 8'd1;
endmodule

`default_nettype wire
