// The output register of a memory port and the arbitration in front of it.
//
// Streaming words outrank plain words and acks (memory protocol 1.2) but cannot starve them (modules 3):
// after an entry has left whole to one destination, and before the first word goes to the next destination
// or of the next entry, one waiting plain word or ack goes first. One item per gap, plain words and acks in
// turn when both wait. Whenever no streaming word is at hand the others have the link.
//
//   st_*, pl_*, ack_*   what the engines offer; *_take: moved into the output register this cycle. An offer
//                       stays until taken and does not depend on *_take. dst = {x, y}.
//   ack_gone            an ack left on the link this cycle
`default_nettype none

module mcs_mem_emit #(
    parameter FLIT_WIDTH = 288,
    parameter POS_WIDTH  = 4,
    parameter DATA_W     = 256,
    parameter MEM_X      = 0,
    parameter MEM_Y      = 1
) (
    input  wire                   clk,
    input  wire                   resetn,

    input  wire                   st_valid,
    input  wire [2*POS_WIDTH-1:0] st_dst,
    input  wire [7:0]             st_txn,
    input  wire [1:0]             st_word,
    input  wire                   st_last,
    input  wire [DATA_W-1:0]      st_data,
    output wire                   st_take,

    input  wire                   pl_valid,
    input  wire [2*POS_WIDTH-1:0] pl_dst,
    input  wire [7:0]             pl_txn,
    input  wire                   pl_last,
    input  wire [DATA_W-1:0]      pl_data,
    output wire                   pl_take,

    input  wire                   ack_valid,
    input  wire [2*POS_WIDTH-1:0] ack_dst,
    input  wire [7:0]             ack_txn,
    output wire                   ack_take,
    output wire                   ack_gone,

    output wire [FLIT_WIDTH-1:0]  mem_out_data,
    output wire                   mem_out_valid,
    input  wire                   mem_out_busy
);
    localparam [3:0] TYPE_RD_RESP = 4'h2;
    localparam [3:0] TYPE_WR_ACK  = 4'h3;
    localparam [2*POS_WIDTH-1:0] HERE = {MEM_X[POS_WIDTH-1:0], MEM_Y[POS_WIDTH-1:0]};

    reg                  out_valid;
    reg [FLIT_WIDTH-1:0] out_flit;
    reg                  out_is_ack;

    assign mem_out_valid = out_valid;
    assign mem_out_data  = out_flit;
    assign ack_gone      = out_valid && out_is_ack && !mem_out_busy;

    // ---- arbitration
    reg gap_open;    // an entry has left to one destination and nothing else since
    reg ack_turn;    // a plain word was the last of the two kinds to go

    wire load      = !out_valid || !mem_out_busy;
    wire other     = pl_valid || ack_valid;
    wire yield     = (st_word == 2'd0) && gap_open && other;
    wire pick_st   = st_valid && !yield;
    wire pick_ack  = !pick_st && ack_valid && (ack_turn || !pl_valid);
    wire pick_pl   = !pick_st && pl_valid && !pick_ack;

    assign st_take  = load && pick_st;
    assign pl_take  = load && pick_pl;
    assign ack_take = load && pick_ack;

    always @(posedge clk)
        if (!resetn) gap_open <= 1'b0;
        else if (st_take) gap_open <= st_last;
        else if (pl_take || ack_take) gap_open <= 1'b0;

    always @(posedge clk)
        if (!resetn) ack_turn <= 1'b0;
        else if (pl_take) ack_turn <= 1'b1;
        else if (ack_take) ack_turn <= 1'b0;

    // ---- output register
    wire [FLIT_WIDTH-1:0] st_flit  = {st_dst, HERE, TYPE_RD_RESP, st_txn, st_last, 1'b0, st_word, st_data};
    wire [FLIT_WIDTH-1:0] pl_flit  = {pl_dst, HERE, TYPE_RD_RESP, pl_txn, pl_last, 3'd0, pl_data};
    wire [FLIT_WIDTH-1:0] ack_flit = {ack_dst, HERE, TYPE_WR_ACK, ack_txn, 1'b1, 3'd0, {DATA_W{1'b0}}};

    always @(posedge clk)
        if (!resetn) out_valid <= 1'b0;
        else if (load) out_valid <= st_valid || other;

    always @(posedge clk)
        if (load) begin
            out_flit   <= pick_st ? st_flit : pick_ack ? ack_flit : pl_flit;
            out_is_ack <= pick_ack;
        end
endmodule

`default_nettype wire
