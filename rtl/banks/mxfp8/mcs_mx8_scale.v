// mcs_mx8_scale: a block's scale byte from its peak (number formats 2.1, rules 1 to 4).
//
// `peak` as mcs_mx8_peak gives it, the largest of the block. `scale` is E, worth 2^(E-127), 0xFF for
// a poisoned block. Combinational.
//
// E = floor(log2 amax) + 127 - emax, one more with `rceil` where the significand of amax is above
// 1.75, and not below 0; above 254 it cannot come.

`default_nettype none

module mcs_mx8_scale (
    input  wire        fp16,
    input  wire        e4m3, // else E5M2
    input  wire        rceil,
    input  wire        poisoned,
    input  wire [14:0] peak,
    output wire [7:0]  scale
);

    // floor(log2 amax) + 127, the exponent field amax would have as a FP32 value: 112 more than
    // that of a normal FP16 value; of subnormal ones it goes on below that.
    localparam [7:0] FP16_BIAS = 8'd112;

    wire       subnormal = peak[14:10] == 5'd0;
    reg  [9:0] fraction; // of a subnormal FP16 value with its leading one shifted to bit 9
    reg  [3:0] lowered;  // by so many
    always @* begin
        fraction = peak[9:0];
        lowered[3] = fraction[9:2] == 8'd0;
        if (lowered[3]) fraction = fraction << 8;
        lowered[2] = fraction[9:6] == 4'd0;
        if (lowered[2]) fraction = fraction << 4;
        lowered[1] = fraction[9:8] == 2'd0;
        if (lowered[1]) fraction = fraction << 2;
        lowered[0] = !fraction[9];
        if (lowered[0]) fraction = fraction << 1;
    end

    reg  [7:0] exponent;
    reg        above;
    always @* begin
        if (!fp16) begin
            exponent = peak[8:1];
            above    = peak[0];
        end else if (subnormal) begin
            exponent = FP16_BIAS - {4'd0, lowered};
            above    = fraction[8:0] > 9'h180;
        end else begin
            exponent = FP16_BIAS + {3'd0, peak[14:10]};
            above    = peak[9:0] > 10'h300;
        end
    end

    // A sum below emax clamps. A peak of zero does so by itself only as a FP32 value.
    wire [7:0] emax = e4m3 ? 8'd8 : 8'd15;
    wire [7:0] sum  = exponent + {7'd0, rceil && above};
    wire       zero = peak == 15'd0 || sum < emax;

    assign scale = poisoned ? 8'hFF : zero ? 8'd0 : sum - emax;

endmodule

`default_nettype wire
