// mcs_bypass: four beats in, the same four words out, `done` LATENCY cycles after the last beat.
//
// Contract: the entry rules of the bank (modules 1) for a single occupant. A `start` opens an entry
// and abandons one that is still open; a beat in the cycle of a `start` belongs to the entry that
// was open; beats without an open entry are ignored. `words` holds word 0 lowest and changes only
// in the cycle of a `done`. LATENCY is at least 2.
//
// The stream waits before the words are put together, not after: a finished entry could not wait
// in one place while the next one, at line rate, already arrives.

`default_nettype none

module mcs_bypass #(
    parameter integer LATENCY = 4
) (
    input  wire          clk,
    input  wire          rst,

    input  wire          start,
    input  wire [255:0]  beat,
    input  wire          beat_valid,

    output reg           done,
    output reg  [1023:0] words
);

    generate
        if (LATENCY < 2) begin : g_check_latency
            mcs_bypass_parameter_LATENCY_must_be_at_least_2 refused ();
        end
    endgenerate

    localparam integer STAGES    = LATENCY - 1;
    localparam [1:0]   LAST_BEAT = 2'd3;

    // ---- The wait ----------------------------------------------------------------------------

    // Stage i is bit or slice i; the stream enters at the bottom.
    reg [STAGES-1:0] wait_start;
    reg [STAGES-1:0] wait_valid;
    integer          i;
    always @(posedge clk) begin
        if (rst) begin
            wait_start <= {STAGES{1'b0}};
            wait_valid <= {STAGES{1'b0}};
        end else begin
            wait_start[0] <= start;
            wait_valid[0] <= beat_valid;
            for (i = 1; i < STAGES; i = i + 1) begin
                wait_start[i] <= wait_start[i-1];
                wait_valid[i] <= wait_valid[i-1];
            end
        end
    end

    reg [STAGES*256-1:0] wait_beat;
    integer              j;
    always @(posedge clk) begin
        wait_beat[0 +: 256] <= beat;
        for (j = 1; j < STAGES; j = j + 1)
            wait_beat[j*256 +: 256] <= wait_beat[(j-1)*256 +: 256];
    end

    wire         late_start = wait_start[STAGES-1];
    wire         late_valid = wait_valid[STAGES-1];
    wire [255:0] late_beat  = wait_beat[(STAGES-1)*256 +: 256];

    // ---- The open entry ----------------------------------------------------------------------

    reg        open;
    reg  [1:0] index; // of the next beat
    wire       take      = open && late_valid;
    wire       take_last = take && index == LAST_BEAT;

    always @(posedge clk) begin
        if (rst) begin
            open  <= 1'b0;
            index <= 2'd0;
        end else if (late_start) begin
            open  <= 1'b1;
            index <= 2'd0;
        end else if (take) begin
            open  <= !take_last;
            index <= index + 2'd1;
        end
    end

    reg [767:0] earlier; // the last three beats, the oldest lowest
    always @(posedge clk) begin
        if (take)
            earlier <= {late_beat, earlier[767:256]};
    end

    // ---- The finished entry ------------------------------------------------------------------

    always @(posedge clk) begin
        if (rst)
            done <= 1'b0;
        else
            done <= take_last;
    end

    always @(posedge clk) begin
        if (take_last)
            words <= {late_beat, earlier};
    end

endmodule

`default_nettype wire
