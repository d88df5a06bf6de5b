// Stands in for the vendor's 36 Kb FIFO: 512 words of 72 bits, one clock, first word falls through.
// Only what its data sheet promises and the port uses; the pins and parameters it does not use are
// accepted. Breaking a rule of the data sheet stops the run.
`default_nettype none

module vendor_fifo36 #(
    parameter FIRST_WORD_FALL_THROUGH = "FALSE"
) (
    input  wire        clk,
    input  wire        rst,      // at least 5 cycles
    input  wire        sleep,
    input  wire        wr_en,
    input  wire [71:0] din,
    output wire        full,
    input  wire        rd_en,
    output wire [71:0] dout,
    output wire        empty
);
    reg [71:0] store [0:511];
    reg [9:0]  wptr;
    reg [9:0]  rptr;
    reg [2:0]  rst_cycles;       // saturates

    wire [9:0] used = wptr - rptr;
    assign empty = rst || (used == 10'd0);
    assign full  = rst || used[9];
    assign dout  = store[rptr[8:0]];

    always @(posedge clk)
        if (wr_en && !full) store[wptr[8:0]] <= din;

    always @(posedge clk)
        if (rst) begin
            wptr <= 10'd0;
            rptr <= 10'd0;
        end else begin
            if (wr_en && !full)  wptr <= wptr + 10'd1;
            if (rd_en && !empty) rptr <= rptr + 10'd1;
        end

    always @(posedge clk) begin
        if (!rst)                    rst_cycles <= 3'd0;
        else if (rst_cycles != 3'd7) rst_cycles <= rst_cycles + 3'd1;

        if (!rst && rst_cycles != 3'd0 && rst_cycles < 3'd5) begin
            $display("vendor_fifo36: rst was high for %0d cycles, it needs 5", rst_cycles);
            $stop;
        end
        if (!rst && ((wr_en && full) || (rd_en && empty))) begin
            $display("vendor_fifo36: written when full or read when empty");
            $stop;
        end
        if (sleep || FIRST_WORD_FALL_THROUGH != "TRUE") begin
            $display("vendor_fifo36: this stub has no sleep and no registered output");
            $stop;
        end
    end
endmodule

`default_nettype wire
