// mx_quant: FP16 to MXFP7, four lanes of 32 values an entry, bit exact (number formats 1).
//
// Contract: eight beats in; beat b holds lane b/2, k = 16*(b%2)+i in bits [16i+15:16i]. Four words
// out, word 0 lowest in `words`; `order_b` during `start` selects the packing (0 = A, 1 = B).
// `done` is a pulse four cycles after the last beat, and `words` changes only in such a cycle.
// A `start` opens an entry and abandons one that is still open; a beat in the cycle of a `start`
// belongs to the entry that was open; beats without an open entry are ignored.
//
// A lane is complete with every second beat and needs nothing of the other lanes until it is
// packed, so 32 multipliers are enough. Cycles after the lane's second beat:
//
//     1  ST_PEAK   the lane and its peak are in registers; the scale is derived
//     2  ST_SCALE  32 products
//     3  ST_CODE   32 shifts and roundings; lane 3 goes straight into the words with lanes 0..2
//
// Lanes pass in order and nothing stalls. An abandoned entry may leave lanes behind; they are
// pushed out by the three lanes in front of the next lane 3, always of that lane's own entry.

`default_nettype none

module mx_quant (
    input  wire          clk,
    input  wire          rst,

    input  wire          start,
    input  wire          order_b,
    input  wire [255:0]  beat,
    input  wire          beat_valid,

    output reg           done,
    output reg  [1023:0] words
);

    localparam [2:0] LAST_BEAT = 3'd7;

    // ---- The open entry ----------------------------------------------------------------------

    reg        open;
    reg        open_order_b;
    reg  [2:0] index; // of the next beat
    wire       take      = open && beat_valid;
    wire       take_lane = take && index[0];
    wire       take_last = take && index == LAST_BEAT;

    always @(posedge clk) begin
        if (rst) begin
            open         <= 1'b0;
            open_order_b <= 1'b0;
            index        <= 3'd0;
        end else if (start) begin
            open         <= 1'b1;
            open_order_b <= order_b;
            index        <= 3'd0;
        end else if (take) begin
            open         <= !take_last;
            index        <= index + 3'd1;
        end
    end

    // ---- ST_PEAK: the lane and the largest magnitude in it -----------------------------------

    reg [255:0] lane_low;  // k = 0..15
    reg [255:0] lane_high; // k = 16..31
    always @(posedge clk) begin
        if (take) begin
            lane_low  <= lane_high;
            lane_high <= beat;
        end
    end

    wire [14:0] beat_peak;
    mcs_mx_peak u_peak (
        .beat (beat),
        .peak (beat_peak)
    );

    reg [14:0] peak;
    always @(posedge clk) begin
        if (take && (!index[0] || beat_peak > peak))
            peak <= beat_peak;
    end

    reg peak_valid;
    reg peak_last;    // this is lane 3
    reg peak_order_b;
    always @(posedge clk) begin
        if (rst) begin
            peak_valid   <= 1'b0;
            peak_last    <= 1'b0;
            peak_order_b <= 1'b0;
        end else begin
            peak_valid   <= take_lane;
            peak_last    <= take_last;
            peak_order_b <= open_order_b;
        end
    end

    // ---- ST_SCALE: the lane beside its scale -------------------------------------------------

    wire [7:0]  lane_scale;
    wire [12:0] lane_recip;
    mcs_mx_scale u_scale (
        .peak  (peak),
        .scale (lane_scale),
        .recip (lane_recip)
    );

    reg [511:0] scale_lane;
    reg [7:0]   scale_byte;
    reg [12:0]  scale_recip;
    always @(posedge clk) begin
        scale_lane  <= {lane_high, lane_low};
        scale_byte  <= lane_scale;
        scale_recip <= lane_recip;
    end

    reg scale_valid;
    reg scale_last;
    reg scale_order_b;
    always @(posedge clk) begin
        if (rst) begin
            scale_valid   <= 1'b0;
            scale_last    <= 1'b0;
            scale_order_b <= 1'b0;
        end else begin
            scale_valid   <= peak_valid;
            scale_last    <= peak_last;
            scale_order_b <= peak_order_b;
        end
    end

    // ---- ST_CODE: the codes of the lane, k = 0 lowest ----------------------------------------

    wire [223:0] codes;
    genvar       k;
    generate
        for (k = 0; k < 32; k = k + 1) begin : g_element
            mcs_mx_element u_element (
                .clk       (clk),
                .value     (scale_lane[16*k +: 16]),
                .scale_exp (scale_byte[7:3]),
                .recip     (scale_recip),
                .code      (codes[7*k +: 7])
            );
        end
    endgenerate

    reg [7:0] code_scale;
    always @(posedge clk)
        code_scale <= scale_byte;

    reg code_valid;
    reg code_last;
    reg code_order_b;
    always @(posedge clk) begin
        if (rst) begin
            code_valid   <= 1'b0;
            code_last    <= 1'b0;
            code_order_b <= 1'b0;
        end else begin
            code_valid   <= scale_valid;
            code_last    <= scale_last;
            code_order_b <= scale_order_b;
        end
    end

    // ---- Earlier lanes and the finished entry ------------------------------------------------

    reg [671:0] earlier_codes;  // the last three lanes, the oldest lowest
    reg [23:0]  earlier_scales; // the same lanes, the oldest highest
    always @(posedge clk) begin
        if (code_valid) begin
            earlier_codes  <= {codes, earlier_codes[671:224]};
            earlier_scales <= {earlier_scales[15:0], code_scale};
        end
    end

    wire [1023:0] packed_words;
    mcs_mx_pack u_pack (
        .order_b (code_order_b),
        .codes   ({codes, earlier_codes}),
        .scales  ({earlier_scales, code_scale}),
        .words   (packed_words)
    );

    always @(posedge clk) begin
        if (rst)
            done <= 1'b0;
        else
            done <= code_last;
    end

    always @(posedge clk) begin
        if (code_last)
            words <= packed_words;
    end

endmodule

`default_nettype wire
