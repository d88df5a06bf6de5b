// The write half of one requester: collects its bursts, hands complete ones to their targets and answers in
// order (modules 5, Convergence).
//
// A target is DRAM (0), the staging store (1), the interlink (2) or nobody (3: refused, its words are
// swallowed and SLVERR answers). AW and W are taken independently, W also before its AW; the words of a burst
// are known by its length and W keeping AW's order. A burst is offered to its target only when all its words
// are here, so no target ever waits for a requester. Bursts leave in the order they came: one for another
// target than its predecessor's waits until the predecessor's words have left, so no target waits for words
// that stand behind another target's. Answers return in order over all ids.
//
// GATHER: a requester that sends its words without a pause can be spared a gap on the far side behind a short
// first burst: leaving an idle state, a burst waits until GATHER words are here or the words stop coming. 0
// sends at once.
//
//   aw*, w*, b*      the requester's channels; aw_target goes with its address, which is the target's own
//   head_addr, head_len            the burst offered by d_req (DRAM) or m_req (interlink)
//   d_take, m_take   it was granted this cycle
//   word             the next word to leave: strobes, data. d_pop, m_pop: the target took it (at most one)
//   d_done, d_resp, m_done, m_resp an answer came; answers of one target come in order
//   s_req, s_index; s_take         `word` is for the store at this index, in words; it was written this cycle,
//                                  or, with s_bad, there is no such word
//
// Everything towards the requester is a function of state.
`default_nettype none

module mcs_mm_write #(
    parameter integer GATHER = 0
) (
    input  wire         clk,
    input  wire         resetn,

    input  wire [3:0]   awid,
    input  wire [1:0]   aw_target,
    input  wire [39:0]  awaddr,
    input  wire [7:0]   awlen,
    input  wire         awvalid,
    output wire         awready,
    input  wire [255:0] wdata,
    input  wire [31:0]  wstrb,
    input  wire         wvalid,
    output wire         wready,
    output wire [3:0]   bid,
    output wire [1:0]   bresp,
    output wire         bvalid,
    input  wire         bready,

    output wire [39:0]  head_addr,
    output wire [7:0]   head_len,
    output wire [287:0] word,

    output wire         d_req,
    input  wire         d_take,
    input  wire         d_pop,
    input  wire         d_done,
    input  wire [1:0]   d_resp,

    output wire         m_req,
    input  wire         m_take,
    input  wire         m_pop,
    input  wire         m_done,
    input  wire [1:0]   m_resp,

    output wire         s_req,
    output wire [30:0]  s_index,
    input  wire         s_take,
    input  wire         s_bad
);
    localparam integer WORDS  = 512;  // four 4 KB bursts; the longest burst there is has 256 words
    localparam integer BURSTS = 16;   // under way
    localparam [1:0]   DRAM   = 2'd0;
    localparam [1:0]   STORE  = 2'd1;
    localparam [1:0]   REMOTE = 2'd2;
    localparam [1:0]   NOBODY = 2'd3;
    localparam [1:0]   OKAY   = 2'b00;
    localparam [1:0]   SLVERR = 2'b10;

    // ---- Requests
    wire       head_valid;
    wire [1:0] head_target;
    wire [3:0] head_id;
    wire       issue;

    mcs_mm_queue #(.WIDTH(54), .DEPTH(4)) u_requests (
        .clk(clk), .resetn(resetn),
        .in_valid(awvalid), .in_ready(awready), .in_data({aw_target, awid, awaddr, awlen}),
        .out_valid(head_valid), .out_data({head_target, head_id, head_addr, head_len}), .out_take(issue));

    // ---- Words. `here` counts those no issued burst has claimed, `claimed` those that still have to leave.
    wire       word_valid;
    wire       enter = wvalid && wready;
    wire       leave;
    reg  [9:0] here;
    reg  [9:0] claimed;
    reg  [1:0] target;  // of the claimed words
    wire [9:0] claim = issue ? {2'd0, head_len} + 10'd1 : 10'd0;

    mcs_mm_queue #(.WIDTH(288), .DEPTH(WORDS)) u_words (
        .clk(clk), .resetn(resetn),
        .in_valid(wvalid), .in_ready(wready), .in_data({wstrb, wdata}),
        .out_valid(word_valid), .out_data(word), .out_take(leave));

    always @(posedge clk)
        if (!resetn) here <= 10'd0;
        else here <= here - claim + {9'd0, enter};

    always @(posedge clk)
        if (!resetn) claimed <= 10'd0;
        else claimed <= claimed + claim - {9'd0, leave};

    always @(posedge clk)
        if (issue) target <= head_target;

    wire gathered;
    generate
        if (GATHER == 0) begin : g_at_once
            assign gathered = 1'b1;
            wire unused_ok = &{1'b0, word_valid};
        end else begin : g_gather
            // Without words, as reset leaves them, both clear themselves before the first one is here.
            reg       going;  // words are leaving or may
            reg [2:0] pause;  // cycles without a word, up to 4
            always @(posedge clk)
                if (here >= GATHER[9:0] || pause[2]) going <= 1'b1;
                else if (!word_valid) going <= 1'b0;

            always @(posedge clk)
                if (enter || !word_valid) pause <= 3'd0;
                else if (!pause[2]) pause <= pause + 3'd1;

            assign gathered = going;
        end
    endgenerate

    wire order_room;
    wire s_room;
    wire behind  = claimed == 10'd0 || target == head_target;
    wire offer   = head_valid && order_room && here > {2'd0, head_len} && behind && gathered;
    wire swallow = target == NOBODY && claimed != 10'd0;

    assign d_req = offer && head_target == DRAM;
    assign m_req = offer && head_target == REMOTE;
    assign issue = d_take || m_take ||
                   (offer && (head_target == NOBODY || (head_target == STORE && s_room)));
    assign leave = d_pop || m_pop || s_take || swallow;

    // ---- The staging store: the burst whose words are being written. Addresses ascend, so its last word tells
    // whether one of them missed the store.
    wire        put_valid;
    wire [30:0] put_first;
    wire [7:0]  put_len;
    reg  [7:0]  put_word;  // index in the burst
    wire        put_end = s_take && put_word == put_len;

    mcs_mm_queue #(.WIDTH(39), .DEPTH(2)) u_putting (
        .clk(clk), .resetn(resetn),
        .in_valid(issue && head_target == STORE), .in_ready(s_room), .in_data({head_addr[35:5], head_len}),
        .out_valid(put_valid), .out_data({put_first, put_len}), .out_take(put_end));

    assign s_req   = put_valid;
    assign s_index = put_first + {23'd0, put_word};

    always @(posedge clk)
        if (!resetn) put_word <= 8'd0;
        else if (s_take) put_word <= put_end ? 8'd0 : put_word + 8'd1;

    // ---- Answers. Each queue has a place for every burst under way.
    wire       now_valid;
    wire [1:0] now_target;
    wire [3:0] now_id;
    wire       gone = bvalid && bready;

    mcs_mm_queue #(.WIDTH(6), .DEPTH(BURSTS)) u_order (
        .clk(clk), .resetn(resetn),
        .in_valid(issue), .in_ready(order_room), .in_data({head_target, head_id}),
        .out_valid(now_valid), .out_data({now_target, now_id}), .out_take(gone));

    wire       d_valid, s_valid, m_valid;
    wire [1:0] d_code, m_code;
    wire       s_error;

    mcs_mm_answers #(.BURSTS(BURSTS)) u_dram (
        .clk(clk), .resetn(resetn), .owe(d_take), .done(d_done), .resp(d_resp),
        .valid(d_valid), .code(d_code), .take(gone && now_target == DRAM));

    mcs_mm_answers #(.BURSTS(BURSTS)) u_remote (
        .clk(clk), .resetn(resetn), .owe(m_take), .done(m_done), .resp(m_resp),
        .valid(m_valid), .code(m_code), .take(gone && now_target == REMOTE));

    mcs_fifo #(.WIDTH(1), .DEPTH(BURSTS)) u_store (
        .clk(clk), .resetn(resetn),
        .push(put_end), .din(s_bad),
        .valid(s_valid), .dout(s_error), .pop(gone && now_target == STORE));

    reg       answered;
    reg [1:0] code;
    always @*
        case (now_target)
            DRAM:    {answered, code} = {d_valid, d_code};
            STORE:   {answered, code} = {s_valid, s_error ? SLVERR : OKAY};
            REMOTE:  {answered, code} = {m_valid, m_code};
            default: {answered, code} = {1'b1, SLVERR};
        endcase

    assign bvalid = now_valid && answered;
    assign bid    = now_id;
    assign bresp  = code;
endmodule

`default_nettype wire
