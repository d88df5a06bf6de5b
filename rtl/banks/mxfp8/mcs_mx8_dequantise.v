// mcs_mx8_dequantise: one MXFP8 byte and its block's scale to FP32 or FP16 (number formats 2.2).
//
// Two register stages; each loads when its `load` is high and holds otherwise:
//
//     ST_DECODE  code, scale, e4m3, fp16   normalised, with the exponent field of the result
//     ST_PLACE   fp16 of the value there   exponent and fraction, before rounding
//
// and after them, combinational, `value` with the fp16 of the value there: FP16 in bits 15:0.
// Only a subnormal FP16 result is rounded, to nearest even; all others are exact.

`default_nettype none

module mcs_mx8_dequantise (
    input  wire        clk,

    input  wire        load_decode,
    input  wire        e4m3, // else E5M2
    input  wire        fp16, // else FP32
    input  wire [7:0]  scale,
    input  wire [7:0]  code,

    input  wire        load_place,
    input  wire        place_fp16,

    input  wire        value_fp16,
    output reg  [31:0] value
);

    // ---- ST_DECODE ---------------------------------------------------------------------------

    wire [4:0] field     = e4m3 ? {1'b0, code[6:3]} : code[6:2];
    wire [2:0] mantissa  = e4m3 ? code[2:0] : {code[1:0], 1'b0};
    wire       subnormal = field == 5'd0;
    wire       nan       = scale == 8'hFF ||
                           (e4m3 ? code[6:0] == 7'h7F : code[6:2] == 5'h1F && code[1:0] != 2'd0);
    wire       inf       = !e4m3 && code[6:0] == 7'h7C;

    // The significand's leading one in bit 3; of zero it stays 0.
    reg        [3:0] significand;
    reg signed [9:0] exponent; // the element's exponent field, below 1 for a subnormal
    always @* begin
        significand = {1'b1, mantissa};
        exponent    = {5'd0, field};
        if (subnormal) begin
            if (mantissa[2]) begin
                significand = {mantissa, 1'b0};
                exponent    = 10'sd0;
            end else if (mantissa[1]) begin
                significand = {mantissa[1:0], 2'd0};
                exponent    = -10'sd1;
            end else begin
                significand = {mantissa[0], 3'd0};
                exponent    = -10'sd2;
            end
        end
    end

    // From the element's bias to FP32's, less the 127 of the scale's; FP16 has 112 less.
    wire signed [9:0] element_bias = e4m3 ? 10'sd7 : 10'sd15;
    wire signed [9:0] fp16_less    = fp16 ? 10'sd112 : 10'sd0;

    reg              decode_negative;
    reg              decode_nan;
    reg              decode_inf;
    reg        [3:0] decode_significand;
    reg signed [9:0] decode_exponent;
    always @(posedge clk) begin
        if (load_decode) begin
            decode_negative    <= code[7];
            decode_nan         <= nan;
            decode_inf         <= inf;
            decode_significand <= significand;
            decode_exponent    <= exponent - element_bias + $signed({2'd0, scale}) - fp16_less;
        end
    end

    // ---- ST_PLACE ----------------------------------------------------------------------------

    // A result below the smallest normal is shifted down instead: at most 18 places of FP32, 130 of FP16.
    wire              zero     = decode_significand == 4'd0;
    wire              normal   = decode_exponent >= 10'sd1;
    wire              over     = decode_exponent >= (place_fp16 ? 10'sd31 : 10'sd255);
    wire        [7:0] places   = normal ? 8'd0 : 8'd1 - decode_exponent[7:0];
    wire       [23:0] shifted  = {decode_significand, 20'd0} >> places;

    wire unused_ok = &{1'b0, shifted[23]};

    reg        place_negative;
    reg        place_nan;
    reg        place_inf;
    reg [7:0]  place_field;
    reg [22:0] place_fraction;
    always @(posedge clk) begin
        if (load_place) begin
            place_negative <= decode_negative;
            place_nan      <= decode_nan;
            place_inf      <= decode_inf || (over && !zero);
            place_field    <= normal && !zero ? decode_exponent[7:0] : 8'd0;
            place_fraction <= shifted[22:0];
        end
    end

    // ---- Rounded and put together ------------------------------------------------------------

    wire        half    = place_fraction[12];
    wire        sticky  = place_fraction[11:0] != 12'd0;
    wire        up      = half && (sticky || place_fraction[13]);
    wire [14:0] rounded = {place_field[4:0], place_fraction[22:13]} + {14'd0, up};

    always @* begin
        if (value_fp16)
            value = {16'd0, place_nan ? 16'h7E00 :
                            place_inf ? {place_negative, 15'h7C00} : {place_negative, rounded}};
        else
            value = place_nan ? 32'h7FC00000 :
                    place_inf ? {place_negative, 31'h7F800000} :
                                {place_negative, place_field, place_fraction};
    end

endmodule

`default_nettype wire
