// mcs_mx8_peak: what a beat tells of its block's scale (number formats 2.1, rules 1 to 3).
//
// `peak` orders the beat's finite values by what the scale needs of their magnitude, the rest is
// left out: of FP16 bits [14:0], of FP32 {exponent field, significand above 1.75} in bits [8:0].
// All fraction bits of a FP16 value are needed where it is subnormal; a block whose largest FP32
// value is subnormal has the smallest scale whatever its fraction. Inf and NaN count as 0 and raise
// `special`. Combinational, a balanced tree of four comparisons.

`default_nettype none

module mcs_mx8_peak (
    input  wire         fp16, // sixteen FP16 values, else eight FP32 values
    input  wire [255:0] beat,
    output wire [14:0]  peak,
    output wire         special
);

    function [14:0] larger;
        input [14:0] a;
        input [14:0] b;
        larger = a > b ? a : b;
    endfunction

    wire [239:0] keys; // sixteen; of FP32 the odd ones are zero
    wire [15:0]  specials;

    genvar i;
    generate
        for (i = 0; i < 8; i = i + 1) begin : g_pair
            wire [31:0] value = beat[32*i +: 32];
            wire        above = value[22:0] > 23'h600000;

            wire special_32   = value[30:23] == 8'hFF;
            wire special_low  = value[14:10] == 5'h1F;
            wire special_high = value[30:26] == 5'h1F;

            wire [14:0] key_32 = special_32 ? 15'd0 : {6'd0, value[30:23], above};
            wire [14:0] key_16 = special_low ? 15'd0 : value[14:0];

            assign keys[30*i +: 15]      = fp16 ? key_16 : key_32;
            assign keys[30*i + 15 +: 15] = fp16 && !special_high ? value[30:16] : 15'd0;
            assign specials[2*i]         = fp16 ? special_low : special_32;
            assign specials[2*i + 1]     = fp16 && special_high;

            wire unused_signs = &{1'b0, value[31], value[15]};
        end
    endgenerate

    assign special = |specials;

    wire [119:0] of_2; // eight maxima, each over two keys
    wire [59:0]  of_4;
    wire [29:0]  of_8;
    generate
        for (i = 0; i < 8; i = i + 1) begin : g_of_2
            assign of_2[15*i +: 15] = larger(keys[30*i +: 15], keys[30*i + 15 +: 15]);
        end
        for (i = 0; i < 4; i = i + 1) begin : g_of_4
            assign of_4[15*i +: 15] = larger(of_2[30*i +: 15], of_2[30*i + 15 +: 15]);
        end
        for (i = 0; i < 2; i = i + 1) begin : g_of_8
            assign of_8[15*i +: 15] = larger(of_4[30*i +: 15], of_4[30*i + 15 +: 15]);
        end
    endgenerate

    assign peak = larger(of_8[14:0], of_8[29:15]);

endmodule

`default_nettype wire
