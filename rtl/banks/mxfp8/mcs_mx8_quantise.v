// mcs_mx8_quantise: one FP32 or FP16 value to its MXFP8 byte (number formats 2.1, rules 5 and 6).
//
// Two register stages; each loads when its `load` is high and holds otherwise:
//
//     ST_UNPACK  value, fp16                     normalised, cut to what rounding looks at
//     ST_SHIFT   scale, e4m3 of the value there  its exponent and mantissa on the element grid
//
// and after them, combinational, `code` with the e4m3 and poisoned of the value there. The scale
// must be that of a block the value belongs to: then no exponent field overflows, and the rounding
// at most lifts the largest one past max normal.

`default_nettype none

module mcs_mx8_quantise (
    input  wire        clk,

    input  wire        load_unpack,
    input  wire        fp16,
    input  wire [31:0] value, // FP16 in bits 15:0

    input  wire        load_shift,
    input  wire        shift_e4m3, // else E5M2
    input  wire [7:0]  shift_scale,

    input  wire        code_e4m3,
    input  wire        code_poisoned,
    output reg  [7:0]  code
);

    // ---- ST_UNPACK ---------------------------------------------------------------------------

    wire [7:0]  field     = fp16 ? {3'd0, value[14:10]} : value[30:23];
    wire [22:0] fraction  = fp16 ? {value[9:0], 13'd0} : value[22:0];
    wire        subnormal = field == 8'd0;
    wire        special   = fp16 ? value[14:10] == 5'h1F : value[30:23] == 8'hFF;

    reg  [23:0] significand; // its leading one in bit 23; of zero it stays 0
    reg  [4:0]  lowered;     // it was shifted up by so many
    always @* begin
        significand = {!subnormal, fraction};
        lowered[4]  = significand[23:8] == 16'd0;
        if (lowered[4]) significand = significand << 16;
        lowered[3]  = significand[23:16] == 8'd0;
        if (lowered[3]) significand = significand << 8;
        lowered[2]  = significand[23:20] == 4'd0;
        if (lowered[2]) significand = significand << 4;
        lowered[1]  = significand[23:22] == 2'd0;
        if (lowered[1]) significand = significand << 2;
        lowered[0]  = !significand[23];
        if (lowered[0]) significand = significand << 1;
    end

    // The exponent field it would have as a FP32 value, which goes below zero for subnormals.
    wire [9:0] exponent = {2'd0, field} + {9'd0, subnormal} + (fp16 ? 10'd112 : 10'd0)
                          - {5'd0, lowered};

    reg              unpack_negative;
    reg              unpack_nan;
    reg              unpack_inf;
    reg signed [9:0] unpack_exponent;
    reg        [4:0] unpack_leading; // the significand's five highest bits
    reg              unpack_sticky;  // any bit below them
    always @(posedge clk) begin
        if (load_unpack) begin
            unpack_negative <= fp16 ? value[15] : value[31];
            unpack_nan      <= special && fraction != 23'd0;
            unpack_inf      <= special && fraction == 23'd0;
            unpack_exponent <= exponent;
            unpack_leading  <= significand[23:19];
            unpack_sticky   <= significand[18:0] != 19'd0;
        end
    end

    // ---- ST_SHIFT ----------------------------------------------------------------------------

    // The element's exponent field; where that is below 1, the significand is shifted down instead.
    // From six places on all that matters is gone but that it was there.
    wire signed [9:0] element  = unpack_exponent - $signed({2'd0, shift_scale})
                                 + (shift_e4m3 ? 10'sd7 : 10'sd15);
    wire              below    = element < 10'sd1 || unpack_leading == 5'd0;
    wire        [8:0] distance = 9'd1 - element[8:0]; // of a FP32 subnormal up to 263
    wire        [2:0] places   = element >= 10'sd1 ? 3'd0 :
                                 distance[8:3] != 6'd0 ? 3'd7 : distance[2:0];
    wire       [11:0] shifted  = {unpack_leading, 7'd0} >> places;
    wire        [4:0] kept     = shifted[11:7]; // bit 4 is the integer one, implied in a normal
    wire              lost     = unpack_sticky || shifted[6:0] != 7'd0;
    wire        [4:0] grid     = below ? 5'd0 : element[4:0];

    wire unused_ok = &{1'b0, kept[4]};

    reg       shift_negative;
    reg       shift_nan;
    reg       shift_inf;
    reg [6:0] shift_code;   // rounded down
    reg       shift_half;   // the first bit below it
    reg       shift_sticky; // any bit below that
    always @(posedge clk) begin
        if (load_shift) begin
            shift_negative <= unpack_negative;
            shift_nan      <= unpack_nan;
            shift_inf      <= unpack_inf;
            shift_code     <= shift_e4m3 ? {grid[3:0], kept[3:1]} : {grid, kept[3:2]};
            shift_half     <= shift_e4m3 ? kept[0] : kept[1];
            shift_sticky   <= lost || (!shift_e4m3 && kept[0]);
        end
    end

    // ---- Rounded to nearest even, saturated --------------------------------------------------

    wire [6:0] max_normal = code_e4m3 ? 7'h7E : 7'h7B;
    wire [6:0] nan        = code_e4m3 ? 7'h7F : 7'h7D;
    wire       up         = shift_half && (shift_sticky || shift_code[0]);
    wire [7:0] rounded    = {1'b0, shift_code} + {7'd0, up};

    always @* begin
        if (code_poisoned)
            code = {1'b0, nan};
        else if (shift_nan)
            code = {shift_negative, nan};
        else if (shift_inf || rounded > {1'b0, max_normal})
            code = {shift_negative, max_normal};
        else
            code = {shift_negative, rounded[6:0]};
    end

endmodule

`default_nettype wire
