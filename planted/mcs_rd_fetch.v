// Turns runs of consecutive words into AXI read bursts, with room reserved before each burst is asked for.
//
// Taking a run reserves one of RUNS places for its header in the emitting half; asking for a burst reserves
// its words among BUF_WORDS. So what comes back always has a place and `m_rready` never waits for the mesh
// (modules 3). A burst ends at the end of the run, at a 4 KB boundary or after MAX_BURST words, whichever is
// first. One burst may be taken per cycle, and the next run is loaded in the cycle its predecessor's last
// burst is taken, so one-word runs still keep the read channel full.
//
//   run_*      the oldest waiting request; taken in the cycles where run_take is high
//   ar_*       the burst offered; ar_len = beats - 1; ar_take says it was taken this cycle. ar_valid does
//              not depend on ar_take, and the offer stays until taken.
//   freed      words the emitting half gave back this cycle (0-4); run_done: it finished a run
`default_nettype none

module mcs_rd_fetch #(
    parameter ADDR_W    = 40,
    parameter BUF_WORDS = 128,   // at least MAX_BURST
    parameter MAX_BURST = 16,    // 1-128
    parameter RUNS      = 16
) (
    input  wire              clk,
    input  wire              resetn,

    input  wire              run_valid,
    input  wire [ADDR_W-1:0] run_addr,
    input  wire [9:0]        run_words,
    output wire              run_take,

    output wire              ar_valid,
    output wire [ADDR_W-1:0] ar_addr,
    output wire [7:0]        ar_len,
    input  wire              ar_take,

    input  wire [2:0]        freed,
    input  wire              run_done
);
    localparam ROOM_W = $clog2(BUF_WORDS + 1);
    localparam RUNS_W = $clog2(RUNS + 1);
    localparam [9:0]        MAX_WORDS = MAX_BURST[9:0];
    localparam [ROOM_W-1:0] ROOM_ALL  = BUF_WORDS[ROOM_W-1:0];
    localparam [RUNS_W-1:0] RUNS_ALL  = RUNS[RUNS_W-1:0];
    localparam [RUNS_W-1:0] RUNS_ONE  = 1;

    reg              active;
    reg [ADDR_W-1:0] addr;
    reg [9:0]        left;      // words of the run not yet asked for
    reg [ROOM_W-1:0] room;      // words of the buffer not reserved
    reg [RUNS_W-1:0] runs_free;

    // ---- size of the next burst
    wire [9:0] to_page = 10'd128 - {3'd0, addr[11:5]};
    wire [9:0] capped  = (to_page < MAX_WORDS) ? to_page : MAX_WORDS;
    wire [9:0] words   = (left < capped) ? left : capped;
    wire [7:0] words_m = words[7:0] - 8'd1;
    wire       final_burst = (left == words);

    assign ar_valid = active && ({{(16-ROOM_W){1'b0}}, room} >= {6'd0, words});
    assign ar_addr  = addr;
    assign ar_len   = words_m;

    assign run_take = run_valid && (runs_free != 0) && (!active || (ar_take && final_burst));

    always @(posedge clk)
        if (!resetn) active <= 1'b0;
        else if (run_take) active <= 1'b1;
        else if (ar_take && final_burst) active <= 1'b0;

    always @(posedge clk)
        if (run_take) begin
            addr <= run_addr;
            left <= run_words;
        end else if (ar_take) begin
            addr <= addr + {{(ADDR_W-15){1'b0}}, words, 5'd0};
            left <= left - words;
        end

    wire [ROOM_W-1:0] asked = ar_take ? words[ROOM_W-1:0] : 0;

    always @(posedge clk)
        if (!resetn) room <= ROOM_ALL;
        else if (asked != 0) room <= room - asked;
        else room <= room + {{(ROOM_W-3){1'b0}}, freed};

    always @(posedge clk)
        if (!resetn) runs_free <= RUNS_ALL;
        else if (run_take && !run_done) runs_free <= runs_free - RUNS_ONE;
        else if (run_done && !run_take) runs_free <= runs_free + RUNS_ONE;
endmodule

`default_nettype wire
