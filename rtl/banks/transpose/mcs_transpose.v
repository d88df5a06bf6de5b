// mcs_transpose: a tile of ROWS x COLS elements of BITS bits, row-major, to its transpose.
//
// Element (r, c) is number r*COLS+c of `tile`, element (c, r) number c*ROWS+r of `transposed`;
// number n is bits [n*BITS +: BITS]. Wires only.

`default_nettype none

module mcs_transpose #(
    parameter integer ROWS = 16,
    parameter integer COLS = 8,
    parameter integer BITS = 8
) (
    input  wire [ROWS*COLS*BITS-1:0] tile,
    output wire [ROWS*COLS*BITS-1:0] transposed
);

    genvar r;
    genvar c;
    generate
        for (r = 0; r < ROWS; r = r + 1) begin : g_row
            for (c = 0; c < COLS; c = c + 1) begin : g_col
                assign transposed[(c*ROWS + r)*BITS +: BITS] = tile[(r*COLS + c)*BITS +: BITS];
            end
        end
    endgenerate

endmodule

`default_nettype wire
