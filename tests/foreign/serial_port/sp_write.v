// Write side of the serial port: reassembly slots and one AXI write burst at a time.
//
// The complete write with the oldest descriptor goes next. That keeps the writes of one source in
// order without a dependency table, and bounds what a complete write lets past: whatever is older
// sits in a slot of its own at the same time, so there are at most WR_SLOTS-1 of it.
//
// W leads: the first W beat is offered, AW follows three cycles later whatever WREADY says. A
// write that crosses 4 KB is two bursts, the second after the first one's B.
//
// A slot is busy from its descriptor until the emitter says its ack has been taken. Writes that
// are swallowed (longer than 8 beats, or to an aperture not served) hold theirs until their last
// data flit.
`default_nettype none

module sp_write #(
    parameter FLIT_WIDTH = 288,
    parameter ID_W       = 4,
    parameter WR_SLOTS   = 16,
    parameter AP_DECODE  = 0,
    parameter MESH_ID    = 0,
    parameter SW         = 4       // bits of a slot number
) (
    input  wire                  clk,
    input  wire                  resetn,
    input  wire                  wq_valid,
    input  wire [FLIT_WIDTH-1:0] wq_flit,
    output wire                  wq_pop,
    // AXI write channels
    output reg  [ID_W-1:0]       awid,
    output reg  [39:0]           awaddr,
    output reg  [7:0]            awlen,
    output reg                   awvalid,
    input  wire                  awready,
    output reg  [255:0]          wdata,
    output reg                   wlast,
    output reg                   wvalid,
    input  wire                  wready,
    input  wire                  bvalid,
    output reg                   bready,
    // Oldest ack owed; `ack_sent` frees `ack_sent_slot`.
    output wire                  ack_valid,
    output wire [SW-1:0]         ack_slot,
    output wire [7:0]            ack_txn,
    output wire [7:0]            ack_dst,
    input  wire                  ack_pop,
    input  wire                  ack_sent,
    input  wire [SW-1:0]         ack_sent_slot,
    output wire                  idle
);
    localparam TYPE_WR_REQ = 4'd1;

    localparam W_PICK = 3'd0;   // choose a write
    localparam W_CUT  = 3'd1;   // size the next burst
    localparam W_MOVE = 3'd2;   // W and AW under way
    localparam W_TURN = 3'd3;   // one cycle before BREADY
    localparam W_RESP = 3'd4;   // waiting for B

    localparam [1:0] AW_LEAD = 2'd3;

    // Memory protocol 8: only the mesh's own aperture 0 is served.
    function unserved;
        input [7:0] top;        // address bits 39:32
        unserved = (AP_DECODE != 0) && top[7] && !top[6] &&
                   ((top[5:4] != MESH_ID[1:0]) || (top[3:0] != 4'd0));
    endfunction

    reg                q_busy [0:WR_SLOTS-1];
    reg                q_open [0:WR_SLOTS-1];   // data still missing
    reg                q_full [0:WR_SLOTS-1];   // complete, not yet chosen
    reg                q_drop [0:WR_SLOTS-1];   // swallowed
    reg [7:0]          q_src  [0:WR_SLOTS-1];
    reg [7:0]          q_txn  [0:WR_SLOTS-1];
    reg [39:0]         q_addr [0:WR_SLOTS-1];
    reg [7:0]          q_len  [0:WR_SLOTS-1];
    reg [7:0]          q_beat [0:WR_SLOTS-1];   // data flits taken so far
    reg [SW:0]         q_rank [0:WR_SLOTS-1];   // writes with an older descriptor, not yet chosen
    reg [255:0]        q_data [0:(8<<SW)-1];

    reg [SW:0]         ranked;                  // how many slots have a rank

    // ---- lookups over the slots ----
    reg                free_any;
    reg [SW-1:0]       free_slot;
    reg                open_any;
    reg [SW-1:0]       open_slot;
    reg                full_any;
    reg [SW-1:0]       full_slot;
    reg [SW:0]         full_rank;
    reg                busy_any;
    integer            i;

    always @* begin
        free_any  = 1'b0;
        free_slot = 0;
        open_any  = 1'b0;
        open_slot = 0;
        full_any  = 1'b0;
        full_slot = 0;
        full_rank = 0;
        busy_any  = 1'b0;
        for (i = 0; i < WR_SLOTS; i = i + 1) begin
            if (!q_busy[i]) begin
                free_any  = 1'b1;
                free_slot = i[SW-1:0];
            end
            if (q_busy[i]) busy_any = 1'b1;
            if (q_open[i] && (q_src[i] == wq_flit[279:272])) begin
                open_any  = 1'b1;
                open_slot = i[SW-1:0];
            end
            if (q_full[i] && (!full_any || (q_rank[i] < full_rank))) begin
                full_any  = 1'b1;
                full_slot = i[SW-1:0];
                full_rank = q_rank[i];
            end
        end
    end

    // ---- intake: one flit a cycle ----
    wire        unused   = &{1'b0, wq_flit[287:280], wq_flit[259:256]};   // dst, last, rsvd
    wire [39:0] req_addr = wq_flit[255:216];
    wire [7:0]  req_len  = wq_flit[215:208];
    wire        req_long = (req_len > 8'd7);
    wire        req_drop = req_long || unserved(req_addr[39:32]);
    wire        is_req   = wq_valid && (wq_flit[271:268] == TYPE_WR_REQ);
    wire        is_data  = wq_valid && (wq_flit[271:268] != TYPE_WR_REQ);
    wire        capture  = is_req && free_any;
    wire        fill     = is_data && open_any;
    wire        fill_end = fill && (q_beat[open_slot] == q_len[open_slot]);

    assign wq_pop = capture || is_data;

    always @(posedge clk)
        if (fill && !q_drop[open_slot])
            q_data[{open_slot, q_beat[open_slot][2:0]}] <= wq_flit[255:0];

    always @(posedge clk)
        if (capture) begin
            q_drop[free_slot] <= req_drop;
            q_src[free_slot]  <= wq_flit[279:272];
            q_txn[free_slot]  <= wq_flit[267:260];
            q_addr[free_slot] <= req_addr;
            q_len[free_slot]  <= req_len;
            q_beat[free_slot] <= 8'd0;
        end else if (fill) begin
            q_beat[open_slot] <= q_beat[open_slot] + 8'd1;
        end

    reg [2:0] state;
    wire      choose = (state == W_PICK) && full_any;
    integer   j;

    always @(posedge clk)
        for (j = 0; j < WR_SLOTS; j = j + 1)
            if (!resetn) begin
                q_busy[j] <= 1'b0;
                q_open[j] <= 1'b0;
                q_full[j] <= 1'b0;
                q_rank[j] <= 0;
            end else begin
                if (capture && (free_slot == j[SW-1:0])) begin
                    q_busy[j] <= 1'b1;
                    q_open[j] <= 1'b1;
                    q_rank[j] <= choose ? ranked - 1'b1 : ranked;
                end else if (choose && (q_rank[j] > full_rank)) begin
                    q_rank[j] <= q_rank[j] - 1'b1;
                end
                if (fill_end && (open_slot == j[SW-1:0])) begin
                    q_open[j] <= 1'b0;
                    if (q_drop[j]) q_busy[j] <= 1'b0;
                    else           q_full[j] <= 1'b1;
                end
                if (choose && (full_slot == j[SW-1:0]))       q_full[j] <= 1'b0;
                if (ack_sent && (ack_sent_slot == j[SW-1:0])) q_busy[j] <= 1'b0;
            end

    // Swallowed writes take no rank; a stale rank of an idle slot is never compared.
    wire ranks = capture && !req_drop;

    always @(posedge clk)
        if (!resetn)               ranked <= 0;
        else if (ranks && !choose) ranked <= ranked + 1'b1;
        else if (choose && !ranks) ranked <= ranked - 1'b1;

    // ---- one burst at a time ----
    reg [SW-1:0] cur;
    reg [39:0]   cur_addr;
    reg [3:0]    cur_left;      // beats not yet in a burst
    reg [2:0]    cur_beat;      // next beat of the slot to offer
    reg [3:0]    burst_left;    // beats of this burst not yet taken
    reg [1:0]    lead;          // cycles until AW
    reg          aw_done;
    reg          w_done;

    wire [7:0]   page  = 8'd128 - {1'b0, cur_addr[11:5]};
    wire [3:0]   burst = ({4'd0, cur_left} < page) ? cur_left : page[3:0];
    wire         w_taken  = wvalid && wready;
    wire         aw_taken = awvalid && awready;
    wire         b_taken  = (state == W_RESP) && bready && bvalid;

    always @(posedge clk)
        if (!resetn) begin
            state   <= W_PICK;
            awvalid <= 1'b0;
            wvalid  <= 1'b0;
            bready  <= 1'b0;
            awid    <= {ID_W{1'b1}};
        end else case (state)
            W_PICK:
                if (choose) begin
                    state    <= W_CUT;
                    cur      <= full_slot;
                    cur_addr <= q_addr[full_slot];
                    cur_left <= q_len[full_slot][3:0] + 4'd1;
                    cur_beat <= 3'd0;
                end
            W_CUT: begin
                state      <= W_MOVE;
                awid       <= awid - 1'b1;
                awaddr     <= cur_addr;
                awlen      <= {4'd0, burst} - 8'd1;
                burst_left <= burst;
                cur_left   <= cur_left - burst;
                cur_addr   <= cur_addr + {31'd0, burst, 5'd0};
                cur_beat   <= cur_beat + 3'd1;
                lead       <= AW_LEAD;
                aw_done    <= 1'b0;
                w_done     <= 1'b0;
                wvalid     <= 1'b1;
                wdata      <= q_data[{cur, cur_beat}];
                wlast      <= (burst == 4'd1);
            end
            W_MOVE: begin
                if (lead != 2'd0) begin
                    lead <= lead - 2'd1;
                    if (lead == 2'd1) awvalid <= 1'b1;
                end
                if (aw_taken) begin
                    awvalid <= 1'b0;
                    aw_done <= 1'b1;
                end
                if (w_taken) begin
                    burst_left <= burst_left - 4'd1;
                    if (wlast) begin
                        wvalid <= 1'b0;
                        w_done <= 1'b1;
                    end else begin
                        wdata    <= q_data[{cur, cur_beat}];
                        wlast    <= (burst_left == 4'd2);
                        cur_beat <= cur_beat + 3'd1;
                    end
                end
                if (aw_done && w_done) state <= W_TURN;
            end
            W_TURN: begin
                bready <= 1'b1;
                state  <= W_RESP;
            end
            W_RESP:
                if (bvalid) begin
                    bready <= 1'b0;
                    state  <= (cur_left == 4'd0) ? W_PICK : W_CUT;
                end
            default: state <= W_PICK;
        endcase

    // ---- acks in the order of their B ----
    wire [SW:0] acks;

    sp_fifo #(.W(SW), .DEPTH(1 << SW)) ack_slots (
        .clk(clk), .resetn(resetn),
        .push(b_taken && (cur_left == 4'd0)), .din(cur),
        .pop(ack_pop), .head(ack_slot), .count(acks)
    );
    assign ack_valid = (acks != 0);
    assign ack_txn   = q_txn[ack_slot];
    assign ack_dst   = q_src[ack_slot];

    assign idle = !busy_any;

`ifndef SYNTHESIS
    always @(posedge clk)
        if (resetn) begin
            if (capture && req_long)
                $display("ERROR mag_mem_port LONG_WRITE: write of %0d beats from (%0d,%0d) swallowed",
                         {1'b0, req_len} + 9'd1, wq_flit[279:276], wq_flit[275:272]);
            else if (capture && req_drop)
                $display("ERROR mag_mem_port APERTURE_WRITE: write to %h is not served here",
                         req_addr);
            if (is_data && !open_any)
                $display("ERROR mag_mem_port ORPHAN_DATA: no open write from (%0d,%0d)",
                         wq_flit[279:276], wq_flit[275:272]);
        end
`endif
endmodule

`default_nettype wire
