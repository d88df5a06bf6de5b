// mcs_table: 256 bytes, written one after the other, looked up four at a time.
//
// Contract: `write_index` sets INDEX; `write_data` stores `value` at INDEX, which then counts up,
// 255 to 0; never both in one cycle. `at_index` is the byte at INDEX and `loaded` how many of the
// 256 have been written since reset. `looked_up` are the bytes at the four indices in `keys`, in
// the same order. A byte never written since reset is zero in both. Reads are combinational.
//
// Reset clears what says that a byte was written, not the bytes.

`default_nettype none

module mcs_table (
    input  wire        clk,
    input  wire        rst,

    input  wire        write_index,
    input  wire        write_data,
    input  wire [7:0]  value,
    output reg  [7:0]  index,
    output wire [7:0]  at_index,
    output reg  [8:0]  loaded,

    input  wire [31:0] keys,
    output wire [31:0] looked_up
);

    reg [7:0]   stored [0:255];
    reg [255:0] written;

    always @(posedge clk) begin
        if (rst) begin
            index   <= 8'd0;
            loaded  <= 9'd0;
            written <= 256'd0;
        end else if (write_index) begin
            index <= value;
        end else if (write_data) begin
            index          <= index + 8'd1;
            written[index] <= 1'b1;
            if (!written[index])
                loaded <= loaded + 9'd1;
        end
    end

    always @(posedge clk) begin
        if (write_data)
            stored[index] <= value;
    end

    assign at_index = written[index] ? stored[index] : 8'd0;

    genvar k;
    generate
        for (k = 0; k < 4; k = k + 1) begin : g_key
            assign looked_up[8*k +: 8] =
                written[keys[8*k +: 8]] ? stored[keys[8*k +: 8]] : 8'd0;
        end
    endgenerate

endmodule

`default_nettype wire
