// Joins single words into AXI bursts: words that follow each other in address and arrive one after the other
// become one burst, which ends at a 4 KB boundary.
//
//   add, addr, counted   a word; at most one per cycle, only in cycles where ready is high. `counted` words
//                        are totalled per burst (the mover counts those that need data from elsewhere).
//   flush                the open burst leaves and no word joins it; an add in that cycle opens the next one
//   ready                the queue behind has room for a burst in this cycle
//   burst_*              a burst, valid for this cycle only; len = beats - 1
//   open                 words are held that have not left yet
//
// A burst leaves one cycle after the word that completes it, or with the first word that does not join it.
`default_nettype none

module mcs_mv_coalesce (
    input  wire        clk,
    input  wire        resetn,

    input  wire        add,
    input  wire [39:0] addr,
    input  wire        counted,
    input  wire        flush,
    input  wire        ready,

    output wire        burst_valid,
    output wire [39:0] burst_addr,
    output wire [6:0]  burst_len,
    output wire [7:0]  burst_counted,
    output reg         open
);
    reg [39:0] from;   // first word
    reg [39:0] after;  // the word that would join
    reg [6:0]  len;    // beats - 1: at most the 128 of 4 KB
    reg [7:0]  tally;

    wire complete = after[11:5] == 7'd0;
    wire joins    = open && !complete && !flush && addr == after;

    assign burst_valid   = ready && open && (complete || flush || (add && !joins));
    assign burst_addr    = from;
    assign burst_len     = len;
    assign burst_counted = tally;

    always @(posedge clk)
        if (!resetn) open <= 1'b0;
        else if (add) open <= 1'b1;
        else if (burst_valid) open <= 1'b0;

    always @(posedge clk)
        if (add) after <= addr + 40'd32;

    always @(posedge clk)
        if (add && !joins) from <= addr;

    always @(posedge clk)
        if (add) begin
            len   <= joins ? len + 7'd1 : 7'd0;
            tally <= (joins ? tally : 8'd0) + {7'd0, counted};
        end
endmodule

`default_nettype wire
