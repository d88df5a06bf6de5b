// mcs_mx_peak: the largest magnitude among a beat's 16 FP16 values (number formats 1.2, rule 1).
//
// The magnitude is bits [14:0] as an unsigned number: no value is special, the sign is ignored.
// Combinational, a balanced tree of four comparisons.

`default_nettype none

module mcs_mx_peak (
    input  wire [255:0] beat,
    output wire [14:0]  peak
);

    function [14:0] larger;
        input [14:0] a;
        input [14:0] b;
        larger = a > b ? a : b;
    endfunction

    wire [119:0] of_2; // eight maxima, each over two values
    wire [59:0]  of_4;
    wire [29:0]  of_8;
    wire [15:0]  unused_signs;

    genvar i;
    generate
        for (i = 0; i < 16; i = i + 1) begin : g_sign
            assign unused_signs[i] = beat[16*i + 15];
        end
        for (i = 0; i < 8; i = i + 1) begin : g_of_2
            assign of_2[15*i +: 15] = larger(beat[32*i +: 15], beat[32*i + 16 +: 15]);
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
