// A bank under a name of its own.
`default_nettype none

module my_bank (
    input  wire clk,
    output wire done
);
    assign done = clk;
endmodule

`default_nettype wire
