// The plain read engine (memory protocol 3.1): one AXI burst of len + 1 beats per request, split only where
// it would cross 4 KB, every beat offered as one response word with the request's own txn.
//
// The buffer holds two of the longest bursts (128 beats is a whole 4 KB page), so the next burst is fetched
// while the previous one leaves and its words follow without an idle cycle. Interfaces as in mcs_rd_stream;
// `out_last` marks the request's last beat.
`default_nettype none

module mcs_rd_plain #(
    parameter POS_WIDTH = 4,
    parameter DATA_W    = 256,
    parameter ADDR_W    = 40
) (
    input  wire                   clk,
    input  wire                   resetn,

    input  wire                   req_valid,
    input  wire [ADDR_W-1:0]      req_addr,
    input  wire [7:0]             req_len,
    input  wire [2*POS_WIDTH-1:0] req_src,
    input  wire [7:0]             req_txn,
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
    output wire                   out_last,
    output wire [DATA_W-1:0]      out_data,
    input  wire                   out_take
);
    localparam BUF_WORDS = 256;
    localparam MAX_BURST = 128;
    localparam RUNS      = 16;
    localparam PW        = 2 * POS_WIDTH;

    wire read_done;

    mcs_rd_fetch #(.ADDR_W(ADDR_W), .BUF_WORDS(BUF_WORDS), .MAX_BURST(MAX_BURST), .RUNS(RUNS)) u_fetch (
        .clk(clk), .resetn(resetn),
        .run_valid(req_valid), .run_addr(req_addr), .run_words({2'd0, req_len} + 10'd1), .run_take(req_take),
        .ar_valid(ar_valid), .ar_addr(ar_addr), .ar_len(ar_len), .ar_take(ar_take),
        .freed({2'd0, out_take}), .run_done(read_done));

    // ---- headers of the reads fetched or being fetched
    wire       read_valid;
    wire [7:0] read_len;

    mcs_fifo #(.WIDTH(8 + PW + 8), .DEPTH(RUNS)) u_reads (
        .clk(clk), .resetn(resetn),
        .push(req_take), .din({req_len, req_src, req_txn}),
        .valid(read_valid), .dout({read_len, out_dst, out_txn}), .pop(read_done));

    // ---- beats
    wire beat_valid;

    mcs_fifo #(.WIDTH(DATA_W), .DEPTH(BUF_WORDS)) u_beats (
        .clk(clk), .resetn(resetn),
        .push(r_push), .din(r_data),
        .valid(beat_valid), .dout(out_data), .pop(out_take));

    reg [7:0] beat;   // index of the beat offered

    assign out_valid = read_valid && beat_valid;
    assign out_last  = (beat == read_len);
    assign read_done = out_take && out_last;

    always @(posedge clk)
        if (!resetn) beat <= 8'd0;
        else if (out_take) beat <= out_last ? 8'd0 : beat + 8'd1;
endmodule

`default_nettype wire
