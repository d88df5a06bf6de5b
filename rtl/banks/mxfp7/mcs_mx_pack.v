// mcs_mx_pack: the codes and scale bytes of an entry into its four words (number formats 1.5).
//
// `codes` holds lane l, element k in bits [7*(32*l+k) +: 7]; `scales` is {L0, L1, L2, L3} and goes
// into every word. Word w carries k = 8w..8w+7 of all lanes; slot s is its bits [255-7s : 249-7s]
// and holds lane s/8, k%8 = s%8 in the A order, lane s%4, k%8 = s/4 in the B order. Combinational.

`default_nettype none

module mcs_mx_pack (
    input  wire          order_b,
    input  wire [895:0]  codes,
    input  wire [31:0]   scales,
    output wire [1023:0] words
);

    genvar w;
    genvar s;
    generate
        for (w = 0; w < 4; w = w + 1) begin : g_word
            assign words[256*w +: 32] = scales;
            for (s = 0; s < 32; s = s + 1) begin : g_slot
                assign words[256*w + 249 - 7*s +: 7] =
                    order_b ? codes[7*(32*(s % 4) + 8*w + s / 4) +: 7]
                            : codes[7*(32*(s / 8) + 8*w + s % 8) +: 7];
            end
        end
    endgenerate

endmodule

`default_nettype wire
