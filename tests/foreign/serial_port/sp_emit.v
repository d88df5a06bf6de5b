// Output side of the serial port: puts one item after the other on the link.
//
// An item is an entry to one destination, a plain word or an ack. At every boundary one plain word
// or ack may go before the next entry, the two kinds taking turns; without an entry they go as they
// come. So an entry that is ready lets one of them past, and an ack or plain word at the head of its
// kind lets the entry under way past and, where the other kind is due first, one more.
//
// One idle cycle separates items; the words of an entry follow each other directly. Nothing here
// reaches `out_valid` or `out_flit` without a register.
`default_nettype none

module sp_emit #(
    parameter FLIT_WIDTH = 288,
    parameter MEM_X      = 0,
    parameter MEM_Y      = 1,
    parameter SW         = 4
) (
    input  wire                  clk,
    input  wire                  resetn,
    // plain word: {last, txn, dst_x, dst_y, data}
    input  wire                  plain_valid,
    input  wire [272:0]          plain_word,
    output wire                  plain_pop,
    // entry
    input  wire                  ent_valid,
    output reg  [1:0]            ent_word,
    input  wire [255:0]          ent_data,
    input  wire [7:0]            ent_txn,
    input  wire [2:0]            ent_words,
    input  wire [1:0]            ent_peers,
    input  wire [31:0]           ent_dst,
    output wire                  ent_pop,
    // ack
    input  wire                  ack_valid,
    input  wire [SW-1:0]         ack_slot,
    input  wire [7:0]            ack_txn,
    input  wire [7:0]            ack_dst,
    output wire                  ack_pop,
    output wire                  ack_sent,
    output reg  [SW-1:0]         ack_sent_slot,
    // link
    output reg  [FLIT_WIDTH-1:0] out_flit,
    output reg                   out_valid,
    input  wire                  out_busy,
    output wire                  idle
);
    localparam TYPE_RD_RESP = 4'd2;
    localparam TYPE_WR_ACK  = 4'd3;
    localparam [7:0] HERE   = {MEM_X[3:0], MEM_Y[3:0]};

    localparam E_PICK = 2'd0;   // link register empty, choose an item
    localparam E_WORD = 2'd1;   // further words of an entry to one destination
    localparam E_WAIT = 2'd2;   // last flit of the item waits to be taken

    reg [1:0] state;
    reg [1:0] dest;             // destination of the entry, 0 = requester
    reg       gap_used;         // a plain word or ack left since the last entry
    reg       ack_turn;         // whose turn it is when both wait
    reg       out_ack;          // the flit on the link is an ack

    wire others   = plain_valid || ack_valid;
    wire pick_ent = (state == E_PICK) && ent_valid && (gap_used || !others);
    wire pick_ack = (state == E_PICK) && !pick_ent && ack_valid && (ack_turn || !plain_valid);
    wire pick_pl  = (state == E_PICK) && !pick_ent && !pick_ack && plain_valid;

    wire taken     = out_valid && !out_busy;
    wire load_word = pick_ent || ((state == E_WORD) && taken);
    wire word_last = ({1'b0, ent_word} + 3'd1 == ent_words);

    assign plain_pop = pick_pl;
    assign ack_pop   = pick_ack;
    assign ack_sent  = taken && out_ack;
    assign ent_pop   = load_word && word_last && (dest == ent_peers);
    assign idle      = (state == E_PICK);

    wire [7:0] ent_to = ent_dst[{dest, 3'b000} +: 8];

    always @(posedge clk)
        if (!resetn) begin
            state    <= E_PICK;
            gap_used <= 1'b0;
            ack_turn <= 1'b1;
        end else case (state)
            E_PICK:
                if (pick_ent) begin
                    state    <= word_last ? E_WAIT : E_WORD;
                    gap_used <= 1'b0;
                end else if (others) begin
                    state    <= E_WAIT;
                    gap_used <= 1'b1;
                    ack_turn <= pick_pl;
                end
            E_WORD: if (load_word && word_last) state <= E_WAIT;
            default: if (taken) state <= E_PICK;
        endcase

    always @(posedge clk)
        if (!resetn) begin
            ent_word <= 2'd0;
            dest     <= 2'd0;
        end else if (load_word) begin
            ent_word <= word_last ? 2'd0 : ent_word + 2'd1;
            if (word_last) dest <= (dest == ent_peers) ? 2'd0 : dest + 2'd1;
        end

    always @(posedge clk)
        if (!resetn) out_valid <= 1'b0;
        else         out_valid <= (out_valid && !taken) || pick_ack || pick_pl || load_word;

    always @(posedge clk)
        if (pick_ack) begin
            out_flit      <= {ack_dst, HERE, TYPE_WR_ACK, ack_txn, 1'b1, 3'd0, 256'd0};
            out_ack       <= 1'b1;
            ack_sent_slot <= ack_slot;
        end else if (pick_pl) begin
            out_flit <= {plain_word[263:256], HERE, TYPE_RD_RESP, plain_word[271:264],
                         plain_word[272], 3'd0, plain_word[255:0]};
            out_ack  <= 1'b0;
        end else if (load_word) begin
            out_flit <= {ent_to, HERE, TYPE_RD_RESP, ent_txn, word_last, 1'b0, ent_word, ent_data};
            out_ack  <= 1'b0;
        end
endmodule

`default_nettype wire
