// mcs_mx_scale: a lane's scale byte and the factor for its elements, from its peak.
//
// Number formats 1.2, rules 2 to 5. `scale` is {E[4:0], M[2:0]}, worth 2^(E-20) * (1 + M/8);
// `recip` is about 32768/(8+M). Combinational.
//
// With e the exponent of the normalised peak, E = e - 1, or e where the mantissa went over 15/8,
// and never below 0. A subnormal peak has e <= 0 and therefore E = 0 whatever its mantissa, so its
// exponent need not be found. E is at most 31 by itself.

`default_nettype none

module mcs_mx_scale (
    input  wire [14:0] peak,
    output wire [7:0]  scale,
    output reg  [12:0] recip
);

    localparam [7:0] SCALE_OF_ZERO_LANE = 8'hA0;

    wire [4:0] field     = peak[14:10];
    wire [9:0] fraction  = peak[9:0];
    wire       subnormal = field == 5'd0;

    // The significand in 1024..2047; of a zero peak it stays 0 and is not used.
    reg [10:0] significand;
    always @* begin
        significand = {1'b1, fraction};
        if (subnormal) begin
            significand = {fraction, 1'b0};
            if (significand[10:3] == 8'd0) significand = significand << 8;
            if (significand[10:7] == 4'd0) significand = significand << 4;
            if (significand[10:9] == 2'd0) significand = significand << 2;
            if (!significand[10])          significand = significand << 1;
        end
    end

    // ceil(significand/126) - 8 is 1..9; from 8 on it is halved, and 17/16 becomes 9/8.
    reg [2:0] mantissa;
    reg       over;
    always @* begin
        over = significand > 11'd1890;
        if      (significand <= 11'd1134) mantissa = 3'd1;
        else if (significand <= 11'd1260) mantissa = 3'd2;
        else if (significand <= 11'd1386) mantissa = 3'd3;
        else if (significand <= 11'd1512) mantissa = 3'd4;
        else if (significand <= 11'd1638) mantissa = 3'd5;
        else if (significand <= 11'd1764) mantissa = 3'd6;
        else if (significand <= 11'd1890) mantissa = 3'd7;
        else if (significand <= 11'd2016) mantissa = 3'd0;
        else                              mantissa = 3'd1;
    end

    wire [4:0] exponent = subnormal ? 5'd0 : field - {4'd0, !over};

    assign scale = peak == 15'd0 ? SCALE_OF_ZERO_LANE : {exponent, mantissa};

    // Rounded, except for 13/8: 2520 is truncated and has to stay so (number formats 1.2). The
    // elements of a zero lane are zero with any factor.
    always @* begin
        case (mantissa)
            3'd0:    recip = 13'd4096;
            3'd1:    recip = 13'd3641;
            3'd2:    recip = 13'd3277;
            3'd3:    recip = 13'd2979;
            3'd4:    recip = 13'd2731;
            3'd5:    recip = 13'd2520;
            3'd6:    recip = 13'd2341;
            default: recip = 13'd2185;
        endcase
    end

endmodule

`default_nettype wire
