// mcs_mx_element: one FP16 value to its 7-bit two's-complement code (number formats 1.2, rule 6).
//
// `value`, `scale_exp` (E of the lane's scale byte) and `recip` of cycle t give `code` in t+1.
//
// q = (product >> sh) + bit (sh-1), with sh = 37 + es - e = 16 + distance, where `distance` = E+1-e
// is 0..31 for any value up to the lane's peak. Bits [22:15] of the product are therefore all that
// can reach q. q never exceeds 63 for such values, so nothing limits it (number formats 1.3).

`default_nettype none

module mcs_mx_element (
    input  wire        clk,
    input  wire [15:0] value,
    input  wire [4:0]  scale_exp,
    input  wire [12:0] recip,
    output wire [6:0]  code
);

    wire [4:0]  field       = value[14:10];
    wire        subnormal   = field == 5'd0;
    wire [10:0] significand = {!subnormal, value[9:0]};
    wire [4:0]  exponent    = subnormal ? 5'd1 : field;
    wire [23:0] product     = {13'd0, significand} * {11'd0, recip};

    wire unused_ok = &{1'b0, product[23], product[14:0]};

    reg       negative;
    reg [7:0] window;
    reg [4:0] distance;
    always @(posedge clk) begin
        negative <= value[15];
        window   <= product[22:15];
        distance <= scale_exp + 5'd1 - exponent;
    end

    wire [7:0] shifted   = window >> distance;
    wire [6:0] magnitude = shifted[7:1] + {6'd0, shifted[0]};

    assign code = negative ? 7'd0 - magnitude : magnitude;

endmodule

`default_nettype wire
