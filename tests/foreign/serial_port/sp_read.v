// Read side of the serial port: one AXI read burst at a time, shared by plain and streaming reads.
//
// A plain read goes out in bursts of at most 16 beats, a streaming run in one burst an entry; both
// are cut at 4 KB. When a plain read and a run both could go, they take turns burst by burst. A
// burst is offered only when everything it returns has a place, so RREADY never waits for the mesh,
// and a read without a place is passed over instead of holding the channel.
//
// Plain words leave through a FIFO, entries through a ring of four; an entry is handed to the
// emitter once its last word is here.
`default_nettype none

module sp_read #(
    parameter FLIT_WIDTH = 288,
    parameter ID_W       = 4,
    parameter AP_DECODE  = 0,
    parameter MESH_ID    = 0
) (
    input  wire                  clk,
    input  wire                  resetn,
    // Accepted requests, oldest first: plain reads and streaming runs wait in queues of their own.
    input  wire                  pq_valid,
    input  wire [FLIT_WIDTH-1:0] pq_flit,
    output wire                  pq_pop,
    input  wire                  sq_valid,
    input  wire [FLIT_WIDTH-1:0] sq_flit,
    output wire                  sq_pop,
    // AXI read channels
    output reg  [ID_W-1:0]       arid,
    output reg  [39:0]           araddr,
    output reg  [7:0]            arlen,
    output reg                   arvalid,
    input  wire                  arready,
    input  wire [255:0]          rdata,
    input  wire                  rvalid,
    output reg                   rready,
    // Next plain word: {last, txn, dst_x, dst_y, data}
    output wire                  plain_valid,
    output wire [272:0]          plain_word,
    input  wire                  plain_pop,
    // Oldest complete entry; the emitter names the word it wants to see.
    output wire                  ent_valid,
    input  wire [1:0]            ent_word,
    output wire [255:0]          ent_data,
    output wire [7:0]            ent_txn,
    output wire [2:0]            ent_words,
    output wire [1:0]            ent_peers,
    output wire [31:0]           ent_dst,      // four {x, y} bytes, requester lowest
    input  wire                  ent_pop,
    output wire                  idle
);
    localparam PLAIN_WORDS = 32;
    localparam PLAIN_BURST = 9'd16;

    localparam R_PICK = 2'd0;   // choose the next burst
    localparam R_ADDR = 2'd1;   // AR offered
    localparam R_LEAD = 2'd2;   // two cycles before RREADY first rises
    localparam R_DATA = 2'd3;   // beats arriving

    // Memory protocol 8: only the mesh's own aperture 0 is served.
    function unserved;
        input [7:0] top;        // address bits 39:32
        unserved = (AP_DECODE != 0) && top[7] && !top[6] &&
                   ((top[5:4] != MESH_ID[1:0]) || (top[3:0] != 4'd0));
    endfunction

    function [7:0] yx_to_xy;
        input [7:0] yx;
        yx_to_xy = {yx[3:0], yx[7:4]};
    endfunction

    // Fields a read does not look at
    wire unused = &{1'b0, pq_flit[287:280], pq_flit[271:268], pq_flit[259:256], pq_flit[207:0],
                    sq_flit[287:280], sq_flit[271:268], sq_flit[259:256], sq_flit[215:200],
                    sq_flit[157:0]};

    reg [1:0]  state;
    reg        lead;

    // The plain read being issued
    reg        p_act;
    reg [39:0] p_addr;
    reg [8:0]  p_left;          // beats not yet asked for
    reg [7:0]  p_txn;
    reg [7:0]  p_dst;

    // The run being issued
    reg        s_act;
    reg [39:0] s_addr;
    reg [7:0]  s_left;          // entries not yet asked for completely
    reg [2:0]  s_need;          // words of the current entry not yet asked for
    reg [2:0]  s_size;          // words an entry
    reg [7:0]  s_txn;
    reg [1:0]  s_peers;
    reg [31:0] s_dst;

    // The burst under way
    reg        b_plain;
    reg [4:0]  b_left;          // beats still to come
    reg        b_end;           // its last beat ends the plain read or the entry
    reg [1:0]  b_word;
    reg        b_was_plain;

    // Ring of entries
    reg [255:0] e_data  [0:15];
    reg [7:0]   e_txn   [0:3];
    reg [2:0]   e_words [0:3];
    reg [1:0]   e_peers [0:3];
    reg [31:0]  e_dst   [0:3];
    reg [1:0]   e_wptr;
    reg [1:0]   e_rptr;
    reg [2:0]   e_count;        // complete entries

    wire [5:0]  p_used;
    wire [8:0]  p_page = 9'd128 - {2'b00, p_addr[11:5]};
    wire [8:0]  p_cut  = (p_left < p_page) ? p_left : p_page;
    wire [8:0]  p_len  = (p_cut < PLAIN_BURST) ? p_cut : PLAIN_BURST;
    wire        p_ok   = p_act && ({3'b000, p_used} + p_len <= PLAIN_WORDS);

    wire [8:0]  s_page = 9'd128 - {2'b00, s_addr[11:5]};
    wire [8:0]  s_len  = ({6'd0, s_need} < s_page) ? {6'd0, s_need} : s_page;
    wire        s_ok   = s_act && (e_count < 3'd4);

    wire take_plain = (state == R_PICK) && p_ok && !(s_ok && b_was_plain);
    wire take_run   = (state == R_PICK) && s_ok && !take_plain;
    wire beat       = (state == R_DATA) && rvalid && rready;
    wire final_beat = beat && (b_left == 5'd1);
    wire ent_done   = final_beat && !b_plain && b_end;

    assign pq_pop = pq_valid && !p_act;
    assign sq_pop = sq_valid && !s_act;

    always @(posedge clk)
        if (!resetn) begin
            p_act <= 1'b0;
        end else if (pq_pop) begin
            p_act  <= !unserved(pq_flit[255:248]);
            p_addr <= pq_flit[255:216];
            p_left <= {1'b0, pq_flit[215:208]} + 9'd1;
            p_txn  <= pq_flit[267:260];
            p_dst  <= pq_flit[279:272];
        end else if (take_plain) begin
            p_addr <= p_addr + {26'd0, p_len, 5'd0};
            p_left <= p_left - p_len;
            if (p_left == p_len) p_act <= 1'b0;
        end

    wire [7:0] sq_words = sq_flit[165:158];
    wire [2:0] sq_size  = ((sq_words == 8'd0) || (sq_words > 8'd4)) ? 3'd4 : sq_words[2:0];

    always @(posedge clk)
        if (!resetn) begin
            s_act <= 1'b0;
        end else if (sq_pop) begin
            s_act   <= !unserved(sq_flit[255:248]);
            s_addr  <= sq_flit[255:216];
            s_left  <= (sq_flit[199:192] == 8'd0) ? 8'd1 : sq_flit[199:192];
            s_size  <= sq_size;
            s_need  <= sq_size;
            s_txn   <= sq_flit[267:260];
            s_peers <= sq_flit[167:166];
            s_dst   <= {yx_to_xy(sq_flit[191:184]), yx_to_xy(sq_flit[183:176]),
                        yx_to_xy(sq_flit[175:168]), sq_flit[279:272]};
        end else if (take_run) begin
            s_addr <= s_addr + {26'd0, s_len, 5'd0};
            if ({6'd0, s_need} == s_len) begin
                s_need <= s_size;
                s_txn  <= s_txn + 8'd1;
                s_left <= s_left - 8'd1;
                if (s_left == 8'd1) s_act <= 1'b0;
            end else begin
                s_need <= s_need - s_len[2:0];
            end
        end

    always @(posedge clk)
        if (!resetn) begin
            state       <= R_PICK;
            lead        <= 1'b0;
            arvalid     <= 1'b0;
            arid        <= 0;
            rready      <= 1'b0;
            b_was_plain <= 1'b0;
        end else case (state)
            R_PICK:
                if (take_plain || take_run) begin
                    state       <= R_ADDR;
                    arvalid     <= 1'b1;
                    arid        <= arid + 1'b1;
                    araddr      <= take_plain ? p_addr : s_addr;
                    arlen       <= take_plain ? p_len[7:0] - 8'd1 : s_len[7:0] - 8'd1;
                    b_plain     <= take_plain;
                    b_was_plain <= take_plain;
                end
            R_ADDR:
                if (arready) begin
                    arvalid <= 1'b0;
                    lead    <= 1'b0;
                    state   <= R_LEAD;
                end
            R_LEAD: begin
                lead <= 1'b1;
                if (lead) begin
                    rready <= 1'b1;
                    state  <= R_DATA;
                end
            end
            R_DATA:
                if (final_beat) begin
                    rready <= 1'b0;
                    state  <= R_PICK;
                end
        endcase

    reg [7:0] b_txn;
    reg [7:0] b_dst;

    always @(posedge clk)
        if (take_plain) begin
            b_left <= p_len[4:0];
            b_end  <= (p_left == p_len);
            b_txn  <= p_txn;
            b_dst  <= p_dst;
        end else if (take_run) begin
            b_left <= s_len[4:0];
            b_end  <= ({6'd0, s_need} == s_len);
            b_word <= s_size[1:0] - s_need[1:0];
        end else if (beat) begin
            b_left <= b_left - 5'd1;
            b_word <= b_word + 2'd1;
        end

    always @(posedge clk)
        if (take_run) begin
            e_txn[e_wptr]   <= s_txn;
            e_words[e_wptr] <= s_size;
            e_peers[e_wptr] <= s_peers;
            e_dst[e_wptr]   <= s_dst;
        end

    always @(posedge clk)
        if (beat && !b_plain) e_data[{e_wptr, b_word}] <= rdata;

    always @(posedge clk)
        if (!resetn) begin
            e_wptr  <= 2'd0;
            e_rptr  <= 2'd0;
            e_count <= 3'd0;
        end else begin
            if (ent_done) e_wptr <= e_wptr + 2'd1;
            if (ent_pop)  e_rptr <= e_rptr + 2'd1;
            if (ent_done && !ent_pop) e_count <= e_count + 3'd1;
            if (ent_pop && !ent_done) e_count <= e_count - 3'd1;
        end

    assign ent_valid = (e_count != 3'd0);
    assign ent_data  = e_data[{e_rptr, ent_word}];
    assign ent_txn   = e_txn[e_rptr];
    assign ent_words = e_words[e_rptr];
    assign ent_peers = e_peers[e_rptr];
    assign ent_dst   = e_dst[e_rptr];

    sp_fifo #(.W(273), .DEPTH(PLAIN_WORDS)) plain_words (
        .clk(clk), .resetn(resetn),
        .push(beat && b_plain), .din({final_beat && b_end, b_txn, b_dst, rdata}),
        .pop(plain_pop), .head(plain_word), .count(p_used)
    );
    assign plain_valid = (p_used != 6'd0);

    assign idle = (state == R_PICK) && !p_act && !s_act && !ent_valid && !plain_valid;

`ifndef SYNTHESIS
    always @(posedge clk)
        if (resetn) begin
            if (pq_pop && unserved(pq_flit[255:248]))
                $display("ERROR mag_mem_port APERTURE_READ: plain read of %h is not served here",
                         pq_flit[255:216]);
            if (sq_pop && unserved(sq_flit[255:248]))
                $display("ERROR mag_mem_port APERTURE_READ: streaming read of %h is not served here",
                         sq_flit[255:216]);
        end
`endif
endmodule

`default_nettype wire
